"""Movement (10.1) and the price of leaving zones (7.3.3, 8.3)."""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.board.reach import Bars, Ground, Reach, ground, reach, stuck
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    GERMAN,
    HUNGARIAN,
    ROMANIAN,
    SOVIET,
    TERRAINS,
    Unit,
)
from engine.games.stalins_war.state import (
    BREAKS_OUT,
    DIGS,
    MOVED,
    RAILED,
    SAILED,
    StalinsWar,
    enemy,
    face,
    full,
    has,
    in_effect,
    on_map,
    turn,
    zoc,
)

STILL = MOVED | RAILED | SAILED | DIGS
"""A unit with one of these does not move any more."""
_GONE = MOVED | RAILED | SAILED
OOS_MOVE = 2
"""§13.3.1: the allowance of a unit out of supply, if it had more."""

_GROUND = BOARD.ground
_COUNTRIES = _GROUND.countries


# what a unit has ----------------------------------------------------------------


def allowance(s: StalinsWar, unit: int) -> int:
    """Movement points now: less out of supply, less beyond the Paulus Line (§10.1.5).

    A unit in fortress supply alone moves as one out of supply (§13.2.4).
    """
    points = face(s, unit).move
    if not full(s, unit):
        return points if has(s, unit, BREAKS_OUT) else min(points, OOS_MOVE)
    beyond = _GROUND.beyond >> s.place[unit] & 1
    if BOARD.units[unit].side == AXIS and beyond and turn(s).early:
        return max(points - 1, 0)
    return points


@cache
def _ground() -> Ground:
    """§10.1.1, §10.1.2: the dearest terrain of the hex, more across some hexsides."""
    ways = BOARD.charts.ways
    costs = [
        ways[TERRAINS[kind]].cost if _GROUND.land >> place & 1 else 0
        for place, kind in enumerate(_GROUND.terrain)
    ]
    kinds = sorted({kind for kind in _GROUND.rivers.values() if ways[kind].cost})
    dear: dict[int, list[tuple[int, int]]] = {}
    for kind in kinds:
        dear.setdefault(ways[kind].cost, []).extend(sides(kind))
    return ground(_GROUND.foot, costs, dear.items())


def sides(kind: str) -> list[tuple[int, int]]:
    """The hexsides of a kind, each once."""
    return [(a, b) for (a, b), name in _GROUND.rivers.items() if name == kind and a < b]


# where it may not go ------------------------------------------------------------


def barred(s: StalinsWar, unit: Unit, moving: bool = True) -> list[tuple[int, Why]]:
    """Masks of land that a unit may not enter, each with the reason.

    `moving`: of its own will, so not in a retreat (ruling sw-43).
    """
    found: list[tuple[int, Why]] = []
    if s.turn == 1:
        found.append((_COUNTRIES["hungary"], Why("Hungary is neutral in June 1941.", "4.4.3")))
        if unit.side == SOVIET and moving:
            why = Why("Soviet units stay out of Romania in June 1941.", "4.4.4")
            found.append((_COUNTRIES["romania"], why))
    if unit.nation == ROMANIAN:
        found.append((_COUNTRIES["hungary"], Why("Romanians never enter Hungary.", "19.1.1")))
    if unit.nation == HUNGARIAN:
        found.append((_COUNTRIES["romania"], Why("Hungarians never enter Romania.", "19.2.1")))
    return found


def shut(s: StalinsWar, side: int, nation: int) -> int:
    """Mask of the land that units of a nation may not enter of their own will; see `barred`."""
    return _shut(s.turn == 1, side, nation)


@lru_cache(maxsize=32)
def _shut(june: bool, side: int, nation: int) -> int:
    found = _COUNTRIES["hungary"] if june or nation == ROMANIAN else 0
    if (june and side == SOVIET) or nation == HUNGARIAN:
        found |= _COUNTRIES["romania"]
    return found


