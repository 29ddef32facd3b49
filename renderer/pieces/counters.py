"""Counters with NATO symbols, drawn large and scaled down, kept as sprites.

Sides are told apart without colour: side 0 has square corners and a plain head,
side 1 round corners and teeth at its head, side 2 cut corners and two lines, side 3
the foot of a shield and dots. A unit that has moved shows its pale face.
"""

from functools import lru_cache

from PIL import ImageDraw

from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, drawn
from renderer.inks.text import font, width
from renderer.pieces import symbols
from renderer.scene import Piece, Size

BIG = 58
SMALL = 34
"""Sides of counters in pixels at a hex of 144."""

LETTERED = 40
"""From this size on a counter bears its name."""
NUMBERED = 24
"""From this size on it bears its strength; below, its symbol alone."""
RANKED = 64
"""From this size on there is room for name and size mark side by side."""

_BADGES_AT = (((0.04, 0.96), (0.96, 0.96), (0.04, 0.06)), ((0.04, 0.06), (0.96, 0.06)))
"""Corners for badges, in sizes, without stores and with them: these hang below."""

_NAME, _MARK = (0.22, 0.155), (0.105, 0.082)
"""Height of the name and of the size mark at the head, in sizes: usual and least."""

_GAP = 0.03
"""Between the name and the size mark, in sizes."""

RING = 5
"""Pixels round a counter that is lit."""

_PAD = 9
"""Pixels around a counter for its rim, badges and count."""
STORES = 0.39
"""Height of the row of stores below a counter, in sizes."""


