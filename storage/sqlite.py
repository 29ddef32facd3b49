"""One SQLite file: the connection, transactions, migrations: the default, without a server."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from storage.database import Clash, Database, Row, Run
from storage.errors import TooNew, Unusable
from storage.formats import LAYOUT, laid_out, scripts, statements

BUSY_TIMEOUT = 5.0  # seconds that a write waits for another process


def _text(column: bytes) -> str:
    """What is damaged in one row must not hide the others."""
    return column.decode("utf-8", "replace")


@contextmanager
def _clash() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Clash(str(error)) from error


class _Run:
    """The statements of a transaction, on its connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def read(self, sql: str, *values: Any) -> list[Row]:
        with _clash():
            rows = await self._connection.execute_fetchall(sql, values)
        return [tuple(row) for row in rows]

    async def write(self, sql: str, *values: Any) -> int:
        with _clash():
            return (await self._connection.execute(sql, values)).rowcount

    async def each(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with _clash():
            await self._connection.executemany(sql, rows)


class Sqlite(Database):
    """One connection, shared by the tasks of one event loop.

    Each read, write or transaction has the connection to itself, so nobody
    sees half of another's transaction.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self._run = _Run(connection)
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path | str, migrations: Sequence[str] | None = None) -> "Sqlite":
        """Open or create the file and bring it to the newest format. Raises TooNew, Unusable."""
        try:
            sqlite3.connect(path).close()  # aiosqlite would leave its thread behind
        except sqlite3.Error as error:
            raise Unusable(path, error) from error
        # isolation_level None: only our own BEGIN and COMMIT count
        connection = await aiosqlite.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None)
        connection.text_factory = _text
        database = cls(connection)
        steps = scripts() if migrations is None else migrations
        try:
            await database.look()
            # fetched: a row left over is a statement in progress, and nothing can be committed
            await connection.execute_fetchall("PRAGMA journal_mode = WAL")
            await connection.execute("PRAGMA synchronous = FULL")
            await connection.execute("PRAGMA foreign_keys = ON")
            await database.migrate(steps)
            await database.compare(steps)
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError):  # it quotes the file
                raise Unusable(path, error) from error
            raise
        return database

    async def close(self) -> None:
        await self.connection.close()

    async def listen(self, heard: Callable[[int], None]) -> None:
        """A file has no other process."""

    async def shut_out(self, owner: str) -> None:
        """A file has no other process: who wrote to it has ended."""

    async def look(self) -> None:
        """Before anything is written: is the file whole, and ours? Raises sqlite3.DatabaseError."""
        found = [row[0] for row in await self.read("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise sqlite3.DatabaseError(f"it is damaged ({' '.join(str(found[0]).split())})")
        [(version,)] = await self.read("PRAGMA user_version")
        if not version and await self.read("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise sqlite3.DatabaseError("it belongs to another program")

    async def compare(self, migrations: Sequence[str]) -> None:
        """Has it the tables and columns of its format? Raises sqlite3.DatabaseError."""
        missing = laid_out(migrations) - set(await self.read(LAYOUT))
        if missing:
            table, column = min(missing)
            raise sqlite3.DatabaseError(f"it has no column {table}.{column}")

    async def migrate(self, migrations: Sequence[str]) -> None:
        """Run the scripts that this file has not seen, all or none. Raises TooNew."""
        async with self.transaction(None) as run:
            [(version,)] = await run.read("PRAGMA user_version")
            if version > len(migrations):
                raise TooNew(version, len(migrations))
            for script in migrations[version:]:
                for statement in statements(script):
                    await run.write(statement)
            if version < len(migrations):
                await run.write(f"PRAGMA user_version = {len(migrations)}")

    async def layout(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for table, column in await self.read(f"{LAYOUT} WHERE t.type = 'table'"):
            found.setdefault(table, []).append(column)
        return found

    async def children(self) -> list[tuple[str, str]]:
        rows = await self.read(
            'SELECT t.name, f."from" FROM sqlite_master t, pragma_foreign_key_list(t.name) f'
            " WHERE t.type = 'table' AND f.\"table\" = 'games'"
        )
        return [(table, column) for table, column in rows]

    async def numbers(self, run: Run) -> dict[str, int]:
        return dict(await run.read("SELECT name, seq FROM sqlite_sequence"))

    async def set_numbers(self, run: Run, numbers: Mapping[str, int]) -> None:
        for table, number in numbers.items():
            await run.write("DELETE FROM sqlite_sequence WHERE name = ?", table)
            await run.write("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, number)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        async with self._lock:
            try:
                yield
            except sqlite3.Error:
                self.failures += 1
                raise

    async def read(self, sql: str, *values: Any) -> list[Row]:
        async with self._alone():
            return await self._run.read(sql, *values)

    async def write(self, sql: str, *values: Any) -> int:
        async with self._alone():
            return await self._run.write(sql, *values)

    @asynccontextmanager
    async def transaction(self, game: int | None) -> AsyncIterator[_Run]:
        """There is one connection, and the file has one writer: nobody else has any."""
        async with self._alone():
            try:
                await self.connection.execute("BEGIN IMMEDIATE")
                yield self._run
                await self.connection.commit()
            except BaseException:  # a cancelled task too must not leave it open
                await self.connection.rollback()
                raise
