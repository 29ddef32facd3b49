"""What a player turn costs in waiting, under the policies that a game begins with (SPEC 2)."""

import engine
from engine import Game
from engine.core.entries import Fought
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SIDES

_MAJORS = {city.place for city in BOARD.ground.cities if city.major}


def turns(game: Game) -> list[tuple[int, int]]:
    """Of each player turn of a game by advice: how often the other side is asked, and how many
    major cities were stormed."""
    found: dict[tuple[int, int], list[int]] = {}
    last = ""
    while not game.result():
        s, side = game.table.s, game.pending()[0].side
        count = found.setdefault((s.turn, s.side), [0, 0])
        count[0] += side not in (last, SIDES[s.side])
        last = side
        for entry in game.submit(side, game.auto(side)).entries:
            if isinstance(entry, Fought):
                count[1] += len({BOARD.ground.index(place) for place in entry.places} & _MAJORS)
    return [(asked, stormed) for asked, stormed in found.values()]


def test_a_player_turn_costs_one_hand_off_and_one_for_each_city_stormed() -> None:
    """10.33: nobody is asked off turn but for those who may stay in a major city"""
    counted = turns(engine.new_game("russia_besieged", "tournament_5", secret=b"pace" * 8))
    assert len(counted) == 10
    assert all(asked <= stormed for asked, stormed in counted), counted
