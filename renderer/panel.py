"""The words and boxes around the map: strip of a crop, header and footer of a page."""

from PIL import Image, ImageDraw

from renderer import marks
from renderer import palette as p
from renderer.counters import counter
from renderer.scene import Box, Scene, Status, Turn
from renderer.text import Face, fit, font, text_sprite, width, wrap

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


def write(
    page: Image.Image,
    text: str,
    x: float,
    y: float,
    size: int,
    ink: p.Rgb = p.WHITE,
    face: Face = "bold",
    ground: p.Rgb = p.PANEL,
) -> float:
    """Text on a plain ground, left end and middle line given; the x where it ends."""
    sprite = text_sprite(text, face, size, ink, ground)
    sprite.paste(page, x + sprite.width / 2, y)
    return x + width(text, face, size)


def write_fit(
    page: Image.Image,
    text: str,
    x: float,
    y: float,
    sizes: tuple[int, ...],
    room: float,
    ink: p.Rgb = p.GOLD,
) -> None:
    """Bold text in the largest of `sizes` that fits the room; cut in the last."""
    size = next((s for s in sizes if width(text, "bold", s) <= room), sizes[-1])
    write(page, fit(text, "bold", size, room), x, y, size, ink)


def strip(page: Image.Image, scene: Scene, area: Area, inset: Image.Image) -> None:
    """Below a crop: turn and phase, whose move it is, what happened; the inset on the right."""
    left, top, right, _ = area
    status = scene.status
    page.paste(inset, (right - inset.width - 8, top + 8))
    room = right - inset.width - 8 - left - 30
    x = left + 14
    turn = scene.track[scene.now]
    _ticks(page, scene, area)
    marks.weather(turn.weather, 34, p.PANEL).paste(page, x + 17, top + 26)
    end = write(page, f"{status.title}", x + 44, top + 26, 32)
    phase = fit(status.phase and f"· {status.phase}", "regular", 28, room - (end - x) - 140)
    write(page, phase, end + 8, top + 27, 28, p.MUTED, "regular")
    _initiative(page, status, left + 14 + room, top + 26, 26)
    y = top + 65
    for side in status.asked:
        marks.emblem(side, 30, p.PANEL).paste(page, x + 15, y)
        x += 38
    write_fit(page, status.todo, x, y, (27, 24, 21), room - (x - left))
    for number, line in enumerate(wrap(" ".join(status.news), "regular", 23, room, 2)):
        write(page, line, left + 14, top + 100 + number * 28, 23, p.WHITE, "regular")


def _ticks(page: Image.Image, scene: Scene, area: Area) -> None:
    """The turn track as a thin bar on the edge of the map: been, now, to come."""
    left, top, right, _ = area
    draw = ImageDraw.Draw(page)
    step = (right - left) / len(scene.track)
    for number in range(len(scene.track)):
        colour = p.MUTED if number < scene.now else p.GOLD if number == scene.now else p.PANEL_SOFT
        x = left + number * step
        draw.rectangle((round(x) + 1, top, round(x + step) - 2, top + 4), p.nearest(colour))


def _initiative(page: Image.Image, status: Status, right: float, y: float, size: int) -> None:
    """Who has the initiative, flush right."""
    marks.emblem(status.initiative, size, p.PANEL).paste(page, right - size / 2, y)
    word = text_sprite("initiative", "regular", size - 5, p.MUTED, p.PANEL)
    word.paste(page, right - size - 8 - word.width / 2, y)


def header(page: Image.Image, scene: Scene, area: Area) -> None:
    """Above the whole map: turn and phase, whose move it is, and the turn track."""
    left, top, right, _ = area
    status = scene.status
    cell, gap, tall = 104, 6, 108
    start = right - 14 - len(scene.track) * (cell + gap) + gap
    room = start - left - 40
    end = write(page, status.title, left + 22, top + 40, 50)
    phase = fit(status.phase and f"· {status.phase}", "regular", 38, room - end + left)
    write(page, phase, end + 12, top + 42, 38, p.MUTED, "regular")
    x: float = left + 22
    for side in status.asked:
        marks.emblem(side, 42, p.PANEL).paste(page, x + 21, top + 94)
        x += 52
    write_fit(page, status.todo, x, top + 94, (36, 31, 27), room - x + left + 22)
    for number, turn in enumerate(scene.track):
        box = (start + number * (cell + gap), top + 12)
        _turn(page, turn, (*box, box[0] + cell, box[1] + tall), number - scene.now)


