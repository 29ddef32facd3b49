"""A process killed at any moment loses nothing that was acknowledged."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing
from pathlib import Path

import pytest

import storage

KILLS = 25
CHILD = Path(__file__).with_name("crash_child.py")


def killed_run(database: str, delay: float) -> list[int]:
    """Let the child write for `delay` seconds after its first write; the acknowledged numbers."""
    root = Path(storage.__file__).parents[1]
    child = subprocess.Popen(
        [sys.executable, str(CHILD), database],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    first = child.stdout.readline()
    time.sleep(delay)
    child.kill()
    rest, errors = child.communicate()
    assert first, errors  # it began at once: the lease of a dead process does not count
    lines = (first + rest).splitlines()
    if not rest.endswith("\n"):
        lines = lines[: len(lines) - bool(rest)]  # cut in the middle
    return [int(line.split()[1]) for line in lines]


async def check(database: str, acknowledged: list[int]) -> None:
    """Each acknowledged write is there with its posts, and the whole fits together."""
    if "://" not in database:
        with closing(sqlite3.connect(database)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    async with await storage.Store.open(database) as store:
        read = store._db.read
        [(seq, rev, door, state)] = await read("SELECT seq, rev, door, state FROM games")
        written = [row[0] for row in await read("SELECT seq FROM actions ORDER BY seq")]
        assert written == list(range(1, seq + 1))
        assert set(acknowledged) <= set(written)
        assert rev == seq + 1  # the start was the first write
        posts = await read("SELECT seq, COUNT(*) FROM outbox GROUP BY seq ORDER BY seq")
        assert posts == [(n, 2) for n in written]
        snapshots = await read("SELECT seq, state FROM snapshots ORDER BY seq")
        assert zlib.decompress(snapshots[-1][1]) == state
        standing = await read(
            "SELECT seq FROM actions WHERE kind <> 'undo' AND undone_by IS NULL AND seq > ?"
            " ORDER BY seq",
            door,
        )
        kept = [n for n, _ in snapshots if n > door]
        assert kept == [row[0] for row in standing]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX systems")
def test_killed_at_random_moments(database):
    rng = random.Random(20)
    acknowledged: list[int] = []
    for _ in range(KILLS):
        acknowledged += killed_run(database, rng.uniform(0, 0.06))
        asyncio.run(check(database, acknowledged))
    assert acknowledged == sorted(set(acknowledged))
    assert len(acknowledged) >= KILLS
