"""What is kept about people: deeds of moderators, notes, and how it is shown and deleted."""

import json

import pytest

from storage import Conflict, Entrant, NewDeed, NewLeague, Pairing, Post, Store, Watcher
from storage.persons import TRACES
from tests.storage.conftest import Table, action
from tests.storage.test_sqlite_file import COLUMNS

WHO, OTHER = 712_345_678_901, 71_234_567_890  # one within the other
NOT_PEOPLE = ("snapshots", "messages", "results", "refusals", "lease", "silences", "former")
"""Tables with nobody in them."""


# --- deeds ---


async def test_a_deed_is_written_with_what_it_did(store, table):
    game = await table.running()
    deed = NewDeed(10, game.id, WHO, "lock", "locked", "a quarrel")
    await store.rule(game.id, game.rev, deed, [Post(20, "game", {})], {"locked": True})
    assert (await store.settings("game", game.id))["locked"] is True
    now = await store.game(game.id)
    with pytest.raises(Conflict):
        await store.rule(game.id, game.rev, deed, (), {"locked": False})
    assert (await store.settings("game", game.id))["locked"] is True
    edit = NewDeed(10, game.id, WHO, "edit", "put")
    await store.commit(game.id, now.rev, b"x", action("e"), door=False, deed=edit)
    now = await store.game(game.id)
    await store.undo(game.id, now.rev, action("u", kind="undo"), deed=edit)
    now = await store.game(game.id)
    await store.hand_over(game.id, now.rev, "axis", OTHER, deed=edit)
    now = await store.game(game.id)
    await store.close_game(game.id, now.rev, deed=edit)
    await store.add_deed(NewDeed(10, None, OTHER, "role", "chosen"))
    await store.add_deed(NewDeed(11, None, OTHER, "role", "chosen"))
    found = await store.deeds(10)
    assert [one.deed for one in found] == ["role", "edit", "edit", "edit", "edit", "lock"]
    assert [one.deed for one in await store.deeds(10, 1, 2)] == ["edit", "edit"]
    assert (found[-1].reason, found[-1].user, found[-1].game) == ("a quarrel", WHO, game.id)


async def test_a_refused_write_leaves_no_deed(store, table):
    game = await table.running()
    with pytest.raises(Conflict):
        await store.commit(
            game.id, 99, b"x", action("e"), door=True, deed=NewDeed(10, game.id, 1, "edit", "")
        )
    assert await store.deeds(10) == []


# --- notes ---


async def test_notes_are_their_owners(store, table):
    game = await table.running()
    for text in ("Kiev is thin", "count the cards"):
        await store.add_note(game.id, WHO, "May", text)
    await store.add_note(game.id, OTHER, "June", "mine")
    first, second = await store.notes(game.id, WHO)
    assert (first.text, first.turn, second.text) == ("Kiev is thin", "May", "count the cards")
    assert not await store.remove_note(first.id, OTHER)
    assert await store.remove_note(first.id, WHO)
    assert not await store.remove_note(first.id, WHO)
    assert await store.notes(game.id, WHO) == [second]


# --- a person ---


def test_every_column_is_one_of_a_person_or_known_to_be_none():
    """A table that is new: name it in `storage.persons.TRACES` (or in NOT_PEOPLE above), with
    what becomes of its rows when somebody has their data deleted."""
    assert set(COLUMNS) == {*TRACES, *NOT_PEOPLE}
    ids = {"user", "owner", "id", "by", "player", "winner", "loser", "members", "person"}
    for name, columns in COLUMNS.items():
        trace = TRACES.get(name)
        found = {column for column in columns.split() if column in ids} - {"id"}
        if name == "settings":
            found -= {"owner"}  # of a server, a channel or a game
        if name in NOT_PEOPLE:
            found -= {"owner"}  # of the lease: a process
        assert found <= ({trace.user} if trace else set()), f"{name}: who is in {found}?"


async def filled(store: Store, table: Table, who: int) -> int:
    """A person in every place where one can be, in a running game and in one that is over."""
    over = await table.running(channel=21)
    now = await store.game(over.id)
    await store.commit(over.id, now.rev, b"end", action("last"), door=True, status="ended")
    game = await table.running()
    async with store._db.transaction(None) as run:
        await run.write("UPDATE games SET owner = ?", who)
        await run.write("UPDATE actions SET user = ?", who)
    for one in (game.id, over.id):
        await store._db.write("INSERT INTO seats VALUES (?, 'axis', ?)", one, who)
        await store.saw(one, who, "axis")
    await store._db.write(
        "INSERT INTO parts (game, side, user, orders, since, until, place, pace)"
        " VALUES (?, 'axis', ?, 4, 0, 0, 1, 60)",
        over.id,
        who,
    )
    await store._db.write("INSERT INTO partners VALUES (?, 'soviet', ?)", game.id, who)
    await store.set_draft(game.id, who, "move 4pz 1508")
    await store.add_note(game.id, who, "May", "thin at Kiev")
    await store.set_watcher(Watcher(game.id, who, "turns"))
    league = NewLeague(guild=10, channel=20, organiser=who, title="Cup", terms={})
    decided = Pairing(0, 1, 1, {"axis": 1}, judge=who, reason="why not")
    await store.create_league(league, [Entrant(1, who, "Whoever")], [decided])
    await store.set_user_settings(who, {"person": {"zone": "Europe/Berlin"}})
    await store.set_timer(f"person:{who}", 5.0, "person", {"user": who})
    await store.set_timer("back:1:axis", 5.0, "back", {"user": who}, game=game.id)
    await store.set_timer("back:1:soviet", 5.0, "back", {"user": OTHER}, game=game.id)
    await store.set_setting("game", game.id, f"seen:{who}", 7)
    await store.set_setting("game", game.id, "offer", {"by": [who], "what": "end"})
    watch = {"seats": {"axis": who, "soviet": OTHER}, "calls": {"soviet": {"user": OTHER}}}
    await store.set_setting("game", game.id, "watch", watch)
    post = Post(20, "game", {"text": f"<@{who}> and <@{OTHER}>: why not", "call": [who, OTHER]})
    deed = NewDeed(10, game.id, who, "seat", f"<@{who}> for <@{OTHER}>", "why not")
    now = await store.game(game.id)
    await store.rule(game.id, now.rev, deed, [post], {"mods": {str(who): [OTHER], "x": [who]}})
    other = NewDeed(10, game.id, OTHER, "seat", f"<@{who}> out", f"because of <@{who}>")
    await store.add_deed(other)
    await store._db.write(
        "INSERT INTO posted VALUES (1, ?, 20, 1, 1, ?)", game.id, f"<@{who}> edits: why not"
    )
    return game.id


