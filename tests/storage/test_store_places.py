"""Games that come in from elsewhere, and those that go to another channel."""

import zlib

import pytest

from storage import Archived, ChannelBusy, Conflict, Post, UnknownGame
from tests.storage.conftest import action


def packed(state: bytes) -> bytes:
    return zlib.compress(state)


async def test_a_game_from_elsewhere_is_kept_with_its_log_and_its_doors(store):
    log = [
        Archived(action("a"), 2, None),
        Archived(action("b", kind="undo"), None, packed(b"two")),
        Archived(action("c"), None, packed(b"three")),
    ]
    number = await store.bring_in(
        guild=1,
        channel=2,
        owner=3,
        game="iron_blood",
        scenario="standard",
        options={"x": True},
        commitment="promise",
        state=b"three",
        start=packed(b"start"),
        log=log,
        posts=[Post(2, "game", {"text": "Here."})],
    )
    loaded = await store.load(number)
    row = loaded.game
    assert (row.status, row.seq, row.door, row.options) == ("closed", 3, 3, {"x": True})
    assert (loaded.state, loaded.steps, row.commitment) == (b"three", (), "promise")
    kept = await store.actions(number)
    assert [(one.seq, one.cause, one.undone_by) for one in kept] == [
        (1, "a", 2),
        (2, "b", None),
        (3, "c", None),
    ]
    states = [(await store.snapshot(number, seq)).state for seq in range(4)]
    assert states == [b"start", b"start", b"two", b"three"]
    assert [row.payload for row in await store.pending_posts(2)] == [{"text": "Here."}]
    assert (await store.game_in(2)).id == number
    assert await store.without_result() == [] and await store.results() == []


async def test_a_cause_that_comes_twice_is_refused_whole(store):
    twice = [Archived(action("a"), None, None), Archived(action("a"), None, packed(b"x"))]
    with pytest.raises(Exception):  # noqa: B017  the database's own
        await store.bring_in(
            guild=1,
            channel=2,
            owner=3,
            game="iron_blood",
            scenario="standard",
            options={},
            commitment="",
            state=b"x",
            start=packed(b"s"),
            log=twice,
            posts=[],
        )
    assert await store.game_in(2) is None


async def test_a_running_game_moves_with_its_posts_and_leaves_panel_and_thread(store, table):
    game = await table.running(channel=21)
    for key in ("panel", "thread", "split", "offer"):
        await store.set_setting("game", game.id, key, 1)
    await store.add_post(game.id, 0, Post(21, "game", {"text": "before"}))
    waiting = [row.id for row in await store.pending_posts(21)]
    row = await store.game(game.id)
    await store.move(game.id, row.rev, 9, 22, [Post(21, "game", {}), Post(22, "panel", {})])
    after = await store.game(game.id)
    assert (after.guild, after.channel, after.rev) == (9, 22, row.rev + 1)
    assert await store.settings("game", game.id) == {"offer": 1}
    assert [one.id for one in await store.pending_posts(21)][:-1] == waiting
    assert len(await store.pending_posts(22)) == 1
    assert await store.game_in(21) is None
    with pytest.raises(Conflict):
        await store.move(game.id, row.rev, 9, 23, [])
    with pytest.raises(UnknownGame):
        await store.move(999, 0, 9, 23, [])


async def test_a_channel_with_an_open_game_takes_no_other(store, table):
    game = await table.running(channel=21)
    await table.running(channel=22)
    row = await store.game(game.id)
    with pytest.raises(ChannelBusy):
        await store.move(game.id, row.rev, row.guild, 22, [])
    assert await store.game(game.id) == row
