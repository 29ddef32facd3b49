"""The command that explains: pages by topic and by game, the words of the field, the guide."""

from discord import app_commands
from discord.ext import commands

from bot.acts import helping as acts
from bot.acts.here import Interaction
from bot.catalogue import msgid
from bot.commands.slash import choices, command
from bot.desk import Desk
from bot.words import helping
from engine.core.lexicon import fold


class Helping(commands.Cog):
    """Anybody may ask, in any channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="help", description=msgid("How all this works; a first game with a guide"))
    @app_commands.describe(
        topic=msgid("A page about the bot or a game"), word=msgid("A word of a game")
    )
    async def help(self, interaction: Interaction, topic: str = "", word: str = "") -> None:
        await acts.show(self.desk, interaction, topic, word)

    @help.autocomplete("topic")
    async def _topics(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = fold(current.strip())
        pairs = [(title, name) for name, title in helping.choices()]
        return choices(pair for pair in pairs if wanted in fold(" ".join(pair)))

    @help.autocomplete("word")
    async def _words(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = fold(current.strip())
        return choices((word, word) for word in helping.terms(None) if wanted in fold(word))
