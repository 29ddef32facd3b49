"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import pytest

import engine
from tests.golden import play_on
from tests.no_retreat.golden import BLOB, FOLDER, PLANS


@pytest.mark.parametrize("name", PLANS)
def test_a_game_on_record_is_the_same_game_today(name: str) -> None:
    verdict = engine.verify((FOLDER / f"{name}.txt").read_text("utf-8"))
    assert verdict.faults == () and verdict.uncompared == 0
    assert verdict.orders > 100 and verdict.rolls > 10
    assert verdict.result.startswith(("axis: ", "soviet: "))
    assert verdict.unrated == (name == "standing")


def test_a_position_of_shape_1_loads_and_goes_on() -> None:
    game = engine.load(BLOB.read_bytes())
    assert game.look(["turn"]) == ("8",) and game.check() == []
    assert game.pending()[0].kind == "window"  # in the midst of a battle
    play_on(game)
