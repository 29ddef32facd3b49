"""A scene to pixels: the map with all that lies on it, and the pages around it."""

import math
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw

from renderer import marks
from renderer import palette as p
from renderer.base import sheet
from renderer.chart import Chart
from renderer.counters import counter
from renderer.labels import NAME_AT
from renderer.layout import Spot, Window, spots, window
from renderer.panel import footer, header, strip
from renderer.scene import Box, Piece, Scene
from renderer.text import text_sprite

Page = Callable[[Chart, Scene], Image.Image]

CLASH_AT = -0.49
"""Height of a battle mark above a hex's centre, in hex widths: over the number, not the name."""

HEADER, FOOTER, STRIP = 132, 190, 150


def full(chart: Chart, scene: Scene) -> Image.Image:
    """The whole map with turn track above and boxes below."""
    width, height = chart.size
    page = p.blank(width, HEADER + height + FOOTER, p.PANEL)
    page.paste(sheet(chart), (0, HEADER))
    _paint(page, chart, scene, 0, -HEADER)
    header(page, scene, (0, 0, width, HEADER))
    footer(page, scene, (0, HEADER + height, width, HEADER + height + FOOTER))
    return page


def crop(chart: Chart, scene: Scene) -> Image.Image:
    """The map round the last action, with the whole map as an inset in the strip below.

    Without an action on the map, or with one all over it, the whole map is shown.
    """
    view = window(chart, scene)
    if view is None:
        return full(chart, scene)
    page = p.blank(view.width, view.height + STRIP, p.PANEL)
    page.paste(
        sheet(chart).crop((view.x, view.y, view.x + view.width, view.y + view.height)), (0, 0)
    )
    _paint(page, chart, scene, view.x, view.y, view)
    bottom = (0, view.height, view.width, view.height + STRIP)
    ImageDraw.Draw(page).rectangle((*bottom[:2], bottom[2], bottom[3]), p.nearest(p.PANEL))
    small = _inset(chart, scene, view)
    strip(page, scene, bottom, small)
    return page


MODES: dict[str, Page] = {"crop": crop, "full": full}


def _paint(
    page: Image.Image, chart: Chart, scene: Scene, x: int, y: int, view: Window | None = None
) -> None:
    """Everything that lies on the map; `x`, `y` is the page's corner in pixels of the base."""
    reach = chart.hex_px

    def near(cell: int) -> bool:
        if view is None:
            return True
        cx, cy = chart.centre(cell)
        return (
            view.x - reach < cx < view.x + view.width + reach
            and view.y - reach < cy < view.y + view.height + reach
        )

    for plate in scene.plates:
        if plate.icon != "ruin" and any(map(near, plate.cells)):
            marks.outline(chart, plate.cells, plate.side).paste(page, -x, -y)
    for token in scene.tokens:
        if any(map(near, token.cells)):
            tx, ty = _middle(chart, token.cells)
            sprite = marks.token(token.text, token.side) if token.text else marks.flag(token.side)
            sprite.paste(page, tx - x, ty - y)
    for box in scene.boxes:
        if box.at is not None:
            bx, by = chart.pixel(*box.at)
            _sea_box(page, box, bx - x, by - y)
    for plate in scene.plates:
        if near(plate.cell):
            px, py = chart.centre(plate.cell)
            marks.plate(plate).paste(page, px - x, py + NAME_AT * chart.hex_px - y)
    for arrow in scene.arrows:
        marks.arrow(chart, arrow).paste(page, -x, -y)
    for stack in scene.stacks:
        if near(stack.cell):
            for spot in spots(chart, stack):
                counter(spot.piece, spot.size).paste(page, spot.x - x, spot.y - y)
                if spot.piece.came >= 0:
                    _triangle(page, chart, stack.cell, spot, x, y)
    for clash in scene.clashes:
        if near(clash.cell):
            px, py = chart.centre(clash.cell)
            marks.clash(clash).paste(page, px - x, py + CLASH_AT * chart.hex_px - y)


def _middle(chart: Chart, cells: tuple[int, ...]) -> tuple[float, float]:
    points = [chart.centre(cell) for cell in cells]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _triangle(page: Image.Image, chart: Chart, cell: int, spot: Spot, x: int, y: int) -> None:
    """On the rim of the counter, on the side of the hex that it came from."""
    (fx, fy), (tx, ty) = chart.centre(spot.piece.came), chart.centre(cell)
    turn = math.atan2(ty - fy, tx - fx)
    half = spot.size / 2 + 5
    dx, dy = -math.cos(turn), -math.sin(turn)
    reach = half / max(abs(dx), abs(dy))
    sprite = marks.came_from(round(math.degrees(turn)), spot.piece.side)
    sprite.paste(page, spot.x + dx * reach - x, spot.y + dy * reach - y)


def _sea_box(page: Image.Image, box: Box, x: float, y: float) -> None:
    """A box on open water: its name, its counters, its note."""
    text_sprite(box.title, "italic", 30, p.RIVER_EDGE, p.DEEP, 2).paste(page, x, y - 46)
    size, gap = 54, 8
    left = x - (len(box.pieces) - 1) / 2 * (size + gap)
    for k, piece in enumerate(box.pieces):
        counter(piece, size).paste(page, left + k * (size + gap), y)
    if box.note:
        text_sprite(box.note, "bold", 19, p.RED, p.PAPER, 3).paste(page, x, y + 44)


def _inset(chart: Chart, scene: Scene, view: Window) -> Image.Image:
    """The whole map, small: who stands where, and the frame of the crop."""
    small = _thumbnail(chart).copy()
    scale = small.width / chart.size[0]
    draw = ImageDraw.Draw(small)
    for stack in scene.stacks:
        x, y = chart.centre(stack.cell)
        sides = sorted({piece.side for piece in _present(stack.big + stack.small)})
        for k, side in enumerate(sides):
            cx, cy = x * scale + (k - (len(sides) - 1) / 2) * 6, y * scale
            dot = [cx - 3, cy - 3, cx + 3, cy + 3]
            shape = draw.rectangle if side == 0 else draw.ellipse
            shape([dot[0] - 1, dot[1] - 1, dot[2] + 1, dot[3] + 1], p.nearest(p.PAPER))
            shape(dot, p.nearest(p.SIDE[side]))
    frame = [view.x * scale, view.y * scale]
    frame += [(view.x + view.width) * scale - 1, (view.y + view.height) * scale - 1]
    draw.rectangle(frame, None, p.nearest(p.INK), 4)
    draw.rectangle(
        [frame[0] + 1, frame[1] + 1, frame[2] - 1, frame[3] - 1], None, p.nearest(p.GOLD), 2
    )
    return small


def _present(pieces: tuple[Piece, ...]) -> list[Piece]:
    return [piece for piece in pieces if not piece.lost]


@cache
def _thumbnail(chart: Chart) -> Image.Image:
    width, height = chart.size
    tall = STRIP - 16
    wide = round(width * tall / height)
    return p.quantize(sheet(chart).convert("RGB").resize((wide, tall), Image.Resampling.BOX))
