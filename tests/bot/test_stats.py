"""`/stats` of a person, of two against each other, and of a title."""

from typing import Any

import pytest

import engine
from bot.play import history
from engine.core.luck import luck
from tests.bot.test_rating import resigned
from tests.bot.world import World, said


async def test_a_person_s_games_by_side_and_against_another(world: World) -> None:
    for loser in (world.boris, world.boris, world.anna):
        await resigned(world, loser)
    mine = said(await world.slash(world.anna, "stats"))
    assert "Axis won 2 of 3" in mine and f"<@{world.anna.id}>" in mine
    versus = said(await world.slash(world.clara, "stats", who=world.boris, against=world.anna))
    assert "Soviet won 1 of 3" in versus and f"against <@{world.anna.id}>" in versus
    none = said(await world.slash(world.clara, "stats", who=world.anna, against=world.clara))
    assert "No game of that kind" in none
    assert "not both" in said(
        await world.slash(world.clara, "stats", who=world.anna, game="iron_blood")
    )


async def test_games_without_another_person_are_counted_apart(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", side="axis")
    await world.slash(world.anna, "game join", practice=True)
    await world.slash(world.anna, "game start")
    asked = await world.slash(world.anna, "game resign")
    await world.press(world.anna, asked.response, "Yes, ")
    mine = said(await world.slash(world.anna, "stats"))
    assert "1 game without another person" in mine and "won" not in mine


async def test_a_title_says_how_games_went_and_what_was_refused(world: World) -> None:
    await world.begin("iron_blood")
    await world.order(world.anna, "setup suggested")
    await world.order(world.boris, "setup suggested")
    side = (await world.table()).running().pending()[0].side
    who = world.player(side)
    refused = said(await world.slash(who, "order", line="move 1inf 0101"))
    await world.wait(1)
    await world.play_on()
    await resigned(world, world.boris)
    text = said(await world.slash(world.clara, "stats", game="iron_blood"))
    assert "2 games" in text and "played to the end 1, given up 1" in text
    assert "Length: half of them" in text and "Pace: an answer takes" in text
    [(rule, times)] = await world.bot.desk.store.refusals("iron_blood")
    assert times == 1 and f"(rule: {engine.rule_name(rule)})" in refused
    assert f"most often: {engine.rule_name(rule)} (1)." in text and "Balance" in text
    empty = said(await world.slash(world.clara, "stats", game="no_retreat"))
    assert "No game of No Retreat!" in empty


async def test_luck_is_that_of_the_dice_in_the_logs(world: World) -> None:
    """Of a person over their sides, of a title side by side; SD and pips as the engine has them."""
    await world.begin("iron_blood")
    await world.play_on()
    table = await world.table()
    steps = await history.steps(world.bot.desk.store, table)
    found = luck(table.played(), [entry for step in steps for entry in step.entries])
    mine = said(await world.slash(world.anna, "stats"))
    own = found["axis"]
    assert own.dice > 20
    told = f"{own.above:+.1f} pips in {own.dice} dice ({own.deviations:+.1f} SD)"
    assert f"Luck of the dice in 1 game: {told}." in mine
    both = said(await world.slash(world.clara, "stats", game="iron_blood"))
    for side, what in found.items():
        assert f"{side.title()} {what.above:+.1f} pips in {what.dice} dice" in both


async def test_a_log_is_read_once_for_its_luck(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin("iron_blood")
    await world.play_on()
    store, asked = world.bot.desk.store, []
    actions = store.actions

    async def noted(*args: Any) -> Any:
        asked.append(args)
        return await actions(*args)

    monkeypatch.setattr(store, "actions", noted)
    first = said(await world.slash(world.anna, "stats"))
    assert asked and "Luck of the dice" in first
    asked.clear()
    assert said(await world.slash(world.anna, "stats")) == first
    assert "Luck of the dice" in said(await world.slash(world.clara, "stats", game="iron_blood"))
    assert not asked
