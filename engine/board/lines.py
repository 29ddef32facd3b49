"""A network of lines: which open places they join, whole stretches at a time.

A flood of `Steps` takes as many steps as the longest line has places. Rails have few junctions
and long stretches between them, so here a stretch that is open goes as one.
"""

from collections.abc import Sequence

from engine.board.bits import mask, members, union

_ON = 2
"""So many links has a place within a stretch."""


class Lines:
    """Links of a place to others, both ways alike, made ready for `parts`.

    >>> net = Lines(((1,), (0, 2), (1, 3), (2,)))
    >>> net.parts(0b1111), net.parts(0b1011)
    ((15,), (3, 8))
    """

    __slots__ = ("_ends", "_links", "_stretches")

    def __init__(self, links: Sequence[Sequence[int]]) -> None:
        self._links = links
        self._stretches = {
            place: tuple(self._stretch(place, other) for other in others)
            for place, others in enumerate(links)
            if others and len(others) != _ON
        }
        """Place where lines meet or end -> (the other end, places between as a mask, in order)."""
        self._ends = mask(self._stretches)

    def _stretch(self, start: int, here: int) -> tuple[int, int, tuple[int, ...]]:
        between, before = [], start
        while len(self._links[here]) == _ON:
            between.append(here)
            one, two = self._links[here]
            before, here = here, two if one == before else one
        return here, mask(between), tuple(between)

    def parts(self, open_: int) -> tuple[int, ...]:
        """The open places that lines of open places join, each lot as a mask."""
        found, left = [], members(open_ & self._ends)
        alone = {*left}
        for place in left:
            if place in alone:
                found.append(self._part(place, open_, alone))
        rest = open_ & ~union(found)
        while rest:  # pieces of a stretch that is shut at both ends, and rings
            part = front = 1 << members(rest)[0]
            while front:
                front = mask(other for here in members(front) for other in self._links[here])
                front &= rest & ~part
                part |= front
            rest &= ~part
            found.append(part)
        return tuple(found)

    def _part(self, place: int, open_: int, alone: set[int]) -> int:
        """All that is joined to an open place where lines meet; `alone` has such as are left."""
        alone.discard(place)
        part, waiting = 0, [place]
        while waiting:
            place = waiting.pop()
            part |= 1 << place
            for end, whole, between in self._stretches[place]:
                if whole & open_ == whole:
                    part |= whole
                    if end in alone:
                        alone.discard(end)
                        waiting.append(end)
                else:
                    for here in between:
                        if not open_ >> here & 1:
                            break
                        part |= 1 << here
        return part
