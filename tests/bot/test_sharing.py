"""Two people share a seat: either gives orders, both see the hand, neither is a stranger to it."""

import pytest

from bot.channel.painter import Painter
from tests.bot.conftest import small_picture
from tests.bot.test_lobby import export
from tests.bot.test_months import dms
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


async def test_who_shares_a_seat_is_called_by_their_own_choice(war: World) -> None:
    """clara by direct message, the holder in the channel; reminders too, each their own."""
    who, other = await people(war)
    table = await war.table()
    side = table.running().pending()[0].side
    await war.slash(war.clara, "me notices", how="message")
    while table.running().pending()[0].side == side:
        await war.play_one(who)
    while table.running().pending()[0].side != side:
        await war.play_one(other)
    await war.bot.desk.outbox.drained(5)
    assert war.called()[-1] == [who.id]
    await war.wait(0.001)
    assert [text for text in dms(war.clara) if f"asked as {side.title()}" in text]
    before = len(dms(war.clara))
    await war.restart()
    await war.wait(3.5)
    assert len(dms(war.clara)) == before + 1 and "waits for you" in dms(war.clara)[-1]
    reminders = [post for post in war.posts() if "waits for you" in post.content]
    assert len(reminders) == 1 and f"<@{who.id}>" in reminders[0].content
    assert f"<@{war.clara.id}>" not in reminders[0].content
    # who answers quiets both
    line = (await war.table()).running().auto(side)
    await war.order(war.clara, line)
    watch = await war.bot.desk.keeper.watch(await war.table())
    assert {call.user for call in watch.calls.values() if call.told} <= {who.id, war.clara.id}


async def test_who_shares_a_seat_may_have_a_digest(war: World) -> None:
    who, _ = await people(war)
    await war.slash(war.clara, "me notices", how="digest", zone="UTC", digest="8:00")
    for _ in range(3):  # noted, and then eight in the morning comes
        await war.wait(0.5)
    assert len(dms(war.clara)) == 1 and "You are asked in" in dms(war.clara)[0]
    assert dms(who) == []


async def test_who_shares_a_seat_and_left_the_server_shares_it_no_more(war: World) -> None:
    who, _ = await people(war)
    table = await war.table()
    side = table.running().pending()[0].side
    war.guild.remove_member(war.clara)
    await war.wait(3.5)
    assert table.partners == {} and table.seats[side] == who.id
    assert any("shares the seat of" in post.content and "left" in post.content
               for post in war.channel.history(viewer=war.anna))  # fmt: skip


async def test_nobody_nudges_who_shares_their_seat(war: World) -> None:
    who, other = await people(war)
    await war.wait(1)
    assert "Nobody else is asked" in said(await war.slash(who, "nudge"))
    assert "will be called" in said(await war.slash(other, "nudge"))
    calls = "\n".join(post.content for post in war.posts() if "waits for you" in post.content)
    assert calls.count("waits for you") == 2
    assert all(calls.count(f"<@{user.id}>") == 1 for user in (who, war.clara))
