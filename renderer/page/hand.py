"""A hand of cards, drawn as cards: number, name, when, effect, and whether it can be played."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.core.rules import HandCard
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, drawn
from renderer.inks.text import clip, fit, text_sprite, width, wrap
from renderer.page.panel import write

ALT_LIMIT = 1024
WIDE, SHORT, TALL = 392, 300, 500
"""A card in pixels, as tall as its hand needs; two stand side by side on a phone."""
_GAP = 14
_HEAD = 56
_EDGE = 24
_FOOT = 52
_LETTERS = (26, 24, 22, 20, 18)
_ORDERS = (23, 20, 18)
"""Sizes of the letters of how a card is played."""
_OPEN, _LINES = 23, 4
"""Size of the letters of open hands, and their lines at most."""
_FAINT = p.mix(p.INK, p.PAPER, 2 / 7)
"""What is not for now."""


def draw_hand(
    held: Sequence[HandCard], title: str, orders: Mapping[str, str], *, large: bool = False
) -> tuple[Image.Image, str]:
    """The picture and its words; `orders`: id of a card -> how it is played now."""
    most = 2 if large or len(held) <= 4 else 3
    columns = max(1, min(most, len(held)))
    rows = math.ceil(len(held) / columns)
    faces = [_face(card, orders.get(card.id, "")) for card in held]
    tall = min(TALL, max([SHORT, *(face.height for face in faces)]))
    height = rows * (tall + _GAP) + _HEAD + _GAP
    page = p.blank(columns * (WIDE + _GAP) + _GAP, height, p.PANEL)
    playable = sum(card.playable for card in held)
    count = f"{len(held)} card{'' if len(held) == 1 else 's'}"
    line = f"{title} · {count}, {playable} can be played now" if held else f"{title} · no cards"
    write(page, fit(line, "bold", 27, page.width - 2 * _GAP), _GAP, _HEAD / 2 + 4, 27)
    for number, face in enumerate(faces):
        x = _GAP + number % columns * (WIDE + _GAP)
        y = _HEAD + number // columns * (tall + _GAP)
        _card(page, face, x, y, tall)
    return page, clip(f"{line}. {' '.join(map(_told, held))}".strip(), ALT_LIMIT)


def beneath(
    image: Image.Image, hands: Sequence[tuple[str, Sequence[str]]], words: float
) -> Image.Image:
    """A picture with open hands below it, each as its side and the names of its cards."""
    small, room = round(_OPEN * words), image.width - 2 * _GAP
    rows = [
        (side, wrap(_held(side, cards), "regular", small, room, _LINES)) for side, cards in hands
    ]
    line = round(small * 1.3)
    tall = line * sum(len(lines) for _, lines in rows) + _GAP
    page = p.blank(image.width, image.height + tall, p.PANEL)
    page.paste(image, (0, 0))
    y = image.height + line / 2
    for side, lines in rows:
        for number, text in enumerate(lines):
            x: float = _GAP
            if not number:
                x = write(page, f"{side}:", x, y, small, p.GOLD, "regular")
                text = text.removeprefix(f"{side}:")
            write(page, text, x, y, small, face="regular")
            y += line
    return page


def told(hands: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The same in words."""
    return " ".join(f"{_held(side, cards)}." for side, cards in hands)


def _held(side: str, cards: Sequence[str]) -> str:
    return f"{side}: {', '.join(cards) or 'no cards'}"


def _told(card: HandCard) -> str:
    number = f"{card.number} " if card.number else ""
    now = " (can be played now)" if card.playable else ""
    when = f": {card.when}" if card.when else ""
    return f"{number}{card.name}{now}{when}."


@dataclass(frozen=True, slots=True)
class _Face:
    """The words of a card in lines. `plate` is the width of the number's plate, 0 for none."""

    card: HandCard
    plate: int
    name: list[str]
    when: list[str]
    other: list[str]
    order: str
    """How it is played now, "" where that is not known."""

    @property
    def top(self) -> int:
        """Where the effect begins."""
        band = 38 + 26 * (len(self.when) - 1) if self.when else 0
        return 50 + 32 * len(self.name) + band

    @property
    def below(self) -> int:
        """What is kept free below the effect."""
        return _FOOT + (12 + 25 * len(self.other) if self.other else 0)

    @property
    def height(self) -> int:
        """Pixels of a card that has room for all in large letters."""
        lines = wrap(self.card.text, "regular", _LETTERS[0], WIDE - 2 * _EDGE, 99)
        return self.top + 32 * len(lines) + self.below + 14


