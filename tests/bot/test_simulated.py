"""The private touches of simcord that local mode and the tests stand on."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.client import Umpire
from bot.local import simulated
from bot.local.play import Surface, page, running


async def test_settling_is_short_inside_and_as_before_outside() -> None:
    settle = simulated.Env._settle_internal
    defaults = getattr(settle, "__wrapped__", settle).__kwdefaults__
    before = defaults["idle"]
    with simulated.short_settle(0.003):
        assert defaults["idle"] == 0.003
    assert defaults["idle"] == before


async def test_a_world_has_the_same_people_at_every_start_and_the_present_time(
    tmp_path: Path,
) -> None:
    ids = []
    for number in range(2):
        env = simulated.env_for(Umpire(tmp_path / f"{number}.db"))
        guild = env.create_guild()
        channel = guild.create_text_channel("x")
        person = guild.add_member(env.create_user("anna"))
        simulated.use_present_time(env)
        ids.append((guild.id, channel.id, person.id))
        assert abs((env.now() - datetime.now(UTC)).total_seconds()) < 60
        async with simulated.running(env):
            sent = await person.send(channel, "hello")
            assert abs((sent.created_at - datetime.now(UTC)).total_seconds()) < 60
            await env.bot.close()
    assert ids[0] == ids[1]


async def test_pages_for_all_are_served_on_loopback_and_a_game_outlives_them(
    tmp_path: Path,
) -> None:
    database = tmp_path / "play.db"
    for start in range(2):
        async with running(database) as local:
            places = [surface.place for surface in local.surfaces]
            assert len(places) == len({surface.url for surface in local.surfaces}) == 12
            assert len(set(places)) == 4, "two channels, a thread and direct messages"
            urls = [local.index, *(surface.url for surface in local.surfaces)]
            assert all(url.startswith("http://127.0.0.1:") for url in urls)
            assert local.bot.user is not None and local.bot.user.name == "Umpire"
            [guild] = local.bot.guilds
            channel, second = guild.text_channels
            assert [thread.parent_id for thread in guild.threads] == [channel.id]
            assert second.id > channel.id
            if start == 0:
                await local.bot.desk.games.create(
                    guild=guild.id,
                    channel=channel.id,
                    owner=1,
                    game="iron_blood",
                    scenario="standard",
                    options={},
                )
            assert (await local.bot.desk.games.at(channel.id)).id == 1


@pytest.mark.parametrize("begun", [False, True])
async def test_after_a_restart_the_channel_shows_its_game_at_once(
    tmp_path: Path, begun: bool
) -> None:
    database = tmp_path / "play.db"
    for start in range(2):
        async with running(database) as local:
            games = local.bot.desk.games
            [guild] = local.bot.guilds
            if start == 0:
                for channel in (*guild.text_channels, *guild.threads):
                    table = await games.create(
                        guild=guild.id,
                        channel=channel.id,
                        owner=1,
                        game="iron_blood",
                        scenario="standard",
                        options={},
                    )
                    if begun:
                        await games.take_seat(table, "axis", 1)
                        await games.take_seat(table, "soviet", 2)
                        await games.start(table, 1)
                continue
            await local.bot.desk.outbox.drained(60)
            for channel in (*guild.text_channels, *guild.threads):
                posts = [m async for m in channel.history() if m.author == local.bot.user]
                assert sum(bool(post.components) for post in posts) == 1, "the panel"
                assert sum(bool(post.attachments) for post in posts) == begun, "the picture"


async def test_the_clock_goes_with_the_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated, "BEAT", 0.02)
    monkeypatch.setattr(simulated, "TICK", 0.05)
    env = simulated.env_for(Umpire(tmp_path / "u.db"))
    simulated.use_present_time(env)
    async with simulated.running(env):
        await asyncio.sleep(0.3)  # the simulated clock stands still meanwhile
        driver = asyncio.create_task(simulated.drive(env, []))
        await asyncio.sleep(0.5)
        driver.cancel()
        behind = (datetime.now(UTC) - env.now()).total_seconds()
        assert abs(behind) < 0.3
        await env.bot.close()


async def test_a_page_follows_what_happens_elsewhere_and_only_that(tmp_path: Path) -> None:
    env = simulated.env_for(Umpire(tmp_path / "u.db"))
    guild = env.create_guild()
    channel = guild.create_text_channel("x")
    anna, boris = (guild.add_member(env.create_user(name)) for name in ("anna", "boris"))
    async with simulated.running(env):
        window = simulated.Window(env, channel, anna)
        await window.open()
        await window.follow()
        page = window._preview._python
        assert page is not None
        before = page.revision
        await window.follow()
        assert page.revision == before, "nothing new, nothing shown"
        await boris.send(channel, "hello")
        await window.follow()
        assert page.revision == before + 1
        await env.bot.close()


def test_the_index_page_names_everybody_and_escapes() -> None:
    shown = page([Surface("anna", "<#x>", "http://127.0.0.1:1/#a&b"), Surface("clara", "y", "z")])
    assert "<th>anna</th><td>player</td>" in shown and "<th>clara</th><td>spectator</td>" in shown
    assert "&lt;#x&gt;" in shown and 'href="http://127.0.0.1:1/#a&amp;b"' in shown
