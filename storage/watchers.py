"""Who watches a game and wants to hear of it, and what a server's weekly recap is made of.

Contract: tests/storage/test_store_watchers.py.
"""

from storage.database import Database
from storage.records import Game, Watcher
from storage.rows import columns, record, upsert

WATCHER = columns(Watcher)


class Watchers:
    """This part of a store."""

    _db: Database

    async def set_watcher(self, watcher: Watcher) -> None:
        """Keep what somebody wants to hear of a game, in place of what was kept before."""
        await self._db.write(
            upsert("watchers", "game user", "what", "seen", "told"),
            *(getattr(watcher, name) for name in Watcher.__struct_fields__),
        )

    async def drop_watcher(self, game: int, user: int) -> bool:
        """They want to hear no more; False if they heard nothing."""
        gone = await self._db.write("DELETE FROM watchers WHERE game = ? AND user = ?", game, user)
        return gone > 0

    async def watchers(self, game: int) -> list[Watcher]:
        """All who want to hear of a game."""
        rows = await self._db.read(
            f"SELECT {WATCHER} FROM watchers WHERE game = ? ORDER BY user", game
        )
        return [record(Watcher, row) for row in rows]

    async def recent_games(self, guild: int, since: float) -> list[tuple[Game, float | None]]:
        """The games of a server that run, or were changed since then, oldest first.

        With each the time of its first order; None: there was none.
        """
        rows = await self._db.read(
            f"SELECT {columns(Game)}, (SELECT MIN(time) FROM actions WHERE game = id) FROM games"
            " WHERE guild = ? AND (status = 'running' OR updated >= ?) ORDER BY id",
            *(guild, since),
        )
        return [(record(Game, row[:-1], "options"), row[-1]) for row in rows]
