"""The command for those who watch a game."""

from typing import get_args

from discord import app_commands
from discord.ext import commands

from bot.acts import watching
from bot.acts.here import Interaction
from bot.catalogue import msgid
from bot.commands.slash import command
from bot.desk import Desk
from bot.play.spectators import WHAT
from storage import Watched

OFF = "off"


class Watching(commands.Cog):
    """It is for everybody who sees the channel."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="watch", description=msgid("Hear of this game's turns, or of its result"))
    @app_commands.describe(what=msgid("What you hear of; without, what you chose"))
    @app_commands.choices(
        what=[
            *(app_commands.Choice(name=name, value=key) for key, name in WHAT.items()),
            app_commands.Choice(name=msgid("nothing any more"), value=OFF),
        ]
    )
    async def watch(self, interaction: Interaction, what: str = "") -> None:
        chosen = next((known for known in get_args(Watched) if known == what), None)
        await watching.watch(self.desk, interaction, chosen, off=what == OFF)
