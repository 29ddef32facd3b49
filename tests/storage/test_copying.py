"""All of a database moves to another, in either direction, or nothing does."""

from pathlib import Path

import pytest

from storage import LeaseHeld, Store, copying
from storage.__main__ import main
from storage.copying import KEYS, copy
from storage.errors import NotCopied
from tests.postgres import fresh
from tests.storage.conftest import BACKENDS, Table
from tests.storage.test_sqlite_file import COLUMNS
from tests.storage.test_store_people import WHO, filled


@pytest.fixture(params=BACKENDS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "copy.db") if request.param == "sqlite" else fresh()


async def played(database: str) -> None:
    """A database with something in each table, and with numbers whose rows are gone."""
    async with await Store.open(database) as store:
        table = Table(store)
        game = await filled(store, table, WHO)
        for number in range(3):
            await table.act(game, door=number == 1)
        await table.undo(game)
        await store.count_refusal("iron_blood", "8.5")
        await store._db.write("INSERT INTO messages VALUES (?, 'panel', 20, 4)", game)
        await store._db.write(
            "INSERT INTO results VALUES (1, 1, 5.25, 'played', '[]', 'é', '{}', 0, 1)"
        )
        await store._db.write("UPDATE actions SET told = TRUE WHERE seq = 1")
        await store._db.write("INSERT INTO former (time) VALUES (1.5)")
        await store.add_silence(1.5, 2.5)
        await table.running(channel=90)
        await store.forget_guild(99)
        gone = await table.lobby(channel=91)
        await store._db.write("DELETE FROM games WHERE id = ?", gone.id)


async def dump(database: str) -> dict[str, list[str]]:
    async with await Store.open(database) as store:
        return {
            table: sorted(
                str([int(v) if isinstance(v, bool) else v for v in row])
                for row in await store._db.read(
                    f"SELECT {COLUMNS[table].replace(' ', ', ')} FROM {table}"
                )
            )
            for table in KEYS
        }


async def test_all_that_is_there_is_copied(database, target):
    await played(database)
    said: list[str] = []
    await copy(database, target, said.append)
    before = await dump(database)
    assert all(before.values()), "something in each table"
    assert await dump(target) == before
    assert [line.split(":")[0] for line in said] == list(KEYS)
    async with await Store.open(database) as old, await Store.open(target) as new:
        for store in (old, new):  # a number is never given twice, nor after a copy
            assert (await Table(store).lobby(channel=92)).id == 5
        game = await new.game_in(20)
        assert await new.load(game.id) == await old.load(game.id)
        assert [p.side for p in await new.acted(1)] == [p.side for p in await old.acted(1)]
        await Table(new).act(game.id)
        await new.take_lease()  # it is free


def test_each_table_is_copied():
    assert set(KEYS) == set(COLUMNS) - {"lease"}


async def test_a_database_with_something_in_it_is_left_as_it_is(database, target):
    await played(database)
    async with await Store.open(target) as store:
        await store.set_user_settings(7, {"colours": "dark"})
    before = await dump(target)
    with pytest.raises(NotCopied, match="has something in its users"):
        await copy(database, target)
    assert await dump(target) == before


async def test_a_database_in_use_is_not_copied(database, target):
    async with await Store.open(database) as store:
        await store.take_lease()
        with pytest.raises(LeaseHeld):
            await copy(database, target)


async def test_what_does_not_come_out_as_it_went_in_is_not_copied(database, target, monkeypatch):
    await played(database)
    monkeypatch.setattr("storage.copying._fill", half(copying._fill))
    with pytest.raises(NotCopied, match="The actions do not come out"):
        await copy(database, target)
    assert not any((await dump(target)).values())


def half(fill):
    async def some(read, write, table, names):
        await fill(read, write, table, names)
        if table == "actions":
            await write.write("UPDATE actions SET line = 'x' WHERE seq = 2")

    return some


def test_at_the_command_line(tmp_path, capsys):
    assert main(["copy", str(tmp_path / "none.db"), str(tmp_path / "b.db")]) == 1
    assert "There is no file" in capsys.readouterr().err
    assert not (tmp_path / "b.db").exists()
