"""Looking at what is hidden, and air support, chapter 15; with a Soviet player §20.5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.bits import members
from engine.core.entries import Marked, Played
from engine.core.frames import Outcome
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import MARKER_PILES, T, colour_of, id_of
from engine.games.race_to_moscow.cards.decks import soviet_pile
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.law.shut import shut
from engine.games.race_to_moscow.state import (
    AIR_PURSUIT,
    AIR_READY,
    AIR_SOVIET,
    AIR_SPENT,
    RaceToMoscow,
    in_play,
)

NO_SIGHT = Why("No Soviet marker next to an army of yours is there.", "20.5")
_NO_CARD = Why("That deck has no card left.", "15")
PURSUIT, SOVIET_DECK = "pursuit", "soviet"


def decks(t: T, side: str) -> list[str]:
    """The decks that a player can look at: his own and the Soviet one, while they have cards."""
    if t.s.soviet_player:
        return []
    found = [PURSUIT] if t.ids(f"pursuit.{side}") else []
    return [*found, SOVIET_DECK] if soviet_pile(t) else found


def sights(t: T, side: str) -> list[int]:
    """With a Soviet player: the areas with a marker next to an army of the player (§20.5)."""
    if not t.s.soviet_player:
        return []
    near = 0
    for army in BOARD.groups[colour_of(side)].armies:
        if in_play(t.s, army):
            for roads in BOARD.road_near:  # of every colour; red lines are no one's (§3.3)
                near |= roads[t.s.at[army]]
    return members(near & t.d.soviet)


def look(t: T, side: str, what: str | int, rule: str) -> None:
    """A player alone sees the top card of a deck, or the marker of an area (§7, §15)."""
    if isinstance(what, int):
        pile = MARKER_PILES[what]
    else:
        pile = f"pursuit.{side}" if what == PURSUIT else soviet_pile(t)
    top = t.ids(pile)[0]
    t.reveal(pile, top, t.bit(side))
    t.note(Played(side=side, card=BOARD.items[top], how="looks at", rule=rule, to=side))


def send(t: T, side: str, what: str | int, rule: str) -> None:
    """A player looks, and his air support marker stays there (§15, §20.5)."""
    look(t, side, what, rule)
    colour = colour_of(side)
    if isinstance(what, int):
        t.s.air[colour], where = what, id_of(what)
    else:
        t.s.air[colour] = AIR_PURSUIT if what == PURSUIT else AIR_SOVIET
        where = f"pursuit.{side}" if what == PURSUIT else "soviet"
    t.note(Marked(place=where, mark="air", value=COLOURS[colour], rule=rule))


def at_home(state: RaceToMoscow, colour: int) -> bool:
    """Whether a player's air support marker is with him, used or not."""
    return state.air[colour] in (AIR_READY, AIR_SPENT)


_BASIC = shut(("air",), "The basic game has no air support.", "5")  # rm-43
_USED = shut(
    ("air",), "Your air support marker is used until the next Theater Re-Organization.", "15"
)
_OUT = shut(("air",), "Your air support marker is out already.", "15")


def air_verbs(t: T, side: str) -> Sequence[Verb]:
    """`air pursuit|soviet`, with a Soviet player `air AREA`: an additional action (§15)."""
    if t.s.basic:
        return _BASIC

    if t.s.air[colour_of(side)] != AIR_READY:
        return _USED if at_home(t.s, colour_of(side)) else _OUT
    return (t.lasting(_air_verb, side),)


def _air_verb(t: T, side: str) -> Verb:
    def support(what: str | int) -> Outcome:
        send(t, side, what, "15")
        return None

    if t.s.soviet_player:
        slot = pick("area", "place", lambda: sights(t, side), lambda _: NO_SIGHT, rule="20.5")
    else:
        slot = pick("deck", "deck", lambda: decks(t, side), lambda _: _NO_CARD, rule="15")
    hint = "Look at a card, and pay 1 ammo less when your army meets it."
    return Verb("air", support, (slot,), hint=hint, rule="15")
