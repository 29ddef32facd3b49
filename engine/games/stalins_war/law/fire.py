"""Strengths, Fire Tables, columns and results (11.2.1, steps 2, 4 and 5)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.occupancy import Occupancy
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    ARMY,
    AXIS,
    FULL,
    GERMAN,
    OUT,
    PANZER,
    SHOCK,
    SOVIET,
    STALIN,
    TERRAINS,
    Cell,
    Column,
)
from engine.games.stalins_war.law.attack import defenders, pieces
from engine.games.stalins_war.state import (
    StalinsWar,
    enemy,
    face,
    fortresses,
    played,
    turn,
)

PANZERS_AS_LCU = 3
"""§11.2.1 step 4, exception: Panzers of one stack."""
STALIN_DEFENDS = 1
"""Ruling sw-19: left alone in his hex."""

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_HEXSIDES = ("river", "major_river", "kerch_crossing")


@dataclass(frozen=True, slots=True)
class Helps:
    """What cards do to the fire of a combat. Pairs are (attacker, defender), right positive."""

    shifts: tuple[int, int] = (0, 0)
    ignored: frozenset[str] = frozenset()
    """Features whose shift the attacker ignores..."""
    most: int = 0
    """... up to so many columns."""


NO_HELP = Helps()


@dataclass(frozen=True, slots=True)
class Fire:
    """How one side fires."""

    side: int
    strength: int
    large: bool
    """On the LCU Fire Table."""
    base: int
    """Column before the shifts."""
    shifts: tuple[tuple[str, int], ...] = field(default=())
    """What shifts it, by name; the sum counts, then the ends of the table (trap 10)."""

    @property
    def table(self) -> tuple[Column, ...]:
        """The Fire Table."""
        return _CHARTS.lcu if self.large else _CHARTS.scu

    @property
    def column(self) -> int:
        """The column after the shifts; off the table there is none."""
        moved = self.base + sum(shift for _, shift in self.shifts)
        return max(0, min(moved, len(self.table) - 1))

    def result(self, roll: int) -> Cell:
        """The Loss Number of the other side (§11.3.1)."""
        return self.table[self.column].cells[roll - 1]


# strength and table -----------------------------------------------------------------


def strength(s: StalinsWar, units: Sequence[int], attacks: bool) -> int:
    """The total of §11.2.1 step 2."""
    found = 0
    for unit in units:
        it = face(s, unit)
        if BOARD.units[unit].type == STALIN and not attacks:
            found += STALIN_DEFENDS if len(units) == 1 else 0
        else:
            found += it.attack if attacks else it.defence
    return found


def is_large(s: StalinsWar, units: Sequence[int]) -> bool:
    """Does this side fire on the LCU Fire Table (§2.2.1, §11.2.1 step 4)?"""
    if any(unit.lcu for unit in pieces(units)):
        return True
    panzers = Counter(s.place[unit.index] for unit in pieces(units) if unit.type == PANZER)
    return max(panzers.values(), default=0) >= PANZERS_AS_LCU


def base_column(large: bool, total: int) -> int:
    """The column that a strength finds on a table."""
    table = _CHARTS.lcu if large else _CHARTS.scu
    return max((n for n, column in enumerate(table) if column.low <= total), default=0)


# terrain ----------------------------------------------------------------------------


def features(s: StalinsWar, target: int, defender: int) -> list[str]:
    """What is in a hex, as the Terrain Effects Chart calls it.

    A standing fortress of the defender takes the place of its city; a destroyed one is a city
    (§16.2.2).
    """
    found = [TERRAINS[_GROUND.terrain[target]]]
    site = _GROUND.site_at[target]
    if fortresses(s, defender) >> target & 1:
        found.append("fortress")
    elif site >= 0:
        found.append("city" if _GROUND.sites[site].city else "town")
    if target in s.trenches[defender]:
        found.append("trench")
    if defender == AXIS and target in s.festungs:
        found.append("festung")
    if defender == SOVIET and target in s.zones:
        found.append("fortified_zone")
    return found


def hexside(s: StalinsWar, units: Sequence[int], target: int) -> str:
    """The hexside whose shift counts: the weakest, if all attackers cross one; "" if none.

    Ruling sw-22.
    """
    crossed = {_GROUND.rivers.get((s.place[unit], target), "") for unit in units}
    if "" in crossed:
        return ""
    return min(crossed, key=lambda kind: (_CHARTS.ways[kind].shift, _HEXSIDES.index(kind)))


def frozen_out(s: StalinsWar, defender: int) -> bool:
    """§15.1.2: do Axis defenders have no terrain but trenches in Winter 1942 (sw-21)?"""
    return defender == AXIS and winter_hits(s)


def winter_hits(s: StalinsWar) -> bool:
    """Is it Winter 1942 without *Winter Uniforms* (§15.1.2)?"""
    return turn(s).winter_1942 and not played(s, "winter_uniforms")


def terrain(s: StalinsWar, units: Sequence[int], target: int, defender: int) -> dict[str, int]:
    """Feature -> columns to the left for the attacker; those without a shift left out."""
    names = features(s, target, defender)
    if crossing := hexside(s, units, target):
        names.append(crossing)
    if frozen_out(s, defender):
        names = [name for name in names if name == "trench"]
    return {name: _CHARTS.ways[name].shift for name in names if _CHARTS.ways[name].shift}


def after_ignoring(shifts: dict[str, int], helps: Helps) -> dict[str, int]:
    """Terrain shifts after the cards that ignore some of them, the dearest first."""
    left, found = helps.most, dict(shifts)
    for name in sorted(helps.ignored & set(found), key=lambda name: -found[name]):
        less = min(left, found[name])
        left -= less
        found[name] -= less
    return {name: shift for name, shift in found.items() if shift}


# fire -------------------------------------------------------------------------------


def fires(
    s: StalinsWar, d: Occupancy, units: Sequence[int], target: int, helps: Helps = NO_HELP
) -> tuple[Fire, Fire]:
    """How attacker and defender fire, both from the strengths of now (§11.2.1, ruling sw-06)."""
    side, foe = s.side, enemy(s.side)
    active, _ = defenders(s, d, target)
    attacking, defending = list(units), active
    ours, theirs = is_large(s, attacking), is_large(s, defending)
    totals = strength(s, attacking, True), strength(s, defending, False)
    return (
        Fire(
            side,
            totals[0],
            ours,
            base_column(ours, totals[0]),
            tuple(_attacker_shifts(s, attacking, defending, target, helps)),
        ),
        Fire(
            foe,
            totals[1],
            theirs,
            base_column(theirs, totals[1]),
            tuple(_defender_shifts(s, defending, helps)),
        ),
    )


def _attacker_shifts(
    s: StalinsWar, units: Sequence[int], defending: Sequence[int], target: int, helps: Helps
) -> list[tuple[str, int]]:
    shift, foe = _CHARTS.shifts, enemy(s.side)
    ground = after_ignoring(terrain(s, units, target, foe), helps)
    found = [(name, -less) for name, less in ground.items()]
    short = any(s.supply[unit] != FULL for unit in units)
    if short:  # §13.3.5; fortress supply is none for an attack (§13.2.4)
        found.append(("out_of_supply", shift["out_of_supply"]))
    if s.side == AXIS:
        if winter_hits(s):
            found.append(("winter_1942", shift["winter_1942"]))
        if turn(s).early and _GROUND.beyond >> target & 1 and not short:
            found.append(("paulus", shift["paulus"]))
    else:
        if turn(s).winter_1942 and any(unit.type == SHOCK for unit in pieces(units)):
            # Winter Uniforms do not help against these (clarification_axis_19)
            found.append(("shock_army_winter_1942", shift["shock_army_winter_1942"]))
        if mobile(s, defending):
            found.append(("german_mobile_defense", shift["german_mobile_defense_soviet"]))
    if helps.shifts[0]:
        found.append(("cards", helps.shifts[0]))
    return found


def _defender_shifts(s: StalinsWar, units: Sequence[int], helps: Helps) -> list[tuple[str, int]]:
    shift, found = _CHARTS.shifts, []
    if any(s.supply[unit] == OUT for unit in units):  # limited supply defends (§13.2.4)
        found.append(("out_of_supply", shift["out_of_supply"]))
    if s.side == SOVIET:
        if winter_hits(s):
            found.append(("winter_1942", shift["winter_1942"]))
        if mobile(s, units):
            found.append(("german_mobile_defense", shift["german_mobile_defense_axis"]))
    if helps.shifts[1]:
        found.append(("cards", helps.shifts[1]))
    return found


def mobile(s: StalinsWar, defending: Sequence[int]) -> bool:
    """§20.1.1: a German Army defends with a Panzer Corps, until Spring 1943, not in winter."""
    units = pieces(defending)
    army = any(unit.type == ARMY and unit.nation == GERMAN for unit in units)
    return turn(s).mobile_defence and army and any(unit.type == PANZER for unit in units)
