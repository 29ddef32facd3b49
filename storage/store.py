"""Everything that outlives the process. Contract: tests/storage/test_store_*.py.

A game is one row with its state. Every write names the revision that it saw;
if the game has moved on since, nothing is written and `Conflict` is raised.
A method that writes returns after the write is on the disk.
"""

import secrets
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from storage.crowd import Crowd
from storage.database import Clash, Database, Run, is_address
from storage.deeds import Deeds
from storage.errors import ChannelBusy, Conflict, Duplicate, NothingToUndo, SeatTaken, UnknownGame
from storage.figures import Figures
from storage.leagues import Leagues
from storage.lease import Lease
from storage.persons import GONE, Persons
from storage.places import Places
from storage.records import (
    Action,
    Game,
    Json,
    Loaded,
    NewAction,
    NewDeed,
    Post,
    Snapshot,
    Status,
    Write,
)
from storage.results import Results
from storage.rows import NEVER, columns, encoded, record, upsert
from storage.seats import Seats
from storage.sqlite import Sqlite
from storage.standing import Standing
from storage.watchers import Watchers

COMPRESSION = 1  # zlib level: 6 takes six times as long and saves an eighth

KNOWN = "SELECT id, ?, ?, ? FROM games WHERE id = ? AND status = 'running'"
OPEN = "('lobby', 'running')"
MARKS = f"scope = 'game' AND key LIKE '{GONE}%'"
TOLD = "told AND undone_by IS NULL AND kind <> 'undo'"
"""As the index `actions_told` has it."""
GAME = columns(Game)
ACTION = columns(Action)


def _game(row: Iterable[Any]) -> Game:
    return record(Game, row, "options")


