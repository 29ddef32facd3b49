"""What a board looks like, apart from any position: cells, sides, links, names, geography.

Coordinates are grid units (the distance between the centres of two neighbouring
hexes), y to the south; `Chart` turns them into pixels of the base.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from renderer.base.projection import Control, Point

Grid = Literal["pointy", "flat", "areas"]
Terrain = Literal[
    "clear", "forest", "swamp", "mountain", "rough", "desert", "snow", "sea", "lake", "box", "off"
]
"""A box is no hex but a place of its own on the sheet; where a cell is off there is nothing."""
CityKind = Literal["star", "gold", "cross", "major", "city", "well", "town", "none"]
Sign = Literal["star", "port", "navy", "oil", "fort", "supply", "goal"]
SideKind = Literal[
    "river",  # counts in the game
    "major",  # a river that counts for more
    "bridged",  # a river that does not count
    "lake",  # water that closes the side
    "strait",  # water that may be crossed
    "barred",  # a river that some may not cross
    "prize",  # the side of an objective, which is `a`
    "border",  # of June 1941
    "nation",  # any other border
    "line",  # a line that the rules draw
]
LinkKind = Literal[
    "rail",
    "planned",  # a railway that may be built
    "road",
    "closed",  # joins cells for some rules, and nobody may go there
    "ferry",  # over water or ice
    "lead",  # from a box to a hex that it touches
]

_SMALL = 60
"""Pixels."""

ROW = math.sqrt(3) / 2
"""Distance of two rows (or columns) of hexes, in grid units."""

_POINTY = tuple(
    (math.sin(math.pi / 3 * k) / math.sqrt(3), -math.cos(math.pi / 3 * k) / math.sqrt(3))
    for k in range(6)
)
_FLAT = tuple(
    (math.cos(math.pi / 3 * k) / math.sqrt(3), math.sin(math.pi / 3 * k) / math.sqrt(3))
    for k in range(6)
)
RADIUS = 0.46
"""Of the disc of an area, in grid units."""

_BOX = (2.7, 1.15)
"""Width and height of a box, in grid units."""

_DISC = tuple(
    (RADIUS * math.sin(math.tau / 24 * k), -RADIUS * math.cos(math.tau / 24 * k)) for k in range(24)
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex, or an area of a point to point map.

    `note` is the small print in its head (a town); `home`: land of side 0;
    `played`: False where no unit may ever be; `counted`: it has a number all the same,
    as distances are counted over it; `owners`: the liveries whose colours an area shows.
    """

    id: str
    x: float
    y: float
    terrain: Terrain
    note: str = ""
    home: bool = False
    played: bool = True
    counted: bool = False
    owners: tuple[int, ...] = ()

    @property
    def drawn(self) -> bool:
        """It is a hex with sides and a number."""
        return (self.played or self.counted) and self.terrain != "box"


