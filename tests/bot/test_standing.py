"""What is on the disk is said to stand, whatever fails afterwards; no failed beat is the last."""

import sqlite3
from typing import Any

import pytest

import engine
import storage
from bot.words import texts
from tests.bot.world import World, latest, quiet_moves, said


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


def broken(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("some fault")


async def mover(world: World) -> tuple[engine.Game, str, Any]:
    game = (await world.table()).running()
    side = game.pending()[0].side
    return game, side, world.player(side)


async def test_an_order_whose_receipt_fails_is_said_to_stand(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    seq, line = (await war.table()).row.seq, quiet_moves(game, side)[0]
    with monkeypatch.context() as fault:
        fault.setattr(texts, "receipt", broken)
        answer = await war.order(who, line)
    assert (await war.table()).row.seq == seq + 1
    assert "as it was before" not in answer and "try again" not in answer
    assert "stands" in answer and "Done: `move " in answer
    assert len(incidents) == 1
    incidents.clear()


async def test_a_pressed_order_whose_receipt_fails_is_said_to_stand(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    who = (await mover(war))[2]
    seq = (await war.table()).row.seq
    asked = await war.press(who, war.panel(), "End movement")
    with monkeypatch.context() as fault:
        fault.setattr(texts, "receipt", broken)
        answer = await war.press(who, asked.response, "Yes, end movement")
    assert (await war.table()).row.seq == seq + 1
    assert "stands" in said(answer) and "`end movement`" in said(answer)
    incidents.clear()


async def test_an_undo_whose_receipt_fails_is_said_to_stand(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    line = quiet_moves(game, side)[0]
    await war.order(who, line)
    seq = (await war.table()).row.seq
    with monkeypatch.context() as fault:
        fault.setattr(texts, "next_step", broken)
        answer = await war.undo(who)
    assert (await war.table()).row.seq == seq + 1
    assert "as it was before" not in answer and "Taken back" in answer and f"`{line}`" in answer
    incidents.clear()


async def test_an_order_stands_when_reading_it_back_fails(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    seq, pictures = (await war.table()).row.seq, len(war.pictures())
    real = storage.Store.game

    async def once(self: storage.Store, game: int) -> storage.Game:
        monkeypatch.setattr(storage.Store, "game", real)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(storage.Store, "game", once)
    assert "Done: `move " in await war.order(who, quiet_moves(game, side)[0])
    assert (await war.table()).row.seq == seq + 1
    assert len(war.pictures()) == pictures + 1
    game, side, who = await mover(war)
    assert "Done: `move " in await war.order(who, quiet_moves(game, side)[0])
    incidents.clear()


async def test_words_that_fail_do_not_stop_the_channel(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, side, who = await mover(war)
    pictures = len(war.pictures())
    with monkeypatch.context() as fault:
        fault.setattr(engine.Game, "tell", broken)
        await war.order(who, quiet_moves(game, side)[0])
        await war.env.advance_time(6)
    assert len(war.pictures()) == pictures + 1
    assert (await war.bot.desk.store.pending_posts(war.channel.id)) == []
    assert incidents
    incidents.clear()


async def test_a_beat_that_fails_is_not_the_last(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> Any:
        raise sqlite3.OperationalError("database or disk is full")

    for name in ("beat_lease", "due_channels"):
        with monkeypatch.context() as fault:
            fault.setattr(storage.Store, name, full)
            await war.env.advance_time(6)
        assert incidents
        incidents.clear()
    game, side, who = await mover(war)
    pictures = len(war.pictures())
    war.env.inject_error("POST", "/channels/*/messages", status=500)
    await war.order(who, quiet_moves(game, side)[0])
    [(before,)] = await war.bot.desk.store._db.read("SELECT beat FROM lease")
    await war.env.advance_time(30)
    [(beat,)] = await war.bot.desk.store._db.read("SELECT beat FROM lease")
    assert beat > before and len(war.pictures()) == pictures + 1
    assert not war.bot.is_closed() and latest(war, war.clara, war.panel().id)
