"""Dictators, Field Marshals, air drops and partisans (14.0, 14.2, 15.0, 16.0)."""

from collections.abc import Sequence

from engine.board.bits import mask, members, union
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    CLOSED_ZONE,
    DICTATOR,
    FINNISH,
    FOREST,
    FULL_ZONE,
    HEXES,
    IN_HAND,
    ITALIAN,
    MARSHAL,
    MOUNTAIN,
    PARATROOP,
    PARTISAN,
    POLICE,
    RUSSIAN,
    SOVIET,
    Piece,
)
from engine.games.russia_besieged.law.bereft import no_farther
from engine.games.russia_besieged.law.movement import beside_enemies, why_bound
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.rail import ends, over
from engine.games.russia_besieged.law.supply import (
    guards_cavalry,
    rail_sources,
    traced,
    traces,
    unlimited,
)
from engine.games.russia_besieged.state import (
    CAME,
    DROPPED,
    JOINED,
    MOVED,
    RAILED,
    SAILED,
    SECOND_STAGE,
    SPENT,
    TOOK,
    RussiaBesieged,
    bodies,
    city_hexes,
    controls,
    has,
    lamed,
    rails,
    snow,
    turn,
    zoc,
)

DROP, POLICE_RANGE, HELP, STEPS = 8, 5, 3, 2
"""Hexes: of a drop (15.03), kept free by the Polizei (16.13), of partisans' help (16.51) and
moves (16.47)."""

_GROUND = BOARD.ground
_ZHUKOV, _MANNERHEIM = BOARD.piece_index["fm_zhukov"], BOARD.piece_index["fm_mannerheim"]
_POLIZEI = next(piece.index for piece in BOARD.pieces if piece.type == POLICE)
_MARSHALS = tuple(piece.index for piece in BOARD.pieces if piece.type == MARSHAL)
_PARTISANS = tuple(piece.index for piece in BOARD.pieces if piece.type == PARTISAN)
_CAVALRY = tuple(piece.index for piece in BOARD.pieces if guards_cavalry(piece))
_ZHUKOV_ATTACKS = BOARD.turn_index["nov_dec_1941"]  # 14.25
_DROPS = BOARD.turn_index["nov_dec_1941"], BOARD.turn_index["mar_apr_1943"]
_DROPS_AGAIN = BOARD.turn_index["sep_oct_1943"]


def why_no_marshal(s: RussiaBesieged, d: Occupancy, marshal: int, attack: Attack) -> Why | None:
    """Why a Field Marshal may not be placed on an attack, by either side; None if he may."""
    it = BOARD.pieces[marshal]
    if it.type != MARSHAL or s.place[marshal] != IN_HAND[it.side]:
        return Why(f"{it.name} is not at hand.", "14.2")
    if has(s, marshal, SPENT):
        return Why(f"{it.name} has been used in this year.", "14.21")
    attacking = it.side == s.side
    if marshal == _ZHUKOV and attacking and s.turn < _ZHUKOV_ATTACKS:
        return Why("Zhukov only defends until November 1941.", "14.25")
    if marshal == _MANNERHEIM:
        units = list(attack.units) if attacking else _defenders(s, d, attack)
        if not any(BOARD.pieces[unit].nation == FINNISH for unit in units):
            return Why("Mannerheim needs a Finnish unit in the combat.", "14.28")
    return None


def _defenders(s: RussiaBesieged, d: Occupancy, attack: Attack) -> list[int]:
    return [unit for target in attack.targets for unit in d.units(1 - s.side, target)]


def why_no_flight(s: RussiaBesieged, d: Occupancy, dictator: int) -> Why | None:
    """Why a Dictator may not be flown out now (14.16, rb-50); None if he may."""
    it, here = BOARD.pieces[dictator], s.place[dictator]
    if it.type != DICTATOR or it.side != s.side or here >= HEXES:
        return Why(f"{it.name} is no Dictator of yours on the map.", "14.16")
    if has(s, dictator, MOVED | RAILED | SAILED):
        return Why("He has travelled in this impulse.", "14.16")
    by_rail = ends(s, d, dictator, free=True) & _GROUND.majors & city_hexes(s, it.side)
    abroad = it.side == AXIS and not _GROUND.countries["germany"] >> here & 1
    cut_off = abroad and not unlimited(s, d, ITALIAN) >> here & 1  # to the west edge alone
    if by_rail and not cut_off:
        return Why("He flies only where no train takes him to a major city of yours.", "14.16")
    if not refuges(s, dictator):
        return Why("No city at home is left to fly to.", "14.16")
    return None


def refuges(s: RussiaBesieged, dictator: int) -> int:
    """Mask of the cities to which he flies: in Germany, or in Russia, of his side."""
    it = BOARD.pieces[dictator]
    home = _GROUND.countries["germany" if it.side == AXIS else "russia"]
    return home & city_hexes(s, it.side) & ~(1 << s.place[dictator])


