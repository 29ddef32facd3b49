"""Phase 1: where fleets and air units may be placed."""

from engine.board.bits import members
from engine.games.iron_blood.board import AIR, BOARD, FLEET, TERRAINS
from engine.games.iron_blood.obstacles import BIT, Refusal
from engine.games.iron_blood.state import IronBlood, enemy

_CLEAR = members(BOARD.clear)


def fleet_hexes(state: IronBlood, side: int) -> list[int]:
    """Coastal hexes where the fleet may go; none if it is disrupted or placed already."""
    if state.disrupted[side] or not _fleet_in_box(state, side):  # phase1.disrupt; ib-06
        return []
    return list(BOARD.seas[side].hexes)  # phase1; map.coastal


def why_not_fleet(state: IronBlood, side: int, place: int) -> Refusal | None:
    """Why the fleet may not go to a place; None if it may."""
    if state.disrupted[side]:
        return "phase1.disrupt", "An enemy air unit disrupts your fleet; it stays in its sea."
    if not _fleet_in_box(state, side):
        return "phase1", "Your fleet has been placed."
    sea = BOARD.seas[side]
    if place not in sea.hexes:
        return "map.coastal", f"{BOARD.label(place)} is no coastal hex of the {sea.name}."
    return None


def free_air(state: IronBlood, side: int) -> list[int]:
    """Air units of a side that wait in its air box."""
    return [unit for unit in BOARD.of_kind[side][AIR] if state.at[unit] == BOARD.air_box[side]]


def air_places(state: IronBlood, side: int) -> list[int]:
    """Places for an air unit: clear hexes, and the enemy fleet's sea box while it is there."""
    if not BOARD.seasons[state.season].air or not free_air(state, side):  # seasons: Snow
        return []
    if _fleet_in_box(state, enemy(side)):
        return [*_CLEAR, BOARD.sea_box[enemy(side)]]  # phase1.disrupt; ib-06, ib-23
    return _CLEAR.copy()


def why_not_air(state: IronBlood, side: int, place: int) -> Refusal | None:
    """Why an air unit may not be placed there; None if it may."""
    if not BOARD.seasons[state.season].air:
        return "seasons", "No air units are placed in Snow."
    if not free_air(state, side):
        return "phase1", "You have no air unit left to place."
    if place == BOARD.sea_box[enemy(side)]:
        if _fleet_in_box(state, enemy(side)):
            return None
        return "phase1.disrupt", "The enemy fleet is not in its sea; go for the hex where it is."
    if place >= len(BOARD.hexes):
        return "phase1", f"{BOARD.label(place)} is no place for an air unit."
    if not BOARD.clear & BIT[place]:
        terrain = TERRAINS[BOARD.hexes[place].terrain]
        return "map.terrain", f"{BOARD.label(place)} is {terrain}: air units can't go there."
    return None


def disrupts(state: IronBlood, side: int, place: int) -> bool:
    """Whether an air unit of `side` that is put there now disrupts the enemy fleet (ib-27)."""
    return state.at[BOARD.of_kind[enemy(side)][FLEET][0]] == place


def _fleet_in_box(state: IronBlood, side: int) -> bool:
    return state.at[BOARD.of_kind[side][FLEET][0]] == BOARD.sea_box[side]
