"""Names on the base and where they go without touching each other."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from PIL import Image

from renderer.base import cartouche
from renderer.base.chart import Cell, Chart, City, CityKind, Name
from renderer.base.geo import projection
from renderer.base.projection import Point
from renderer.base.signs import EXIT, SIGN, exits, small_signs
from renderer.inks import palette as p
from renderer.inks.text import Face, font, width

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Style:
    """How letters are set. `strength` is the coverage of the ink, `halo` in pixels."""

    face: Face
    size: int
    ink: p.Rgb
    ground: p.Rgb = p.CLEAR
    water: p.Rgb | None = None
    strength: int = 255
    halo: int = 2
    spaced: bool = False


@dataclass(frozen=True)
class Label:
    """`at` is the middle, in pixels; `turn` in degrees, anticlockwise.

    A `low` one may lie under counters.
    """

    text: str
    at: Point
    style: Style
    turn: float = 0.0
    low: bool = False

    @cached_property
    def box(self) -> Box:
        """What it covers, halo included."""
        shown = "0" * len(self.text) if self.text.isdigit() else self.shown  # all digits are alike
        wide, tall = extent(shown, self.style, self.turn)
        x, y = self.at
        return x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2

    @cached_property
    def boxes(self) -> list[Box]:
        """The same, letter by letter where it is turned."""
        if not self.turn:
            return [self.box]
        wide, tall = extent(self.shown, self.style, 0.0)
        half = tall / 2
        dx, dy = math.cos(math.radians(self.turn)), -math.sin(math.radians(self.turn))
        (x, y), count = self.at, max(2, math.ceil(wide / tall))
        reach = (wide - tall) / 2
        middles = [(2 * k / (count - 1) - 1) * reach for k in range(count)]
        return [
            (x + dx * m - half, y + dy * m - half, x + dx * m + half, y + dy * m + half)
            for m in middles
        ]

    @property
    def shown(self) -> str:
        """The letters; spaced ones with thin gaps between them."""
        return "\u2009".join(self.text) if self.style.spaced else self.text


@lru_cache(4096)
def extent(shown: str, style: Style, turn: float) -> tuple[float, float]:
    """Width and height of some letters with their halo, turned."""
    left, top, right, bottom = font(style.face, style.size).getbbox(
        shown, anchor="mm", stroke_width=style.halo
    )
    wide, tall = right - left, 2 * max(-top, bottom)
    c, s = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    return wide * c + tall * s, wide * s + tall * c


Labels = list[Label]

HEX = 144
"""The width of a hex that sizes in pixels are meant for."""

NUMBER_AT = -0.46
NAME_AT = -0.335
"""Height of the number and of the name above a hex's centre, in hex widths."""

_SLIDES = (0.0, 0.12, -0.12, 0.26, -0.26, 0.4, -0.4, 0.55, -0.55)
_HEIGHTS = {
    "pointy": (0.34, -0.305, 0.27),
    "flat": (0.36, -0.29, 0.3, -0.24),
    "small": (-0.24, -0.18, 0.24, 0.1, -0.1),
}
"""Where the name of a place may stand, from its hex's centre in hex widths: best first."""


def number_at(chart: Chart) -> float:
    """Height of a hex's number from its centre, in hex widths."""
    return -0.425 if chart.grid_kind == "flat" else -0.49 if chart.small else NUMBER_AT


