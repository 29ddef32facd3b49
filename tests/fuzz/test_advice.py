"""The practice opponent has advice for every choice that it can come to: none is left to chance."""

import random

import pytest

import engine
from engine import Game
from engine.__main__ import _chosen
from engine.core.verbs import Verb


@pytest.mark.parametrize("title", ["iron_blood", "race_to_moscow", "no_retreat"])
def test_no_choice_is_answered_at_random(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of every scenario and option in which nearly a third of the orders is anybody's."""
    real = Game.sample

    def never(game: Game, side: str, rng: random.Random, verbs: list[Verb] | None = None) -> str:
        assert verbs is None, [type(lane.top).__name__ for lane in game.table.pos.lanes]
        return real(game, side, rng, verbs)

    monkeypatch.setattr(Game, "sample", never)
    info = engine.catalogue()[title]
    for seed in range(5):
        rng, game = random.Random(seed), None
        while game is None:
            chosen = {option.name: _chosen(option, rng) for option in info.options}
            try:
                game = engine.new_game(title, rng.choice(list(info.scenarios)), chosen, b"7" * 32)
            except engine.OrderError:
                continue  # they do not fit together
        for kind in game.policies(game.sides[0]):
            for side in game.sides:
                game.submit(side, f"policy {kind} ask")
        while not game.result():
            side = rng.choice(game.pending()).side
            line = game.auto(side)
            if rng.random() < 0.3:
                line = game.sample(side, rng)
            game.submit(side, line)
