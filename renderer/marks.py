"""What lies over the map besides counters: plates, outlines, arrows, battles, signs."""

import math
from functools import cache

from PIL import Image, ImageDraw

from renderer import palette as p
from renderer.chart import Chart
from renderer.labels import plate_letters, plate_size
from renderer.projection import Point
from renderer.scene import Arrow, Clash, Plate
from renderer.sprite import Sprite, cased, drawn
from renderer.text import font, width


def plate(mark: Plate) -> Sprite:
    """The name plate of a city or fortress."""
    return _plate(mark.text, mark.side, mark.icon, mark.lit)


@cache
def _plate(text: str, side: int, icon: str, lit: bool) -> Sprite:
    size = plate_letters(text)
    wide, tall = plate_size(text)
    pad = 4

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        box = [pad * s, pad * s, (pad + wide) * s, (pad + tall) * s]
        radius = (2 if side == 0 else 10) * s
        if lit:
            draw.rounded_rectangle([box[0] - 4 * s, box[1] - 4 * s, box[2] + 4 * s, box[3] + 4 * s],
                                   radius + 3 * s, p.GOLD)  # fmt: skip
        ruin = icon == "ruin"
        draw.rounded_rectangle(box, radius, p.PAPER)
        inner = [box[0] + s, box[1] + s, box[2] - s, box[3] - s]
        draw.rounded_rectangle(inner, radius, p.NEUTRAL if ruin else p.SIDE[side])
        at = ((pad + 13.5) * s, (pad + tall / 2) * s)
        _emblem(draw, icon, side, at, 8 * s)
        draw.text(((pad + 24) * s, at[1]), text, p.WHITE, font("bold", size * s), anchor="lm")

    return drawn(wide + 2 * pad, tall + 2 * pad, pen)


def _emblem(draw: ImageDraw.ImageDraw, icon: str, side: int, at: Point, size: float) -> None:
    x, y = at
    if icon in ("fortress", "ruin"):
        draw.rectangle([x - size, y - size * 0.1, x + size, y + size * 0.9], p.WHITE)
        for k in (-1, 0, 1):
            draw.rectangle(
                [
                    x + k * size * 0.72 - size * 0.28,
                    y - size * 0.85,
                    x + k * size * 0.72 + size * 0.28,
                    y,
                ],
                p.WHITE,
            )
        if icon == "ruin":
            draw.line([x - size, y + size, x + size, y - size], p.RED, round(size * 0.45))
        return
    fill = p.GOLD if icon == "industry" else p.WHITE
    if side == 0:
        arm = size * 0.34
        draw.rectangle([x - size, y - arm, x + size, y + arm], fill)
        draw.rectangle([x - arm, y - size, x + arm, y + size], fill)
    else:
        star(draw, x, y, size * 1.2, fill)


def star(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, fill: p.Rgb) -> None:
    """A five-pointed star of radius `size`."""
    points = []
    for k in range(10):
        radius = size if k % 2 == 0 else size * 0.42
        turn = math.pi / 5 * k
        points.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    draw.polygon(points, fill)


@cache
def emblem(side: int, size: int, ground: p.Rgb) -> Sprite:
    """The sign of a side on a ground of its colour: a square with a cross, a disc with a star."""

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        box = [0, 0, size * s - 1, size * s - 1]
        middle = size * s / 2
        draw.rectangle(box, ground)
        draw.rounded_rectangle(box, (2 if side == 0 else size / 2) * s, p.SIDE[side], p.WHITE, s)
        _emblem(draw, "city", side, (middle, middle), size * 0.3 * s)

    return drawn(size, size, pen)


@cache
def token(text: str, side: int) -> Sprite:
    """A marker with a word on it."""
    wide, tall = round(width(text, "bold", 17)) + 32, 26

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        draw.rounded_rectangle([0, 0, wide * s - 1, tall * s - 1], 13 * s, p.INK)
        draw.rounded_rectangle(
            [2 * s, 2 * s, (wide - 2) * s - 1, (tall - 2) * s - 1], 11 * s, p.GOLD
        )
        star(draw, 15 * s, tall / 2 * s, 9 * s, p.SIDE[side])
        draw.text((26 * s, tall / 2 * s), text, p.INK, font("bold", 17 * s), anchor="lm")

    return drawn(wide, tall, pen)


@cache
def flag(side: int) -> Sprite:
    """A control marker: the city changed hands."""
    size = 36

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        box = [0, 0, size * s - 1, size * s - 1]
        inner = [3 * s, 3 * s, (size - 3) * s - 1, (size - 3) * s - 1]
        radius = (4 if side == 0 else size / 2) * s
        draw.rounded_rectangle(box, radius, p.PAPER)
        draw.rounded_rectangle(inner, radius - 2 * s, p.SIDE[side], p.SIDE_DARK[side], 2 * s)
        _emblem(draw, "city", side, (size / 2 * s, size / 2 * s), 12 * s)

    return drawn(size, size, pen)


