"""All words and boxes of a tall map, in one column beside it: wide screens have room there."""

from PIL import Image

from renderer.inks import palette as p
from renderer.inks.text import fit, whole, width, wrap
from renderer.page.boxes import Area, box_rows, box_width, draw_box, row_height
from renderer.page.panel import draw_turn, initiative, swatch, write
from renderer.pieces import marks
from renderer.scene import Box, Scene

MOST, WIDEST = 500, 2796
"""Width of a column in pixels, and that of a page with its map."""

_AIR = 22
_SPACE = (104, 108)
"""Width and height of a space of the turn track, at most."""
_NEWS = 36
_COUNT = 32
"""Height of a line that counts what lies in boxes without room."""


def column_width(wide: int) -> int:
    """Pixels of the column beside a map that is so wide."""
    return max(360, min(MOST, WIDEST - wide))


def column(page: Image.Image, scene: Scene, area: Area) -> None:
    """From the top: turn, whose move it is, track, legend, boxes, news; at the foot the hands."""
    left, _, right, bottom = area
    inner = left + _AIR, right - _AIR
    y = _head(page, scene, inner, area[1] + 50)
    y = _track(page, scene, inner, y)
    y = _legend(page, scene, inner, y)
    foot, wide = _foot(page, scene, inner, bottom), inner[1] - inner[0]
    rows = box_rows(scene.boxes, wide + 12)
    for number, row in enumerate(rows):
        counts = -(-sum(map(len, rows[number + 1 :])) // 2) * _COUNT
        if y + row_height(row, wide) + counts > foot:
            y = _counted(page, [box for row in rows[number:] for box in row], inner, y)
            break
        y = _row(page, row, inner, y)
    lines = max(0, (foot - y) // _NEWS)
    news = whole(scene.status.news, "regular", 29, inner[1] - inner[0], lines)
    for number, line in enumerate(news):
        write(page, line, inner[0], y + 26 + number * _NEWS, 29, p.WHITE, "regular")


def _head(page: Image.Image, scene: Scene, inner: tuple[int, int], y: int) -> int:
    """Turn, phase and whose move it is; where they end."""
    (left, right), status = inner, scene.status
    for line in wrap(status.title, "bold", 50, right - left, 2):
        write(page, line, left, y, 50)
        y += 58
    for line in wrap(status.phase, "regular", 34, right - left, 2):
        write(page, line, left, y - 4, 34, p.MUTED, "regular")
        y += 42
    x = left
    for side in status.asked:
        marks.emblem(side, 42, p.PANEL).paste(page, x + 21, y + 8)
        x += 52
    for line in wrap(status.todo, "bold", 31, right - x, 4):
        write(page, line, x, y + 8, 31, p.GOLD)
        y += 40
    return y + 12


def _track(page: Image.Image, scene: Scene, inner: tuple[int, int], y: int) -> int:
    """The turn track in rows of equal spaces."""
    if not scene.track:
        return y
    (left, right), gap = inner, 6
    count = min(len(scene.track), max(3, (right - left + gap) // (70 + gap)))
    wide = min(_SPACE[0], (right - left + gap) // count - gap)
    for number, turn in enumerate(scene.track):
        x, top = left + number % count * (wide + gap), y + number // count * (_SPACE[1] + gap)
        draw_turn(page, turn, (x, top, x + wide, top + _SPACE[1]), number - scene.now)
    return y + -(-len(scene.track) // count) * (_SPACE[1] + gap) + 12


def _legend(page: Image.Image, scene: Scene, inner: tuple[int, int], y: int) -> int:
    """What the tints of the map mean, one below the other."""
    layers = [layer for layer in dict.fromkeys(scene.layers) if layer.text]
    for layer in layers:
        swatch(page, layer, (inner[0], y + 20), 1.3)
        text = fit(layer.text, "regular", 29, inner[1] - inner[0] - 54)
        write(page, text, inner[0] + 54, y + 20, 29, p.WHITE, "regular")
        y += 44
    return y + 12 * bool(layers)


def _counted(page: Image.Image, boxes: list[Box], inner: tuple[int, int], y: int) -> int:
    """Boxes for which there is no room: how many lie in each, two in a line."""
    half = (inner[1] - inner[0]) // 2
    for number, box in enumerate(boxes):
        text = fit(f"{len(box.pieces)} · {box.title}", "regular", 24, half - 12)
        x = inner[0] + number % 2 * half
        write(page, text, x, y + number // 2 * _COUNT + 14, 24, p.WHITE, "regular")
    return y + -(-len(boxes) // 2) * _COUNT


def _row(page: Image.Image, row: list[Box], inner: tuple[int, int], y: int) -> int:
    """Boxes side by side, as wide as the column together."""
    left, right = inner
    spare = (right - left - sum(map(box_width, row)) - 12 * (len(row) - 1)) / len(row)
    tall = row_height(row, right - left)
    x = float(left)
    for box in row:
        end = x + box_width(box) + spare
        draw_box(page, box, (round(x), y, round(end), y + tall))
        x = end + 12
    return y + tall + 12


def _foot(page: Image.Image, scene: Scene, inner: tuple[int, int], bottom: int) -> int:
    """Hands one below the other, and who has the initiative; where they begin."""
    status = scene.status
    y = bottom - 34
    if status.initiative >= 0:
        initiative(page, status, inner[0] + width("initiative", "regular", 29) + 44, y, 34)
        y -= 50
    for hand in reversed(status.hands):
        x: float = inner[0]
        if hand.side >= 0:
            marks.emblem(hand.side, 34, p.PANEL).paste(page, x + 17, y)
            x += 44
        write(page, fit(hand.text, "bold", 27, inner[1] - x), x, y, 27, p.MUTED)
        y -= 50
    return y + 12
