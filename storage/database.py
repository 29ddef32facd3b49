"""What a store asks of a database: statements, transactions, its tables.

The SQL of the store is what SQLite and PostgreSQL have in common, with `?` for values;
`storage.sqlite` and `storage.postgres` run it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]

ALL = 0
"""In place of a game: a transaction about more than one."""


def is_address(database: object) -> bool:
    """Whether that names a server, not a file.

    >>> is_address("postgresql://umpire@db/umpire"), is_address("umpire.db")
    (True, False)
    """
    return str(database).startswith(("postgresql://", "postgres://"))


class Clash(Exception):
    """A table's own rules refuse a statement: a second row with the same key, say."""


class Run(Protocol):
    """The statements of one transaction."""

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a statement: a SELECT, or a write with RETURNING."""

    async def write(self, sql: str, *values: Any) -> int:
        """Run a statement; how many rows it changed. Raises Clash."""

    async def each(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values. Raises Clash."""


class Database(ABC):
    """A database in the newest format, shared by the tasks of one event loop."""

    failures: int = 0
    """Statements that failed, but for those that a table's own rules refuse."""
    fence: str = ""
    """The owner of the lease that is held: on a server nothing is written any more once somebody
    else has it (LeaseLost). A file has one process."""
    shared: bool = False
    """Others work on it at the same time, and hear of each game that is written to."""

    @abstractmethod
    async def listen(self, heard: Callable[[int], None]) -> None:
        """Have `heard` told the number of each game that another process has written to; `ALL`
        for any, once it may have missed some too."""

    @abstractmethod
    async def shut_out(self, owner: str) -> None:
        """End what the last holder of a lease has begun to write and stands still in."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""

    @abstractmethod
    async def read(self, sql: str, *values: Any) -> list[Row]:
        """The rows of one SELECT."""

    @abstractmethod
    async def write(self, sql: str, *values: Any) -> int:
        """One statement that is a transaction of its own; how many rows it changed.

        On return it is on the disk. Raises Clash.
        """

    @abstractmethod
    def transaction(self, game: int | None) -> AbstractAsyncContextManager[Run]:
        """All or nothing; after the block it is on the disk. An exception rolls back.

        Nobody else, in whichever process, has a transaction about the same game meanwhile;
        about `ALL`: nobody has any. None: its statements need nobody kept out. Not reentrant:
        inside of it use the Run that it gives.
        """

    @abstractmethod
    async def layout(self) -> dict[str, list[str]]:
        """All tables with their columns."""

    @abstractmethod
    async def children(self) -> list[tuple[str, str]]:
        """The tables whose rows belong to a game, and by which column."""

    @abstractmethod
    async def numbers(self, run: Run) -> dict[str, int]:
        """The highest number (id) given so far, by table, of rows that are gone too."""

    @abstractmethod
    async def set_numbers(self, run: Run, numbers: Mapping[str, int]) -> None:
        """Go on after these."""
