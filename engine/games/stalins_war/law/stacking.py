"""Stacking (chapter 9): how many units may stand in a hex, and why not more."""

from collections.abc import Collection, Iterable, Sequence

from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import HUNGARIAN, PARTISAN, ROMANIAN, SOVIET, Unit
from engine.games.stalins_war.state import StalinsWar, full

UNITS, LARGE = 4, 1
"""§9.1.1, §9.1.2."""


def _weight(unit: Unit) -> int:
    """All that stacking asks of a unit, a byte for each count: they are added up."""
    counts = (
        unit.stacks,
        unit.stacks and unit.lcu,
        unit.nation == HUNGARIAN,
        unit.nation == ROMANIAN,
        unit.type == PARTISAN,
        unit.side == SOVIET,
    )
    return sum(count << 8 * place for place, count in enumerate(counts))


_WEIGHTS = tuple(map(_weight, BOARD.units))


def fits(units: Iterable[int]) -> bool:
    """May units of one side stay in a hex together, for all that stacking says? No Partisan is
    among them for sure then: such are looked at one by one.
    """
    total = 0
    for unit in units:
        total += _WEIGHTS[unit]
    counted, large = total & 0xFF, total >> 8 & 0xFF
    if counted > UNITS or large > LARGE or total >> 32 & 0xFF:
        return False
    return not (total >> 16 & 0xFF and total >> 24 & 0xFF)


def may_stack(s: StalinsWar, units: Collection[int], place: int) -> bool:
    """May units of one side stay in a hex together?"""
    return fits(units) or why_over(s, [BOARD.units[unit] for unit in units], place) is None


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
    for place, units in d.at.items():
        if len(units) < 2 or not d.present[side] >> place & 1:
            continue
        if not may_stack(s, units, place):
            found |= 1 << place
    return found
