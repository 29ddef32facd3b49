"""A picture before it is drawn: pieces, marks, boxes and words. No game in it.

A place is a cell of the chart or the key of a box. Sides are 0 and 1. A game's
module turns a view into a `Scene`; `draw` turns a scene into pixels.
"""

from dataclasses import dataclass
from typing import Literal

Symbol = Literal["infantry", "armour", "air", "fleet", "partisan", "fortress"]
Weather = Literal["sun", "mud", "snow"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, or `count` like ones under one counter.

    `spent`: it has moved, from the neighbour `came` (-1: unknown). `lit`: part of
    the last action. `lost`: no longer there.
    """

    symbol: Symbol
    side: int
    label: str = ""
    spent: bool = False
    lit: bool = False
    lost: bool = False
    count: int = 1
    came: int = -1


@dataclass(frozen=True, slots=True)
class Stack:
    """What lies in a cell. `big` pieces stand in its middle, `small` ones at its foot."""

    cell: int
    big: tuple[Piece, ...]
    small: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Plate:
    """A name in the colour of the side that holds the place, at the head of a cell."""

    cell: int
    text: str
    side: int
    icon: Literal["city", "industry", "fortress", "ruin"]
    cells: tuple[int, ...]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A marker that lies where the cells of a group meet."""

    cells: tuple[int, ...]
    text: str
    side: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path over cells."""

    cells: tuple[int, ...]
    side: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle: the score of each side; `open` while it is still to be fought."""

    cell: int
    scores: tuple[int, int] = (0, 0)
    winner: int = -1
    open: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A box off the grid; `at` in grid units on the map, or None for the panel."""

    title: str
    side: int
    pieces: tuple[Piece, ...]
    at: tuple[float, float] | None = None
    note: str = ""
    empty: str = "empty"


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn track."""

    year: str
    weather: Weather
    token: int = -1
    """Side whose face-down token lies here, -1 for none."""
    side: int = -1
    """Side that holds the initiative then."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What is publicly known of a side's hidden cards or tokens."""

    side: int
    text: str


@dataclass(frozen=True, slots=True)
class Status:
    """The words around the map. `asked` are the sides that are to act."""

    title: str
    phase: str
    todo: str
    asked: tuple[int, ...]
    news: tuple[str, ...]
    initiative: int
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position and what just happened in it. `focus`: the cells a crop must show."""

    stacks: tuple[Stack, ...]
    plates: tuple[Plate, ...]
    tokens: tuple[Token, ...]
    arrows: tuple[Arrow, ...]
    clashes: tuple[Clash, ...]
    boxes: tuple[Box, ...]
    track: tuple[Turn, ...]
    now: int
    status: Status
    focus: tuple[int, ...]
    alt: str
