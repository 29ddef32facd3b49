"""Two bots on one PostgreSQL, each with a shard: what is in memory stays true; whose work it is."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import engine
import storage
from bot.client import Umpire
from bot.play import silence
from bot.play.games import Games
from bot.play.table import PRACTICE, Table
from engine.core.errors import OrderError
from storage import LeaseLost, Store
from tests.bot.world import World
from tests.postgres import fresh

ANNA, BORIS = 10, 11
HERE = 8 << 22
"""A server of the first process."""


@dataclass
class Side:
    """A process: its store and its games. Nothing is said of what the other does until it asks."""

    store: Store
    games: Games

    async def listen(self) -> None:
        await self.store.listen(self.games.doubt)


async def process(stack: AsyncExitStack, address: str) -> Side:
    store = await stack.enter_async_context(await Store.open(address))
    await store.take_lease(2, 1)
    return Side(store, Games(store, lambda _: None))


@pytest.fixture
async def two(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Side, Side]]:
    address = fresh()
    monkeypatch.setattr("storage.lease._dead", lambda _: False)
    async with AsyncExitStack() as stack:
        both = await process(stack, address), await process(stack, address)
        yield both
        for side in both:
            await side.games.close()


async def begun(side: Side, skirmish: str, boris: int = BORIS) -> int:
    options = engine.new_game(skirmish).options
    table = await side.games.create(
        guild=HERE, channel=20, owner=ANNA, game=skirmish, scenario="standard", options=options
    )
    for name, user in zip(side.games.sides(table), (ANNA, boris), strict=True):
        await side.games.take_seat(table, name, user)
    await side.games.start(table, ANNA)
    return table.id


async def order(side: Side, game: int, user: int, line: str, cause: str) -> Table:
    table = await side.games.get(game)
    await side.games.order(table, user, line, cause)
    return table


async def until(holds: Any) -> None:
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it was not heard of")


async def test_each_reads_again_what_the_other_has_written(
    two: tuple[Side, Side], skirmish: str
) -> None:
    one, other = two
    await other.listen()
    game = await begun(one, skirmish)
    seen = await other.games.get(game)
    await order(one, game, ANNA, "plan bold", "1")
    await until(lambda: seen.doubtful)
    mine = await other.games.get(game)
    assert mine is seen and not seen.doubtful and seen.row.seq == 1
    assert [p.side for p in seen.running().pending()] == ["blue"]


async def test_an_order_goes_by_the_revision_where_no_word_has_come(
    two: tuple[Side, Side], skirmish: str
) -> None:
    one, other = two
    game = await begun(one, skirmish)
    await other.games.get(game)
    await order(one, game, ANNA, "plan bold", "1")
    done = await order(other, game, BORIS, "plan bold", "2")
    assert done.row.seq == 2
    with pytest.raises(OrderError):
        await order(other, game, ANNA, "plan bold", "3")
    assert [action.cause for action in await one.store.actions(game)] == ["1", "2"]


async def test_an_order_of_the_other_right_behind_ones_own_is_not_written_over(
    two: tuple[Side, Side], skirmish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes between the commit and the look at what has become of the game."""
    one, other = two
    game = await begun(one, skirmish)
    await other.games.get(game)
    look = one.store.game

    async def late(number: int) -> storage.Game:
        monkeypatch.setattr(one.store, "game", look)
        await order(other, game, BORIS, "plan bold", "2")
        return await look(number)

    monkeypatch.setattr(one.store, "game", late)
    table = await order(one, game, ANNA, "plan bold", "1")
    assert table.doubtful
    asked = (await one.games.get(game)).running().pending()[0]
    line = (await one.games.get(game)).running().auto(asked.side)
    await order(one, game, ANNA if asked.side == "red" else BORIS, line, "3")
    log = await one.store.actions(game)
    assert [action.cause for action in log] == ["1", "2", "3"]
    assert (await other.store.game(game)).rev == (await one.store.game(game)).rev


async def test_a_process_that_ended_before_it_woke_a_game_of_the_other_does_so_at_its_start(
    two: tuple[Side, Side], skirmish: str
) -> None:
    one, other = two
    game, seen = await begun(one, skirmish), time.time()
    await order(other, game, ANNA, "plan bold", "1")  # and no more: nobody follows its games
    assert not await one.store.timers_of(game)
    await silence.absent(other.store, seen, time.time())
    [timer] = await one.store.due_timers()
    assert (timer.kind, timer.game) == ("watch", game)
    assert not await other.store.due_timers(), "only the process that has the server looks"


async def test_a_long_time_without_a_process_wakes_no_games_of_others(
    two: tuple[Side, Side], skirmish: str
) -> None:
    one, other = two
    game = await begun(one, skirmish)
    await silence.absent(other.store, time.time() + 2 * silence.ELSEWHERE, time.time() + 600)
    assert not await one.store.timers_of(game)


async def test_the_practice_opponent_plays_where_the_server_is(
    two: tuple[Side, Side], skirmish: str
) -> None:
    one, other = two
    await one.listen()
    game = await begun(one, skirmish, boris=PRACTICE)
    table = await one.games.get(game)
    await until(lambda: table.driver is None)  # it has made its plan
    table = await order(other, game, ANNA, "plan bold", "plan")
    for number in range(30):
        if other.games.practice_asked(table):
            break
        line = table.running().auto(table.running().pending()[0].side)
        table = await order(other, game, ANNA, line, f"{number}")
    await asyncio.sleep(0.1)
    assert other.games.practice_asked(table) and table.driver is None
    assert (await one.games.get(game)).driver is not None


async def test_a_lost_lease_ends_the_bot(
    world: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    async def lost(_: Store) -> None:
        raise LeaseLost

    monkeypatch.setattr(Store, "beat_lease", lost)
    await world.env.advance_time(6)
    assert world.bot.failed and world.bot.is_closed()
    assert any("taken over" in text for text in incidents)
    incidents.clear()


async def test_one_that_waits_for_shards_follows_and_can_be_stopped(tmp_path: Path) -> None:
    address = fresh()
    one, other, third = (Umpire(address, shards=2, each=1) for _ in range(3))
    async with one, other, third:
        await one.open()
        await other.open()
        assert (one.shard_ids, other.shard_ids) == ([0], [1])
        waiting = asyncio.create_task(third.open())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await one.close()
        await asyncio.wait_for(waiting, 5)
        assert third.shard_ids == [0] and third.shard_count == 2
        fourth = Umpire(address, shards=2, each=1)
        async with fourth:
            waiting = asyncio.create_task(fourth.open())
            await asyncio.sleep(0.2)
            fourth.end()
            with pytest.raises(storage.LeaseHeld):
                await asyncio.wait_for(waiting, 5)
