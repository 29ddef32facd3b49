"""The stack of frames: procedures, calls, forks, choices that are none."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core import runner
from engine.core.entries import Noted, Ordered
from engine.core.errors import Illegal
from engine.core.frames import Become, Call, Choice, Done, Fork, Goto, Outcome, Proc
from engine.core.game import Game, load_game
from engine.core.verbs import Slot, Verb, Why
from tests.core import skirmish
from tests.core.play import ATTACK, asked, battle, moving, orders, refused, staged

T = Any


def trail(game: Game) -> list[str]:
    """What the procedures of these tests wrote down."""
    return [entry.text for entry in game.table.log if isinstance(entry, Noted)]


class Say(Choice, kw_only=True, tag="test.say"):
    """Asks `side` for a number and hands it down."""

    lines: int = 2
    hold: bool = False

    def prompt(self, t: T) -> tuple[str, str]:
        return "Say a number.", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        slot = Slot("number", "number", lambda _: range(1, self.lines + 1))
        return (Verb("say", Done, (slot,), rule="9"),)

    def may_hold(self, t: T) -> bool:
        return self.hold


class Errand(Proc, kw_only=True, tag="test.errand"):
    """Hands `value` down without asking anybody."""

    value: int | str | list[int | str] | None = None
    STEPS: ClassVar = ("run",)

    def run(self, t: T) -> Outcome:
        return Done(self.value)


class March(Proc, kw_only=True, tag="test.march"):
    """Steps in order, an aside that ends the frame, a jump and a call with `then`."""

    how: str = ""
    STEPS: ClassVar = ("one", "two", "three", "ask")
    ASIDE: ClassVar = ("camp",)

    def one(self, t: T) -> Outcome:
        t.note(Noted(text="one"))
        return Goto("three") if self.how == "goto" else None

    def two(self, t: T) -> Outcome:
        t.note(Noted(text="two"))
        return Call(Errand(value="home"), then="ask") if self.how == "then" else None

    def three(self, t: T) -> Outcome:
        t.note(Noted(text="three"))
        return Goto("camp") if self.how == "aside" else Call(Errand(value=[7, "x"]))

    def ask(self, t: T) -> Outcome:
        t.note(Noted(text=f"got {self.ret!r}"))
        return Call(Say(side="red"))

    def camp(self, t: T) -> Outcome:
        t.note(Noted(text="camp"))
        return None


class Trip(Proc, kw_only=True, tag="test.trip"):
    """Starts a march at the first answer, so that a test can watch it."""

    how: str = ""
    STEPS: ClassVar = ("wait", "march", "arrived")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def march(self, t: T) -> Outcome:
        return Call(March(how=self.how))

    def arrived(self, t: T) -> Outcome:
        t.note(Noted(text=f"arrived {self.ret!r}"))
        return Call(Say(side="blue"))


FRAMES = (Say, Errand, March, Trip)


@pytest.mark.parametrize(
    ("how", "trodden"),
    [
        ("", ["one", "two", "three", "got [7, 'x']"]),
        ("goto", ["one", "three", "got [7, 'x']"]),
        ("then", ["one", "two", "got 'home'"]),
        ("aside", ["one", "two", "three", "camp", "arrived None"]),
    ],
)
def test_steps_run_in_printed_order_unless_they_say_otherwise(how: str, trodden: list[str]) -> None:
    game = staged(FRAMES, lambda t: Trip(how=how))
    game.submit("red", "say 1")
    assert trail(game) == trodden


def test_the_value_of_a_frame_goes_to_the_one_below_and_is_stored_with_it() -> None:
    game = staged(FRAMES, lambda t: Trip(how="goto"))
    game.submit("red", "say 1")
    again = load_game(game.table.rules, game.dump())
    again.submit("red", "say 2")
    assert trail(again) == ["arrived None"]  # a march ends without a value
    assert asked(again) == ["blue"]


class Duel(Proc, kw_only=True, tag="test.duel"):
    """Becomes another duel until it has had enough."""

    round: int
    STEPS: ClassVar = ("ask", "again")

    def ask(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def again(self, t: T) -> Outcome:
        return Become(Duel(round=self.round + 1)) if self.ret == 1 else Done(self.round)


class Arena(Proc, kw_only=True, tag="test.arena"):
    STEPS: ClassVar = ("duel", "after_duel")

    def duel(self, t: T) -> Outcome:
        return Call(Duel(round=1))

    def after_duel(self, t: T) -> Outcome:
        t.note(Noted(text=f"rounds {self.ret}"))
        return Call(Say(side="blue"))


def test_become_does_not_nest() -> None:
    game = staged((Say, Duel, Arena), lambda t: Arena())
    for _ in range(20):
        game.submit("red", "say 1")
        assert len(game.table.pos.lanes[0].stack) == 3
    game.submit("red", "say 2")
    assert trail(game) == ["rounds 21"]


class Wanderer(Proc, kw_only=True, tag="test.wanderer"):
    """Goes a way to its end, and asks."""

    way: list[int]
    STEPS: ClassVar = ("go", "ask")

    def go(self, t: T) -> Outcome:
        while self.way:
            self.way.pop(0)
        return None

    def ask(self, t: T) -> Outcome:
        return Call(Say(side="red"))


class Guide(Proc, kw_only=True, tag="test.guide"):
    """Sends somebody along its own way, as `how` says."""

    how: str
    way: list[int]
    STEPS: ClassVar = ("send",)

    def send(self, t: T) -> Outcome:
        wanderer = Wanderer(way=self.way)
        if self.how == "fork":
            return Fork((wanderer,))
        return Become(Guide(how="call", way=self.way)) if self.how == "become" else Call(wanderer)


@pytest.mark.parametrize("how", ["call", "become", "fork"])
def test_a_new_frame_has_lists_of_its_own(how: str) -> None:
    """Else a game that was stored in between would be another one than a game that was not."""
    game = staged((Say, Wanderer, Guide), lambda t: Guide(how=how, way=[3, 4]))
    [guide] = [f for f in game.table.pos.lanes[0].stack if isinstance(f, Guide)]
    assert guide.way == [3, 4]


def test_a_counterattack_is_a_brand_new_battle() -> None:
    game = battle(die=3)
    game.submit("gm", "dice battle 3 3 1")  # after the 3 queued already
    stack = ["OneTurn", "Attacks"]
    receipt = game.submit("red", ATTACK)
    assert [entry.sides[0] for entry in orders(receipt, skirmish.Fought)] == ["red", "blue"] * 2
    assert [type(frame).__name__ for frame in game.table.pos.lanes[0].stack] == stack


# choices that are none -------------------------------------------------------------


class Line(Proc, kw_only=True, tag="test.line"):
    """One choice with so many lines, then a choice of the other side."""

    lines: int
    hold: bool = False
    STEPS: ClassVar = ("wait", "ask", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def ask(self, t: T) -> Outcome:
        return Call(Say(side="blue", lines=self.lines, hold=self.hold))

    def end(self, t: T) -> Outcome:
        t.note(Noted(text=f"said {self.ret}"))
        return Call(Say(side="red"))


def test_a_single_legal_line_is_taken_and_logged() -> None:
    game = staged((Say, Line), lambda t: Line(lines=1))
    receipt = game.submit("red", "say 2")
    assert asked(game) == ["red"]
    assert orders(receipt)[1] == Ordered(side="blue", line="say 1", auto=True, rule="9")
    assert trail(game) == ["said 1"]


class Walk(Choice, kw_only=True, tag="test.walk"):
    """One way alone, of three places; the last is named and the others are filled in."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Walk.", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        path = Slot(
            "place",
            "place",
            lambda picks: () if picks[0] else (3,),
            many=True,
            via=lambda picks, value: (1, 2),
        )
        return (Verb("go", lambda way: Done(way), (path,)),)


