"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import json

import pytest

import engine
from tests.golden import play_on
from tests.iron_blood.golden import BLOB, FOLDER, PLANS
from tests.iron_blood.table import empty, hands
from tests.table import raw


@pytest.mark.parametrize("name", PLANS)
def test_a_game_on_record_is_the_same_game_today(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    verdict = engine.verify(text)
    assert verdict.faults == () and verdict.uncompared == 0
    assert verdict.orders > 100 and verdict.rolls > 20
    assert verdict.result.startswith(("axis: ", "soviet: "))
    assert verdict.unrated == (name == "standing")


def test_a_game_that_was_tampered_with_is_found_out() -> None:
    text = (FOLDER / "advised.txt").read_text("utf-8")
    rows = text.splitlines()
    moves = [number for number, row in enumerate(rows) if "> move " in row]
    without = "\n".join(
        row for number, row in enumerate(rows) if number not in (moves[0], moves[0] + 1)
    )
    assert engine.verify(without).faults
    secret = rows[0].split()[-1]
    assert engine.verify(text.replace(secret, secret[::-1])).faults


def test_an_extra_advance_of_shape_1_ends_as_it_would_have() -> None:
    """Shape 1 knew no unit that has just moved, and no blitz after the token (ib-31)."""
    game = empty(
        "put axis_tank_1 0404",
        "put soviet_tank_1 0404",
        "put soviet_tank_2 0802",
        "put axis_infantry_1 0104",
        *hands("reroll"),
        "dice disengage 1",
        "at 1941_clear axis move",
    )
    game.submit("axis", "move axis_tank_1 0304")  # asked about a re-roll
    fields = raw(game)
    (move,) = [f for f in fields["lanes"][0]["stack"] if f["frame"] == "ib.move"]
    move["token"] = True
    del fields["state"]["mover"]
    old = engine.load(json.dumps({**fields, "shape": 1}).encode())
    old.submit("gm", "dice reroll 3")
    old.submit("axis", "play reroll 1")
    assert old.look(["axis_tank_1", "at"])[0] == "0304"
    assert old.look(["mover"]) == ("axis_tank_1",) and old.look(["blitzing"]) == ("none",)


def test_a_position_of_shape_1_loads_and_goes_on() -> None:
    game = engine.load(BLOB.read_bytes())
    assert game.look(["season"]) == ("1942_clear",) and game.hand("axis") != ()
    asked = [pending.side for pending in game.pending()]
    assert asked == ["axis"] and game.pending()[0].kind == "window"  # in the midst of a combat
    play_on(game)
