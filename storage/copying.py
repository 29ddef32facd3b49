"""All of one database into another that is empty, whichever kinds they are.

Row by row in the order of their keys, in one transaction; then both are read again, and each
table's rows are counted and hashed. Anything that differs, and nothing has been copied.
Contract: tests/storage/test_copying.py.
"""

import hashlib
from collections.abc import AsyncIterator, Callable

from storage.database import ALL, Database, Row, Run
from storage.errors import NotCopied
from storage.store import Store

PAGE = 500
"""Rows that are in memory at a time."""

KEYS = {
    "games": "id",
    "seats": "game side",
    "partners": "game side",
    "insiders": "game user side",
    "actions": "game seq",
    "snapshots": "game seq",
    "outbox": "id",
    "messages": "game kind",
    "posted": "message",
    "users": "id",
    "settings": "scope owner key",
    "drafts": "game user",
    "results": "game",
    "parts": "rowid",
    "refusals": "title rule",
    "deeds": "id",
    "notes": "id",
    "watchers": "game user",
    "former": "id",
    "timers": "id",
    "silences": "id",
    "leagues": "id",
    "entrants": "id",
    "pairings": "id",
}
"""All tables but the lease, by what orders their rows; games first: the others refer to them."""


async def copy(source: str, target: str, say: Callable[[str], None] = lambda _: None) -> None:
    """Copy and check; `say` hears of each table. Raises StoreError, and then nothing was copied.

    No bot may be at work on either: it takes both leases.
    """
    async with await Store.open(source) as old, await Store.open(target) as new:
        await old.take_lease()
        await new.take_lease()
        layout = await columns(old._db)
        async with old._db.transaction(ALL) as read, new._db.transaction(ALL) as write:
            for table in KEYS:
                if await write.read(f"SELECT 1 FROM {table} LIMIT 1"):
                    raise NotCopied(f"The database to copy to has something in its {table}.")
            for table, names in layout.items():
                await _fill(read, write, table, names)
            await new._db.set_numbers(write, await old._db.numbers(read))
            for table, names in layout.items():
                before = await checked(read, table, names)
                after = await checked(write, table, names)
                if before != after:
                    raise NotCopied(f"The {table} do not come out as they went in.")
                say(f"{table}: {before[0]} rows, sha256 {before[1][:16]}")


async def columns(database: Database) -> dict[str, list[str]]:
    """The tables that are copied, in their order, with their columns."""
    layout = await database.layout()
    return {table: [name for name in layout[table] if name != "rowid"] for table in KEYS}


async def rows(run: Run, table: str, names: list[str]) -> AsyncIterator[list[Row]]:
    """The rows of a table in the order of their keys, some at a time."""
    keys = KEYS[table].split()
    order, marks = ", ".join(keys), ", ".join("?" * len(keys))
    sql = f"SELECT {', '.join(keys + names)} FROM {table}"
    last: Row = ()
    while True:
        after = f" WHERE ({order}) > ({marks})" if last else ""
        found = await run.read(f"{sql}{after} ORDER BY {order} LIMIT {PAGE}", *last)
        if not found:
            return
        last = found[-1][: len(keys)]
        yield [_plain(names, row[len(keys) :]) for row in found]


def _plain(names: list[str], row: Row) -> Row:
    """What is a truth value on a server is a number in a file."""
    return tuple(bool(v) if name == "told" else v for name, v in zip(names, row, strict=True))


async def _fill(read: Run, write: Run, table: str, names: list[str]) -> None:
    marks = ", ".join("?" * len(names))
    async for page in rows(read, table, names):
        await write.each(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", page)


async def checked(run: Run, table: str, names: list[str]) -> tuple[int, str]:
    """(how many rows, their SHA-256)."""
    count, digest = 0, hashlib.sha256()
    async for page in rows(run, table, names):
        count += len(page)
        for row in page:
            digest.update(repr(row).encode("utf-8", "backslashreplace"))
    return count, digest.hexdigest()
