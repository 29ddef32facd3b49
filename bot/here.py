"""Where something was asked: the bot, the channel's game, the game of a button."""

from typing import TYPE_CHECKING, Any, cast

import discord

from bot.buttons import Pressed
from bot.games import Table

if TYPE_CHECKING:
    from bot.client import Umpire

Interaction = discord.Interaction[Any]


def umpire(interaction: Interaction) -> "Umpire":
    """The bot that got this interaction."""
    return cast("Umpire", interaction.client)


async def table_here(interaction: Interaction) -> Table:
    """The game of the channel where something was asked."""
    return await umpire(interaction).games.at(interaction.channel_id or 0)


async def pressed_table(interaction: Interaction, pressed: Pressed) -> Table:
    """The game of a button."""
    return await umpire(interaction).games.get(pressed.game)
