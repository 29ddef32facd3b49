"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import json
import random

import pytest

import engine
from engine.games.race_to_moscow.data.board import BOARD
from tests.golden import play_on
from tests.race_to_moscow.golden import BLOB, FOLDER, PLANS
from tests.table import raw


@pytest.mark.parametrize("name", PLANS)
def test_a_game_on_record_is_the_same_game_today(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    verdict = engine.verify(text)
    assert verdict.faults == () and verdict.uncompared == 0 and not verdict.unrated
    assert verdict.orders > 200
    assert verdict.result.startswith(("gray", "white", "brown", "soviet"))
    for verb in ("move", "supply", "truck", "transport", "end actions"):
        assert f"> {verb}" in text


def test_a_position_of_shape_1_is_the_same_game() -> None:
    """Shape 1 had a number for each connection, for trucks and for trains."""
    game, rng = engine.new_game("race_to_moscow", secret=bytes(32)), random.Random(3)
    while not (game.table.s.trains_on and all(game.table.s.trucks_on)):
        if game.result():
            game = engine.new_game("race_to_moscow", secret=rng.randbytes(32))
        side = game.pending()[0].side
        game.submit(side, game.sample(side, rng))
    fields = raw(game)
    trucks, trains = fields["state"].pop("trucks_on"), fields["state"].pop("trains_on")
    lines = range(len(BOARD.connections))
    fields["state"]["truck_on"] = [
        next((colour for colour in range(3) if line in trucks[colour]), -1) for line in lines
    ]
    fields["state"]["train_on"] = [int(line in trains) for line in lines]
    old = engine.load(json.dumps({**fields, "shape": 1}).encode())
    assert old.dump() == game.dump()


def test_a_position_of_shape_1_loads_and_goes_on() -> None:
    game = engine.load(BLOB.read_bytes())
    assert game.look(["round"]) == ("3",) and game.check() == []
    assert sorted(pending.side for pending in game.pending()) == ["brown", "gray"]
    play_on(game)
