"""NATO symbols, size marks, badges and stores, drawn with plain lines at any size.

Every function takes an `ImageDraw` and coordinates in its pixels.
"""

import math
from collections.abc import Callable, Sequence

from PIL import ImageDraw

from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.text import font
from renderer.scene import Badge, Store, Symbol

Draw = ImageDraw.ImageDraw
Frame = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def symbol(draw: Draw, kind: Symbol, frame: Frame, line: int, ink: p.Rgb, inside: p.Rgb) -> None:
    """The box of a unit with its sign; `line` is the width of its strokes."""
    draw.rectangle(frame, inside, ink, line)
    _SIGNS[kind](draw, frame, line, ink)


def _infantry(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    left, top, right, bottom = frame
    draw.line([left, top, right, bottom], ink, line)
    draw.line([left, bottom, right, top], ink, line)


def _armour(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    oval = _part(frame, 0.16, 0.22, 0.84, 0.78)
    draw.rounded_rectangle(oval, (oval[3] - oval[1]) / 2, None, ink, line)


def _mechanised(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    _infantry(draw, frame, line, ink)
    _armour(draw, frame, line, ink)


def _cavalry(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    left, top, right, bottom = frame
    draw.line([left, bottom, right, top], ink, line)


def _mountain(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    _infantry(draw, frame, line, ink)
    left, top, right, bottom = _part(frame, 0.3, 0.5, 0.7, 1)
    draw.polygon([(left, bottom), ((left + right) / 2, top), (right, bottom)], ink)


def _paratroop(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    _infantry(draw, frame, line, ink)
    left, top, right, bottom = _part(frame, 0.22, 0.66, 0.78, 1.18)
    middle = (left + right) / 2
    draw.arc([left, top, middle, bottom], 180, 360, ink, line)
    draw.arc([middle, top, right, bottom], 180, 360, ink, line)


def _artillery(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    x, y = _middle(frame)
    _disc(draw, x, y, (frame[3] - frame[1]) * 0.24, ink)


def _headquarters(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    letters = font("bold", round((frame[3] - frame[1]) * 0.78))
    draw.text(_middle(frame), "HQ", ink, letters, anchor="mm")


def _fortress(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    draw.rectangle(_part(frame, 0.18, 0.48, 0.82, 0.86), ink)
    for k in (0, 2, 4):
        draw.rectangle(_part(frame, 0.18 + 0.128 * k, 0.2, 0.308 + 0.128 * k, 0.5), ink)


def _partisan(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    _infantry(draw, frame, line, ink)
    x, y = _middle(frame)
    _disc(draw, x, y, (frame[3] - frame[1]) * 0.27, ink)


def _air(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    x, y = _middle(frame)
    wide, tall = (frame[2] - frame[0]) * 0.38, (frame[3] - frame[1]) * 0.26
    turns = [math.tau * k / 64 for k in range(65)]
    draw.polygon([(x + wide * math.cos(t), y + tall * math.sin(2 * t)) for t in turns], ink)


def _fleet(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    x, y = _middle(frame)
    size = (frame[3] - frame[1]) * 0.42
    ring = size * 0.26
    circle = [x - ring, y - size - ring * 0.1, x + ring, y - size + ring * 1.9]
    draw.ellipse(circle, None, ink, line)
    draw.line([x, y - size + ring * 1.8, x, y + size * 0.9], ink, line)
    draw.line([x - size * 0.5, y - size * 0.25, x + size * 0.5, y - size * 0.25], ink, line)
    draw.arc([x - size * 0.9, y - size * 0.9, x + size * 0.9, y + size * 0.9], 15, 165, ink, line)


def _supply(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    left, top, right, _ = _part(frame, 0, 0.7, 1, 1)
    draw.line([left, top, right, top], ink, line)


def _rail(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    for height in (0.35, 0.65):
        left, y, right, _ = _part(frame, 0.08, height, 0.92, 1)
        draw.line([left, y, right, y], ink, line)
    for k in range(5):
        x, top, _, bottom = _part(frame, 0.16 + 0.17 * k, 0.2, 1, 0.8)
        draw.line([x, top, x, bottom], ink, line)


def _leader(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    x, y = _middle(frame)
    star(draw, x, y, (frame[3] - frame[1]) * 0.42, ink)


def _hidden(draw: Draw, frame: Frame, line: int, ink: p.Rgb) -> None:
    letters = font("bold", round((frame[3] - frame[1]) * 0.9))
    draw.text(_middle(frame), "?", ink, letters, anchor="mm")


_SIGNS: dict[Symbol, Callable[[Draw, Frame, int, p.Rgb], None]] = {
    "infantry": _infantry,
    "armour": _armour,
    "mechanised": _mechanised,
    "cavalry": _cavalry,
    "mountain": _mountain,
    "paratroop": _paratroop,
    "artillery": _artillery,
    "headquarters": _headquarters,
    "fortress": _fortress,
    "partisan": _partisan,
    "air": _air,
    "fleet": _fleet,
    "supply": _supply,
    "rail": _rail,
    "leader": _leader,
    "hidden": _hidden,
}


def size_mark(draw: Draw, size: str, right: float, y: float, tall: float, ink: p.Rgb) -> float:
    """I to XXXXX, flush right, its middle at the height `y`; the x where it begins."""
    thick = max(1, round(tall * 0.2))
    step = tall * (0.95 if "X" in size else 0.5)
    x = right
    for letter in reversed(size):
        if letter == "X":
            half = tall * 0.38
            middle = x - half
            draw.line([middle - half, y - half, middle + half, y + half], ink, thick)
            draw.line([middle - half, y + half, middle + half, y - half], ink, thick)
        else:
            draw.line([x - thick / 2, y - tall / 2, x - thick / 2, y + tall / 2], ink, thick)
        x -= step
    return x


def size_width(size: str, tall: float) -> float:
    """What `size_mark` takes."""
    return len(size) * tall * (0.95 if "X" in size else 0.5)


def star(draw: Draw, x: float, y: float, size: float, fill: p.Rgb) -> None:
    """A five-pointed star of radius `size`."""
    draw.polygon(_spikes(x, y, size, 5, 0.42), fill)


def burst(draw: Draw, x: float, y: float, size: float, fill: p.Rgb) -> None:
    """An explosion with ten spikes."""
    draw.polygon(_spikes(x, y, size, 10, 0.66), fill)


def _spikes(x: float, y: float, size: float, count: int, inner: float) -> list[Point]:
    points = []
    for k in range(2 * count):
        radius = size if k % 2 == 0 else size * inner
        turn = math.pi / count * k
        points.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    return points


# badges ------------------------------------------------------------------------------


def badge(draw: Draw, kind: Badge, x: float, y: float, r: float) -> None:
    """A marker of radius `r`; each has a shape and a sign of its own beside its colour."""
    _BADGES[kind](draw, x, y, r)


def _ground(draw: Draw, x: float, y: float, r: float, fill: p.Rgb) -> None:
    _disc(draw, x, y, r, p.PAPER)
    _disc(draw, x, y, r * 0.88, fill)


def _disorganized(draw: Draw, x: float, y: float, r: float) -> None:
    for size, colour in ((1.25, p.INK), (1.0, p.GOLD)):
        top = y - r * size
        low = y + r * size * 0.75
        draw.polygon([(x, top), (x - r * size, low), (x + r * size, low)], colour)
    draw.rectangle([x - r * 0.12, y - r * 0.5, x + r * 0.12, y + r * 0.2], p.INK)
    _disc(draw, x, y + r * 0.45, r * 0.14, p.INK)


def _unsupplied(draw: Draw, x: float, y: float, r: float) -> None:
    _ground(draw, x, y, r, p.RED)
    draw.rectangle([x - r * 0.42, y - r * 0.42, x + r * 0.42, y + r * 0.42], p.WHITE)
    draw.line([x - r * 0.62, y + r * 0.62, x + r * 0.62, y - r * 0.62], p.RED, round(r * 0.42))
    draw.line([x - r * 0.62, y + r * 0.62, x + r * 0.62, y - r * 0.62], p.INK, round(r * 0.2))


def _target(draw: Draw, x: float, y: float, r: float) -> None:
    for part, colour in ((1.0, p.PAPER), (0.88, p.RED), (0.6, p.WHITE), (0.32, p.RED)):
        _disc(draw, x, y, r * part, colour)


def _counterblow(draw: Draw, x: float, y: float, r: float) -> None:
    burst(draw, x, y, r * 1.15, p.INK)
    burst(draw, x, y, r * 0.98, p.GOLD)
    _arrow(draw, x + r * 0.5, y, -r, p.INK)


def _moved(draw: Draw, x: float, y: float, r: float) -> None:
    _ground(draw, x, y, r, p.NEUTRAL)
    _arrow(draw, x - r * 0.5, y, r, p.WHITE)


def _halted(draw: Draw, x: float, y: float, r: float) -> None:
    for size, colour in ((1.06, p.PAPER), (0.92, p.RED)):
        corners = [math.pi / 8 + math.pi / 4 * k for k in range(8)]
        draw.polygon([(x + r * size * math.cos(t), y + r * size * math.sin(t)) for t in corners],
                     colour)  # fmt: skip
    draw.rectangle([x - r * 0.5, y - r * 0.17, x + r * 0.5, y + r * 0.17], p.WHITE)


def _support(draw: Draw, x: float, y: float, r: float) -> None:
    _ground(draw, x, y, r, p.GOOD)
    for wide, tall in ((0.55, 0.17), (0.17, 0.55)):
        draw.rectangle([x - r * wide, y - r * tall, x + r * wide, y + r * tall], p.WHITE)


def _blitz(draw: Draw, x: float, y: float, r: float) -> None:
    _ground(draw, x, y, r, p.INK)
    bolt = [(0.2, -0.7), (-0.45, 0.12), (-0.05, 0.12), (-0.2, 0.7), (0.45, -0.14), (0.05, -0.14)]
    draw.polygon([(x + r * dx, y + r * dy) for dx, dy in bolt], p.GOLD)


def _shock(draw: Draw, x: float, y: float, r: float) -> None:
    _ground(draw, x, y, r, p.INK)
    burst(draw, x, y, r * 0.72, p.GOLD)


def _combat(draw: Draw, x: float, y: float, r: float) -> None:
    """Two blades: it may attack."""
    _ground(draw, x, y, r, p.GOLD)
    for turn in (-1, 1):
        draw.line([x - turn * r * 0.5, y - r * 0.5, x + turn * r * 0.5, y + r * 0.5],
                  p.INK, max(1, round(r * 0.24)))  # fmt: skip
        draw.line([x + turn * r * 0.5, y + r * 0.12, x + turn * r * 0.12, y + r * 0.5],
                  p.INK, max(1, round(r * 0.2)))  # fmt: skip


def _limited(draw: Draw, x: float, y: float, r: float) -> None:
    """Half a store: it is fed where it stands alone."""
    _ground(draw, x, y, r, p.GOLD)
    draw.rectangle([x - r * 0.45, y - r * 0.45, x + r * 0.45, y + r * 0.45], p.WHITE)
    draw.rectangle([x - r * 0.45, y, x + r * 0.45, y + r * 0.45], p.INK)


_BADGES: dict[Badge, Callable[[Draw, float, float, float], None]] = {
    "disorganized": _disorganized,
    "unsupplied": _unsupplied,
    "target": _target,
    "counterblow": _counterblow,
    "moved": _moved,
    "halted": _halted,
    "support": _support,
    "blitz": _blitz,
    "shock": _shock,
    "combat": _combat,
    "limited": _limited,
}


def _arrow(draw: Draw, x: float, y: float, long: float, ink: p.Rgb) -> None:
    """From `x` so far to the right (to the left where negative)."""
    half = abs(long) * 0.12
    neck = x + long * 0.5
    draw.rectangle([min(x, neck), y - half, max(x, neck), y + half], ink)
    wing = abs(long) * 0.42
    draw.polygon([(neck, y - wing), (x + long, y), (neck, y + wing)], ink)


# stores ------------------------------------------------------------------------------


def store(draw: Draw, kind: Store, x: float, y: float, r: float) -> None:
    """A supply token of radius `r`: each kind has its own shape."""
    _STORES[kind](draw, x, y, r)


def store_row(
    draw: Draw, stores: Sequence[tuple[Store, int]], left: float, top: float, tall: float
) -> None:
    """Stores with their numbers side by side on a strip; see `row_width`."""
    wide = row_width(len(stores), tall)
    draw.rounded_rectangle([left, top, left + wide, top + tall], tall * 0.3, p.INK)
    rim = max(1.0, tall * 0.05)
    inner = [left + rim, top + rim, left + wide - rim, top + tall - rim]
    draw.rounded_rectangle(inner, tall * 0.26, p.PAPER)
    step = wide / len(stores)
    for number, (kind, amount) in enumerate(stores):
        x = left + step * number
        letters = font("bold", round(tall * (0.88 if amount < 10 else 0.72)))
        store(draw, kind, x + step * 0.29, top + tall / 2, tall * 0.34)
        draw.text((x + step * 0.735, top + tall / 2), f"{amount}", p.INK, letters, anchor="mm")


def row_width(count: int, tall: float) -> float:
    """What so many stores take on a strip of a height."""
    return count * tall * 1.45


def _fuel(draw: Draw, x: float, y: float, r: float) -> None:
    _disc(draw, x, y + r * 0.25, r * 0.62, p.INK)
    draw.polygon([(x, y - r * 0.95), (x - r * 0.55, y), (x + r * 0.55, y)], p.INK)


def _ammo(draw: Draw, x: float, y: float, r: float) -> None:
    draw.rectangle([x - r * 0.36, y - r * 0.1, x + r * 0.36, y + r * 0.85], p.RED)
    draw.polygon([(x, y - r), (x - r * 0.36, y - r * 0.1), (x + r * 0.36, y - r * 0.1)], p.RED)


def _food(draw: Draw, x: float, y: float, r: float) -> None:
    box = [x - r * 0.85, y - r * 0.5, x + r * 0.85, y + r * 0.6]
    draw.rounded_rectangle(box, r * 0.5, p.BROWN)
    for k in (-1, 0, 1):
        left = x + k * r * 0.45
        draw.line([left - r * 0.1, y + r * 0.25, left + r * 0.12, y - r * 0.25], p.PAPER,
                  max(1, round(r * 0.14)))  # fmt: skip


def _train(draw: Draw, x: float, y: float, r: float) -> None:
    draw.rectangle([x - r * 0.85, y - r * 0.3, x + r * 0.85, y + r * 0.35], p.INK)
    draw.rectangle([x + r * 0.2, y - r * 0.8, x + r * 0.85, y], p.INK)
    draw.rectangle([x - r * 0.65, y - r * 0.75, x - r * 0.35, y], p.INK)
    for dx in (-0.55, 0.0, 0.55):
        _disc(draw, x + r * dx, y + r * 0.5, r * 0.24, p.INK)


def _truck(draw: Draw, x: float, y: float, r: float) -> None:
    draw.rectangle([x - r * 0.9, y - r * 0.6, x + r * 0.25, y + r * 0.35], p.INK)
    draw.rectangle([x + r * 0.35, y - r * 0.25, x + r * 0.9, y + r * 0.35], p.INK)
    for dx in (-0.5, 0.55):
        _disc(draw, x + r * dx, y + r * 0.5, r * 0.26, p.INK)


def _medal(draw: Draw, x: float, y: float, r: float) -> None:
    _disc(draw, x, y, r * 0.9, p.INK)
    _disc(draw, x, y, r * 0.78, p.GOLD)
    star(draw, x, y, r * 0.55, p.INK)


_STORES: dict[Store, Callable[[Draw, float, float, float], None]] = {
    "fuel": _fuel,
    "ammo": _ammo,
    "food": _food,
    "train": _train,
    "truck": _truck,
    "medal": _medal,
}


def _part(frame: Frame, left: float, top: float, right: float, bottom: float) -> Frame:
    """A part of a frame, in fractions of it."""
    wide, tall = frame[2] - frame[0], frame[3] - frame[1]
    return (
        frame[0] + wide * left,
        frame[1] + tall * top,
        frame[0] + wide * right,
        frame[1] + tall * bottom,
    )


def _middle(frame: Frame) -> Point:
    return (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2


def _disc(draw: Draw, x: float, y: float, r: float, fill: p.Rgb) -> None:
    draw.ellipse([x - r, y - r, x + r, y + r], fill)
