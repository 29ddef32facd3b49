"""What the practice opponent sees: distances, who threatens what, what an attack is worth.

Rough figures from open facts. Places are hexes, worths are in steps of infantry.
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.board.bits import Steps, mask, members
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    CLOSED_ZONE,
    FIRST_WINTER,
    FULL_ZONE,
    GERMAN,
    HEXES,
    LIGHT_MUD,
    NO_WINTER,
    PARTISAN_ZONE,
    RUSSIAN,
    SOVIET,
)
from engine.games.russia_besieged.law import odds, results
from engine.games.russia_besieged.law.air import in_flight, missions
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.results import ALL
from engine.games.russia_besieged.law.supply import unlimited
from engine.games.russia_besieged.practice.pockets import Lifelines
from engine.games.russia_besieged.state import (
    FLOWN,
    STAGED,
    RussiaBesieged,
    axis_cities,
    bodies,
    city_hexes,
    enemy,
    rails,
    snow,
    steps_left,
    turn,
    weather,
    winter,
)

FAR = 60
"""Hexes to what is nowhere."""
IN_REACH = 8
"""Hexes from the enemy at which a major city is kept."""
_MARCH = 5
"""Hexes that infantry goes in an impulse."""
STANDARD = 6
"""7-1 as a step of the ladder: better odds give no better table."""
CROWD, MOST = 10, 8
"""Factors near a city for each of which it seems a hex farther, and the hexes at most."""
_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_DRY = Steps([members(near) for near in _GROUND.dry])
_RUSSIA = _GROUND.countries["russia"]
_LAND = _GROUND.land
_PORTS = mask(city.place for city in _GROUND.cities if city.area >= 0)
_PRIZES = {"leningrad": 5, "moscow": 7, "stalingrad": 5, "berlin": 9}
"""Hexes that a side goes farther for these than for other major cities."""


# the map ------------------------------------------------------------------------


@lru_cache(maxsize=128)
def distances(goals: int) -> tuple[int, ...]:
    """Place -> steps by land to the nearest of some places."""
    found = [FAR] * HEXES
    reached = front = goals
    steps = 0
    while front:
        for hex_ in members(front):
            found[hex_] = steps
        steps += 1
        front = _GROUND.walk.spread(front) & _LAND & ~reached
        reached |= front
    return tuple(found)


@lru_cache(maxsize=256)
def pull(prizes: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Place -> hexes to the nearest prize; `prizes`: (place, hexes that it seems nearer)."""
    columns = [[far - less for far in distances(1 << place)] for place, less in prizes]
    return tuple(map(min, *columns)) if len(columns) > 1 else tuple(columns[0] if columns else ())


