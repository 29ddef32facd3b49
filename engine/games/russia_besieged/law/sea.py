"""Sea movement and the Leningrad ice road, with their dice (6.3, 8.0)."""

from collections.abc import Sequence
from functools import lru_cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    DICTATOR,
    FINNISH,
    GERMAN,
    HEXES,
    INFANTRY,
    ITALIAN,
    MARSHAL,
    MOUNTAIN_INFANTRY,
    OWN_ZONE,
    PARATROOP,
    PARTISAN,
    PARTISAN_ZONE,
    RUSSIAN,
    SOVIET,
    WEC,
    City,
    Piece,
)
from engine.games.russia_besieged.law.bereft import no_farther
from engine.games.russia_besieged.law.control import takes
from engine.games.russia_besieged.law.movement import aboard as all_aboard
from engine.games.russia_besieged.law.movement import (
    allowance,
    apart,
    barred,
    beside_enemies,
    closed,
    exiles,
    why_bound,
    why_garrisoned,
)
from engine.games.russia_besieged.law.movement import ends as on_foot
from engine.games.russia_besieged.law.rail import TO_FINLAND, exile, joined
from engine.games.russia_besieged.law.rail import ends as by_rail
from engine.games.russia_besieged.law.supply import open_rails
from engine.games.russia_besieged.state import (
    ABOARD,
    CAME,
    EVACUATED_BEFORE,
    LANDED,
    MOVED,
    RAILED,
    SAILED,
    TOOK,
    RussiaBesieged,
    bodies,
    controlled,
    controls,
    enemy,
    first_turn,
    has,
    lamed,
    snow,
    turn,
    zoc,
    zones,
)

BALTIC, BLACK, CASPIAN = range(3)
SUCCESS, LOSES_STEP, ABORT, LOST = "success", "success_lose_step", "abort", "eliminated"
INVASIONS = ((1, 1, 0), (1, 2, 0))
"""[side][area]: invasions in the game (8.44)."""
FROM_BASE = 4
"""Hexes from an enemy naval base that count (8.2)."""

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_CITY = _GROUND.city_index
_ICE_NEAR, _ICE_FAR, _ICE_TOUCH = (_GROUND.index(id_) for id_ in ("0714", "0812", "0813"))


def _die(rows: Sequence[tuple[int, str]], roll: int) -> str:
    return next(result for most, result in rows if roll <= most)


def result(roll: int) -> str:
    """What a modified roll of the Sea Movement Table gives (8.2)."""
    return _die(_CHARTS.sea, roll)


def strait(s: RussiaBesieged, d: Occupancy, side: int) -> bool:
    """Does the side control both sides of the strait of Kerch (6.25)?"""
    return all(_shore(s, d, place) == side for place in _GROUND.strait)


def _shore(s: RussiaBesieged, d: Occupancy, place: int) -> int:
    """Whose a hex at the strait is: who stands there has it, or did last, as in a city (4.1)."""
    for side in (AXIS, SOVIET):
        if any(takes(s, unit) for unit in d.units(side, place)):
            return side
    return AXIS if int(s.kerch, 16) >> place & 1 else SOVIET


def held(s: RussiaBesieged, side: int, area: int) -> Sequence[City]:
    """The ports of an area that a side controls (8.1, rb-08)."""
    return _ports(s.cities, side, area, True)


def ports(s: RussiaBesieged, d: Occupancy, side: int, area: int) -> Sequence[City]:
    """Those that count for its ships: Rostov needs the strait of Kerch, and no ice (8.12, 8.14)."""
    rostov = area == BLACK and not turn(s).azov_closed and strait(s, d, side)
    return _ports(s.cities, side, area, rostov)


def why_no_way(s: RussiaBesieged, d: Occupancy, side: int, here: int, goal: int) -> Why | None:
    """Why no ship goes between two hexes of a coast: ice, or the strait (8.13, 8.14, rb-49)."""
    azov = _GROUND.azov
    if turn(s).azov_closed and azov & (1 << here | 1 << goal):
        return Why("The Sea of Azov is frozen.", "8.14")
    if (azov >> here ^ azov >> goal) & 1 and not strait(s, d, side):
        return Why("The way leads through the strait of Kerch.", "8.13")
    return None


