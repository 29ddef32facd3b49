"""Small pictures in the palette with a 1-bit mask, cached and pasted."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.inks.palette import PAINT, PAPER, Rgb, blank, blend, quantize

Pen = Callable[[ImageDraw.ImageDraw, float], None]

_FINE, _LARGE = 4, 90
"""Sprites are drawn at so many times the size; those that are larger at one time less."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """`dx`, `dy`: from the anchor to the left upper corner."""

    image: Image.Image
    mask: Image.Image
    dx: int
    dy: int

    @property
    def width(self) -> int:
        return self.image.width

    @property
    def height(self) -> int:
        return self.image.height

    def at(self, x: float, y: float) -> tuple[float, float, float, float]:
        """The box that it covers with its anchor at `x`, `y`."""
        left, top = x + self.dx, y + self.dy
        return left, top, left + self.width, top + self.height

    def paste(self, onto: Image.Image, x: float, y: float) -> None:
        """Put the anchor at `x`, `y`."""
        onto.paste(self.image, (round(x) + self.dx, round(y) + self.dy), self.mask)


def drawn(width: int, height: int, pen: Pen, grain: float = 1.0) -> Sprite:
    """A sprite from `pen(draw, scale)`, drawn larger and reduced. Anchor in the middle.

    `grain` is the size of a pixel of the pen's in pixels of the sprite. The fourth band says
    where something is drawn; as RGBA, reducing would take twice as long.
    """
    wide, tall = round(width * grain), round(height * grain)
    fine = _FINE - (min(wide, tall) > _LARGE)
    large = Image.new("RGBX", (wide * fine, tall * fine), (*PAPER, 0))
    pen(ImageDraw.Draw(large), fine * grain)
    small = large.reduce(fine)
    mask = small.getchannel("X").point([0] * 128 + [255] * 128, "1")
    return Sprite(quantize(small.convert("RGB"), PAINT), mask, -(wide // 2), -(tall // 2))


def cased(core: Image.Image, ground: Image.Image, ink: Rgb, halo: Rgb) -> Sprite:
    """A sprite of two coverages (mode L): `ink` where `core` is, on `halo` where `ground` is.

    Edges are smooth between ink and halo; that of the halo is hard, which on
    a map of about its own colour cannot be seen.
    """
    image = blank(*core.size)
    image.paste(core.point(blend(halo, ink)))
    mask = ground.point([0] * 100 + [255] * 156, "1")
    return Sprite(image, mask, 0, 0)


_STRIPE = 14
"""From one slanted line to the next, in pixels."""


def stripes(wide: int, tall: int, start: int = 0) -> Image.Image:
    """Slanted lines, as a mask. Parts of one pattern: `start` is the sum of a part's corner."""
    left = start % _STRIPE
    size = -(-(max(wide, tall) + _STRIPE) // 64) * 64
    return _stripes(size).crop((left, 0, left + wide, tall))


@lru_cache(maxsize=8)
def _stripes(size: int) -> Image.Image:
    image = Image.new("1", (size, size), 0)
    draw = ImageDraw.Draw(image)
    for x in range(0, 2 * size, _STRIPE):
        draw.line([x, 0, x - size, size], 1, 2)
    return image
