"""Russia Besieged end to end: against the practice opponent (lobby, set-up, impulses, pictures),
and two people at Stalingrad: odds, the attack builder, a city that is held, maps of every kind.
"""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

import engine
from bot.play.table import PRACTICE
from engine import Game
from tests.bot.world import World, components, latest, said

GAME = "russia_besieged"
STALINGRAD = """clear
mark rostov control axis
put hitler berlin
put stalin moscow
put wec_stalingrad stalingrad
put rus_inf_62 stalingrad
put rus_inf_64 stalingrad
put ger_pz_48 3712
put ger_pz_14 3712
put ger_pz_24 3712
put stuka_3 rostov
set weather.1 clear
dice combat 10
at 9 axis combat"""
ATTACK = "attack 3711 with 48pz 14pz 24pz air 3stuka"
QUESTION = "Stay in Stalingrad (3711) by one step loss more, or retreat?"


@pytest.fixture
async def city(world: World) -> World:
    """Autumn 1942: anna's three Panzer Corps before Stalingrad, boris' two armies and factory."""
    table = await world.begin(GAME)
    table.running().submit("gm", STALINGRAD)
    return world


def fights(game: Game) -> bool:
    """Is it time to attack?"""
    return game.pending()[0].prompt.startswith(("Attack", "You must attack"))


async def quickly(world: World, stop: Callable[[Game], bool]) -> None:
    """Play on by advice for anna, past the slash commands; one post tells it all."""
    table, games = await world.table(), world.bot.desk.games
    kick, games._kick = games._kick, lambda _: None
    while not stop(table.running()):
        if table.driver is not None:
            await table.driver
            continue
        line = table.running().auto("axis")
        await games.order(table, world.anna.id, line, f"played-{table.row.seq}")
    games._kick = kick
    world.bot.desk.outbox.kick(world.channel.id)
    await world.bot.desk.outbox.drained(20)


async def test_an_impulse_of_each_side_against_the_practice_opponent(world: World) -> None:
    """§3.0: set-up in its areas, an impulse by orders with pictures, then the Russians' own"""
    await world.slash(world.anna, "game new", game=GAME, options="setup=free", practice=True)
    table = await world.table()
    assert table.seats == {"axis": world.anna.id, "soviet": PRACTICE}
    await world.env.settle()
    asked = table.running().pending()[0]
    assert asked.side == "axis", "the Russians stand where the sheet puts them"
    assert asked.prompt.startswith("Put your units where you like")
    assert "Done" in await world.order(world.anna, "deploy 41pz 0929")
    assert "(rule: 23.04)" in await world.order(world.anna, "deploy 41pz warsaw")
    assert "Done" in await world.order(world.anna, "end setup")
    assert "May/June 1941 · Movement, first impulse" in world.panel().content
    line = table.running().auto("axis")
    assert line.startswith("move ") and "Done" in await world.order(world.anna, line)
    picture = world.pictures()[-1]
    assert " moves " in (picture.attachments[0].description or "")
    assert picture.attachments[0].size < 600_000
    await quickly(world, lambda game: game.pending()[0].kind != "turn" or fights(game))
    before = len(world.pictures())
    attack = table.running().auto("axis")
    assert attack.startswith("attack ") and "Done" in await world.order(world.anna, attack)
    assert len(world.pictures()) > before
    await quickly(world, lambda game: game.table.s.turn == 2 and game.table.s.side == 0)
    log = await world.bot.desk.games.log_of(table)
    russian = [action for action in log if action.side == "soviet"]
    assert {action.kind for action in russian} == {"auto"}
    assert sum(action.line == "end movement" for action in russian) == 2, "both their impulses"
    assert "July 1941" in world.panel().content
    shown = await world.slash(world.clara, "map")
    assert shown.response.attachments[0].size < 600_000
    assert "July 1941" in (shown.response.attachments[0].description or "")
    status = said(await world.slash(world.clara, "game status"))
    assert "Axis" in status and "Russian" in status, "the book's word for the side"
    seen = "\n".join([status, *(post.content for post in world.posts())])
    assert "Soviet" not in seen and "Russian: end movement" in seen


async def test_a_lobby_and_its_lists_name_the_sides_as_the_book_does(world: World) -> None:
    """2.0: the side is the Russians'; its id in orders and commands stays `soviet`"""
    await world.slash(world.anna, "game new", game=GAME, side="axis")
    assert "Russian: free" in world.panel().content
    assert "Play Russian" in str(components(world.panel()))
    assert "You play Russian" in said(await world.slash(world.boris, "game join", side="soviet"))


async def test_who_ends_a_movement_phase_reads_first_what_is_owed(world: World) -> None:
    """§10.1: the question before `end movement` names each attack and its best odds"""
    await world.slash(world.anna, "game new", game=GAME, practice=True)
    table = await world.table()
    await world.env.settle()
    await quickly(world, lambda game: "up to" in game.preview("end movement").lines[0])
    owed = table.running().preview("end movement").lines
    asked = said(await world.slash(world.anna, "order", line="end movement"))
    assert all(line in asked for line in owed)
    assert table.running().pending()[0].prompt.startswith("May 1941"), "nothing has ended yet"


async def test_of_several_lines_the_last_one_tells_what_those_before_it_bring(world: World) -> None:
    """§10.1: who goes next to the enemy in the same text owes an attack when movement ends"""
    await world.slash(world.anna, "game new", game=GAME, practice=True)
    await world.env.settle()
    box = await world.slash(world.anna, "orders")
    asked = said(await world.anna.submit_modal(box, {"lines": "move 41pz 0826\nend movement"}))
    assert "0825: up to " in asked and "Really `end movement`?" in asked


