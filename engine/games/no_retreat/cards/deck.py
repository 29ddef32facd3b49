"""The piles of cards: drawing, reshuffling, weather events, the deck of 1945 (§5.0).

Piles: deck (from the top), discard (open, the top first), hand.axis, hand.soviet,
out (removed from play), green (those of 1945 that have not come in). Cards are
their printed numbers.
"""

from collections.abc import Callable, Sequence

from engine.core.entries import Marked, Noted, Played
from engine.core.events import Event
from engine.core.picks import pick
from engine.core.tell import listed
from engine.core.verbs import Slot, Why
from engine.games.no_retreat.acts import JOKER, T, spend
from engine.games.no_retreat.cards.hand import unasked
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, LAST_TURN, NOWHERE, SIDES, SOVIET, Op
from engine.games.no_retreat.options import FIXED_1941, FIXED_WEATHER
from engine.games.no_retreat.state import NoRetreat
from engine.games.no_retreat.words import CARDS

LIMIT = 2
"""Cards kept from one Card Phase to the next (§5.1)."""

_LAST_1941 = 4
_MOSCOW = BOARD.site_index["moscow"]
_CAUCASUS = BOARD.site_index["caucasus_oil"]
_PLOESTI = BOARD.site_index["ploesti_oil"]
_FINAL = "reich_defenses"
"""The event of turn 23, whose single Axis card is not changed (§13.5; nr-18)."""


def hand(t: T, side: int) -> list[int]:
    """The cards of a side that count against its limit: all but the Joker (§15.7)."""
    return [card for card in t.ids(f"hand.{SIDES[side]}") if card != JOKER]


def on_discards(t: T, source: str, card: int) -> None:
    """A card goes from a pile to the top of the discards, face up (§5.0; nr-90)."""
    t.reveal(source, card)
    seen = t.pile(source).remove(card)
    pile = t.pile("discard")
    pile.ids.insert(0, card)
    pile.seen.insert(0, seen)


def discard(t: T, side: int, card: int) -> None:
    """A side discards a card of its hand for nothing."""
    spend(t, SIDES[side], [card], "discarded", "5.1")


def discard_at_random(t: T, side: int, why: str, rule: str) -> None:
    """One card of a hand, by the die, goes to the discard pile; the Joker is left out."""
    name = SIDES[side]
    cards = hand(t, side)  # nr-32
    if cards:
        card = cards[t.roll("random", 1, range(len(cards)), name)[0]]
        spend(t, name, [card], f"discarded at random: {why}", rule)


def why_not_pay(
    hand: Sequence[int], paid: Sequence[int], cost: int, card: int, rule: str
) -> Why | None:
    """Why a card can't be given after those `paid` for something of this cost; None if it can."""
    if card not in hand:
        return Why(f"{CARDS.name(card)} is not in your hand.", rule)
    if card in paid:
        return Why(f"{CARDS.name(card)} is named twice.", rule)
    if len(paid) < cost:
        return None
    return Why(f"That costs {cost or 'no'} card{'s' * (cost > 1)}; name no more.", rule)


def discards_slot(
    hand: Sequence[int], count: int, why: Callable[[list[int], int], Why | None], rule: str
) -> Slot:
    """`CARD..`: just so many cards of a hand; `why(taken, card)` for those that are not offered."""

    def cards(taken: list[int]) -> list[int]:
        return [card for card in hand if card not in taken] if len(taken) < count else []

    def enough(taken: list[int]) -> Why | None:
        left = count - len(taken)
        return Why(f"{left} more must be discarded.", rule) if left else None

    return pick("card", "card", cards, why, stop=enough, rule=rule, many=True)


def take(t: T, side: int, card: int) -> None:
    """A card of the discards comes into a hand; everyone has seen it (cards 2, 3)."""
    seen = t.pile("discard").remove(card)
    t.pile(f"hand.{SIDES[side]}").push(card, seen)


def hand_over(t: T, side: int) -> None:
    """The Joker is flipped and given to the other side (§15.7; nr-93)."""
    seen = t.pile(f"hand.{SIDES[side]}").remove(JOKER)
    t.pile(f"hand.{SIDES[1 - side]}").push(JOKER, seen)


# drawing ---------------------------------------------------------------------------------


