"""Counters with NATO symbols, drawn large and scaled down, kept as sprites.

Side 0 is blue with square corners and a bar at its foot; side 1 is vermilion
with round corners and a notched foot. A unit that has moved shows its pale face.
"""

import math
from functools import cache

from PIL import ImageDraw

from renderer import palette as p
from renderer.scene import Piece, Symbol
from renderer.sprite import Sprite, drawn
from renderer.text import font

BIG = 58
SMALL = 34
"""Sides of counters in pixels at a hex of 144."""


def counter(piece: Piece, size: int) -> Sprite:
    """The sprite of a piece; the anchor is its middle."""
    return _counter(
        piece.symbol, piece.side, piece.label if size >= 44 else "", piece.spent, piece.lit,
        piece.lost, piece.count, size,
    )  # fmt: skip


@cache
def _counter(
    symbol: Symbol, side: int, label: str, spent: bool, lit: bool, lost: bool, count: int, size: int
) -> Sprite:
    pad = 6
    whole = size + 2 * pad

    def pen(draw: ImageDraw.ImageDraw, scale: int) -> None:
        def box(inset: float) -> list[float]:
            return [(pad + inset) * scale, (pad + inset) * scale,
                    (pad + size - inset) * scale, (pad + size - inset) * scale]  # fmt: skip

        radius = (2 if side == 0 else size * 0.26) * scale
        face, edge, ink = _colours(side, spent, lost)
        if lit:
            draw.rounded_rectangle(box(-5), radius + 5 * scale, p.INK)
            draw.rounded_rectangle(box(-4), radius + 4 * scale, p.GOLD)
        draw.rounded_rectangle(box(-1.2), radius + 1.2 * scale, p.PAPER)
        draw.rounded_rectangle(box(0), radius, edge)
        rim = max(1.5, size / 24)
        draw.rounded_rectangle(box(rim), max(1, radius - rim * scale), face)
        _fill(draw, symbol, side, label, (pad, size), scale, face, ink, lost)
        if lost:
            _crossed_out(draw, box(size * 0.12), scale)
        if count > 1:
            _badge(draw, f"{count}", pad, size, scale)

    return drawn(whole, whole, pen)


def _colours(side: int, spent: bool, lost: bool) -> tuple[p.Rgb, p.Rgb, p.Rgb]:
    """Face, edge and ink."""
    dark = p.SIDE_DARK[side]
    if lost:
        return p.mix(p.SIDE_LIGHT[side], p.PAPER, 0.5), p.NEUTRAL, p.NEUTRAL
    if spent:
        return p.SIDE_LIGHT[side], p.SIDE[side], dark
    return p.SIDE[side], dark, p.WHITE


def _fill(
    draw: ImageDraw.ImageDraw,
    symbol: Symbol,
    side: int,
    label: str,
    place: tuple[int, int],
    scale: int,
    face: p.Rgb,
    ink: p.Rgb,
    lost: bool,
) -> None:
    """Symbol above, label below; without a label the symbol takes all."""
    pad, size = place
    wide, tall = size * 0.7, size * 0.44
    middle = pad + size / 2
    centre = pad + (size * 0.36 if label else size * 0.5)
    if not label:
        wide, tall = size * 0.76, size * 0.5
    frame = [(middle - wide / 2) * scale, (centre - tall / 2) * scale,
             (middle + wide / 2) * scale, (centre + tall / 2) * scale]  # fmt: skip
    inside = p.PAPER if not lost else face
    line = max(2, round(size / 22 * scale))
    _symbol(draw, symbol, frame, line, p.SIDE_DARK[side] if not lost else ink, inside)
    if label:
        foot = pad + size * 0.795
        letters = font("bold", round(size * 0.31 * scale))
        draw.text((middle * scale, foot * scale), label, ink, letters, anchor="mm")


def _symbol(
    draw: ImageDraw.ImageDraw,
    symbol: Symbol,
    frame: list[float],
    line: int,
    ink: p.Rgb,
    inside: p.Rgb,
) -> None:
    left, top, right, bottom = frame
    middle, centre = (left + right) / 2, (top + bottom) / 2
    wide, tall = right - left, bottom - top
    draw.rectangle(frame, inside, ink, line)
    match symbol:
        case "infantry":
            draw.line([left, top, right, bottom], ink, line)
            draw.line([left, bottom, right, top], ink, line)
        case "armour":
            oval = [
                left + wide * 0.16,
                top + tall * 0.22,
                right - wide * 0.16,
                bottom - tall * 0.22,
            ]
            draw.rounded_rectangle(oval, tall * 0.28, None, ink, line)
        case "air":
            loop = []
            for k in range(65):
                turn = math.tau * k / 64
                loop.append(
                    (
                        middle + wide * 0.38 * math.cos(turn),
                        centre + tall * 0.26 * math.sin(2 * turn),
                    )
                )
            draw.polygon(loop, ink)
        case "fleet":
            _anchor(draw, middle, centre, tall * 0.42, line, ink)
        case "partisan":
            draw.line([left, top, right, bottom], ink, line)
            draw.line([left, bottom, right, top], ink, line)
            half = tall * 0.27
            draw.ellipse([middle - half, centre - half, middle + half, centre + half], ink)
        case "fortress":
            _battlements(draw, frame, ink)


def _anchor(
    draw: ImageDraw.ImageDraw, x: float, y: float, size: float, line: int, ink: p.Rgb
) -> None:
    ring = size * 0.26
    draw.ellipse(
        [x - ring, y - size - ring * 0.1, x + ring, y - size + ring * 1.9], None, ink, line
    )
    draw.line([x, y - size + ring * 1.8, x, y + size * 0.9], ink, line)
    draw.line([x - size * 0.5, y - size * 0.25, x + size * 0.5, y - size * 0.25], ink, line)
    draw.arc([x - size * 0.9, y - size * 0.9, x + size * 0.9, y + size * 0.9], 15, 165, ink, line)


def _battlements(draw: ImageDraw.ImageDraw, frame: list[float], ink: p.Rgb) -> None:
    left, top, right, bottom = frame
    wide, tall = right - left, bottom - top
    draw.rectangle(
        [left + wide * 0.18, top + tall * 0.48, right - wide * 0.18, bottom - tall * 0.14], ink
    )
    for k in (0, 2, 4):
        x = left + wide * (0.18 + 0.128 * k)
        draw.rectangle([x, top + tall * 0.2, x + wide * 0.128, top + tall * 0.5], ink)


def _crossed_out(draw: ImageDraw.ImageDraw, box: list[float], scale: int) -> None:
    left, top, right, bottom = box
    for thick, colour in ((7, p.PAPER), (4, p.RED)):
        draw.line([left, top, right, bottom], colour, thick * scale)
        draw.line([left, bottom, right, top], colour, thick * scale)


def _badge(draw: ImageDraw.ImageDraw, text: str, pad: int, size: int, scale: int) -> None:
    """How many, in the right upper corner."""
    radius = max(8.5, size * 0.2)
    x, y = (pad + size - radius * 0.55) * scale, (pad + radius * 0.45) * scale
    r = radius * scale
    draw.ellipse([x - r, y - r, x + r, y + r], p.PAPER)
    r -= 1.2 * scale
    draw.ellipse([x - r, y - r, x + r, y + r], p.INK)
    draw.text((x, y), text, p.WHITE, font("bold", round(radius * 1.45 * scale)), anchor="mm")
