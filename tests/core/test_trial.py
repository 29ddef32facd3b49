"""A try-out: every line's verdict, up to the first thing that cannot be taken back."""

import pytest

from engine.core.entries import Moved, Rolled
from engine.core.errors import Illegal, Malformed
from engine.core.trial import Stop, trial
from tests.core.play import ATTACK, battle, moving, new
from tests.core.test_undo import DOORS, cards


def test_every_line_has_its_verdict() -> None:
    game = moving()
    before, steps = game.dump(), game.steps
    found = trial(game, "red", "move u3 3; move u3 4; muve u2 2; move u2 2")
    assert [tried.line for tried in found.lines] == [
        *("move r3 3", "move u3 4", "muve u2 2", "move r2 2")
    ]
    kinds = [type(tried.error) for tried in found.lines]
    assert kinds == [type(None), Illegal, Malformed, type(None)]
    assert not found.good and found.left == ()
    assert any(isinstance(entry, Moved) for entry in found.lines[0].entries)
    assert found.asked == game.pending()[0].prompt
    assert (game.dump(), game.steps) == (before, steps)


@pytest.mark.parametrize(
    ("name", "stop"),
    [
        ("a roll", Stop.DIE),
        ("a shuffle", Stop.SHOWN),
        ("a look", Stop.SHOWN),
        ("a card laid open", Stop.SHOWN),
        ("the other side's turn", Stop.SHOWN),
    ],
)
def test_it_stops_at_each_door_before_anything_comes_of_it(name: str, stop: Stop) -> None:
    make, side, text = DOORS[name]
    game = make()
    before, rolls = game.dump(), game.table.pos.rolls
    found = trial(game, side, f"{text}; nonsense")
    assert found.lines[-1].stop == stop and found.left == ("nonsense",)
    told = [entry for tried in found.lines for entry in tried.entries]
    assert not any(isinstance(entry, Rolled) for entry in told)
    assert (game.dump(), game.table.pos.rolls) == (before, rolls)


@pytest.mark.parametrize("arm", [False, True])
def test_it_does_not_tell_whether_the_enemy_has_something_armed(arm: bool) -> None:
    game = battle("cards hand.blue plus", die=1)
    game.submit("blue", "policy commit auto")
    if arm:
        game.submit("blue", "arm plus at commit")
    [tried] = trial(game, "red", ATTACK).lines
    assert (tried.stop, tried.error, tried.line) == (Stop.WINDOW, None, "attack 4 with r3")


def test_it_says_what_would_be_left_undone() -> None:
    found = trial(cards(), "red", "end movement")
    assert "move" in found.lines[0].left


def test_what_is_open_at_all_times_is_not_tried() -> None:
    with pytest.raises(Malformed, match="cannot be tried"):
        trial(moving(), "red", "move u3 3; resign")
    with pytest.raises(Malformed, match="empty"):
        trial(moving(), "red", "  ")


def test_whose_turn_it_is_not_is_told_so_for_each_line() -> None:
    found = trial(moving(), "blue", "move u3 3; end movement")
    assert [type(tried.error).__name__ for tried in found.lines] == ["OutOfTurn"] * 2
    assert found.asked == "" and not found.good


def test_a_sealed_plan_is_tried_in_its_own_lane() -> None:
    found = trial(new(), "blue", "plan wary")
    assert found.good and found.lines[0].stop is None
