"""OKH cards: how a player comes by them, chapter 16; in Total War 19.5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.entries import Played
from engine.core.frames import Outcome
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of
from engine.games.race_to_moscow.board import BOARD
from engine.games.race_to_moscow.shut import shut


def price(t: T, colour: int) -> int:
    """Medals that the next card costs a player, 0 when he may have no more (19.5)."""
    prices = BOARD.okh_prices
    bought = t.s.bought[colour]
    return prices[bought] if bought < len(prices) else 0


def may_take(t: T, side: str) -> bool:
    """Can the player get a card of the open ones now?"""
    colour = colour_of(side)
    if t.s.basic or not t.ids("okh_open"):
        return False
    if t.s.total_war:
        return 0 < price(t, colour) <= t.s.won[colour]
    return bool(t.s.hq[colour])


_BASIC = shut(("okh",), "The basic game has no OKH cards.", "5")  # rm-43


def okh_verbs(t: T, side: str) -> Sequence[Verb]:
    """`okh CARD` with the staff car, in Total War `buy CARD` for medals: no action."""
    if t.s.basic:
        return _BASIC
    colour = colour_of(side)
    if not may_take(t, side):
        return shut(("buy" if t.s.total_war else "okh",), *_why_none(t, colour))
    return (t.lasting(_okh_verb, side, price(t, colour) if t.s.total_war else 0),)


def _okh_verb(t: T, side: str, cost: int) -> Verb:
    """`cost`: in medals, none for the staff car."""
    colour = colour_of(side)
    name, rule, hint = "okh", "16", "Your staff car fetches an open OKH card."
    if cost:
        name, rule, hint = "buy", "19.5", f"Buy an open OKH card for {cost} medals."

    def open_cards(_: Picks) -> Sequence[int]:
        return t.ids("okh_open")

    def take(card: int) -> Outcome:
        if cost:
            t.s.won[colour] -= cost
            t.s.bought[colour] += 1
        else:
            t.s.hq[colour] = 0  # the staff car drives to the Transportation Stock
        t.play("okh_open", f"okh.{side}", card)
        t.note(Played(side=side, card=BOARD.items[card], how="takes", rule=rule))
        if t.pile("okh").ids:
            t.play("okh", "okh_open", t.pile("okh").ids[0])
        return None

    def why_card(picks: Picks, card: Value) -> Why | None:
        return None if card in open_cards(picks) else Why("That card does not lie open.", rule)

    def label(picks: Picks, card: Value) -> str:
        face = BOARD.cards[int(card)]
        return f"{face.name}: {face.effect}"

    slot = Slot("card", "card", open_cards, why_not=why_card, label=label, rule=rule)
    return Verb(name, take, (slot,), hint=hint, rule=rule)


def _why_none(t: T, colour: int) -> tuple[str, str]:
    """A sentence, and the rule."""
    if not t.ids("okh_open"):
        return "No OKH card is left.", "16"
    if not t.s.total_war:
        return "Your staff car is away until the next Theater Re-Organization.", "16"
    cost = price(t, colour)
    if not cost:
        return "You have bought all the OKH cards that you may.", "19.5"
    return f"The next OKH card costs {cost} medals; you have {t.s.won[colour]}.", "19.5"


VERBS = {"okh": "16", "buy": "19.5"}
