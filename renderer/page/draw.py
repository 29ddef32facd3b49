"""A scene to pixels: the pages of each mode, map and words together.

A phone shows a picture some 400 pixels wide. A crop is therefore 800 pixels wide
wherever its focus fits, its words grow with its width, and what cannot be cropped
is shown as an overview: the whole map at 800 pixels with symbols in place of counters.
"""

from collections.abc import Callable, Iterator

from PIL import Image, ImageDraw

from renderer.base.chart import Chart
from renderer.base.labels import HEX
from renderer.inks import palette as p
from renderer.page import mats
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
from renderer.pieces.layout import CROP, CROP_MOST, Ground, Window, window
from renderer.scene import Piece, Scene

Page = Callable[[Chart, Scene, bool], Image.Image]

PHONE = 800
"""Width of pictures that are made for a phone."""
LARGE = (PHONE, 720)
"""The window of a crop in large print, in pixels."""
LARGE_HEX = 260
"""The width of a hex in large print, at most."""
CLOSE = (1000, 760)
"""The largest window of a crop that is drawn larger than its base."""
ZOOMS = (2.0, 1.8, 1.5, 1.25, 1.0)
LARGE_WORDS = 1.3
FILL = 0.6
"""How much of a hex a symbol fills on an overview."""


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

    An action that touched no cell shows where the game is going on. What is spread
    over the whole map is shown as an overview.
    """
    found = _large_window(chart, scene) if large else _window(chart, scene)
    if found is None:
        return overview(chart, scene, large)
    ground, view = found
    words = view.width / PHONE * (LARGE_WORDS if large else 1)
    inset = _inset(ground, scene, view, round(STRIP * words * (0.7 if large else 1)) - 16)
    return _phone_page(ground, scene, view, words, inset)


def overview(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """The whole map at the width of a phone's picture."""
    ground = Ground(chart, PHONE / chart.size[0], FILL)
    view = Window(0, 0, *ground.size)
    return _phone_page(ground, scene, view, LARGE_WORDS if large else 1.0, None)


def mat(chart: Chart, scene: Scene, large: bool = False) -> Image.Image:
    """What lies before the players."""
    return mats.page(scene, PHONE, LARGE_WORDS if large else 1.0)


MODES: dict[str, Page] = {"crop": crop, "full": full, "mat": mat}


def warm(chart: Chart) -> None:
    """Have the base and its small sizes ready."""
    small_sheet(chart, *Ground(chart, PHONE / chart.size[0]).size)
    tall = STRIP - 16
    small_sheet(chart, round(chart.size[0] * tall / chart.size[1]), tall)


def _phone_page(
    ground: Ground, scene: Scene, view: Window, words: float, inset: Image.Image | None
) -> Image.Image:
    """Map above, words below, `words` times as large as usual."""
    legends = legend_height(scene, view.width, words)
    tall = strip_height(scene, view.width, words, inset)
    page = p.blank(view.width, view.height + legends + tall, p.PANEL)
    Painter(page, ground, scene, view, (0, 0)).paint()
    below = view.height + legends
    page.paste(p.nearest(p.PANEL), (0, view.height, view.width, page.height))
    legend(page, scene, (0, view.height, view.width, below), words)
    strip(page, scene, (0, below, view.width, below + tall), words, inset)
    return page


def _window(chart: Chart, scene: Scene) -> tuple[Ground, Window] | None:
    """The window of a crop: small hexes are drawn larger where all of the focus fits so."""
    if not scene.focus:
        return _recent(chart, scene, HEX, CROP)
    for ground in _grounds(chart, HEX):
        most = CROP_MOST if ground.zoom == 1 else CLOSE
        if view := window(ground, scene.focus, CROP, most):
            return ground, view
    return None


def _large_window(chart: Chart, scene: Scene) -> tuple[Ground, Window] | None:
    """The window of large print: never wider than a phone's picture, so that words stay large.

    Where not all of the focus fits, what was touched last does.
    """
    if not scene.focus:
        return _recent(chart, scene, LARGE_HEX, LARGE)
    for start in range(len(scene.focus)):
        for ground in _grounds(chart, LARGE_HEX):
            if view := window(ground, scene.focus[start:], LARGE, LARGE):
                return ground, view
    return None


def _recent(
    chart: Chart, scene: Scene, hex_px: int, size: tuple[int, int]
) -> tuple[Ground, Window] | None:
    """As much of what is recent as can be seen from close by."""
    ground = next(_grounds(chart, hex_px))
    for count in range(len(scene.recent), 0, -1):
        if view := window(ground, scene.recent[:count], size, (size[0], LARGE[1])):
            return ground, view
    return None


def _grounds(chart: Chart, hex_px: int) -> Iterator[Ground]:
    """The chart as large as it may be, then smaller, down to the size of its base."""
    for zoom in ZOOMS:
        if zoom == 1 or chart.hex_px * zoom <= hex_px:
            yield Ground(chart, zoom)


def _inset(ground: Ground, scene: Scene, view: Window, tall: int) -> Image.Image:
    """The whole map, small: who stands where, and the frame of the crop."""
    whole = ground.size
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
    frame = [view.x * scale, view.y * scale]
    frame += [(view.x + view.width) * scale - 1, (view.y + view.height) * scale - 1]
    draw.rectangle(frame, None, p.nearest(p.INK), 4)
    inner = [frame[0] + 1, frame[1] + 1, frame[2] - 1, frame[3] - 1]
    draw.rectangle(inner, None, p.nearest(p.GOLD), 2)
    return small


def _dot(draw: ImageDraw.ImageDraw, side: int, x: float, y: float, r: int) -> None:
    shape = draw.ellipse if side == 1 else draw.rectangle
    shape([x - r - 1, y - r - 1, x + r + 1, y + r + 1], p.nearest(p.PAPER))
    shape([x - r, y - r, x + r, y + r], p.nearest(p.SIDE[side]))


def _present(pieces: tuple[Piece, ...]) -> list[Piece]:
    return [piece for piece in pieces if not piece.lost]
