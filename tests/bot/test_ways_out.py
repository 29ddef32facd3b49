"""Every state that a person can leave behind has a way out without them; who may not take it."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest

from bot.local import simulated
from bot.play.table import PRACTICE
from tests.bot.world import World, quiet_moves, said


async def asked(world: World) -> tuple[Any, Any]:
    """Who is asked in a running game of two, and who waits."""
    who = world.player((await world.table()).running().pending()[0].side)
    return who, world.boris if who is world.anna else world.anna


async def ends(world: World, who: Any) -> str:
    """Somebody ends the game alone, with the button that asks once more."""
    answer = await world.slash(who, "game end")
    return said(await world.press(who, answer.response, "Yes, end it"))


# the seat that is asked is silent -----------------------------------------------


async def test_a_player_ends_the_game_once_the_seat_that_is_asked_was_silent(world: World) -> None:
    await world.begin("iron_blood")
    absent, waiting = await asked(world)
    await world.wait(13.9)
    told = said(await world.slash(waiting, "game end"))
    assert "The offer is made" in told and "any player can end it alone" in told
    assert (await world.table()).open
    await world.wait(0.2)
    assert "Only its players" in said(await world.slash(world.clara, "game end"))
    assert "offers to end" not in said(await world.slash(absent, "game status"))
    assert "has ended" in await ends(world, waiting)
    table = await world.table()
    assert table.row.status == "closed"
    last = world.posts()[-1].content
    assert "adjourned" in last and f"<@{waiting.id}>" in last and "secret of the dice" in last
    assert "Give an order" not in repr(world.panels()), "nobody is asked any more"


async def test_who_is_silent_does_not_end_the_game_for_it(world: World) -> None:
    await world.begin("iron_blood")
    absent, _ = await asked(world)
    await world.wait(30)
    assert "The offer is made" in said(await world.slash(absent, "game end"))
    assert (await world.table()).open


async def test_an_order_ends_the_silence_and_a_secret_one_does_not(
    world: World, skirmish: str
) -> None:
    table = await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan wary")
    absent, waiting = await asked(world)
    side = table.running().pending()[0].side
    await world.wait(10)
    move = quiet_moves(table.running(), side)[0]
    assert "Done" in await world.order(absent, move)
    await world.wait(10)
    assert "The offer is made" in said(await world.slash(waiting, "game end"))
    assert "Done" in await world.order(absent, "policy commit auto")
    await world.wait(4.1)
    assert "has ended" in await ends(world, waiting)


async def test_a_new_owner_of_the_seat_has_the_time_from_the_beginning(world: World) -> None:
    table = await world.begin("iron_blood")
    absent, waiting = await asked(world)
    world.let_manage(world.clara)
    await world.wait(13)
    [side] = table.sides_of(absent.id)
    dora = world.guild.add_member(world.env.create_user("dora"))
    await world.slash(world.clara, "game seat", side=side, player=dora)
    await world.wait(13)
    assert "The offer is made" in said(await world.slash(waiting, "game end"))
    await world.wait(1.1)
    assert "has ended" in await ends(world, waiting)


async def test_the_button_looks_again_when_it_is_pressed(world: World) -> None:
    table = await world.begin("iron_blood")
    absent, waiting = await asked(world)
    await world.wait(15)
    answer = await world.slash(waiting, "game end")
    await world.order(absent, table.running().auto(table.sides_of(absent.id)[0]))
    told = said(await world.press(waiting, answer.response, "Yes, end it"))
    assert "has gone on" in told and (await world.table()).open


# who manages the channel --------------------------------------------------------


async def test_who_manages_the_channel_ends_a_running_game(world: World) -> None:
    await world.begin("iron_blood")
    assert "Only its players" in said(await world.slash(world.clara, "game end"))
    world.let_manage(world.clara)
    assert "has ended" in await ends(world, world.clara)
    last = world.posts()[-1].content
    assert f"<@{world.clara.id}>, who manages this channel" in last and "adjourned" in last
    assert "you play" in said(await world.slash(world.boris, "game new", game="iron_blood"))


async def test_who_manages_a_thread_alone_manages_the_game_in_it_alone(world: World) -> None:
    await world.begin("iron_blood")
    may = world.guild.create_role("warden", permissions=discord.Permissions(manage_threads=True))
    dora = world.guild.add_member(world.env.create_user("dora"), roles=[may])
    thread = simulated.thread_in(world.env, world.channel, "watch", world.anna)
    assert "Only its players" in said(await dora.slash(thread, "game end")), "the channel's game"
    await world.anna.slash(thread, "game new", game="iron_blood", practice=True)
    answer = await dora.slash(thread, "game end")
    assert "has ended" in said(await world.press(dora, answer.response, "Yes, end it"))


@pytest.mark.parametrize("practice", [False, True])
async def test_who_manages_the_channel_hands_a_seat_over(world: World, practice: bool) -> None:
    await world.begin("iron_blood")
    new = {"practice": True} if practice else {"player": world.clara}
    dora = world.guild.add_member(world.env.create_user("dora"))
    assert "Only whoever manages" in said(
        await world.slash(dora, "game seat", side="soviet", **new)
    )
    world.let_manage(dora)
    assert "has changed hands" in said(await world.slash(dora, "game seat", side="Soviet", **new))
    table = await world.table()
    assert table.seats["soviet"] == (PRACTICE if practice else world.clara.id)
    told = world.posts()[-1].content
    assert f"<@{dora.id}>" in told and f"instead of <@{world.boris.id}>" in told
    if not practice:
        assert world.called()[-1] == [world.clara.id], "who gets the seat is called to it"
        assert "Soviet holds no cards" in said(await world.slash(world.clara, "hand"))
    assert "no seat" in said(await world.slash(world.boris, "hand")), "at once out of sight"
    await world.restart()
    assert (await world.table()).seats == table.seats


async def test_nobody_manages_a_game_that_they_play_in_or_have_played_in(world: World) -> None:
    await world.begin("iron_blood")
    world.let_manage(world.anna)
    for options in ({"side": "soviet", "practice": True}, {"side": "axis", "player": world.clara}):
        told = said(await world.slash(world.anna, "game seat", **options))
        assert "The offer is made" in told
    assert "The offer is made" in said(await world.slash(world.anna, "game end"))
    table = await world.table()
    assert table.open and table.seats == {"axis": world.anna.id, "soviet": world.boris.id}
    offer = world.posts()[-1]
    assert "Agree to end" in repr(offer.components)
    await world.wait(0.1)  # offers have a pace
    # once out of the seat, the same
    await world.slash(world.anna, "game seat", side="axis", player=world.clara)
    await world.press(world.boris, world.posts()[-1], "Agree")
    assert (await world.table()).seats["axis"] == world.clara.id
    assert "The offer is made" in said(await world.slash(world.anna, "game end"))
    assert (await world.table()).open


async def test_nobody_enters_a_game_whose_other_hand_they_have_held(world: World) -> None:
    await world.begin("iron_blood")
    world.let_manage(world.clara)
    await world.slash(world.clara, "game seat", side="soviet", practice=True)
    told = said(await world.slash(world.clara, "game seat", side="axis", player=world.boris))
    assert "The offer is made" in told
    assert (await world.table()).seats["axis"] == world.anna.id
    assert "has changed hands" in said(
        await world.slash(world.clara, "game seat", side="soviet", player=world.boris)
    ), "their own old seat is no other hand"


async def test_a_seat_changes_hands_when_all_agree(world: World) -> None:
    await world.begin("iron_blood")
    await world.slash(world.boris, "game seat", side="soviet", player=world.clara)
    offer = world.posts()[-1]
    assert f"<@{world.clara.id}>" in offer.content and world.called()[-1] == [world.anna.id]
    assert "no seat" in said(await world.press(world.clara, offer, "Agree"))
    assert "Still to agree" in said(await world.press(world.boris, offer, "Agree"))
    assert "changed hands" in said(await world.press(world.anna, offer, "Agree"))
    assert (await world.table()).seats["soviet"] == world.clara.id
    assert "By consent" in world.posts()[-1].content
    assert "lapsed" in said(await world.press(world.anna, offer, "Agree")), "it is done once"


async def test_a_button_agrees_to_what_stands_above_it_and_to_nothing_else(world: World) -> None:
    await world.begin("iron_blood")
    await world.slash(world.anna, "game end")
    to_end = world.posts()[-1]
    await world.slash(world.anna, "game seat", side="axis", player=world.clara)
    assert "lapsed" in said(await world.press(world.boris, to_end, "Agree"))
    table = await world.table()
    assert table.open and table.seats["axis"] == world.anna.id


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"side": "purple", "practice": True}, "no such side"),
        ({"side": "soviet"}, "either a player or"),
        ({"side": "soviet", "player": "clara", "practice": True}, "either a player or"),
        ({"side": "soviet", "player": "boris"}, "theirs already"),
        ({"side": "soviet", "player": "bot"}, "A bot cannot play"),
    ],
)
async def test_a_seat_that_cannot_be_handed_over(
    world: World, options: dict[str, Any], words: str
) -> None:
    await world.begin("iron_blood")
    dora = world.guild.add_member(world.env.create_user("dora"))
    world.let_manage(dora)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    people = {"clara": world.clara, "boris": world.boris, "bot": robot}
    given = {k: people[v] if k == "player" else v for k, v in options.items()}
    assert words in said(await world.slash(dora, "game seat", **given))
    assert (await world.table()).seats == {"axis": world.anna.id, "soviet": world.boris.id}


# lobbies ------------------------------------------------------------------------


async def test_a_lobby_closes_after_its_days(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.wait(13.9)
    assert (await world.table()).open
    await world.wait(0.2)
    assert not (await world.table()).open
    assert "waited 14 days" in world.posts()[-1].content and not world.panels()
    assert "you play" in said(await world.slash(world.boris, "game new", game="iron_blood"))


async def test_a_game_that_has_begun_does_not_expire(world: World) -> None:
    await world.begin("iron_blood")
    await world.wait(100)
    assert (await world.table()).open


async def test_in_a_lobby_who_opened_it_gives_the_seat_of_somebody_else_away(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.slash(world.boris, "game join")
    assert "Only whoever opened" in said(
        await world.slash(world.clara, "game seat", side="soviet", player=world.clara)
    )
    await world.slash(world.anna, "game seat", side="soviet", practice=True)
    await world.slash(world.anna, "game start")
    assert (await world.table()).seats == {"axis": world.anna.id, "soviet": PRACTICE}
    assert not await world.bot.desk.store.games_of(world.boris.id)


# games that nobody can play on ----------------------------------------------------


def spoil(world: World, sql: str) -> None:
    """Change the database behind the bot's back."""
    with closing(sqlite3.connect(world.database)) as db:
        db.execute(sql)
        db.commit()


