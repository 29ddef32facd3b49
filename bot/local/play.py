"""The real bot in a simulated Discord, in the browser: `make play`.

Nothing leaves this machine: all pages are served on 127.0.0.1, each behind an
address that nobody can guess. One index page links them.
"""

import asyncio
import contextlib
import html
import secrets
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.local import simulated
from bot.play import posts

PLAYERS = ("anna", "boris")
WATCHER = "clara"
CHANNEL = "eastern-front"
SECOND = "second-front"
THREAD = "night-watch"


@dataclass(frozen=True)
class Surface:
    """One page: a channel as one person sees it."""

    person: str
    place: str
    url: str


@dataclass(frozen=True)
class Local:
    """A running simulation."""

    index: str
    surfaces: list[Surface]
    bot: Umpire


@asynccontextmanager
async def running(database: Path | str, port: int = 0) -> AsyncIterator[Local]:
    """The bot on `database` with its pages served. Raises StoreError if it is in use."""
    # time.time is the wall clock also in the simulation, and the lease needs it
    bot = Umpire(database, clock=time.time, house=AT_ONCE)
    await bot.open()
    env = simulated.env_for(bot)
    guild = env.create_guild("Umpire's table")
    channel = guild.create_text_channel(CHANNEL)
    people = [guild.add_member(env.create_user(name)) for name in (*PLAYERS, WATCHER)]
    # made last: the ids of those before them stand in databases
    second = guild.create_text_channel(SECOND)
    thread = simulated.thread_in(env, channel, THREAD, people[0])
    simulated.name_bot(env, "Umpire")
    simulated.use_present_time(env)
    with simulated.short_settle(), simulated.words_read_once():
        async with simulated.running(env):
            surfaces, windows, turn = [], [], asyncio.Lock()
            for person in people:
                for place, where, viewer in (
                    (f"#{CHANNEL}", channel, person),
                    (f"its thread {THREAD}", thread, person),
                    (f"#{SECOND}", second, person),
                    ("direct messages", person.user.dm_channel, person.user),
                ):
                    windows.append(simulated.Window(env, where, viewer, turn))
                    surfaces.append(Surface(person.name, place, await windows[-1].open()))
            driver = asyncio.create_task(simulated.drive(env, windows, turn))
            await _resume(bot)
            try:
                async with _serve(page(surfaces), port) as index:
                    yield Local(index, surfaces, bot)
            finally:
                driver.cancel()
                for window in windows:
                    await window.close()
                await bot.close()


async def _resume(bot: Umpire) -> None:
    """Show the games that go on: this world has forgotten what was posted in the one before."""
    games = bot.desk.games
    for row in await bot.desk.store.open_games():
        table = await games.get(row.id)
        if table.game is not None:
            await games.post(table, *posts.resumed(row))
        bot.desk.outbox.repair(table)


async def play(database: str | None, port: int = 0) -> None:
    """Run until interrupted or ended. Without a `database` the games are gone afterwards."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # where there are no signals
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, ended.set)
    folder = tempfile.TemporaryDirectory(prefix="umpire-") if database is None else nullcontext()
    with folder as name:
        async with running(database or Path(str(name)) / "umpire.db", port) as local:
            print(f"Umpire plays in a simulated Discord: {local.index}", flush=True)
            print("Open it in a browser; Ctrl-C ends it.", flush=True)
            await ended.wait()


@asynccontextmanager
async def _serve(text: str, port: int) -> AsyncIterator[str]:
    """Serve the index page; its URL."""
    key = secrets.token_urlsafe(16)

    async def answer(_: web.Request) -> web.Response:
        return web.Response(
            text=text,
            content_type="text/html",
            headers={"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"},
        )

    app = web.Application()
    app.router.add_get(f"/{key}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/{key}"
    finally:
        await runner.cleanup()


def page(surfaces: list[Surface]) -> str:
    """The index page."""
    rows = []
    for person in dict.fromkeys(surface.person for surface in surfaces):
        part = "player" if person in PLAYERS else "spectator"
        links = " · ".join(
            f'<a target="_blank" rel="noreferrer" href="{html.escape(s.url)}">'
            f"{html.escape(s.place)}</a>"
            for s in surfaces
            if s.person == person
        )
        rows.append(f"<tr><th>{html.escape(person)}</th><td>{part}</td><td>{links}</td></tr>")
    return PAGE.replace("ROWS", "\n".join(rows))


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Umpire, simulated Discord</title>
<meta name="viewport" content="width=device-width">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { text-align: left; padding: .4rem 1rem .4rem 0 }
code { background: #eee; padding: .1rem .3rem; border-radius: .2rem }
</style></head><body>
<h1>Umpire in a simulated Discord</h1>
<p>This is the real bot; the Discord around it is simulated on this machine. Open one window a
person.</p>
<table>
ROWS
</table>
<p>Begin in a channel window with <code>/game new</code>: choose the game, and
<code>practice: True</code> to play against the practice opponent at once. Or let the other
player <code>/game join</code>, then <code>/game start</code>.</p>
</body></html>
"""
