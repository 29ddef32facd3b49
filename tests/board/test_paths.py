"""Bit sets, floods, reach, zones, supply and point maps against brute force."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import supply
from engine.board.bits import Steps, mask, members
from engine.board.hexgrid import Layout, hexsides
from engine.board.occupancy import Zone
from engine.board.paths import START, flood, path_back
from engine.board.pointmap import point_map
from tests.board.test_hexgrid import LAYOUTS, rectangle

N = 42
MAPS = {layout: rectangle(layout) for layout in LAYOUTS}
layouts = st.sampled_from(LAYOUTS)
hexes = st.integers(0, N - 1)
sets = st.sets(hexes)
sides = st.sets(st.tuples(hexes, st.integers(0, 5)), max_size=40)
limits = st.one_of(st.none(), st.integers(0, 12))


def links_of(layout: Layout, barred: set[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    map_ = MAPS[layout]
    pairs = [(h, map_.table[h][d]) for h, d in barred if map_.table[h][d] >= 0]
    return hexsides(map_, pairs).open()


def brute_force(
    starts: set[int], links: tuple[tuple[int, ...], ...], allowed: set[int], limit: int | None
) -> dict[int, int]:
    """Place -> least number of steps, by growing the whole set until nothing changes."""
    steps = dict.fromkeys(starts, 0)
    for step in range(1, (N if limit is None else limit) + 1):
        grown = {o for h in steps for o in links[h] if o in allowed and o not in steps}
        steps |= dict.fromkeys(grown, step)
    return steps


@given(sets)
def test_masks_and_members(hexes_: set[int]) -> None:
    assert members(mask(hexes_)) == sorted(hexes_)


@given(layouts, sides, sets)
def test_spread_is_the_union_of_links(
    layout: Layout, barred: set[tuple[int, int]], some: set[int]
) -> None:
    links = links_of(layout, barred)
    expected = {other for hex_ in some for other in links[hex_]}
    assert members(Steps(links).spread(mask(some))) == sorted(expected)


@given(
    st.lists(st.sets(st.integers(0, 19)), min_size=20, max_size=20),
    st.sets(st.integers(0, 19)),
    st.sets(st.tuples(st.integers(0, 19), st.integers(0, 19))),
)
def test_links_like_no_others_are_followed_too(
    links: list[set[int]], some: set[int], closed: set[tuple[int, int]]
) -> None:
    links = [others - {place} for place, others in enumerate(links)]
    steps, rest = Steps(links), Steps(links).without(closed)
    assert steps.spread(mask(some)) == mask({b for a in some for b in links[a]})
    assert all(steps.near(a) == mask(links[a]) for a in some)
    left = {b for a in some for b in links[a] if (a, b) not in closed}
    assert rest.spread(mask(some)) == mask(left)


def test_steps_without_some_links() -> None:
    steps = Steps([(1, 2), (0, 2), (0,)]).without([(0, 2), (1, 0)])
    assert [members(steps.spread(1 << place)) for place in range(3)] == [[1], [2], [0]]


@given(layouts, sides, sets, sets, limits)
def test_flood_is_brute_force(
    layout: Layout,
    barred: set[tuple[int, int]],
    starts: set[int],
    allowed: set[int],
    limit: int | None,
) -> None:
    links = links_of(layout, barred)
    expected = brute_force(starts, links, allowed, limit)
    parents = flood(sorted(starts), links, mask(allowed), limit=limit)
    assert parents.keys() == expected.keys()
    for place in parents:
        path = path_back(parents, place)
        assert len(path) == expected[place] + 1
        assert path[0] in starts and set(path[1:]) <= allowed
        assert all(b in links[a] for a, b in itertools.pairwise(path))


@given(layouts, sides, hexes, sets)
def test_a_halt_is_entered_and_not_left(
    layout: Layout, barred: set[tuple[int, int]], start: int, halt: set[int]
) -> None:
    links = links_of(layout, barred)
    stopped = tuple(() if h in halt and h != start else row for h, row in enumerate(links))
    expected = brute_force({start}, stopped, set(range(N)), None)
    assert flood([start], links, halt=mask(halt)).keys() == expected.keys()


@given(layouts, sides, sets)
def test_zones_of_control(layout: Layout, barred: set[tuple[int, int]], units: set[int]) -> None:
    map_ = MAPS[layout]
    pairs = [(h, map_.table[h][d]) for h, d in barred if map_.table[h][d] >= 0]
    rivers = hexsides(map_, pairs)
    expected = {
        other for hex_ in units for other in map_.neighbours[hex_] if not rivers.marked(hex_, other)
    }
    assert members(Zone(Steps(rivers.open())).of(mask(units))) == sorted(expected)
    free = {other for hex_ in units for other in map_.neighbours[hex_]}
    assert members(Zone(Steps(map_.neighbours)).of(mask(units))) == sorted(free)


@given(layouts, sides, sets, sets, limits)
def test_supply_flood_and_lines(
    layout: Layout,
    barred: set[tuple[int, int]],
    sources: set[int],
    passable: set[int],
    limit: int | None,
) -> None:
    links = links_of(layout, barred)
    expected = brute_force(sources & passable, links, passable, limit)
    reached = supply.supplied(Steps(links), mask(sources), mask(passable), limit)
    assert members(reached) == sorted(expected)
    for place in passable:
        line = supply.line(links, place, mask(sources), mask(passable), limit)
        assert (line is not None) == (place in expected)
        if line is not None:
            assert len(line) == expected[place] + 1
            assert line[0] == place and line[-1] in sources
            assert all(b in links[a] for a, b in itertools.pairwise(line))
            assert set(line) <= passable


AREAS = ["moscow", "tula", "kaluga", "orel"]
LINKS = [
    ("moscow", "tula", "rail"),
    ("moscow", "tula", "road"),
    ("tula", "orel", "rail"),
    ("kaluga", "moscow", "road"),
]


def test_point_map() -> None:
    map_ = point_map(AREAS, LINKS)
    moscow, tula, kaluga, orel = range(4)
    assert len(map_) == 4 and map_.index["orel"] == orel
    assert map_.neighbours[moscow] == (tula, kaluga)
    assert [link.colour for link in map_.between(tula, moscow)] == ["rail", "road"]
    assert map_.between(orel, kaluga) == ()
    rail = map_.by_colour({"rail"})
    assert rail == ((tula,), (moscow, orel), (), (tula,))
    assert path_back(flood([orel], rail), moscow) == [orel, tula, moscow]
    assert flood([orel], map_.neighbours)[orel] == START
    assert all(link.other(link.other(link.a)) == link.a for link in map_.links)


def test_point_maps_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="same id"):
        point_map(["a", "a"], [])
    with pytest.raises(ValueError, match="makes no sense"):
        point_map(["a"], [("a", "a", "road")])
    with pytest.raises(ValueError, match="makes no sense"):
        point_map(["a", "b"], [("a", "b", "road"), ("b", "a", "road")])
    with pytest.raises(KeyError):
        point_map(["a"], [("a", "b", "road")])
