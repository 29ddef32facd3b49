"""Networks of lines: the parts that open places join are those that a flood finds."""

import hypothesis.strategies as st
from hypothesis import given

from engine.board.bits import Steps, mask, members, union
from engine.board.lines import Lines
from engine.board.supply import supplied

SIZE = 24


@st.composite
def networks(draw: st.DrawFn) -> list[list[int]]:
    """Long lines, junctions, ends, rings, and places without any line."""
    links: list[set[int]] = [set() for _ in range(SIZE)]
    pairs = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
    along = draw(st.lists(st.integers(0, SIZE - 2), max_size=SIZE, unique=True))
    for a, b in [(place, place + 1) for place in along] + draw(st.lists(pairs, max_size=6)):
        if a != b:
            links[a].add(b)
            links[b].add(a)
    return [sorted(others) for others in links]


@given(networks(), st.integers(0, (1 << SIZE) - 1))
def test_parts_are_those_of_a_flood(links: list[list[int]], open_: int) -> None:
    """Each open place is in one part, with all that it is joined to and no more."""
    parts, steps = Lines(links).parts(open_), Steps(links)
    assert union(parts) == open_ and sum(part.bit_count() for part in parts) == open_.bit_count()
    for part in parts:
        assert supplied(steps, mask(members(part)[:1]), open_) == part


def test_a_stretch_shut_at_both_ends_is_a_part() -> None:
    """So is a ring, on which no lines meet"""
    stretch = Lines([[1], [0, 2], [1, 3], [2, 4], [3]])
    assert sorted(stretch.parts(0b01110)) == [0b01110]
    assert sorted(stretch.parts(0b11011)) == [0b00011, 0b11000]
    assert Lines([[1, 2], [0, 2], [0, 1]]).parts(0b111) == (0b111,)
