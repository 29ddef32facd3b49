"""Cities, stars, anchors, wells: the signs of a base, and where the small ones go."""

import math
import random
from collections.abc import Iterator

from PIL import ImageDraw

from renderer import palette as p
from renderer.chart import Chart, City, Sign
from renderer.press import FINE, Press
from renderer.projection import Point

Pen = ImageDraw.ImageDraw

SIGN = 0.11
"""Half the size of a small sign, in hex widths."""

_POINTY_SPOTS = ((0.35, 0.02), (-0.35, 0.02), (0.33, -0.2), (-0.33, -0.2))
_FLAT_SPOTS = ((0.4, 0.0), (-0.4, 0.0), (0.33, -0.2), (-0.33, -0.2))


def small_signs(chart: Chart) -> Iterator[tuple[Sign, City, Point]]:
    """Each small sign with its middle in pixels: beside the counters of its hex."""
    spots = _FLAT_SPOTS if chart.grid_kind == "flat" else _POINTY_SPOTS
    for city in chart.cities:
        x, y = chart.middle(city.cells)
        for sign, (dx, dy) in zip(city.signs, spots, strict=False):
            yield sign, city, (x + dx * chart.hex_px, y + dy * chart.hex_px)


def cities(press: Press, chart: Chart) -> None:
    """The sign of each city where its hexes meet, and the small ones beside it."""
    _towns(press, chart)
    _stars(press, chart)
    _crosses(press, chart)
    _small(press, chart)


def _of(chart: Chart, *kinds: str) -> Iterator[tuple[City, float, float]]:
    for city in chart.cities:
        if city.kind in kinds:
            x, y = chart.middle(city.cells)
            yield city, x * FINE, y * FINE


_BLOCKS = {"major": (4, 0.125), "city": (3, 0.115)}
"""Blocks in a row, and the size of a block in hex widths."""


def _towns(press: Press, chart: Chart) -> None:
    """A cluster of blocks for a city, a ring for a town."""
    hex_ = chart.hex_px * FINE
    with press.ink(p.INK) as pen:
        for city, x, y in _of(chart, "major", "city"):
            for box in _blocks(city, x, y, hex_):
                pen.rectangle(box, fill=255)
        for _, x, y in _of(chart, "town"):
            _disc(pen, x, y, 0.085 * hex_)
    with press.ink(p.RED) as pen:
        for city, x, y in _of(chart, "major", "city"):
            rim = max(2, round(0.014 * hex_))
            for a, b, c, d in _blocks(city, x, y, hex_):
                pen.rectangle((a + rim, b + rim, c - rim, d - rim),
                              fill=255 if city.kind == "major" else 150)  # fmt: skip
    with press.ink(p.CLEAR, p.INK) as pen:
        for _, x, y in _of(chart, "town"):
            _disc(pen, x, y, 0.05 * hex_)


def _blocks(city: City, x: float, y: float, hex_: float) -> Iterator[tuple[float, ...]]:
    """Houses along streets, without those at the corners; the name decides which."""
    count, size = _BLOCKS[city.kind]
    size *= hex_
    chance = random.Random(city.name)
    half = (count - 1) / 2
    for row in range(count):
        for column in range(count):
            corner = abs(row - half) == half and abs(column - half) == half
            if corner and chance.random() < 0.75:
                continue
            bx, by = x + (column - half) * size, y + (row - half) * size
            wide, tall = size * chance.uniform(0.36, 0.44), size * chance.uniform(0.36, 0.44)
            yield bx - wide, by - tall, bx + wide, by + tall


def _disc(pen: Pen, x: float, y: float, r: float, fill: int = 255) -> None:
    pen.ellipse([x - r, y - r, x + r, y + r], fill=fill)


def star_points(x: float, y: float, size: float) -> list[Point]:
    """A five-pointed star of radius `size`."""
    out = []
    for k in range(10):
        radius = size if k % 2 == 0 else size * 0.42
        turn = math.pi / 5 * k
        out.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    return out


