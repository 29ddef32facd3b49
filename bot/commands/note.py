"""The commands under /note: what somebody writes down for themselves."""

from discord import app_commands
from discord.ext import commands

from bot.acts import notes
from bot.acts.here import Interaction, table_here
from bot.catalogue import msgid
from bot.commands.slash import command
from bot.desk import Desk
from bot.words.limits import CHOICE, CHOICES, cut
from bot.words.refusal import Refusal


class Noting(
    commands.GroupCog, group_name="note", group_description=msgid("Your own notes about a game")
):
    """Nobody else sees any of it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="add", description=msgid("Write something down; only you can read it"))
    @app_commands.describe(text=msgid("What you want to remember"))
    async def add(
        self, interaction: Interaction, text: app_commands.Range[str, 1, notes.LONGEST]
    ) -> None:
        await notes.add(self.desk, interaction, await table_here(self.desk, interaction), text)

    @command(name="list", description=msgid("Your notes about this game, by turn"))
    @app_commands.describe(word=msgid("Only those with this word, or of this turn"))
    async def show(self, interaction: Interaction, word: str = "") -> None:
        await notes.show(self.desk, interaction, await table_here(self.desk, interaction), word)

    @command(name="remove", description=msgid("Take a note away"))
    @app_commands.describe(number=msgid("Which note, by its number in the list"))
    async def remove(self, interaction: Interaction, number: int) -> None:
        await notes.remove(self.desk, interaction, await table_here(self.desk, interaction), number)

    @remove.autocomplete("number")
    async def _notes(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        try:
            table = await table_here(self.desk, interaction)
        except Refusal:
            return []
        kept = notes.numbered(await self.desk.store.notes(table.id, interaction.user.id))
        shown = [(f"{number} · {note.text}", number) for number, note in reversed(kept)]
        found = [pair for pair in shown if current.casefold() in pair[0].casefold()]
        return [
            app_commands.Choice(name=cut(words, CHOICE), value=number)
            for words, number in found[:CHOICES]
        ]