class Store(
    Standing, Results, Lease, Places, Deeds, Persons, Figures, Watchers, Leagues, Crowd, Seats
):
    """The store of one bot, for one event loop. Opened by `open`, or `async with`.

    >>> import asyncio
    >>> from storage.records import Post
    >>> async def evening() -> tuple[bytes | None, list[str]]:
    ...     async with await Store.open(":memory:") as store:
    ...         where = {"guild": 1, "channel": 2, "owner": 3}
    ...         what = {"game": "iron_blood", "scenario": "standard", "options": {}}
    ...         game = await store.create_game(**where, **what)
    ...         await store.take_seat(game.id, "axis", 3)
    ...         game = await store.game(game.id)
    ...         post = Post(channel=2, kind="log", payload={"text": "It begins."})
    ...         await store.start_game(game.id, game.rev, b"the state", "its promise", [post])
    ...         loaded = await store.load(game.id)
    ...         posts = await store.pending_posts(2)
    ...         return loaded.state, [row.payload["text"] for row in posts]
    >>> asyncio.run(evening())
    (b'the state', ['It begins.'])
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._db = database
        self._clock = clock
        self._owner = secrets.token_hex(8)
        self._closed = False

    @classmethod
    async def open(cls, path: Path | str, clock: Callable[[], float] = time.time) -> Self:
        """Open or create the database, in the newest format. Raises TooNew, Unusable.

        `path` is a file for SQLite, or the address of a PostgreSQL database.

        It must be closed, on errors too: an SQLite thread keeps the process alive.
        `clock` gives seconds since 1970. All processes on one database must
        agree on it to within the lease's 12 s.
        """
        if not is_address(path):
            return cls(await Sqlite.open(path), clock)
        from storage.postgres import Postgres  # in memory only where it is used

        return cls(await Postgres.open(str(path)), clock)

    async def close(self) -> None:
        """Give the lease back if it is held, and close the database. A second time does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            await self.release_lease()
        finally:
            await self._db.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- games ---

    async def create_game(
        self,
        *,
        guild: int,
        channel: int,
        owner: int,
        game: str,
        scenario: str,
        options: Json,
        seats: Mapping[str, int] = {},
        settings: Mapping[str, Any] = {},
    ) -> Game:
        """A new game in the lobby, with who sits and what is set. Raises ChannelBusy."""
        now = self._clock()
        try:
            async with self._db.transaction(None) as run:
                [(number,)] = await run.read(
                    "INSERT INTO games"
                    " (guild, channel, owner, game, scenario, options, status, created, updated)"
                    " VALUES (?, ?, ?, ?, ?, ?, 'lobby', ?, ?) RETURNING id",
                    guild,
                    channel,
                    owner,
                    game,
                    scenario,
                    encoded(options),
                    now,
                    now,
                )
                taken = [(number, side, user) for side, user in seats.items()]
                await run.each("INSERT INTO seats VALUES (?, ?, ?)", taken)
                await self._settle(run, number, settings)
        except Clash as error:
            raise ChannelBusy from error
        return await self.game(number)

    async def start_game(
        self, game: int, rev: int, state: bytes, commitment: str, posts: Sequence[Post] = ()
    ) -> None:
        """From the lobby to running, with the first state. Raises Conflict, UnknownGame."""
        async with self._db.transaction(game) as run:
            await self._swap(
                run,
                *(game, rev, "status = 'lobby'"),
                "status = 'running', state = ?, commitment = ?",
                *(state, commitment),
            )
            await run.write(
                "INSERT INTO insiders (game, user, side, since)"
                " SELECT game, user, side, ? FROM seats WHERE game = ?",
                self._clock(),
                game,
            )
            await self._keep(run, game, 0, state, door=True)
            await self._post(run, game, 0, posts)

    async def close_game(
        self, game: int, rev: int, posts: Sequence[Post] = (), deed: NewDeed | None = None
    ) -> None:
        """End a game without a result (an expired lobby, say). Raises Conflict, UnknownGame."""
        async with self._db.transaction(game) as run:
            await self._swap(run, game, rev, f"status IN {OPEN}", "status = 'closed'")
            await self._over(run, game)
            [(seq,)] = await run.read("SELECT seq FROM games WHERE id = ?", game)
            await self._post(run, game, seq, posts)
            await self._did(run, deed)

    async def rule(
        self, game: int, rev: int, deed: NewDeed, posts: Sequence[Post], settings: Json
    ) -> None:
        """A deed of a moderator on an open game that changes its settings alone.

        Raises Conflict, UnknownGame.
        """
        async with self._db.transaction(game) as run:
            await self._swap(run, game, rev, f"status IN {OPEN}", "status = status")
            await self._settle(run, game, settings)
            [(seq,)] = await run.read("SELECT seq FROM games WHERE id = ?", game)
            await self._post(run, game, seq, posts)
            await self._did(run, deed)

    async def game(self, game: int) -> Game:
        """A game without its state. Raises UnknownGame."""
        rows = await self._db.read(f"SELECT {GAME} FROM games WHERE id = ?", game)
        if not rows:
            raise UnknownGame(game)
        return _game(rows[0])

    async def load(self, game: int) -> Loaded:
        """A game with its state and undo steps, in one read. Raises UnknownGame."""
        rows = await self._db.read(
            f"SELECT {columns(Game, 'g')},"
            # the state stands in the first row only, not beside every step
            " CASE WHEN s.seq = g.door THEN g.state END, s.state"
            " FROM games g LEFT JOIN snapshots s ON s.game = g.id AND s.seq >= g.door"
            " WHERE g.id = ? ORDER BY s.seq",
            game,
        )
        if not rows:
            raise UnknownGame(game)
        *head, state, _ = rows[0]
        # the last snapshot is the present state
        steps = tuple(zlib.decompress(row[-1]) for row in rows[:-1])
        return Loaded(_game(head), state, steps)

    async def game_in(self, channel: int) -> Game | None:
        """The open game of a channel, or else its newest one."""
        rows = await self._db.read(
            f"SELECT {GAME} FROM games WHERE channel = ?"
            f" ORDER BY status IN {OPEN} DESC, id DESC LIMIT 1",
            channel,
        )
        return _game(rows[0]) if rows else None

    async def games_in(self, channel: int) -> list[Game]:
        """All games of a channel, newest first."""
        rows = await self._db.read(
            f"SELECT {GAME} FROM games WHERE channel = ? ORDER BY id DESC", channel
        )
        return [_game(row) for row in rows]

    async def games_of(self, user: int) -> list[Game]:
        """All games in which a user has a seat, or shares one, newest first."""
        rows = await self._db.read(
            f"SELECT {GAME} FROM games WHERE id IN (SELECT game FROM seats WHERE user = ?"
            " UNION SELECT game FROM partners WHERE user = ?) ORDER BY id DESC",
            *(user, user),
        )
        return [_game(row) for row in rows]

    # --- seats ---

    async def take_seat(self, game: int, side: str, user: int) -> None:
        """Give a side to a user; fine if it is theirs already. Raises SeatTaken, UnknownGame."""
        async with self._db.transaction(game) as run:
            await self._must_exist(run, game)
            rows = await run.read("SELECT user FROM seats WHERE game = ? AND side = ?", game, side)
            for (other,) in rows:
                if other != user:
                    raise SeatTaken(side, other)
            await run.write(
                "INSERT INTO seats VALUES (?, ?, ?) ON CONFLICT DO NOTHING", game, side, user
            )

    async def hand_over(
        self,
        game: int,
        rev: int,
        side: str,
        user: int,
        posts: Sequence[Post] = (),
        deed: NewDeed | None = None,
    ) -> None:
        """Give a side of an open game to a user, whoever has or shares it.

        Raises Conflict, UnknownGame.
        """
        async with self._db.transaction(game) as run:
            await self._swap(run, game, rev, f"status IN {OPEN}", "status = status")
            await run.write(upsert("seats", "game side", "user"), game, side, user)
            await run.write("DELETE FROM partners WHERE game = ? AND side = ?", game, side)
            await run.write(
                upsert("insiders", "game user side", "since", values=KNOWN),
                user,
                side,
                self._clock(),
                game,
            )
            [(seq,)] = await run.read("SELECT seq FROM games WHERE id = ?", game)
            await self._post(run, game, seq, posts)
            await self._did(run, deed)

    async def share(
        self, game: int, rev: int, side: str, user: int | None, posts: Sequence[Post] = ()
    ) -> None:
        """Give a side of a running game a second user, or (None) none. Raises as `hand_over`."""
        async with self._db.transaction(game) as run:
            await self._swap(run, game, rev, "status = 'running'", "status = status")
            await run.write("DELETE FROM partners WHERE game = ? AND side = ?", game, side)
            if user is not None:
                await run.write("INSERT INTO partners VALUES (?, ?, ?)", game, side, user)
                await run.write(
                    upsert("insiders", "game user side", "since"),
                    game,
                    user,
                    side,
                    self._clock(),
                )
            [(seq,)] = await run.read("SELECT seq FROM games WHERE id = ?", game)
            await self._post(run, game, seq, posts)

    # --- actions ---

    async def commit(
        self,
        game: int,
        rev: int,
        state: bytes,
        action: NewAction,
        *,
        door: bool,
        step: bool = True,
        status: Status = "running",
        posts: Sequence[Post] = (),
        back_to: int | None = None,
        first: Sequence[Write] = (),
        deed: NewDeed | None = None,
        watching: tuple[Json, float | None] | None = None,
    ) -> Action:
        """Write an accepted action, the state after it and its posts, all or nothing.

        With `door` no earlier action can be undone any more. Without `step` the
        action is none that can be undone (a policy, say): an undo passes over
        it. A rollback names in `back_to` the last action that stands; those
        after it are marked. `first` are actions that went before it in one batch:
        they are written with it, each can be undone by itself and raises the
        revision by one. `watching`: see `keep_watch`. Raises Duplicate (looked at first),
        Conflict, UnknownGame, ChannelBusy (an ended game can't be opened again beside another).
        """
        last = Write(
            state=state,
            action=action,
            door=door,
            step=step,
            status=status,
            posts=posts,
            back_to=back_to,
        )
        async with self._db.transaction(game) as run:
            for number, write in enumerate((*first, last)):
                written = await self._commit(run, game, rev + number, write)
            await self._did(run, deed)
            if watching:
                await self._keep_watch(run, game, *watching)
        return written

    async def _commit(self, run: Run, game: int, rev: int, write: Write) -> Action:
        last, old_door = await self._head(run, game, write.action.cause)
        seq = last + 1
        await self._swap(
            run,
            *(game, rev, "state IS NOT NULL"),
            "seq = ?, door = ?, status = ?, state = ?",
            *(seq, seq if write.door else old_door, write.status, write.state),
        )
        if write.status not in ("lobby", "running"):
            await self._over(run, game)
        if write.door:
            await run.write("DELETE FROM snapshots WHERE game = ? AND seq > ?", game, old_door)
        if write.door or write.step:
            await self._keep(run, game, seq, write.state, write.door)
        else:
            await self._amend(run, game, seq, write.state)
        if write.back_to is not None:
            await run.write(
                "UPDATE actions SET undone_by = ? WHERE game = ? AND seq > ? AND undone_by IS NULL",
                seq,
                game,
                write.back_to,
            )
        written = await self._log(run, game, seq, write.action)
        await self._post(run, game, seq, write.posts)
        return written

    async def undo(
        self,
        game: int,
        rev: int,
        action: NewAction,
        posts: Sequence[Post] = (),
        state: bytes | None = None,
        deed: NewDeed | None = None,
    ) -> Action:
        """Take back the last standing action since the last door, all or nothing.

        The state becomes the newest of `Loaded.steps`, or `state` where an undo
        keeps something of the present one (standing orders); the action stays
        in the log, marked. `action` tells of the undo itself. Raises Duplicate
        (looked at first), Conflict, NothingToUndo, UnknownGame, ChannelBusy.
        """
        async with self._db.transaction(game) as run:
            last, door = await self._head(run, game, action.cause)
            seq = last + 1
            await self._swap(
                run, game, rev, "state IS NOT NULL", "seq = ?, status = 'running'", seq
            )
            tops = list(
                await run.read(
                    "SELECT seq, state FROM snapshots WHERE game = ? AND seq >= ?"
                    " ORDER BY seq DESC LIMIT 2",
                    game,
                    door,
                )
            )
            if len(tops) < 2:
                raise NothingToUndo
            (undone, _), (_, before) = tops
            back = zlib.decompress(before) if state is None else state
            await run.write("UPDATE games SET state = ? WHERE id = ?", back, game)
            await run.write("DELETE FROM snapshots WHERE game = ? AND seq = ?", game, undone)
            if state is not None:
                await self._amend(run, game, seq, state)
            await run.write(
                "UPDATE actions SET undone_by = ? WHERE game = ? AND seq = ?", seq, game, undone
            )
            written = await self._log(run, game, seq, action)
            await self._post(run, game, seq, posts)
            await self._did(run, deed)
        return written

    async def actions(self, game: int, since: int = 0, until: int = NEVER) -> list[Action]:
        """The actions after number `since` up to `until` in order, those taken back included."""
        rows = await self._db.read(
            f"SELECT {ACTION} FROM actions WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq",
            *(game, since, until),
        )
        return [record(Action, row) for row in rows]

    async def told(self, game: int, until: int = NEVER) -> int:
        """How many actions up to `until` everybody was told of, and stand."""
        [(count,)] = await self._db.read(
            f"SELECT count(*) FROM actions WHERE game = ? AND seq <= ? AND {TOLD}", game, until
        )
        return int(count)

    async def told_actions(self, game: int, skip: int, count: int = NEVER) -> list[Action]:
        """The actions that everybody was told of and that stand, after the first `skip` of them."""
        rows = await self._db.read(
            f"SELECT {ACTION} FROM actions WHERE game = ? AND seq IN (SELECT seq FROM actions"
            f" WHERE game = ? AND {TOLD} ORDER BY seq LIMIT ? OFFSET ?) ORDER BY seq",
            *(game, game, count, skip),
        )
        return [record(Action, row) for row in rows]

    async def last_of(self, game: int, user: int) -> int:
        """The number of a user's last order that stands, 0 where there is none."""
        [(seq,)] = await self._db.read(
            "SELECT COALESCE(MAX(seq), 0) FROM actions"
            " WHERE game = ? AND user = ? AND undone_by IS NULL AND kind = 'order'",
            *(game, user),
        )
        return int(seq)

    async def last_told(
        self, game: int, sides: Sequence[str], before: int = NEVER
    ) -> Action | None:
        """The last order of these sides before a number that stands and everybody was told of."""
        marks = ", ".join("?" * len(sides))
        rows = await self._db.read(
            f"SELECT {ACTION} FROM actions WHERE game = ? AND seq < ? AND {TOLD}"
            f" AND side IN ({marks}) ORDER BY seq DESC LIMIT 1",
            *(game, before, *sides),
        )
        return record(Action, rows[0]) if rows else None

    async def caused(self, game: int, cause: str) -> bool:
        """Whether an action of a game had that cause."""
        rows = await self._db.read(
            "SELECT 1 FROM actions WHERE game = ? AND cause = ?", game, cause
        )
        return bool(rows)

    async def action_at(self, game: int, time: float) -> int:
        """The number of the last action up to a moment, 0 before the first one."""
        [(seq,)] = await self._db.read(
            "SELECT COALESCE(MAX(seq), 0) FROM actions WHERE game = ? AND time <= ?", game, time
        )
        return int(seq)

    async def action(self, game: int, seq: int) -> Action | None:
        """One action with its entries."""
        rows = await self._db.read(
            f"SELECT {ACTION} FROM actions WHERE game = ? AND seq = ?", game, seq
        )
        return record(Action, rows[0]) if rows else None

    async def snapshot(self, game: int, seq: int) -> Snapshot | None:
        """The newest kept state at or before action `seq`; None if the game never started."""
        rows = await self._db.read(
            "SELECT game, seq, door, state FROM snapshots WHERE game = ? AND seq <= ?"
            " ORDER BY seq DESC LIMIT 1",
            game,
            seq,
        )
        return next((Snapshot(g, n, bool(d), zlib.decompress(s)) for g, n, d, s in rows), None)

    # --- parts of a transaction ---

    async def _head(self, run: Run, game: int, cause: str) -> tuple[int, int]:
        """(seq, door) of a game in which `cause` is new."""
        rows = await run.read(
            "SELECT seq, door, EXISTS (SELECT 1 FROM actions WHERE game = games.id AND cause = ?)"
            " FROM games WHERE id = ?",
            cause,
            game,
        )
        for seq, door, done in rows:
            if done:
                [row] = await run.read(
                    f"SELECT {ACTION} FROM actions WHERE game = ? AND cause = ?", game, cause
                )
                raise Duplicate(record(Action, row))
            return seq, door
        raise UnknownGame(game)

    async def _swap(
        self, run: Run, game: int, rev: int, when: str, change: str, *values: Any
    ) -> None:
        """Change the game's row if it is still as the caller saw it, and as the write needs it."""
        try:
            changed = await run.write(
                f"UPDATE games SET rev = rev + 1, updated = ?, {change}"
                f" WHERE id = ? AND rev = ? AND {when}",
                self._clock(),
                *values,
                game,
                rev,
            )
        except Clash as error:  # games_open
            raise ChannelBusy from error
        if not changed:
            await self._must_exist(run, game)
            raise Conflict

    async def _over(self, run: Run, game: int) -> None:
        """What only a game under way needs goes with its end."""
        await run.write("DELETE FROM drafts WHERE game = ?", game)
        await run.write(f"DELETE FROM settings WHERE owner = ? AND {MARKS}", game)

    async def _keep(self, run: Run, game: int, seq: int, state: bytes, door: bool) -> None:
        await run.write(
            "INSERT INTO snapshots (game, seq, door, state) VALUES (?, ?, ?, ?)",
            game,
            seq,
            door,
            zlib.compress(state, COMPRESSION),
        )

    async def _amend(self, run: Run, game: int, seq: int, state: bytes) -> None:
        """Make `state`, as of action `seq`, the newest snapshot without a step more."""
        [(newest, before, door)] = await run.read(
            "SELECT seq, state, door FROM snapshots WHERE game = ? ORDER BY seq DESC LIMIT 1",
            game,
        )
        if zlib.decompress(before) == state:
            return
        if door:  # that one is history and stays as it was; undo now ends here
            await self._keep(run, game, seq, state, door=True)
            await run.write("UPDATE games SET door = ? WHERE id = ?", seq, game)
        else:
            await run.write(
                "UPDATE snapshots SET state = ? WHERE game = ? AND seq = ?",
                zlib.compress(state, COMPRESSION),
                game,
                newest,
            )

    async def _log(self, run: Run, game: int, seq: int, action: NewAction) -> Action:
        written = Action(
            game=game,
            seq=seq,
            time=self._clock(),
            undone_by=None,
            **msgspec.structs.asdict(action),
        )
        values = msgspec.structs.astuple(written)
        await run.write(
            f"INSERT INTO actions ({ACTION}) VALUES ({', '.join('?' * len(values))})", *values
        )
        return written
