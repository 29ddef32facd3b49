"""A scene to pixels: the pages of each mode, map and words together.

The words of a crop grow with its width, so that a phone shows them as large as ever; what
cannot be cropped is shown as an overview: the whole map at the width of a phone's picture,
with symbols in place of counters.
"""

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageDraw

from renderer.base.chart import Chart
from renderer.inks import palette as p
from renderer.inks.text import text_sprite
from renderer.page import mats, windows
from renderer.page.column import column, column_width
from renderer.page.paint import Painter, small_sheet
from renderer.page.panel import (
    HEADER,
    STRIP,
    footer,
    footer_height,
    header,
    legend,
    legend_height,
    strip,
    strip_height,
)
from renderer.page.windows import PHONE, Shown
from renderer.pieces.layout import Ground, Window
from renderer.scene import Piece, Scene

Page = Callable[[Chart, Scene, bool], Image.Image]

LARGE_WORDS = 1.3
FILL = 0.6
"""How much of a hex a symbol fills on an overview."""
_GAP = 8
"""Pixels between two windows."""


def full(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """The whole map, words and boxes above and below it, or beside a tall map.

    In large print an overview.
    """
    if large:
        return overview(chart, scene, large)
    width, height = chart.size
    if height > width:
        return _tall(chart, scene)
    top = HEADER + legend_height(scene, width, 1.6)
    bottom = top + height
    page = p.blank(width, bottom + footer_height(scene, width), p.PANEL)
    Painter(page, Ground(chart), scene, Window(0, 0, width, height), (0, top)).paint()
    header(page, scene, (0, 0, width, HEADER))
    legend(page, scene, (0, HEADER, width, top), 1.6)
    footer(page, scene, (0, bottom, width, page.height))
    return page


def _tall(chart: Chart, scene: Scene) -> Image.Image:
    """A map that is taller than wide, and all words beside it."""
    width, height = chart.size
    page = p.blank(width + column_width(width), height, p.PANEL)
    Painter(page, Ground(chart), scene, Window(0, 0, width, height), (0, 0)).paint()
    page.paste(p.nearest(p.PANEL), (width, 0, page.width, height))
    column(page, scene, (width, 0, page.width, height))
    return page


def crop(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """The map round the last action, with the whole map as an inset in the strip below.

    An action that touched no cell shows where the game is going on. One that is spread shows
    in up to three parts, and what is spread over the whole map as an overview.
    """
    found = (windows.around_large if large else windows.around)(chart, scene)
    return overview(chart, scene, large) if found is None else _close(found, scene, large)


def sector(corner: windows.Corner, chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """A quarter of the map."""
    return _close(windows.sector(chart, corner), scene, large)


def _close(found: Shown, scene: Scene, large: bool) -> Image.Image:
    words = found.windows[0].width / PHONE * (LARGE_WORDS if large else 1)
    inset = _inset(found, scene, round(STRIP * words * (0.7 if large else 1)) - 16)
    return _phone_page(found, scene, words, inset)


def overview(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """The whole map at the width of a phone's picture."""
    ground = Ground(chart, PHONE / chart.size[0], FILL)
    whole = Shown(ground, (Window(0, 0, *ground.size),))
    return _phone_page(whole, scene, LARGE_WORDS if large else 1.0, None)


def mat(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """What lies before the players."""
    return mats.page(scene, PHONE, LARGE_WORDS if large else 1.0)


MODES: dict[str, Page] = {
    "crop": crop,
    "full": full,
    "overview": overview,
    **{corner: partial(sector, corner) for corner in windows.CORNERS},
    "mat": mat,
}


def warm(chart: Chart) -> None:
    """Have the base and its small sizes ready."""
    small_sheet(chart, *Ground(chart, PHONE / chart.size[0]).size)
    tall = STRIP - 16
    small_sheet(chart, round(chart.size[0] * tall / chart.size[1]), tall)


def _phone_page(shown: Shown, scene: Scene, words: float, inset: Image.Image | None) -> Image.Image:
    """Map above, words below, `words` times as large as usual."""
    wide, parts = shown.windows[0].width, shown.windows
    map_tall = sum(view.height for view in parts) + _GAP * (len(parts) - 1)
    legends = legend_height(scene, wide, words)
    tall = strip_height(scene, wide, words, inset)
    below = map_tall + legends
    page = p.blank(wide, below + tall, p.PANEL)
    y = 0
    for number, view in enumerate(parts, 1):
        part = p.blank(view.width, view.height, p.PANEL)
        Painter(part, shown.ground, scene, view, (0, 0)).paint()
        if len(parts) > 1:
            _number(part, number, (0, 0), round(40 * words))
        page.paste(part, (0, y))
        y += view.height + _GAP
    legend(page, scene, (0, map_tall, wide, below), words)
    strip(page, scene, (0, below, wide, below + tall), words, inset)
    return page


def _number(onto: Image.Image, number: int, at: tuple[float, float], size: int) -> None:
    """The number of a window, in its corner and in that of its frame on the small map."""
    x, y = at
    box = (round(x), round(y), round(x) + size - 1, round(y) + size - 1)
    ImageDraw.Draw(onto).rectangle(box, p.nearest(p.GOLD))
    sprite = text_sprite(f"{number}", "bold", round(size * 0.8), p.INK, p.GOLD)
    sprite.paste(onto, x + size / 2, y + size / 2)


def _inset(shown: Shown, scene: Scene, tall: int) -> Image.Image:
    """The whole map, small: who stands where, and the frames of what is seen from close by."""
    ground, whole = shown.ground, shown.ground.size
    small = small_sheet(ground.chart, round(whole[0] * tall / whole[1]), tall).copy()
    scale = small.width / whole[0]
    dot = max(2, round(tall / 45))
    draw = ImageDraw.Draw(small)
    for stack in scene.stacks:
        x, y = ground.centre(stack.cell)
        sides = sorted({piece.side for piece in _present(stack.big + stack.small)})
        for k, side in enumerate(sides):
            cx = x * scale + (k - (len(sides) - 1) / 2) * 2 * dot
            _dot(draw, side, cx, y * scale, dot)
    for view in shown.windows:
        _frame(draw, view, scale)
    if len(shown.windows) > 1:
        for number, view in enumerate(shown.windows, 1):
            _number(small, number, (view.x * scale, view.y * scale), round(tall / 7))
    return small


def _frame(draw: ImageDraw.ImageDraw, view: Window, scale: float) -> None:
    frame = [view.x * scale, view.y * scale]
    frame += [(view.x + view.width) * scale - 1, (view.y + view.height) * scale - 1]
    draw.rectangle(frame, None, p.nearest(p.INK), 4)
    inner = [frame[0] + 1, frame[1] + 1, frame[2] - 1, frame[3] - 1]
    draw.rectangle(inner, None, p.nearest(p.GOLD), 2)


def _dot(draw: ImageDraw.ImageDraw, side: int, x: float, y: float, r: int) -> None:
    shape = draw.ellipse if side == 1 else draw.rectangle
    shape([x - r - 1, y - r - 1, x + r + 1, y + r + 1], p.nearest(p.PAPER))
    shape([x - r, y - r, x + r, y + r], p.nearest(p.SIDE[side]))


def _present(pieces: tuple[Piece, ...]) -> list[Piece]:
    return [piece for piece in pieces if not piece.lost]
