"""Broken toys: the fuzzer must find what is wrong with each."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core import fuzz, runner
from engine.core.answers import Receipt
from engine.core.errors import Illegal
from engine.core.frames import Call, Goto, Outcome
from engine.core.game import Game
from engine.core.lexicon import Lexicon, Numbers
from engine.core.table import Table
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from tests.core import skirmish, toy
from tests.core.skirmish import T
from tests.fuzz.random_games import caught


def with_watch(monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """`act(t)` happens whenever a unit is watched."""
    real = skirmish.watch

    def watch(t: T) -> Verb:
        verb = real(t)

        def do(unit: int) -> Outcome:
            act(t)
            verb.do(unit)
            return None

        return Verb("watch", do, verb.slots, rule=verb.rule)

    monkeypatch.setattr(skirmish, "watch", watch)


def test_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "LONGEST", 400)
    monkeypatch.setattr(skirmish, "LAST_TURN", 10**9)
    caught("the game does not end", games=1)


def test_a_procedure_that_goes_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TOO_LONG", 500)
    monkeypatch.setattr(skirmish.Turn, "close", lambda self, t: Goto("close"))
    caught("does not end", games=1)


def test_a_choice_with_no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.Declare.verbs

    def verbs(self: skirmish.Declare, t: T) -> Sequence[Verb]:
        return real(self, t)[:1]

    monkeypatch.setattr(skirmish.Declare, "verbs", verbs)
    assert "DeadEnd" in str(caught("the engine broke", games=3))


def test_a_prefix_that_nothing_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.Declare.verbs

    def never(picks: Picks) -> Why | None:
        return Why("Never enough.", "3")

    def domain(picks: Picks) -> list[int]:
        listed = picks[0]
        assert isinstance(listed, list)
        return [0, 1] if len(listed) < 2 else []

    def verbs(self: skirmish.Declare, t: T) -> Sequence[Verb]:
        target, end = real(self, t)
        stuck = Slot("target", "place", domain, many=True, stop=never)
        return Verb("target", target.do, (stuck,), rule="3"), end

    monkeypatch.setattr(skirmish.Declare, "verbs", verbs)
    caught("nothing completes", games=10)


@pytest.mark.parametrize("why", [None, Why("No.", "2")])
def test_a_reason_that_disagrees_with_the_domain(
    why: Why | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def why_not(t: T, picks: Picks, value: Value) -> Why | None:
        return why

    monkeypatch.setattr(skirmish, "why_not", why_not)
    caught("domain and why_not disagree", games=3)


def test_a_refusal_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.why_not

    def why_not(t: T, picks: Picks, value: Value) -> Why | None:
        return real(t, picks, value) and Why("")

    monkeypatch.setattr(skirmish, "why_not", why_not)
    caught("refused without a reason")


def test_a_refusal_after_a_door(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(t: T) -> None:
        if t.roll("battle", 1, range(1, 7)) != [6]:
            raise Illegal("The die was too low.", "2.2")

    with_watch(monkeypatch, act)
    assert "watch" in caught("offered and refused: The die", games=5).line


def test_an_exception_in_a_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    with_watch(monkeypatch, lambda t: 1 // 0)
    assert "ZeroDivisionError" in str(caught("the engine broke", games=5))


def test_something_learned_without_a_door(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(t: T) -> None:
        pile = t.pile("deck")
        pile.seen = [1] * len(pile.ids)  # instead of Table.reveal

    with_watch(monkeypatch, act)
    caught("is no door", games=5)


def test_a_roll_without_a_door(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(t: T) -> None:
        t.pos.rolls += 1  # instead of Table.roll

    with_watch(monkeypatch, act)
    caught("is no door", games=5)


def test_a_draw_and_a_passed_decision_that_are_no_doors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "door", lambda self, learned=0: None)
    caught("is no door", games=2)


def test_an_undo_that_would_pass_a_door(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Game._transact

    def transact(self: Game, cause: str, act: Any, *, step: bool) -> Receipt:
        before = self.dump()
        receipt = real(self, cause, act, step=step)
        self._steps = [before] if receipt.door else self._steps
        return receipt

    monkeypatch.setattr(Game, "_transact", transact)
    caught("undo would pass a door", games=2)


def test_an_undo_that_is_not_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Game.undo

    def undo(self: Game, side: str) -> Receipt:
        receipt = real(self, side)
        self.table.pos.rolls += 1
        self._body = None
        return receipt

    monkeypatch.setattr(Game, "undo", undo)
    caught("undo is not the position from before", games=5)


def test_a_broken_invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    with_watch(monkeypatch, lambda t: t.pile("deck").ids and t.pile("deck").take(0))
    assert "cards are" in str(caught("cards are", games=5))


def test_an_order_that_cannot_be_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lexicon, "write", Lexicon.short)  # shared by both sides
    assert "could be several" in str(caught("offered and refused", games=5))


def test_an_order_that_is_read_as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Numbers, "write", lambda self, value: "1")
    assert "level 1" in caught("read as another order", games=5).line


# what is stored --------------------------------------------------------------------


BEGIN = skirmish.Turn.begin


class Forgetful(skirmish.Turn, kw_only=True, tag="test.forgetful"):
    """Keeps something in a frame that no serialiser gives back as it was."""

    memo: Any = None
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "move", "declare", "attack", "close")

    def begin(self, t: T) -> Outcome:
        self.memo = MEMO["memo"]
        return BEGIN(self, t)

    def close(self, t: T) -> Outcome:
        assert {self.memo: "a tuple is hashable, a list is not"}
        return None


MEMO: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("memo", "says"),
    [((1, 2), "the engine broke: TypeError"), ({1: "one"}, "the engine broke: TypeError")],
)
def test_a_frame_that_is_not_what_was_stored(
    memo: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Rules(toy.Skirmish):
        frames = (*toy.Skirmish.frames, Forgetful)

    monkeypatch.setitem(MEMO, "memo", memo)
    monkeypatch.setattr(skirmish, "Turn", Forgetful)
    caught(says, Rules(), games=2)


def test_a_frame_that_remembers_outside_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rules(toy.Skirmish):
        frames = (*toy.Skirmish.frames, Elsewhere)

    monkeypatch.setattr(skirmish, "Move", Elsewhere)
    caught("a stored game|can tell", Rules(), games=3)


VERBS = skirmish.Move.verbs


class Elsewhere(skirmish.Move, kw_only=True, tag="test.elsewhere"):
    """Counts its orders in a memory that is not stored."""

    memory: ClassVar[dict[int, int]] = {}

    def verbs(self, t: T) -> Sequence[Verb]:
        count = self.memory[id(t)] = self.memory.get(id(t), 0) + 1
        found = VERBS(self, t)
        return [v for v in found if v.name != "watch"] if count > 1 else found


def test_derived_facts_that_the_state_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    with_watch(monkeypatch, lambda t: t.d.setdefault(1, []).append(5))
    caught("a stored game|three units", games=5, seed=5)


def test_a_list_that_two_things_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is one list in memory is two in the bytes."""

    class Rules(toy.Skirmish):
        frames = (*toy.Skirmish.frames, Sharing)

    monkeypatch.setattr(skirmish, "Turn", Sharing)
    caught("two parts of the position are one list", Rules())  # before it matters
    monkeypatch.setattr(fuzz, "_shares", lambda *_: False)
    assert caught("a stored game goes on as another game", Rules()).line.startswith("dig")


class Sharing(skirmish.Turn, kw_only=True, tag="test.sharing"):
    forts: list[int] = []

    def begin(self, t: T) -> Outcome:
        self.forts = t.s.forts
        return BEGIN(self, t)


def test_a_view_that_changes_something() -> None:
    class Rules(toy.Skirmish):
        def view(self, t: T, side: str | None) -> Any:
            t.s.fuel[1] += 1
            return super().view(t, side)

    caught("looking has changed the game", Rules(), games=2)


def test_verbs_that_change_something(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.peek

    def peek(t: T, side: str) -> Sequence[Verb]:
        t.s.fuel[0] += 1
        return real(t, side)

    monkeypatch.setattr(skirmish, "peek", peek)
    caught("looking has changed the game|a stored game|can tell", games=3)


def test_a_frame_that_the_codec_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unlisted(skirmish.Turn, kw_only=True, tag="test.unlisted"):
        pass

    monkeypatch.setattr(skirmish.Round, "lead", lambda self, t: Call(Unlisted(side="red")))
    assert "test.unlisted" in str(caught("the position cannot be stored", games=1))
