"""Drawing Pursuit and Soviet cards, and putting them back (§7, §8, §15, §20.4)."""

from engine.core.entries import Marked, Played
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.law.move import has_air
from engine.games.race_to_moscow.state import AIR_SPENT

DRAWN = "drawn"
"""The pile of the one card of the encounter under way."""


def soviet_pile(t: T, armor: bool = False) -> str:
    """The pile that the next Soviet card comes from, "" when none is left (rm-08).

    Green before blue (§4); with a Soviet player the deck of the marker's kind (§20.4).
    """
    if t.s.soviet_player:
        decks = [f"soviet.{'armor' if armor else 'infantry'}"]
    else:
        decks = ["soviet.green", "soviet.blue"]
    return next((deck for deck in decks if t.ids(deck)), "")


def draw_soviet(t: T, colour: int, armor: bool = False) -> int:
    """Turn the top Soviet card over for the army of a player; -1 when there is none."""
    pile = soviet_pile(t, armor)
    return _turn_over(t, pile, colour) if pile else NOWHERE


def draw_pursuit(t: T, colour: int) -> int:
    """Turn a player's top Pursuit card over; an empty deck is made new first (§7, rm-08).

    -1 when there is no card in the deck or on the discards.
    """
    deck, discards = f"pursuit.{COLOURS[colour]}", f"discard.{COLOURS[colour]}"
    if t.ids(deck) or t.restock(deck, discards):
        return _turn_over(t, deck, colour)
    return NOWHERE


def _turn_over(t: T, pile: str, colour: int) -> int:
    card = t.ids(pile)[0]
    t.play(pile, DRAWN, card)
    t.note(Played(side=COLOURS[colour], card=BOARD.items[card], how="draws", rule="7"))
    return card


def other_soviet_card(t: T, card: int) -> bool:
    """Is this a Soviet card, and another one left in its deck, for Brandenburg (§16, rm-54)?"""
    face = BOARD.cards[card]
    return face.family == "soviet" and bool(soviet_pile(t, face.armor))


def air_back(t: T, colour: int, soviet: bool) -> None:
    """The top card of a deck has been revealed: markers on it go home, used (§15).

    Those of all players on the Soviet deck, that of `colour` on its Pursuit deck.
    """
    for owner in range(len(COLOURS)):
        if has_air(t.s.air, owner, soviet) and (soviet or owner == colour):
            t.s.air[owner] = AIR_SPENT
            where = "soviet" if soviet else f"pursuit.{COLOURS[owner]}"
            t.note(Marked(place=where, mark="air", value=f"{COLOURS[owner]} none", rule="15"))


def air_home(t: T, area: int) -> None:
    """The Soviet marker of an area has been met: air support there goes home, used (§20.5)."""
    for owner, where in enumerate(t.s.air):
        if where == area:
            t.s.air[owner] = AIR_SPENT
            value = f"{COLOURS[owner]} none"
            t.note(Marked(place=BOARD.places[area], mark="air", value=value, rule="20.5"))


def beat(t: T, card: int, colour: int) -> None:
    """A beaten enemy card is the player's (§8)."""
    t.play(DRAWN, f"beaten.{COLOURS[colour]}", card)
    t.note(Played(side=COLOURS[colour], card=BOARD.items[card], how="beats", rule="8"))


def put_back(t: T, card: int) -> None:
    """An enemy that was not beaten is shuffled into the deck that it came from (§8, rm-07).

    A Soviet card into the undrawn ones of its own edge colour.
    """
    face = BOARD.cards[card]
    if face.family == "pursuit":
        deck = f"pursuit.{COLOURS[face.colour]}"
    elif t.s.soviet_player:
        deck = f"soviet.{'armor' if face.armor else 'infantry'}"
    else:
        deck = f"soviet.{face.edge}"
    t.deal(DRAWN, deck)
    t.shuffle(deck)


def put_under(t: T, card: int) -> None:
    """The revealed Soviet card goes under its deck (§16, Brandenburg); all have seen it there."""
    face = BOARD.cards[card]
    deck = f"soviet.{'armor' if face.armor else 'infantry'}" if t.s.soviet_player else "soviet.blue"
    t.play(DRAWN, deck, card)


def discard(t: T, card: int) -> None:
    """A Pursuit card that is done with goes to its owner's discards (§7)."""
    colour = COLOURS[BOARD.cards[card].colour]
    source = DRAWN if card in t.ids(DRAWN) else f"kept.{colour}"
    t.play(source, f"discard.{colour}", card)


def keep(t: T, card: int) -> None:
    """A Pursuit card stays with its player (§7)."""
    colour = COLOURS[BOARD.cards[card].colour]
    t.play(DRAWN, f"kept.{colour}", card)
    t.note(Played(side=colour, card=BOARD.items[card], how="keeps", rule="7"))
