"""The contract of Store: what is to be posted, and when to wake up."""

import pytest

from storage import Post


async def post(table, game, seq, kind="order", channel=20):
    await table.store.add_post(game, seq, Post(channel, kind, {"seq": seq}))


async def seqs(rows):
    return [row.seq for row in await rows]


async def test_a_post_is_due_until_it_is_sent(table, clock):
    game = (await table.running()).id
    assert await table.store.next_post() is None
    await post(table, game, 1)
    await post(table, game, 2)
    first, second = await table.store.due_posts()
    assert (first.seq, first.attempts, first.message) == (1, 0, None)
    assert first.next_try == await table.store.next_post() == clock.now
    await table.store.sent([first.id], 999)
    assert await table.store.due_posts() == [second]
    [sent] = await table.store.posts_of(game, 1)
    assert (sent.message, sent.next_try, sent.payload) == (999, None, {"seq": 1})


async def test_posts_of_a_channel_go_out_as_one_message(table):
    game, other = (await table.running()).id, (await table.running(channel=21)).id
    for seq in (1, 2, 3):
        await post(table, game, seq)
        await post(table, other, seq + 10, channel=21)
    waiting = await table.store.pending_posts(20)
    assert [row.seq for row in waiting] == [1, 2, 3]
    await table.store.sent([row.id for row in waiting], 999)
    assert await table.store.pending_posts(20) == []
    assert await seqs(table.store.due_posts()) == [11, 12, 13]
    assert await seqs(table.store.due_posts(limit=2)) == [11, 12]


async def test_a_failed_post_is_tried_again_later_and_later(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.due_posts()
    waits = []
    for attempt in range(1, 40):
        await table.store.failed([row.id])
        [row] = await table.store.pending_posts(20)
        assert row.attempts == attempt
        assert row.next_try == await table.store.next_post()
        assert await table.store.due_posts() == []
        waits.append(row.next_try - clock.now)
        clock.now = row.next_try
        assert await table.store.due_posts() == [row]
    assert waits[:5] == [2, 4, 8, 16, 32]
    assert waits[7:] == [256, 512] + [600] * 30


async def test_a_new_post_does_not_wait_for_a_failed_one(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.due_posts()
    await table.store.failed([row.id])
    await post(table, game, 2)
    assert await seqs(table.store.due_posts()) == [2]
    assert await seqs(table.store.pending_posts(20)) == [1, 2]
    clock.now += 2
    assert sorted(await seqs(table.store.due_posts())) == [1, 2]


async def test_a_post_that_can_never_go_out_is_given_up(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.due_posts()
    await table.store.give_up([row.id])
    clock.now += 10_000
    assert await table.store.due_posts() == await table.store.pending_posts(20) == []
    assert await table.store.next_post() is None
    [row] = await table.store.posts_of(game, 1)
    assert (row.message, row.next_try, row.attempts) == (None, None, 1)


async def test_posts_outlive_the_process(table, opener, clock):
    game = await table.running()
    await table.act(game.id)
    await table.store.set_timer("t", clock.now, "reminder", {})
    later = await opener()
    assert await later.due_posts() == await table.store.due_posts()
    assert (await later.due_posts())[0].payload == {"text": "action 1"}
    assert len(await later.due_timers()) == 1


async def test_a_timer_stays_until_it_is_dropped(table, clock):
    game = (await table.lobby()).id
    store = table.store
    assert await store.next_timer() is None
    await store.set_timer("b", clock.now + 20, "expire", {}, game)
    await store.set_timer("a", clock.now + 10, "reminder", {"side": "axis"})
    assert await store.next_timer() == clock.now + 10
    assert await store.due_timers() == []
    clock.now += 20
    first, second = await store.due_timers()
    assert (first.key, first.kind, first.game, first.payload) == (
        "a",
        "reminder",
        None,
        {"side": "axis"},
    )
    assert (second.key, second.game, second.due) == ("b", game, clock.now)
    assert await store.due_timers() == [first, second]
    await store.drop_timer(first.id)
    assert await store.due_timers() == [second]


async def test_a_timer_with_the_same_key_replaces_the_first(store, clock):
    await store.set_timer("a", clock.now, "reminder", {"n": 1})
    [old] = await store.due_timers()
    await store.set_timer("a", clock.now, "reminder", {"n": 2})
    await store.drop_timer(old.id)  # the one that was already being worked on
    [new] = await store.due_timers()
    assert new.payload == {"n": 2}
    await store.cancel_timer("a")
    await store.cancel_timer("unknown")
    assert await store.due_timers() == []


@pytest.mark.parametrize("change", ["sent", "failed", "give_up"])
async def test_an_empty_list_of_posts_changes_nothing(table, change):
    game = (await table.running()).id
    await post(table, game, 1)
    before = await table.store.pending_posts(20)
    await getattr(table.store, change)([], *([1] if change == "sent" else []))
    assert await table.store.pending_posts(20) == before
