"""Two people share a seat: either gives orders, both see the hand, neither is a stranger to it."""

import pytest

from bot.channel.painter import Painter
from tests.bot.conftest import small_picture
from tests.bot.test_lobby import export
from tests.bot.world import World, quiet_moves, said


@pytest.fixture
async def war(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """clara shares the side that is asked; its holder, and the other."""
    monkeypatch.setattr(Painter, "work", small_picture)
    await world.begin("iron_blood")
    await world.reach("move")
    who, _ = await people(world)
    answer = said(await world.slash(who, "game share", player=world.clara))
    assert "You share the seat" in answer
    return world


async def people(world: World):
    side = (await world.table()).running().pending()[0].side
    who = world.player(side)
    return who, world.boris if who is world.anna else world.anna


async def test_either_gives_orders_and_both_see_the_hand(war: World) -> None:
    who, other = await people(war)
    table = await war.table()
    side = table.running().pending()[0].side
    for player in (war.clara, who, war.clara):
        line = quiet_moves(table.running(), side)[0]
        assert "Done" in await war.order(player, line)
    assert "Taken back" in await war.undo(who)
    assert said(await war.slash(war.clara, "hand")) == said(await war.slash(who, "hand"))
    assert said(await war.slash(war.clara, "hand")) != said(await war.slash(other, "hand"))
    await war.restart()
    line = quiet_moves((await war.table()).running(), side)[0]
    assert "Done" in await war.order(war.clara, line)


async def test_both_are_called(war: World) -> None:
    who, other = await people(war)
    side = (await war.table()).running().pending()[0].side
    while (await war.table()).running().pending()[0].side == side:
        await war.play_one(who)
    while (await war.table()).running().pending()[0].side != side:
        await war.play_one(other)
    await war.bot.desk.outbox.drained(5)
    assert sorted(war.called()[-1]) == sorted([who.id, war.clara.id])
    assert f"<@{war.clara.id}>" in war.panel().content
    assert "**Iron" in said(await war.slash(war.clara, "games"))


async def test_of_a_shared_seat_one_agrees(war: World) -> None:
    who, other = await people(war)
    await war.slash(other, "game draw")
    offer = [post for post in war.posts() if "offers a draw" in post.content][-1]
    assert "draw" in said(await war.press(war.clara, offer, "Agree"))
    assert (await war.table()).row.status == "ended"
    assert who.id in (await war.table()).seats.values()


async def test_who_has_seen_another_hand_shares_no_seat(war: World) -> None:
    who, other = await people(war)
    refused = said(await war.slash(who, "game share", player=other))
    assert "share that seat already" in refused
    await war.slash(who, "game share")
    assert "another seat" in said(await war.slash(who, "game share", player=other))
    assert "not yours" in said(await war.slash(war.clara, "game share", player=other))
    assert "not yours" in said(await war.slash(war.clara, "game share"))
    assert "no seat" in said(await war.slash(war.clara, "hand"))
    assert "another seat" in said(await war.slash(other, "game share", player=war.clara))


async def test_with_the_seat_its_second_person_goes(war: World) -> None:
    who, other = await people(war)
    assert "offer" in said(await war.slash(who, "game seat", side=sides(war, who), practice=True))
    offer = [post for post in war.posts() if "offers" in post.content][-1]
    await war.press(other, offer, "Agree")
    assert "no seat" in said(await war.slash(war.clara, "hand"))
    table = await war.table()
    assert table.partners == {} == await war.bot.desk.store.partners(table.id)


def sides(world: World, who) -> str:
    return "axis" if who is world.anna else "soviet"


async def test_the_export_is_that_of_the_seat(war: World) -> None:
    who, _ = await people(war)
    assert await export(war, war.clara) == await export(war, who)
