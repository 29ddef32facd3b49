"""The practice opponent: one command to a game, and it answers by itself."""

from bot.play.table import PRACTICE
from tests.bot.world import World, said


async def test_one_command_begins_a_game(world: World) -> None:
    answer = await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    assert "begins" in said(answer)
    table = await world.table()
    assert table.seats == {"axis": world.anna.id, "soviet": PRACTICE}
    assert "SHA-256" in world.pictures()[0].content
    assert world.called() == [[world.anna.id]]


async def test_it_answers_and_its_orders_are_logged_as_automatic(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", side="soviet", practice=True)
    table = await world.table()
    await world.env.settle()
    asked = table.running().pending()[0]
    assert asked.side == "soviet", "the Axis has played until the Soviet player is asked"
    log = await world.bot.desk.games.log_of(table)
    assert log and {action.kind for action in log} == {"auto"}
    assert {action.user for action in log} == {None}
    assert f"<@{world.anna.id}> (Soviet)" in world.panel().content


async def test_a_practice_seat_goes_on_after_a_restart(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", side="soviet", practice=True)
    await world.env.settle()
    table = await world.table()
    real = world.bot.desk.games.drive
    world.bot.desk.games.drive = lambda _: None  # type: ignore[method-assign]
    while table.running().pending()[0].side == "soviet":
        await world.order(world.anna, table.running().auto("soviet"))
    world.bot.desk.games.drive = real  # type: ignore[method-assign]
    await world.restart()
    await world.slash(world.clara, "game status")
    await world.env.settle()
    assert (await world.table()).running().pending()[0].side == "soviet"


async def test_a_seat_is_given_to_it_from_the_lobby(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "take a seat yourself" in said(
        await world.slash(world.boris, "game join", practice=True)
    )
    assert "practice opponent plays Soviet" in said(
        await world.slash(world.anna, "game join", practice=True)
    )
    await world.slash(world.anna, "game start")
    assert (await world.table()).row.status == "running"


async def test_a_game_against_it_is_ended_alone(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    asked = await world.slash(world.anna, "game end")
    assert (await world.table()).open
    await world.press(world.anna, asked.response, "Yes, end it")
    assert (await world.table()).row.status == "closed"


async def test_the_panel_comes_after_what_led_to_it(world: World) -> None:
    """Where each phase has a panel of its own."""
    await world.every_act()
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    await world.order(world.anna, "setup suggested")
    table = await world.table()
    for _ in range(12):
        await world.env.settle()
        if table.running().pending()[0].side == "axis":
            await world.order(world.anna, table.running().auto("axis"))
    await world.env.settle()
    posts = [post.content for post in world.posts()]
    movement = next(i for i, text in enumerate(posts) if "· Movement\n" in text)
    assert any("movement, Axis" in text for text in posts[:movement])


async def test_what_happens_before_the_first_order_is_told(world: World) -> None:
    """Weather, points and arrivals of the first turn: nobody has given an order that brings them"""
    game, scenario = "russia_besieged", "fall_blau_1942"
    await world.slash(world.anna, "game new", game=game, scenario=scenario, practice=True)
    await world.env.settle()
    first = world.pictures()[0].content
    assert first.index("begins") < first.index("Weather die: ") < first.index("To spend: ")
