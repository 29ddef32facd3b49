"""Boxes off the map: a title, counters, stores, a few words."""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.inks import palette as p
from renderer.inks.text import fit, text_sprite, width, wrap
from renderer.pieces.counters import counter
from renderer.pieces.symbols import row_width
from renderer.pieces.tracks import STORES_TALL
from renderer.pieces.tracks import stores as store_sprite
from renderer.scene import Box

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

_PIECE, _LOADED = 62, 98
"""Pixels from a piece in a box to the next, without stores and with them."""
_TITLE, _FOOT = 57, 43
_STORES = 30
"""Height of the stores in a box."""
_COLUMNS = 8
"""Pieces side by side in a box, at most."""
_AIR = 28
"""Pixels at the sides of a box that nothing is written on, both together."""
_LINE = 30
"""Height of a line of words in an empty box."""


def box_rows(boxes: Sequence[Box], room: float) -> list[list[Box]]:
    """The boxes that lie beside the map, in rows of at most `room` pixels."""
    rows: list[list[Box]] = []
    left = 0.0
    for box in boxes:
        if box.at is None:
            need = box_width(box) + 12
            if not rows or need > left:
                rows.append([])
                left = room
            rows[-1].append(box)
            left -= need
    return rows


def box_width(box: Box) -> int:
    """Pixels that all of it needs side by side."""
    pieces = _apart(box) * min(_COLUMNS, len(box.pieces))
    words = max(width(box.title, "bold", 24), width(box.note, "regular", 20))
    if _bare(box):
        words = max(words, width(box.empty, "regular", 24))
    return round(_AIR + max(words, pieces, row_width(len(box.stores), _STORES)))


def row_height(row: Sequence[Box], wide: float) -> int:
    """Pixels of the tallest of some boxes that are at most so wide."""
    return max(_height(box, min(wide, box_width(box))) for box in row)


def _height(box: Box, wide: float) -> int:
    if _bare(box):
        return _TITLE + _FOOT + max(_PIECE, _LINE * len(_words(box, wide)))
    lines = max(1, math.ceil(len(box.pieces) / _columns(box, wide)))
    return _TITLE + _FOOT + _PIECE * lines


def _bare(box: Box) -> bool:
    return not box.pieces and not box.stores


def _words(box: Box, wide: float) -> list[str]:
    return wrap(box.empty, "regular", 24, wide - _AIR + 1, 4)


def _apart(box: Box) -> int:
    return _LOADED if any(piece.stores for piece in box.pieces) else _PIECE


def _columns(box: Box, wide: float) -> int:
    return max(1, min(_COLUMNS, int(wide - _AIR) // _apart(box)))


def draw_box(page: Image.Image, box: Box, area: Area) -> None:
    """A box in its area; words that are wider than it are wrapped or cut."""
    left, top, right, bottom = area
    wide = right - left
    draw = ImageDraw.Draw(page)
    edge = p.SIDE_LIGHT[box.side] if box.side >= 0 else p.MUTED
    draw.rounded_rectangle(area, 8, p.nearest(p.PANEL_SOFT), p.nearest(edge), 2)
    middle = (left + right) / 2
    title = fit(box.title, "bold", 24, wide - _AIR + 1)
    text_sprite(title, "bold", 24, p.WHITE, p.PANEL_SOFT).paste(page, middle, top + 24)
    if _bare(box):
        lines = _words(box, wide)
        for number, line in enumerate(lines):
            y = top + 90 + (number - (len(lines) - 1) / 2) * _LINE + 8 * (len(lines) > 1)
            text_sprite(line, "regular", 24, p.WHITE, p.PANEL_SOFT).paste(page, middle, y)
    _pieces(page, box, area)
    if box.stores:
        row = store_sprite(box.stores, _STORES / STORES_TALL)
        row.paste(page, middle, bottom - 20 if box.pieces else (top + bottom) / 2)
    if box.note:
        note = fit(box.note, "regular", 20, wide - _AIR + 1)
        text_sprite(note, "regular", 20, p.WHITE, p.PANEL_SOFT).paste(page, middle, bottom - 18)


def _pieces(page: Image.Image, box: Box, area: Area) -> None:
    """Its counters in rows."""
    left, top, right, _ = area
    columns, apart = _columns(box, right - left), _apart(box)
    for start in range(0, len(box.pieces), columns):
        line = box.pieces[start : start + columns]
        x = (left + right) / 2 - (len(line) - 1) / 2 * apart
        y = top + _TITLE + _PIECE * (start // columns + 0.5) + (2 if apart == _PIECE else -8)
        for k, piece in enumerate(line):
            counter(piece, 54).paste(page, x + k * apart, y)
