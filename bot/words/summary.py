"""What a side did in its impulse, in one line, once the other side is to play."""

from collections.abc import Sequence

from bot.catalogue import counted, phrase
from bot.words.texts import listed, name
from engine.core.entries import AnyEntry, Fought, Lost, Moved, Ordered, Phased, Played

STRETCH = 200
"""Actions that are looked back over, at most."""

LEAST = 3
"""Orders of an impulse that is summed up; fewer are read as they stand."""


def ends(entries: Sequence[AnyEntry], turn: str, side: str) -> bool:
    """Has an impulse of `side` in `turn` ended with these?"""
    return any(_other(entry, turn, side) for entry in entries)


def _other(entry: AnyEntry, turn: str, side: str) -> bool:
    return isinstance(entry, Phased) and (entry.turn != turn or entry.side not in ("", side))


def _impulse(turn: str, side: str, acts: Sequence[Sequence[AnyEntry]]) -> list[AnyEntry]:
    """What was told since the phases came to be this side's, the last act whole."""
    found: list[AnyEntry] = []
    theirs = False
    for entry in (entry for told in acts[:-1] for entry in told):
        if isinstance(entry, Phased):
            if theirs and not _other(entry, turn, side):
                found = []
            theirs = _other(entry, turn, side)
        found.append(entry)
    if theirs:  # the last act alone can have been this side's
        found = []
    return [*found, *acts[-1]]


def summary(game: str, turn: str, side: str, acts: Sequence[Sequence[AnyEntry]]) -> str:
    """The line, "" where there was little to sum up. `acts` has what each act told, in order.

    The last act is that with which the impulse ended.
    """
    stretch = _impulse(turn, side, acts)
    orders = [e for e in stretch if isinstance(e, Ordered) and e.side == side and not e.auto]
    moved = {entry.unit for entry in stretch if isinstance(entry, Moved)}
    battles = [entry for entry in stretch if isinstance(entry, Fought)]
    lost = sum(isinstance(entry, Lost) for entry in stretch)
    cards = sum(isinstance(entry, Played) for entry in stretch)
    if len(orders) < LEAST or not (moved or battles or lost or cards):
        return ""
    parts = [counted("{n} unit moved", "{n} units moved", len(moved))] if moved else []
    if battles:
        won = sum(entry.winner == side for entry in battles)
        fought = counted("{n} battle", "{n} battles", len(battles))
        parts.append(phrase("{fought} ({won} won)", fought=fought, won=won) if won else fought)
    if lost:
        parts.append(counted("{n} loss", "{n} losses", lost))
    if cards:
        parts.append(counted("{n} card", "{n} cards", cards))
    return phrase(
        "-# {side}, {turn}: {what}.", side=name(game, side), turn=turn, what=listed(parts)
    )
