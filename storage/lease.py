"""One bot a database: who holds the lease and whether that process is still there."""

import os
import socket
from collections.abc import Callable

import msgspec

from storage.database import ALL, Database
from storage.errors import LeaseHeld, LeaseLost
from storage.rows import upsert
from storage.shards import Shards

BEAT = 5.0  # seconds between two heartbeats of the holder
STALE = 15.0  # seconds without a heartbeat after which anyone may take the lease over


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

    async def take_lease(self) -> float | None:
        """Become the one bot of this database. Raises LeaseHeld.

        A holder counts as gone after 15 s without a heartbeat, at once where its process is on
        this machine and dead. Returns when the last holder was there last; None: there was none.
        """
        now, seen = self._clock(), None
        async with self._db.transaction(ALL) as run:
            rows = await run.read("SELECT owner, host, pid, beat FROM lease")
            for holder in (Holder(*row) for row in rows):
                if holder.owner != self._owner and holds(holder, now):
                    raise LeaseHeld(refusal(holder, now))
                seen = holder.beat
            await run.write(
                upsert("lease", "id", "owner", "host", "pid", "beat"),
                1,
                self._owner,
                host(),
                os.getpid(),
                now,
            )
        return seen

    async def beat_lease(self) -> None:
        """The heartbeat, to be called every 5 s. Raises LeaseLost."""
        held = await self._db.write(
            "UPDATE lease SET beat = ? WHERE owner = ?", self._clock(), self._owner
        )
        if not held:
            raise LeaseLost

    async def release_lease(self) -> None:
        """Let another bot begin at once; fine if the lease is not held."""
        await self._db.write(
            "UPDATE lease SET owner = '', beat = ? WHERE owner = ?", self._clock(), self._owner
        )
