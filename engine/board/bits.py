"""Sets of hexes as Python ints (bit h is hex h), and steps between hexes on them.

Set algebra on a whole map costs a fraction of a microsecond; listing members is
the dear direction, so lists of units are kept beside the masks.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import reduce
from itertools import compress
from operator import or_
from random import Random


def mask(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    found = 0
    for hex_ in hexes:
        found |= 1 << hex_
    return found


def union(sets: Iterable[int]) -> int:
    """The set of all that is in one of these."""
    return reduce(or_, sets, 0)


_SET = bytes.maketrans(b"01", b"\0\1")


def members(bits: int) -> list[int]:
    """The hexes of a set, lowest first."""
    if bits.bit_count() > bits.bit_length() >> 2:  # of a full map all bits are looked at
        return list(compress(range(bits.bit_length()), bin(bits)[:1:-1].encode().translate(_SET)))
    found = []
    while bits:  # from the top: -bits would copy the whole set
        top = bits.bit_length() - 1
        found.append(top)
        bits ^= 1 << top
    found.reverse()
    return found


_NEAR = 24
"""Below this rank members are counted off; above it halving is quicker."""


def nth(bits: int, rank: int) -> int:
    """The member of a set with so many members below it; no list is made for a random pick.

    >>> nth(0b10110, 0), nth(0b10110, 2)
    (1, 4)
    """
    if rank < _NEAR:
        for _ in range(rank):
            bits &= bits - 1
        return (bits & -bits).bit_length() - 1
    low, width = 0, bits.bit_length()
    while width > 1:
        half = width // 2
        lower = bits & ((1 << half) - 1)
        count = lower.bit_count()
        if rank < count:
            bits, width = lower, half
        else:
            bits, rank, low, width = bits >> half, rank - count, low + half, width - half
    return low


class Members(Collection[int]):
    """A set of hexes that is listed only when somebody asks for the list."""

    __slots__ = ("bits",)

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __contains__(self, hex_: object) -> bool:
        return isinstance(hex_, int) and hex_ >= 0 and self.bits >> hex_ & 1 == 1

    def __iter__(self) -> Iterator[int]:
        return iter(members(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def draw(self, rng: Random) -> int:
        """A random member, found by its rank."""
        return nth(self.bits, int(rng.random() * self.bits.bit_count()))


class Late(Members):
    """A set that is worked out when more is asked than whether it has a hex of which `sure` knows.

    >>> found = Late(lambda: 0b0110, lambda hex_: hex_ == 2)
    >>> 2 in found, 3 in found, list(found)
    (True, False, [1, 2])
    """

    __slots__ = ("_sure", "_work")

    def __init__(self, work: Callable[[], int], sure: Callable[[int], bool]) -> None:
        self._work, self._sure = work, sure

    def __getattr__(self, name: str) -> int:
        if name != "bits":
            raise AttributeError(name)
        self.bits = self._work()
        return self.bits

    def __contains__(self, hex_: object) -> bool:
        return (isinstance(hex_, int) and self._sure(hex_)) or super().__contains__(hex_)


class Steps:
    """Links between places, made ready for sets: one shift for each difference of indices.

    A full rectangle numbered row by row or column by column needs eight shifts
    for all its hexes at once. Gaps in the numbering multiply them, so number
    the water hexes of a map too. Links like no others, of areas beside a map of hexes,
    go by area. `links[h]` are the places that h leads to;
    leave out those across blocked hexsides.
    """

    __slots__ = ("_downs", "_hubs", "_near", "_odd", "_ups")

    def __init__(self, links: Iterable[Iterable[int]]) -> None:
        sources: dict[int, int] = {}
        for place, others in enumerate(links):
            for other in others:
                sources[other - place] = sources.get(other - place, 0) | 1 << place
        alike = {by: bits for by, bits in sources.items() if bits.bit_count() > _FEW}
        self._ups = tuple((by, bits) for by, bits in sorted(alike.items()) if by > 0)
        self._downs = tuple((-by, bits) for by, bits in sorted(alike.items()) if by < 0)
        odd = sources.keys() - alike.keys()
        self._hubs = _hubs(
            (place, place + by) for by in sorted(odd) for place in members(sources[by])
        )
        self._odd = union(places for places, _ in self._hubs)
        self._near: dict[int, int] = {}

    def without(self, links: Iterable[tuple[int, int]]) -> "Steps":
        """The same steps but for these links from a place to another."""
        closed: dict[int, int] = {}
        gone = {*links}
        for place, other in gone:
            closed[other - place] = closed.get(other - place, 0) | 1 << place
        rest = Steps(())
        rest._ups = tuple((by, bits & ~closed.get(by, 0)) for by, bits in self._ups)
        rest._downs = tuple((by, bits & ~closed.get(-by, 0)) for by, bits in self._downs)
        rest._hubs = _hubs(
            (a, b)
            for places, others in self._hubs
            for a in members(places)
            for b in members(others)
            if (a, b) not in gone
        )
        rest._odd = self._odd
        return rest

    def near(self, place: int) -> int:
        """The places that one place leads to, worked out once."""
        found = self._near.get(place)
        if found is None:
            found = self._near[place] = self.spread(1 << place)
        return found

    def spread(self, bits: int) -> int:
        """All places that a member of the set leads to in one step."""
        found = 0
        for by, sources in self._ups:
            found |= (bits & sources) << by
        for by, sources in self._downs:
            found |= (bits & sources) >> by
        if bits & self._odd:
            for places, others in self._hubs:
                if bits & places:
                    found |= others
        return found


_FEW = 3
"""So many links with one difference of indices or fewer are none of a grid."""


def _hubs(links: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """(places, where each of them leads): links by the end that has more of them."""
    pairs = list(links)
    leave, enter = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    out: dict[int, int] = {}
    into: dict[int, int] = {}
    for a, b in pairs:
        if leave[a] >= enter[b]:
            out[a] = out.get(a, 0) | 1 << b
        else:
            into[b] = into.get(b, 0) | 1 << a
    return (
        *((1 << a, others) for a, others in out.items()),
        *((places, 1 << b) for b, places in into.items()),
    )
