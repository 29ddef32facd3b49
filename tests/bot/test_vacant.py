"""Open seats: given up, claimed, left behind; who may take them."""

import pytest

from bot.play.table import PRACTICE
from tests.bot.test_months import asked, hours, out_of_time
from tests.bot.world import World, said


@pytest.fixture
async def war(world: World, skirmish: str) -> World:
    await world.begin(skirmish, clock="fast")
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan bold")
    return world


def newest(world: World):
    """The newest post that offers a seat."""
    return [p for p in world.posts() if "Take the seat" in repr(p.components)][-1]


async def test_a_seat_that_is_given_up_is_taken_by_somebody_who_saw_nothing(war: World) -> None:
    table = await war.table()
    [side] = table.sides_of(war.anna.id)
    assert "open" in said(await war.slash(war.anna, "game seat", side=side, vacant=True))
    assert table.seats[side] == PRACTICE
    assert "no seat" in said(await war.slash(war.anna, "hand")), "sight is lost at once"
    post = newest(war)
    assert "another seat" in said(await war.press(war.boris, post, "Take the seat"))
    assert "You play" in said(await war.press(war.clara, post, "Take the seat"))
    assert table.seats[side] == war.clara.id
    assert "The hand of" in said(await war.slash(war.clara, "hand"))
    assert "not open any more" in said(await war.press(war.anna, post, "Take the seat"))
    assert any("plays Red from now on" in p.content for p in war.posts())


async def test_who_gave_it_up_may_come_back_to_it_and_to_no_other(war: World) -> None:
    table = await war.table()
    await war.slash(war.anna, "game seat", side="red", vacant=True)
    assert "You play" in said(await war.press(war.anna, newest(war), "Take the seat"))
    await war.slash(war.boris, "game seat", side="blue", vacant=True)
    assert "another seat" in said(await war.press(war.anna, newest(war), "Take the seat"))
    assert table.seats["blue"] == PRACTICE


async def test_nobody_opens_the_seat_of_another(war: World) -> None:
    assert "opened by whoever has it" in said(
        await war.slash(war.boris, "game seat", side="red", vacant=True)
    )
    assert "opened by whoever has it" in said(
        await war.slash(war.clara, "game seat", side="red", vacant=True)
    )
    war.let_manage(war.clara)
    assert "is open" in said(await war.slash(war.clara, "game seat", side="red", vacant=True))
    assert "no such side" in said(await war.slash(war.clara, "game seat", side="x", vacant=True))
    assert "Nobody else plays" in said(
        await war.slash(war.boris, "game seat", side="blue", vacant=True)
    )


async def test_a_claimed_seat_can_be_taken(war: World) -> None:
    _, other, post = await out_of_time(war)
    await war.press(other, post, "Claim")
    table = await war.table()
    assert "You play" in said(await war.press(war.clara, newest(war), "Take the seat"))
    assert war.clara.id in table.seats.values()


async def test_the_seat_of_somebody_who_left_the_server_is_offered(war: World) -> None:
    late, _ = await asked(war)
    war.env.inject_error(
        "GET", f"/guilds/*/members/{late.id}", status=404, code=10007, message="Unknown Member"
    )
    for _ in range(20):
        await hours(war, 1)
        if any("has left this server" in p.content for p in war.posts()):
            break
    table = await war.table()
    assert late.id not in table.seats.values()
    assert "You play" in said(await war.press(war.clara, newest(war), "Take the seat"))


async def test_the_practice_opponent_stands_in_for_some_days(war: World) -> None:
    table = await war.table()
    [side] = table.sides_of(war.anna.id)
    assert "until" in said(await war.slash(war.anna, "game away", days=3))
    assert table.seats[side] == PRACTICE
    assert "no seat" in said(await war.slash(war.anna, "hand"))
    await war.restart()
    await war.wait(2.9)
    assert (await war.table()).seats[side] == PRACTICE
    await war.wait(0.2)
    assert (await war.table()).seats[side] == war.anna.id
    assert any("is back and plays" in p.content for p in war.posts())


async def test_who_is_back_sooner_takes_the_seat_back_once(war: World) -> None:
    [side] = (await war.table()).sides_of(war.anna.id)
    assert "Nobody stands in" in said(await war.slash(war.anna, "game away", days=0))
    await war.slash(war.anna, "game away", days=3)
    assert "again" in said(await war.slash(war.anna, "game away", days=0))
    assert (await war.table()).seats[side] == war.anna.id
    assert "Nobody stands in" in said(await war.slash(war.anna, "game away", days=0))
    assert "no seat" in said(await war.slash(war.clara, "game away", days=3))


async def test_a_seat_that_somebody_else_got_meanwhile_stays_theirs(war: World) -> None:
    [side] = (await war.table()).sides_of(war.anna.id)
    await war.slash(war.anna, "game away", days=3)
    war.let_manage(war.clara)
    await war.slash(war.clara, "game seat", side=side, player=war.clara)
    await war.wait(3.1)
    assert (await war.table()).seats[side] == war.clara.id


async def test_where_nobody_else_plays_the_game_waits(world: World, skirmish: str) -> None:
    await world.slash(world.anna, "game new", game=skirmish, practice=True)
    assert "can wait for you" in said(await world.slash(world.anna, "game away", days=3))
