"""What bars a way: terrain, rivers, units and the inside of enemy urban locations."""

from dataclasses import dataclass
from functools import lru_cache

from engine.board.bits import Steps, mask
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import (
    AIR,
    FLEET,
    INFANTRY,
    NOWHERE,
    PARTISAN,
    SEA,
    TERRAINS,
)
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy

BIT = tuple(1 << hex_ for hex_ in range(len(BOARD.hexes)))
NEAR = tuple(mask(others) for others in BOARD.neighbours)
"""hex -> mask of adjacent land hexes."""

_FOOT = (INFANTRY, PARTISAN)
ENTERABLE = tuple(BOARD.land if kind in _FOOT else BOARD.clear for kind in range(6))  # §map.terrain
"""kind -> mask of hexes whose terrain it may enter."""


def off_map(unit: int, place: int) -> bool:
    """May this counter lie in this place, which is no hex?"""
    counter = BOARD.units[unit]
    own = BOARD.reserve[counter.side]
    if counter.kind == FLEET:
        return place == BOARD.sea_box[counter.side]
    if counter.kind == AIR:  # ib-23
        return place in (own, BOARD.air_box[counter.side], BOARD.sea_box[enemy(counter.side)])
    return place == own


@dataclass(frozen=True, slots=True, eq=False)
class Lanes:
    """Ways between land hexes for convoy, retreat and supply."""

    links: tuple[tuple[int, ...], ...]
    steps: Steps


def lanes(state: IronBlood, side: int) -> Lanes:
    """The ways of a side: no river side, no step inside an enemy urban location."""
    return _lanes(tuple(state.control), 1 - side)


@lru_cache(maxsize=4096)
def _lanes(control: tuple[int, ...], foe: int) -> Lanes:
    links = list(BOARD.dry)  # §obstacles, §map.rivers
    closed = [
        link
        for location in BOARD.locations
        if control[location.index] == foe
        for link in _WITHIN[location.index]
    ]
    for hex_, other in closed:
        links[hex_] = tuple(place for place in links[hex_] if place != other)
    return Lanes(tuple(links), _DRY.without(closed))


_DRY = Steps(BOARD.dry)
_WITHIN = tuple(
    tuple((a, b) for a in location.hexes for b in BOARD.dry[a] if b in location.hexes)
    for location in BOARD.locations
)
"""location -> the ways from one of its hexes to another."""


def _inside(control: list[int], foe: int, a: int, b: int) -> bool:
    """Whether both hexes are of one location that `foe` controls (§obstacles; ib-17)."""
    location = BOARD.hexes[a].location
    return location >= 0 and location == BOARD.hexes[b].location and control[location] == foe


def barred_between(state: IronBlood, side: int, a: int, b: int) -> str:
    """Why convoy, retreat and supply can't go between two adjacent hexes; "" if they can."""
    if BOARD.rivers.marked(a, b):
        return f"a river lies between {BOARD.label(a)} and {BOARD.label(b)}"
    if _inside(state.control, enemy(side), a, b):
        name = BOARD.locations[BOARD.hexes[a].location].name
        return f"{name} is under enemy control, so there is no way between its hexes"
    return ""


def why_not_enter(occ: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a regular unit could never end in this hex, wherever it comes from (ib-03)."""
    counter = BOARD.units[unit]
    terrain = BOARD.hexes[hex_].terrain if hex_ < len(BOARD.hexes) else SEA
    if terrain == SEA:
        return Why(f"{BOARD.label(hex_)} is no land hex.", "map.terrain")
    if not ENTERABLE[counter.kind] & BIT[hex_]:
        return Why(
            f"{BOARD.label(hex_)} is {TERRAINS[terrain]}: tanks can't enter it.", "map.terrain"
        )
    if occ.regulars[counter.side] & BIT[hex_]:
        there = occ.regular_at(counter.side, hex_)
        if there == unit:
            return Why(f"{counter.name} is in {BOARD.label(hex_)} already.", "phase2")
        return Why(
            f"{BOARD.units[there].name} is in {BOARD.label(hex_)}; "
            "a hex holds one regular unit of a side.",
            "map.stacking",
        )
    return None


def enterable(occ: Occupancy, unit: int) -> int:
    """Mask of the hexes where terrain and own units would let a regular unit end."""
    counter = BOARD.units[unit]
    return ENTERABLE[counter.kind] & ~occ.regulars[counter.side]


def enemy_regular(state: IronBlood, occ: Occupancy, unit: int) -> int:
    """The enemy regular unit in the hex of a unit, -1 for none."""
    return occ.regular[1 - BOARD.units[unit].side].get(state.at[unit], NOWHERE)
