"""Random positions, and random games from them with every check."""

import random

import pytest

import engine
from engine import Game
from engine.core import fuzz
from tests.race_to_moscow.table import fresh

OPTIONS: list[dict[str, object]] = [
    {},
    {"sides": ["gray", "brown"], "winter": True, "redeployment": True},
    {"sides": ["white"], "difficulty": "veteran"},
    {"soviet": True},
]


def scattered(rng: random.Random, secret: bytes) -> Game:
    game = fresh(options=rng.choice(OPTIONS), secret=secret)
    game.submit("gm", "\n".join(game.table.rules.editor.scatter(game.table, rng)))
    return game


def test_random_positions_reach_every_station() -> None:
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = fresh(options=OPTIONS[seed % len(OPTIONS)])
        lines = game.table.rules.editor.scatter(game.table, rng)
        game.submit("gm", "\n".join(lines))
        assert game.check() == []
        seen.add(lines[-1].split()[-1])
    assert seen == set(game.table.rules.editor.stations)


@pytest.mark.parametrize("seed", range(4))
def test_games_from_random_positions(seed: int) -> None:
    tally = fuzz.Tally()
    fuzz.play(scattered, engine.load, 900 + seed, tally)
    assert tally.games == 1 and tally.actions
