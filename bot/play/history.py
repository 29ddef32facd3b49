"""A game as it was: the orders that everybody may know of, numbered, and the position after each.

What is secret has no number, so that a gap in the numbers tells of nothing.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import engine
from bot.catalogue import phrase
from bot.play.table import Table
from bot.words.limits import CHOICE, CHOICES, cut
from bot.words.refusal import Refusal
from engine import Game, Receipt
from engine.core.entries import AnyEntry, Ordered, decode, readable
from engine.core.standing import is_free
from storage import Action, Store


@dataclass(frozen=True)
class Step:
    """A public order that stands. `number` counts from 1."""

    number: int
    action: Action
    entries: list[AnyEntry]

    def words(self, game: Game) -> str:
        """The order in a line."""
        if self.action.kind == "rollback":
            return phrase("{number} · back to an earlier point", number=self.number)
        lines = [game.short(e.line) for e in self.entries if isinstance(e, Ordered)]
        side = self.action.side.title()
        return f"{self.number} · {side}: {', '.join(lines) or phrase('an edit of the umpire')}"


async def steps(store: Store, table: Table) -> list[Step]:
    """All public orders that stand, in order; a long game is read beside the event loop."""
    return await asyncio.to_thread(_numbered, await store.actions(table.id))


def _numbered(actions: list[Action]) -> list[Step]:
    found: list[Step] = []
    for action in actions:
        if action.undone_by is None and action.kind != "undo":
            entries = readable(decode(action.entries), None)
            if entries:
                found.append(Step(len(found) + 1, action, entries))
    return found


def choices(found: list[Step], game: Game, typed: int | None) -> list[tuple[str, int]]:
    """(words, number) for a list: the latest orders, or those from the number typed on."""
    if typed is None:
        shown = found[::-1][:CHOICES]
    else:
        start = max(0, min(typed, len(found)) - 1)
        shown = found[start : start + CHOICES]
    return [(cut(step.words(game), CHOICE), step.number) for step in shown]


async def step_at(store: Store, table: Table, number: int) -> Step | None:
    """The order of a number, None for 0: the start. Refusal when there is none."""
    found = await steps(store, table)
    if number == 0:
        return None
    if not 0 < number <= len(found):
        if not found:
            raise Refusal(phrase("There is no order in this game yet."))
        raise Refusal(
            phrase(
                "There is no order number {number} in this game; the last one is {last}.",
                number=number,
                last=len(found),
            )
        )
    return found[number - 1]


async def game_after(store: Store, table: Table, step: Step | None) -> Game:
    """The game as it was after an order, or at its start: from what is kept, played on from there.

    Between two doors no die is rolled, so that the orders lead to the same position again.
    """
    seq = step.action.seq if step else 0
    kept = await store.snapshot(table.id, seq)
    if kept is None:
        raise Refusal(phrase("Nothing is kept of that moment."))
    between = [a for a in await store.actions(table.id, since=kept.seq) if a.seq <= seq]
    game = engine.load(kept.state)
    return await asyncio.to_thread(_played_on, game, between)


def _played_on(game: Game, actions: list[Action]) -> Game:
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
