"""Phase 6: which regular units can draw a line of supply."""

from engine.board import supply as floods
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.law.obstacles import BIT, lanes
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy, on_map


def sources(state: IronBlood, side: int) -> int:
    """Mask of the hexes that supply a side, obstacles in them not yet looked at (ib-28, ib-36)."""
    found = 0
    for location in BOARD.locations:
        if location.territory == side == state.control[location.index]:  # §phase6; ib-16
            found |= location.mask
    if not state.disrupted[side]:  # §phase1.disrupt
        found |= BOARD.seas[side].mask  # §map.coastal
    return found


def passable(occ: Occupancy, side: int) -> int:
    """Mask of the hexes that a line may pass: no obstacle, or a friendly unit (§obstacles)."""
    return occ.present[side] | (BOARD.clear & ~occ.present[enemy(side)])


def supplied(state: IronBlood, occ: Occupancy, side: int) -> int:
    """Mask of the hexes that the side's lines of supply reach (ib-25)."""
    return floods.supplied(lanes(state, side).steps, sources(state, side), passable(occ, side))


def out_of_supply(state: IronBlood, occ: Occupancy, side: int) -> list[int]:
    """The regular units of a side that will be eliminated."""
    reached = supplied(state, occ, side)
    return [
        unit
        for unit in BOARD.regulars[side]
        if on_map(state, unit) and not reached & BIT[state.at[unit]]
    ]


def supply_path(state: IronBlood, occ: Occupancy, unit: int) -> list[int] | None:
    """A shortest line of supply of a unit on the map, from its hex to the source; None if out."""
    side = BOARD.units[unit].side
    return floods.line(
        lanes(state, side).links, state.at[unit], sources(state, side), passable(occ, side)
    )
