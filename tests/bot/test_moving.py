"""A running game goes on in another channel: by consent, in one transaction, with all of it."""

from typing import Any

import discord
import pytest

from bot.play import places
from storage import Store
from tests.bot.world import World, components, said


def posts_in(channel: Any) -> list[discord.Message]:
    return [message for message in channel.history() if message.author.bot]


async def offered(world: World, where: Any, number: int) -> discord.Message:
    """The offer in the game's own channel, made from where it shall go."""
    answer = await world.anna.slash(where, "game move", game=number)
    assert "The offer is made" in said(answer), said(answer)
    await world.env.advance_time(3)
    return [p for p in world.posts() if "offers to go on with this game in" in p.content][-1]


async def moved(world: World, where: Any) -> int:
    table = await world.table()
    post = await offered(world, where, table.id)
    assert "goes on in" in said(await world.press(world.boris, post, "Agree"))
    await world.env.advance_time(6)
    return table.id


async def test_a_game_goes_to_another_channel_with_all_of_it(world: World) -> None:
    await world.begin("iron_blood")
    await world.order(world.anna, "setup suggested")
    there = world.guild.create_text_channel("elsewhere")
    panel = world.panel()
    number = await moved(world, there)
    table = await world.bot.desk.games.at(there.id)
    assert table.id == number and table.row.channel == there.id
    old = world.posts()
    assert any(f"goes on in <#{there.id}>" in p.content for p in old)
    assert not components(next(p for p in old if p.id == panel.id)), "its buttons are gone"
    new = posts_in(there)
    assert any(p.attachments for p in new)
    assert "Give an order" in [c.get("label") for p in new for c in components(p)]
    answer = await world.anna.slash(there, "order", line=table.running().auto("axis"))
    assert "no game" not in said(answer).casefold()
    assert "no game" in said(await world.slash(world.anna, "hand")).casefold()
    ways = await world.slash(world.anna, "game new", game="iron_blood")
    assert "is open" in said(ways), "the old channel is free"


async def test_to_another_server_of_this_bot(world: World) -> None:
    await world.begin("iron_blood")
    number = (await world.table()).id
    guild = world.env.create_guild()
    there = guild.create_text_channel("abroad")
    anna = guild.add_member(world.anna.user if hasattr(world.anna, "user") else world.anna)
    answer = await anna.slash(there, "game move", game=number)
    assert f"<@{world.boris.id}> cannot see" in said(answer)
    guild.add_member(world.boris.user if hasattr(world.boris, "user") else world.boris)
    answer = await anna.slash(there, "game move", game=number)
    assert "The offer is made" in said(answer), said(answer)
    await world.env.advance_time(3)
    [post] = [p for p in world.posts() if "offers to go on" in p.content]
    assert "goes on in" in said(await world.press(world.boris, post, "Agree"))
    await world.env.advance_time(6)
    row = await world.bot.desk.store.game(number)
    assert (row.guild, row.channel) == (guild.id, there.id)
    assert posts_in(there)


async def test_who_may_not_and_where_it_cannot_go(world: World) -> None:
    await world.begin("iron_blood")
    number = (await world.table()).id
    there = world.guild.create_text_channel("elsewhere")
    assert "none of your games" in said(await world.clara.slash(there, "game move", game=number))
    here = await world.slash(world.anna, "game move", game=number)
    assert "is in this channel" in said(here)
    assert "none of your games" in said(await world.anna.slash(there, "game move", game=999))
    await world.anna.slash(there, "game new", game="iron_blood")
    busy = await world.anna.slash(there, "game move", game=number)
    assert "open game in that channel" in said(busy)
    offers = await world.anna.autocomplete(there, "game move", "game", "")
    assert [choice["value"] for choice in offers] == [number]
    assert not await world.anna.autocomplete(world.channel, "game move", "game", "")


async def test_another_game_that_begins_there_meanwhile_keeps_its_channel(world: World) -> None:
    await world.begin("iron_blood")
    table = await world.table()
    there = world.guild.create_text_channel("elsewhere")
    post = await offered(world, there, table.id)
    await world.clara.slash(there, "game new", game="iron_blood")
    assert "open game in that channel" in said(await world.press(world.boris, post, "Agree"))
    assert table.row.channel == world.channel.id and table.open


