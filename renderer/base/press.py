"""Inks laid on a base one after the other, each from a plate of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageChops, ImageDraw

from renderer.base.projection import Point
from renderer.inks import palette as p

FINE = 2
"""Plates are drawn at this many times the size."""

_TRACE = [0] * 90 + [255] * 166
"""Less coverage than this leaves no trace."""
_HALF = [0] * 128 + [255] * 128


def fine(line: list[Point]) -> list[Point]:
    """Pixels of the base to pixels of a plate."""
    return [(x * FINE, y * FINE) for x, y in line]


class Press:
    """A base in the making: indexes of the palette as mode L, and where it is wet (mode 1)."""

    def __init__(self, sheet: Image.Image, wet: Image.Image) -> None:
        self.sheet = sheet
        self.wet = wet

    @contextmanager
    def ink(
        self, ink: p.Rgb, ground: p.Rgb = p.CLEAR, water: p.Rgb | None = None
    ) -> Iterator[ImageDraw.ImageDraw]:
        """A pen on a fine plate; what it drew with fill 255 is printed in full at the end.

        Edges go towards `ground`, on wet places towards `water` where it is given.
        """
        width, height = self.sheet.size
        plate = Image.new("L", (width * FINE, height * FINE))
        yield ImageDraw.Draw(plate)
        if drawn := plate.getbbox():
            left, top = drawn[0] // FINE, drawn[1] // FINE
            part = plate.crop((left * FINE, top * FINE, *drawn[2:])).reduce(FINE)
            self.print(part, left, top, ink, ground, water)

    @contextmanager
    def stamp(
        self, at: Point, reach: float, ink: p.Rgb, ground: p.Rgb | None = p.CLEAR
    ) -> Iterator[tuple[ImageDraw.ImageDraw, float, float]]:
        """A pen on a small plate round `at`, `reach` pixels each way, and its middle there.

        Without a `ground` its edges are hard.
        """
        half = int(reach) + 2
        plate = Image.new("L", (2 * half * FINE, 2 * half * FINE))
        x, y = int(at[0]), int(at[1])
        middle = ((half + at[0] - x) * FINE, (half + at[1] - y) * FINE)
        yield ImageDraw.Draw(plate), *middle
        if ground is None:
            self.flat(plate.reduce(FINE), x - half, y - half, ink)
        else:
            self.print(plate.reduce(FINE), x - half, y - half, ink, ground)

    def print(
        self,
        cover: Image.Image,
        x: int,
        y: int,
        ink: p.Rgb,
        ground: p.Rgb,
        water: p.Rgb | None = None,
    ) -> None:
        """Print coverage (mode L) with its left upper corner at `x`, `y`."""
        mask = cover.point(_TRACE, "1")
        self.sheet.paste(cover.point(p.ramp(ink, ground)), (x, y), mask)
        if water is not None:
            wet = self.wet.crop((x, y, x + cover.width, y + cover.height))
            self.sheet.paste(
                cover.point(p.ramp(ink, water)), (x, y), ImageChops.logical_and(mask, wet)
            )

    def flat(self, cover: Image.Image, x: int, y: int, colour: p.Rgb) -> None:
        """Lay a colour wherever a plate is half covered."""
        box = (x, y, x + cover.width, y + cover.height)
        self.sheet.paste(p.nearest(colour, p.BASE), box, cover.point(_HALF, "1"))