@lru_cache(maxsize=256)
def _ports(cities: str, side: int, area: int, rostov: bool) -> Sequence[City]:
    held = int(cities, 16)
    return tuple(
        city
        for city in _GROUND.cities
        if city.area == area
        and (held >> city.index & 1) == (side == AXIS)
        and (rostov or city.id != "rostov")
    )


def modifiers(
    s: RussiaBesieged, d: Occupancy, side: int, area: int, goal: int, evacuation: bool = False
) -> list[tuple[str, int]]:
    """The die roll modifiers of a sea move to a hex (8.2, 8.72, 8.73)."""
    drm, found = _CHARTS.sea_drm, []
    for city in ports(s, d, side, area):
        own = city.base == side and controlled(s, side, city.index)
        name = "own_naval_base" if own else "other_friendly_port"
        found.append((name, drm[name]))
    there = _GROUND.city_at[goal]
    foe = enemy(side)
    if there >= 0 and _GROUND.cities[there].area == area and controls(s, foe, there):
        found.append(("enemy_port", drm["enemy_port"]))  # rb-07
    if airbase_near(s, foe, goal):
        found.append(("enemy_airbase", drm["enemy_airbase"]))
    for city in _GROUND.cities:
        near = _GROUND.grid.distance(city.place, goal) <= FROM_BASE
        if city.base == foe and city.area == area and controls(s, foe, city.index) and near:
            found.append(("enemy_naval_base", drm["enemy_naval_base"]))
    if area == CASPIAN:
        found.append(("caspian", drm["caspian"]))
    if evacuation:
        found.append(("evacuation", drm["evacuation"]))
    return found


def airbase_near(s: RussiaBesieged, side: int, place: int) -> bool:
    """Has the side an air base within 9 hexes?"""
    return any(
        BOARD.pieces[plane].type == AIRCRAFT
        and s.place[plane] < HEXES
        and _GROUND.grid.distance(s.place[plane], place) <= _CHARTS.flight
        for plane in BOARD.of_side[side]
    )


def needs_die(s: RussiaBesieged, area: int, goal: int) -> bool:
    """Transport on the Caspian needs none while no German base is near, but for 8.74 (8.72)."""
    city = _GROUND.city_at[goal]
    taken = city >= 0 and controls(s, AXIS, city)
    return area != CASPIAN or taken or airbase_near(s, AXIS, goal)


# what may sail ------------------------------------------------------------------------


