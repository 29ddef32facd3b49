"""The weekly recap of a server's games, for the channel that the server named.

One timer a server carries since when the next recap tells, and so the nonce under which it goes
out: after a crash it is said again and arrives once. Where it may be out and the nonce is
forgotten it is not said again; the next one tells of its week too. One that the channel refuses
is tried again each day. One that fell into a time without the bot comes right after its start,
and tells of all of it.
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
AGAIN = 30.0
"""Seconds until one that may be out is tried again, under the same nonce."""
NONCE_LIVES = 120.0
"""Seconds for which Discord surely remembers that nonce."""

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
    say: Callable[[int, str, str], Awaitable[bool]],
) -> None:
    """A server's recap is due."""
    guild, since, slot = (timer.payload[name] for name in ("guild", "since", "slot"))
    place = (await store.settings("guild", guild)).get(KIND)
    if not place:
        await store.drop_timer(timer.id)
        return
    tried = timer.payload.get("tried", now)
    after = slot + WEEK * (1 + (now - slot) // WEEK)
    if now - tried > NONCE_LIVES:  # it may be out: the next one tells of this week too
        await _wait(store, guild, since, after)
        return
    with channel(guild):
        if text := await told(store, find, guild, since):
            await _wait(store, guild, since, slot, due=now, tried=tried)
            try:
                taken = await say(place, text, f"recap:{int(since)}")
            except Exception:
                log.exception("whether the recap of server %s is out is not known", guild)
                await _wait(store, guild, since, slot, due=now + AGAIN, tried=tried)
                return
            if not taken:
                await _wait(store, guild, since, slot, due=now + DAY)
                return
    await _wait(store, guild, now, after)


async def told(store: Store, find: Find, guild: int, since: float) -> str:
    """What became of a server's games since then; "" where there is nothing to tell."""
    begun, running, ended = [], [], []
    for row, first in await store.recent_games(guild, since):
        if first is None and row.status != "running":
            continue  # nobody played it
        try:
            table, watch = await find(row.id)
            if table.imported:
                continue
            if first is not None and first >= since:
                begun.append(_named(row, table, texts.players(row.game, table.seats)))
            if row.status == "running":
                running.append(_under_way(table, watch))
            else:
                ended.append(_named(row, table, _outcome(table)))
        except Exception:  # one game that cannot must not hold up the others
            log.exception("game %s is left out of a recap", row.id)
    return recap.weekly(begun, running, ended)


async def _wait(
    store: Store,
    guild: int,
    since: float,
    slot: float,
    due: float | None = None,
    tried: float | None = None,
) -> None:
    """The next recap tells since `since`; it was `tried` at a moment where it may be out."""
    payload = {"guild": guild, "since": since, "slot": slot}
    payload |= {} if tried is None else {"tried": tried}
    await store.set_timer(_key(guild), slot if due is None else due, KIND, payload, guild=guild)


def _key(guild: int) -> str:
    return f"{KIND}:{guild}"


def _named(row: Game, table: Table, what: str) -> str:
    return phrase(
        "**{title}** <#{channel}>: {asked}", title=table.title, channel=row.channel, asked=what
    )


def _under_way(table: Table, watch: Watch) -> str:
    asked = waiting.row(table.row.game, table.title, table.row.channel, watch, 0)
    turn = table.game.view(None).turn if table.game is not None else ""
    return phrase("{asked} ({turn})", asked=asked, turn=turn) if turn else asked


def _outcome(table: Table) -> str:
    if table.game is None or table.game.result() is None:
        return phrase("ended without a result")
    return texts.outcome(table.game, table.seats).replace("\n", " ")
