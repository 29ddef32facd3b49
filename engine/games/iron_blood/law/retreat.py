"""Phase 3: where a defeated unit retreats to."""

from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, NOWHERE
from engine.games.iron_blood.law.obstacles import (
    BIT,
    NEAR,
    barred_between,
    enemy_regular,
    enterable,
    lanes,
    why_not_enter,
)
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy

_HOMEWARD = (("W", "NW", "SW"), ("E", "NE", "SE"))  # §phase3.retreat; ib-09


def retreats(state: IronBlood, occ: Occupancy, unit: int) -> list[int]:
    """Hexes that a defeated unit may retreat to now; empty: it is eliminated.

    Only the hex it entered from if that is possible, else those on its own side.
    """
    open_ = _open(state, occ, unit)
    came = state.came[unit]
    if came != NOWHERE and open_ & BIT[came]:
        return [came]  # §phase3.retreat, first priority
    return [hex_ for hex_ in homeward(state.at[unit], BOARD.units[unit].side) if open_ & BIT[hex_]]


def homeward(hex_: int, side: int) -> list[int]:
    """The hexes on a side's own side of a hex: west for the Axis, east for the Soviets."""
    around = (BOARD.map.neighbour(hex_, direction) for direction in _HOMEWARD[side])
    return [other for other in around if other != NOWHERE]


def _open(state: IronBlood, occ: Occupancy, unit: int) -> int:
    """Mask of the adjacent hexes that hold no obstacle for a retreat (§obstacles)."""
    side = BOARD.units[unit].side
    ways = 0
    for other in lanes(state, side).links[state.at[unit]]:
        ways |= BIT[other]
    ways &= enterable(occ, unit) & ~occ.present[enemy(side)]
    foe = enemy_regular(state, occ, unit)
    if foe != NOWHERE and state.came[foe] != NOWHERE:
        ways &= ~BIT[state.came[foe]]  # §phase3.retreat: where the opponent came from
    return ways


def why_not_retreat(state: IronBlood, occ: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a defeated unit may not retreat to a hex; None if it may."""
    if hex_ in retreats(state, occ, unit):
        return None
    side = BOARD.units[unit].side
    here, label = state.at[unit], BOARD.label(hex_)
    if refusal := why_not_enter(occ, unit, hex_):
        return refusal
    if not NEAR[here] & BIT[hex_]:
        return Why(f"{label} is not next to {BOARD.label(here)}.", "phase3.retreat")
    if occ.present[enemy(side)] & BIT[hex_]:
        return Why(f"An enemy unit is in {label}; no retreat goes there.", "obstacles")
    if bar := barred_between(state, side, here, hex_):
        return Why(f"No retreat to {label}: {bar}.", "obstacles")
    foe = enemy_regular(state, occ, unit)
    if foe != NOWHERE and state.came[foe] == hex_:
        return Why(f"The opponent entered from {label}; no retreat goes there.", "phase3.retreat")
    came = state.came[unit]
    if came != NOWHERE and _open(state, occ, unit) & BIT[came]:
        return Why(
            f"{BOARD.units[unit].name} entered from {BOARD.label(came)} and must go back there.",
            "phase3.retreat",
        )
    side_word = "westwards" if side == AXIS else "eastwards"
    return Why(f"{label} does not lie {side_word} of {BOARD.label(here)}.", "phase3.retreat")
