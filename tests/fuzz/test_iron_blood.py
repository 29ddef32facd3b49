"""Random games of Iron Blood with every check of the fuzzer, from three kinds of beginning."""

import random
from collections.abc import Callable

import pytest

import engine
from engine import Game
from engine.core import fuzz
from engine.games.iron_blood.edit import STATIONS

Maker = Callable[[random.Random, bytes], Game]


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
    game.submit("gm", "\n".join(game.table.rules.editor.scatter(game.table, rng)))
    return game


@pytest.mark.parametrize("make", [begun, deployed, scattered])
def test_random_games(make: Maker) -> None:
    tally = fuzz.Tally()
    for seed in range(5):
        fuzz.play(make, engine.load, 7_000 + seed, tally)
    assert tally.games == 5 and tally.actions and tally.swaps and tally.refusals
    assert sum(tally.winners.values()) == 5


def test_random_positions_are_legal_and_reach_every_station() -> None:
    seen, phases = set(), set()
    for seed in range(120):
        rng = random.Random(seed)
        game = begun(rng, bytes(32))
        lines = game.table.rules.editor.scatter(game.table, rng)
        game.submit("gm", "\n".join(lines))
        assert game.check() == []
        seen.add(lines[-1].split()[-1])
        phases.add(game.view(None).phase)
    assert seen == set(STATIONS)
    assert phases >= {"Set-up", "Fleet and air support", "Movement", "Combat", "Reinforcements"}
