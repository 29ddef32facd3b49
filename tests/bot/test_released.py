"""Games of released versions go on under the present one: told once, played on, verified."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.local import simulated
from bot.play.export import script
from bot.play.games import Games
from bot.play.renewal import positions, renew
from storage import Store
from tests.bot.released import STOPS, TITLES, unpack
from tests.bot.world import World

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.db.xz"))


def test_a_fixture_is_small() -> None:
    assert FIXTURES and all(path.stat().st_size < 300_000 for path in FIXTURES)


@pytest.mark.parametrize("packed", FIXTURES, ids=lambda path: path.name.partition(".")[0])
@pytest.mark.parametrize("title", TITLES)
async def test_games_play_on_to_their_end_and_verify(
    packed: Path, title: str, tmp_path: Path
) -> None:
    path = tmp_path / "umpire.db"
    unpack(packed, path)
    async with await Store.open(path) as store:
        games = Games(store, lambda _: None)
        rows = [await store.game(number) for number in range(1, len(TITLES) * len(STOPS) + 1)]
        for row in [row for row in rows if row.game == title]:
            table = await games.get(row.id)
            assert not table.damaged
            if table.open:
                await renew(games, table)
                await renew(games, table)  # once is enough
            for number in range(3000):
                if not table.open:
                    break
                game = table.running()
                side = game.pending()[0].side
                await games.order(table, table.seats[side], game.auto(side), f"on-{number}")
            log = await games.log_of(table)
            assert [a.kind for a in log].count("ruling") == (row.status == "running")
            _, text, _ = script(table, log, 0, await positions(store, log))
            verdict = engine.verify(text.decode())
            assert verdict.faults == () and not table.open
            given = sum(a.rules == table.played().version and a.kind != "ruling" for a in log)
            assert verdict.orders >= given > 0 or row.status != "running"


async def test_the_channels_are_told_once(tmp_path: Path) -> None:
    unpack(FIXTURES[0], tmp_path / "umpire.db")
    with simulated.short_settle():
        world = World(tmp_path / "umpire.db")
        with closing(sqlite3.connect(tmp_path / "umpire.db")) as db:
            open_games = db.execute("SELECT id FROM games WHERE status = 'running'").fetchall()
            channels = []
            for number, (game,) in enumerate(open_games[:6:2]):
                channels.append(world.guild.create_text_channel(f"old-{number}"))
                db.execute(
                    "UPDATE games SET channel = ?, guild = ? WHERE id = ?",
                    (channels[-1].id, world.guild.id, game),
                )
            ids = [channel.id for channel in channels]
            marks = ", ".join("?" * len(ids))
            db.execute(f"UPDATE games SET status = 'closed' WHERE channel NOT IN ({marks})", ids)
            db.commit()
        async with simulated.running(world.env):
            try:
                for _ in range(2):
                    await world.bot.desk.outbox.drained(20)
                    for channel in channels:
                        said = [m.content for m in channel.history(viewer=world.clara)]
                        [told] = [text for text in said if "were corrected" in text]
                        assert told.count("\n- ") >= 2 and "stands" in told
                    await world.restart()
            finally:
                await world.bot.close()


def test_each_version_says_what_it_changed() -> None:
    for title in TITLES:
        rules = engine.rules(title)
        assert [*map(int, rules.changes)] == [*range(2, int(rules.version) + 1)]
        assert rules.news(rules.version) == [] != rules.news("1")