SPOILT = {
    "no game": "UPDATE games SET state = x'00ff17'",
    "cut short": "UPDATE games SET state = substr(state, 1, length(state) / 2)",
    "another position": "UPDATE games SET state = replace(state, '\"rolls\":', '\"rolls\":7')",
    "another secret": "UPDATE games SET commitment = 'c0ffee'",
    "another game": "UPDATE games SET game = 'chess'",
    "another scenario": "UPDATE games SET scenario = 'winter'",
    "a game of nobody": "UPDATE games SET state = replace(state, 'iron_blood', 'chess')",
}


@pytest.fixture(params=SPOILT)
async def damaged(request: pytest.FixtureRequest, world: World, incidents: list[str]) -> World:
    await world.begin("iron_blood")
    await world.order(world.anna, "setup suggested")
    await world.bot.close()
    spoil(world, SPOILT[request.param])
    await world.restart()
    await world.env.advance_time(60)
    await world.slash(world.clara, "game status")
    assert len(incidents) <= 1, "it is told once, not with each beat"
    incidents.clear()
    return world


async def test_a_damaged_game_says_so_and_is_not_played_on(
    damaged: World, incidents: list[str]
) -> None:
    for command in ("map", "hand", "legal", "undo", "game export", "game resign"):
        assert "cannot be read" in said(await damaged.slash(damaged.anna, command)), command
    assert "cannot be read" in await damaged.order(damaged.boris, "setup suggested")
    assert "cannot be read" in said(await damaged.slash(damaged.clara, "game status"))
    told = said(await damaged.slash(damaged.clara, "game end"))
    assert "cannot be read" in told and (await damaged.table()).open
    incidents.clear()


