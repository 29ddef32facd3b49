"""Discord's limits: the command tree, every layout, and the guards."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

import engine
import storage
from bot.acts import builder, looking, presses
from bot.acts.ordering import Lines
from bot.commands.slash import choices
from bot.house.pace import Pace
from bot.house.rules import AT_ONCE, HOUSE
from bot.local import simulated
from bot.play.table import Table
from bot.talk import buttons
from bot.words import limits, measure
from bot.words.refusal import Refusal
from tests.bot.world import World, said
from tests.bot.world import world as make_world

LONG = "x" * 3_000


def view_problems(view: discord.ui.View) -> list[str]:
    """Where the buttons and menus of a message pass a limit."""
    return measure.message({"components": view.to_components()})


async def test_the_command_tree_is_within_the_limits(world: World) -> None:
    """In every language, as it was registered."""
    assert measure.commands(registered(world)) == []


def registered(world: World) -> list[dict[str, Any]]:
    """The commands as Discord was given them last."""
    found = [r.json for r in world.env.http_requests if r.path.endswith("/commands")]
    assert found and isinstance(found[-1], list)
    return found[-1]


async def test_every_command_is_for_servers_and_described(world: World) -> None:
    tree = world.bot.tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    assert {payload["name"] for payload in payloads} == {
        *("game", "map", "hand", "legal", "undo", "style", "me", "games", "nudge", "standing"),
        *("order", "orders", "move", "attack", "play", "choose", "odds", "try"),
        *("help", "posts", "recap", "gm", "note", "privacy", "Position at this message"),
        *("rating", "leaderboard", "stats", "watch", "league"),
    }
    for payload in payloads:
        assert payload["contexts"] == [0] and payload["integration_types"] == [0]


def test_the_walk_finds_a_tree_that_is_too_large() -> None:
    """Every limit of commands, each passed by one on purpose."""
    client = discord.Client(intents=discord.Intents.none())
    tree = discord.app_commands.CommandTree(client)

    @tree.command(description="d" * 100)
    @discord.app_commands.choices(
        word=[discord.app_commands.Choice(name=f"n{i}", value="v" * 400) for i in range(25)]
    )
    async def big(interaction: discord.Interaction, word: str) -> None: ...

    [payload] = [command.to_dict(tree) for command in tree.get_commands()]
    assert "text of /big: 10173 of 8000" in measure.commands([payload])
    assert "value of /big word: 400 of 100" in measure.commands([payload])
    assert measure.problems("PUT", "/applications/1/commands", [payload])


def plain_command(name: str = "c", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": 1, **more}


def option(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": 3, **more}


TOO_MUCH: dict[str, list[dict[str, Any]]] = {
    "slash commands: 101 of 100": [plain_command(f"c{n}") for n in range(101)],
    "menu commands of type 3: 6 of 5": [{"name": f"M {n}", "type": 3} for n in range(6)],
    "options of /c: 26 of 25": [plain_command(options=[option(f"s{n}") for n in range(26)])],
    "choices of /c o: 26 of 25": [
        plain_command(
            options=[option("o", choices=[{"name": f"{n}", "value": n} for n in range(26)])]
        )
    ],
    "description of /c: 101 of 100": [plain_command(description="d" * 101)],
    "description of /c in de: 101 of 100": [
        plain_command(description_localizations={"de": "d" * 101})
    ],
    "name of /c in de: 33 of 32": [plain_command(name_localizations={"de": "n" * 33})],
    "name of /c in de: 'zwei Worte' is no name for Discord": [
        plain_command(name_localizations={"de": "zwei Worte"})
    ],
    "choice of /c o in de: 101 of 100": [
        plain_command(
            options=[
                option(
                    "o",
                    choices=[{"name": "n", "value": 1, "name_localizations": {"de": "n" * 101}}],
                )
            ]
        )
    ],
    "an option of /c in de is there twice: gleich": [
        plain_command(
            options=[option(n, name_localizations={"de": "gleich"}) for n in ("one", "two")]
        )
    ],
    "options of /c: one that may be left out stands before one that may not": [
        plain_command(options=[option("a"), option("b", required=True)])
    ],
    "a command is there twice: 1 c": [plain_command(), plain_command()],
}


@pytest.mark.parametrize("said", TOO_MUCH)
def test_each_limit_of_commands_is_looked_at(said: str) -> None:
    assert said in measure.commands(TOO_MUCH[said])


def rows(*items: dict[str, Any], each: int = 1) -> list[dict[str, Any]]:
    return [
        {"type": 1, "components": list(items[n : n + each])} for n in range(0, len(items), each)
    ]


def press(name: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "label": name, "custom_id": name, **more}


MESSAGES: dict[str, dict[str, Any]] = {
    "content: 2001 of 2000": {"content": "x" * 2_001},
    "nonce: 26 of 25": {"nonce": "n" * 26},
    "rows: 6 of 5": {"components": rows(*(press(f"b{n}") for n in range(6)))},
    "components in a row: 6 of 5": {
        "components": rows(*(press(f"b{n}") for n in range(6)), each=6)
    },
    "custom_id is there twice: same": {"components": rows(press("same"), press("same"))},
    "custom_id: 101 of 100": {"components": rows(press("b", custom_id="i" * 101))},
    "label: 81 of 80": {"components": rows(press("b", label="l" * 81))},
    "placeholder: 151 of 150": {"components": rows(press("m", placeholder="p" * 151))},
    "options: 26 of 25": {
        "components": rows(press("m", options=[{"label": "l", "value": str(n)} for n in range(26)]))
    },
    "option value: 101 of 100": {
        "components": rows(press("m", options=[{"label": "l", "value": "v" * 101}]))
    },
    "a menu has no options": {"components": rows(press("m", options=[]))},
    "a value is there twice: v": {
        "components": rows(press("m", options=[{"label": "l", "value": "v"}] * 2))
    },
    "components: 41 of 40": {
        "components": [{"type": 17, "components": [{"type": 14} for _ in range(40)]}]
    },
    "text displays: 4001 of 4000": {
        "components": [
            {"type": 10, "content": "t" * 4_000},
            {"type": 9, "components": [{"type": 10, "content": "t"}], "accessory": press("b")},
        ]
    },
    "alt text: 1025 of 1024": {"attachments": [{"id": 0, "description": "a" * 1_025}]},
    "attachments: 11 of 10": {"attachments": [{"id": n} for n in range(11)]},
    "embeds: 11 of 10": {"embeds": [{} for _ in range(11)]},
    "title of an embed: 257 of 256": {"embeds": [{"title": "t" * 257}]},
    "description of an embed: 4097 of 4096": {"embeds": [{"description": "t" * 4_097}]},
    "fields of an embed: 26 of 25": {"embeds": [{"fields": [{}] * 26}]},
    "field value of an embed: 1025 of 1024": {"embeds": [{"fields": [{"value": "v" * 1_025}]}]},
    "footer of an embed: 2049 of 2048": {"embeds": [{"footer": {"text": "f" * 2_049}}]},
    "author of an embed: 257 of 256": {"embeds": [{"author": {"name": "n" * 257}}]},
    "text of all embeds: 6001 of 6000": {
        "embeds": [{"description": "t" * 3_000}, {"description": "t" * 3_001}]
    },
}


@pytest.mark.parametrize("said", MESSAGES)
def test_each_limit_of_messages_is_looked_at_wherever_they_go(said: str) -> None:
    """As a message of its own, as an edit, and as the answer to a command."""
    body = MESSAGES[said]
    for method, path, sent in (
        ("POST", "/channels/1/messages", body),
        ("PATCH", "/channels/1/messages/2", body),
        ("POST", "/webhooks/1/token", body),
        ("POST", "/interactions/1/token/callback", {"type": 4, "data": body}),
    ):
        assert said in measure.problems(method, path, sent)
    assert measure.problems("POST", "/channels/1/messages", {"content": "x"}) == []


def test_lists_boxes_files_and_threads_are_looked_at() -> None:
    def answered(kind: int, data: dict[str, Any]) -> list[str]:
        path = "/interactions/1/token/callback"
        return measure.problems("POST", path, {"type": kind, "data": data})

    offered = [{"name": "n", "value": "v" * 101}, *({"name": "n", "value": n} for n in range(25))]
    assert answered(8, {"choices": offered}) == [
        "choices of a list: 26 of 25",
        "value of a list: 101 of 100",
    ]
    item = {"type": 18, "label": "l" * 46, "component": press("t", max_length=4_001, label=None)}
    assert answered(9, {"title": "t" * 46, "custom_id": "c", "components": [item] * 6}) == [
        "title of a box: 46 of 45",
        "rows of a box: 6 of 5",
        "custom_id is there twice: t",
        *["label: 46 of 45", "max_length: 4001 of 4000"] * 6,
    ]
    assert answered(9, {"title": "t", "components": []}) == ["a box has nothing in it"]
    assert measure.problems("POST", "/channels/1/messages", {}, [6 * 2**20, 5 * 2**20]) == [
        f"bytes of files: {11 * 2**20} of {10 * 2**20}"
    ]
    assert measure.problems("POST", "/channels/1/messages", None, [1] * 11) == ["files: 11 of 10"]
    assert measure.problems("POST", "/channels/1/threads", {"name": "n" * 101}) == [
        "name of a thread: 101 of 100"
    ]


async def test_what_a_test_sends_is_held_to_the_limits(
    world: World, within_limits: list[str]
) -> None:
    """No button, list or message of a command that is added has to be named anywhere."""
    sent = await world.bot.get_channel(world.channel.id).send("x", embeds=[], nonce="n" * 26)  # type: ignore[union-attr]
    assert sent and within_limits == [f"/channels/{world.channel.id}/messages: nonce: 26 of 25"]
    within_limits.clear()


# a command that is added tomorrow ---------------------------------------------------------


class Tomorrow(commands.Cog):
    """A command with more text than Discord takes."""

    @discord.app_commands.command(description="d" * 100)
    @discord.app_commands.choices(
        word=[discord.app_commands.Choice(name=f"{n}", value="v" * 400) for n in range(25)]
    )
    async def big(self, interaction: discord.Interaction, word: str) -> None: ...


async def test_a_tree_that_is_too_large_breaks_no_server(
    world: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    """The commands that Discord knows go on working; the log says what is too large."""
    before, real = registered(world), world.new_bot

    def grown() -> Any:
        bot = real()
        asyncio.get_running_loop().create_task(bot.add_cog(Tomorrow()))
        return bot

    monkeypatch.setattr(world, "new_bot", grown)
    await world.restart()
    assert registered(world) == before
    assert incidents and "text of /big: 10148 of 8000" in incidents.pop()
    assert "is open" in said(await world.slash(world.anna, "game new", game="iron_blood"))


async def test_commands_that_discord_refuses_break_no_server(
    world: World, incidents: list[str]
) -> None:
    def refuse(method: str, path: str, body: Any, files: Any, send: Callable[[], Any]) -> Any:
        if method == "PUT" and path.endswith("/commands"):
            raise simulated.refusal(400, 50035)
        return send()

    with simulated.on_the_wire(refuse):
        await world.restart()
    assert incidents and "did not register the commands" in incidents.pop()
    assert "is open" in said(await world.slash(world.anna, "game new", game="iron_blood"))


@pytest.fixture
async def hurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world where people are held to the pace of all acts."""
    house = dataclasses.replace(AT_ONCE, acts=1)
    monkeypatch.setattr("tests.bot.world.AT_ONCE", house)
    async with make_world(tmp_path) as made:
        yield made


