"""Stacking (chapter 9): how many units may stand in a hex, and why not more."""

from collections.abc import Collection, Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import HUNGARIAN, PARTISAN, ROMANIAN, SOVIET, Unit
from engine.games.stalins_war.state import WEIGHTS, StalinsWar, full

UNITS, LARGE = 4, 1
"""§9.1.1, §9.1.2."""


_MOST = (UNITS, LARGE, UNITS, UNITS, 0)
_ROOM = sum(0x7F - most << 8 * place for place, most in enumerate(_MOST))
_OVER = 0x8080808080
"""What a weight with this room added has a bit of when one of its counts is too high."""
_HUNGARIANS, _ROMANIANS = 0xFF << 16, 0xFF << 24


def fits(weight: int) -> bool:
    """May units of one side with this weight together stay in a hex, for all that stacking says?
    No Partisan is among them for sure then: such are looked at one by one.
    """
    return not (weight + _ROOM & _OVER or (weight & _HUNGARIANS and weight & _ROMANIANS))


def may_stack(s: StalinsWar, units: Collection[int], place: int) -> bool:
    """May units of one side stay in a hex together?"""
    if fits(sum(WEIGHTS[unit] for unit in units)):
        return True
    return why_over(s, [BOARD.units[unit] for unit in units], place) is None


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


def why_not_beside(s: StalinsWar, unit: int, place: int) -> Why | None:
    """Why a unit may not end in a hex because of an Inactive Partisan; None if it may (sw-61)."""
    if place not in s.partisans or BOARD.units[unit].side != SOVIET or full(s, unit):
        return None  # who is in supply finds him out (§16.1.5)
    return Why("Out of supply it may not stay with an Inactive Partisan.", "9.2.2")


def overstacked(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the hexes where a side has units that may not stay together (§9.1.4)."""
    found = 0
    for place in members(d.shared & d.present[side]):
        if not fits(d.factor(place)) and not may_stack(s, d.at[place], place):
            found |= 1 << place
    return found
