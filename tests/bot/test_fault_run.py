"""A quarter of all calls fails, half of these after they were carried out, and so does the database
now and then: nothing is lost, nothing is done twice. One bot on either store, and two on one
PostgreSQL."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

import engine
from bot.channel.outbox import REPEAT
from bot.channel.painter import Painter
from bot.play.games import Games
from bot.play.table import Table
from bot.words import limits
from bot.words.refusal import Refusal
from engine.core.entries import Ended, decode, public
from engine.core.errors import OrderError
from storage import Conflict, is_address
from storage.postgres import FAILURES
from tests.bot.conftest import small_picture
from tests.bot.test_kill import Nursery
from tests.bot.wire import Tears, Wire, torn, unexpected, wired
from tests.bot.world import DAY, World, components
from tests.postgres import ADDRESS, fresh

RUNS = int(os.environ.get("UMPIRE_FAULT_RUNS", "1"))
"""So often, with other dice each time; `make fuzz` asks for more."""
ORDERS = 200
ON_A_SERVER, OF_TWO = (50, 12) if RUNS == 1 else (ORDERS, ORDERS)
"""Orders where each takes longer, and of each of two bots: all of them in a long run."""
SHARE = 0.25
TORN_SHARE = 0.01
"""Of what the database is asked: it is asked some dozens of times for an order."""
ELSEWHERE = 0.3
DROPS = 0.05
"""How often connections go while something is done."""
LATE = 15.0
"""Seconds for which a bot stands still: its shards could be another's."""


class Run:
    """A world whose Discord and database fail, and what was acknowledged in it."""

    def __init__(self, world: World, wire: Wire, tears: Tears, seed: int) -> None:
        self.world, self.wire, self.tears = world, wire, tears
        self.dice = random.Random(seed)
        self.done: list[str] = []
        """Causes of orders that were acknowledged."""
        self.others = 0
        """Those among them that were for a game of another bot."""

    async def amid(self, doing: Awaitable[Any]) -> None:
        """While all fails now and then; whoever looks at what has come of it sees it whole."""
        self.wire.share, self.tears.share = SHARE, TORN_SHARE
        drops = is_address(self.world.database) and self.dice.random() < DROPS
        try:
            await asyncio.gather(doing, *([self.drop()] if drops else []))
        finally:
            self.tears.share = 0.0

    async def drop(self) -> None:
        """Some connections to the server go, the one too on which it hears of other bots."""
        [name] = parse_qs(urlsplit(str(self.world.database)).query)["application_name"][-1:]
        await asyncio.sleep(self.dice.uniform(0, 0.02))
        connection = await asyncpg.connect(os.environ[ADDRESS])
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity"
                " WHERE application_name = $1 AND random() < 0.5",
                name,
            )
        finally:
            await connection.close()
        await asyncio.sleep(0.01)  # it is known to be gone

    async def play(self, orders: int) -> None:
        """Orders by slash command, an undo now and then, with time between them."""
        world, dice = self.world, self.dice
        for _ in range(orders):
            table = await world.table()
            if not table.open:
                break
            game, before = table.running(), table.row.seq
            side = game.pending()[0].side
            if dice.random() < 0.05:  # an offer is under way; it lapses with the next order
                await self.amid(world.slash(world.player(side), "game pause"))
            undo = game.steps and dice.random() < 0.2 and game.table.pos.last == side
            line = "" if undo else advised(game, side)
            for _ in range(30):  # what is asked first may not arrive: people try again
                await self.amid(act(world, world.player(side), line))
                table = await world.table()
                if table.row.seq > before:
                    break
            assert table.row.seq == before + 1 or (world.shards > 1 and table.row.seq > before)
            if dice.random() < ELSEWHERE:
                await self.elsewhere()
            if dice.random() < 0.5:
                await self.amid(world.env.advance_time(dice.choice((1, 3, 8))))
            if dice.random() < 0.02:
                await self.amid(world.wait(LATE / DAY))

    async def elsewhere(self) -> None:
        """An order in a game of another bot, if there is one, as it comes by direct message."""
        desk, guild = self.world.bot.desk, self.world.guild.id
        for row in await desk.store.open_games(status="running"):
            if row.guild != guild:
                table = await desk.games.get(row.id)
                side = table.running().pending()[0].side
                line = advised(table.running(), side)
                cause = f"elsewhere-{self.dice.getrandbits(64):x}"
                await self.amid(tried(desk.games.order(table, table.seats[side], line, cause)))
                self.others += cause in self.done

    async def calm(self) -> None:
        """Nothing fails any more, until all is posted."""
        self.wire.share = 0.0
        for _ in range(60):
            await self.world.env.advance_time(20)
            if not await self.world.bot.desk.store.pending_posts(self.world.channel.id):
                break


def advised(game: engine.Game, side: str) -> str:
    setup = game.complete(side, "setup suggested").complete
    return "setup suggested" if setup else game.auto(side)