def open_areas(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The sea areas in which the phasing side may still sail in this impulse; see `why_no_ship`."""
    return [
        area
        for area in range(len(_GROUND.seas))
        if not s.sailed >> area & 1
        and not s.locked >> 3 * s.side + area & 1
        and not (area == CASPIAN and s.side == AXIS)
        and held(s, s.side, area)
    ]


def landing_areas(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The sea areas where the phasing side may still invade in it; see `why_no_invasion`."""
    if first_turn(s) or lamed(s, s.side):
        return []
    return [
        area
        for area in open_areas(s, d)
        if not s.landed >> area & 1 and s.landings[3 * s.side + area] < INVASIONS[s.side][area]
    ]


def why_no_ship(s: RussiaBesieged, d: Occupancy, piece: int, area: int) -> Why | None:
    """What bars every sea move of a unit in an area (8.0, 8.1); None if nothing."""
    it = BOARD.pieces[piece]
    if it.side != s.side:
        return Why("It is not yours to move.", "3.0")
    if s.place[piece] >= HEXES or it.type in (AIRCRAFT, WEC, PARTISAN, MARSHAL):
        return Why(f"{it.name} does not go by sea.", "8.04")
    if it.nation == FINNISH:
        return Why("Finnish units do not go by sea.", "25.2")
    if has(s, piece, MOVED | RAILED | SAILED | TOOK):
        return Why("It has moved in this impulse.", "8.02")
    if area == CASPIAN and it.side == AXIS:
        return Why("Only the Russians sail the Caspian.", "8.71")
    if s.locked >> 3 * it.side + area & 1 or not held(s, it.side, area):
        return Why("Your side has lost its last port in that sea.", "8.1")
    if s.sailed >> area & 1:
        return Why("One unit goes by sea in each sea area and impulse.", "8.11")
    if any(other != piece for other in aboard(s, d, area)):
        return Why("A new unit waits in a port of that sea to go first.", "8.32")
    return why_bound(s, d, piece)


def harbours(s: RussiaBesieged, d: Occupancy, piece: int) -> int:
    """Mask of the ports in which a new unit is put, to go on by sea at once (8.32).

    Joined by rail to the board edge, in a sea where it can sail to another port or invade (8.43).
    """
    it = BOARD.pieces[piece]
    if it.type >= DICTATOR or it.nation == FINNISH or not allowance(s, piece):
        return 0
    if why_garrisoned(s, piece):
        return 0
    shut = 0
    for where, _ in _shut(s, d, it):
        shut |= where
    found, landing = 0, landing_areas(s, d) if invades(it) else []
    for area, starts, goals in _harbours(s, d):
        open_ = goals & ~shut
        if open_.bit_count() > 1:
            found |= starts
            continue
        found |= starts & ~open_ if open_ else 0
        if area in landing:
            alone = members(starts & ~found)
            found |= mask(port for port in alone if beaches(s, d, area, piece, port))
    return found


def _shut(s: RussiaBesieged, d: Occupancy, it: Piece) -> list[tuple[int, Why]]:
    return [*barred(s, d, it), *apart(s, it), *exile(s, it), *_neutral(s, it)]


def _neutral(s: RussiaBesieged, it: Piece) -> list[tuple[int, Why]]:
    """24.13: on turn 1 one German infantry or mountain corps goes to Finland by sea, no others.

    Who is evacuated comes there by sea as well; who turned back or was lost never came.
    """
    corps = it.nation == GERMAN and it.type in (INFANTRY, MOUNTAIN_INFANTRY)
    if not first_turn(s) or it.side != AXIS or (corps and not s.entered & TO_FINLAND):
        return []
    text = "Only one German infantry or mountain corps goes to Finland on turn 1."
    return [(_GROUND.countries["finland"], Why(text, "24.13"))]


def _harbours(s: RussiaBesieged, d: Occupancy) -> list[tuple[int, int, int]]:
    """For each open sea: its number, the ports that trains reach, all of the phasing side's."""
    key = "harbours", s.side, s.sailed, s.locked, s.cities, s.rails, s.turn
    return d.once(key, lambda: _find_harbours(s, d))


def _find_harbours(s: RussiaBesieged, d: Occupancy) -> list[tuple[int, int, int]]:
    line = joined(_GROUND.edges[s.side], open_rails(s, d, s.side)) & ~zones(d, enemy(s.side))
    found = []
    for area in open_areas(s, d):
        mine = mask(city.place for city in ports(s, d, s.side, area))
        if line & mine and not aboard(s, d, area):
            found.append((area, line & mine, mine))
    return found


def must_sail(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The phasing side's new units that must still go on by sea, and can (8.32, 8.43)."""
    return [unit for unit in all_aboard(s, d) if _goes_on(s, d, unit)]


def _goes_on(s: RussiaBesieged, d: Occupancy, unit: int) -> bool:
    """Is there a port to which a unit is shipped, or a coast on which it lands?"""
    if any(why_no_transport(s, d, unit, goal) is None for goal in goals(s, d, unit)):
        return True
    here, area = s.place[unit], _area(s.place[unit])
    return why_no_lander(s, d, unit, area) is None and beaches(s, d, area, unit, here) != 0


def aboard(s: RussiaBesieged, d: Occupancy, area: int) -> list[int]:
    """The units that wait in a port of an area to go on by sea (8.32)."""
    return [unit for unit in all_aboard(s, d) if _area(s.place[unit]) == area]


def _area(place: int) -> int:
    city = _GROUND.city_at[place] if place < HEXES else -1
    return _GROUND.cities[city].area if city >= 0 else -1


def why_no_transport(s: RussiaBesieged, d: Occupancy, piece: int, goal: int) -> Why | None:
    """Why a unit in a port may not go to another by sea (8.3); None if it may."""
    here = s.place[piece]
    start = _GROUND.city_at[here] if here < HEXES else -1
    there = _GROUND.city_at[goal]
    if start < 0 or _GROUND.cities[start].area < 0:
        return Why("It stands in no port.", "8.31")
    if there < 0 or there == start:
        return Why("Transport goes from a port to another.", "8.31")
    for where, why_barred in _shut(s, d, BOARD.pieces[piece]):
        if where >> goal & 1:
            return why_barred
    harbour, end = _GROUND.cities[start], _GROUND.cities[there]
    if harbour.area < 0 or harbour.area != end.area:
        return Why("These are not two ports of one sea.", "8.05")
    if why := why_no_ship(s, d, piece, harbour.area):
        return why
    it = BOARD.pieces[piece]
    if not allowance(s, piece) and it.cls != _DICTATORS:
        return Why("It has no movement points in this impulse.", "8.03")
    if zones(d, enemy(it.side)) >> here & 1:
        return Why("It stands in an enemy zone of control.", "8.03")
    mine = held(s, it.side, harbour.area)
    if harbour not in mine or end not in mine:
        special = end.id == "baku" and _lands_at_baku(s, d, it, harbour)
        if not special:
            return Why("Both ports must be yours.", "8.31")
    if bodies(d, enemy(it.side)) >> goal & 1:  # partisans take no city (16.45)
        return Why("An enemy unit stands there.", "8.31")
    return why_no_way(s, d, it.side, here, goal)


_DICTATORS = BOARD.pieces[BOARD.piece_index["stalin"]].cls


def _lands_at_baku(s: RussiaBesieged, d: Occupancy, it: Piece, harbour: City) -> bool:
    """8.74: infantry of 5 or less from Astrakhan to an empty Baku of the Axis (rb-88)."""
    baku = _GROUND.cities[_CITY["baku"]].place
    small = it.type == INFANTRY and it.faces[s.step[it.index]].combat <= 5
    return harbour.id == "astrakhan" and small and not d.present[AXIS] >> baku & 1


def piers(s: RussiaBesieged, d: Occupancy, areas: Sequence[int]) -> int:
    """Mask of the phasing side's ports in these areas from which a unit may go (8.03)."""
    found = mask(city.place for area in areas for city in held(s, s.side, area))
    return found & ~zones(d, enemy(s.side))


def goals(s: RussiaBesieged, d: Occupancy, piece: int) -> list[int]:
    """The ports to which a unit in a port could be shipped (8.31, 8.74)."""
    here = s.place[piece]
    start = _GROUND.city_at[here]
    if start < 0 or (area := _GROUND.cities[start].area) < 0:
        return []
    found = [city.place for city in held(s, s.side, area) if city.place != here]
    baku = _GROUND.cities[_CITY["baku"]].place
    return [*found, baku] if area == CASPIAN and baku not in (here, *found) else found


def why_no_invasion(
    s: RussiaBesieged, d: Occupancy, piece: int, area: int, goal: int
) -> Why | None:
    """Why a unit in a port may not land on a hex of the area's coast (8.4); None if it may."""
    if why := why_no_lander(s, d, piece, area):
        return why
    for where, why_barred in barred(s, d, BOARD.pieces[piece]):  # 25.3, 26.15
        if where >> goal & 1:
            return why_barred
    return _why_no_beach(s, d, area, s.place[piece], goal)


def beaches(s: RussiaBesieged, d: Occupancy, area: int, piece: int, here: int) -> int:
    """Mask of the hexes of a coast on which a unit that may invade lands from a port."""
    coast = members(_GROUND.seas[area] & ~closed(s, d, BOARD.pieces[piece]))
    return mask(hex_ for hex_ in coast if _why_no_beach(s, d, area, here, hex_) is None)


def invades(it: Piece) -> bool:
    """Is a unit of a kind that invades (8.42, 8.52)?"""
    if it.side == SOVIET:
        return it.type == INFANTRY and not it.guards and it.nation == RUSSIAN
    return it.type in (INFANTRY, MOUNTAIN_INFANTRY) and it.nation in (GERMAN, ITALIAN)


def why_no_lander(s: RussiaBesieged, d: Occupancy, piece: int, area: int) -> Why | None:
    """Why a unit may not invade in an area at all; None if it may."""
    it, here = BOARD.pieces[piece], s.place[piece]
    if first_turn(s):
        return Why("There are no invasions on the first turn.", "24.3")
    if area == CASPIAN:
        return Why("There are no invasions on the Caspian.", "8.4")
    if lamed(s, it.side):
        return Why("Without its Dictator your side does not invade in this impulse.", "14.15")
    if not invades(it):
        return Why(f"{it.name} is of no kind that invades.", "8.42")
    if why := why_no_ship(s, d, piece, area):
        return why
    if has(s, piece, EVACUATED_BEFORE):
        return Why("It was evacuated in the impulse before.", "8.48")
    if s.landed >> area & 1:
        return Why("One invasion a turn in each sea area.", "8.41")
    if s.landings[3 * it.side + area] >= INVASIONS[it.side][area]:
        return Why("Your side has made all its invasions there.", "8.44")
    harbour = _GROUND.city_at[here] if here < HEXES else -1
    if harbour < 0 or _GROUND.cities[harbour] not in held(s, it.side, area):
        return Why("It must start in a port of yours in that sea.", "8.43")
    if not allowance(s, piece) or zones(d, enemy(it.side)) >> here & 1:
        return Why("It cannot move, or stands in an enemy zone of control.", "8.03")
    return None


def _why_no_beach(s: RussiaBesieged, d: Occupancy, area: int, here: int, goal: int) -> Why | None:
    """Why nobody of the phasing side may land on a hex from a port; None if it may."""
    if not _GROUND.seas[area] >> goal & 1:
        return Why("That is no hex of that coast.", "8.47")
    if _GROUND.regions["no_invasion"] >> goal & 1:
        return Why("Nobody lands on 3423 or 3424.", "8.47")
    foe = enemy(s.side)
    if (bodies(d, foe) | d.emitters(foe, OWN_ZONE) | d.emitters(foe, PARTISAN_ZONE)) >> goal & 1:
        return Why("An enemy unit with a zone stands there.", "8.47")  # bases have one too (4.0)
    if why := why_no_way(s, d, s.side, here, goal):
        return why
    if s.side == SOVIET and turn(s).year <= 1942 and _GROUND.countries["germany"] >> goal & 1:
        return Why("No Russian unit invades Germany before 1943.", "8.46")
    return None


def shore(s: RussiaBesieged, place: int) -> list[int]:
    """The sea areas whose coast a hex is on."""
    return [area for area, coast in enumerate(_GROUND.seas) if coast >> place & 1]


def why_no_evacuation(s: RussiaBesieged, d: Occupancy, piece: int, goal: int) -> Why | None:
    """Why a unit may not be evacuated to a port (8.6); no zone or allowance bars it (8.62)."""
    it, here = BOARD.pieces[piece], s.place[piece]
    there = _GROUND.city_at[goal]
    end = _GROUND.cities[there] if there >= 0 else None
    if here >= HEXES or it.type in (AIRCRAFT, WEC, PARTISAN, MARSHAL):
        return Why("It is nothing that can be evacuated.", "8.6")
    if end is None or end.area < 0 or not _GROUND.seas[end.area] >> here & 1:
        return Why("It goes from a coast to a port of the same sea.", "8.61")
    if goal == here:
        return Why("It stands there.", "8.61")
    zone = zones(d, enemy(it.side))
    city = _GROUND.city_at[here]
    port = city >= 0 and _GROUND.cities[city].area == end.area
    if port and end.area != CASPIAN and not zone >> here & 1:  # 8.73
        return Why("From a port in no enemy zone it goes by transport.", "8.6")
    if not port and it.type == DICTATOR:
        return Why("A Dictator goes by sea from ports alone.", "14.13")
    if why := why_no_ship(s, d, piece, end.area):
        return why
    if end not in held(s, it.side, end.area):
        return Why("That port must be yours.", "8.61")
    if zone >> goal & 1:
        return Why("That port is in an enemy zone of control.", "8.61")
    if has(s, piece, LANDED) and it.type != PARATROOP:
        return Why("It invaded in this turn.", "8.50")
    for where, why_barred in _shut(s, d, it):
        if where >> goal & 1 and why_barred.rule != "14.15":  # 14.15b iii is about transport
            return why_barred
    return why_no_way(s, d, it.side, here, goal)


def shipped(s: RussiaBesieged, d: Occupancy, piece: int) -> int:
    """Mask of the ports to which a unit can go by sea, by transport or evacuated (8.3, 8.6)."""
    goals = [port.place for area in shore(s, s.place[piece]) for port in held(s, s.side, area)]
    whys = why_no_transport, why_no_evacuation
    return mask(goal for goal in goals if any(why(s, d, piece, goal) is None for why in whys))


def strays(s: RussiaBesieged, d: Occupancy) -> dict[int, int]:
    """The phasing side's units that must still leave land where they were forced in this impulse,
    and can, on foot, by rail or by sea (25.1 to 25.3): each with where it goes then.
    """
    found = {}
    for unit, land in exiles(s).items():
        ways = (by(s, d, unit) & ~land for by in (on_foot, by_rail, shipped))
        if out := next(filter(None, ways), 0):
            found[unit] = out
    return found


# the ice road ---------------------------------------------------------------------------


def ice_modifier(d: Occupancy) -> int:
    """What is added to the die of the ice road; 0 means that none is rolled (6.32, 6.33, rb-34)."""
    if bodies(d, AXIS) >> _ICE_TOUCH & 1:
        return 2
    return zoc(d, AXIS) >> _ICE_TOUCH & 1


def ice_result(roll: int) -> str:
    """What a modified roll gives (6.33)."""
    return _die(_CHARTS.ice, roll)


def why_no_ice(s: RussiaBesieged, d: Occupancy, piece: int) -> Why | None:
    """Why a unit may not go over the ice between 0714 and 0812 now (6.31, 6.32)."""
    it, here = BOARD.pieces[piece], s.place[piece]
    if it.side != SOVIET or s.side != SOVIET or here not in (_ICE_NEAR, _ICE_FAR):
        return Why("A Russian unit in Leningrad or in 0812 may go over the ice.", "6.31")
    if not snow(s):
        return Why("The ice bears in snow only.", "6.31")
    if has(s, piece, MOVED | RAILED | SAILED | TOOK) or not allowance(s, piece):
        return Why("It has no allowance left for the ice.", "6.31")
    if has(s, piece, ABOARD):
        return Why("It came to this port to go on by sea.", "8.32")
    if s.impulse == 2 and zoc(d, AXIS) >> here & 1 and not has(s, piece, CAME):
        return Why("It begins the second impulse in an enemy zone of control.", "4.06")
    if bodies(d, AXIS) & (1 << _ICE_NEAR | 1 << _ICE_FAR):
        return Why("An enemy unit stands on the other shore.", "6.1")
    goal = _ICE_NEAR if here == _ICE_FAR else _ICE_FAR
    if (beside_enemies(d, SOVIET) >> goal & 1 and lamed(s, SOVIET)) or not (
        no_farther(s, d, [piece]) >> goal & 1
    ):  # 14.15b ii: it goes on the ground
        text = "Without its Dictator your side goes next to no enemy, nor farther from its edge."
        return Why(text, "14.15")
    others = [unit for unit in d.units(SOVIET, _ICE_FAR) if unit != piece]
    if ice_modifier(d) and not any(BOARD.pieces[unit].ground for unit in others):
        return Why("Another Russian unit must stand in 0812.", "6.32")
    return why_bound(s, d, piece)
