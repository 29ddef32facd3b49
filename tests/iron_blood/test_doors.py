"""Batches, undo and doors: what can be taken back in this game, and what can't."""

import pytest

import engine
from engine import Game
from tests.iron_blood.table import asked, empty, hands, places, refused, table

FIELD = (
    "put axis_infantry_1 0104",
    "put axis_tank_1 0105",
    "put axis_infantry_2 0404",
    "put soviet_infantry_1 0404",
    "put soviet_infantry_2 0802",
)


def field(*edits: str, station: str = "axis move", axis: str = "") -> Game:
    return empty(*FIELD, *hands(axis), *edits, f"at 1941_clear {station}")


def test_a_move_is_taken_back_to_the_byte() -> None:
    """phase2"""
    game = field()
    dumps = []
    for line in ("move 1inf 0204", "move 1pz 0104"):
        dumps.append(game.dump())
        assert not game.submit("axis", line).door
    for dump in reversed(dumps):
        game.undo("axis")
        assert game.dump() == dump
    with pytest.raises(engine.Illegal):
        game.undo("axis")  # the umpire's edit was a door


def test_undo_survives_storing() -> None:
    """phase2"""
    game = field()
    before = game.dump()
    game.submit("axis", "move 1inf 0204")
    again = engine.load(game.dump(), game.steps)
    again.undo("axis")
    assert again.dump() == before
    bare = engine.load(game.dump())
    with pytest.raises(engine.Illegal):
        bare.undo("axis")


ROLLS = [
    ("axis move", ("move axis_infantry_2 0403",), "disengage 1"),
    ("axis move", ("move axis_infantry_2 0403",), "disengage 3"),
    ("axis move", ("move 1pz 0205", "blitz"), "blitz 1"),
    ("axis move", ("move 1pz 0205", "blitz"), "blitz 3"),
    ("axis move", ("end movement",), "blitz 1"),
    ("axis support", ("fleet 0203", "air 0605 4", "end support"), "blitz 1"),
]


@pytest.mark.parametrize(("station", "lines", "dice"), ROLLS)
def test_not_beyond_a_roll_or_the_others_turn(
    station: str, lines: tuple[str, ...], dice: str
) -> None:
    """§phase2.disengage, §phase2.blitz, §phase1: doors"""
    game = field(f"dice {dice}", station=station)
    for line in lines:
        receipt = game.submit("axis", line)
    assert receipt.door and game.steps == ()
    for side in ("axis", "soviet"):
        with pytest.raises(engine.Illegal):
            game.undo(side)


def test_the_advance_after_a_blitz_can_be_taken_back_the_roll_not() -> None:
    """§phase2.blitz"""
    game = field("dice blitz 3")
    game.submit("axis", "move 1pz 0205")
    game.submit("axis", "blitz")
    before = game.dump()
    game.submit("axis", "advance 1pz 0204")
    game.undo("axis")
    assert game.dump() == before
    with pytest.raises(engine.Illegal):
        game.undo("axis")


def test_the_extra_advance_of_a_token_can_not_be_taken_back() -> None:
    """§generals: it has been shown"""
    game = field(axis="advance")
    game.submit("axis", "move 1inf 0204")
    assert game.submit("axis", "play advance 1inf 0304").door
    with pytest.raises(engine.Illegal):
        game.undo("axis")


def test_only_ones_own_last_order() -> None:
    """phase2"""
    game = field()
    game.submit("axis", "move 1inf 0204")
    with pytest.raises(engine.Illegal):
        game.undo("soviet")


def test_a_batch_is_atomic() -> None:
    """§phase2: the third line is illegal, nothing is done"""
    game = field()
    refused(game, "axis", "move 1inf 0204\nmove 1pz 0104\nmove 1inf 0304")
    assert places(game, "axis_infantry_1", "axis_tank_1") == ["0104", "0105"]
    receipt = game.submit("axis", "move 1inf 0204; move 1pz 0104")
    assert receipt.ran == ("move axis_infantry_1 0204", "move axis_tank_1 0104")
    game.undo("axis")  # the batch was one order
    assert places(game, "axis_infantry_1", "axis_tank_1") == ["0104", "0105"]


def test_a_batch_stops_at_its_first_door_and_hands_the_rest_back() -> None:
    """§phase2.disengage: nothing is refused after a die was rolled"""
    game = field("dice disengage 1")
    receipt = game.submit("axis", "move 1inf 0204; move axis_infantry_2 0403; move 1inf 0304")
    assert receipt.ran == ("move axis_infantry_1 0204", "move axis_infantry_2 0403")
    assert receipt.left == ("move 1inf 0304",) and receipt.door
    assert places(game, "axis_infantry_1", "axis_infantry_2") == ["0204", "0404"]


def test_a_batch_ends_where_the_other_side_decides() -> None:
    """phase1"""
    game = table()
    game.submit("axis", "setup suggested")
    receipt = game.submit("axis", "fleet 0203; air 0605 4; end support; fleet 0202")
    assert receipt.left == ("fleet 0202",) and asked(game) == ["soviet"]


def test_partisans_can_be_placed_anew_but_not_rolled_anew() -> None:
    """§phase8.partisans"""
    game = empty(
        "put axis_infantry_1 0104", *hands(), "dice partisans 2", "at 1941_snow axis reinforce"
    )
    before = game.dump()
    game.submit("soviet", "partisan 0504")
    game.submit("soviet", "partisan 0505")
    game.submit("soviet", "end partisans")
    for _ in range(3):
        game.undo("soviet")
    assert game.dump() == before
    with pytest.raises(engine.Illegal):
        game.undo("soviet")


def test_the_last_placement_of_a_phase_waits_for_its_player() -> None:
    """§phase8.reinforcements: so that it can be taken back"""
    game = empty("put axis_infantry_1 0104", *hands(), "at 1942_mud axis reinforce")
    game.submit("soviet", "place 1inf 0506")
    assert asked(game) == ["soviet"]
    game.undo("soviet")
    assert places(game, "soviet_infantry_1") == ["box_soviet_pool"]


def test_standing_orders_are_not_taken_back() -> None:
    """generals"""
    game = field(axis="die")
    game.submit("axis", "move 1inf 0204")
    game.submit("axis", "policy commit auto")
    game.submit("axis", "arm die at commit")
    game.undo("axis")
    assert places(game, "axis_infantry_1") == ["0104"]
    assert game.policies("axis")["commit"] == ("ask", "auto")
    assert len(game.table.pos.arms) == 1
