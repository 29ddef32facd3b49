"""What a player turn costs in waiting, under the policies that a game begins with (SPEC 2)."""

import pytest

import engine
from tests import bench
from tests.russia_besieged import pace as storms
from tests.russia_besieged.pace import most, turns


def test_a_player_turn_costs_one_hand_off_and_one_for_each_city_stormed() -> None:
    """10.33: nobody is asked off turn but for those who may stay in a major city"""
    counted = turns(engine.new_game("russia_besieged", "tournament_5", secret=b"pace" * 8))
    assert len(counted) == 10
    assert all(asked <= 1 + stormed for asked, stormed in counted), counted
    assert most(counted) == 1


@pytest.mark.parametrize(("turn", "holds"), [((2, 1), True), ((2, 0), False)])
def test_the_bench_says_so(
    turn: tuple[int, int], holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make bench`: the bar is one hand-off beside those for cities, in the slowest turn of all"""
    games = iter([[(1, 0)], [(1, 0), turn]])
    monkeypatch.setattr(storms, "turns", lambda game: next(games))
    (figure,) = bench.of_storms(2, "tournament_5")
    assert (figure.bar, figure.holds) == (1, holds) and "russia_besieged" in figure.name