class Walks(Proc, kw_only=True, tag="test.walks"):
    STEPS: ClassVar = ("wait", "walk", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def walk(self, t: T) -> Outcome:
        return Call(Walk(side="blue"))

    def end(self, t: T) -> Outcome:
        t.note(Noted(text=f"went {self.ret}"))
        return Call(Say(side="red"))


def test_the_only_way_is_written_out_in_full() -> None:
    game = staged((Say, Walk, Walks), lambda t: Walks())
    receipt = game.submit("red", "say 1")
    assert orders(receipt)[1] == Ordered(side="blue", line="go 1 2 3", auto=True)
    assert trail(game) == ["went [1, 2, 3]"]


def test_two_legal_lines_are_asked() -> None:
    game = staged((Say, Line), lambda t: Line(lines=2))
    game.submit("red", "say 2")
    assert asked(game) == ["blue"]


def test_a_single_line_is_asked_where_a_hand_could_matter() -> None:
    game = staged((Say, Line), lambda t: Line(lines=1, hold=True))
    game.submit("red", "say 2")
    assert asked(game) == ["blue"]


def test_a_choice_without_a_line_is_a_dead_end_and_changes_nothing() -> None:
    game = staged((Say, Line), lambda t: Line(lines=0))
    before = game.dump()
    with pytest.raises(runner.DeadEnd):
        game.submit("red", "say 2")
    assert game.dump() == before
    assert asked(game) == ["red"]


def test_a_beaten_unit_without_a_way_out_gives_up_by_itself() -> None:
    game = moving("put b3 0", "put r3 1", "dice battle 6", scenario="close")
    game.submit("red", "end movement")
    game.submit("red", "target 0")
    receipt = game.submit("red", "attack 0 with u3")
    assert [e.line for e in orders(receipt) if e.auto] == ["give up"]


def test_a_phase_that_its_side_has_acted_in_is_not_ended_for_it() -> None:
    game = moving("clear units", "put r1 0", "put b1 1", "set fuel.red 0", "set fuel.blue 0")
    # u1 is hemmed in: it can still dig and watch, so the phase is open.
    game.submit("red", "dig 0")
    game.submit("red", "watch b1")
    game.submit("red", "watch r1")
    assert asked(game) == ["red"]


class Phase(Choice, kw_only=True, tag="test.phase"):
    """`go` until it is used up, then only `stop` is left; `how` it goes: by a die, by asking."""

    left: int
    how: str = ""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Go on?", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        def go() -> Outcome:
            self.left -= 1
            if self.how == "die":
                t.roll("battle", 1, range(1, 7))
            return Call(Say(side="blue")) if self.how == "ask" else None

        out = Why("There is nothing left.", "9.1")
        stop = Verb("stop", Done, ends=True)
        return (Verb("go", go, blocked=None if self.left else out), stop)


class Day(Proc, kw_only=True, tag="test.day"):
    left: int
    how: str = ""
    STEPS: ClassVar = ("wait", "phase", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def phase(self, t: T) -> Outcome:
        return Call(Phase(side="red", left=self.left, how=self.how))

    def end(self, t: T) -> Outcome:
        return Call(Say(side="blue"))


def test_an_empty_phase_ends_itself_but_one_that_was_used_waits() -> None:
    game = staged((Say, Phase, Day), lambda t: Day(left=0))
    game.submit("red", "say 1")
    assert asked(game) == ["blue"]
    game = staged((Say, Phase, Day), lambda t: Day(left=1))
    game.submit("red", "say 1")
    game.submit("red", "go")
    assert asked(game) == ["red"]
    assert refused(game, "red", "go", Illegal, "9.1").text == "There is nothing left."
    game.undo("red")
    game.submit("red", "go")
    game.submit("red", "stop")
    assert asked(game) == ["blue"]


@pytest.mark.parametrize("how", ["die", "ask"])
def test_a_phase_ends_itself_once_nothing_can_be_taken_back(how: str) -> None:
    game = staged((Say, Phase, Day), lambda t: Day(left=2, how=how))
    game.submit("red", "say 1")
    for left in (1, 0):
        receipt = game.submit("red", "go")
        if how == "ask":
            receipt = game.submit("blue", "say 2")
        assert asked(game) == ["red" if left else "blue"]
    assert orders(receipt)[-1] == Ordered(side="red", line="stop", auto=True)


class Sealed(Choice, kw_only=True, tag="test.sealed"):
    """Two secret answers that look alike to others."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Hide or hold?", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        return tuple(Verb(name, Done, secret=True, cover="answer") for name in ("hide", "hold"))


class Seal(Proc, kw_only=True, tag="test.seal"):
    STEPS: ClassVar = ("wait", "ask", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def ask(self, t: T) -> Outcome:
        return Call(Sealed(side="blue"))

    def end(self, t: T) -> Outcome:
        return Call(Say(side="red"))


@pytest.mark.parametrize("line", ["hide", "hold"])
def test_a_secret_order_has_a_public_name_where_its_own_would_tell(line: str) -> None:
    game = staged((Say, Sealed, Seal), lambda t: Seal())
    game.submit("red", "say 1")
    receipt = game.submit("blue", line)
    assert [(e.line, e.to) for e in orders(receipt)] == [("answer", ""), (line, "blue")]


class Rest(Proc, kw_only=True, tag="test.rest"):
    """Keeps something that no serialiser can write."""

    memo: Any = None
    STEPS: ClassVar = ("wait", "keep")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def keep(self, t: T) -> Outcome:
        self.memo = object()
        return Call(Say(side="blue"))


def test_what_cannot_be_stored_has_not_happened() -> None:
    game = staged((Say, Rest), lambda t: Rest())
    before = game.dump()
    with pytest.raises(TypeError):
        game.submit("red", "say 1")
    assert game.dump() == before
    assert asked(game) == ["red"]


class Circle(Proc, kw_only=True, tag="test.circle"):
    STEPS: ClassVar = ("wait", "round")

    def wait(self, t: T) -> Outcome:
        return Call(Say(side="red"))

    def round(self, t: T) -> Outcome:
        return Goto("round")


def test_a_procedure_that_goes_in_circles_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TOO_LONG", 100)
    game = staged((Say, Circle), lambda t: Circle())
    before = game.dump()
    with pytest.raises(RuntimeError, match="does not end"):
        game.submit("red", "say 1")
    assert game.dump() == before


def test_a_game_without_procedure_and_result_is_a_dead_end() -> None:
    game = staged((Say, Errand), lambda t: Say(side="red"))
    with pytest.raises(runner.DeadEnd):
        game.submit("red", "say 1")


@pytest.mark.parametrize("step", ["first", "after", "ambient", "nowhere"])
def test_a_step_is_a_method_of_its_own(step: str) -> None:
    """A step that is missing, or named like the machinery, is refused where it is written."""
    with pytest.raises(TypeError, match=step):
        type("Wrong", (Proc,), {"STEPS": (step,), "__module__": __name__}, tag=f"test.{step}")


def test_what_was_handed_down_is_typed() -> None:
    """A number, or a list of numbers; anything else is a fault of the rules, told at once."""
    assert Errand(ret=3).handed() == 3
    assert Errand(ret=[3, 4]).handed_list() == [3, 4]
    assert Errand().handed_list() == []
    for wrong in (None, "home", [3]):
        with pytest.raises(TypeError, match="no number"):
            Errand(ret=wrong).handed()
