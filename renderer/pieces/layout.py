"""Where things go: pieces in a hex, the window of a crop, the parts of a page."""

import math
from dataclasses import dataclass

from renderer.base.chart import Chart
from renderer.base.labels import HEX, crowded, plate_grain
from renderer.base.labels import Box as Area
from renderer.base.projection import Point
from renderer.pieces.counters import BIG, SMALL, STORES
from renderer.scene import Piece, Stack

CROP = (800, 512)
"""Smallest window of a crop in pixels; at 400 px on a phone a hex is 72 px wide."""
CROP_MOST = (1400, 1000)
CROP_AIR = 1.15
"""Hex widths kept free around what a crop must show."""

BLOCK = 4
"""Big pieces that find a place of their own."""
_TINY = 30
"""In hexes that are smaller (pixels) a stack is a pile."""
_PILE = 3
"""Pieces of a pile that can be seen; more look no different."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece with its middle in pixels of the base and the size of its side."""

    piece: Piece
    x: float
    y: float
    size: int


@dataclass(frozen=True, slots=True)
class Rest:
    """So many pieces that found no place: a sign is put at `x`, `y`."""

    count: int
    x: float
    y: float
    size: int


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the base, in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Ground:
    """A chart drawn `zoom` times as large as its base; a lone counter fills `fill` of a hex.

    Where `fill` is 0, the smaller the hexes of the chart, the more of them is filled.
    """

    chart: Chart
    zoom: float = 1.0
    fill: float = 0.0

    @property
    def hex_px(self) -> float:
        return self.chart.hex_px * self.zoom

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.chart.size
        return round(width * self.zoom), round(height * self.zoom)

    @property
    def lone(self) -> float:
        """The side of a counter that is alone in its hex."""
        usual = BIG / HEX
        return (self.fill or usual + (0.58 - usual) * crowded(self.chart)) * self.hex_px

    @property
    def grain(self) -> float:
        """How much larger than in a hex of the usual size marks are drawn."""
        return plate_grain(self.chart) * self.zoom

    def centre(self, cell: int) -> Point:
        """Pixels."""
        return self._scaled(self.chart.centre(cell))

    def pixel(self, x: float, y: float) -> Point:
        """Grid units to pixels."""
        return self._scaled(self.chart.pixel(x, y))

    def corners(self, cell: int, inset: float = 0.0) -> list[Point]:
        """The corners of a cell in pixels, `inset` pixels of the base inwards."""
        return [self._scaled(at) for at in self.chart.corners(cell, inset)]

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between neighbours, in pixels."""
        one, other = self.chart.side(a, b)
        return self._scaled(one), self._scaled(other)

    def outline(self, cells: tuple[int, ...], inset: float) -> list[tuple[Point, Point]]:
        """The outer sides of a group of cells, `inset` pixels of the base inwards."""
        lines = self.chart.outline(cells, inset)
        return [(self._scaled(a), self._scaled(b)) for a, b in lines]

    def _scaled(self, at: Point) -> Point:
        return at[0] * self.zoom, at[1] * self.zoom


def spots(ground: Ground, stack: Stack) -> tuple[list[Spot], list[Rest]]:
    """Every piece of a stack at its own place, and a sign for those that found none.

    No piece hides another, but where hexes are tiny. Numbers and names at the head of the hex
    stay free.
    """
    x, y = ground.centre(stack.cell)
    hex_px, lone = ground.hex_px, ground.lone
    if hex_px < _TINY:
        return _pile(stack, (x, y), round(lone)), []
    unit = lone / BIG
    shown, rest = stack.small[:BLOCK], sum(piece.count for piece in stack.small[BLOCK:])
    areas = ground.chart.grid_kind == "areas"
    if not stack.big:
        size = round((44 if len(stack.small) < 3 else 38 if len(stack.small) < 4 else 32) * unit)
        if areas and len(stack.small) > 1:
            size = round(38 * unit)  # inside the disc
        signs = [Rest(rest, x, y + 36 * unit, round(20 * unit))] if rest else []
        return _row(shown, x, y + (0 if areas else 8) * unit, size, 4 * unit), signs
    if len(stack.big) > 2:
        return _block(stack, ground)
    size = round(min(lone, 0.86 * hex_px / len(stack.big)))
    if shown and ground.chart.grid_kind == "flat":
        size = min(size, round(0.46 * hex_px))  # the name is at the foot: the number stays free
    small = round((SMALL if len(stack.small) < 3 else 30 if len(stack.small) == 3 else 24) * unit)
    drop = 0.014 * hex_px if lone < 0.45 * hex_px else 0.08 * hex_px
    if areas:  # stores hang below, above the printed name, and small pieces lie on the left
        aside = x - 0.52 * hex_px - (len(shown) - 1) / 2 * (small + 4 * unit)
        signs = [Rest(rest, x + 0.42 * hex_px, y, round(20 * unit))] if rest else []
        big = _row(stack.big, x, y - 0.04 * hex_px, size, 4 * unit)
        return [*big, *_row(shown, aside, y - 0.25 * hex_px, small, 4 * unit)], signs
    foot = min(drop + (size + small) / 2 + 3 * unit, 0.53 * hex_px - small / 2)
    if shown:
        drop = min(drop, foot - (size + small) / 2 - 2 * unit)
    signs = [Rest(rest, x + 0.42 * hex_px, y + foot, round(20 * unit))] if rest else []
    big = _row(stack.big, x, y + drop, size, 4 * unit)
    return [*big, *_row(shown, x, y + foot, small, 4 * unit)], signs


def _pile(stack: Stack, at: Point, size: int) -> list[Spot]:
    """The top piece whole, of those below it an edge."""
    pieces = [*stack.big, *stack.small][:_PILE]
    return [
        Spot(piece, at[0] + 2 * depth, at[1] - 2 * depth, size)
        for depth, piece in reversed([*enumerate(pieces)])
    ]


def _block(stack: Stack, ground: Ground) -> tuple[list[Spot], list[Rest]]:
    """Three or more pieces two by two; what is left over, small ones too, is counted.

    Around an area of a point to point map there is more room than in a hex.
    """
    areas = ground.chart.grid_kind == "areas"
    pieces = [*stack.big, *stack.small]
    size = round(min(ground.lone, (0.44 if areas else 0.33) * ground.hex_px))
    gap = max(2, round(ground.hex_px * 0.02))
    across = size + gap
    down = round(size * (1 + STORES)) + gap if any(p.stores for p in pieces[:BLOCK]) else across
    x, y = ground.centre(stack.cell)
    y += -0.12 * ground.hex_px if areas else 0.1 * ground.hex_px
    out = []
    for number, piece in enumerate(pieces[:BLOCK]):
        column, row = number % 2, number // 2
        alone = len(pieces) == 3 and number == 2
        dx = 0.0 if alone else (column - 0.5) * across
        out.append(Spot(piece, x + dx, y + (row - 0.5) * down, size))
    rest = sum(piece.count for piece in pieces[BLOCK:])
    return out, [Rest(rest, x, y, round(size * 0.5))] if rest else []


def _row(pieces: tuple[Piece, ...], x: float, y: float, size: int, gap: float) -> list[Spot]:
    left = x - (len(pieces) - 1) / 2 * (size + gap)
    return [Spot(piece, left + k * (size + gap), y, size) for k, piece in enumerate(pieces)]


def shared(a: Area, b: Area) -> float:
    """How many pixels two boxes have in common."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    tall = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, tall)


