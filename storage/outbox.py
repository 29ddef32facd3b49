"""What is to be posted, and how far it got. Contract: tests/storage/test_store_outbox.py.

A row goes in with the write that it tells of (`Store.commit` and its like) and
stays until it is posted: longer only while its message may grow, until another is out.
What stands in the channels, and what it tells of, is kept for good.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from storage.database import Database, Run
from storage.errors import UnknownGame
from storage.records import OutboxRow, Post, Posted
from storage.rows import columns, encoded, record
from storage.shards import Shards

RETRY_FIRST = 2.0  # seconds until a failed post is tried again; doubles with each failure
RETRY_MOST = 600.0  # seconds, where the doubling ends
WAITS = [RETRY_FIRST * 2**n for n in range(20) if RETRY_FIRST * 2**n < RETRY_MOST]
WAIT = (
    f"CASE attempts {' '.join(f'WHEN {n} THEN {wait}' for n, wait in enumerate(WAITS))}"
    f" ELSE {RETRY_MOST} END"
)
"""Seconds until the next try of a row."""

OUTBOX = columns(OutboxRow).removesuffix("undone") + (
    "EXISTS (SELECT 1 FROM actions a WHERE a.game = outbox.game AND a.seq = outbox.seq"
    " AND a.undone_by IS NOT NULL)"
)
POSTED = columns(Posted)


def _outbox(row: Iterable[Any]) -> OutboxRow:
    *stored, undone = row
    return record(OutboxRow, (*stored, bool(undone)), "payload")


class Outgoing:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]
    shards: Shards

    async def add_post(self, game: int, seq: int, post: Post) -> None:
        """A post that no action carries (a reminder, say). Raises UnknownGame."""
        async with self._db.transaction(game) as run:
            await self._must_exist(run, game)
            await self._post(run, game, seq, [post])

    async def due_channels(self) -> list[int]:
        """The channels of its shards in which a post's time has come."""
        now = self._clock()
        here = f"g.id = outbox.game AND {self.shards.where('g.guild')}"
        own = "" if self.shards.whole else f" AND EXISTS (SELECT 1 FROM games g WHERE {here})"
        rows = await self._db.read(
            # none is ever set further ahead: such a one is from before the clock was set back
            "SELECT channel FROM outbox WHERE (next_try <= ? OR next_try > ?)" + own,
            now,
            now + RETRY_MOST,
        )
        return list(dict.fromkeys(channel for (channel,) in rows))

    async def pending_posts(self, channel: int) -> list[OutboxRow]:
        """All that waits for a channel, due or not, oldest first: to post it as one."""
        rows = await self._db.read(
            f"SELECT {OUTBOX} FROM outbox WHERE channel = ? AND next_try IS NOT NULL ORDER BY id",
            channel,
        )
        return [_outbox(row) for row in rows]

    async def posts(self, game: int, channel: int) -> tuple[list[OutboxRow], list[OutboxRow]]:
        """A game's posts in a channel: all that wait, oldest first, and those of the newest
        message, which may grow by others, in the order of their actions.
        """
        rows = await self._db.read(
            f"SELECT {OUTBOX} FROM outbox WHERE game = ? AND channel = ?", game, channel
        )
        found = sorted(map(_outbox, rows), key=lambda row: row.id)
        newest = sorted((row for row in found if row.next_try is None), key=lambda row: row.seq)
        return [row for row in found if row.next_try is not None], newest

    async def trying(self, posts: Sequence[int], into: int | None = None) -> None:
        """These posts (ids) are about to be sent as one message, or to be added to `into`.

        A second time changes nothing.
        """
        now = self._clock()
        await self._each(
            "UPDATE outbox SET batch = COALESCE(batch, ?), tried = COALESCE(tried, ?), message = ?"
            " WHERE id = ?",
            [(posts[0], now, into, post) for post in posts],
        )

    async def sent(self, posts: Sequence[int], message: int, stands: Sequence[Posted] = ()) -> None:
        """These posts (ids, of one game) are out, as one message.

        `stands` says what stands in the channel with that, where it was more than one message
        too. The posts of the messages before are cleared away.
        """
        async with self._db.transaction(stands[0].game if stands else None) as run:
            await run.each(
                "UPDATE outbox SET message = ?, next_try = NULL WHERE id = ?",
                [(message, post) for post in posts],
            )
            await run.each(
                f"INSERT INTO posted ({POSTED}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (message)"
                " DO UPDATE SET text = excluded.text, last ="
                " CASE WHEN posted.last > excluded.last THEN posted.last ELSE excluded.last END",
                [msgspec.structs.astuple(one) for one in stands],
            )
            await run.write(
                "DELETE FROM outbox WHERE next_try IS NULL AND message <> ?"
                " AND (game, channel) = (SELECT game, channel FROM outbox WHERE id = ?)",
                message,
                posts[0] if posts else None,
            )

    async def posted(self, game: int, seq: int) -> list[Posted]:
        """The messages that tell of an action, in order."""
        rows = await self._db.read(
            f"SELECT {POSTED} FROM posted WHERE game = ? AND last >= ? AND first <= ?"
            " ORDER BY last",
            *(game, seq, seq),
        )
        return [record(Posted, row) for row in rows]

    async def message_of(self, message: int) -> Posted | None:
        """A message that tells of a game, if it is one."""
        rows = await self._db.read(f"SELECT {POSTED} FROM posted WHERE message = ?", message)
        return record(Posted, rows[0]) if rows else None

    async def reworded(self, message: int, text: str) -> None:
        """A message says something else now."""
        await self._db.write("UPDATE posted SET text = ? WHERE message = ?", text, message)

    async def stands_alone(self, game: int, channel: int) -> None:
        """The newest message of a game there grows no more; what was to be added goes by itself."""
        async with self._db.transaction(game) as run:
            where = "game = ? AND channel = ?"
            await run.write(f"DELETE FROM outbox WHERE {where} AND next_try IS NULL", game, channel)
            await run.write(
                f"UPDATE outbox SET message = NULL, batch = NULL, tried = NULL WHERE {where}"
                " AND message IS NOT NULL",
                game,
                channel,
            )

    async def moved(self, channel: int, to: int) -> None:
        """What waits for a channel (one that is gone) goes to another."""
        await self._db.write(
            "UPDATE outbox SET channel = ?, message = NULL, batch = NULL, tried = NULL"
            " WHERE channel = ? AND next_try IS NOT NULL",
            *(to, channel),
        )

    async def failed(self, posts: Iterable[int], *, unsure: bool = False) -> None:
        """These posts (ids) failed; try again after 2 s, 4 s, 8 s ... at most 10 minutes.

        `unsure`: Discord may have taken them nevertheless. They stay one message then.
        """
        now = self._clock()
        forget = "" if unsure else " batch = NULL, tried = NULL, message = NULL,"
        await self._each(
            f"UPDATE outbox SET attempts = attempts + 1,{forget}"
            f" next_try = ? + {WAIT} WHERE id = ?",
            [(now, post) for post in posts],
        )

    async def drop_posts(self, posts: Iterable[int]) -> None:
        """Nothing more is to be done for these posts (ids)."""
        await self._each("DELETE FROM outbox WHERE id = ?", [(post,) for post in posts])

    # --- parts of a transaction ---

    async def _must_exist(self, run: Run, game: int) -> None:
        if not await run.read("SELECT 1 FROM games WHERE id = ?", game):
            raise UnknownGame(game)

    async def _post(self, run: Run, game: int, seq: int, posts: Iterable[Post]) -> None:
        now = self._clock()
        rows = [(game, seq, one.channel, one.kind, encoded(one.payload), now) for one in posts]
        if rows:
            await run.each(
                "INSERT INTO outbox (game, seq, channel, kind, payload, next_try)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )

    async def _each(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        async with self._db.transaction(None) as run:
            await run.each(sql, rows)
