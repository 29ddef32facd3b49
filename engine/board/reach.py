"""How far a unit can go by movement points, on sets of places at once.

The price of a step is that of the place it enters, and more across some sides.
Places of one price are one mask (`Ground.prices`), so that a whole front goes on in a
few shifts, whatever the size of the map.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board.bits import Steps, mask, members, union


@dataclass(frozen=True, slots=True)
class Ground:
    """What steps cost one class of units: made once for each class, weather and so on.

    `links[place]` are the places next to it across open sides, which lead both ways, the
    first one first where ways are equal.
    """

    links: Sequence[Sequence[int]]
    ways: Sequence[tuple[int, Steps]]
    """(points more, the steps across sides that cost them): rivers, say; plain ones first."""
    prices: Sequence[tuple[int, int]]
    """(points, mask of the places that cost them), cheap ones first."""
    last: Sequence[tuple[int, Steps]] = ()
    """(points in all, steps that end the move): a strait, say."""

    def ending(self, place: int, other: int) -> int:
        """Points of a step that ends the move, 0 where it does not."""
        return _across(self.last, place, other)

    def price(self, place: int) -> int:
        """Points of a plain step into a place; KeyError where a unit of this class can't go."""
        for points, where in self.prices:
            if where >> place & 1:
                return points
        raise KeyError(place)

    def more(self, place: int, other: int) -> int:
        """Points that the side between two places costs."""
        return _across(self.ways, place, other)

    def cost(self, place: int, other: int) -> int:
        """Points of one step; KeyError where a unit of this class can't go."""
        return self.ending(place, other) or self.price(other) + self.more(place, other)


def _across(sides: Sequence[tuple[int, Steps]], place: int, other: int) -> int:
    """The points of the side between two places, 0 where it is none of these."""
    for points, steps in sides:
        if steps.near(place) >> other & 1:
            return points
    return 0


def ground(
    links: Sequence[Sequence[int]],
    costs: Sequence[int],
    dear: Iterable[tuple[int, Collection[tuple[int, int]]]] = (),
    last: Iterable[tuple[int, Collection[tuple[int, int]]]] = (),
) -> Ground:
    """The ground for one class of units: `costs[place]` in points, 0 where it can't go.

    `dear`: points more and the sides (both ways) that cost them, each side once.
    `last`: the same with points in all, for steps that end the move.
    """
    plain = [list(others) for others in links]
    over, ending = _taken_out(plain, dear), _taken_out(plain, last)
    return Ground(
        links,
        prices=tuple(
            (points, mask(place for place, cost in enumerate(costs) if cost == points))
            for points in sorted({*costs} - {0})
        ),
        last=ending,
        ways=((0, Steps(plain)), *over),
    )


def _taken_out(
    plain: list[list[int]], sides: Iterable[tuple[int, Collection[tuple[int, int]]]]
) -> tuple[tuple[int, Steps], ...]:
    """The steps across these sides, which are none of the plain ones from now on."""
    priced = []
    for points, pairs in sides:
        across: list[list[int]] = [[] for _ in plain]
        for a, b in (*pairs, *((b, a) for a, b in pairs)):
            if b in plain[a]:
                plain[a].remove(b)
                across[a].append(b)
        priced.append((points, Steps(across)))
    return tuple(priced)


class Bars(NamedTuple):
    """What bars and stops a move now.

    `allowed`: places that may be entered (the origin is not asked); `halt`: entered but
    not left; `first`: what the first step alone may enter; `toll`: points that it costs more;
    `least_one`: one step at least, whatever it costs.
    """

    allowed: int = -1
    halt: int = 0
    first: int = -1
    toll: int = 0
    least_one: bool = False


FREE = Bars()


