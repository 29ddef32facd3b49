"""`python -m bot`: one bot a database, clear last lines, no traceback."""

import asyncio
import json
import logging
import os
import pkgutil
import re
import signal
import subprocess
import sys
import time
import tomllib
from datetime import datetime
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.__main__ import DRAIN, _Json, main, run
from bot.client import Umpire
from bot.settings import Settings, load
from storage import Store
from tests.bot.world import world

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    env = tmp_path / ".env"
    env.write_text(f"DISCORD_TOKEN=MTIz.abc.def\nUMPIRE_DATABASE={tmp_path / 'umpire.db'}\n")
    return load(env)


def refuse_with(error: Exception) -> object:
    async def start(self: Umpire, token: str) -> None:
        raise error

    return start


class Answer:
    """What discord.py needs of an HTTP answer."""

    status = 401
    reason = "Unauthorized"


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (discord.LoginFailure("bad"), 2, "Discord refused DISCORD_TOKEN"),
        (aiohttp.ClientConnectionError("no route"), 1, "cannot be reached"),
        (discord.HTTPException(Answer(), "busy"), 1, "did not let the bot start"),
    ],
)
async def test_what_ends_the_start_is_one_line(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    code: int,
    words: str,
) -> None:
    monkeypatch.setattr(Umpire, "start", refuse_with(error))
    assert await run(settings) == code
    told = capsys.readouterr().err
    assert words in told and len(told.strip().splitlines()) == 1


