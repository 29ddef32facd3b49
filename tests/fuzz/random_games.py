"""Random games: of the toy for tests of the fuzzer, and of any game from random positions."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import engine
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


def caught(says: str, rules: Rules[Any, Any] = RULES, games: int = 40, seed: int = 0) -> fuzz.Fault:
    """The fault that random games must come upon; its position can be loaded."""
    with pytest.raises(fuzz.Fault, match=says) as found:
        play(games, rules, seed)
    assert found.value.blob
    load_game(rules, found.value.blob)
    return found.value


def scatter(game: Game, rng: random.Random) -> str:
    """The game goes on from a random position; the station at which it does."""
    lines = game.table.rules.editor.scatter(game.table, rng)
    game.submit("gm", "\n".join(lines))
    assert game.check() == []
    return str(lines[-1].split()[-1])


def played(make: fuzz.Maker, games: int) -> None:
    """So many random games of a room to the end, with every check."""
    tally = fuzz.Tally()
    for seed in range(games):
        fuzz.play(make, engine.load, 7_000 + seed, tally)
    assert tally.games == games and tally.actions and tally.swaps and tally.refusals
    assert sum(tally.winners.values()) == games
