"""Supply (chapter 13): the three levels, traced now. The state keeps what was found when."""

from collections.abc import Iterable
from functools import lru_cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.board.supply import line as shortest
from engine.board.supply import supplied, tracing
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    GERMAN,
    HEXES,
    HUNGARIAN,
    LIMITED,
    OUT,
    PARTISAN,
    ROMANIAN,
    RUSSIAN,
    SOVIET,
    Unit,
)
from engine.games.stalins_war.state import (
    StalinsWar,
    enemy,
    held,
    played,
    strongholds,
    zoc,
)

RANGE = 4
"""Hexes to a source, a rail line or a port (§13.1.2)."""

_GROUND = BOARD.ground
_BLACK = next(sea for sea in _GROUND.seas if sea.id == "black_sea")
_LINKS = [mask(sea.ports) for sea in _GROUND.seas if sea.supplies]
_SOLID = _GROUND.cities | _GROUND.oil | _GROUND.stars
"""Places that no enemy supply passes while they are held (§13.1.3); towns and ports do not."""
_FLIPS = _SOLID | _GROUND.ports
"""Places that Attrition gives to the enemy (§13.3.9): plain towns stay."""
_NATIONS_AT = (
    (
        (GERMAN, -1),
        (ROMANIAN, _GROUND.countries["romania"]),
        (HUNGARIAN, _GROUND.countries["hungary"]),
    ),
    ((RUSSIAN, -1),),
)
"""Side -> nations as whose units its sites trace supply, and where (ruling sw-41)."""


