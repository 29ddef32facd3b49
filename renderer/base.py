"""The printed map: geography, terrain, grid, rivers, border, names. Drawn once per chart."""

import math
import random
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer import cache as disk
from renderer import palette as p
from renderer.chart import Chart
from renderer.geo import Geography
from renderer.labels import Labels, place_labels
from renderer.marks import star
from renderer.projection import Point

_FLAT = 165
"""The tone of flat land in the relief picture."""

_FINE = 2
"""Lines are drawn at this many times the size."""


@cache
def sheet(chart: Chart) -> Image.Image:
    """The base of a chart in the palette, from memory, from disk or drawn now."""
    name = f"{chart.game}-{disk.key(repr(chart))}"
    image = disk.load(name)
    if image is None:
        image = build(chart)
        disk.keep(name, image)
    return image


def build(chart: Chart) -> Image.Image:
    """Draw the base. Mode P; the size is `chart.size`."""
    geography = Geography(chart)
    dry = dry_mask(chart, geography)
    image = Image.composite(_land(chart, geography, dry), _water(dry), dry)
    image = _outskirts(chart, image)
    image = _lines(chart, geography, image, dry)
    labels = place_labels(chart)
    _letters(image, labels)
    return p.quantize(image)


def dry_mask(chart: Chart, geography: Geography) -> Image.Image:
    """255 on land, 0 on water, smooth between."""
    width, height = chart.size
    mask = Image.new("L", (width * _FINE, height * _FINE), 0)
    draw = ImageDraw.Draw(mask)
    for fill, shapes in ((255, geography.land()), (0, geography.lakes())):
        for shape in shapes:
            for number, ring in enumerate(shape.rings):
                draw.polygon(_fine(ring), fill=fill if number == 0 else 255 - fill)
    return mask.reduce(_FINE)


def _water(dry: Image.Image) -> Image.Image:
    """Water that grows deeper away from the shore, in the steps of a printed vignette."""
    near = dry.filter(ImageFilter.GaussianBlur(26))
    close = dry.filter(ImageFilter.GaussianBlur(7))
    depth = ImageChops.add(near, close, 1.3)
    steps = 9
    tables: list[int] = []
    for channel in range(3):
        for value in range(256):
            t = 1 - min(1.0, value / 150)
            step = round(t * steps) / steps
            tables.append(round(p.mix(p.SHALLOW, p.DEEP, step)[channel]))
    return Image.merge("RGB", (depth, depth, depth)).point(tables)


def _land(chart: Chart, geography: Geography, dry: Image.Image) -> Image.Image:
    """Tints of the terrain under stepped light and shadow."""
    tint = Image.new("RGB", chart.size, p.CLEAR)
    layers = (
        (p.HOME, 3, [i for i, c in enumerate(chart.cells) if c.home]),
        (p.SWAMP, 5, [i for i, c in enumerate(chart.cells) if c.terrain == "swamp"]),
        (p.MOUNTAIN, 5, [i for i, c in enumerate(chart.cells) if c.terrain == "mountain"]),
    )
    for colour, soft, cells in layers:
        mask = Image.new("L", chart.size, 0)
        draw = ImageDraw.Draw(mask)
        for cell in cells:
            draw.polygon(chart.corners(cell, inset=2), fill=255)
        tint.paste(colour, mask=mask.filter(ImageFilter.GaussianBlur(soft)))
    light = _hills(geography.relief(), dry).point(_relief_steps())
    return ImageChops.add(tint, Image.merge("RGB", (light, light, light)), 1, -128)


def _hills(relief: Image.Image, dry: Image.Image) -> Image.Image:
    """Slopes alone: the tone of whole regions is taken out, so that plains are all alike."""
    flat = Image.new("L", relief.size, _FLAT)
    ground = Image.composite(relief, flat, dry)
    region = ground.filter(ImageFilter.GaussianBlur(40))
    return ImageChops.subtract(ground, region, 1, _FLAT).filter(ImageFilter.GaussianBlur(2.2))


def _relief_steps() -> list[int]:
    """From a slope's tone to 128 plus one of the palette's few steps; gentle slopes are flat."""
    out = []
    for value in range(256):
        slope = value - _FLAT
        step = min(p.RELIEF, key=lambda step: abs(step - slope)) if abs(slope) > 7 else 0
        out.append(128 + step)
    return out


