"""Hex maps in all four layouts."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.hexgrid import (
    FLAT,
    POINTY,
    HexMap,
    Layout,
    axial_distance,
    from_axial,
    from_offset,
    from_table,
    hexsides,
    opposite,
)

LAYOUTS: tuple[Layout, ...] = get_args(Layout)
layouts = st.sampled_from(LAYOUTS)


def rectangle(layout: Layout, columns: int = 7, rows: int = 6, first: int = 0) -> HexMap:
    return from_offset(
        [
            (f"{column:02}{row:02}", column, row)
            for row in range(first, first + rows)
            for column in range(first, first + columns)
        ],
        layout,
    )


MAPS = {(layout, first): rectangle(layout, first=first) for layout in LAYOUTS for first in (0, 1)}
maps = st.sampled_from(list(MAPS.values()))
hexes = st.integers(0, 41)


@pytest.mark.parametrize(
    ("layout", "id_", "expected"),
    [
        # E NE NW W SW SE
        ("odd-r", "0303", ["0403", "0402", "0302", "0203", "0304", "0404"]),
        ("odd-r", "0302", ["0402", "0301", "0201", "0202", "0203", "0303"]),
        ("even-r", "0302", ["0402", "0401", "0301", "0202", "0303", "0403"]),
        ("even-r", "0303", ["0403", "0302", "0202", "0203", "0204", "0304"]),
        # SE NE N NW SW S
        ("odd-q", "0303", ["0404", "0403", "0302", "0203", "0204", "0304"]),
        ("odd-q", "0203", ["0303", "0302", "0202", "0102", "0103", "0204"]),
        ("even-q", "0203", ["0304", "0303", "0202", "0103", "0104", "0204"]),
        ("even-q", "0303", ["0403", "0402", "0302", "0202", "0203", "0304"]),
    ],
)
def test_neighbours_of_each_layout(layout: Layout, id_: str, expected: list[str]) -> None:
    map_ = MAPS[layout, 1]
    assert [map_.ids[other] for other in map_.table[map_.index[id_]]] == expected
    assert map_.directions == (POINTY if layout.endswith("r") else FLAT)


@given(maps, hexes)
def test_neighbours_are_symmetric(map_: HexMap, hex_: int) -> None:
    for direction, other in enumerate(map_.table[hex_]):
        if other >= 0:
            assert map_.neighbour(other, opposite(direction)) == hex_
            assert map_.neighbour(hex_, map_.directions[direction]) == other
            assert map_.direction(hex_, other) == direction
            assert map_.adjacent(other, hex_) and map_.distance(hex_, other) == 1
    assert len(map_.neighbours[hex_]) == sum(other >= 0 for other in map_.table[hex_])


@given(maps, hexes, hexes)
def test_distance_is_that_of_a_walk(map_: HexMap, a: int, b: int) -> None:
    assert map_.distance(a, b) == map_.distance(b, a) == walk(map_, a)[b]


def walk(map_: HexMap, start: int) -> dict[int, int]:
    """Steps from start; a full rectangle has no gaps to go round."""
    steps, front = {start: 0}, [start]
    for here in front:
        for other in map_.neighbours[here]:
            if other not in steps:
                steps[other] = steps[here] + 1
                front.append(other)
    return steps


@given(maps, hexes, st.integers(0, 8))
def test_rings_and_discs(map_: HexMap, centre: int, radius: int) -> None:
    ring = map_.ring(centre, radius)
    assert sorted(ring) == [h for h in range(42) if map_.distance(centre, h) == radius]
    disc = map_.within(centre, radius)
    assert sorted(disc) == [h for h in range(42) if map_.distance(centre, h) <= radius]


@given(maps, hexes, hexes)
def test_lines_are_short_and_the_same_backwards(map_: HexMap, a: int, b: int) -> None:
    line = map_.line(a, b)
    assert line[0] == a and line[-1] == b
    assert line == map_.line(b, a)[::-1]
    assert len(set(line)) == len(line) <= map_.distance(a, b) + 1
    assert all(
        map_.distance(a, hex_) + map_.distance(hex_, b) == map_.distance(a, b) for hex_ in line
    )


def test_gaps_are_no_hexes() -> None:
    map_ = from_offset([("a", 1, 1), ("c", 3, 1)], "odd-r")
    assert map_.neighbours == ((), ())
    assert map_.distance(0, 1) == 2 and map_.line(0, 1) == [0, 1]


def test_columns_that_count_westwards_are_given_as_negative_numbers() -> None:
    east, west = from_offset([("0101", -1, 1), ("0102", -2, 1)], "odd-r").table
    assert east[POINTY.index("W")] == 1 and west[POINTY.index("E")] == 0


def test_what_does_not_fit_together_is_refused() -> None:
    with pytest.raises(ValueError, match="same coordinates"):
        from_axial([("a", 0, 0), ("b", 0, 0)], POINTY)
    with pytest.raises(ValueError, match="same id"):
        from_axial([("a", 0, 0), ("a", 1, 0)], POINTY)
    with pytest.raises(ValueError, match="disagree"):
        from_table(["a", "b"], [[1, *[-1] * 5], [1, *[-1] * 5]], POINTY)
    with pytest.raises(ValueError, match="row of six"):
        from_table(["a"], [[-1]], POINTY)
    bare = from_table(["a", "b"], [[1, *[-1] * 5], [-1, -1, -1, 0, -1, -1]], POINTY)
    with pytest.raises(ValueError, match="without coordinates"):
        bare.distance(0, 1)


@given(maps, st.sets(st.tuples(hexes, st.integers(0, 5)), max_size=30))
def test_hexsides_bar_both_ways(map_: HexMap, sides: set[tuple[int, int]]) -> None:
    pairs = {(h, map_.table[h][d]) for h, d in sides if map_.table[h][d] >= 0}
    marked = hexsides(map_, pairs)
    links = marked.open()
    for a in range(42):
        for b in map_.neighbours[a]:
            barred = (a, b) in pairs or (b, a) in pairs
            assert marked.marked(a, b) == barred == (b not in links[a])


def test_hexsides_lie_between_neighbours() -> None:
    map_ = MAPS["odd-r", 0]
    with pytest.raises(ValueError, match="not adjacent"):
        hexsides(map_, [(0, 2)])
    assert not hexsides(map_, []).marked(0, 2)


@given(*[st.tuples(st.integers(-9, 9), st.integers(-9, 9))] * 3)
def test_axial_distance_is_a_metric(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    assert axial_distance(a, b) == axial_distance(b, a)
    assert axial_distance(a, c) <= axial_distance(a, b) + axial_distance(b, c)
    assert (axial_distance(a, b) == 0) == (a == b)