def not_closed(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the land that neither enemy units nor places nor trenches close (§13.1.3).

    Enemy-held towns and ports that are no city, oil or star hex close nothing (ruling sw-07).
    """
    foe = enemy(side)
    closed = d.present[foe] | held(s, foe) & _SOLID | strongholds(s, foe) | mask(s.trenches[foe])
    return _GROUND.land & ~closed


def passable(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the hexes that supply of a side passes: no zone that its units do not negate."""
    zone = zoc(s, d, enemy(side)) & ~d.present[side]  # §8.3
    return not_closed(s, d, side) & ~zone


def rail_net(sources: int, open_: int) -> int:
    """Mask of the rail hexes that open rail hexes join to a source (§13.1.2)."""
    open_ &= _GROUND.rails
    return _joined(sources & open_, open_)


@lru_cache(maxsize=256)
def _joined(sources: int, open_: int) -> int:
    """Kept, since most orders close no rail."""
    return supplied(_GROUND.rail_steps, sources, open_)


def _traced(s: StalinsWar, d: Occupancy, side: int, sources: int) -> int:
    """Mask of the hexes from which a unit of a side would trace full supply to these sources.

    A hex asks for itself as if a friend stood there, which negates the zone in it (§13.1.2).
    """
    unclosed = not_closed(s, d, side)
    open_ = unclosed & ~(zoc(s, d, enemy(side)) & ~d.present[side])
    return _lines_to(sources, unclosed, open_, held(s, side) & _GROUND.ports)


@lru_cache(maxsize=64)
def _lines_to(sources: int, unclosed: int, open_: int, ports: int) -> int:
    """Kept, since nations share sources, and many rounds close no hex."""
    near = rail_net(sources, open_) | sources & open_
    found = tracing(_GROUND.walk, near, open_, RANGE) | sources & unclosed
    linked = 0
    for joined in _LINKS:
        mine = joined & ports
        if fed := mine & found:  # the other port traces as if it were a unit; one link for each
            linked |= mine if fed & fed - 1 else mine & ~fed
    return found | tracing(_GROUND.walk, linked, open_, RANGE) | linked


def line(s: StalinsWar, d: Occupancy, nation: int, place: int) -> list[int]:
    """The hexes by which a unit of a nation traces full supply from a hex, that one first.

    To a source, to a railway and along it to its source, or to a port that another one feeds;
    [] where there is none.
    """
    if not fed(s, d, nation) >> place & 1:
        return []
    side = SOVIET if nation == RUSSIAN else AXIS
    sources, open_ = _GROUND.sources.by_nation[nation], passable(s, d, side)
    if nation == RUSSIAN and baku_full(s, d):
        sources |= 1 << _GROUND.sources.baku
    sources &= not_closed(s, d, side)
    ends = rail_net(sources, open_) | sources | held(s, side) & _GROUND.ports & fed(s, d, nation)
    path = shortest(_GROUND.foot, place, ends, open_ | sources, RANGE) or [place]
    return [*path, *_railway(path[-1], sources, open_ | sources)[1:]]


@lru_cache(maxsize=512)
def _railway(place: int, sources: int, open_: int) -> tuple[int, ...]:
    """The way by rail to the nearest source; kept, since most orders close no rail."""
    return tuple(shortest(_GROUND.rail_links, place, sources, open_) or ())


def key(s: StalinsWar) -> tuple[object, ...]:
    """All that supply hangs on, units apart."""
    return (
        *(s.axis, *s.festungs, -1, *s.zones, -1, *s.destroyed, s.fortress, -1),
        *(*s.trenches[AXIS], -1, *s.trenches[SOVIET]),
    )


def _fed(s: StalinsWar, d: Occupancy, nation: int) -> tuple[int, int]:
    """Masks of the hexes in full supply and in that of Baku alone (§13.2)."""
    if nation != RUSSIAN:
        return _traced(s, d, AXIS, _GROUND.sources.by_nation[nation]), 0
    sources = _GROUND.sources.by_nation[RUSSIAN]
    found = _traced(s, d, SOVIET, sources)
    baku = 1 << _GROUND.sources.baku
    if not baku & held(s, SOVIET):
        return found, 0
    ports = mask(_GROUND.sites[site].place for site in _GROUND.sources.caspian)
    if ports & held(s, SOVIET) & found:  # §13.2.3
        return _traced(s, d, SOVIET, sources | baku), 0
    return found, _traced(s, d, SOVIET, baku) & ~found


def _lines(s: StalinsWar, d: Occupancy, nation: int) -> int:
    """Mask of the hexes that trace a line to a source of any kind."""
    full, part = d.once(("supply", nation, key(s)), lambda: _fed(s, d, nation))
    return full | part


def fed(s: StalinsWar, d: Occupancy, nation: int) -> int:
    """Mask of the hexes in which a unit of a nation would be in full supply now."""
    return d.once(("supply", nation, key(s)), lambda: _fed(s, d, nation))[0]


def baku_full(s: StalinsWar, d: Occupancy) -> bool:
    """Is Baku a full supply source of the Soviets (§5.1.2, §13.2.3)?"""
    if not held(s, SOVIET) >> _GROUND.sources.baku & 1:
        return False
    ports = mask(_GROUND.sites[site].place for site in _GROUND.sources.caspian)
    return bool(ports & held(s, SOVIET) & fed(s, d, RUSSIAN))


def limited(s: StalinsWar, d: Occupancy, nation: int) -> int:
    """Mask of the hexes in which its units are fed for defence and attrition (§13.2.3, §13.2.4)."""
    found = d.once(("supply", nation, key(s)), lambda: _fed(s, d, nation))[1]
    side = SOVIET if nation == RUSSIAN else AXIS
    found |= strongholds(s, side)  # §13.2.4, §16.3.5
    return found | (mask(s.bridge) if side == AXIS else 0)


def at(s: StalinsWar, d: Occupancy, nation: int, place: int) -> int:
    """The level of a hex for a nation, as if one of its units stood there."""
    if fed(s, d, nation) >> place & 1:
        return FULL
    return LIMITED if limited(s, d, nation) >> place & 1 else OUT


def level(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """The level of a unit now, by tracing anew.

    Active Partisans are always in supply (§16.1.6); so is the Maritime Army on the coast of the
    Black Sea after *Black Sea, Black Death* while the Soviets have a port there (§13.1.4).
    """
    return levels(s, d, [unit])[unit]


def levels(s: StalinsWar, d: Occupancy, units: Iterable[int]) -> dict[int, int]:
    """The levels of units now; see `level`."""
    places: dict[int, tuple[int, int]] = {}
    found = {}
    for unit in units:
        it, place = BOARD.units[unit], s.place[unit]
        if it.nation not in places:
            places[it.nation] = fed(s, d, it.nation), limited(s, d, it.nation)
        full, part = places[it.nation]
        if place >= HEXES:
            found[unit] = OUT
        else:
            found[unit] = FULL if full >> place & 1 else _level(s, it, place, full, part)
    return found


def _level(s: StalinsWar, it: Unit, place: int, full: int, part: int) -> int:
    if it.type == PARTISAN or full >> place & 1 or (it.maritime and _afloat(s, place)):
        return FULL
    return LIMITED if part >> place & 1 else OUT


def would(s: StalinsWar, d: Occupancy, unit: int, place: int) -> int:
    """The level of a unit as if it stood in a hex now; see `level`."""
    it = BOARD.units[unit]
    return _level(s, it, place, fed(s, d, it.nation), limited(s, d, it.nation))


def _afloat(s: StalinsWar, place: int) -> bool:
    return played(s, "black_sea_black_death") and landed(s, place)


def landed(s: StalinsWar, place: int) -> bool:
    """Is a hex on the coast of the Black Sea while the Soviets have a port there (§7.5.4)?"""
    on_coast = _GROUND.coasts[_BLACK.index] >> place & 1
    return bool(on_coast and mask(_BLACK.ports) & held(s, SOVIET))


def fixed(s: StalinsWar, d: Occupancy, units: list[int]) -> dict[int, int]:
    """Unit -> level, where it is another than the state has: what a check of supply changes.

    §13.1.1: of a side at the start of its Action Round; of defenders when they are attacked.
    """
    now = levels(s, d, units)
    return {unit: found for unit, found in now.items() if found != s.supply[unit]}


def check(s: StalinsWar, d: Occupancy, side: int) -> dict[int, int]:
    """The check of all units of a side at the start of its Action Round."""
    return fixed(s, d, _standing(s, side))


def relieved(s: StalinsWar, d: Occupancy, side: int) -> dict[int, int]:
    """§23.1.4: at the end of his round a player checks again his units that are out of supply."""
    if "end_of_round_supply" not in s.options:
        return {}
    return fixed(s, d, [unit for unit in _standing(s, side) if s.supply[unit] != FULL])


def _standing(s: StalinsWar, side: int) -> list[int]:
    """The units of a side on the map."""
    return [unit for unit in BOARD.of_side[side] if s.place[unit] < HEXES]


# attrition ----------------------------------------------------------------------


def starving(s: StalinsWar, d: Occupancy, side: int) -> list[int]:
    """Units of a side that its Attrition Segment eliminates (§13.3.8): traced anew."""
    found = levels(s, d, _standing(s, side))
    return [unit for unit, now in found.items() if now == OUT]


def lost_sites(s: StalinsWar, d: Occupancy, side: int) -> list[int]:
    """Sites of a side that go to the enemy in its Attrition Segment (§13.3.9).

    Cities, ports, oil and stars, but no plain towns, without a fortress or Festung of its
    own, that could trace no supply if they were a unit.
    """
    left = held(s, side) & _FLIPS & ~strongholds(s, side)
    for nation, land in _NATIONS_AT[side]:
        left &= ~((fed(s, d, nation) | limited(s, d, nation)) & land)
    return sorted(_GROUND.site_at[place] for place in members(left))


def nations_at(side: int, place: int) -> list[int]:
    """The nations as whose unit a site of a side traces supply (ruling sw-41)."""
    return [nation for nation, land in _NATIONS_AT[side] if land >> place & 1]


def oil_counts(s: StalinsWar, d: Occupancy, side: int) -> int:
    """How many oil hexes count for the side's hand: held and able to trace supply (§17.1.3).

    A Festung feeds its units and traces no line (§13.2.4).
    """
    mine = held(s, side) & _GROUND.oil
    return sum(
        any(_lines(s, d, nation) >> site.place & 1 for nation in nations_at(side, site.place))
        for site in _GROUND.sites
        if mine >> site.place & 1
    )
