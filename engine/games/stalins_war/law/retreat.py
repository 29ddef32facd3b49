"""Retreats (11.4): who must, how far, where to, and the No Retreat option."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, GERMAN, OUT, STALIN, Unit
from engine.games.stalins_war.law.fire import features, frozen_out
from engine.games.stalins_war.law.movement import barred
from engine.games.stalins_war.law.stacking import why_not_beside, why_over
from engine.games.stalins_war.law.supply import would
from engine.games.stalins_war.state import (
    StalinsWar,
    enemy,
    face,
    held,
    in_effect,
    strongholds,
    zoc,
)

Route = tuple[int, ...]
"""The hexes of a retreat in order, one or two."""

_GROUND = BOARD.ground


# whether ------------------------------------------------------------------------------


def ignores(s: StalinsWar, side: int, target: int) -> bool:
    """Do defenders there ignore all retreats: in a Festung (§11.4.1, §16.3.5)?"""
    return side == AXIS and target in s.festungs


def why_not_stand(
    s: StalinsWar,
    defending: Sequence[int],
    target: int,
    any_terrain: bool = False,
    ignored: Collection[str] = (),
) -> Why | None:
    """Why the defender has no No Retreat option; None if he has it (§11.4.3).

    `any_terrain`: a card opens it everywhere; `ignored`: features that open nothing. In Winter
    1942 the Axis has it in trenches alone (§15.1.2). *Hedgehogs* opens it to German units for a
    turn, *Bagration* closes it for a round.
    """
    side = BOARD.units[defending[0]].side
    if side == AXIS and in_effect(s, "operation_bagration"):
        return Why("Operation Bagration: no Axis unit stands in this round.", "11.4.3")
    names = [name for name in features(s, target, side) if name not in ignored]
    if frozen_out(s, side):
        names = [name for name in names if name == "trench"]
    german = all(BOARD.units[unit].nation == GERMAN for unit in defending)
    opened = any_terrain or (side == AXIS and german and in_effect(s, "hedgehogs"))
    if not opened and not any(BOARD.charts.ways[name].no_retreat for name in names):
        return Why("The terrain gives no No Retreat option.", "11.4.3")
    if sum(s.step[unit] for unit in defending) < 2:
        return Why("A step must remain after the loss.", "11.4.3")
    return None


def stays(unit: Unit) -> bool:
    """Stalin never retreats (§16.4.3)."""
    return unit.type == STALIN


# where to -----------------------------------------------------------------------------


def why_no_step(s: StalinsWar, d: Occupancy, unit: Unit, here: int, there: int) -> Why | None:
    """Why a unit never retreats from one hex into the next; None if it may (§11.4.4)."""
    foe = enemy(unit.side)
    if there not in _GROUND.foot[here]:
        return Why("The hexes are not next to each other, or water parts them.", "11.4.4")
    if d.present[foe] >> there & 1:
        return Why("An enemy unit stands there.", "11.4.4")
    if strongholds(s, foe) >> there & 1:
        return Why("An enemy fortress or Festung stands there.", "11.4.4")
    if zoc(s, d, foe) >> there & 1 and not d.present[unit.side] >> there & 1:
        return Why("It is in an enemy zone of control that no friend negates.", "11.4.4")
    for where, why in barred(s, unit, moving=False):
        if where >> there & 1:
            return why
    return None


def _walks(s: StalinsWar, d: Occupancy, unit: Unit, start: int, length: int) -> Iterator[Route]:
    """Routes by steps that may be taken, of the length or stopped by a Partisan (§11.4.4)."""
    risky = s.partisans if unit.side == AXIS else ()
    for first in _GROUND.foot[start]:
        if why_no_step(s, d, unit, start, first):
            continue
        if length == 1 or first in risky:
            yield (first,)
        elif not (unit.side == AXIS and first in s.festungs):  # §16.3.4, sw-45
            for second in _GROUND.foot[first]:
                if second == start or second in _GROUND.grid.neighbours[start]:
                    continue  # not back, nor next to the hex it left
                if not why_no_step(s, d, unit, first, second):
                    yield (first, second)


def why_no_end(
    s: StalinsWar, d: Occupancy, unit: Unit, end: int, coming: Sequence[Unit] = ()
) -> Why | None:
    """Why a retreat may not end in a hex: stacking with those there and those `coming`."""
    if why := why_not_beside(s, unit.index, end):
        return why
    there = [BOARD.units[other] for other in d.units(unit.side, end) if other != unit.index]
    return why_over(s, [*there, *coming, unit], end)


def routes(
    s: StalinsWar, d: Occupancy, unit: int, start: int, length: int, coming: Sequence[Unit] = ()
) -> list[Route]:
    """The routes that a unit may take; none: it is lost (§11.4.4).

    Musts first, then the preferences in the order of the book: no enemy city on the way, an
    end in supply, no Inactive Partisan. A unit without a movement allowance has none (§11.4.6).
    """
    it = BOARD.units[unit]
    if not face(s, unit).move:
        return []
    left = [
        route
        for route in _walks(s, d, it, start, length)
        if why_no_end(s, d, it, route[-1], coming) is None
    ]
    cities = held(s, enemy(it.side)) & _GROUND.cities
    left = _prefer(left, lambda route: not cities & mask(route))
    left = _prefer(left, lambda route: would(s, d, unit, route[-1]) != OUT)  # sw-40
    if it.side == AXIS:
        left = _prefer(left, lambda route: not mask(s.partisans) & mask(route))
    return left


def _prefer(left: list[Route], good: Callable[[Route], bool]) -> list[Route]:
    """The good routes, or all where there is no good one."""
    return [route for route in left if good(route)] or left


def why_not(
    s: StalinsWar,
    d: Occupancy,
    unit: int,
    start: int,
    length: int,
    route: Route,
    coming: Sequence[Unit] = (),
) -> Why | None:
    """Why a unit may not retreat so; None if it may."""
    it = BOARD.units[unit]
    if route in routes(s, d, unit, start, length, coming):
        return None
    if not face(s, unit).move:
        return Why("A unit without a movement allowance is lost when it must retreat.", "11.4.6")
    here = start
    for there in route:
        if why := why_no_step(s, d, it, here, there):
            return why
        here = there
    if len(route) != length and not (it.side == AXIS and route[-1] in s.partisans):
        return Why(f"It retreats exactly {length} hexes.", "11.4.2")
    if len(route) == 2 and (route[-1] == start or route[-1] in _GROUND.grid.neighbours[start]):
        return Why("It ends next to no hex that it left.", "11.4.4")
    if why := why_no_end(s, d, it, route[-1], coming):
        return why
    return Why("A way that the rules prefer is open.", "11.4.4")


def choices(
    s: StalinsWar, d: Occupancy, units: Sequence[int], start: int, length: int
) -> Mapping[int, list[Route]]:
    """Unit -> its routes, for those that retreat now."""
    return {
        unit: routes(s, d, unit, start, length) for unit in units if not stays(BOARD.units[unit])
    }
