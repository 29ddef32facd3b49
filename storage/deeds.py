"""What moderators did. Contract: tests/storage/test_store_people.py.

A deed is written with what it did, in one transaction (`Store.commit` and its like).
"""

from collections.abc import Callable

from storage.database import Database, Run
from storage.records import Deed, NewDeed
from storage.rows import NEVER, columns, record

DEED = columns(Deed)


class Deeds:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]

    async def deeds(self, guild: int, skip: int = 0, count: int = NEVER) -> list[Deed]:
        """The deeds on a server, newest first, after the first `skip`."""
        rows = await self._db.read(
            f"SELECT {DEED} FROM deeds WHERE guild = ? ORDER BY id DESC LIMIT ? OFFSET ?",
            *(guild, count, skip),
        )
        return [record(Deed, row) for row in rows]

    async def add_deed(self, deed: NewDeed) -> None:
        """A deed that changed no game."""
        async with self._db.transaction(None) as run:
            await self._did(run, deed)

    # --- parts of a transaction ---

    async def _did(self, run: Run, deed: NewDeed | None) -> None:
        if deed is not None:
            await run.write(
                "INSERT INTO deeds (guild, game, user, time, deed, what, reason)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(deed.guild, deed.game, deed.user, self._clock()),
                *(deed.deed, deed.what, deed.reason),
            )
