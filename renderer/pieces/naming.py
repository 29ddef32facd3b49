"""Names beside the counters of a map that is so small that its base bears none."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice, product

from renderer.base.labels import Box, torn
from renderer.base.projection import Point

_GRAIN = 2
"""Pixels of the squares in which room is counted."""


class Room:
    """What is free of a part of a page: a row of bits for each line of squares."""

    def __init__(self, inside: Box, covered: Iterable[Box]) -> None:
        self.inside = inside
        self._rows = [0] * (int(inside[3] - inside[1]) // _GRAIN + 2)
        left, top, right, bottom = inside
        for box in covered:
            x, y = max(left, box[0]), max(top, box[1])
            if x < right and y < bottom and box[2] > left and box[3] > top:
                rows, bits = self._squares((x, y, box[2], box[3]))
                self._rows[rows] = [row | bits for row in self._rows[rows]]

    def free(self, box: Box) -> bool:
        """Whether nothing lies in a box, and it nowhere beyond the edge."""
        left, top, right, bottom = self.inside
        if box[0] <= left or box[1] <= top or box[2] >= right or box[3] >= bottom:
            return False
        rows, bits = self._squares(box)
        return not any(map(bits.__and__, self._rows[rows]))

    def _squares(self, box: Box) -> tuple[slice, int]:
        (left, top, _, _), (x, y, right, bottom) = self.inside, box
        first, last = int(x - left) // _GRAIN, int(right - left) // _GRAIN + 1
        above, below = int(y - top) // _GRAIN, int(bottom - top) // _GRAIN + 1
        return slice(above, below), (1 << last) - (1 << first)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name for the cell whose middle is at `own`; `measure` gives its pixels in a size.

    Sizes are numbers from 0, the largest, to `least`; `meant` is the one that it should have.
    Names of larger sizes come first. `others` are the middles of cells that a reader might take
    it for.
    """

    own: Point
    measure: Callable[[int], Point]
    least: int = 0
    meant: int = 0
    others: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands, in which of its sizes, and the line to it from its cell, if any."""

    middle: Point
    box: Box
    size: int
    line: tuple[Point, Point] | None = None

    def boxes(self) -> list[Box]:
        """What it covers."""
        return [self.box, *_beads(self.line)]


def _box(middle: Point, pixels: Point) -> Box:
    (x, y), (wide, tall) = middle, pixels
    return x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2


class Naming:
    """Finds a place for every name: `places`, by its number among those wanted.

    None touches another or what lies in `room`, but for the `rims` of cells if there is no
    other place; none is nearer to another cell than to its own, or a line leads to it.
    """

    def __init__(
        self, wanted: Sequence[Wanted], hex_px: float, room: Room, over_rims: Room
    ) -> None:
        self.wanted, self.hex_px = wanted, hex_px
        self.room, self.over_rims = room, over_rims
        self.places: dict[int, Place] = {}
        self._known: dict[tuple[int, int, bool], Ranked] = {}
        self._tries = _TRIES
        least = max((name.least for name in wanted), default=0)
        for size in range(least + 1):
            for meant in range(size + 1):
                self._set(meant, size)
        for meant in range(least + 1):
            self._set(meant, least, rims=True)
        for number in range(len(wanted)):
            for options in (self._smaller, self._led):
                if number not in self.places:
                    self._make_way(number, options(number), _DEPTH)

    def _set(self, meant: int, size: int, *, rims: bool = False) -> None:
        """Those of one kind that find a place beside their cells; with few places first."""
        left = [
            number
            for number, name in enumerate(self.wanted)
            if name.meant == meant and number not in self.places
        ]
        for number in sorted(left, key=lambda n: self._beside(n, size, rims).more_than(_FEW)):
            depth = 1 if size == meant and not rims else 0
            self._make_way(number, self._beside(number, size, rims), depth, shrink=False)

    def _make_way(
        self,
        number: int,
        options: Iterable[Place],
        depth: int,
        fixed: frozenset[int] = frozenset(),
        *,
        shrink: bool = True,
    ) -> bool:
        """Give a name one of some places; those that stand there go elsewhere, if they all can.

        They may get smaller with `shrink` alone.
        """
        fixed |= {number}
        barred: list[tuple[Place, set[int]]] = []
        for place in options:
            touched = self._touched(place)
            if not touched:
                self.places[number] = place
                return True
            if depth and len(touched) < 3 and fixed.isdisjoint(touched):
                barred.append((place, touched))
        for place, touched in barred:
            if not self._tries:
                break
            self._tries -= 1
            before = dict(self.places)
            for other in touched:
                del self.places[other]
            self.places[number] = place
            for other in touched:
                size = before[other].size
                ways = self._smaller(other) if shrink else self._beside(other, size, rims=False)
                if not self._make_way(other, ways, depth - 1, fixed, shrink=shrink):
                    break
            else:
                return True
            self.places = before
        return False

    def _smaller(self, number: int) -> Iterator[Place]:
        """All places beside a cell, best first."""
        name = self.wanted[number]
        for size in range(name.meant, name.least + 1):
            yield from self._beside(number, size, rims=False)
        yield from self._beside(number, name.least, rims=True)

    def _led(self, number: int) -> Iterator[Place]:
        """Places farther off, with a line: in the open, then one that runs under counters."""
        hidden = []
        for middle, pixels, size, line in _led(self.wanted[number], self.hex_px):
            if self.over_rims.free(box := _box(middle, pixels)):
                place = Place(middle, box, size, line)
                if all(map(self.room.free, _beads(line))):
                    yield place
                else:
                    hidden.append(place)
        yield from hidden

    def _touched(self, place: Place) -> set[int]:
        """The names that a place touches."""
        found = set()
        boxes = place.boxes() if place.line else [place.box]
        for left, top, right, bottom in boxes:
            for number, other in self.places.items():
                for box in other.boxes() if other.line else (other.box,):
                    if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]:
                        found.add(number)
        return found

    def _beside(self, number: int, size: int, rims: bool) -> "Ranked":
        """Where a name could stand if it were the only one, best first."""
        key = number, size, rims
        if key not in self._known:
            self._known[key] = Ranked(self._ranked(*key))
        return self._known[key]

    def _ranked(self, number: int, size: int, rims: bool) -> Iterator[Place]:
        name, room = self.wanted[number], self.over_rims if rims else self.room
        pixels = name.measure(size)
        found: list[tuple[float, int, Place]] = []
        for order, middle in enumerate(_around(name.own, pixels[0], self.hex_px)):
            while found and found[0][0] <= order:  # doubt only puts a place farther back
                yield heappop(found)[2]
            box = _box(middle, pixels)
            if room.free(box):
                doubt = torn(box, name.own, name.others)
                if doubt < _ANOTHERS:
                    heappush(found, (order + doubt * _DOUBT, order, Place(middle, box, size)))
        while found:
            yield heappop(found)[2]


class Ranked:
    """Places for a name, best first, found as far as somebody asks for them."""

    def __init__(self, places: Iterator[Place]) -> None:
        self._found: list[Place] = []
        self._rest = places

    def __iter__(self) -> Iterator[Place]:
        for number in count():
            if not self.more_than(number):
                return
            yield self._found[number]

    def more_than(self, number: int) -> bool:
        """Whether there are more places."""
        self._found += islice(self._rest, max(0, number + 1 - len(self._found)))
        return len(self._found) > number


_FEW = 6
_DEPTH = 3
_TRIES = 400
"""How often others make way, at most: a picture must not wait for long."""
_DOUBT = 0.25
_ANOTHERS = 7.0
"""The doubt from which a name is rather another cell's: 24 times 0.3, as near to it."""


