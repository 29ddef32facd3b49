"""What is kept about a person: shown, exported, deleted; and the games of a server that left."""

import json
import logging
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

import engine
from bot.channel.painter import Painter
from bot.words.privacy import KINDS
from storage.persons import TRACES
from tests.bot.conftest import small_picture
from tests.bot.test_gm import hire, moderator
from tests.bot.test_lobby import export
from tests.bot.world import DAY, World, said


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)


def file_says(world: World) -> str:
    """All that the database holds, as text."""
    with closing(sqlite3.connect(world.database)) as db:
        return "\n".join(db.iterdump())


async def busy(world: World) -> Any:
    """anna has done everything of which something is kept; a moderator, too."""
    mara = await moderator(world)
    table = await world.begin("iron_blood", clock="fast")
    await world.order(world.anna, table.running().auto("axis"))
    await world.slash(world.anna, "note add", text="my plan")
    await world.slash(world.anna, "me notices", how="digest", zone="Europe/Berlin")
    await world.slash(world.anna, "me vacation", days=2)
    await world.slash(world.anna, "me vacation", days=0)
    await world.slash(world.anna, "style", theme="dark")
    await world.slash(world.anna, "map")
    await world.bot.desk.store.set_draft(table.id, world.anna.id, "move 4pz 1508")
    await world.slash(world.anna, "game draw")
    await world.slash(mara, "gm lock", reason="about anna")
    await world.slash(mara, "gm unlock")
    return mara


async def delete(world: World, who: Any) -> None:
    asked = await world.slash(who, "privacy delete")
    assert "cannot be taken back" in said(asked)
    await world.press(who, asked.response, "Yes, delete it")


def test_every_table_with_a_person_has_its_words() -> None:
    assert set(KINDS) == set(TRACES)


async def test_show_lists_what_is_kept_and_export_sends_it(world: World) -> None:
    mara = await busy(world)
    text = said(await world.slash(world.anna, "privacy show"))
    for words in (
        "1 order\n",
        "1 private note\n",
        "1 draft of orders",
        "1 set of choices",
        "1 seat",
    ):
        assert words in text, text
    assert "0 deeds of moderation" in text
    assert "2 deeds of moderation" in said(await world.slash(mara, "privacy show"))
    await world.env.advance_time(11)
    answer = await world.slash(world.anna, "privacy export")
    assert answer.ephemeral
    found = json.loads(await answer.response.attachments[0].read())
    assert found["notes"][0]["text"] == "my plan" and found["actions"][0]["line"]
    assert found["users"][0]["settings"]["person"]["zone"] == "Europe/Berlin"
    assert str(world.boris.id) not in json.dumps(found["settings"])
    assert "my plan" not in said(await world.slash(world.boris, "privacy show"))


async def test_a_person_goes_with_games_running_and_over(world: World) -> None:
    await busy(world)
    over = await world.table()
    quit_ = await world.slash(world.boris, "game resign")
    await world.press(world.boris, quit_.response, "Yes, resign")
    await world.begin("iron_blood")
    table = await world.table()
    assert table.id != over.id
    await delete(world, world.anna)
    # the seat is offered, the game goes on
    assert table.open and table.seats == {"axis": 0, "soviet": world.boris.id}
    assert any("so the seat is open" in post.content for post in world.posts())
    await world.bot.desk.outbox.drained(10)
    await world.wait(0.01)
    assert str(world.anna.id) not in file_says(world), [
        row for row in file_says(world).splitlines() if str(world.anna.id) in row
    ]
    # the finished one verifies; its result is counted under a number
    store = world.bot.desk.store
    result = await store.result(over.id)
    assert result is not None and result.rated is not None
    users = {part.user for part in result.parts}
    assert world.boris.id in users and min(users) < 0
    pseudonym = min(users)
    assert {seat.user for seat in await store.seats(over.id)} == {pseudonym, world.boris.id}
    assert [r.game for r in await store.results_of(pseudonym)] == [over.id]
    board = said(await world.slash(world.clara, "leaderboard", game="iron_blood"))
    assert str(world.anna.id) not in board and "<@-" not in board
    # the other seat is not for who knew this one
    await world.slash(world.boris, "game seat", side="soviet", vacant=True)
    await world.restart()
    seats = [post for post in world.posts() if "Take the seat" in str(post.components)]
    soviet = [post for post in seats if "soviet" in str(post.components)]
    assert soviet == [] or "cannot take" in said(
        await world.press(world.anna, soviet[-1], "Take the seat")
    )
    shown = said(await world.slash(world.anna, "privacy show"))
    assert "0 orders" in shown and "0 private notes" in shown


