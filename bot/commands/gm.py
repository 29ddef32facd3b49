"""The commands under /gm, for moderators: whom a server has chosen for it."""

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.acts import gm, watching
from bot.acts.here import Interaction, table_here
from bot.catalogue import msgid
from bot.commands.slash import choices, command, numbers, sides_here
from bot.desk import Desk
from bot.words.refusal import Refusal

WHY = msgid("Why: it stands in the channel and in the log")
Reason = app_commands.Range[str, 0, gm.REASON]


class Moderate(
    commands.GroupCog, group_name="gm", group_description=msgid("Moderate the game of this channel")
):
    """Each says what it did in the channel, with its author."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="role", description=msgid("Who moderates games on this server"))
    @app_commands.describe(
        role=msgid("People with this role (for whoever manages the server)"),
        nobody=msgid("Nobody moderates any more"),
    )
    async def role(
        self, interaction: Interaction, role: discord.Role | None = None, nobody: bool = False
    ) -> None:
        await gm.choose_role(self.desk, interaction, role, nobody=nobody)

    @command(name="recap", description=msgid("Where a weekly recap of this server's games stands"))
    @app_commands.describe(
        channel=msgid("In which channel (for whoever manages the server)"),
        nowhere=msgid("No recap any more"),
    )
    async def recap(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        nowhere: bool = False,
    ) -> None:
        await watching.choose_recap(self.desk, interaction, channel, nowhere=nowhere)

    @command(name="edit", description=msgid("Correct the position with edit lines"))
    @app_commands.describe(
        lines=msgid("Lines parted by ; as put 4pz 1508; set vp 3; at 2 axis movement"), reason=WHY
    )
    async def edit(self, interaction: Interaction, lines: str, reason: Reason = "") -> None:
        table = await table_here(self.desk, interaction)
        await gm.edit(self.desk, interaction, table, lines, reason)

    @command(name="dice", description=msgid("Set the results of the next dice"))
    @app_commands.describe(
        purpose=msgid("What is rolled for"),
        results=msgid("Results in order, as 6 2 2; none takes away those that wait"),
        reason=WHY,
    )
    async def dice(
        self, interaction: Interaction, purpose: str, results: str, reason: Reason = ""
    ) -> None:
        table = await table_here(self.desk, interaction)
        line = " ".join(f"dice {purpose} {results}".replace(",", " ").replace(";", " ").split())
        await gm.edit(self.desk, interaction, table, line, reason)

    @dice.autocomplete("purpose")
    async def _purposes(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            game = (await table_here(self.desk, interaction)).played()
        except Refusal:
            return []
        faces = engine.rules(game.id).editor.faces
        return choices((name, name) for name in faces if current.casefold() in name)

    @command(name="undo", description=msgid("Take the last order back, whosever it is"))
    @app_commands.describe(reason=WHY)
    async def undo(self, interaction: Interaction, reason: Reason = "") -> None:
        table = await table_here(self.desk, interaction)
        await gm.undo(self.desk, interaction, table, reason)

    @command(name="rollback", description=msgid("Go back over dice, cards and edits"))
    @app_commands.describe(to=msgid("After which order (0: the start)"), reason=WHY)
    async def rollback(
        self, interaction: Interaction, to: app_commands.Range[int, 0, 999_999], reason: Reason = ""
    ) -> None:
        table = await table_here(self.desk, interaction)
        await gm.rollback(self.desk, interaction, table, to, reason)

    @rollback.autocomplete("to")
    async def _back(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await numbers(self.desk, interaction, current)

    @command(name="lock", description=msgid("Stop the game and its clocks"))
    @app_commands.describe(reason=WHY)
    async def lock(self, interaction: Interaction, reason: Reason = "") -> None:
        table = await table_here(self.desk, interaction)
        await gm.lock(self.desk, interaction, table, reason, on=True)

    @command(name="unlock", description=msgid("Let a locked game go on"))
    @app_commands.describe(reason=WHY)
    async def unlock(self, interaction: Interaction, reason: Reason = "") -> None:
        table = await table_here(self.desk, interaction)
        await gm.lock(self.desk, interaction, table, reason, on=False)

    @command(name="end", description=msgid("End the game without a result"))
    @app_commands.describe(reason=WHY)
    async def end(self, interaction: Interaction, reason: Reason = "") -> None:
        table = await table_here(self.desk, interaction)
        await gm.end(self.desk, interaction, table, reason)

    @command(name="seat", description=msgid("Give a seat to somebody, or take it away"))
    @app_commands.describe(
        side=msgid("Which side"),
        player=msgid("Who plays it from now on"),
        practice=msgid("The practice opponent plays it from now on"),
        vacant=msgid("Open it: anybody who has seen no other hand may take it"),
        reason=WHY,
    )
    async def seat(
        self,
        interaction: Interaction,
        side: str,
        player: discord.User | None = None,
        practice: bool = False,
        vacant: bool = False,
        reason: Reason = "",
    ) -> None:
        table = await table_here(self.desk, interaction)
        await gm.seat(
            *(self.desk, interaction, table, side, player, reason),
            practice=practice,
            vacant=vacant,
        )

    @seat.autocomplete("side")
    async def _sides(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await sides_here(self.desk, interaction, current)

    @command(name="log", description=msgid("What moderators did on this server"))
    async def log(self, interaction: Interaction) -> None:
        await gm.log(self.desk, interaction)
