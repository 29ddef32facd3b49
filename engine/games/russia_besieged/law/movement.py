"""Ground movement (4.0, 6.0): allowances, where a unit can go, and why not elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from operator import itemgetter

from msgspec import structs

from engine.board.bits import members, union
from engine.board.occupancy import Occupancy
from engine.board.reach import Bars, Ground, Reach, ground, reach
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    CLEAR,
    COLUMNS,
    FINNISH,
    FOREST,
    HEXES,
    HOMES,
    HUNGARIAN,
    ITALIAN,
    MINOR_MECHANIZED,
    MOUNTAIN,
    MOUNTAIN_INFANTRY,
    NATIONS,
    PANZER,
    PANZERGRENADIER,
    PARTISAN_ZONE,
    RUMANIAN,
    SOVIET,
    SWAMP,
    TURNED_HUNGARIAN,
    TURNED_RUMANIAN,
    TYPES,
    WAITING,
    Piece,
)
from engine.games.russia_besieged.state import (
    ABOARD,
    BY_EDGE,
    CAME,
    IMPULSE_FLAGS,
    MOVED,
    RAILED,
    SAILED,
    TOOK,
    RussiaBesieged,
    bodies,
    controls,
    enemy,
    finland_neutral,
    first_turn,
    gone_finland,
    hungary_neutral,
    lamed,
    snow,
    weather,
    zoc,
)

FINNISH_LIMIT, FINNISH_LIMIT_LENINGRAD = 8, 10
"""25.2: the last hex row for Finnish units, and once Leningrad is the Axis's."""

_GROUND = BOARD.ground
_RIVERS = tuple(
    (here, other)
    for here, wet in enumerate(_GROUND.wet)
    for other in members(wet)
    if here < other and {here, other} != set(_GROUND.strait)
)
_COUNTRIES = _GROUND.countries
_BERLIN, _LENINGRAD = (_GROUND.city_index[id_] for id_ in ("berlin", "leningrad"))


# what a unit has ----------------------------------------------------------------


def printed(s: RussiaBesieged, piece: int) -> int:
    """The allowance on the face that is up; 0 of what has no faces."""
    faces = BOARD.pieces[piece].faces
    return faces[s.step[piece]].move if faces else 0


def allowance(s: RussiaBesieged, piece: int, impulse: int = 0) -> int:
    """Movement points in an impulse, the present one by default (6.0): 0 where it can't move."""
    it, when = BOARD.pieces[piece], impulse or s.impulse
    found = _charted(it.cls, weather(s), when, printed(s, piece))
    if found and it.type in _FUELLED and it.side == AXIS and short_of_fuel(s):
        found = max(1, found - (2 if when == 1 else 1))
    if s.flags[piece] & BY_EDGE and when == s.impulse:
        return 0 if stops(s, it) >> s.place[piece] & 1 else max(0, found - 1)  # 19.23
    return found


@cache
def _charted(cls: int, now: int, impulse: int, points: int) -> int:
    """What the chart makes of a printed allowance."""
    if impulse == 2:
        return min(BOARD.charts.second[cls][now], points)
    minus, cap = BOARD.charts.allowance[cls][now]
    if cap == 0 or not points:
        return 0
    return max(1, points - minus if cap < 0 else min(points - minus, cap))


_FUELLED = (PANZER, PANZERGRENADIER, MINOR_MECHANIZED)
_PLOESTI = BOARD.ground.city_index["ploesti"]
_SHORTAGE = BOARD.turn_index["sep_oct_1944"]


def short_of_fuel(s: RussiaBesieged) -> bool:
    """21.34: has the Axis lost Ploesti in or after September 1944?"""
    return s.turn >= _SHORTAGE and not controls(s, AXIS, _PLOESTI)


def terrain(s: RussiaBesieged, place: int) -> int:
    """The terrain of a hex for movement and modifiers: swamps freeze (6.4, 10.35)."""
    kind = _GROUND.terrain[place]
    if kind == SWAMP and snow(s):
        return FOREST if _GROUND.frozen >> place & 1 else CLEAR
    return kind


