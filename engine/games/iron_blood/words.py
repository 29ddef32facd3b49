"""The words of Iron Blood's order lines: units, places, locations, tokens."""

from engine.core.lexicon import Lexicon, Term
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SIDES

UNITS = Lexicon(Term(u.index, u.id, u.short, u.name, SIDES[u.side]) for u in BOARD.units)

PLACES = Lexicon(
    Term(number, id_, id_.removeprefix("box_"), BOARD.place_names[number])
    for number, id_ in enumerate(BOARD.places)
)

LOCATIONS = Lexicon(Term(place.index, place.id, name=place.name) for place in BOARD.locations)

FORTRESSES = Lexicon(Term(f.index, f.id, BOARD.places[f.hex], f.name) for f in BOARD.fortresses)

SEAS = Lexicon(
    Term(side, PLACES.write(box), PLACES.short(box)) for side, box in enumerate(BOARD.sea_box)
)
"""By the side whose fleet works there: the sea's box."""

TOKENS = Lexicon(
    Term(number, token.id, token.id.rsplit("_", 1)[1], token.name, SIDES[token.side])
    for number, token in enumerate(BOARD.tokens)
)

SEASONS = {season.id: season.index for season in BOARD.seasons}


def season_name(season: int) -> str:
    """A season as people read it.

    >>> season_name(0)
    '1941 Clear'
    """
    record = BOARD.seasons[season]
    return f"{record.year} {record.season.title()}"