def allowed(s: NoRetreat, side: int) -> int:
    """How many cards a side draws in its Card Phase (§5.2, §13.5)."""
    turn = BOARD.turn(s.turn)
    count = turn.draw[side]
    if side == AXIS and _FINAL in turn.events:
        return count
    if side == SOVIET:
        count -= (s.control[_MOSCOW] == AXIS) + (s.control[_CAUCASUS] == AXIS)
    else:
        count -= s.control[_PLOESTI] == SOVIET
    return max(0, count + s.draw_change[side])


def draw(t: T, side: int, count: int) -> None:
    """A side draws cards one by one; weather cards act at once and are replaced (§14.14.2)."""
    left, kept = count, []
    while left > 0 and _to_come(t) and replenish(t):
        card = t.draw("deck", f"hand.{SIDES[side]}", SIDES[side])
        if BOARD.card(card).weather:
            _weather(t, side, card)
        else:
            left -= 1
            kept.append(CARDS.name(card))
            if text := unasked(t, BOARD.card(card).halves[side]):
                t.note(Noted(text=text, to=SIDES[side], rule="5.3"))
    if kept:
        t.note(Noted(text=f"You draw {listed(kept)}.", to=SIDES[side], rule="5.2"))
    replenish(t)  # one left: now, not when the next card is wanted (nr-98)


def _to_come(t: T) -> bool:
    """Is there any card that stays in a hand? Weather cards alone would be drawn for ever."""
    return any(not BOARD.card(card).weather for card in (*t.ids("deck"), *t.ids("discard")))


def replenish(t: T) -> bool:
    """The last card is not drawn: the discards are shuffled in first (§5.0; nr-98). False: none."""
    return len(t.ids("deck")) > 1 or (t.restock("deck", "discard") and len(t.ids("deck")) > 1)


def _weather(t: T, side: int, card: int) -> None:
    """A weather card is shown, does what the drawer's half says, is discarded (§14.14.2; nr-97)."""
    half = BOARD.card(card).halves[side]
    on_discards(t, f"hand.{SIDES[side]}", card)
    how = f"{half.name}: {half.text.rstrip('.')}"
    if fixed(t.s):
        how = "ignored, no variable weather"
    elif half.name in [t.rules.events.face(e.side, e.card).name for e in t.s.used]:
        how = f"{half.name}: once is enough in a player turn"  # §5.0
    else:
        t.s.used = [*t.s.used, Event(SIDES[side], card)]
        for op in half.ops:
            if op.op == "flip_weather_marker":
                turn_marker(t, op)
    t.note(Played(side=SIDES[side], card=str(card), how=how, rule="14.14.2"))


def fixed(s: NoRetreat) -> bool:
    """Are weather events ignored (§15.4)?"""
    if BOARD.scenarios[s.scenario].id == "tournament" and not s.play_on:
        return True
    return FIXED_WEATHER in s.options or (FIXED_1941 in s.options and s.turn <= _LAST_1941)


def turn_marker(t: T, op: Op) -> None:
    """The weather marker of this turn or the next is turned, if there is one with that side."""
    turn = t.s.turn + op.next_turn
    number = BOARD.turn(turn).marker if turn <= LAST_TURN else NOWHERE
    if number == NOWHERE:
        return
    marker = BOARD.weather_markers[number]
    now = t.s.weather[turn - 1]
    to = op.turn_to
    if to == NOWHERE:
        to = marker.other if now == marker.default else marker.default
    if to == now or to not in (marker.default, marker.other):
        return
    t.s.weather[turn - 1] = to
    value = ("clear", "mud", "snow", "long_winter")[to]
    t.note(Marked(place=f"t:{turn}", mark="weather", value=value, rule="14.14"))


# 1945 ------------------------------------------------------------------------------------


def to_1945(t: T) -> None:
    """Red-barred cards leave the game, those with a green circle are shuffled in (§5.5)."""
    barred = set(BOARD.red_barred)
    for name in ("hand.axis", "hand.soviet", "deck", "discard"):
        for card in [card for card in t.ids(name) if card in barred]:
            t.play(name, "out", card)
    t.restock("deck", "discard", "green")
    t.note(Noted(text="The cards of 1945 are shuffled in.", rule="5.5"))