class Reach(NamedTuple):
    """Where a unit can go: points spent -> mask of the places reached with them and no fewer."""

    ground: Ground
    origin: int
    bars: Bars
    levels: Sequence[int]
    ends: int
    """Mask of all places to go to, the origin left out."""
    only: int = 0
    """Places next to the origin that the budget does not pay for (`least_one`)."""
    finals: Sequence[int] = ()
    """Like `levels`, for steps that end the move; empty where there are none."""

    @property
    def budget(self) -> int:
        """The points that it had."""
        return len(self.levels) - 1

    def cost(self, place: int) -> int:
        """Points that it takes to get there; all of them for a step at least. KeyError: no way."""
        bit = 1 << place
        for spent, level in enumerate(self.levels):
            if level & bit or (self.finals and self.finals[spent] & bit):
                return spent
        if self.only & bit:
            return self.budget
        raise KeyError(place)

    def path(self, goal: int) -> list[int]:
        """The cheapest way from the origin (left out) to `goal`."""
        path = [goal]
        if self.only >> goal & 1:
            return path
        ground, left = self.ground, self.cost(goal)
        if not self.levels[left] >> goal & 1:
            before, left = self._before(goal, left, ground.last)
            path.append(before)
        while (place := path[-1]) != self.origin:
            before, left = self._before(place, left - ground.price(place), ground.ways)
            path.append(before)
        return path[-2::-1]

    def _before(self, place: int, left: int, ways: Sequence[tuple[int, Steps]]) -> tuple[int, int]:
        """The place that the cheapest way comes from, the first of equal ones, and what had been
        spent there: `left` without the points of the side between them."""
        bars, start = self.bars, 1 << self.origin
        found = []
        for points, steps in ways:
            if (spent := left - points) < 0:
                continue
            near = steps.near(place)  # links lead the same way both ways
            here = near & self.levels[spent] & ~(bars.halt | start)
            if near & start and spent == bars.toll and bars.first >> place & 1:
                here |= start
            if here:
                found.append((here, spent))
        for other in self.ground.links[place]:
            for here, spent in found:
                if here >> other & 1:
                    return other, spent
        raise KeyError(place)


def stuck(ground: Ground, origin: int) -> Reach:
    """That of a unit which goes no step."""
    return Reach(ground, origin, Bars(allowed=0), (1 << origin,), 0)


def reach(ground: Ground, origin: int, budget: int, bars: Bars = FREE) -> Reach:
    """All places within `budget` points (0 or more), by cheapest way.

    >>> line = ((1,), (0, 2), (1, 3), (2,))
    >>> found = reach(ground(line, (1, 1, 1, 2), [(1, [(0, 1)])]), 0, 5)
    >>> listed(found), found.path(3)
    ({1: 2, 2: 3, 3: 5}, [1, 2, 3])
    """
    levels = [0] * (budget + 1)
    levels[0] = front = 1 << origin
    fresh = bars.allowed & ~front
    free, spent, on, beside, leave = fresh & bars.first, bars.toll, 0, 0, ~bars.halt
    while front:
        for more, steps in ground.ways:
            near = steps.spread(front) if on else steps.near(origin)
            if near := near & free:
                if not on:
                    beside |= near
                for points, where in ground.prices:
                    total = spent + more + points
                    if total > budget:
                        break
                    levels[total] |= near & where
        front = 0
        while not front and on < budget:
            on += 1
            if levels[on]:
                levels[on] &= fresh
                fresh ^= levels[on]
                front = levels[on] & leave if on < budget else 0
        free, spent = fresh, on
    ends = bars.allowed & ~levels[0] ^ fresh
    finals: Sequence[int] = ()
    for _, steps in ground.last:
        if steps.spread(ends | levels[0]):
            finals = _finals(ground, levels, origin, bars)
            ends |= union(finals)
            beside |= steps.near(origin) & bars.allowed & bars.first
    only = beside & ~ends if bars.least_one else 0
    if only:
        only &= union(where for _, where in ground.prices)
    return Reach(ground, origin, bars, levels, ends | only, only, finals)


def _finals(ground: Ground, levels: Sequence[int], origin: int, bars: Bars) -> tuple[int, ...]:
    """What is reached by steps that end the move, by points spent."""
    finals = [0] * len(levels)
    for points, steps in ground.last:
        for spent in range(len(levels)):
            front = levels[spent] if spent == 0 else levels[spent] & ~bars.halt
            toll, first = (bars.toll, bars.first) if spent == 0 else (0, -1)
            total = spent + points + toll
            if front and total < len(levels):
                finals[total] |= steps.spread(front) & bars.allowed & first & ~(1 << origin)
    return tuple(finals)


def listed(found: Reach) -> dict[int, int]:
    """Place -> points, for all of its ends."""
    return {place: found.cost(place) for place in members(found.ends)}
