"""Inks laid on a base one after the other, each from a plate of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageChops, ImageDraw

from renderer import palette as p
from renderer.projection import Point

FINE = 2
"""Plates are drawn at this many times the size."""

_FAINT = 40
"""Less coverage than this (of 255) leaves no trace."""


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
        self.print(plate.reduce(FINE), ink, ground, water)

    def print(
        self, cover: Image.Image, ink: p.Rgb, ground: p.Rgb, water: p.Rgb | None = None
    ) -> None:
        """Print a plate of the size of the base: coverage as mode L."""
        box = cover.getbbox()
        if box is None:
            return
        cover = cover.crop(box)
        mask = cover.point([0] * _FAINT + [255] * (256 - _FAINT), "1")
        self.sheet.paste(cover.point(p.ramp(ink, ground)), box, mask)
        if water is not None:
            wet = ImageChops.logical_and(mask, self.wet.crop(box))
            self.sheet.paste(cover.point(p.ramp(ink, water)), box, wet)

    def flat(self, cover: Image.Image, colour: p.Rgb) -> None:
        """Lay a colour wherever a plate is half covered."""
        box = cover.getbbox()
        if box is not None:
            mask = cover.crop(box).point([0] * 128 + [255] * 128, "1")
            self.sheet.paste(p.nearest(colour, p.BASE), box, mask)
