"""Stacking (chapter 9): how many units may stand in a hex, and why not more."""

from collections.abc import Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import HUNGARIAN, PARTISAN, ROMANIAN, Unit
from engine.games.stalins_war.state import StalinsWar

UNITS, LARGE = 4, 1
"""§9.1.1, §9.1.2."""


def why_over(s: StalinsWar, units: Sequence[Unit], place: int) -> Why | None:
    """Why units of one side may not stay in a hex together; None if they may."""
    counted = [unit for unit in units if unit.stacks]  # §9.1.3, §16.4.4
    if len(counted) > UNITS:
        return Why("A hex holds four units.", "9.1.1")
    if sum(unit.lcu for unit in counted) > LARGE:
        return Why("A hex holds one LCU.", "9.1.2")
    if {HUNGARIAN, ROMANIAN} <= {unit.nation for unit in units}:
        return Why("Hungarians and Romanians never share a hex.", "9.2.1")
    partisans = sum(unit.type == PARTISAN for unit in units)
    soviets = [unit for unit in units if unit.side == 1]
    if partisans and len(soviets) > 1:
        return Why("Partisans share a hex with no other Soviet unit.", "9.2.2")
    if partisans and place in s.partisans:
        return Why("A hex holds one Partisan, active or not.", "9.1.3")
    return None


def overstacked(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the hexes where a side has units that may not stay together (§9.1.4)."""
    found = 0
    for place in members(d.present[side]):
        units = d.units(side, place)
        if len(units) > 1 and why_over(s, [BOARD.units[unit] for unit in units], place):
            found |= 1 << place
    return found
