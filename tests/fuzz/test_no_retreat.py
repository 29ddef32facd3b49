"""Random games of No Retreat! with every check of the fuzzer, from three kinds of beginning."""

import random

import pytest

import engine
from engine import Game
from engine.core import fuzz
from tests.fuzz.random_games import played, scatter

SHORT = ("barbarossa", "operation_bagration", "citadel")


def _options(rng: random.Random) -> dict[str, object]:
    """Optional rules at random; a short scenario stays short."""
    info = engine.catalogue()["no_retreat"]
    flags = [option.name for option in info.options if isinstance(option.default, bool)]
    return {name: rng.random() < 0.5 for name in flags if name != "play_on"}


def short(rng: random.Random, secret: bytes) -> Game:
    """A short scenario."""
    return engine.new_game("no_retreat", rng.choice(SHORT), _options(rng), secret)


def late(rng: random.Random, secret: bytes) -> Game:
    """The war in 1945."""
    return engine.new_game("no_retreat", "na_berlin", _options(rng), secret)


def scattered(rng: random.Random, secret: bytes) -> Game:
    """A random position at a random station of a short scenario."""
    game = short(rng, secret)
    scatter(game, rng)
    return game


@pytest.mark.parametrize("make", [short, late, scattered])
def test_random_games(make: fuzz.Maker) -> None:
    played(make, 2)


def test_random_positions_reach_every_station() -> None:
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = short(rng, bytes(32))
        seen.add(scatter(game, rng))
    assert seen == set(game.table.rules.editor.stations)
