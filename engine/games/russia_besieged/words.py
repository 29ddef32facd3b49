"""The words of Russia Besieged's order lines: pieces, places, odds and other names."""

from collections.abc import Iterable, Sequence

from engine.core.lexicon import Lexicon, Term, words
from engine.core.tell import several
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ACCOUNTS,
    BOXES,
    HEXES,
    NATIONS,
    PLACES,
    SIDES,
)

UNITS = Lexicon(
    Term(piece.index, piece.id, piece.short, piece.name, SIDES[piece.side])
    for piece in BOARD.pieces
)

IDS = (*BOARD.ground.grid.ids, *BOXES)
"""Place -> its id."""


def _term(place: int) -> Term:
    city = BOARD.ground.city_at[place] if place < HEXES else -1
    if city >= 0:
        return Term(place, IDS[place], IDS[place], BOARD.ground.cities[city].name)
    return Term(place, IDS[place], IDS[place])


PLACE_WORDS = Lexicon(_term(place) for place in range(PLACES))
"""By number or by the name of a city; water and boxes too, for the umpire."""

CITY_WORDS = Lexicon(Term(c.index, c.id, name=c.name) for c in BOARD.ground.cities)
WELL_WORDS = Lexicon(Term(well.index, well.id, name=well.name) for well in BOARD.ground.wells)
ODDS = words(*BOARD.charts.ladder)
NATION_WORDS = words(*NATIONS)
KINDS = words("infantry", "armor")

_LONG = {
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}


def turn_name(number: int) -> str:
    """A turn as people read it.

    >>> turn_name(1)
    'May/June 1941'
    """
    turn = BOARD.turn(number)
    return f"{_LONG[turn.months[0]]}/{_LONG[turn.months[1]]} {turn.year}"


def month_name(number: int, impulse: int) -> str:
    """The month of an impulse.

    >>> month_name(1, 2)
    'June 1941'
    """
    turn = BOARD.turn(number)
    return f"{_LONG[turn.months[impulse - 1]]} {turn.year}"


def label(place: int) -> str:
    """A place as people read it: the city's name and the hex, or the hex.

    >>> label(BOARD.ground.index("1912")), label(BOARD.ground.index("1718"))
    ('Moscow (1912)', '1718')
    """
    if place >= HEXES:
        return IDS[place].replace("_", " ")
    city = BOARD.ground.city_at[place]
    id_ = IDS[place]
    return f"{BOARD.ground.cities[city].name} ({id_})" if city >= 0 else id_


def sums(listed: Sequence[tuple[str, int]]) -> str:
    """Die roll modifiers in a sentence, those of one name together.

    >>> sums([("own_naval_base", -2), ("other_friendly_port", -1), ("other_friendly_port", -1)])
    'own naval base -2, 2 other friendly ports -2'
    """
    found: dict[str, list[int]] = {}
    for name, value in listed:
        found.setdefault(name.replace("_", " "), []).append(value)
    return ", ".join(
        f"{several(len(values), name) if values[1:] else name} {sum(values):+}"
        for name, values in found.items()
    )


def account_name(account: int) -> str:
    """An account of replacement points.

    >>> account_name(3)
    'SS armor'
    """
    text = ACCOUNTS[account].replace("_", " ")
    return text[0].upper() + text[1:] if not text.startswith("ss") else "SS" + text[2:]


def names(pieces: Iterable[int]) -> str:
    """Pieces in a list, by name."""
    return ", ".join(BOARD.pieces[piece].name for piece in pieces)
