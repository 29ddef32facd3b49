"""A game as it was: the orders that everybody may know of, numbered, and the position after each.

What is secret has no number, so that a gap in the numbers tells of nothing.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import engine
from bot.catalogue import phrase
from bot.play.table import Table
from bot.words import texts
from bot.words.limits import CHOICE, CHOICES, cut
from bot.words.refusal import Refusal
from bot.words.summary import STRETCH, ends
from engine import Game, Receipt
from engine.core.entries import AnyEntry, Ordered, Phased, decode, public, readable
from engine.core.standing import is_free
from storage import Action, Store

FEW = 20
"""Actions that are read at once to find one."""
PIECE = 250
"""Orders of a log that are read at once."""

T = TypeVar("T")


async def went_on(store: Store, table: Table) -> float:
    """When a game last went on; 0.0 before its first action.

    A standing order is no step: that a secret one was given must not show.
    """
    for until in range(table.row.seq, 0, -FEW):
        for action in reversed(await store.actions(table.id, until - FEW, until)):
            if not (action.line and is_free(action.line.split())):
                return action.time
    return 0.0


@dataclass(frozen=True)
class Step:
    """A public order that stands. `number` counts from 1."""

    number: int
    action: Action
    entries: list[AnyEntry]

    @property
    def turns(self) -> list[str]:
        """The turns in which a phase began with it."""
        return [entry.turn for entry in self.entries if isinstance(entry, Phased)]

    def words(self, game: Game, line: Callable[[str], str] = str) -> str:
        """The order in a line, each of its own in this form."""
        if self.action.kind == "rollback":
            return phrase("{number} · back to an earlier point", number=self.number)
        lines = [line(game.short(e.line)) for e in self.entries if isinstance(e, Ordered)]
        side = texts.name(game.id, self.action.side)
        return f"{self.number} · {side}: {', '.join(lines) or phrase('an edit of the umpire')}"


async def steps(store: Store, table: Table, since: int = 0, until: int | None = None) -> list[Step]:
    """The public orders that stand after number `since`, up to `until`, in order.

    In pieces: between two of them others have their turn.
    """
    found: list[Step] = []
    while True:
        after = since + len(found)
        most = PIECE if until is None else min(PIECE, until - after)
        piece = await store.told_actions(table.id, after, most)
        found += await asyncio.to_thread(_numbered, piece, after)
        if len(piece) < PIECE:
            return found


def phase_ends(steps: list[Step]) -> list[Step]:
    """The orders with which a phase ended, and the last order of the one that goes on."""
    return [step for step in steps[:-1] if step.turns] + steps[-1:]


def _numbered(actions: list[Action], since: int) -> list[Step]:
    return [
        Step(number, action, readable(decode(action.entries), None))
        for number, action in enumerate(actions, since + 1)
    ]


async def offered(store: Store, table: Table, typed: int | None) -> list[Step]:
    """The latest orders, or those from the number typed on, as many as a list takes."""
    last = await store.told(table.id)
    start = last - CHOICES if typed is None else min(typed, last) - 1
    found = await store.told_actions(table.id, max(start, 0), CHOICES)
    return _numbered(found, max(start, 0))


def choices(found: list[Step], game: Game, typed: int | None) -> list[tuple[str, int]]:
    """(words, number) for a list: the latest first, or those from the number typed on."""
    shown = found[::-1] if typed is None else found
    return [(cut(step.words(game), CHOICE), step.number) for step in shown]


async def step_at(store: Store, table: Table, number: int) -> Step | None:
    """The order of a number, None for 0: the start. Refusal when there is none."""
    if number == 0:
        return None
    found = await store.told_actions(table.id, number - 1, 1) if number > 0 else []
    if not found:
        last = await store.told(table.id)
        if not last:
            raise Refusal(phrase("There is no order in this game yet."))
        raise Refusal(
            phrase(
                "There is no order number {number} in this game; the last one is {last}.",
                number=number,
                last=last,
            )
        )
    return _numbered(found, number - 1)[0]


def stands(action: Action) -> bool:
    """Whether an action has not been taken back, and is no taking back itself."""
    return action.undone_by is None and action.kind != "undo"


async def impulse(store: Store, table: Table, turn: str, side: str) -> list[list[AnyEntry]]:
    """What each action told in an impulse of a side, and what came before it.

    In pieces, back to one with which another's ended: an order waits for it, and most are short.
    """
    found: list[list[AnyEntry]] = []
    oldest = max(table.row.seq - STRETCH, 0)
    for until in range(table.row.seq, oldest, -FEW):
        actions = await store.actions(table.id, max(until - FEW, oldest), until)
        piece = [public(decode(action.entries)) for action in actions if stands(action)]
        found = [*piece, *found]
        if any(ends(told, turn, side) for told in piece):
            break
    return found


CHUNK = 100
"""Orders that are read at once, where how far back is not known."""


async def turn_began(store: Store, table: Table) -> int:
    """The number of the order with which the last turn that is over began; 0: the start."""
    later, began = "", 0
    begun: list[int] = []
    skip = await store.told(table.id)
    while skip:
        count, skip = min(CHUNK, skip), max(skip - CHUNK, 0)
        found = _numbered(await store.told_actions(table.id, skip, count), skip)
        for step in reversed(found):
            for turn in reversed(step.turns):
                if later and turn != later:
                    begun.append(began)
                if len(begun) == 2:
                    return begun[1]
                later, began = turn, step.number
    return 0


async def at_message(store: Store, table: Table, message: int, sent: float) -> Step | None:
    """The order that stood last when a message had been written, None: there was none.

    One of the bot's own tells of its orders; for others it is the time that counts. Refusal for
    one of another game.
    """
    stands = await store.message_of(message)
    if stands is not None and stands.game != table.id:
        raise Refusal(phrase("That message is about another game."))
    seq = stands.last if stands else await store.action_at(table.id, sent)
    number = await store.told(table.id, seq)
    return await step_at(store, table, number)


async def game_after(store: Store, table: Table, step: Step | None) -> Game:
    """The game as it was after an order, or at its start: from what is kept, played on from there.

    Between two doors no die is rolled, so that the orders lead to the same position again.
    """
    return await Again(store, table).after(step, lambda game: game)


class Again:
    """A game played again beside the event loop, from one order on to the next."""

    def __init__(self, store: Store, table: Table) -> None:
        self._store = store
        self._table = table
        self._game: Game | None = None
        self._seq = 0

    async def after(self, step: Step | None, look: Callable[[Game], T]) -> T:
        """What `look` sees of the game as it was after an order, or at its start.

        It goes on by itself afterwards. Refusal where nothing is kept of that moment.
        """
        seq = step.action.seq if step else 0
        if self._game is not None and seq >= self._seq:
            between = await self._store.actions(self._table.id, self._seq, seq)
            self._seq = seq
            if await asyncio.to_thread(_goes_on, self._game, between):
                return await asyncio.to_thread(look, self._game)
        kept = await self._store.snapshot(self._table.id, seq)
        if kept is None:
            raise Refusal(phrase("Nothing is kept of that moment."))
        between = await self._store.actions(self._table.id, kept.seq, seq)
        self._game, self._seq = await asyncio.to_thread(_from, kept.state, between), seq
        return await asyncio.to_thread(look, self._game)


def _goes_on(game: Game, actions: Sequence[Action]) -> bool:
    """Do these actions lead to the position that was written with them? People who went back, and
    other rules, have set it."""
    if any(action.kind in ("rollback", "ruling") for action in actions):
        return False
    try:
        for _ in played_again(game, actions):
            pass
    except engine.OrderError:
        return False
    standing = [action for action in actions if stands(action)]
    return not standing or standing[-1].hash == game.hash


def _from(state: bytes, actions: Sequence[Action]) -> Game:
    game = engine.load(state)
    for _ in played_again(game, actions):
        pass
    return game


def played_again(game: Game, actions: Iterable[Action]) -> Iterator[Receipt]:
    """Carry out on `game` what of these actions stands; a receipt after each."""
    for action in actions:
        if action.undone_by is not None or action.kind == "undo":
            continue
        free = all(is_free(line.split()) for line in action.line.splitlines())
        # a standing order may be in the kept position already
        with contextlib.suppress(*((engine.OrderError,) if free else ())):
            yield game.submit(action.side, action.line, cause=action.cause)
