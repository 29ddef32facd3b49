"""Rail movement and the conversion of rail lines (7.0)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.board.bits import mask, members, union
from engine.board.lines import Lines
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    DICTATOR,
    GERMAN,
    HEXES,
    INFANTRY,
    MOUNTAIN_INFANTRY,
    PARATROOP,
    PARTISAN,
    POLICE,
    SNOW,
    SOVIET,
    WEC,
    Piece,
    Rail,
)
from engine.games.russia_besieged.law.movement import (
    ALLIES,
    apart,
    astray,
    barred,
    closed,
    stray_rule,
    why_bound,
)
from engine.games.russia_besieged.law.movement import ends as on_foot
from engine.games.russia_besieged.state import (
    ABOARD,
    FLOWN_OUT,
    MOVED,
    RAILED,
    SAILED,
    TOOK,
    RussiaBesieged,
    bodies,
    built,
    city_hexes,
    controls,
    enemy,
    first_turn,
    has,
    lamed,
    rails,
    turn,
    zones,
)

TO_RUMANIA, TO_HUNGARY, TO_FINLAND = 1, 2, 4
"""Values of `entered`."""

_GROUND = BOARD.ground
_STEPS, _LINES = _GROUND.rail_steps, Lines(_GROUND.tracks)
_CITIES = _GROUND.majors | _GROUND.minors
_HELSINKI, _BAKU = _GROUND.city_index["helsinki"], _GROUND.city_index["baku"]


# capacity -----------------------------------------------------------------------


def capacity(s: RussiaBesieged, side: int) -> Rail:
    """Units by rail in this turn and in each impulse (7.01, 7.02)."""
    now = turn(s)
    if side == SOVIET:
        return now.russian_rail  # 24.24 is in it
    in_snow = s.weather[0] == SNOW, s.weather[1] == SNOW
    less = 0 if now.axis_rail_in_snow and not all(in_snow) else now.axis_rail  # rb-19
    return BOARD.charts.axis_rail[in_snow].less(less + s.partisan_rail)


def left(s: RussiaBesieged) -> int:
    """Units that the phasing side may still move by rail in this impulse."""
    most = capacity(s, s.side)
    here = (most.first, most.second)[s.impulse - 1] - s.railed[s.impulse - 1]
    return max(0, min(here, most.turn - sum(s.railed)))


# where trains go ----------------------------------------------------------------


def usable(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of a side's rail hexes that trains pass: friends do not help against zones (7.06)."""
    key = ("usable", side, s.rails, s.converting, s.cities)
    return d.once(key, lambda: rails(s, side) & ~zones(d, enemy(side)) & ~bodies(d, enemy(side)))


@lru_cache(maxsize=256)
def _parts(open_: int) -> tuple[int, ...]:
    """The lots that open rails join; kept, since most orders change no rail."""
    return _LINES.parts(open_)


def joined(sources: int, open_: int) -> int:
    """Mask of the open rail hexes that lines of open rail hexes join to an open source."""
    found = 0
    for part in _parts(open_) if sources & open_ else ():
        if part & sources:
            found |= part
    return found


def networks(s: RussiaBesieged, d: Occupancy, side: int) -> Sequence[int]:
    """Masks of a side's rails between whose hexes trains go, off and on at the edge (7.08).

    Only those that lead back to a friendly city or board edge (7.03).
    """
    key = ("networks", side, s.rails, s.converting, s.cities)
    return d.once(key, lambda: over(s, d, side, usable(s, d, side)))


def over(s: RussiaBesieged, d: Occupancy, side: int, open_: int) -> Sequence[int]:
    """Those that a side would have if it could use these rails, and no others."""
    cities, edge = city_hexes(s, side), _GROUND.edges[side]
    held = cities & zones(d, enemy(side)) & bodies(d, side) & rails(s, side)
    return _leading_back(open_, edge, edge | cities, held)


@lru_cache(maxsize=256)
def _leading_back(open_: int, edge: int, on_line: int, held: int) -> Sequence[int]:
    """The lots of open rails with a city on them or a held one next to them (7.03)."""
    lots = [joined(edge, open_), *(part for part in _parts(open_) if not part & edge)]
    return [lot for lot in lots if lot & on_line or _STEPS.spread(lot) & held]


def component(s: RussiaBesieged, d: Occupancy, side: int, place: int) -> int:
    """Mask of the rail hexes that a train can reach from a place; 0 where none goes."""
    for network in networks(s, d, side):
        if network >> place & 1:
            return network
    return 0


