"""Phase 1: where fleets and air units may be placed."""

from collections.abc import Sequence

from engine.board.bits import members
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AIR, AXIS, FLEET, SOVIET, TERRAINS
from engine.games.iron_blood.law.obstacles import BIT
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy

_CLEAR = tuple(members(BOARD.clear))
_CLEAR_OR_SEA = tuple((*_CLEAR, BOARD.sea_box[enemy(side)]) for side in (AXIS, SOVIET))


def fleet_hexes(state: IronBlood, side: int) -> Sequence[int]:
    """Coastal hexes where the fleet may go; none if it is disrupted or placed already (ib-04)."""
    return [] if _why_no_fleet(state, side) else BOARD.seas[side].hexes


def why_not_fleet(state: IronBlood, side: int, place: int) -> Why | None:
    """Why the fleet may not go to a place; None if it may."""
    if refusal := _why_no_fleet(state, side):
        return refusal
    sea = BOARD.seas[side]
    if place not in sea.hexes:
        return Why(f"{BOARD.label(place)} is no coastal hex of the {sea.name}.", "map.coastal")
    return None


def _why_no_fleet(state: IronBlood, side: int) -> Why | None:
    if state.disrupted[side]:  # ib-06
        return Why("An enemy air unit disrupts your fleet; it stays in its sea.", "phase1.disrupt")
    if not _fleet_in_box(state, side):
        return Why("Your fleet has been placed.", "phase1")
    return None


def free_air(state: IronBlood, side: int) -> list[int]:
    """Air units of a side that wait in its air box."""
    return [unit for unit in BOARD.of_kind[side][AIR] if state.at[unit] == BOARD.air_box[side]]


def air_places(state: IronBlood, side: int) -> Sequence[int]:
    """Places for an air unit: clear hexes, and the sea of the enemy fleet: to go for that."""
    if _why_no_air(state, side):
        return []
    if _in_reach(state, enemy(side)):
        return _CLEAR_OR_SEA[side]  # §phase1.disrupt; ib-06, ib-23
    return _CLEAR


def why_not_air(state: IronBlood, side: int, place: int) -> Why | None:
    """Why an air unit may not be placed there; None if it may."""
    if refusal := _why_no_air(state, side):
        return refusal
    if place == BOARD.sea_box[enemy(side)]:
        if _in_reach(state, enemy(side)):
            return None
        return Why(
            "The enemy fleet is off a mountain coast: air units can't go there.", "map.terrain"
        )
    if place >= len(BOARD.hexes):
        return Why(f"{BOARD.label(place)} is no place for an air unit.", "phase1")
    if not BOARD.clear & BIT[place]:
        terrain = TERRAINS[BOARD.hexes[place].terrain]
        return Why(f"{BOARD.label(place)} is {terrain}: air units can't go there.", "map.terrain")
    return None


def _why_no_air(state: IronBlood, side: int) -> Why | None:
    if not BOARD.seasons[state.season].air:
        return Why("No air units are placed in Snow.", "seasons")
    if not free_air(state, side):
        return Why("You have no air unit left to place.", "phase1")
    return None


def landing(state: IronBlood, side: int, place: int) -> int:
    """Where an air unit lies that is put on a place: on the fleet of a sea, that fleet's hex."""
    foe = enemy(side)
    return _fleet(state, foe) if place == BOARD.sea_box[foe] else place  # §phase1.disrupt; ib-39


def disrupts(state: IronBlood, occ: Occupancy, side: int, place: int) -> bool:
    """Whether an air unit of `side` that is put there now goes for the enemy fleet.

    In the fleet's hex it does, unless it goes onto an own regular unit there (ib-27, ib-39).
    """
    if place == BOARD.sea_box[enemy(side)]:
        return True
    return place == _fleet(state, enemy(side)) and not occ.regulars[side] & BIT[place]


def _fleet(state: IronBlood, side: int) -> int:
    """Where the fleet of a side is."""
    return state.at[BOARD.of_kind[side][FLEET][0]]


def _fleet_in_box(state: IronBlood, side: int) -> bool:
    return _fleet(state, side) == BOARD.sea_box[side]


def _in_reach(state: IronBlood, side: int) -> bool:
    """Can an air unit follow the fleet of this side? Not to a mountain coast (ib-27)."""
    return _fleet_in_box(state, side) or bool(BOARD.clear & BIT[_fleet(state, side)])
