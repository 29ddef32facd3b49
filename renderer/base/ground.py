"""What lies under the inks: land in tints and relief, water with its vignette."""

import math
import random
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.base import mend
from renderer.base.chart import Chart
from renderer.base.geo import Geography, parts
from renderer.base.projection import Point
from renderer.base.texture import TEXTURES
from renderer.inks import palette as p

COARSE = 4
"""Soft things are made at this many times less than the size."""

_FLAT = 162
"""The tone of flat land in the relief picture."""


_STEPS = 4


def _vignette() -> list[int]:
    """From depth to indexes of water, lighter at the shore."""
    tones = [p.nearest(p.mix(p.SHALLOW, p.DEEP, k / _STEPS), p.BASE) for k in range(_STEPS + 1)]
    return [tones[round((1 - min(1.0, value / 150)) * _STEPS)] for value in range(256)]


_WATER = _vignette()
_PALE_LAND = [p.nearest(p.fade(p.shade(p.CLEAR, step)), p.BASE) for step in [-14] * 152 + [6] * 104]
"""Land around the playing area, and under snow."""

_TINTS: tuple[tuple[str, p.Rgb], ...] = (
    ("desert", p.DESERT),
    ("rough", p.ROUGH),
    ("forest", p.WOODS),
    ("swamp", p.SWAMP),
    ("mountain", p.MOUNTAIN),
)
"""Terrain and its tint, in the order in which they are laid."""


@dataclass(frozen=True, slots=True)
class Ground:
    """`sheet`: indexes of the palette as mode L; `dry`: 255 on land, 0 on water.

    `outside` (mode 1) is where no unit may ever be, `shores` the lines between
    land and water.
    """

    sheet: Image.Image
    dry: Image.Image
    outside: Image.Image
    shores: list[list[Point]]


def lay(chart: Chart, geography: Geography) -> Ground:
    """Land and water without a line on them."""
    dry = dry_mask(chart, geography)
    light = _light(geography.relief(COARSE), dry.reduce(COARSE))
    pieces = mend.mends(chart, dry)
    shores = _shores(geography, dry, pieces)
    mend.fill(dry, pieces)
    depth = _depth(dry)
    slopes = light.resize(chart.size, Image.Resampling.BILINEAR)
    sheet = depth.point(_WATER)
    land = _land(chart, slopes)
    outside = _outskirts(chart)
    land.paste(slopes.point(_PALE_LAND), mask=outside)
    sheet.paste(land, mask=dry)
    return Ground(sheet, dry, outside, shores)


def dry_mask(chart: Chart, geography: Geography) -> Image.Image:
    """255 on land, 0 on water."""
    mask = Image.new("L", chart.size)
    draw = ImageDraw.Draw(mask)
    for fill, shapes in ((255, geography.land), (0, geography.lakes)):
        for shape in shapes:
            for number, ring in enumerate(shape.rings):
                if len(ring) > 2:
                    draw.polygon(ring, fill=fill if number == 0 else 255 - fill)
    return mask


def _shores(geography: Geography, dry: Image.Image, pieces: list[mend.Mend]) -> list[list[Point]]:
    """Coasts and lake shores, and around mended pieces where they meet the other element."""
    out: list[list[Point]] = []
    for shape in (*geography.land, *geography.lakes):
        for shore in shape.shores:
            xs, ys = [x for x, _ in shore], [y for _, y in shore]
            box = (min(xs), min(ys), max(xs), max(ys))
            near = [piece for piece in pieces if piece.meets(box)]
            out += parts(shore, [any(piece.covers(at) for piece in near) for at in shore])
    for piece in pieces:
        same = 255 if piece.land else 0
        ring = [*piece.ring, piece.ring[0]]
        out += parts(ring, [dry.getpixel((int(x), int(y))) == same for x, y in ring])
    return out


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
    return ImageChops.subtract(ground, region, 1, _FLAT).filter(ImageFilter.GaussianBlur(2.2))


