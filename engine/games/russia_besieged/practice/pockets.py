"""Pockets: what the enemy's supply is worth, and what is cut from it by a unit in a hex.

A unit that traces no supply at the end of its own turn is lost (13.13), so whoever stands
across the enemy's ways to his railways destroys more than by any attack.
"""

from collections.abc import Iterable

from engine.board.bits import members, union
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import CAPITALS, HEXES, SOVIET
from engine.games.russia_besieged.law import supply
from engine.games.russia_besieged.law.rail import joined
from engine.games.russia_besieged.state import (
    RussiaBesieged,
    bodies,
    city_hexes,
    controls,
    enemy,
    guards,
    weather,
)

CUT = 0.4
"""What it is worth to leave an enemy factor without supply."""
STRAINED = 0.012
"""What it is worth to make the way of an enemy factor to its railway a hex longer."""
_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_BAKU, _ASTRAKHAN = (_GROUND.city_index[id_] for id_ in ("baku", "astrakhan"))
ZONE = tuple(_GROUND.zone.spread(1 << hex_) | 1 << hex_ for hex_ in range(HEXES))
"""Hex -> mask of the zone of a unit there."""
_HOMES = tuple(_GROUND.city_index[id_] for id_ in CAPITALS.values())


class Lifelines:
    """How a side is fed, and what it would lose if more of its ways were shut.

    `s` tells the weather and the control of railways that count; `d` who stands where.
    """

    def __init__(self, s: RussiaBesieged, d: Occupancy, side: int) -> None:
        self.open = supply.passable(s, d, side)
        self.rails = supply.open_rails(s, d, side)
        self.firm = guards(d, side)
        """Hexes that zones do not shut."""
        self.sources = _sources(s, side)
        self.range = _CHARTS.ranges[weather(s)]
        self.factors = {hex_: d.factor(hex_) for hex_ in members(bodies(d, side))}
        self.cities = city_hexes(s, side) & _GROUND.majors
        self.stacks = bodies(d, side)
        self.before = self._levels(0)
        self.fed = self.before[-1]
        self.ways = union(self.before) & self.open
        """Hexes over which the side may be fed."""

    def _levels(self, shut: int) -> list[int]:
        """Distance to an open railway -> mask of the hexes up to it, some hexes being shut."""
        shut &= ~self.firm
        open_ = self.open & ~shut
        now = joined(self.sources, self.rails & ~shut) | self.sources & open_
        found = [now]
        front = now & open_
        for _ in range(self.range):
            front = _GROUND.walk.spread(front) & ~now
            now |= front
            front &= open_
            found.append(now)
        return found

    def cut(self, places: Iterable[int]) -> float:
        """What it is worth to have units on these places more."""
        return self.shut(union(ZONE[place] for place in places))

    def shut(self, shut: int) -> float:
        """What it is worth to shut these hexes to it."""
        if not shut & self.ways:
            return 0.0
        levels, total = self._levels(shut), 0.0
        for before, now in zip(self.before, levels, strict=True):
            if lost := before & ~now & self.stacks:
                total += STRAINED * self._factors(lost)
        return total + CUT * self._factors(self.fed & ~levels[-1] & self.stacks)

    def _factors(self, places: int) -> int:
        return sum(self.factors[place] for place in members(places))


def _sources(s: RussiaBesieged, side: int) -> int:
    """Mask of the unlimited sources of any of the side's nations (13.3, 13.81)."""
    found = _GROUND.edges[side]
    if side == SOVIET:
        if controls(s, side, _BAKU) and controls(s, side, _ASTRAKHAN):
            found |= 1 << _GROUND.cities[_BAKU].place
        return found
    homes = [_GROUND.cities[city].place for city in _HOMES if controls(s, side, city)]
    return found | _GROUND.northern | union(1 << place for place in homes)


def reopened(s: RussiaBesieged, d: Occupancy, moved: Occupancy, side: int) -> float:
    """What the enemy wins back by a move that leads from one occupancy to the next."""
    foe = enemy(side)
    before, after = Lifelines(s, d, foe), Lifelines(s, moved, foe)
    freed = after.fed & ~before.fed & before.stacks & after.stacks
    return CUT * sum(before.factors[place] for place in members(freed))
