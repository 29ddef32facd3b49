"""What is asked of many games at once: it reads those that it is about, by their indexes.

Contract: tests/storage/test_store_crowd.py.
"""

from collections.abc import Mapping

from storage.database import Database
from storage.records import Game, Status, Timer
from storage.rows import columns, record

NEWEST = 50
"""Games that are looked at to say which titles are played."""

OPEN: tuple[Status, ...] = ("lobby", "running")


class Crowd:
    """This part of a store."""

    _db: Database

    async def open_games(
        self,
        *,
        guild: int | None = None,
        owner: int | None = None,
        status: Status | None = None,
    ) -> list[Game]:
        """Games in their lobby or running, oldest first; of a server, an owner, a status alone."""
        wanted = {"guild": guild, "owner": owner}
        chosen = {name: value for name, value in wanted.items() if value is not None}
        stati = OPEN if status is None else (status,)
        where = "".join(f" AND {name} = ?" for name in chosen)
        rows = await self._db.read(
            f"SELECT {columns(Game)} FROM games WHERE status IN ({', '.join('?' * len(stati))})"
            f"{where} ORDER BY id",
            *(*stati, *chosen.values()),
        )
        return [record(Game, row, "options") for row in rows]

    async def titles(self) -> list[str]:
        """The titles of the running games that went on last, the newest first."""
        rows = await self._db.read(
            "SELECT game FROM games WHERE status = 'running' ORDER BY updated DESC LIMIT ?", NEWEST
        )
        return list(dict.fromkeys(title for (title,) in rows))

    async def outdated(self, rules: Mapping[str, str]) -> list[int]:
        """The running games whose last action was under other rules than these, by title."""
        found = []
        for title, version in rules.items():
            rows = await self._db.read(
                "SELECT g.id FROM games g JOIN actions a ON a.game = g.id AND a.seq = g.seq"
                " WHERE g.status = 'running' AND g.game = ? AND a.rules <> ?",
                *(title, version),
            )
            found += [int(game) for (game,) in rows]
        return sorted(found)

    async def timers_for(self, kind: str) -> list[Timer]:
        """All timers of a kind, due or not."""
        rows = await self._db.read(
            f"SELECT {columns(Timer)} FROM timers WHERE kind = ? ORDER BY id", kind
        )
        return [record(Timer, row, "payload") for row in rows]
