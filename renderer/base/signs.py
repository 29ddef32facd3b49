"""Cities, stars, anchors, wells: the signs of a base, and where the small ones go."""

import math
import random
from collections.abc import Callable, Container, Iterator

from PIL import ImageDraw

from renderer.base.chart import Chart, City, CityKind, Sign
from renderer.base.press import FINE, Press
from renderer.base.projection import Point
from renderer.inks import palette as p

Pen = ImageDraw.ImageDraw
Shape = Callable[[Pen, float, float, float], None]
"""Draws with a pen round `x`, `y`, at a size in pixels of a plate."""

SIGN = 0.11
"""Half the size of a small sign, in hex widths."""

_SPOTS = {
    "pointy": ((0.35, 0.02), (-0.35, 0.02), (0.33, -0.2), (-0.33, -0.2)),
    "flat": ((0.4, 0.0), (-0.4, 0.0), (0.33, -0.2), (-0.33, -0.2)),
    "small": ((0.37, 0.16), (-0.37, 0.16), (0.37, -0.1), (-0.37, -0.1)),
    "areas": ((0.36, -0.36), (-0.36, 0.36)),
}
"""Of small signs, from the middle of a hex or area, in hex widths."""


def small_signs(chart: Chart) -> Iterator[tuple[Sign, City, Point]]:
    """Each small sign with its middle in pixels: beside the counters of its hex."""
    drawn = ("star", "port") if chart.grid_kind == "areas" else _SIGNS
    spots = _SPOTS["small" if chart.small else chart.grid_kind]
    for city in chart.cities:
        x, y = chart.middle(city.cells)
        small = [sign for sign in city.signs if sign in drawn]
        for sign, (dx, dy) in zip(small, spots, strict=False):
            yield sign, city, (x + dx * chart.hex_px, y + dy * chart.hex_px)


def cities(press: Press, chart: Chart) -> None:
    """The sign of each city where its hexes meet, and the small ones beside it."""
    for city in chart.cities:
        reach = _REACH[city.kind] * chart.hex_px
        for ink, ground, shape in _layers(city):
            with press.stamp(chart.middle(city.cells), reach, ink, ground) as (pen, x, y):
                shape(pen, x, y, reach * 2)
    reach = SIGN * chart.hex_px
    for sign, city, at in small_signs(chart):
        for ink, ground, shape in _SMALL[sign, city.side]:
            with press.stamp(at, reach * 1.5, ink, ground) as (pen, x, y):
                shape(pen, x, y, reach * 2)


EXIT = 0.16
"""Half the size of the sign of an exit, in hex widths."""


def exits(chart: Chart) -> Iterator[tuple[int, Point, Point]]:
    """Each exit: its side, the middle of its sign in pixels, and the way off the map."""
    there = {_spot(c.x, c.y) for c in chart.cells if c.terrain not in ("off", "box")}
    for cell, side in chart.exits:
        x, y = chart.centre(cell)
        dx, dy = _outward(chart, cell, there)
        off = chart.hex_px * (0.63 + 0.07 * abs(dy))  # above the number
        yield side, (x + dx * off, y + dy * off), (dx, dy)


def arrows(press: Press, chart: Chart) -> None:
    """Arrow heads at the edges of the map from which a side is supplied."""
    size = chart.hex_px * EXIT
    for side, at, (dx, dy) in exits(chart):
        with press.stamp(at, size * 2, p.RED if side else p.AXIS_DARK) as (pen, x, y):
            wide, deep = size * FINE * 0.66, size * FINE * 0.62
            points = [
                (x - dx * deep, y - dy * deep),
                (x + dx * deep - dy * wide, y + dy * deep + dx * wide),
                (x + dx * deep + dy * wide, y + dy * deep - dx * wide),
            ]
            pen.polygon(points, fill=255)


def _spot(x: float, y: float) -> tuple[int, int]:
    return round(x * 10), round(y * 10)


def _outward(chart: Chart, cell: int, there: Container[tuple[int, int]]) -> Point:
    """The way off the map: east or west, or the mean of the ways on which no hex follows."""
    here = chart.cells[cell]
    tilt = math.pi / 6 if chart.grid_kind == "flat" else 0.0
    ways = [(math.cos(tilt + math.pi * k / 3), math.sin(tilt + math.pi * k / 3)) for k in range(6)]
    free = [(dx, dy) for dx, dy in ways if _spot(here.x + dx, here.y + dy) not in there]
    for dx, dy in free:
        if abs(dy) < 0.1:
            return dx, dy
    sx, sy = sum(dx for dx, _ in free), sum(dy for _, dy in free)
    length = math.hypot(sx, sy)
    return (sx / length, sy / length) if length > 0.1 else (0.0, -1.0)


_REACH: dict[CityKind, float] = {
    "star": 0.18,
    "gold": 0.18,
    "cross": 0.165,
    "major": 0.26,
    "city": 0.19,
    "well": 0.2,
    "town": 0.085,
    "none": 0.0,
}
"""Half the size of the sign of a city, in hex widths."""

Layer = tuple[p.Rgb, p.Rgb | None, Shape]


