"""What grows on a base: trees, tufts, ridges, as patterns that repeat.

A pattern that repeats costs next to nothing in a picture file; glyphs strewn
over each hex doubled the size of a map with large forests.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from renderer.base.press import FINE
from renderer.inks import palette as p

Glyph = Callable[[ImageDraw.ImageDraw, float, float, float], None]


@dataclass(frozen=True, slots=True)
class Texture:
    """A glyph in an ink on a tint; `rows` by `columns` of them in a tile, `gap` pixels apart.

    `size` is that of the glyph where a hex is 100 pixels wide.
    """

    ink: p.Rgb
    ground: p.Rgb
    glyph: Glyph
    columns: int
    rows: int
    gap: float
    size: float = 1.0

    def lay(self, sheet: Image.Image, left: int, top: int, where: Image.Image, hex_px: int) -> None:
        """Print the pattern on a sheet of indexes wherever `where` (mode 1) is set."""
        tile = self._tile(hex_px)
        cover = Image.new("L", where.size)
        for x in range(0, cover.width, tile.width):
            cover.paste(tile, (x, 0))
        strip = cover.crop((0, 0, cover.width, tile.height))
        for y in range(tile.height, cover.height, tile.height):
            cover.paste(strip, (0, y))
        mask = ImageChops.logical_and(cover.point(_TRACE, "1"), where)
        sheet.paste(cover.point(p.ramp(self.ink, self.ground)), (left, top), mask)

    def _tile(self, hex_px: int) -> Image.Image:
        """One piece of the pattern, mode L; what leaves it on one side comes in on the other."""
        scale = 0.45 + 0.55 * hex_px / 100
        wide = round(self.columns * self.gap * scale)
        tall = round(self.rows * self.gap * 0.8 * scale)
        chance = random.Random("tile")
        plate = Image.new("L", (3 * wide * FINE, 3 * tall * FINE))
        pen = ImageDraw.Draw(plate)
        spots = []
        for row in range(self.rows):
            for column in range(self.columns):
                x = (column + row % 2 / 2 + chance.uniform(-0.3, 0.3)) / self.columns * wide
                y = (row + chance.uniform(-0.1, 0.1)) / self.rows * tall
                spots.append((y % tall, x % wide, chance.uniform(0.85, 1.2)))
        for y, x, size in sorted((y + dy * tall, x + dx * wide, size)
                                 for y, x, size in spots
                                 for dx in range(3) for dy in range(3)):  # fmt: skip
            self.glyph(pen, x * FINE, y * FINE, size * self.size * scale * FINE)
        middle = (wide * FINE, tall * FINE, 2 * wide * FINE, 2 * tall * FINE)
        return plate.crop(middle).reduce(FINE)


_TRACE = [0] * 60 + [255] * 196
"""Fainter edges cost more bytes than they are worth."""


def _tree(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    """A crown with its shadow."""
    r = 3.6 * s
    pen.ellipse([x - r * 0.7, y - r * 0.5, x + r * 1.2, y + r], fill=190)
    pen.ellipse([x - r, y - r, x + r * 0.85, y + r * 0.6], fill=90)


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
    shade = [(x + wide * 0.15, y), (x + wide * 0.3, y - tall * 0.45), top, (x + wide, y)]
    pen.polygon(shade, fill=150)
    pen.line([(x - wide, y), top, (x + wide, y)], fill=255, width=max(2, round(0.9 * s)))


def _hillock(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    """A small arc with strokes below."""
    box = [x - 5 * s, y - 3 * s, x + 5 * s, y + 4 * s]
    pen.arc(box, 190, 350, fill=200, width=max(2, round(s)))
    for dx in (-2.2, 0.3, 2.8):
        stroke = [x + dx * s, y - 1.6 * s, x + (dx + 0.7) * s, y + 1.2 * s]
        pen.line(stroke, fill=150, width=max(2, round(0.7 * s)))


def _grain(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    r = max(1.0, 0.8 * s)
    pen.ellipse([x - r, y - r, x + r, y + r], fill=190)


def _flake(pen: ImageDraw.ImageDraw, x: float, y: float, s: float) -> None:
    for dx, dy in ((4.0, 0.0), (2.0, 3.46), (-2.0, 3.46)):
        line = [x - dx * s, y - dy * s, x + dx * s, y + dy * s]
        pen.line(line, fill=255, width=max(2, round(0.8 * s)))


TEXTURES: dict[str, Texture] = {
    "desert": Texture(p.RIDGE, p.MOUNTAIN, _grain, 7, 8, 15),
    "rough": Texture(p.RIDGE, p.MOUNTAIN, _hillock, 6, 7, 20),
    "swamp": Texture(p.MARSH, p.SWAMP, _tuft, 6, 7, 21),
    "forest": Texture(p.TREE, p.WOODS, _tree, 4, 8, 24),
    "mountain": Texture(p.RIDGE, p.MOUNTAIN, _ridge, 6, 7, 27),
    "snow": Texture(p.STREAM, p.CLEAR, _flake, 4, 5, 70),
}
"""By terrain."""
