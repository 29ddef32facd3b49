"""`/rating` and `/leaderboard`, as people meet them."""

from typing import Any

from tests.bot.world import World, said


async def resigned(world: World, loser: Any) -> None:
    """A game that somebody gives up at once."""
    await world.begin("iron_blood")
    asked = await world.slash(loser, "game resign")
    await world.press(loser, asked.response, "Yes, ")
    assert not (await world.table()).open


async def test_a_rating_has_its_figures_and_its_curve(world: World) -> None:
    for loser in (world.boris, world.boris, world.anna):
        await resigned(world, loser)
    called = world.called()
    shown = await world.slash(world.clara, "rating", who=world.anna)
    text = said(shown)
    assert "Iron, Blood" in text and "3 games, 2 won, 0 shared" in text and "±" in text
    [picture] = (shown.response or shown.followups[0]).attachments
    assert picture.filename == "rating.png" and "anna" in (picture.description or "")
    mine = said(await world.slash(world.boris, "rating"))
    assert f"<@{world.boris.id}>" in mine and "3 games, 1 won" in mine
    assert world.called() == called


async def test_without_a_rated_game_it_says_what_one_is(world: World) -> None:
    said_to_clara = said(await world.slash(world.clara, "rating"))
    assert "no rated game yet" in said_to_clara and "two people or more" in said_to_clara
    nothing = said(await world.slash(world.clara, "leaderboard", game="no_retreat"))
    assert "No rated game of No Retreat!" in nothing
    where = said(await world.slash(world.clara, "leaderboard"))
    assert "name one" in where
    unknown = said(await world.slash(world.clara, "leaderboard", game="chess"))
    assert "`chess`" in unknown


async def test_a_leaderboard_has_the_best_first_and_the_balance(world: World) -> None:
    for loser in (world.boris, world.boris, world.boris, world.anna):
        await resigned(world, loser)
    text = said(await world.slash(world.clara, "leaderboard"))
    assert text.index(f"1\\. <@{world.anna.id}>") < text.index(f"2\\. <@{world.boris.id}>")
    assert "Axis 75% of 4 (30% to 95%), worth +" in text
    assert "Soviet 25% of 4 (5% to 70%), worth -" in text


async def test_practice_games_are_not_rated(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", side="axis")
    await world.slash(world.anna, "game join", practice=True)
    await world.slash(world.anna, "game start")
    asked = await world.slash(world.anna, "game resign")
    await world.press(world.anna, asked.response, "Yes, ")
    assert "no rated game yet" in said(await world.slash(world.anna, "rating"))
