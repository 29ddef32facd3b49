"""OKH cards: how a player comes by them, chapter 16; in Total War §19.5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.entries import Played
from engine.core.frames import Outcome
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, supply_stock
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS
from engine.games.race_to_moscow.law.shut import shut
from engine.games.race_to_moscow.state import active, room


def price(t: T, colour: int) -> int:
    """Medals that the next card costs a player, 0 when he may have no more (§19.5)."""
    prices = BOARD.okh_prices
    bought = t.s.bought[colour]
    return prices[bought] if bought < len(prices) else 0


def purse(t: T, colour: int) -> int:
    """The medals that a player can pay with: tokens, and open cards with a medal (§3.2, rm-48)."""
    return t.s.won[colour] + sum(BOARD.cards[card].medals for card in _decorated(t, colour))


def _decorated(t: T, colour: int) -> list[int]:
    """The beaten cards of a player that show a medal."""
    return [card for card in t.ids(f"beaten.{COLOURS[colour]}") if BOARD.cards[card].medals]


def _pay(t: T, colour: int, cost: int) -> None:
    """Medal tokens first, then cards, which go to the box (§19.5, rm-48)."""
    tokens = min(cost, t.s.won[colour])
    t.s.won[colour] -= tokens
    for card in _decorated(t, colour)[: cost - tokens]:
        t.play(f"beaten.{COLOURS[colour]}", "box", card)


def may_take(t: T, side: str) -> bool:
    """Can the player get a card of the open ones now?"""
    colour = colour_of(side)
    if t.s.basic or not t.ids("okh_open"):
        return False
    if t.s.total_war:
        return 0 < price(t, colour) <= purse(t, colour)
    return bool(t.s.hq[colour])


def within_reach(t: T, side: str) -> set[str]:
    """The types of the OKH cards that a player has, and in his turn of those that he can take.

    It is what a step asks before it ends by itself (§16, rm-52).
    """
    cards = [*t.ids(f"okh.{side}")]
    if colour_of(side) == active(t.s) and may_take(t, side):
        cards += t.ids("okh_open")
    return {BOARD.cards[card].type for card in cards}


def arms(t: T, army: int) -> bool:
    """Can Panzerhaubitzen bring the army 1 ammo: within reach, in stock, with room for it (§16)?

    In an own area an army can make room by leaving something there.
    """
    colour = BOARD.units[army].colour
    if not supply_stock(t)[AMMO] or "panzerhaubitzen" not in within_reach(t, COLOURS[colour]):
        return False
    return room(t.s, BOARD.card_store(army)) > 0 or t.s.control[t.s.at[army]] == colour


_BASIC = shut(("okh",), "The basic game has no OKH cards.", "5")  # rm-43


def okh_verbs(t: T, side: str) -> Sequence[Verb]:
    """`okh CARD` with the staff car, in Total War `buy CARD` for medals: no action."""
    if t.s.basic:
        return _BASIC
    colour = colour_of(side)
    if not may_take(t, side):
        why = _why_none(t, colour)
        return shut(("buy" if t.s.total_war else "okh",), why.text, why.rule)
    return (t.lasting(_okh_verb, side, price(t, colour) if t.s.total_war else 0),)


def _okh_verb(t: T, side: str, cost: int) -> Verb:
    """`cost`: in medals, none for the staff car."""
    colour = colour_of(side)
    name, rule, hint = "okh", "16", "Your staff car fetches an open OKH card."
    if cost:
        name, rule, hint = "buy", "19.5", f"Buy an open OKH card for {several(cost, 'medal')}."

    def take(card: int) -> Outcome:
        if cost:
            _pay(t, colour, cost)
            t.s.bought[colour] += 1
        else:
            t.s.hq[colour] = 0  # the staff car drives to the Transportation Stock
        t.play("okh_open", f"okh.{side}", card)
        t.note(Played(side=side, card=BOARD.items[card], how="takes", rule=rule))
        if t.ids("okh"):
            t.play("okh", "okh_open", t.ids("okh")[0])
        return None

    def why(card: int) -> Why:
        return Why("That card does not lie open.", rule)

    def label(card: int) -> str:
        return f"{BOARD.cards[card].name}: {BOARD.cards[card].effect}"

    slot = pick("card", "card", lambda: t.ids("okh_open"), why, label=label, rule=rule)
    return Verb(name, take, (slot,), hint=hint, rule=rule)


def _why_none(t: T, colour: int) -> Why:
    if not t.ids("okh_open"):
        return Why("No OKH card is left.", "16")
    if not t.s.total_war:
        return Why("Your staff car is away until the next Theater Re-Organization.", "16")
    cost = price(t, colour)
    if not cost:
        return Why("You have bought all the OKH cards that you may.", "19.5")
    return Why(
        f"The next OKH card costs {several(cost, 'medal')}; you have {purse(t, colour)}.", "19.5"
    )
