"""What is special about the PostgreSQL backend: the address, its formats, lost connections."""

import asyncio

import pytest

from storage import Conflict, SeatTaken, Store, TooNew, Unusable
from storage.postgres import Postgres
from tests.postgres import fresh
from tests.storage.conftest import Table
from tests.storage.test_sqlite_file import COLUMNS, order


@pytest.fixture
def address() -> str:
    return fresh()


async def test_writes_are_durable(address):
    async with await Store.open(address) as store:
        assert await store._db.read("SHOW synchronous_commit") == [("on",)]


async def test_it_has_the_tables_of_the_file(address):
    async with await Store.open(address) as store:
        layout = await store._db.layout()
    layout["parts"].remove("rowid")  # which the file has, too
    assert {table: " ".join(names) for table, names in layout.items()} == COLUMNS


async def test_migrations_run_once_all_or_none_and_in_order(address):
    steps = [
        "CREATE TABLE toy (a INTEGER)",
        "INSERT INTO toy VALUES (7)",
        "UPDATE toy SET a = a + 1",
    ]
    for known in (1, 1, 3, 3):
        await (await Postgres.open(address, steps[:known])).close()
    with pytest.raises(Unusable, match="nowhere"):
        await Postgres.open(address, [*steps, "UPDATE toy SET a = 0", "DELETE FROM nowhere"])
    database = await Postgres.open(address, steps)
    assert await database.read("SELECT a FROM toy") == [(8,)]
    await database.close()
    with pytest.raises(TooNew, match="format 3"):
        await Postgres.open(address, steps[:2])


async def test_many_that_start_at_once_bring_it_to_the_newest_format_once(address):
    stores = await asyncio.gather(*(Store.open(address) for _ in range(5)))
    assert len({(await store._db.read("SELECT version FROM format"))[0] for store in stores}) == 1
    for store in stores:
        await store.close()


async def test_a_database_of_another_program_is_left_as_it_is(address):
    database = await Postgres.open(address, [])
    await database.write("DROP TABLE format")
    await database.write("CREATE TABLE letters (a TEXT)")
    with pytest.raises(Unusable, match="belongs to another program"):
        await Store.open(address)
    assert list(await database.layout()) == ["letters"]
    await database.close()


async def test_a_database_that_lacks_a_column_is_named_for_it(address):
    async with await Store.open(address) as store:
        await store._db.write("ALTER TABLE games DROP COLUMN owner")
    with pytest.raises(Unusable, match=r"no column games\.owner"):
        await Store.open(address)


@pytest.mark.parametrize(
    "address",
    ["postgresql://anna:secret@127.0.0.1:9/umpire", "postgresql://a:secret@nowhere.invalid"],
)
async def test_a_server_that_cannot_be_reached_gives_one_clear_sentence(address):
    with pytest.raises(Unusable, match="cannot be used") as refusal:
        await Store.open(address)
    assert "\n" not in str(refusal.value) and "secret" not in str(refusal.value)


async def test_after_a_lost_connection_it_goes_on(address):
    """As when the server starts anew: an order that was under way fails, and nothing else."""
    pid = "SELECT pg_backend_pid()"
    async with await Store.open(address) as store, await Store.open(address) as other:
        game = await Table(store).running()
        for _ in range(3):
            [(before,)] = await store._db.read(pid)
            try:
                async with store._db.transaction(game.id) as run:
                    [(under_way,)] = await run.read(pid)
                    await run.write("UPDATE games SET seq = 99")
                    for one in {before, under_way}:
                        await other._db.read("SELECT pg_terminate_backend(?)", one)
            except Exception as error:
                assert store.failures, error
            else:
                raise AssertionError("the connection was not lost")
            await Table(store).act(game.id)
            assert (await store._db.read(pid))[0][0] not in (before, under_way)
        assert (await store.game(game.id)).seq == 3


async def test_what_no_text_may_hold_is_put_aside(address):
    async with await Store.open(address) as store:
        game = await Table(store).running()
        await store.set_draft(game.id, 1, "move\0 4pz")
        assert await store.draft(game.id, 1) == "move\ufffd 4pz"


# --- two processes ---


async def test_of_two_that_write_at_once_one_is_told_to_look_again(address):
    async with await Store.open(address) as one, await Store.open(address) as two:
        game = await Table(one).running()
        for n in range(20):
            now = await one.game(game.id)
            done = await asyncio.gather(
                *(
                    store.commit(game.id, now.rev, b"x", order(f"{n} {name}"), door=False)
                    for name, store in (("a", one), ("b", two))
                ),
                return_exceptions=True,
            )
            assert sorted(type(found).__name__ for found in done) == ["Action", "Conflict"], done
        assert Conflict and (await two.game(game.id)).seq == 20


async def test_a_seat_is_taken_once(address):
    async with await Store.open(address) as one, await Store.open(address) as two:
        for channel in range(10):
            game = await Table(one).lobby(channel)
            done = await asyncio.gather(
                one.take_seat(game.id, "axis", 1),
                two.take_seat(game.id, "axis", 2),
                return_exceptions=True,
            )
            assert sum(isinstance(found, SeatTaken) for found in done) == 1, done
