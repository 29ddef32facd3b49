"""What lies over the map besides counters: plates, outlines, arrows, battles, signs.

Sizes are meant for a hex of 144 pixels; `grain` is how much larger they are drawn.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.base.labels import plate_letters, plate_size
from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, cased, drawn
from renderer.inks.text import font, text_sprite, width
from renderer.pieces.layout import Ground
from renderer.pieces.symbols import burst, star
from renderer.scene import Arrow, Clash, Note, Plate, Thread

_FINE = 2
"""Lines over several cells are drawn at this many times the size."""


def plate(mark: Plate, grain: float = 1.0) -> Sprite:
    """The name plate of a city or fortress."""
    return _plate(mark.text, mark.side, mark.icon, mark.lit, grain)


@lru_cache(maxsize=256)
def _plate(text: str, side: int, icon: str, lit: bool, grain: float) -> Sprite:
    size = plate_letters(text)
    wide, tall = plate_size(text)
    pad = 4

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [pad * s, pad * s, (pad + wide) * s, (pad + tall) * s]
        radius = (10 if side == 1 else 2) * s
        if lit:
            draw.rounded_rectangle(_grown(box, 4 * s), radius + 3 * s, p.GOLD)
        draw.rounded_rectangle(box, radius, p.PAPER)
        ruin = icon == "ruin" or side < 0
        fill = p.NEUTRAL if ruin else p.SIDE[side]
        ink = p.WHITE if ruin else p.SIDE_INK[side]
        draw.rounded_rectangle(_grown(box, -s), radius, fill)
        at = ((pad + 13.5) * s, (pad + tall / 2) * s)
        _emblem(draw, icon, side, at, 8 * s, ink)
        draw.text(((pad + 24) * s, at[1]), text, ink, font("bold", size * s), anchor="lm")

    return drawn(wide + 2 * pad, tall + 2 * pad, pen, grain)


def _grown(box: list[float], by: float) -> list[float]:
    return [box[0] - by, box[1] - by, box[2] + by, box[3] + by]


def _emblem(
    draw: ImageDraw.ImageDraw, icon: str, side: int, at: Point, size: float, ink: p.Rgb
) -> None:
    x, y = at
    if icon in ("fortress", "ruin"):
        draw.rectangle([x - size, y - size * 0.1, x + size, y + size * 0.9], ink)
        for k in (-1, 0, 1):
            middle, half = x + k * size * 0.72, size * 0.28
            draw.rectangle([middle - half, y - size * 0.85, middle + half, y], ink)
        if icon == "ruin":
            draw.line([x - size, y + size, x + size, y - size], p.RED, round(size * 0.45))
        return
    fill = p.GOLD if icon == "industry" else ink
    if side == 1:
        star(draw, x, y, size * 1.2, fill)
    elif side == 2:
        draw.polygon([(x - size, y), (x, y - size), (x + size, y), (x, y + size)], fill)
    elif side == 3:
        draw.polygon([(x - size, y - size * 0.8), (x + size, y - size * 0.8), (x, y + size)], fill)
    else:
        arm = size * 0.34
        draw.rectangle([x - size, y - arm, x + size, y + arm], fill)
        draw.rectangle([x - arm, y - size, x + arm, y + size], fill)


@lru_cache(maxsize=64)
def emblem(side: int, size: int, ground: p.Rgb) -> Sprite:
    """The sign of a side on a ground of its colour: a square with a cross, a disc with a star."""

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [0, 0, size * s - 1, size * s - 1]
        middle = size * s / 2
        draw.rectangle(box, ground)
        radius = (size / 2 if side == 1 else 2) * s
        draw.rounded_rectangle(box, radius, p.SIDE[side], p.WHITE, round(s))
        _emblem(draw, "city", side, (middle, middle), size * 0.3 * s, p.SIDE_INK[side])

    return drawn(size, size, pen)


@lru_cache(maxsize=64)
def token(text: str, side: int, grain: float = 1.0) -> Sprite:
    """A marker with a word on it."""
    wide, tall = round(width(text, "bold", 17)) + 32, 26

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [0.0, 0.0, wide * s - 1, tall * s - 1]
        draw.rounded_rectangle(box, 13 * s, p.INK)
        draw.rounded_rectangle(_grown(box, -2 * s), 11 * s, p.GOLD)
        star(draw, 15 * s, tall / 2 * s, 9 * s, p.SIDE[side] if side >= 0 else p.INK)
        draw.text((26 * s, tall / 2 * s), text, p.INK, font("bold", 17 * s), anchor="lm")

    return drawn(wide, tall, pen, grain)


@lru_cache(maxsize=64)
def flag(side: int, grain: float = 1.0) -> Sprite:
    """A control marker: the city changed hands."""
    size = 36

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [0.0, 0.0, size * s - 1, size * s - 1]
        radius = (size / 2 if side == 1 else 4) * s
        draw.rounded_rectangle(box, radius, p.PAPER)
        inner = _grown(box, -3 * s)
        draw.rounded_rectangle(inner, radius - 2 * s, p.SIDE[side], p.SIDE_DARK[side], round(2 * s))
        middle = (size / 2 * s, size / 2 * s)
        _emblem(draw, "city", side, middle, 12 * s, p.SIDE_INK[side])

    return drawn(size, size, pen, grain)


class _Overlay:
    """Two coverages round some points: the core of a line and the ground under it."""

    def __init__(self, points: list[Point], pad: float) -> None:
        self.left = math.floor(min(x for x, _ in points) - pad)
        self.top = math.floor(min(y for _, y in points) - pad)
        right = math.ceil(max(x for x, _ in points) + pad)
        bottom = math.ceil(max(y for _, y in points) + pad)
        self._size = (right - self.left, bottom - self.top)
        fine = (self._size[0] * _FINE, self._size[1] * _FINE)
        self.core, self.ground = (Image.new("L", fine, 0) for _ in range(2))

    def at(self, point: Point) -> Point:
        return (point[0] - self.left) * _FINE, (point[1] - self.top) * _FINE

    def line(self, image: Image.Image, points: list[Point], thick: float) -> None:
        path = [self.at(point) for point in points]
        ImageDraw.Draw(image).line(path, 255, max(1, round(thick * _FINE)), joint="curve")

    def disc(self, image: Image.Image, point: Point, radius: float) -> None:
        x, y = self.at(point)
        r = radius * _FINE - 0.5
        ImageDraw.Draw(image).ellipse([x - r, y - r, x + r, y + r], 255)

    def sprite(self, ink: p.Rgb, halo: p.Rgb = p.PAPER) -> Sprite:
        made = cased(self.core.reduce(_FINE), self.ground.reduce(_FINE), ink, halo)
        return Sprite(made.image, made.mask, self.left, self.top)


def outline(ground: Ground, cells: tuple[int, ...], side: int) -> Sprite:
    """The edge of a group of cells in a side's colour: full for the first, dashed for others.

    Its anchor is the middle of the first cell: groups of one shape share a sprite.
    """
    return _outline(_shape(ground, cells), side, max(0.6, ground.grain))


@lru_cache(maxsize=512)
def _shape(ground: Ground, cells: tuple[int, ...]) -> tuple[Point, ...]:
    """The ends of the outer sides of a group, from the middle of its first cell."""
    x, y = ground.centre(cells[0])
    return tuple(
        (round(at[0] - x), round(at[1] - y))
        for line in ground.outline(cells, inset=4.5)
        for at in line
    )


@lru_cache(maxsize=128)
def _outline(ends: tuple[Point, ...], side: int, grain: float) -> Sprite:
    over = _Overlay(list(ends), 6 * grain)
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        over.line(over.ground, [a, b], 6 * grain)
        for end in (a, b):
            over.disc(over.ground, end, 3 * grain)
        for start, end in ((a, b),) if side == 0 else _dashes(a, b, 40 * grain):
            over.line(over.core, [start, end], 4 * grain)
            if side == 0:
                over.disc(over.core, start, 2 * grain)
                over.disc(over.core, end, 2 * grain)
    ink = p.PALE_DARK if side == 2 else p.SIDE[side]
    return over.sprite(ink if side >= 0 else p.NEUTRAL)


def _dashes(a: Point, b: Point, each: float) -> Iterator[tuple[Point, Point]]:
    count = max(1, round(math.hypot(b[0] - a[0], b[1] - a[1]) / each))
    for k in range(count):
        yield _between(a, b, (k + 0.14) / count), _between(a, b, (k + 0.86) / count)


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def arrow(ground: Ground, mark: Arrow) -> Sprite:
    """The path of a unit; its head crosses into the last cell and leaves the counters free."""
    points = [ground.centre(cell) for cell in mark.cells]
    grain = max(0.6, ground.grain) * (0.6 if mark.thin else 1)
    (ax, ay), (bx, by) = points[-2:]
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    areas = ground.chart.grid_kind == "areas"
    stop = ground.hex_px * (0.6 if areas else 0.44) * min(1.0, length / ground.hex_px)
    tip = (bx - ux * stop, by - uy * stop)
    start = _edge(ground, points[0], points[1]) if areas else points[0]
    shaft = [start, *points[1:-1], (tip[0] - ux * 20 * grain, tip[1] - uy * 20 * grain)]
    over = _Overlay(points, 30 * grain)
    for image, thick, grow in ((over.ground, 18 * grain, 5 * grain), (over.core, 11 * grain, 0.0)):
        over.line(image, shaft, thick)
        for number, point in enumerate(shaft[:-1]):
            over.disc(image, point, thick / 2 + (5 * grain if number == 0 else 0))
        head = _head(tip, (ux, uy), grow, grain)
        ImageDraw.Draw(image).polygon([over.at(point) for point in head], 255)
    return over.sprite(p.SIDE_DARK[mark.side])


def _edge(ground: Ground, a: Point, b: Point) -> Point:
    """Where a way from the middle of an area leaves it, so that what lies there stays free."""
    return _between(a, b, min(0.3, 0.46 * ground.hex_px / math.hypot(b[0] - a[0], b[1] - a[1])))


def _head(tip: Point, way: Point, grow: float, grain: float) -> list[Point]:
    """An arrow head; `grow` pixels larger all round for the casing."""
    ux, uy = way
    long, half = 28.0 * grain + grow * 1.6, 17.0 * grain + grow
    x, y = tip[0] + ux * grow * 1.2, tip[1] + uy * grow * 1.2
    back = (x - ux * long, y - uy * long)
    return [(x, y), (back[0] - uy * half, back[1] + ux * half),
            (back[0] + uy * half, back[1] - ux * half)]  # fmt: skip


def thread(ground: Ground, mark: Thread) -> Sprite:
    """A line of supply: thin, with a dot at its source, which is its last cell."""
    points = [ground.centre(cell) for cell in mark.cells]
    grain = max(0.6, ground.grain)
    over = _Overlay(points, 16 * grain)
    for image, thick in ((over.ground, 9 * grain), (over.core, 5 * grain)):
        if len(points) > 1:
            over.line(image, points, thick)
        over.disc(image, points[0], thick / 2)
        over.disc(image, points[-1], thick / 2 + 5 * grain)
    return over.sprite(_strong(mark.tint))


def note(mark: Note, grain: float) -> Sprite:
    """A few characters with a halo."""
    size = max(11, round(22 * grain))
    return text_sprite(mark.text, "bold", size, _strong(mark.tint), p.PAPER, 3)


def _strong(tint: int) -> p.Rgb:
    """A tint as ink on a pale ground."""
    return p.SIDE_DARK[tint] if tint < len(p.SIDE) else p.INK if tint == 7 else p.TINTS[tint]


@lru_cache(maxsize=256)
def came_from(degrees: int, side: int, grain: float = 1.0) -> Sprite:
    """A small triangle that points in the direction of travel (degrees, 0 is east)."""
    size = 24

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        turn = math.radians(degrees)
        for radius, colour in ((11.5, p.PAPER), (8.5, p.SIDE_DARK[side])):
            points = []
            for k in range(3):
                angle = turn + k * math.tau / 3
                points.append(((size / 2 + radius * math.cos(angle)) * s,
                               (size / 2 + radius * math.sin(angle)) * s))  # fmt: skip
            draw.polygon(points, colour)

    return drawn(size, size, pen, grain)


def clash(mark: Clash, grain: float = 1.0) -> Sprite:
    """A battle: its score on the colours of the sides, or a burst while it is open."""
    return _burst(grain) if mark.open else _score(mark.scores, mark.winner, mark.sides, grain)


def _swords(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, ink: p.Rgb) -> None:
    for lean in (-1, 1):
        thick = max(1, round(size * 0.24))
        draw.line([x - lean * size, y + size, x + lean * size, y - size], ink, thick)
        guard = size * 0.42
        gx, gy = x - lean * size * 0.5, y + size * 0.5
        draw.line([gx - lean * guard, gy - guard, gx + lean * guard, gy + guard], ink, thick)


@lru_cache(maxsize=8)
def _burst(grain: float) -> Sprite:
    size = 32

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        middle = size / 2 * s
        burst(draw, middle, middle, 15.5 * s, p.INK)
        burst(draw, middle, middle, 13.5 * s, p.GOLD)
        _swords(draw, middle, middle, 5.5 * s, p.INK)

    return drawn(size, size, pen, grain)


@lru_cache(maxsize=256)
def _score(scores: tuple[int, int], winner: int, sides: tuple[int, int], grain: float) -> Sprite:
    wide, tall = 78, 32

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        middle, centre = wide / 2 * s, tall / 2 * s
        for k, side in enumerate(sides):
            x0, x1 = (2 * s, middle) if k == 0 else (middle, (wide - 2) * s)
            edge = p.GOLD if winner == side else p.PAPER
            radius = 13 if side == 1 else 2
            draw.rounded_rectangle([x0, 3 * s, x1, (tall - 3) * s], radius * s, edge)
            inner = [x0 + 2 * s, 5 * s, x1 - 2 * s, (tall - 5) * s]
            draw.rounded_rectangle(inner, (11 if side == 1 else 1) * s, p.SIDE[side])
            x, ink = middle + (-25 if k == 0 else 25) * s, p.SIDE_INK[side]
            draw.text((x, centre), str(scores[k]), ink, font("bold", 20 * s), anchor="mm")
        burst(draw, middle, centre, 15.5 * s, p.INK)
        burst(draw, middle, centre, 13 * s, p.GOLD)
        _swords(draw, middle, centre, 6 * s, p.INK)

    return drawn(wide, tall, pen, grain)


@lru_cache(maxsize=64)
def weather(kind: str, size: int, ground: p.Rgb) -> Sprite:
    """The sign of a season: a sun, a flake or drops of mud."""
    signs = {"sun": _sun, "snow": _snow, "mud": _mud}

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        draw.rectangle([0, 0, size * s, size * s], ground)
        if kind in signs:
            signs[kind](draw, size / 2 * s)

    return drawn(size, size, pen)


def _sun(draw: ImageDraw.ImageDraw, r: float) -> None:
    for k in range(8):
        dx, dy = r * math.cos(math.pi / 4 * k), r * math.sin(math.pi / 4 * k)
        line = [r + dx * 0.66, r + dy * 0.66, r + dx * 0.95, r + dy * 0.95]
        draw.line(line, p.GOLD, round(r * 0.17))
    draw.ellipse([r * 0.5, r * 0.5, r * 1.5, r * 1.5], p.GOLD)


def _snow(draw: ImageDraw.ImageDraw, r: float) -> None:
    for k in range(3):
        dx, dy = r * 0.92 * math.sin(math.pi / 3 * k), r * 0.92 * math.cos(math.pi / 3 * k)
        draw.line([r - dx, r - dy, r + dx, r + dy], p.SKY, round(r * 0.17))
        for end in (-1, 1):
            for lean in (-0.5, 0.5):
                turn = math.atan2(dy * end, dx * end) + lean
                tip = (r + math.cos(turn) * r * 0.85, r + math.sin(turn) * r * 0.85)
                root = (r + dx * end * 0.5, r + dy * end * 0.5)
                draw.line([root, tip], p.SKY, round(r * 0.13))


def _mud(draw: ImageDraw.ImageDraw, r: float) -> None:
    for dx, top, low in ((-0.45, -0.7, 0.0), (0.4, -0.75, -0.05), (0.0, -0.2, 0.55)):
        x, half, foot = r + dx * r, r * 0.26, r + low * r
        draw.polygon([(x, r + top * r), (x - half, foot), (x + half, foot)], p.MUD)
        draw.ellipse([x - half, foot - half, x + half, foot + half], p.MUD)
    draw.rounded_rectangle([r * 0.1, r * 1.72, r * 1.9, r * 1.94], r * 0.1, p.MUD)