async def test_a_finished_game_of_somebody_gone_says_so_and_verifies(world: World) -> None:
    await busy(world)
    quit_ = await world.slash(world.boris, "game resign")
    await world.press(world.boris, quit_.response, "Yes, resign")
    await delete(world, world.anna)
    await world.restart()
    status = said(await world.slash(world.clara, "game status"))
    assert "former player" in status and str(world.anna.id) not in status and "<@-" not in status
    verdict = engine.verify(await export(world, world.clara))
    assert verdict.faults == () and verdict.orders


async def test_who_shares_a_seat_has_it_then(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.slash(world.anna, "game share", player=world.clara)
    await delete(world, world.anna)
    assert table.seats["axis"] == world.clara.id and table.partners == {}
    await world.slash(world.clara, "game share", player=world.guild.add_member(
        dora := world.env.create_user("dora")))  # fmt: skip
    assert table.partners == {"axis": dora.id}


async def test_a_game_alone_ends_and_a_lobby_is_closed(world: World) -> None:
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    table = await world.table()
    await world.bot.desk.games.close()
    await delete(world, world.anna)
    assert not table.open
    await world.slash(world.boris, "game new", game="iron_blood")
    lobby = await world.table()
    await delete(world, world.boris)
    assert lobby.row.status == "closed"


async def test_a_deletion_that_was_cut_off_is_done_after_the_start(world: World) -> None:
    await busy(world)
    store = world.bot.desk.store
    await store.set_timer(f"erase:{world.anna.id}", world.now(), "erase", {"user": world.anna.id})
    await world.restart()
    await world.env.advance_time(6)
    await world.bot.desk.outbox.drained(10)
    await world.env.advance_time(6)
    assert str(world.anna.id) not in file_says(world)


async def test_reasons_go_with_who_gave_them(world: World) -> None:
    mara = await busy(world)
    assert "about anna" in file_says(world)
    await delete(world, mara)
    assert "about anna" not in file_says(world) and str(mara.id) not in file_says(world)
    assert len(await world.bot.desk.store.deeds(world.guild.id)) == 3


# servers -------------------------------------------------------------------------------


async def test_the_games_of_a_server_without_the_bot_go_after_a_month(world: World) -> None:
    await busy(world)
    table = await world.table()
    server = world.guild.id
    world.env.backend.remove_guild(server)
    await world.env.advance_time(6)
    timer = await world.bot.desk.store.timer(f"guild:{server}")
    assert timer is not None and abs(timer.due - world.now() - 30 * DAY) < 60
    await world.restart()
    await world.wait(29)
    assert await world.bot.desk.store.guilds() == [server]
    assert (await world.bot.desk.store.game(table.id)).status == "running"
    await world.wait(1.1)
    assert await world.bot.desk.store.guilds() == []
    assert "Minsk" not in file_says(world) and "my plan" not in file_says(world)


async def test_a_server_that_comes_back_keeps_its_games(world: World) -> None:
    table = await world.begin("iron_blood")
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    await world.bot.on_guild_remove(guild)
    first = await world.bot.desk.store.timer(f"guild:{guild.id}")
    await world.wait(10)
    await world.bot.on_guild_remove(guild)
    assert await world.bot.desk.store.timer(f"guild:{guild.id}") == first
    await world.bot.on_guild_join(guild)
    assert await world.bot.desk.store.timer(f"guild:{guild.id}") is None
    # it came back while the bot was down
    await world.bot.on_guild_remove(guild)
    await world.restart()
    assert await world.bot.desk.store.timer(f"guild:{guild.id}") is None
    await world.wait(31)
    assert (await world.table()).id == table.id


# logs ----------------------------------------------------------------------------------


async def test_logs_carry_ids_and_no_cards(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    table = await world.begin("no_retreat")
    await world.reach("move")
    game = table.running()
    await world.slash(world.anna, "hand")
    await world.slash(world.anna, "order", line="play 99")
    held = [card for side in game.sides for card in game.hand(side)]
    assert held
    for card in held:
        assert card.name not in caplog.text and card.text not in caplog.text


async def test_a_server_without_a_game_leaves_nothing_either(world: World) -> None:
    """A league that gathers its people, who moderates, a language: gone after a month, too."""
    _, olga = hire(world)
    [role] = [r for name, r in world.guild.roles.items() if r.name == "umpires"]
    await world.slash(olga, "gm role", role=role)
    await world.slash(world.anna, "league create", game="iron_blood", title="Cup", system="robin")
    await world.slash(world.boris, "league join")
    store, server = world.bot.desk.store, world.guild.id
    await store.set_setting("guild", server, "language", "de")
    world.env.backend.remove_guild(server)
    await world.env.advance_time(6)
    await world.wait(31)
    assert await store.guilds() == []
    assert str(server) not in file_says(world) and "Cup" not in file_says(world)


async def test_a_league_of_a_server_without_the_bot_rests(
    world: World, incidents: list[str]
) -> None:
    """Nothing fails in it meanwhile, and it is gone after a month."""
    await world.slash(world.anna, "league create", game="iron_blood", title="Cup", system="robin")
    for who in (world.anna, world.boris, world.clara):
        await world.slash(who, "league join")
    await world.slash(world.anna, "league start")
    await world.env.advance_time(6)
    server = world.guild.id
    world.env.backend.remove_guild(server)
    for _ in range(3):
        await world.wait(1)
    assert not incidents
    await world.wait(29)
    assert not incidents and str(server) not in file_says(world)


async def everything(world: World) -> Any:
    """mara has done all of which anything is kept: played, shared, watched, moderated, noted,
    organised, decided."""
    mara = await moderator(world)
    anna, boris, clara = world.anna, world.boris, world.clara
    store = world.bot.desk.store
    await world.begin("iron_blood")
    await world.slash(mara, "gm lock", reason="a `quarrel`")
    await world.slash(mara, "gm unlock")
    await world.slash(mara, "watch", what="turns")
    await world.slash(anna, "game share", player=mara)
    own, done, cup = (world.guild.create_text_channel(name) for name in ("own", "done", "cup"))
    for place in (own, done):
        await mara.slash(place, "game new", game="iron_blood")
        await boris.slash(place, "game join")
        await mara.slash(place, "game start")
    await mara.slash(own, "order", line="setup suggested")
    await mara.slash(own, "note add", text="my plan")
    game = await world.bot.desk.games.at(own.id)
    await store.set_draft(game.id, mara.id, "fleet 0203")
    asked = await mara.slash(done, "game resign")
    await mara.click(asked.response, label="Yes, resign")
    await world.slash(mara, "me notices", how="digest", zone="Europe/Berlin")
    await mara.slash(cup, "league create", game="iron_blood", title="Cup", system="swiss")
    for who in (mara, anna, boris, clara):
        await who.slash(cup, "league join")
    await mara.slash(cup, "league start")
    for _ in range(4):
        await world.env.advance_time(6)
    league = await store.league_in(cup.id)
    assert league is not None
    number = next(e.number for e in await store.entrants(league.id) if e.user == mara.id)
    [other] = [p for p in await store.pairings(league.id) if number not in p.seats.values()]
    decides = {"game": other.id, "outcome": "draw", "reason": "4. too late"}
    await mara.slash(cup, "league adjudicate", **decides)
    await world.env.advance_time(11)
    return mara


async def test_all_that_can_be_kept_is_shown_and_goes(world: World) -> None:
    """Each kind of it is counted, and nothing leads back to who did it."""
    mara = await everything(world)
    shown = said(await world.slash(mara, "privacy show"))
    counts = dict(zip(KINDS, (int(row[2:].split()[0]) for row in rows_of(shown)), strict=True))
    assert {kind for kind, count in counts.items() if not count} <= {"outbox"}, shown
    await delete(world, mara)
    await world.bot.desk.outbox.drained(10)
    for _ in range(3):
        await world.wait(0.1)
    await world.bot.desk.outbox.drained(10)
    left = [row for row in file_says(world).splitlines() if str(mara.id) in row]
    assert not left, left
    assert not re.search("quarrel|too late", file_says(world))


def rows_of(text: str) -> list[str]:
    return [row for row in text.splitlines() if row.startswith("- ")]
