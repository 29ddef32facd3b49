"""Discord fails, the referee fails, the disk fails: no accepted order is lost, nothing leaks."""

import asyncio

import aiohttp
import discord
import pytest

import engine
import renderer
import storage
from bot.channel import outbox
from bot.play import games
from bot.words.refusal import Refusal
from tests.bot.world import World, quiet_moves, said

MESSAGES = "/channels/*/messages"


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


async def mover(world: World) -> tuple[engine.Game, str, object]:
    game = (await world.table()).running()
    side = game.pending()[0].side
    return game, side, world.player(side)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50013), (404, 10008), (503, 0)])
async def test_a_post_that_fails_is_posted_later(war: World, status: int, code: int) -> None:
    game, side, who = await mover(war)
    pictures, seq = len(war.pictures()), (await war.table()).row.seq
    war.env.inject_error("POST", MESSAGES, status=status, code=code, times=None)
    line = quiet_moves(game, side)[0]
    assert "Done" in await war.order(who, line)
    assert (await war.table()).row.seq == seq + 1
    assert len(war.pictures()) == pictures
    trouble = said(await war.slash(who, "game status"))
    assert "Nothing is lost" in trouble
    war.env.backend.faults.clear()
    await war.env.advance_time(30)
    assert len(war.pictures()) == pictures + 1
    assert "Nothing is lost" not in said(await war.slash(who, "game status"))


async def test_what_waits_goes_out_as_one_message_with_all_words(war: World) -> None:
    game, side, who = await mover(war)
    pictures = len(war.pictures())
    war.env.inject_error("POST", MESSAGES, status=403, times=None)
    for _ in range(3):
        assert "Done" in await war.order(who, quiet_moves(game, side)[0])
    war.env.backend.faults.clear()
    await war.env.advance_time(60)
    assert len(war.pictures()) == pictures + 1
    assert war.pictures()[-1].content.count(f"{side.title()}: move ") == 3


