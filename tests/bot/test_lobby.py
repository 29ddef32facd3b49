"""From /game new to the end, as people use it."""

import hashlib
import re
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite

import engine
from bot.play.table import PRACTICE
from storage import Store
from tests.bot.world import World, said


async def test_new_join_start(world: World) -> None:
    answer = await world.slash(world.anna, "game new", game="iron_blood")
    assert "you play Axis" in said(answer)
    lobby = world.panel()
    assert "waits for its players" in lobby.content and "Soviet: free" in lobby.content
    assert "You play Soviet" in said(await world.slash(world.boris, "game join"))
    assert f"Soviet: <@{world.boris.id}>" in world.panel().content
    assert f"<@{world.anna.id}>, it can begin" in world.panel().content
    assert world.called()[-1] == [world.anna.id], "its owner is called when the lobby is full"
    assert "begins" in said(await world.slash(world.anna, "game start"))
    [opening] = world.pictures()
    assert opening.attachments[0].description
    assert "SHA-256" in opening.content
    panel = world.panel()
    assert panel.id != lobby.id and f"<@{world.anna.id}> (Axis):" in panel.content
    assert re.search(r"<t:\d+:R>", panel.content)


@pytest.mark.parametrize("practice", [False, True])
async def test_a_game_never_stands_without_what_it_was_opened_with(
    world: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch, practice: bool
) -> None:
    """The process may end after any write: seats, clock and invitation are in the first one."""
    create = Store.create_game

    async def created(store: Store, **what: Any) -> None:
        await create(store, **what)
        raise RuntimeError("nothing is written after this")

    monkeypatch.setattr(Store, "create_game", created)
    invited = {} if practice else {"opponent": world.boris}
    opened = {"game": "iron_blood", "clock": "fast", "practice": practice, **invited}
    await world.slash(world.anna, "game new", **opened)
    incidents.clear()
    store = world.bot.desk.games.store
    [row] = await store.games_in(world.channel.id)
    seats = {seat.side: seat.user for seat in await store.seats(row.id)}
    assert seats == {"axis": world.anna.id} | ({"soviet": PRACTICE} if practice else {})
    kept = await store.settings("game", row.id)
    assert kept["watch"]["clocks"] and kept.get("invited") == (None if practice else world.boris.id)


async def test_lobby_by_buttons(world: World) -> None:
    await world.slash(world.anna, "game new", game="Iron, Blood, Snow & Mud", side="soviet")
    assert "You play Axis" in said(await world.press(world.boris, world.panel(), "Play Axis"))
    await world.press(world.boris, world.panel(), "Start")
    table = await world.table()
    assert table.row.status == "running"
    assert table.seats == {"axis": world.boris.id, "soviet": world.anna.id}


async def test_options_and_scenario(world: World) -> None:
    option = await world.anna.autocomplete(
        world.channel, "game new", "options", "", game="iron_blood"
    )
    assert option[0]["value"].startswith("anti_partisan=")
    await world.slash(
        world.anna, "game new", game="iron_blood", scenario="standard", options="anti_partisan=on"
    )
    assert (await world.table()).row.options == {"anti_partisan": True}


@pytest.mark.parametrize(
    "typed",
    [
        "sides=gray,brown soviet=on",
        "soviet=on, sides=gray, brown",
        "sides=gray+brown,soviet=on",
        "sides=gray + brown soviet=on,",
    ],
)
async def test_a_list_among_the_options_is_read_however_it_is_parted(
    world: World, typed: str
) -> None:
    await world.slash(world.anna, "game new", game="race_to_moscow", options=typed)
    options = (await world.table()).row.options
    assert options["sides"] == ["gray", "brown"] and options["soviet"] is True


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sides=g", ["sides=gray"]),
        ("sides=gray,", ["sides=gray,white", "sides=gray,brown"]),
        ("soviet=on sides=gray+b", ["soviet=on sides=gray,brown"]),
        ("Sides=gray, b", ["sides=gray,brown"]),
        ("sides=gray,white,soviet=", ["sides=gray,white soviet=on", "sides=gray,white soviet=off"]),
        ("soviet=on,wi", ["soviet=on winter=on", "soviet=on winter=off"]),
        ("sides=gray,beer,", []),
    ],
)
async def test_the_list_of_options_goes_on_behind_a_comma(
    world: World, typed: str, offered: list[str]
) -> None:
    found = await world.anna.autocomplete(
        world.channel, "game new", "options", typed, game="race_to_moscow"
    )
    assert [choice["value"] for choice in found] == offered


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "chess"}, "I do not know the game"),
        ({"game": "iron_blood", "scenario": "nope"}, "no scenario"),
        ({"game": "iron_blood", "side": "blue"}, "has the sides axis, soviet"),
        ({"game": "iron_blood", "options": "free beer"}, "for example anti_partisan=on"),
        ({"game": "race_to_moscow", "options": "gray,brown"}, "for example sides=gray"),
        ({"game": "iron_blood", "options": "beer=on"}, "no option"),
        ({"game": "iron_blood", "options": "anti_partisan=maybe"}, "anti_partisan"),
        ({"game": "@everyone " * 200}, "I do not know the game"),
    ],
)
async def test_new_says_what_is_wrong(world: World, options: dict[str, str], words: str) -> None:
    answer = said(await world.slash(world.anna, "game new", **options))
    assert words in answer
    assert world.posts() == []


