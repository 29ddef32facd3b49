"""The contract of Store: actions, doors, undo, and what happens to two at once."""

import asyncio
import random

import pytest

from storage import ChannelBusy, Conflict, Duplicate, NothingToUndo, Post, Write


async def states(table, game):
    """(present state, undo steps), as numbers."""
    loaded = await table.store.load(game)
    numbers = [int(state.split()[1]) for state in (*loaded.steps, loaded.state)]
    return numbers[-1], numbers[:-1]


async def test_a_commit_writes_state_action_and_post_together(table, clock, make_action):
    game = await table.running()
    clock.now += 5
    new = make_action("click")
    written = await table.store.commit(
        game.id, game.rev, b"state 1", new, door=False, posts=[Post(20, "order", {"a": [1]})]
    )
    assert (written.game, written.seq, written.time) == (game.id, 1, clock.now)
    assert written.undone_by is None
    for field in new.__struct_fields__:
        assert getattr(written, field) == getattr(new, field)
    assert await table.store.action(game.id, 1) == written
    assert await table.store.actions(game.id) == [written]
    after = await table.store.game(game.id)
    assert (after.rev, after.seq, after.updated) == (game.rev + 1, 1, clock.now)
    assert (await table.store.load(game.id)).state == b"state 1"
    [post] = await table.store.pending_posts(20)
    assert (post.channel, post.kind, post.payload) == (20, "order", {"a": [1]})


async def test_an_action_may_have_no_user_and_odd_text(table, make_action):
    game = await table.running()
    new = type(make_action("x"))(
        kind="auto",
        side="",
        user=None,
        line="розы 🌹\nend movement",
        pending="",
        cause="hash",
        rules="",
        hash="",
        entries=b"\x00\xff",
    )
    written = await table.store.commit(game.id, game.rev, b"\x00\x01", new, door=True)
    assert (await table.store.action(game.id, 1)) == written
    assert (written.user, written.line, written.entries) == (None, new.line, b"\x00\xff")
    assert (await table.store.load(game.id)).state == b"\x00\x01"


async def test_a_stale_revision_writes_nothing(table, make_action):
    game = await table.running()
    await table.act(game.id)
    before = await table.store.load(game.id)
    for call in (
        table.store.commit(
            game.id, game.rev, b"x", make_action("late"), door=True, posts=[Post(20, "order", {})]
        ),
        table.store.undo(game.id, game.rev, make_action("late"), [Post(20, "undo", {})]),
        table.store.close_game(game.id, game.rev),
    ):
        with pytest.raises(Conflict):
            await call
    assert await table.store.load(game.id) == before
    assert len(await table.store.actions(game.id)) == 1
    assert len(await table.store.pending_posts(20)) == 1


async def test_a_double_click_does_nothing_twice(table, make_action):
    game = await table.running()
    await table.act(game.id, cause="click")
    before = await table.store.load(game.id)
    for rev in (game.rev, before.game.rev):  # the double with and without a fresh look
        with pytest.raises(Duplicate) as refusal:
            await table.store.commit(game.id, rev, b"x", make_action("click"), door=False)
        assert refusal.value.action == await table.store.action(game.id, 1)
        with pytest.raises(Duplicate):
            await table.store.undo(game.id, rev, make_action("click"))
    assert await table.store.load(game.id) == before
    other = await table.running(channel=21)
    await table.act(other.id, cause="click")  # unique in its game only


async def test_an_undone_action_is_still_a_duplicate(table, make_action):
    game = await table.running()
    await table.act(game.id, cause="click")
    await table.undo(game.id)
    now = await table.store.game(game.id)
    with pytest.raises(Duplicate) as refusal:
        await table.store.commit(game.id, now.rev, b"x", make_action("click"), door=False)
    assert refusal.value.action.undone_by == 2


async def test_steps_go_back_to_the_last_door(table):
    game = await table.running()
    assert await states(table, game.id) == (0, [])
    await table.act(game.id)
    await table.act(game.id)
    assert await states(table, game.id) == (2, [0, 1])
    await table.act(game.id, door=True)
    assert await states(table, game.id) == (3, [])
    await table.act(game.id)
    await table.act(game.id)
    assert await states(table, game.id) == (5, [3, 4])


