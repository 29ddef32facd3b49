"""Films that were made, kept while they are asked for; one is made at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

LARGEST = 8 * 1024 * 1024
"""Bytes of a film: what every server takes, with room to spare."""
KEPT = 2 * LARGEST


@dataclass(frozen=True)
class Film:
    """An animated WebP, and of how many pictures."""

    webp: bytes
    pictures: int


class Films:
    """The newest ones, `KEPT` bytes in all. Whoever makes one holds `making`; whoever looks for
    the turns of a game, `reading`; whoever has an export checked, `checking`."""

    def __init__(self) -> None:
        self.making = asyncio.Lock()
        self.reading = asyncio.Lock()
        self.checking = asyncio.Lock()
        self._kept: OrderedDict[Hashable, Film] = OrderedDict()

    def find(self, key: Hashable) -> Film | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Hashable, film: Film) -> None:
        self._kept[key] = film
        while sum(len(one.webp) for one in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)
