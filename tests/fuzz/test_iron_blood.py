"""Random games of Iron Blood with every check of the fuzzer, from three kinds of beginning."""

import random

import pytest

import engine
from engine import Game
from engine.core import fuzz
from engine.games.iron_blood.umpire.edit import STATIONS
from tests.fuzz.random_games import played, scatter


def begun(rng: random.Random, secret: bytes) -> Game:
    return engine.new_game("iron_blood", None, {"anti_partisan": rng.random() < 0.5}, secret)


def deployed(rng: random.Random, secret: bytes) -> Game:
    """After a free deployment of the Axis, hex by hex."""
    game = begun(rng, secret)
    units = [item.value for item in game.complete("axis", "place ").items]
    for line in rng.sample(units, len(units)):
        game.submit("axis", rng.choice(game.complete("axis", f"{line} ").items).value)
    game.submit("axis", "end setup")
    return game


def scattered(rng: random.Random, secret: bytes) -> Game:
    """A random position at a random station."""
    game = begun(rng, secret)
    scatter(game, rng)
    return game


@pytest.mark.parametrize("make", [begun, deployed, scattered])
def test_random_games(make: fuzz.Maker) -> None:
    played(make, 5)


def test_random_positions_are_legal_and_reach_every_station() -> None:
    seen, phases = set(), set()
    for seed in range(120):
        rng = random.Random(seed)
        game = begun(rng, bytes(32))
        seen.add(scatter(game, rng))
        phases.add(game.view(None).phase)
    assert seen == set(STATIONS)
    assert phases >= {"Set-up", "Fleet and air support", "Movement", "Combat", "Reinforcements"}
