"""Several units in one order: `move 1pz 2pz to 0304 via 0205`, `move stack 0204 0304`.

Such a line is its single orders one after the other, each judged after the one before; so it is
in every game whose verb takes one unit and then its places. The log has the single orders. Where
the verb takes several units of a hex by itself, a stack stands for all that can go together.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.errors import Illegal, Malformed, OrderError, quoted
from engine.core.lexicon import fold
from engine.core.orders import Item, complete, meant, split, words_of
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
    if verb.slots[0].many and not _is_stack(t, side, rest):
        return ()  # the verb reads its units itself
    units, tail = _parted(t, side, verb, rest)
    if verb.slots[0].many:
        return [("", [*name, *units, *tail])]
    return [(unit, [*name, unit, *tail]) for unit in units]


def _takes_units(verb: Verb, words: list[str]) -> bool:
    """Does this verb, with which the line begins, take units and then a place?"""
    name = verb.name.split()
    kinds = [slot.kind for slot in verb.slots[:2]]
    return words[: len(name)] == name and kinds == ["unit", "place"]


def _is_stack(t: T, side: str, words: Sequence[str]) -> bool:
    """Do these words begin with a stack that is no unit, and its place?"""
    return (
        words[0] in STACK and len(words) > 1 and not t.rules.lexicons["unit"].read(words[0], side)
    )


def _parted(t: T, side: str, verb: Verb, words: list[str]) -> tuple[list[str], list[str]]:
    """The units at the head of some words, and the words behind them, which all have in common.

    A word that may be a unit or a place is a place where it is the last one, or the last one
    before a keyword.
    """
    units, places = t.rules.lexicons["unit"], t.rules.lexicons["place"]
    if _is_stack(t, side, words):
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
    units, slot = t.rules.lexicons["unit"], verb.slots[0]

    def open_now(chosen: list[Value]) -> list[Value]:
        domain = slot.domain([chosen] if slot.many else [])
        return sorted(unit for unit in domain if t.rules.editor.where(t, int(unit)) in there)

    found: list[Value] = []
    if not slot.many:
        found = open_now([])
    while slot.many and (more := [unit for unit in open_now(found) if unit not in found]):
        found.append(more[0])
    if not found:
        error = Illegal(f"No unit there can `{verb.name}` now: {quoted(word)}.", verb.rule)
        error.word = word
        raise error
    return [units.write(unit) for unit in found]


# completing -----------------------------------------------------------------------


def more(t: T, side: str, verbs: Sequence[Verb], text: str) -> list[Item]:
    """What autocomplete offers beside single orders: stacks, and what all of a group may do."""
    words = words_of(text)
    typing = "" if not words or text[-1].isspace() else words[-1]
    done = meant(t, verbs, words[:-1] if typing else words)
    verb = next((verb for verb in verbs if _takes_units(verb, done)), None)
    if verb is None or verb.blocked or "via" in done:
        return []
    rest, head = done[len(verb.name.split()) :], " ".join(done)
    if not rest:
        offered = STACK[0].startswith(typing) and bool(_crowded(t, verb))
        return [Item(f"{head} {STACK[0]} ", f"{STACK[0]} · all units of a place")] * offered
    if rest[0] in STACK and len(rest) == 1:
        return _stacks(t, verb, head, typing)
    try:
        singles = _singles(t, side, verbs, [word for word in done if word != "to"])
    except OrderError:
        return []
    found: dict[str, Item] | None = None
    for _, line in singles:
        start = " ".join(line)
        items = complete(t, side, verbs, f"{start} {typing}").items
        mine = {item.value.removeprefix(start).strip(): item for item in items}
        found = mine if found is None else {k: v for k, v in found.items() if k in mine}
    return [Item(f"{head} {word}", item.label) for word, item in (found or {}).items()]


def _crowded(t: T, verb: Verb) -> dict[int, list[Value]]:
    """Place of the map -> its units that the order is open to, where there are several."""
    found: dict[int, list[Value]] = {}
    for unit in verb.slots[0].domain([[]] if verb.slots[0].many else []):
        found.setdefault(int(t.rules.editor.where(t, int(unit))), []).append(unit)
    places = range(len(t.rules.near))  # boxes beside the map hold no stacks
    return {place: units for place, units in found.items() if place in places and len(units) > 1}


def _stacks(t: T, verb: Verb, head: str, typing: str) -> list[Item]:
    places, units = t.rules.lexicons["place"], t.rules.lexicons["unit"]
    return [
        Item(f"{head} {places.short(place)}", f"{places.short(place)} · {names}")
        for place, there in _crowded(t, verb).items()
        if not typing or places.begins(place, typing)
        for names in [", ".join(map(units.short, there))]
    ]


def picked(t: T, side: str, words: str) -> tuple[Item, ...] | None:
    """The units that a filter (`not moved`) picks for a side; None where it is none."""
    words = fold(words.strip())
    if words not in t.rules.filters:
        return None
    units, places = t.rules.lexicons["unit"], t.rules.lexicons["place"]
    found = []
    for unit in t.rules.picked(t, side, words):
        term, place = units.terms[unit], places.terms[t.rules.editor.where(t, unit)]
        where = place.short if place.name in ("", place.short) else f"{place.name} ({place.short})"
        found.append(Item(term.id, f"{term.short} · {term.name} in {where}"))
    return tuple(found)
