"""No Retreat! end to end: lobby with scenario and options, a turn by slash commands, hands,
windows and policies, the battle builder with its odds, maps.
"""

import re
from typing import Any

import pytest

from engine import Game
from tests.bot.test_secrecy import hidden, leaks
from tests.bot.world import World, components, latest, said

CARDS = "clear cards\ncards hand.axis 3 11\ncards hand.soviet 2 41"


async def play_until(world: World, side: str, phase: str) -> Game:
    """Play on until a side acts in a phase; the game."""
    await world.play_on(lambda game, who: who == side and phase in game.view(None).phase)
    return (await world.table()).running()


@pytest.fixture
async def war(world: World) -> World:
    """The campaign, the Axis about to move."""
    await world.begin("no_retreat", options="joker=off")
    await play_until(world, "axis", "Movement")
    return world


async def test_a_lobby_with_scenario_and_options(world: World) -> None:
    """15.0, 3.0"""
    wrong = await world.slash(world.anna, "game new", game="no_retreat", options="jokre=on")
    assert "jokre" in said(wrong) and "joker" in said(wrong)
    wrong = await world.slash(world.anna, "game new", game="no_retreat", options="joker=perhaps")
    assert "on or off" in said(wrong)
    wrong = await world.slash(world.anna, "game new", game="no_retreat", scenario="stalingrad")
    assert "no scenario" in said(wrong)
    table = await world.begin(
        "no_retreat", scenario="citadel", side="soviet", options="rezervy=on joker=off"
    )
    assert table.seats == {"soviet": world.anna.id, "axis": world.boris.id}
    game = table.running()
    assert game.scenario == "citadel"
    assert game.options["rezervy"] is True and game.options["joker"] is False
    view = game.view(None)
    assert view.turn == "Turn 14, July-August 1943"
    agreed = "Citadel · `joker=off` · `rezervy=on`"
    assert agreed in world.seen_by(world.clara), "whoever joins can read what was agreed"
    assert agreed in said(await world.slash(world.clara, "game status"))
    assert "Turn 14" in said(await world.slash(world.clara, "game status"))


async def test_a_turn_by_slash_commands(war: World) -> None:
    """8.0: /move with the reachable hexes and their cost, /order for all else"""
    game = (await war.table()).running()
    units = await war.anna.autocomplete(war.channel, "move", "unit", "4pz")
    assert units and units[0]["name"].startswith("4pz")
    places = await war.anna.autocomplete(war.channel, "move", "to", "", unit="4pz")
    assert places and all(re.search(r"\d of 6 MP", choice["name"]) for choice in places[:5])
    to = places[0]["value"]
    assert "Done: `move 4pz" in said(await war.slash(war.anna, "move", unit="4pz", to=to))
    assert game.look(["pz_4", "at"])[0] == to
    picture = war.pictures()[-1]
    assert "Axis: move 4pz" in picture.content
    assert "4. Panzer Army moves" in (picture.attachments[0].description or "")
    assert "Taken back" in await war.undo(war.anna)
    refused = await war.order(war.anna, "move 4pz 1807")
    assert "(rule: 8." in refused and len(war.pictures()) >= 1
    assert "Done" in await war.order(war.anna, "end movement")
    await war.play_on(lambda game, side: side == "soviet" and "Movement" in game.view(None).phase)
    assert "Soviet" in war.panel().content


async def test_a_hand_is_for_its_owner_alone(war: World) -> None:
    """5.0: sizes are public, cards are not"""
    table = await war.table()
    table.running().submit("gm", CARDS)
    seen = len(war.posts())
    mine = await war.slash(war.anna, "hand")
    text = said(mine)
    assert "Gott Mit Uns" in text and "Fedor von Bock" in text and "STAVKA" not in text
    [file] = mine.response.attachments
    assert "Gott Mit Uns" in (file.description or "")
    theirs = said(await war.slash(war.boris, "hand"))
    assert "STAVKA" in theirs and "Gott Mit Uns" not in theirs.split("STAVKA")[0]
    assert len(war.posts()) == seen
    for person in (war.boris, war.clara):
        assert "Gott Mit Uns" not in war.seen_by(person).replace(theirs, "")
    public = (await war.slash(war.clara, "map")).response.attachments[0].description or ""
    assert "2 cards" in public and "Gott" not in public


async def test_who_will_not_be_asked_is_told_how_to_arm_the_card(war: World) -> None:
    """5.3: in the hand, and as the card is drawn, to nobody else"""
    table = await war.table()
    edits = ("clear cards", "cards hand.axis 1 2 13", "cards deck 14 11 41 20 5 ...")
    table.running().submit("gm", "\n".join([*edits, "at 8 axis cards"]))
    assert "`arm 13 at movement_start` plays it by itself" in said(
        await war.slash(war.anna, "hand")
    )
    drawn = await war.order(war.anna, "discard 1")
    assert "not asked for Production Problems" in drawn and "arm 14 at organization" in drawn
    for person in (war.boris, war.clara):
        assert "Production Problems" not in war.seen_by(person)


async def test_hands_stay_hidden_over_a_turn(world: World) -> None:
    """5.1: nothing that others can read names a card that they have not seen"""
    table = await world.begin("no_retreat")
    people = {"axis": world.anna, "soviet": world.boris}
    for _ in range(40):
        game = table.running()
        side = game.pending()[0].side
        assert "Done" in await world.order(people[side], game.auto(side))
        last = repr([post.content for post in world.posts()[-3:]])
        unseen = {word for word in hidden(table.running(), None) if word.startswith("play ")}
        assert not leaks(last, unseen)


