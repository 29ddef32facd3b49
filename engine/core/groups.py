"""Several units in one order: `move 1pz 2pz to 0304 via 0205`, `move stack 0204 0304`.

Such a line is its single orders one after the other, each judged after the one before; so it is
in every game whose verb takes one unit and then its places. The log has the single orders.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.errors import Illegal, Malformed, OrderError, quoted
from engine.core.orders import meant, split
from engine.core.table import Table
from engine.core.verbs import Value, Verb

T = Table[Any, Any]

STACK = ("stack", "all")
"""Before a place: all units of the side there that the order is open to."""


class Line(msgspec.Struct, frozen=True):
    """A line of a batch: its number in it, and the unit of a group whose order it is ("": none).

    `first`: nothing was ordered before.
    """

    number: int
    words: list[str]
    unit: str = ""
    first: bool = False


def instead(
    t: T,
    side: str,
    verbs: Sequence[Verb],
    line: Line,
    lines: list[list[str]],
    error: OrderError,
) -> list[Line]:
    """The orders of several units that a refused line of a batch stands for.

    Raises its refusal where it is no group, with the lines up to it, and the unit of a group.
    """
    found: Sequence[tuple[str, list[str]]] = ()
    if not line.unit:
        try:
            found = _singles(t, side, verbs, line.words)
        except OrderError as nobody:
            error = nobody
    if found:
        return [
            Line(line.number, words, unit, line.first and not count)
            for count, (unit, words) in enumerate(found)
        ]
    if line.unit or len(lines) > 1:
        error.lines = tuple(map(" ".join, lines[: line.number + 1]))
    if line.unit and not isinstance(error, Malformed):
        error.word = line.unit  # the words behind it are common to all
    raise error from None


def grouped(t: T, side: str, verbs: Sequence[Verb], text: str) -> bool:
    """Is this one line, for several units?"""
    try:
        lines = split(text)
        return len(lines) == 1 and bool(_singles(t, side, verbs, lines[0]))
    except OrderError:
        return False


def _singles(
    t: T, side: str, verbs: Sequence[Verb], words: list[str]
) -> Sequence[tuple[str, list[str]]]:
    """The units that a line names and the order of each, in turn."""
    words = meant(t, verbs, words)
    verb = next((verb for verb in verbs if _takes_units(verb, words)), None)
    if verb is None or verb.blocked:
        return ()
    name = verb.name.split()
    rest = "+".join(words[len(name) :]).split("+")
    units, tail = _parted(t, side, verb, rest)
    return [(unit, [*name, unit, *tail]) for unit in units]


def _takes_units(verb: Verb, words: list[str]) -> bool:
    """Does this verb, with which the line begins, take one unit and then a place?"""
    name = verb.name.split()
    kinds = [slot.kind for slot in verb.slots[:2]]
    return words[: len(name)] == name and kinds == ["unit", "place"] and not verb.slots[0].many


def _parted(t: T, side: str, verb: Verb, words: list[str]) -> tuple[list[str], list[str]]:
    """The units at the head of some words, and the words behind them, which all have in common.

    A word that may be a unit or a place is a place where it is the last one, or the last one
    before a keyword.
    """
    units, places = t.rules.lexicons["unit"], t.rules.lexicons["place"]
    if words[0] in STACK and len(words) > 1 and not units.read(words[0], side):
        return _standing(t, verb, places.read(words[1], side), words[1]), words[2:]
    count = 0
    while count < len(words) and units.read(words[count], side):
        count += 1
    keys = {"via", *(slot.key for slot in verb.slots if slot.key)}
    last = count == len(words) or words[count] in keys
    if count > 1 and last and places.read(words[count - 1], side):
        count -= 1
    named = list(dict.fromkeys(words[:count]))
    return (named, words[count:]) if len(named) > 1 else ([], [])


def _standing(t: T, verb: Verb, there: Sequence[Value], word: str) -> list[str]:
    """The units in a place that the order is open to, by their canonical words."""
    units = t.rules.lexicons["unit"]
    found = [unit for unit in verb.slots[0].domain([])
             if t.rules.editor.where(t, int(unit)) in there]  # fmt: skip
    if not found:
        error = Illegal(f"No unit there can `{verb.name}` now: {quoted(word)}.", verb.rule)
        error.word = word
        raise error
    return [units.write(unit) for unit in sorted(found)]
