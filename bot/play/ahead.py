"""Orders for one's next move: given when it comes, if they still can be; else handed back.

They wait as a timer that is always due, one a side. Whoever is not asked waits: while it is one's
move there is nothing to be given ahead. What cannot be given becomes its writer's draft, with why.
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

import engine
from bot.catalogue import channel, phrase
from bot.play import posts
from bot.play.games import Games
from bot.play.table import Table
from bot.words import texts
from bot.words.refusal import Refusal, ruled
from engine import Game
from storage import Store, Timer

KIND = "ahead"


class Ahead(msgspec.Struct, frozen=True):
    """Lines of a user for a side, and the interaction that brought them.

    `sure`: what ends something is meant even where more could be ordered.
    """

    user: int
    side: str
    lines: str
    cause: str
    sure: bool = False


class Back(msgspec.Struct, frozen=True):
    """Lines that were handed back to a user as a draft, and why."""

    user: int
    lines: str
    why: str


Tell = Callable[[Table, Back], Awaitable[None]]


def own_move(game: Game, side: str) -> bool:
    """Is it this side's move: a question that no policy speaks of, and no window?"""
    policy = {one.side: one.kind for one in engine.explain(game)}
    return any(p.side == side and p.kind == "turn" and not policy[side] for p in game.pending())


async def kept(store: Store, table: Table, side: str, user: int) -> str:
    """The lines that wait for a side's next move, "" if none."""
    key = _key(table, side)
    timers = [timer for timer in await store.timers_of(table.id) if timer.key == key]
    found = [msgspec.convert(timer.payload, Ahead) for timer in timers]
    return next((ahead.lines for ahead in found if ahead.user == user), "")


async def surely(store: Store, table: Table, side: str, user: int) -> bool:
    """What waits for a side is meant even where more could be ordered; False: nothing waits."""
    timers = [t for t in await store.timers_of(table.id) if t.key == _key(table, side)]
    found = [msgspec.convert(timer.payload, Ahead) for timer in timers]
    for ahead in found:
        if ahead.user == user:
            await keep(store, table, msgspec.structs.replace(ahead, sure=True))
            return True
    return False


async def keep(store: Store, table: Table, ahead: Ahead) -> None:
    """Have lines wait in place of those before; without any nothing waits."""
    await store.set_setting("game", table.id, _back(ahead.side), None)
    if not ahead.lines.strip():
        await store.cancel_timer(_key(table, ahead.side))
        return
    payload = msgspec.to_builtins(ahead)
    await store.set_timer(_key(table, ahead.side), 0.0, KIND, payload, game=table.id)


async def handed_back(store: Store, table: Table, side: str, user: int) -> Back | None:
    """What could not be given, while it is the user's draft still."""
    found = (await store.settings("game", table.id)).get(_back(side))
    back = msgspec.convert(found, Back) if found else None
    if back is None or back.user != user:
        return None
    return back if back.lines == await store.draft(table.id, user) else None


async def look(store: Store, games: Games, timer: Timer, tell: Tell) -> None:
    """Give what waits if its moment has come. Refusal where the game is busy.

    `tell` says to its writer alone what is handed back.
    """
    ahead = msgspec.convert(timer.payload, Ahead)
    assert timer.game is not None
    table = await games.get(timer.game)
    if not table.open or ahead.side not in table.sides_of(ahead.user):
        await store.drop_timer(timer.id)
        return
    pending = table.pending_of(ahead.side)
    if pending is None or table.locked or not own_move(table.running(), ahead.side):
        return
    left: Sequence[str] = ()
    if not await store.caused(
        table.id, ahead.cause
    ):  # else the process ended before it could note that it was
        left, why = await _given(games, table, ahead, pending.id)
    if left:
        lines = "\n".join(left)
        await store.set_draft(table.id, ahead.user, lines)
        back = Back(ahead.user, lines, why)
        key = _back(ahead.side)
        await store.set_setting("game", table.id, key, msgspec.to_builtins(back))
        await tell(table, back)
    await store.drop_timer(timer.id)


async def _given(
    games: Games, table: Table, ahead: Ahead, pending: str
) -> tuple[Sequence[str], str]:
    """Give the lines; those that were not carried out, and why."""
    try:
        done = await games.order(
            table, ahead.user, ahead.lines, ahead.cause, pending, ask=not ahead.sure
        )
    except engine.Stale as error:  # something else was given meanwhile: look again
        raise Refusal(str(error)) from error
    except engine.Unfinished as error:
        return ahead.lines.splitlines(), texts.unfinished(error.line, error.left)
    except engine.OrderError as error:
        return ahead.lines.splitlines(), ruled(error.text, error.rule)
    with channel(table.row.guild):
        text = phrase("{side} had given that beforehand.", side=table.called(done.side))
    await games.post(table, posts.called(table.row, text, []))
    return done.receipt.left, phrase("They stand behind a die, a card or another's decision.")


def _key(table: Table, side: str) -> str:
    return f"{KIND}:{table.id}:{side}"


def _back(side: str) -> str:
    return f"{KIND}:{side}"