async def test_only_doors_are_kept_for_good(table):
    game = await table.running()
    for door in (False, False, True, False, False, True, True, False):
        await table.act(game.id, door=door)
    kept = {(await table.store.snapshot(game.id, seq)).seq for seq in range(9)}
    assert kept == {0, 3, 6, 7, 8}
    at_five = await table.store.snapshot(game.id, 5)
    assert (at_five.seq, at_five.door, at_five.state) == (3, True, b"state 3")
    newest = await table.store.snapshot(game.id, 99)
    assert (newest.seq, newest.door, newest.state) == (8, False, b"state 8")


async def test_undo_goes_back_step_by_step_and_not_past_a_door(table, make_action):
    game = await table.running()
    await table.act(game.id, door=True)  # 1
    await table.act(game.id)  # 2
    await table.act(game.id)  # 3
    now = await table.store.game(game.id)
    written = await table.store.undo(
        game.id, now.rev, make_action("u4", kind="undo"), [Post(20, "undo", {})]
    )
    assert (written.seq, written.kind) == (4, "undo")
    assert await states(table, game.id) == (2, [1])
    waiting = await table.store.pending_posts(20)
    assert [post.kind for post in waiting if post.seq == 4] == ["undo"]
    await table.act(game.id)  # 5
    assert await states(table, game.id) == (5, [1, 2])
    await table.undo(game.id)  # 6
    await table.undo(game.id)  # 7
    assert await states(table, game.id) == (1, [])
    before = await table.store.load(game.id)
    with pytest.raises(NothingToUndo):
        await table.undo(game.id)
    assert await table.store.load(game.id) == before
    log = [(action.seq, action.undone_by) for action in await table.store.actions(game.id)]
    assert log == [(1, None), (2, 7), (3, 4), (4, None), (5, 6), (6, None), (7, None)]


async def test_undo_of_the_last_action_of_a_game_opens_it_again(table):
    game = await table.running()
    await table.act(game.id, status="ended")
    assert (await table.store.game(game.id)).status == "ended"
    await table.undo(game.id)
    assert (await table.store.game(game.id)).status == "running"


async def test_an_ended_game_does_not_open_beside_another(table):
    game = await table.running()
    await table.act(game.id, status="ended")
    await table.lobby()
    before = await table.store.load(game.id)
    with pytest.raises(ChannelBusy):
        await table.undo(game.id)
    with pytest.raises(ChannelBusy):
        await table.act(game.id)
    assert await table.store.load(game.id) == before


async def test_a_rollback_marks_what_it_takes_back_and_is_a_door(table, make_action):
    game = await table.running()
    for door in (True, True, False, False):
        await table.act(game.id, door=door)
    await table.undo(game.id)  # 5 takes back 4
    target = await table.store.snapshot(game.id, 1)
    now = await table.store.game(game.id)
    await table.store.commit(
        game.id, now.rev, target.state, make_action("r", kind="rollback"), door=True, back_to=1
    )
    assert await states(table, game.id) == (1, [])
    undone = {action.seq: action.undone_by for action in await table.store.actions(game.id)}
    assert undone == {1: None, 2: 6, 3: 6, 4: 5, 5: 6, 6: None}
    await table.act(game.id)
    assert await states(table, game.id) == (7, [1])


async def test_actions_since(table):
    game, other = await table.running(), await table.running(channel=21)
    for _ in range(4):
        await table.act(game.id)
        await table.act(other.id)
    assert [action.seq for action in await table.store.actions(game.id, since=2)] == [3, 4]
    assert await table.store.actions(game.id, since=4) == []
    assert {action.game for action in await table.store.actions(game.id)} == {game.id}


async def test_random_play_matches_a_model(table):
    """Orders, doors and undo at random against a plain list of states."""
    rng = random.Random(4)
    game = await table.running()
    model = [0]  # the state at the last door and those after it
    for seq in range(1, 151):
        what = rng.choice(["order", "order", "undo", "door"])
        if what == "undo" and len(model) > 1:
            await table.undo(game.id)
            model.pop()
        else:
            await table.act(game.id, door=what == "door")
            model = [seq] if what == "door" else [*model, seq]
        assert await states(table, game.id) == (model[-1], model[:-1])


