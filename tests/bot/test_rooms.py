"""What holds the bot together: its buttons lead somewhere, and everybody is given the one desk."""

import ast
import logging
from collections.abc import Iterator
from pathlib import Path

import bot
from bot.acts import presses
from bot.talk.buttons import Pressed, button, menu, read
from tests.bot.world import World

BOT = Path(bot.__file__).parent


def calls(*names: str) -> Iterator[ast.Call]:
    for path in BOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                yield node


def test_every_button_and_menu_leads_somewhere() -> None:
    first = [call.args[0] for call in calls("button", "menu", "answer", "page_turner")]
    named = {arg.value for arg in first if isinstance(arg, ast.Constant)}
    assert len(named) > 15
    assert named == {*presses.ACTS, *presses.APART}, (
        "an act for each button, and a button for each act"
    )


def test_what_a_button_carries_is_what_is_read() -> None:
    assert read(button("go", 7, "Go", "ab1", "end movement").custom_id or "") == Pressed(
        "go", 7, "ab1", "end movement"
    )
    assert read(button("map", 7, "Map").custom_id or "") == Pressed("map", 7)
    picked = menu("pick", 7, "?", [("move", "move", "")])
    assert read(picked.custom_id, ["move"]) == Pressed("pick", 7, values=("move",))
    assert read("somebody:else") is None


def test_nobody_fetches_the_desk_from_where_the_interaction_came() -> None:
    for path in BOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert not ast.unparse(node).startswith("interaction.client."), path


async def test_every_cog_has_the_same_desk(world: World) -> None:
    assert world.bot.cogs
    for cog in world.bot.cogs.values():
        assert getattr(cog, "desk", None) is world.bot.desk


def test_loggers_are_named_after_their_modules() -> None:
    for call in calls("logging.getLogger"):
        assert ast.unparse(call) in ("logging.getLogger(__name__)", "logging.getLogger('bot')")
    assert logging.getLogger("bot.channel.outbox").parent is logging.getLogger("bot")
