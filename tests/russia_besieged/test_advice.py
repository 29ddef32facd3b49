"""The practice opponent: always a legal line, to the end, and nothing stupid."""

import random

import pytest

import engine
from engine import Game
from tests.practice import play_out


def played(seed: int, auto: tuple[str, ...], scenario: str = "campaign") -> Game:
    """A whole game; sides that are not automatic order at random."""
    rng = random.Random(seed)
    game = engine.new_game("russia_besieged", scenario, secret=rng.randbytes(32))
    return play_out(game, auto, rng)


@pytest.mark.parametrize("scenario", ["tournament_5", "fall_blau_1942", "downfall_1944"])
def test_it_plays_to_the_end(scenario: str) -> None:
    result = played(len(scenario), ("axis", "soviet"), scenario).result()
    assert result and result.reason and "resigned" not in result.reason


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_it_beats_orders_at_random(side: str) -> None:
    """One of the twenty games of `python -m tests.russia_besieged.signs --random`."""
    result = played(4, (side,)).result()
    assert result and result.winners == (side,)


def test_it_is_the_same_after_a_restart() -> None:
    """Nothing is remembered from order to order but what stands in the position."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    for _ in range(120):
        side = game.pending()[0].side
        line = engine.load(game.dump()).auto(side)
        assert line == game.auto(side)
        game.submit(side, line)