def overlaps(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


class _Taken:
    """Boxes by the squares of a coarse grid, so that few are compared."""

    def __init__(self, boxes: list[Box]) -> None:
        self._at: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        for square in self._squares(box):
            self._at.setdefault(square, []).append(box)

    def free(self, box: Box) -> bool:
        return not any(
            overlaps(box, other)
            for square in self._squares(box)
            for other in self._at.get(square, ())
        )

    @staticmethod
    def _squares(box: Box) -> Iterator[tuple[int, int]]:
        for column in range(int(box[0] // 80), int(box[2] // 80) + 1):
            for row in range(int(box[1] // 80), int(box[3] // 80) + 1):
                yield column, row


def place_labels(chart: Chart, dry: Image.Image | None = None) -> Labels:
    """All names in order of weight; one that finds no free place is left out.

    The middle of each hex is kept free for counters, but for the names of lands, which
    may lie under them; the head of some hexes is kept for name plates. With `dry` (mode L,
    255 on land) names of water lie on water.
    """
    kept, signs = reserved(chart), _signs(chart)
    taken, under = _Taken([*kept, *middles(chart)]), _Taken([*kept, *signs])
    placed: Labels = []

    def place(wanted: Iterator[Iterable[Label]]) -> None:
        for options in wanted:
            for label in options:
                there = under if label.low else taken
                if _on_sheet(chart, label.box) and all(map(there.free, label.boxes)):
                    placed.append(label)
                    for box in label.boxes:
                        taken.add(box)
                        under.add(box)
                    break

    place(_of_places(chart))
    for box in (*signs, *_edges(chart)):
        taken.add(box)
    for line in _roads(chart):
        taken.add(line)
        under.add(line)
    place(_of_land(chart, dry))
    return placed


def _on_sheet(chart: Chart, box: Box) -> bool:
    wide, tall = chart.size
    return box[0] > 12 and box[1] > 12 and box[2] < wide - 12 and box[3] < tall - 12


def middles(chart: Chart) -> list[Box]:
    """Where counters will lie; on small hexes they are moved aside for a name."""
    half = chart.hex_px * (0.5 if chart.grid_kind == "areas" else 0.21)
    if chart.small:
        return []
    centres = [chart.centre(number) for number, cell in enumerate(chart.cells) if cell.played]
    return [(x - half, y - half, x + half, y + half) for x, y in centres]


def reserved(chart: Chart) -> list[Box]:
    """Where name plates, small signs and the cartouche will lie."""
    key = cartouche.box(chart)
    boxes = [key] if key else []
    for number, name in chart.plates:
        x, y = chart.centre(number)
        y += plate_at(chart) * chart.hex_px
        wide, tall = (pixels * plate_grain(chart) for pixels in plate_size(name))
        boxes.append((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
    half = chart.hex_px * EXIT * 0.8
    boxes += [(x - half, y - half, x + half, y + half) for _, (x, y), _ in exits(chart)]
    half = chart.hex_px * SIGN
    boxes += [(x - half, y - half, x + half, y + half) for _, _, (x, y) in small_signs(chart)]
    return boxes


def _signs(chart: Chart) -> list[Box]:
    """What the names of lands may not cover: areas, or the signs of cities."""
    if chart.grid_kind == "areas":
        return middles(chart)
    half = 0.22 * chart.hex_px
    centres = [chart.middle(city.cells) for city in chart.cities]
    return [(x - half, y - half, x + half, y + half) for x, y in centres]


def _edges(chart: Chart) -> Iterator[Box]:
    """Where the edges of cities with a plate will lie: bead by bead."""
    plated = {cell for cell, _ in chart.plates}
    for city in chart.cities:
        if plated.isdisjoint(city.cells):
            continue
        for (ax, ay), (bx, by) in chart.outline(city.cells, 4.5):
            for k in range(_BEADS + 1):
                x, y = ax + (bx - ax) * k / _BEADS, ay + (by - ay) * k / _BEADS
                yield x - 3, y - 3, x + 3, y + 3


_BEADS = 10


def _roads(chart: Chart) -> Iterator[Box]:
    """Where the ways of a point to point map lie: names of land and water keep clear of them."""
    if chart.grid_kind == "areas":
        for way, weight in _ways(chart):
            if weight == 1:
                x, y, _, _ = way
                yield x - 4, y - 4, x + 4, y + 4


def crowded(chart: Chart) -> float:
    """0 for hexes of the usual size, 1 for small ones that counters and plates must fill more."""
    return min(1.0, max(0.0, (HEX - chart.hex_px) / 44))


def plate_grain(chart: Chart) -> float:
    """Pixels of the base for a pixel of `plate_size`."""
    return chart.hex_px / HEX * (1 + 0.2 * crowded(chart))


def plate_at(chart: Chart) -> float:
    """Height of a plate's middle above its hex's centre, in hex widths: below the number."""
    return NAME_AT + 0.03 * crowded(chart)


def plate_size(name: str) -> tuple[int, int]:
    """Pixels of a name plate."""
    return round(width(name, "bold", plate_letters(name))) + 31, 23


def plate_letters(name: str) -> int:
    """Size of the letters on a plate: long names are set smaller."""
    size = 18
    while width(name, "bold", size) > 96 and size > 14:
        size -= 1
    return size


def _areas(chart: Chart) -> Iterator[Iterable[Label]]:
    """Below an area, above it or beside it; smaller where it is crowded."""
    if chart.grid_kind == "areas":
        ways = _ways(chart)
        reach = 2.5 * chart.hex_px
        middles = [chart.middle(city.cells) for city in chart.cities]
        for city in sorted(chart.cities, key=lambda city: "goal" not in city.signs):
            x, y = chart.middle(city.cells)
            around = (x - reach, y - reach, x + reach, y + reach)
            near = [(way, weight) for way, weight in ways if overlaps(way, around)]
            others = [at for at in middles if 0 < math.dist(at, (x, y)) < reach]
            options = [
                (
                    _crossed(label, near)
                    + doubt
                    + (19 - size) / 2
                    + torn(label.box, (x, y), others),
                    label,
                )
                for size in (19, 17, 15)
                for doubt, label in _around(chart, city, size)
            ]
            yield [label for _, label in sorted(options, key=lambda option: option[0])]
        for number, cell in enumerate(chart.cells):
            if cell.terrain == "sea":
                (x, y), up = chart.centre(number), 0.62 * chart.hex_px
                style = Style("italic", 18, p.RIVER_EDGE, p.DEEP, halo=0)
                yield [Label(cell.note, (x, y + dy), style) for dy in (up, -up, 1.2 * up)]


def torn(box: Box, own: Point, others: Iterable[Point]) -> float:
    """The doubt about a name that might as well be another area's: from their middles."""
    nearest = min([_far(box, x, y) for x, y in others], default=math.inf)
    return max(0.0, 1.3 - math.sqrt(nearest / max(1.0, _far(box, *own)))) * _TORN


def _far(box: Box, x: float, y: float) -> float:
    """The square of how far a point is from the nearest of a box."""
    left, top, right, bottom = box
    dx = left - x if x < left else x - right if x > right else 0.0
    dy = top - y if y < top else y - bottom if y > bottom else 0.0
    return dx * dx + dy * dy


_TORN = 24
_STEP = 0.12
"""Of the points that stand for a way, in units of the grid."""


_TRUCK = 0.2
"""Half the size of a truck on its way, in units of the grid."""


_TRUCK_WEIGHT = 6
_WAY = 0.06
"""How far a name stands off a way at its ends, in units of the grid."""


def _ways(chart: Chart) -> list[tuple[Box, int]]:
    """The ways between areas as weighed boxes, and room in their middles for trucks."""
    out: list[tuple[Box, int]] = []
    wide = _WAY * chart.hex_px
    for link in chart.links:
        (ax, ay), (bx, by) = chart.centre(link.a), chart.centre(link.b)
        count = max(2, round(math.dist((ax, ay), (bx, by)) / (_STEP * chart.hex_px)))
        for k in range(1, count):
            x, y = ax + (bx - ax) * k / count, ay + (by - ay) * k / count
            out.append(((x - wide, y, x + wide, y), 1))
        if link.kind != "closed":
            x, y, half = (ax + bx) / 2, (ay + by) / 2, _TRUCK * chart.hex_px
            out.append(((x - half, y - half, x + half, y + half), _TRUCK_WEIGHT))
    return out


def _crossed(label: Label, ways: list[tuple[Box, int]]) -> int:
    """How much of some ways a label would lie on."""
    return sum(weight for way, weight in ways if overlaps(label.box, way))


_AROUND = (
    (0, 0.0, 0.64),
    (2, 0.0, -0.76),
    (1, 0.56, 0.0),
    (1, -0.68, 0.0),
    (3, 0.45, 0.48),
    (3, -0.45, 0.48),
    (6, 0.45, -0.48),
    (6, -0.45, -0.48),
)
"""Where an area's name may stand: the doubt, and from its middle, in units of the grid.

Stores lie above an area and the sign of its track on its left: a name keeps clear of both.
"""


def _around(chart: Chart, city: City, size: int) -> Iterator[tuple[int, Label]]:
    """The places of an area's name, each with the doubt about it."""
    goal = "goal" in city.signs
    text = city.name.upper() if goal else city.name
    style = Style("bold", size + 2 * goal, p.INK, halo=3)
    x, y = chart.middle(city.cells)
    half = width(text, "bold", style.size) / 2
    for doubt, dx, dy in _AROUND:
        lean = half * ((dx > 0) - (dx < 0))
        yield doubt, Label(text, (x + dx * chart.hex_px + lean, y + dy * chart.hex_px), style)


def _of_places(chart: Chart) -> Iterator[Iterable[Label]]:
    """Names with the places that they may have, best first; the weightiest come first."""
    yield from _boxes(chart)
    yield from _numbers(chart, [cell for cell in chart.cells if cell.played])
    yield from _areas(chart)
    yield from _places(chart)
    yield from _notes(chart)


def _of_land(chart: Chart, dry: Image.Image | None) -> Iterator[Iterable[Label]]:
    """Names that keep clear of the signs of cities.

    A sea is known by its name before the numbers of its hexes.
    """
    for name in chart.names:
        if name.kind == "sea":
            yield _wide(chart, name, dry)
    yield from _numbers(chart, [cell for cell in chart.cells if not cell.played])
    yield from _side_names(chart)
    for name in chart.names:
        if name.kind != "sea":
            yield _wide(chart, name, dry)


def _numbers(chart: Chart, cells: list[Cell]) -> Iterator[Iterable[Label]]:
    if chart.grid_kind == "areas":
        return
    size = max(8, round(chart.hex_px / 11))
    plain = Style("regular", size, p.INK, water=p.DEEP, strength=200, halo=0)
    wild = replace(plain, halo=1)
    water = Style("regular", size, p.RIVER_EDGE, p.DEEP, strength=220, halo=0)
    for cell in cells:
        if cell.drawn:
            x, y = chart.pixel(cell.x, cell.y)
            at = (x, y + number_at(chart) * chart.hex_px)
            style = plain if cell.terrain == "clear" else wild
            yield [Label(cell.id, at, water if cell.terrain in ("sea", "lake") else style)]


def _places(chart: Chart) -> Iterator[Iterable[Label]]:
    """Cities by importance, in the head or at the foot of their hex."""
    plated = {cell for cell, _ in chart.plates}
    heights = _HEIGHTS.get("small" if chart.small else chart.grid_kind, ())
    faces: tuple[tuple[CityKind, Face, float], ...] = (
        ("major", "bold", 6.2),
        ("well", "bold", 7.0),
        ("city", "bold", 7.0),
        ("town", "regular", 7.4),
    )
    for kind, face, part in faces:
        size = max(11 if chart.small else 13, round(chart.hex_px / part))
        for city in chart.cities:
            if city.kind != kind or not plated.isdisjoint(city.cells):
                continue
            text = city.name.upper() if kind == "major" else city.name
            sizes = (size, max(10, size - 2), max(9, size - 3))
            styles = [Style(face, size, p.INK) for size in sizes]
            yield _shifted(chart, text, chart.middle(city.cells), styles, heights)


def _shifted(
    chart: Chart, text: str, at: Point, styles: list[Style], heights: Sequence[float]
) -> Iterator[Label]:
    """A name above or below a point, moved aside little by little; smaller in the end."""
    x, y = at
    for style in styles:
        for dx in _SLIDES:
            for dy in heights:
                yield Label(text, (x + dx * chart.hex_px, y + dy * chart.hex_px), style)


def _boxes(chart: Chart) -> Iterator[Iterable[Label]]:
    """The title of a box, in its head."""
    for number, cell in enumerate(chart.cells):
        if cell.terrain == "box":
            left, top, right, _ = chart.box(number)
            style = Style("bold", max(12, chart.hex_px // 7), p.INK, halo=0)
            yield [Label(cell.note, ((left + right) / 2, top + 0.16 * chart.hex_px), style)]


def _notes(chart: Chart) -> Iterator[Iterable[Label]]:
    """The small print in the head of a hex."""
    plated = {cell for cell, _ in chart.plates}
    for number, cell in enumerate(chart.cells):
        if cell.note and number not in plated and cell.terrain not in ("box", "sea"):
            x, y = chart.centre(number)
            at = (x, y + NAME_AT * chart.hex_px)
            yield [
                Label(cell.note, at, Style("regular", chart.hex_px // part, p.INK))
                for part in (9, 11)
            ]


def _side_names(chart: Chart) -> Iterator[Iterable[Label]]:
    """Each river or line beside one of its sides, a long one several times."""
    size = max(11, round(chart.hex_px / 7.5))
    water = Style("italic", size, p.RIVER_EDGE)
    drawn = replace(water, ink=p.FRONT)
    names: dict[tuple[str, Style], list[tuple[int, int]]] = {}
    for side in chart.sides:
        if side.name and side.kind not in ("lake", "strait"):
            style = drawn if side.kind == "line" else water
            names.setdefault((side.name, style), []).append((side.a, side.b))
    for (name, style), sides in names.items():
        parts = 1 + len(sides) // 16
        for part in range(parts):
            run = sides[len(sides) * part // parts : len(sides) * (part + 1) // parts]
            middle = len(run) // 2
            yield _sought(chart, name, run[middle:] + run[:middle], style)


_ACROSS = 0.8
"""The widest name in the head or at the foot of a hex, in hex widths."""


def _sought(chart: Chart, name: str, sides: list[tuple[int, int]], style: Style) -> Iterator[Label]:
    """Beside one of some sides, then turned along it, smaller, and at last under counters.

    A name so wide that it would cross the edges of a hex stands beyond an end of a side.
    """
    wide = not chart.small and width(name, style.face, style.size) > _ACROSS * chart.hex_px
    for low in (False, True):
        for place in (_beyond,) if wide else (_beside, _along):
            for less in (0, 2):
                smaller = replace(style, size=style.size - less)
                for a, b in sides:
                    for label in place(chart, name, a, b, smaller):
                        yield replace(label, low=low)


def _beside(chart: Chart, name: str, a: int, b: int, style: Style) -> Iterator[Label]:
    """Along a side that is not upright, then in the head or at the foot of either hex."""
    (ax, ay), (bx, by) = chart.side(a, b)
    if not chart.small and abs(ax - bx) >= 2:
        x, y = (ax + bx) / 2, (ay + by) / 2
        lean = 1 if (ay - by) * (ax - bx) > 0 else -1
        for across, up in ((0.2, 0.14), (0.3, 0.1), (-0.2, -0.14), (-0.3, -0.1)):
            yield Label(name, (x + lean * across * chart.hex_px, y - up * chart.hex_px), style)
    for x, y in (chart.centre(a), chart.centre(b)):
        for up in (0.2, -0.2, 0.0) if chart.small else (0.28, -0.28):
            yield Label(name, (x, y + up * chart.hex_px), style)


def _beyond(chart: Chart, name: str, a: int, b: int, style: Style) -> Iterator[Label]:
    """In the hex in which a side ends, near that end."""
    (ax, ay), (bx, by) = chart.side(a, b)
    for x, y, up in ((2 * ax - bx, 2 * ay - by, by - ay), (2 * bx - ax, 2 * by - ay, ay - by)):
        yield Label(name, (x, y + math.copysign(0.23, up) * chart.hex_px), style)


def _along(chart: Chart, name: str, a: int, b: int, style: Style) -> Iterator[Label]:
    """On either bank, turned with the side."""
    (ax, ay), (bx, by) = chart.side(a, b)
    turn = -math.degrees(math.atan2(by - ay, bx - ax))
    turn = (turn + 90) % 180 - 90
    for cell in (a, b):
        x, y = chart.centre(cell)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        for t in (0.22, 0.28):
            yield Label(name, (mx + (x - mx) * t, my + (y - my) * t), style, turn)


def _wide(chart: Chart, name: Name, dry: Image.Image | None) -> Iterator[Label]:
    """A name over a stretch of water or land; it may slide a little, and be a little smaller."""
    size = round(name.size * chart.name_px)
    x, y = chart.pixel(*projection(chart)(name.lon, name.lat))
    slides = sorted(
        ((dx / 5, dy / 5) for dx in range(-5, 6) for dy in range(-5, 6)),
        key=lambda slide: slide[0] ** 2 + slide[1] ** 2,
    )
    low = name.kind in ("land", "country", "lake")
    for style in _faces(name.kind, size):
        for dx, dy in slides:
            at = (x + dx * chart.hex_px, y + dy * chart.hex_px)
            label = Label(name.text, at, style, name.turn, low)
            afloat = style.ground == p.DEEP
            if afloat and name.kind == "lake" and math.hypot(dx, dy) > _OFF_LAKE:
                continue  # on the water of something else
            if not afloat or dry is None or wetness(label, dry) > _WET:
                yield label


_OFF_LAKE = 0.4
"""How far a name on the water of a lake may slide, in hex widths."""
_WET = 0.92
"""Part of a name of the sea that must lie on water."""


def _faces(kind: str, size: int) -> Iterator[Style]:
    """How a wide name may be set, best first. That of a lake may stand beside it."""
    sizes = dict.fromkeys(max(11, round(size * part)) for part in (1, 0.85, 0.7))
    for smaller in sizes:
        if kind in ("sea", "lake"):
            yield Style("italic", smaller, p.RIVER_EDGE, p.DEEP, halo=0, spaced=kind == "sea")
        elif kind == "land":
            yield Style("italic", smaller, p.EARTH, spaced=True)
        elif kind == "country":
            yield Style("bold", smaller, p.BORDER, spaced=True)
    if kind in ("river", "lake"):
        yield Style("italic", max(11, size), p.RIVER_EDGE)


def wetness(label: Label, dry: Image.Image) -> float:
    """The part of a label that lies on water: `dry` is 255 on land and beyond the sheet."""
    wide, tall = extent(label.shown, label.style, 0.0)
    c, s = math.cos(math.radians(label.turn)), math.sin(math.radians(label.turn))
    tone = dry.load()
    assert tone is not None
    found = 0
    for k in range(13):
        for m in (-0.4, 0.0, 0.4):
            along, down = (k / 12 - 0.5) * wide, m * tall
            x = int(label.at[0] + along * c + down * s)
            y = int(label.at[1] - along * s + down * c)
            found += 0 <= x < dry.width and 0 <= y < dry.height and tone[x, y] == 0
    return found / 39