def _stars(press: Press, chart: Chart) -> None:
    size = chart.hex_px * 0.18 * FINE
    with press.ink(p.INK) as pen:
        for _, x, y in _of(chart, "star", "gold"):
            pen.polygon(star_points(x, y, size), fill=255)
    for kind, ink in (("star", p.RED), ("gold", p.GOLD)):
        with press.ink(ink, p.INK) as pen:
            for _, x, y in _of(chart, kind):
                pen.polygon(star_points(x, y, size * 0.78), fill=255)


def _crosses(press: Press, chart: Chart) -> None:
    """A straight-armed cross, white edge around dark."""
    size = chart.hex_px * 0.165 * FINE
    for ink, ground, arm, out in (
        (p.AXIS_DARK, p.PAPER, 0.5, 1.04),
        (p.PAPER, p.AXIS_DARK, 0.44, 0.98),
        (p.AXIS_DARK, p.PAPER, 0.26, 0.98),
    ):
        with press.ink(ink, ground) as pen:
            for _, x, y in _of(chart, "cross"):
                for wide, tall in ((size * out, size * arm), (size * arm, size * out)):
                    pen.rectangle([x - wide, y - tall, x + wide, y + tall], fill=255)


def _small(press: Press, chart: Chart) -> None:
    size = chart.hex_px * SIGN * FINE
    found = [(sign, city, (x * FINE, y * FINE)) for sign, city, (x, y) in small_signs(chart)]
    with press.ink(p.INK) as pen:
        for sign, _, (x, y) in found:
            if sign == "star":
                pen.polygon(star_points(x, y, size * 1.15), fill=255)
            elif sign == "oil":
                _derrick(pen, x, y, size)
            elif sign == "fort":
                _bastion(pen, x, y, size)
            elif sign == "medal":
                _disc(pen, x, y, size)
    with press.ink(p.RIVER_EDGE) as pen:
        for sign, _, (x, y) in found:
            if sign == "port":
                _anchor(pen, x, y, size)
    for side, ink in ((0, p.GOLD), (1, p.RED)):
        with press.ink(ink, p.INK) as pen:
            for sign, city, (x, y) in found:
                if sign == "star" and city.side == side:
                    pen.polygon(star_points(x, y, size * 0.85), fill=255)


def _derrick(pen: Pen, x: float, y: float, s: float) -> None:
    w = max(2, round(s * 0.2))
    pen.line([(x - s * 0.7, y + s), (x, y - s), (x + s * 0.7, y + s)], fill=255, width=w)
    for t in (0.3, 0.65):
        pen.line([(x - s * 0.7 * t, y - s + 2 * s * t), (x + s * 0.7 * t, y - s + 2 * s * t)],
                 fill=255, width=w)  # fmt: skip
    pen.line([(x - s, y + s), (x + s, y + s)], fill=255, width=w)


def _bastion(pen: Pen, x: float, y: float, s: float) -> None:
    """A wall with three merlons."""
    pen.rectangle([x - s, y - s * 0.1, x + s, y + s * 0.85], fill=255)
    for k in (-1, 0, 1):
        pen.rectangle([x + k * s * 0.72 - s * 0.28, y - s * 0.8, x + k * s * 0.72 + s * 0.28, y],
                      fill=255)  # fmt: skip


def _anchor(pen: Pen, x: float, y: float, s: float) -> None:
    w = max(2, round(s * 0.24))
    r = s * 0.26
    pen.ellipse([x - r, y - s, x + r, y - s + 2 * r], outline=255, width=w)
    pen.line([x, y - s + 2 * r, x, y + s * 0.95], fill=255, width=w)
    pen.line([x - s * 0.5, y - s * 0.15, x + s * 0.5, y - s * 0.15], fill=255, width=w)
    pen.arc([x - s * 0.85, y - s * 0.7, x + s * 0.85, y + s], 20, 160, fill=255, width=w)
