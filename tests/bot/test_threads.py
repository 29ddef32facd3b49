"""Threads: those without a game belong to their channel's; archived ones are opened for calls."""

from typing import Any

import discord
import pytest

from bot.local import simulated
from tests.bot.world import World, button_id, quiet_moves, said


def thread_in(world: World, name: str = "night watch") -> Any:
    return simulated.thread_in(world.env, world.channel, name, world.anna)


async def test_a_thread_without_a_game_belongs_to_the_game_of_its_channel(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    who, thread = world.player(side), thread_in(world)
    note = f"(In the game of <#{world.channel.id}>.)"
    line = quiet_moves(table.running(), side)[0]
    before = len(world.pictures())
    for command, options in (
        ("order", {"line": line}),
        ("undo", {}),
        ("hand", {}),
        ("legal", {}),
        ("map", {}),
        ("game status", {}),
    ):
        answer = said(await who.slash(thread, command, **options))
        assert note in answer, command
        assert "no game in this channel" not in answer
    assert len(world.pictures()) > before, "what happens is posted in the channel"
    assert not [m for m in thread.history(viewer=world.clara) if m.author.id == world.bot.user.id]
    assert await who.autocomplete(thread, "order", "line", "mo")
    assert note in said(await who.slash(thread, "order", line="move nobody")), "refusals too"
    assert note not in await world.order(who, line), "in the channel nothing need be said"


async def test_a_builder_in_a_thread_says_so_and_keeps_its_line(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    who, note = world.player(side), f"(In the game of <#{world.channel.id}>.)"
    line = quiet_moves(table.running(), side)[0]
    done = await who.slash(thread_in(world), "order", line=line)
    page = await world.press(who, done.response, "Give an order")
    assert note in said(page)


async def test_a_public_map_in_a_thread_says_whose_it_is(world: World) -> None:
    await world.begin("iron_blood")
    thread = thread_in(world)
    await world.clara.slash(thread, "map", public=True)
    assert f"(In the game of <#{world.channel.id}>.)" in thread.last_message.content


async def test_a_thread_with_a_game_has_its_own(world: World) -> None:
    first = await world.begin("iron_blood")
    thread = thread_in(world)
    answer = said(await world.anna.slash(thread, "game new", game="no_retreat"))
    assert "In the game of" not in answer
    second = await world.bot.desk.games.at(thread.id)
    assert second.id != first.id
    assert "No Retreat" in said(await world.anna.slash(thread, "game status"))
    assert "Iron, Blood" in said(await world.slash(world.anna, "game status"))


async def test_a_thread_of_a_channel_without_a_game_has_none(world: World) -> None:
    assert "no game in this channel" in said(await world.anna.slash(thread_in(world), "map"))


async def archive(world: World, thread: Any, *, locked: bool = False) -> None:
    """As Discord does by itself after days without a word."""
    found = await world.bot.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    await found.edit(archived=True, locked=locked)


@pytest.fixture
async def in_thread(world: World) -> Any:
    """A running game in an archived thread, and its table."""
    thread = thread_in(world)
    await world.anna.slash(thread, "game new", game="iron_blood")
    await world.boris.slash(thread, "game join")
    await world.anna.slash(thread, "game start")
    await archive(world, thread)
    return thread


async def test_an_archived_thread_is_opened_before_somebody_is_called_in_it(
    world: World, in_thread: Any
) -> None:
    table = await world.bot.desk.games.at(in_thread.id)
    assert (await world.bot.fetch_channel(in_thread.id)).archived
    before = len(world.env.http_requests)
    order = await world.bot.desk.games.order(table, world.anna.id, "setup suggested", "click")
    await world.bot.desk.outbox.drained(10)
    assert order.receipt.ran
    assert not (await world.bot.fetch_channel(in_thread.id)).archived
    requests = [(r.method, r.path) for r in world.env.http_requests[before:]]
    opening = requests.index(("PATCH", f"/channels/{in_thread.id}"))
    assert opening < requests.index(("POST", f"/channels/{in_thread.id}/messages"))
    assert requests.count(("PATCH", f"/channels/{in_thread.id}")) == 1


async def test_what_cannot_be_opened_is_tried_again_and_loses_nothing(
    world: World, in_thread: Any
) -> None:
    table = await world.bot.desk.games.at(in_thread.id)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50083, times=None)
    await world.bot.desk.games.order(table, world.anna.id, "setup suggested", "click")
    await world.bot.desk.outbox.drained(10)
    assert await world.bot.desk.store.pending_posts(in_thread.id)
    told = said(await world.anna.slash(in_thread, "game status"))
    assert (
        f"<#{in_thread.id}> is archived" in told and "unlock" in told and "Manage Threads" in told
    )
    world.env.backend.faults.clear()
    await world.env.advance_time(30)
    assert not await world.bot.desk.store.pending_posts(in_thread.id)
    assert not (await world.bot.fetch_channel(in_thread.id)).archived
    told = said(await world.anna.slash(in_thread, "game status"))
    assert "is archived" not in told, "said as long as it is so"


# buttons ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "label", ["Give an order", "My hand", "Legal orders", "Map", "Type orders"]
)
async def test_a_button_works_in_its_own_channel_alone(world: World, label: str) -> None:
    await world.begin("iron_blood")
    panel = world.panel()
    custom_id = button_id(panel, label)
    other = world.guild.create_text_channel("elsewhere")
    bot = world.bot.get_channel(other.id)
    assert isinstance(bot, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Same", custom_id=custom_id))
    copy = await bot.send("a copy", view=view)
    answer = await world.anna.click(copy, custom_id=custom_id)
    assert f"belongs to the game in <#{world.channel.id}>" in said(answer)


async def test_a_member_changes_no_style_for_a_channel_from_a_lobby(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    answer = said(await world.slash(world.anna, "style", theme="dark", channel=True))
    assert "Only whoever manages" in answer
    assert await world.bot.desk.store.settings("channel", world.channel.id) == {}
    world.let_manage(world.anna)
    assert "Dark" in said(await world.slash(world.anna, "style", theme="dark", channel=True))
