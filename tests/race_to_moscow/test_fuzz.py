"""Random games to the end, of every number of players and variant, with the swap test."""

import random
from collections.abc import Sequence

import pytest

from engine.core import fuzz
from engine.core.game import Game, load_game, new_game
from engine.games.race_to_moscow.rules import RULES

VARIANTS: dict[str, dict[str, object]] = {
    "three": {},
    "two": {"sides": ["gray", "brown"]},
    "alone": {"sides": ["white"]},
    "soviet": {"soviet": True},
    "soviet-alone": {"soviet": True, "sides": ["brown"], "difficulty": "veteran"},
    "abwehr": {"abwehr": True, "difficulty": "hard"},
    "winter": {"winter": True, "redeployment": True},
    "soviet-winter": {"soviet": True, "winter": True, "redeployment": True},
    "reverse": {"difficulty": "veteran", "reverse": True},
}


def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
    return load_game(RULES, blob, steps)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_random_game(variant: str) -> None:
    def make(rng: random.Random, secret: bytes) -> Game:
        return new_game(RULES, rng.choice(list(RULES.scenarios)), VARIANTS[variant], secret)

    tally = fuzz.Tally()
    fuzz.play(make, load, 11, tally)
    assert tally.games == 1


def test_a_card_that_changes_its_family() -> None:
    """It was open before: a drawn card is discarded after a question was answered."""

    def make(rng: random.Random, secret: bytes) -> Game:
        return new_game(RULES, rng.choice(list(RULES.scenarios)), VARIANTS["two"], secret)

    fuzz.play(make, load, 44, fuzz.Tally())
