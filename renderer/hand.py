"""A hand of cards, drawn as cards: number, name, when, effect, and whether it can be played."""

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.core.rules import HandCard
from renderer import palette as p
from renderer.panel import write
from renderer.sprite import Sprite, drawn
from renderer.text import clip, fit, text_sprite, width, wrap
from renderer.words import ALT_LIMIT

WIDE, TALL = 392, 500
"""A card in pixels; two stand side by side on a phone."""
_GAP = 14
_HEAD = 56
_FAINT = p.mix(p.INK, p.PAPER, 2 / 7)
"""What is not for now."""


def draw_hand(
    held: Sequence[HandCard], title: str, *, large: bool = False
) -> tuple[Image.Image, str]:
    """The picture and its words."""
    most = 2 if large else 3 if len(held) in (5, 6) else 4
    columns = max(1, min(most, len(held)))
    rows = max(1, math.ceil(len(held) / columns))
    height = rows * (TALL + _GAP) + _HEAD + _GAP if held else _HEAD + _GAP
    page = p.blank(columns * (WIDE + _GAP) + _GAP, height, p.PANEL)
    playable = sum(card.playable for card in held)
    count = f"{len(held)} card{'' if len(held) == 1 else 's'}"
    room = page.width - 2 * _GAP
    line = f"{title} · {count}, {playable} can be played now" if held else f"{title} · no cards"
    write(page, fit(line, "bold", 27, room), _GAP, _HEAD / 2 + 4, 27)
    for number, card in enumerate(held):
        x = _GAP + number % columns * (WIDE + _GAP)
        y = _HEAD + number // columns * (TALL + _GAP)
        _card(page, card, x, y)
    return page, clip(f"{line}. {' '.join(map(_told, held))}".strip(), ALT_LIMIT)


def _told(card: HandCard) -> str:
    number = f"{card.number} " if card.number else ""
    now = " (can be played now)" if card.playable else ""
    return f"{number}{card.name}{now}: {card.when}."


def _card(page: Image.Image, card: HandCard, x: int, y: int) -> None:
    draw = ImageDraw.Draw(page)
    _blank_card(card.playable).paste(page, x + WIDE // 2, y + TALL // 2)
    start = x + 24
    room = WIDE - 48
    if card.number:
        wide = max(46, round(width(card.number, "bold", 27)) + 20)
        plate = (x + 18, y + 18, x + 18 + wide, y + 60)
        draw.rounded_rectangle(plate, 10, p.nearest(p.INK))
        middle = x + 18 + wide / 2
        text_sprite(card.number, "bold", 27, p.WHITE, p.INK).paste(page, middle, y + 39)
        start += wide
        room -= wide
    names = wrap(card.name, "bold", 29, room, 2)
    for number, line in enumerate(names):
        write(page, line, start, y + 38 + 32 * number, 29, p.INK, "bold", p.PAPER)
    top = y + 60 + 32 * (len(names) - 1)
    moment = card.when[:1].upper() + card.when[1:]
    lines = wrap(moment, "bold", 22, WIDE - 56, 1)
    if lines != [moment]:
        lines = wrap(moment, "bold", 20, WIDE - 56, 3)
    band = 12 + 26 * len(lines)
    draw.rectangle((x + 18, top + 6, x + WIDE - 18, top + 6 + band), p.nearest(p.PANEL_SOFT))
    for number, line in enumerate(lines):
        size = 22 if len(lines) == 1 else 20
        at = top + 25 + 26 * number
        write(page, line, x + 28, at, size, p.WHITE, "bold", p.PANEL_SOFT)
    top += band - 38
    foot = y + TALL - 52
    top = _text(page, card.text, x, top + 68, foot - (110 if card.other else 0))
    if card.other:
        line_at = foot - 104
        draw.line((x + 24, line_at, x + WIDE - 24, line_at), p.nearest(p.NEUTRAL), 2)
        for number, line in enumerate(wrap(card.other, "italic", 22, WIDE - 48, 4)):
            write(page, line, x + 24, line_at + 18 + 25 * number, 22, _FAINT, "italic", p.PAPER)
    _foot(page, card, x, foot)


@lru_cache(maxsize=2)
def _blank_card(playable: bool) -> Sprite:
    """The card without its words; one that can be played has a golden edge and foot."""

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        draw.rectangle([0, 0, WIDE * s, TALL * s], p.PANEL)
        edge = p.GOLD if playable else p.NEUTRAL
        box = [0, 0, WIDE * s - 1, TALL * s - 1]
        draw.rounded_rectangle(box, 18 * s, p.PAPER, edge, round(6 * s))
        if playable:
            foot = [12 * s, (TALL - 52) * s, (WIDE - 12) * s, (TALL - 12) * s]
            draw.rounded_rectangle(foot, 10 * s, p.GOLD)

    return drawn(WIDE, TALL, pen)


def _text(page: Image.Image, text: str, x: int, top: int, bottom: int) -> int:
    """The effect in the largest letters in which it fits; the height where it ends."""
    for size in (26, 24, 22, 20, 18):
        step = round(size * 1.22)
        lines = wrap(text, "regular", size, WIDE - 48, 99)
        if len(lines) * step <= bottom - top:
            break
    lines = wrap(text, "regular", size, WIDE - 48, max(1, (bottom - top) // step))
    for number, line in enumerate(lines):
        write(page, line, x + 24, top + step * number, size, p.INK, "regular", p.PAPER)
    return top + step * len(lines)


def _foot(page: Image.Image, card: HandCard, x: int, y: int) -> None:
    """Whether it can be played now, and its marks."""
    ground, ink = (p.GOLD, p.INK) if card.playable else (p.PAPER, _FAINT)
    words = "Not now"
    if card.playable:
        words = f"Now: play {card.word}" if card.word else "Can be played now"
    tags = " · ".join(card.tags)
    wide = width(tags, "regular", 22)
    words = fit(words, "bold", 23, WIDE - 60 - wide)
    write(page, words, x + 28, y + 20, 23, ink, "bold", ground)
    if tags:
        write(page, tags, x + WIDE - 28 - wide, y + 20, 22, ink, "regular", ground)
