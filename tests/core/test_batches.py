"""Several lines at once, and what an order may never leave behind."""

import pytest

from engine.core.entries import Rolled
from engine.core.errors import Illegal, Malformed, OrderError, Unfinished
from tests.core import skirmish
from tests.core.play import ATTACK, asked, battle, load, moving, new, orders, refused


def test_lines_run_in_order_and_are_one_step() -> None:
    game = moving()
    before = game.dump()
    receipt = game.submit("red", "move u3 3; dig 0\n\n# a comment\nmove u2 2")
    assert receipt.ran == ("move r3 3", "dig 0", "move r2 2")
    assert receipt.left == ()
    assert (receipt.door, receipt.revision) == (False, game.revision)
    assert game.revision == moving().revision + 3
    game.undo("red")
    assert game.dump() == before


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("move u3 3; move u3 4", Illegal, "2"),
        ("move u3 3; muve u2 2", Malformed, ""),
        ("dig 0; dig 0", Illegal, "2.1"),
        ("move u3 3; resign", Malformed, ""),
        ("resign; move u3 3", Malformed, ""),
    ],
)
def test_all_or_none(text: str, kind: type[OrderError], rule: str) -> None:
    refused(moving(), "red", text, kind, rule)


@pytest.mark.parametrize(
    ("door", "rest"),
    [
        ("peek", ["move u3 3", "nonsense", "move u3 99"]),
        (
            "end movement; end declaration; end attacks",
            ["move u3 3"],
        ),
    ],
)
def test_what_stands_behind_a_door_is_left(door: str, rest: list[str]) -> None:
    game = moving("cards deck plus cancel ...")
    receipt = game.submit("red", "; ".join(["dig 0", door, *rest]))
    assert list(receipt.ran) == ["dig 0", *door.split("; ")]
    assert list(receipt.left) == rest
    assert receipt.door
    assert game.steps == ()


def test_a_roll_is_a_door_in_a_batch() -> None:
    game = battle("put r2 3", "put b1 2", die=1)
    game.submit("gm", "dice battle 1")
    receipt = game.submit("red", f"refuel; {ATTACK}; refuel")
    assert receipt.ran == ("refuel", "attack 4 with r3")
    assert receipt.left == ("refuel",)
    assert len(orders(receipt, Rolled)) == 1


def test_a_side_that_is_not_asked_any_more_is_told_which_line() -> None:
    game = new()
    error = refused(game, "red", "plan bold; plan wary", Illegal)
    assert str(error).startswith("Line 2: ") and error.lines == ("plan bold", "plan wary")
    assert asked(game) == ["red", "blue"]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("move u3 3; move u2 99; dig 0", 2, "99"),
        ("dig 0; move u9 3", 2, "u9"),
        ("move u3 3; dig 0; muve u2 2", 3, "muve"),
        ("dig 0; move u2 2; end movement now", 3, "now"),
    ],
)
def test_a_refusal_in_a_batch_names_line_and_word(text: str, line: int, word: str) -> None:
    with pytest.raises(OrderError) as caught:
        moving().submit("red", text)
    assert len(caught.value.lines) == line and caught.value.word == word
    assert caught.value.lines == tuple(text.split("; ")[:line])


@pytest.mark.parametrize("text", ["end movement", "end Movement.", "dig 0; end movement", "resign"])
def test_what_ends_with_orders_left_is_asked_first(text: str) -> None:
    game = moving()
    before = game.dump()
    with pytest.raises(Unfinished) as caught:
        game.submit("red", text, ask=True)
    assert caught.value.line in text.casefold() and "move" in caught.value.left
    assert game.dump() == before
    assert game.submit("red", text).ran[-1] == caught.value.line


@pytest.mark.parametrize("text", ["move u3 3", "dig 0; watch b1", "watch b1"])
def test_what_ends_nothing_is_not_asked(text: str) -> None:
    assert moving().submit("red", text, ask=True).ran


def test_a_window_is_passed_without_being_asked_again() -> None:
    game = battle("cards hand.red plus", "cards hand.blue cancel")
    game.submit("red", ATTACK)
    side = game.pending()[0].side
    assert game.pending()[0].kind == "window" and len(game.verbs(side)) > 1
    assert game.submit(side, "pass", ask=True).ran == ("pass",)


# exceptions ------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["dig 0", "move u3 3; dig 0", "move u3 3; watch b1; dig 0+1"])
def test_an_exception_leaves_the_game_as_it_was(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = moving("cards deck plus cancel ...", "cards hand.red fog", "set fuel.red 3")
    game.submit("red", "watch b2")
    real = skirmish.dig_in

    def dig_in(t: skirmish.T, side: str) -> skirmish.Verb:
        def do(*picks: object) -> None:
            t.roll("battle", 2, range(1, 7))
            t.draw("deck", "hand.red", "red")
            t.shuffle("deck")
            t.s.points[0] = 99
            t.pos.lanes[0].stack.append(skirmish.Round())
            t.end(["red"], "a mishap")
            raise ZeroDivisionError

        return skirmish.Verb("dig", do, real(t, side).slots, rule="2.1")

    monkeypatch.setattr(skirmish, "dig_in", dig_in)
    game = load(game.dump(), game.steps)
    before, steps, questions, view = game.dump(), game.steps, game.pending(), game.view("red")
    with pytest.raises(ZeroDivisionError):
        game.submit("red", text)
    assert (game.dump(), game.steps) == (before, steps)
    assert (game.pending(), game.view("red"), game.result()) == (questions, view, None)
    assert game.table.rules.codec.encode(game.table.pos) == before
    monkeypatch.undo()
    game = load(game.dump(), game.steps)
    twin = game.submit("red", "move u3 3")
    assert twin.ran == ("move r3 3",)
    game.undo("red")
    game.undo("red")
    assert game.view(None).watched == -1