def _layers(city: City) -> Iterator[Layer]:
    """The inks of a city's sign, from the bottom."""
    if city.kind in ("star", "gold"):
        yield p.INK, p.CLEAR, _star(1.0)
        yield p.RED if city.kind == "star" else p.GOLD, p.INK, _star(0.78)
    elif city.kind == "cross":
        yield p.AXIS_DARK, p.PAPER, _cross(1.04, 0.5)
        yield p.PAPER, p.AXIS_DARK, _cross(0.98, 0.44)
        yield p.AXIS_DARK, p.PAPER, _cross(0.98, 0.26)
    elif city.kind == "well":
        yield p.CLEAR, None, _disc(1.0)
        yield p.INK, p.CLEAR, derrick
    elif city.kind == "town":
        yield p.INK, p.CLEAR, _disc(1.0)
        yield p.CLEAR, p.INK, _disc(0.58)
    elif city.kind in ("major", "city"):
        count = 4 if city.kind == "major" else 3
        yield p.INK, p.CLEAR, _houses(city.name, count, 0.0, 255)
        yield p.RED, p.CLEAR, _houses(city.name, count, 0.06, 255 if count == 4 else 150)


def star_points(x: float, y: float, size: float) -> list[Point]:
    """A five-pointed star of radius `size`."""
    out = []
    for k in range(10):
        radius = size if k % 2 == 0 else size * 0.42
        turn = math.pi / 5 * k
        out.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    return out


def _star(part: float) -> Shape:
    def shape(pen: Pen, x: float, y: float, s: float) -> None:
        pen.polygon(star_points(x, y, s * part), fill=255)

    return shape


def _disc(part: float) -> Shape:
    def shape(pen: Pen, x: float, y: float, s: float) -> None:
        r = s * part
        pen.ellipse([x - r, y - r, x + r, y + r], fill=255)

    return shape


def _cross(long: float, wide: float) -> Shape:
    """A straight-armed cross."""

    def shape(pen: Pen, x: float, y: float, s: float) -> None:
        for dx, dy in ((s * long, s * wide), (s * wide, s * long)):
            pen.rectangle([x - dx, y - dy, x + dx, y + dy], fill=255)

    return shape


def _houses(name: str, count: int, rim: float, fill: int) -> Shape:
    """Houses along streets, without most of those at the corners; the name decides which."""

    def shape(pen: Pen, x: float, y: float, s: float) -> None:
        size = 2 * s / count
        chance = random.Random(name)
        half = (count - 1) / 2
        for row in range(count):
            for column in range(count):
                corner = abs(row - half) == half and abs(column - half) == half
                if corner and chance.random() < 0.75:
                    continue
                bx, by = x + (column - half) * size, y + (row - half) * size
                wide = size * chance.uniform(0.38, 0.44) - rim * s
                tall = size * chance.uniform(0.38, 0.44) - rim * s
                pen.rectangle([bx - wide, by - tall, bx + wide, by + tall], fill=fill)

    return shape


def derrick(pen: Pen, x: float, y: float, s: float) -> None:
    w = max(2, round(s * 0.2))
    pen.line([(x - s * 0.7, y + s), (x, y - s), (x + s * 0.7, y + s)], fill=255, width=w)
    for t in (0.3, 0.65):
        left, right = x - s * 0.7 * t, x + s * 0.7 * t
        pen.line([(left, y - s + 2 * s * t), (right, y - s + 2 * s * t)], fill=255, width=w)
    pen.line([(x - s, y + s), (x + s, y + s)], fill=255, width=w)


def bastion(pen: Pen, x: float, y: float, s: float) -> None:
    """A wall with three merlons."""
    pen.rectangle([x - s, y - s * 0.1, x + s, y + s * 0.85], fill=255)
    for k in (-1, 0, 1):
        middle = x + k * s * 0.72
        pen.rectangle([middle - s * 0.28, y - s * 0.8, middle + s * 0.28, y], fill=255)


def anchor(pen: Pen, x: float, y: float, s: float) -> None:
    w = max(2, round(s * 0.24))
    r = s * 0.26
    pen.ellipse([x - r, y - s, x + r, y - s + 2 * r], outline=255, width=w)
    pen.line([x, y - s + 2 * r, x, y + s * 0.95], fill=255, width=w)
    pen.line([x - s * 0.5, y - s * 0.15, x + s * 0.5, y - s * 0.15], fill=255, width=w)
    pen.arc([x - s * 0.85, y - s * 0.7, x + s * 0.85, y + s], 20, 160, fill=255, width=w)


def _small(sign: Sign, side: int) -> tuple[Layer, ...]:
    """The inks of a small sign; a star has the colour of the side that begins with it."""
    if sign == "star":
        ink = p.GOLD if side == 0 else p.RED
        return (p.INK, p.CLEAR, _star(1.15)), (ink, p.INK, _star(0.85))
    if sign == "port":
        return (p.CLEAR, None, _disc(1.3)), (p.RIVER_EDGE, p.CLEAR, anchor)
    if sign == "navy":
        return (p.RIVER_EDGE, p.CLEAR, _disc(1.5)), (p.CLEAR, p.RIVER_EDGE, anchor)
    return ((p.INK, p.CLEAR, derrick if sign == "oil" else bastion),)


_SIGNS: tuple[Sign, ...] = ("star", "port", "navy", "oil", "fort")
_SMALL = {(sign, side): _small(sign, side) for sign in _SIGNS for side in (-1, 0, 1)}
