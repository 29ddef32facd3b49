"""The words and boxes around the map: strip of a crop, header, legend and footer of a page.

`words` scales letters: at 1 they can be read on a picture 800 pixels wide that a
phone shows at 400.
"""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.inks import palette as p
from renderer.inks.sprite import stripes
from renderer.inks.text import Face, fit, font, text_sprite, whole, width, wrap
from renderer.page.boxes import Area, box_rows, box_width, draw_box, row_height
from renderer.pieces import marks
from renderer.scene import Layer, Scene, Status, Turn

HEADER, STRIP = 132, 150
"""Heights in pixels; the strip's at `words` 1."""

_FOOTER = 190
_BESIDE = 0.68
"""Part of a footer's width that boxes may take; the words have the rest."""


def write(
    page: Image.Image,
    text: str,
    x: float,
    y: float,
    size: float,
    ink: p.Rgb = p.WHITE,
    face: Face = "bold",
    ground: p.Rgb = p.PANEL,
) -> float:
    """Text on a plain ground, left end and middle line given; the x where it ends."""
    sprite = text_sprite(text, face, round(size), ink, ground)
    sprite.paste(page, round(x) - 1 - sprite.dx, y)
    return x + width(text, face, round(size))


def write_fit(
    page: Image.Image,
    text: str,
    x: float,
    y: float,
    sizes: tuple[float, ...],
    room: float,
    ink: p.Rgb = p.GOLD,
) -> None:
    """Bold text in the largest of `sizes` that fits the room; cut in the last."""
    size = next((s for s in sizes if width(text, "bold", round(s)) <= room), sizes[-1])
    write(page, fit(text, "bold", round(size), room), x, y, size, ink)


def strip_height(scene: Scene, wide: int, words: float, inset: Image.Image | None) -> int:
    """Pixels of the strip below a crop; `inset` is its small map."""
    small = inset.width if inset else 0
    todo = len(_todo(scene.status, wide, words, small))
    news = len(_news(scene.status, wide, words, small))
    lines = round((94 + 30 * (todo - 1) + 28 * news) * words)
    return max(lines, inset.height + 16 if inset else 0)


def _room(wide: int, words: float, inset: int) -> float:
    return wide - 28 * words - (inset + 8 + 2 * words if inset else 0)


def _todo(status: Status, wide: int, words: float, inset: int) -> list[str]:
    """Whose move it is, in up to three lines."""
    room = _room(wide, words, inset) - 38 * words * len(status.asked)
    return wrap(status.todo, "bold", round(24 * words), room, 3) or [""]


def _news(status: Status, wide: int, words: float, inset: int) -> list[str]:
    """What happened, in two lines at most."""
    room = _room(wide, words, inset)
    return whole(status.news, "regular", round(23 * words), room, 2)


def strip(
    page: Image.Image, scene: Scene, area: Area, words: float, inset: Image.Image | None
) -> None:
    """Below a crop: turn and phase, whose move it is, what happened; the inset on the right."""
    left, top, right, _ = area
    status = scene.status
    small = inset.width if inset is not None else 0
    start = left + 14 * words
    end = start + _room(right - left, words, small)
    if inset is not None:
        page.paste(inset, (right - inset.width - 8, top + 8))
    _ticks(page, scene, area)
    _when(page, scene, (start, top + 26 * words), end, words)
    x, y = start, top + 65 * words
    for side in status.asked:
        size = round(30 * words)
        marks.emblem(side, size, p.PANEL).paste(page, x + size / 2, y)
        x += 38 * words
    todo = _todo(status, right - left, words, small)
    if len(todo) == 1:
        write_fit(page, status.todo, x, y, (27 * words, 24 * words), end - x)
    else:
        for line in todo:
            write(page, line, x, y, 24 * words, p.GOLD)
            y += 30 * words
        y -= 30 * words
    for number, line in enumerate(_news(status, right - left, words, small)):
        at = y + (35 + number * 28) * words
        write(page, line, start, at, 23 * words, p.WHITE, "regular")


def _when(
    page: Image.Image, scene: Scene, at: tuple[float, float], end: float, words: float
) -> None:
    """The sign of the weather, turn and phase, and who has the initiative."""
    (x, y), status = at, scene.status
    weather = scene.track[scene.now].weather if scene.track else ""
    if weather:
        size = round(34 * words)
        marks.weather(weather, size, p.PANEL).paste(page, x + size / 2, y)
        x += 44 * words
    text = status.phase and f"· {status.phase}"
    needs = width(status.title, "bold", round(32 * words)) + 8 * words
    needs += width(text, "regular", round(21 * words))
    short = needs > end - x - 140 * words
    stop = end - ((34 if short else 140) * words if status.initiative >= 0 else 0)
    x = write(page, fit(status.title, "bold", round(32 * words), stop - x), x, y, 32 * words)
    room = stop - x - 8 * words
    sizes = (28 * words, 24 * words, 21 * words)
    tall = next((s for s in sizes if width(text, "regular", round(s)) <= room), sizes[0])
    phase = fit(text, "regular", round(tall), room)
    if len(phase) > 4:
        write(page, phase, x + 8 * words, y + words, tall, p.MUTED, "regular")
    initiative(page, status, end, y, 26 * words, short=short)