def _step(slope: int) -> int:
    """Which of the palette's steps of relief a tone of the relief picture is."""
    slope -= _FLAT
    if -8 <= slope <= 12:
        return p.RELIEF.index(0)
    return min(range(len(p.RELIEF)), key=lambda k: abs(p.RELIEF[k] - slope))


def _land(chart: Chart, slopes: Image.Image) -> Image.Image:
    """Tints of the terrain under stepped light and shadow, and what grows there."""
    sheet = slopes.point(_tones(p.CLEAR))
    home = Image.new("1", chart.size)
    draw = ImageDraw.Draw(home)
    for number, cell in enumerate(chart.cells):
        if cell.home:
            draw.polygon(chart.corners(number), fill=1)
    sheet.paste(slopes.point(_tones(p.HOME)), mask=home)
    tables = [(terrain, _tones(tint)) for terrain, tint in _TINTS]
    for terrain, table in [*tables, ("snow", _PALE_LAND)]:
        cells = [number for number, cell in enumerate(chart.cells) if cell.terrain == terrain]
        if cells:
            (left, top), patch = _zone(chart, cells) if terrain == "snow" else _patch(chart, cells)
            box = (left, top, left + patch.width, top + patch.height)
            sheet.paste(slopes.crop(box).point(table), box, patch)
            TEXTURES[terrain].lay(sheet, left, top, patch, chart.hex_px)
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


Patch = tuple[tuple[int, int], Image.Image]
"""Where something lies, as mode 1, with its left upper corner."""


def _patch(chart: Chart, cells: list[int]) -> Patch:
    """Hexes as one grown patch: seams inside it vanish, its rim is uneven."""
    shapes = [chart.corners(cell) for cell in cells]
    air = chart.hex_px // 8
    left, top = (max(0, int(min(at[k] for s in shapes for at in s)) - air) for k in (0, 1))
    right, bottom = (
        min(chart.size[k], int(max(at[k] for s in shapes for at in s)) + air) for k in (0, 1)
    )
    size = (math.ceil((right - left) / COARSE), math.ceil((bottom - top) / COARSE))
    small = Image.new("L", size)
    draw = ImageDraw.Draw(small)
    for shape in shapes:
        draw.polygon([((x - left) / COARSE, (y - top) / COARSE) for x, y in shape], fill=255)
    small = small.filter(ImageFilter.GaussianBlur(chart.hex_px * 0.05 / COARSE))
    uneven = Image.blend(small, _noise(size), 0.25)
    large = uneven.resize((right - left, bottom - top), Image.Resampling.BILINEAR)
    return (left, top), large.point([0] * 150 + [255] * 106, "1")


def _zone(chart: Chart, areas: list[int]) -> Patch:
    """The land that lies nearer to these areas than to any other, to the edges of the map."""
    grain = 40
    all_areas = [number for number, cell in enumerate(chart.cells) if cell.owners]
    centres = [chart.centre(number) for number in all_areas]
    width, height = (math.ceil(n / grain) for n in chart.size)
    near = set(areas)
    small = Image.new("L", (width, height))
    for column in range(width):
        for row in range(height):
            x, y = (column + 0.5) * grain, (row + 0.5) * grain
            spans = [(cx - x) ** 2 + (cy - y) ** 2 for cx, cy in centres]
            if all_areas[spans.index(min(spans))] in near:
                small.putpixel((column, row), 255)
    large = small.filter(ImageFilter.GaussianBlur(1.2)).resize(
        (width * grain, height * grain), Image.Resampling.BICUBIC
    )
    return (0, 0), large.crop((0, 0, *chart.size)).point([0] * 128 + [255] * 128, "1")


def _outskirts(chart: Chart) -> Image.Image:
    """Where no cell that is played lies, as mode 1; a map of areas has no such place."""
    if chart.grid_kind == "areas":
        return Image.new("1", chart.size)
    outside = Image.new("1", chart.size, 1)
    draw = ImageDraw.Draw(outside)
    for number, cell in enumerate(chart.cells):
        if cell.played and cell.terrain != "box":
            draw.polygon(chart.corners(number, inset=-1), fill=0)
    return outside
