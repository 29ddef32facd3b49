"""Time in which the bot was away: noted once, and taken off a game's watch when that is read.

So a start, or a server that has the bot again, touches no game: each counts what it has missed
when something is next done or due in it, however long that is after.
"""

from typing import Any

import msgspec

from bot.house import watch as watches
from bot.house.watch import Watch
from storage import Game, Json, Store

NOTED = 300.0
"""Seconds before the bot was last seen, from when games are looked at again: what was to follow an
order may have been lost with the process."""


ELSEWHERE = 60.0
"""The same of games of other processes: it may have ended before it woke them after an order."""


async def watch(store: Store, row: Game, settings: Json | None = None) -> Watch:
    """The watch of a game, without the time in which the bot was away; an empty one where nothing
    was ever asked. `settings` are those of the game, where they are at hand."""
    kept: Any = (await store.settings("game", row.id) if settings is None else settings).get(
        "watch"
    )
    found = msgspec.convert(kept, Watch) if kept else Watch()
    for since, until in await store.silences(row.guild, max(found.counted, row.created)):
        found = watches.silence(found, since, until)
    return found


async def absent(store: Store, since: float, now: float, guild: int = 0) -> None:
    """The bot comes back (to a server), and was there last at `since`."""
    if since < now:
        await store.add_silence(since, now, guild)
    if guild:
        await store.wake(0.0, guild)
    else:
        await store.wake(since - NOTED, anywhere=since - ELSEWHERE)