@dataclass(frozen=True, slots=True)
class City:
    """A place of one or more cells that a side holds as a whole."""

    name: str
    cells: tuple[int, ...]
    side: int
    kind: CityKind = "city"
    """The sign in its middle: by importance, blocks of houses or a ring."""
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """Something that lies on the side between two neighbours."""

    a: int
    b: int
    kind: SideKind
    name: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A way from the centre of one cell to that of another, open to some liveries."""

    a: int
    b: int
    kind: LinkKind
    owners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a stretch of land or water, at `lon`, `lat` in degrees.

    `size` is that of its letters in units of the sheet; `turn` is in degrees, anticlockwise.
    """

    text: str
    lon: float
    lat: float
    kind: Literal["sea", "lake", "land", "country", "river"]
    size: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Cartouche:
    """Title and key of a map in one of its corners.

    `key` pairs the name of a sample (see `cartouche`) with the words beside it.
    """

    title: str
    corner: Literal["ne", "nw", "se", "sw"]
    key: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Chart:
    """Everything that the base of one map is drawn from.

    `hex_px` is the width of a hex in pixels, or that of a unit of the grid.
    There is one chart a map; it is compared by identity, so that caches find it fast.
    """

    game: str
    hex_px: int
    margin: int
    cells: tuple[Cell, ...]
    cities: tuple[City, ...]
    controls: tuple[Control, ...]
    """Real places and where the grid has them."""
    grid_kind: Grid = "pointy"
    stiffness: float = 0.001
    sides: tuple[Side, ...] = ()
    links: tuple[Link, ...] = ()
    names: tuple[Name, ...] = ()
    name_px: int = 100
    """Pixels of a name of size 1."""
    plates: tuple[tuple[int, str], ...] = ()
    """(cell, name) of the name plates that pictures put at the head of a cell."""
    exits: tuple[tuple[int, int], ...] = ()
    """(cell, side) of the cells at a map edge from which that side is supplied."""
    cartouche: Cartouche | None = None

    @property
    def small(self) -> bool:
        """Its hexes are so small that names lie over the signs of cities."""
        return self.hex_px < _SMALL

    @cached_property
    def _shape(self) -> tuple[Point, ...]:
        return {"flat": _FLAT, "pointy": _POINTY, "areas": _DISC}[self.grid_kind]

    @cached_property
    def _reach(self) -> Point:
        """How far a cell goes from its centre, in grid units."""
        return max(dx for dx, _ in self._shape), max(dy for _, dy in self._shape)

    @cached_property
    def _left(self) -> float:
        return min(c.x for c in self.cells) - self._reach[0]

    @cached_property
    def _top(self) -> float:
        return min(c.y for c in self.cells) - self._reach[1]

    @cached_property
    def size(self) -> tuple[int, int]:
        """Pixels of the base, margin included."""
        across = max(c.x for c in self.cells) + self._reach[0] - self._left
        down = max(c.y for c in self.cells) + self._reach[1] - self._top
        return (
            math.ceil(across * self.hex_px) + 2 * self.margin,
            math.ceil(down * self.hex_px) + 2 * self.margin,
        )

    def pixel(self, x: float, y: float) -> Point:
        """Grid units to pixels of the base."""
        return (
            self.margin + (x - self._left) * self.hex_px,
            self.margin + (y - self._top) * self.hex_px,
        )

    def grid(self, x: float, y: float) -> Point:
        """Pixels of the base to grid units."""
        return (
            (x - self.margin) / self.hex_px + self._left,
            (y - self.margin) / self.hex_px + self._top,
        )

    def centre(self, cell: int) -> Point:
        """Pixels."""
        return self.pixel(self.cells[cell].x, self.cells[cell].y)

    def middle(self, cells: tuple[int, ...]) -> Point:
        """The point where some cells meet, in pixels."""
        points = [self.centre(cell) for cell in cells]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def corners(self, cell: int, inset: float = 0.0) -> list[Point]:
        """The corners in pixels, clockwise, `inset` pixels inwards."""
        x, y = self.centre(cell)
        size = self.hex_px - 2 * inset
        return [(x + dx * size, y + dy * size) for dx, dy in self._shape]

    def box(self, cell: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a box, in pixels."""
        x, y = self.centre(cell)
        wide, tall = _BOX[0] * self.hex_px / 2, _BOX[1] * self.hex_px / 2
        return x - wide, y - tall, x + wide, y + tall

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between neighbours, in pixels."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        nx, ny = (by - ay) / 2 / math.sqrt(3), (ax - bx) / 2 / math.sqrt(3)
        return (mx - nx, my - ny), (mx + nx, my + ny)

    def outline(self, cells: tuple[int, ...], inset: float) -> list[tuple[Point, Point]]:
        """The sides of a group of cells that no two of them share, moved inwards."""
        out = []
        for cell in cells:
            inner = self.corners(cell, inset)
            outer = self.corners(cell)
            others = {
                (round(px), round(py)) for o in cells if o != cell for px, py in self.corners(o)
            }
            for k in range(6):
                ends = [k, (k + 1) % 6]
                shared = [(round(outer[i][0]), round(outer[i][1])) in others for i in ends]
                if all(shared):
                    continue
                line = [
                    _drawn_out(inner[i], inner[ends[1 - n]], inset / ROW) if shared[n] else inner[i]
                    for n, i in enumerate(ends)
                ]
                out.append((line[0], line[1]))
        return out


def _drawn_out(end: Point, other: Point, by: float) -> Point:
    length = math.hypot(end[0] - other[0], end[1] - other[1])
    t = by / length
    return end[0] + (end[0] - other[0]) * t, end[1] + (end[1] - other[1]) * t
