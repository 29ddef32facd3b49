"""How much is posted: messages that grow, and what a channel may choose instead."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite

import engine
from bot.channel.batch import Batch
from bot.channel.painter import Painter
from bot.channel.style import Style
from storage import OutboxRow
from tests.bot.conftest import small_picture
from tests.bot.wire import Wire, wired
from tests.bot.world import World, quiet_moves, said


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


@pytest.fixture
async def wire(war: World) -> AsyncIterator[Wire]:
    with wired(war.now) as found:
        yield found


def told(world: World) -> list[discord.Message]:
    """The messages that tell of orders."""
    return [post for post in world.posts() if "-# record" in post.content]


async def mover(world: World) -> tuple[Any, Any, list[str]]:
    game = (await world.table()).running()
    side = game.pending()[0].side
    return game, world.player(side), quiet_moves(game, side)


async def one_more(world: World) -> str:
    """One more move of who is asked; its line."""
    _, who, moves = await mover(world)
    assert "Done" in await world.order(who, moves[0])
    return moves[0]


def edits(wire: Wire) -> list[Any]:
    return [call for call in drawn(wire) if call[1] == "PATCH"]


def drawn(wire: Wire) -> list[Any]:
    """The calls that carry a picture."""
    bodies = [(call, call[3]) for call in wire.calls if isinstance(call[3], dict)]
    return [call for call, body in bodies if body.get("attachments")]


async def test_two_turns_of_no_retreat_by_advice(world: World) -> None:
    """The figures of the whole: every order is posted before the next one comes."""
    table = await world.begin("no_retreat")
    game, turns, count = table.running(), set[str](), 0
    while True:
        turns.add(game.view(None).turn)
        if len(turns) == 3:
            break
        side = game.pending()[0].side
        setup = game.complete(side, "setup suggested").complete
        line = "setup suggested" if setup else game.auto(side)
        count += 1
        await world.bot.desk.games.order(table, world.player(side).id, line, f"played-{count}")
        await world.bot.desk.outbox.drained(10)
    assert count > 80
    assert len(world.posts()) <= 40
    assert len(world.pictures()) <= 25
    said_of = [line for post in world.posts() for line in post.content.split("\n")]
    for action in await world.bot.desk.store.actions(table.id):
        assert any(action.line.split()[0] in line for line in said_of)


async def test_orders_of_a_phase_are_one_message_and_one_picture(war: World, wire: Wire) -> None:
    before = len(told(war))
    lines = [await one_more(war) for _ in range(3)]
    new = told(war)[before:]
    assert len(new) == 1 and len(new[0].attachments) == 1
    assert [line for line in lines if line.split()[0] not in new[0].content] == []
    assert new[0].content.count("-# record") == 1
    assert new[0].content.endswith((await war.table()).record[:16])
    assert len(edits(wire)) == 2


async def test_three_quick_orders_are_one_edit_and_one_picture(
    war: World, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    war.bot.desk.outbox.lull = 0.4
    await one_more(war)
    before, pictures = len(told(war)), len(drawn(wire))
    table = await war.table()
    game, who, _ = await mover(war)
    side, copy, lines = game.pending()[0].side, engine.load(game.dump()), []
    while len(lines) < 3:
        lines.append(quiet_moves(copy, side)[0])
        copy.submit(side, lines[-1])
    for number, line in enumerate(lines):
        await war.bot.desk.games.order(table, who.id, line, f"quick-{number}")
        await asyncio.sleep(0.02)
    await war.bot.desk.outbox.drained(10)
    assert len(told(war)) == before
    assert len(drawn(wire)) == pictures + 1 and len(edits(wire)) == 1
    assert told(war)[-1].content.endswith(table.record[:16])


async def test_a_hand_off_waits_for_nobody_and_begins_another_message(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    war.bot.desk.outbox.lull = 30.0
    table = await war.table()
    side = table.running().pending()[0].side
    await one_more(war)
    before = told(war)[-1].id
    passed = asyncio.get_running_loop().time()
    for count in range(200):
        game = table.running()
        now = game.pending()[0].side
        if now != side:
            break
        await war.bot.desk.games.order(table, war.player(now).id, game.auto(now), f"on-{count}")
    await war.bot.desk.outbox.drained(10)
    assert asyncio.get_running_loop().time() - passed < 9
    assert f"<@{war.player(now).id}>" in war.panel().content
    last = told(war)[-1].id
    await war.play_one(war.player(now))
    await war.bot.desk.outbox.drained(10)
    assert told(war)[-1].id not in (before, last)


async def test_a_message_grows_within_its_hour(war: World) -> None:
    await one_more(war)
    before = told(war)
    await war.wait(0.9 / 24)
    await one_more(war)
    assert [post.id for post in told(war)] == [post.id for post in before]
    await war.wait(0.2 / 24)
    await one_more(war)
    assert len(told(war)) == len(before) + 1


async def test_a_message_grows_to_its_length(war: World) -> None:
    table = await war.table()
    moves = 0
    while moves < 60:
        _, who, lines = await mover(war)
        if not lines:
            await war.play_one(who)
            continue
        await war.order(who, lines[0])
        await war.undo(who)
        moves += 1
    assert table.open
    long = [len(post.content) for post in told(war)]
    assert max(long) <= 2_000 and len([one for one in long if one > 1_700]) >= 3


async def test_an_undo_strikes_out_in_the_message_that_grows(war: World) -> None:
    await one_more(war)
    line = await one_more(war)
    _, who, _ = await mover(war)
    before = [post.id for post in told(war)]
    await war.undo(who)
    [post] = [post for post in told(war) if post.id == before[-1]]
    assert [post.id for post in told(war)] == before
    rows = post.content.split("\n")
    assert any(row.startswith("~~") and line.split()[1] in row for row in rows)
    assert "takes back" in rows[-2] and rows[0][0] != "~"
    await one_more(war)
    [post] = [post for post in told(war) if post.id == before[-1]]
    assert post.content.count("takes back") == 1 and post.content.count("~~Axis: move") <= 1


async def test_a_message_that_is_gone_is_followed_by_another(war: World, wire: Wire) -> None:
    await one_more(war)
    gone = told(war)[-1].id
    wire.refuse = lambda method, path, *_: (
        (404, 10008) if method == "PATCH" and path.endswith(str(gone)) else None
    )
    await one_more(war)
    assert told(war)[-1].id != gone
    assert not await war.bot.desk.store.pending_posts(war.channel.id)


async def test_an_edit_without_its_picture_says_so(war: World, wire: Wire) -> None:
    await one_more(war)
    wire.refuse = lambda method, path, _, files: (
        (413, 40005) if method == "PATCH" and files else None
    )
    await one_more(war)
    assert "/map" in told(war)[-1].content
    wire.refuse = None
    await one_more(war)
    assert "/map" not in told(war)[-1].content and told(war)[-1].attachments


@pytest.mark.incident
async def test_a_bot_that_ends_after_an_edit_posts_nothing_twice(
    war: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    await one_more(war)
    store = war.bot.desk.store

    async def sent(*_: object) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(store, "sent", sent)
    await one_more(war)
    incidents.clear()
    posted = [post.content for post in told(war)]
    war.later += 7_200  # it comes back when the message would not grow any more
    await war.restart()
    await war.env.advance_time(10)
    assert [post.content for post in told(war)] == posted
    assert not await war.bot.desk.store.pending_posts(war.channel.id)


async def test_an_edit_whose_answer_is_lost_is_made_again(war: World, wire: Wire) -> None:
    await one_more(war)
    before = len(told(war))
    wire.refuse = lambda method, *_: (500, 0) if method == "PATCH" else None
    await one_more(war)
    wire.refuse = None
    for _ in range(4):
        await war.env.advance_time(5)
    assert len(told(war)) == before
    assert told(war)[-1].content.endswith((await war.table()).record[:16])


# what a channel chooses ---------------------------------------------------------------


async def test_a_channel_chooses_how_much(war: World) -> None:
    assert "one message a phase" in said(await war.slash(war.anna, "posts"))
    assert "manages" in said(await war.slash(war.anna, "posts", how="every"))
    war.let_manage(war.clara)
    assert "every act" in said(await war.slash(war.clara, "posts", how="every"))
    before = len(told(war))
    for _ in range(3):
        await one_more(war)
    assert len(told(war)) == before + 3


@pytest.mark.parametrize("how", ["phase", "turn"])
async def test_a_message_a_phase_or_a_turn(world: World, how: str) -> None:
    world.let_manage(world.clara)
    await world.slash(world.clara, "posts", how=how)
    table = await world.begin("no_retreat")
    await world.reach("move")
    await one_more(world)
    before, key = told(world)[-1].id, now(table)
    while now(table) == key:
        await world.play_one(world.player(key[2]))
    assert (now(table)[0], now(table)[2]) == (key[0], key[2])
    await world.play_one(world.player(key[2]))
    assert (told(world)[-1].id == before) == (how == "turn")


def now(table: Any) -> tuple[str, str, str]:
    view = table.running().view(None)
    return view.turn, view.phase, table.running().pending()[0].side


# a thread a game -----------------------------------------------------------------------


async def in_threads(world: World, thread: str) -> Any:
    """A game begun in a channel that wants threads; the thread."""
    world.let_manage(world.clara)
    answer = said(await world.slash(world.clara, "posts", thread=thread))
    assert "in a thread" in answer
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.slash(world.boris, "game join")
    begun = said(await world.slash(world.anna, "game start"))
    table = await world.table()
    [found] = [one for one in world.channel.threads if one.id == table.thread]
    assert f"<#{found.id}>" in begun
    await world.reach("move")
    return found


@pytest.mark.parametrize("thread", ["log", "pictures"])
async def test_words_and_pictures_apart(world: World, thread: str) -> None:
    found = await in_threads(world, thread)
    for _ in range(3):
        await one_more(world)
    here, there = world.posts(), found.history(viewer=world.clara)
    words, pictures = (there, here) if thread == "log" else (here, there)
    table = await world.table()
    assert words[-1].content.endswith(table.record[:16]) or thread == "pictures"
    log_of = await world.bot.desk.store.actions(table.id)
    told_in = [line for post in words for line in post.content.split("\n")]
    for action in log_of:
        assert any(action.line.split()[0] in line for line in told_in)
    key = "the words are in"
    shown = [post for post in pictures if key in post.content]
    assert shown and all(post.attachments and "record" not in post.content for post in shown)
    assert not [post for post in words if key in post.content]
    assert not [post for post in there if post.components], "the panel stays in the channel"
    who = world.player(table.running().pending()[0].side)
    await world.undo(who)
    again = found.history(viewer=world.clara) if thread == "log" else world.posts()
    assert any("~~" in post.content and "takes back" in post.content for post in again)


async def test_a_thread_that_is_gone_leaves_all_to_the_channel(world: World) -> None:
    found = await in_threads(world, "log")
    await one_more(world)
    world.env.backend.delete_channel(found.id)
    line = await one_more(world)
    await world.env.advance_time(10)
    table = await world.table()
    assert table.thread == 0 and table.open
    assert any(line.split()[1] in post.content for post in told(world))
    assert not await world.bot.desk.store.due_channels()
    await world.restart()
    assert (await world.table()).split == "none"


async def test_a_thread_that_may_not_be_opened_is_said(world: World) -> None:
    world.let_manage(world.clara)
    await world.slash(world.clara, "posts", thread="log")
    with wired(world.now) as wire:
        wire.refuse = lambda method, path, *_: (
            (403, 50013) if method == "POST" and path.endswith("/threads") else None
        )
        await world.slash(world.anna, "game new", game="iron_blood")
        await world.slash(world.boris, "game join")
        begun = said(await world.slash(world.anna, "game start"))
    assert "Create Public Threads" in begun
    table = await world.table()
    assert table.open and table.thread == 0
    await world.reach("move")
    await one_more(world)
    assert told(world)[-1].attachments


async def test_threads_are_asked_for_where_they_are_chosen(world: World) -> None:
    world.let_manage(world.clara)
    deny(world, "create_public_threads")
    refused = said(await world.slash(world.clara, "posts", thread="log"))
    assert "Create Public Threads" in refused
    assert "no threads" in said(await world.slash(world.clara, "posts"))


def deny(world: World, name: str) -> None:
    """Take a permission from the bot in the channel."""
    bits = discord.Permissions(**{name: True}).value
    bot = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=bot, type=1, allow=0, deny=bits)
    )


def test_a_button_that_two_waiting_posts_have_stands_once() -> None:
    """Discord takes no message in which two buttons do the same."""
    claim, again, wait = ["claim", "Claim", "axis"], ["claim", "Claim it", "axis"], ["wait", "Wait"]
    rows = [
        OutboxRow(number, 1, 1, 5, "game", {"map": "", "answers": answers}, 0, 0.0, None)
        for number, answers in enumerate(([claim], [again, wait]))
    ]
    table: Any = None
    batch = Batch(table, rows, None, [], "every", 0.0, Style())
    assert [act for act, *_ in batch.answers] == ["claim", "wait"]
