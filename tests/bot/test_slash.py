"""Whatever comes of a slash command is answered inside it: nothing of it looks like a crash."""

from typing import Any

import pytest
from discord import app_commands

from bot.words.refusal import Refusal
from tests.bot.world import World, said

REQUIRED: dict[str, Any] = {
    "string": "nonsense",
    "integer": 7,
    "boolean": True,
    "attachment": ("nonsense.txt", b"nonsense"),
}


def every(world: World) -> list[app_commands.Command[Any, ..., Any]]:
    found = world.bot.tree.walk_commands()
    return [command for command in found if isinstance(command, app_commands.Command)]


async def refuse_all(world: World, who: Any) -> None:
    commands = every(world)
    assert len(commands) > 20
    for command in commands:
        may = {**REQUIRED, "user": who}
        given = {p.name: may[p.type.name] for p in command.parameters if p.required}
        result = await world.slash(who, command.qualified_name, **given)
        assert result.acknowledged, command.qualified_name
    assert world.env.errors == []


async def test_where_there_is_no_game(world: World) -> None:
    await refuse_all(world, world.anna)


async def test_in_a_lobby_and_in_a_game_for_who_waits_and_who_watches(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await refuse_all(world, world.clara)
    await world.slash(world.boris, "game join")
    await world.slash(world.anna, "game start")
    await refuse_all(world, world.boris)
    await refuse_all(world, world.clara)


@pytest.mark.parametrize("error", [Refusal("No."), ZeroDivisionError("secret")])
async def test_what_nobody_expected_too(
    world: World, error: Exception, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    async def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(world.bot.desk.games, "find", fails)
    answer = said(await world.slash(world.anna, "map"))
    assert answer == "No." or "as it was before" in answer
    assert "secret" not in answer and world.env.errors == []
    incidents.clear()
