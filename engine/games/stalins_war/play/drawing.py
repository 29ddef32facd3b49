"""The Draw Strategy Card Phase (6.0 D, 7.6)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.facts import AXIS, SIDES, SOVIET


class Drawing(Proc, kw_only=True, tag="sw.draw"):
    """Total War first; the Soviet player discards and draws first."""

    PHASE: ClassVar[str] = "Draw Strategy Card Phase"

    STEPS: ClassVar[tuple[str, ...]] = (
        "total_war",
        "discard_soviet",
        "discard_axis",
        "arrive",
        "draw_soviet",
        "draw_axis",
    )

    def total_war(self, t: T) -> Outcome:
        deck.total_war(t)  # §7.6.4
        return None

    def discard_soviet(self, t: T) -> Outcome:
        return _discard(t, SOVIET)

    def discard_axis(self, t: T) -> Outcome:
        return _discard(t, AXIS)

    def arrive(self, t: T) -> Outcome:
        deck.arrive(t)  # §7.1.3
        return None

    def draw_soviet(self, t: T) -> Outcome:
        deck.fill(t, SOVIET)
        return None

    def draw_axis(self, t: T) -> Outcome:
        deck.fill(t, AXIS)
        return None


def _discard(t: T, side: int) -> Outcome:
    name = SIDES[side]
    return Call(Discard(side=name)) if t.ids(f"hand.{name}") else None


class Discard(Choice, kw_only=True, tag="sw.discard"):
    """A side may discard any of its cards, and must where its hand would be too large (sw-33)."""

    POLICY: ClassVar[str] = "discard"

    def prompt(self, t: T) -> tuple[str, str]:
        least = deck.least_discards(t, SIDES.index(self.side))
        if least:
            return f"Discard {least} cards at least, then draw.", "7.6.1"
        return "Discard what you do not want to keep, or end it.", "7.6.2"

    def default(self, t: T) -> str:
        return "" if deck.least_discards(t, SIDES.index(self.side)) else "end discards"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = SIDES.index(self.side)
        least = deck.least_discards(t, side)

        def cards(picks: Picks) -> list[int]:
            named = numbers(picks, 0)
            return [card for card in t.ids(f"hand.{self.side}") if card not in named]

        def stop(picks: Picks) -> Why | None:
            return deck.why_short(least, len(numbers(picks, 0)))

        def why_not(picks: Picks, card: Value) -> Why | None:
            if card in cards(picks):
                return None
            return Why("It is not in your hand.", "7.6.2")

        def discard(chosen: list[int]) -> Outcome:
            for card in chosen:
                deck.discard(t, side, card, "discarded", "7.6.2")
            return Done()

        slot = Slot("card", "card", cards, many=True, stop=stop, why_not=why_not, rule="7.6.2")
        kept = "You keep the rest of your hand and draw."
        return (
            Verb(
                "discard", discard, (slot,), rule="7.6.2", hint="All in one order; they lie open."
            ),
            Verb(
                "end discards",
                Done,
                rule="7.6.2",
                hint=kept,
                ends=True,
                blocked=deck.why_short(least, 0),
            ),
        )


FRAMES: tuple[type[Frame], ...] = (Drawing, Discard)
