"""What grows on a base: trees, tufts, ridges, at places that only the hex decides."""

import random
from collections.abc import Callable

from PIL import Image, ImageDraw

from renderer import palette as p
from renderer.chart import Chart
from renderer.press import FINE, Press
from renderer.projection import Point

Glyph = Callable[[ImageDraw.ImageDraw, float, float, float], None]


def textures(press: Press, chart: Chart, dry: Image.Image) -> None:
    """One plate for each kind of terrain that is there."""
    for terrain, ink, ground, spread, glyph in _KINDS:
        cells = [number for number, cell in enumerate(chart.cells) if cell.terrain == terrain]
        if not cells:
            continue
        size = FINE * chart.hex_px / 100
        with press.ink(ink, ground) as pen:
            for cell in cells:
                chance = random.Random(f"{chart.game} {chart.cells[cell].id}")
                for x, y in _scattered(chart, cell, spread, chance):
                    if _on_land(dry, x, y):
                        glyph(pen, x * FINE, y * FINE, size * chance.uniform(0.85, 1.2))


def _on_land(dry: Image.Image, x: float, y: float) -> bool:
    width, height = dry.size
    inside = 0 <= x < width and 0 <= y < height
    return inside and dry.getpixel((int(x), int(y))) == 255


def _scattered(chart: Chart, cell: int, spread: float, chance: random.Random) -> list[Point]:
    """Points over a hex, `spread` hundredths apart, a little off its sides."""
    x, y = chart.centre(cell)
    across = (1.0, 0.577, 0.866) if chart.grid_kind == "flat" else (0.866, 0.5, 1.0)
    step = chart.hex_px * spread / 100
    radius = chart.hex_px * 0.45
    rows = round(0.6 * chart.hex_px / step) + 1
    out = []
    for row in range(-rows, rows + 1):
        for column in range(-rows, rows + 1):
            px = (column + row % 2 / 2 + chance.uniform(-0.25, 0.25)) * step
            py = (row + chance.uniform(-0.2, 0.2)) * step * 0.8
            if _inside(px, py, radius, flat=across[0] == 1.0):
                out.append((x + px, y + py))
    return sorted(out, key=lambda at: at[1])


def _inside(x: float, y: float, radius: float, flat: bool) -> bool:
    if flat:
        x, y = y, x
    return max(abs(x), abs(x) / 2 + abs(y) * 0.866) < radius


def _tree(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    """A crown with its shadow."""
    r = 3.6 * s
    pen.ellipse([x - r * 0.7, y - r * 0.5, x + r * 1.2, y + r], fill=255)
    pen.ellipse([x - r, y - r, x + r * 0.85, y + r * 0.6], fill=110)


def _tuft(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    width = max(2, round(0.8 * s))
    pen.line([x - 5 * s, y, x + 5 * s, y], fill=255, width=width)
    for lean in (-2.6, 0, 2.6):
        pen.line([x + lean * 0.6 * s, y - 1, x + lean * s, y - 4.2 * s], fill=255, width=width)


def _ridge(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    """A peak: light on its left flank, shade on the right."""
    wide, tall = 7 * s, 9 * s
    top = (x + s * 0.5, y - tall)
    pen.polygon([(x - wide, y), top, (x + wide, y)], fill=45)
    pen.polygon([(x + wide * 0.15, y), (x + wide * 0.3, y - tall * 0.45), top, (x + wide, y)],
                fill=150)  # fmt: skip
    pen.line([(x - wide, y), top, (x + wide, y)], fill=255, width=max(2, round(0.9 * s)))


def _hillock(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    """A small arc with strokes below."""
    box = [x - 5 * s, y - 3 * s, x + 5 * s, y + 4 * s]
    pen.arc(box, 190, 350, fill=200, width=max(2, round(s)))
    for dx in (-2.2, 0.3, 2.8):
        pen.line([x + dx * s, y - 1.6 * s, x + (dx + 0.7) * s, y + 1.2 * s], fill=150,
                 width=max(2, round(0.7 * s)))  # fmt: skip


def _grain(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    r = max(1.0, 0.8 * s)
    pen.ellipse([x - r, y - r, x + r, y + r], fill=190)


_KINDS: tuple[tuple[str, p.Rgb, p.Rgb, float, Glyph], ...] = (
    ("desert", p.RIDGE, p.MOUNTAIN, 11, _grain),
    ("rough", p.RIDGE, p.MOUNTAIN, 19, _hillock),
    ("swamp", p.MARSH, p.SWAMP, 20, _tuft),
    ("forest", p.TREE, p.WOODS, 13, _tree),
    ("mountain", p.RIDGE, p.MOUNTAIN, 20, _ridge),
)
"""Terrain, its ink, the tint under it, hundredths of a hex from glyph to glyph."""