def prizes(s: RussiaBesieged, d: Occupancy, side: int) -> tuple[tuple[int, int], ...]:
    """The enemy's cities, dear ones and those that are not held nearer, strong ones farther."""
    held, found = axis_cities(s), []
    for city in _GROUND.cities:
        if (held >> city.index & 1) == (side == AXIS) or not _LAND >> city.place & 1:
            continue
        less = _PRIZES.get(city.id, 2 if city.major else -1)
        found.append((city.place, less - min(d.factor(city.place) // 4, 4)))
    return tuple(found) or ((_GROUND.cities[0].place, 0),)


def spread(
    prizes: tuple[tuple[int, int], ...], force: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """The same, farther where many stand already, so that not all go to the nearest.

    `force`: place -> own factors near it.
    """
    return tuple((place, less - min(force[place] // CROWD, MOST)) for place, less in prizes)


@lru_cache(maxsize=32)
def threats(stacks: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Place -> factors within three hexes; `stacks`: (place, factor) of a side."""
    found = [0] * HEXES
    for place, factor in stacks:
        for hex_ in _near(place):
            found[hex_] += factor
    return tuple(found)


@lru_cache(maxsize=HEXES)
def _near(place: int) -> tuple[int, ...]:
    return tuple(_GROUND.grid.within(place, 3))


# attacks ------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _outcome(
    step: int, blitz: bool, more: int, own: int, theirs: int
) -> tuple[float, float, float, float]:
    """Mean of the attacker's and the defender's lost steps, chance to open the hex, of further.

    `own` and `theirs` are the steps that there are; `more` is added to the die.
    """
    lost = killed = opened = beyond = 0.0
    for die in range(1, 11):
        found = results.read(odds.result(step, blitz, die + more))
        found = results.exchanged(found, own, theirs)
        lost += min(found.losses[0], own)
        killed += theirs + 1 if found.star else min(found.losses[1], theirs)
        opened += found.retreat[1][1] > 0 or found.losses[1] in (ALL, theirs)
        beyond += found.advance
    return lost / 10, killed / 10, opened / 10, beyond / 10


def outcome(
    s: RussiaBesieged, d: Occupancy, attack: Attack, step: int
) -> tuple[float, float, float, float]:
    """The same of an attack at these final odds."""
    foe = enemy(s.side)
    theirs = sum(steps_left(s, u) for hex_ in attack.targets for u in _fighters(s, d, foe, hex_))
    own = sum(steps_left(s, unit) for unit in attack.units)
    more = odds.total(odds.modifiers(s, d, attack))
    return _outcome(max(step, odds.LOWEST), attack.blitz, more, own, theirs)


def _fighters(s: RussiaBesieged, d: Occupancy, side: int, hex_: int) -> list[int]:
    return [unit for unit in d.units(side, hex_) if BOARD.pieces[unit].faces]


def per_step(s: RussiaBesieged, units: Iterable[int]) -> float:
    """What one of these loses with a step: in steps of infantry of five factors."""
    factors = steps = 0
    for unit in units:
        if faces := BOARD.pieces[unit].faces:
            factors += faces[s.step[unit]].combat
            steps += steps_left(s, unit)
    return factors / (2.5 * steps) if steps else 0.0


def prize(s: RussiaBesieged, hex_: int) -> float:
    """What it is worth to drive the enemy from a hex."""
    city = _GROUND.city_at[hex_]
    if city < 0:
        return 0.6
    record = _GROUND.cities[city]
    return 4.5 + _PRIZES.get(record.id, 0) / 2 if record.major else 1.6


class Field:
    """A side's look at the map before each order."""

    def __init__(self, s: RussiaBesieged, d: Occupancy, side: int) -> None:
        self.s, self.d, self.side, self.foe = s, d, side, enemy(side)
        foe = self.foe
        self.enemies = bodies(d, foe)
        self.own = bodies(d, side)
        self._prey: Lifelines | None = None
        self.contact = _GROUND.walk.spread(self.enemies) & _LAND & ~self.enemies
        binding = d.emitters(foe, FULL_ZONE) | d.emitters(foe, CLOSED_ZONE)
        self.bound = _DRY.spread(binding) & _LAND & ~_GROUND.majors
        """Hexes in which a unit would have to attack (10.1)."""
        self.to_foe = distances(self.enemies)
        self.threat = threats(tuple((hex_, d.factor(hex_)) for hex_ in members(self.enemies)))
        force = threats(tuple((hex_, d.factor(hex_)) for hex_ in members(self.own)))
        self.goal = pull(spread(prizes(s, d, side), force))
        self.home = pull(prizes(s, d, foe))
        self.unlaid = _GROUND.rails & ~rails(s, side) & ~int(s.converting, 16)
        """Railways that are not the side's yet."""
        self.kept = city_hexes(s, side)
        self.wanted = city_hexes(s, foe)
        near = mask(hex_ for hex_ in members(self.kept) if self.to_foe[hex_] <= IN_REACH)
        self.exposed = self.kept & _GROUND.majors & (near | _PORTS)
        """Own major cities to which the enemy may come by rail or by sea."""
        self.bold = bold(s, side)
        self._end = _at_the_end(s, side)
        self.fed = self.supplied(RUSSIAN if side == SOVIET else GERMAN)
        self.soon = self._soon()
        self.feeds = unlimited(s, d, RUSSIAN if foe == SOVIET else GERMAN)
        """Where the enemy is in supply."""
        self.lifelines = self.unlaid & self.feeds
        """Railways on which the enemy lives."""
        self.warm = _warm(s, side, self.kept)
        self.front = self._front()
        self.own_rails = rails(s, side)
        self.busy = self.own
        """Where there may be battles in this impulse and the next."""
        for _ in range(_MARCH):
            self.busy |= _GROUND.walk.spread(self.busy)
        self.bases = self._ready()
        self.pests = d.emitters(SOVIET, PARTISAN_ZONE) if side == AXIS else 0

    @property
    def prey(self) -> Lifelines:
        """How the enemy is fed."""
        if self._prey is None:
            self._prey = Lifelines(self._end, self.d, self.foe)
        return self._prey

    def supplied(self, nation: int) -> int:
        """Mask of the hexes in which its units would be in supply at the end of the turn (13.13).

        As all stand now, by the weather of the second impulse: that of both is known.
        """
        return unlimited(self._end, self.d, nation)

    def _soon(self) -> int:
        """Mask of where supply may come with the railways that are taken now."""
        found = self.fed
        for _ in range(3):
            found |= _GROUND.walk.spread(found & ~self.bound) & _LAND & ~self.enemies
        return found

    def _front(self) -> int:
        """Mask of the hexes to be covered: two and three from the enemy, three and four if shy."""
        shut = self.contact | self.enemies
        near = _GROUND.walk.spread(self.contact) & _LAND & ~shut
        beyond = _GROUND.walk.spread(near) & _LAND & ~near & ~shut
        if not self.bold:
            near = _GROUND.walk.spread(beyond) & _LAND & ~near & ~beyond
        return (near | beyond) & self.fed & ~self.bound & ~self.contact

    def air(self, target: int, units: int) -> int:
        """Air units that could help against a hex now, a rough count."""
        s = self.s
        most = min(_CHARTS.air_per_attack[weather(s)], units)
        if not most:
            return 0
        ready = sum(in_flight(place) >> target & 1 for place in self.bases)
        return min(most, ready, missions(s))

    def _ready(self) -> list[int]:
        """From where Air units of the side could still fly in this impulse."""
        s = self.s
        return [
            s.place[unit]
            for unit in BOARD.of_side[self.side]
            if BOARD.pieces[unit].type == AIRCRAFT
            and s.place[unit] < HEXES
            and not s.flags[unit] & (STAGED | FLOWN)
        ]


def _at_the_end(s: RussiaBesieged, side: int) -> RussiaBesieged:
    """As it will be when the side's supply is looked at: railways that convert are its own."""
    laid, now = int(s.rails, 16), int(s.converting, 16)
    laid = laid | now if side == AXIS else laid & ~now
    return msgspec.structs.replace(s, impulse=2, rails=f"{laid:x}", converting="0")


def bold(s: RussiaBesieged, side: int) -> bool:
    """Does a side go forward now? The Axis on dry land to 1943, the Russians in snow and later."""
    if side == AXIS:
        return turn(s).victory[AXIS] != 0 and weather(s) <= LIGHT_MUD
    if s.turn < _FIRST_WINTER:
        return False
    return snow(s) or turn(s).victory[SOVIET] != 0 or s.turn >= _RED_TIDE


_FIRST_WINTER = BOARD.turn_index["nov_dec_1941"]
_RED_TIDE = BOARD.turn_index["nov_dec_1942"]


def _warm(s: RussiaBesieged, side: int, kept: int) -> int:
    """Mask of the hexes in which the side's units fight whole in this winter (13.72)."""
    if side == SOVIET or winter(s) == NO_WINTER or not snow(s):
        return -1
    near = _GROUND.zone.spread(kept) | kept
    if winter(s) != FIRST_WINTER:
        near |= _GROUND.zone.spread(near)
    return near | ~_RUSSIA
