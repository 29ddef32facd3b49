"""Two hundred games in two hundred channels, five orders a second: `make soak`.

The real bot with its store, its outbox and its painter; only Discord is a stub, which
takes what is sent after a moment. Figures go by the clock on the wall, so that they
hold on a machine that has nothing else to do.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord

import engine
from bot.__main__ import keep_still
from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.play.table import Table
from bot.words.refusal import Refusal
from engine.core.errors import OrderError
from storage import Store
from tests.postgres import fresh

GAMES = 200
RATE = 5.0
SECONDS = 180.0
ANSWERS = 0.03
"""Seconds that the stub takes for an answer."""
OPTIONS: dict[str, dict[str, Any]] = {
    "iron_blood": {},
    "no_retreat": {},
    "race_to_moscow": {"sides": ["gray", "brown"]},
}
BEGUN = 40
"""Orders that a game may be old when it begins."""
TICK = 0.005

BARS = {
    "order to posted picture, p95, ms": 400.0,
    "loop held at most, ms": 100.0,
    "memory of bot and painter, MB": 300.0,
}


class Stub:
    """Discord's side of the HTTP client."""

    def __init__(self) -> None:
        self.messages = 0

    async def request(
        self,
        route: discord.http.Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Sequence[dict[str, Any]] | None = None,
        **more: Any,
    ) -> Any:
        await asyncio.sleep(ANSWERS)
        body = more.get("json") or {}
        if form:
            body = json.loads(
                next(part["value"] for part in form if part["name"] == "payload_json")
            )
        self.messages += route.method == "POST"
        return {
            "id": str(10**18 + self.messages),
            "channel_id": str(route.channel_id),
            "author": {"id": "1", "username": "umpire", "discriminator": "0", "avatar": None},
            "content": body.get("content", ""),
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "components": body.get("components", []),
        }


class Soak:
    """The run and what it measures."""

    def __init__(self, bot: Umpire, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds
        self.dice = random.Random(1)
        self.given: dict[tuple[int, int], float] = {}
        """Game and number of an order -> when it was given."""
        self.answered: list[float] = []
        self.posted: list[float] = []
        self.held: list[float] = []
        self.busy: list[float] = []
        """The processor's time of the loop's thread alone, over the same spans."""
        self.memory: list[float] = []
        self.refused = 0

    async def games(self) -> list[Table]:
        """All games in their channels, somewhere in their first turns."""
        found = []
        for number in range(GAMES):
            game_id = list(OPTIONS)[number % len(OPTIONS)]
            info = engine.catalogue()[game_id]
            scenario = next(iter(info.scenarios))
            options = engine.new_game(game_id, scenario, OPTIONS[game_id]).options
            table = await self.bot.desk.games.create(
                guild=1,
                channel=1_000 + number,
                owner=10,
                game=game_id,
                scenario=scenario,
                options=options,
            )
            for seat, side in enumerate(self.bot.desk.games.sides(table)):
                await self.bot.desk.games.take_seat(table, side, 10 + seat)
            await self.bot.desk.games.start(table, 10)
            for _ in range(self.dice.randrange(BEGUN)):
                await self.order(table)
            found.append(table)
        return found

    async def order(self, table: Table) -> int:
        """One order of whoever is asked; how it is chosen costs the bot nothing."""
        game = table.running()
        side = game.pending()[0].side
        line = await asyncio.to_thread(advised, game.dump(), side)
        begun = time.perf_counter()
        before = table.row.seq
        cause = f"soak-{table.id}-{before}"
        await self.bot.desk.games.order(table, table.seats[side], line, cause)
        self.answered.append(time.perf_counter() - begun)
        self.given[table.id, before + 1] = begun
        return before + 1

    async def drained(self) -> None:
        while self.bot.desk.outbox._tasks:
            await self.bot.desk.outbox.drained(60)

    async def play(self, tables: list[Table]) -> None:
        """Orders at their rate, whatever becomes of those before."""
        begun, running = time.perf_counter(), set()
        for number in range(round(self.seconds * RATE)):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            table = self.dice.choice([table for table in tables if table.open])
            task = asyncio.create_task(self.try_order(table))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        await self.drained()

    async def try_order(self, table: Table) -> None:
        try:
            await self.order(table)
        except (OrderError, Refusal):  # another order came between the choice and this one
            self.refused += 1

    async def watch(self) -> None:
        """How long the loop is held, and what the processes hold."""
        last = 0.0
        while True:
            begun, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            self.held.append(time.perf_counter() - begun - TICK)
            self.busy.append(time.thread_time() - used)
            if begun - last > 5:
                last = begun
                self.memory.append(self.held_memory())

    def held_memory(self) -> float:
        """MB of both processes, what they share counted once."""
        easels = self.bot.desk.outbox.painter.easels
        pids = [os.getpid(), *(easel.process.pid for easel in easels if easel.process)]
        return sum(proportional(pid) for pid in pids)

    def note_posts(self, store: Store) -> None:
        """Have it noted when the picture of an order is out."""
        sent = store.sent

        async def noted(posts: Sequence[int], message: int, *stands: Any) -> None:
            marks = ", ".join("?" * len(posts))
            rows = await store._db.read(
                f"SELECT game, seq, payload FROM outbox WHERE id IN ({marks})", *posts
            )
            now = time.perf_counter()
            for game, seq, payload in rows:
                begun = self.given.pop((game, seq), None)
                if begun is not None and json.loads(payload).get("map"):
                    self.posted.append(now - begun)
            await sent(posts, message, *stands)

        store.sent = noted  # type: ignore[method-assign]


def advised(blob: bytes, side: str) -> str:
    game = engine.load(blob)
    setup = game.complete(side, "setup suggested").complete
    return "setup suggested" if setup else game.auto(side)


def proportional(pid: int) -> float:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) / 1024 for row in rows if row.startswith("Pss:"))


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


