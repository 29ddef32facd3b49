"""Who watches a game, and the games that a recap is made of."""

from msgspec.structs import replace

from storage import Watcher
from tests.storage.conftest import action


async def test_a_watcher_is_kept_once_a_game_and_dropped(store, table):
    game = await table.running()
    first = Watcher(game.id, 7, "turns", "May", 3.0)
    await store.set_watcher(first)
    await store.set_watcher(Watcher(game.id, 5, "result"))
    await store.set_watcher(later := replace(first, seen="June"))
    assert await store.watchers(game.id) == [Watcher(game.id, 5, "result"), later]
    assert await store.drop_watcher(game.id, 7) and not await store.drop_watcher(game.id, 7)
    assert await store.watchers(game.id) == [Watcher(game.id, 5, "result")]


async def test_watchers_go_with_the_games_of_their_server(store, table):
    game = await table.running()
    await store.set_watcher(Watcher(game.id, 7, "turns"))
    await store.forget_guild(game.guild)
    assert await store.watchers(game.id) == []


async def test_recent_games_run_or_have_changed_since(store, table):
    old = await table.running(channel=21)
    now = await store.game(old.id)
    await store.commit(old.id, now.rev, b"x", action("a"), door=True, status="ended")
    game = await table.running()
    changed = (await store.game(old.id)).updated
    found = await store.recent_games(game.guild, changed)
    assert [(row.id, first is None) for row, first in found] == [(old.id, False), (game.id, True)]
    assert [row.id for row, _ in await store.recent_games(game.guild, changed + 1e6)] == [game.id]
    assert await store.recent_games(game.guild + 1, 0.0) == []
