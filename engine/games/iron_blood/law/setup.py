"""The set-up: the Axis deploys freely in its territory, the Soviets stand as printed."""

from engine.board.bits import members
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS
from engine.games.iron_blood.law.obstacles import BIT, ENTERABLE, why_not_enter
from engine.games.iron_blood.state import IronBlood, Occupancy, on_map

SUGGESTED = BOARD.suggested
"""(unit, hex) of the suggested Axis set-up; the Soviet one is in `new_state()`."""


def to_deploy(state: IronBlood) -> list[int]:
    """Axis regular units that are not on the map yet."""
    return [unit for unit in BOARD.regulars[AXIS] if not on_map(state, unit)]


def setup_hexes(occ: Occupancy, unit: int) -> list[int]:
    """Hexes where an Axis regular unit may be deployed (§setup.axis)."""
    terrain = ENTERABLE[BOARD.units[unit].kind]
    return members(BOARD.territory[AXIS] & terrain & ~occ.regulars[AXIS])


def why_not_setup(occ: Occupancy, unit: int, place: int) -> Why | None:
    """Why an Axis regular unit may not be deployed in a place; None if it may."""
    if refusal := why_not_enter(occ, unit, place):
        return refusal
    if not BOARD.territory[AXIS] & BIT[place]:
        return Why(f"{BOARD.label(place)} is Soviet territory.", "setup.axis")
    return None
