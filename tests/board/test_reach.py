"""Reach by layers of cost, supply of many starts and picks by rank, against brute force."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.bits import Steps, mask, members, nth
from engine.board.reach import Bars, ground, listed, reach
from engine.board.supply import line, tracing
from tests.board.test_hexgrid import rectangle

MAP = rectangle("even-q")
N = len(MAP)
LINKS = MAP.neighbours
hexes = st.integers(0, N - 1)
sets = st.sets(hexes)
costs = st.lists(st.integers(0, 4), min_size=N, max_size=N)
rivers = st.sets(st.tuples(hexes, st.integers(0, 5)), max_size=30).map(
    lambda sides: {
        (min(h, MAP.table[h][d]), max(h, MAP.table[h][d])) for h, d in sides if MAP.table[h][d] >= 0
    }
)


def cheapest(
    origin: int, budget: int, cost: list[int], river: set[tuple[int, int]], bars: Bars
) -> dict[int, int]:
    """Place -> points, by trying until nothing gets cheaper."""
    found = {origin: 0}
    changed = True
    while changed:
        changed = False
        for place, spent in list(found.items()):
            if place != origin and bars.halt >> place & 1:
                continue
            for other in LINKS[place]:
                if not cost[other] or not bars.allowed >> other & 1:
                    continue
                total = spent + cost[other] + ((min(place, other), max(place, other)) in river)
                if place == origin:
                    if not bars.first >> other & 1:
                        continue
                    total += bars.toll
                if total <= budget and total < found.get(other, budget + 1):
                    found[other] = total
                    changed = True
    del found[origin]
    return found


@settings(deadline=None, max_examples=200)
@given(hexes, st.integers(0, 9), costs, rivers, sets, sets, sets, st.integers(0, 2), st.booleans())
def test_reach_finds_the_cheapest_ways(
    origin: int,
    budget: int,
    cost: list[int],
    river: set[tuple[int, int]],
    shut: set[int],
    halt: set[int],
    unstarted: set[int],
    toll: int,
    least_one: bool,
) -> None:
    everywhere = (1 << N) - 1
    bars = Bars(
        everywhere & ~mask(shut), mask(halt), everywhere & ~mask(unstarted), toll, least_one
    )
    over = ground(LINKS, cost, [(1, river)])
    found = reach(over, origin, budget, bars)
    expected = cheapest(origin, budget, cost, river, bars)
    step = {
        other
        for other in LINKS[origin]
        if cost[other] and other not in shut | unstarted and other not in expected
    }
    assert listed(found) == expected | (dict.fromkeys(step, budget) if least_one else {})
    for goal, points in expected.items():
        path = found.path(goal)
        spent, here = toll, origin
        for place in path:
            assert place in LINKS[here] and (here == origin or here not in halt)
            assert place not in shut
            spent += over.cost(here, place)
            here = place
        assert (here, spent) == (goal, points)


@settings(deadline=None)
@given(sets, sets, st.integers(1, 6))
def test_tracing_answers_for_all_places_at_once(
    sources: set[int], passable: set[int], limit: int
) -> None:
    found = tracing(Steps(LINKS), mask(sources), mask(passable), limit)
    for place in range(N):
        way = line(LINKS, place, mask(sources), mask(passable), limit)
        assert (way is not None) == bool(found >> place & 1)


@given(st.sets(st.integers(0, 3000), min_size=1))
def test_a_pick_by_rank_is_that_of_the_list(chosen: set[int]) -> None:
    bits = mask(chosen)
    listed_ = members(bits)
    for rank in {0, len(listed_) // 2, len(listed_) - 1}:
        assert nth(bits, rank) == listed_[rank]


@settings(deadline=None, max_examples=150)
@given(hexes, st.integers(0, 7), rivers, sets, st.booleans())
def test_some_steps_end_a_move(
    origin: int, budget: int, straits: set[tuple[int, int]], halt: set[int], least_one: bool
) -> None:
    costs = [1] * N
    bars = Bars(halt=mask(halt), least_one=least_one)
    found = reach(ground(LINKS, costs, (), [(2, straits)]), origin, budget, bars)
    plain = [
        [o for o in others if (min(h, o), max(h, o)) not in straits]
        for h, others in enumerate(LINKS)
    ]
    before = reach(ground(plain, costs), origin, budget, Bars(halt=mask(halt)))
    wanted = listed(before)
    for place, spent in {origin: 0, **listed(before)}.items():
        for other in LINKS[place]:
            across = (min(place, other), max(place, other)) in straits
            free = place == origin or place not in halt
            if across and free and other != origin and spent + 2 <= budget:
                wanted[other] = min(wanted.get(other, 99), spent + 2)
    if least_one:
        wanted = dict.fromkeys(LINKS[origin], budget) | wanted
    assert listed(found) == wanted
    for place in wanted:
        path = found.path(place)
        assert path[-1] == place
        for here, there in zip([origin, *path], path[:-1], strict=False):
            assert (min(here, there), max(here, there)) not in straits  # only the last step