async def tried(order: Awaitable[Any]) -> None:
    try:
        await order
    except (Refusal, OrderError, Conflict, *FAILURES):  # it went on elsewhere, or nobody knows
        pass


async def act(world: World, who: Any, line: str) -> None:
    """An order, or an undo; and the button of what is asked first, if that arrives."""
    asked = await (world.slash(who, "order", line=line) if line else world.slash(who, "undo"))
    for button in components(asked.response) if asked.response else ():
        if str(button.get("label")).startswith(("Yes, ", "Take it back")):
            await who.click(asked.response, custom_id=button["custom_id"])


@contextmanager
def failing(world: World, seed: int) -> Iterator[Run]:
    """A run in a world; what is acknowledged is noted."""
    order = Games.order
    with wired(world.now, seed) as wire, torn(world.bot.desk.store, seed) as tears:
        run = Run(world, wire, tears, seed)

        async def noted(games: Games, table: Table, user: int, text: str, cause: str, *more: Any,
                        **named: Any) -> Any:  # fmt: skip
            done = await order(games, table, user, text, cause, *more, **named)
            run.done.append(cause)
            return done

        Games.order = noted  # type: ignore[method-assign]
        try:
            yield run
        finally:
            Games.order = order  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(12, 12 + RUNS))
async def test_a_quarter_of_all_calls_fails(
    world: World, seed: int, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)
    await world.begin("iron_blood", clock="fast")
    with failing(world, seed) as run:
        orders = ON_A_SERVER if is_address(world.database) else ORDERS
        await run.play(orders)
        await run.calm()
    table = await world.table()
    assert table.row.seq > orders * 0.9 or not table.open
    assert len(run.wire.calls) > table.row.seq * 3
    assert any("takes back: " in post.content for post in world.posts()), "the run has undos"
    await all_stands(run)
    incidents[:] = unexpected(incidents)


@pytest.mark.parametrize("seed", range(12, 12 + RUNS))
async def test_a_quarter_of_all_calls_of_two_bots_fails(seed: int) -> None:
    """Each in a process, on one PostgreSQL, a third of the orders where the game is not."""
    database = fresh()
    two = [Nursery(database, 0.0, module="tests.bot.fault_child") for _ in range(2)]
    for shard, nursery in enumerate(two):
        nursery.start(f"begin {shard}")
        nursery.until("UP")
    plays = [f"play {seed + 1_000 * shard} {OF_TWO}" for shard in range(2)]
    for words, done in ((plays, "PLAYED"), (["calm"] * 2, "CALM"), (["look"] * 2, "FINE")):
        for nursery, word in zip(two, words, strict=True):
            nursery.start(word)
        for nursery in two:
            nursery.until(done, timeout=600)
    for nursery in two:
        nursery.close()
        errors = [" ".join(words) for words in nursery.heard if words[0] == "ERROR"]
        assert not unexpected(errors)
    assert any(int(words[2]) for one in two for words in one.heard if words[0] == "PLAYED")


async def all_stands(run: Run) -> None:
    """All that was done is told, once; who is asked is asked, and their time runs."""
    world = run.world
    table = await world.table()
    assert len(run.wire.calls) > table.row.seq * 2
    assert run.tears.torn
    assert not await world.bot.desk.store.pending_posts(world.channel.id)
    posted = Counter(
        line.replace("~~", "")
        for post in world.posts()
        if not post.content.startswith(REPEAT)
        for line in post.content.splitlines()
    )
    expected = await told(world, table.running() if table.open else table.played())
    missing, twice = (
        expected - posted,
        Counter(
            {line: posted[line] - count for line, count in expected.items() if posted[line] > count}
        ),
    )
    assert not missing, missing
    assert not twice, twice
    assert sum("Asked <t:" in panel.content for panel in world.panels()) == table.open
    timers = await world.bot.desk.store.timers_of(table.id)
    assert sum(timer.kind == "watch" for timer in timers) == table.open
    watch = await world.bot.desk.keeper.watch(table)
    asked = [pending.side for pending in table.played().pending()]
    assert sorted(watch.calls) == sorted(asked)
    assert watch.clocks is not None and sorted(watch.clocks.ends()) == sorted(asked)
    rows = await world.bot.desk.store._db.read("SELECT cause FROM actions")
    causes = Counter(cause for (cause,) in rows)
    assert all(causes[cause] == 1 for cause in run.done)


async def told(world: World, game: engine.Game) -> Counter[str]:
    """All that everybody has to be told, from the log."""
    found: Counter[str] = Counter()
    table = await world.table()
    for action in await world.bot.desk.store.actions(table.id):
        for entry in public(decode(action.entries)):
            if not isinstance(entry, Ended):
                found.update(limits.plain(game.tell(entry)).splitlines())
        if action.kind == "undo":
            found["an undo"] += 1
    taken_back = Counter(
        line
        for post in world.posts()
        for line in post.content.splitlines()
        if "takes back: " in line
    )
    assert sum(taken_back.values()) == found.pop("an undo", 0)
    return found
