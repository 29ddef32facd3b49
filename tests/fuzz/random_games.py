"""Random games of the toy, for tests of the fuzzer."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core import fuzz
from engine.core.game import Game, load_game, new_game
from engine.core.rules import Rules
from tests.core.toy import RULES


def play(games: int, rules: Rules[Any, Any] = RULES, seed: int = 0) -> fuzz.Tally:
    """So many random games to the end, of both scenarios in turn."""

    def make(rng: random.Random, secret: bytes) -> Game:
        return new_game(rules, rng.choice(list(rules.scenarios)), {"fuel": 2}, secret)

    def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
        return load_game(rules, blob, steps)

    tally = fuzz.Tally()
    for number in range(games):
        fuzz.play(make, load, seed + number, tally)
    return tally


def caught(says: str, rules: Rules[Any, Any] = RULES, games: int = 40) -> fuzz.Fault:
    """The fault that random games must come upon; its position can be loaded."""
    with pytest.raises(fuzz.Fault, match=says) as found:
        play(games, rules)
    assert found.value.blob
    load_game(rules, found.value.blob)
    return found.value
