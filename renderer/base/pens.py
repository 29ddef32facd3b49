"""Lines of a base: streams, shores, grid, what lies on hexsides, railways, edges of the map."""

import math
import random
from collections.abc import Iterator
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer.base.chart import Chart, Side
from renderer.base.geo import Geography, Stream, parts
from renderer.base.press import FINE, Press, fine
from renderer.base.projection import Point
from renderer.inks import palette as p

Pen = ImageDraw.ImageDraw


def unit(chart: Chart) -> float:
    """Pixels of a plate for a hundredth of a hex; thin lines on small hexes stay lines."""
    return FINE * (0.35 + 0.65 * chart.hex_px / 100)


def between(a: Point, b: Point, t: float) -> Point:
    """`a` at 0, `b` at 1."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def streams(press: Press, chart: Chart, geography: Geography, outside: Image.Image) -> None:
    """Real rivers where units may be, but for those that the game has on its hexsides."""
    doubled = _Course(chart, outside)
    bold = 2 if chart.grid_kind == "areas" else 0
    with press.ink(p.STREAM) as pen:
        for stream in geography.streams(10 if bold else 8):
            thick = bold + (4 if stream.rank <= 4 else 3 if stream.rank <= 7 else 2)
            for line in doubled.free(stream):
                pen.line(fine(line), fill=255, width=thick)


class _Course:
    """Where the hexsides of rivers run: a real river along them would be drawn twice."""

    def __init__(self, chart: Chart, outside: Image.Image) -> None:
        self.outside = outside
        self.reach = chart.hex_px * 0.55
        self.near: set[tuple[int, int]] = set()
        for side in chart.sides:
            if side.kind in ("river", "major", "bridged"):
                ends = chart.side(side.a, side.b)
                for k in range(5):
                    self._mark(*between(*ends, k / 4))

    def _mark(self, x: float, y: float) -> None:
        step = self.reach / 2
        column, row = round(x / step), round(y / step)
        self.near |= {
            (column + dx, row + dy)
            for dx in range(-2, 3)
            for dy in range(-2, 3)
            if dx * dx + dy * dy <= 5
        }

    def _along(self, at: Point) -> bool:
        step = self.reach / 2
        return (round(at[0] / step), round(at[1] / step)) in self.near

    def _off(self, at: Point) -> bool:
        x, y = int(at[0]), int(at[1])
        width, height = self.outside.size
        return not (0 <= x < width and 0 <= y < height) or bool(self.outside.getpixel((x, y)))

    def free(self, stream: Stream) -> Iterator[list[Point]]:
        """The parts that stay: all of a tributary, of the river itself what lies apart."""
        hidden = [self._along(at) for at in stream.line]
        if sum(hidden) < 0.4 * len(hidden):
            hidden = [False] * len(hidden)
        along = zip(stream.line, hidden, strict=True)
        yield from parts(stream.line, [doubled or self._off(at) for at, doubled in along])


def shores(press: Press, lines: list[list[Point]]) -> None:
    """The line between land and water."""
    with press.ink(p.COAST, p.CLEAR, p.SHALLOW) as pen:
        for line in lines:
            pen.line(fine(line), fill=255, width=3)


def grid(press: Press, chart: Chart) -> None:
    """The sides of all hexes that count.

    Hair lines without smooth edges: those of two thousand hexes cost a fifth of the file.
    """
    pen = ImageDraw.Draw(press.sheet)
    land, water = (p.nearest(tone, p.BASE) for tone in (p.GRID, p.mix(p.GRID, p.DEEP, 1 / 3)))
    for number, cell in enumerate(chart.cells):
        if cell.drawn:
            corners = [(round(x), round(y)) for x, y in chart.corners(number)]
            wet = cell.terrain in ("sea", "lake")
            pen.line([*corners, corners[0]], fill=water if wet else land)


def _sides(chart: Chart, *kinds: str) -> list[Side]:
    return [side for side in chart.sides if side.kind in kinds]


def borders(press: Press, chart: Chart) -> None:
    """The border of the first day: dash and dot over a pale ribbon; other borders are thin."""
    w = unit(chart)
    with press.ink(p.BORDER) as pen:
        for side in _sides(chart, "nation"):
            ends = fine(list(chart.side(side.a, side.b)))
            _dashes(pen, ends, (0.05, 0.45, 0.55, 0.95), max(4, round(1.8 * w)))
        for side in _sides(chart, "border"):
            pen.line(fine(list(chart.side(side.a, side.b))), fill=100, width=round(11 * w))
        for side in _sides(chart, "border"):
            ends = fine(list(chart.side(side.a, side.b)))
            _dashes(pen, ends, (0.04, 0.3, 0.37, 0.63, 0.7, 0.96), round(2.6 * w))


def lines(press: Press, chart: Chart) -> None:
    """Lines that the rules draw."""
    found = _sides(chart, "line")
    if not found:
        return
    at = (0.0, 0.22, 0.38, 0.62, 0.78, 1.0)
    for ink, thick in ((p.CLEAR, 5.4), (p.FRONT, 2.8)):
        with press.ink(ink, p.CLEAR if ink == p.FRONT else p.FRONT) as pen:
            for side in found:
                ends = fine(list(chart.side(side.a, side.b)))
                _dashes(pen, ends, at, round(thick * unit(chart)))


def _dashes(pen: Pen, ends: list[Point], at: tuple[float, ...], width: int) -> None:
    for begin, stop in zip(at[::2], at[1::2], strict=True):
        line = [between(ends[0], ends[1], begin), between(ends[0], ends[1], stop)]
        pen.line(line, fill=255, width=width)


_THICK = {"river": 6.4, "major": 10.0}
"""Width of the water on a hexside, its edges included, in hundredths of a hex."""


def rivers(press: Press, chart: Chart) -> None:
    """Hexsides under water, as water would run."""
    w = unit(chart)
    wet = [(_course(chart, s), _THICK[s.kind] * w) for s in _sides(chart, "river", "major")]
    bridged = [_course(chart, side) for side in _sides(chart, "bridged")]
    with press.ink(p.RIVER_EDGE) as pen:
        for line, thick in wet:
            _round(pen, line, thick)
    with press.ink(p.RIVER) as pen:
        for line, thick in wet:
            _round(pen, line, thick - 2.1 * w)
        for line in bridged:
            pen.line(line, fill=255, width=round(2 * w), joint="curve")
    if bridged:
        with press.ink(p.INK) as pen:
            for line in bridged:
                for at in (len(line) // 3, len(line) * 2 // 3):
                    _bridge(pen, line[at], line[at + 1], w)
    barred = [_course(chart, side) for side in _sides(chart, "barred")]
    if barred:
        with press.ink(p.CLEAR, p.RIVER) as pen:
            for line in barred:
                for k in (1, 5, 9):
                    pen.line(line[k : k + 3], fill=255, width=round(3 * w))


def closed(press: Press, chart: Chart) -> None:
    """Water that shuts a hexside: a chain; straits have an arrow with two heads."""
    w = unit(chart)
    shut = [fine(list(chart.side(s.a, s.b))) for s in _sides(chart, "lake")]
    straits = _sides(chart, "strait")
    if shut or straits:
        with press.ink(p.RIVER_EDGE) as pen:
            for line in shut:
                _round(pen, line, 8 * w)
            for side in straits:
                _crossing(pen, chart, side, w)
    if shut:
        with press.ink(p.SHALLOW, p.DEEP) as pen:
            for line in shut:
                _dashes(pen, line, (0.06, 0.22, 0.32, 0.46, 0.54, 0.68, 0.78, 0.94), round(3 * w))


_THIN = 10
"""Pixels of a plate: bends of such lines close by themselves."""


def _round(pen: Pen, line: list[Point], thick: float) -> None:
    """A line with round ends."""
    pen.line(line, fill=255, width=round(thick), joint="curve" if thick > _THIN else None)
    half = thick / 2
    for x, y in (line[0], line[-1]):
        pen.ellipse([x - half, y - half, x + half, y + half], fill=255)


def _course(chart: Chart, side: Side) -> list[Point]:
    """A hexside as water would run: a gentle wave that ends at the corners."""
    start, end = fine(list(chart.side(side.a, side.b)))
    chance = random.Random(f"{chart.game} {chart.cells[side.a].id} {chart.cells[side.b].id}")
    size = unit(chart)
    first, second = chance.uniform(1.5, 3) * chance.choice((-1, 1)), chance.uniform(-1.5, 1.5)
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    nx, ny = (end[1] - start[1]) / length * size, (start[0] - end[0]) / length * size
    out = []
    for step in range(13):
        t = step / 12
        off = first * math.sin(math.tau * t) + second * math.sin(math.tau * 1.5 * t) * t * (1 - t)
        x, y = between(start, end, t)
        out.append((x + nx * off, y + ny * off))
    return out


def _bridge(pen: Pen, at: Point, then: Point, w: float) -> None:
    """Two short strokes across the water."""
    length = math.hypot(then[0] - at[0], then[1] - at[1])
    ux, uy = (then[0] - at[0]) / length, (then[1] - at[1]) / length
    for along in (-1.7 * w, 1.7 * w):
        x, y = at[0] + ux * along, at[1] + uy * along
        dx, dy = uy * 5 * w, -ux * 5 * w
        pen.line([x - dx, y - dy, x + dx, y + dy], fill=255, width=round(1.4 * w))


def _crossing(pen: Pen, chart: Chart, side: Side, w: float) -> None:
    """An arrow with two heads over a strait."""
    a, b = fine([chart.centre(side.a), chart.centre(side.b)])
    start, end = between(a, b, 0.3), between(a, b, 0.7)
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    pen.line([start, end], fill=255, width=round(3 * w))
    for (x, y), to in ((start, turn + math.pi), (end, turn)):
        head = [(x + math.cos(to + k) * 8 * w, y + math.sin(to + k) * 8 * w)
                for k in (0, 2.4, -2.4)]  # fmt: skip
        pen.polygon(head, fill=255)


def prizes(press: Press, chart: Chart) -> None:
    """The sides of objectives: teeth inside the hex that they guard."""
    w = unit(chart)
    found = _sides(chart, "prize")
    if not found:
        return
    with press.ink(p.RED) as pen:
        for side in found:
            (centre,) = fine([chart.centre(side.a)])
            start, end = fine(list(chart.side(side.a, side.b)))
            for k in range(1, 7):
                root = between(start, end, k / 7)
                tip = between(root, centre, 0.16)
                pen.line([root, tip], fill=255, width=round(2.2 * w))


def railways(press: Press, chart: Chart) -> None:
    """Rails run through hexes in curves; small cross strokes tell them from roads.

    Where a railway may be built there are cross strokes alone.
    """
    w = unit(chart)
    for kind, step in (("rail", 13), ("planned", 6)):
        at: dict[int, list[int]] = {}
        for link in chart.links:
            if link.kind == kind:
                at.setdefault(link.a, []).append(link.b)
                at.setdefault(link.b, []).append(link.a)
        if not at:
            continue
        with press.ink(p.RAIL) as pen:
            for cell, others in at.items():
                for line in _tracks(chart, cell, others):
                    if kind == "rail":
                        pen.line(line, fill=255, width=max(3, round(1.5 * w)), joint="curve")
                    _sleepers(pen, line, w, step * w)


def _tracks(chart: Chart, cell: int, others: list[int]) -> Iterator[list[Point]]:
    """The rails inside one hex, from the middles of its sides."""
    centre = chart.centre(cell)
    gates = [between(centre, chart.centre(other), 0.5) for other in others]
    if len(gates) == 2:
        a, b = gates
        bend = [
            between(between(a, centre, k / 8), between(centre, b, k / 8), k / 8) for k in range(9)
        ]
        yield fine(bend)
    else:
        for gate in gates:
            yield fine([gate, centre])


def _sleepers(pen: Pen, line: list[Point], w: float, step: float) -> None:
    left = step / 2
    for a, b in pairwise(line):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        while left < length:
            x, y = between(a, b, left / length)
            dx, dy = (b[1] - a[1]) / length * 2.2 * w, (a[0] - b[0]) / length * 2.2 * w
            pen.line([x - dx, y - dy, x + dx, y + dy], fill=255, width=max(2, round(1.1 * w)))
            left += step
        left -= length


def ferries(press: Press, chart: Chart) -> None:
    """Ways over water or ice."""
    found = [link for link in chart.links if link.kind == "ferry"]
    if not found:
        return
    with press.ink(p.RIVER_EDGE, p.DEEP) as pen:
        for link in found:
            a, b = fine([chart.centre(link.a), chart.centre(link.b)])
            count = max(3, round(math.dist(a, b) / (9 * unit(chart))))
            at = tuple((k + e) / count for k in range(count) for e in (0.2, 0.8))
            _dashes(pen, [a, b], at, max(3, round(1.6 * unit(chart))))


def boxes(press: Press, chart: Chart) -> None:
    """Boxes with a rim, and a fine dashed line to each hex that they touch."""
    found = [number for number, cell in enumerate(chart.cells) if cell.terrain == "box"]
    if not found:
        return
    with press.ink(p.RAIL) as pen:
        for link in chart.links:
            if link.kind == "lead":
                a, b = fine([chart.centre(link.a), chart.centre(link.b)])
                b = between(b, a, 0.5 * chart.hex_px * FINE / math.dist(a, b))
                count = max(2, round(math.dist(a, b) / 16))
                _dashes(
                    pen, [a, b], tuple((k + e) / count for k in range(count) for e in (0, 0.5)), 2
                )
    for number in found:
        pen = ImageDraw.Draw(press.sheet)
        tones = [p.nearest(tone, p.BASE) for tone in (p.INK, p.CLEAR)]
        left, top, right, bottom = map(round, chart.box(number))
        pen.rounded_rectangle([left, top, right, bottom], 8, tones[0])
        pen.rounded_rectangle([left + 2, top + 2, right - 2, bottom - 2], 6, tones[1])


def frame(press: Press, chart: Chart) -> None:
    """The neat line of the sheet."""
    width, height = chart.size
    pen = ImageDraw.Draw(press.sheet)
    for inset, thick in ((4, 2), (9, 1)):
        box = [inset, inset, width - 1 - inset, height - 1 - inset]
        pen.rectangle(box, outline=p.nearest(p.INK, p.BASE), width=thick)
