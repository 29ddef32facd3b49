"""People before the practice opponent: it waits for their orders, in whatever game they are."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

YIELD = 1.0
"""Seconds that a practice opponent waits for the orders of people, at most."""


class Precedence:
    """One practice opponent acts at a time, and none while a person's order is at work."""

    def __init__(self) -> None:
        self._acting = asyncio.Lock()
        self._people = 0
        self._nobody = asyncio.Event()
        self._nobody.set()

    @asynccontextmanager
    async def person(self) -> AsyncIterator[None]:
        """A person's order is at work."""
        self._people += 1
        self._nobody.clear()
        try:
            yield
        finally:
            self._people -= 1
            if not self._people:
                self._nobody.set()

    @asynccontextmanager
    async def practice(self) -> AsyncIterator[None]:
        """The turn of a practice opponent, for one act."""
        async with self._acting:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(YIELD):
                    await self._nobody.wait()
            yield
