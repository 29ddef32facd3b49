"""Losses and the winner (11.3, 11.2.1 steps 6 and 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    FULL,
    GUARD,
    GUARD_CAVALRY,
    GUARD_TANK,
    MECH,
    PANZER,
    REMOVED,
    STALIN,
    SWAMP,
    TANK,
    TRACK,
    WAIT,
    Cell,
    Unit,
)
from engine.games.stalins_war.state import StalinsWar, enemy, face, fortresses

NOBODY = -1
_GROUND = BOARD.ground
_MOBILE = {MECH, TANK, GUARD_TANK, GUARD, GUARD_CAVALRY, PANZER}
"""Mechanized, Guard, Tank and Panzer SCUs (§11.2.1 step 7)."""


# whom a loss may hit ------------------------------------------------------------------


def candidates(
    s: StalinsWar,
    units: Sequence[int],
    lost: Mapping[int, int],
    attacks: bool,
    scu: bool = False,
) -> list[int]:
    """Whom the next step of a Loss Number may hit; none where no step is lost.

    `units` fought on this side, eliminated ones among them; `lost`: unit -> steps that it has
    lost in this combat, taken off already; `scu`: the number has an asterisk.
    """
    alive = [unit for unit in units if s.step[unit] > 0]
    others = [unit for unit in alive if BOARD.units[unit].type != STALIN]
    pool = others or alive  # §11.3.2, §16.4.2
    if scu:  # §11.3.4; ruling sw-18: before the order of §11.3.2
        pool = [unit for unit in pool if not BOARD.units[unit].lcu]
        fresh = [unit for unit in pool if not lost.get(unit)]
        pool = fresh or pool
    elif any(not lost.get(unit) for unit in pool):  # §11.3.2
        pool = [unit for unit in pool if not lost.get(unit)]
    if attacks and not any(lost.values()):  # §11.3.3
        armor = [unit for unit in pool if BOARD.units[unit].armor]
        pool = armor or pool
    return pool


def why_not_hit(
    s: StalinsWar,
    units: Sequence[int],
    lost: Mapping[int, int],
    attacks: bool,
    scu: bool,
    unit: int,
) -> Why | None:
    """Why the next step may not be taken from a unit; None if it may."""
    pool = candidates(s, units, lost, attacks, scu)
    if unit in pool:
        return None
    it = BOARD.units[unit]
    if unit not in units or s.step[unit] <= 0:
        return Why("It takes no part in this combat.", "11.1.8")
    if it.type == STALIN:
        return Why("Stalin is the last to be lost.", "16.4.2")
    if scu and it.lcu:
        return Why("A loss with an asterisk hits an SCU alone.", "11.3.4")
    if pool and BOARD.units[pool[0]].armor and attacks and not any(lost.values()):
        return Why("The first loss of an attack hits a Panzer, Tank or Mechanized unit.", "11.3.3")
    return Why("No unit loses a second step before each other has lost one.", "11.3.2")


def owed(s: StalinsWar, units: Sequence[int], cell: Cell, attacks: bool) -> int:
    """Steps that a result takes from a side: an asterisk none from LCUs alone (§11.3.4)."""
    if not candidates(s, units, {}, attacks, cell.scu):
        return 0
    return min(cell.loss, sum(s.step[unit] for unit in units))


def exposed(
    s: StalinsWar, units: Sequence[int], pool: Sequence[int], lost: Mapping[int, int]
) -> list[int]:
    """Whom of a pool a loss by a card may hit: the order of §11.3.2 holds for it too (sw-49).

    `units`: all who fought on that side; `lost`: unit -> steps lost in this combat.
    """
    alive = [unit for unit in units if s.step[unit] > 0]
    others = [unit for unit in alive if BOARD.units[unit].type != STALIN] or alive
    able = [unit for unit in others if unit in pool]
    fresh = [unit for unit in able if not lost.get(unit)]
    return fresh or (able if all(lost.get(unit) for unit in others) else [])


def cheapest(s: StalinsWar, units: Sequence[int]) -> int:
    """Who loses a step by default: one that lives on, small ones first."""
    return min(units, key=lambda unit: (s.step[unit] == 1, BOARD.units[unit].lcu, unit))


def dearest(s: StalinsWar, units: Sequence[int]) -> int:
    """Which unit it hurts most to lose a step: one that is lost by it, then the strongest."""
    return max(units, key=lambda unit: (s.step[unit] == 1, face(s, unit).attack, -unit))


def overrun(cell: Cell) -> bool:
    """§11.4.5: does this result eliminate the units that had retreated into the hex?"""
    return cell.loss > 0


# who wins -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who wins, -1 for nobody, and how many hexes the defender retreats (§11.4.2)."""

    winner: int
    retreat: int


def outcome(
    s: StalinsWar,
    attackers: Sequence[int],
    defending: Sequence[int],
    target: int,
    numbers: tuple[Cell, Cell],
) -> Outcome:
    """The winner after losses, by the Loss Numbers as rolled (§11.2.1 step 7).

    `attackers` and `defending`: those who survive; `numbers`: Loss Numbers of the attacker and
    of the defender. A side that alone is wiped out has lost whatever they are.
    """
    side, foe = s.side, enemy(s.side)
    ours, theirs = numbers[0].loss, numbers[1].loss
    difference = abs(ours - theirs)
    retreat = 2 if difference >= 2 else 1  # §11.4.2
    if not attackers or not defending:  # nobody is left to retreat, or to make him
        winner = side if attackers else foe if defending else NOBODY
        return Outcome(winner, 0)
    if ours == theirs:
        won = wins_ties(s, attackers, defending, target)
        return Outcome(side if won else NOBODY, 1 if won else 0)
    return Outcome(side if theirs > ours else foe, retreat if theirs > ours else 0)


def wins_ties(
    s: StalinsWar, attackers: Sequence[int], defending: Sequence[int], target: int
) -> bool:
    """The exception of §11.2.1 step 7: fast units beat slow ones in open country."""
    foe = enemy(s.side)
    holds = (
        _GROUND.of_terrain[SWAMP] >> target & 1
        or target in s.trenches[foe]
        or (foe == AXIS and target in s.festungs)
        or fortresses(s, foe) >> target & 1
    )
    return not holds and _fast(s, attackers) and not _fast(s, defending)


def _fast(s: StalinsWar, units: Sequence[int]) -> bool:
    return any(BOARD.units[u].type in _MOBILE and s.supply[u] == FULL for u in units)


# where the dead go -----------------------------------------------------------------------


def grave(s: StalinsWar, unit: Unit, starved: bool) -> int:
    """Where an eliminated unit goes (§11.3.6, §13.3.8, §2.2.1).

    `starved`: out of supply, or lost because it could not retreat (§11.4.4).
    """
    if unit.permanent:
        return REMOVED
    if starved and unit.side == AXIS and unit.lcu:
        return TRACK + s.turn + WAIT
    return ELIMINATED[unit.side]


def heir(unit: Unit) -> int:
    """The weaker counter that goes to the Eliminated box in its place, -1 for none (§14.2.1)."""
    return BOARD.unit_index[unit.heir] if unit.heir else NOBODY
