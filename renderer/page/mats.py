"""The page `mat`: what lies before each player, and beside the board.

As wide as a phone's picture; `words` scales letters as in `panel`.
"""

from PIL import Image, ImageDraw

from renderer.inks import palette as p
from renderer.inks.sprite import Sprite
from renderer.inks.text import fit, text_sprite, width, wrap
from renderer.page.panel import write
from renderer.pieces import marks
from renderer.pieces.counters import counter
from renderer.pieces.tracks import STORES_TALL, stores
from renderer.scene import Mat, Piece, Scene

_HEAD, _CARD, _LINE, _GAP = 52, 168, 30, 14
"""Heights in pixels at `words` 1: of a mat's title, of an army card, of a line; and between."""

_COUNTER = 66


def page(scene: Scene, wide: int, words: float) -> Image.Image:
    """All mats, one below the other."""
    status = scene.status
    left = 14 * words
    todo = wrap(status.todo, "bold", round(23 * words), wide - 2 * left, 2)
    top = round((84 + 28 * (len(todo) - 1)) * words)
    sides = round(left / 2), wide - round(left / 2)
    heights = [_height(mat, sides[1] - sides[0], words) for mat in scene.mats]
    tall = top + sum(height + round(_GAP * words) for height in heights)
    out = p.blank(wide, tall, p.PANEL)
    title = f"{status.title} · {status.phase}" if status.phase else status.title
    write(out, fit(title, "bold", round(30 * words), wide - 2 * left), left, 26 * words, 30 * words)
    for number, line in enumerate(todo):
        write(out, line, left, (60 + 28 * number) * words, 23 * words, p.GOLD)
    y = top
    for mat, height in zip(scene.mats, heights, strict=True):
        _mat(out, mat, (sides[0], y, sides[1], y + height), words)
        y += height + round(_GAP * words)
    return out


def _rows(mat: Mat, wide: int, words: float) -> list[tuple[str, str]]:
    """Heads and texts line by line; a text that goes on has an empty head."""
    room = wide - 40 * words - _indent(words)
    out = []
    for head, text in mat.lines:
        for number, line in enumerate(wrap(text, "regular", round(22 * words), room, 4)):
            out.append(("" if number else head, line))
    return out


def _indent(words: float) -> float:
    return width("OKH display", "bold", round(20 * words)) + 14 * words


def _height(mat: Mat, wide: int, words: float) -> int:
    cards = _CARD if mat.pieces else 0
    return round((_HEAD + cards + 12) * words + len(_rows(mat, wide, words)) * _LINE * words)


def _mat(out: Image.Image, mat: Mat, area: tuple[int, int, int, int], words: float) -> None:
    left, top, right, _ = area
    edge = p.SIDE_LIGHT[mat.side] if mat.side >= 0 else p.MUTED
    draw = ImageDraw.Draw(out)
    draw.rounded_rectangle(area, 10, p.nearest(p.PANEL_SOFT), p.nearest(edge), 2)
    x, y = left + 12 * words, top + _HEAD / 2 * words
    if mat.side >= 0:
        size = round(30 * words)
        marks.emblem(mat.side, size, p.PANEL_SOFT).paste(out, x + size / 2, y)
        x += 40 * words
    row = _stores(mat, words)
    room = right - 24 * words - row.width - x
    title = fit(mat.title, "bold", round(25 * words), room)
    write(out, title, x, y, 25 * words, p.WHITE, "bold", p.PANEL_SOFT)
    row.paste(out, right - 12 * words - row.width / 2, y)
    y = top + _HEAD * words
    if mat.pieces:
        across = (right - left - 16 * words) / len(mat.pieces)
        for number, (piece, text) in enumerate(mat.pieces):
            at = left + 8 * words + number * across
            _army(out, piece, text, (at, y, at + across, y + (_CARD - 10) * words), words)
        y += _CARD * words
    for head, line in _rows(mat, right - left, words):
        middle = y + _LINE / 2 * words
        write(out, head, left + 14 * words, middle, 20 * words, p.MUTED, "bold", p.PANEL_SOFT)
        at = left + 14 * words + _indent(words)
        write(out, line, at, middle, 22 * words, p.WHITE, "regular", p.PANEL_SOFT)
        y += _LINE * words


def _stores(mat: Mat, words: float) -> Sprite:
    return stores(mat.stores, 30 * words / STORES_TALL)


def _army(
    out: Image.Image,
    piece: Piece,
    text: str,
    area: tuple[float, float, float, float],
    words: float,
) -> None:
    """An army's card: its counter with what it carries, and where it is."""
    left, top, right, bottom = area
    pad = 4 * words
    box = (round(left + pad), round(top), round(right - pad), round(bottom))
    ImageDraw.Draw(out).rounded_rectangle(box, 8, p.nearest(p.PAPER))
    middle = (left + right) / 2
    counter(piece, round(_COUNTER * words)).paste(out, middle, top + 48 * words)
    room = right - left - 4 * pad
    sizes = [round(size * words) for size in (21, 19, 17)]
    size = next((size for size in sizes if width(text, "bold", size) <= room), sizes[-1])
    name = fit(text, "bold", size, room)
    text_sprite(name, "bold", size, p.INK, p.PAPER).paste(out, middle, bottom - 22 * words)