async def test_a_broken_connection_is_waited_for(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    pictures = len(war.pictures())

    async def gone(*_: object, **__: object) -> int:
        raise aiohttp.ClientConnectionError("no route")

    with monkeypatch.context() as broken:
        broken.setattr(outbox, "_say", gone)
        assert "Done" in await war.order(who, quiet_moves(game, side)[0])
        await war.env.advance_time(6)
    assert len(war.pictures()) == pictures
    await war.env.advance_time(30)
    assert len(war.pictures()) == pictures + 1


async def test_a_restart_posts_what_was_not_posted(war: World) -> None:
    game, side, who = await mover(war)
    pictures = len(war.pictures())
    war.env.inject_error("POST", MESSAGES, status=500, times=None)
    await war.order(who, quiet_moves(game, side)[0])
    war.env.backend.faults.clear()
    await war.env.advance_time(1)
    await war.restart()
    await war.env.advance_time(30)
    assert len(war.pictures()) == pictures + 1


async def test_posts_carry_a_nonce_so_that_discord_drops_a_second_copy(war: World) -> None:
    game, side, who = await mover(war)
    await war.order(who, quiet_moves(game, side)[0])
    bodies = [r.json for r in war.env.http_requests if isinstance(r.json, dict)]
    nonces = [body["nonce"] for body in bodies if "nonce" in body]
    assert len(nonces) == len(set(nonces)) > 2
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert all(body["enforce_nonce"] for body in bodies if "nonce" in body)


async def test_an_answer_that_fails_loses_no_order(war: World) -> None:
    game, side, who = await mover(war)
    seq, pictures = (await war.table()).row.seq, len(war.pictures())
    war.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await war.slash(who, "order", line=quiet_moves(game, side)[0])
    assert (await war.table()).row.seq == seq + 1 and len(war.pictures()) == pictures + 1


async def test_a_deleted_channel_stops_nothing_else(war: World) -> None:
    game, side, who = await mover(war)
    other = war.guild.create_text_channel("elsewhere")
    table = await war.table()
    war.env.backend.delete_channel(war.channel.id)
    await war.bot.desk.games.order(table, who.id, quiet_moves(game, side)[0], "late click")
    await war.bot.desk.outbox.drained(5)
    assert await war.bot.desk.store.pending_posts(war.channel.id) == []
    assert (await war.bot.desk.store.game(table.id)).seq == table.row.seq
    await who.slash(other, "game new", game="iron_blood")
    assert "waits for its players" in other.last_message.content


@pytest.fixture(autouse=True)
def expected_incidents(request: pytest.FixtureRequest, incidents: list[str]) -> object:
    """Some tests here provoke what is logged as an error; they say so with a mark."""
    yield
    if request.node.get_closest_marker("incident"):
        assert incidents
        incidents.clear()
    elif "deleted_channel" in request.node.name:
        incidents.clear()


@pytest.mark.incident
async def test_a_fault_in_the_referee_leaves_the_game_as_it_was(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    before, posts = game.dump(), len(war.posts())
    line = quiet_moves(game, side)[0]
    rev = (await war.table()).row.rev
    real = engine.Game.submit

    def broken(self: engine.Game, side: str, text: str, *more: object, **named: object) -> object:
        real(self, side, text, *more, **named)  # type: ignore[arg-type]
        raise ZeroDivisionError("axis_general_hits is secret")

    monkeypatch.setattr(engine.Game, "submit", broken)
    answer = await war.order(who, line)
    monkeypatch.undo()
    assert "as it was before" in answer
    assert "ZeroDivision" not in answer and "Traceback" not in answer
    number = answer.rsplit(" ", 1)[-1].rstrip(".")
    assert any(number in told and "ZeroDivisionError" in told for told in incidents)
    assert len(war.posts()) == posts
    table = await war.table()
    assert table.row.rev == rev and table.running().dump() == before
    assert "Done" in await war.order(who, quiet_moves(table.running(), side)[0])


@pytest.mark.incident
async def test_a_disk_that_fails_leaves_the_game_as_it_was(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    before, line = game.dump(), quiet_moves(game, side)[0]

    async def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(storage.Store, "commit", full)
    answer = await war.order(who, line)
    assert "as it was before" in answer and "space" not in answer
    monkeypatch.undo()
    assert (await war.table()).running().dump() == before
    assert "Done" in await war.order(who, line)


@pytest.mark.incident
async def test_a_picture_that_fails_is_missing_and_map_repairs_it(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)

    def broken(*_: object) -> None:
        raise ValueError("no paint")

    monkeypatch.setattr(renderer, "render", broken)
    assert "Done" in await war.order(who, quiet_moves(game, side)[0])
    last = [post for post in war.posts() if "move " in post.content][-1]
    assert "`/map` tries again" in last.content and not last.attachments
    assert "our side" in said(await war.slash(who, "map"))
    monkeypatch.undo()
    answer = await war.slash(who, "map")
    assert answer.response.attachments


async def test_a_picture_that_discord_will_not_take_is_left_out(war: World) -> None:
    game, side, who = await mover(war)
    war.env.inject_error("POST", MESSAGES, status=413, code=40005)
    assert "Done" in await war.order(who, quiet_moves(game, side)[0])
    last = [post for post in war.posts() if "move " in post.content][-1]
    assert not last.attachments


async def test_closed_direct_messages_are_no_trouble(war: World) -> None:
    war.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    asked = await war.slash(war.anna, "hand", dm=True)
    assert "direct messages are closed" in said(asked) and "The hand of Axis" in said(asked)
    again = await war.press(war.anna, asked.response, "Open again")
    assert "The hand of Axis" in said(again)


async def test_a_hand_by_direct_message(war: World) -> None:
    assert "sent you your hand" in said(await war.slash(war.anna, "hand", dm=True))
    assert "The hand of Axis" in war.anna.user.dm_channel.last_message.content


async def test_a_busy_game_defers_and_then_carries_the_order_out(war: World) -> None:
    game, side, who = await mover(war)
    table = await war.table()
    line = quiet_moves(game, side)[0]
    await table.lock.acquire()
    asked = asyncio.create_task(war.slash(who, "order", line=line))
    await asyncio.sleep(0.2)
    table.lock.release()
    result = await asked
    callbacks = [r.json["type"] for r in war.env.http_requests if r.path.endswith("/callback")]
    assert callbacks[-1] == discord.InteractionResponseType.deferred_channel_message.value
    assert "Done" in said(result)


async def test_an_order_is_carried_out_though_discord_takes_no_promise_of_an_answer(
    war: World,
) -> None:
    game, side, who = await mover(war)
    table = await war.table()
    line, seq = quiet_moves(game, side)[0], table.row.seq
    war.env.inject_error("POST", "/interactions/*/*/callback", status=503)
    await table.lock.acquire()
    asked = asyncio.create_task(war.slash(who, "order", line=line))
    await asyncio.sleep(0.2)
    table.lock.release()
    assert "Done" in said(await asked)
    assert (await war.table()).row.seq == seq + 1


async def test_an_order_does_not_wait_for_ever(war: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game, side, who = await mover(war)
    table = await war.table()
    monkeypatch.setattr(games, "LOCK_WAIT", 0.05)
    async with table.lock:
        with pytest.raises(Refusal, match="still being worked on"):
            await war.bot.desk.games.order(table, who.id, quiet_moves(game, side)[0], "click")
    assert "Done" in await war.order(who, quiet_moves(game, side)[0])


async def test_a_lost_lease_stops_the_bot(war: World, incidents: list[str]) -> None:
    other = await storage.Store.open(war.database, war.now)
    await war.bot.desk.store._db.write("UPDATE lease SET owner = 'other', beat = beat + 1000")
    await war.env.advance_time(6)
    assert war.bot.failed and war.bot.is_closed()
    await other.close()
    assert any("taken over" in line for line in incidents)
    incidents.clear()
