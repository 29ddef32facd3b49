"""One game with all that can be done to it: it exports, and the export verifies and says so."""

import pytest

import engine
from bot.channel.painter import Painter
from tests.bot.conftest import small_picture
from tests.bot.test_gm import moderator
from tests.bot.test_lobby import export
from tests.bot.world import World, quiet_moves, said


async def test_an_edit_a_substitute_an_undo_and_a_rollback_in_one_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    await world.reach("move")
    side = table.running().pending()[0].side
    who = world.player(side)
    other = world.boris if who is world.anna else world.anna
    await world.order(who, quiet_moves(table.running(), side)[0])
    await world.undo(who)
    # taken back by a moderator
    await world.order(who, quiet_moves(table.running(), side)[0])
    assert "Taken back" in said(await world.slash(mara, "gm undo"))
    # a substitute, by consent
    await world.env.advance_time(3)
    substitute = await world.slash(who, "game seat", side=side, player=world.clara)
    assert "offer" in said(substitute)
    offers = [post for post in world.posts() if "offers" in post.content]
    await world.press(other, offers[-1], "Agree")
    assert "Done" in await world.order(world.clara, quiet_moves(table.running(), side)[0])
    # an edit
    edited = await world.slash(mara, "gm edit", lines="dice combat.axis 2 2")
    assert "Done" in said(edited)
    # back over it and over dice, by consent
    for _ in range(12):
        asked = table.running().pending()[0].side
        await world.order(world.clara if asked == side else other, table.running().auto(asked))
    await world.slash(other, "game rollback", to=12)
    offers = [post for post in world.posts() if "offers to go back" in post.content]
    assert "went back" in said(await world.press(world.clara, offers[-1], "Agree"))
    for _ in range(6):
        asked = table.running().pending()[0].side
        await world.order(world.clara if asked == side else other, table.running().auto(asked))
    quit_ = await world.slash(other, "game resign")
    await world.press(other, quit_.response, "Yes, resign")
    text = await export(world, world.clara)
    assert all(word in text for word in ("gm> rollback", "> undo", "gm> "))
    verdict = engine.verify(text)
    assert verdict.faults == () and verdict.unrated
    assert (
        verdict.marks.items()
        >= {
            "edit by the umpire": 1,
            "rollback": 1,
            "seat given to somebody else": 1,
            "undo": 1,
            "undo by the umpire": 1,
        }.items()
    )
    assert verdict.computed == verdict.records
    log = await world.bot.desk.store.actions(table.id)
    assert {"order", "undo", "edit", "rollback", "resign"} <= {action.kind for action in log}
    back = next(action for action in log if action.kind == "rollback")
    assert all(
        action.undone_by is not None
        for action in log
        if int(back.line.split()[1]) < action.seq < back.seq
    )
