"""Supply (13.0): general supply in two legs, besieged cities, and combat supply."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.board.occupancy import Occupancy
from engine.board.supply import tracing
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ARMY,
    ARTILLERY,
    AXIS,
    CAPITALS,
    CAVALRY,
    DICTATOR,
    FINNISH,
    FIRST_WINTER,
    GERMAN,
    HEXES,
    HOMES,
    MOUNTAIN_INFANTRY,
    NO_WINTER,
    PARATROOP,
    PARTISAN,
    POLICE,
    RUSSIAN,
    SOVIET,
    VOLKSSTURM,
    WEC,
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
ARMIES, CORPS_FED = 2, 3
"""13.41: what a besieged city feeds: so many armies, or corps."""


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
    side = side_of_nation(nation)
    sources = _GROUND.edges[side]  # 13.31, 13.32
    if nation in (FINNISH, GERMAN):
        sources |= _GROUND.northern  # 13.33
    sources |= capital(s, nation)  # 13.34
    return joined(sources, open_rails(s, d, side)) | sources & passable(s, d, side)


def capital(s: RussiaBesieged, nation: int) -> int:
    """Mask of the capital that feeds a nation's units while it is theirs (13.34); 0 for others."""
    if nation not in HOMES:
        return 0
    id_ = CAPITALS[HOMES[nation]]
    mine = controls(s, side_of_nation(nation), _GROUND.city_index[id_])
    return 1 << _CITY[id_] if mine else 0


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
    if nation in (FINNISH, GERMAN):
        line = joined(_GROUND.murmansk, open_rails(s, d, AXIS)) | _GROUND.murmansk & open_
        found |= _tracing(line, open_, _CHARTS.ranges_0111[now])  # 13.24
    if side == SOVIET:
        if baku_supplies(s, d):
            line = joined(BAKU, open_rails(s, d, SOVIET))
            near = _tracing(line, open_, _CHARTS.ranges_baku[now])  # rb-36
            found |= near & _GROUND.regions["caucasus"]  # 13.8
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
    """16.53: a path of 5 hexes past no Axis unit or zone to a supplied second-stage partisan."""
    shut = zones(d, AXIS) | bodies(d, AXIS)
    fed = unlimited(s, d, RUSSIAN)
    near = tracing(_GROUND.walk, 1 << place, _GROUND.land & ~shut, _CHARTS.cavalry)
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
    fallen, found = int(s.fallen, 16), []
    for city in _GROUND.cities:
        bit = 1 << city.place
        if not city.major or not city_hexes(s, side) & open_ & bit or linked & bit:
            continue
        turns = 1
        if side == SOVIET and not fallen >> city.index & 1:  # 13.46
            turns = city.oos
            if city.id == "tbilisi" and not _to_tabriz(s, d):
                turns = 1  # 13.83
        area = tracing(_GROUND.walk, bit, open_, reach)
        baku = city.id == "baku" and side == SOVIET
        if not (baku and linked >> _CITY["astrakhan"] & 1):  # 13.81
            found.append(Besieged(city.place, turns, area, more=baku))
    archangel = _GROUND.city_index.get("archangel")
    edge = 1 << _ARCHANGEL_LINE
    if side == SOVIET and archangel is not None and edge & open_ & open_rail & ~linked:  # 13.65
        never = controls(s, SOVIET, archangel) and not fallen >> archangel & 1
        if never and linked >> _CITY["archangel"] & 1:
            found.append(Besieged(_ARCHANGEL_LINE, 2, tracing(_GROUND.walk, edge, open_, reach)))
    return found


def _to_tabriz(s: RussiaBesieged, d: Occupancy) -> bool:
    """13.83: is Tbilisi joined to Tabriz by rails in no Axis zone, whoever stands there?"""
    free = rails(s, SOVIET) & ~zones(d, AXIS) & ~bodies(d, AXIS)
    return bool(joined(1 << _CITY["tbilisi"], free) >> _TABRIZ & 1)


def fed(city: Besieged, pieces: Sequence[Piece]) -> bool:
    """Can one besieged city feed all of these (13.41, 13.82)?

    Beyond the one of its kind an artillery or paratroop unit counts as the corps that it is.
    """
    count = Counter(ration(piece) for piece in pieces)
    armies, corps = count["army"], count["corps"]
    corps += sum(max(0, count[name] - 1) for name in ("artillery", "paratroop"))
    extra = 1 if city.more else 0
    if count["wec"] > 1 + extra:
        return False
    armies = max(0, armies - 2 * extra)
    corps = max(0, corps - extra)
    return armies + corps <= (ARMIES if armies else CORPS_FED)


def ration(piece: Piece) -> str:
    """Under which head of 13.41 a unit is fed."""
    alone = {
        WEC: "wec",
        DICTATOR: "dictator",
        ARTILLERY: "artillery",
        PARATROOP: "paratroop",
        POLICE: "police",
        VOLKSSTURM: "volkssturm",
    }
    return alone.get(piece.type) or ("army" if piece.size == ARMY else "corps")


def traces(s: RussiaBesieged, d: Occupancy, piece: int) -> bool:
    """Does a unit trace general supply at all, to a besieged city too (10.68, 13.2, rb-46)?"""
    if general(s, d, piece):
        return True
    it, place = BOARD.pieces[piece], s.place[piece]
    over = it.side == SOVIET and s.side == AXIS  # the Russians land in the second half of a turn
    if has(s, piece, LANDED) and it.type != PARATROOP and not over:
        return True  # 8.51: who invades is supplied in that turn
    key = ("besieged", it.side, s.rails, s.converting, s.cities, weather(s), s.turn)
    found = d.once(key, lambda: besieged(s, d, it.side))
    return any(city.range >> place & 1 for city in found)


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
    mine = city_hexes(s, AXIS)
    near = _GROUND.zone.spread(mine)
    found = ~_GROUND.countries["russia"] | _GROUND.majors | _GROUND.minors | near
    if season == FIRST_WINTER:
        return found
    between = near & (guards(d, AXIS) | ~zones(d, SOVIET))
    return found | _GROUND.zone.spread(between)


def in_combat_supply(s: RussiaBesieged, d: Occupancy, piece: int) -> bool:
    """Is a unit in combat supply at this moment (13.7, 13.75)? Invaders are (8.51).

    It has nothing to do with general supply (13.11).
    """
    if always_in_combat_supply(BOARD.pieces[piece]) or has(s, piece, LANDED):
        return True
    key = ("combat supply", s.cities, s.turn, s.impulse, weather(s))
    return d.once(key, lambda: combat_area(s, d)) >> s.place[piece] & 1 == 1
