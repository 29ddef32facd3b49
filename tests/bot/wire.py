"""What the simulated Discord leaves out of the real one: nonces, Attach Files; and failures, of
Discord and of the database."""

import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from typing import Any

import asyncpg

from bot.local import simulated
from storage import Store
from storage.database import Database, Row, Run
from storage.sqlite import Sqlite

REMEMBERED = 180.0
"""Seconds for which this Discord knows a nonce."""
REFUSED = (500, 503, 429)


class Wire:
    """Stands between the bot and the world.

    `share` of all calls fail, every second one of them after it was carried out: its answer is an
    error, or never comes. `refuse` says of a call, by method, path, body and files, with which
    status and code it is refused.
    """

    def __init__(self, now: Callable[[], float], seed: int = 1) -> None:
        self.share = 0.0
        self.refuse: Callable[[str, str, Any, Sequence[Any]], tuple[int, int] | None] | None = None
        self.calls: list[tuple[float, str, str, Any, int]] = []
        """Time, method, path, body, bytes of files of what was asked for, in order."""
        self._now = now
        self._dice = random.Random(seed)
        self._known: dict[tuple[str, str], tuple[float, Any]] = {}

    def __call__(
        self, method: str, path: str, body: Any, files: Sequence[Any], send: Callable[[], Any]
    ) -> Any:
        size = sum(len(file.data) for file in files if hasattr(file, "data"))
        self.calls.append((self._now(), method, path, deepcopy(body), size))
        if self.refuse and (why := self.refuse(method, path, body, files)):
            raise simulated.refusal(*why)
        lot = self._dice.random()
        if lot < self.share / 2:
            raise simulated.refusal(self._dice.choice(REFUSED))
        answer = self._once(path, body, send)
        if lot < self.share:
            raise self._dice.choice((simulated.refusal(500), TimeoutError("no answer")))
        return answer

    def _once(self, path: str, body: Any, send: Callable[[], Any]) -> Any:
        """As Discord does with `enforce_nonce`: the second message is the first one again."""
        nonce = body.get("nonce") if isinstance(body, dict) else None
        if nonce is None:
            return send()
        assert body["enforce_nonce"] and len(str(nonce)) <= 25
        known = self._known.get((path, str(nonce)))
        if known and self._now() - known[0] < REMEMBERED:
            return deepcopy(known[1])
        answer = send()
        self._known[path, str(nonce)] = (self._now(), deepcopy(answer))
        return answer


@contextmanager
def wired(now: Callable[[], float], seed: int = 1) -> Iterator[Wire]:
    """A wire in its place."""
    wire = Wire(now, seed)
    with simulated.on_the_wire(wire):
        yield wire


def posts(method: str, path: str) -> bool:
    """Whether a call posts a message in a channel."""
    return method == "POST" and path.endswith("/messages")


def no_files(method: str, path: str, _: Any, files: Sequence[Any]) -> tuple[int, int] | None:
    """Without Attach Files."""
    return (403, 50013) if files and posts(method, path) else None


def too_large(_: str, __: str, ___: Any, files: Sequence[Any]) -> tuple[int, int] | None:
    """Every file is, for answers too."""
    return (413, 40005) if files else None


TORN = "torn on purpose"
TEARS = (
    asyncpg.ConnectionDoesNotExistError,
    asyncpg.AdminShutdownError,
    ConnectionResetError,
    TimeoutError,
)
"""What the way to a server does to us; a file has errors of the disk."""


WENT = (TORN, "AdminShutdown", "ConnectionDoesNotExist", "ConnectionReset", "InterfaceError",
        "InternalClientError")  # fmt: skip
"""What an error says for which there is a reason here: a tear, or a connection that went."""


def unexpected(errors: Iterable[str]) -> list[str]:
    """Those of logged errors that no failure here explains."""
    return [text for text in errors if not any(name in text for name in WENT)]


class Tears:
    """Stands between a store and its database.

    `share` of what is asked fails: before it is done, amid it, so that nothing is done, or after,
    when it is done and nobody hears of it.
    """

    def __init__(self, database: Database, seed: int) -> None:
        self.share = 0.0
        self.torn = 0
        self._dice = random.Random(seed)
        self._kinds = (sqlite3.OperationalError,) if isinstance(database, Sqlite) else TEARS
        self._read, self._write = database.read, database.write
        self._transaction = database.transaction

    async def read(self, sql: str, *values: Any) -> list[Row]:
        self._tear(self._lot())
        return await self._read(sql, *values)

    async def write(self, sql: str, *values: Any) -> int:
        before, after = self._lot(), self._lot()
        self._tear(before)
        done = await self._write(sql, *values)
        self._tear(after)
        return done

    @asynccontextmanager
    async def transaction(self, game: int | None) -> AsyncIterator[Run]:
        before, amid, after = self._lot(), self._lot(), self._lot()
        self._tear(before)
        async with self._transaction(game) as run:
            yield run
            self._tear(amid)
        self._tear(after)

    def _lot(self) -> bool:
        return self._dice.random() < self.share

    def _tear(self, now: bool) -> None:
        if now:
            self.torn += 1
            raise self._dice.choice(self._kinds)(TORN)


@contextmanager
def torn(store: Store, seed: int) -> Iterator[Tears]:
    """Tears in their place."""
    database = store._db
    tears = Tears(database, seed)
    names = ("read", "write", "transaction")
    vars(database).update({name: getattr(tears, name) for name in names})
    try:
        yield tears
    finally:
        for name in names:
            del vars(database)[name]