async def test_windows_and_policies(war: World) -> None:
    """10.5: a battle asks the defender, or nobody under `auto`"""
    table = await war.table()
    game = table.running()
    game.submit(
        "gm",
        "clear units\nput pz_3 1404\nput army_4 1505\nput northwest 1504\nput west 2105\n"
        + CARDS
        + "\nat 2 axis combat",
    )
    assert "Done" in await war.order(war.anna, "target 1504")
    await war.order(war.anna, "end targets")
    if game.pending()[0].side == "soviet":
        assert game.pending()[0].kind == "turn"
        assert "Done" in await war.order(war.boris, "done")
    assert "Done" in await war.order(war.boris, "policy defend auto")
    assert "defend" in war.seen_by(war.clara), "policies are public"
    coming = game.policies("soviet")["defend"]
    assert coming == ("ask", "auto"), "it counts from the next player turn"
    status = said(await war.slash(war.clara, "game status"))
    assert "Soviet is asked about: attack, defend, attack_roll, " in status
    assert "From the next player turn: defend auto." in status
    assert "Done" in await war.order(war.anna, "battle 1504 with 3pz 4")
    asked = game.pending()[0]
    assert (asked.side, asked.kind) in {("axis", "window"), ("soviet", "window")}


async def test_targets_are_answered_beforehand_from_menus(war: World) -> None:
    """10.1.2, 10.5: word by word or as a line; others read that there was a reply (nr-109)"""
    table = await war.table()
    table.running().submit("gm", "clear cards\ncards hand.soviet 15 6\nclear units\n" + TULA)
    await war.order(war.anna, "target 1908 1907")
    await war.order(war.anna, "end targets")
    assert "Odds up to 4:1 at 1907, 1908." in war.panel().content
    message = (await war.press(war.boris, war.panel(), "Give an order")).response
    for word in ("pass", "1908", "to", "2:1"):
        message = latest(war, war.boris, message.id)
        selects = [c for c in components(message) if c.get("options")]
        [(menu, pick)] = [
            (select, option["value"])
            for select in selects
            for option in select["options"]
            if option["value"].split()[-1] == word
        ][:1]
        await war.boris.select(message, custom_id=menu["custom_id"], values=[pick])
    await war.press(war.boris, latest(war, war.boris, message.id), "Give this order")
    assert "Done: `play 15 at 1907 from" in await war.order(war.boris, "play 15 at 1907 from 3:1")
    for person in (war.anna, war.clara):
        seen = war.seen_by(person)
        assert "Soviet: reply" in seen and "2:1" not in seen and "play 15" not in seen
    assert "Done" in await war.order(war.boris, "done")
    await war.order(war.anna, "battle 1908 with 4pz")
    assert "Soviet: pass (by itself)" in war.seen_by(war.clara)


TULA = (
    "put pz_4 1808\nput army_9 1808\nput army_4 1807\nput west 1908\nput south 1907\n"
    "set turn 7\nset weather.7 clear\nset blitz 1\ndice battle 1\nat 7 axis combat"
)


async def builder_at(war: World) -> tuple[Any, Any]:
    """A battle to be written, the builder opened: the answer and the game."""
    table = await war.table()
    game = table.running()
    game.submit(
        "gm",
        "clear cards\nclear units\nput pz_3 1404\nput army_4 1505\nput northwest 1504\n"
        "put west 2105\nat 2 axis combat",
    )
    await war.order(war.anna, "target 1504")
    await war.order(war.anna, "end targets")
    return await war.press(war.anna, war.panel(), "Give an order"), game


async def test_the_battle_builder(war: World) -> None:
    """10.5, 10.6: target, units, marker; odds with each shift and its rule, chances, a crop"""
    opened, game = await builder_at(war)
    assert opened.ephemeral and "battle" in opened.response.content
    message = opened.response
    for word in ("with 3pz", "4"):
        message = latest(war, war.anna, message.id)
        [select] = [c for c in components(message) if c.get("options")]
        values = [option["value"] for option in select["options"]]
        [pick] = [value for value in values if value.split()[-1] == word.split()[-1]][:1]
        await war.anna.select(message, custom_id=select["custom_id"], values=[pick])
    shown = latest(war, war.anna, message.id)
    assert "10 against 3: 3:1" in shown.content
    assert "(10.6" in shown.content and "Chances: " in shown.content
    [crop] = shown.attachments
    assert (await crop.read()).startswith(b"\x89PNG")
    await war.press(war.anna, shown, "Give this order")
    assert game.view(None).battle or not game.view(None).targets


async def test_odds_at_any_time(war: World) -> None:
    """10.5: the line, its shifts, its chances, whoever asks; nothing is posted"""
    game = (await war.table()).running()
    game.submit("gm", "clear units\nput pz_3 1404\nput army_4 1505\nput northwest 1504")
    seen = len(war.posts())
    for person in (war.anna, war.boris):
        answer = await war.slash(person, "odds", line="battle 1504 with 4 3pz commit blitz")
        text = said(answer)
        assert "10 against 3: 3:1" in text and "Blitz! (10.6.2)" in text and "Chances" in text
        assert len(
            [*answer.response.attachments, *(f for m in answer.followups for f in m.attachments)]
        )
    assert len(war.posts()) == seen


async def test_maps_of_every_kind(war: World) -> None:
    """6.1, 8.5, 12.7: supply, Zones of Control, control, reach: open to everybody"""
    for mode, title in (("supply", "Supply"), ("zoc", "Zones of Control"), ("control", "Control")):
        answer = await war.slash(war.clara, "map", mode=mode)
        assert title in answer.response.content
        assert answer.response.attachments
    reach = await war.slash(war.clara, "map", mode="reach", unit="4pz")
    assert "Reach of 4. Panzer Army" in reach.response.content
    plain = (await war.slash(war.boris, "map")).response.attachments[0]
    assert "Weather: Clear" in (plain.description or "") and "VP" in (plain.description or "")
