"""Cities that change hands (4.1, 24.7) and allies that leave the war (26.0)."""

from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    GERMAN,
    HUNGARIAN,
    ITALIAN,
    RUMANIAN,
    RUSSIAN,
    SOVIET,
    WEC,
)
from engine.games.russia_besieged.law.supply import unlimited
from engine.games.russia_besieged.state import (
    RussiaBesieged,
    bodies,
    controls,
    enemy,
    fighter,
    zoc,
)

_GROUND = BOARD.ground
_HELSINKI, _BUDAPEST, _BUCHAREST, _LENINGRAD = (
    _GROUND.city_index[id_] for id_ in ("helsinki", "budapest", "bucharest", "leningrad")
)
_EARLY = BOARD.turn_index["jul_aug_1941"]
_FINLAND_ENDS = BOARD.turn_index["sep_oct_1944"]
_ITALY_ENDS = BOARD.turn_index["sep_oct_1943"]


def takes(s: RussiaBesieged, piece: int) -> bool:
    """Does a unit take a city by standing in it (4.1)? Partisans do not (16.21, 16.45)."""
    return fighter(s, piece) and BOARD.pieces[piece].type <= WEC


def starved(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask by city of what the phasing side captures at the end of an impulse (24.7, rb-05).

    On turns 1 and 2: in its zone, no enemy in it or with a zone on it, and no path from it
    to an unlimited source of the enemy.
    """
    if s.turn > _EARLY:
        return 0
    side, foe = s.side, enemy(s.side)
    fed = unlimited(s, d, RUSSIAN if foe == SOVIET else GERMAN)
    open_ = zoc(d, side) & ~zoc(d, foe) & ~bodies(d, foe) & ~fed
    found = 0
    for city in _GROUND.cities:
        if open_ >> city.place & 1 and controls(s, foe, city.index):
            found |= 1 << city.index
    return found


def leaving(s: RussiaBesieged, d: Occupancy, after: int) -> list[int]:
    """Allies of the Axis that surrender at the end of a side's player turn (26.1, 26.2, 26.4)."""
    there = bodies(d, SOVIET)
    found = []
    if after == AXIS and there >> _place(_HELSINKI) & 1:
        found.append(FINNISH)  # 26.11
    if after == SOVIET:
        if there >> _place(_BUDAPEST) & 1:
            found.append(HUNGARIAN)
        if there >> _place(_BUCHAREST) & 1:
            found.append(RUMANIAN)
        if s.turn >= _FINLAND_ENDS and not controls(s, AXIS, _LENINGRAD):
            found.append(FINNISH)  # 26.14
    return [nation for nation in found if not s.surrendered >> nation & 1]


def leaving_by_date(s: RussiaBesieged) -> list[int]:
    """Those that surrender at the beginning of a turn (26.12, 26.31); not Finland with an Axis
    Leningrad (26.13).
    """
    found = []
    if s.turn >= _ITALY_ENDS:
        found.append(ITALIAN)
    if s.turn == _FINLAND_ENDS and not controls(s, AXIS, _LENINGRAD):
        found.append(FINNISH)
    return [nation for nation in found if not s.surrendered >> nation & 1]


def _place(city: int) -> int:
    return _GROUND.cities[city].place
