"""What a host may count in a store: games that are played, posts that wait, failures."""

import sqlite3

import pytest

from storage import Store
from storage.database import Clash
from storage.records import Post

WHERE = {"guild": 1, "channel": 2, "owner": 3}
WHAT = {"game": "iron_blood", "scenario": "standard", "options": {}}


async def test_running_games_and_waiting_posts_are_counted() -> None:
    async with await Store.open(":memory:") as store:
        game = await store.create_game(**WHERE, **WHAT)
        assert (await store.running_games(), await store.waiting_posts()) == (0, 0)
        post = Post(channel=2, kind="log", payload={"text": "It begins."})
        await store.start_game(game.id, game.rev, b"state", "promise", [post, post])
        assert (await store.running_games(), await store.waiting_posts()) == (1, 2)
        first, second = await store.pending_posts(2)
        await store.sent([first.id], 10)
        assert await store.waiting_posts() == 1
        await store.drop_posts([second.id])
        assert await store.waiting_posts() == 0


async def test_what_the_database_fails_at_is_counted_and_what_a_table_refuses_is_not() -> None:
    async with await Store.open(":memory:") as store:
        assert store.failures == 0
        await store._db.write("CREATE TABLE once (what UNIQUE)")
        await store._db.write("INSERT INTO once VALUES (1)")
        with pytest.raises(Clash):
            await store._db.write("INSERT INTO once VALUES (1)")
        assert store.failures == 0
        with pytest.raises(sqlite3.OperationalError):
            await store._db.read("SELECT nothing FROM nowhere")
        with pytest.raises(sqlite3.OperationalError):
            async with store._db.transaction(None) as run:
                await run.write("DELETE FROM nowhere")
        assert store.failures == 2
