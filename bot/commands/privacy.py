"""The commands under /privacy."""

from discord.ext import commands

from bot.acts import privacy
from bot.acts.here import Interaction
from bot.catalogue import msgid
from bot.commands.slash import command
from bot.desk import Desk


class Privacy(
    commands.GroupCog, group_name="privacy", group_description=msgid("What is kept about you")
):
    """Everybody about themselves."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="show", description=msgid("What is kept about you"))
    async def show(self, interaction: Interaction) -> None:
        await privacy.show(self.desk, interaction)

    @command(name="export", description=msgid("All that is kept about you, as a file"))
    async def export(self, interaction: Interaction) -> None:
        await privacy.export(self.desk, interaction)

    @command(name="delete", description=msgid("Delete what is kept about you"))
    async def delete(self, interaction: Interaction) -> None:
        await privacy.ask(self.desk, interaction)