def first_steps(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes next to a unit that it may enter; it always can, whatever they cost."""
    found = _beside(s, d, unit)
    if found and not has(s, unit, BREAKS_OUT):
        zone = zoc(s, d, enemy(BOARD.units[unit].side))
        if zone >> s.place[unit] & 1:
            found &= ~zone
    return found


def _beside(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes next to a unit that nothing but zones shuts."""
    it = BOARD.units[unit]
    near = _GROUND.walk.near(s.place[unit]) & _GROUND.land
    return near & ~d.present[enemy(it.side)] & ~shut(s, it.side, it.nation)


def why_no_step(s: StalinsWar, d: Occupancy, unit: int) -> Why | None:
    """Why nothing beside a unit is open to it; None if something is."""
    if first_steps(s, d, unit):
        return None
    name = BOARD.units[unit].name
    if _beside(s, d, unit):
        return Why(f"From one enemy zone into another: {name} may enter no hex beside it.", "8.3")
    return Why(f"{name} has nowhere to go.", "10.1.4")


def bars(s: StalinsWar, d: Occupancy, unit: int) -> Bars:
    """What stops a unit: enemies, zones, borders, Festungs."""
    it = BOARD.units[unit]
    foe = enemy(it.side)
    zone = 0 if has(s, unit, BREAKS_OUT) else zoc(s, d, foe)
    allowed = _GROUND.land & ~d.present[foe] & ~shut(s, it.side, it.nation)  # §10.1.6
    held = zone >> s.place[unit] & 1
    halt = zone | (mask(s.festungs) if it.side == AXIS else 0)  # §8.3, §16.3.4
    return Bars(allowed, halt, ~zone if held else -1, least_one=True)  # §8.3, §10.1.4


def why_still(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may not move now; None if it may."""
    it = BOARD.units[unit]
    if not on_map(s, unit):
        return Why(f"{it.name} is not on the map.", "10.1.3")
    if it.side != s.side:
        return Why("It is not yours to move.", "7.2.5")
    if it.side == AXIS and s.turn == 1:
        return Why("Axis units do not move in June 1941.", "4.4.2")
    if has(s, unit, RAILED | SAILED):
        return Why("It has used Strategic Movement in this round.", "10.2.1")
    if has(s, unit, MOVED):
        return Why("It has moved in this round.", "10.1.4")
    if has(s, unit, DIGS):
        return Why("It tries to entrench and may not move.", "10.3.1")
    if it.side == AXIS and s.place[unit] in s.festungs:
        return Why("Nothing leaves a Festung.", "16.3.4")
    if not face(s, unit).move:
        rule = "16.4.1" if unit == BOARD.stalin else "2.2.1"
        return Why(f"{it.name} has no movement allowance.", rule)
    return None


# where it can go ----------------------------------------------------------------


def reached(s: StalinsWar, d: Occupancy, unit: int) -> Reach | None:
    """All that a unit can reach, with costs and ways; None when it may not move."""
    return None if why_still(s, unit) else march(s, d, unit)


def march(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int] = ()) -> Reach:
    """Where a unit that may move can go on to from the end of `path`, its way so far."""
    return d.once(("march", unit, *path), lambda: _march(s, d, unit, path))


def _march(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int]) -> Reach:
    if not path:
        return reach(_ground(), s.place[unit], allowance(s, unit), bars(s, d, unit))
    found, points = march(s, d, unit), allowance(s, unit)
    for here, there in pairwise((found.origin, *path)):
        points -= found.ground.cost(here, there)
    return onward(found, path[-1], points)


def onward(found: Reach, here: int, points: int) -> Reach:
    """Where a unit can go on to from a hex of its way with these points left."""
    bars = found.bars
    if points <= 0 or bars.halt >> here & 1:
        return stuck(found.ground, here)
    return reach(found.ground, here, points, Bars(bars.allowed, bars.halt))


def ends(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes that a unit can move to; stacking is asked later (§9.1.4)."""
    found = reached(s, d, unit)
    return found.ends if found else 0


def why_not(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not move to a hex; None if it may."""
    if still := why_still(s, unit):
        return still
    it, found = BOARD.units[unit], reached(s, d, unit)
    assert found is not None
    if found.ends >> place & 1:
        return None
    if place == s.place[unit]:
        return Why("It stands there.", "10.1.3")
    if not _GROUND.land >> place & 1:
        return Why("Nothing can enter that hex.", "10.1.3")
    if d.present[enemy(it.side)] >> place & 1:
        return Why("An enemy unit stands there.", "10.1.6")
    for where, why in barred(s, it):
        if where >> place & 1:
            return why
    points, bar = allowance(s, unit), found.bars
    loose = reach(found.ground, found.origin, points, Bars(bar.allowed, least_one=True))
    if not loose.ends >> place & 1:
        return Why(f"It is farther than {points} movement points.", "10.1.4")
    if not bar.first >> place & 1 and place in _GROUND.foot[found.origin]:
        return Why("It leaves one enemy zone of control for another.", "8.3")
    zone = Bars(bar.allowed, zoc(s, d, enemy(it.side)), bar.first, least_one=True)
    if reach(found.ground, found.origin, points, zone).ends >> place & 1:
        return Why("A Festung on the way would hold it.", "16.3.4")
    return Why("An enemy zone of control stops it on every way.", "8.3")


def why_not_on(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int], place: int) -> Why:
    """Why a unit may not go on to a hex from the last one of its way."""
    it, here, onward = BOARD.units[unit], path[-1], march(s, d, unit, path)
    where = _GROUND.grid.ids[here]
    if d.present[enemy(it.side)] >> place & 1:
        return Why("An enemy unit stands there.", "10.1.6")
    if it.side == AXIS and here in s.festungs:
        return Why(f"The Festung in {where} holds it.", "16.3.4")
    if zoc(s, d, enemy(it.side)) >> here & 1 and not has(s, unit, BREAKS_OUT):
        return Why(f"An enemy zone of control stops it in {where}.", "8.3")
    left = onward.budget
    return Why(f"It has {left} movement points left in {where}: it gets no farther.", "10.1.4")


# the price of leaving -------------------------------------------------------------


def price(s: StalinsWar, d: Occupancy, units: Collection[int]) -> int:
    """OPS that units of one hex pay to leave it together (§7.3.3).

    1 if it is in an enemy zone of control and no other unit that began there stays.
    """
    first = next(iter(units))
    place, side = s.place[first], BOARD.units[first].side
    if not zoc(s, d, enemy(side)) >> place & 1:
        return 0
    for unit in d.at[place]:
        if not s.flags[unit] & _GONE and unit not in units:
            return 0  # a starter stays
    if all(has(s, unit, BREAKS_OUT) for unit in units):
        return 0
    free = in_effect(s, "auftragstaktik")  # German units leave zones for nothing
    if free and all(BOARD.units[unit].nation == GERMAN for unit in units):
        return 0
    return 1


def purse(s: StalinsWar) -> int:
    """OPS that the active player can still spend in this round, banked ones too (§18.1.1)."""
    return s.ops + s.bank[s.side]


def spare(s: StalinsWar) -> int:
    """OPS that movement may spend: *Backhand Blow* keeps one for its attack (sw-60)."""
    return max(purse(s) - s.owing, 0)


def why_dear(s: StalinsWar, d: Occupancy, units: Collection[int]) -> Why | None:
    """Why units cannot pay for leaving their hex; None if they can."""
    if price(s, d, units) <= spare(s):
        return None
    return why_kept(s) or Why(
        "The last unit to leave a hex in an enemy zone of control costs 1 OPS.", "7.3.3"
    )


def why_kept(s: StalinsWar) -> Why | None:
    """Whether it is *Backhand Blow* that keeps the last OPS; None if there is none."""
    if purse(s) == spare(s):
        return None
    return Why("Backhand Blow keeps your last OPS for its attack.", "clarification_axis_33")
