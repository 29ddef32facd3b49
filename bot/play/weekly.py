"""The weekly recap of a server's games, for the channel that the server named.

One timer a server carries since when the next recap tells, and so the nonce under which it goes
out: after a crash it is said again and arrives once. One that fell into a time without the bot
comes right after its start, and tells of all of it.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.catalogue import channel, phrase
from bot.house import waiting
from bot.house.rules import DAY
from bot.house.watch import Watch
from bot.play.table import Table
from bot.words import recap, texts
from storage import Game, Store, Timer

log = logging.getLogger(__name__)

KIND = "recap"
"""The kind of timer, and the setting of a server that names the channel."""
WEEK = 7 * DAY

Find = Callable[[int], Awaitable[tuple[Table, Watch]]]
"""A game by its number, with its watch."""


async def choose(store: Store, guild: int, place: int, now: float) -> None:
    """A server names the channel of its recap, 0 for none. The day of the week stays."""
    await store.set_setting("guild", guild, KIND, place or None)
    if not place:
        await store.cancel_timer(_key(guild))
    elif await store.timer(_key(guild)) is None:
        await _wait(store, guild, now, now + WEEK)


async def look(
    store: Store,
    find: Find,
    timer: Timer,
    now: float,
    say: Callable[[int, str, str], Awaitable[None]],
) -> None:
    """A server's recap is due."""
    guild, since, slot = (timer.payload[name] for name in ("guild", "since", "slot"))
    place = (await store.settings("guild", guild)).get(KIND)
    if not place:
        await store.drop_timer(timer.id)
        return
    with channel():
        if text := await told(store, find, guild, since):
            await say(place, text, f"recap:{int(since)}")
    await _wait(store, guild, now, slot + WEEK * (1 + (now - slot) // WEEK))


async def told(store: Store, find: Find, guild: int, since: float) -> str:
    """What became of a server's games since then; "" where there is nothing to tell."""
    begun, running, ended = [], [], []
    for row, first in await store.recent_games(guild, since):
        if first is None and row.status != "running":
            continue  # nobody played it
        try:
            table, watch = await find(row.id)
            if first is not None and first >= since:
                begun.append(_named(row, table, texts.players(table.seats)))
            if row.status == "running":
                running.append(_under_way(table, watch))
            else:
                ended.append(_named(row, table, _outcome(table)))
        except Exception:  # one game that cannot must not hold up the others
            log.exception("game %s is left out of a recap", row.id)
    return recap.weekly(begun, running, ended)


async def _wait(store: Store, guild: int, since: float, slot: float) -> None:
    payload = {"guild": guild, "since": since, "slot": slot}
    await store.set_timer(_key(guild), slot, KIND, payload)


def _key(guild: int) -> str:
    return f"{KIND}:{guild}"


def _named(row: Game, table: Table, what: str) -> str:
    return phrase(
        "**{title}** <#{channel}>: {asked}", title=table.title, channel=row.channel, asked=what
    )


def _under_way(table: Table, watch: Watch) -> str:
    asked = waiting.row(table.title, table.row.channel, watch, 0)
    turn = table.game.view(None).turn if table.game is not None else ""
    return phrase("{asked} ({turn})", asked=asked, turn=turn) if turn else asked


def _outcome(table: Table) -> str:
    if table.game is None or table.game.result() is None:
        return phrase("ended without a result")
    return texts.outcome(table.game, table.seats).replace("\n", " ")
