"""Ways over a map: floods by steps, reach by movement points, and the way back.

`links[h]` are the places that h leads to. Masks are those of `engine.board.bits`;
-1 is the mask of everything. Ties fall to the link listed first, so that the
same position always gives the same path.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Links = Sequence[Sequence[int]]
Weighed = Sequence[Sequence[tuple[int, int]]]
"""place -> (other, cost) of each way out."""

START = -1
"""The parent of a start."""


def flood(
    starts: Iterable[int],
    links: Links,
    allowed: int = -1,
    halt: int = 0,
    limit: int | None = None,
) -> dict[int, int]:
    """Place -> the place before it, for all that can be reached, nearest first.

    Only places in `allowed` are entered (starts are not asked), those in `halt`
    are entered but not left, `limit` is the greatest number of steps. With the
    hexes of friendly units as `allowed` it is the search for a chain.
    """
    parents = dict.fromkeys(starts, START)
    front = list(parents)
    steps = 0
    while front and (limit is None or steps < limit):
        steps += 1
        following = []
        for place in front:
            if halt and halt >> place & 1 and parents[place] != START:
                continue
            for other in links[place]:
                if allowed >> other & 1 and other not in parents:
                    parents[other] = place
                    following.append(other)
        front = following
    return parents


def path_back(parents: Mapping[int, int], goal: int) -> list[int]:
    """The way from the start to `goal`, both included; KeyError if it was not reached."""
    path = [goal]
    while (before := parents[path[-1]]) != START:
        path.append(before)
    path.reverse()
    return path


def weigh(links: Links, cost: Callable[[int, int], int]) -> Weighed:
    """Put a price on each link, once for each kind of movement; a negative one bars it."""
    return tuple(
        tuple((other, price) for other in others if (price := cost(place, other)) >= 0)
        for place, others in enumerate(links)
    )


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can go: `costs` and, for `path_back`, `parents`."""

    costs: dict[int, int]
    parents: dict[int, int]

    def path(self, goal: int) -> list[int]:
        """The cheapest way to `goal`."""
        return path_back(self.parents, goal)


def reach(
    start: int,
    weighed: Weighed,
    budget: int,
    allowed: int = -1,
    halt: int = 0,
) -> Reach:
    """All places within `budget` movement points, by cheapest way.

    Costs are small integers, so places wait in one bucket for each number of
    points spent. `allowed` and `halt` as in `flood`; the start may be left
    even when it is in `halt`.
    """
    costs = {start: 0}
    parents = {start: START}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for place in bucket:  # grows while links of cost 0 are followed
            if costs[place] < spent or (halt >> place & 1 and place != start):
                continue
            for other, price in weighed[place]:
                total = spent + price
                if total > budget or not allowed >> other & 1:
                    continue
                if total < costs.get(other, budget + 1):
                    costs[other] = total
                    parents[other] = place
                    buckets[total].append(other)
    return Reach(costs, parents)
