"""Help inside Discord: pages, words, the question explained, and a guide told once."""

import asyncio
import json
import re
from importlib.resources import files

import pytest

import engine
from bot.acts import tips
from bot.words import helping
from bot.words.limits import MESSAGE
from engine.games import ROOMS
from tests.bot.world import World, components, latest, said


async def test_pages_by_topic_and_by_game(world: World) -> None:
    """The overview leads to each page, in one message whose menus turn the pages."""
    opened = await world.slash(world.anna, "help")
    assert "ten minutes" in said(opened)
    [menu, *_] = [c for c in components(opened.response) if "options" in c]
    assert {"begin", "undo", "iron_blood.combat"} <= {o["value"] for o in menu["options"]}
    await world.anna.select(opened.response, ["iron_blood.combat"], custom_id=menu["custom_id"])
    page = latest(world, world.anna, opened.response.id).content
    assert page.startswith("**Iron, Blood, Snow & Mud: Combat**")
    assert "Take something back" in said(await world.slash(world.boris, "help", topic="undo"))
    assert "no page" in said(await world.slash(world.boris, "help", topic="nothing"))


async def test_the_words_of_the_games(world: World) -> None:
    told = said(await world.slash(world.anna, "help", word="Convoy"))
    assert "Iron, Blood, Snow & Mud" in told and "regular units of your own" in told
    assert "No word" in said(await world.slash(world.anna, "help", word="no such"))


@pytest.mark.parametrize("name", [name for name, _ in helping.choices()])
def test_every_page_fits_into_a_message(name: str) -> None:
    text = helping.page(name)
    assert text is not None and 100 < len(text) <= MESSAGE


def test_every_game_of_the_catalogue_has_pages() -> None:
    names = [name for name, _ in helping.choices()]
    for game in engine.catalogue():
        assert f"{game}.aim" in names and helping.page(game)
        pages = engine.rules(game).help.pages
        assert "aim" in pages and len(pages) >= 5
        assert all(100 < len(page.text) <= MESSAGE - 100 for page in pages.values())


async def test_what_is_this_has_rule_words_and_examples(world: World) -> None:
    """The rule in our own words with its number, the words, and two orders of the position."""
    await world.begin("iron_blood")
    asked = await world.press(world.anna, world.panel(), "What is this?")
    text = said(asked)
    assert "one to a hex" in text and "In the rulebook: Axis set-up." in text
    game = (await world.table()).running()
    [line, other] = engine.explain(game, "axis")[0].examples
    assert f"`{line}`, `{other}`" in text
    seen = said(await world.press(world.boris, world.panel(), "What is this?"))
    assert "one to a hex" in seen and "For example" not in seen


def test_no_rule_is_called_by_an_id_of_our_own() -> None:
    """A rule has its number, or the heading that its book gives it: never `setup.axis`."""
    for game in ROOMS:
        data = files(f"engine.games.{game}.data")
        for rule in json.loads((data / "rules_index.json").read_bytes()):
            shown = engine.rule_name(rule["id"])
            assert re.fullmatch(r"[\d.]+[a-z]?|[A-Z].*|\d+, [A-Z].*", shown), rule["id"]
            if re.fullmatch(r"[\d.]+[a-z]?", rule["id"]):
                assert shown == rule["id"], "a number as the book prints it, with its letter"
            else:
                assert rule["words"] in shown, "headings of two games are not mixed up"


async def guided(world: World) -> str:
    opened = await world.slash(world.anna, "help")
    return said(await world.press(world.anna, opened.response, "A first season"))


async def test_a_first_season_is_guided_and_no_hint_comes_twice(world: World) -> None:
    """By the orders that the guide names, to the next season; each hint once."""
    hints = {h for some in engine.rules("iron_blood").help.guide.values() for h in some}
    told = await guided(world)
    heard = [hint for hint in hints if hint in told]
    assert len(heard) == 1 and "setup suggested" in told
    for _ in range(120):
        table = await world.table()
        game = table.running()
        if game.view(None).turn != "1941 Clear":
            break
        if all(p.side != "axis" for p in game.pending()):
            await world.env.advance_time(6)
            continue
        first = game.whole("axis", "setup suggested")
        answer = await world.order(
            world.anna, "setup suggested" if first else game.short(game.auto("axis"))
        )
        everything = world.seen_by(world.anna)
        assert answer
        heard = [hint for hint in hints if hint in everything]
    assert game.view(None).turn != "1941 Clear" and len(heard) >= 5
    everything = world.seen_by(world.anna)
    assert all(everything.count(hint) == 1 for hint in heard)
    await over(world)


END = "That was your first season"


