"""What can be laid over a map beside its pieces: supply, zones of control, reach.

Made by a game from facts that everybody may know, by name of places, so that
pictures and words can be made from it without the rules.
"""

from collections.abc import Iterable

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