@cache
def outline(chart: Chart, cells: tuple[int, ...], side: int) -> Sprite:
    """The edge of a group of cells in a side's colour: a full line for 0, dashes for 1."""
    lines = chart.outline(cells, inset=4.5)
    xs = [x for line in lines for x, _ in line]
    ys = [y for line in lines for _, y in line]
    left, top = math.floor(min(xs)) - 6, math.floor(min(ys)) - 6
    size = (math.ceil(max(xs)) + 6 - left, math.ceil(max(ys)) + 6 - top)
    fine = 2
    core, ground = (Image.new("L", (size[0] * fine, size[1] * fine), 0) for _ in range(2))
    for image, thick, dashed in ((core, 4, side == 1), (ground, 6, False)):
        draw = ImageDraw.Draw(image)
        for a, b in lines:
            a, b = (
                ((a[0] - left) * fine, (a[1] - top) * fine),
                ((b[0] - left) * fine, (b[1] - top) * fine),
            )
            for start, end in _dashes(a, b) if dashed else ((a, b),):
                draw.line([start, end], 255, thick * fine)
                if not dashed:
                    for x, y in (start, end):
                        half = thick * fine / 2 - 0.5
                        draw.ellipse([x - half, y - half, x + half, y + half], 255)
    sprite = cased(core.reduce(fine), ground.reduce(fine), p.SIDE[side], p.PAPER)
    return Sprite(sprite.image, sprite.mask, left, top)


def _dashes(a: Point, b: Point) -> list[tuple[Point, Point]]:
    count = max(1, round(math.hypot(b[0] - a[0], b[1] - a[1]) / 40))
    out = []
    for k in range(count):
        start, end = (k + 0.14) / count, (k + 0.86) / count
        out.append((_between(a, b, start), _between(a, b, end)))
    return out


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def arrow(chart: Chart, mark: Arrow) -> Sprite:
    """The path of a unit; its head crosses into the last cell and leaves the counters free."""
    return _arrow(chart, mark.cells, mark.side)


def _arrow(chart: Chart, cells: tuple[int, ...], side: int) -> Sprite:
    points = [chart.centre(cell) for cell in cells]
    (ax, ay), (bx, by) = points[-2:]
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    stop = chart.hex_px * 0.44
    tip = (bx - ux * stop, by - uy * stop)
    neck = (tip[0] - ux * 20, tip[1] - uy * 20)
    pad = 30
    left = math.floor(min(x for x, _ in points)) - pad
    top = math.floor(min(y for _, y in points)) - pad
    size = (
        math.ceil(max(x for x, _ in points)) + pad - left,
        math.ceil(max(y for _, y in points)) + pad - top,
    )
    fine = 2
    core, ground = (Image.new("L", (size[0] * fine, size[1] * fine), 0) for _ in range(2))
    shaft = [((x - left) * fine, (y - top) * fine) for x, y in [*points[:-1], neck]]
    for image, thick, grow in ((ground, 18, 5), (core, 11, 0)):
        draw = ImageDraw.Draw(image)
        draw.line(shaft, 255, thick * fine, joint="curve")
        for number, (x, y) in enumerate(shaft[:-1]):
            half = (thick / 2 + (5 if number == 0 else 0)) * fine
            draw.ellipse([x - half, y - half, x + half, y + half], 255)
        draw.polygon(_head(tip, (ux, uy), grow, (left, top), fine), 255)
    sprite = cased(core.reduce(fine), ground.reduce(fine), p.SIDE_DARK[side], p.PAPER)
    return Sprite(sprite.image, sprite.mask, left, top)


def _head(tip: Point, way: Point, grow: float, origin: Point, fine: int) -> list[Point]:
    """An arrow head; `grow` pixels larger all round for the casing."""
    ux, uy = way
    long, half = 28.0 + grow * 1.6, 17.0 + grow
    x, y = tip[0] + ux * grow * 1.2 - origin[0], tip[1] + uy * grow * 1.2 - origin[1]
    back = (x - ux * long, y - uy * long)
    return [
        (x * fine, y * fine),
        ((back[0] - uy * half) * fine, (back[1] + ux * half) * fine),
        ((back[0] + uy * half) * fine, (back[1] - ux * half) * fine),
    ]


@cache
def came_from(degrees: int, side: int) -> Sprite:
    """A small triangle that points in the direction of travel (degrees, 0 is east)."""
    size = 24

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        turn = math.radians(degrees)
        for radius, colour in ((11.5, p.PAPER), (8.5, p.SIDE_DARK[side])):
            points = [
                (
                    (size / 2 + radius * math.cos(turn + k * math.tau / 3)) * s,
                    (size / 2 + radius * math.sin(turn + k * math.tau / 3)) * s,
                )
                for k in range(3)
            ]
            draw.polygon(points, colour)

    return drawn(size, size, pen)


