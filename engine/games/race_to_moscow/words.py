"""The words of order lines: units, places, cards, supplies, decks, markers' kinds."""

from engine.core.lexicon import Lexicon, Term, words
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, SUPPLIES

UNITS = Lexicon(Term(u.index, u.id, u.short, u.name, COLOURS[u.colour]) for u in BOARD.units)

_ALSO = {area.id: area.also for area in BOARD.areas}

PLACES = Lexicon(
    Term(number, id_, name=BOARD.place_names[number], also=_ALSO.get(id_, ()))
    for number, id_ in enumerate(BOARD.places)
)

CARDS = Lexicon(
    (
        *(
            Term(card.index, card.id, card.id.partition("_")[2].removeprefix(f"{colour}_"),
                 card.name, colour)
            for card in BOARD.cards
            for colour in (COLOURS[card.colour] if card.colour >= 0 else "",)
        ),
        *(Term(m.index, m.id, m.id.removeprefix("soviet_"), side="soviet") for m in BOARD.markers),
    )
)  # fmt: skip
"""All that lies in piles, the Soviet markers of chapter 20 too."""

MOST = 9
"""Tokens of a kind that an order line counts at most; no place holds more of all kinds."""

CARGO = words(*SUPPLIES, *(str(count) for count in range(1, MOST + 1)))
"""`fuel 3 ammo 1`: a kind, then how many."""

KINDS = words("infantry", "armor")
"""The backs of Soviet markers (§20.1)."""

DECKS = words("pursuit", "soviet")
"""A player's own Pursuit deck, the Soviet deck (§7, §15)."""

MEALS = words("card", "area")
"""Where an army eats (§14)."""

REACTIONS = words("strike", "place")
"""What the Soviets do (18)."""


def title(side: str) -> str:
    """How people read a side.

    >>> title("gray")
    'Gray'
    """
    return "The Soviet player" if side == "soviet" else side.title()
