"""Orders by slash command: all write one line and give it."""

from collections.abc import Callable

from discord import app_commands
from discord.ext import commands

import engine
from bot.acts import standing
from bot.acts.giving import ask_back, give
from bot.acts.here import Interaction, table_here
from bot.acts.ordering import ask_lines
from bot.acts.spot import spot
from bot.acts.trying import try_out
from bot.catalogue import msgid, of_game
from bot.commands.slash import choices, command
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.reply import say
from bot.words import completing, texts
from bot.words.refusal import Refusal

Finder = Callable[[Table, str], list[completing.Pair]]
"""What a list shows for a side of a game."""

ATTACKS = ("attack", "battle", "fight")


class Orders(commands.Cog):
    """Every order of every game, typed or put together from options."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="order", description=msgid("Give an order as one typed line"))
    @app_commands.describe(line=msgid("Start typing; the list shows what is legal"))
    async def order(self, interaction: Interaction, line: str) -> None:
        table = await table_here(self.desk, interaction)
        await give(
            self.desk, interaction, table, self.desk.offered.meant(interaction.user.id, line)
        )

    @order.autocomplete("line")
    async def _line(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.lines(
            table.running(), side, current))  # fmt: skip

    @command(name="orders", description=msgid("Give several orders at once"))
    async def orders(self, interaction: Interaction) -> None:
        await ask_lines(interaction, await table_here(self.desk, interaction))

    @command(name="try", description=msgid("See what orders would do; nothing is played"))
    @app_commands.describe(line=msgid("The order; left out, a box for several opens"))
    async def try_(self, interaction: Interaction, line: str = "") -> None:
        table = await table_here(self.desk, interaction)
        line = self.desk.offered.meant(interaction.user.id, line)
        if line.strip():
            await try_out(self.desk, interaction, table, line)
        else:
            await ask_lines(interaction, table, trying=True)

    @try_.autocomplete("line")
    async def _trial(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.lines(
            table.running(), side, current))  # fmt: skip

    @command(name="move", description=msgid("Move a unit"))
    @app_commands.describe(
        unit=msgid("Which unit"), to=msgid("Where to; more than one hex is a path")
    )
    async def move(self, interaction: Interaction, unit: str, to: str) -> None:
        await self._sugar(interaction, "move", unit, to)

    @move.autocomplete("unit")
    async def _unit(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._words(interaction, ["move"], current)

    @move.autocomplete("to")
    async def _to(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        unit = self._meant(interaction, "unit")
        return await self._words(interaction, [f"move {unit}"], current)

    @command(name="attack", description=msgid("Attack or fight at a place"))
    @app_commands.describe(
        target=msgid("Where"), units=msgid("With which units, where the game asks for them")
    )
    async def attack(self, interaction: Interaction, target: str, units: str = "") -> None:
        table = await table_here(self.desk, interaction)
        verb = completing.first_verb(table.running(), table.seat(interaction.user.id), ATTACKS)
        tail = [f"with {units.removeprefix('with ')}"] if units.strip() else []
        await self._sugar(interaction, verb, target, *tail)

    @attack.autocomplete("target")
    async def _target(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._attacked(interaction, "{}", current)

    @attack.autocomplete("units")
    async def _with(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        target = self._meant(interaction, "target")
        return await self._attacked(interaction, f"{{}} {target} with", current)

    async def _attacked(
        self, interaction: Interaction, start: str, current: str
    ) -> list[app_commands.Choice[str]]:
        """Words after the beginning of an attack, by the verb that the game has for it."""

        def find(table: Table, side: str) -> list[completing.Pair]:
            game = table.running()
            verb = completing.first_verb(game, side, ATTACKS)
            return completing.words(game, side, [start.format(verb)], current)

        return await self._offer(interaction, find)

    @command(name="odds", description=msgid("Odds and chances of a battle; orders nothing"))
    @app_commands.describe(line=msgid("The order for it, or its beginning"))
    async def odds(self, interaction: Interaction, line: str) -> None:
        table = await table_here(self.desk, interaction)
        line = self.desk.offered.meant(interaction.user.id, line)
        seen = table.running().preview(line)
        if not seen.lines:
            await say(interaction, texts.no_odds(line))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = await spot(self.desk, interaction, table, seen.places)
        await say(interaction, of_game("\n".join(seen.lines)), file=file)

    @odds.autocomplete("line")
    async def _battle(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.lines(
            table.running(), side, current or completing.first_verb(
                table.running(), side, ATTACKS)))  # fmt: skip

    @command(name="play", description=msgid("Play a card or token from your hand"))
    @app_commands.describe(
        card=msgid("Which card"), how=msgid("What it is played for, where it asks")
    )
    async def play(self, interaction: Interaction, card: str, how: str = "") -> None:
        await self._sugar(interaction, "play", card, how)

    @play.autocomplete("card")
    async def _card(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._words(interaction, ["play"], current)

    @play.autocomplete("how")
    async def _how(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        card = self._meant(interaction, "card")
        return await self._words(interaction, [f"play {card}"], current)

    @command(name="choose", description=msgid("Answer what you are asked now"))
    @app_commands.describe(option=msgid("Whole orders that answer the question"))
    async def choose(self, interaction: Interaction, option: str) -> None:
        table = await table_here(self.desk, interaction)
        await give(
            self.desk, interaction, table, self.desk.offered.meant(interaction.user.id, option)
        )

    @choose.autocomplete("option")
    async def _option(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.whole_lines(
            table.running(), side, current))  # fmt: skip

    @command(name="standing", description=msgid("What is answered for you, what is armed"))
    async def standing(self, interaction: Interaction) -> None:
        await standing.show(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="undo", description=msgid("Take your last order back, if it still can be"))
    async def undo(self, interaction: Interaction) -> None:
        await ask_back(self.desk, interaction, await table_here(self.desk, interaction))

    # helpers

    async def _sugar(self, interaction: Interaction, *words: str) -> None:
        table = await table_here(self.desk, interaction)
        meant = [self.desk.offered.meant(interaction.user.id, word.strip()) for word in words]
        await give(self.desk, interaction, table, " ".join(word for word in meant if word))

    def _meant(self, interaction: Interaction, option: str) -> str:
        value = str(getattr(interaction.namespace, option, "") or "")
        try:
            return self.desk.offered.meant(interaction.user.id, value.strip())
        except Refusal:  # a row that only informs
            return ""

    async def _words(
        self, interaction: Interaction, starts: list[str], current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.words(
            table.running(), side, starts, current))  # fmt: skip

    async def _offer(
        self, interaction: Interaction, find: Finder
    ) -> list[app_commands.Choice[str]]:
        """What a list shows; nothing at all where there is nothing to choose."""
        try:
            table = await table_here(self.desk, interaction)
            pairs = find(table, table.seat(interaction.user.id))
        except (Refusal, engine.OrderError):
            return []
        self.desk.offered.remember(interaction.user.id, pairs)
        return choices(pairs)
