"""Small pictures in the palette with a 1-bit mask, cached and pasted."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.palette import PAINT, Rgb, blank, blend, quantize

Pen = Callable[[ImageDraw.ImageDraw, int], None]


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

    def paste(self, onto: Image.Image, x: float, y: float) -> None:
        """Put the anchor at `x`, `y`."""
        onto.paste(self.image, (round(x) + self.dx, round(y) + self.dy), self.mask)


def drawn(width: int, height: int, pen: Pen) -> Sprite:
    """A sprite from `pen(draw, scale)`, drawn at four times the size. Anchor in the middle."""
    scale = 4
    large = Image.new("RGBA", (width * scale, height * scale), (0, 0, 0, 0))
    pen(ImageDraw.Draw(large), scale)
    small = large.resize((width, height), Image.Resampling.BOX)
    mask = small.getchannel("A").point([0] * 128 + [255] * 128, "1")
    return Sprite(quantize(small.convert("RGB"), PAINT), mask, -(width // 2), -(height // 2))


def cased(core: Image.Image, ground: Image.Image, ink: Rgb, halo: Rgb) -> Sprite:
    """A sprite of two coverages (mode L): `ink` where `core` is, on `halo` where `ground` is.

    Edges are smooth between ink and halo; that of the halo is hard, which on
    a map of about its own colour cannot be seen.
    """
    image = blank(*core.size)
    image.paste(core.point(blend(halo, ink)))
    mask = ground.point([0] * 100 + [255] * 156, "1")
    return Sprite(image, mask, 0, 0)