# air drops ----------------------------------------------------------------------------


def drop_zone(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of the hexes into which a paratroop unit may be dropped (15.03, 15.04); else it is
    infantry (15.01).
    """
    if why_no_drop(s, d, unit):
        return 0
    near = sum(1 << hex_ for hex_ in _GROUND.grid.within(s.place[unit], DROP))
    shut = zoc(d, AXIS) | bodies(d, AXIS) | _GROUND.majors | _GROUND.frozen
    shut |= _GROUND.of_terrain[FOREST] | _GROUND.of_terrain[MOUNTAIN]
    return near & _GROUND.land & ~shut & ~(1 << s.place[unit])


def why_no_drop(s: RussiaBesieged, d: Occupancy, unit: int) -> Why | None:
    """Why a unit may not be dropped now (15.02, 15.07); None if it may."""
    it, here = BOARD.pieces[unit], s.place[unit]
    if it.type != PARATROOP or here >= HEXES or s.side != SOVIET:
        return Why("Only a Russian paratroop unit on the map is dropped.", "15.0")
    if has(s, unit, DROPPED):
        return Why("It has made its one drop.", "15.07")
    if has(s, unit, MOVED | RAILED | SAILED | CAME):
        return Why("It must begin the impulse in its city.", "15.02")
    if has(s, unit, TOOK):
        return Why("It took part in an automatic victory in this impulse.", "9.4")
    if why := why_bound(s, d, unit):
        return why
    first, last = _DROPS
    march = s.turn == last and s.impulse == 2  # 15.02: March 1943 is the last impulse
    early = first <= s.turn <= last and not march and snow(s)
    if not early and s.turn < _DROPS_AGAIN:
        return Why("Drops come in the snow of two winters, and from September 1943 on.", "15.02")
    city = _GROUND.city_at[here]
    if city < 0 or not controls(s, SOVIET, city) or not rail_sources(s, d, RUSSIAN) >> here & 1:
        return Why("It must stand in a city of yours with a rail line to the east edge.", "15.02")
    return None


# partisans ----------------------------------------------------------------------------


def lairs(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes in which a first-stage partisan may be placed (16.11, 16.13)."""
    axis, stands = rails(s, AXIS), 0
    for unit in _PARTISANS:
        if has(s, unit, SECOND_STAGE) and s.place[unit] < HEXES:
            stands |= 1 << s.place[unit]
    shut = bodies(d, SOVIET) | zoc(d, SOVIET)
    shut &= ~stands | d.zone(SOVIET, FULL_ZONE) | d.zone(SOVIET, CLOSED_ZONE)  # but for partisans
    lots = over(s, d, AXIS, axis & ~shut)
    found = union(lot for lot in lots if lot & lot - 1)  # 16.11: a train can come from elsewhere
    found &= _GROUND.countries["russia"] & ~stands  # 16.42
    found &= ~zoc(d, AXIS) | _bases_alone(d)
    if s.place[_POLIZEI] < HEXES:
        for hex_ in _GROUND.grid.within(s.place[_POLIZEI], POLICE_RANGE):
            found &= ~(1 << hex_)
    return found


def remain(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes on which first-stage partisans may remain (16.11, rb-90): in Russia, Axis
    rails, where no Russian unit is (7.05), and cities.
    """
    held = rails(s, AXIS) & ~bodies(d, SOVIET) | city_hexes(s, AXIS)
    return held & _GROUND.countries["russia"]


def _bases_alone(d: Occupancy) -> int:
    """Cities with Axis bases and no other Axis unit, in no unit's zone (16.13)."""
    cities = _GROUND.majors | _GROUND.minors
    return cities & d.present[AXIS] & ~bodies(d, AXIS) & ~d.zone(AXIS, FULL_ZONE)


def helpers(s: RussiaBesieged, d: Occupancy, targets: tuple[int, ...]) -> list[Piece]:
    """Partisans that may change the die of a combat in Russia (16.51).

    Second stage, within 3 hexes of all defenders, without a general supply path.
    """
    if any(not _GROUND.countries["russia"] >> target & 1 for target in targets):
        return []
    fed = traced(s, d, RUSSIAN)
    return [
        BOARD.pieces[unit]
        for unit in BOARD.of_side[SOVIET]
        if BOARD.pieces[unit].type == PARTISAN
        and has(s, unit, SECOND_STAGE)
        and s.place[unit] < HEXES
        and not fed >> s.place[unit] & 1
        and all(_GROUND.grid.distance(s.place[unit], target) <= HELP for target in targets)
    ]


def axis_left_in_russia(d: Occupancy) -> bool:
    """16.15: without Axis units in Russia there are no partisans."""
    return bool(bodies(d, AXIS) & _GROUND.countries["russia"])


def year_ends(s: RussiaBesieged) -> bool:
    """14.21, rb-13: is this the first turn of a year, in which all marshals are fresh again?"""
    return turn(s).months[0] == "jan"


def why_not_his(
    s: RussiaBesieged, d: Occupancy, marshal: int, attack: Attack, side: int
) -> Why | None:
    """Why a side may not place a Field Marshal on an attack; None if it may."""
    it = BOARD.pieces[marshal]
    if it.side != side:
        return Why(f"{it.name} is not yours.", "14.22")
    return why_no_marshal(s, d, marshal, attack)


def at_hand(s: RussiaBesieged, side: int) -> list[int]:
    """What a side may hold ready for its defence: Field Marshals, partisans that fight."""

    def ready(unit: int) -> bool:
        if BOARD.pieces[unit].type == MARSHAL:
            return s.place[unit] == IN_HAND[side] and not has(s, unit, SPENT)
        return has(s, unit, SECOND_STAGE) and s.place[unit] < HEXES

    return [unit for unit in BOARD.of_side[side] if ready(unit)]


def marshals(s: RussiaBesieged, d: Occupancy, side: int, attack: Attack) -> list[int]:
    """The Field Marshals whom a side may place on an attack (14.2)."""
    hand = [unit for unit in _MARSHALS if s.place[unit] == IN_HAND[side]]
    return [unit for unit in hand if why_not_his(s, d, unit, attack, side) is None]


def driven_off(s: RussiaBesieged, d: Occupancy, place: int) -> bool:
    """Is a first-stage partisan on a hex removed: in an Axis zone, or near the Polizei (16.31)?"""
    if (zoc(d, AXIS) & ~_bases_alone(d)) >> place & 1:
        return True
    police = s.place[_POLIZEI]
    return police < HEXES and _GROUND.grid.distance(police, place) <= POLICE_RANGE


def creeps(s: RussiaBesieged, d: Occupancy, unit: int, path: Sequence[int]) -> int:
    """Mask of the hexes to which second-stage partisans go on after `path` (16.47, 16.53)."""
    if not has(s, unit, SECOND_STAGE) or s.place[unit] >= HEXES or has(s, unit, MOVED):
        return 0
    if path and path[0] not in _GROUND.foot[s.place[unit]]:
        return 0  # it has joined the cavalry
    steps = _steps(s, d, unit, path)
    return steps if path else steps | cavalry_calls(s, d) & ~(1 << s.place[unit])


def cavalry_calls(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes near a Guards cavalry without supply, to which one partisan goes (16.53).

    Of these in Russia where nobody stands (16.42), once a turn. To live on a cut-off city is supply
    (13.2).
    """
    if any(has(s, unit, JOINED) for unit in BOARD.of_side[SOVIET]):
        return 0
    found = 0
    for unit in _CAVALRY:
        if s.place[unit] < HEXES and not traces(s, d, unit):
            found |= mask(_GROUND.grid.within(s.place[unit], BOARD.charts.cavalry))
    open_ = _GROUND.countries["russia"] & _GROUND.land
    return found & open_ & ~bodies(d, AXIS) & ~bodies(d, SOVIET)


def _steps(s: RussiaBesieged, d: Occupancy, unit: int, path: Sequence[int]) -> int:
    zone, here = zoc(d, AXIS), path[-1] if path else s.place[unit]
    if len(path) >= STEPS or (path and zone >> here & 1):
        return 0
    near = mask(_GROUND.foot[here]) & _GROUND.countries["russia"] & _GROUND.land
    near &= ~bodies(d, AXIS) & ~(1 << s.place[unit])
    if zone >> here & 1:
        near &= ~zone
    if lamed(s, SOVIET):
        near &= ~beside_enemies(d, SOVIET)  # 14.15b ii
    shut = near & (bodies(d, SOVIET) | ~no_farther(s, d, [unit]))  # they pass
    past = 0 if path else mask(h for h in members(shut) if _steps(s, d, unit, (h,)))
    return near & ~shut | past


def why_no_stop(s: RussiaBesieged, d: Occupancy, unit: int, path: Sequence[int]) -> Why | None:
    """Why second-stage partisans may not end their move so, though they pass; None if they may.

    They move on the ground in the second impulse (3.0, 16.47), which may be lamed (14.15b ii).
    """
    end = path[-1]
    if bodies(d, SOVIET) >> end & 1:
        return Why("Partisans of the second stage stop with no other unit.", "16.42")
    called = len(path) == 1 and cavalry_calls(s, d) >> end & 1
    if not called and not no_farther(s, d, [unit]) >> end & 1:
        return Why("Without its Dictator your side goes no farther from its edge.", "14.15")
    return None
