"""Advance after combat, Blitz markers and exploitation (11.2.1 step 9, 11.5, chapter 12)."""

from collections.abc import Sequence
from functools import lru_cache

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.board.reach import Bars, Ground, Reach, ground, reach
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    GUARD,
    MECH,
    SOVIET,
    SWAMP,
    TERRAINS,
    ZERO_MOVE,
    Unit,
)
from engine.games.stalins_war.law.fire import features, winter_hits
from engine.games.stalins_war.law.movement import allowance, barred, sides
from engine.games.stalins_war.law.stacking import why_not_beside, why_over
from engine.games.stalins_war.law.supply import would
from engine.games.stalins_war.state import (
    EXPLOITED,
    StalinsWar,
    enemy,
    full,
    has,
    in_effect,
    on_map,
    played,
    turn,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts


# advance ------------------------------------------------------------------------------


def why_no_advance(s: StalinsWar, d: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a unit that fought and survived may not advance into the hex; None if it may (§11.5.1).

    Stacking is asked for all of them together: `why_too_many`.
    """
    it = BOARD.units[unit]
    if it.side == AXIS and s.place[unit] in s.festungs:
        return Why("Nothing leaves a Festung.", "16.3.4")
    for where, why in barred(s, it):
        if where >> hex_ & 1:
            return why
    if would(s, d, unit, hex_) != FULL:
        return Why("It could trace no supply there.", "11.5.1")
    return why_not_beside(s, unit, hex_)


def why_too_many(
    s: StalinsWar, d: Occupancy, units: Sequence[int], hex_: int, blitz: bool
) -> Why | None:
    """Why these may not advance together: stacking, unless a Blitz marker comes (§11.5.2)."""
    if blitz:
        return None
    side = s.side
    there = [BOARD.units[u] for u in (*d.units(side, hex_), *units)]
    return why_over(s, there, hex_)


# Blitz markers ------------------------------------------------------------------------


def brings_marker(s: StalinsWar, unit: Unit) -> bool:
    """Is it a kind of unit whose advance brings a Blitz marker (§11.5.2, ruling sw-01)?"""
    if unit.type == MECH:
        return played(s, "operation_uranus")
    return unit.exploits or unit.type == GUARD


def why_no_marker(s: StalinsWar, hex_: int) -> Why | None:
    """Why no Blitz marker may be placed in a vacated hex, whoever advances; None if one may.

    `features` of a hex that has just been vacated are those of its defender.
    """
    side = s.side
    if len(s.blitz) >= _CHARTS.markers["blitz"]:
        return Why("Four Blitz markers a round.", "11.2.1")
    if hex_ in s.blitz:
        return Why("There is one already.", "11.2.1")
    if s.boxes[side] and s.boxes[side][-1] == ZERO_MOVE:
        return Why("No Blitz marker in a 0 OPS round.", "7.2.6")
    if side == SOVIET and not s.lent:
        return Why("No Lend-Lease OPS came in this turn.", "11.2.1")
    if side == AXIS and winter_hits(s):
        return Why("No Axis Blitz marker in Winter 1942 without Winter Uniforms.", "15.1.2")
    if side == AXIS and _GROUND.caucasus >> hex_ & 1:
        return Why("Axis units do not exploit in the Caucasus.", "12.1.3")
    beyond = _GROUND.beyond
    if side == AXIS and turn(s).early and beyond >> hex_ & 1 and beyond & mask(s.blitz):
        return Why("One Axis Blitz marker a round beyond the Paulus Line yet.", "11.5.2")
    if not all(_CHARTS.ways[name].blitz for name in features(s, hex_, enemy(side))):
        return Why("The terrain forbids a Blitz marker.", "11.2.1")
    return None


def why_no_blitz(
    s: StalinsWar, hex_: int, advancing: Sequence[tuple[int, int]], attackers_from: Sequence[int]
) -> Why | None:
    """Why an advance brings no Blitz marker; None if it may.

    `advancing`: (unit, hex that it comes from); `attackers_from`: hexes of all attackers. If one
    of them attacked over a river, the unit that brings it crosses no major river or Kerch.
    """
    if why := why_no_marker(s, hex_):
        return why
    able = [
        (unit, origin)
        for unit, origin in advancing
        if brings_marker(s, BOARD.units[unit]) and full(s, unit)
    ]
    if not able:
        return Why("No unit in full supply that brings a Blitz marker advances.", "11.5.2")
    crossing = {_GROUND.rivers.get((origin, hex_), "") for origin in attackers_from}
    if crossing == {""}:
        return None
    if all(_wide(origin, hex_) for _, origin in able):
        return Why("It must cross no major river nor Kerch.", "11.2.1")
    return None


def _wide(origin: int, hex_: int) -> bool:
    kind = _GROUND.rivers.get((origin, hex_), "")
    return bool(kind) and not _CHARTS.ways[kind].blitz


# exploitation -------------------------------------------------------------------------


def why_no_exploit(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may not exploit in this round; None if it may (§12.1.1, §12.1.4, §13.3.7)."""
    it, place = BOARD.units[unit], s.place[unit]
    if not on_map(s, unit) or it.side != s.side:
        return Why("It is not yours to move.", "12.1.1")
    if it.type == MECH and not played(s, "operation_uranus"):
        return Why("Mech Corps exploit after Operation Uranus.", "12.1.1")
    if not it.exploits and it.type != MECH:
        return Why("Panzer, Tank, Guard Tank and Guard Cavalry units exploit.", "12.1.1")
    if has(s, unit, EXPLOITED):
        return Why("It has exploited in this round.", "12.1.4")
    if not full(s, unit):
        return Why("It is not in full supply.", "12.1.2")
    if it.side == AXIS and _GROUND.caucasus >> place & 1:
        return Why("Axis units do not exploit in the Caucasus.", "12.1.3")
    if it.side == AXIS and place in s.festungs:
        return Why("Nothing leaves a Festung.", "16.3.4")
    if place not in s.blitz and not mask(_GROUND.foot[place]) & mask(s.blitz):
        return Why("No Blitz marker is in its hex or next to it.", "12.1.4")
    return None


def half(points: int) -> int:
    """Half of an allowance, rounded up (§12.2.2).

    >>> half(5), half(4)
    (3, 2)
    """
    return -(-points // 2)


def haste(s: StalinsWar, unit: int) -> tuple[int, bool]:
    """Hexes more that a card gives by a Blitz marker at hand, and whether terrain is ignored.

    Also to who did not attack (clarification_axis_09).
    """
    place = s.place[unit]
    near = (place, *_GROUND.foot[place])
    found = [(more, bool(free)) for hex_, more, free in s.haste if hex_ in near]
    return max((more for more, _ in found), default=0), any(free for _, free in found)


def exploit_hexes(s: StalinsWar, unit: int) -> int:
    """How many hexes a unit exploits: half of its allowance as it is now (§12.2.2, §12.2.3)."""
    more = 1 if BOARD.units[unit].side == SOVIET and in_effect(s, "studebakers") else 0
    return half(allowance(s, unit)) + haste(s, unit)[0] + more


@lru_cache(maxsize=2)
def _hexes(kerch_halts: bool) -> Ground:
    """Hexes count, not points (§12.2.2); Kerch ends the move (§12.2.5)."""
    costs = [_GROUND.land >> place & 1 for place in range(len(_GROUND.terrain))]
    last = [(1, sides("kerch_crossing"))] if kerch_halts else []
    return ground(_GROUND.foot, costs, (), last)


def halts(s: StalinsWar, side: int, ignore_terrain: bool = False) -> int:
    """Mask of the hexes that end an exploitation (§12.2.5); swamp always does (§4.4.6)."""
    found = _GROUND.of_terrain[SWAMP]
    if not ignore_terrain and not (side == AXIS and s.turn == 1):
        for kind, name in enumerate(TERRAINS[:-1]):
            if _CHARTS.ways[name].halts:
                found |= _GROUND.of_terrain[kind]
    return found | (mask(s.festungs) if side == AXIS else 0)


def exploits(s: StalinsWar, d: Occupancy, unit: int) -> Reach | None:
    """All that a unit can reach by exploitation, past enemy zones (§12.2.4); None if it may not."""
    if why_no_exploit(s, unit):
        return None
    it = BOARD.units[unit]
    allowed = _GROUND.land & ~d.present[enemy(it.side)]
    for where, _ in barred(s, it):
        allowed &= ~where
    if it.side == AXIS:
        allowed &= ~_GROUND.caucasus  # §12.1.3
    bars = Bars(allowed, halts(s, it.side, haste(s, unit)[1]))
    return reach(_hexes(True), s.place[unit], exploit_hexes(s, unit), bars)


def why_not_exploit_to(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not exploit to a hex; None if it may."""
    if why := why_no_exploit(s, unit):
        return why
    found = exploits(s, d, unit)
    assert found is not None
    if found.ends >> place & 1:
        return None
    it = BOARD.units[unit]
    if place == s.place[unit]:
        return Why("It stands there.", "12.2.2")
    if d.present[enemy(it.side)] >> place & 1:
        return Why("An enemy unit stands there.", "10.1.6")
    for where, why in barred(s, it):
        if where >> place & 1:
            return why
    if it.side == AXIS and _GROUND.caucasus >> place & 1:
        return Why("Axis units do not exploit into the Caucasus.", "12.1.3")
    most = exploit_hexes(s, unit)
    if not reach(_hexes(False), found.origin, most, Bars(found.bars.allowed)).ends >> place & 1:
        return Why(f"It exploits {most} hexes at most.", "12.2.2")
    return Why("The terrain stops it on every way.", "12.2.5")
