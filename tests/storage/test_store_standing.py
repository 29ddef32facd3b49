"""Actions that an undo passes over: standing orders and policies."""

import pytest

from storage import NewAction, NothingToUndo, Post, Store


def action(kind: str, cause: str) -> NewAction:
    return NewAction(
        kind=kind,  # type: ignore[arg-type]
        side="axis",
        user=1,
        line=kind,
        pending="",
        cause=cause,
        rules="1",
        hash="00",
        entries=b"[]",
    )


async def started(store: Store) -> int:
    game = await store.create_game(
        guild=1, channel=2, owner=1, game="iron_blood", scenario="campaign", options={}
    )
    await store.start_game(game.id, game.rev, b"start", "c0ffee")
    return game.id


async def commit(store: Store, game: int, state: bytes, cause: str, *, step: bool) -> None:
    rev = (await store.game(game)).rev
    await store.commit(game, rev, state, action("order", cause), door=False, step=step)


async def test_a_standing_order_adds_no_step(tmp_path):
    async with await Store.open(tmp_path / "s.db") as store:
        game = await started(store)
        await commit(store, game, b"moved", "1", step=True)
        await commit(store, game, b"moved, policy", "2", step=False)
        loaded = await store.load(game)
        assert (loaded.state, loaded.steps) == (b"moved, policy", (b"start",))


async def test_undo_passes_over_it_and_writes_the_given_state(tmp_path):
    async with await Store.open(tmp_path / "s.db") as store:
        game = await started(store)
        await commit(store, game, b"moved", "1", step=True)
        await commit(store, game, b"moved, policy", "2", step=False)
        rev = (await store.game(game)).rev
        post = Post(2, "game", {"text": "back"})
        await store.undo(game, rev, action("undo", "3"), [post], state=b"start, policy")
        loaded = await store.load(game)
        assert (loaded.state, loaded.steps) == (b"start, policy", ())
        undone = {a.cause: a.undone_by for a in await store.actions(game)}
        assert undone == {"1": 3, "2": None, "3": None}


async def test_the_state_kept_by_an_undo_is_a_step_of_the_next_order(tmp_path):
    async with await Store.open(tmp_path / "s.db") as store:
        game = await started(store)
        await commit(store, game, b"moved", "1", step=True)
        rev = (await store.game(game)).rev
        await store.undo(game, rev, action("undo", "2"), state=b"start, policy")
        await commit(store, game, b"moved again", "3", step=True)
        assert (await store.load(game)).steps == (b"start, policy",)


async def test_history_stays_as_it_was_at_the_door(tmp_path):
    async with await Store.open(tmp_path / "s.db") as store:
        game = await started(store)
        await commit(store, game, b"start, policy", "1", step=False)
        await commit(store, game, b"moved, policy", "2", step=True)
        rev = (await store.game(game)).rev
        await store.undo(game, rev, action("undo", "3"), state=b"start, policy 2")
        loaded = await store.load(game)
        assert (loaded.state, loaded.steps) == (b"start, policy 2", ())
        kept = [await store.snapshot(game, seq) for seq in range(4)]
        assert [(snapshot.seq, snapshot.state) for snapshot in kept if snapshot] == [
            (0, b"start"),
            (1, b"start, policy"),
            (1, b"start, policy"),
            (3, b"start, policy 2"),
        ]
        with pytest.raises(NothingToUndo):
            await store.undo(game, rev + 1, action("undo", "4"))


async def test_an_undo_to_the_very_state_before_makes_no_door(tmp_path):
    async with await Store.open(tmp_path / "s.db") as store:
        game = await started(store)
        await commit(store, game, b"moved", "1", step=True)
        rev = (await store.game(game)).rev
        await store.undo(game, rev, action("undo", "2"), state=b"start")
        assert (await store.game(game)).door == 0
