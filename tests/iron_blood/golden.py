"""Whole games on record. `python -m tests.iron_blood.golden` writes them anew.

Do that on purpose alone, when a rule or the order of rolls was changed: these
games stand for those that people are playing. The stored position beside them
is never written anew: it must load for as long as its shape is supported.
"""

import random
from pathlib import Path

import engine
from engine import Game, Logged

FOLDER = Path(__file__).parent / "golden"
BLOB = FOLDER / "position_shape_1.json"
GAMES = ("advised", "random", "standing")


def record(name: str) -> str:
    """A game by name, played to its end, as its export."""
    rng = random.Random(name)
    options = {"anti_partisan": name == "random"}
    game = engine.new_game("iron_blood", None, options, rng.randbytes(32))
    log: list[Logged] = []
    while not game.result():
        if name == "standing" and rng.random() < 0.1:
            _standing(game, rng, log)
        side = game.pending()[0].side
        advised = name != "random"
        _order(game, side, game.auto(side) if advised else game.sample(side, rng), rng, log)
    return engine.export(game, log, secret=True)


def _standing(game: Game, rng: random.Random, log: list[Logged]) -> None:
    """A policy, an armed token, or the umpire's hand."""
    side = rng.choice(game.sides)
    policies = [
        f"policy {kind} {answer}" for kind in game.policies(side) for answer in ("ask", "auto")
    ]
    arms = []
    for item in game.table.held(side):
        word = game.table.rules.lexicons["card"].write(item)
        arms += [f"arm {word} at {window}" for window in game.table.rules.fits(item, side)]
    if rng.random() < 0.2:
        _order(game, "gm", f"dice combat.axis {rng.randint(1, 3)} 3", rng, log)
    else:
        _order(game, side, rng.choice(arms or policies), rng, log)


def _order(game: Game, side: str, line: str, rng: random.Random, log: list[Logged]) -> None:
    cause = rng.choice(["", f"c{len(log)}"])
    receipt = game.submit(side, line, cause)
    log.append(Logged(side, "\n".join(receipt.ran), cause, game.hash, game.version))


if __name__ == "__main__":
    for name in GAMES:
        text = record(name)
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")
        print(f"{name}: {len(text.splitlines())} lines")
