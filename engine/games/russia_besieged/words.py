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


_ALSO = {
    "archangel": ("Arkhangelsk", "Archangelsk"),
    "astrakhan": ("Astrachan",),
    "belgrade": ("Belgrad", "Beograd"),
    "breslau": ("Wroclaw",),
    "brest": ("Brest-Litovsk", "Brest Litovsk"),
    "brno": ("Brünn",),
    "bryansk": ("Briansk", "Brjansk"),
    "bucharest": ("Bukarest", "Bucuresti"),
    "cluj": ("Klausenburg", "Kolozsvar"),
    "constanta": ("Constanza", "Konstanza"),
    "danzig": ("Gdansk",),
    "debrecen": ("Debreczen",),
    "dnepropetrovsk": ("Dniepropetrovsk", "Dnjepropetrowsk", "Dnipro"),
    "gorki": ("Gorky", "Gorkiy"),
    "grozny": ("Grozniy", "Grosny"),
    "jassy": ("Iasi",),
    "kazan": ("Kasan",),
    "kharkov": ("Kharkiv", "Charkow", "Charkov"),
    "kiev": ("Kyiv", "Kiew"),
    "konigsberg": ("Kaliningrad",),
    "krakow": ("Kracow", "Cracow", "Krakau"),
    "kuibyshev": ("Kuybyshev", "Samara"),
    "lvov": ("Lwow", "Lviv", "Lemberg"),
    "maikop": ("Maykop",),
    "moscow": ("Moskau", "Moskva"),
    "novorossiysk": ("Novorossisk", "Noworossijsk"),
    "odessa": ("Odesa",),
    "penza": ("Pensa",),
    "ploesti": ("Ploiesti",),
    "posen": ("Poznan",),
    "prague": ("Prag", "Praha"),
    "rostov": ("Rostow",),
    "saratov": ("Saratow",),
    "sevastopol": ("Sebastopol", "Sewastopol"),
    "stalino": ("Donetsk",),
    "stettin": ("Szczecin",),
    "tallinn": ("Tallin", "Reval"),
    "tambov": ("Tambow",),
    "tbilisi": ("Tiflis",),
    "vienna": ("Wien",),
    "vologda": ("Wologda",),
    "voronezh": ("Woronesch", "Voronesh"),
    "warsaw": ("Warschau", "Warszawa"),
    "wilno": ("Vilnius", "Vilna", "Wilna"),
    "yaroslavl": ("Jaroslavl", "Jaroslawl"),
}
"""City -> other names and spellings that people know it by."""


def _term(place: int) -> Term:
    number = BOARD.ground.city_at[place] if place < HEXES else -1
    if number < 0:
        return Term(place, IDS[place], IDS[place])
    city = BOARD.ground.cities[number]
    return Term(place, IDS[place], IDS[place], city.name, also=_ALSO.get(city.id, ()))


PLACE_WORDS = Lexicon(_term(place) for place in range(PLACES))
"""By number or by the name of a city; water and boxes too, for the umpire."""

CITY_WORDS = Lexicon(
    Term(city.index, city.id, name=city.name, also=_ALSO.get(city.id, ()))
    for city in BOARD.ground.cities
)
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
