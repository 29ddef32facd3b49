"""Who may do what with a game that others play in.

Whoever manages the channel manages its games. Nobody manages or enters by themselves a game in
which they hold or held another seat, or saw a hand: that takes all its people together.
"""

import discord

from bot.acts.here import Interaction
from bot.desk import Desk
from bot.play import history
from bot.play.table import PRACTICE, Table
from engine.core.game import UMPIRE
from storage import Store


def manages(interaction: Interaction, place: int) -> bool:
    """Does this person manage the channel, or the thread, that is meant where they asked?"""
    own_thread = isinstance(interaction.channel, discord.Thread) and interaction.channel.id == place
    may = interaction.permissions
    return may.manage_channels or (own_thread and may.manage_threads)


async def inside(desk: Desk, interaction: Interaction, table: Table, user: int) -> set[str]:
    """The sides that a user holds or held since the game began, or whose hand they saw.

    Who has edited the game knows what any side may know: that stands as `gm`.
    """
    insiders = await desk.store.insiders(table.id)
    known = await desk.store.knew(table.id, user)
    return known | {insider.side for insider in insiders if insider.user == user}


async def involved(desk: Desk, interaction: Interaction, table: Table) -> bool:
    """Has who asks a part in the game, or had one, other than as its moderator?"""
    user = interaction.user.id
    now = user in (*table.people, *table.partners.values())
    return now or bool(await inside(desk, interaction, table, user) - {UMPIRE})


async def referees(desk: Desk, interaction: Interaction, table: Table) -> bool:
    """May this person decide about the game without asking its people?"""
    if not manages(interaction, table.row.channel):
        return False
    return not table.people or not await involved(desk, interaction, table)


async def silent(desk: Desk, interaction: Interaction, table: Table) -> dict[str, float]:
    """The sides of others that are asked, and since when each is silent; not the asker's own."""
    if table.game is None:
        return {}
    store, own = desk.store, table.sides_of(interaction.user.id)
    asked = [pending.side for pending in table.game.pending() if pending.side not in own]
    return {side: await _silent_since(store, table, side) for side in asked}


async def _silent_since(store: Store, table: Table, side: str) -> float:
    """When the side that is asked came to it: what stands open since the last public order."""
    insiders = await store.insiders(table.id)
    came = [i.since for i in insiders if (i.side, i.user) == (side, table.seats.get(side))]
    return max([table.row.created, *came, await history.went_on(store, table)])


def holder(table: Table, side: str) -> int:
    """Who has a side; the practice opponent where nobody has."""
    return table.seats.get(side, PRACTICE)
