"""What is asked of many games at once: it reads those that it is about, by their indexes.

Contract: tests/storage/test_store_crowd.py.
"""

from collections.abc import Callable, Mapping

from storage.database import Database
from storage.records import Game, Status, Timer
from storage.rows import columns, record
from storage.shards import Shards

NEWEST = 50
"""Games that are looked at to say which titles are played."""

OPEN: tuple[Status, ...] = ("lobby", "running")
BEGUN = "('running', 'ended', 'resigned', 'closed')"
WAKE = "ON CONFLICT (key) DO UPDATE SET due = excluded.due"


class Crowd:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]
    shards: Shards

    async def open_games(
        self,
        *,
        guild: int | None = None,
        owner: int | None = None,
        status: Status | None = None,
        own: bool = False,
    ) -> list[Game]:
        """Games in their lobby or running, oldest first; of a server, an owner, a status alone, or
        of its own shards."""
        wanted = {"guild": guild, "owner": owner}
        chosen = {name: value for name, value in wanted.items() if value is not None}
        stati = OPEN if status is None else (status,)
        where = "".join(f" AND {name} = ?" for name in chosen)
        where += f" AND {self.shards.where()}" if own else ""
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
        """The running games of its shards whose last action was under other rules than these, by
        title."""
        found = []
        for title, version in rules.items():
            rows = await self._db.read(
                "SELECT g.id FROM games g JOIN actions a ON a.game = g.id AND a.seq = g.seq"
                " WHERE g.status = 'running' AND g.game = ? AND a.rules <> ?"
                f" AND {self.shards.where('g.guild')}",
                *(title, version),
            )
            found += [int(game) for (game,) in rows]
        return sorted(found)

    async def timers_for(self, kind: str) -> list[Timer]:
        """All timers of a kind, due or not, of its shards."""
        rows = await self._db.read(
            f"SELECT {columns(Timer)} FROM timers WHERE kind = ? AND {self.shards.where()}"
            " ORDER BY id",
            kind,
        )
        return [record(Timer, row, "payload") for row in rows]

    # --- times without the bot ---

    async def add_silence(self, since: float, until: float, guild: int = 0) -> None:
        """The bot was away from a server, or from all of its shards."""
        shards = self.shards
        await self._db.write(
            "INSERT INTO silences (guild, shards, first, last, since, until)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *(guild, shards.count, shards.first, shards.last, since, until),
        )

    async def silences(self, guild: int, after: float) -> list[tuple[float, float]]:
        """When the bot was away from a server, from and to, of what ended after a moment."""
        rows = await self._db.read(
            "SELECT since, until FROM silences WHERE until > ? AND (guild = ? OR guild = 0"
            " AND ? % shards BETWEEN first AND last) ORDER BY until",
            *(after, guild, guild >> 22),
        )
        return [(since, until) for since, until in rows]

    async def wake(
        self, since: float, guild: int | None = None, anywhere: float = float("inf")
    ) -> None:
        """Have the watch of each game looked at that has gone on since then, and each league; of a
        server, or of all of its shards. `anywhere`: games of other shards too, since then."""
        now = self._clock()
        where = self.shards.where() if guild is None else f"guild = {int(guild)}"
        await self._db.write(
            "INSERT INTO timers (key, due, kind, game, payload, guild)"
            " SELECT 'watch:' || id, ?, 'watch', id, '{}', guild FROM games"
            f" WHERE status IN {BEGUN} AND (updated >= ? AND {where} OR updated >= ?) {WAKE}",
            *(now, since, anywhere),
        )
        await self._db.write(
            "INSERT INTO timers (key, due, kind, payload, guild)"
            " SELECT 'league:' || id, ?, 'league', '{\"league\":' || id || '}', guild"
            f" FROM leagues WHERE status = 'running' AND {where} {WAKE}",
            now,
        )
