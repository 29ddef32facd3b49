"""From longitude and latitude to the hex grid of one map.

A board game's grid is never a true projection: cities sit where the hexes want
them. So the map is a conic projection, bent by a thin-plate spline towards the
control points (real places and the hexes that the game gives them). `stiffness`
trades truth against fit: the higher, the closer to a plain affine map.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]

_RADIANS = math.radians(1.0)


@dataclass(frozen=True, slots=True)
class Control:
    """A real place at `lon`, `lat` (degrees) that should lie at `x`, `y` (grid units)."""

    lon: float
    lat: float
    x: float
    y: float
    weight: float = 1.0


def conic(lon: float, lat: float) -> Point:
    """Lambert's conformal conic for the theatre, in units of 1,000 km, y to the south."""
    n, scale, origin = _CONE
    rho = scale / math.tan(math.pi / 4 + lat * _RADIANS / 2) ** n
    theta = n * (lon - 36.0) * _RADIANS
    return 6.371 * rho * math.sin(theta), 6.371 * (rho * math.cos(theta) - origin)


def _cone(south: float, north: float, origin: float) -> tuple[float, float, float]:
    def tangent(lat: float) -> float:
        return math.tan(math.pi / 4 + lat * _RADIANS / 2)

    ratio = math.cos(south * _RADIANS) / math.cos(north * _RADIANS)
    n = math.log(ratio) / math.log(tangent(north) / tangent(south))
    scale = math.cos(south * _RADIANS) * tangent(south) ** n / n
    return n, scale, scale / tangent(origin) ** n


_CONE = _cone(45.0, 57.0, 51.0)


class Projection:
    """Longitude and latitude to grid units, fitted to control points.

    The spline is evaluated once on a mesh of whole degrees and interpolated
    between, so that a coast of many thousand points costs little.
    """

    def __init__(
        self, controls: Sequence[Control], bounds: tuple[int, int, int, int], stiffness: float
    ) -> None:
        """`bounds` are west, south, east, north in whole degrees."""
        self.west, self.south, self.east, self.north = bounds
        spline = _ThinPlate(controls, stiffness)
        self._mesh = [
            [spline(*conic(lon, lat)) for lon in range(self.west, self.east + 1)]
            for lat in range(self.south, self.north + 1)
        ]

    def __call__(self, lon: float, lat: float) -> Point:
        """Grid units; outside the bounds the last cell goes on."""
        column = min(max(int(lon - self.west), 0), self.east - self.west - 1)
        row = min(max(int(lat - self.south), 0), self.north - self.south - 1)
        u, v = lon - self.west - column, lat - self.south - row
        low, high = self._mesh[row], self._mesh[row + 1]
        (ax, ay), (bx, by) = low[column], low[column + 1]
        (cx, cy), (dx, dy) = high[column], high[column + 1]
        p, q, r, s = (1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v
        return ax * p + bx * q + cx * r + dx * s, ay * p + by * q + cy * r + dy * s

    def inverse(self, x: float, y: float, near: Point | None = None) -> Point:
        """The longitude and latitude that come to lie at `x`, `y`.

        Newton's way from `near`, or from the nearest point of the mesh: from
        further off it can run away where the map is bent.
        """
        lon, lat = near or self._nearest(x, y)
        for _ in range(12):
            px, py = self(lon, lat)
            ex, ey = self(lon + 0.05, lat)
            nx, ny = self(lon, lat + 0.05)
            a, b, c, d = (ex - px) / 0.05, (nx - px) / 0.05, (ey - py) / 0.05, (ny - py) / 0.05
            det = a * d - b * c
            step = ((x - px) * d - (y - py) * b) / det, ((y - py) * a - (x - px) * c) / det
            lon += max(-1.0, min(1.0, step[0]))
            lat += max(-1.0, min(1.0, step[1]))
            if abs(step[0]) + abs(step[1]) < 1e-3:
                break
        return lon, lat

    def _nearest(self, x: float, y: float) -> Point:
        """The point of the mesh, by every other degree, that lies closest on the grid."""
        _, row, column = min(
            ((px - x) ** 2 + (py - y) ** 2, row, column)
            for row, line in enumerate(self._mesh[::2])
            for column, (px, py) in enumerate(line[::2])
        )
        return float(self.west + 2 * column), float(self.south + 2 * row)


class _ThinPlate:
    """A smoothing thin-plate spline in the plane."""

    def __init__(self, controls: Sequence[Control], stiffness: float) -> None:
        self._knots = [conic(c.lon, c.lat) for c in controls]
        n = len(controls)
        rows: list[list[float]] = []
        for i, (x, y) in enumerate(self._knots):
            row = [_kernel(x - a, y - b) for a, b in self._knots]
            row[i] += stiffness / controls[i].weight
            rows.append([*row, 1.0, x, y, controls[i].x, controls[i].y])
        for column in range(3):
            side = [(1.0, x, y)[column] for x, y in self._knots]
            rows.append([*side, 0.0, 0.0, 0.0, 0.0, 0.0])
        solution = _solve(rows)
        self._bends = [(*knot, *bend) for knot, bend in zip(self._knots, solution, strict=False)]
        self._affine = solution[n:]

    def __call__(self, x: float, y: float) -> Point:
        (cx, cy), (ax, ay), (bx, by) = self._affine
        px, py = cx + ax * x + bx * y, cy + ay * x + by * y
        log = math.log
        for a, b, wx, wy in self._bends:
            square = (x - a) * (x - a) + (y - b) * (y - b)
            if square > 1e-12:
                k = square * log(square)
                px += wx * k
                py += wy * k
        return px, py


def _kernel(dx: float, dy: float) -> float:
    square = dx * dx + dy * dy
    return square * math.log(square) if square > 1e-12 else 0.0


def _solve(rows: list[list[float]]) -> list[Point]:
    """Gauss with pivoting; the last two columns are the right sides."""
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / head[i]
            if factor:
                rows[r] = [v - factor * h for v, h in zip(rows[r], head, strict=True)]
    out: list[Point] = [(0.0, 0.0)] * n
    for i in reversed(range(n)):
        row = rows[i]
        x, y = row[n], row[n + 1]
        for j in range(i + 1, n):
            x -= row[j] * out[j][0]
            y -= row[j] * out[j][1]
        out[i] = x / row[i], y / row[i]
    return out
