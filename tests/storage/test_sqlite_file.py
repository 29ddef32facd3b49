"""What is special about the SQLite backend: the file, its formats, the cost of a statement."""

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import NewAction, NothingToUndo, Post, Store, StoreError, TooNew, Unusable
from storage.formats import scripts, statements
from storage.sqlite import Sqlite

HERE = Path(__file__).parent

# Whoever adds a column asks: whom does it name, and does it hold what somebody wrote?
# `storage.persons.TRACES` says what of it is shown to them, and goes with them.
COLUMNS = {
    "games": "id guild channel owner game scenario options status rev seq door commitment"
    " created updated state",
    "seats": "game side user",
    "insiders": "game user side since",
    "actions": "game seq time undone_by kind side user line pending cause rules hash entries"
    " record told",
    "snapshots": "game seq door state",
    "outbox": "id game seq channel kind payload attempts next_try message batch tried",
    "messages": "game kind channel message",
    "posted": "message game channel first last text",
    "partners": "game side user",
    "users": "id settings",
    "settings": "scope owner key value",
    "drafts": "game user lines",
    "results": "game seq ended how winners reason scores edited rated",  # the rules' own reasons
    "parts": "game side user orders since until place pace",
    "refusals": "title rule times",
    "deeds": "id guild game user time deed what reason",
    "notes": "id game user time turn text",
    "watchers": "game user what seen told",
    "leagues": "id guild channel organiser title season terms status round due ends",
    "entrants": "id guild league number user name side pace pool gone",
    "pairings": "id guild league round pool seats how points thread game judge reason",
    "former": "id time",
    "timers": "id key due kind game payload guild",
    "silences": "id guild shards first last since until",
    "lease": "id owner host pid beat shards first last",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "umpire.db"


def old_file(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript((HERE / f"format_{version}.sql").read_text("utf-8"))


def schema(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
        return [" ".join(str(row).split()) for row in rows]


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def order(cause: str) -> NewAction:
    return NewAction(
        kind="order",
        side="axis",
        user=1,
        line="end movement",
        pending="",
        cause=cause,
        rules="1",
        hash="",
        entries=b"[]",
    )


# --- the file ---


async def test_writes_are_durable_and_references_hold(path):
    async with await Store.open(path) as store:
        values = [
            (await store._db.read(f"PRAGMA {name}"))[0][0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert values == ["wal", 2, 1]


async def test_no_column_for_what_people_write(path):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        tables = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        found = {
            table: " ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})"))
            for (table,) in tables
        }
    assert found == COLUMNS


# --- formats ---


@pytest.mark.parametrize("old", range(1, len(scripts()) + 1))
async def test_an_old_file_is_brought_to_the_newest_format(path, old):
    old_file(path, old)
    await (await Store.open(path)).close()
    fresh = path.with_name("fresh.db")
    await (await Store.open(fresh)).close()
    assert version(path) == version(fresh) == len(scripts())
    assert schema(path) == schema(fresh)


async def test_a_game_of_format_1_goes_on(path):
    old_file(path, 1)
    async with await Store.open(path, lambda: 1_750_200_000.0) as store:
        await store.take_lease()  # the one in the file is old
        first, second = await store.game_in(20), await store.game_in(21)
        assert (first.status, first.commitment, first.options) == (
            "running",
            "c0ffee",
            {"anti_partisans": True},
        )
        assert second.status == "lobby"
        loaded = await store.load(first.id)
        assert (loaded.state, loaded.steps) == (b"state 2", (b"state 1",))
        log = await store.actions(first.id)
        assert [(action.kind, action.undone_by) for action in log] == [
            ("order", None),
            ("order", None),
            ("order", 4),
            ("undo", None),
        ]
        assert [seat.user for seat in await store.seats(first.id)] == [1, 2]
        insiders = await store.insiders(first.id)
        assert [(i.user, i.side, i.since) for i in insiders] == [
            (1, "axis", first.created),
            (2, "soviet", first.created),
        ]
        assert await store.insiders(second.id) == []
        assert [row.seq for row in await store.pending_posts(20)] == [2, 3, 4]
        assert (await store.posts(first.id, 20))[1] == []  # posted, and a door has passed since
        assert await store.told(first.id) == 2
        assert await store.user_settings(1) == {"colours": "dark"}
        assert await store.settings("guild", 10) == {"picture": "full"}
        assert [timer.key for timer in await store.due_timers()] == ["remind 1"]
        await store.undo(first.id, first.rev, order("c5"))
        with pytest.raises(NothingToUndo):
            await store.undo(first.id, first.rev + 1, order("c6"))
        third = await store.create_game(
            guild=1, channel=22, owner=1, game="toy", scenario="", options={}
        )
        assert third.id == 3


async def test_a_file_of_a_newer_version_gives_one_clear_sentence(path):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = schema(path)
    with pytest.raises(TooNew) as refusal:
        await Store.open(path)
    assert "format 99" in str(refusal.value) and "\n" not in str(refusal.value)
    assert schema(path) == before and version(path) == 99


def no_database(path: Path) -> None:
    path.write_text("dear diary, " * 100)


def cut_short(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE toy (a)")
        db.executemany("INSERT INTO toy VALUES (?)", [("x" * 500,)] * 100)
        db.commit()
    path.write_bytes(path.read_bytes()[:5_000])


@pytest.mark.parametrize("spoil", [no_database, cut_short, Path.mkdir, None])
async def test_a_file_that_cannot_be_used_gives_one_clear_sentence(tmp_path, spoil):
    path = tmp_path / "games.db"
    if spoil is None:
        path = tmp_path / "no folder" / "games.db"
    else:
        spoil(path)
    threads = threading.active_count()
    with pytest.raises(Unusable, match="cannot be used") as refusal:
        await Store.open(path)
    assert str(path) in str(refusal.value) and "\n" not in str(refusal.value)
    for _ in range(100):  # a thread that has done its work may need a moment to end
        if threading.active_count() == threads:
            break
        await asyncio.sleep(0.02)
    assert threading.active_count() == threads


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("CREATE TABLE letters (a TEXT)", "belongs to another program"),
        ("CREATE TABLE games (a TEXT); PRAGMA user_version = 1", "cannot be used"),
        ("CREATE TABLE letters (a TEXT); PRAGMA user_version = 2", "cannot be used"),
    ],
)
async def test_a_file_of_another_program_is_left_as_it_is(path, script, words):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
    before = path.read_bytes()
    with pytest.raises(Unusable, match=words) as refusal:
        await Store.open(path)
    assert "\n" not in str(refusal.value)
    if "another" in words:
        assert path.read_bytes() == before
    assert len(schema(path)) == 1


async def test_a_file_that_lacks_a_column_is_named_for_it(path):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE games DROP COLUMN owner")
    with pytest.raises(Unusable, match=r"no column games\.owner"):
        await Store.open(path)


async def test_whatever_bytes_are_spoilt_is_told_in_one_sentence(path):
    async with await Store.open(path) as store:
        for channel in range(4):
            await long_game(store, channel, 20)
    good, rng = path.read_bytes(), random.Random(5)
    refused = 0
    for _ in range(150):
        spoilt = bytearray(good)
        for _ in range(rng.choice((1, 3, 30))):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        path.write_bytes(spoilt[: rng.choice((len(spoilt), rng.randrange(len(spoilt))))])
        try:
            store = await Store.open(path)
        except StoreError as error:
            refused += 1
            assert len(str(error).splitlines()) == 1 and str(error).isprintable()
            continue
        try:
            await store.take_lease()
            for game in await store.open_games():
                await store.game_in(game.channel)
                await store.pending_posts(game.channel)
        finally:
            await store.close()
    assert 30 < refused < 150


async def test_a_column_that_is_no_json_hides_no_other_row(path):
    async with await Store.open(path) as store:
        for channel in (1, 2):
            await long_game(store, channel, 0)
        await store._db.write("UPDATE games SET options = '{\"a', game = ? WHERE channel = 1", "é")
        await store._db.write("UPDATE games SET game = CAST(x'ff41' AS TEXT) WHERE channel = 1")
        first, second = await store.open_games()
        assert first.options == {"damaged": '{"a'} and first.game == "\ufffdA"
        assert second.options == {} and second.game == "toy"


async def test_migrations_run_once_and_in_order(path):
    steps = [
        "CREATE TABLE toy (a TEXT); INSERT INTO toy VALUES ('first;\n-- no comment');",
        "ALTER TABLE toy ADD COLUMN b INTEGER NOT NULL DEFAULT 7;\n-- the end\n",
        "UPDATE toy SET b = b + 1;\nUPDATE toy SET b = b * 2;",
    ]
    for known in (1, 1, 3, 3):
        await (await Sqlite.open(path, steps[:known])).close()
        assert version(path) == known
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT a, b FROM toy").fetchall() == [("first;\n-- no comment", 16)]


async def test_a_failing_migration_leaves_the_file_as_it_was(path):
    steps = ["CREATE TABLE toy (a TEXT);"]
    await (await Sqlite.open(path, steps)).close()
    before = schema(path)
    with pytest.raises(Unusable):
        await Sqlite.open(
            path, [*steps, "CREATE TABLE other (b TEXT);", "INSERT INTO no VALUES (1);"]
        )
    assert schema(path) == before and version(path) == 1


def test_a_script_falls_into_its_statements():
    script = """
        -- one; two
        CREATE TABLE a (b TEXT); INSERT INTO a VALUES (';'); -- it's ;
        CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a WHERE b = ';'; END;
        INSERT INTO a
        VALUES ('last')"""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in statements(script):
            db.execute(statement)
        assert db.execute("SELECT b FROM a").fetchall() == [("last",)]


# --- cost ---


async def long_game(store: Store, channel: int, length: int) -> int:
    """A game with `length` actions, each sixth a door, and as many sent posts."""
    game = await store.create_game(
        guild=1, channel=channel, owner=1, game="toy", scenario="", options={}
    )
    await store.start_game(game.id, 0, b"state", "c")
    async with store._db.transaction(None) as run:
        seqs = range(1, length + 1)
        await run.each(
            "INSERT INTO actions VALUES"
            " (?, ?, 0, NULL, 'order', 'axis', 1, 'line', '', ?, '1', '', x'5b5d', '', 1)",
            [(game.id, seq, f"click {seq}") for seq in seqs],
        )
        state = (await run.read("SELECT state FROM snapshots LIMIT 1"))[0][0]
        await run.each(
            "INSERT INTO snapshots VALUES (?, ?, 1, ?)",
            [(game.id, seq, state) for seq in seqs if seq % 6 == 0],
        )
        await run.write("UPDATE games SET seq = ?, door = ? WHERE id = ?", length, length, game.id)
    return game.id


async def an_evening(store: Store, game: int) -> None:
    """Everything that the bot does around an order, after a door."""
    now = (await store.load(game)).game
    posts = [Post(now.channel, "order", {})]
    await store.commit(game, now.rev, b"1", order("a"), door=False, posts=posts)
    await store.load(game)
    await store.undo(game, now.rev + 1, order("b"), posts)
    await store.commit(game, now.rev + 2, b"2", order("c"), door=False, posts=posts)
    await store.commit(game, now.rev + 3, b"3", order("d"), door=True, posts=posts)
    await store.load(game)
    await store.action(game, now.seq)
    await store.actions(game, since=now.seq)
    await store.snapshot(game, now.seq - 1)
    await store.seats(game)
    (await store.posts(game, now.channel))[1]
    waiting = await store.pending_posts(now.channel)
    assert len(waiting) == 4 and now.channel in await store.due_channels()
    await store.trying([row.id for row in waiting])
    await store.failed([waiting[0].id])
    await store.sent([row.id for row in waiting[:3]], 7)
    await store.posted(game, now.seq)
    await store.drop_posts([waiting[3].id])


@pytest.fixture
async def lengths(path: Path) -> Iterator[tuple[Store, int, int]]:
    """A store with a game of 60 actions and one of 5,000; each starts at a door."""
    async with await Store.open(path) as store:
        yield store, await long_game(store, 1, 60), await long_game(store, 2, 4_998)


async def test_every_statement_around_an_order_finds_its_rows_by_an_index(lengths):
    store, _, game = lengths
    seen: list[str] = []
    await store._db.connection.set_trace_callback(seen.append)
    await an_evening(store, game)
    await store._db.connection.set_trace_callback(None)
    work = {sql for sql in seen if sql.split()[0] in ("SELECT", "UPDATE", "DELETE", "INSERT")}
    assert len(work) > 25
    for sql in work:
        for *_, plan in await store._db.read(f"EXPLAIN QUERY PLAN {sql}"):
            assert not plan.startswith("SCAN") or "CONSTANT ROW" in plan, (plan, sql)
            assert "TEMP B-TREE" not in plan, (plan, sql)


async def test_a_game_costs_the_same_after_5000_actions_as_after_60(lengths):
    """Counted in steps of SQLite's virtual machine, not in time."""
    store, short, long = lengths
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    costs = []
    await store._db.connection.set_progress_handler(count, 1)
    for game in (short, long):
        steps = 0
        await an_evening(store, game)
        costs.append(steps)
    await store._db.connection.set_progress_handler(None, 0)
    assert costs[0] > 500
    assert costs[1] <= costs[0] * 1.05
