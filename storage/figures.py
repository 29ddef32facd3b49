"""What a host may want to know of a store. Contract: tests/storage/test_figures.py."""

from storage.database import Database
from storage.shards import Shards


class Figures:
    """This part of a store."""

    _db: Database
    shards: Shards

    @property
    def failures(self) -> int:
        """Statements that the database failed at since it was opened."""
        return self._db.failures

    async def running_games(self) -> int:
        """How many games are being played, on its shards."""
        [(count,)] = await self._db.read(
            f"SELECT count(*) FROM games WHERE status = 'running' AND {self.shards.where()}"
        )
        return int(count)

    async def waiting_posts(self) -> int:
        """How many posts of its shards are not out yet."""
        [(count,)] = await self._db.read(
            "SELECT count(*) FROM outbox o JOIN games g ON g.id = o.game"
            f" WHERE o.next_try IS NOT NULL AND {self.shards.where('g.guild')}"
        )
        return int(count)
