"""Supply: floods from the sources over the whole map at once, and one unit's line."""

from engine.board.bits import Steps
from engine.board.paths import Links, flood, path_back


def supplied(steps: Steps, sources: int, passable: int, limit: int | None = None) -> int:
    """Mask of the places that a line of supply from a source can be drawn to.

    Sources that aren't passable are no sources. `limit` is the greatest number
    of steps from a source. Lines of two legs (so far by road, then by rail
    without limit) are two calls: what the first reaches is the source of the
    second.
    """
    reached = front = sources & passable
    steps_left = -1 if limit is None else limit
    while front and steps_left:
        steps_left -= 1
        front = steps.spread(front) & passable & ~reached
        reached |= front
    return reached


def tracing(steps: Steps, sources: int, passable: int, limit: int) -> int:
    """Mask of the places from which a line of at most `limit` steps leads to a source.

    The place itself is not asked whether it is passable (it is where the unit
    stands), so this answers for all units of a side at once. `steps` must lead the
    same way both ways. Where a rulebook fixes supply at a moment, keep the
    answer in the state: a mask of units as one number in hexadecimal.

    >>> line = Steps(((1,), (0, 2), (1, 3), (2,)))
    >>> bin(tracing(line, sources=0b0001, passable=0b0011, limit=2))
    '0b111'
    """
    near = supplied(steps, sources, passable, limit - 1)
    return near | steps.spread(near) | sources & passable


def line(
    links: Links, place: int, sources: int, passable: int, limit: int | None = None
) -> list[int] | None:
    """The shortest line from `place` to a source, both included; None if there is none.

    `links` must lead the way from the place to the source. The place itself is
    not asked whether it is passable, unless it is to be the source.
    """
    ends = sources & passable
    if ends >> place & 1:
        return [place]
    parents = flood([place], links, allowed=passable, limit=limit, until=ends)
    last = next(reversed(parents))
    return path_back(parents, last) if ends >> last & 1 else None