@lru_cache(maxsize=64)
def _halts(type_: int, armor: bool, frozen: bool) -> int:
    """Mask of the hexes in which a kind of unit must stop."""
    names = {"all", TYPES[type_]} | ({"armor_type"} if armor else set())
    if type_ != MOUNTAIN_INFANTRY:
        names.add("all except mountain units")
    found = 0
    for kind in (FOREST, SWAMP, MOUNTAIN):
        if not names & BOARD.charts.stops[kind]:
            continue
        where = _GROUND.of_terrain[kind]
        if frozen and kind == SWAMP:
            continue  # 10.35
        if frozen and kind == FOREST:
            where |= _GROUND.frozen  # 6.4
        found |= where
    return found


@cache
def _plain(free_rivers: bool) -> Ground:
    """6.01: a point a hex, one more over a river; 6.21: the strait ends a move."""
    costs = [_GROUND.land >> place & 1 for place in range(HEXES)]
    dear = [] if free_rivers else [(1, _RIVERS)]
    strait = 1 if free_rivers else 2  # 6.21
    return ground(_GROUND.foot, costs, dear, [(strait, [_GROUND.strait])])


@lru_cache(maxsize=128)
def _ground(free_rivers: bool, partisans: int) -> Ground:
    """The same where partisans cost a point more (16.21)."""
    plain, dear = _plain(free_rivers), partisans & _GROUND.land
    if not dear:
        return plain
    return replace(plain, prices=((1, _GROUND.land & ~dear), (2, dear)))


def _rows(last: int) -> int:
    """Mask of the hex rows up to one."""
    return (1 << last * COLUMNS) - 1


def beside_enemies(d: Occupancy, side: int) -> int:
    """Mask of the hexes next to enemy units of a side, across rivers too."""
    return _GROUND.walk.spread(bodies(d, enemy(side)))


