"""Hex maps: opaque hex ids, dense indices and one neighbour table.

A hex is an index 0..n-1 in the order in which it was given. Geometry lives in
the neighbour table alone, so maps that differ in orientation, parity or
direction are the same thing after they are built. -1 means "no hex".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Layout = Literal["odd-r", "even-r", "odd-q", "even-q"]
"""Which rows (r, pointy-top) or columns (q, flat-top) are shoved half a hex.

odd-r and even-r shove the odd or even rows to the east; odd-q and even-q shove
the odd or even columns to the south. Rows grow southwards, columns eastwards,
and parity is that of the coordinate itself: a map numbered from 1 says
what its own numbers say.
"""

POINTY = ("E", "NE", "NW", "W", "SW", "SE")
FLAT = ("SE", "NE", "N", "NW", "SW", "S")
"""Direction names; direction d and d + 3 are opposite."""

# Axial steps in the order of the names above: the same six for both orientations.
_AXIAL_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

_NO_HEX = -1


def opposite(direction: int) -> int:
    """The direction that points back."""
    return (direction + 3) % 6


def axial_of(column: int, row: int, layout: Layout) -> tuple[int, int]:
    """Axial (q, r) of an offset coordinate; q grows east, r grows south-east or south."""
    match layout:
        case "odd-r":
            return column - (row - (row & 1)) // 2, row
        case "even-r":
            return column - (row + (row & 1)) // 2, row
        case "odd-q":
            return column, row - (column - (column & 1)) // 2
        case "even-q":
            return column, row - (column + (column & 1)) // 2


def axial_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Number of hexes from a to b, b included."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


@dataclass(frozen=True, slots=True, eq=False)
class HexMap:
    """A map of n hexes. Build it with `from_offset`, `from_axial` or `from_table`."""

    ids: tuple[str, ...]
    index: Mapping[str, int]
    directions: tuple[str, ...]
    """Six names; opposites are three apart."""
    table: tuple[tuple[int, ...], ...]
    """hex -> its six neighbours in the order of `directions`, -1 for none."""
    neighbours: tuple[tuple[int, ...], ...]
    """hex -> the neighbours that exist."""
    axial: tuple[tuple[int, int], ...] | None
    """hex -> (q, r), or None when the map was built from a table alone."""
    at_axial: Mapping[tuple[int, int], int]

    def __len__(self) -> int:
        return len(self.ids)

    def neighbour(self, hex_: int, direction: int | str) -> int:
        """The neighbour in a direction (number or name), -1 for none."""
        if isinstance(direction, str):
            direction = self.directions.index(direction)
        return self.table[hex_][direction]

    def direction(self, a: int, b: int) -> int:
        """The direction from a to its neighbour b; -1 when they aren't adjacent."""
        return self.table[a].index(b) if b >= 0 and b in self.table[a] else _NO_HEX

    def adjacent(self, a: int, b: int) -> bool:
        """Whether a and b share a hexside."""
        return b in self.neighbours[a]

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b as the crow flies, whether or not hexes are missing between."""
        coordinates = self._coordinates()
        return axial_distance(coordinates[a], coordinates[b])

    def ring(self, centre: int, radius: int) -> list[int]:
        """The hexes at exactly `radius`, in rotational order, those off the map left out."""
        if radius == 0:
            return [centre]
        q, r = self._coordinates()[centre]
        q, r = q + _AXIAL_STEPS[4][0] * radius, r + _AXIAL_STEPS[4][1] * radius
        found = []
        for step_q, step_r in _AXIAL_STEPS:
            for _ in range(radius):
                hex_ = self.at_axial.get((q, r), _NO_HEX)
                if hex_ >= 0:
                    found.append(hex_)
                q, r = q + step_q, r + step_r
        return found

    def within(self, centre: int, radius: int) -> list[int]:
        """The hexes at `radius` or nearer, nearest first."""
        return [hex_ for near in range(radius + 1) for hex_ in self.ring(centre, near)]

    def line(self, a: int, b: int) -> list[int]:
        """Hexes on the straight line from a to b, both included, those off the map left out.

        A line along a hexside is nudged to the same side always, also backwards.
        """
        coordinates = self._coordinates()
        if coordinates[b] < coordinates[a]:
            return self.line(b, a)[::-1]
        (q0, r0), (q1, r1) = coordinates[a], coordinates[b]
        length = self.distance(a, b)
        found = []
        for step in range(length + 1):
            share = step / length if length else 0.0
            spot = _rounded(q0 + (q1 - q0) * share + 1e-6, r0 + (r1 - r0) * share + 2e-6)
            hex_ = self.at_axial.get(spot, _NO_HEX)
            if hex_ >= 0:
                found.append(hex_)
        return found

    def _coordinates(self) -> tuple[tuple[int, int], ...]:
        if self.axial is None:
            raise ValueError("this map was built without coordinates")
        return self.axial


def _rounded(q: float, r: float) -> tuple[int, int]:
    """The hex that holds a fractional axial point."""
    s = -q - r
    round_q, round_r, round_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(round_q - q), abs(round_r - r), abs(round_s - s)
    if off_q > off_r and off_q > off_s:
        round_q = -round_r - round_s
    elif off_r > off_s:
        round_r = -round_q - round_s
    return round_q, round_r


def from_offset(hexes: Iterable[tuple[str, int, int]], layout: Layout) -> HexMap:
    """A map from (id, column, row); gaps in the rectangle are allowed."""
    directions = POINTY if layout.endswith("r") else FLAT
    axial = [(id_, *axial_of(column, row, layout)) for id_, column, row in hexes]
    return from_axial(axial, directions)


def from_axial(hexes: Iterable[tuple[str, int, int]], directions: Sequence[str]) -> HexMap:
    """A map from (id, q, r). `directions` is POINTY or FLAT, or other names in that order."""
    listed = list(hexes)
    at_axial = {(q, r): index for index, (_, q, r) in enumerate(listed)}
    if len(at_axial) != len(listed):
        raise ValueError("two hexes have the same coordinates")
    table = [
        [at_axial.get((q + step_q, r + step_r), _NO_HEX) for step_q, step_r in _AXIAL_STEPS]
        for _, q, r in listed
    ]
    axial = [(q, r) for _, q, r in listed]
    return from_table([id_ for id_, _, _ in listed], table, directions, axial)


def from_table(
    ids: Sequence[str],
    table: Sequence[Sequence[int]],
    directions: Sequence[str],
    axial: Sequence[tuple[int, int]] | None = None,
) -> HexMap:
    """A map from a neighbour table; raises ValueError when it does not fit together."""
    index = {id_: number for number, id_ in enumerate(ids)}
    if len(index) != len(ids):
        raise ValueError("two hexes have the same id")
    if len(table) != len(ids) or any(len(row) != 6 for row in table) or len(directions) != 6:
        raise ValueError("the neighbour table needs one row of six for each hex")
    for hex_, row in enumerate(table):
        for direction, other in enumerate(row):
            if other >= 0 and table[other][opposite(direction)] != hex_:
                raise ValueError(f"{ids[hex_]} and {ids[other]} disagree about their hexside")
    return HexMap(
        ids=tuple(ids),
        index=index,
        directions=tuple(directions),
        table=tuple(tuple(row) for row in table),
        neighbours=tuple(tuple(other for other in row if other >= 0) for row in table),
        axial=None if axial is None else tuple(axial),
        at_axial={} if axial is None else {spot: number for number, spot in enumerate(axial)},
    )


@dataclass(frozen=True, slots=True, eq=False)
class Hexsides:
    """Marked hexsides of a map (rivers, borders): six masks, one for each direction.

    Bit h of `masks[d]` says that the side of hex h in direction d is marked;
    both hexes of a side carry it.
    """

    map: HexMap
    masks: tuple[int, ...]

    def marked(self, a: int, b: int) -> bool:
        """Whether the side between the neighbours a and b is marked (False if not adjacent)."""
        direction = self.map.direction(a, b)
        return direction >= 0 and bool(self.masks[direction] >> a & 1)

    def open(self) -> tuple[tuple[int, ...], ...]:
        """hex -> neighbours that it reaches without crossing a marked side."""
        return tuple(
            tuple(
                other
                for direction, other in enumerate(row)
                if other >= 0 and not self.masks[direction] >> hex_ & 1
            )
            for hex_, row in enumerate(self.map.table)
        )


def hexsides(map_: HexMap, pairs: Iterable[tuple[int, int]]) -> Hexsides:
    """Mark the sides between pairs of adjacent hexes; raises ValueError for another pair."""
    masks = [0] * 6
    for a, b in pairs:
        direction = map_.direction(a, b)
        if direction < 0:
            raise ValueError(f"{map_.ids[a]} and {map_.ids[b]} are not adjacent")
        masks[direction] |= 1 << a
        masks[opposite(direction)] |= 1 << b
    return Hexsides(map_, tuple(masks))
