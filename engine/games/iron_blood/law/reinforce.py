"""Phase 8 and the tokens that bring units: who arrives, and where."""

from functools import lru_cache

from engine.board.bits import mask, members
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, INFANTRY, KINDS, PARTISAN, SOVIET, TANK
from engine.games.iron_blood.law.obstacles import BIT, ENTERABLE
from engine.games.iron_blood.state import IronBlood, Occupancy, on_map

_PARTISAN_LAND = BOARD.territory[SOVIET] & ENTERABLE[PARTISAN]  # §phase8.partisans; ib-14
_HOME_CITIES = mask(
    hex_
    for location in BOARD.locations
    if location.territory == AXIS and not location.industrial
    for hex_ in location.hexes
)


def in_reserve(state: IronBlood, side: int, kind: int) -> list[int]:
    """Counters of a kind that are not in play, the first to be used first."""
    return [unit for unit in BOARD.of_kind[side][kind] if state.at[unit] == BOARD.reserve[side]]


def reinforcement_hexes(state: IronBlood, occ: Occupancy, kind: int) -> list[int]:
    """Hexes where Soviet infantry or a tank arrives: empty, urban, under Soviet control (ib-29)."""
    return members(reinforcement_land(state, occ, kind))


def reinforcement_land(state: IronBlood, occ: Occupancy, kind: int) -> int:
    """The mask of those hexes."""
    return _reinforceable(tuple(state.control), kind) & ~occ.all


@lru_cache(maxsize=1024)  # asked several times for each unit that arrives, in the same control
def _reinforceable(control: tuple[int, ...], kind: int) -> int:
    found = 0
    for location in BOARD.locations:
        if control[location.index] == SOVIET and (kind == INFANTRY or location.industrial):
            found |= location.mask  # §phase8.reinforcements
    return found & ENTERABLE[kind]


def why_not_reinforce(state: IronBlood, occ: Occupancy, kind: int, place: int) -> Why | None:
    """Why a Soviet unit of this kind may not arrive in a place; None if it may."""
    rule, label = "phase8.reinforcements", BOARD.label(place)
    location = BOARD.hexes[place].location if place < len(BOARD.hexes) else -1
    if location < 0:
        return Why(f"{label} is no urban hex.", rule)
    if state.control[location] != SOVIET:
        return Why(f"The Soviets don't control {BOARD.locations[location].name}.", rule)
    if kind == TANK and not BOARD.locations[location].industrial:
        return Why(
            f"{BOARD.locations[location].name} is a city; tanks need an industrial centre.", rule
        )
    if not ENTERABLE[kind] & BIT[place]:
        return Why(f"A unit of {KINDS[kind]} can't enter the terrain of {label}.", "map.terrain")
    if occ.all & BIT[place]:
        return Why(f"{label} is not empty.", rule)
    return None


def partisan_hexes(occ: Occupancy) -> list[int]:
    """Hexes for a partisan unit: Soviet territory without any unit (ib-29)."""
    return members(partisan_land(occ))


def partisan_land(occ: Occupancy) -> int:
    """The mask of those hexes."""
    return _PARTISAN_LAND & ~occ.all


def partisan_room(state: IronBlood, occ: Occupancy) -> int:
    """How many partisan units could be placed at most (ib-14)."""
    counters = len(in_reserve(state, SOVIET, PARTISAN))
    return min(counters, partisan_land(occ).bit_count())


def why_not_partisan(occ: Occupancy, place: int) -> Why | None:
    """Why a partisan unit may not be put in a place; None if it may."""
    label = BOARD.label(place)
    if place >= len(BOARD.hexes) or not BOARD.land & BIT[place]:
        return Why(f"{label} is no land hex.", "phase8.partisans")
    if not _PARTISAN_LAND & BIT[place]:
        return Why(f"{label} is Axis territory; partisans fight in Soviet territory.", "map.border")
    if occ.all & BIT[place]:
        return Why(f"{label} is not empty.", "phase8.partisans")
    return None


def caught_partisans(state: IronBlood, occ: Occupancy) -> list[int]:
    """Partisan units in hexes with any Axis unit, taken off in phase 4 (§phase4; ib-15)."""
    return [
        unit
        for unit in BOARD.of_kind[SOVIET][PARTISAN]
        if on_map(state, unit) and occ.present[AXIS] & BIT[state.at[unit]]
    ]


def stalin_cities(state: IronBlood) -> list[int]:
    """Locations that Stalin may move to."""
    return [place.index for place in BOARD.locations if not why_not_stalin(state, place.index)]


def why_not_stalin(state: IronBlood, location: int) -> Why | None:
    """Why Stalin may not move to a location; None if he may."""
    place = BOARD.locations[location]
    if state.stalin_moved:  # ib-19
        return Why("Stalin has moved once; he stays where he is.", "phase8.stalin")
    if place.industrial:
        return Why(f"{place.name} is an industrial centre; Stalin goes to a city.", "phase8.stalin")
    if state.control[location] != SOVIET:
        return Why(f"The Soviets don't control {place.name}.", "phase8.stalin")
    return None


def home_city_hexes(occ: Occupancy) -> list[int]:
    """Hexes for an Axis infantry that comes back by a token or the optional rule (ib-30).

    Any hex of a home city without an Axis regular unit; an enemy there is fought.
    """
    return [hex_ for hex_ in members(_HOME_CITIES) if not why_not_home_city(occ, hex_)]


def why_not_home_city(occ: Occupancy, place: int) -> Why | None:
    """Why an Axis infantry may not come back in a place; None if it may."""
    label = BOARD.label(place)
    if place >= len(BOARD.hexes) or not _HOME_CITIES & BIT[place]:
        return Why(f"{label} is in no city of Axis territory.", "generals.axis")
    if occ.regulars[AXIS] & BIT[place]:
        return Why(
            f"{BOARD.units[occ.regular_at(AXIS, place)].name} is in {label}.", "map.stacking"
        )
    return None