def why_no_train(s: RussiaBesieged, d: Occupancy, piece: int, free: bool = False) -> Why | None:
    """Why a unit may not go by rail at all; `free`: it counts against no capacity (7.09)."""
    it, place = BOARD.pieces[piece], s.place[piece]
    if not it.ground or it.type in (PARTISAN, WEC) or place >= HEXES:  # 20.13
        return Why(f"{it.name} cannot go by rail.", "16.47" if it.type == PARTISAN else "7.0")
    if it.side != s.side:
        return Why("It is not yours to move.", "3.0")
    if has(s, piece, MOVED | RAILED | SAILED | TOOK):
        return Why("It has moved in this impulse.", "7.10")
    if has(s, piece, ABOARD):
        return Why("It came to this port to go on by sea.", "8.32")
    if not (_GROUND.rails | built(s)) >> place & 1:
        return Why("It does not stand on a railway.", "7.07")
    if not free and not left(s):
        rule = "7.01" if it.side == AXIS else "7.02"
        return Why("The rail capacity of this impulse is used up.", rule)
    if zones(d, enemy(it.side)) >> place & 1:
        return Why("It stands in an enemy zone of control.", "7.06")
    if int(s.converting, 16) >> place & 1:
        return Why("That line is converting.", "7.04")
    if not usable(s, d, it.side) >> place & 1:
        return Why("That railway is not yours.", "7.03")
    if not component(s, d, it.side, place):
        return Why("That railway leads back to no city or board edge of yours.", "7.03")
    return why_bound(s, d, piece)