def _outskirts(chart: Chart, image: Image.Image) -> Image.Image:
    """The world around the playing area, faded."""
    inside = Image.new("L", chart.size, 0)
    draw = ImageDraw.Draw(inside)
    for cell in range(len(chart.cells)):
        draw.polygon(chart.corners(cell, inset=-1), fill=255)
    faded = Image.blend(image, Image.new("RGB", chart.size, p.PAPER), p.FADED)
    return Image.composite(image, faded, inside)


def _lines(chart: Chart, geography: Geography, image: Image.Image, dry: Image.Image) -> Image.Image:
    """All that is drawn with a pen, as one overlay at a finer scale."""
    width, height = chart.size
    large = image.resize((width * _FINE, height * _FINE), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(large)
    _draw_streams(draw, geography)
    _draw_shores(draw, geography)
    _draw_terrain(draw, chart, dry)
    _draw_grid(draw, chart)
    _draw_border(draw, chart)
    _draw_rivers(draw, chart)
    _draw_stars(draw, chart)
    edge = [chart.margin // 3 * _FINE] * 2
    edge += [large.width - edge[0], large.height - edge[1]]
    draw.rectangle(edge, outline=p.INK, width=2 * _FINE)
    return large.reduce(_FINE)


def _fine(line: list[Point]) -> list[Point]:
    return [(x * _FINE, y * _FINE) for x, y in line]


def _draw_streams(draw: ImageDraw.ImageDraw, geography: Geography) -> None:
    for stream in geography.streams():
        thick = 4 if stream.rank <= 4 else 3 if stream.rank <= 6 else 2
        draw.line(_fine(stream.line), fill=p.STREAM, width=thick, joint="curve")


def _draw_shores(draw: ImageDraw.ImageDraw, geography: Geography) -> None:
    for shapes in (geography.land(), geography.lakes()):
        for shape in shapes:
            for ring in shape.rings:
                draw.line(_fine([*ring, ring[0]]), fill=p.COAST, width=3, joint="curve")


def _draw_terrain(draw: ImageDraw.ImageDraw, chart: Chart, dry: Image.Image) -> None:
    """Tufts in swamps, ridges in mountains, at places that only the hex decides."""
    for number, cell in enumerate(chart.cells):
        if cell.terrain not in ("swamp", "mountain"):
            continue
        chance = random.Random(f"{chart.game} {cell.id}")
        for x, y in _scattered(chart, number, chance):
            if dry.getpixel((round(x), round(y))) != 255:
                continue
            if cell.terrain == "swamp":
                _tuft(draw, x * _FINE, y * _FINE)
            else:
                _ridge(draw, x * _FINE, y * _FINE, chance.uniform(0.8, 1.25))


def _scattered(chart: Chart, cell: int, chance: random.Random) -> list[Point]:
    """Points over a hex, a little apart from each other and from its sides."""
    x, y = chart.centre(cell)
    radius = chart.hex_px * 0.44
    step = chart.hex_px / 5.2
    out = []
    for row in range(-3, 4):
        for column in range(-3, 4):
            px = (column + row % 2 / 2) * step + chance.uniform(-5, 5)
            py = row * step * 0.8 + chance.uniform(-4, 4)
            if max(abs(px), abs(px) / 2 + abs(py) * 0.87) < radius:
                out.append((x + px, y + py))
    return sorted(out, key=lambda at: at[1])


def _tuft(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    draw.line([x - 11, y, x + 11, y], fill=p.MARSH, width=2)
    for lean in (-6, 0, 6):
        draw.line([x + lean * 0.6, y - 1, x + lean, y - 9], fill=p.MARSH, width=2)


def _ridge(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    wide, tall = 15 * size, 18 * size
    top = (x + 1, y - tall)
    draw.polygon([(x - wide, y), top, (x + wide, y)], fill=p.shade(p.MOUNTAIN, 14))
    draw.polygon([(x + wide * 0.1, y), top, (x + wide, y)], fill=p.mix(p.MOUNTAIN, p.RIDGE, 0.45))
    draw.line([(x - wide, y), top, (x + wide, y)], fill=p.RIDGE, width=2, joint="curve")


def _draw_grid(draw: ImageDraw.ImageDraw, chart: Chart) -> None:
    for number in range(len(chart.cells)):
        corners = _fine(chart.corners(number))
        draw.line([*corners, corners[0]], fill=p.GRID, width=3)


def _draw_border(draw: ImageDraw.ImageDraw, chart: Chart) -> None:
    """The border of the first day: dash and dot over a pale ribbon."""
    for a, b in chart.border:
        ends = _fine(list(chart.side(a, b)))
        draw.line(ends, fill=p.mix(p.BORDER, p.CLEAR, 0.6), width=16)
    for a, b in chart.border:
        start, end = _fine(list(chart.side(a, b)))
        for begin, stop in ((0.04, 0.3), (0.37, 0.63), (0.7, 0.96)):
            line = [_between(start, end, begin), _between(start, end, stop)]
            draw.line(line, fill=p.BORDER, width=6)


def _draw_rivers(draw: ImageDraw.ImageDraw, chart: Chart) -> None:
    counting = [_course(chart, r.a, r.b) for r in chart.rivers if not r.bridged]
    bridged = [_course(chart, r.a, r.b) for r in chart.rivers if r.bridged]
    for thick, colour in ((22, p.RIVER_EDGE), (15, p.RIVER)):
        for line in counting:
            draw.line(line, fill=colour, width=thick, joint="curve")
            for x, y in (line[0], line[-1]):
                half = thick / 2
                draw.ellipse([x - half, y - half, x + half, y + half], fill=colour)
    for line in bridged:
        draw.line(line, fill=p.RIVER, width=6, joint="curve")
        for at in (len(line) // 3, len(line) * 2 // 3):
            _bridge(draw, line[at], line[at + 1])


def _course(chart: Chart, a: int, b: int) -> list[Point]:
    """A hexside as water would run: a gentle wave that ends at the corners."""
    start, end = _fine(list(chart.side(a, b)))
    chance = random.Random(f"{chart.game} {chart.cells[a].id} {chart.cells[b].id}")
    first, second = chance.uniform(3, 7) * chance.choice((-1, 1)), chance.uniform(-3, 3)
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    nx, ny = (end[1] - start[1]) / length, (start[0] - end[0]) / length
    out = []
    for step in range(13):
        t = step / 12
        off = first * math.sin(math.tau * t) + second * math.sin(math.tau * 1.5 * t) * t * (1 - t)
        x, y = _between(start, end, t)
        out.append((x + nx * off, y + ny * off))
    return out


def _bridge(draw: ImageDraw.ImageDraw, at: Point, then: Point) -> None:
    """Two short strokes across the water."""
    length = math.hypot(then[0] - at[0], then[1] - at[1])
    ux, uy = (then[0] - at[0]) / length, (then[1] - at[1]) / length
    for along in (-5, 5):
        x, y = at[0] + ux * along, at[1] + uy * along
        draw.line([x - uy * 15, y + ux * 15, x + uy * 15, y - ux * 15], fill=p.INK, width=4)


def _draw_stars(draw: ImageDraw.ImageDraw, chart: Chart) -> None:
    """The sign of each city where its hexes meet."""
    for city in chart.cities:
        points = [chart.centre(cell) for cell in city.cells]
        x = sum(px for px, _ in points) / len(points) * _FINE
        y = sum(py for _, py in points) / len(points) * _FINE
        size = chart.hex_px * 0.165 * _FINE
        if city.side == 0:
            _cross(draw, x, y, size)
        else:
            colour = p.GOLD if city.industrial else p.RED
            star(draw, x, y, size * 1.1, p.mix(p.INK, colour, 0.25))
            star(draw, x, y, size * 0.86, colour)


def _cross(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    """A straight-armed cross, white edge around dark."""
    for arm, colour in ((0.46, p.PAPER), (0.26, p.AXIS_DARK)):
        for wide, tall in ((size, size * arm), (size * arm, size)):
            draw.rectangle([x - wide, y - tall, x + wide, y + tall], fill=colour)
    edge = size * 0.46
    outline = [
        (-edge, -size), (edge, -size), (edge, -edge), (size, -edge), (size, edge), (edge, edge),
        (edge, size), (-edge, size), (-edge, edge), (-size, edge), (-size, -edge), (-edge, -edge),
        (-edge, -size),
    ]  # fmt: skip
    draw.line([(x + dx, y + dy) for dx, dy in outline], fill=p.AXIS_DARK, width=3)


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _letters(image: Image.Image, labels: Labels) -> None:
    draw = ImageDraw.Draw(image)
    for label in labels:
        draw.text(
            label.at,
            label.text,
            label.ink,
            label.font,
            anchor="mm",
            stroke_width=label.halo,
            stroke_fill=label.ground,
        )
