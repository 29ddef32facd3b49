"""Every game goes on from any earlier position of it."""

import random

import pytest

import engine
from engine.core.rollback import go_back
from engine.games import ROOMS


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_game_goes_on_after_going_back(room: str, seed: int) -> None:
    rng = random.Random(seed)
    game = engine.new_game(room, secret=bytes(32))
    positions = [game.dump()]

    def play(orders: int) -> None:
        for _ in range(orders):
            if game.result():
                return
            side = rng.choice(game.pending()).side
            game.submit(side, game.sample(side, rng))
            positions.append(game.dump())

    play(100)
    for number in range(5):
        rolls = game.table.pos.rolls
        game, _ = go_back(game, rng.choice(positions), f"agreed {number}")
        assert game.table.pos.rolls >= rolls
        assert game.check() == []
        play(20)
        assert game.check() == []
