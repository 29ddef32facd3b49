"""Areas, roads and seas of a point to point map."""

import math
from collections.abc import Collection, Iterator

from PIL import ImageDraw

from renderer.base.chart import RADIUS, Chart, Link, Sign
from renderer.base.press import FINE, Press, fine
from renderer.base.projection import Point
from renderer.inks import palette as p

Pen = ImageDraw.ImageDraw

LIVERIES = ((0, p.AXIS), (2, p.PALE), (3, p.BROWN))
"""Liveries that may own an area or a road, with their inks."""

_LANE = 7.0
"""Width of a road for one livery, in pixels of a plate; its edge comes on top."""


_CORE = 0.74
"""Part of an area that is left free in its middle."""


def draw(press: Press, chart: Chart) -> None:
    """Roads first, areas over them."""
    _roads(press, chart)
    _closed(press, chart)
    _seas(press, chart)
    _discs(press, chart)


def _lanes(chart: Chart, link: Link) -> Iterator[tuple[int, list[Point]]]:
    """A line for each owner of a road, side by side."""
    (ax, ay), (bx, by) = fine([chart.centre(link.a), chart.centre(link.b)])
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / length, (ax - bx) / length
    for k, owner in enumerate(link.owners):
        off = (k - (len(link.owners) - 1) / 2) * _LANE
        yield owner, [(ax + nx * off, ay + ny * off), (bx + nx * off, by + ny * off)]


def _roads(press: Press, chart: Chart) -> None:
    """Roads in the colours of those that may use them; sleepers where a railway is printed."""
    roads = [link for link in chart.links if link.kind in ("road", "rail")]
    with press.ink(p.INK) as pen:
        for link in roads:
            ends = fine([chart.centre(link.a), chart.centre(link.b)])
            if link.kind == "rail":
                _sleepers(pen, ends)
            pen.line(ends, fill=255, width=round(_LANE * len(link.owners)) + 5)
    for livery, ink in LIVERIES:
        with press.ink(ink, p.INK) as pen:
            for link in roads:
                for owner, line in _lanes(chart, link):
                    if owner == livery:
                        pen.line(line, fill=255, width=round(_LANE))


def _sleepers(pen: Pen, ends: list[Point]) -> None:
    (ax, ay), (bx, by) = ends
    length = math.hypot(bx - ax, by - ay)
    dx, dy = (by - ay) / length * 14, (ax - bx) / length * 14
    for k in range(1, int(length / 17)):
        x, y = ax + (bx - ax) * k * 17 / length, ay + (by - ay) * k * 17 / length
        pen.line([x - dx, y - dy, x + dx, y + dy], fill=255, width=5)


def _closed(press: Press, chart: Chart) -> None:
    """Ways that no army may use: red, in short dashes."""
    with press.ink(p.RED) as pen:
        for link in chart.links:
            if link.kind == "closed":
                a, b = fine([chart.centre(link.a), chart.centre(link.b)])
                count = max(2, round(math.dist(a, b) / 26))
                for k in range(count):
                    line = [
                        (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                        for t in ((k + 0.2) / count, (k + 0.8) / count)
                    ]
                    pen.line(line, fill=255, width=8)


def _seas(press: Press, chart: Chart) -> None:
    """A ring of dashes where the fleet may lie."""
    radius = RADIUS * chart.hex_px * FINE
    with press.ink(p.RIVER_EDGE, p.DEEP) as pen:
        for number, cell in enumerate(chart.cells):
            if cell.terrain == "sea":
                ((x, y),) = fine([chart.centre(number)])
                for k in range(18):
                    pen.arc([x - radius, y - radius, x + radius, y + radius],
                            k * 20, k * 20 + 12, fill=255, width=5)  # fmt: skip


def _discs(press: Press, chart: Chart) -> None:
    """Each area in its colours; forts have points, bases corners, goals a golden rim."""
    signs = {cell: set(city.signs) for city in chart.cities for cell in city.cells}
    found = [
        (number, fine([chart.centre(number)])[0], cell.owners, signs.get(number, set()))
        for number, cell in enumerate(chart.cells)
        if cell.owners
    ]
    radius = RADIUS * chart.hex_px * FINE
    with press.ink(p.INK) as pen:
        for _, at, _, own in found:
            if "fort" in own:
                _points(pen, at, radius * 1.2)
            _shape(pen, at, radius * (1.12 if "goal" in own else 1), own)
    with press.ink(p.GOLD, p.INK) as pen:
        for _, at, _, own in found:
            if "goal" in own:
                _shape(pen, at, radius * 1.12 - 4, own)
    with press.ink(p.INK) as pen:
        for _, at, _, own in found:
            if "goal" in own:
                _shape(pen, at, radius * 0.94, own)
    for livery, ink in LIVERIES:
        with press.ink(ink, p.INK) as pen:
            for _, at, owners, own in found:
                _part(pen, at, radius * (0.94 if "goal" in own else 1) - 5, owners, livery, own)
    for ink, ground, core in ((p.INK, p.CLEAR, _CORE), (p.CLEAR, p.INK, _CORE - 0.045)):
        with press.ink(ink, ground) as pen:
            for _, at, _, own in found:
                _shape(pen, at, radius * core, own)


def _points(pen: Pen, at: Point, radius: float) -> None:
    """The trace of a fortress: eight points."""
    x, y = at
    pen.polygon(
        [
            (x + math.cos(math.pi * k / 8) * radius * (1 if k % 2 else 0.8),
             y + math.sin(math.pi * k / 8) * radius * (1 if k % 2 else 0.8))
            for k in range(16)
        ],
        fill=255,
    )  # fmt: skip


def _shape(pen: Pen, at: Point, radius: float, signs: Collection[Sign]) -> None:
    x, y = at
    if "supply" in signs:
        r = radius * 0.92
        pen.rounded_rectangle([x - r, y - r, x + r, y + r], r * 0.22, fill=255)
    else:
        pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=255)


def _part(
    pen: Pen,
    at: Point,
    radius: float,
    owners: tuple[int, ...],
    livery: int,
    signs: Collection[Sign],
) -> None:
    """The share of one livery: all, a half or a third, from the north-west round."""
    if livery not in owners:
        return
    x, y = at
    if len(owners) == 1:
        _shape(pen, at, radius, signs)
        return
    share = 360 / len(owners)
    begin = 135 + share * owners.index(livery)
    pen.pieslice([x - radius, y - radius, x + radius, y + radius], begin, begin + share, fill=255)