async def soak(seconds: float, database: str = "") -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="umpire-soak-") as folder:
        bot = Umpire(database or Path(folder) / "umpire.db", house=AT_ONCE)
        await bot._async_setup_hook()  # as `start` does
        bot.http.request = Stub().request  # type: ignore[method-assign,assignment]
        bot.get_channel = discord.Object  # type: ignore[method-assign,assignment]
        bot.get_guild = discord.Object  # type: ignore[method-assign,assignment]
        await bot.open()
        keep_still()
        bot.desk.outbox.painter.warm(list(engine.catalogue()))
        run = Soak(bot, seconds)
        run.note_posts(bot.desk.store)
        tables = await run.games()
        await run.drained()
        print(f"{len(tables)} games are begun", flush=True)
        run.given.clear()
        run.answered.clear()
        run.posted.clear()
        bot.heart.start()
        watching = asyncio.create_task(run.watch())
        await run.play(tables)
        watching.cancel()
        db = bot.desk.store._db
        unposted = len(await db.read("SELECT 1 FROM outbox WHERE next_try IS NOT NULL"))
        await bot.close()
    return {
        "orders": len(run.answered),
        "orders refused": run.refused,
        "pictures": len(run.posted),
        "posts left": unposted,
        "order to its commit, p95, ms": share(run.answered, 0.95) * 1000,
        "order to posted picture, median, ms": share(run.posted, 0.5) * 1000,
        "order to posted picture, p95, ms": share(run.posted, 0.95) * 1000,
        "order to posted picture, most, ms": max(run.posted) * 1000,
        "loop held, p99, ms": share(run.held, 0.99) * 1000,
        "loop held at most, ms": max(run.held) * 1000,
        "of that the processor's, at most, ms": max(run.busy) * 1000,
        "memory of bot and painter, MB": max(run.memory),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--postgres", action="store_true", help="as tests.postgres starts it")
    given = parser.parse_args()
    found = asyncio.run(soak(given.seconds, fresh() if given.postgres else ""))
    missed = found["posts left"] > 0
    for name, value in found.items():
        bar = BARS.get(name)
        missed |= bar is not None and value > bar
        mark = "" if bar is None else f"≤ {bar:g}" + ("" if value <= bar else "   MISSED")
        print(f"{name:44} {value:12,.1f}   {mark}")
    print(json.dumps(found))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
