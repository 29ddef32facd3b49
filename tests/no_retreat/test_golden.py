"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import json

import pytest

import engine
from engine.core.events import Event
from engine.games.no_retreat.shapes import from_shape_2
from tests.golden import play_on
from tests.no_retreat.cardplay import FRONT, phase
from tests.no_retreat.combat import combat, declared
from tests.no_retreat.golden import BLOB, FOLDER, PLANS
from tests.no_retreat.table import ids, place, refused
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
    assert fields["state"]["used"] == [{"side": "axis", "card": 35}]
    fields["state"]["used"] = [2 * 35]
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
    assert fields["state"]["used"] == [{"side": "axis", "card": 35}]
    fields["state"]["used"] = [2 * 35]
    fields["state"]["blows"] = [due, fresh, lost, empty, place("2016")]
    old = engine.load(json.dumps({**fields, "shape": 1}).encode())
    assert ids(old.table.s.blows) == ["1914", "1814", "2016"]


def test_events_and_windows_of_shape_2_go_on() -> None:
    """Shape 2 had a frame for each kind of window, and a number for each event."""
    ask = ("soviet cancel",)
    game = phase("axis movement", *FRONT, axis="28 6", soviet="4 10", ask=ask)
    game.submit("axis", "play 28")
    fields = raw(game)
    *_, play, window = fields["lanes"][0]["stack"]
    assert (play["frame"], window["frame"], window.pop("kind")) == (
        "nr.play",
        "nr.window",
        "cancel",
    )
    assert window.pop("event") == {"side": "axis", "card": 28}
    window |= {"frame": "nr.cancel", "event": 56}
    fields["state"]["used"] = [2 * 6]
    old = engine.load(json.dumps({**fields, "shape": 2}).encode())
    assert old.table.s.used == [Event("axis", 6)]
    old.submit("soviet", "pass")
    assert old.table.s.used == [Event("axis", 6), Event("axis", 28)]
    assert refused(old, "axis", "play 6") == "5.0"


@pytest.mark.parametrize(
    ("tag", "now", "kind"),
    [
        ("nr.defend_roll", "nr.battle_window", "defend_roll"),
        ("nr.result_window", "nr.battle_window", "result"),
        ("nr.own_removal_window", "nr.window", "own_removal"),
        ("nr.movement_start_window", "nr.window", "movement_start"),
        ("nr.card_phase_window", "nr.window", "card_phase"),
    ],
)
def test_a_window_of_shape_2_keeps_its_kind(tag: str, now: str, kind: str) -> None:
    fields = raw(phase("axis movement", *FRONT))
    fields["state"]["used"] = []
    fields["lanes"][0]["stack"].append({"frame": tag, "sides": ["soviet"]})
    migrated = from_shape_2(fields)
    assert migrated["lanes"][0]["stack"][-1] == {
        "frame": now, "kind": kind, "sides": ["soviet"]
    }  # fmt: skip
