"""The painter: a process beside the bot, fair between those who wait; not missed when it dies."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import pytest

import engine
import renderer
from bot.channel import painter
from bot.channel.painter import NoPicture, Painter
from bot.channel.pictures import Held, Painting
from bot.house import tally

WORK = Painter.work


@pytest.fixture
async def beside(monkeypatch: pytest.MonkeyPatch, painter_inside: None) -> AsyncIterator[Painter]:
    """One that does paint in a process of its own."""
    monkeypatch.setattr(Painter, "work", WORK)
    made = Painter()
    yield made
    made.close()


def a_map(mode: str = "crop") -> Painting:
    game = engine.new_game("iron_blood", secret=b"painter" * 4)
    return Painting(game.view(None), (), mode)


async def test_it_paints_the_same_as_inside(beside: Painter) -> None:
    game = engine.new_game("no_retreat", secret=b"painter" * 4)
    for what in (
        a_map("full"),
        Painting(game.view(None), (), "full", overlay=game.overlay("supply"), theme="dark"),
        Held(game.hand("axis"), "Axis", large=True),
    ):
        picture = await beside.paint(what, 1)
        assert picture == what.paint()


async def test_it_works_beside_the_loop(beside: Painter) -> None:
    await beside.paint(a_map(), 1)
    longest, last = 0.0, time.process_time()
    painting = asyncio.create_task(beside.paint(a_map("full"), 1))
    while not painting.done():
        await asyncio.sleep(0.002)
        now = time.process_time()
        longest, last = max(longest, now - last), now
    assert longest < 0.05, "this process did not draw"


async def test_drawing_is_timed_where_somebody_listens(
    beside: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[tuple[str, float]] = []

    class Clock:
        def took(self, step: str, seconds: float) -> None:
            times.append((step, seconds))

    with tally.heard_by(Clock()):
        await beside.paint(a_map(), 1)
        monkeypatch.setattr(painter, "LONGEST", 0.0)
        with pytest.raises(NoPicture):
            await beside.paint(a_map(), 1)
    [(step, seconds)] = times  # what did not come to its end has no time
    assert step == "drawing" and seconds > 0


async def test_a_painter_that_died_is_started_anew(beside: Painter) -> None:
    await beside.paint(a_map(), 1)
    process = beside._process
    assert process is not None
    process.kill()
    process.wait()
    assert (await beside.paint(a_map(), 1)).png
    assert beside._process is not process


async def test_a_picture_that_takes_the_painter_down_is_missing_and_no_other(
    beside: Painter,
) -> None:
    await beside.paint(a_map(), 1)
    dying = asyncio.create_task(beside.paint(a_map("full"), 1))
    await asyncio.sleep(0.02)
    assert beside._process is not None
    beside._process.kill()
    with pytest.raises(NoPicture):
        await dying
    assert (await beside.paint(a_map(), 1)).png


async def test_a_picture_that_cannot_be_drawn_says_why(beside: Painter) -> None:
    with pytest.raises(NoPicture, match="KeyError"):
        await beside.paint(Painting(a_map().view, (), "no such mode"), 1)
    assert (await beside.paint(a_map(), 1)).png


async def test_a_picture_that_takes_too_long_holds_up_nobody_else(
    beside: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beside.paint(a_map(), 1)
    with monkeypatch.context() as short:
        short.setattr(painter, "LONGEST", 0.001)
        with pytest.raises(NoPicture, match="more than"):
            await beside.paint(a_map("full"), 1)
    assert (await beside.paint(a_map(), 1)).png


async def test_a_busy_channel_holds_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits comes behind one picture of each other, however many more they want."""
    done: list[int] = []

    async def work(_: Painter, what: Painting | Held) -> renderer.Picture:
        await asyncio.sleep(0)
        return renderer.Picture(b"", 0, 0, "")

    monkeypatch.setattr(Painter, "work", work)
    fair = Painter()

    async def ask(who: int) -> None:
        await fair.paint(a_map(), who)
        done.append(who)

    await asyncio.gather(*(ask(1) for _ in range(20)), ask(2), ask(3))
    assert max(done.index(2), done.index(3)) <= 3, done
    assert done.count(1) == 20


def test_the_process_ends_with_the_bot_however_that_ends() -> None:
    """Killed, too: its input ends then."""
    bot = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import time\nfrom bot.channel.painter import Painter\nmade = Painter()\n"
            "print(made._running().pid, flush=True)\ntime.sleep(600)",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bot.stdout is not None
    pid = int(bot.stdout.readline())
    bot.kill()
    bot.wait()
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _zombie(pid):
            return
        time.sleep(0.1)
    raise AssertionError("the painter is still there")


def _zombie(pid: int) -> bool:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"


def test_the_process_holds_nothing_that_painting_does_not_need() -> None:
    asked = "import sys, bot.channel.easel; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert not {"asyncio", "babel", "discord", "logging", "storage"} & set(done.stdout.split())
