"""The words of the order lines of Stalin's War: units, places, cards, kinds of points."""

from collections.abc import Iterator
from functools import cache

from engine.core.lexicon import Lexicon, Term, fold, words
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    BOXES,
    FRONT,
    HEXES,
    NOWHERE,
    PARTISAN,
    RP_TYPES,
    SIDES,
    STALIN,
    SU,
    TRACK,
    TURNS,
    WAIT,
    Card,
)

_GROUND = BOARD.ground

UNITS = Lexicon(Term(u.index, u.id, u.short, u.name, SIDES[u.side]) for u in BOARD.units)


def slug(name: str) -> str:
    """A name as one word of an order line.

    >>> slug("NOT ONE STEP BACK"), slug("T-34/85"), slug("FÜHRER'S FIREMEN")
    ('not_one_step_back', 't_34_85', 'fuhrers_firemen')
    """
    plain = fold(name).replace("-", " ").replace("/", " ")
    return "_".join("".join(c for c in plain if c.isalnum() or c == " ").split())


def _places() -> Iterator[Term]:
    """Land hexes by number, towns and cities also by id; the boxes and the turn track."""
    for place, id_ in enumerate(_GROUND.grid.ids):
        if not _GROUND.land >> place & 1:
            continue
        site = _GROUND.site_at[place]
        if site == NOWHERE:
            yield Term(place, id_)
        else:
            yield Term(place, id_, _GROUND.sites[site].id, _GROUND.sites[site].name)
    for number, box in enumerate(BOXES):
        name, _, side = box.rpartition("_")
        own = side if side in SIDES else ""
        yield Term(HEXES + number, box, name if own else "", side=own)
    for turn in range(1, TURNS + WAIT + 1):
        yield Term(TRACK + turn, f"turn_{turn}")


def _cards() -> Iterator[Term]:
    """Cards by number and by name; numbers and the names of reinforcements are a side's own."""
    for card in BOARD.cards:
        yield Term(card.index, card.id, card.short, card.name, SIDES[card.side])


PLACES = Lexicon(_places())
CARDS = Lexicon(_cards())
SITES = Lexicon(Term(site.index, site.id, name=site.name) for site in _GROUND.sites)
POINTS = words(*(kind.lower() for kind in RP_TYPES))

LEXICONS = {
    "unit": UNITS,
    "place": PLACES,
    "card": CARDS,
    "site": SITES,
    "points": POINTS,
    "careful": words("careful"),
    "blitz": words("blitz"),
}


@cache
def turn_name(turn: int) -> str:
    """A turn as people read it.

    >>> turn_name(3)
    'Turn 3, Fall 1941'
    """
    return f"Turn {turn}, {BOARD.turn(turn).name}"


def points_of(card: Card) -> str:
    """The Replacement Points of a card in a few characters, German, Panzer and ally ones.

    >>> points_of(BOARD.cards[0]), points_of(BOARD.cards[55])
    ('2/1/1', '4')
    """
    return "/".join(map(str, card.rp[:SU] if card.side == AXIS else card.rp[SU:]))


def worth(card: Card) -> str:
    """The Replacement Points of a card in words.

    >>> worth(BOARD.cards[0]), worth(BOARD.cards[55])
    ('2 GE, 1 PZ, 1 AX RP', '4 SU RP')
    """
    points = zip(RP_TYPES, card.rp, strict=True)
    return ", ".join(f"{number} {kind}" for kind, number in points if number) + " RP"


_PEOPLE = ("", "Italian ", "Romanian ", "Hungarian ", "Soviet ")
"""Nation -> the word before the names of its units."""


def unit_name(unit: int) -> str:
    """A unit as people read it: names that other armies have too say whose it is.

    >>> [unit_name(BOARD.unit_index[id_]) for id_ in ("ge_4th_army", "ro_4th_army", "su_stalin")]
    ['4th Army', 'Romanian 4th Army', 'Stalin']
    """
    it = BOARD.units[unit]
    plain = it.type in (FRONT, STALIN, PARTISAN)
    return it.name if plain else f"{_PEOPLE[it.nation]}{it.name}"


_BOX_NAMES = (
    "the Eliminated Units box",
    "the Eliminated Units box",
    "the Other Fronts box",
    "the reinforcements",
    "out of the game",
)


def label(place: int) -> str:
    """A place as people read it: the town and its hex, the hex, or the box.

    >>> label(_GROUND.site("moscow").place), label(TRACK + 5)
    ('Moscow (2722)', 'the turn track, turn 5')
    """
    if place >= HEXES:
        if place > TRACK:
            return f"the turn track, turn {place - TRACK}"
        return _BOX_NAMES[place - HEXES]
    id_, site = _GROUND.grid.ids[place], _GROUND.site_at[place]
    return id_ if site == NOWHERE else f"{_GROUND.sites[site].name} ({id_})"