async def test_a_kill_in_the_middle_does_no_harm(
    world: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    """Before its commit nothing has happened; after it all of it, and the posts still go out."""
    await world.begin("iron_blood")
    number = (await world.table()).id
    there = world.guild.create_text_channel("elsewhere")
    post = await offered(world, there, number)
    before = Store._post

    async def dies(*_: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_post", dies)
        await world.press(world.boris, post, "Agree")
    incidents.clear()
    assert Store._post is before
    row = await world.bot.desk.store.game(number)
    assert row.channel == world.channel.id and row.status == "running"
    post = await offered(world, there, number)
    flush = type(world.bot.desk.outbox)._flush

    async def silent(*_: Any) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.desk.outbox), "_flush", silent)
        await world.press(world.boris, post, "Agree")
    assert type(world.bot.desk.outbox)._flush is flush
    assert not posts_in(there)
    await world.restart()
    await world.env.advance_time(6)
    assert posts_in(there) and any("goes on in" in p.content for p in world.posts())


async def test_what_waited_for_the_old_channel_goes_out_there_and_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin("iron_blood")
    table = await world.table()
    there = world.guild.create_text_channel("elsewhere")
    post = await offered(world, there, table.id)
    flush = type(world.bot.desk.outbox)._flush
    held: list[int] = []

    async def later(outbox: Any, channel: int) -> None:
        held.append(channel)

    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.desk.outbox), "_flush", later)
        await world.bot.desk.games.post(table, *_said(table, "This was said before."))
        await world.press(world.boris, post, "Agree")
    assert held and type(world.bot.desk.outbox)._flush is flush
    await world.env.advance_time(6)
    texts = [p.content for p in world.posts()]
    said_ = [n for n, text in enumerate(texts) if "This was said before." in text]
    gone = [n for n, text in enumerate(texts) if "goes on in" in text]
    assert len(said_) == 1 and len(gone) == 1
    assert not any("said before" in p.content for p in posts_in(there))


async def test_what_waited_shows_the_old_channel_nothing_of_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is left there may not see the new one: words of before, and no map of now."""
    await world.begin("iron_blood")
    table = await world.table()
    there = world.guild.create_text_channel("elsewhere")
    pictures = len(world.pictures())

    async def later(outbox: Any, channel: int) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(type(world.bot.desk.outbox), "_flush", later)
        side = table.running().pending()[0].side
        await world.bot.desk.games.order(table, table.seats[side], "setup suggested", "before")
        await places.move(world.bot.desk.games, table, table.row.guild, there.id)
        side = table.running().pending()[0].side
        line = table.running().auto(side)
        await world.bot.desk.games.order(table, table.seats[side], line, "after")
    assert table.row.channel == there.id
    world.bot.desk.outbox.kick(there.id)
    await world.env.advance_time(6)
    await world.bot.desk.outbox.drained(20)
    old = world.posts()
    assert len(world.pictures()) == pictures and any("goes on in" in p.content for p in old)
    assert any(p.attachments for p in posts_in(there))


def _said(table: Any, text: str) -> list[Any]:
    from bot.play import posts

    return [posts.called(table.row, text, ())]


async def test_a_thread_of_its_own_stays_behind_and_another_is_opened(world: World) -> None:
    """Where the new channel wants that; else all of it stands in the channel."""
    world.let_manage(world.clara)
    await world.slash(world.clara, "posts", thread="log")
    await world.begin("iron_blood")
    table = await world.table()
    assert table.thread
    there = world.guild.create_text_channel("elsewhere")
    await moved(world, there)
    assert table.thread == 0 and table.split == "none"
    assert not (await world.bot.desk.store.settings("game", table.id)).get("thread")
    war_room = world.guild.create_text_channel("war room")
    await world.bot.desk.store.set_setting("channel", war_room.id, "thread", "log")
    answer = await world.anna.slash(war_room, "game move", game=table.id)
    assert "The offer is made" in said(answer), said(answer)
    await world.env.advance_time(3)
    [post] = [p for p in posts_in(there) if "offers to go on with this game in" in p.content]
    done = said(await world.press(world.boris, post, "Agree"))
    assert table.row.channel == war_room.id
    assert table.thread and table.split == "log" and f"<#{table.thread}>" in done