async def test_every_command_has_a_pace(hurried: World) -> None:
    """Whatever it draws, writes or whom it calls: one too many does nothing."""
    world, values = hurried, {"string": "x", "integer": 1, "boolean": True, "user": hurried.boris}
    values["attachment"] = ("x.csv", b"x")
    await world.slash(world.anna, "game status")
    found = []
    for command in world.bot.tree.walk_commands():
        if isinstance(command, discord.app_commands.Group):
            continue
        options = {p.display_name: values[p.type.name] for p in command.parameters if p.required}
        answer = said(await world.slash(world.anna, command.qualified_name, **options))
        assert answer.startswith("One moment, please"), command.qualified_name
        found.append(command.qualified_name)
    assert len(found) > 30
    [menu] = world.bot.tree.get_commands(type=discord.AppCommandType.message)
    post = await world.bot.get_channel(world.channel.id).send("x")  # type: ignore[union-attr]
    answer = said(await world.anna.context_menu(world.channel, menu.name, post))
    assert answer.startswith("One moment, please")


async def test_every_button_menu_and_box_has_a_pace(hurried: World) -> None:
    world = hurried
    await world.slash(world.anna, "game status")
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    for act in (*presses.ACTS, *presses.APART):
        view = buttons.view_of(buttons.button(act, 1, act, "pending", "rest"))
        post = await channel.send("x", view=view)
        answer = said(await world.press(world.anna, post, act))
        assert answer.startswith("One moment, please"), act
    await world.wait(1)
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    await world.wait(1)
    box = await world.slash(world.anna, "orders")
    answer = said(await world.anna.submit_modal(box, {"lines": "setup suggested"}))
    assert answer.startswith("One moment, please")


