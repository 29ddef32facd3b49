"""`/healthz` and `/metrics`: what they say, on loopback alone, and nothing of them where unset."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest

from bot import health
from bot.channel.notices import Notices
from bot.house import tally
from bot.settings import BadSettings
from tests.bot.test_failures import MESSAGES
from tests.bot.world import World, quiet_moves

ROOT = Path(__file__).parents[2]

ORDERS = 'umpire_orders_total{game="iron_blood"}'
COMMITS = 'umpire_step_seconds_count{step="order_to_commit"}'
POSTS = 'umpire_step_seconds_count{step="commit_to_post"}'


def free_port() -> int:
    with socket.socket() as one:
        one.bind((health.LOOPBACK, 0))
        return int(one.getsockname()[1])


@pytest.fixture
async def port(world: World) -> AsyncIterator[int]:
    number = free_port()
    async with health.served(world.bot, number):
        yield number


async def get(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{health.LOOPBACK}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def figure(port: int, name: str) -> float:
    """One figure of `/metrics`; 0 where it is not there yet."""
    status, text = await get(port, "/metrics")
    assert status == 200
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def test_an_order_is_counted_and_each_of_its_steps_timed(world: World, port: int) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    game = (await world.table()).running()
    side = game.pending()[0].side
    orders, posts, commits = [await figure(port, name) for name in (ORDERS, POSTS, COMMITS)]
    await world.order(world.player(side), quiet_moves(game, side)[0])
    await world.bot.desk.outbox.drained(20)
    assert await figure(port, ORDERS) == orders + 1
    assert await figure(port, "umpire_games_running") == 1
    assert await figure(port, "umpire_outbox_waiting") == 0
    assert await figure(port, COMMITS) == commits + 1
    assert await figure(port, POSTS) == posts + 1
    assert await figure(port, 'umpire_step_seconds_sum{step="order_to_commit"}') > 0


async def test_refusals_are_counted_by_rule_by_kind_and_for_the_house(
    world: World, port: int
) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    game = table.running()
    side = game.pending()[0].side
    who, other = world.player(side), next(s for s in table.seats if s != side)
    orders = await figure(port, ORDERS)
    await world.order(who, "nonsense")
    await world.order(world.clara, quiet_moves(game, side)[0])
    await world.order(world.player(other), "end movement")
    _, text = await get(port, "/metrics")
    rules = re.findall(r'umpire_refusals_total\{game="iron_blood",rule="([^"]+)"\} 1\.0', text)
    assert len(rules) == 3 and {"malformed", tally.HOUSE} < set(rules)
    assert await figure(port, ORDERS) == orders


async def test_a_rule_of_the_book_stands_under_its_number(world: World, port: int) -> None:
    from engine.core.errors import Illegal, Unfinished

    with pytest.raises(Illegal):
        async with tally.order("no_retreat"):
            raise Illegal("It may not.", "8.5.4")
    with pytest.raises(Unfinished):
        async with tally.order("no_retreat"):
            raise Unfinished("end movement", ("move",))
    assert await figure(port, 'umpire_refusals_total{game="no_retreat",rule="8.5.4"}') == 1
    assert await figure(port, 'umpire_orders_total{game="no_retreat"}') == 0
    _, text = await get(port, "/metrics")
    assert "unfinished" not in text


async def test_what_discord_does_not_take_is_counted_and_waits(world: World, port: int) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    game = (await world.table()).running()
    side = game.pending()[0].side
    world.env.inject_error("POST", MESSAGES, status=500, code=0, times=None)
    await world.order(world.player(side), quiet_moves(game, side)[0])
    await world.bot.desk.outbox.drained(20)
    assert await figure(port, "umpire_discord_failures_total") > 0
    assert await figure(port, "umpire_outbox_waiting") > 0


async def test_failures_of_the_database_are_shown(world: World, port: int) -> None:
    world.bot.desk.store._db.failures += 3
    assert await figure(port, "umpire_database_failures") == 3


async def test_healthz_says_what_ails(world: World, port: int) -> None:
    await world.wait(0)
    assert await get(port, "/healthz") == (200, "ok\n")
    assert await figure(port, "umpire_healthy") == 1
    world.bot.beaten = world.now() - health.LONGEST_PAUSE - 1
    status, text = await get(port, "/healthz")
    assert status == 503 and "no heartbeat" in text
    assert await figure(port, "umpire_healthy") == 0
    world.bot.beaten = None
    status, text = await get(port, "/healthz")
    assert status == 503 and "starts or ends" in text


async def test_a_bot_without_a_connection_is_not_well(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.wait(0)
    monkeypatch.setattr(world.bot, "is_ready", lambda: False)
    status, text = await get(port, "/healthz")
    assert status == 503 and "not connected" in text


async def test_a_bot_that_has_closed_still_answers_and_is_not_well(world: World, port: int) -> None:
    await world.wait(0)
    await world.bot.close()
    assert (await get(port, "/healthz"))[0] == 503
    assert (await get(port, "/metrics"))[0] == 200


async def test_it_listens_on_loopback_alone_and_lets_go_at_its_end(world: World) -> None:
    number = free_port()
    async with health.served(world.bot, number):
        with socket.socket() as other, pytest.raises(OSError):
            other.connect(("127.0.0.2", number))
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(number, "/healthz")
    assert not tally._listeners


async def test_a_port_that_is_taken_is_one_line_about_the_setting(world: World) -> None:
    with socket.socket() as other:
        other.bind((health.LOOPBACK, 0))
        other.listen()
        number = other.getsockname()[1]
        with pytest.raises(BadSettings, match=f"UMPIRE_HEALTH_PORT {number} cannot be used"):
            async with health.served(world.bot, number):
                await asyncio.sleep(0)


def test_a_bot_without_the_setting_has_none_of_it_in_memory() -> None:
    code = (
        "import sys, bot.__main__, bot.client; "
        "print(sorted({'prometheus_client', 'bot.health'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


async def test_direct_messages_and_old_panels_that_fail_are_counted(
    world: World, port: int
) -> None:
    await world.begin("iron_blood")
    table = await world.table()
    desk = world.bot.desk

    async def closed(*_: object, **__: object) -> None:
        raise discord.Forbidden(Refused(), "closed")  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.bot, "create_dm", closed)
        notices = Notices(world.bot, desk.store, desk.games)
        assert not await notices._message(1, "It is your move.", "nonce")
        assert await figure(port, "umpire_discord_failures_total") == 1
        patch.setattr(discord.PartialMessage, "edit", closed)
        assert not await desk.outbox._panels._stripped(table, 7)
        assert await figure(port, "umpire_discord_failures_total") == 2


class Refused:
    """What Discord answers with."""

    status, reason = 403, "Forbidden"
