"""Toys that give something hidden away: the swap test must find each of them."""

from typing import Any

import pytest

from engine.core.entries import Noted
from engine.core.frames import Outcome
from engine.core.verbs import Picks, Value, Verb, Why
from tests.core import skirmish, toy
from tests.core.skirmish import CARDS, SIDES, T, other
from tests.fuzz.random_games import caught

TELLS = "can tell how hidden things lie"


def leaky(**methods: Any) -> toy.Skirmish:
    """Rules of the toy with other methods."""
    kind = type("Leaky", (toy.Skirmish,), methods)
    rules: toy.Skirmish = kind()
    return rules


def test_a_view_that_shows_another_hand() -> None:
    def view(self: toy.Skirmish, t: T, side: str | None) -> Any:
        found: Any = toy.Skirmish.view(self, t, side)
        found.hand = [CARDS[c] for s in SIDES for c in t.pile(f"hand.{s}").ids]
        return found

    caught(TELLS, leaky(view=view))


def test_a_view_that_shows_the_top_of_the_deck_to_spectators() -> None:
    def view(self: toy.Skirmish, t: T, side: str | None) -> Any:
        found: Any = toy.Skirmish.view(self, t, side)
        if side is None:
            found.hand = [CARDS[c] for c in t.pile("deck").ids[:1]]
        return found

    assert "a spectator" in str(caught(TELLS, leaky(view=view)))


def test_a_view_that_shows_the_armed_cards_of_another() -> None:
    def view(self: toy.Skirmish, t: T, side: str | None) -> Any:
        found: Any = toy.Skirmish.view(self, t, side)
        found.arms = [CARDS[arm.card] for arm in t.pos.arms]
        return found

    caught(TELLS, leaky(view=view))


def test_a_hand_that_is_the_other_ones() -> None:
    def hand(self: toy.Skirmish, t: T, side: str) -> Any:
        return toy.Skirmish.hand(self, t, other(side))

    caught(TELLS, leaky(hand=hand))


def test_a_window_that_opens_on_what_a_hand_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        skirmish.Commit, "possible", lambda self, t, s: bool(skirmish.holds(t, s, "plus"))
    )
    line = caught(f"after the order .* {TELLS}").line
    assert line.split()[0] in ("attack", "target", "play")


def test_a_single_line_that_is_taken_because_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def may_hold(self: skirmish.Retreat, t: T) -> bool:
        return bool(skirmish.holds(t, self.side, "fog"))

    monkeypatch.setattr(skirmish.Retreat, "may_hold", may_hold)
    caught(f"after the order .* {TELLS}", games=150)


def test_a_completion_that_depends_on_the_other_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.onward

    def onward(t: T, picks: Picks) -> list[int]:
        unit = picks[0]
        assert isinstance(unit, int)
        shy = skirmish.holds(t, other(skirmish.owner(unit)), "plus")
        return real(t, picks)[:1] if shy else real(t, picks)

    monkeypatch.setattr(skirmish, "onward", onward)
    caught(TELLS)


def test_a_verb_that_depends_on_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.peek

    def peek(t: T, side: str) -> Any:
        return real(t, side) if t.pile("deck").ids[:1] != [0] else ()

    monkeypatch.setattr(skirmish, "peek", peek)
    caught(TELLS)


def test_a_prompt_that_names_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def prompt(self: skirmish.Move, t: T) -> tuple[str, str]:
        cards = t.pile(f"hand.{self.side}").ids
        return f"Move your units, or play {', '.join(CARDS[c] for c in cards)}.", "2"

    monkeypatch.setattr(skirmish.Move, "prompt", prompt)
    caught(TELLS)


def test_a_refusal_that_depends_on_the_other_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.why_not

    def why_not(t: T, picks: Picks, value: Value) -> Why | None:
        why = real(t, picks, value)
        if why is None:
            return None
        return Why(f"{why.text} Blue has {len(skirmish.holds(t, 'blue', 'plus'))} plus cards.", "2")

    monkeypatch.setattr(skirmish, "why_not", why_not)
    caught(TELLS)


def test_a_log_that_names_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.watch

    def watch(t: T) -> Verb:
        verb = real(t)

        def do(unit: int) -> Outcome:
            top = t.pile("deck").ids[:1]
            t.note(Noted(text=f"The next card is {[CARDS[c] for c in top]}."))
            verb.do(unit)
            return None

        return Verb("watch", do, verb.slots, rule=verb.rule)

    monkeypatch.setattr(skirmish, "watch", watch)
    assert "watch" in caught(f"after the order .* {TELLS}").line


def test_an_effect_that_depends_on_the_other_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.watch

    def watch(t: T) -> Verb:
        verb = real(t)

        def do(unit: int) -> Outcome:
            t.s.points[0] += len(skirmish.holds(t, "blue", "plus"))
            verb.do(unit)
            return None

        return Verb("watch", do, verb.slots, rule=verb.rule)

    monkeypatch.setattr(skirmish, "watch", watch)
    caught(f"after the order .* {TELLS}")


def test_what_a_side_holds_shows_in_its_own_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one side holds is told to everybody but itself."""
    real = skirmish.dig_in

    def dig_in(t: T, side: str) -> Verb:
        verb = real(t, side)

        def do(*picks: Any) -> Outcome:
            if skirmish.holds(t, side, "plus"):
                t.note(Noted(text="They dig with a will."))
            return verb.do(*picks)

        return Verb("dig", do, verb.slots, rule=verb.rule)

    monkeypatch.setattr(skirmish, "dig_in", dig_in)
    fault = caught(f"after the order .* {TELLS}")
    assert fault.line.startswith("dig")
    assert f"{fault.side} can tell" not in str(fault)


def test_an_advice_that_looks_into_the_other_hand() -> None:
    def advise(self: toy.Skirmish, t: T, side: str) -> str:
        return "resign" if skirmish.holds(t, other(side), "plus") else ""

    caught(f"^(red|blue) {TELLS}", leaky(advise=advise))
