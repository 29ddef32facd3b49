"""The cartouche of a base: title, key, scale and north, in a corner that nothing needs."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.base.chart import Cartouche, Chart
from renderer.base.geo import projection
from renderer.base.press import FINE, Press
from renderer.base.projection import Point
from renderer.base.signs import anchor, bastion, derrick, star_points
from renderer.base.texture import TEXTURES
from renderer.inks import palette as p
from renderer.inks.text import font, width

Pen = ImageDraw.ImageDraw

_INSET = 22
"""Pixels between the cartouche and the edge of the sheet."""

_ROW = 31
_SWATCH = (46, 24)
_TINTS = {
    "desert": p.DESERT,
    "rough": p.ROUGH,
    "forest": p.WOODS,
    "swamp": p.SWAMP,
    "mountain": p.MOUNTAIN,
    "home": p.HOME,
}


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the cartouche lies, in pixels; its entries stand in two columns."""

    left: int
    top: int
    wide: int
    tall: int


def draw(press: Press, chart: Chart) -> None:
    """Draw the chart's cartouche, if it has one."""
    if chart.cartouche is None:
        return
    frame = _frame(chart, chart.cartouche)
    _panel(press, frame)
    _title(press, frame, chart.cartouche.title)
    half = math.ceil(len(chart.cartouche.key) / 2)
    for number, (what, words) in enumerate(chart.cartouche.key):
        x = frame.left + 22 + number // half * (frame.wide - 20) // 2
        y = frame.top + 74 + number % half * _ROW
        _swatch(press, chart, what, x, y)
        _write(press, words, (x + _SWATCH[0] + 10, y + _SWATCH[1] // 2), 17)
    _scale(press, chart, frame)


def _frame(chart: Chart, cartouche: Cartouche) -> _Frame:
    words = max(width(text, "regular", 17) for _, text in cartouche.key)
    wide = max(
        2 * round(words + _SWATCH[0] + 34) + 24, round(width(cartouche.title, "italic", 38)) + 60
    )
    tall = 74 + math.ceil(len(cartouche.key) / 2) * _ROW + 60
    across, down = chart.size
    left = across - _INSET - wide if cartouche.corner in ("ne", "se") else _INSET
    top = down - _INSET - tall if cartouche.corner in ("se", "sw") else _INSET
    return _Frame(left, top, wide, tall)


def box(chart: Chart) -> tuple[float, float, float, float] | None:
    """What the cartouche covers: left, top, right, bottom in pixels."""
    if chart.cartouche is None:
        return None
    frame = _frame(chart, chart.cartouche)
    return frame.left, frame.top, frame.left + frame.wide, frame.top + frame.tall


def _panel(press: Press, frame: _Frame) -> None:
    pen = ImageDraw.Draw(press.sheet)
    ink, paper = (p.nearest(tone, p.BASE) for tone in (p.INK, p.fade(p.shade(p.CLEAR, 6))))
    box = [frame.left, frame.top, frame.left + frame.wide, frame.top + frame.tall]
    pen.rectangle(box, paper, ink, 2)
    pen.rectangle([box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5], None, ink, 1)


def _write(
    press: Press, words: str, at: Point, size: int, bold: bool = False, anchor: str = "lm"
) -> None:
    cover = Image.new("L", (round(width(words, "bold", size)) + 8, size * 2))
    x = cover.width // 2 if anchor == "mm" else 2
    face = font("bold" if bold else "regular", size)
    ImageDraw.Draw(cover).text((x, size), words, 255, face, anchor)
    press.print(cover, round(at[0]) - x, round(at[1]) - size, p.INK, p.CLEAR)


def _title(press: Press, frame: _Frame, title: str) -> None:
    face = font("italic", 38)
    cover = Image.new("L", (frame.wide - 20, 56))
    ImageDraw.Draw(cover).text((cover.width // 2, 28), title, 255, face, "mm")
    press.print(cover, frame.left + 10, frame.top + 12, p.INK, p.CLEAR)


def _swatch(press: Press, chart: Chart, what: str, x: int, y: int) -> None:
    """A sample of a terrain, or a sign or line on plain paper."""
    wide, tall = _SWATCH
    if what in _TINTS:
        pen = ImageDraw.Draw(press.sheet)
        pen.rectangle([x, y, x + wide, y + tall], p.nearest(_TINTS[what], p.BASE))
        if what in TEXTURES:
            where = Image.new("1", _SWATCH, 1)
            TEXTURES[what].lay(press.sheet, x, y, where, chart.hex_px)
        pen.rectangle([x, y, x + wide, y + tall], None, p.nearest(p.GRID, p.BASE))
        return
    for ink, ground, shape in _SAMPLES[what]:
        with press.stamp((x + wide / 2, y + tall / 2), wide / 2, ink, ground) as (pen, mx, my):
            shape(pen, mx, my)


_Sample = Callable[[Pen, float, float], None]


def _line(thick: float, *dashes: float) -> _Sample:
    """A line from left to right, whole or in dashes (parts of its length)."""

    def sample(pen: Pen, x: float, y: float) -> None:
        reach = _SWATCH[0] * FINE
        at = dashes or (0.0, 1.0)
        for begin, stop in zip(at[::2], at[1::2], strict=True):
            ends = [x + (begin - 0.5) * reach, y, x + (stop - 0.5) * reach, y]
            pen.line(ends, fill=255, width=round(thick * FINE))

    return sample


def _ticks(count: int, up: float, down: float, thick: float) -> _Sample:
    def sample(pen: Pen, x: float, y: float) -> None:
        reach = _SWATCH[0] * FINE
        for k in range(count):
            at = x + ((k + 0.5) / count - 0.5) * reach
            pen.line([at, y - up * FINE, at, y + down * FINE], fill=255, width=round(thick * FINE))

    return sample


def _star(size: float) -> _Sample:
    def sample(pen: Pen, x: float, y: float) -> None:
        pen.polygon(star_points(x, y, size * FINE), fill=255)

    return sample


def _ring(size: float) -> _Sample:
    def sample(pen: Pen, x: float, y: float) -> None:
        r = size * FINE
        pen.ellipse([x - r, y - r, x + r, y + r], fill=255)

    return sample


def _blocks(rim: float, fill: int) -> _Sample:
    def sample(pen: Pen, x: float, y: float) -> None:
        for dx, dy in ((-8, 0), (0, 0), (8, 0), (0, -8), (0, 8)):
            r = (3.6 - rim) * FINE
            cx, cy = x + dx * FINE, y + dy * FINE
            pen.rectangle([cx - r, cy - r, cx + r, cy + r], fill=fill)

    return sample


def _arrow(pen: Pen, x: float, y: float) -> None:
    pen.polygon([(x - 9 * FINE, y), (x + 7 * FINE, y - 9 * FINE), (x + 7 * FINE, y + 9 * FINE)],
                fill=255)  # fmt: skip


def _rays(count: int, out: float, inner: float) -> _Sample:
    """A star of many points, or with `inner` 0 as many strokes."""

    def sample(pen: Pen, x: float, y: float) -> None:
        turns = [math.pi * k / count for k in range(2 * count)]
        if inner:
            reach = [(out if k % 2 else inner) * FINE for k in range(2 * count)]
            points = [
                (x + r * math.cos(t), y + r * math.sin(t))
                for r, t in zip(reach, turns, strict=True)
            ]
            pen.polygon(points, fill=255)
            return
        for t in turns[::2]:
            dx, dy = out * FINE * math.cos(t), out * FINE * math.sin(t)
            pen.line([x, y, x + dx, y + dy], fill=255, width=2)

    return sample


def _square(size: float) -> _Sample:
    def sample(pen: Pen, x: float, y: float) -> None:
        r = size * FINE
        pen.rounded_rectangle([x - r, y - r, x + r, y + r], r * 0.2, fill=255)

    return sample


def _two_heads(pen: Pen, x: float, y: float) -> None:
    pen.line([x - 12 * FINE, y, x + 12 * FINE, y], fill=255, width=round(2.4 * FINE))
    for way in (-1, 1):
        tip, root = x + way * 20 * FINE, x + way * 10 * FINE
        pen.polygon([(tip, y), (root, y - 7 * FINE), (root, y + 7 * FINE)], fill=255)


_FINE_DASH = tuple(k / 6 + part for k in range(6) for part in (0.02, 0.12))
_DASH = (0.04, 0.3, 0.37, 0.63, 0.7, 0.96)
_SAMPLES: dict[str, tuple[tuple[p.Rgb, p.Rgb, _Sample], ...]] = {
    "river": ((p.RIVER_EDGE, p.CLEAR, _line(6.0)), (p.RIVER, p.CLEAR, _line(4.0))),
    "major": ((p.RIVER_EDGE, p.CLEAR, _line(9.5)), (p.RIVER, p.CLEAR, _line(7.5))),
    "lake": ((p.RIVER_EDGE, p.CLEAR, _line(7.0)), (p.SHALLOW, p.DEEP, _line(3.0, *_DASH))),
    "border": ((p.BORDER, p.CLEAR, _line(2.6, *_DASH)),),
    "line": ((p.FRONT, p.CLEAR, _line(2.6, *_DASH)),),
    "prize": ((p.RED, p.CLEAR, _ticks(8, 0.0, 8.0, 2.0)), (p.GRID, p.CLEAR, _line(1.2))),
    "rail": ((p.RAIL, p.CLEAR, _line(1.8)), (p.RAIL, p.CLEAR, _ticks(5, 3.0, 3.0, 1.3))),
    "planned": ((p.RAIL, p.CLEAR, _ticks(11, 3.0, 3.0, 1.3)),),
    "star": ((p.INK, p.CLEAR, _star(11.0)), (p.GOLD, p.INK, _star(8.2))),
    "red star": ((p.INK, p.CLEAR, _star(11.0)), (p.RED, p.INK, _star(8.2))),
    "major city": ((p.INK, p.CLEAR, _blocks(0.0, 255)), (p.RED, p.CLEAR, _blocks(1.0, 255))),
    "city": ((p.INK, p.CLEAR, _blocks(0.0, 255)), (p.RED, p.CLEAR, _blocks(1.0, 150))),
    "town": ((p.INK, p.CLEAR, _ring(6.5)), (p.CLEAR, p.INK, _ring(3.8))),
    "axis edge": ((p.AXIS_DARK, p.CLEAR, _arrow),),
    "soviet edge": ((p.RED, p.CLEAR, _arrow),),
    "gray": ((p.INK, p.CLEAR, _line(6.0)), (p.AXIS, p.INK, _line(3.6))),
    "white": ((p.INK, p.CLEAR, _line(6.0)), (p.PALE, p.INK, _line(3.6))),
    "brown": ((p.INK, p.CLEAR, _line(6.0)), (p.BROWN, p.INK, _line(3.6))),
    "closed": ((p.RED, p.CLEAR, _line(4.0, 0.05, 0.2, 0.3, 0.45, 0.55, 0.7, 0.8, 0.95)),),
    "fort": ((p.INK, p.CLEAR, _rays(8, 12.0, 9.0)), (p.CLEAR, p.INK, _ring(7.0))),
    "goal": (
        (p.INK, p.CLEAR, _ring(12.0)),
        (p.GOLD, p.INK, _ring(10.6)),
        (p.CLEAR, p.INK, _ring(7.0)),
    ),
    "base": ((p.INK, p.CLEAR, _square(10.0)), (p.CLEAR, p.INK, _square(7.0))),
    "winter": ((p.STREAM, p.CLEAR, _rays(6, 9.0, 0.0)),),
    "nation": ((p.BORDER, p.CLEAR, _line(1.8, 0.02, 0.22, 0.28, 0.48, 0.54, 0.74, 0.8, 1.0)),),
    "barred": (
        (p.RIVER_EDGE, p.CLEAR, _line(9.5)),
        (p.RIVER, p.CLEAR, _line(7.5)),
        (p.CLEAR, p.RIVER, _line(3.0, 0.08, 0.28, 0.4, 0.6, 0.72, 0.92)),
    ),
    "ferry": ((p.RIVER_EDGE, p.CLEAR, _line(2.0, *_FINE_DASH)),),
    "strait": ((p.RIVER_EDGE, p.CLEAR, _two_heads),),
    "oil": ((p.INK, p.CLEAR, lambda pen, x, y: derrick(pen, x, y, 10.0 * FINE)),),
    "wall": ((p.INK, p.CLEAR, lambda pen, x, y: bastion(pen, x, y, 9.0 * FINE)),),
    "navy": (
        (p.RIVER_EDGE, p.CLEAR, _ring(12.0)),
        (p.CLEAR, p.RIVER_EDGE, lambda pen, x, y: anchor(pen, x, y, 8.5 * FINE)),
    ),
    "port": ((p.RIVER_EDGE, p.CLEAR, lambda pen, x, y: anchor(pen, x, y, 10.0 * FINE)),),
    "track": ((p.INK, p.CLEAR, _ticks(6, 6.0, 6.0, 2.2)), (p.INK, p.CLEAR, _line(6.0))),
}


def _scale(press: Press, chart: Chart, frame: _Frame) -> None:
    """A bar of some hundred kilometres and an arrow to the north, as they are in the middle."""
    project = projection(chart)
    lon, lat = project.inverse(*chart.grid(chart.size[0] / 2, chart.size[1] / 2))
    (ax, ay), (bx, by) = chart.pixel(*project(lon, lat)), chart.pixel(*project(lon, lat + 1))
    a_degree = math.hypot(bx - ax, by - ay)
    km = 200 if a_degree < 130 else 100
    bar = a_degree / 111.2 * km
    x, y = frame.left + 26, frame.top + frame.tall - 30
    pen = ImageDraw.Draw(press.sheet)
    ink, paper = (p.nearest(tone, p.BASE) for tone in (p.INK, p.CLEAR))
    for k in range(4):
        box = [round(x + bar * k / 4), y - 4, round(x + bar * (k + 1) / 4), y + 4]
        pen.rectangle(box, ink if k % 2 == 0 else paper, ink)
    _write(press, f"{km} km", (x + bar + 12, y), 16)
    north = (bx - ax) / a_degree, (by - ay) / a_degree
    _needle(press, (frame.left + frame.wide - 50, y - 2), north)


def _needle(press: Press, at: Point, north: Point) -> None:
    dx, dy = north
    with press.stamp(at, 30, p.INK) as (pen, x, y):
        tip, tail = 26 * FINE, 20 * FINE
        pen.polygon(
            [
                (x + dx * tip, y + dy * tip),
                (x - dx * tail - dy * 9 * FINE, y - dy * tail + dx * 9 * FINE),
                (x - dx * tail * 0.6, y - dy * tail * 0.6),
                (x - dx * tail + dy * 9 * FINE, y - dy * tail - dx * 9 * FINE),
            ],
            fill=255,
        )
    _write(press, "N", (at[0] - 32, at[1] - 4), 18, bold=True, anchor="mm")
