"""Games on record are replayed to the bit."""

import pytest

import engine
from tests.stalins_war.golden import FOLDER, PLANS


@pytest.mark.parametrize("name", PLANS)
def test_a_game_on_record_is_the_same_game_today(name: str) -> None:
    verdict = engine.verify((FOLDER / f"{name}.txt").read_text("utf-8"))
    assert verdict.faults == () and verdict.uncompared == 0
    assert verdict.orders > 100 and verdict.rolls > 10
    assert verdict.result.startswith(("axis: ", "soviet: "))
    assert verdict.unrated == (name == "standing")
