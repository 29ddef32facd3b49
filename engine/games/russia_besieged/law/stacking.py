"""Stacking (5.0): how many units may stand in a hex, and why not more."""

from collections.abc import Sequence
from functools import lru_cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    ARMY,
    ARTILLERY,
    FREE_IN_BERLIN,
    HUNGARIAN,
    PARTISAN,
    RUMANIAN,
    STACKS_FREE,
    Piece,
)
from engine.games.russia_besieged.state import SECOND_STAGE, RussiaBesieged, has

UNITS, WITH_ARMY = 3, 2
"""5.01: corps in a hex, and units of any size where one is an army."""
BASES = (2, 4)
"""11.13: air bases in a minor and in a major city."""

_BERLIN = next(city.place for city in BOARD.ground.cities if city.id == "berlin")


def counted(pieces: Sequence[Piece], place: int) -> list[Piece]:
    """Those that count for stacking: not the free ones (5.05, 20.12), nor one gun (12.02)."""
    found, artillery = [], False
    for piece in pieces:
        if piece.stacking == STACKS_FREE:
            continue
        if piece.stacking == FREE_IN_BERLIN and place == _BERLIN:  # 17.6
            continue
        if piece.type == ARTILLERY and not artillery:
            artillery = True
            continue
        found.append(piece)
    return found


def why_over(pieces: Sequence[Piece], place: int) -> Why | None:
    """Why these may not stand on a hex together at the end of a phase; None if they may."""
    count = counted(pieces, place)
    if len(count) > WITH_ARMY and any(piece.size == ARMY for piece in count):
        return Why("An army and one more unit are all that a hex holds.", "5.01")
    if len(count) > UNITS:
        return Why("A hex holds three corps.", "5.01")
    nations = {piece.nation for piece in count}
    if {HUNGARIAN, RUMANIAN} <= nations:
        return Why("Hungarians and Rumanians do not stack together.", "25.1")
    return None


def why_partisan(s: RussiaBesieged, pieces: Sequence[Piece]) -> Why | None:
    """16.42: a partisan of the second stage stands alone."""
    on_ground = [piece for piece in pieces if piece.type < AIRCRAFT]
    if len(on_ground) > 1 and any(
        piece.type == PARTISAN and has(s, piece.index, SECOND_STAGE) for piece in on_ground
    ):
        return Why("A second-stage partisan stacks with no other unit.", "16.42")
    return None


def overstacked(d: Occupancy, side: int) -> int:
    """Mask of the hexes where a side has more units than may stay (5.04)."""
    return d.once(("overstacked", side), lambda: _overstacked(d, side))


def _overstacked(d: Occupancy, side: int) -> int:
    crowds = [(place, tuple(d.at[place])) for place in members(d.shared & d.present[side])]
    return mask(place for place, units in crowds if _too_many(units, side, place))


@lru_cache(maxsize=4096)
def _too_many(units: Sequence[int], side: int, place: int) -> bool:
    """Are there more of a side among these units than may stay?"""
    mine = [BOARD.pieces[unit] for unit in units if BOARD.pieces[unit].side == side]
    count = counted(mine, place)
    return len(count) > (WITH_ARMY if any(piece.size == ARMY for piece in count) else UNITS)


def room(pieces: Sequence[Piece], place: int) -> int:
    """Air bases that still find room in a city with these pieces (11.13)."""
    bases = sum(piece.type == AIRCRAFT for piece in pieces)
    return BASES[BOARD.ground.majors >> place & 1] - bases