def _around(own: Point, wide: float, hex_px: float) -> Iterator[Point]:
    x, y = own
    for dx, dy in _BESIDE:
        lean = wide / 2 * ((dx > 0) - (dx < 0)) * (abs(dy) < 0.4)
        yield x + dx * hex_px + lean, y + dy * hex_px


_BESIDE = (
    *((dx, dy) for dy in (-0.5, 0.5, 0.0, -0.75, 0.75) for dx in (0, 0.36, -0.36, 0.6, -0.6)),
    *((dx, dy) for dy in (-1.0, 1.0) for dx in (0, 0.5, -0.5, 1.0, -1.0)),
    *((dx, dy) for dx in (0.8, -0.8, 1.1, -1.1) for dy in (0.0, -0.6, 0.6)),
)
"""Where a name may stand on a small map, in hex widths from the middle of its cell."""


def _led(name: Wanted, hex_px: float) -> Iterator[tuple[Point, Point, int, tuple[Point, Point]]]:
    """Middle, pixels, size and line, all round: nearest first, the largest letters first."""
    (x, y), rim = name.own, _RIM * hex_px
    sizes = {size: name.measure(size) for size in range(name.meant, name.least + 1)}
    for far, (size, pixels) in product(_FAR, sizes.items()):
        wide, tall = pixels
        for dx, dy in _ROUND:
            end = x + far * hex_px * dx, y + far * hex_px * dy
            if abs(dy) > 0.7:  # the middle of an edge is at the end
                middle = end[0], end[1] + math.copysign(tall / 2 + 2, dy)
            else:
                middle = end[0] + math.copysign(wide / 2 + 2, dx), end[1]
            yield middle, pixels, size, ((x + rim * dx, y + rim * dy), end)


_RIM = 0.46
"""Where a line begins, in hex widths from the middle of its cell."""
_FAR = (0.7, 0.9, 1.1, 1.4, 1.7, 2.0, 2.4, 2.8, 3.3, 3.9, 4.5, 5.5, 7.0)
_ROUND = tuple((math.cos(math.tau * k / 24), math.sin(math.tau * k / 24)) for k in range(24))


def _beads(line: tuple[Point, Point] | None) -> Iterator[Box]:
    """What a line covers, in little boxes."""
    if line:
        (ax, ay), (bx, by) = line
        many = max(1, round(math.dist(*line) / 3))
        for k in range(many + 1):
            x, y = ax + (bx - ax) * k / many, ay + (by - ay) * k / many
            yield x - 1, y - 1, x + 1, y + 1
