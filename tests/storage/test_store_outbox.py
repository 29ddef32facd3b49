"""The contract of Store: what is to be posted, and when to wake up."""

import pytest

from storage import Post, Posted


async def post(table, game, seq, kind="order", channel=20):
    await table.store.add_post(game, seq, Post(channel, kind, {"seq": seq}))


async def seqs_in(store, channel=20):
    return [row.seq for row in await store.pending_posts(channel)]


async def test_a_post_is_due_until_it_is_sent(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    await post(table, game, 2)
    first, second = await table.store.pending_posts(20)
    assert await table.store.due_channels() == [20]
    assert (first.seq, first.attempts, first.message) == (1, 0, None)
    assert first.next_try == clock.now
    await table.store.sent([first.id], 999)
    assert await table.store.pending_posts(20) == [second]
    await table.store.sent([second.id], 1000)
    assert await table.store.due_channels() == []


async def test_posts_of_a_channel_go_out_as_one_message(table):
    game, other = (await table.running()).id, (await table.running(channel=21)).id
    for seq in (1, 2, 3):
        await post(table, game, seq)
        await post(table, other, seq + 10, channel=21)
    waiting = await table.store.pending_posts(20)
    assert [row.seq for row in waiting] == [1, 2, 3]
    await table.store.sent([row.id for row in waiting], 999)
    assert await table.store.pending_posts(20) == []
    assert await seqs_in(table.store, 21) == [11, 12, 13]
    assert await table.store.due_channels() == [21]
    assert [row.seq for row in (await table.store.posts(game, 20))[1]] == [1, 2, 3]


async def test_every_channel_that_waits_is_looked_after(table):
    """However much waits in one of them and does not become less."""
    game, other = (await table.running()).id, (await table.running(channel=21)).id
    for seq in range(300):
        await post(table, game, seq)
    await post(table, other, 1, channel=21)
    assert sorted(await table.store.due_channels()) == [20, 21]


async def test_a_failed_post_is_tried_again_later_and_later(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.pending_posts(20)
    waits = []
    for attempt in range(1, 40):
        await table.store.failed([row.id])
        [row] = await table.store.pending_posts(20)
        assert row.attempts == attempt
        assert await table.store.due_channels() == []
        waits.append(row.next_try - clock.now)
        clock.now = row.next_try
        assert await table.store.due_channels() == [20]
    assert waits[:5] == [2, 4, 8, 16, 32]
    assert waits[7:] == [256, 512] + [600] * 30


async def test_a_clock_set_back_holds_nothing_up(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    clock.now -= 3600
    assert await table.store.due_channels() == [20]
    [row] = await table.store.pending_posts(20)
    await table.store.failed([row.id])
    assert await table.store.due_channels() == []
    clock.now += 2
    assert await table.store.due_channels() == [20]


async def test_a_new_post_does_not_wait_for_a_failed_one(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.pending_posts(20)
    await table.store.failed([row.id])
    assert await table.store.due_channels() == []
    await post(table, game, 2)
    assert await table.store.due_channels() == [20]
    assert await seqs_in(table.store) == [1, 2]


async def test_what_may_have_arrived_stays_one_message(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    await post(table, game, 2)
    ids = [row.id for row in await table.store.pending_posts(20)]
    begun = clock.now
    await table.store.trying(ids)
    await post(table, game, 3)
    await table.store.failed(ids, unsure=True)
    clock.now += 60
    await table.store.trying(ids)
    rows = await table.store.pending_posts(20)
    assert [row.batch for row in rows] == [ids[0], ids[0], None]
    assert [row.tried for row in rows] == [begun, begun, None]


async def test_what_surely_failed_can_go_out_with_what_came_later(table):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.pending_posts(20)
    await table.store.trying([row.id])
    await table.store.failed([row.id])
    [row] = await table.store.pending_posts(20)
    assert (row.batch, row.tried, row.attempts) == (None, None, 1)


async def test_posts_are_cleared_away_when_their_message_grows_no_more(table):
    game = (await table.running()).id
    await table.act(game)
    await table.act(game)
    waiting = await table.store.pending_posts(20)
    await table.store.sent([row.id for row in waiting], 999)
    assert [row.seq for row in (await table.store.posts(game, 20))[1]] == [1, 2]
    await table.act(game, door=True)
    [more] = await table.store.pending_posts(20)
    await table.store.trying([more.id], 999)
    assert [row.message for row in await table.store.pending_posts(20)] == [999]
    await table.store.sent([more.id], 999)
    assert [row.seq for row in (await table.store.posts(game, 20))[1]] == [1, 2, 3]
    await table.act(game)
    [last] = await table.store.pending_posts(20)
    await table.store.sent([last.id], 1001)
    assert [row.seq for row in (await table.store.posts(game, 20))[1]] == [4]
    await table.store.stands_alone(game, 20)
    assert await table.store._db.read("SELECT id FROM outbox") == []


async def test_a_message_that_may_be_edited_stays_so_until_that_was_refused(table, clock):
    game = (await table.running()).id
    await table.act(game)
    [row] = await table.store.pending_posts(20)
    await table.store.sent([row.id], 999)
    await table.act(game)
    [row] = await table.store.pending_posts(20)
    await table.store.trying([row.id], 999)
    await table.store.failed([row.id], unsure=True)
    [row] = await table.store.pending_posts(20)
    assert (row.message, row.batch, row.attempts) == (999, row.id, 1)
    await table.store.stands_alone(game, 20)
    [row] = await table.store.pending_posts(20)
    assert (row.message, row.batch, row.tried) == (None, None, None)
    assert (await table.store.posts(game, 20))[1] == []


async def test_what_stands_in_a_channel_is_known_by_its_actions(table):
    game = (await table.running()).id
    for _ in range(3):
        await table.act(game)
    first, second, third = await table.store.pending_posts(20)
    pages = [Posted(998, game, 20, 1, 1, "a"), Posted(999, game, 20, 1, 1, "b")]
    await table.store.sent([first.id], 999, pages)
    await table.store.sent([second.id], 999, [Posted(999, game, 20, 2, 2, "b\nc")])
    await table.store.sent([third.id], 1000, [Posted(1000, game, 20, 3, 3, "d")])
    assert [one.message for one in await table.store.posted(game, 1)] == [998, 999]
    assert await table.store.posted(game, 2) == [Posted(999, game, 20, 1, 2, "b\nc")]
    assert await table.store.message_of(1000) == Posted(1000, game, 20, 3, 3, "d")
    await table.store.reworded(1000, "~~d~~")
    assert (await table.store.message_of(1000)).text == "~~d~~"
    assert await table.store.message_of(7) is None


async def test_what_waits_for_a_channel_that_is_gone_goes_to_another(table):
    game = (await table.running()).id
    await post(table, game, 1, channel=21)
    await table.store.moved(21, 20)
    assert await seqs_in(table.store, 21) == [] and await seqs_in(table.store) == [1]


async def test_a_post_that_can_never_go_out_is_dropped(table, clock):
    game = (await table.running()).id
    await post(table, game, 1)
    [row] = await table.store.pending_posts(20)
    await table.store.drop_posts([row.id])
    clock.now += 10_000
    assert await table.store.due_channels() == await table.store.pending_posts(20) == []
    assert (await table.store.posts(game, 20))[1] == []
    await post(table, game, 1)
    [other] = await table.store.pending_posts(20)
    assert other.id > row.id, "a number is never given twice: it is in a nonce"


async def test_posts_outlive_the_process(table, opener, clock):
    game = await table.running()
    await table.act(game.id)
    await table.store.set_timer("t", clock.now, "reminder", {})
    later = await opener()
    assert await later.pending_posts(20) == await table.store.pending_posts(20)
    assert (await later.pending_posts(20))[0].payload == {"text": "action 1"}
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


async def test_the_timers_of_a_game_are_found_before_they_are_due(table, clock):
    one = (await table.lobby()).id
    await table.store.set_timer("b", clock.now + 20, "back", {"user": 7}, one)
    await table.store.set_timer("a", clock.now + 10, "watch", {}, one)
    await table.store.set_timer("c", clock.now, "person", {})
    assert [timer.key for timer in await table.store.timers_of(one)] == ["a", "b"]
    assert await table.store.timers_of(one + 1) == []


async def test_a_watch_and_its_timer_are_kept_together(table, clock):
    game, store = (await table.lobby()).id, table.store
    await store.keep_watch(game, {"asked": 1}, clock.now + 10)
    await store.keep_watch(game, {"asked": 2}, clock.now)
    [timer] = await store.timers_of(game)
    assert (timer.key, timer.kind, timer.due) == (f"watch:{game}", "watch", clock.now)
    assert await store.settings("game", game) == {"watch": {"asked": 2}}
    with pytest.raises(Exception, match=r"type|number"):  # no time: the first half goes with it
        await store.keep_watch(game, {"asked": 3}, {"no": "time"})
    assert await store.settings("game", game) == {"watch": {"asked": 2}}
    await store.keep_watch(game, {"asked": 4}, None)
    assert await store.timers_of(game) == []
    assert await store.settings("game", game) == {"watch": {"asked": 4}}


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


@pytest.mark.parametrize("change", ["sent", "failed", "drop_posts"])
async def test_an_empty_list_of_posts_changes_nothing(table, change):
    game = (await table.running()).id
    await post(table, game, 1)
    before = await table.store.pending_posts(20)
    await getattr(table.store, change)([], *([1] if change == "sent" else []))
    assert await table.store.pending_posts(20) == before
