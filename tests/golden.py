"""Whole games on record, for each game's own `golden` module: played, exported, replayed.

Write them anew on purpose alone, when a rule or the order of rolls was changed:
these games stand for those that people are playing.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import engine
from engine import Game, Logged


@dataclass(frozen=True)
class Plan:
    """How a game on record is played: by advice or at random, with standing orders or without."""

    game: str
    scenario: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    advised: bool = True
    dice: str = ""
    """Edit line that the umpire gives now and then among the standing orders ("": none)."""


def record(name: str, plan: Plan) -> str:
    """A game played to its end, as its export."""
    rng = random.Random(name)
    game = engine.new_game(plan.game, plan.scenario, dict(plan.options), rng.randbytes(32))
    log: list[Logged] = []
    while not game.result():
        if plan.dice and rng.random() < 0.1:
            _standing(game, plan, rng, log)
        side = game.pending()[0].side
        line = game.auto(side) if plan.advised else game.sample(side, rng)
        _order(game, side, line, rng, log)
    return engine.export(game, log, secret=True)


def write(folder: Path, plans: Mapping[str, Plan]) -> None:
    """Every game of a room, written anew."""
    for name, plan in plans.items():
        text = record(name, plan)
        (folder / f"{name}.txt").write_text(text, "utf-8")
        print(f"{name}: {len(text.splitlines())} lines")


def play_on(game: Game) -> None:
    """To the end, by advice; every line that is advised can be ordered."""
    for _ in range(3000):
        if game.result():
            break
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
    assert game.result() and game.check() == []


def _standing(game: Game, plan: Plan, rng: random.Random, log: list[Logged]) -> None:
    """A policy, an armed card, or the umpire's hand."""
    side = rng.choice(game.sides)
    policies = [
        f"policy {kind} {answer}" for kind in game.policies(side) for answer in ("ask", "auto")
    ]
    arms, rules = [], game.table.rules
    for item in rules.armable(game.table, side):
        word = rules.lexicons[rules.armed].write(item)
        arms += [f"arm {word} at {window}" for window in rules.fits(item, side)]
    if rng.random() < 0.2:
        _order(game, "gm", plan.dice.format(rng.randint(1, 3)), rng, log)
    else:
        _order(game, side, rng.choice(arms or policies), rng, log)


def _order(game: Game, side: str, line: str, rng: random.Random, log: list[Logged]) -> None:
    cause = rng.choice(["", f"c{len(log)}"])
    receipt = game.submit(side, line, cause)
    log.append(Logged(side, "\n".join(receipt.ran), cause, game.hash, game.version))
