"""Two hundred games in two hundred channels, five orders a second: `make soak`.

The real bot with its store, its outbox and its painter; only Discord is a stub, which
takes what is sent after a moment. Figures go by the clock on the wall, so that they
hold on a machine that has nothing else to do.

With `--bots 2` there are two of them on one PostgreSQL, each with its lease, its painters, so many
games and so many orders a second: twice as much in all. A fifth of the orders come in where the
game is not, as by direct message.
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import discord

import engine
from bot.__main__ import keep_still
from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.play.table import Table
from bot.words.refusal import Refusal
from engine.core.entries import decode, public
from engine.core.errors import OrderError
from storage import Conflict, Store
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
ELSEWHERE = 0.2
"""So many of the orders of one of several bots are for a game that another one has."""
PATIENCE = 300
"""So often it is asked at the end, in a minute, whether all is posted."""
TICK = 0.005

BARS = {
    "orders lost": 0.0,
    "orders untold": 0.0,
    "posts left": 0.0,
    "posts twice": 0.0,
    "order to posted picture, p95, ms": 400.0,
    "loop held at most, ms": 100.0,
    "memory of bot and painters, MB": 300.0,
}


class Stub:
    """Discord's side of the HTTP client."""

    def __init__(self) -> None:
        self.messages = 0
        self.nonces: list[str] = []

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
        if route.method == "POST":
            self.messages += 1
            self.nonces.append(body["nonce"])
        return {
            "id": str(os.getpid() * 10**12 + self.messages),
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


class Out(NamedTuple):
    """A row of the outbox that is posted."""

    row: int
    game: int
    seq: int
    map: bool
    when: float


@dataclass
class Seen:
    """What was seen of one bot in the run. All times are of the machine's one clock."""

    given: dict[str, float] = field(default_factory=dict)
    """Cause of an order that was acknowledged -> when it was given."""
    answered: list[float] = field(default_factory=list)
    refused: int = 0
    elsewhere: set[str] = field(default_factory=set)
    """Causes of those that were for a game of another bot."""
    out: list[Out] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    """The processor's time of the loop's thread alone, over the same spans."""
    memory: list[float] = field(default_factory=list)


class Soak:
    """The run of one bot and what it measures."""

    def __init__(self, bot: Umpire, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds
        self.shards = bot.desk.store.shards
        self.dice = random.Random(1 + self.shards.first)
        self.numbers = itertools.count()
        self.seen = Seen()
        self.own: list[int] = []
        self.others: list[int] = []
        """Games of other bots."""

    async def begin(self) -> None:
        """All its games in their channels, somewhere in their first turns."""
        games, first = self.bot.desk.games, self.shards.first
        for number in range(GAMES):
            game_id = list(OPTIONS)[number % len(OPTIONS)]
            info = engine.catalogue()[game_id]
            scenario = next(iter(info.scenarios))
            options = engine.new_game(game_id, scenario, OPTIONS[game_id]).options
            table = await games.create(
                guild=(self.shards.count + first) << 22,
                channel=1_000 * (1 + first) + number,
                owner=10,
                game=game_id,
                scenario=scenario,
                options=options,
            )
            for seat, side in enumerate(games.sides(table)):
                await games.take_seat(table, side, 10 + seat)
            await games.start(table, 10)
            for _ in range(self.dice.randrange(BEGUN)):
                await self.order(table)
            self.own.append(table.id)
        await self.quiet()

    async def meet(self) -> None:
        """The games of the others, once they have begun too."""
        await met()
        self.seen = Seen()
        rows = await self.bot.desk.store._db.read("SELECT id FROM games")
        self.others = [game for (game,) in rows if game not in self.own]

    async def order(self, table: Table) -> None:
        """One order of whoever is asked; how it is chosen costs the bot nothing."""
        game = table.running()
        side = game.pending()[0].side
        line = await asyncio.to_thread(advised, game.dump(), side)
        begun = time.perf_counter()
        cause = f"soak-{self.shards.first}-{next(self.numbers)}"
        await self.bot.desk.games.order(table, table.seats[side], line, cause)
        self.seen.answered.append(time.perf_counter() - begun)
        self.seen.given[cause] = begun
        if not self.shards.has(table.row.guild):
            self.seen.elsewhere.add(cause)

    async def quiet(self) -> None:
        """Until nothing waits to be posted, by whichever bot; but not for ever."""
        for _ in range(PATIENCE):
            if not await waiting(self.bot.desk.store):
                return
            await asyncio.sleep(0.2)

    async def play(self) -> None:
        """Orders at their rate, whatever becomes of those before."""
        begun, running = time.perf_counter(), set()
        for number in range(round(self.seconds * RATE)):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            task = asyncio.create_task(self.try_order())
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        await met()
        await self.quiet()

    async def try_order(self) -> None:
        try:
            await self.order(await self.chosen())
        except (OrderError, Refusal, Conflict):  # another came between the choice and this one
            self.seen.refused += 1

    async def chosen(self) -> Table:
        """Any game that is not over."""
        while True:
            elsewhere = self.others and self.dice.random() < ELSEWHERE
            number = self.dice.choice(self.others if elsewhere else self.own)
            table = await self.bot.desk.games.get(number)
            if table.open:
                return table

    async def watch(self) -> None:
        """How long the loop is held, and what the processes hold."""
        last = 0.0
        while True:
            begun, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            self.seen.held.append(time.perf_counter() - begun - TICK)
            self.seen.busy.append(time.thread_time() - used)
            if begun - last > 5:
                last = begun
                self.seen.memory.append(self.held_memory())

    def held_memory(self) -> float:
        """MB of the bot and its painters, what is shared counted once."""
        easels = self.bot.desk.outbox.painter.easels
        pids = [os.getpid(), *(easel.process.pid for easel in easels if easel.process)]
        return sum(proportional(pid) for pid in pids)

    def note_posts(self, store: Store) -> None:
        """Have it noted what is out."""
        sent = store.sent

        async def noted(posts: Sequence[int], message: int, *stands: Any) -> None:
            marks = ", ".join("?" * len(posts))
            rows = await store._db.read(
                f"SELECT id, game, seq, payload FROM outbox WHERE id IN ({marks})", *posts
            )
            now = time.perf_counter()
            for *what, payload in rows:
                self.seen.out.append(Out(*what, bool(json.loads(payload).get("map")), now))
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


async def waiting(store: Store) -> int:
    """How much is not posted."""
    return len(await store._db.read("SELECT 1 FROM outbox WHERE next_try IS NOT NULL"))


MEETING: Any
"""Where the bots of a run wait for each other."""


def begin(meeting: Any) -> None:
    """In the process of a bot."""
    global MEETING
    MEETING = meeting


async def met() -> None:
    """All bots have come as far."""
    await asyncio.to_thread(MEETING.wait, 600)


async def soak(seconds: float, database: str, bots: int) -> Seen:
    """One bot, of so many."""
    bot = Umpire(database, house=AT_ONCE, shards=bots, each=1)
    await bot._async_setup_hook()  # as `start` does
    discord_side = Stub()
    bot.http.request = discord_side.request  # type: ignore[method-assign,assignment]
    await bot.open()
    own = bot.desk.store.shards
    bot.get_channel = discord.Object  # type: ignore[method-assign,assignment]
    bot.get_guild = (  # type: ignore[method-assign]
        lambda guild: discord.Object(guild) if own.has(guild) else None  # type: ignore[return-value]
    )
    keep_still()
    bot.desk.outbox.painter.warm(list(engine.catalogue()))
    bot.pulse.start()
    run = Soak(bot, seconds)
    run.note_posts(bot.desk.store)
    await run.begin()
    await run.meet()
    print(f"{len(run.own)} games are begun", flush=True)
    bot.heart.start()
    watching = asyncio.create_task(run.watch())
    await run.play()
    watching.cancel()
    await bot.close()
    run.seen.nonces = discord_side.nonces
    return run.seen


def soaked(seconds: float, database: str, bots: int) -> Seen:
    """The same in a process of its own."""
    return asyncio.run(soak(seconds, database, bots))


def each_alone(seconds: float, database: str, bots: int) -> list[Seen]:
    """All bots of a run, each in its process."""
    spawned = multiprocessing.get_context("spawn")
    given = (spawned.Barrier(bots),)
    with ProcessPoolExecutor(bots, mp_context=spawned, initializer=begin, initargs=given) as pool:
        return list(pool.map(soaked, *zip(*[(seconds, database, bots)] * bots, strict=True)))


async def found(database: str, seen: Sequence[Seen]) -> list[dict[str, float]]:
    """What the database has, and then the figures of each bot."""
    causes = [cause for one in seen for cause in one.given]
    begun = {cause: when for one in seen for cause, when in one.given.items()}
    elsewhere = set().union(*(one.elsewhere for one in seen))
    async with await Store.open(database) as store:
        rows = await store._db.read("SELECT game, seq, cause, entries FROM actions")
        left = await waiting(store)
    actions = {(game, seq): cause for game, seq, cause, _ in rows if cause in begun}
    told = {(game, seq) for game, seq, cause, entries in rows if public(decode(entries))}
    out = [post for one in seen for post in one.out]
    nonces = [nonce for one in seen for nonce in one.nonces]
    all_of = {
        "orders lost": len(causes) - len(actions),
        "orders untold": len((told & actions.keys()) - {(post.game, post.seq) for post in out}),
        "posts left": left,
        "posts twice": len(out) - len({post.row for post in out}) + len(nonces) - len({*nonces}),
    }
    return [all_of, *(figures(one, actions, begun, elsewhere) for one in seen)]


def figures(
    seen: Seen,
    actions: dict[tuple[int, int], str],
    begun: dict[str, float],
    elsewhere: set[str],
) -> dict[str, float]:
    """Of one bot. An order's picture is that of the bot whose game it is."""
    pictures = {
        actions[post.game, post.seq]: post.when
        for post in seen.out
        if post.map and (post.game, post.seq) in actions
    }
    posted = {cause: when - begun[cause] for cause, when in pictures.items()}
    far = [took for cause, took in posted.items() if cause in elsewhere]
    took = list(posted.values())
    return {
        "orders": len(seen.answered),
        "orders refused": seen.refused,
        "pictures": len(took),
        "order to its commit, p95, ms": share(seen.answered, 0.95) * 1000,
        "order to posted picture, median, ms": share(took, 0.5) * 1000,
        "order to posted picture, p95, ms": share(took, 0.95) * 1000,
        "order to posted picture, most, ms": max(took) * 1000,
        **({"order elsewhere to picture, p95, ms": share(far, 0.95) * 1000} if far else {}),
        "loop held, p99, ms": share(seen.held, 0.99) * 1000,
        "loop held at most, ms": max(seen.held) * 1000,
        "of that the processor's, at most, ms": max(seen.busy) * 1000,
        "memory of bot and painters, MB": max(seen.memory),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--postgres", action="store_true", help="as tests.postgres starts it")
    parser.add_argument("--bots", type=int, default=1, help="several are on PostgreSQL")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="umpire-soak-") as folder:
        file = str(Path(folder) / "umpire.db")
        database = fresh() if given.postgres or given.bots > 1 else file
        seen = each_alone(given.seconds, database, given.bots)
        measured = asyncio.run(found(database, seen))
    missed = False
    for number, one in enumerate(measured):
        print("all" if number == 0 else f"bot {number}")
        for name, value in one.items():
            bar = BARS.get(name)
            missed |= bar is not None and value > bar
            mark = "" if bar is None else f"≤ {bar:g}" + ("" if value <= bar else "   MISSED")
            print(f"  {name:44} {value:12,.1f}   {mark}")
    print(json.dumps(measured))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
