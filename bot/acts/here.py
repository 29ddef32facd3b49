"""Where something was asked: the game of the channel, the game of a button.

A thread without a game of its own belongs to the game of its channel; answers say so.
"""

from typing import Any

import discord

from bot.catalogue import phrase
from bot.desk import Desk
from bot.play.games import NO_GAME
from bot.play.table import Table
from bot.talk.reply import of_channel
from bot.words.refusal import Refusal

Interaction = discord.Interaction[Any]


async def table_here(desk: Desk, interaction: Interaction) -> Table:
    """The game of the channel or thread where something was asked. Refusal when there is none."""
    table = await _found(desk, interaction)
    if table is None:
        raise Refusal(phrase(NO_GAME))
    return _noted(interaction, table)


async def place(desk: Desk, interaction: Interaction) -> int:
    """The channel that is meant where something was asked: that of the game there, if any."""
    table = await _found(desk, interaction)
    return table.row.channel if table else interaction.channel_id or 0


async def _found(desk: Desk, interaction: Interaction) -> Table | None:
    for channel in channels(interaction):
        table = await desk.games.find(channel)
        if table is not None:
            return table
    return None


async def numbered_table(desk: Desk, interaction: Interaction, number: int) -> Table:
    """A game by its number. Refusal where it is played in another channel."""
    table = await desk.games.get(number)
    if table.row.channel not in channels(interaction):
        raise Refusal(
            phrase(
                "That belongs to the game in <#{channel}>; please use it there.",
                channel=table.row.channel,
            )
        )
    return _noted(interaction, table)


def channels(interaction: Interaction) -> list[int]:
    """The channel, or the thread and then its channel."""
    places = [interaction.channel_id or 0]
    if isinstance(interaction.channel, discord.Thread):
        places.append(interaction.channel.parent_id)
    return places


def _noted(interaction: Interaction, table: Table) -> Table:
    if table.row.channel != interaction.channel_id:
        of_channel(interaction, table.row.channel)
    return table
