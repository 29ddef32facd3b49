"""What can be laid over a map beside its pieces: supply, zones of control, reach.

Made by a game from facts that everybody may know, by name of places, so that
pictures and words can be made from it without the rules.
"""

from collections.abc import Collection, Iterable

import msgspec


class Area(msgspec.Struct, frozen=True):
    """Places under one colour. `tone` is a side, or "good", "bad" or "reach"; `text` says what.

    `marked` areas are hatched, so that they stand out without their colour. Of two areas that
    share a place the later one is seen.
    """

    tone: str
    text: str
    places: tuple[str, ...]
    marked: bool = False


def shown(areas: Iterable[Area]) -> tuple[Area, ...]:
    """The areas that have places."""
    return tuple(area for area in areas if area.places)


class Line(msgspec.Struct, frozen=True):
    """A way over `places`, from the piece to the source."""

    tone: str
    places: tuple[str, ...]


class Label(msgspec.Struct, frozen=True):
    """A few characters in a place."""

    place: str
    text: str
    tone: str = "reach"


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """One overlay. `text` tells it in a sentence or two; `focus` are the places to look at.

    `unit` is the piece that it is about, if it is about one.
    """

    title: str
    text: str
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    focus: tuple[str, ...] = ()
    unit: str = ""


Part = tuple[str, str, Collection[str]]
"""One side's part of something that both have: its tone, its words, its places."""


def parted(first: Part, second: Part, both: str) -> tuple[Area, ...]:
    """The places of one side alone, of the other alone, and hatched those of both."""
    (tone, text, mine), (other_tone, other_text, theirs) = first, second
    shared = {*mine} & {*theirs}
    areas = (
        Area(tone, text, tuple(place for place in mine if place not in shared)),
        Area(other_tone, other_text, tuple(place for place in theirs if place not in shared)),
        Area("bad", both, tuple(place for place in mine if place in shared), marked=True),
    )
    return shown(areas)


def threat(first: Part, second: Part, when: str = "") -> Overlay:
    """What the units of each side could enter; the words of a part name the side.

    >>> threat(("axis", "the Axis", {"0101"}), ("soviet", "the Soviets", {"0101"})).text
    'The Axis could enter 1 hex, the Soviets 1.'
    """
    (tone, name, mine), (other_tone, other, theirs) = first, second
    areas = parted(
        (tone, f"in reach of {name}", mine),
        (other_tone, f"in reach of {other}", theirs),
        "in reach of both",
    )
    count = f"{len(mine)} hex{'es' if len(mine) != 1 else ''}"
    text = f"{name[0].upper()}{name[1:]} could enter {count}, {other} {len(theirs)}. {when}"
    return Overlay(title="Threat", text=text.strip(), areas=areas)
