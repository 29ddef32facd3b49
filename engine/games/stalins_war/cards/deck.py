"""The piles of cards: laying out, dealing, discarding, drawing, Total War (4.3, 7.1.3, 7.6).

Piles of each side: draw (from the top), hand, discard and table (kept Combat Cards), aside
(Total War cards), removed; `coming.soviet` are the cards 1 to 6 that come by themselves. All but
draw piles and hands lie open.
"""

from engine.core.entries import Noted, Played
from engine.core.verbs import Why
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import REINFORCES, SIDES, SOVIET
from engine.games.stalins_war.law.replacements import hand_size, total_war_starts
from engine.games.stalins_war.state import turn

RANDOM = "random_soviet_reinforcements"
PICK = "pick_a_card"
NORTH_CAUCASUS = BOARD.card_index["soviet_04"]
"""The one Reinforcement card that the Soviet free pick may be (§4.3.1)."""

_OF_EACH = ("draw", "hand", "discard", "table", "aside", "removed")
PILES = ("coming.soviet", *(f"{pile}.{side}" for side in SIDES for pile in _OF_EACH))
OPEN_PILES = tuple(pile for pile in PILES if pile.split(".")[0] not in ("draw", "hand"))


def lay_out(t: T) -> None:
    """The piles at the start, not shuffled (§2.3.1, §4.3.1, §4.3.2, §4.3.3, §7.1.2, §23.1.2)."""
    for name in PILES:
        t.pile(name)
    for card in BOARD.cards:
        side = SIDES[card.side]
        if card.total_war:
            t.pile(f"aside.{side}").push(card.index, t.everyone)
        elif card.aside and RANDOM not in t.s.options:
            t.pile("coming.soviet").push(card.index, t.everyone)
        else:
            t.pile(f"draw.{side}").push(card.index, 0)


# the pick before the deal -----------------------------------------------------------------


def picks(t: T, side: int) -> list[int]:
    """The Blitzkrieg cards that a side may take before the deal; none where it may take none.

    §4.3.1: the Soviets one that is no reinforcement, or card 4, for nothing. §23.1.1: either side
    any one for a VP; the Soviets then only where 23.1.2 has dropped 4.3.1 (ruling sw-34).
    """
    mine = sorted(t.ids(f"draw.{SIDES[side]}"))  # not as they lie
    if side == SOVIET and RANDOM not in t.s.options:
        plain = [card for card in mine if BOARD.cards[card].type != REINFORCES]
        return [*plain, *([NORTH_CAUCASUS] if NORTH_CAUCASUS in t.ids("coming.soviet") else [])]
    return mine if PICK in t.s.options else []


def pick_price(t: T, side: int) -> int:
    """Change of the VP level for the pick (§23.1.1): none for the free one of 4.3.1."""
    if side == SOVIET and RANDOM not in t.s.options:
        return 0
    return 1 if side == SOVIET else -1


def take(t: T, side: int, card: int) -> None:
    """A card goes to the hand before the deal; card 4 lies open, so all see it go."""
    name = SIDES[side]
    if card in t.ids("coming.soviet"):
        t.move("coming.soviet", f"hand.{name}", card, t.everyone)
    else:
        t.move(f"draw.{name}", f"hand.{name}", card, t.bit(name))


def deal(t: T, side: int) -> None:
    """The draw pile is shuffled and the hand filled up (§4.3.1, §4.3.2)."""
    name = SIDES[side]
    t.shuffle(f"draw.{name}")
    size = BOARD.starts[t.s.scenario].hand[side]
    while len(t.ids(f"hand.{name}")) < size:
        t.draw(f"draw.{name}", f"hand.{name}", name)


# the Draw Strategy Card Phase ------------------------------------------------------------------


def total_war(t: T) -> None:
    """Total War begins, if it does: all but hands and removed cards make new piles (§7.6.4)."""
    if not total_war_starts(t.s):
        return
    t.s.total_war = True
    t.note(Noted(text="Total War: its cards go into both draw piles.", rule="7.6.4"))
    for name in SIDES:
        t.restock(f"draw.{name}", f"aside.{name}", f"discard.{name}")


def arrivals(t: T) -> list[int]:
    """Soviet cards that come by themselves now: held or used ones do not (§7.1.3, sw-11)."""
    coming = t.ids("coming.soviet")
    numbers = turn(t.s).auto_draw
    return [card for card in coming if BOARD.cards[card].number in numbers]


def arrive(t: T) -> None:
    """They go to the hand, and all know it."""
    for card in arrivals(t):
        t.move("coming.soviet", "hand.soviet", card, t.everyone)
        how = "comes by itself"
        t.note(Played(side="soviet", card=BOARD.cards[card].id, how=how, rule="7.1.3"))


def least_discards(t: T, side: int) -> int:
    """Cards that a side must discard before it draws (§7.6.1, ruling sw-33): no more than 7."""
    more = len(arrivals(t)) if side == SOVIET else 0
    return max(0, len(t.ids(f"hand.{SIDES[side]}")) + more - turn(t.s).most)


def why_short(least: int, named: int) -> Why | None:
    """Why no fewer cards may be discarded; None if these are enough."""
    if named >= least:
        return None
    return Why(f"Discard {least} at least: no hand has more than seven cards.", "7.6.1")


def discard(t: T, side: int, card: int, how: str, rule: str) -> None:
    """A card of a hand goes to the discards, face up (§7.6.2)."""
    name = SIDES[side]
    t.play(f"hand.{name}", f"discard.{name}", card)
    t.note(Played(side=name, card=BOARD.cards[card].id, how=how, rule=rule))


def spend(t: T, side: int, card: int) -> None:
    """A card is played as an event; with an asterisk it leaves the game (§7.5.1c)."""
    name, it = SIDES[side], BOARD.cards[card]
    t.play(f"hand.{name}", f"{'removed' if it.asterisk else 'discard'}.{name}", card)
    t.note(Played(side=name, card=it.id, how="as an event", rule="7.5.1c"))


def draw_one(t: T, side: int) -> bool:
    """A card is drawn; from an empty pile after a reshuffle (§7.6.3). False: there is none."""
    name = SIDES[side]
    if not t.ids(f"draw.{name}") and not t.restock(f"draw.{name}", f"discard.{name}"):
        return False
    return t.draw(f"draw.{name}", f"hand.{name}", name) >= 0


def fill(t: T, side: int) -> None:
    """A side draws up to its hand size (§7.6.1); what changed it for this draw is over."""
    size = hand_size(t.s, t.d, side)
    while len(t.ids(f"hand.{SIDES[side]}")) < size and draw_one(t, side):
        pass
    t.s.hand_change[side] = 0


def lay_down(t: T) -> None:
    """At the end of a turn all kept Combat Cards are discarded (§7.5.5d)."""
    for name in SIDES:
        for card in list(t.ids(f"table.{name}")):
            t.play(f"table.{name}", f"discard.{name}", card)
