"""What a host may want to know of a store. Contract: tests/storage/test_figures.py."""

from storage.database import Database


class Figures:
    """This part of a store."""

    _db: Database

    @property
    def failures(self) -> int:
        """Statements that the database failed at since it was opened."""
        return self._db.failures

    async def running_games(self) -> int:
        """How many games are being played."""
        [(count,)] = await self._db.read("SELECT count(*) FROM games WHERE status = 'running'")
        return int(count)

    async def waiting_posts(self) -> int:
        """How many posts are not out yet."""
        [(count,)] = await self._db.read("SELECT count(*) FROM outbox WHERE next_try IS NOT NULL")
        return int(count)
