"""What a practice opponent of any game must do: end a game, and look at nothing hidden."""

import random
from collections.abc import Container

import engine
from engine import Game
from engine.core.fuzz import permute


def play_out(game: Game, auto: Container[str], rng: random.Random) -> Game:
    """The game at its end; sides that are not in `auto` order at random."""
    for _ in range(8000):
        if game.result():
            return game
        side = game.pending()[0].side
        line = game.auto(side) if side in auto else game.sample(side, rng)
        assert game.submit(side, line).ran == (line,)
    raise AssertionError("the game does not end")


def sees_only_its_own(game: Game, orders: int) -> None:
    """For so many orders: with all that it can't know exchanged a side gives the same line."""
    rng = random.Random(5)
    for _ in range(orders):
        if game.result():
            break
        side = game.pending()[0].side
        twin = engine.load(game.dump())
        permute(twin.table, side, rng)
        assert twin.auto(side) == game.auto(side)
        game.submit(side, game.auto(side))
