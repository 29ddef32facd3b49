"""What lies on a point to point map beside counters: stores, track, trucks and trains.

Sizes are meant for a hex of 144 pixels; `grain` is how much larger they are drawn.
"""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, drawn
from renderer.pieces.layout import Ground
from renderer.pieces.symbols import row_width, store, store_row
from renderer.scene import Carrier, Store

STORES_TALL = 26
"""Height of a strip of stores."""
STORES_GROWN = 1.1
"""How much larger they are drawn than other marks: their numbers are read on whole maps."""
STORES_AT = -0.5
"""Height of an area's stores above its centre, in units of the grid: above its counter."""
TRACK_AT = (-0.5, 0.06)
"""Where the sign of track is, from an area's centre, in units of the grid."""

_FINE = 3
"""Lines are drawn at this many times the size."""

_ALONG = (0.5, 0.45, 0.55, 0.4, 0.6)
"""How far along its way a carrier may lie."""

_BESIDE = 1.6
"""How far beside its way a carrier lies that has no room there, in `ASIDE`."""

ASIDE = 0.16
"""How far from the middle of their way two carriers lie, in units of the grid."""


_RIM = 4
"""Of gold, round a strip of stores that have changed."""


@lru_cache(maxsize=256)
def stores(held: tuple[tuple[Store, int], ...], grain: float, lit: bool = False) -> Sprite:
    """A strip of stores."""
    tall, rim = STORES_TALL, _RIM * lit
    wide = math.ceil(row_width(len(held), tall))

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        if lit:
            box = [0, 0, (wide + 2 * rim) * s - 1, (tall + 2 * rim) * s - 1]
            draw.rounded_rectangle(box, (tall * 0.3 + rim) * s, p.GOLD, p.INK, round(s))
        store_row(draw, held, rim * s, rim * s, tall * s)

    return drawn(wide + 2 * rim, tall + 2 * rim, pen, grain)


@lru_cache(maxsize=16)
def track(side: int, grain: float) -> Sprite:
    """The back of a side's marker: rails and sleepers."""
    size = 30

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        draw.ellipse([0, 0, size * s - 1, size * s - 1], p.PAPER)
        draw.ellipse([2 * s, 2 * s, (size - 2) * s, (size - 2) * s], p.SIDE[side], p.INK, round(s))
        ink = p.SIDE_INK[side]
        for x in (10, 20):
            draw.line([x * s, 6 * s, x * s, 24 * s], ink, round(2.4 * s))
        for y in (9, 15, 21):
            draw.line([6 * s, y * s, 24 * s, y * s], ink, round(2.4 * s))

    return drawn(size, size, pen, grain)


@lru_cache(maxsize=32)
def carrier(kind: Store, side: int, lit: bool, grain: float) -> Sprite:
    """A truck or train on a plate, that of a truck with its owner's colour round it."""
    wide, tall = 46, 36

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [0.0, 0.0, wide * s - 1, tall * s - 1]
        draw.rounded_rectangle(box, 8 * s, p.GOLD if lit else p.PAPER)
        inner = [2.5 * s, 2.5 * s, (wide - 2.5) * s, (tall - 2.5) * s]
        edge = p.SIDE_DARK[side] if side == 2 else p.SIDE[side] if side >= 0 else p.INK
        draw.rounded_rectangle(inner, 6 * s, edge)
        inner = [6 * s, 6 * s, (wide - 6) * s, (tall - 6) * s]
        draw.rounded_rectangle(inner, 4 * s, p.PAPER)
        store(draw, kind, wide / 2 * s, tall / 2 * s, 13 * s)

    return drawn(wide, tall, pen, grain)


def on_the_way(ground: Ground, mark: Carrier, aside: float) -> list[Point]:
    """Where the middle of a carrier may be, best first; `aside` of its way in `ASIDE`.

    Where there is no room on the way it may lie beside it.
    """
    (ax, ay), (bx, by) = ground.centre(min(mark.a, mark.b)), ground.centre(max(mark.a, mark.b))
    unit = ASIDE * ground.hex_px / math.hypot(bx - ax, by - ay)
    found = []
    back = math.copysign(_BESIDE, -aside)  # across the way first: less far from it
    for more in (0, back, -back):
        part = (aside + more) * unit
        dx, dy = -(by - ay) * part, (bx - ax) * part
        found += [(ax + (bx - ax) * t + dx, ay + (by - ay) * t + dy) for t in _ALONG]
    return found


@lru_cache(maxsize=512)
def rails(dx: int, dy: int, grain: float) -> Sprite:
    """Sleepers over a road that goes so many pixels to the east and to the south.

    In the tones of the printed map, so that they stand out in the dark theme too.
    """
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    half, each, edge = 11 * grain, 10 * grain, 58 * grain
    wide, tall = abs(dx) + 2 * round(half) + 4, abs(dy) + 2 * round(half) + 4
    cover = Image.new("L", (wide * _FINE, tall * _FINE), 0)
    draw = ImageDraw.Draw(cover)
    count = max(1, int((length - 2 * edge) / each))
    for k in range(count + 1):
        along = (k - count / 2) * each
        x, y = wide / 2 + ux * along, tall / 2 + uy * along
        ends = [x - uy * half, y + ux * half, x + uy * half, y - ux * half]
        draw.line([at * _FINE for at in ends], 255, round(3.4 * grain * _FINE))
    core = cover.reduce(_FINE)
    image = p.blank(wide, tall)
    image.paste(core.point(p.ramp(p.INK, p.CLEAR)))
    mask = core.point([0] * 64 + [255] * 192, "1")
    return Sprite(image, mask, -(wide // 2), -(tall // 2))


@lru_cache(maxsize=16)
def ring(size: int) -> Sprite:
    """A golden ring round an area where something has changed."""

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        box = [0, 0, size * s - 1, size * s - 1]
        draw.ellipse(box, None, p.INK, round(size * 0.075 * s))
        rim = size * 0.012 * s
        box = [rim, rim, size * s - 1 - rim, size * s - 1 - rim]
        draw.ellipse(box, None, p.GOLD, round(size * 0.05 * s))

    return drawn(size, size, pen)
