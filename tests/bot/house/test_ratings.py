"""Ratings against the library's own example, and what is taken out for a side."""

import math
import random
from dataclasses import replace
from statistics import correlation, fmean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house import ratings
from bot.house.ratings import MU, Played, Rater, Seat, Share, balance, rate


def duel(axis: int, soviet: int, places: tuple[int, int] = (1, 2)) -> Played:
    seats = [Seat("axis", axis, places[0]), Seat("soviet", soviet, places[1])]
    return Played(0.0, "campaign", seats)


def mu(points: float) -> float:
    return MU + (points - 1500) / ratings.POINT


def test_the_published_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """README of openskill 6.2: [[a, b], [x, y]], four beginners, the first team wins."""
    monkeypatch.setattr(ratings, "SIDE_MU", 25.0)
    monkeypatch.setattr(ratings, "SIDE_SIGMA", math.hypot(25.0 / 3, 25.0 / 300))
    found = rate([duel(1, 2)]).people
    a, x = found[1].now, found[2].now
    assert mu(a.points) == pytest.approx(26.964294621803063, abs=1e-12)
    assert mu(x.points) == pytest.approx(23.035705378196937, abs=1e-12)
    for one in (a, x):
        sigma = one.spread / ratings.POINT / ratings.SURE
        assert sigma == pytest.approx(8.177962604389991, abs=1e-12)


def season(
    games: int, seed: int, *, axis: float = 0.0, skill: float = 0.0
) -> tuple[list[Played], dict[int, float]]:
    """Duels of 16 people; `axis` and skills in the model's own measure."""
    rng = random.Random(seed)
    strength = {user: rng.gauss(0, skill) for user in range(1, 17)}
    played = []
    for _ in range(games):
        one, other = rng.sample(sorted(strength), 2)
        edge = strength[one] - strength[other] + axis
        won = rng.random() < 1 / (1 + math.exp(-edge / (math.sqrt(2) * 25 / 6)))
        played.append(duel(one, other, (1, 2) if won else (2, 1)))
    return played, strength


def test_a_side_that_wins_by_itself_is_found_out() -> None:
    found = [rate(season(1500, seed, axis=4.0)[0]) for seed in range(12)]
    worth = [one.sides["campaign"]["axis"] for one in found]
    for one in found:
        pair = one.sides["campaign"]
        assert pair["axis"].points == pytest.approx(-pair["soviet"].points)
    assert all(one.least > 0 for one in worth)
    assert fmean(one.points for one in worth) == pytest.approx(192, rel=0.2)
    assert sum(abs(one.points - 192) < one.spread for one in worth) >= 10
    none = [rate(season(400, seed)[0]).sides["campaign"]["axis"] for seed in range(12)]
    assert sum(abs(one.points) < one.spread for one in none) >= 10


def test_who_always_has_the_good_side_gains_less_than_who_wins_with_the_bad_one() -> None:
    before, _ = season(400, 3, axis=6.0)
    with_it = rate([*before, duel(101, 102, (1, 2))]).people[101].now.points
    against = rate([*before, duel(101, 102, (2, 1))]).people[102].now.points
    assert 1500 < with_it < against


def test_the_strong_are_rated_above_the_weak() -> None:
    played, strength = season(600, 5, axis=4.0, skill=5.0)
    people = rate(played).people
    users = sorted(strength)
    points = [people[user].now.points for user in users]
    assert correlation(points, [strength[user] for user in users]) > 0.8
    leaders = rate(played).leaders()
    least = [person.now.least for _, person in leaders]
    assert least == sorted(least, reverse=True)


def test_the_same_results_give_the_same_figures() -> None:
    played, _ = season(200, 8, axis=2.0, skill=4.0)
    assert rate(played) == rate(list(played))


def test_a_shared_place_moves_the_weaker_one_up() -> None:
    played = [duel(1, 2) for _ in range(5)]
    before, after = rate(played).people, rate([*played, duel(1, 2, (1, 1))]).people
    assert after[2].now.points > before[2].now.points
    assert (after[1].won, after[1].drawn, after[1].games) == (5, 1, 6)


def test_three_people_and_the_practice_opponent() -> None:
    seats = [Seat("gray", 1, 1), Seat("white", 2, 3), Seat("brown", 3, 2), Seat("soviet", 0, 4)]
    found = rate([Played(0.0, "standard", seats)]).people
    assert set(found) == {1, 2, 3}
    assert found[1].now.points > found[3].now.points > found[2].now.points


def test_who_has_two_sides_counts_once_with_the_better() -> None:
    seats = [Seat("gray", 1, 3), Seat("white", 1, 1), Seat("brown", 2, 2)]
    found = rate([Played(0.0, "standard", seats)]).people
    assert found[1].games == 1 and found[1].now.points > 1500 > found[2].now.points
    assert rate([duel(1, 1)]).people == {} == rate([duel(1, 0)]).people


PLACES = st.sampled_from([(1, 2), (2, 1), (1, 1)])


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(6, 9), PLACES), min_size=1, max_size=30))
def test_every_game_is_in_the_curves_and_in_the_balance(
    games: list[tuple[int, int, tuple[int, int]]],
) -> None:
    played = [duel(*game) for game in games]
    found = rate(played)
    assert sum(person.games for person in found.people.values()) == 2 * len(games)
    decided = sum(places != (1, 1) for _, _, places in games)
    assert sum(person.won for person in found.people.values()) == decided
    [shares] = balance(played).values()
    assert sum(share.of_all for share in shares) == pytest.approx(1)
    for share in shares:
        low, high = share.interval
        assert share.games == len(games) and 0 <= low <= share.of_all <= high <= 1


def test_wilson_s_interval_as_published() -> None:
    """Newcombe 1998, table I: 81 of 263 without a correction: 0.2553 to 0.3662."""
    low, high = Share("axis", 263, 81, 0).interval
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_a_share_is_in_its_interval_though_all_were_won() -> None:
    for games in range(1, 400):
        for won in (0, games):
            share = Share("axis", games, won, 0)
            low, high = share.interval
            assert 0 <= low <= share.of_all <= high <= 1


def test_what_is_new_is_rated_upon_what_was_bit_for_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [
        Played(float(n), "campaign", [Seat("axis", n % 3, 1 + n % 2), Seat("soviet", 5, 2 - n % 2)])
        for n in range(12)
    ]
    added: list[float] = []
    add = Rater._add

    def noted(rater: Rater, model: Any, game: Played) -> None:
        added.append(game.ended)
        add(rater, model, game)

    monkeypatch.setattr(Rater, "_add", noted)
    rater = Rater()
    for count in (4, 4, 9, 12):
        assert rater.rate(games[:count]) == rate(games[:count])
        added.clear()
    rater.rate([*games, replace(games[0], ended=20.0)])
    assert added == [20.0]
    gone = [*games[:3], *games[4:]]  # one was taken back
    assert rater.rate(gone) == rate(gone)
    named = [replace(game, seats=[replace(s, user=-s.user) for s in game.seats]) for game in gone]
    assert rater.rate(named) == rate(named), "somebody had their data deleted"