def test_a_hundred_acts_in_a_moment_are_too_many() -> None:
    pace = Pace(HOUSE.acts, 10.0, lambda: 0.0)
    with pytest.raises(Refusal, match="One moment, please"):
        for _ in range(100):
            pace.take(1)


@pytest.mark.parametrize("name", ["iron_blood", "skirmish"])
async def test_all_layouts_of_a_game_played_to_its_end(skirmish: str, name: str) -> None:
    game = engine.new_game(name, secret=b"1" * 32)
    table = Table(_row(name), dict.fromkeys(game.sides, 1), game)
    for _ in range(150):
        if game.result() is not None:
            break
        side = game.pending()[0].side
        line = game.auto(side)
        _look_at(table, side, line)
        game.submit(side, line)
    assert game.revision > 30


def _look_at(table: Table, side: str, line: str) -> None:
    game = table.running()
    big = 10**9
    views = [buttons.panel_view(big, game), looking._hand_view(table, game, side)]
    words = line.split()
    for count in range(len(words) + 1):
        text, view = builder.page(table, side, " ".join(words[:count]), said=LONG)
        assert len(text) <= limits.MESSAGE
        views += [view] if view is not None else []
    for view in views:
        if view.children:
            assert view_problems(view) == []


def _row(name: str) -> storage.Game:
    return storage.Game(
        id=10**9,
        guild=1,
        channel=2,
        owner=3,
        game=name,
        scenario="",
        options={},
        status="running",
        rev=1,
        seq=1,
        door=0,
        commitment="",
        created=0,
        updated=0,
    )


