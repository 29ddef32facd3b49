"""What a player turn costs in waiting, under the policies that a game begins with (SPEC 2)."""

import engine
from tests import bench
from tests.russia_besieged.pace import most, turns


def test_a_player_turn_costs_one_hand_off_and_one_for_each_city_stormed() -> None:
    """10.33: nobody is asked off turn but for those who may stay in a major city"""
    counted = turns(engine.new_game("russia_besieged", "tournament_5", secret=b"pace" * 8))
    assert len(counted) == 10
    assert all(asked <= 1 + stormed for asked, stormed in counted), counted
    assert most(counted) == 1


def test_the_bench_says_so() -> None:
    """`make bench`: the bar is one hand-off beside those for cities"""
    (figure,) = bench.of_storms(1, "tournament_5")
    assert figure.bar == 1 and figure.holds and "russia_besieged" in figure.name
