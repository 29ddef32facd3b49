"""A PostgreSQL for the tests, for as long as a command runs: `python -m tests.postgres make test`.

It has its own folder, listens at no port, keeps nothing, and runs as an ordinary user: as
`postgres` where we are root. Its address is in UMPIRE_TEST_POSTGRES. Where there is no PostgreSQL
the command runs without, and its tests say so; with UMPIRE_POSTGRES=needed that is a failure.
"""

import asyncio
import glob
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

ADDRESS = "UMPIRE_TEST_POSTGRES"
NEEDED = "UMPIRE_POSTGRES"

SETTINGS = (
    "listen_addresses=",
    "max_connections=100",
    "fsync=off",  # a test's server may forget all when the machine fails; commits stay commits
    "full_page_writes=off",
    "shared_buffers=32MB",
)


class Missing(Exception):
    """There is no PostgreSQL here, or it does not start."""


def programs() -> Path:
    """The folder of `initdb`: Debian's newest, or where the path leads."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: (len(p), p))
    program = found[-1] if found else shutil.which("initdb")
    if program is None:
        raise Missing("no PostgreSQL is installed (Debian: apt-get install postgresql)")
    return Path(program).parent


def _user() -> dict[str, Any]:
    """As whom it runs: it refuses to be root's."""
    if os.geteuid() != 0:
        return {}
    try:
        who = pwd.getpwnam("postgres")
    except KeyError:
        raise Missing("there is no user `postgres`, and root's it must not be") from None
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def server() -> Iterator[str]:
    """Meanwhile it runs; its address. Raises Missing."""
    folder, who = programs(), _user()
    with tempfile.TemporaryDirectory(prefix="umpire-pg-", ignore_cleanup_errors=True) as place:
        if who:
            os.chown(place, who["user"], who["group"])
        data = f"{place}/data"

        def run(program: str, *arguments: str) -> None:
            done = subprocess.run(
                [folder / program, "-D", data, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
                stderr=subprocess.STDOUT,
                text=True,
                cwd=place,
                **who,
            )
            if done.returncode:
                raise Missing(f"{program} failed: {(done.stdout or 'see its log').strip()[-300:]}")

        encoding = ("-E", "UTF8", "--locale=C")
        run("initdb", "-A", "trust", "-U", "umpire", "--no-sync", *encoding)
        options = " ".join(f"-c {one}" for one in SETTINGS)
        run("pg_ctl", "-w", "-s", "-l", f"{place}/log", "-o", f"-k {place} {options}", "start")
        try:
            yield f"postgresql://umpire@/postgres?host={place}"
        finally:
            run("pg_ctl", "-w", "-s", "-m", "immediate", "stop")


def fresh() -> str:
    """The address of a database with nothing in it: a schema of its own. Skips without a server."""
    address = os.environ.get(ADDRESS)
    if not address:
        pytest.skip("no PostgreSQL: see tests/postgres.py")
    schema = f"test_{secrets.token_hex(8)}"

    async def create() -> None:
        connection = await asyncpg.connect(address)
        try:
            await connection.execute(f"CREATE SCHEMA {schema}")
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as aside:  # the caller's thread may have a loop
        aside.submit(asyncio.run, create()).result()
    named = f"search_path={schema}&application_name={schema}"
    return f"{address}{'&' if '?' in address else '?'}{named}"


def main(command: list[str]) -> int:
    """The exit code of the command."""
    if ADDRESS in os.environ:  # somebody's own server
        return subprocess.call(command)
    try:
        with server() as address:
            return subprocess.call(command, env={**os.environ, ADDRESS: address})
    except Missing as error:
        if os.environ.get(NEEDED) == "needed":
            print(f"PostgreSQL is needed: {error}", file=sys.stderr)
            return 1
        print(f"Without PostgreSQL, its tests are skipped: {error}.", file=sys.stderr)
        return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
