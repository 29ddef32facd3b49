"""Maps on request: overlays, the past, what has changed; and how pictures look."""

import io
from typing import Any

import discord
import pytest
from PIL import Image

import engine
import renderer
from bot.channel.painter import NoPicture
from bot.commands import look
from bot.play import history
from bot.words.refusal import Refusal
from engine.games import ROOMS
from renderer.inks import palette
from tests.bot.world import World, quiet_moves, said


async def picture(answer: Any) -> Image.Image:
    """The one picture of an answer."""
    [file] = answer.response.attachments
    image = Image.open(io.BytesIO(await file.read()))
    image.load()
    return image


def theme_of(image: Image.Image) -> str:
    """The theme whose palette a picture has."""
    found = bytes(image.getpalette() or ())
    [theme] = [name for name in palette.THEMES if palette.palette(name).startswith(found)]
    return theme


async def test_overlays_and_the_reach_of_a_unit(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    supply = await world.slash(world.clara, "map", mode="supply")
    assert "Supply" in supply.response.content
    assert "supply" in (supply.response.attachments[0].description or "")
    unit = table.running().movers()[0]
    for options in ({"mode": "reach", "unit": unit.value}, {"unit": unit.label}):
        offered = await world.clara.autocomplete(world.channel, "map", "unit", "")
        assert unit.label in [choice["name"] for choice in offered]
        answer = await world.slash(world.clara, "map", **options)
        assert "Reach of" in answer.response.content
    missing = said(await world.slash(world.clara, "map", mode="zoc"))
    assert "it has: supply, control, threat, reach" in missing
    assert "Name the unit" in said(await world.slash(world.anna, "map", mode="reach"))


async def test_a_list_of_units_says_how_many_more_there_are(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row that says so shows nothing; typing finds whoever is not in the list."""
    await world.begin("no_retreat")
    movers = [engine.Item(f"army_{n}", f"a{n} · Army number {n} · axis") for n in range(100, 140)]
    monkeypatch.setattr(engine.Game, "movers", lambda _: tuple(movers))
    offered = await world.clara.autocomplete(world.channel, "map", "unit", "")
    assert len(offered) == 25 and "16 more: type on" in offered[-1]["name"]
    answer = await world.slash(world.clara, "map", unit=offered[-1]["value"])
    assert "That row only says" in said(answer) and not answer.response.attachments
    offered = await world.clara.autocomplete(world.channel, "map", "unit", "number 139")
    assert [choice["value"] for choice in offered] == ["army_139"]


async def test_the_map_goes_back_to_any_order_and_tells_what_has_changed(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    who = world.player(side)
    seen = {}
    for _ in range(3):
        line = quiet_moves(table.running(), side)[0]
        await world.order(who, line)
        number = len(await history.steps(world.bot.desk.store, table))
        seen[number] = table.running().view(None)
    for number, view in seen.items():
        step = await history.step_at(world.bot.desk.store, table, number)
        then = (await history.game_after(world.bot.desk.store, table, step)).view(None)
        assert then == view, "between two doors the orders lead to the same position"
    first, last = min(seen), max(seen)
    text = (await world.slash(world.clara, "map", at=first)).response.content
    assert f"after order {first} · {side.title()}: `move" in text
    start = await world.slash(world.clara, "map", at=0)
    assert "at the start" in start.response.content
    changed = await world.slash(world.clara, "map", since=str(first))
    assert "2 moved" in (changed.response.attachments[0].description or "")
    between = await world.slash(world.boris, "map", since=str(first), at=first + 1)
    assert "1 moved" in (between.response.attachments[0].description or "")
    none = said(await world.slash(world.boris, "map", at=last + 1))
    assert f"the last one is {last}" in none


async def test_orders_taken_back_and_secret_ones_have_no_number(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    who = world.player(side)
    before = await history.steps(world.bot.desk.store, table)
    await world.order(who, quiet_moves(table.running(), side)[0])
    offered = await world.clara.autocomplete(world.channel, "map", "at", "")
    assert offered[0]["value"] == len(before) + 1 and "move" in offered[0]["name"]
    await world.undo(who)
    hand = table.running().hand(side)
    window = next(iter(engine.rules("iron_blood").windows))
    told = [await world.order(who, f"arm {card.word} at {window}") for card in hand]
    assert [step.number for step in await history.steps(world.bot.desk.store, table)] == [
        step.number for step in before
    ], told


async def test_a_list_of_orders_goes_from_the_number_typed(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    store, game = world.bot.desk.store, table.running()
    last = len(await history.steps(store, table))

    async def first(typed: int | None) -> int:
        found = await history.offered(store, table, typed)
        return history.choices(found, game, typed)[0][1]

    assert await first(None) == last
    assert await first(1) == 1
    assert await first(9999) == last
    with pytest.raises(Refusal):
        await history.step_at(world.bot.desk.store, table, -1)


async def test_everyone_sees_in_their_own_style_and_the_channel_in_its(world: World) -> None:
    await world.begin("iron_blood")
    assert theme_of(await picture(await world.slash(world.anna, "map"))) == "light"
    assert "Dark, usual print" in said(await world.slash(world.anna, "style", theme="dark"))
    assert theme_of(await picture(await world.slash(world.anna, "map"))) == "dark"
    assert theme_of(await picture(await world.slash(world.boris, "map"))) == "light"
    channel = {"theme": "tritan", "large": True, "channel": True}
    assert "Only whoever manages" in said(await world.slash(world.boris, "style", **channel))
    world.let_manage(world.boris)
    told = said(await world.slash(world.boris, "style", **channel))
    assert "weak blue sight" in told and "large print" in told
    assert theme_of(await picture(await world.slash(world.anna, "map"))) == "dark"
    large = await picture(await world.slash(world.clara, "map", public=True))
    assert theme_of(large) == "tritan" and large.width == 800
    assert "Only whoever manages" in said(
        await world.slash(world.clara, "style", theme="dark", channel=True)
    )
    assert "large print" in said(await world.slash(world.clara, "style"))


async def test_what_is_posted_has_the_style_of_the_channel(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    world.let_manage(world.anna)
    await world.slash(world.anna, "style", theme="dark", channel=True)
    await world.order(world.player(side), quiet_moves(table.running(), side)[0])
    [*_, last] = world.pictures()
    latest: discord.Message = max(world.pictures(), key=lambda message: message.id)
    image = Image.open(io.BytesIO(await latest.attachments[0].read()))
    assert theme_of(image) == "dark", last


async def test_a_hand_comes_as_cards_with_words(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    [card] = table.running().hand("axis")
    answer = await world.slash(world.anna, "hand")
    [file] = answer.response.attachments
    assert card.name in (file.description or "") and file.filename == "hand.png"
    none = await world.slash(world.boris, "hand")
    assert not none.response.attachments
    sent = await world.slash(world.anna, "hand", dm=True)
    assert "direct message" in said(sent)


def test_every_mode_has_words() -> None:
    for id_ in ROOMS:
        assert {*engine.rules(id_).overlays} <= {*look.MODES}, id_


@pytest.mark.parametrize(
    "asked",
    [
        {"unit": "[text](http://x.y)"},
        {"mode": "[text](http://x.y)"},
        {"at": 999},
        {"since": "[text](http://x.y)"},
    ],
)
async def test_what_cannot_be_shown_is_refused_in_private(
    world: World, asked: dict[str, Any]
) -> None:
    """`/map public:True` cannot make the bot say anything in public that somebody typed."""
    await world.begin("iron_blood")
    before = world.seen_by(world.anna)
    answer = await world.slash(world.clara, "map", public=True, **asked)
    assert answer.response.ephemeral and world.seen_by(world.anna) == before
    for typed in (text for text in asked.values() if isinstance(text, str)):
        assert f"`{typed}`" in said(answer), "as code alone"


async def test_a_quarter_of_the_map_with_any_mode(world: World) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    sizes = set()
    for part in look.PARTS:
        await world.env.advance_time(20)
        answer = await world.slash(world.clara, "map", part=part, mode="supply")
        assert answer.response.ephemeral and "Supply" in answer.response.content
        sizes.add((await picture(answer)).size)
    whole = await picture(await world.slash(world.anna, "map", mode="supply"))
    assert len(sizes) == 2 and whole.size not in sizes, "an overview, and quarters of one size"
    assert set(look.PARTS) == set(renderer.PARTS)


async def test_who_stands_in_a_place_in_words_and_as_a_picture(world: World) -> None:
    """By its number, its name or what the list offers; for oneself unless one says otherwise."""
    table = await world.begin("iron_blood")
    await world.reach("move")
    view = table.running().view(None)
    place, label = renderer.stands(view)[0]
    head, lines = renderer.here_in_words(view, place)
    assert head == label and len(lines) > 1
    offered = await world.clara.autocomplete(world.channel, "map", "here", "")
    assert (place, label) == (offered[0]["value"], offered[0]["name"])
    some = label[: label.index(":")].split(" ", 1)[1].upper()
    assert [c["value"] for c in await world.clara.autocomplete(world.channel, "map", "here", some)]
    shapes = set()
    for word in (place, label):
        answer = await world.slash(world.clara, "map", here=word)
        assert answer.response.ephemeral
        assert all(line in answer.response.content for line in (head, *lines))
        [file] = answer.response.attachments
        assert (file.description or "").startswith(head)
        shapes.add((await picture(answer)).size)
    assert len(shapes) == 1
    shown = await world.slash(world.clara, "map", here=place, public=True)
    assert not shown.response.ephemeral and head in shown.response.content
    bare = next(p for p in view_places("iron_blood") if p not in dict(renderer.stands(view)))
    assert "nobody stands here" in said(await world.slash(world.clara, "map", here=bare))


def view_places(game_id: str) -> list[str]:
    return list(renderer.GAMES[game_id].names.cells)


async def test_who_stands_in_no_place_or_in_several_is_refused_with_names(world: World) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    none = await world.slash(world.clara, "map", here="`nowhere`", public=True)
    assert none.response.ephemeral and "nowhere" in said(none)
    many = said(await world.slash(world.clara, "map", here="piece"))
    assert "can be more than one place: `0" in many


async def test_who_stands_there_is_told_though_it_cannot_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    async def broken(*_: object) -> None:
        raise NoPicture("no paint")

    table = await world.begin("iron_blood")
    await world.reach("move")
    place, label = renderer.stands(table.running().view(None))[0]
    monkeypatch.setattr(world.bot.desk.outbox, "paint", broken)
    answer = await world.slash(world.clara, "map", here=place)
    assert label in answer.response.content and not answer.response.attachments
    assert "could not be drawn" in incidents.pop()
