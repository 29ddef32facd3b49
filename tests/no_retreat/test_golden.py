"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import json

import pytest

import engine
from tests.golden import play_on
from tests.no_retreat.combat import combat, declared
from tests.no_retreat.golden import BLOB, FOLDER, PLANS
from tests.no_retreat.table import ids, place
from tests.table import raw


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


def test_a_retreat_of_shape_1_is_the_same_game() -> None:
    """Shape 1 did not say whom the result of a battle had found in the target hexes."""
    edits = ("put pz_1 2012", "put pz_2 2012", "put west 2112", "put kalinin 2011")
    game = declared(*edits, "dice battle 5", targets="2112 2011")
    game.table.pos.policy["soviet:retreat"] = "ask"
    game.submit("axis", "battle 2112+2011 with 1pz 2pz")  # a DR
    fields = raw(game)
    (battle,) = (frame for frame in fields["lanes"][0]["stack"] if frame["frame"] == "nr.battle")
    assert any(battle.pop("there"))
    old = engine.load(json.dumps({**fields, "shape": 1}).encode())
    assert old.dump() == game.dump() and old.pending()[0].rule == "10.7.5"


def test_a_counterblow_marker_of_shape_1_that_lost_its_units_is_gone() -> None:
    """§10.7.3: those of this phase and those that are due now, each by its own side."""
    edits = ("put army_4 1814", "put army_6 2015", "put west 1914", "put kalinin 2112")
    game = combat(*edits, "put south 2016", "mark 2016 counterblow", "mark 1914 counterblow")
    fields = raw(game)
    due, fresh, lost, empty = (place(hex_) for hex_ in ("1914", "1814", "2112", "2212"))
    (phase,) = (frame for frame in fields["lanes"][0]["stack"] if frame["frame"] == "nr.combat")
    assert phase["step"] == "close"
    phase["due"] = [due, place("2016"), empty]
    fields["state"]["blows"] = [due, fresh, lost, empty, place("2016")]
    old = engine.load(json.dumps({**fields, "shape": 1}).encode())
    assert ids(old.table.s.blows) == ["1914", "1814", "2016"]