async def over(world: World) -> None:
    """Its end is told once, with what they can do now; the guide goes on, and can be ended."""
    shown = world.channel.history(viewer=world.anna)
    [told] = [message for message in shown if END in message.content]
    assert "by yourself" in told.content and "`/help`" in told.content
    labels = [component["label"] for component in components(told)]
    assert labels == ["What now?", "What is this?", "Enough of the guide"]
    enough = await world.press(world.anna, told, "Enough")
    assert [c["label"] for c in components(enough.response)] == ["Hints again"]
    opened = await world.slash(world.anna, "help")
    again = await world.press(world.anna, opened.response, "Hints again")
    assert "a hint for whatever is new" in said(again)
    assert "Hints again" not in [
        c.get("label") for c in components((await world.slash(world.anna, "help")).response)
    ]
    await world.press(world.anna, told, "What now?")
    assert world.seen_by(world.anna).count(END) == 1


async def test_a_game_that_ends_in_the_first_season_is_said_to_be_over(world: World) -> None:
    await guided(world)
    await world.order(world.anna, "setup suggested")
    await world.order(world.anna, "resign")
    shown = world.channel.history(viewer=world.anna)
    [told] = [message for message in shown if END in message.content]
    assert [c["label"] for c in components(told)] == ["Enough of the guide"]


async def test_only_a_game_begun_with_the_guide_has_a_first_season(world: World) -> None:
    await guided(world)
    other = world.guild.create_text_channel("other")
    await world.anna.slash(other, "game new", game="iron_blood", practice=True)
    await world.anna.slash(other, "order", line="resign")
    await world.anna.click(other.history(viewer=world.anna)[-1], label="Yes, resign")
    assert not [m for m in other.history(viewer=world.anna) if END in m.content]


async def test_enough_is_enough(world: World) -> None:
    """After that no order is followed by a hint, in this game or another, nor after a restart."""
    await guided(world)
    own = [m for m in world.channel.history(viewer=world.anna) if "Guide" in m.content]
    assert "silent" in said(await world.press(world.anna, own[-1], "Enough"))
    await world.restart()
    assert "Guide" not in await world.order(world.anna, "setup suggested")
    assert "silent" in said(await world.press(world.anna, own[-1], "What now?"))


async def test_a_hint_stands_below_what_it_is_about(world: World) -> None:
    """Below the map and the panel; after one's turn it comes by itself, when one is asked again."""
    hints = {h for some in engine.rules("iron_blood").help.guide.values() for h in some}
    await guided(world)
    for _ in range(40):
        shown = list(world.channel.history(viewer=world.anna))
        told = [m.id for m in shown if any(hint in m.content for hint in hints)]
        assert told[-1] > max(m.id for m in shown if m.attachments)
        assert told[-1] > world.panel().id
        game = (await world.table()).running()
        passed = game.view(None).phase == "Movement"
        first = game.whole("axis", "setup suggested")
        line = "setup suggested" if first else game.short(game.auto("axis"))
        await world.slash(world.anna, "order", line=line)
        now = (await world.table()).running()
        assert [p.side for p in now.pending()] == ["axis"], "the other side has acted meanwhile"
        if passed:
            return
    raise AssertionError("the Axis never came to move")


async def test_who_is_quick_is_told_once(world: World) -> None:
    """Of two orders at once, the guide speaks after the second."""
    await guided(world)
    table = await world.table()
    desk = world.bot.desk
    desk.guided[table.id, world.anna.id] = 1
    await world.slash(world.anna, "order", line="setup suggested")
    assert (table.id, world.anna.id) not in desk.guided


async def test_tips_come_once_and_never_beside_the_guide(world: World) -> None:
    """Below an order, a refusal and a map: the first time in any game, and not after a restart."""
    await world.begin("iron_blood")
    first = said(await world.slash(world.anna, "order", line="end setup"))
    assert "Tip: **Legal orders**" in first
    assert "Tip" not in said(await world.slash(world.anna, "order", line="end setup"))
    assert "Tip: **Type orders**" in said(
        await world.slash(world.anna, "order", line="setup suggested")
    )
    await world.restart()
    assert "Tip" not in said(await world.slash(world.anna, "order", line="end setup"))
    assert "Tip: **Legal orders**" in said(
        await world.slash(world.boris, "order", line="end support")
    )
    await guided_elsewhere(world)


async def test_of_two_answers_at_once_one_has_the_tip(world: World) -> None:
    desk, user = world.bot.desk, world.anna.id
    both = await asyncio.gather(*(tips.tip(desk, user, "map", {}) for _ in range(2)))
    assert sum("Tip" in text for text in both) == 1


async def guided_elsewhere(world: World) -> None:
    other = world.guild.create_text_channel("other")
    opened = await world.clara.slash(other, "help")
    await world.clara.click(opened.response, label="A first season with a guide")
    answer = await world.clara.slash(other, "order", line="end setup")
    assert "Tip" not in said(answer)


@pytest.mark.parametrize("word", ["help", "Hilfe", " ? "])
async def test_who_orders_help_is_led_to_it(world: World, word: str) -> None:
    await world.begin("iron_blood")
    answer = await world.slash(world.anna, "order", line=word)
    assert "`/help` explains" in said(answer)
    assert [c["label"] for c in components(answer.response)] == ["What is this?"]