def barred(s: RussiaBesieged, d: Occupancy, piece: Piece) -> list[tuple[int, Why]]:
    """Masks of land that a unit may not enter of its own will, each with the reason."""
    found: list[tuple[int, Why]] = []
    if piece.nation == FINNISH:
        south = axis_leningrad(s)
        last = FINNISH_LIMIT_LENINGRAD if south else FINNISH_LIMIT
        if (here := s.place[piece.index]) < HEXES:
            last = max(last, here // COLUMNS)  # home again, from row to row (rb-43)
        found.append((~_rows(last), Why(f"Finns do not go south of hex row {last:02}.", "25.2")))
        if finland_neutral(s):
            found.append((_COUNTRIES["russia"], Why("Finland is still neutral.", "24.13")))
    for country, rule in _CLOSED.get(piece.nation, ()):
        if not _COUNTRIES[country] >> s.place[piece.index] & 1:  # who was forced in gets out
            why = Why(f"{piece.name} does not go into {country.title()}.", rule)
            found.append((_COUNTRIES[country], why))
    if piece.side == AXIS and gone_finland(s):
        found.append((gone_finland(s), Why("Finland has left the war.", "26.15")))
    if bound := homebound(piece):
        found.append(bound)
    if piece.side == SOVIET and hungary_neutral(s):
        found.append((_COUNTRIES["hungary"], Why("Hungary is still neutral.", "24.13")))
    if piece.side == SOVIET and garrison_due(s):
        why = Why("Before a unit is there the Berlin Garrison stands up in it.", "17.61")
        found.append((1 << BERLIN, why))
    if lamed(s, piece.side):
        text = "Without its Dictator your side goes next to no enemy in this impulse."
        found.append((beside_enemies(d, piece.side), Why(text, "14.15")))
    return found


BERLIN = _GROUND.cities[_BERLIN].place
BERLIN_GARRISON = BOARD.piece_index["berlin_garrison"]


def garrison_due(s: RussiaBesieged) -> bool:
    """Does the Berlin Garrison stand up as soon as a Russian comes near (17.61)?"""
    it = BOARD.pieces[BERLIN_GARRISON]
    waits = s.place[BERLIN_GARRISON] == WAITING and it.since <= s.turn <= it.until
    return waits and controls(s, AXIS, _BERLIN)


_CLOSED = {
    RUMANIAN: (("finland", "25.3"), ("hungary", "25.1")),
    HUNGARIAN: (("finland", "25.3"), ("rumania", "25.1")),
    ITALIAN: (("finland", "25.3"),),
}
"""Countries into which an ally's units do not go of their own will, with the rule."""


def apart(s: RussiaBesieged, piece: Piece) -> list[tuple[int, Why]]:
    """The hexes in which a unit does not end a move: Hungarians and Rumanians stay apart (25.1)."""
    if piece.nation not in _STRANGERS:
        return []
    others = _by_nation(_ally_places(s.place))[_STRANGERS[piece.nation]]
    return [(others, Why("Hungarians and Rumanians do not stack together.", "25.1"))]


_STRANGERS = {RUMANIAN: HUNGARIAN, HUNGARIAN: RUMANIAN}


def homebound(piece: Piece) -> tuple[int, Why] | None:
    """Mask of the land outside the country that a turned unit never leaves, and why (26.22)."""
    if piece.nation not in _TURNED_RULES:
        return None
    name = HOMES[piece.nation]
    why = Why(f"Who has turned stays in {name.title()}.", _TURNED_RULES[piece.nation])
    return ~_COUNTRIES[name], why


_TURNED_RULES = {TURNED_HUNGARIAN: "26.22", TURNED_RUMANIAN: "26.42"}


def closed(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    """Mask of the land that a unit may not enter of its own will; see `barred`."""
    own = s.place[piece.index] if piece.index in ALLIES else -1
    key = ("closed", piece.side, piece.nation, own, s.turn, s.side, s.impulse, s.cities,
           s.surrendered, s.bereft[piece.side], garrison_due(s))  # fmt: skip
    return d.once(key, lambda: union(where for where, _ in barred(s, d, piece)))


def astray(s: RussiaBesieged, unit: int) -> int:
    """Mask of where a unit was forced and may not stay in its next impulse (25.1, 25.2, 25.3).

    0 for a unit that stands where it may.
    """
    return _astray(_ally_places(s.place), axis_leningrad(s)).get(unit, 0)


@lru_cache(maxsize=64)
def _astray(places: Sequence[int], south: bool) -> Mapping[int, int]:
    """The allies that are astray, each with the land that it must leave."""
    found, by_nation = {}, _by_nation(places)
    for unit, place in zip(_ALLIES, places, strict=True):
        nation, here = BOARD.pieces[unit].nation, 1 << place
        closed_to = (_COUNTRIES[country] for country, _ in _CLOSED.get(nation, ()))
        land = union(where for where in closed_to if where & here)
        if nation == FINNISH:
            land |= ~_rows(FINNISH_LIMIT_LENINGRAD if south else FINNISH_LIMIT)
        if nation in _STRANGERS:
            land |= by_nation[_STRANGERS[nation]]
        if place < HEXES and land & here:
            found[unit] = land
    return found


@lru_cache(maxsize=64)
def _by_nation(places: Sequence[int]) -> Sequence[int]:
    """Nation -> mask of the hexes where its units stand; `places` are those of all allies."""
    found = [0] * len(NATIONS)
    for unit, place in zip(_ALLIES, places, strict=True):
        if place < HEXES:
            found[BOARD.pieces[unit].nation] |= 1 << place
    return found


def stray_rule(s: RussiaBesieged, piece: Piece) -> str:
    """The rule by which a unit must leave where it stands."""
    if piece.nation == FINNISH:
        return "25.2"
    return "25.3" if _COUNTRIES["finland"] >> s.place[piece.index] & 1 else "25.1"


def exiles(s: RussiaBesieged) -> Mapping[int, int]:
    """The phasing side's units that are astray, each with the land that it must leave."""
    if s.side != AXIS or lamed(s, AXIS):
        return {}
    return _astray(_ally_places(s.place), axis_leningrad(s))


def aboard(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The phasing side's new units that must still go on by sea (8.32)."""
    return d.once(("aboard", s.side), lambda: _aboard(s))


def _aboard(s: RussiaBesieged) -> list[int]:
    flags = s.flags
    if max(flags) < ABOARD:
        return []  # so it is at nearly all times
    return [unit for unit in BOARD.of_side[s.side] if flags[unit] & ABOARD]


_ALLIES = tuple(
    piece.index for piece in BOARD.pieces if piece.nation in (FINNISH, RUMANIAN, HUNGARIAN, ITALIAN)
)
ALLIES = frozenset(_ALLIES)
_ally_places = itemgetter(*_ALLIES)
"""Where they stand, by which what binds them is remembered: they move seldom."""


def axis_leningrad(s: RussiaBesieged) -> bool:
    """Has the Axis Leningrad (25.2)?"""
    return bool(int(s.cities, 16) >> _LENINGRAD & 1)


_GARRISON = {BOARD.piece_index[f"rus_inf_{number}"]: number for number in (44, 45, 46, 47)}
TIED_UNTIL = BOARD.turn_index["may_jun_1942"]
"""In its second impulse the garrison is free anyway (17.13)."""


def why_garrisoned(s: RussiaBesieged, piece: int) -> Why | None:
    """What keeps a unit of the Trans-Caucasus garrison where it is (17.13)."""
    if number := _GARRISON.get(piece):
        free = s.released & (1 if number in (44, 47) else 2)
        if not free and (s.turn, s.impulse) < (TIED_UNTIL, 2):
            return Why("The Trans-Caucasus garrison is not released.", "17.13")
    return None


def why_bound(s: RussiaBesieged, d: Occupancy, piece: int) -> Why | None:
    """What keeps a unit in its place by land, rail and sea; None if nothing does."""
    if why := why_garrisoned(s, piece):
        return why
    if piece in s.pledged:
        near = (_GROUND.dry[s.place[piece]] | _GROUND.wet[s.place[piece]]) & int(s.promised, 16)
        names = ", ".join(_GROUND.grid.ids[target] for target in members(near))
        return Why(f"The others that are left could not attack {names} at 1-5.", "9.5")
    return None


GONE = MOVED | RAILED | SAILED | ABOARD | TOOK
"""The flags of a piece that does not go on the ground any more in this impulse."""
_GONE = (
    (RAILED, Why("It has moved by rail in this impulse.", "7.10")),
    (SAILED, Why("It has moved by sea in this impulse.", "8.02")),
    (ABOARD, Why("It came to this port to go on by sea.", "8.32")),
    (TOOK, Why("It took part in an automatic victory in this impulse.", "9.4")),
    (MOVED, Why("It has moved in this impulse.", "6.0")),
)


# where it can go ----------------------------------------------------------------


def why_still(s: RussiaBesieged, d: Occupancy, piece: int) -> Why | None:
    """Why a unit may not move on the ground now; None if it may."""
    it = BOARD.pieces[piece]
    if s.place[piece] >= HEXES:
        return Why(f"{it.name} is not on the map.", "6.0")
    if not it.ground:
        return Why(f"{it.name} goes from city to city: stage it.", "11.14")
    if it.side != s.side:
        return Why("It is not yours to move.", "3.0")
    if s.flags[piece] & GONE:
        return next(why for flag, why in _GONE if s.flags[piece] & flag)
    if not allowance(s, piece):
        return Why("It has no movement points in this impulse.", "6.0")
    held = zoc(d, enemy(it.side)) >> s.place[piece] & 1
    if held and s.flags[piece] & BY_EDGE:  # 19.23
        return Why("Its first hex lies in an enemy zone of control.", "4.02")
    if s.impulse == 2 and held and not s.flags[piece] & CAME:  # 17.04: it did not begin there
        return Why("It begins the second impulse in an enemy zone of control.", "4.06")
    return why_bound(s, d, piece)


def bars(s: RussiaBesieged, d: Occupancy, piece: int) -> Bars:
    """What stops a unit: enemies, zones, terrain, borders."""
    it = BOARD.pieces[piece]
    foe = enemy(it.side)
    zone = zoc(d, foe)
    allowed = _GROUND.land & ~bodies(d, foe) & ~closed(s, d, it)
    held = zone >> s.place[piece] & 1
    return Bars(
        allowed=allowed,
        halt=zone | _halts(it.type, it.armor, snow(s)),  # 4.02
        first=~zone if held else -1,  # 4.04, 4.05
        least_one=True,  # rb-17
    )


def reached(s: RussiaBesieged, d: Occupancy, piece: int) -> Reach | None:
    """All that a unit can reach, with costs and ways; None when it may not move."""
    if why_still(s, d, piece):
        return None
    return d.once(("reach", piece), lambda: _reached(s, d, piece))


def _reached(s: RussiaBesieged, d: Occupancy, piece: int) -> Reach:
    side = BOARD.pieces[piece].side
    free = side == AXIS and first_turn(s)  # 24.5
    partisans = d.emitters(SOVIET, PARTISAN_ZONE) if side == AXIS else 0  # 16.21
    return _by_value(free, partisans, s.place[piece], allowance(s, piece), bars(s, d, piece))


@lru_cache(maxsize=1024)
def _by_value(free: bool, partisans: int, place: int, points: int, bars_: Bars) -> Reach:
    """Kept over the moves of a phase: friends change nothing of where a unit can go."""
    return reach(_ground(free, partisans), place, points, bars_)


def fresh(s: RussiaBesieged, side: int) -> RussiaBesieged:
    """The state as it would be if the side's next impulse began now; the same where it moves."""
    if s.side == side:
        return s
    flags = [flags & ~IMPULSE_FLAGS for flags in s.flags]
    turn = min(s.turn + (side == AXIS), len(BOARD.turns))
    return structs.replace(s, side=side, impulse=1, turn=turn, flags=flags, promised="0")


def ends(s: RussiaBesieged, d: Occupancy, piece: int) -> int:
    """Mask of the hexes that a unit can move to; stacking is asked later (5.02)."""
    found = reached(s, d, piece)
    return found.ends if found else 0


def why_not(s: RussiaBesieged, d: Occupancy, piece: int, place: int) -> Why | None:
    """Why a unit may not move to a hex; None if it may."""
    if still := why_still(s, d, piece):
        return still
    it = BOARD.pieces[piece]
    found = _whole(reached(s, d, piece))
    if found.ends >> place & 1:
        return None
    if place == s.place[piece]:
        return Why("It stands there.", "6.0")
    if not _GROUND.land >> place & 1:
        return Why("Nothing can enter that hex.", "6.1")
    if bodies(d, enemy(it.side)) >> place & 1:
        return Why("An enemy unit stands there.", "6.1")
    for where, why in barred(s, d, it):
        if where >> place & 1:
            return why
    bars_ = found.bars
    loose = reach(
        found.ground, found.origin, allowance(s, piece), Bars(bars_.allowed, least_one=True)
    )
    if not loose.ends >> place & 1:
        return Why(f"It is farther than {allowance(s, piece)} movement points.", "6.0")
    if not bars_.first >> place & 1 and place in _GROUND.foot[found.origin]:
        return Why("It leaves one enemy zone of control for another.", "4.05")
    zone = zoc(d, enemy(it.side))
    zoned = reach(
        found.ground,
        found.origin,
        allowance(s, piece),
        Bars(bars_.allowed, zone, bars_.first, least_one=True),
    )
    if not zoned.ends >> place & 1:
        return Why("An enemy zone of control stops it on every way.", "4.02")
    return Why("The terrain stops it on every way.", "6.1")


def _whole(found: Reach | None) -> Reach:
    assert found is not None
    return found


def stops(s: RussiaBesieged, piece: Piece) -> int:
    """Mask of the hexes whose terrain stops a unit."""
    return _halts(piece.type, piece.armor, snow(s))


def goes(s: RussiaBesieged, d: Occupancy, unit: int) -> bool:
    """Can a unit take a step on the ground? Its neighbours tell, without its reach."""
    it, place = BOARD.pieces[unit], s.place[unit]
    if place >= HEXES or s.flags[unit] & GONE:
        return False
    near = (_GROUND.dry[place] | _GROUND.wet[place]) & _GROUND.land & ~bodies(d, enemy(it.side))
    zone = zoc(d, enemy(it.side))
    if zone >> place & 1:
        near &= ~zone  # 4.04
    return bool(near & ~closed(s, d, it)) and why_still(s, d, unit) is None


# stacks -----------------------------------------------------------------------------


def march(s: RussiaBesieged, d: Occupancy, units: Sequence[int], path: Sequence[int]) -> Reach:
    """Where units of one hex can go together once they have gone along `path`.

    The slowest limits all, and what stops one stops all.
    """
    whole = d.once(("march", *units), lambda: _march(s, d, units))
    if not path:
        return whole
    return d.once(("march on", *units, -1, *path), lambda: _march_on(whole, path))


def _march(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> Reach:
    side, origin = BOARD.pieces[units[0]].side, s.place[units[0]]
    free = side == AXIS and first_turn(s)  # 24.5
    partisans = d.emitters(SOVIET, PARTISAN_ZONE) if side == AXIS else 0  # 16.21
    map_ = _ground(free, partisans)
    budget = min(allowance(s, unit) for unit in units)
    allowed, halt, first = -1, 0, -1
    for unit in units:
        own = bars(s, d, unit)
        allowed, halt, first = allowed & own.allowed, halt | own.halt, first & own.first
    return reach(map_, origin, budget, Bars(allowed, halt, first, least_one=True))


def _march_on(whole: Reach, path: Sequence[int]) -> Reach:
    bars_, left = whole.bars, _left(whole, path)
    if not left:
        return Reach(whole.ground, path[-1], Bars(0, bars_.halt), (0,), 0)
    farther = Bars(bars_.allowed & ~(1 << whole.origin), bars_.halt)
    return reach(whole.ground, path[-1], left, farther)


def _left(whole: Reach, path: Sequence[int]) -> int:
    """What units have left once they have gone along a path, 0 where it has stopped them."""
    left, here, ended = whole.budget, whole.origin, 0
    for there in path:
        ended = whole.ground.ending(here, there)
        left -= whole.ground.cost(here, there)
        here = there
    return 0 if ended or whole.bars.halt >> here & 1 else max(0, left)


def steps_on(whole: Reach, path: Sequence[int], there: int) -> bool:
    """Is a hex one open step farther on that way? Where not, a way round may still lead there."""
    open_ = whole.bars.allowed & ~(1 << whole.origin)
    if not open_ >> there & 1 or there not in _GROUND.foot[path[-1]]:
        return False
    return whole.ground.cost(path[-1], there) <= _left(whole, path)


def way_on(
    s: RussiaBesieged, d: Occupancy, units: Sequence[int], path: Sequence[int], there: int
) -> Sequence[int]:
    """The hexes between on the cheapest way to one to which units can go on."""
    whole = march(s, d, units, ())
    if path and there in _GROUND.foot[path[-1]] and whole.ground.cost(path[-1], there) == 1:
        return ()  # there is none cheaper
    return march(s, d, units, path).path(there)[:-1]


def stays(s: RussiaBesieged, units: Sequence[int], ends: int) -> int:
    """Those of the ends of a march in which all of its units may stay (25.1 to 25.3)."""
    for unit in units:
        if unit not in ALLIES:
            continue
        for shut, _ in apart(s, BOARD.pieces[unit]):
            ends &= ~shut
        land = astray(s, unit)
        if land and ends & ~land:
            ends &= ~land
    return ends


def why_not_march(
    s: RussiaBesieged, d: Occupancy, units: Sequence[int], path: Sequence[int], place: int
) -> Why | None:
    """Why units of one hex may not go on to a hex together; None if they may."""
    if march(s, d, units, path).ends >> place & 1:
        return None
    for unit in units:
        if why := why_not(s, d, unit, place):
            return why
    if path:
        return Why("They are stopped before, or it is too far on that way.", "6.0")
    return Why("They cannot all go there together.", "6.0")