def freed(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask by city of what a side controls by its rails alone, enemies having left it (4.1)."""
    mine = rails(s, side) | int(s.converting, 16) if side == s.side else rails(s, side)
    theirs = city_hexes(s, enemy(side)) & _GROUND.rails
    if not _enclosed(theirs, mine, _way(s, side, mine, 0)):
        return 0
    return _simultaneous(s, d, side, mine, 0)[1]


@lru_cache(maxsize=64)
def _enclosed(theirs: int, mine: int, way: int) -> bool:
    """Does one of these cities have all its lines lead to rails of the other side?"""
    near = theirs & _STEPS.spread(mine)
    return any(_led(place, mine, way, 0) is not None for place in members(near))


def sweep(s: RussiaBesieged, d: Occupancy, side: int) -> tuple[int, int]:
    """Junctions and cities that come by 7.26 alone, once enemies have gone."""
    return _simultaneous(s, d, side, rails(s, side) | int(s.converting, 16), home(s, side))


def borders(s: RussiaBesieged, d: Occupancy, it: Piece) -> Iterator[tuple[int, Why]]:
    """Masks of hexes to which this unit may not go by rail, each with the reason."""
    yield ~_GROUND.land, Why("No unit goes there.", "1.0")
    yield from barred(s, d, it)
    yield from apart(s, it)
    yield from exile(s, it)
    yield from _home(s, d, it)
    if it.side != AXIS or not first_turn(s):
        return
    for name, bit, rule in (("rumania", TO_RUMANIA, "24.11"), ("hungary", TO_HUNGARY, "24.12")):
        if name == "rumania" and s.impulse == 2:
            continue  # that is lifted; Hungary stays neutral (rb-52)
        where = _GROUND.countries[name]
        corps = it.nation == GERMAN and it.type in (INFANTRY, MOUNTAIN_INFANTRY)
        at_home = s.place[it.index] < HEXES and where >> s.place[it.index] & 1
        if not at_home and (not corps or s.entered & bit):
            text = f"Only one German infantry or mountain corps may go to {name.title()}."
            yield where, Why(text, rule)
        if at_home and name == "rumania":
            yield ~where, Why("No unit leaves Rumania by rail yet.", rule)


def _home(s: RussiaBesieged, d: Occupancy, it: Piece) -> Iterator[tuple[int, Why]]:
    """Who was forced where he may not stay goes nowhere else there if he can leave (25.1, 25.2)."""
    land = astray(s, it.index) if it.index in ALLIES else 0
    if land and (_ways(s, d, it) | on_foot(s, d, it.index)) & ~land:
        yield land, Why(f"{it.name} must go back where it may be.", stray_rule(s, it))


def exile(s: RussiaBesieged, it: Piece) -> Iterator[tuple[int, Why]]:
    """Masks of where a Dictator may not go, by rail or by sea, each with the reason."""
    if it.type == DICTATOR and it.side == SOVIET:
        yield ~_GROUND.countries["russia"], Why("Stalin does not leave Russia.", "14.13")
    if it.type == DICTATOR and it.side == AXIS and has(s, it.index, FLOWN_OUT):
        yield ~_GROUND.countries["germany"], Why("Hitler does not leave Germany again.", "14.16")


def ends(s: RussiaBesieged, d: Occupancy, piece: int, free: bool = False) -> int:
    """Mask of the hexes that a unit can go to by rail."""
    if why_no_train(s, d, piece, free):
        return 0
    it, place = BOARD.pieces[piece], s.place[piece]
    found = _ways(s, d, it) & ~(1 << place)
    for where, _ in borders(s, d, it):
        found &= ~where
    return found


def _ways(s: RussiaBesieged, d: Occupancy, it: Piece) -> int:
    """Mask of the rail hexes to which a train takes a unit, through no land that is closed to it
    (25.1 to 25.3): who passes through a country has gone into it.
    """
    place, edge = s.place[it.index], _GROUND.edges[it.side]
    found = component(s, d, it.side, place)
    if not found & (shut := _never_entered(s, d, it)):
        return found
    open_ = found & ~shut
    near = joined(1 << place, open_)
    return joined(edge, open_) if near & edge else near  # 7.08


def _never_entered(s: RussiaBesieged, d: Occupancy, it: Piece) -> int:
    """Mask of the land that is closed to a unit. Without its Dictator it still goes past enemies,
    if not to a hex next to them (14.15b iii).
    """
    if not lamed(s, it.side):
        return closed(s, d, it)
    return union(where for where, why in barred(s, d, it) if why.rule != "14.15")


def _way_rule(s: RussiaBesieged, d: Occupancy, it: Piece) -> str:
    found = component(s, d, it.side, s.place[it.index])
    where_to = (why.rule for where, why in barred(s, d, it) if where & found)
    return next(rule for rule in where_to if rule != "14.15")


def why_not(
    s: RussiaBesieged, d: Occupancy, piece: int, place: int, free: bool = False
) -> Why | None:
    """Why a unit may not go to a hex by rail; None if it may."""
    if why := why_no_train(s, d, piece, free):
        return why
    it = BOARD.pieces[piece]
    if place == s.place[piece]:
        return Why("It stands there.", "7.07")
    if not (_GROUND.rails | built(s)) >> place & 1:
        return Why("There is no railway.", "7.07")
    for where, why in borders(s, d, it):
        if where >> place & 1:
            return why
    if _ways(s, d, it) >> place & 1:
        return None
    if component(s, d, it.side, s.place[piece]) >> place & 1:
        return Why("Trains lead there through land that it does not enter.", _way_rule(s, d, it))
    if zones(d, enemy(it.side)) >> place & 1:
        return Why("That hex is in an enemy zone of control.", "7.06")
    if int(s.converting, 16) >> place & 1:
        return Why("That line is converting.", "7.04")
    if not rails(s, it.side) >> place & 1:
        return Why("That railway is not yours.", "7.03")
    return Why("No railway of yours, free of enemy zones, leads there.", "7.06")


# conversion ---------------------------------------------------------------------


def converts(piece: Piece) -> bool:
    """Does a unit convert rails, marked or not (7.21, rb-87)?"""
    return piece.full_zone or piece.type in (POLICE, PARATROOP)


def home(s: RussiaBesieged, side: int) -> int:
    """Mask of the rail hexes to which conversion is traced (7.22, 7.23)."""
    city = _HELSINKI if side == AXIS else _BAKU
    mine = 1 << _GROUND.cities[city].place if controls(s, side, city) else 0
    return _GROUND.edges[side] | mine


def conversion(s: RussiaBesieged, d: Occupancy, side: int, place: int) -> tuple[int, int]:
    """Rail hexes that begin to convert, and cities that change hands, once a unit is in `place`.

    Masks by place and by city. The hexes of its lines back to linked rails follow the unit
    (7.22, 7.24, 7.27); junctions all of whose lines are friendly come too (7.26).
    """
    if not _GROUND.rails >> place & 1:
        return 0, 0
    mine, shut = rails(s, side) | int(s.converting, 16), _shut(d, side)
    added, cities, ends, joined_ = 0, 0, home(s, side), linked(s, d, side)
    if not (joined_ | shut) >> place & 1:
        added = _back(place, _way(s, side, mine, shut), joined_, ends) & ~mine
    while True:
        more, taken = _simultaneous(s, d, side, mine | added, ends)
        if not more and not taken & ~cities:
            return added, cities
        added, cities = added | more, cities | taken


def linked(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of a side's rails, converting ones too, from which open lines lead home (7.22, 7.23)."""
    mine = rails(s, side) | int(s.converting, 16)
    return joined(home(s, side), mine & ~_shut(d, side))


def _shut(d: Occupancy, side: int) -> int:
    """Mask of the hexes past which no line is traced: enemies and their zones (7.22, 7.05)."""
    return zones(d, enemy(side)) | bodies(d, enemy(side))


def _way(s: RussiaBesieged, side: int, mine: int, shut: int) -> int:
    """Mask of the rail hexes through which lines are traced: no enemy city, no junction of the
    enemy's that was not entered in this player turn (7.22, 7.25).
    """
    entered = int(s.entered_lines, 16) if side == s.side else 0
    closed_to = city_hexes(s, enemy(side)) | _GROUND.junctions & ~mine & ~entered
    return _GROUND.rails & ~shut & ~closed_to


def _back(place: int, way: int, linked: int, home_: int) -> int:
    """Mask of the hexes of the lines from a place back to linked rails or home; 0 without any."""
    found = front = 1 << place
    while front := _STEPS.spread(front) & way & ~linked & ~found:
        found |= front
    ends = found & (_STEPS.spread(linked) | home_)
    while ends:
        blind = mask(
            h
            for h in members(found & ~ends & ~(1 << place))
            if sum(found >> other & 1 for other in _GROUND.rail_links[h]) < _ON
        )
        if not blind:
            return found
        found &= ~blind
    return 0


_ON = 2
"""So many lines has a hex from which a way goes on."""


def idle(s: RussiaBesieged, d: Occupancy, side: int) -> list[int]:
    """Hexes from which lines may lead back by now: a unit that converts stands there (7.22), or
    entered the junction in this player turn (7.25).
    """
    open_ = _GROUND.rails & ~linked(s, d, side) & ~_shut(d, side)
    entered = int(s.entered_lines, 16)
    return [
        h
        for h in members(open_ & (bodies(d, side) | entered))
        if entered >> h & 1 or any(converts(BOARD.pieces[u]) for u in d.units(side, h))
    ]


def _simultaneous(
    s: RussiaBesieged, d: Occupancy, side: int, mine: int, home_: int
) -> tuple[int, int]:
    """7.26, rb-04: empty junctions and cities all of whose lines lead to friendly rails.

    The hexes on those lines come with them (7.27). No city falls to rails that end before it.
    """
    found, cities, shut = 0, 0, _shut(d, side)
    theirs, way = city_hexes(s, enemy(side)), _way(s, side, mine, shut)
    near = _CITIES & _STEPS.spread(mine) | _GROUND.junctions & ~_CITIES
    wanted = near & _GROUND.rails & ~shut & (~mine | theirs)
    for place in members(wanted):
        lines = _led(place, mine, way, home_)
        if lines is None:
            continue
        found |= (lines | 1 << place) & ~mine
        if theirs >> place & 1:
            cities |= 1 << _GROUND.city_at[place]
    return found, cities


def _led(place: int, mine: int, way: int, home_: int) -> int | None:
    """Mask of the lines out of a place, up to friendly rails; None if one does not lead there."""
    found = 0
    for other in _GROUND.rail_links[place]:
        line = _line(place, other, mine, way & ~(1 << place), home_)
        if line is None:
            return None
        found |= line
    return found


def _line(before: int, here: int, mine: int, way: int, home_: int) -> int | None:
    """Mask of the line by a hex up to friendly rails or home; None if it does not lead there."""
    found = 0
    while way >> here & 1:
        if mine >> here & 1:
            return found
        found |= 1 << here
        if home_ >> here & 1:
            return found
        onward = [spot for spot in _GROUND.rail_links[here] if spot != before]
        if len(onward) != 1:  # a junction that was entered, or the end of the line
            left = way & ~(1 << here)
            lines = (_line(here, spot, mine, left, home_) for spot in onward)
            return next((found | line for line in lines if line is not None), None)
        before, here = here, onward[0]
    return None


def advanced(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of the converting hexes that become the side's at the end of its impulse (7.28)."""
    return linked(s, d, side) & int(s.converting, 16)