def clash(mark: Clash) -> Sprite:
    """A battle: its score on the colours of the sides, or a burst while it is open."""
    return _burst() if mark.open else _score(mark.scores, mark.winner)


def _burst_shape(x: float, y: float, size: float) -> list[Point]:
    points = []
    for k in range(20):
        radius = size if k % 2 == 0 else size * 0.66
        points.append(
            (x + radius * math.sin(math.pi / 10 * k), y - radius * math.cos(math.pi / 10 * k))
        )
    return points


def _swords(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, ink: p.Rgb) -> None:
    for lean in (-1, 1):
        thick = round(size * 0.24)
        draw.line([x - lean * size, y + size, x + lean * size, y - size], ink, thick)
        guard = size * 0.42
        gx, gy = x - lean * size * 0.5, y + size * 0.5
        draw.line([gx - lean * guard, gy - guard, gx + lean * guard, gy + guard], ink, thick)


@cache
def _burst() -> Sprite:
    size = 32

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        middle = size / 2 * s
        draw.polygon(_burst_shape(middle, middle, 15.5 * s), p.INK)
        draw.polygon(_burst_shape(middle, middle, 13.5 * s), p.GOLD)
        _swords(draw, middle, middle, 5.5 * s, p.INK)

    return drawn(size, size, pen)


@cache
def _score(scores: tuple[int, int], winner: int) -> Sprite:
    wide, tall = 78, 32

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        middle, centre = wide / 2 * s, tall / 2 * s
        for side in (0, 1):
            x0, x1 = (2 * s, middle) if side == 0 else (middle, (wide - 2) * s)
            edge = p.GOLD if winner == side else p.PAPER
            draw.rounded_rectangle(
                [x0, 3 * s, x1, (tall - 3) * s], (2 if side == 0 else 13) * s, edge
            )
            inner = [x0 + 2 * s, 5 * s, x1 - 2 * s, (tall - 5) * s]
            draw.rounded_rectangle(inner, (1 if side == 0 else 11) * s, p.SIDE[side])
            x = middle + (-25 if side == 0 else 25) * s
            draw.text((x, centre), str(scores[side]), p.WHITE, font("bold", 20 * s), anchor="mm")
        draw.polygon(_burst_shape(middle, centre, 15.5 * s), p.INK)
        draw.polygon(_burst_shape(middle, centre, 13 * s), p.GOLD)
        _swords(draw, middle, centre, 6 * s, p.INK)

    return drawn(wide, tall, pen)


@cache
def weather(kind: str, size: int, ground: p.Rgb) -> Sprite:
    """The sign of a season: a sun, a flake or drops of mud."""

    def pen(draw: ImageDraw.ImageDraw, s: int) -> None:
        draw.rectangle([0, 0, size * s, size * s], ground)
        x = y = size / 2 * s
        r = size / 2 * s
        if kind == "sun":
            for k in range(8):
                dx, dy = math.cos(math.pi / 4 * k), math.sin(math.pi / 4 * k)
                line = [x + dx * r * 0.66, y + dy * r * 0.66, x + dx * r * 0.95, y + dy * r * 0.95]
                draw.line(line, p.GOLD, round(r * 0.17))
            draw.ellipse([x - r * 0.5, y - r * 0.5, x + r * 0.5, y + r * 0.5], p.GOLD)
        elif kind == "snow":
            for k in range(3):
                dx, dy = r * 0.92 * math.sin(math.pi / 3 * k), r * 0.92 * math.cos(math.pi / 3 * k)
                draw.line([x - dx, y - dy, x + dx, y + dy], p.SKY, round(r * 0.17))
                for end in (-1, 1):
                    for lean in (-0.5, 0.5):
                        turn = math.atan2(dy * end, dx * end) + lean
                        tip = (x + math.cos(turn) * r * 0.85, y + math.sin(turn) * r * 0.85)
                        root = (x + dx * end * 0.5, y + dy * end * 0.5)
                        draw.line([root, tip], p.SKY, round(r * 0.13))
        else:
            for dx, top, low in ((-0.45, -0.7, 0.0), (0.4, -0.75, -0.05), (0.0, -0.2, 0.55)):
                px, half = x + dx * r, r * 0.26
                draw.polygon(
                    [(px, y + top * r), (px - half, y + low * r), (px + half, y + low * r)], p.MUD
                )
                draw.ellipse([px - half, y + low * r - half, px + half, y + low * r + half], p.MUD)
            draw.rounded_rectangle(
                [x - r * 0.9, y + r * 0.72, x + r * 0.9, y + r * 0.94], r * 0.1, p.MUD
            )

    return drawn(size, size, pen)
