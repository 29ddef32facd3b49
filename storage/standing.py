"""What is kept beside the games themselves: settings, drafts, timers.

Each method is one write or one read. Contract: tests/storage/test_store_standing.py.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from storage.database import Database, Run
from storage.records import Json, Scope, Timer
from storage.rows import columns, encoded, record, upsert
from storage.shards import Shards

TIMER = columns(Timer)
SET_TIMER = upsert(
    *("timers", "key", "due", "kind", "game", "payload", "guild"),
    values="VALUES (?, ?, ?, ?, ?, COALESCE((SELECT g.guild FROM games g WHERE g.id = ?), ?))",
)
FIRST = (float("-inf"), 0)
"""Before all timers: when they are due, and their ids."""
PAGE = 50
"""Timers that are read at once."""
DRAFT = "SELECT id, ?, ? FROM games WHERE id = ? AND status = 'running'"


class Standing:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]
    shards: Shards

    # --- settings ---

    async def user_settings(self, user: int) -> Json:
        """A user's settings, {} if none."""
        rows = await self._db.read("SELECT settings FROM users WHERE id = ?", user)
        return msgspec.json.decode(rows[0][0], type=Json) if rows else {}

    async def settings_of(self, users: Collection[int]) -> dict[int, Json]:
        """The settings of each of these users, {} if none."""
        if not users:
            return {}
        marks = ", ".join("?" * len(users))
        rows = await self._db.read(f"SELECT id, settings FROM users WHERE id IN ({marks})", *users)
        kept = {user: msgspec.json.decode(settings, type=Json) for user, settings in rows}
        return {user: kept.get(user, {}) for user in users}

    async def set_user_settings(self, user: int, settings: Json) -> None:
        """Replace them all; {} forgets the user's row."""
        if settings:
            await self._db.write(upsert("users", "id", "settings"), user, encoded(settings))
        else:
            await self._db.write("DELETE FROM users WHERE id = ?", user)

    async def settings(self, scope: Scope, owner: int) -> Json:
        """All settings of a guild, channel or game (`owner` is its id) by key."""
        rows = await self._db.read(
            "SELECT key, value FROM settings WHERE scope = ? AND owner = ?", scope, owner
        )
        return {key: msgspec.json.decode(value) for key, value in rows}

    async def setting_of_all(self, scope: Scope, key: str) -> dict[int, Any]:
        """One setting, wherever it is set: owner -> value."""
        rows = await self._db.read(
            "SELECT owner, value FROM settings WHERE scope = ? AND key = ?", scope, key
        )
        return {owner: msgspec.json.decode(value) for owner, value in rows}

    async def set_setting(self, scope: Scope, owner: int, key: str, value: Any) -> None:
        """Set one; None takes it away."""
        # of a game: so that others hear of it
        async with self._db.transaction(owner if scope == "game" else None) as run:
            if value is None:
                await run.write(
                    "DELETE FROM settings WHERE scope = ? AND owner = ? AND key = ?",
                    *(scope, owner, key),
                )
            else:
                await run.write(
                    upsert("settings", "scope owner key", "value"),
                    *(scope, owner, key, encoded(value)),
                )

    async def _settle(self, run: Run, game: int, settings: Mapping[str, Any]) -> None:
        await run.each(
            upsert("settings", "scope owner key", "value"),
            [("game", game, key, encoded(value)) for key, value in settings.items()],
        )

    async def keep_watch(self, game: int, watch: Json, due: float | None) -> None:
        """The watch over a game, and when it is to be looked at again, if ever: both or neither."""
        async with self._db.transaction(game) as run:
            await self._keep_watch(run, game, watch, due)

    async def _keep_watch(self, run: Run, game: int, watch: Json, due: float | None) -> None:
        await self._settle(run, game, {"watch": watch})
        await _set_timer(run, f"watch:{game}", due, "watch", {}, game)

    # --- drafts ---

    async def draft(self, game: int, user: int) -> str:
        """The order lines that a user gave and that were not carried out, "" if none."""
        rows = await self._db.read(
            "SELECT lines FROM drafts WHERE game = ? AND user = ?", game, user
        )
        return str(rows[0][0]) if rows else ""

    async def set_draft(self, game: int, user: int, lines: str) -> None:
        """Keep them in place of those before; "" forgets them. They go when the game is over."""
        if lines:
            await self._db.write(
                upsert("drafts", "game user", "lines", values=DRAFT),
                *(user, lines, game),
            )
        else:
            await self._db.write("DELETE FROM drafts WHERE game = ? AND user = ?", game, user)

    # --- timers ---

    async def set_timer(
        self,
        key: str,
        due: float,
        kind: str,
        payload: Json,
        game: int | None = None,
        guild: int = 0,
    ) -> None:
        """Wake up at `due`; takes the place of a timer with the same key.

        It is about a game, or else a server (`guild`), or a person.
        """
        async with self._db.transaction(None) as run:
            await _set_timer(run, key, due, kind, payload, game, guild)

    async def due_timers(
        self, after: tuple[float, int] = FIRST, most: int = PAGE, kind: str = ""
    ) -> list[Timer]:
        """The first timers of its shards whose time has come, earliest first; of a kind alone.

        `after`: behind the one that was due then and has that id. They stay until dropped.
        """
        rows = await self._db.read(
            f"SELECT {TIMER} FROM timers WHERE due <= ? AND (due, id) > (?, ?)"
            f" AND ? IN ('', kind) AND {self.shards.where()} ORDER BY due, id LIMIT ?",
            *(self._clock(), *after, kind, most),
        )
        return [record(Timer, row, "payload") for row in rows]

    async def timer(self, key: str) -> Timer | None:
        """The timer of a key, due or not."""
        rows = await self._db.read(f"SELECT {TIMER} FROM timers WHERE key = ?", key)
        return record(Timer, rows[0], "payload") if rows else None

    async def timers_of(self, game: int) -> list[Timer]:
        """All timers of a game, earliest first."""
        rows = await self._db.read(
            f"SELECT {TIMER} FROM timers WHERE game = ? ORDER BY due, id", game
        )
        return [record(Timer, row, "payload") for row in rows]

    async def next_timer(self) -> float | None:
        """When the next timer is due; None if there is none."""
        [(due,)] = await self._db.read("SELECT MIN(due) FROM timers")
        return None if due is None else float(due)

    async def drop_timer(self, timer: int) -> None:
        """That timer (id) is done; one set anew under its key meanwhile stays."""
        await self._db.write("DELETE FROM timers WHERE id = ?", timer)

    async def cancel_timer(self, key: str) -> None:
        """Whatever is set under that key, don't."""
        await self._db.write("DELETE FROM timers WHERE key = ?", key)


async def _set_timer(
    run: Run,
    key: str,
    due: float | None,
    kind: str,
    payload: Json,
    game: int | None,
    guild: int = 0,
) -> None:
    """In place of the one with that key; None: there is none any more.

    It has a new id, so that `drop_timer` of the old one can't hit it.
    """
    await run.write("DELETE FROM timers WHERE key = ?", key)
    if due is not None:
        await run.write(SET_TIMER, key, due, kind, game, encoded(payload), game, guild)
