"""Who stands in a place: the map round it, and below that every piece with its words."""

import math
from collections.abc import Sequence

from PIL import Image

from renderer.base.chart import Chart
from renderer.inks import palette as p
from renderer.inks.text import fit, wrap
from renderer.page.paint import Painter
from renderer.page.panel import write
from renderer.page.windows import PHONE, at_place
from renderer.pieces.counters import counter
from renderer.scene import Piece, Scene

Row = tuple[Piece, str, str]
"""A piece, its name, and what there is to say of it."""

_HEAD, _ROW, _COUNTER = 56, 96, 78
"""Heights of the title and of a row in pixels, and the side of a counter, at `words` 1."""
_ALONE = 4
"""So many pieces stand one below the other; more in two columns."""


def page(
    chart: Chart, scene: Scene, cell: int, head: str, rows: Sequence[Row], words: float
) -> Image.Image:
    """As wide as a phone's picture."""
    found = at_place(chart, cell)
    [view] = found.windows
    columns = 1 if len(rows) <= _ALONE else 2
    top = view.height + round(_HEAD * words)
    deep = math.ceil(len(rows) / columns)
    out = p.blank(PHONE, top + round((_ROW * deep + 8) * words), p.PANEL)
    Painter(out, found.ground, scene, view, (0, 0)).paint()
    out.paste(p.nearest(p.PANEL), (0, view.height, PHONE, out.height))
    size, left = 30 * words, 16 * words
    title = fit(head, "bold", round(size), PHONE - 2 * left)
    write(out, title, left, view.height + _HEAD / 2 * words, size, p.GOLD)
    across = PHONE / columns
    for number, row in enumerate(rows):
        x, y = number // deep * across, top + number % deep * _ROW * words
        _row(out, row, (x + left, y), across - left, words)
    return out


def _row(out: Image.Image, row: Row, at: tuple[float, float], wide: float, words: float) -> None:
    """A counter; beside it the name of its piece, and in two lines at most the rest."""
    (piece, name, more), (x, y) = row, at
    side, middle = round(_COUNTER * words), y + _ROW / 2 * words
    counter(piece, side).paste(out, round(x + side / 2), round(middle))
    left = x + side + 16 * words
    room = wide - side - 24 * words
    lines = wrap(more, "regular", round(22 * words), room, 2)
    y = middle - 13 * len(lines) * words
    write(out, fit(name, "bold", round(25 * words), room), left, y, 25 * words)
    for number, line in enumerate(lines, 1):
        write(out, line, left, y + 27 * number * words, 22 * words, p.MUTED, "regular")
