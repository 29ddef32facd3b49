"""Orders for which there is seldom occasion: ships, ice, parachutes, oil, Shock Armies, marshals.

Each is given where it is plainly right, and nowhere else.
"""

from collections.abc import Iterator

from engine.board.bits import members
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    HEXES,
    HUNGARIAN,
    INFANTRY,
    ITALIAN,
    MARSHAL,
    NATIONS,
    PARATROOP,
    PARTISAN,
    POOL,
    RUMANIAN,
    SHOCK,
    SIDES,
    SOVIET,
)
from engine.games.russia_besieged.law import builds, economy, leaders, sea
from engine.games.russia_besieged.play import arrivals
from engine.games.russia_besieged.practice.appraisal import Field
from engine.games.russia_besieged.state import mates, steps_left, zoc
from engine.games.russia_besieged.words import IDS

SURE = -3
"""Modifiers of the sea at which a landing is tried."""
WEAK = 8
"""Factors in Leningrad under which help goes over the ice."""
_GROUND = BOARD.ground
_LENINGRAD, _ICE = (
    _GROUND.cities[_GROUND.city_index["leningrad"]].place,
    _GROUND.index("0812"),
)
_SHOCKS = tuple(piece.index for piece in BOARD.pieces if piece.type == SHOCK)
_PARATROOPS = tuple(
    piece.index for piece in BOARD.pieces if piece.type == PARATROOP and piece.side == SOVIET
)
_PARTISANS = tuple(piece.index for piece in BOARD.pieces if piece.type == PARTISAN)
_PORTS = tuple(city for city in _GROUND.cities if city.area >= 0)
_LEVELS = ("6-6", "8-7", "10-7")
_ALLIES = {RUMANIAN: (4, 5), HUNGARIAN: (6, 7), FINNISH: (8, -1), ITALIAN: (9, -1)}
"""Nation -> its accounts for infantry and armor."""


def _word(unit: int) -> str:
    return BOARD.pieces[unit].id


# points -------------------------------------------------------------------------------


def oil(t: T, field: Field) -> str:
    """What a captured well gives goes to Germany."""
    if field.side == AXIS and t.s.captured:
        for well in _GROUND.wells:
            if economy.why_no_shipping(t.s, t.d, well) is None:
                return f"oil {well.id}"
    return ""


def grant(t: T, field: Field) -> str:
    """A German point goes to an ally who lacks just this one for a unit or a step."""
    s = t.s
    if field.side != AXIS or s.impulse != 1 or s.granted:
        return ""
    for unit in BOARD.of_side[AXIS]:
        it = BOARD.pieces[unit]
        if it.nation not in _ALLIES or builds.why_no_builds(s, it):
            continue
        armor = int(it.armor_points)
        account = _ALLIES[it.nation][armor]
        if account < 0 or not s.points[armor] or builds.ss_wants(s, t.d, armor):
            continue
        if s.place[unit] == POOL[AXIS] and it.cost and builds.listed(s, t.d, unit):
            lacks = it.cost - s.points[account]
        elif s.place[unit] < HEXES and s.step[unit]:
            lacks = builds.refit_cost(s, unit) - s.points[account]
        else:
            continue
        if lacks == 1:
            return f"grant {NATIONS[it.nation]} {'armor' if armor else 'infantry'}"
    return ""


def shock(t: T, field: Field) -> str:
    """A Shock Army of two units that stand together near the enemy; stronger ones later."""
    s, d = t.s, t.d
    if field.side != SOVIET or s.impulse != 1:
        return ""
    for unit in _SHOCKS:
        if s.place[unit] < HEXES:
            for level in (2, 1):
                if builds.why_no_upgrade(s, d, unit, level) is None:
                    return f"upgrade {_word(unit)} {_LEVELS[level]}"
    free = [unit for unit in _SHOCKS if builds.why_no_shock(s, unit) is None]
    if not free or not field.bold:
        return ""
    whole = builds.parts(s, d)
    for first in whole:
        here = s.place[first]
        if BOARD.pieces[first].type != INFANTRY or here >= HEXES or field.to_foe[here] > 4:
            continue
        if pairs := builds.pairs(s, first, whole):
            second = min(pairs, key=lambda u: (BOARD.pieces[u].cost, u))
            return f"form {_word(free[0])} with {_word(first)} {_word(second)}"
    return ""


def uprising(t: T, field: Field) -> str:
    """Partisans that lie on a railway in the enemy's rear become a unit that fights."""
    s = t.s
    if field.side != SOVIET or s.impulse != 1 or not s.points[10]:
        return ""
    for unit in _PARTISANS:
        where = s.place[unit]
        if where < HEXES and field.to_foe[where] > 1 and _GROUND.rails >> where & 1:
            if arrivals.why_no_convert(t, unit):
                continue
            return f"convert {_word(unit)}"
    return ""


# ships and ice ------------------------------------------------------------------------