async def test_one_game_a_channel(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "has an open game" in said(await world.slash(world.boris, "game new", game="iron_blood"))


async def test_a_second_channel_and_a_thread_have_their_own_game(world: World) -> None:
    other = world.guild.create_text_channel("second")
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.anna.slash(other, "game new", game="iron_blood")
    first, second = await world.table(), await world.bot.desk.games.at(other.id)
    assert first.id != second.id
    assert "waits for its players" in other.last_message.content


async def test_seats_are_taken_once(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "taken already" in said(await world.slash(world.boris, "game join", side="axis"))
    assert "no such side" in said(await world.slash(world.boris, "game join", side="purple"))
    assert "already" in said(await world.slash(world.anna, "game join"))
    assert "Still without a player: Soviet" in said(await world.slash(world.anna, "game start"))
    await world.slash(world.boris, "game join")
    assert "All seats are taken" in said(await world.slash(world.clara, "game join"))
    assert "Only its players" in said(await world.slash(world.clara, "game start"))


async def test_an_invited_opponent_is_called_once_and_has_the_seat(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", opponent=world.boris)
    assert f"<@{world.boris.id}>, you are invited" in world.panel().content
    assert world.called() == [[world.boris.id]]
    assert "is kept for" in said(await world.slash(world.clara, "game join"))
    await world.slash(world.boris, "game join")
    assert "invited" not in world.panel().content


@pytest.mark.parametrize(
    ("who", "practice", "words"),
    [("anna", False, "cannot invite yourself"), ("boris", True, "either an opponent or")],
)
async def test_odd_opponents(world: World, who: str, practice: bool, words: str) -> None:
    answer = await world.slash(
        world.anna, "game new", game="iron_blood", opponent=getattr(world, who), practice=practice
    )
    assert words in said(answer)


async def test_missing_permissions_are_named_at_new(world: World) -> None:
    denied = discord.Permissions(attach_files=True, send_messages=True)
    bot = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=bot, type=1, allow=0, deny=denied.value)
    )
    answer = said(await world.slash(world.anna, "game new", game="iron_blood"))
    assert "Attach Files" in answer and "Send Messages" in answer and "View Channel" not in answer
    assert world.posts() == []


async def test_status_about_and_nothing_here(world: World) -> None:
    for command in ("game status", "map", "hand", "legal", "undo", "game end", "game export"):
        assert "There is no game in this channel" in said(await world.slash(world.anna, command))
    assert "reconstructed" in said(await world.slash(world.clara, "game about", game="iron_blood"))
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "waits for players" in said(await world.slash(world.clara, "game status"))
    for command in ("map", "hand", "legal", "undo", "game export", "game resign"):
        assert "has not begun" in said(await world.slash(world.anna, command)), command
    await world.slash(world.boris, "game join")
    await world.slash(world.boris, "game start")
    status = said(await world.slash(world.clara, "game status"))
    assert "is being played" in status and "Asked: Axis" in status and "1941" in status


async def test_resigning_is_confirmed_and_reveals_the_secret(world: World) -> None:
    await world.begin("iron_blood")
    asked = await world.slash(world.boris, "game resign")
    assert "Really?" in said(asked) and (await world.table()).open
    answer = await world.press(world.boris, asked.response, "Yes, resign")
    table = await world.table()
    ending, card = world.posts()[-2:]
    assert table.row.status == "resigned" and world.panels() == [card], answer
    assert card.components, "it leads on"
    last = ending.content
    assert f"Axis (<@{world.anna.id}>) wins" in last  # the people too, and the result once
    assert "Axis won" not in last and not ending.attachments, "nothing has changed"
    secret = re.search(r"secret of the dice: `([0-9a-f]{64})`", last)
    assert secret
    promised = hashlib.sha256(bytes.fromhex(secret.group(1))).hexdigest()
    assert promised in world.pictures()[0].content
    assert "over" in await world.order(world.anna, "setup suggested")


async def test_ending_takes_both(world: World) -> None:
    await world.begin("iron_blood")
    await world.slash(world.anna, "game end")
    offer = world.posts()[-1]
    assert "offers to end" in offer.content and world.called()[-1] == [world.boris.id]
    assert "Still to agree" in said(await world.press(world.anna, offer, "Agree"))
    assert "no seat" in said(await world.press(world.clara, offer, "Agree"))
    assert (await world.table()).open
    assert "ended" in said(await world.press(world.boris, offer, "Agree"))
    assert (await world.table()).row.status == "closed"
    assert any("by consent of its players" in post.content for post in world.posts())


async def test_an_offer_lapses_with_the_next_order(world: World) -> None:
    await world.begin("iron_blood")
    await world.slash(world.anna, "game end")
    offer = world.posts()[-1]
    await world.order(world.anna, "setup suggested")
    assert "lapsed" in said(await world.press(world.boris, offer, "Agree"))
    assert (await world.table()).open
    await world.slash(world.boris, "game end")
    await world.slash(world.anna, "game end")
    assert not (await world.table()).open


async def test_a_lobby_is_closed_and_the_channel_is_free_again(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "Only its players" in said(await world.slash(world.clara, "game end"))
    await world.slash(world.anna, "game end")
    assert not world.panels()
    assert "you play" in said(await world.slash(world.boris, "game new", game="iron_blood"))


async def test_a_seat_is_given_back_before_the_game_begins(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.slash(world.boris, "game join")
    assert "You have left Soviet" in said(await world.slash(world.boris, "game leave"))
    assert "Soviet: free" in world.panel().content
    assert "You have no seat" in said(await world.slash(world.boris, "game leave"))
    await world.restart()
    assert (await world.table()).seats == {"axis": world.anna.id}
    assert "You play Soviet" in said(await world.slash(world.clara, "game join"))
    await world.slash(world.anna, "game start")
    assert "`/game resign`" in said(await world.slash(world.clara, "game leave"))


async def test_who_manages_the_channel_can_close_a_lobby_that_was_left(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    assert "whoever manages this channel" in said(await world.slash(world.clara, "game end"))
    world.let_manage(world.clara)
    assert "closed" in said(await world.slash(world.clara, "game end"))


async def test_export_is_redacted_while_it_runs_and_whole_at_the_end(
    world: World, skirmish: str
) -> None:
    await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    assert "plan bold" in await export(world, world.anna)
    for other in (world.boris, world.clara):
        text = await export(world, other)
        assert "red> plan\n" in text and "bold" not in text and " secret " not in text
    await world.play_on()
    verdict = engine.verify(await export(world, world.clara))
    assert verdict.faults == () and verdict.orders > 10


async def test_an_export_with_orders_taken_back_holds(world: World, skirmish: str) -> None:
    table = await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan wary")
    game = table.running()
    who = {"red": world.anna, "blue": world.boris}[game.pending()[0].side]
    line = game.complete(game.pending()[0].side, "move ").items[0].value
    destination = game.complete(game.pending()[0].side, f"{line} ").items[0].value
    assert "Done" in await world.order(who, destination)
    assert "Done" in await world.order(who, "policy commit auto")
    assert "Taken back" in await world.undo(who)
    await world.play_on()
    assert engine.verify(await export(world, world.anna)).faults == ()


async def export(world: World, who: object) -> str:
    answer = await world.slash(who, "game export")
    assert answer.ephemeral and answer.response is not None
    text = (await answer.response.attachments[0].read()).decode()
    await world.env.advance_time(11)  # past the cooldown
    return text
