"""Coasts, lakes, rivers and relief of the theatre, brought onto a chart.

The files under `geo/` are Natural Earth (public domain), thinned; see its README.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from renderer.chart import Chart
from renderer.projection import Control, Point, Projection

FOLDER = Path(__file__).parent / "geo"

_RELIEF_BOX = (8.0, 38.0, 64.0, 68.0)
"""West, south, east, north of relief.jpg, an equirectangular picture."""

_MESH = 64
"""Pixels of one cell when the relief is bent."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon in pixels: the first ring is its shore, the others are holes."""

    rings: list[list[Point]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A real river in pixels; a small `rank` is a large river."""

    rank: int
    line: list[Point]


def projection(chart: Chart) -> Projection:
    """The projection of a chart from its file of control points."""
    data = json.loads((FOLDER / chart.geography).read_text("utf-8"))
    controls = [Control(c["lon"], c["lat"], c["x"], c["y"], c["weight"]) for c in data["controls"]]
    west, south, east, north = data["bounds"]
    return Projection(controls, (west, south, east, north), data["stiffness"])


class Geography:
    """The real world in the pixels of one chart."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.projection = projection(chart)

    def land(self) -> Iterator[Shape]:
        for rings in _read("land.json"):
            yield from self._shape(rings)

    def lakes(self) -> Iterator[Shape]:
        for lake in _read("lakes.json"):
            yield from self._shape(lake["rings"])

    def streams(self) -> Iterator[Stream]:
        for river in _read("rivers.json"):
            line = self._line(river["line"])
            if self._visible(line):
                yield Stream(river["rank"], line)

    def relief(self) -> Image.Image:
        """Light and shadow as mode L over the whole chart; flat land is about 165."""
        source = Image.open(FOLDER / "relief.jpg").convert("L")
        west, south, east, north = _RELIEF_BOX
        across, down = source.width / (east - west), source.height / (north - south)

        def corner(x: int, y: int) -> Point:
            lon, lat = self.projection.inverse(*self.chart.grid(x, y))
            return (lon - west) * across, (north - lat) * down

        width, height = self.chart.size
        at_corner = _remembered(corner)
        mesh = []
        for x in range(0, width, _MESH):
            for y in range(0, height, _MESH):
                box = (x, y, min(x + _MESH, width), min(y + _MESH, height))
                around = ((box[0], box[1]), (box[0], box[3]), (box[2], box[3]), (box[2], box[1]))
                mesh.append((box, tuple(v for at in around for v in at_corner(*at))))
        return source.transform(
            (width, height), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC
        )

    def _line(self, flat: list[int]) -> list[Point]:
        project, pixel = self.projection, self.chart.pixel
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return [pixel(*project(lon / 1000, lat / 1000)) for lon, lat in pairs]

    def _shape(self, rings: list[list[int]]) -> Iterator[Shape]:
        lines = [self._line(ring) for ring in rings]
        if self._visible(lines[0]):
            yield Shape(lines)

    def _visible(self, line: list[Point]) -> bool:
        width, height = self.chart.size
        xs, ys = [p[0] for p in line], [p[1] for p in line]
        return max(xs) > 0 and max(ys) > 0 and min(xs) < width and min(ys) < height


def _remembered(corner: Callable[[int, int], Point]) -> Callable[[int, int], Point]:
    known: dict[tuple[int, int], Point] = {}

    def get(x: int, y: int) -> Point:
        if (x, y) not in known:
            known[x, y] = corner(x, y)
        return known[x, y]

    return get


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))
