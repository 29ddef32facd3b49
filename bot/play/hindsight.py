"""What the policies of a seat did in the last turn, or would have done: played again on a copy."""

import asyncio
from dataclasses import dataclass

import engine
from bot.play import history
from bot.play.table import Table
from engine.core.entries import Phased, decode
from engine.core.hindsight import Met, met
from storage import Action, Store


@dataclass(frozen=True)
class Hindsight:
    """The questions of a turn that policies speak of."""

    turn: str
    met: list[Met]


async def last_turn(store: Store, table: Table, side: str) -> Hindsight | None:
    """The last turn that is over, or the first one so far; None where it cannot be played again.

    Not from before a rollback or an edit: what the orders before it led to is not there any more.
    """
    actions = await store.actions(table.id)
    turns = await asyncio.to_thread(_turns, actions)
    start, name = turns[-2:][0] if turns else (0, table.played().view(None).turn)
    end = turns[-1][0] if len(turns) > 1 else table.row.seq
    cuts = [a.seq for a in actions if a.kind in ("rollback", "edit", "ruling") and a.seq <= end]
    since = max([start - 1, 0, *cuts])
    kept = await store.snapshot(table.id, since)
    if kept is None:
        return None
    before = [a for a in actions if kept.seq < a.seq <= since]
    stretch = [a for a in actions if since < a.seq <= end]
    try:
        found = await asyncio.to_thread(_met, kept.state, side, before, stretch)
    except (engine.OrderError, engine.Unreadable):  # the rules have gone on since
        return None
    return Hindsight(name, found)


def _turns(actions: list[Action]) -> list[tuple[int, str]]:
    """The turns that began, each with the number of the action in which it did."""
    found: list[tuple[int, str]] = []
    for action in actions:
        if action.undone_by is None and action.kind != "undo":
            for entry in decode(action.entries):
                if isinstance(entry, Phased) and (not found or found[-1][1] != entry.turn):
                    found.append((action.seq, entry.turn))
    return found


def _met(state: bytes, side: str, before: list[Action], stretch: list[Action]) -> list[Met]:
    game = engine.load(state)
    for _ in history.played_again(game, before):
        pass
    return met(game, side, history.played_again(game, stretch))