async def test_of_two_writers_one_wins(table, opener, make_action):
    game = await table.running()
    stores = [table.store, await opener()]
    for round_ in range(10):
        now = await table.store.game(game.id)
        results = await asyncio.gather(
            *(
                store.commit(
                    *(game.id, now.rev, f"{round_} by {n}".encode()),
                    make_action(f"{round_} by {n}"),
                    door=False,
                )
                for n, store in enumerate(stores)
            ),
            return_exceptions=True,
        )
        [winner] = [n for n, result in enumerate(results) if not isinstance(result, Exception)]
        assert isinstance(results[1 - winner], Conflict)
        assert (await table.store.load(game.id)).state == f"{round_} by {winner}".encode()
    assert (await table.store.game(game.id)).seq == 10


async def test_readers_never_see_half_a_write(table):
    game = await table.running()

    async def write():
        for _ in range(30):
            await table.act(game.id)

    writing = asyncio.create_task(write())
    seen = set()
    while not writing.done():
        loaded = await table.store.load(game.id)
        log = await table.store.actions(game.id, since=loaded.game.seq - 1)
        assert loaded.state == f"state {loaded.game.seq}".encode()
        assert len(loaded.steps) == loaded.game.seq
        assert not log or log[0].seq >= loaded.game.seq
        seen.add(loaded.game.seq)
    await writing
    assert len(seen) > 3


async def test_a_write_that_fails_in_its_last_statement_leaves_nothing(table, make_action):
    game = await table.running()
    before = await table.store.load(game.id)
    unwritable = Post(20, "order", {"text": object()})
    with pytest.raises(TypeError):
        await table.store.commit(
            *(game.id, game.rev, b"x", make_action("a")),
            door=True,
            posts=[Post(20, "order", {}), unwritable],
        )
    assert await table.store.load(game.id) == before
    assert await table.store.actions(game.id) == []
    assert await table.store.pending_posts(20) == []
    await table.act(game.id)


async def test_a_cancelled_write_happens_wholly_or_not_at_all(table, make_action):
    """Cancelled later and later, until one gets through; the store goes on working."""
    game = await table.running()
    for sweep in range(3):
        written, delay = 0, 0.0
        while not written:
            before = await table.store.load(game.id)
            task = asyncio.create_task(
                table.store.commit(
                    *(game.id, before.game.rev, f"state {before.game.seq + 1}".encode()),
                    make_action(f"{sweep} {delay}"),
                    door=False,
                    posts=[Post(20, "order", {})],
                )
            )
            await asyncio.sleep(delay)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            after = await table.store.load(game.id)
            written = after.game.seq - before.game.seq
            assert written == after.game.rev - before.game.rev
            assert written == len(after.steps) - len(before.steps)
            assert after.state == f"state {after.game.seq}".encode()
            assert len(await table.store.actions(game.id)) == after.game.seq
            assert len(await table.store.pending_posts(20)) == after.game.seq
            delay += 0.0001
        assert delay > 0.0002, "the first ones were cancelled before they wrote"


async def test_actions_of_one_batch_are_written_together_and_undone_one_by_one(table, make_action):
    game = await table.running()
    first = Write(state=b"state 1", action=make_action("c"), door=False)
    last = await table.store.commit(
        game.id, game.rev, b"state 2", make_action("c.2"), door=False, first=[first]
    )
    assert [action.seq for action in await table.store.actions(game.id)] == [1, last.seq] == [1, 2]
    assert (await table.store.game(game.id)).rev == game.rev + 2
    assert await states(table, game.id) == (2, [0, 1])
    await table.undo(game.id)
    assert await states(table, game.id) == (1, [0])


async def test_of_a_batch_all_is_written_or_nothing(table, make_action):
    game = await table.running()
    first = Write(state=b"state 1", action=make_action("same"), door=False)
    with pytest.raises(Duplicate):
        await table.store.commit(
            game.id, game.rev, b"state 2", make_action("same"), door=False, first=[first]
        )
    assert await table.store.game(game.id) == game
    assert await table.store.actions(game.id) == []
