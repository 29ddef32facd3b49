"""Whose result a side's is, and the places."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house.results import owners, places, rated

SIDES = ("gray", "white", "brown", "soviet")


@settings(deadline=None)
@given(
    winners=st.sets(st.sampled_from(SIDES)),
    scores=st.dictionaries(st.sampled_from(SIDES), st.integers(0, 9)),
)
def test_places_count_from_one_and_winners_have_it(
    winners: set[str], scores: dict[str, int]
) -> None:
    found = places(SIDES, list(winners), scores)
    assert {s for s in SIDES if found[s] == 1} == (winners or set(SIDES))
    for place in found.values():
        assert place == 1 + sum(other < place for other in found.values())


@settings(deadline=None)
@given(
    acted=st.dictionaries(
        st.tuples(st.sampled_from(SIDES[:2]), st.integers(0, 4)), st.integers(1, 50)
    )
)
def test_a_side_has_one_owner_and_nobody_gave_more(acted: dict[tuple[str, int], int]) -> None:
    seats_now = {"gray": 1, "white": 2}
    found = owners([(*who, n) for who, n in acted.items()], seats_now)
    assert set(found) == set(seats_now)
    for side, user in found.items():
        assert acted.get((side, user), 0) == max(
            [n for (s, _), n in acted.items() if s == side], default=0
        )
    assert rated(found.values(), edited=False) == (len({*found.values()} - {0}) == 2)
    assert not rated(found.values(), edited=True)
