"""The private touches of simcord that local mode and the tests stand on."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
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


def test_words_are_read_once_inside_and_as_before_outside() -> None:
    """Each showing has parts of its own: simcord marks them up further."""
    real = simulated._messages.markdown_tokens
    with simulated.words_read_once():
        read = simulated._messages.markdown_tokens
        assert read is simulated._queries.markdown_tokens is not real
        first, second = (read("**a** <#1> `b`", "message", context={}) for _ in range(2))
        assert first == second == real("**a** <#1> `b`", "message", context={})
        second[0].clear()
        assert read("**a** <#1> `b`", "message", context={}) == first
        assert read(None) == real(None)
    assert simulated._messages.markdown_tokens is real


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
        driver = asyncio.create_task(simulated.drive(env, [], asyncio.Lock()))
        await asyncio.sleep(0.5)
        driver.cancel()
        behind = (datetime.now(UTC) - env.now()).total_seconds()
        assert abs(behind) < 0.3
        await env.bot.close()


@dataclass
class Watched:
    """A channel of the bot, and a browser at which anna sees it."""

    env: Any
    channel: Any
    anna: Any
    boris: Any
    window: simulated.Window
    page: Any

    def shown(self) -> list[str]:
        return [
            self.page.snapshot["messages"][n]["content"] for n in self.page.snapshot["timeline"]
        ]

    async def does(self, kind: str, **what: Any) -> Any:
        """What the page sends where something is pressed or typed in it."""
        common = {
            "protocol_version": 3,
            "sequence": self.page.last_sequence + 1,
            "request_id": secrets.token_hex(4),
            "generation": self.page.generation,
            "bot_generation": self.env._generation,
            "published_revision": self.page.revision,
        }
        return await self.window._preview._action(self.page.id, {**common, "kind": kind, **what})


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    env = simulated.env_for(Umpire(tmp_path / "u.db"))
    guild = env.create_guild()
    channel = guild.create_text_channel("x")
    anna, boris = (guild.add_member(env.create_user(name)) for name in ("anna", "boris"))
    async with simulated.running(env):
        window = simulated.Window(env, channel, anna, asyncio.Lock())
        await window.open()
        yield Watched(env, channel, anna, boris, window, window._preview._open_page())
        await window.close()
        await env.bot.close()


async def test_a_page_follows_what_happens_elsewhere_and_only_that(watched: Watched) -> None:
    before = watched.page.revision
    watched.window.follow()
    assert watched.page.revision == before, "nothing new, nothing shown"
    await watched.boris.send(watched.channel, "hello")
    watched.window.follow()
    assert watched.page.revision == before + 1 and watched.shown() == ["hello"]


async def test_what_was_done_on_a_page_is_not_shown_there_a_second_time(watched: Watched) -> None:
    """Else what is done next in that moment is refused as done on an older page."""
    answer = await watched.does("send_message", content="hello")
    assert not answer["rejected"] and watched.shown() == ["hello"]
    before = watched.page.revision
    watched.window.follow()
    assert watched.page.revision == before


async def test_two_edits_within_one_moment_are_both_shown(watched: Watched) -> None:
    """The simulated clock stands still between its ticks: both have the same time."""
    sent = await watched.boris.send(watched.channel, "one")
    for text in ("two", "three"):
        watched.env.backend.edit_message(watched.channel.id, sent.id, {"content": text})
        watched.window.follow()
        assert watched.shown() == [text]


async def test_an_older_page_is_refused_only_where_its_message_was_edited(
    watched: Watched,
) -> None:
    sent = await watched.anna.send(watched.channel, "one")
    watched.window.follow()
    old = watched.page.revision
    await watched.boris.send(watched.channel, "another")
    watched.window.follow()
    assert watched.page.revision > old
    mends = {"target_id": str(sent.id), "content": "two"}
    answer = await watched.does("edit_message", **mends, published_revision=old)
    assert not answer["rejected"] and watched.shown() == ["two", "another"]
    old = watched.page.revision
    watched.env.backend.edit_message(watched.channel.id, sent.id, {"content": "three"})
    watched.window.follow()
    answer = await watched.does("edit_message", **mends, published_revision=old)
    assert [d["code"] for d in answer["diagnostics"]] == ["stale-revision"]


async def test_two_who_act_at_once_wait_for_each_other(watched: Watched) -> None:
    """simcord does one thing at a time; what comes meanwhile is late, and no error."""
    other = simulated.Window(watched.env, watched.channel, watched.boris, watched.window._turn)
    await other.open()
    second = replace(watched, window=other, page=other._preview._open_page())
    answers = await asyncio.gather(
        watched.does("send_message", content="one"), second.does("send_message", content="two")
    )
    assert [answer["rejected"] for answer in answers] == [False, False]
    watched.window.follow()
    assert sorted(watched.shown()) == ["one", "two"]
    await other.close()


def test_the_index_page_names_everybody_and_escapes() -> None:
    shown = page([Surface("anna", "<#x>", "http://127.0.0.1:1/#a&b"), Surface("clara", "y", "z")])
    assert "<th>anna</th><td>player</td>" in shown and "<th>clara</th><td>spectator</td>" in shown
    assert "&lt;#x&gt;" in shown and 'href="http://127.0.0.1:1/#a&amp;b"' in shown


async def test_a_start_may_take_as_long_as_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that finds a game at its start draws: five seconds are too few on a busy machine."""
    waits = []

    async def settle(self: Any, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109
        waits.append(timeout)

    monkeypatch.setattr(simulated.Env, "_settle_internal", settle)
    bot = discord.Client(intents=discord.Intents.default())
    async with simulated.running(simulated.env_for(bot)):
        assert waits and all(wait == simulated.PATIENCE for wait in waits)
