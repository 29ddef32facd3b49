"""Discord's limits: the command tree, every layout, and the guards."""

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
import storage
from bot.acts import builder, looking
from bot.acts.ordering import Lines
from bot.commands.slash import choices
from bot.play.table import Table
from bot.talk import buttons
from bot.words import limits
from tests.bot.measure import component_problems, modal_problems, tree_problems, view_problems
from tests.bot.world import World

LONG = "x" * 3_000


async def test_the_command_tree_is_within_the_limits(world: World) -> None:
    assert tree_problems(world.bot.tree) == []


async def test_every_command_is_for_servers_and_described(world: World) -> None:
    tree = world.bot.tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    assert {payload["name"] for payload in payloads} == {
        *("game", "map", "hand", "legal", "undo", "style", "me", "games", "nudge", "standing"),
        *("order", "orders", "move", "attack", "play", "choose", "odds", "try"),
        *("posts", "recap", "Position at this message"),
    }
    for payload in payloads:
        assert payload["contexts"] == [0] and payload["integration_types"] == [0]


def test_the_tree_walk_finds_what_is_too_long() -> None:
    client = discord.Client(intents=discord.Intents.none())
    tree = discord.app_commands.CommandTree(client)

    @tree.command(description="d" * 100)
    @discord.app_commands.choices(
        word=[discord.app_commands.Choice(name=f"n{i}", value="v" * 400) for i in range(25)]
    )
    async def big(interaction: discord.Interaction, word: str) -> None: ...

    assert tree_problems(tree) == ["text of /big: 10173 of 8000"]


async def test_the_view_walk_finds_what_is_too_much() -> None:
    view = discord.ui.View()
    for number in range(6):
        view.add_item(discord.ui.Button(label="b", custom_id="same", row=number // 5))
    assert view_problems(view) == [f"a custom_id is used twice: {['same'] * 6}"]
    options = [discord.SelectOption(label="l", value="v" * 101) for _ in range(26)]
    item = discord.ui.Select(custom_id="c", options=options[:25]).to_component_dict()
    assert "option value: 101 of 100" in component_problems(item)


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
        buttons.lobby_view(10**9, sides),
        buttons.offer_view(10**9, "0123abcd0-0123abcd1", f"seat soviet {2**63 - 1}"),
        builder.choices(Table(_row("iron_blood"), {}), ("a", "b", LONG), "?")[1],
    ):
        assert view_problems(view) == []
    assert modal_problems(Lines(Table(_row("iron_blood"), {}), "x" * 4_000)) == []


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
