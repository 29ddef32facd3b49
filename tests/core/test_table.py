"""What is made once for a game: verbs that find what they offer when they are asked."""

import gc
import random
import weakref

import pytest

import engine
from engine.core.table import Table
from engine.games import ROOMS
from tests.core.play import new


def test_what_lasts_is_made_once_and_goes_with_the_game() -> None:
    t: Table = new().table  # type: ignore[type-arg]
    made: list[tuple[object, ...]] = []

    def make(table: object, *about: str | int) -> list[object]:
        assert table is t
        made.append(about)
        return list(about)

    first = t.lasting(make, "red", 1)
    assert t.lasting(make, "red", 1) is first and first == ["red", 1]
    assert t.lasting(make, "red", 2) == ["red", 2] and t.lasting(make, "blue") == ["blue"]
    assert made == [("red", 1), ("red", 2), ("blue",)]
    t.end(["red"], "the end")
    assert t.lasting(make, "red", 1) is not first


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_that_is_over_is_freed_without_a_search(room: str) -> None:
    gc.collect()
    gc.disable()
    try:
        game, rng = engine.new_game(room, secret=bytes(32)), random.Random(1)
        for _ in range(60):  # past the set-up, to the verbs of a turn
            side = game.pending()[0].side
            game.submit(side, game.sample(side, rng))
        while not game.result():
            side = game.pending()[0].side
            game.verbs(side)
            game.view(side)
            game.submit(side, "resign")
        table = weakref.ref(game.table)
        del game
        assert table() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_that_goes_on_is_freed_without_a_search(room: str) -> None:
    gc.collect()
    gc.disable()
    try:
        game, rng = engine.new_game(room, secret=bytes(32)), random.Random(1)
        for _ in range(60):
            side = game.pending()[0].side
            game.submit(side, game.sample(side, rng))
        table = weakref.ref(game.table)
        game = engine.load(game.dump())
        assert table() is None
    finally:
        gc.enable()
