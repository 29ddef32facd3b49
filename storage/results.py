"""What finished games leave: how each ended, and who had which part in it.

A result is worked out from what the store has anyway, so that it can be worked out anew at any
time. Contract: tests/storage/test_store_results.py.
"""

from collections import defaultdict
from typing import Any

import msgspec

from storage.database import Database
from storage.records import Game, Part, Result
from storage.rows import columns, encoded, record, upsert

OVER = "('ended', 'resigned')"
FOUND = f"results r JOIN games g ON g.id = r.game AND g.seq = r.seq AND g.status IN {OVER}"
"""A result stands as long as its game is over and has not gone on."""
ABOUT = ("title", "scenario", "guild")
"""What a result has from the row of its game."""
OWN = [name for name in Result.__struct_fields__ if name not in (*ABOUT, "parts")]
PART = columns(Part)


class Results:
    """This part of a store."""

    _db: Database

    async def acted(self, game: int) -> list[Part]:
        """Who has given orders that stand, for which side; the practice opponent is user 0."""
        rows = await self._db.read(
            "SELECT side, COALESCE(user, 0), COUNT(*), MIN(time), MAX(time) FROM actions"
            " WHERE game = ? AND undone_by IS NULL AND kind IN ('order', 'auto')"
            " GROUP BY 1, 2 ORDER BY MIN(seq)",
            game,
        )
        return [Part(*row) for row in rows]

    async def answers(self, game: int) -> list[tuple[str, int, float]]:
        """Each order of a user that followed one of another side: (side, user, seconds after)."""
        rows = await self._db.read(
            "SELECT side, user, time - earlier FROM (SELECT seq, side, user, time,"
            " LAG(time) OVER w AS earlier, LAG(side) OVER w AS other FROM actions"
            " WHERE game = ? AND undone_by IS NULL AND kind IN ('order', 'auto')"
            " WINDOW w AS (ORDER BY seq)) AS orders WHERE user IS NOT NULL AND side <> other"
            " ORDER BY seq",
            game,
        )
        return [(side, user, max(0.0, seconds)) for side, user, seconds in rows]

    async def set_result(self, result: Result) -> None:
        """Keep a result, in place of an earlier one of the same game."""
        values = [getattr(result, name) for name in OWN]
        values = [encoded(v) if isinstance(v, list | dict) else v for v in values]
        async with self._db.transaction(result.game) as run:
            await run.write(upsert("results", *OWN), *values)
            await run.write("DELETE FROM parts WHERE game = ?", result.game)
            await run.each(
                f"INSERT INTO parts (game, {PART}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(result.game, *msgspec.structs.astuple(part)) for part in result.parts],
            )

    async def without_result(self) -> list[Game]:
        """The games that are over and whose result is not kept, oldest first."""
        rows = await self._db.read(
            f"SELECT {columns(Game)} FROM games WHERE status IN {OVER}"
            f" AND id NOT IN (SELECT r.game FROM {FOUND}) ORDER BY id"
        )
        return [record(Game, row, "options") for row in rows]

    async def result(self, game: int) -> Result | None:
        """How a game ended; None while it is not kept."""
        return next(iter(await self._results("r.game = ?", game)), None)

    async def results(self, title: str = "") -> list[Result]:
        """The results of all games, or of those of one title, in the order in which they ended."""
        return await self._results("? IN ('', g.game)", title)

    async def results_of(self, user: int) -> list[Result]:
        """The results of the games in which somebody had a part, as they ended."""
        return await self._results("r.game IN (SELECT game FROM parts WHERE user = ?)", user)

    async def count_refusal(self, title: str, rule: str) -> None:
        """A rule has refused an order."""
        await self._db.write(
            "INSERT INTO refusals (title, rule, times) VALUES (?, ?, 1)"
            " ON CONFLICT (title, rule) DO UPDATE SET times = refusals.times + 1",
            *(title, rule),
        )

    async def refusals(self, title: str) -> list[tuple[str, int]]:
        """(rule, how often it has refused an order), the most frequent first."""
        rows = await self._db.read(
            "SELECT rule, times FROM refusals WHERE title = ? ORDER BY times DESC, rule", title
        )
        return [(rule, times) for rule, times in rows]

    async def _results(self, where: str, value: Any) -> list[Result]:
        chosen = f"FROM {FOUND} WHERE {where}"
        own = ", ".join(f"r.{name}" for name in OWN)
        parts: defaultdict[int, list[Part]] = defaultdict(list)
        rows = await self._db.read(
            f"SELECT game, {PART} FROM parts WHERE game IN (SELECT r.game {chosen}) ORDER BY rowid",
            value,
        )
        for game, *part in rows:
            parts[game].append(Part(*part))
        rows = await self._db.read(
            f"SELECT {own}, g.game, g.scenario, g.guild {chosen} ORDER BY r.ended, r.game", value
        )
        return [record(Result, (*row, parts[row[0]]), "winners", "scores") for row in rows]
