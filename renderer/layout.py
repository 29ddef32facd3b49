"""Where things go: pieces in a hex, the window of a crop, the parts of a page."""

import math
from dataclasses import dataclass

from renderer.chart import Chart
from renderer.counters import BIG, SMALL
from renderer.scene import Piece, Scene, Stack

CROP = (800, 512)
"""Smallest window of a crop in pixels; at 400 px on a phone a hex is 72 px wide."""
CROP_MOST = (1400, 1000)
CROP_AIR = 1.15
"""Hex widths kept free around what a crop must show."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece with its middle in pixels of the base and the size of its side."""

    piece: Piece
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


def spots(chart: Chart, stack: Stack) -> list[Spot]:
    """Every piece of a stack at its own place; none hides another."""
    x, y = chart.centre(stack.cell)
    unit = chart.hex_px / 144
    if not stack.big:
        size = round((44 if len(stack.small) < 3 else 38) * unit)
        return _row(stack.small, x, y + 8 * unit, size, 6 * unit)
    size = round(min(BIG, 124 / len(stack.big)) * unit)
    small = round((SMALL if len(stack.small) < 3 else 30 if len(stack.small) == 3 else 24) * unit)
    return [
        *_row(stack.big, x, y + 2 * unit, size, 4 * unit),
        *_row(stack.small, x, y + 51 * unit, small, 4 * unit),
    ]


def _row(pieces: tuple[Piece, ...], x: float, y: float, size: int, gap: float) -> list[Spot]:
    left = x - (len(pieces) - 1) / 2 * (size + gap)
    return [Spot(piece, left + k * (size + gap), y, size) for k, piece in enumerate(pieces)]


def window(chart: Chart, scene: Scene) -> Window | None:
    """The part of the base that a crop shows: all of the focus, and some room around it.

    None where there is no focus or it spreads too far to be seen from close by.
    """
    if not scene.focus:
        return None
    centres = [chart.centre(cell) for cell in scene.focus]
    air = CROP_AIR * chart.hex_px
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    spread = max(xs) - min(xs) + chart.hex_px, max(ys) - min(ys) + chart.hex_px
    if spread[0] > CROP_MOST[0] or spread[1] > CROP_MOST[1]:
        return None
    width = _between(max(xs) - min(xs) + 2 * air, CROP[0], CROP_MOST[0], chart.size[0])
    height = _between(max(ys) - min(ys) + 1.6 * air, CROP[1], CROP_MOST[1], chart.size[1])
    x = _clamp((min(xs) + max(xs)) / 2 - width / 2, chart.size[0] - width)
    y = _clamp((min(ys) + max(ys)) / 2 - height / 2, chart.size[1] - height)
    return Window(x, y, width, height)


def _between(wanted: float, least: int, most: int, there: int) -> int:
    return min(there, most, max(least, math.ceil(wanted)))


def _clamp(start: float, last: int) -> int:
    return max(0, min(last, round(start)))
