"""Discord's shards: each server belongs to one, and each process to a range of them."""

import msgspec


class Shards(msgspec.Struct, frozen=True):
    """The shards `first` to `last` of so many. Of one there is no other: a bot alone has it.

    >>> upper = Shards(count=4, first=2, last=3)
    >>> upper.has(2 << 22), upper.has(5 << 22), upper.has(0)
    (True, False, False)
    """

    count: int = 1
    first: int = 0
    last: int = 0

    @property
    def whole(self) -> bool:
        """Whether these are all, so that no other process has any."""
        return self.last - self.first + 1 == self.count

    def has(self, guild: int) -> bool:
        """Whether a server is on one of these. What is about a person, 0, is on shard 0, where
        direct messages come."""
        return self.first <= (guild >> 22) % self.count <= self.last

    def where(self, guild: str = "guild") -> str:
        """The same as a condition of SQL, on the column of a server."""
        if self.whole:
            return "1 = 1"
        return f"({guild} >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"


def ranges(count: int, each: int) -> list[Shards]:
    """All shards, in ranges of so many.

    >>> [(one.first, one.last) for one in ranges(5, 2)]
    [(0, 1), (2, 3), (4, 4)]
    """
    return [Shards(count, first, min(first + each, count) - 1) for first in range(0, count, each)]
