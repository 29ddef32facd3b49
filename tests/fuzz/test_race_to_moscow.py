"""Random games to the end, of every number of players and variant, with the swap test."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.core import fuzz
from engine.core.game import Game, load_game, new_game
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.rules import RULES

Variant = tuple[str, dict[str, object]]

VARIANTS: dict[str, Variant] = {
    "basic": ("basic", {}),
    "basic-soviet": ("basic", {"soviet": True}),
    "soviet": ("standard", {"soviet": True}),
    "soviet-hard": ("standard", {"soviet": True, "sides": ["gray", "white"], "difficulty": "hard"}),
    "soviet-alone": (
        "standard",
        {"soviet": True, "sides": ["brown"], "difficulty": "veteran"},
    ),
    "abwehr": ("standard", {"abwehr": True, "difficulty": "hard"}),
    "winter": ("standard", {"winter": True, "redeployment": True}),
    "soviet-winter": ("standard", {"soviet": True, "winter": True, "redeployment": True}),
    "reverse": ("standard", {"difficulty": "veteran", "reverse": True}),
    "total-war": ("standard", {"total_war": True}),
    "all": (
        "standard",
        {
            "total_war": True,
            "winter": True,
            "redeployment": True,
            "difficulty": "hard",
            "reverse": True,
        },
    ),
}
"""Name -> scenario and options; every number and mix of players is added."""
for size in (1, 2, 3):
    for sides in combinations(COLOURS, size):
        VARIANTS["-".join(sides)] = ("standard", {"sides": list(sides)})


def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
    return load_game(RULES, blob, steps)


def maker(variant: str) -> fuzz.Maker:
    """Makes games of a variant."""

    def make(rng: random.Random, secret: bytes) -> Game:
        scenario, options = VARIANTS[variant]
        return new_game(RULES, scenario, options, secret)

    return make


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_random_game(variant: str) -> None:
    tally = fuzz.Tally()
    fuzz.play(maker(variant), load, 13, tally)
    assert tally.games == 1 and tally.actions > 20


def test_a_card_that_changes_its_family() -> None:
    """It was open before: a drawn card is discarded after a question was answered."""
    fuzz.play(maker("gray-brown"), load, 44, fuzz.Tally())
