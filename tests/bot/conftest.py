"""A world a test; the toy game beside the real ones; a log of incidents that must stay empty."""

import asyncio
import contextlib
import io
import logging
import sys
import types
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import app_commands
from PIL import Image

import engine
import renderer
from bot.channel.outbox import Outbox
from bot.channel.painter import Painter
from bot.channel.pictures import Drawn
from bot.house.pace import Pace
from bot.local import simulated
from bot.play import games
from bot.words import measure
from engine.core.view import View
from tests.bot.world import World
from tests.bot.world import world as make_world
from tests.core import toy

TOY = toy.RULES.id


async def small_picture(*_: object) -> renderer.Picture:
    """In place of the painter's work, where pictures do not matter."""
    out = io.BytesIO()
    Image.new("P", (8, 8)).save(out, "PNG")
    return renderer.Picture(out.getvalue(), 8, 8, "a small picture")


@pytest.fixture(scope="session", autouse=True)
def bases(request: pytest.FixtureRequest) -> None:
    """The maps of all games are drawn before a test waits for a picture, and the headings of their
    rules are read before a toy without a rulebook is among them; not for the browser's tests,
    whose bot is a process of its own."""
    if all("test_browser" in item.nodeid for item in request.session.items):
        return
    engine.rule_name("")
    for game in renderer.GAMES:
        renderer.warm(game)


@pytest.fixture(scope="session", autouse=True)
def translated_once() -> Iterator[None]:
    """What a command says in each of Discord's languages is worked out once, not for every bot."""
    known: dict[bytes, dict[str, Any]] = {}

    def remembered(work: Callable[..., Any]) -> Callable[..., Any]:
        async def payload(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
            key = msgspec.json.encode([str(type(translator)), command.to_dict(tree)])
            if key not in known:
                known[key] = await work(command, tree, translator)
            return known[key]

        return payload

    with pytest.MonkeyPatch.context() as patch:
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            work = remembered(kind.get_translated_payload)
            patch.setattr(kind, "get_translated_payload", work)
        yield


@pytest.fixture(autouse=True)
def painter_inside() -> Iterator[None]:
    """Pictures are painted in this process, where a test can put its hand in."""

    async def work(_: Painter, what: Drawn) -> renderer.Picture:
        return await asyncio.to_thread(what.paint)

    with pytest.MonkeyPatch.context() as patch:  # of its own: tests undo theirs
        patch.setattr(Painter, "work", work)
        patch.setattr(Painter, "warm", lambda *_: None)
        yield


@pytest.fixture(autouse=True)
def incidents(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Unexpected errors. A test that provokes one empties the list."""
    found: list[str] = []

    class Catch(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    handler = Catch(level=logging.ERROR)
    logging.getLogger("bot").addHandler(handler)
    yield found
    logging.getLogger("bot").removeHandler(handler)
    assert not found, found


@pytest.fixture(autouse=True)
def within_limits() -> Iterator[list[str]]:
    """Whatever a test has the bot send is held to Discord's limits, so that no command, layout,
    list or file escapes. A test that goes beyond them on purpose empties the list."""
    found: list[str] = []

    def between(
        method: str, path: str, body: Any, files: Sequence[Any], send: Callable[[], Any]
    ) -> Any:
        sizes = [len(file.data) for file in files if hasattr(file, "data")]
        found.extend(f"{path}: {said}" for said in measure.problems(method, path, body, sizes))
        return send()

    with simulated.on_the_wire(between):
        yield found
    assert not found, found


@pytest.fixture(autouse=True)
def paced() -> Iterator[list[str]]:
    """Whatever is drawn for one person takes one of their paces first, in the same breath."""
    taken: dict[asyncio.Task[Any] | None, set[int]] = {}
    found: list[str] = []
    take, paint = Pace.take, Outbox.paint

    def noted(pace: Pace, user: int) -> None:
        take(pace, user)
        if pace._times <= FEW:
            with contextlib.suppress(RuntimeError):  # a pace alone, where no bot runs
                taken.setdefault(asyncio.current_task(), set()).add(user)

    async def looked_at(outbox: Outbox, what: Drawn, style: Any, who: int) -> renderer.Picture:
        task = asyncio.current_task()
        if task is None or who not in taken.get(task, ()):
            found.append(f"a picture without a pace: {what!r:.200}")
        return await paint(outbox, what, style, who)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pace, "take", noted)
        patch.setattr(Outbox, "paint", looked_at)
        yield found
    assert not found, found


FEW = 4
"""The paces of what is drawn and of what calls others; that of all acts is wider."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with known secrets play alike at every run."""
    monkeypatch.setattr(games.os, "urandom", lambda count: b"7" * count)


@pytest.fixture
def skirmish(monkeypatch: pytest.MonkeyPatch) -> str:
    """Puts the toy game on the shelf, with a painter for it; its id."""
    module = types.ModuleType("rules")
    module.RULES = toy.RULES  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"engine.games.{TOY}.rules", module)
    monkeypatch.setattr(engine, "ROOMS", (*engine.ROOMS, TOY))
    real = renderer.render

    def render(
        view: View, entries: object = (), mode: str = "crop", **style: object
    ) -> renderer.Picture:
        if view.game != TOY:
            return real(view, entries, mode, **style)  # type: ignore[arg-type]
        out = io.BytesIO()
        Image.new("P", (8, 8)).save(out, "PNG")
        return renderer.Picture(out.getvalue(), 8, 8, f"{mode} map of turn {view.turn}")

    monkeypatch.setattr(renderer, "render", render)
    return TOY


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with make_world(tmp_path) as made:
        yield made
