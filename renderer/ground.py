"""What lies under the inks: land in tints and relief, water with its vignette."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer import palette as p
from renderer.chart import Cell, Chart
from renderer.geo import Geography

COARSE = 4
"""Soft things are made at this many times less than the size."""

_FLAT = 162
"""The tone of flat land in the relief picture."""


def _vignette(fade: bool, steps: int) -> list[int]:
    """From depth to indexes of water, lighter at the shore."""
    out = []
    for value in range(256):
        t = round((1 - min(1.0, value / 150)) * steps) / steps
        tone = p.mix(p.SHALLOW, p.DEEP, t)
        out.append(p.nearest(p.fade(tone) if fade else tone, p.BASE))
    return out


_WATER = _vignette(fade=False, steps=7)
_FADED_WATER = _vignette(fade=True, steps=2)
_FADED_LAND = [
    p.nearest(p.fade(p.shade(p.CLEAR, step)), p.BASE)
    for step in [-22] * 142 + [-6] * 12 + [6] * 18 + [18] * 84
]

_TINTS: tuple[tuple[p.Rgb, Callable[[Cell], bool]], ...] = (
    (p.HOME, lambda cell: cell.home),
    (p.DESERT, lambda cell: cell.terrain == "desert"),
    (p.ROUGH, lambda cell: cell.terrain == "rough"),
    (p.WOODS, lambda cell: cell.terrain == "forest"),
    (p.SWAMP, lambda cell: cell.terrain == "swamp"),
    (p.MOUNTAIN, lambda cell: cell.terrain == "mountain"),
)
"""Tints of land in the order in which they are laid, with the cells they lie on."""


@dataclass(frozen=True, slots=True)
class Ground:
    """`sheet`: indexes of the palette as mode L; `dry`: 255 on land, 0 on water."""

    sheet: Image.Image
    dry: Image.Image


def lay(chart: Chart, geography: Geography) -> Ground:
    """Land and water without a line on them."""
    dry = dry_mask(chart, geography)
    light = _light(geography.relief(COARSE), dry.reduce(COARSE))
    depth = _depth(dry)
    slopes = light.resize(chart.size, Image.Resampling.BILINEAR)
    sheet = depth.point(_WATER)
    sheet.paste(_land(chart, slopes), mask=dry)
    faded = depth.point(_FADED_WATER)
    faded.paste(slopes.point(_FADED_LAND), mask=dry)
    sheet.paste(faded, mask=_outskirts(chart))
    return Ground(sheet, dry)


def dry_mask(chart: Chart, geography: Geography) -> Image.Image:
    """255 on land, 0 on water."""
    mask = Image.new("L", chart.size)
    draw = ImageDraw.Draw(mask)
    for fill, shapes in ((255, geography.land()), (0, geography.lakes())):
        for shape in shapes:
            for number, ring in enumerate(shape.rings):
                draw.polygon(ring, fill=fill if number == 0 else 255 - fill)
    return mask


def _depth(dry: Image.Image) -> Image.Image:
    """Mode L: 255 on land and at the shore, falling to 0 on the open sea."""
    small = dry.reduce(COARSE)
    far = small.filter(ImageFilter.GaussianBlur(26 / COARSE))
    near = small.filter(ImageFilter.GaussianBlur(7 / COARSE))
    return ImageChops.add(far, near, 1.3).resize(dry.size, Image.Resampling.BILINEAR)


def _light(relief: Image.Image, dry: Image.Image) -> Image.Image:
    """Slopes alone: the tone of whole regions is taken out, so that plains are all alike."""
    flat = Image.new("L", relief.size, _FLAT)
    ground = Image.composite(relief, flat, dry)
    region = ground.filter(ImageFilter.GaussianBlur(40 / COARSE))
    return ImageChops.subtract(ground, region, 1, _FLAT).filter(ImageFilter.GaussianBlur(0.6))


def _step(slope: int) -> int:
    """Which of the palette's steps of relief a tone of the relief picture is."""
    slope -= _FLAT
    if abs(slope) <= 7:
        return p.RELIEF.index(0)
    return min(range(len(p.RELIEF)), key=lambda k: abs(p.RELIEF[k] - slope))


def _land(chart: Chart, slopes: Image.Image) -> Image.Image:
    """Tints of the terrain under stepped light and shadow."""
    sheet = slopes.point(_tones(p.CLEAR))
    width, height = chart.size
    noise = _noise((math.ceil(width / COARSE), math.ceil(height / COARSE)))
    for tint, covers in _TINTS:
        cells = [number for number, cell in enumerate(chart.cells) if covers(cell)]
        if cells:
            mask = _patch(chart, cells, noise)
            sheet.paste(slopes.point(_tones(tint)), mask=mask)
    return sheet


def _tones(land: p.Rgb) -> list[int]:
    """From a tone of the relief to the index of a tint of land."""
    tones = [p.nearest(p.shade(land, step), p.BASE) for step in p.RELIEF]
    return [tones[_step(value)] for value in range(256)]


def _noise(size: tuple[int, int]) -> Image.Image:
    """Smooth unevenness, the same each time, so that patches look grown."""
    grain = 5
    width, height = size[0] // grain + 1, size[1] // grain + 1
    dots = random.Random("grain").randbytes(width * height)
    return Image.frombytes("L", (width, height), dots).resize(size, Image.Resampling.BICUBIC)


def _patch(chart: Chart, cells: list[int], noise: Image.Image) -> Image.Image:
    """The cells as one grown patch: seams inside it vanish, its rim is uneven."""
    small = Image.new("L", noise.size)
    draw = ImageDraw.Draw(small)
    for cell in cells:
        draw.polygon([(x / COARSE, y / COARSE) for x, y in chart.corners(cell)], fill=255)
    small = small.filter(ImageFilter.GaussianBlur(chart.hex_px * 0.05 / COARSE))
    uneven = Image.blend(small, noise, 0.25)
    large = uneven.resize(chart.size, Image.Resampling.BILINEAR)
    return large.point([0] * 150 + [255] * 106, "1")


def _outskirts(chart: Chart) -> Image.Image:
    """Where no cell that is played lies, as mode 1."""
    outside = Image.new("1", chart.size, 1)
    draw = ImageDraw.Draw(outside)
    for number, cell in enumerate(chart.cells):
        if cell.played or cell.terrain in ("sea", "lake"):
            draw.polygon(chart.corners(number, inset=-1), fill=0)
    return outside