async def test_a_channel_with_a_damaged_game_can_open_another(
    damaged: World, incidents: list[str]
) -> None:
    before = (await damaged.table()).row
    answer = said(await damaged.slash(damaged.clara, "game new", game="iron_blood"))
    assert "you play" in answer
    after = (await damaged.table()).row
    assert after.id != before.id and after.status == "lobby"
    assert (await damaged.bot.desk.store.game(before.id)).status == "closed"
    assert any("could not be read any more" in post.content for post in damaged.posts())
    assert await damaged.bot.desk.store.load(before.id), "what is stored of it is kept"
    incidents.clear()


@pytest.mark.parametrize("options", ['{"beer":true}', '{"be', ""])
async def test_a_lobby_whose_options_nobody_knows_gives_way(
    world: World, options: str, incidents: list[str]
) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.bot.close()
    spoil(world, f"UPDATE games SET options = '{options}'")
    await world.restart()
    for command in ("game start", "game join", "game leave", "game status"):
        assert "wrong on our side" not in said(await world.slash(world.boris, command))
    assert "cannot be read" in said(await world.slash(world.anna, "game start"))
    assert "you play" in said(await world.slash(world.boris, "game new", game="iron_blood"))
    assert len(incidents) <= 1
    incidents.clear()


async def test_a_game_that_runs_keeps_the_options_it_began_with(world: World) -> None:
    await world.begin("iron_blood")
    await world.bot.close()
    spoil(world, "UPDATE games SET options = '{}'")  # as if one had gone out of use
    await world.restart()
    assert "Done" in await world.order(world.anna, "setup suggested")


