"""What an attack promises: the chance of each result on both Fire Tables (11.2.1)."""

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.board.occupancy import Occupancy
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import Cell
from engine.games.stalins_war.law import losses, supply
from engine.games.stalins_war.law.attack import defenders
from engine.games.stalins_war.law.fire import NO_HELP, Fire, Helps, fires
from engine.games.stalins_war.state import StalinsWar, enemy

DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Odds:
    """How both sides would fire, and in how many of 36 cases what follows.

    Wiped out units are not looked at: the winner is found by the Loss Numbers as rolled.
    """

    attack: Fire
    defence: Fire
    won: int
    """The attacker wins."""
    far: int
    """Of these, by two or more: the defender retreats two hexes."""
    lost: int
    """The defender wins; in all other cases nobody does."""

    @property
    def dealt(self) -> float:
        """The mean Loss Number of the defender."""
        return _mean(self.attack)

    @property
    def taken(self) -> float:
        """The mean Loss Number of the attacker."""
        return _mean(self.defence)


def _cells(fire: Fire) -> list[Cell]:
    return list(fire.table[fire.column].cells)


def _mean(fire: Fire) -> float:
    return sum(cell.loss for cell in _cells(fire)) / len(DIE)


def numbers(fire: Fire) -> dict[str, int]:
    """Loss Number as printed -> on how many of six rolls it comes."""
    return dict(Counter(map(str, _cells(fire))))


def seen(s: StalinsWar, d: Occupancy, side: int, target: int) -> StalinsWar:
    """The state as it would be in an attack of a side on a hex now: whoever is active.

    The supply of the defenders is found out for it (§13.1.1).
    """
    found = copy.copy(s)
    found.side, found.supply = side, s.supply.copy()
    for unit, level in supply.fixed(s, d, d.units(enemy(side), target)).items():
        found.supply[unit] = level
    return found


def odds(
    s: StalinsWar,
    d: Occupancy,
    units: Sequence[int],
    target: int,
    helped: Callable[[StalinsWar], Helps] = lambda _: NO_HELP,
) -> Odds:
    """Of an attack by these units of one side; `helped`: what cards do, from the state seen."""
    s = seen(s, d, BOARD.units[units[0]].side, target)
    attack, defence = fires(s, d, units, target, helped(s))
    defending, _ = defenders(s, d, target)
    won = far = lost = 0
    for theirs, often in Counter(_cells(attack)).items():
        for ours, times in Counter(_cells(defence)).items():
            found = losses.outcome(s, units, defending, target, (ours, theirs))
            won += often * times * (found.winner == s.side)
            far += often * times * (found.winner == s.side and found.retreat > 1)
            lost += often * times * (found.winner == enemy(s.side))
    return Odds(attack, defence, won, far, lost)
