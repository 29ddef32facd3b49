"""One bot a database, or one a range of shards: who holds the lease of it, and whether that
process is still there.

A process has one lease, and ends when it has lost it: what it would write then is refused by the
database (`Database.fence`), and whoever has its shards now goes on from what is written.
"""

import contextlib
import os
import socket
from collections.abc import Callable, Sequence

import msgspec

from storage.database import ALL, Database, Row
from storage.errors import LeaseHeld, LeaseLost
from storage.shards import Shards, ranges

BEAT = 5.0  # seconds between two heartbeats of the holder
STALE = 12.0  # seconds without a heartbeat after which anyone may take the lease over


HOLDERS = "SELECT owner, host, pid, beat, shards, first, last FROM lease"


class Holder(msgspec.Struct, frozen=True):
    """`owner` is the random token of one store, `beat` the time of its last heartbeat.

    A lease that was given back has no owner ("").
    """

    owner: str
    host: str
    pid: int
    beat: float


def host() -> str:
    """This machine, and where there are several the container: where a pid has a meaning."""
    try:
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return socket.gethostname()


def holds(holder: Holder, now: float) -> bool:
    """Whether the lease still counts: a fresh heartbeat, and a process that is not known dead."""
    # abs: after a clock was set back, an old heartbeat would stay fresh for too long
    return bool(holder.owner) and abs(now - holder.beat) < STALE and not _dead(holder)


def _dead(holder: Holder) -> bool:
    if holder.host != host() or os.name != "posix":
        return False  # cannot know
    try:
        os.kill(holder.pid, 0)  # signal 0 only asks
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def refusal(holder: Holder, now: float) -> str:
    """One sentence for the operator of the second bot."""
    return (
        f"Another bot is at work on this database (process {holder.pid} on "
        f"{holder.host.split()[0]}, last seen {max(0, round(now - holder.beat))} s ago). "
        f"Stop it first; if it is gone, try again in {STALE:.0f} s."
    )


class Lease:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]
    _owner: str
    shards: Shards = Shards()
    """The shards that are its own."""

    async def take_lease(self, count: int = 1, each: int = 1) -> float | None:
        """Become the one bot for a range of `each` of so many shards: the first that is free, or
        the one that it has. Raises LeaseHeld.

        A holder counts as gone after 12 s without a heartbeat, at once where its process is on
        this machine and dead. Returns when the last holder was there last; None: there was none.
        """
        now, split = self._clock(), ranges(count, each)
        rows = await self._db.read(HOLDERS)
        self._free(rows, split, now)  # who waits for one locks nobody out
        for holder in (Holder(*row[:4]) for row in rows):
            if holder.owner not in ("", self._owner) and not holds(holder, now):
                await self._db.shut_out(holder.owner)
        self._db.fence = ""
        async with self._db.transaction(ALL) as run:
            rows = await run.read(HOLDERS)
            self.shards = self._free(rows, split, now)
            found = [(Holder(*row[:4]), Shards(*row[4:])) for row in rows]
            seen = [one.beat for one, shards in found if shards == self.shards]
            seen = seen or [one.beat for one, _ in found]
            # not changed in place: so it waits for what its last holder is writing (`FENCE`)
            number = split.index(self.shards) + 1
            await run.write("DELETE FROM lease WHERE id = ? OR id > ?", number, len(split))
            await run.write(
                "INSERT INTO lease (id, owner, host, pid, beat, shards, first, last)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(number, self._owner, host(), os.getpid(), now),
                *msgspec.structs.astuple(self.shards),
            )
        self._db.fence, self._db.shared = self._owner, not self.shards.whole
        return max(seen, default=None)

    def _free(self, rows: Sequence[Row], split: Sequence[Shards], now: float) -> Shards:
        """The range to be taken. Raises LeaseHeld."""
        found = [(Holder(*row[:4]), Shards(*row[4:])) for row in rows]
        others = {}
        for holder, shards in found:
            if holder.owner == self._owner and shards in split:
                return shards
            if holds(holder, now):
                others[shards] = holder
        free = [shards for shards in split if shards not in others]
        if not free or not others.keys() <= set(split):
            raise LeaseHeld(refusal(next(iter(others.values())), now))
        return free[0]

    async def beat_lease(self) -> None:
        """The heartbeat, to be called every 5 s. Raises LeaseLost."""
        held = await self._db.write(
            "UPDATE lease SET beat = ? WHERE owner = ?", self._clock(), self._owner
        )
        if not held:
            raise LeaseLost

    async def release_lease(self) -> None:
        """Let another bot begin at once; fine if the lease is not held. Nothing is written then."""
        with contextlib.suppress(LeaseLost):
            await self._db.write(
                "UPDATE lease SET owner = '', beat = ? WHERE owner = ?", self._clock(), self._owner
            )

    # --- beside other processes ---

    @property
    def shared(self) -> bool:
        """Whether other processes may have other shards."""
        return self._db.shared

    async def listen(self, heard: Callable[[int], None]) -> None:
        """Have `heard` told the number of each game that another process writes to; 0: of any."""
        await self._db.listen(heard)

    async def revision(self, game: int) -> int:
        """The revision of a game; -1 where there is none."""
        rows = await self._db.read("SELECT rev FROM games WHERE id = ?", game)
        return int(rows[0][0]) if rows else -1