@pytest.mark.parametrize("who", ["anna", "boris", "clara"])
async def test_a_damaged_game_is_ended_by_one_of_its_people_or_who_manages(
    damaged: World, who: str, incidents: list[str]
) -> None:
    damaged.let_manage(damaged.clara)
    assert "has ended" in await ends(damaged, getattr(damaged, who))
    assert not (await damaged.table()).open
    incidents.clear()


async def test_a_game_with_no_person_in_it_stands_still_and_can_be_ended(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    await world.bot.close()
    spoil(world, "UPDATE seats SET user = 0")
    await world.restart()
    await world.env.advance_time(10)
    seq = (await world.table()).row.seq
    await world.env.advance_time(10)
    assert (await world.table()).row.seq == seq, "nobody is there to see it play"
    assert "Only its players" in said(await world.slash(world.boris, "game end"))
    assert "has ended" in await ends(world, world.anna), "who opened it"
    assert not (await world.table()).open


async def test_a_game_goes_with_its_channel(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.bot.on_guild_channel_delete(world.bot.get_channel(world.channel.id))
    assert (await world.bot.desk.store.game(table.id)).status == "closed"


async def test_a_channel_that_went_while_the_bot_was_away_frees_its_opener(world: World) -> None:
    house = world.bot.desk.house
    for number in range(house.games):
        channel = world.guild.create_text_channel(f"c{number}")
        await world.anna.slash(channel, "game new", game="iron_blood")
    assert "games open" in said(await world.slash(world.anna, "game new", game="iron_blood"))
    await world.bot.close()
    world.env.backend.delete_channel(channel.id)
    await world.restart()
    assert "you play" in said(await world.slash(world.anna, "game new", game="iron_blood"))


# what one person may take up ------------------------------------------------------


async def test_a_person_opens_a_few_games_a_server(world: World) -> None:
    most = world.bot.desk.house.games
    channels = [world.guild.create_text_channel(f"c{number}") for number in range(most + 1)]
    for channel in channels[:most]:
        assert "you play" in said(await world.anna.slash(channel, "game new", game="iron_blood"))
    refused = said(await world.anna.slash(channels[-1], "game new", game="iron_blood"))
    assert f"one person may have {most}" in refused and f"<#{channels[0].id}>" in refused
    assert "you play" in said(
        await world.boris.slash(channels[-1], "game new", game="iron_blood")
    ), "somebody else may"
    await world.anna.slash(channels[0], "game end")
    assert "you play" in said(await world.slash(world.anna, "game new", game="iron_blood"))


async def test_a_game_needs_a_person_in_it(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.slash(world.anna, "game join", practice=True)
    await world.slash(world.anna, "game leave")
    await world.slash(world.anna, "game join", practice=True)
    assert "needs a person" in said(await world.slash(world.anna, "game start"))
    await world.slash(world.anna, "game seat", side="axis", player=world.anna)
    await world.slash(world.anna, "game start")
    world.let_manage(world.clara)
    told = said(await world.slash(world.clara, "game seat", side="axis", practice=True))
    assert "needs a person" in told
    assert (await world.table()).seats["axis"] == world.anna.id


async def test_invitations_have_a_pace(world: World) -> None:
    answers = []
    for _ in range(5):
        new = await world.slash(world.anna, "game new", game="iron_blood", opponent=world.boris)
        answers.append(said(new))
        await world.slash(world.anna, "game end")
    assert len(world.called()) < 5 and "One moment, please" in answers[-1]
    assert "you play" in said(await world.slash(world.anna, "game new", game="iron_blood"))


async def test_the_practice_opponent_waits_for_the_orders_of_people(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", side="soviet", practice=True)
    await world.env.settle()
    table = await world.table()
    while table.running().pending()[0].side == "soviet":
        async with world.bot.desk.games.precedence.person():
            line = table.running().auto("soviet")
            await world.bot.desk.games.order(table, world.anna.id, line, f"click {table.row.seq}")
            seq = table.row.seq
            for _ in range(20):
                await asyncio.sleep(0.002)
            assert table.row.seq == seq, "it acts when no order is at work"
    await world.env.settle()