def _ticks(page: Image.Image, scene: Scene, area: Area) -> None:
    """The turn track as a thin bar on the edge of the map: been, now, to come."""
    left, top, right, _ = area
    if not scene.track:
        return
    draw = ImageDraw.Draw(page)
    step = (right - left) / len(scene.track)
    for number in range(len(scene.track)):
        colour = p.MUTED if number < scene.now else p.GOLD if number == scene.now else p.PANEL_SOFT
        x = left + number * step
        draw.rectangle((round(x) + 1, top, round(x + step) - 2, top + 4), p.nearest(colour))


def initiative(
    page: Image.Image, status: Status, right: float, y: float, size: float, *, short: bool = False
) -> None:
    """Who has the initiative, flush right; `short`: the sign alone."""
    if status.initiative < 0:
        return
    side = round(size)
    marks.emblem(status.initiative, side, p.PANEL).paste(page, right - size / 2, y)
    if short:
        return
    word = text_sprite("initiative", "regular", round(size * 0.85), p.MUTED, p.PANEL)
    word.paste(page, right - size - 6 - word.width / 2, y)


def header(page: Image.Image, scene: Scene, area: Area) -> None:
    """Above the whole map: turn and phase, whose move it is, and the turn track."""
    left, top, right, _ = area
    status = scene.status
    gap, tall, count = 6, 108, max(1, len(scene.track))
    cell = min(104, int((right - left) * 0.62 / count) - gap)
    start = right - 14 - len(scene.track) * (cell + gap) + gap
    room = start - left - 40
    title = fit(status.title, "bold", 50, room)
    end = write(page, title, left + 22, top + 40, 50)
    phase = fit(status.phase and f"· {status.phase}", "regular", 38, room - end + left)
    if len(phase) > 4:
        write(page, phase, end + 12, top + 42, 38, p.MUTED, "regular")
    x: float = left + 22
    for side in status.asked:
        marks.emblem(side, 42, p.PANEL).paste(page, x + 21, top + 94)
        x += 52
    _asked(page, status.todo, x, top + 94, room - x + left + 22)
    for number, turn in enumerate(scene.track):
        box = (start + number * (cell + gap), top + 12)
        draw_turn(page, turn, (*box, box[0] + cell, box[1] + tall), number - scene.now)


def _asked(page: Image.Image, todo: str, x: float, y: float, room: float) -> None:
    """Whose move it is: in one line as large as it can be, else in two."""
    lines = wrap(todo, "bold", 25, room, 2)
    if len(lines) == 1 or width(todo, "bold", 27) <= room:
        write_fit(page, todo, x, y, (36, 31, 27, 25), room)
        return
    for number, line in enumerate(lines):
        write(page, line, x, y - 13 + 30 * number, 25, p.GOLD)


def draw_turn(page: Image.Image, turn: Turn, area: Area, distance: int) -> None:
    """One space of the track; `distance` 0 is now, below 0 has been."""
    left, top, right, bottom = area
    space = _space(turn, (right - left, bottom - top), (distance > 0) - (distance < 0))
    page.paste(space, (left, top))


@lru_cache(maxsize=128)
def _space(turn: Turn, size: tuple[int, int], distance: int) -> Image.Image:
    """The same as a picture of its own; a track changes little from one order to the next."""
    wide, tall = size
    page = p.blank(wide + 1, tall + 1, p.PANEL)
    now = distance == 0
    ground = p.PAPER if now else p.PANEL_SOFT if distance > 0 else p.PANEL
    ink = p.INK if now else p.WHITE if distance > 0 else p.MUTED
    draw = ImageDraw.Draw(page)
    edge = p.GOLD if now else p.PANEL_SOFT
    draw.rounded_rectangle((0, 0, *size), 8, p.nearest(ground), p.nearest(edge), 4 if now else 2)
    middle = wide / 2
    letters = next((s for s in (25, 22, 19, 16) if width(turn.year, "bold", s) < wide - 6), 14)
    text_sprite(turn.year, "bold", letters, ink, ground).paste(page, middle, 22)
    if turn.weather:
        marks.weather(turn.weather, min(36, wide - 12), ground).paste(page, middle, 57)
    if turn.side >= 0 and not turn.weather:
        marks.emblem(turn.side, min(40, wide - 12), ground).paste(page, middle, 68)
    elif turn.side >= 0:
        colour = (p.SIDE if now else p.SIDE_LIGHT)[turn.side]  # light on a dark ground
        draw.rectangle((8, tall - 12, wide - 9, tall - 8), p.nearest(colour))
    for side, count in enumerate(turn.arrivals):
        if count:
            _arrivals(page, (middle + (side * 2 - 1) * wide * 0.22, tall - 18), side, count)
    if turn.token >= 0:
        _face_down(draw, wide - 24, 46, turn.token)
    return page


