"""The painters: processes beside the bot, in turn between those who wait; one may die."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator

import pytest

import engine
import renderer
from bot.channel import painter
from bot.channel.easel import Answer
from bot.channel.painter import Easel, NoPicture, Painter
from bot.channel.pictures import Held, Painting, Warm
from bot.house import tally

WORK, WARM = Painter.work, Painter.warm


@pytest.fixture
async def beside(monkeypatch: pytest.MonkeyPatch, painter_inside: None) -> AsyncIterator[Painter]:
    """One that does paint in a process of its own."""
    monkeypatch.setattr(Painter, "work", WORK)
    monkeypatch.setattr(Painter, "warm", WARM)
    made = Painter()
    yield made
    made.close()


class Heard:
    """Whose place another took, and why."""

    def __init__(self) -> None:
        self.why: list[str] = []

    def replaced(self, why: str) -> None:
        self.why.append(why)

    def took(self, step: str, seconds: float) -> None: ...


@pytest.fixture
def heard() -> Iterator[list[str]]:
    listener = Heard()
    with tally.heard_by(listener):  # type: ignore[arg-type]
        yield listener.why


def process_of(easels: list[Easel]) -> subprocess.Popen[bytes]:
    [process] = [easel.process for easel in easels if easel.process is not None]
    return process


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

    class Clock(Heard):
        def took(self, step: str, seconds: float) -> None:
            times.append((step, seconds))

    with tally.heard_by(Clock()):  # type: ignore[arg-type]
        await beside.paint(a_map(), 1)
        monkeypatch.setattr(painter, "LONGEST", 0.0)
        with pytest.raises(NoPicture):
            await beside.paint(a_map(), 1)
    [(step, seconds)] = times  # what did not come to its end has no time
    assert step == "drawing" and seconds > 0


async def test_a_painter_that_died_is_started_anew(beside: Painter, heard: list[str]) -> None:
    await beside.paint(a_map(), 1)
    process = process_of(beside.easels)
    process.kill()
    process.wait()
    assert (await beside.paint(a_map(), 1)).png
    assert process_of(beside.easels) is not process
    assert heard == [], "it died over no picture"


async def test_a_picture_over_which_its_painter_died_is_tried_once_more(
    beside: Painter, heard: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    await beside.paint(a_map(), 1)
    process = process_of(beside.easels)
    dying = asyncio.create_task(beside.paint(a_map("full"), 1))
    await asyncio.sleep(0.02)
    process.kill()
    assert (await dying) == a_map("full").paint()
    assert process_of(beside.easels) is not process
    assert heard == ["died"] and "ended over Painting" in caplog.text


class Deadly(Held):
    """Takes its painter down."""

    def paint(self) -> renderer.Picture:
        os.abort()


async def test_a_picture_that_takes_painters_down_is_missing_and_no_other(
    beside: Painter, heard: list[str]
) -> None:
    with pytest.raises(NoPicture, match="and so did"):
        await beside.paint(Deadly((), ""), 1)
    assert (await beside.paint(a_map(), 1)).png
    assert heard == ["died", "died"]


async def test_a_painter_that_has_grown_is_replaced_between_two_pictures(
    beside: Painter, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await beside.paint(a_map(), 1)
    process = process_of(beside.easels)
    assert 10 < beside.easels[0].held < painter.MOST, "MB of its own"
    assert (await beside.paint(a_map(), 1)) == first and process_of(beside.easels) is process
    monkeypatch.setattr(painter, "MOST", 10.0)
    assert (await beside.paint(a_map(), 1)) == first, "the picture itself is not lost"
    assert process.poll() is not None
    assert (await beside.paint(a_map(), 1)) == first
    assert heard == ["grown", "grown"]


async def test_warm_maps_are_at_hand_once_and_pictures_come_between(beside: Painter) -> None:
    order: list[str] = []
    done = beside._done

    async def noted(what: object) -> renderer.Picture | None:
        order.append(f"{what.game} is warm" if isinstance(what, Warm) else "a picture")
        return await done(what)  # type: ignore[arg-type]

    beside._done = noted  # type: ignore[method-assign]
    beside.warm(["iron_blood", "no_retreat", "iron_blood"])
    await asyncio.sleep(0)
    assert (await beside.paint(a_map(), 1)).png
    beside.warm(["iron_blood"])
    await asyncio.gather(*beside._warming)
    assert order == ["iron_blood is warm", "a picture", "no_retreat is warm"]
    assert beside.easels[-1].games == {"iron_blood", "no_retreat"}


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


async def test_no_more_paint_at_once_than_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each works alone; where one has nothing to do, no other is started."""
    at_once, most = 0, 0

    def ask(easel: Easel, what: object) -> Answer:
        nonlocal at_once, most
        at_once, most = at_once + 1, max(most, at_once + 1)
        assert easel.busy
        time.sleep(0.01)
        at_once -= 1
        return Answer(renderer.Picture(b"", 0, 0, ""), 20.0)

    monkeypatch.setattr(Painter, "work", WORK)
    monkeypatch.setattr(Easel, "ask", ask)
    pool = Painter(3)
    for who in range(4):
        await pool.paint(a_map(), who)
    assert len(pool.easels) == 1
    await asyncio.gather(*(pool.paint(a_map(), who) for who in range(12)))
    assert len(pool.easels) == most == 3
    pool.close()


async def test_two_paint_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", WORK)
    pool = Painter(2)
    try:
        maps = [a_map(), a_map("full"), a_map("overview")]
        made = await asyncio.gather(*(pool.paint(each, n) for n, each in enumerate(maps)))
        assert made == [each.paint() for each in maps]
        assert len({easel.process.pid for easel in pool.easels if easel.process}) == 2
    finally:
        pool.close()


@pytest.mark.parametrize("many", [1, 2, 3])
async def test_a_busy_channel_holds_up_nobody_else(
    monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """Whoever waits comes behind one picture of each other, however many more they want: a
    channel with a long film has one turn between two of theirs."""
    done: list[int] = []

    async def work(_: Painter, what: Painting | Held) -> renderer.Picture:
        await asyncio.sleep(0)
        return renderer.Picture(b"", 0, 0, "")

    monkeypatch.setattr(Painter, "work", work)
    fair = Painter(many)

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
            "import time\nfrom bot.channel.painter import Easel\n"
            "print(Easel()._started().pid, flush=True)\ntime.sleep(600)",
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
