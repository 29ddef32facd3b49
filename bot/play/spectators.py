"""People who watch a game and want to hear of it: when its turn is another, and how it ended.

They hear what everybody in the channel can see, and nothing else: the turn of the public view, the
result. What is to be said waits in a timer for each of them, so that nights are kept and turns
that follow each other quickly are one notice.
"""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.catalogue import msgid, phrase
from bot.house.person import Person
from bot.house.rules import HOUR
from bot.play.table import Table
from bot.words import limits, texts
from storage import Store, Timer, Watched, Watcher

KIND = "watcher"
"""The kind of timer for somebody who watches."""
APART = HOUR
"""Between two notices of one game's turns to one person."""

WHAT: dict[Watched, str] = {
    "turns": msgid("each turn, and the result"),
    "result": msgid("the result alone"),
}


def key(game: int, user: int) -> str:
    """Of the timer."""
    return f"{KIND}:{game}:{user}"


async def begin(store: Store, table: Table, user: int, what: Watched) -> None:
    """Somebody wants to hear of a game from now on."""
    await store.set_watcher(Watcher(table.id, user, what, _turn(table)))


async def stop(store: Store, table: Table, user: int) -> bool:
    """They want to hear no more; False if they heard nothing."""
    await store.cancel_timer(key(table.id, user))
    return await store.drop_watcher(table.id, user)


async def turned(
    store: Store, table: Table, person: Callable[[int], Awaitable[Person]], now: float
) -> None:
    """A game has gone on: who wants to hear of it will."""
    turn = _turn(table)
    if table.open and turn == table.heard:
        return
    for watcher in await store.watchers(table.id):
        if not _news(table, watcher):
            continue
        soonest = max(now, watcher.told + APART) if table.open else now
        due = (await person(watcher.user)).reachable(soonest)
        payload = {"user": watcher.user}
        await store.set_timer(key(table.id, watcher.user), due, KIND, payload, game=table.id)
    table.heard = turn


async def look(
    store: Store,
    table: Table,
    timer: Timer,
    person: Person,
    now: float,
    say: Callable[[Table, int, Person, Callable[[], str]], Awaitable[None]],
) -> None:
    """One of them is to hear of it now, unless it is night for them meanwhile."""
    user = int(timer.payload["user"])
    watcher = next((one for one in await store.watchers(table.id) if one.user == user), None)
    if watcher is not None and _news(table, watcher):
        if (due := person.reachable(now)) > now:
            await store.set_timer(timer.key, due, KIND, timer.payload, game=table.id)
            return
        turn = _turn(table)
        await say(table, user, person, lambda: limits.cut(_words(table, turn), limits.MESSAGE))
        if table.open:
            await store.set_watcher(replace(watcher, seen=turn, told=now))
        else:
            await store.drop_watcher(table.id, user)
    await store.drop_timer(timer.id)


def _turn(table: Table) -> str:
    """The turn that everybody sees, "" while there is none."""
    if table.row.status != "running" or table.game is None:
        return ""
    return table.game.view(None).turn


def _news(table: Table, watcher: Watcher) -> bool:
    if not table.open:
        return True
    return watcher.what == "turns" and _turn(table) not in ("", watcher.seen)


def _words(table: Table, turn: str) -> str:
    about = {"title": table.title, "channel": table.row.channel}
    if table.open:
        return phrase("**{title}** in <#{channel}>: {turn} has begun.", turn=turn, **about)
    if table.game is None or table.game.result() is None:
        return phrase("**{title}** in <#{channel}> has ended without a result.", **about)
    outcome = texts.outcome(table.game, table.seats)
    return phrase("**{title}** in <#{channel}> has ended.\n{outcome}", outcome=outcome, **about)
