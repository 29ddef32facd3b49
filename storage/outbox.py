"""What is to be posted, and how far it got. Contract: tests/storage/test_store_outbox.py.

A row goes in with the write that it tells of (`Store.commit` and its like) and
stays until it is posted: longer only while its message may have to be changed,
because what it tells can still be undone.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import aiosqlite

from storage.database import Database
from storage.errors import UnknownGame
from storage.records import OutboxRow, Post
from storage.rows import columns, encoded, record

RETRY_FIRST = 2.0  # seconds until a failed post is tried again; doubles with each failure
RETRY_MOST = 600.0  # seconds, where the doubling ends

OUTBOX = columns(OutboxRow)


def _outbox(row: Iterable[Any]) -> OutboxRow:
    return record(OutboxRow, row, "payload")


class Outgoing:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]

    async def add_post(self, game: int, seq: int, post: Post) -> None:
        """A post that no action carries (a reminder, say). Raises UnknownGame."""
        async with self._db.transaction() as run:
            await self._must_exist(run, game)
            await self._post(run, game, seq, [post])

    async def due_channels(self) -> list[int]:
        """The channels in which a post's time has come."""
        now = self._clock()
        rows = await self._db.read(
            # none is ever set further ahead: such a one is from before the clock was set back
            "SELECT channel FROM outbox WHERE next_try <= ? OR next_try > ?",
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

    async def posts_of(self, game: int, seq: int) -> list[OutboxRow]:
        """The posts of one action, sent ones too while it can be undone: where its message is."""
        rows = await self._db.read(
            f"SELECT {OUTBOX} FROM outbox WHERE game = ? AND seq = ? ORDER BY id", game, seq
        )
        return [_outbox(row) for row in rows]

    async def posts_in(self, game: int, message: int) -> list[OutboxRow]:
        """The posts of a game that went out as this message."""
        rows = await self._db.read(
            f"SELECT {OUTBOX} FROM outbox WHERE game = ? AND message = ? ORDER BY seq, id",
            game,
            message,
        )
        return [_outbox(row) for row in rows]

    async def trying(self, posts: Sequence[int]) -> None:
        """These posts (ids) are about to be sent as one message; a second time changes nothing."""
        now = self._clock()
        await self._each(
            "UPDATE outbox SET batch = COALESCE(batch, ?), tried = COALESCE(tried, ?) WHERE id = ?",
            [(posts[0], now, post) for post in posts],
        )

    async def sent(self, posts: Sequence[int], message: int) -> None:
        """These posts (ids, of one game) are out, as one message.

        What has become history with that is cleared away: the posts of messages in
        which nothing can be undone any more.
        """
        async with self._db.transaction() as run:
            await run.executemany(
                "UPDATE outbox SET message = ?, next_try = NULL WHERE id = ?",
                [(message, post) for post in posts],
            )
            await run.execute(
                "DELETE FROM outbox WHERE next_try IS NULL"
                " AND game = (SELECT game FROM outbox WHERE id = ?) AND NOT EXISTS"
                " (SELECT 1 FROM outbox o JOIN games g ON g.id = o.game WHERE o.game = outbox.game"
                " AND o.message = outbox.message AND o.seq > g.door)",
                (posts[0] if posts else None,),
            )

    async def failed(self, posts: Iterable[int], *, unsure: bool = False) -> None:
        """These posts (ids) failed; try again after 2 s, 4 s, 8 s ... at most 10 minutes.

        `unsure`: Discord may have taken them nevertheless. They stay one message then.
        """
        now = self._clock()
        forget = "" if unsure else " batch = NULL, tried = NULL,"
        await self._each(
            f"UPDATE outbox SET attempts = attempts + 1,{forget}"
            " next_try = ? + MIN(?, ? * (1 << MIN(attempts, 20))) WHERE id = ?",
            [(now, RETRY_MOST, RETRY_FIRST, post) for post in posts],
        )

    async def drop_posts(self, posts: Iterable[int]) -> None:
        """Nothing more is to be done for these posts (ids)."""
        await self._each("DELETE FROM outbox WHERE id = ?", [(post,) for post in posts])

    # --- parts of a transaction ---

    async def _must_exist(self, run: aiosqlite.Connection, game: int) -> None:
        if not await run.execute_fetchall("SELECT 1 FROM games WHERE id = ?", (game,)):
            raise UnknownGame(game)

    async def _post(
        self, run: aiosqlite.Connection, game: int, seq: int, posts: Iterable[Post]
    ) -> None:
        now = self._clock()
        for post in posts:
            await run.execute(
                "INSERT INTO outbox (game, seq, channel, kind, payload, next_try)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (game, seq, post.channel, post.kind, encoded(post.payload), now),
            )

    async def _each(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        async with self._db.transaction() as run:
            await run.executemany(sql, rows)
