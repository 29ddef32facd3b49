"""What pictures show of a map: a window round the last action, up to three, or a sector.

A phone shows a picture some 400 pixels wide. A crop is therefore 800 pixels wide wherever
its focus fits. What is spread shows in up to three such windows, one below the other, if
each can be seen from closer by than in one that has it all.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from renderer.base.chart import Chart
from renderer.base.labels import HEX
from renderer.pieces.layout import CROP, CROP_MOST, Ground, Window, window
from renderer.scene import Scene

PHONE = 800
"""Width of pictures that are made for a phone."""
LARGE = (PHONE, 720)
"""The window of a crop in large print, in pixels."""
LARGE_HEX = 260
"""The width of a hex in large print, at most."""
CLOSE = (1000, 760)
"""The largest window of a crop that is drawn larger than its base."""
ZOOMS = (2.0, 1.8, 1.5, 1.25, 1.0)

FRONT = (1500, 1800)
"""The largest window of a part of a very large map, as for orders along a whole front."""

APART = {2: (PHONE, 408), 3: (PHONE, 312)}
"""Each of so many windows one below the other: together no taller than a phone shows at once."""
CLOSER = 1.25
"""So much larger must hexes be in several windows than in one."""

Corner = Literal["nw", "ne", "sw", "se"]
CORNERS: tuple[Corner, ...] = ("nw", "ne", "sw", "se")
_SECTOR = 3_200_000
"""Pixels of the map of a sector, at most: what can be drawn and sent in time."""
_OVERLAP = 1.2
"""Hexes by which sectors reach over the middle of the map."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The windows of a picture, all on one ground."""

    ground: Ground
    windows: tuple[Window, ...]

    @property
    def closeness(self) -> float:
        """The width of a hex where the picture is one unit wide."""
        return self.ground.hex_px / self.windows[0].width


def around(chart: Chart, scene: Scene) -> Shown | None:
    """Round the focus, or where the game is going on; None where it spreads too far."""
    if not scene.focus:
        return _recent(chart, scene, HEX, CROP)
    one = _whole(chart, scene.focus)
    if one and one.windows[0].width <= CLOSE[0]:
        return one
    several = _apart(chart, scene, HEX)
    if one and several and several.closeness < CLOSER * one.closeness:
        return one
    return several or one or _front(chart, scene.focus)


def around_large(chart: Chart, scene: Scene) -> Shown | None:
    """The same for large print: never wider than a phone's picture, so that words stay large.

    Where not all of the focus fits, what was touched last does.
    """
    if not scene.focus:
        return _recent(chart, scene, LARGE_HEX, LARGE)
    for start in range(len(scene.focus)):
        for ground in _grounds(chart, LARGE_HEX):
            if view := window(ground, scene.focus[start:], LARGE, LARGE):
                return Shown(ground, (view,))
        if start == 0 and (several := _apart(chart, scene, LARGE_HEX)):
            return several
    return None


def sector(chart: Chart, corner: Corner) -> Shown:
    """A quarter of the map and a little more, as large as can be drawn and sent in time."""
    over = _OVERLAP * chart.hex_px
    wide, tall = (min(size, size / 2 + over) for size in chart.size)
    zoom = min(math.sqrt(_SECTOR / (wide * tall)), HEX / chart.hex_px)
    ground = Ground(chart, max(1.0, zoom))
    width, height = round(wide * ground.zoom), round(tall * ground.zoom)
    x = 0 if "w" in corner else ground.size[0] - width
    y = 0 if "n" in corner else ground.size[1] - height
    return Shown(ground, (Window(x, y, width, height),))


def at_place(chart: Chart, cell: int) -> Shown:
    """A cell and what lies round it, above something else."""
    size = APART[3]
    ground = next(_grounds(chart, HEX))
    view = window(ground, (cell,), size, size)
    assert view is not None
    return Shown(ground, (view,))


def _whole(chart: Chart, focus: tuple[int, ...]) -> Shown | None:
    """All of the focus in one window: small hexes are drawn larger where it fits so."""
    for ground in _grounds(chart, HEX):
        most = CROP_MOST if ground.zoom == 1 else CLOSE
        if view := window(ground, focus, CROP, most):
            return Shown(ground, (view,))
    return None


def _front(chart: Chart, focus: tuple[int, ...]) -> Shown | None:
    """The part of a large map that has all of the focus, where that is closer by than the whole."""
    ground = Ground(chart, 1.0)
    view = window(ground, focus, CROP, FRONT)
    if view is None or chart.size[0] < CLOSER * view.width:
        return None
    return Shown(ground, (view,))


def _recent(chart: Chart, scene: Scene, hex_px: int, size: tuple[int, int]) -> Shown | None:
    """As much of what is recent as can be seen from close by."""
    ground = next(_grounds(chart, hex_px))
    for count in range(len(scene.recent), 0, -1):
        if view := window(ground, scene.recent[:count], size, (size[0], LARGE[1])):
            return Shown(ground, (view,))
    return None


def _grounds(chart: Chart, hex_px: int) -> Iterator[Ground]:
    """The chart as large as it may be, then smaller, down to the size of its base."""
    for zoom in ZOOMS:
        if zoom == 1 or chart.hex_px * zoom <= hex_px:
            yield Ground(chart, zoom)


# one below the other ---------------------------------------------------------------------


def _apart(chart: Chart, scene: Scene, hex_px: int) -> Shown | None:
    """Two or three windows with all of the focus, from as close by as they can be."""
    ways = _together(scene)
    for ground in _grounds(chart, hex_px):
        for count, size in APART.items():
            parts = _cut(ground, ways, count, size)
            views = [window(ground, part, size, size) for part in parts]
            if len(views) > 1 and all(views):
                return Shown(ground, tuple(sorted(filter(None, views), key=_reading)))
    return None


def _reading(view: Window) -> tuple[int, int]:
    """From north to south, then from west to east."""
    return view.y, view.x


def _together(scene: Scene) -> list[tuple[int, ...]]:
    """The focus in parts that are not to be cut: each arrow with all of its cells."""
    left = set(scene.focus)
    ways = [arrow.cells for arrow in scene.arrows if not left.isdisjoint(arrow.cells)]
    left.difference_update(*ways)
    return [*ways, *((cell,) for cell in scene.focus if cell in left)]


def _cut(
    ground: Ground, ways: Sequence[tuple[int, ...]], count: int, size: tuple[int, int]
) -> list[tuple[int, ...]]:
    """The cells of `ways` in at most `count` groups, cut where they are farthest apart.

    Only what does not fit into `size` is cut.
    """
    groups = [list(ways)]
    while len(groups) < count:
        wide = [group for group in groups if window(ground, _cells(group), size, size) is None]
        if not wide or len(wide[0]) == 1:
            break
        groups.remove(wide[0])
        groups += _halves(ground, wide[0])
    return [_cells(group) for group in groups]


def _cells(ways: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for way in ways for cell in way))


def _halves(ground: Ground, ways: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Cut in two at the widest gap, from west to east or from north to south."""
    best, cut = float("-inf"), (ways[:1], ways[1:])
    for axis in (0, 1):
        spans = {way: [ground.centre(cell)[axis] for cell in way] for way in ways}
        row = sorted(ways, key=lambda way: min(spans[way]))
        end = float("-inf")
        for number, way in enumerate(row):
            if number and (gap := min(spans[way]) - end) > best:
                best, cut = gap, (row[:number], row[number:])
            end = max(end, *spans[way])
    return [*cut]
