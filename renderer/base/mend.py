"""Where a map and the world disagree: hexes that the rules have as land or lake, and nature not.

A grid of a hundred kilometres cannot follow every coast. Such a hex gets a round
piece of land or water, joined to the real shore.
"""

import math
import random
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.base.chart import Chart
from renderer.base.projection import Point
from renderer.inks.palette import Box

_LAND, _LAKE, _SEA = 0.36, 0.6, 0.3
"""Share of a hex that must be what the rules say."""

_RADIUS = 0.53
"""Of a mended piece, in hex widths."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A piece of land, or of water, around a hex's centre."""

    land: bool
    centre: Point
    ring: list[Point]
    radius: float

    def meets(self, box: Box) -> bool:
        """Could it cover anything in a box?"""
        x, y = self.centre
        left, top, right, bottom = box
        reach = self.radius
        return left - reach < x < right + reach and top - reach < y < bottom + reach

    def covers(self, at: Point) -> bool:
        return math.dist(at, self.centre) < self.radius


def mends(chart: Chart, dry: Image.Image) -> list[Mend]:
    """What must be mended, judged by the real land: mode L, 255 on land."""
    out = []
    for number, cell in enumerate(chart.cells):
        land = cell.played and cell.terrain not in ("sea", "lake", "box", "off")
        lake, sea = cell.terrain == "lake", cell.terrain == "sea" and cell.counted
        if land or lake or sea:
            share = _dry_share(chart, number, dry)
            if (share < _LAND) if land else 1 - share < (_LAKE if lake else _SEA):
                out.append(_mend(chart, number, land))
    return out


def _dry_share(chart: Chart, cell: int, dry: Image.Image) -> float:
    x, y = chart.centre(cell)
    tone = dry.load()
    assert tone is not None
    spots = [(x, y)]
    for k in range(12):
        off = chart.hex_px * (0.26 if k % 2 else 0.44)
        spots.append((x + off * math.cos(math.tau * k / 12), y + off * math.sin(math.tau * k / 12)))
    return sum(tone[int(px), int(py)] == 255 for px, py in spots) / len(spots)


def _mend(chart: Chart, cell: int, land: bool) -> Mend:
    chance = random.Random(f"{chart.game} {chart.cells[cell].id}")
    first, second = chance.uniform(0, math.tau), chance.uniform(0, math.tau)
    x, y = chart.centre(cell)
    radius = _RADIUS * chart.hex_px
    ring = []
    for k in range(48):
        turn = math.tau * k / 48
        wave = math.sin(3 * turn + first) + 0.6 * math.sin(7 * turn + second)
        if not land:
            wave += math.sin(2 * turn + second) + 0.5 * math.sin(11 * turn + first)
        off = radius * (1 + 0.06 * wave)
        ring.append((x + off * math.cos(turn), y + off * math.sin(turn)))
    return Mend(land, (x, y), ring, radius)


def fill(dry: Image.Image, pieces: list[Mend]) -> None:
    """Put the pieces into the mask of land."""
    draw = ImageDraw.Draw(dry)
    for piece in pieces:
        draw.polygon(piece.ring, fill=255 if piece.land else 0)
