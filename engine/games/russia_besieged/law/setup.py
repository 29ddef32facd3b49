"""Where units may be set up (23.0)."""

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import DICTATOR, HEXES, RUMANIAN, SOVIET, WEC, Piece
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.state import RussiaBesieged, mates

_GROUND = BOARD.ground
_SOUTH = _GROUND.index("2632")
_SOUTH_MOST = 3
"""Units of Army Group South in Rumania, of which one may be a Panzer corps (23.04)."""


def area(piece: Piece) -> int:
    """Mask of the hexes on which a piece may be set up; 0 where it has no choice."""
    if not piece.area or piece.type in (WEC, DICTATOR):
        return 0
    if piece.area in _GROUND.setup_areas:
        found = _GROUND.setup_areas[piece.area]
        if piece.area == "axis_ags":
            found |= 1 << _SOUTH
        return found & _GROUND.land
    if piece.area not in _GROUND.city_index:
        return 0
    place = _GROUND.cities[_GROUND.city_index[piece.area]].place
    land = _GROUND.countries["russia" if piece.side == SOVIET else "germany"]
    near = 1 << place | (mask(_GROUND.foot[place]) if piece.within else 0)
    return near & land


def movable(s: RussiaBesieged, side: int) -> list[int]:
    """The units of a side that may be put elsewhere."""
    return [u for u in BOARD.of_side[side] if s.place[u] < HEXES and area(BOARD.pieces[u])]


def hexes(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of the hexes on which a unit finds room now."""
    found = area(BOARD.pieces[unit])
    return mask(
        hex_
        for hex_ in range(found.bit_length())
        if found >> hex_ & 1 and _why_full(s, d, unit, hex_) is None
    )


def _why_full(s: RussiaBesieged, d: Occupancy, unit: int, hex_: int) -> Why | None:
    piece = BOARD.pieces[unit]
    there = [other for other in mates(d, piece.side, hex_) if other is not piece]
    if why := why_over([*there, piece], hex_):
        return Why(why.text, "23.03" if piece.side == SOVIET else "23.04")
    if piece.area == "axis_ags" and hex_ == _SOUTH:
        south = [other for other in there if other.area == "axis_ags"]
        if len(south) >= _SOUTH_MOST or (piece.armor and any(o.armor for o in south)):
            text = "At most three units of Army Group South go to 2632, at most one of them armor."
            return Why(text, "23.04")
    return None


def why_not(s: RussiaBesieged, d: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a unit may not be set up on a hex; None if it may."""
    piece = BOARD.pieces[unit]
    rule = "23.03" if piece.side == SOVIET else "23.04"
    if not area(piece) >> hex_ & 1:
        name = "Rumania" if piece.nation == RUMANIAN else "its area"
        return Why(f"{piece.name} is set up in {name} alone.", rule)
    if s.place[unit] == hex_:
        return Why("It stands there.", rule)
    return _why_full(s, d, unit, hex_)
