"""A world a test; the toy game beside the real ones; a log of incidents that must stay empty."""

import asyncio
import io
import logging
import sys
import types
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PIL import Image

import engine
import renderer
from bot.channel.painter import Painter
from bot.channel.pictures import Drawn
from bot.play import games
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
def bases() -> None:
    """The maps of all games are drawn before a test waits for a picture."""
    for game in renderer.GAMES:
        renderer.warm(game)


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
