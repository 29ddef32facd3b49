"""The Card Phase (§5.1, §5.2): discard down, draw, and the price of the two-front war."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Noted
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import JOKER, T, side_of, spend
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.words import PEOPLE


class CardPhase(Proc, kw_only=True, tag="nr.card_phase"):
    """A hand of two is kept, four cards are drawn, events of the phase are played."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("discard", "draw", "red_event", "events")

    def discard(self, t: T) -> Outcome:
        excess = len(deck.hand(t, side_of(self.side))) - deck.LIMIT
        if excess <= 0:
            return None
        return Call(Discard(side=self.side, count=excess))

    def draw(self, t: T) -> Outcome:
        side = side_of(self.side)
        count = deck.allowed(t.s, side)
        t.s.draw_change[side] = 0
        t.note(Noted(text=f"The {PEOPLE[side]} draw {several(count, 'card')}.", rule="5.2"))
        deck.draw(t, side, count)
        return None

    def red_event(self, t: T) -> Outcome:
        """The Axis pay for the other fronts at the end of the Draw Step (§5.2.1)."""
        event = BOARD.turn(t.s.turn).red_event
        if side_of(self.side) != AXIS or event is None:
            return None
        due = min(event.discard, len(t.ids(f"hand.{self.side}")))
        if not due:
            return None
        return Call(Discard(side=self.side, count=due, reason=event.name))

    def events(self, t: T) -> Outcome:
        return Call(window("card_phase", [self.side]))  # nr-96


class Discard(Choice, kw_only=True, tag="nr.discard"):
    """So many cards of the own choice are discarded, all in one order, face up."""

    count: int
    reason: str = ""
    """The red event that asks for it; empty for the hand limit."""

    @property
    def rule(self) -> str:
        """The rule that asks for it."""
        return "5.2.1" if self.reason else "5.1"

    def prompt(self, t: T) -> tuple[str, str]:
        cards_ = "a card" if self.count == 1 else f"{self.count} cards"
        if self.reason:
            return f"{self.reason}: discard {cards_} of your choice.", self.rule
        return f"Discard {cards_}: {deck.LIMIT} are kept.", self.rule

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        hand = t.ids(f"hand.{self.side}") if self.reason else deck.hand(t, side)

        def why(taken: list[int], card: int) -> Why:
            if card == JOKER and card not in hand and card in t.ids(f"hand.{self.side}"):
                return Why("The Joker does not count against the limit.", "15.7")
            too_many = Why(f"No more than {self.count} to be discarded.", self.rule)
            return deck.why_not_pay(hand, taken, len(taken) + 1, card, self.rule) or too_many

        def discard(chosen: list[int]) -> Outcome:
            spend(t, self.side, chosen, self.reason or "discarded", self.rule)
            return Done()

        slot = deck.discards_slot(hand, self.count, why, self.rule)
        hint = "They go to the discard pile, face up; the last one lies on top."
        return (Verb("discard", discard, (slot,), secret=True, rule=self.rule, hint=hint),)
