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
    assert "opened by who has it" in said(
        await war.slash(war.boris, "game seat", side="red", vacant=True)
    )
    assert "opened by who has it" in said(
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
