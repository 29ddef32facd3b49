"""Random games of Russia Besieged with every check of the fuzzer; `make fuzz` plays whole wars."""

import random

import engine
from engine import Game
from tests.fuzz.random_games import played, scatter


def _late(rng: random.Random, secret: bytes) -> Game:
    """A random position in the last months."""
    while True:
        game = engine.new_game("russia_besieged", "downfall_1944", {}, secret)
        scatter(game, rng)
        if game.table.s.turn > 22:
            return game


def test_random_games() -> None:
    played(_late, 2)


def test_random_positions_reach_every_station() -> None:
    seen = set()
    for seed in range(40):
        game = engine.new_game("russia_besieged", "downfall_1944", {}, bytes(32))
        seen.add(scatter(game, random.Random(seed)))
    assert seen == set(game.table.rules.editor.stations)
