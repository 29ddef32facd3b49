"""A picture before it is drawn: pieces, marks, boxes and words. No game in it.

A game's module turns a view and the last entries into a `Scene`; `draw` turns a
scene into pixels. All is plain data, so that two scenes can be compared.

A place is a cell of the chart (its index), or a box beside the map. A `side` is
the index of a look: 0 and 1 are the two sides of most games (square, blue; round,
vermilion), 2 and 3 further ones (cut corners, white; a shield, brown). A game
with other sides maps them to these once. Side -1 is nobody.
"""

from dataclasses import dataclass, field
from typing import Literal

Symbol = Literal[
    "infantry",
    "armour",
    "mechanised",
    "cavalry",
    "mountain",
    "paratroop",
    "artillery",
    "headquarters",
    "fortress",
    "partisan",
    "air",
    "fleet",
    "supply",
    "rail",
    "leader",
    "hidden",
]
"""The NATO symbol on a counter; `hidden` is a face-down piece, `leader` a person."""

Size = Literal["", "I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX"]
"""From company to army group."""

Badge = Literal[
    "disorganized",
    "unsupplied",
    "target",
    "counterblow",
    "moved",
    "halted",
    "support",
    "blitz",
    "shock",
    "combat",
    "limited",
]
"""A small marker that lies on a counter."""

Store = Literal["fuel", "ammo", "food", "train", "truck", "medal"]
"""What a piece carries, or lies in a place, by number."""

Icon = Literal["city", "industry", "fortress", "ruin", "place"]
"""The sign on a name plate."""

Weather = Literal["", "sun", "mud", "snow"]

ALLY = 4
"""The livery of the lesser allies of side 0."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, or `count` like ones under one counter.

    `label` is its short name, as orders use it. `strength` is printed large at the
    foot ("4-4", "7", "(3)"), the label then moves to the head. `steps` are those left
    and those of the full counter: with more than one they are shown, and a reduced
    counter has a pale foot. `nation` are the two letters of an ally ("RO"); `livery`
    is the look whose colours it has where those are not its side's (`ALLY`).

    `spent`: it has moved and shows its pale face. `lit`: part of the last action.
    `lost`: no longer there. `ids` name the pieces through time, all that lie under one
    counter, so that two scenes can be compared: what lies face down must have none, or
    its way would tell. `came` is the cell it came from (-1: unknown). Neither changes the
    counter's looks.
    """

    symbol: Symbol
    side: int
    label: str = ""
    spent: bool = False
    lit: bool = False
    lost: bool = False
    count: int = 1
    came: int = field(default=-1, compare=False)
    size: Size = ""
    strength: str = ""
    steps: tuple[int, int] = (1, 1)
    badges: tuple[Badge, ...] = ()
    stores: tuple[tuple[Store, int], ...] = ()
    nation: str = ""
    livery: int = -1
    ids: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Stack:
    """What lies in a cell. `big` pieces stand in its middle, `small` ones at its foot.

    The top piece comes first. What finds no place is counted on a sign; no piece
    is left out without one.
    """

    cell: int
    big: tuple[Piece, ...]
    small: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Plate:
    """A name in the colour of the side that holds the place, at the head of a cell.

    The edge of its `cells` is drawn in that colour too. On a point to point map names
    are printed; a `place` is then named on a small map only while it is lit.
    """

    cell: int
    text: str
    side: int
    icon: Icon
    cells: tuple[int, ...]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A marker that lies where the cells of a group meet; without a text it is a flag."""

    cells: tuple[int, ...]
    text: str
    side: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path over cells; a `thin` one leads straight from an old place to a new one."""

    cells: tuple[int, ...]
    side: int
    thin: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle: the score of each of `sides`; `open` while it is still to be fought."""

    cell: int
    scores: tuple[int, int] = (0, 0)
    winner: int = -1
    open: bool = False
    sides: tuple[int, int] = (0, 1)


@dataclass(frozen=True, slots=True)
class Depot:
    """What lies in an area beside pieces: stores above it, a sign where `side` has track.

    `lit`: its stores have changed.
    """

    cell: int
    stores: tuple[tuple[Store, int], ...] = ()
    track: int = -1
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Carrier:
    """A truck or train that lies on the way from an area to another; side -1 is everybody's."""

    a: int
    b: int
    kind: Literal["truck", "train"]
    side: int = -1
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """Cells under one tint, with what the tint means: an entry of the legend.

    `tint` is an index into `palette.TINTS`: a side's look, or one of the three below.
    `hatched` adds slanted lines, for what must be told apart without colour.
    """

    cells: tuple[int, ...]
    tint: int
    text: str
    hatched: bool = False


GOOD, BAD, REACH = 5, 6, 7
"""Tints of a layer beside those of the sides."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thin line over cells (a line of supply), with dots at its ends."""

    cells: tuple[int, ...]
    tint: int


@dataclass(frozen=True, slots=True)
class Note:
    """A few characters in a cell: what it costs to get there, say."""

    cell: int
    text: str
    tint: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box off the grid; `at` in grid units on the map, or None for the panel.

    `stores` stand at its foot in place of a note.
    """

    title: str
    side: int
    pieces: tuple[Piece, ...]
    at: tuple[float, float] | None = None
    note: str = ""
    empty: str = "empty"
    stores: tuple[tuple[Store, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Mat:
    """All that lies before a player, or beside the board (side -1), on the page `mat`.

    `pieces` are his cards with a counter, each with words below it (where it is);
    `lines` are heads and texts: cards, markers, levels.
    """

    title: str
    side: int
    stores: tuple[tuple[Store, int], ...]
    pieces: tuple[tuple[Piece, str], ...]
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn track. `year` is its name, a few characters."""

    year: str
    weather: Weather = ""
    token: int = -1
    """Side whose face-down token lies here, -1 for none."""
    side: int = -1
    """Side that holds the initiative then."""
    arrivals: tuple[int, int] = (0, 0)
    """How many pieces of each side come in it."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What is publicly known of a side's hidden cards or tokens, or its score; side -1 is all."""

    side: int
    text: str


@dataclass(frozen=True, slots=True)
class Status:
    """The words around the map. `asked` are the sides that are to act.

    `initiative` is the side that has it, -1 in games without. `hands` are short
    notes with the sign of a side: cards held, points.
    """

    title: str
    phase: str
    todo: str
    asked: tuple[int, ...]
    news: tuple[str, ...]
    initiative: int
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position and what just happened in it.

    `focus`: the cells a crop must show. `recent`: where to look when the last action
    touched no cell, the most telling first (open battles, units that have moved). `track` may be
    empty, then the turn is in `status.title` alone. `layers` and `threads` come from the
    overlay of a mode, whose `notes` take the place of those of the game. `depots`, `rails`
    (pairs of areas with track between them) and `carriers` lie on a point to point map.
    """

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
    recent: tuple[int, ...] = ()
    layers: tuple[Layer, ...] = ()
    threads: tuple[Thread, ...] = ()
    notes: tuple[Note, ...] = ()
    depots: tuple[Depot, ...] = ()
    rails: tuple[tuple[int, int], ...] = ()
    carriers: tuple[Carrier, ...] = ()
    mats: tuple[Mat, ...] = ()
