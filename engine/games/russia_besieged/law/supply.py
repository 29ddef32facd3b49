"""Supply (13.0): general supply in two legs, besieged cities, and combat supply."""

from dataclasses import dataclass
from functools import lru_cache

from engine.board.bits import union
from engine.board.occupancy import Occupancy
from engine.board.supply import tracing
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ARMY,
    AXIS,
    CAPITALS,
    CAVALRY,
    FINNISH,
    FIRST_WINTER,
    GERMAN,
    HEXES,
    HOMES,
    MOUNTAIN_INFANTRY,
    NO_WINTER,
    PARATROOP,
    PARTISAN,
    PARTISAN_ZONE,
    RUSSIAN,
    SOVIET,
    City,
    Piece,
    side_of_nation,
)
from engine.games.russia_besieged.law.rail import joined
from engine.games.russia_besieged.state import (
    LANDED,
    SECOND_STAGE,
    RussiaBesieged,
    bodies,
    city_hexes,
    controls,
    enemy,
    guards,
    has,
    hungary_neutral,
    rails,
    snow,
    weather,
    winter,
    zones,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_CITY = {id_: _GROUND.cities[number].place for id_, number in _GROUND.city_index.items()}
BAKU = 1 << _CITY["baku"]
"""Mask of the hex of Baku."""
_TABRIZ, _ARCHANGEL_LINE, _ICE = (_GROUND.index(id_) for id_ in ("6016", "0107", "0812"))


@dataclass(frozen=True, slots=True)
class Besieged:
    """A limited source (13.4): a place, how many turns it feeds, and the hexes in its range."""

    place: int
    turns: int
    range: int
    more: bool = False
    """Baku's port: 2 armies, a corps and a WEC more (13.82)."""


# general supply -----------------------------------------------------------------


def passable(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of the hexes through which a side's supply goes (13.5, 13.51, 13.52)."""
    foe = enemy(side)
    found = _GROUND.land & ~bodies(d, foe) & (~zones(d, foe) | guards(d, side))
    if side == SOVIET and hungary_neutral(s):
        found &= ~_GROUND.countries["hungary"]  # 24.12
    return found


def open_rails(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of the rail hexes that carry a side's supply (13.2, 13.51).

    Lines beyond the border of Persia count, though no unit goes there.
    """
    foe = enemy(side)
    mine = rails(s, side) & ~bodies(d, foe) & (~zones(d, foe) | guards(d, side))
    if side == SOVIET and hungary_neutral(s):
        mine &= ~_GROUND.countries["hungary"]
    return mine


def rail_sources(s: RussiaBesieged, d: Occupancy, nation: int) -> int:
    """Mask of a nation's supply sources: rails joined to an unlimited one (13.22, 13.3)."""
    side, sources = side_of_nation(nation), _ends(s, nation)
    return joined(sources, open_rails(s, d, side)) | sources & passable(s, d, side)


def _ends(s: RussiaBesieged, nation: int) -> int:
    """Mask of a nation's unlimited sources themselves, but for 0111 (13.24)."""
    found = _GROUND.edges[side_of_nation(nation)]  # 13.31, 13.32
    if nation in (FINNISH, GERMAN):
        found |= _GROUND.northern  # 13.33
    return found | capital(s, nation)  # 13.34


def capital(s: RussiaBesieged, nation: int) -> int:
    """Mask of the capital that feeds a nation's units while it is theirs (13.34); 0 for others."""
    if nation not in HOMES:
        return 0
    id_ = CAPITALS[HOMES[nation]]
    mine = controls(s, side_of_nation(nation), _GROUND.city_index[id_])
    return 1 << _CITY[id_] if mine else 0


def standing(d: Occupancy, side: int, sources: int) -> int:
    """Those of these sources on which a unit is fed as it stands, enemy zones or not: it traces no
    path into one (13.51). Partisans shut them all the same (16.22).
    """
    foe = enemy(side)
    return sources & ~bodies(d, foe) & ~d.emitters(foe, PARTISAN_ZONE)


def unlimited(s: RussiaBesieged, d: Occupancy, nation: int) -> int:
    """Mask of the hexes in which a unit of the nation traces to an unlimited source (13.2).

    No rail is needed where the first leg ends at the source itself (13.21).
    """
    key = ("unlimited", nation, s.rails, s.converting, s.cities, weather(s), s.turn, s.impulse)
    return d.once(key, lambda: _unlimited(s, d, nation))


def edge_supplied(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes that trace to the east edge, not to Baku alone (20.11, 13.32)."""
    found = rail_sources(s, d, RUSSIAN)
    near = _tracing(found, passable(s, d, SOVIET), _CHARTS.ranges[weather(s)])
    return near | unlimited(s, d, RUSSIAN) & 1 << _CITY["sevastopol"]  # 13.64


@lru_cache(maxsize=256)
def _tracing(sources: int, open_: int, limit: int) -> int:
    """Where units trace to sources; kept, since most orders change neither."""
    return tracing(_GROUND.walk, sources, open_, limit)


def _unlimited(s: RussiaBesieged, d: Occupancy, nation: int) -> int:
    now = weather(s)
    side = side_of_nation(nation)
    open_ = passable(s, d, side)
    sources = rail_sources(s, d, nation)
    found = _tracing(sources, open_, _CHARTS.ranges[now])  # 13.23
    found |= standing(d, side, _ends(s, nation))
    if nation in (FINNISH, GERMAN):
        line = joined(_GROUND.murmansk, open_rails(s, d, AXIS)) | _GROUND.murmansk & open_
        found |= _tracing(line, open_, _CHARTS.ranges_0111[now])  # 13.24
        found |= standing(d, side, _GROUND.murmansk)
    if side == SOVIET:
        if baku_supplies(s, d):
            line = joined(BAKU, open_rails(s, d, SOVIET))
            near = _tracing(line, open_, _CHARTS.ranges_baku[now])  # rb-36
            found |= (near | standing(d, side, BAKU)) & _GROUND.regions["caucasus"]  # 13.8
        if snow(s) and sources >> _CITY["novorossiysk"] & 1:  # 13.64
            far = _tracing(1 << _CITY["novorossiysk"], open_, _CHARTS.sevastopol)
            found |= far & 1 << _CITY["sevastopol"]
    return found


def baku_supplies(s: RussiaBesieged, d: Occupancy) -> bool:
    """Does a Russian Baku feed any number, since Astrakhan has a rail line to the edge (13.81)?"""
    if not controls(s, SOVIET, _GROUND.city_index["baku"]):
        return False
    return bool(rail_sources(s, d, RUSSIAN) >> _CITY["astrakhan"] & 1)


def general(s: RussiaBesieged, d: Occupancy, piece: int) -> bool:
    """Is a unit in general supply now (13.1, 13.6)? Partisans need none (13.63)."""
    it, place = BOARD.pieces[piece], s.place[piece]
    if it.type == PARTISAN or place >= HEXES:
        return True
    if unlimited(s, d, it.nation) >> place & 1:
        return True
    return guards_cavalry(it) and cavalry_fed(s, d, place)


def guards_cavalry(piece: Piece) -> bool:
    """Is it the 1st Guards Cavalry Army (13.61, rb-16)?"""
    return piece.type == CAVALRY and piece.size == ARMY and piece.guards


def cavalry_fed(s: RussiaBesieged, d: Occupancy, place: int) -> bool:
    """16.53: a path of 5 hexes through no Axis unit or zone to a supplied second-stage partisan."""
    here, fed = 1 << place, traced(s, d, RUSSIAN)
    open_ = _GROUND.land & ~zones(d, AXIS) & ~bodies(d, AXIS)
    near = tracing(_GROUND.walk, here, open_ | here, _CHARTS.cavalry)
    return any(
        (near & fed) >> s.place[unit] & 1
        for unit in BOARD.of_side[SOVIET]
        if BOARD.pieces[unit].type == PARTISAN
        and has(s, unit, SECOND_STAGE)
        and s.place[unit] < HEXES
    )


# besieged cities ----------------------------------------------------------------


def ice_road(s: RussiaBesieged, d: Occupancy) -> bool:
    """Does the ice road feed Leningrad (6.3, 13.62, rb-14, rb-38)? In any weather."""
    if bodies(d, AXIS) >> _ICE & 1:
        return False
    if zones(d, AXIS) >> _ICE & 1 and not bodies(d, SOVIET) >> _ICE & 1:
        return False
    return bool(unlimited(s, d, RUSSIAN) >> _ICE & 1)


def besieged(s: RussiaBesieged, d: Occupancy, side: int) -> list[Besieged]:
    """The limited sources of a side: major cities without a rail line to its edge (13.4)."""
    open_, open_rail = passable(s, d, side), open_rails(s, d, side)
    linked = joined(_GROUND.edges[side], open_rail)
    reach = _CHARTS.ranges[weather(s)]
    mine, found = standing(d, side, city_hexes(s, side) & ~linked), []
    for city in _GROUND.cities:
        bit = 1 << city.place
        if not city.major or not mine & bit:
            continue
        turns = _turns(s, d, city) if side == SOVIET else 1
        area = bit | tracing(_GROUND.walk, bit, open_, reach)
        baku = bit == BAKU and side == SOVIET
        if not (baku and linked >> _CITY["astrakhan"] & 1):  # 13.81
            found.append(Besieged(city.place, turns, area, more=baku and not _fell(s, city)))
    archangel = _GROUND.city_index["archangel"]
    edge = 1 << _ARCHANGEL_LINE
    if side == SOVIET and standing(d, side, edge & rails(s, side) & ~linked):  # 13.65
        never = controls(s, SOVIET, archangel) and not int(s.fallen, 16) >> archangel & 1
        if never and linked >> _CITY["archangel"] & 1:
            area = edge | tracing(_GROUND.walk, edge, open_, reach)
            found.append(Besieged(_ARCHANGEL_LINE, 2, area))
    return found


def _turns(s: RussiaBesieged, d: Occupancy, city: City) -> int:
    """How many turns Russians hold out on a city (13.42, 13.46, 13.83)."""
    if city.id == "tbilisi":  # none of the five of 13.46
        return city.oos if _to_tabriz(s, d) else 1
    return 1 if _fell(s, city) else city.oos


def _fell(s: RussiaBesieged, city: City) -> bool:
    """Has the other side held it at some time (13.46)?"""
    return bool(int(s.fallen, 16) >> city.index & 1)


def _to_tabriz(s: RussiaBesieged, d: Occupancy) -> bool:
    """13.83: is Tbilisi joined to Tabriz by rails in no Axis zone, whoever stands there?"""
    free = rails(s, SOVIET) & ~zones(d, AXIS) & ~bodies(d, AXIS)
    return bool(joined(1 << _CITY["tbilisi"], free) >> _TABRIZ & 1)


def traced(s: RussiaBesieged, d: Occupancy, nation: int) -> int:
    """Mask of the hexes where a nation's unit traces general supply, to a besieged city too (13.2).

    Be the city full or not (rb-46).
    """
    side = side_of_nation(nation)
    key = ("besieged", side, s.rails, s.converting, s.cities, s.fallen, weather(s), s.turn)
    cities = d.once(key, lambda: besieged(s, d, side))
    return unlimited(s, d, nation) | union(city.range for city in cities)


def traces(s: RussiaBesieged, d: Occupancy, piece: int) -> bool:
    """Does a unit trace general supply at all, to a besieged city too (10.68, 13.2, rb-46)?"""
    it = BOARD.pieces[piece]
    over = it.side == SOVIET and s.side == AXIS  # the Russians land in the second half of a turn
    if has(s, piece, LANDED) and it.type != PARATROOP and not over:
        return True  # 8.51: who invades is supplied in that turn
    return general(s, d, piece) or bool(traced(s, d, it.nation) >> s.place[piece] & 1)


# combat supply ------------------------------------------------------------------


def always_in_combat_supply(piece: Piece) -> bool:
    """13.71."""
    return (
        piece.side == SOVIET
        or piece.nation == FINNISH
        or piece.ss
        or piece.luftwaffe
        or piece.type == MOUNTAIN_INFANTRY
    )


def combat_area(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes in which every Axis unit is in combat supply now (13.72)."""
    season = winter(s)
    if not snow(s) or season == NO_WINTER:
        return -1
    mine = city_hexes(s, AXIS) & ~d.emitters(SOVIET, PARTISAN_ZONE)  # 16.22, rb-89
    near = _GROUND.zone.spread(mine)
    found = ~_GROUND.countries["russia"] | _GROUND.majors | _GROUND.minors | near
    if season == FIRST_WINTER:
        return found
    between = near & (guards(d, AXIS) | ~zones(d, SOVIET)) & ~bodies(d, SOVIET)
    return found | _GROUND.zone.spread(between)


def in_combat_supply(s: RussiaBesieged, d: Occupancy, piece: int) -> bool:
    """Is a unit in combat supply at this moment (13.7, 13.75)? Invaders are (8.51).

    It has nothing to do with general supply (13.11).
    """
    if always_in_combat_supply(BOARD.pieces[piece]) or has(s, piece, LANDED):
        return True
    key = ("combat supply", s.cities, s.turn, s.impulse, weather(s))
    return d.once(key, lambda: combat_area(s, d)) >> s.place[piece] & 1 == 1
