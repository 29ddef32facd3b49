"""The words of No Retreat!'s order lines: units, places, cards, markers, weather."""

from collections.abc import Iterator
from functools import cache

from engine.core.lexicon import Lexicon, Term, fold, words
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import HEXES, NOWHERE, OFF_MAP, SIDES, WEATHERS

PEOPLE = ("Axis", "Soviets")
"""Side -> its people, with "the" before."""

UNITS = Lexicon(Term(u.index, u.id, u.short, u.name, SIDES[u.side]) for u in BOARD.units)


def slug(name: str) -> str:
    """A name as one word of an order line.

    >>> slug("Za Rodinu!"), slug("Order No. 227"), slug("Ferdinand Schörner")
    ('za_rodinu', 'order_no_227', 'ferdinand_schorner')
    """
    plain = "".join(c for c in fold(name) if c.isalnum() or c in " -")
    return "_".join(plain.replace("-", " ").split())


def _places() -> Iterator[Term]:
    """Hexes by number and name, cities and oil fields by id, boxes by a word for either side."""
    for site in BOARD.sites:
        if site.place < HEXES and site.id != slug(BOARD.place_names[site.place]):
            yield Term(site.place, site.id)
    for place, id_ in enumerate(BOARD.places):
        if place < HEXES and BOARD.terrain[place] == OFF_MAP:
            continue
        box, _, side = id_.rpartition("_")
        own = side if side in SIDES else ""
        yield Term(place, id_, box if own else "", BOARD.place_names[place], own)


def _cards() -> Iterator[Term]:
    """Cards by number, and by the name of either half."""
    for card in BOARD.cards:
        names = dict.fromkeys(half.name for half in card.halves)
        if len(names) == 2:
            for half in card.halves:
                yield Term(card.number, slug(half.name), side=SIDES[half.side])
        yield Term(card.number, str(card.number), name=" / ".join(names))


PLACES = Lexicon(_places())
CARDS = Lexicon(_cards())
SITES = Lexicon(Term(site.index, site.id, name=site.name) for site in BOARD.sites)
SUPPORT = words("blitz", "shock")
EFFECTS = words("marker", "rail")
"""The uses of a card that has two at a time (38)."""
WEATHER = Lexicon(
    Term(number, id_, name=id_.replace("_", " ").capitalize())
    for number, id_ in enumerate(WEATHERS)
)

ODDS = Lexicon(Term(column, odds) for column, odds in enumerate(BOARD.columns))
"""The columns of the tables."""

LEXICONS = {
    "unit": UNITS,
    "place": PLACES,
    "card": CARDS,
    "site": SITES,
    "support": SUPPORT,
    "effect": EFFECTS,
    "weather": WEATHER,
    "odds": ODDS,
}


def unit_name(unit: int, face: int) -> str:
    """A unit as its face names it: a Soviet front has another name on its red side."""
    counter = BOARD.units[unit]
    if face == counter.full != 0:
        return counter.faces[face].name
    return counter.name


def card_name(card: int, side: int) -> str:
    """A card as its holder calls it; both names where nobody holds it."""
    if side == NOWHERE:
        return CARDS.name(card)
    return BOARD.card(card).halves[side].name


@cache
def turn_name(turn: int) -> str:
    """A turn as people read it.

    >>> turn_name(3)
    'Turn 3, September-October 1941'
    """
    return f"Turn {turn}, {BOARD.turn(turn).date}"
