"""What people hear of where a game stands: its turn, by one name, and the phase that runs."""

import pytest

import engine
from engine.core.entries import Phased

GAMES = engine.ROOMS


@pytest.mark.parametrize("game_id", GAMES)
def test_a_turn_has_one_name_and_a_phase_has_a_name(game_id: str) -> None:
    """Cards, replays, galleries and summaries part a game by them"""
    game = engine.new_game(game_id, secret=bytes(32))
    turns = []
    for _ in range(150):
        view, side = game.view(None), game.pending()[0].side
        assert view.turn and view.phase, (view.turn, game.pending())
        noted = [e.turn for e in game.submit(side, game.auto(side)).entries if type(e) is Phased]
        turns += [view.turn, *noted]
        if game.result():
            break
    names = [turn for at, turn in enumerate(turns) if turns[at - 1 : at] != [turn]]
    assert len(names) == len(set(names)), "a turn that is over does not come back"
