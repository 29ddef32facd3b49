"""The supply check at the end of a side's turn (13.13, 13.4): who starves or surrenders."""

from dataclasses import dataclass

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, PARTISAN, SOVIET, Piece
from engine.games.russia_besieged.law.rations import Near, has_room
from engine.games.russia_besieged.law.supply import (
    Besieged,
    besieged,
    general,
    guards_cavalry,
    ice_road,
    unlimited,
)
from engine.games.russia_besieged.state import (
    LANDED,
    LANDED_BEFORE,
    RussiaBesieged,
    has,
    marker,
    weather,
)

_GROUND = BOARD.ground
_LENINGRAD = _GROUND.cities[_GROUND.city_index["leningrad"]].place
_RAIDS = 3
"""Turns that the 1st Guards Cavalry Army can do without (13.61)."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the check finds. `near`: who lives on cut-off cities, and on which ones he can."""

    supplied: tuple[int, ...]
    lost: tuple[int, ...]
    """They go to the pool (13.13), or in their second turn ashore are lost (8.51)."""
    raiders: tuple[int, ...]
    """The 1st Guards Cavalry Army, where no city feeds it (13.61, rb-91)."""
    near: Near


def check(s: RussiaBesieged, d: Occupancy, side: int) -> Check:
    """Who is in general supply, who lives on a cut-off city, and who has nothing."""
    supplied, lost, raiders = [], [], []
    left: list[int] = []
    areas: dict[int, int] = {}
    for unit in BOARD.of_side[side]:
        place, kind, nation = s.place[unit], BOARD.pieces[unit].type, BOARD.pieces[unit].nation
        if place >= HEXES or kind in (AIRCRAFT, PARTISAN):
            continue
        if nation not in areas:
            areas[nation] = unlimited(s, d, nation)
        if areas[nation] >> place & 1 or general(s, d, unit):
            supplied.append(unit)
        elif guards_cavalry(BOARD.pieces[unit]):
            raiders.append(unit)
        elif has(s, unit, LANDED):
            supplied.append(unit)  # 8.51, 15.06
        elif has(s, unit, LANDED_BEFORE):
            lost.append(unit)
        else:
            left.append(unit)
    cities = sorted(besieged(s, d, side), key=lambda city: -city.turns)
    near = {
        unit: [city for city in cities if city.range >> s.place[unit] & 1]
        for unit in sorted(left, key=lambda unit: -marker(s, unit))
    }
    lost += [unit for unit in left if not near[unit]]
    near = {unit: listed for unit, listed in near.items() if listed}
    for unit in list(raiders):
        open_ = [city for city in cities if city.range >> s.place[unit] & 1]
        if any(has_room(near, unit, city) for city in open_):  # rb-91
            raiders.remove(unit)
            near[unit] = open_
    return Check(tuple(supplied), tuple(lost), tuple(raiders), near)


def room(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    """Mask of the cut-off cities that can feed this unit beside those who live on them (10.76)."""
    key = piece.side, s.rails, s.converting, s.cities, s.fallen, weather(s), *s.flags
    return d.once(("room", piece.index, *key), lambda: _room(s, d, piece))


def _room(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    cities = besieged(s, d, piece.side)
    near = check(s, d, piece.side).near if cities else {}
    others = {unit: listed for unit, listed in near.items() if unit != piece.index}
    return mask(city.place for city in cities if has_room(others, piece.index, city))


def next_marker(s: RussiaBesieged, d: Occupancy, city: Besieged, unit: int) -> int:
    """The marker that a unit gets (13.42, 13.62); 0: it surrenders."""
    now = marker(s, unit)
    if city.place == _LENINGRAD and BOARD.pieces[unit].side == SOVIET and ice_road(s, d):
        return 1
    if now >= city.turns:
        return raid_marker(s, unit) if guards_cavalry(BOARD.pieces[unit]) else 0  # rb-91
    return now + 1


def raid_marker(s: RussiaBesieged, unit: int) -> int:
    """The same of the 1st Guards Cavalry Army (13.61)."""
    now = marker(s, unit)
    return 0 if now >= _RAIDS else now + 1