def window(
    ground: Ground,
    focus: tuple[int, ...],
    least: tuple[int, int] = CROP,
    most: tuple[int, int] = CROP_MOST,
) -> Window | None:
    """The part of the map that a crop shows: all of the focus, and some room around it.

    None where there is no focus or it spreads too far to be seen from close by.
    """
    if not focus:
        return None
    centres = [ground.centre(cell) for cell in focus]
    air = CROP_AIR * ground.hex_px
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    spread = max(xs) - min(xs) + ground.hex_px, max(ys) - min(ys) + ground.hex_px
    if spread[0] > most[0] or spread[1] > most[1]:
        return None
    width = _between(max(xs) - min(xs) + 2 * air, least[0], most[0], ground.size[0])
    height = _between(max(ys) - min(ys) + 1.6 * air, least[1], most[1], ground.size[1])
    x = _clamp((min(xs) + max(xs)) / 2 - width / 2, ground.size[0] - width)
    y = _clamp((min(ys) + max(ys)) / 2 - height / 2, ground.size[1] - height)
    return Window(x, y, width, height)


def _between(wanted: float, least: int, most: int, there: int) -> int:
    return min(there, most, max(least, math.ceil(wanted)))


def _clamp(start: float, last: int) -> int:
    return max(0, min(last, round(start)))