async def test_lobby_offer_and_modal(skirmish: str) -> None:
    sides = [f"side_{number}" for number in range(9)]
    for view in (
        buttons.lobby_view(10**9, "no_retreat", sides),
        buttons.offer_view(10**9, "0123abcd0-0123abcd1", f"seat soviet {2**63 - 1}"),
        builder.choices(Table(_row("iron_blood"), {}), ("a", "b", LONG), "?")[1],
    ):
        assert view_problems(view) == []
    assert measure.box(Lines(Table(_row("iron_blood"), {}), "x" * 4_000).to_dict()) == []


def test_a_button_that_cannot_carry_its_line_is_never_made() -> None:
    with pytest.raises(ValueError, match="no button can carry"):
        buttons.button("go", 1, "Go", "abc", LONG)


@given(st.text(), st.integers(1, 60))
def test_pages_lose_nothing_and_are_short(text: str, limit: int) -> None:
    parts = limits.pages(text, limit)
    assert all(0 < len(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_pages_part_at_line_ends() -> None:
    assert limits.pages("one\ntwo\nthree", 8) == ["one\ntwo", "three"]


@given(st.text(), st.integers(1, 50))
def test_cut_is_short_and_keeps_what_fits(text: str, limit: int) -> None:
    short = limits.cut(text, limit)
    assert len(short) <= limit
    assert short == text or short.endswith("…")


@pytest.mark.parametrize("bad", ["`@everyone`", "a ``` b", "x\ny", "@here", "<@1>", ""])
def test_code_cannot_be_left(bad: str) -> None:
    shown = limits.code(bad)
    assert shown.count("`") == 2 and "\n" not in shown


def test_choices_are_cut_and_too_long_values_left_out() -> None:
    offered = choices([("n" * 150, "v"), ("n", LONG), *[("n", str(i)) for i in range(40)]])
    assert len(offered) == 25
    assert len(offered[0].name) == 100 and offered[1].value == "0"


def test_a_numbered_army_begins_no_list() -> None:
    """Discord would count on from the first number of a list, and so rename the armies."""
    assert limits.plain("4. Panzer Army moves.\n2. Army, 3. Army") == (
        "4\\. Panzer Army moves.\n2\\. Army, 3. Army"
    )
    assert limits.plain("Roll 3.5 of 4.") == "Roll 3.5 of 4."


async def test_numbered_armies_keep_their_numbers_in_posts(world: World) -> None:
    await world.begin("no_retreat")
    await world.order(world.player("axis"), (await world.table()).running().auto("axis"))
    await world.order(world.player("axis"), "move 1pz 0910")
    assert any("\n1\\. Panzer Army" in post.content for post in world.posts())


def test_no_text_begins_a_numbered_list() -> None:
    """Whatever is sent in pages: refusals, prompts and the log name armies `4. Panzer Army`."""
    assert limits.pages("4. Panzer Army moves.\n18. Armee is full.") == [
        "4\\. Panzer Army moves.\n18\\. Armee is full."
    ]
    once = limits.pages("4. Panzer Army")[0]
    assert limits.pages(once) == [once]
