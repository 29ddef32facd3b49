"""Forks, lanes, and verbs at hand in every choice."""

from collections.abc import Sequence
from typing import ClassVar

import pytest

from engine.core.entries import Noted, Ordered
from engine.core.errors import OutOfTurn, Stale
from engine.core.frames import Call, Done, Fork, Goto, Outcome, Proc
from engine.core.game import load_game
from engine.core.verbs import Verb
from tests.core.play import asked, moving, new, orders, refused, staged, words
from tests.core.test_frames import FRAMES, Errand, Say, T, trail

# forks -----------------------------------------------------------------------------


def test_both_sides_are_asked_at_once_and_answer_in_any_order() -> None:
    ends = []
    for sides in (("red", "blue"), ("blue", "red")):
        game = new(cards="none")
        assert asked(game) == ["red", "blue"]
        plans = {"red": "plan bold", "blue": "plan wary"}
        game.submit(sides[0], plans[sides[0]])
        assert asked(game) == [sides[1]]
        refused(game, sides[0], plans[sides[0]], OutOfTurn)
        game.submit(sides[1], plans[sides[1]])
        assert game.view(None).plans == ["bold", "wary"]
        ends.append(game.table.s)
    assert ends[0] == ends[1]


def test_a_sealed_answer_shows_only_that_it_was_given() -> None:
    game = new()
    receipt = game.submit("red", "plan bold")
    assert orders(receipt) == [
        Ordered(side="red", line="plan", rule="1"),
        Ordered(side="red", line="plan bold", rule="1", to="red"),
    ]
    for seat in (None, "blue"):
        assert "bold" not in repr(game.view(seat)) + repr(game.pending())
    assert game.view(None).plans == ["", ""]


@pytest.mark.parametrize(("first", "second"), [("red", "blue"), ("blue", "red")])
def test_the_question_of_the_other_side_stays_the_same(first: str, second: str) -> None:
    game = new()
    ids = {p.side: p.id for p in game.pending()}
    assert ids["red"] != ids["blue"]
    with pytest.raises(Stale):  # a question is answered by the side that is asked
        game.submit(first, "plan bold", pending=ids[second])
    game.submit(first, "plan bold", pending=ids[first])
    assert {p.side: p.id for p in game.pending()} == {second: ids[second]}
    with pytest.raises(Stale):
        game.submit(first, "plan bold", pending=ids[first])
    game.submit(second, "plan wary", pending=ids[second])
    with pytest.raises(Stale):
        game.submit(second, "plan wary", pending=ids[second])


class Council(Proc, kw_only=True, tag="test.council"):
    """Forks into several lanes and writes down what they hand back."""

    values: list[int]
    STEPS: ClassVar = ("wait", "talk", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def talk(self, t: T) -> Outcome:
        return Fork(tuple(Errand(value=value) for value in self.values))

    def end(self, t: T) -> Outcome:
        t.note(Noted(text=f"heard {self.ret!r}"))
        return Call(Say(side="blue"))

    def ambient(self, t: T, side: str) -> Sequence[Verb]:
        return (Verb("go", lambda: None),) if side == "blue" else ()


class Hall(Proc, kw_only=True, tag="test.hall"):
    """Sends both sides into lanes of several questions."""

    STEPS: ClassVar = ("talk", "end")

    def talk(self, t: T) -> Outcome:
        return Fork((Talk(side="red"), Talk(side="blue")))

    def end(self, t: T) -> Outcome:
        t.note(Noted(text=f"heard {self.ret!r}"))
        return Call(Say(side="red"))

    def ambient(self, t: T, side: str) -> Sequence[Verb]:
        return (Verb("go", lambda: None),) if side == "blue" else ()


class Talk(Proc, kw_only=True, tag="test.talk"):
    side: str
    heard: list[int] = []
    STEPS: ClassVar = ("ask", "listen")

    def ask(self, t: T) -> Outcome:
        return Call(Say(side=self.side))

    def listen(self, t: T) -> Outcome:
        self.heard = [*self.heard, int(str(self.ret))]
        return Goto("ask") if len(self.heard) < 2 else Done("".join(map(str, self.heard)))


@pytest.mark.parametrize("values", [[], [5], [5, 6, 7]])
def test_lanes_that_ask_nobody_are_joined_at_once(values: list[int]) -> None:
    game = staged((*FRAMES, Council), lambda t: Council(values=values))
    game.submit("red", "say 1")
    assert trail(game) == [f"heard {values!r}"]


def test_lanes_are_stacks_of_their_own() -> None:
    game = staged((Say, Talk, Hall), lambda t: Hall())
    ids = {p.side: p.id for p in game.pending()}
    for side, line in (("blue", "say 2"), ("red", "say 1"), ("red", "say 2")):
        game = load_game(game.table.rules, game.dump())
        game.submit(side, line)
    assert asked(game) == ["blue"]
    assert game.pending()[0].id != ids["blue"]  # it has answered once
    game.submit("blue", "say 1")
    assert trail(game) == ["heard ['12', '21']"]


# ambient verbs ---------------------------------------------------------------------


def test_ambient_verbs_are_offered_at_every_choice_above_in_lanes_too() -> None:
    game = staged((Say, Talk, Hall), lambda t: Hall())
    assert "go" in words(game, "blue")
    assert "go" not in words(game, "red")
    game.submit("blue", "go")
    assert asked(game) == ["red", "blue"]


def test_an_ambient_verb_leaves_the_question_open() -> None:
    game = moving("put r2 7", scenario="close")
    for line in ("move u1 0", "refuel"):
        game.submit("red", line)
    assert game.pending()[0].prompt == "Move your units."
    game.submit("red", "move u1 1")  # moved anew
    assert "refuel" not in words(game, "red")  # the fuel is gone
    game = moving(scenario="close")
    game.submit("red", "end movement")
    assert "refuel" in words(game, "red")
    game.submit("red", "target 4")
    assert "refuel" in words(game, "red")
    assert "refuel" not in words(game, "blue")
