"""What a board looks like, apart from any position: cells, sides, names, geography.

Coordinates are grid units (the width of a hex) with the first hex's centre at
0, 0 and y to the south; `Chart` turns them into pixels of the base.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from renderer.projection import Point

Terrain = Literal["clear", "swamp", "mountain", "sea"]

ROW = math.sqrt(3) / 2
"""Distance of two rows of pointy-topped hexes, in grid units."""

_CORNERS = tuple(
    (math.sin(math.pi / 3 * k) / math.sqrt(3), -math.cos(math.pi / 3 * k) / math.sqrt(3))
    for k in range(6)
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex. `note` is the small print in its head (a town); `home`: land of side 0."""

    id: str
    x: float
    y: float
    terrain: Terrain
    note: str = ""
    home: bool = False


@dataclass(frozen=True, slots=True)
class City:
    """A place of one or more cells that a side holds as a whole."""

    name: str
    cells: tuple[int, ...]
    side: int
    industrial: bool


@dataclass(frozen=True, slots=True)
class River:
    """A hexside under water; `bridged` sides do not count in the game."""

    a: int
    b: int
    name: str
    bridged: bool


@dataclass(frozen=True, eq=False)
class Chart:
    """Everything that the base of one map is drawn from. `hex_px` is the width of a hex.

    There is one chart a map; it is compared by identity, so that caches find it fast.
    """

    game: str
    hex_px: int
    margin: int
    cells: tuple[Cell, ...]
    cities: tuple[City, ...]
    rivers: tuple[River, ...]
    border: tuple[tuple[int, int], ...]
    plates: tuple[tuple[int, str], ...]
    """(cell, name) of the name plates that pictures put at the head of a cell."""
    geography: str
    """File of control points under `geo/`."""

    @cached_property
    def _left(self) -> float:
        return min(c.x for c in self.cells) - 0.5

    @cached_property
    def _top(self) -> float:
        return min(c.y for c in self.cells) - 1 / math.sqrt(3)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Pixels of the base, margin included."""
        across = max(c.x for c in self.cells) + 0.5 - self._left
        down = max(c.y for c in self.cells) + 1 / math.sqrt(3) - self._top
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

    def corners(self, cell: int, inset: float = 0.0) -> list[Point]:
        """Six corners in pixels, clockwise from the top, `inset` pixels inwards."""
        x, y = self.centre(cell)
        size = self.hex_px - 2 * inset
        return [(x + dx * size, y + dy * size) for dx, dy in _CORNERS]

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
