"""The supply check at the end of a side's turn (13.13, 13.4): who starves or surrenders."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, PARTISAN, SOVIET
from engine.games.russia_besieged.law.supply import (
    Besieged,
    besieged,
    fed,
    general,
    guards_cavalry,
    ice_road,
    ration,
    unlimited,
)
from engine.games.russia_besieged.state import LANDED, LANDED_BEFORE, RussiaBesieged, has, marker

_GROUND = BOARD.ground
_LENINGRAD = _GROUND.cities[_GROUND.city_index["leningrad"]].place
_RAIDS = 3
"""Turns that the 1st Guards Cavalry Army can do without (13.61)."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the check finds. `groups`: a cut-off city with the units that it has to feed."""

    supplied: tuple[int, ...]
    lost: tuple[int, ...]
    """They go to the pool (13.13), or in their second turn ashore are lost (8.51)."""
    raiders: tuple[int, ...]
    groups: tuple[tuple[Besieged, tuple[int, ...]], ...]


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
    groups = []
    for city in sorted(besieged(s, d, side), key=lambda one: -one.turns):
        near = tuple(unit for unit in left if city.range >> s.place[unit] & 1)
        if near:
            groups.append((city, near))
            left = [unit for unit in left if unit not in near]
    return Check(tuple(supplied), (*lost, *left), tuple(raiders), tuple(groups))


def too_many(city: Besieged, units: Sequence[int]) -> bool:
    """Are there more than the city feeds (13.41)?"""
    return not fed(city, [BOARD.pieces[unit] for unit in units])


def excess(city: Besieged, units: Sequence[int]) -> list[int]:
    """The units of which one must go: of a kind that is too many (13.41, 13.45)."""
    heads = {unit: ration(BOARD.pieces[unit]) for unit in units}
    kinds = Counter(heads.values())
    crowd = [u for u in units if heads[u] in ("army", "corps") or kinds[heads[u]] > 1]
    bodies = [unit for unit in units if heads[unit] != "wec"]
    if too_many(city, bodies):
        return [unit for unit in crowd if heads[unit] != "wec"]
    return [unit for unit in crowd if heads[unit] == "wec"]


def next_marker(s: RussiaBesieged, d: Occupancy, city: Besieged, unit: int) -> int:
    """The marker that a unit gets (13.42, 13.62); 0: it surrenders."""
    now = marker(s, unit)
    if city.place == _LENINGRAD and BOARD.pieces[unit].side == SOVIET and ice_road(s, d):
        return 1
    return 0 if now >= city.turns else now + 1


def raid_marker(s: RussiaBesieged, unit: int) -> int:
    """The same of the 1st Guards Cavalry Army (13.61)."""
    now = marker(s, unit)
    return 0 if now >= _RAIDS else now + 1
