"""Who is in supply (§6.0): floods over the whole map, remembered with the occupancy.

`place` may be a hex or an area. What "overland" means to a place where no unit
stands is judged as if a friendly unit stood there (ruling nr-22).
"""

from functools import lru_cache

from engine.board import supply as board_supply
from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import ALWAYS, HEXES, NEVER, NOWHERE, ON_MAP, SOVIET
from engine.games.no_retreat.state import NoRetreat, enemy, held

LIMIT = 4
"""Hexes of a Supply Path of a unit (§6.1), counted as they are entered (nr-04)."""

_LENINGRAD = BOARD.site_index["leningrad"]


class Flow:
    """How far the supply of a side reaches. Masks of hexes; areas are in `fed` and `linked`."""

    __slots__ = ("cities", "fed", "linked", "passable", "reach", "sea", "sources")

    passable: int
    """Hexes that a Supply Path may enter (§6.3)."""
    cities: int
    """Its cities that trace to its map edge (§6.1)."""
    sources: int
    """Where a unit's path may end: those cities and the edge."""
    reach: tuple[int, ...]
    """n -> hexes at most n steps from a source, by passable hexes alone."""
    linked: int
    """Places of its units that have an Overland Supply Path."""
    sea: int
    """Coastal hexes where it may draw on a sea (§6.2)."""
    fed: int
    """Places of its units that are in supply by any source but a home area."""

    def __init__(self, s: NoRetreat, d: Occupancy, side: int) -> None:
        foe = enemy(side)
        own = BOARD.cities & held(s, side)
        hostile = BOARD.cities & ~own
        present = d.present[side]
        blocked = d.present[foe] | hostile | (d.zone(foe) & ~present)  # §6.3, §8.5.4
        self.passable = ~blocked & _HEXES
        edge = BOARD.edges[side]
        self.cities = own & (edge | _inland(side, self.passable))  # §6.1; nr-21
        self.sources = (edge | (self.cities & ~_dry(s))) & self.passable
        self.reach = _reach(self.sources, self.passable)
        self.linked = present & self.reach[LIMIT]
        if present & _AREAS:  # nr-30: a path may begin in an area, never pass through one
            self.linked |= present & _AREAS & BOARD.supply.spread(self.reach[LIMIT - 1])
        self.sea = _sea(side, self.cities)
        beside = BOARD.supply.spread(self.linked)  # lake sides open, sea sides closed (nr-33)
        self.fed = present & (self.linked | self.sea | beside)  # §6.2


_HEXES = (1 << HEXES) - 1
_AREAS = (1 << ON_MAP) - 1 & ~_HEXES


@lru_cache(maxsize=16)
def _inland(side: int, passable: int) -> int:
    """Passable hexes joined to the edge of a side, and those next to them.

    Most moves leave these as they were.
    """
    rails = BOARD.rails[side]
    found = board_supply.supplied(rails, BOARD.edges[side], passable)
    return found | rails.spread(found)


@lru_cache(maxsize=16)
def _reach(sources: int, passable: int) -> tuple[int, ...]:
    """As in `Flow.reach`."""
    levels = [sources]
    for _ in range(LIMIT):
        levels.append(levels[-1] | (BOARD.supply.spread(levels[-1]) & passable))
    return tuple(levels)


def _dry(s: NoRetreat) -> int:
    """Hexes of cities that supply nobody (cards 5, 7, 53), though they trace themselves (nr-34)."""
    sites = s.cut if s.scorched == NOWHERE else [*s.cut, s.scorched]
    return mask(BOARD.sites[site].place for site in sites) if sites else 0


def _sea(side: int, cities: int) -> int:
    coast = 0
    for sea in BOARD.seas:
        when = sea.supply[side]
        if when == NEVER:
            continue
        if when == ALWAYS or cities >> BOARD.sites[_LENINGRAD].place & 1:  # §6.2 Baltic
            coast |= sea.coast
    return coast


def flow(s: NoRetreat, d: Occupancy, side: int) -> Flow:
    """The supply of a side, worked out once for an occupancy."""
    return d.once(("supply", side), lambda: Flow(s, d, side))


def overland(s: NoRetreat, d: Occupancy, unit: int) -> bool:
    """Whether a unit on the map has an Overland Supply Path (§6.1)."""
    place = s.at[unit]
    return place < ON_MAP and bool(flow(s, d, BOARD.units[unit].side).linked >> place & 1)


def supplied(s: NoRetreat, d: Occupancy, unit: int) -> bool:
    """Is a unit on the map in supply by a path or an Alternate Supply Source (§6.1, §6.2)?"""
    place = s.at[unit]
    if place >= ON_MAP:
        return False
    side = BOARD.units[unit].side
    if flow(s, d, side).fed >> place & 1 or _at_home(unit, place):
        return True
    return place == s.fortress_city and side != SOVIET  # card 42


def _at_home(unit: int, place: int) -> bool:
    """Minor Country Supply Source (§6.2): the Finns in Finland, the Yugoslavs in the Balkans."""
    return any(unit in area.home and area.place == place for area in BOARD.areas)


def overland_from(s: NoRetreat, d: Occupancy, side: int, place: int, limit: int = LIMIT) -> bool:
    """Would a unit of `side` have an Overland Supply Path of at most `limit` hexes there?"""
    return bool(overland_places(s, d, side, limit) >> place & 1)


def overland_places(s: NoRetreat, d: Occupancy, side: int, limit: int = LIMIT) -> int:
    """Mask of all such places, hexes and areas, those with enemies left out."""
    return d.once(("overland", side, limit), lambda: _overland(s, d, side, limit))


def _overland(s: NoRetreat, d: Occupancy, side: int, limit: int) -> int:
    flow_ = flow(s, d, side)
    near = flow_.reach[limit - 1]
    found = BOARD.edges[side] | (flow_.cities & ~_dry(s)) | near | BOARD.supply.spread(near)
    foreign = BOARD.cities & ~held(s, side)
    return found & (BOARD.land | _AREAS) & ~foreign & ~d.present[enemy(side)]


def supplied_from(s: NoRetreat, d: Occupancy, side: int, place: int) -> bool:
    """Would a unit of `side` be in supply there, by a path, a sea or a unit next to it?"""
    flow_ = flow(s, d, side)
    if overland_from(s, d, side, place) or flow_.sea >> place & 1:
        return True
    return bool(BOARD.supply.spread(flow_.linked) >> place & 1)


def supplied_cities(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Mask of the hexes of cities that are the side's and trace a path to its map edge (§6.1)."""
    return flow(s, d, side).cities


def line(s: NoRetreat, d: Occupancy, unit: int) -> list[int]:
    """The Overland Supply Path of a unit, its own place first; [] when it has none."""
    if not overland(s, d, unit):
        return []
    path = [s.at[unit]]
    reach = flow(s, d, BOARD.units[unit].side).reach
    if path[0] >= HEXES:  # nr-30: out of an area by the hex that is nearest to a source
        near = BOARD.areas[path[0] - HEXES].hexes
        path += members(near & next(level for level in reach if level & near))[:1]
    left = next(steps for steps, level in enumerate(reach) if level >> path[-1] & 1)
    for level in reversed(reach[:left]):
        path.append(next(hex_ for hex_ in BOARD.paths[path[-1]] if level >> hex_ & 1))
    return path
