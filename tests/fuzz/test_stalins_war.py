"""Random games of Stalin's War with every check of the fuzzer; `make fuzz` plays 1,000."""

import random

import pytest

import engine
from engine import Game
from engine.core import fuzz
from tests.fuzz.random_games import played, scatter


def campaign(rng: random.Random, secret: bytes) -> Game:
    """The whole war, with options at random."""
    flags = engine.catalogue()["stalins_war"].options
    chosen = {one.name: rng.random() < 0.5 for one in flags if isinstance(one.default, bool)}
    return engine.new_game("stalins_war", "campaign", chosen, secret)


def scattered(rng: random.Random, secret: bytes) -> Game:
    """A random position near the end of the war, which is over sooner."""
    while True:
        game = engine.new_game("stalins_war", "campaign", {}, secret)
        scatter(game, rng)
        if game.table.s.turn > 14:
            return game


@pytest.mark.parametrize(("make", "games"), [(campaign, 2), (scattered, 1)])
def test_random_games(make: fuzz.Maker, games: int) -> None:
    played(make, games)


def test_random_positions_reach_every_station() -> None:
    seen = set()
    for seed in range(60):
        game = engine.new_game("stalins_war", "campaign", {}, bytes(32))
        seen.add(scatter(game, random.Random(seed)))
    assert seen == set(game.table.rules.editor.stations)
