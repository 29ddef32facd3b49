"""Games that come from elsewhere, or go to another channel.

Contract: tests/storage/test_store_places.py.
"""

from collections.abc import Sequence

import msgspec

from storage.database import Clash
from storage.errors import ChannelBusy, Conflict
from storage.outbox import Outgoing
from storage.records import Archived, Json, NewAction, Post
from storage.rows import columns, encoded

ACTION = columns(NewAction)


class Places(Outgoing):
    """This part of a store."""

    async def bring_in(
        self,
        *,
        guild: int,
        channel: int,
        owner: int,
        game: str,
        scenario: str,
        options: Json,
        commitment: str,
        state: bytes,
        start: bytes,
        log: Sequence[Archived],
        posts: Sequence[Post],
    ) -> int:
        """Keep a game that was played elsewhere and is over; its number.

        `state` is the one at its end; `start` and those of the log are packed by zlib.
        """
        now, last = self._clock(), len(log)
        async with self._db.transaction(None) as run:
            [(number,)] = await run.read(
                "INSERT INTO games (guild, channel, owner, game, scenario, options, status, seq,"
                " door, commitment, created, updated, state)"
                " VALUES (?, ?, ?, ?, ?, ?, 'closed', ?, ?, ?, ?, ?, ?) RETURNING id",
                *(guild, channel, owner, game, scenario, encoded(options)),
                *(last, last, commitment, now, now, state),
            )
            await run.each(
                f"INSERT INTO actions (game, seq, time, undone_by, {ACTION})"
                f" VALUES (?, ?, ?, ?{', ?' * len(NewAction.__struct_fields__)})",
                [
                    (number, seq, now, one.undone_by, *msgspec.structs.astuple(one.action))
                    for seq, one in enumerate(log, 1)
                ],
            )
            await run.each(
                "INSERT INTO snapshots (game, seq, door, state) VALUES (?, ?, ?, ?)",
                [
                    (number, seq, True, kept)
                    for seq, kept in enumerate([start, *(one.state for one in log)])
                    if kept is not None
                ],
            )
            await self._post(run, number, last, posts)
        return int(number)

    async def move(
        self, game: int, rev: int, guild: int, channel: int, posts: Sequence[Post]
    ) -> None:
        """A running game goes to another channel; its panel and thread stay behind.

        What waits for its old channel goes out there. Raises ChannelBusy, Conflict, UnknownGame.
        """
        async with self._db.transaction(game) as run:
            try:
                changed = await run.write(
                    "UPDATE games SET rev = rev + 1, updated = ?, guild = ?, channel = ?"
                    " WHERE id = ? AND rev = ? AND status = 'running'",
                    *(self._clock(), guild, channel, game, rev),
                )
            except Clash as error:  # games_open
                raise ChannelBusy from error
            if not changed:
                await self._must_exist(run, game)
                raise Conflict
            await run.write("UPDATE timers SET guild = ? WHERE game = ?", guild, game)
            await run.write(
                "DELETE FROM settings WHERE scope = 'game' AND owner = ?"
                " AND key IN ('thread', 'split', 'panel')",
                game,
            )
            [(seq,)] = await run.read("SELECT seq FROM games WHERE id = ?", game)
            await self._post(run, game, seq, posts)
