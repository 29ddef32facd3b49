"""Where the front runs: between the hexes that either side is nearer to.

It is drawn from what everybody sees, the pieces and who holds the cities, and decides
nothing: no game has such a line in its rules.
"""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.base.chart import Chart
from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, cased
from renderer.pieces.layout import Ground
from renderer.scene import Scene, Symbol

NOBODY = -1
_FINE = 4
_THICK, _EDGE = 4.6, 3.0
"""Pixels of the line in a hex of the usual size, and how much wider it is with its edge."""

Dashes = tuple[tuple[float, float], ...]
WHOLE: Dashes = ((0, 1),)
BROKEN: Dashes = ((0, 0.1), (0.44, 0.56), (0.9, 1))
OPEN: Dashes = ((0, 0.1), (0.9, 1))
"""The parts of a side that a line covers: all; over a river; through a city, round its sign."""

_GUESTS: frozenset[Symbol] = frozenset(("air", "fleet", "supply", "rail", "leader", "partisan"))
"""What lies in a hex without holding it."""


@lru_cache(maxsize=8)
def neighbours(chart: Chart) -> tuple[tuple[int, ...], ...]:
    """The land hexes beside each land hex, by number; none for other cells."""
    at = {
        _spot(cell.x, cell.y): number
        for number, cell in enumerate(chart.cells)
        if cell.played and cell.terrain not in ("sea", "lake", "box", "off")
    }
    out: list[tuple[int, ...]] = [()] * len(chart.cells)
    for number in at.values():
        x, y = chart.cells[number].x, chart.cells[number].y
        found = (at.get(_spot(x + dx, y + dy)) for dx, dy in _ways(chart))
        out[number] = tuple(other for other in found if other is not None)
    return tuple(out)


def _spot(x: float, y: float) -> tuple[int, int]:
    return round(x * 10), round(y * 10)


@lru_cache(maxsize=8)
def _ways(chart: Chart) -> tuple[tuple[float, float], ...]:
    """To the six neighbours, in grid units: the first is that of side 0 of a hex."""
    turn = -math.pi / 3 if chart.grid_kind == "pointy" else math.pi / 6
    turns = [turn + k * math.pi / 3 for k in range(6)]
    return tuple((math.cos(t), math.sin(t)) for t in turns)


def holders(chart: Chart, scene: Scene) -> list[int]:
    """For each cell the side that is nearest by land, 0 or 1, or `NOBODY`.

    The border of 1941 counts as a hex more. Where both are as near, land is still that of
    those whose home it is.
    """
    held = [NOBODY] * len(chart.cells)
    around, border = neighbours(chart), _border(chart)
    for plate in scene.plates:
        for cell in plate.cells:
            held[cell] = plate.side
    for stack in scene.stacks:
        pieces = (*stack.big, *stack.small)
        sides = {m.side for m in pieces if not m.lost and m.symbol not in _GUESTS}
        if len(sides) == 1:
            held[stack.cell] = sides.pop()
    edge = {cell: {side} for cell, side in enumerate(held) if side in (0, 1) and around[cell]}
    stood = {*edge}
    coming: list[dict[int, set[int]]] = [{}, {}]
    while edge or any(coming):
        for cell, by in edge.items():
            if held[cell] == NOBODY:
                held[cell] = min(by) if len(by) == 1 else 0 if chart.cells[cell].home else 1
        for cell in edge:
            for other in around[cell]:
                if held[other] == NOBODY:
                    later = coming[(cell, other) in border]
                    later.setdefault(other, set()).add(held[cell])
        edge, coming = coming[0], [coming[1], {}]
        edge = {cell: by for cell, by in edge.items() if held[cell] == NOBODY}
    for cell, beside in enumerate(around):
        if cell in stood or not beside:
            continue
        side = held[beside[0]]
        if held[cell] != side and all(held[other] == side for other in beside):
            held[cell] = side  # an empty hex alone among the other side's is no pocket
    return held


@lru_cache(maxsize=8)
def _border(chart: Chart) -> frozenset[tuple[int, int]]:
    """Pairs of neighbours on the two sides of the border, both ways."""
    sides = [(side.a, side.b) for side in chart.sides if side.kind == "border"]
    return frozenset(sides + [(b, a) for a, b in sides])


def front(chart: Chart, scene: Scene) -> list[tuple[int, int]]:
    """All pairs of neighbours that different sides hold: first the cell of side 0."""
    held = holders(chart, scene)
    return [
        (cell, other)
        for cell, beside in enumerate(neighbours(chart))
        if held[cell] == 0
        for other in beside
        if held[other] == 1
    ]


def side_of(chart: Chart, a: int, b: int) -> int:
    """Which side of hex `a` it has in common with `b`: from corner k to corner k + 1."""
    dx, dy = chart.cells[b].x - chart.cells[a].x, chart.cells[b].y - chart.cells[a].y
    ways = _ways(chart)
    return max(range(6), key=lambda k: ways[k][0] * dx + ways[k][1] * dy)


@lru_cache(maxsize=8)
def ruled(chart: Chart) -> frozenset[frozenset[int]]:
    """The sides of hexes that the rules know: rivers and the like."""
    return frozenset(
        frozenset((side.a, side.b))
        for side in chart.sides
        if side.kind not in ("border", "nation", "line")
    )


def strokes(ground: Ground, side: int, dashes: Dashes = WHOLE) -> tuple[Sprite, Sprite]:
    """The pale edge of the line on one side of a hex, and the line; from the hex's middle.

    All edges are to be laid before the first line, so that the line has no seams. Its
    `dashes` let a river be seen under it.
    """
    flat, grain = ground.chart.grid_kind == "flat", max(0.75, ground.grain)
    return _strokes(flat, ground.hex_px, grain, side, dashes)


@lru_cache(maxsize=96)
def _strokes(
    flat: bool, hex_px: float, grain: float, side: int, dashes: Dashes
) -> tuple[Sprite, Sprite]:
    radius, turn = hex_px / math.sqrt(3), 0.0 if flat else -math.pi / 2
    ends = [
        (radius * math.cos(turn + k * math.pi / 3), radius * math.sin(turn + k * math.pi / 3))
        for k in (side, side + 1)
    ]
    pad = math.ceil(_THICK * grain) + 2
    left, top = (math.floor(min(end[n] for end in ends)) - pad for n in (0, 1))
    right, bottom = (math.ceil(max(end[n] for end in ends)) + pad for n in (0, 1))
    size = (right - left, bottom - top)
    fine = [((x - left) * _FINE, (y - top) * _FINE) for x, y in ends]
    parts = [[_along(fine, share) for share in dash] for dash in dashes]
    core, edge = (_lines(size, parts, (_THICK + more) * grain * _FINE) for more in (0, _EDGE))
    pale = cased(Image.new("L", size), edge, p.INK, p.PAPER)
    dark = cased(core, core, p.INK, p.PAPER)
    return (
        Sprite(pale.image, pale.mask, left, top),
        Sprite(dark.image, dark.mask, left, top),
    )


def _along(ends: list[Point], share: float) -> Point:
    (ax, ay), (bx, by) = ends
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _lines(size: tuple[int, int], lines: list[list[Point]], thick: float) -> Image.Image:
    """The coverage of lines with round ends."""
    plate = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    pen = ImageDraw.Draw(plate)
    for ends in lines:
        pen.line(ends, 255, round(thick))
        for x, y in ends:
            pen.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], 255)
    return plate.reduce(_FINE)
