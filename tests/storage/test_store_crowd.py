"""What is asked of many games reads those that it is about: none is looked at for nothing."""

import pytest

from storage import FIRST, Store

GUILDS = 5


@pytest.fixture
async def many(table) -> Store:
    """Twenty games on five servers: ten run, five are lobbies, five are over."""
    for number in range(20):
        game = await table.store.create_game(
            guild=number % GUILDS,
            channel=100 + number,
            owner=number % 4,
            game=("iron_blood", "no_retreat")[number % 2],
            scenario="campaign",
            options={},
        )
        if number % 4:
            await table.store.start_game(game.id, game.rev, b"state", "c0ffee")
            await table.act(game.id, status="ended" if number % 4 == 3 else "running")
    return table.store


async def test_open_games_of_a_server_an_owner_or_a_status(many):
    every = await many.open_games()
    assert len(every) == 15
    assert await many.open_games(guild=2) == [game for game in every if game.guild == 2]
    own = [game for game in every if (game.guild, game.owner) == (1, 2)]
    assert own and await many.open_games(guild=1, owner=2) == own
    for status in ("lobby", "running"):
        assert await many.open_games(status=status) == [g for g in every if g.status == status]


async def test_titles_are_those_played_last(many, table, clock):
    assert set(await many.titles()) == {"iron_blood", "no_retreat"}
    clock.now += 1
    [first, *_] = [g for g in await many.open_games(status="running") if g.game == "no_retreat"]
    await table.act(first.id)
    assert await many.titles() == ["no_retreat", "iron_blood"]


async def test_only_games_under_other_rules_are_outdated(many):
    assert await many.outdated({"iron_blood": "1", "no_retreat": "1"}) == []
    found = await many.outdated({"iron_blood": "2", "no_retreat": "1"})
    running = await many.open_games(status="running")
    assert found == [game.id for game in running if game.game == "iron_blood"]


async def test_timers_of_a_kind(many):
    await many.set_timer("guild:1", 9e9, "guild", {"guild": 1})
    await many.set_timer("watch:1", 0.0, "watch", {}, game=1)
    assert [timer.key for timer in await many.timers_for("guild")] == ["guild:1"]


async def test_what_is_due_comes_a_page_at_a_time(store, clock):
    """What stays (it waits for something else) is passed, and holds up nothing behind it."""
    for number in range(7):
        await store.set_timer(f"t{number}", float(number // 3), "ahead", {})
    await store.set_timer("later", clock.now + 1, "ahead", {})
    found, after = [], FIRST
    while page := await store.due_timers(after, 2):
        found += [timer.key for timer in page]
        after = page[-1].due, page[-1].id
    assert found == [f"t{number}" for number in range(7)]
    await store.set_timer("g", 0.0, "guild", {}, guild=10)
    assert [(one.key, one.guild) for one in await store.due_timers(kind="guild")] == [("g", 10)]


async def test_silences_are_those_of_a_server_and_of_all(store):
    await store.add_silence(10.0, 20.0)
    await store.add_silence(30.0, 40.0, guild=7)
    assert await store.silences(7, 0.0) == [(10.0, 20.0), (30.0, 40.0)]
    assert await store.silences(8, 0.0) == [(10.0, 20.0)]
    assert await store.silences(7, 20.0) == [(30.0, 40.0)]


async def test_games_that_went_on_lately_are_woken_by_one_statement(many, table, clock):
    """None is read; those of before sleep on, and lobbies."""
    old = await many.open_games(status="running")
    clock.now += 100
    await table.act(old[0].id, status="ended")
    await table.act(old[1].id)
    await many.set_timer(f"watch:{old[1].id}", clock.now + 500, "watch", {}, game=old[1].id)
    await many.wake(clock.now - 1)
    due = await many.due_timers()
    assert {(one.game, one.guild) for one in due} == {(g.id, g.guild) for g in old[:2]}
    assert {one.key for one in due} == {f"watch:{game.id}" for game in old[:2]}
    await many.wake(0.0, guild=old[2].guild)
    found = {one.game for one in await many.due_timers() if one.guild == old[2].guild}
    assert {game.id for game in old if game.guild == old[2].guild} <= found


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_no_question_about_some_looks_at_all(many):
    """SQLite says how it would go about them: by an index, each."""
    for question in (
        "SELECT id FROM games WHERE status IN ('lobby', 'running') AND guild = 1",
        "SELECT id FROM games WHERE status IN ('lobby', 'running') AND guild = 1 AND owner = 2",
        "SELECT id FROM games WHERE status IN ('lobby') ORDER BY id",
        "SELECT game FROM games WHERE status = 'running' ORDER BY updated DESC LIMIT 50",
        "SELECT count(*) FROM games WHERE status = 'running'",
        "SELECT DISTINCT guild FROM games ORDER BY guild",
        "SELECT id FROM games WHERE status IN ('running', 'ended') AND updated >= 5.0",
        "SELECT id FROM timers WHERE due <= 5.0 AND (due, id) > (1.0, 2) ORDER BY due, id LIMIT 9",
        "SELECT since FROM silences WHERE until > 5.0 ORDER BY until",
    ):
        plan = " ".join(row[-1] for row in await many._db.read(f"EXPLAIN QUERY PLAN {question}"))
        assert "USING" in plan and "INDEX" in plan, (question, plan)