async def test_a_database_in_use_is_one_line_and_nothing_is_touched(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Store.open(settings.database) as store:
        await store.take_lease()
        assert await run(settings) == 1
        await store.beat_lease()
    told = capsys.readouterr().err
    assert "Another bot is at work" in told and len(told.strip().splitlines()) == 1


@pytest.mark.parametrize("local_mode", [False, True])
@pytest.mark.parametrize("content", [b"dear diary, " * 100, b"SQLite format 3\0" + b"\xff" * 4_000])
def test_a_damaged_database_is_one_line(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    local_mode: bool,
) -> None:
    Path(settings.database).write_bytes(content)
    if local_mode:
        code = main(["--local", "--db", str(settings.database)])
    else:
        code = asyncio.run(run(settings))
    assert code == 1
    told = capsys.readouterr().err
    assert "cannot be used" in told and len(told.strip().splitlines()) == 1
    assert Path(settings.database).read_bytes() == content


def test_help_names_local_mode(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0 and "--local" in capsys.readouterr().out


def local(database: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "--local", "--db", str(database)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_bot_on_one_file_says_so_and_ends(tmp_path: Path) -> None:
    first = local(tmp_path / "umpire.db")
    assert first.stdout is not None
    try:
        assert re.search(r"http://127\.0\.0\.1:\d+/", first.stdout.readline())
        second = local(tmp_path / "umpire.db")
        out, err = second.communicate(timeout=60)
        assert second.returncode == 1 and out == ""
        assert len(err.strip().splitlines()) == 1
        assert f"process {first.pid}" in err
        assert first.poll() is None
    finally:
        first.send_signal(signal.SIGINT)
        _, err = first.communicate(timeout=60)
    assert first.returncode == 0 and "Traceback" not in err


@pytest.mark.skipif(os.name != "posix", reason="is about signals of POSIX systems")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_play_that_is_stopped_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    play = subprocess.Popen(
        [sys.executable, "-m", "bot", "--local"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        start_new_session=True,  # a terminal sends its signal to all of them
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert play.stdout is not None and "http://" in play.stdout.readline()
    assert list(tmp_path.iterdir()), "its games are kept somewhere"
    os.killpg(play.pid, how)
    _, err = play.communicate(timeout=60)
    assert play.returncode == 0 and err == ""
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(play.pid, 0)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_painters_end_with_the_bot(tmp_path: Path, how: signal.Signals) -> None:
    """They are begun at the start for the games that are under way."""

    async def begun() -> None:
        async with world(tmp_path) as here:
            await here.begin("iron_blood")

    asyncio.run(begun())
    play = local(tmp_path / "umpire.db")
    assert play.stdout is not None and "http://" in play.stdout.readline()
    painters = children(play.pid)
    play.send_signal(how)
    _, err = play.communicate(timeout=60)
    assert play.returncode == 0 and err == ""
    assert painters and not any(Path(f"/proc/{child}").exists() for child in painters)


def children(process: int) -> list[str]:
    """The processes that another one has begun, once there are any."""
    for _ in range(100):
        found = [
            child
            for task in Path(f"/proc/{process}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        if found:
            return found
        time.sleep(0.1)
    return []


@pytest.mark.parametrize("port", ["70000", "-1", "x", "9" * 5000])
def test_a_port_that_is_none_is_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--local", f"--port={port}"])
    assert end.value.code == 2 and "is no port" in capsys.readouterr().err


def test_make_play_takes_a_port_and_a_file(tmp_path: Path) -> None:
    shown = subprocess.run(
        ["make", "-n", "play", "PORT=8123", "DB=my games.db", "STAMP=Makefile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "-m bot --local --db 'my games.db' --port 8123" in shown
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make play PORT=" in readme and " DB=" in readme


def test_a_stopped_bot_frees_the_file_at_once(tmp_path: Path) -> None:
    for _ in range(2):
        bot = local(tmp_path / "umpire.db")
        assert bot.stdout is not None and "http://" in bot.stdout.readline()
        bot.send_signal(signal.SIGINT)
        bot.communicate(timeout=60)
        assert bot.returncode == 0


RUNS = """
import asyncio, sys
from pathlib import Path
import bot.__main__ as process
from bot.channel.outbox import Outbox
from bot.client import Umpire
from discord.ext import commands

async def start(self, token):
    print("up", flush=True)
    while not self.is_closed():
        await asyncio.sleep(0.05)

async def for_ever(*_):
    await asyncio.sleep(3600)

Umpire.start = start
if sys.argv[1] == "stuck":
    Outbox.drained = for_ever
    process.DRAIN = 1.0
sys.exit(process.main([]))
"""
"""The real process, with nobody at the other end of its line."""


def at_work(folder: Path, how: str = "well", **settings: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", RUNS, how],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "MTIz.abc.def", **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    return process


async def test_a_bot_that_is_asked_to_stop_drains_and_lets_go(tmp_path: Path) -> None:
    process = at_work(tmp_path)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in err
    assert "asked to stop" in err and "next start" not in err
    async with await Store.open(tmp_path / "umpire.db") as store:
        await store.take_lease()


async def test_a_stop_that_takes_too_long_is_cut_short(tmp_path: Path) -> None:
    assert DRAIN < 10, "what stops us kills after ten seconds"
    process = at_work(tmp_path, "stuck")
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "it goes on at the next start" in err
    assert time.monotonic() - began >= 0.9
    async with await Store.open(tmp_path / "umpire.db") as store:
        await store.take_lease()  # at once: its process is gone


def test_a_log_of_json_has_one_object_a_line(tmp_path: Path) -> None:
    process = at_work(tmp_path, UMPIRE_LOG_FORMAT="json")
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    told = [json.loads(line) for line in err.splitlines()]
    [stop] = [one for one in told if "asked to stop" in one["message"]]
    assert (stop["level"], stop["logger"]) == ("info", "bot")
    assert datetime.fromisoformat(stop["time"]).tzinfo is not None


def test_a_traceback_stays_within_its_line_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "bot", logging.ERROR, "", 0, "failed: %s", ("ü",), sys.exc_info()
        )
    [line] = _Json().format(record).splitlines()
    told = json.loads(line)
    assert told["message"] == "failed: ü" and "ValueError: two\nlines" in told["error"]


def test_umpire_is_a_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert pkgutil.resolve_name(project["scripts"]["umpire"]) is main


async def test_a_bot_that_closes_lets_go_of_the_lease(tmp_path: Path) -> None:
    async with Umpire(tmp_path / "umpire.db") as bot:
        await bot.open()
    async with await Store.open(tmp_path / "umpire.db") as store:
        await asyncio.wait_for(store.take_lease(), 5)
