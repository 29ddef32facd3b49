"""Coasts, lakes, rivers and relief of the theatre, brought onto a chart.

The files under `geo/` are Natural Earth (public domain), thinned; see its README.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image

from renderer.base.chart import Chart
from renderer.base.projection import Control, Point, Projection

FOLDER = Path(__file__).parents[1] / "geo"

BOX = (6, 35, 66, 72)
"""West, south, east, north of all files, in degrees; the relief is an equirectangular picture."""

_LAND_SOUTH = 31_000
"""The land goes on a little further than all else, in thousandths of a degree."""

_MESH = 32
"""Pixels of one cell when the relief is bent, on the coarse sheet."""


_STEP = 3.0
"""Pixels between two points of a shore."""

_DOT = 24
"""Pixels: what is smaller is left out."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon in pixels: the first ring is its outline, the others are holes.

    `shores` are the rings without what lies on the edge of the files.
    """

    rings: list[list[Point]]
    shores: list[list[Point]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A real river in pixels; a small `rank` is a large river."""

    rank: int
    line: list[Point]


def controls(name: str) -> tuple[Control, ...]:
    """Control points from a file of real places and where a map has them."""
    data = json.loads((FOLDER / name).read_text("utf-8"))
    return tuple(Control(c["lon"], c["lat"], c["x"], c["y"], c["weight"]) for c in data["controls"])


@cache
def projection(chart: Chart) -> Projection:
    """The projection of a chart from its control points."""
    return Projection(chart.controls, BOX, chart.stiffness)


class Geography:
    """The real world in the pixels of one chart."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.projection = projection(chart)

    @cached_property
    def land(self) -> list[Shape]:
        return [shape for rings in _read("land.json") for shape in self._shape(rings)]

    @cached_property
    def lakes(self) -> list[Shape]:
        return [shape for lake in _read("lakes.json") for shape in self._shape(lake["rings"])]

    def streams(self, least: int) -> Iterator[Stream]:
        """Rivers of a rank of at most `least`."""
        for river in _read("rivers.json"):
            line = self._line(river["line"]) if river["rank"] <= least else []
            if line and self._visible(line):
                yield Stream(river["rank"], line)

    def relief(self, coarse: int) -> Image.Image:
        """Light and shadow as mode L, `coarse` times smaller; flat land is about 162."""
        source = Image.open(FOLDER / "relief.jpg").convert("L")
        west, south, east, north = BOX
        across, down = source.width / (east - west), source.height / (north - south)
        width, height = (math.ceil(n / coarse) for n in self.chart.size)
        columns = [*range(0, width, _MESH), width]
        rows = [*range(0, height, _MESH), height]
        grid = self.chart.grid
        bent: dict[Point, Point] = {}
        for x in columns:
            near: Point | None = None
            for y in rows:
                near = self.projection.inverse(*grid(x * coarse, y * coarse), near)
                bent[x, y] = (
                    min(max((near[0] - west) * across, 0), source.width),
                    min(max((north - near[1]) * down, 0), source.height),
                )
        mesh = []
        for left, right in pairwise(columns):
            for top, bottom in pairwise(rows):
                corners = ((left, top), (left, bottom), (right, bottom), (right, top))
                quad = tuple(v for corner in corners for v in bent[corner])
                mesh.append(((left, top, right, bottom), quad))
        size = (width, height)
        return source.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)

    def _line(self, flat: list[int]) -> list[Point]:
        project, pixel = self.projection, self.chart.pixel
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return [pixel(*project(lon / 1000, lat / 1000)) for lon, lat in pairs]

    def _shape(self, rings: list[list[int]]) -> Iterator[Shape]:
        lines = [self._line(ring) for ring in rings]
        if self._visible(lines[0]):
            outlines: list[list[Point]] = []
            shores: list[list[Point]] = []
            for line, ring in zip(lines, rings, strict=True):
                kept = _apart(line)
                outline, edge = [line[i] for i in kept], [_on_edge(ring, i) for i in kept]
                outlines.append(outline)
                shores += parts([*outline, outline[0]], [*edge, edge[0]])
            yield Shape(outlines, shores)

    def _visible(self, line: list[Point]) -> bool:
        """It lies on the sheet and is more than a dot."""
        width, height = self.chart.size
        xs, ys = [p[0] for p in line], [p[1] for p in line]
        large = max(max(xs) - min(xs), max(ys) - min(ys)) > _DOT
        return large and max(xs) > 0 and max(ys) > 0 and min(xs) < width and min(ys) < height


def _on_edge(ring: list[int], point: int) -> bool:
    """Whether a point of a ring lies where the files were cut off."""
    west, _, east, north = (1000 * side for side in BOX)
    lon, lat = ring[2 * point : 2 * point + 2]
    return not west < lon < east or not _LAND_SOUTH < lat < north


def _apart(line: list[Point]) -> list[int]:
    """The points of a line that are not too close to the one before: a pen is not finer."""
    kept = [0]
    for number, (x, y) in enumerate(line):
        px, py = line[kept[-1]]
        if abs(x - px) + abs(y - py) > _STEP:
            kept.append(number)
    return kept


def parts(line: list[Point], hidden: list[bool]) -> Iterator[list[Point]]:
    """The parts of a line whose points are not hidden."""
    part: list[Point] = []
    for at, off in zip(line, hidden, strict=True):
        if not off:
            part.append(at)
            continue
        if len(part) > 1:
            yield part
        part = []
    if len(part) > 1:
        yield part


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))