@lru_cache(maxsize=800)
def counter(piece: Piece, size: int) -> Sprite:
    """The sprite of a piece, `size` pixels a side; the anchor is its middle."""
    pad = max(_PAD, round(size * 0.16))
    foot = round(size * STORES) if piece.stores else 0
    wide = max(size, round(_stores_width(piece, size)))
    side_pad = pad + (wide - size) // 2

    def pen(draw: ImageDraw.ImageDraw, scale: float) -> None:
        _Counter(draw, piece, size * scale, side_pad * scale, pad * scale, scale).draw()

    sprite = drawn(wide + 2 * pad, size + 2 * pad + foot, pen)
    return Sprite(sprite.image, sprite.mask, -(side_pad + size // 2), -(pad + size // 2))


class _Counter:
    """One counter on a large canvas: `size` its side, `x` and `y` its left upper corner."""

    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        piece: Piece,
        size: float,
        x: float,
        y: float,
        scale: float,
    ) -> None:
        self.to, self.piece, self.size, self.scale = draw, piece, size, scale
        self.x, self.y = x, y
        self.pixels = size / scale
        self.lettered = self.pixels >= LETTERED
        livery = piece.livery if piece.livery >= 0 else piece.side
        self.dark, self.light = p.SIDE_DARK[livery], p.SIDE_LIGHT[livery]
        self.face, self.edge, self.ink = self._colours(livery)

    def _colours(self, livery: int) -> tuple[p.Rgb, p.Rgb, p.Rgb]:
        if self.piece.lost:
            return p.mix(self.light, p.PAPER, 0.5), p.SIDE[livery], self.dark
        if self.piece.spent:
            return self.light, p.SIDE[livery], self.dark
        return p.SIDE[livery], self.dark, p.SIDE_INK[livery]

    def draw(self) -> None:
        rim = max(1.5 * self.scale, self.size / 24)
        if self.piece.lit:
            self._body(-RING * self.scale, p.INK)
            self._body((1 - RING) * self.scale, p.GOLD)
        self._body(-1.2 * self.scale, p.PAPER)
        self._body(0, self.edge)
        self._body(rim, self.face)
        self._head(rim)
        if self.piece.strength and self.pixels >= NUMBERED:
            self._with_strength(rim)
        else:
            self._plain()
        if self.piece.stores:
            self._stores()
        if self.piece.lost:
            self._crossed_out()
        corners = _BADGES_AT[bool(self.piece.stores)]
        for kind, (dx, dy) in zip(self.piece.badges, corners, strict=False):
            r = max(7 * self.scale, self.size * 0.17)
            symbols.badge(self.to, kind, self.x + self.size * dx, self.y + self.size * dy, r)
        if self.piece.count > 1:
            self._count()

    def _body(self, inset: float, fill: p.Rgb) -> None:
        """The outline of the side, moved inwards."""
        left, top = self.x + inset, self.y + inset
        right, bottom = self.x + self.size - inset, self.y + self.size - inset
        cut = self.size * 0.17 - inset * 0.4
        match self.piece.side:
            case 1:
                radius = max(self.scale, self.size * 0.26 - inset)
                self.to.rounded_rectangle([left, top, right, bottom], radius, fill)
            case 2:
                corners: list[Point] = [
                    (left + cut, top), (right - cut, top), (right, top + cut),
                    (right, bottom - cut), (right - cut, bottom), (left + cut, bottom),
                    (left, bottom - cut), (left, top + cut),
                ]  # fmt: skip
                self.to.polygon(corners, fill)
            case 3:
                corners = [
                    (left, top), (right, top), (right, bottom - 1.6 * cut),
                    (right - 1.6 * cut, bottom), (left + 1.6 * cut, bottom),
                    (left, bottom - 1.6 * cut),
                ]  # fmt: skip
                self.to.polygon(corners, fill)
            case _:
                radius = max(self.scale, 2 * self.scale - inset)
                self.to.rounded_rectangle([left, top, right, bottom], radius, fill)

    def _head(self, rim: float) -> None:
        """The pattern of the side along the upper edge."""
        if not self.lettered:
            return
        tall = self.size * 0.055
        left, right = self.x + self.size * 0.24, self.x + self.size * 0.76
        top = self.y + rim
        step = (right - left) / 7
        for k in range(7):
            x = left + k * step
            if self.piece.side == 1:
                self.to.polygon([(x, top), (x + step, top), (x + step / 2, top + tall)], self.edge)
            elif self.piece.side == 3:
                self.to.ellipse([x + step / 4, top, x + step * 3 / 4, top + tall], self.edge)
        if self.piece.side == 2:
            self.to.line([left, top + tall, right, top + tall], self.edge, round(tall * 0.4))

    def _plain(self) -> None:
        """Symbol above, label below; without a label the symbol takes all, but for a tiny face."""
        label = self.piece.label if self.lettered else ""
        alone = (0.76, 0.5) if self.pixels >= NUMBERED else (0.7, 0.48)
        wide, tall = (0.7, 0.44) if label else alone
        self._symbol(0.37 if label else 0.5, wide, tall)
        if label:
            self._text(label, 0.5, 0.8, 0.31, self.ink, "mm", 0.9)
        if self.piece.steps[1] > 1:
            self._pips(0.5 + wide / 2 + 0.07, 0.37 if label else 0.5)

    def _with_strength(self, rim: float) -> None:
        """Label and size at the head, the symbol in the middle, the strength at the foot."""
        piece = self.piece
        ink = self.ink
        if piece.steps[0] < piece.steps[1] and not piece.lost:
            self._pale_foot(rim)
            ink = self.dark
        if not self.lettered:
            self._symbol(0.36, 0.66, 0.42)
            self._text(piece.strength, 0.5, 0.785, 0.42, ink, "mm", 0.86)
            return
        self._name_and_size()
        self._symbol(0.45, 0.6, 0.38)
        for number, letter in enumerate(piece.nation[:2]):
            self._text(letter, 0.115, 0.36 + 0.17 * number, 0.19, self.ink, "mm", 0.16)
        if piece.steps[1] > 1:
            self._pips(0.885, 0.44)
        self._text(piece.strength, 0.5, 0.815, 0.34, ink, "mm", 0.86)

    def _name_and_size(self) -> None:
        """At the head: the name, and beside it the size where the name stays readable."""
        piece, y = self.piece, 0.155
        left = 0.09 if piece.side in (0, 3) else 0.14
        size = piece.size if self.pixels >= RANKED or not piece.label else ""
        mark, room = head(piece.label, size, 1 - 2 * left)
        if piece.label:
            self._text(piece.label, left, y, _NAME[0], self.ink, "lm", room)
        wide = symbols.size_width(size, mark)
        right = 1 - left if piece.label else 0.5 + wide / 2
        at = self.x + self.size * right, self.y + self.size * y
        symbols.size_mark(self.to, size if mark else "", *at, self.size * mark, self.ink)

    def _pale_foot(self, rim: float) -> None:
        """A reduced counter: the body in the pale colour, painted over above its foot."""
        self._body(rim, self.light)
        line = self.y + self.size * 0.66
        left, right = self.x + rim, self.x + self.size - rim
        radius = max(self.scale, self.size * 0.26 - rim) if self.piece.side == 1 else self.scale
        if self.piece.side == 2:
            cut = self.size * 0.17 - rim * 0.4
            top = self.y + rim
            self.to.polygon(
                [(left + cut, top), (right - cut, top), (right, top + cut), (right, line),
                 (left, line), (left, top + cut)],
                self.face,
            )  # fmt: skip
        else:
            box = [left, self.y + rim, right, line]
            corners = (True, True, False, False)
            self.to.rounded_rectangle(box, radius, self.face, corners=corners)
        self._head(rim)

    def _symbol(self, y: float, wide: float, tall: float) -> None:
        """The box of the symbol, its middle at the height `y`; all in sizes."""
        middle, centre = self.x + self.size / 2, self.y + self.size * y
        frame = (
            middle - self.size * wide / 2,
            centre - self.size * tall / 2,
            middle + self.size * wide / 2,
            centre + self.size * tall / 2,
        )
        line = max(2, round(self.size / 22))
        symbols.symbol(self.to, self.piece.symbol, frame, line, self.dark, p.PAPER)

    def _pips(self, x: float, y: float) -> None:
        """A square a step: full while it is there."""
        left, full = self.piece.steps
        half = self.size * (0.045 if full < 4 else 0.034)
        gap = half * 2.9
        at = self.x + self.size * x
        for number in range(full):
            middle = self.y + self.size * y + (number - (full - 1) / 2) * gap
            box = [at - half, middle - half, at + half, middle + half]
            fill = self.ink if full - number <= left else None
            self.to.rectangle(box, fill, self.ink, max(1, round(self.scale * 0.8)))

    def _text(
        self, text: str, x: float, y: float, tall: float, ink: p.Rgb, anchor: str, room: float
    ) -> None:
        """Bold letters of at most so many sizes in height and width."""
        letters = round(self.size * tall)
        wide = width(text, "bold", letters)
        if wide > self.size * room:
            letters = max(1, int(letters * self.size * room / wide))
        at = (self.x + self.size * x, self.y + self.size * y)
        self.to.text(at, text, ink, font("bold", letters), anchor=anchor)

    def _crossed_out(self) -> None:
        """A cross from corner to corner, thin enough that one sees what is lost."""
        left, top = self.x + self.size * 0.04, self.y + self.size * 0.04
        right, bottom = left + self.size * 0.92, top + self.size * 0.92
        red = max(1.8 * self.scale, self.size / 20)
        for thick, colour in ((red + 1.6 * self.scale, p.PAPER), (red, p.RED)):
            line = round(thick)
            self.to.line([left, top, right, bottom], colour, line)
            self.to.line([left, bottom, right, top], colour, line)

    def _count(self) -> None:
        """How many, in the right upper corner."""
        radius = max(8.5 * self.scale, self.size * 0.2)
        x = self.x + self.size - radius * 0.55
        y = self.y + radius * 0.45
        rim = 1.2 * self.scale
        self.to.ellipse([x - radius, y - radius, x + radius, y + radius], p.PAPER)
        radius -= rim
        self.to.ellipse([x - radius, y - radius, x + radius, y + radius], p.INK)
        letters = font("bold", round((radius + rim) * 1.45))
        self.to.text((x, y), f"{self.piece.count}", p.WHITE, letters, anchor="mm")

    def _stores(self) -> None:
        """What it carries, on a strip below."""
        tall = self.size * STORES
        left = self.x + self.size / 2 - _stores_width(self.piece, self.size) / 2
        top = self.y + self.size - self.size * 0.02
        symbols.store_row(self.to, self.piece.stores, left, top, tall)


def head(name: str, size: Size, room: float) -> tuple[float, float]:
    """The height of the size mark at a counter's head, 0 for none, and the room for the name.

    All in sizes of the counter. The mark gives way before the name becomes too small to read.
    """
    if not size:
        return 0.0, room
    letters = width(name, "bold", 100) / 100
    for mark, tall in zip(_MARK, _NAME, strict=True):
        left = room - symbols.size_width(size, mark) - _GAP
        if letters * tall <= left:
            return mark, left
    return 0.0, room


def _stores_width(piece: Piece, size: float) -> float:
    return symbols.row_width(len(piece.stores), size * STORES)


@lru_cache(maxsize=64)
def more(count: int, size: int) -> Sprite:
    """The sign for `count` pieces that found no place of their own."""
    text = f"+{count}"

    def pen(draw: ImageDraw.ImageDraw, scale: float) -> None:
        box = [0.0, 0.0, wide * scale - 1, size * scale - 1]
        draw.rounded_rectangle(box, size * scale / 2, p.PAPER)
        rim = 1.5 * scale
        draw.rounded_rectangle([rim, rim, box[2] - rim, box[3] - rim], size * scale / 2, p.INK)
        middle = (wide * scale / 2, size * scale / 2)
        draw.text(middle, text, p.WHITE, font("bold", letters * scale), anchor="mm")

    letters = round(size * 0.72)
    wide = max(size, round(width(text, "bold", letters)) + size // 2)
    return drawn(wide, size, pen)
