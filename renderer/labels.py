"""Names on the base and where they go without touching each other."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import ImageFont

from renderer import palette as p
from renderer.chart import Chart
from renderer.projection import Point
from renderer.text import font, width

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """`at` is the middle, in pixels; `box` what it covers, halo included."""

    text: str
    at: Point
    font: ImageFont.FreeTypeFont
    ink: p.Rgb
    ground: p.Rgb
    halo: int
    box: Box


Labels = list[Label]

NUMBER_AT = -0.46
NAME_AT = -0.335
"""Height of the number and of the name above a hex's centre, in hex widths."""


def overlaps(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def place_labels(chart: Chart) -> Labels:
    """All names in order of weight; one that finds no free place is left out.

    The middle of each hex is kept free for counters, the head of some hexes for
    their name plates.
    """
    placed: Labels = []
    taken = reserved(chart)
    for options in _wanted(chart):
        for label in options:
            if not any(overlaps(label.box, other) for other in taken):
                placed.append(label)
                taken.append(label.box)
                break
    return placed


def reserved(chart: Chart) -> list[Box]:
    """Where name plates and counters will lie."""
    half = chart.hex_px * 0.21
    boxes = []
    for number in range(len(chart.cells)):
        x, y = chart.centre(number)
        boxes.append((x - half, y - half, x + half, y + half))
    for cell, name in chart.plates:
        x, y = chart.centre(cell)
        y += NAME_AT * chart.hex_px
        wide, tall = plate_size(name)
        boxes.append((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
    return boxes


def plate_size(name: str) -> tuple[int, int]:
    """Pixels of a name plate."""
    return round(width(name, "bold", plate_letters(name))) + 31, 23


def plate_letters(name: str) -> int:
    """Size of the letters on a plate: long names are set smaller."""
    size = 18
    while width(name, "bold", size) > 96 and size > 14:
        size -= 1
    return size


def _wanted(chart: Chart) -> Iterator[list[Label]]:
    unit = chart.hex_px
    plated = {cell for cell, _ in chart.plates}
    for number, cell in enumerate(chart.cells):
        x, y = chart.centre(number)
        ground = p.DEEP if cell.terrain == "sea" else p.CLEAR
        ink = p.COAST if cell.terrain == "sea" else p.mix(p.INK, p.CLEAR, 0.35)
        face = font("regular", max(9, unit // 11))
        yield [_label(cell.id, (x, y + NUMBER_AT * unit), face, ink, ground, 1)]
    for number, cell in enumerate(chart.cells):
        if cell.note and number not in plated:
            x, y = chart.centre(number)
            yield [
                _label(cell.note, (x, y + NAME_AT * unit), font("regular", size), p.INK, p.CLEAR, 2)
                for size in (unit // 9, unit // 11)
            ]
    yield from _river_names(chart)


def _river_names(chart: Chart) -> Iterator[list[Label]]:
    """Each river once, beside one of its sides, in the lower part of a hex."""
    face = font("italic", chart.hex_px // 8)
    names: dict[str, list[tuple[int, int]]] = {}
    for river in chart.rivers:
        names.setdefault(river.name, []).append((river.a, river.b))
    for name, sides in names.items():
        middle = len(sides) // 2
        options = []
        for a, b in sides[middle:] + sides[:middle]:
            (ax, ay), (bx, by) = chart.side(a, b)
            if abs(ax - bx) < 2:
                continue
            x, y = (ax + bx) / 2, (ay + by) / 2
            lean = 1 if (ay - by) * (ax - bx) > 0 else -1
            for across, up in ((0.2, 0.14), (0.3, 0.1), (-0.2, -0.14), (-0.3, -0.1)):
                at = (x + lean * across * chart.hex_px, y - up * chart.hex_px)
                options.append(_label(name, at, face, p.RIVER_EDGE, p.CLEAR, 2))
        yield options


def _label(
    text: str, at: Point, face: ImageFont.FreeTypeFont, ink: p.Rgb, ground: p.Rgb, halo: int
) -> Label:
    box = face.getbbox(text, anchor="mm", stroke_width=halo)
    left, top, right, bottom = box
    x, y = at
    return Label(text, at, face, ink, ground, halo, (x + left, y + top, x + right, y + bottom))
