"""Is a game freed at once when nobody has it any more? `python -m tests.core.freed` names those
that wait for the collector.

In a process of its own: the measuring of lines holds frames for a while, and what is in them.
"""

import gc
import random
import weakref

import engine
from engine import Game
from engine.games import ROOMS


def under_way(room: str) -> Game:
    """A game past its set-up, with the verbs of a turn."""
    game, rng = engine.new_game(room, secret=bytes(32)), random.Random(1)
    for _ in range(60):
        side = game.pending()[0].side
        game.submit(side, game.sample(side, rng))
    return game


def resigned(game: Game) -> weakref.ref[object]:
    """The table of a game that is over."""
    while not game.result():
        side = game.pending()[0].side
        game.verbs(side)
        game.view(side)
        game.submit(side, "resign")
    return weakref.ref(game.table)


def put_away(game: Game) -> weakref.ref[object]:
    """The table of a game that goes on from its bytes."""
    assert engine.load(game.dump()).hash == game.hash
    return weakref.ref(game.table)


def main() -> None:
    gc.disable()
    for room in ROOMS:
        for gone in (resigned, put_away):
            if gone(under_way(room))() is not None:
                print(f"{room}, {gone.__name__}")


if __name__ == "__main__":
    main()