def _turn(page: Image.Image, turn: Turn, area: Area, distance: int) -> None:
    """One space of the track; `distance` 0 is now, below 0 has been."""
    left, top, right, bottom = area
    now = distance == 0
    ground = p.PAPER if now else p.PANEL_SOFT if distance > 0 else p.PANEL
    ink = p.INK if now else p.WHITE if distance > 0 else p.MUTED
    draw = ImageDraw.Draw(page)
    edge = p.GOLD if now else p.PANEL_SOFT
    draw.rounded_rectangle(area, 8, p.nearest(ground), p.nearest(edge), 4 if now else 2)
    middle = (left + right) / 2
    text_sprite(turn.year, "bold", 25, ink, ground).paste(page, middle, top + 22)
    marks.weather(turn.weather, 36, ground).paste(page, middle, top + 57)
    if turn.side >= 0:
        draw.rectangle((left + 8, bottom - 12, right - 9, bottom - 8), p.nearest(p.SIDE[turn.side]))
    if turn.token >= 0:
        _face_down(draw, right - 24, top + 46, turn.token)


def _face_down(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    """A token nobody has seen: the back of it."""
    box = (x, y, x + 18, y + 26)
    draw.rounded_rectangle(
        box, 3 if side == 0 else 8, p.nearest(p.SIDE[side]), p.nearest(p.WHITE), 2
    )
    draw.text((x + 9, y + 13), "?", p.nearest(p.WHITE), font("bold", 18), anchor="mm")


def footer(page: Image.Image, scene: Scene, area: Area) -> None:
    """Below the whole map: what happened, hands, and the boxes off the map."""
    left, top, right, bottom = area
    boxes = [box for box in scene.boxes if box.at is None]
    widths = [
        round(max(28 + width(box.title, "bold", 24), 28 + 62 * len(box.pieces))) for box in boxes
    ]
    x = right - 14 - sum(widths) - 12 * (len(widths) - 1)
    room = x - left - 50
    lines = wrap(" ".join(scene.status.news), "regular", 29, room, 3)
    for number, line in enumerate(lines):
        write(page, line, left + 22, top + 32 + number * 36, 29, p.WHITE, "regular")
    at: float = left + 22
    for hand in scene.status.hands:
        marks.emblem(hand.side, 34, p.PANEL).paste(page, at + 17, bottom - 34)
        at = write(page, hand.text, at + 44, bottom - 34, 27, p.MUTED) + 36
    _initiative(page, scene.status, x - 24, bottom - 34, 34)
    for box, wide in zip(boxes, widths, strict=True):
        _box(page, box, (x, top + 14, x + wide, bottom - 14))
        x += wide + 12


def _box(page: Image.Image, box: Box, area: Area) -> None:
    left, top, right, bottom = area
    draw = ImageDraw.Draw(page)
    draw.rounded_rectangle(area, 8, p.nearest(p.PANEL_SOFT), p.nearest(p.SIDE_LIGHT[box.side]), 2)
    middle = (left + right) / 2
    text_sprite(box.title, "bold", 24, p.WHITE, p.PANEL_SOFT).paste(page, middle, top + 24)
    if not box.pieces:
        text_sprite(box.empty, "regular", 24, p.WHITE, p.PANEL_SOFT).paste(page, middle, top + 90)
    x = middle - (len(box.pieces) - 1) / 2 * 62
    for k, piece in enumerate(box.pieces):
        counter(piece, 54).paste(page, x + k * 62, top + 90)
    if box.note:
        text_sprite(box.note, "regular", 20, p.WHITE, p.PANEL_SOFT).paste(page, middle, bottom - 18)
