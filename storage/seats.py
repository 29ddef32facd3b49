"""Who has a side of a game, who had it, who shares it. Contract: tests/storage/test_store_games.py.

What gives a side to somebody is written with the game (`Store.take_seat` and its like).
"""

from collections.abc import Callable

from storage.database import Database
from storage.records import Insider, Seat
from storage.rows import columns


class Seats:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]

    async def leave_seat(self, game: int, side: str, user: int) -> bool:
        """Free a side; False if it was not this user's."""
        left = await self._db.write(
            "DELETE FROM seats WHERE game = ? AND side = ? AND user = ?", game, side, user
        )
        return left > 0

    async def saw(self, game: int, user: int, side: str) -> None:
        """A user has come to know what a side of a game may know; fine if they are known for it."""
        await self._db.write(
            "INSERT INTO insiders (game, user, side, since) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            *(game, user, side, self._clock()),
        )

    async def partners(self, game: int) -> dict[str, int]:
        """Who shares a side with its holder."""
        rows = await self._db.read("SELECT side, user FROM partners WHERE game = ?", game)
        return dict(rows)

    async def insiders(self, game: int) -> list[Insider]:
        """Who holds or held a side of a game since it began, the oldest first."""
        rows = await self._db.read(
            f"SELECT {columns(Insider)} FROM insiders WHERE game = ? ORDER BY since, user, side",
            game,
        )
        return [Insider(*row) for row in rows]

    async def seats(self, game: int) -> list[Seat]:
        """The seats taken, by side."""
        rows = await self._db.read(
            "SELECT game, side, user FROM seats WHERE game = ? ORDER BY side", game
        )
        return [Seat(*row) for row in rows]