async def names(store: Store, who: int) -> list[str]:
    """Where in the database somebody can still be read."""
    rows = [
        f"{table}: {row}"
        for table in await store._db.layout()
        for row in await store._db.read(f"SELECT * FROM {table}")
    ]
    assert len(rows) > 20
    return [row for row in rows if str(who) in row.replace(str(OTHER * 10 + 1), "")]


async def test_all_that_is_kept_is_shown(store, table):
    await filled(store, table, WHO)
    found = await store.kept(WHO)
    assert set(found) == set(TRACES), "a person of the test stands in every table"
    json.dumps(found)
    values = {row["key"]: row["value"] for row in found["settings"]}
    assert values["watch"] == {"seats": {"axis": WHO}}, "their part alone"
    assert {row["text"] for row in found["notes"]} == {"thin at Kiev"}
    assert "entries" not in found["actions"][0] and found["actions"][0]["line"]
    assert {row["key"] for row in found["timers"]} == {f"person:{WHO}", "back:1:axis"}
    assert await store.kept(5) == {}


async def test_nothing_is_left_of_who_is_erased(store, table):
    game = await filled(store, table, WHO)
    await store.add_note(game, OTHER, "May", "mine")
    before = {seq.seq: seq.line for seq in await store.actions(game)}
    pseudonym = await store.erase(WHO)
    assert pseudonym < 0
    assert await store.kept(WHO) == {}
    assert await names(store, WHO) == []
    # results stay, under one name
    assert {seat.user for seat in await store.seats(2)} == {pseudonym}
    assert {one.user for one in await store.actions(1)} == {pseudonym}
    assert {seq.seq: seq.line for seq in await store.actions(game)} == before
    # other people's things are theirs
    assert (await store.notes(game, OTHER))[0].text == "mine"
    assert [t.key for t in await store.timers_of(game)] == ["back:1:soviet"]
    settings = await store.settings("game", game)
    assert "offer" not in settings and settings["mods"] == {"x": [pseudonym]}
    assert settings["watch"]["seats"] == {"axis": pseudonym, "soviet": OTHER}
    [row] = [row for row in await store.pending_posts(20) if "call" in row.payload]
    assert row.payload["call"] == [pseudonym, OTHER]
    assert row.payload["text"] == f"a former player and <@{OTHER}>: …"
    first, second = reversed(await store.deeds(10))
    assert (first.user, first.reason) == (pseudonym, "") and second.user == OTHER
    assert "former player" in second.what and "former player" in second.reason
    # another person is another number
    assert await store.erase(OTHER) == pseudonym - 1


async def test_who_knew_a_running_game_is_known_for_that_until_it_is_over(store, table):
    game = await filled(store, table, WHO)
    await store.erase(WHO)
    assert await store.knew(game, WHO) == {"axis"}
    assert await store.knew(game, OTHER) == set() == await store.knew(1, WHO)
    now = await store.game(game)
    await store.close_game(game, now.rev)
    assert await store.knew(game, WHO) == set()


async def test_a_server_is_forgotten_with_all_that_is_its_own(store, table):
    game = await filled(store, table, WHO)
    await store.set_setting("guild", 10, "moderators", 5)
    await store.set_setting("channel", 20, "posts", "turn")
    elsewhere = await store.create_game(
        guild=11, channel=30, owner=1, game="iron_blood", scenario="", options={}
    )
    await store.set_setting("channel", 30, "posts", "turn")
    assert await store.guilds() == [10, 11]
    assert set(await store.forget_guild(10)) == {1, game}
    assert await store.guilds() == [11]
    assert await store.settings("channel", 30) == {"posts": "turn"}
    assert await store.game(elsewhere.id)
    tables = {name for name in COLUMNS if name not in ("games", "users", "settings", "lease")}
    left = {t: await store._db.read(f"SELECT 1 FROM {t}") for t in tables}
    assert {name for name, rows in left.items() if rows} == {"timers"}  # of the person alone
    assert await store.settings("guild", 10) == {}


# --- what is found without reading the log ---


async def test_the_last_order_of_a_side_and_a_cause(store, table):
    game = await table.running()
    for _ in range(3):
        await table.act(game.id)
    await store._db.write("UPDATE actions SET told = TRUE WHERE seq < 3")
    last = await store.last_told(game.id, ["axis"])
    assert last is not None and last.seq == 2
    before = await store.last_told(game.id, ["axis"], before=2)
    assert before is not None and before.seq == 1
    assert await store.last_told(game.id, ["soviet"]) is None
    assert await store.caused(game.id, "click 3") and not await store.caused(game.id, "click 4")