def evacuate(t: T, field: Field) -> str:
    """Who has no supply and stands at the sea is taken off, or sails from his port."""
    s, d = t.s, t.d
    for area in sea.open_areas(s, d):
        for unit in _stranded(t, field, area):
            for port in _PORTS:
                if port.area != area or not field.fed >> port.place & 1:
                    continue
                if sea.why_no_transport(s, d, unit, port.place) is None:
                    return f"sail {_word(unit)} {IDS[port.place]}"
                if sea.why_no_evacuation(s, d, unit, port.place) is None:
                    return f"evacuate {_word(unit)} {IDS[port.place]}"
    return ""


def _stranded(t: T, field: Field, area: int) -> Iterator[int]:
    ports = sum(1 << port.place for port in _PORTS if port.area == area)
    coast = (_GROUND.seas[area] | ports) & field.own & ~field.fed
    for place in members(coast):
        if _GROUND.majors >> place & 1 and len(mates(t.d, field.side, place)) < 3:
            continue  # they hold it
        yield from (u for u in t.d.units(field.side, place) if BOARD.pieces[u].ground)


def invade(t: T, field: Field) -> str:
    """A landing in an open city behind the enemy, when the sea is almost safe."""
    s, d = t.s, t.d
    for area in sea.landing_areas(s, d):
        open_ = field.wanted & _GROUND.seas[area] & ~field.enemies & ~zoc(d, field.foe)
        goals = [g for g in members(open_) if _drm(t, field, area, g) <= SURE]
        goals.sort(key=lambda g: (not _GROUND.majors >> g & 1, g))
        for port in _PORTS if goals else ():
            if port.area != area or not field.kept >> port.place & 1:
                continue
            if len(mates(d, field.side, port.place)) < 2 and field.to_foe[port.place] < 6:
                continue
            for unit in d.units(field.side, port.place):
                for goal in goals:
                    if sea.why_no_invasion(s, d, unit, area, goal) is None:
                        return f"invade {_word(unit)} {IDS[goal]}"
    return ""


def _drm(t: T, field: Field, area: int, goal: int) -> int:
    return sum(value for _, value in sea.modifiers(t.s, t.d, field.side, area, goal))


def ice(t: T, field: Field) -> str:
    """Help for a weak Leningrad over the ice, while no die is asked."""
    s, d = t.s, t.d
    held = field.side == SOVIET and field.kept >> _LENINGRAD & 1
    if not held or s.iced or d.factor(_LENINGRAD) >= WEAK or sea.ice_modifier(d):
        return ""
    for unit in d.units(SOVIET, _ICE):
        if sea.why_no_ice(s, d, unit) is None and BOARD.pieces[unit].full_zone:
            return f"ice {_word(unit)}"
    return ""


# parachutes and marshals --------------------------------------------------------------


def drop(t: T, field: Field) -> str:
    """Paratroops go where they cut supply, or into an open city behind the enemy."""
    s, d = t.s, t.d
    if field.side != SOVIET:
        return ""
    for unit in _PARATROOPS:
        if s.place[unit] >= HEXES or leaders.why_no_drop(s, d, unit):
            continue
        best, goal = 1.0, -1
        lines = field.prey.rails & ~field.enemies
        for hex_ in members(leaders.drop_zone(s, d, unit) & (lines | field.wanted)):
            worth = field.prey.shut(1 << hex_) + 1.5 * (field.wanted >> hex_ & 1)
            if worth > best:
                best, goal = worth, hex_
        if goal >= 0:
            return f"para {_word(unit)} {IDS[goal]}"
    return ""


def arm(t: T, field: Field) -> str:
    """Before the enemy's turn marshals and partisans stand by for the great cities near him."""
    s = t.s
    if s.impulse != 2:
        return ""
    armed = {one.card for one in t.pos.arms if one.side == SIDES[field.side]}
    near = [h for h in members(field.kept & _GROUND.majors & field.own) if field.to_foe[h] <= 3]
    cities = sorted(near, key=lambda h: (field.to_foe[h], -_stakes(t, field, h), h))
    taken = {one.place for one in t.pos.arms if one.side == SIDES[field.side]}
    for unit in leaders.at_hand(s, field.side):
        if unit in armed or unit == _MANNERHEIM:
            continue
        if BOARD.pieces[unit].type != MARSHAL:
            return f"arm {_word(unit)} at marshal"
        for city in cities:
            if city not in taken:
                return f"arm {_word(unit)} at marshal if {IDS[city]}"
    return ""


_MANNERHEIM = BOARD.piece_index["fm_mannerheim"]


def _stakes(t: T, field: Field, hex_: int) -> int:
    return sum(steps_left(t.s, u) for u in t.d.units(field.side, hex_) if BOARD.pieces[u].faces)


FIRST = (oil, shock, uprising, ice, evacuate, drop, invade)
"""Before the other units move."""
LAST = (arm,)
"""When all have moved."""
