"""What results add up to for a person, and between two."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.house.ratings import Played, Seat
from bot.house.records import middle, tally, with_people

PLACES = st.sampled_from([(1, 2), (2, 1), (1, 1)])
GAMES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), PLACES), max_size=25)


def duel(axis: int, soviet: int, places: tuple[int, int]) -> Played:
    return Played(0.0, "s", [Seat("axis", axis, places[0]), Seat("soviet", soviet, places[1])])


@given(GAMES)
def test_a_tally_counts_each_game_against_somebody_else_once(
    games: list[tuple[int, int, tuple[int, int]]],
) -> None:
    played = [duel(*game) for game in games]
    mine = Counter(g for g in games if 1 in g[:2] and g[0] != g[1])
    found = tally(played, 1)
    assert sum(share.games for share in found.values()) == mine.total()
    won = sum(n for (a, _, p), n in mine.items() if p == ((1, 2) if a == 1 else (2, 1)))
    assert sum(share.won for share in found.values()) == won
    drawn = sum(n for (_, _, p), n in mine.items() if p == (1, 1))
    assert sum(share.drawn for share in found.values()) == drawn


@given(GAMES)
def test_head_to_head_is_the_same_from_both_ends(
    games: list[tuple[int, int, tuple[int, int]]],
) -> None:
    played = [duel(*game) for game in games]
    one, other = tally(played, 1, 2), tally(played, 2, 1)
    total = {key: sum(getattr(s, key) for s in one.values()) for key in ("games", "won", "drawn")}
    mirror = {key: sum(getattr(s, key) for s in other.values()) for key in total}
    assert total["games"] == mirror["games"] and total["drawn"] == mirror["drawn"]
    assert total["won"] + mirror["won"] + total["drawn"] == total["games"]


def test_a_game_of_one_person_is_none_of_people() -> None:
    assert with_people(duel(1, 2, (1, 2))) and with_people(duel(1, -1, (1, 2)))
    assert not with_people(duel(1, 0, (1, 2))) and not with_people(duel(1, 1, (1, 2)))


@given(st.lists(st.integers(0, 99), min_size=1))
def test_the_middle_lies_between_the_quarters(values: list[int]) -> None:
    low, mid, high = middle(values)
    assert min(values) <= low <= mid <= high <= max(values)
    assert sum(v <= mid for v in values) * 2 >= len(values) <= sum(v >= mid for v in values) * 2
