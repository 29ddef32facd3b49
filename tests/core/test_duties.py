"""Duties that span orders: what is owed must be done, and no pick is offered that prevents it."""

from engine.core.errors import Illegal
from engine.core.game import Game
from tests.core.play import load, new, refused, words


def declared(*lines: str, targets: str) -> Game:
    """Red has declared `targets`; two reds at 3, blue around them at 2 and 4."""
    game = new("close")
    start = ["clear", "put r1 r2 3", "put b1 2", "put b2 4", "set fuel.red 1"]
    game.submit("gm", "\n".join([*start, *lines, "at 1 red declare"]))
    game.submit("red", f"target {targets}")
    return game


def test_the_phase_ends_only_when_all_is_done() -> None:
    game = declared(targets="2 4")
    assert refused(game, "red", "end attacks", Illegal, "3").text == "2 targets must be attacked."
    assert not game.complete("red", "end attacks").complete
    assert "end attacks" not in words(game, "red")
    game.submit("gm", "dice battle 1 1")
    game.submit("red", "attack 4 with r2")
    assert refused(game, "red", "end attacks", Illegal, "3").text == "1 targets must be attacked."
    game.submit("red", "attack 2 with r1")
    assert game.complete("red", "end attacks").complete


def test_a_target_is_offered_only_while_each_can_be_attacked() -> None:
    game = new("close")
    game.submit("gm", "clear\nput r1 3\nput b1 2\nput b2 4\nat 1 red declare")
    assert words(game, "red", "target ") == ["2", "4"]
    assert words(game, "red", "target 2 ") == []  # one unit cannot attack two places
    refused(game, "red", "target 2 4", Illegal, "3")
    game.submit("gm", "put r2 3\nat 1 red declare")
    assert words(game, "red", "target 2 ") == ["4"]


def test_an_attacker_is_offered_only_if_the_rest_can_be_done() -> None:
    # r1 at 3 reaches 2 and 4, r2 at 5 reaches 4 alone: 4 is r2's, 2 is r1's.
    game = declared("put r2 5", targets="2 4")
    assert words(game, "red", "attack 4 with ") == ["u2"]
    assert words(game, "red", "attack 2 with ") == ["u1"]
    refused(game, "red", "attack 4 with r1", Illegal, "3")
    game.submit("gm", "dice battle 1")
    game.submit("red", "attack 4 with u2")
    assert words(game, "red", "attack ") == ["2"]


def test_a_duty_that_became_void_is_forgotten() -> None:
    game = declared(targets="2 4")
    game.submit("gm", "put b1 7")  # nobody is left at 2
    assert words(game, "red", "attack ") == ["4"]
    game.submit("gm", "put b2 7")
    assert game.complete("red", "end attacks").complete


def test_what_is_owed_is_stored() -> None:
    game = load(declared(targets="2 4").dump())
    refused(game, "red", "end attacks", Illegal, "3")
