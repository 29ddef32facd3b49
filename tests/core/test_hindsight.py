"""What policies did with the questions of the past, or would have done; and what is armed."""

from collections.abc import Iterator

import pytest

from engine.core.answers import Receipt
from engine.core.game import Game
from engine.core.hindsight import Met, armed, met
from engine.core.rules import Rules
from tests.core.play import ATTACK, battle, moving

ASKED = Met("commit", asked=True, line="")


def given(game: Game, *orders: tuple[str, str]) -> Iterator[Receipt]:
    for side, line in orders:
        yield game.submit(side, line)


def test_a_window_that_asked_would_have_passed() -> None:
    orders = (("red", ATTACK), ("red", "pass"), ("blue", "pass"))
    for side in ("red", "blue"):
        game = battle("cards hand.red stir", "cards hand.blue fog")
        assert met(game, side, given(game, *orders)).count(ASKED) == 1


def test_a_question_that_stays_open_counts_once() -> None:
    game = battle("cards hand.red stir", "cards hand.blue fog")
    game.submit("red", ATTACK)
    orders = (("blue", "policy cancel auto"), ("red", "policy cancel auto"), ("red", "pass"))
    assert met(game, "red", given(game, *orders)).count(ASKED) == 1


def test_what_a_policy_or_an_armed_card_settled_counts_with_its_line() -> None:
    for arm, line in ((False, ""), (True, "play plus")):
        game = moving("cards hand.blue plus", "dice battle 1", scenario="close")
        game.submit("blue", "policy commit auto")
        if arm:
            game.submit("blue", "arm plus at commit")
        game.submit("gm", "at 1 red move")  # a player turn begins
        orders = (("red", "end movement"), ("red", "target 4"), ("red", ATTACK))
        found = [one for one in met(game, "blue", given(game, *orders)) if one.kind == "commit"]
        assert found[:1] == [Met("commit", asked=False, line=line)], found


def test_a_choice_shows_the_line_of_its_default() -> None:
    found = {}
    for policy in ("ask", "auto"):
        game = moving("cards hand.blue fog", "dice battle 6", scenario="close")
        game.submit("blue", f"policy retreat {policy}")
        game.submit("gm", "at 1 red move")
        attack = (("red", "end movement"), ("red", "target 4"), ("red", ATTACK))
        came = met(game, "blue", given(game, *attack))
        found[policy] = [one for one in came if one.kind == "retreat"]
    assert found == {
        "ask": [Met("retreat", asked=True, line="retreat 5")],
        "auto": [Met("retreat", asked=False, line="retreat 5")],
    }


def test_a_question_that_is_asked_whatever_the_policy_is_none_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Rules, "own_turn", lambda rules, t, side: side == "red")
    game = battle("cards hand.red stir", "cards hand.blue fog")
    game.table.pos.policy["red:commit"] = "auto"
    assert ASKED not in met(game, "red", given(game, ("red", ATTACK), ("red", "pass")))


def test_what_is_armed_is_told_to_its_side() -> None:
    game = battle("cards hand.blue plus")
    game.submit("blue", "arm plus at commit if 4")
    [one] = armed(game, "blue")
    assert (one.kind, one.loose) == ("commit", True) and one.word == "plus" and one.place
    assert armed(game, "red") == ()
