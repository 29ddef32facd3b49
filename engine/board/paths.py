"""Ways over a map: floods by steps, and the way back.

`links[h]` are the places that h leads to. Masks are those of `engine.board.bits`;
-1 is the mask of everything. Ties fall to the link listed first, so that the
same position always gives the same path.
"""

from collections.abc import Iterable, Mapping, Sequence

Links = Sequence[Sequence[int]]

START = -1
"""The parent of a start."""


def flood(
    starts: Iterable[int],
    links: Links,
    allowed: int = -1,
    halt: int = 0,
    limit: int | None = None,
    until: int = 0,
) -> dict[int, int]:
    """Place -> the place before it, for all that can be reached, nearest first.

    Only places in `allowed` are entered (starts are not asked), those in `halt`
    are entered but not left, `limit` is the greatest number of steps; the first
    place of `until` is the last one. With the hexes of friendly units as
    `allowed` it is the search for a chain.
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
                    if until >> other & 1:
                        return parents
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