def _arrivals(page: Image.Image, at: tuple[float, float], side: int, count: int) -> None:
    """So many pieces of a side, on its colour."""
    half, (x, y) = 11, at
    box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
    radius = half if side == 1 else 2
    ImageDraw.Draw(page).rounded_rectangle(box, radius, p.nearest(p.SIDE[side]))
    ink, ground = p.SIDE_INK[side], p.SIDE[side]
    text_sprite(f"{count}", "bold", 17, ink, ground).paste(page, round(x), round(y))


def _face_down(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    """A token nobody has seen: the back of it."""
    box = (x, y, x + 18, y + 26)
    draw.rounded_rectangle(
        box, 8 if side == 1 else 3, p.nearest(p.SIDE[side]), p.nearest(p.WHITE), 2
    )
    ink = p.nearest(p.SIDE_INK[side])
    draw.text((x + 9, y + 13), "?", ink, font("bold", 18), anchor="mm")


# the legend of an overlay ----------------------------------------------------------


def legend_height(scene: Scene, wide: int, words: float) -> int:
    """Pixels that the legend takes, 0 without layers."""
    rows = _legend_rows(scene, wide, words)
    return round((len(rows) * 36 + 10) * words) if rows else 0


def _legend_rows(scene: Scene, wide: int, words: float) -> list[list[Layer]]:
    """The layers that have a meaning of their own, as rows that fit."""
    rows: list[list[Layer]] = []
    x = 0.0
    for layer in dict.fromkeys(layer for layer in scene.layers if layer.text):
        need = _legend_width(layer, words)
        if not rows or x + need > wide - 20 * words:
            rows.append([])
            x = 0.0
        rows[-1].append(layer)
        x += need
    return rows


def _legend_width(layer: Layer, words: float) -> float:
    return 64 * words + width(layer.text, "regular", round(23 * words))


def legend(page: Image.Image, scene: Scene, area: Area, words: float) -> None:
    """What the tints of the map mean."""
    left, top, right, _ = area
    for number, row in enumerate(_legend_rows(scene, right - left, words)):
        x, y = left + 16 * words, top + (23 + 36 * number) * words
        for layer in row:
            swatch(page, layer, (x, y), words)
            text = fit(layer.text, "regular", round(23 * words), right - x - 50 * words)
            write(page, text, x + 40 * words, y, 23 * words, p.WHITE, "regular")
            x += _legend_width(layer, words)


def swatch(page: Image.Image, layer: Layer, at: tuple[float, float], words: float) -> None:
    x, y = at
    wide, half = round(30 * words), round(12 * words)
    box = (round(x), round(y) - half, round(x) + wide, round(y) + half)
    page.paste(p.tinted(layer.tint)[p.nearest(p.CLEAR, p.BASE)], box)
    if layer.hatched:
        page.paste(p.hatch(layer.tint), box, stripes(wide, 2 * half))
    draw = ImageDraw.Draw(page)
    draw.rectangle(box, None, p.nearest(p.WHITE), 2)


# the footer ------------------------------------------------------------------------


def footer_height(scene: Scene, wide: int) -> int:
    """Pixels that news, hands and boxes take."""
    rows = box_rows(scene.boxes, wide * _BESIDE)
    return max(_FOOTER, 16 + sum(12 + row_height(row, wide) for row in rows))


def footer(page: Image.Image, scene: Scene, area: Area) -> None:
    """Below the whole map: what happened, hands, and the boxes off the map."""
    left, top, right, bottom = area
    y = top + 14
    start = right
    for row in box_rows(scene.boxes, (right - left) * _BESIDE):
        x = right - 14 - sum(map(box_width, row)) - 12 * (len(row) - 1)
        start = min(start, x)
        tall = row_height(row, right - left)
        for box in row:
            draw_box(page, box, (x, y, x + box_width(box), y + tall))
            x += box_width(box) + 12
        y += tall + 12
    news = whole(scene.status.news, "regular", 29, start - left - 50, 3)
    for number, line in enumerate(news):
        write(page, line, left + 22, top + 32 + number * 36, 29, p.WHITE, "regular")
    at: float = left + 22
    for hand in scene.status.hands:
        need = 80 + width(hand.text, "bold", 27)
        if at + need > start:
            break
        if hand.side >= 0:
            marks.emblem(hand.side, 34, p.PANEL).paste(page, at + 17, bottom - 34)
            at += 44
        at = write(page, hand.text, at, bottom - 34, 27, p.MUTED) + 36
    initiative(page, scene.status, start - 24, bottom - 34, 34)
