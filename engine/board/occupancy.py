"""Who stands where: units by place, masks by side, zones of control, factors by place.

An `Occupancy` is built from a state, never stored and never changed: `after` gives
the next one when a unit has moved or is another than it was. What is worked out
from one (supply floods, reach, duties) is kept with it and goes with it, so that
nothing derived can be stale. Places are indices; those from `Roster.places` on
(boxes, tracks) hold nobody as far as an occupancy goes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.board.bits import Steps, union

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Zone:
    """A kind of zone of control: the places that a unit's zone reaches from its own.

    `own`: its own place is in it too. A zone of the own place alone has
    `Steps(())`. Two kinds that differ by the map (rivers frozen, a border that
    is closed for a month) are two zones.
    """

    steps: Steps
    own: bool = False

    def of(self, places: int) -> int:
        """Mask of the zones of units on these places."""
        found = self.steps.spread(places) if places else 0
        return found | places if self.own else found


@dataclass(frozen=True, slots=True)
class Roster:
    """What never changes about the pieces: unit -> side, number of places, kinds of zones."""

    sides: Sequence[int]
    """Unit -> 0, 1, ...; -1 for a marker, which stands nowhere."""
    count: int
    """How many sides there are."""
    places: int
    zones: Sequence[Zone]


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit as it stands: which zones it has (bit k: kind k), and its factor."""

    zones: int = 0
    factor: int = 0


class Occupancy:
    """Who stands where on a map; see the module. Lists by side, masks of places.

    >>> line = Steps(((1,), (0, 2), (1, 3), (2,)))
    >>> roster = Roster(sides=(0, 1), count=2, places=4, zones=(Zone(line),))
    >>> d = Occupancy(roster, [0, 3], lambda unit: Stand(zones=1, factor=4))
    >>> d.at, d.present, d.zone(0), d.factor(3)
    ({0: [0], 3: [1]}, [1, 8], 2, 4)
    >>> d.after(0, 0, 2, Stand(zones=1, factor=2)).zone(0)
    10
    """

    __slots__ = (
        *("_emitters", "_factors", "_memo", "_roster", "_stands", "_zones"),
        *("at", "present", "shared"),
    )

    at: dict[int, list[int]]
    """Place -> units there, in the order of their numbers; no empty lists."""
    present: list[int]
    """Side -> mask of the places with a unit."""
    shared: int
    """Mask of the places with more than one unit."""

    def __init__(self, roster: Roster, at: Sequence[int], stand: Callable[[int], Stand]) -> None:
        self._roster, self._memo = roster, {}
        sides, count, units = roster.sides, roster.count, dict[int, list[int]]()
        self._stands = stands = [_NOWHERE] * len(sides)
        self._factors = factors = dict[int, int]()
        self._zones: list[int | None] = [None] * (count * len(roster.zones))
        self.at, self.present, self.shared = units, [0] * count, 0
        alike: dict[int, int] = {}
        for unit, place in enumerate(at):
            if place >= roster.places or (side := sides[unit]) < 0:
                continue
            bit, stands[unit] = 1 << place, (one := stand(unit))
            having = one.zones * count + side
            alike[having] = alike.get(having, 0) | bit
            if one.factor:
                factors[place] = factors.get(place, 0) + one.factor
            if place in units:
                units[place].append(unit)
                self.shared |= bit
            else:
                units[place] = [unit]
        masks = [(*divmod(having, count), where) for having, where in alike.items()]
        for _, side, where in masks:
            self.present[side] |= where
        self._emitters = [
            union(where for zones, one, where in masks if one == side and zones >> kind & 1)
            for side in range(count)
            for kind in range(len(roster.zones))
        ]

    def after(self, unit: int, before: int, now: int, stand: Stand) -> "Occupancy":
        """Who stands where once this unit alone went from one place to another, or changed."""
        new, roster = self.again(), self._roster
        side = roster.sides[unit]
        if side < 0:
            return new
        new._stands[unit] = stand if now < roster.places else _NOWHERE
        if before == now:
            if now < roster.places:
                new._stand(side, now, new.at[now])
            return new
        if before < roster.places:
            new._stand(side, before, [other for other in new.at[before] if other != unit])
        if now < roster.places:
            new._stand(side, now, sorted([*new.at.get(now, ()), unit]))
        return new

    def again(self) -> "Occupancy":
        """The same with nothing remembered: what else its answers hang on has changed."""
        new = Occupancy.__new__(Occupancy)
        new._roster, new._memo = self._roster, {}
        new._emitters, new._zones = self._emitters.copy(), self._zones.copy()
        new.at, new.present, new.shared = self.at.copy(), self.present.copy(), self.shared
        new._factors, new._stands = self._factors.copy(), self._stands.copy()
        return new

    def _stand(self, side: int, place: int, units: list[int]) -> None:
        """These are on a place from now on; there only this side's have changed."""
        sides, stands, bit = self._roster.sides, self._stands, 1 << place
        present = zones = factor = 0
        for unit in units:
            stand = stands[unit]
            factor += stand.factor
            if sides[unit] == side:
                present = bit
                zones |= stand.zones
        if units:
            self.at[place] = units
        else:
            del self.at[place]
        if factor:
            self._factors[place] = factor
        else:
            self._factors.pop(place, None)
        self.shared = self.shared | bit if len(units) > 1 else self.shared & ~bit
        self.present[side] = self.present[side] & ~bit | present
        kinds = len(self._roster.zones)
        for kind, at in enumerate(range(side * kinds, (side + 1) * kinds)):
            if (self._emitters[at] >> place ^ zones >> kind) & 1:
                self._emitters[at] ^= bit
                self._zones[at] = None

    def zone(self, side: int, kind: int = 0) -> int:
        """Mask of the zones of control of a side, worked out when it is first asked for."""
        at = side * len(self._roster.zones) + kind
        found = self._zones[at]
        if found is None:
            found = self._zones[at] = self._roster.zones[kind].of(self._emitters[at])
        return found

    def emitters(self, side: int, kind: int = 0) -> int:
        """Mask of the places with a unit of the side that has this kind of zone."""
        return self._emitters[side * len(self._roster.zones) + kind]

    def factor(self, place: int) -> int:
        """The factors of all units on a place."""
        return self._factors.get(place, 0)

    def units(self, side: int, place: int) -> list[int]:
        """The units of a side on a place."""
        sides = self._roster.sides
        return [unit for unit in self.at.get(place, ()) if sides[unit] == side]

    def once(self, key: object, work: Callable[[], V]) -> V:
        """What `work` gives, done once for this occupancy.

        The key names all else that it depends on, its own name first.
        """
        found: V = self._memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self._memo[key] = work()
        return found

    _memo: dict[object, Any]
    """One key, one kind of work."""


_NOWHERE = Stand()
_UNKNOWN = object()
