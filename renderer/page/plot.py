"""Curves over a scale: a rating game by game, a score turn by turn. Each is named at its end."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, drawn
from renderer.inks.text import clip, fit, width
from renderer.page.panel import write

ALT_LIMIT = 1024
WIDE, TALL = 800, 440
INKS = (p.GOLD, p.SKY, p.WHITE, p.MUD)
_HEAD, _FOOT, _EDGE = 58, 44, 16
_GRID = 5
"""Lines of the scale, at most."""
_DOTS = 40
"""More points than these are a line."""
_At = Callable[[float, float], tuple[float, float]]
"""Where a point of the scale lies on the page."""


@dataclass(frozen=True)
class Curve:
    """Points (x, y) from left to right; with `band`, how far up and down each may be off."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[float] = ()


@dataclass(frozen=True)
class Plot:
    """Curves (four at most), and what stands under the scale: (x, words)."""

    title: str
    curves: Sequence[Curve]
    ticks: Sequence[tuple[float, str]]

    def alt(self) -> str:
        """The picture in words."""
        told = (
            f"{c.name}: from {c.points[0][1]:.0f} to {c.points[-1][1]:.0f}, "
            f"lowest {min(y for _, y in c.points):.0f}, highest {max(y for _, y in c.points):.0f}."
            for c in self.curves
        )
        return clip(" ".join([f"{self.title}.", *told]), ALT_LIMIT)


def draw_plot(plot: Plot, *, large: bool = False) -> Image.Image:
    """The picture."""
    letters = 30 if large else 22
    page = p.blank(WIDE, TALL, p.PANEL)
    write(page, fit(plot.title, "bold", 27, WIDE - 2 * _EDGE), _EDGE, _HEAD / 2, 27)
    low, high, step = scale(_all(plot.curves))
    names = [fit(curve.name, "bold", letters, WIDE / 4) for curve in plot.curves]
    marks = [low + n * step for n in range(round((high - low) / step) + 1)]
    left = _EDGE + max(width(_number(y), "regular", letters) for y in marks) + 10
    right = WIDE - _EDGE - max(width(name, "bold", letters) for name in names) - 14
    top, bottom = _HEAD + letters / 2, TALL - _FOOT
    first, last = _ends(plot)

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            left + (right - left) * (x - first) / (last - first),
            bottom - (bottom - top) * (y - low) / (high - low),
        )

    pen = ImageDraw.Draw(page)
    for y in marks:
        height = at(first, y)[1]
        pen.line((left, height, right, height), p.nearest(p.PANEL_SOFT), 2)
        write(page, _number(y), _EDGE, height, letters, p.MUTED, "regular")
    _under(page, plot, at, bottom + letters, letters)
    _lines(plot, at).paste(page, WIDE // 2, TALL // 2)
    ends = [at(*curve.points[-1])[1] for curve in plot.curves]
    for number, height in enumerate(_apart(ends, letters * 1.15, top, bottom)):
        write(page, names[number], right + 10, height, letters, INKS[number])
    return page


def scale(values: Sequence[float]) -> tuple[float, float, float]:
    """(lowest, highest, step) of a scale in round numbers that holds all of them.

    >>> scale([1399, 1601]), scale([3])
    ((1300.0, 1700.0, 100.0), (2.0, 4.0, 0.5))
    """
    low, high = min(values), max(values)
    if high == low:
        low, high = low - 1, high + 1
    rough = (high - low) / (_GRID - 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= rough)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def _all(curves: Sequence[Curve]) -> list[float]:
    near = [(y, by) for c in curves for (_, y), by in zip(c.points, c.band, strict=False)]
    edges = [edge for y, by in near for edge in (y - by, y + by)]
    return [y for c in curves for _, y in c.points] + edges


def _ends(plot: Plot) -> tuple[float, float]:
    xs = [x for curve in plot.curves for x, _ in curve.points] + [x for x, _ in plot.ticks]
    return min(xs), max(*xs, min(xs) + 1)


def _number(y: float) -> str:
    return f"{y:.0f}" if y == round(y) else f"{y:.1f}"


def _under(page: Image.Image, plot: Plot, at: _At, y: float, letters: int) -> None:
    """What stands under the scale, as much of it as has room."""
    free = 0.0
    for x, words in plot.ticks:
        wide = width(words, "regular", letters)
        start = min(at(x, 0)[0] - wide / 2, WIDE - _EDGE - wide)
        if start >= free:
            write(page, words, start, y, letters, p.MUTED, "regular")
            free = start + wide + letters


def _lines(plot: Plot, at: _At) -> Sprite:
    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        def there(x: float, y: float) -> tuple[float, float]:
            across, down = at(x, y)
            return across * s, down * s

        for curve in plot.curves:
            near = list(zip(curve.points, curve.band, strict=False))
            edge = [there(x, y + by) for (x, y), by in near]
            edge += [there(x, y - by) for (x, y), by in near[::-1]]
            if len(edge) > 2:
                draw.polygon(edge, p.mix(p.PANEL, p.WHITE, 1 / 8))
        for curve, ink in zip(plot.curves, INKS, strict=False):
            points = [there(x, y) for x, y in curve.points]
            draw.line(points, ink, round(4 * s), joint="curve")
            for x, y in points if len(points) <= _DOTS else points[-1:]:
                draw.ellipse((x - 6 * s, y - 6 * s, x + 6 * s, y + 6 * s), ink)

    return drawn(WIDE, TALL, pen)


def _apart(heights: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Heights moved so that names do not touch."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    found = list(heights)
    for before, now in pairwise(order):
        found[now] = max(found[now], found[before] + least)
    over = max(0.0, max(found) - bottom)
    return [height - over for height in found]