def _face(card: HandCard, order: str) -> _Face:
    room = WIDE - 2 * _EDGE
    plate = max(46, round(width(card.number, "bold", 27)) + 20) if card.number else 0
    when = card.when[:1].upper() + card.when[1:]
    return _Face(
        card,
        plate,
        wrap(card.name, "bold", 29, room - plate, 2) or [""],
        wrap(when, "bold", 21, room - 8, 3),
        wrap(card.other, "italic", 22, room, 6),
        order,
    )


def _card(page: Image.Image, face: _Face, x: int, y: int, tall: int) -> None:
    card = face.card
    _blank_card(card.playable, tall).paste(page, x + WIDE // 2, y + tall // 2)
    draw = ImageDraw.Draw(page)
    if card.number:
        plate = (x + 18, y + 18, x + 18 + face.plate, y + 60)
        draw.rounded_rectangle(plate, 10, p.nearest(p.INK))
        middle = x + 18 + face.plate / 2
        text_sprite(card.number, "bold", 27, p.WHITE, p.INK).paste(page, middle, y + 39)
    for number, line in enumerate(face.name):
        at = y + 38 + 32 * number
        write(page, line, x + _EDGE + face.plate, at, 29, p.INK, "bold", p.PAPER)
    band = y + 34 + 32 * len(face.name)
    foot = band + 12 + 26 * len(face.when)
    if face.when:
        draw.rectangle((x + 18, band, x + WIDE - 18, foot), p.nearest(p.PANEL_SOFT))
    for number, line in enumerate(face.when):
        at = band + 19 + 26 * number
        write(page, line, x + 28, at, 21, p.WHITE, "bold", p.PANEL_SOFT)
    bottom = y + tall - face.below
    _effect(page, card.text, x + _EDGE, y + face.top, bottom)
    if face.other:
        draw.line((x + _EDGE, bottom, x + WIDE - _EDGE, bottom), p.nearest(p.NEUTRAL), 2)
    for number, line in enumerate(face.other):
        at = bottom + 17 + 25 * number
        write(page, line, x + _EDGE, at, 22, _FAINT, "italic", p.PAPER)
    _foot(page, face, x, y + tall - _FOOT)


@lru_cache(maxsize=16)
def _blank_card(playable: bool, tall: int) -> Sprite:
    """The card without its words; one that can be played has a golden edge and foot."""

    def pen(draw: ImageDraw.ImageDraw, s: float) -> None:
        draw.rectangle([0, 0, WIDE * s, tall * s], p.PANEL)
        edge = p.GOLD if playable else p.NEUTRAL
        box = [0, 0, WIDE * s - 1, tall * s - 1]
        draw.rounded_rectangle(box, 18 * s, p.PAPER, edge, round(6 * s))
        if playable:
            foot = [12 * s, (tall - _FOOT) * s, (WIDE - 12) * s, (tall - 12) * s]
            draw.rounded_rectangle(foot, 10 * s, p.GOLD)

    return drawn(WIDE, tall, pen)


def _effect(page: Image.Image, text: str, x: int, top: int, bottom: int) -> None:
    """The effect in the largest letters in which it fits, cut in the smallest."""
    for size in _LETTERS:
        step = round(size * 1.22)
        lines = wrap(text, "regular", size, WIDE - 2 * _EDGE, 99)
        if len(lines) * step <= bottom - top:
            break
    lines = wrap(text, "regular", size, WIDE - 2 * _EDGE, max(1, (bottom - top) // step))
    for number, line in enumerate(lines):
        at = top + step * (number + 0.5)
        write(page, line, x, at, size, p.INK, "regular", p.PAPER)


def _foot(page: Image.Image, face: _Face, x: int, y: int) -> None:
    """Whether and how it can be played now, and its marks."""
    card = face.card
    ground, ink = (p.GOLD, p.INK) if card.playable else (p.PAPER, _FAINT)
    words = "Not now"
    if card.playable:
        words = f"Now: {face.order}" if face.order else "Can be played now"
    tags = " · ".join(card.tags)
    wide = width(tags, "regular", 22)
    room = WIDE - 60 - wide
    size = next((size for size in _ORDERS if width(words, "bold", size) <= room), _ORDERS[-1])
    write(page, fit(words, "bold", size, room), x + 28, y + 20, size, ink, "bold", ground)
    if tags:
        write(page, tags, x + WIDE - 28 - wide, y + 20, 22, ink, "regular", ground)