async def test_odds_at_any_time_for_everybody(city: World) -> None:
    """§10.21c: factors, doubling, each modifier with its rule, the chances; nothing is posted"""
    seen = len(city.posts())
    for person in (city.anna, city.boris):
        text = said(await city.slash(person, "odds", line=ATTACK))
        assert "27 against 26 (doubled): 1-1, with shifts 2-1" in text
        assert "major city -1 (10.3)" in text and "D1 10%" in text
    assert len(city.posts()) == seen


async def test_the_attack_builder_leads_to_a_city_that_is_held(city: World) -> None:
    """§10.33: units from menus with odds and a crop; who may stay is called and answers"""
    refused = await city.order(city.anna, "attack 3711 with 48pz 14pz")
    assert "(rule: 10.11)" in refused and "Possible: `attack 3711 with 48pz 14pz 24pz`" in refused
    opened: Any = await city.press(city.anna, city.panel(), "Give an order")
    message = opened.response
    for word in ("48pz", "14pz"):  # verb, target and who must go with them fill themselves in
        message = latest(city, city.anna, message.id)
        values = {
            option["value"].split()[-1]: (select["custom_id"], option["value"])
            for select in components(message)
            for option in select.get("options") or ()
        }
        menu, pick = values[word]
        await city.anna.select(message, custom_id=menu, values=[pick])
    shown = latest(city, city.anna, message.id)
    assert "27 against 26 (doubled): 1-1" in shown.content and "Combat: " in shown.content
    [crop] = shown.attachments
    assert (await crop.read()).startswith(b"\x89PNG")
    assert "Now it is for Russian to decide" in await city.order(city.anna, ATTACK)
    assert QUESTION in city.panel().content and [city.boris.id] in city.called()
    assert "not your turn" in await city.order(city.anna, "stay 64inf")
    asked = said(await city.press(city.boris, city.panel(), "What is this?"))
    assert "In the rulebook: 10.33." in asked and "- `stay` This unit" in asked
    assert "Done" in await city.order(city.boris, "stay 64inf")
    told = "\n".join(post.content for post in city.posts())
    assert "64 Army in Stalingrad (3711): reduced" in told
    there = said(await city.slash(city.clara, "map", here="stalingrad"))
    assert "64 Army (64inf), infantry" in there and "1 of 2 steps" in there
    film = await city.slash(city.clara, "game replay")
    [file] = film.response.attachments
    assert getattr(Image.open(io.BytesIO(await file.read())), "n_frames", 1) > 1


async def test_maps_of_every_kind(city: World) -> None:
    """SPEC 5: overlays are open to everybody (`renderer` draws them all), as is reach"""
    kinds = {"supply", "zoc", "control", "threat", "duties", "rail", "air", "reach"}
    assert {*engine.rules(GAME).overlays} == kinds
    offered = await city.clara.autocomplete(city.channel, "map", "mode", "")
    assert kinds <= {choice["value"] for choice in offered}
    for mode, title in {"duties": "Duties", "air": "Air range"}.items():
        answer = await city.slash(city.clara, "map", mode=mode)
        assert title in answer.response.content
        assert answer.response.attachments[0].size < 600_000
    reach = await city.slash(city.clara, "map", mode="reach", unit="48pz")
    assert "Reach of 48 Panzer Corps" in reach.response.content


async def test_an_army_of_many_is_listed_in_parts_and_has_no_hand(city: World) -> None:
    """SPEC 4: filters of `/legal`; where all lies open there is no hand to be looked at"""
    offered = await city.anna.autocomplete(city.channel, "legal", "about", "")
    assert {choice["value"] for choice in offered} == {*engine.rules(GAME).filters}
    able = said(await city.slash(city.anna, "legal", about="can attack"))
    assert "3 units" in able and "48 Panzer Corps in 3712" in able
    south = said(await city.slash(city.boris, "legal", about="Sector South"))
    assert "62 Army in Stalingrad (3711)" in south
    sectors = said(await city.slash(city.anna, "legal", about="sector"))
    assert sectors.splitlines()[0] == "`sector north`: units in hex rows 01 to 20"
    assert len(sectors.splitlines()) == 4
    assert "Nobody holds cards" in said(await city.slash(city.anna, "hand"))
    labels = [found.get("label") for found in components(city.panel())]
    assert "My hand" not in labels and "Legal orders" in labels


async def test_a_marshal_is_armed_by_place_and_stands_among_ones_orders(city: World) -> None:
    """§14.24: secret, for one attack; nobody else reads it"""
    assert "Done" in await city.order(city.boris, "arm konev at marshal if 3711")
    assert "konev" in said(await city.slash(city.boris, "standing"))
    assert "konev" not in city.seen_by(city.clara) + city.seen_by(city.anna)


async def test_where_its_data_come_from_and_how_it_is_played(world: World) -> None:
    """What the book does not print is counted; its pages and words are in the help"""
    about = said(await world.slash(world.clara, "game about", game=GAME))
    assert "are reconstructed" in about and "advanced rules" in about and "`bid`" in about
    assert "Russia Besieged: " in said(await world.slash(world.clara, "help", topic=GAME))
    assert "Russia Besieged" in said(await world.slash(world.clara, "help", word="WEC"))
