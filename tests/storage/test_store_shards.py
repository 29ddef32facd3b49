"""The contract of Store: several bots on one database, each with a range of shards."""

import asyncio
import contextlib

import pytest

from storage import STALE, LeaseHeld, LeaseLost, Shards, Store
from storage.postgres import BRISK, FAILURES
from tests.storage.conftest import Table, action

LOW, HIGH = Shards(4, 0, 1), Shards(4, 2, 3)


def guild(shard: int, number: int = 5) -> int:
    """A server on a shard of four."""
    return number * 4 + shard << 22


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch):
    """Each store as on a machine of its own: whether its process is there nobody can know."""
    monkeypatch.setattr("storage.lease._dead", lambda holder: False)


@pytest.fixture
async def two(opener):
    """Two processes that have taken their shards."""
    one, other = await opener(), await opener()
    await one.take_lease(4, 2)
    await other.take_lease(4, 2)
    return one, other


async def test_each_takes_the_first_range_that_is_free(two, opener):
    assert [store.shards for store in two] == [LOW, HIGH]
    third = await opener()
    with pytest.raises(LeaseHeld):
        await third.take_lease(4, 2)
    for store in two:
        await store.beat_lease()


async def test_a_range_taken_again_stays_the_same(two):
    one, other = two
    await other.take_lease(4, 2)
    await one.take_lease(4, 2)
    assert [store.shards for store in two] == [LOW, HIGH]


async def test_heartbeats_keep_each_its_own(two, opener, clock):
    third = await opener()
    for _ in range(4):
        clock.now += STALE - 1
        for store in two:
            await store.beat_lease()
        with pytest.raises(LeaseHeld):
            await third.take_lease(4, 2)


async def test_who_falls_silent_is_followed_and_the_other_goes_on(two, opener, clock):
    one, other = two
    third = await opener()
    clock.now += STALE - 0.1
    await one.beat_lease()
    with pytest.raises(LeaseHeld):
        await third.take_lease(4, 2)
    last = clock.now - STALE + 0.1
    clock.now += 0.1
    assert await third.take_lease(4, 2) == last, "when the last holder was there last"
    assert third.shards == HIGH
    with pytest.raises(LeaseLost):
        await other.beat_lease()
    await one.beat_lease()
    await third.beat_lease()


async def test_a_late_heartbeat_counts_while_nobody_has_followed(two, clock):
    clock.now += 5 * STALE
    for store in two:
        await store.beat_lease()


async def test_a_range_given_back_is_free_at_once(two, opener):
    one, _ = two
    third = await opener()
    await one.close()
    await third.take_lease(4, 2)
    assert third.shards == LOW


async def test_a_dead_process_of_this_machine_is_followed_at_once(two, opener, monkeypatch):
    third = await opener()
    monkeypatch.setattr("storage.lease._dead", lambda holder: holder.owner == two[1]._owner)
    await third.take_lease(4, 2)
    assert third.shards == HIGH


@pytest.mark.parametrize("split", [(1, 1), (4, 4), (4, 1), (8, 4)])
async def test_another_division_waits_until_all_of_the_old_one_are_gone(two, opener, clock, split):
    third = await opener()
    with pytest.raises(LeaseHeld):
        await third.take_lease(*split)
    await two[0].close()
    with pytest.raises(LeaseHeld):
        await third.take_lease(*split)
    clock.now += 1
    await two[1].close()
    assert await third.take_lease(*split) is not None
    assert third.shards.count == split[0] and third.shards.first == 0
    rows = await third._db.read("SELECT id FROM lease WHERE owner <> ''")
    assert rows == [(1,)]


async def test_many_that_start_at_once_take_one_each(opener):
    stores = [await opener() for _ in range(5)]

    async def take(store: Store) -> bool:
        with contextlib.suppress(LeaseHeld):
            await store.take_lease(3, 1)
            return True
        return False

    assert sorted(await asyncio.gather(*map(take, stores))) == [False, False, True, True, True]
    taken = {store.shards for store in stores if store.shared}
    assert taken == {Shards(3, n, n) for n in range(3)}


# --- whose work it is ---


async def begun(store: Store, where: int, channel: int) -> int:
    game = await store.create_game(
        guild=where, channel=channel, owner=1, game="iron_blood", scenario="campaign", options={}
    )
    await store.start_game(game.id, game.rev, b"state 0", "c0ffee")
    await Table(store).act(game.id)
    return game.id


async def test_posts_timers_and_games_are_for_whoever_has_the_server(two, clock):
    games = [await begun(two[0], guild(shard), 100 + shard) for shard in range(4)]
    for shard, game in enumerate(games):
        await two[0].set_timer(f"watch:{game}", 0.0, "watch", {}, game=game)
        await two[1].set_timer(f"guild:{shard}", 0.0, "guild", {}, guild=guild(shard))
    await two[1].set_timer("person:7", 0.0, "person", {"user": 7})
    for store, own in zip(two, ((0, 1), (2, 3)), strict=True):
        assert await store.due_channels() == [100 + shard for shard in own]
        due = [timer.key for timer in await store.due_timers()]
        people = ["person:7"] if 0 in own else []
        assert sorted(due) == sorted(
            [*(f"watch:{games[n]}" for n in own), *(f"guild:{n}" for n in own), *people]
        )
        assert await store.guilds() == [guild(shard) for shard in own]
        assert await store.outdated({"iron_blood": "2"}) == [games[shard] for shard in own]
        assert [one.id for one in await store.open_games(own=True)] == [games[n] for n in own]
        assert len(await store.timers_for("guild")) == 2


async def test_figures_are_those_of_its_shards(two):
    for shard in (0, 2, 3):
        await begun(two[0], guild(shard), 100 + shard)
    assert [await store.running_games() for store in two] == [1, 2]
    assert [await store.waiting_posts() for store in two] == [1, 2]


async def test_a_game_that_moves_takes_its_timers_along(two):
    one, other = two
    game = await begun(one, guild(0), 100)
    await one.set_timer("deck", 0.0, "deck", {}, game=game)
    await one.move(game, (await one.game(game)).rev, guild(3), 103, [])
    assert [timer.key for timer in await other.due_timers()] == ["deck"]
    assert await one.due_timers() == []


async def test_a_silence_is_one_of_its_shards(two):
    await two[1].add_silence(10.0, 20.0)
    found = [await two[0].silences(guild(shard), 0.0) for shard in range(4)]
    assert found == [[], [], [(10.0, 20.0)], [(10.0, 20.0)]]


async def test_only_games_of_its_shards_are_woken(two):
    games = [await begun(two[0], guild(shard), 100 + shard) for shard in range(4)]
    await two[0].wake(0.0)
    assert [timer.game for timer in await two[0].due_timers()] == games[:2]
    assert await two[1].due_timers() == []


# --- on a server: what is refused, and what is heard ---

server = pytest.mark.parametrize("database", ["postgres"], indirect=True)


@server
async def test_what_is_written_after_the_lease_is_lost_is_refused(two, opener, clock):
    one, late = two
    game = await begun(late, guild(2), 100)
    posts = [row.id for row in await late.pending_posts(100)]
    clock.now += STALE
    await one.beat_lease()
    third = await opener()
    await third.take_lease(4, 2)
    rev = (await late.game(game)).rev
    for write in (
        late.commit(game, rev, b"x", action("late"), door=False),
        late.set_timer("t", 0.0, "watch", {}, game=game),
        late.drop_timer(1),
        late.sent(posts, 99),
        late.trying(posts),
        late.set_setting("game", game, "watch", {}),
        late.keep_watch(game, {}, 0.0),
        late.add_silence(1.0, 2.0),
        late.wake(0.0),
        late.erase(7),
    ):
        with pytest.raises(LeaseLost):
            await write
    assert (await third.game(game)).rev == rev and await third.due_timers() == []
    await third.commit(game, rev, b"x", action("in time"), door=False)
    await late.release_lease()  # fine, and the other's stays
    await third.beat_lease()


@server
@pytest.mark.parametrize("said", [True, False], ids=["after a statement", "amid a statement"])
async def test_who_stands_still_while_he_writes_holds_up_nobody(
    two, opener, clock, monkeypatch, said
):
    """As a machine that slept: the server has what it has said so far, and waits for more."""
    one, late = two
    game = await begun(late, guild(2), 100)
    writing = late._db.transaction(game)
    run = await writing.__aenter__()
    if not said:
        await run._connection.prepare("SELECT 41")  # and does not have it run
    clock.now += STALE
    await one.beat_lease()
    monkeypatch.setattr("storage.postgres.STANDS", 0.0)
    third = await opener()
    async with asyncio.timeout(4):  # sooner than the server's limit for an idle transaction
        await third.take_lease(4, 2)
    assert third.shards == late.shards
    with pytest.raises(FAILURES):
        await run.write("UPDATE games SET rev = rev + 1 WHERE id = ?", game)
    with contextlib.suppress(*FAILURES):
        await writing.__aexit__(None, None, None)
    with pytest.raises(LeaseLost):
        await late.beat_lease()


@server
async def test_nothing_is_written_once_the_lease_was_given_back(two):
    await two[0].release_lease()
    with pytest.raises(LeaseLost):
        await two[0].set_timer("t", 0.0, "watch", {})
    await two[0].release_lease()


@server
async def test_whoever_follows_waits_for_what_is_being_written(two, opener, clock):
    one, slow = two
    game = await begun(slow, guild(2), 100)
    third = await opener()
    clock.now += STALE
    await one.beat_lease()
    async with slow._db.transaction(None) as run:
        await run.write("UPDATE games SET seq = 7 WHERE id = ?", game)
        take = asyncio.create_task(third.take_lease(4, 2))
        await asyncio.sleep(0.2)
        assert not take.done()
        await slow_beat(slow)
    await take
    assert (await third.game(game)).seq == 7
    with pytest.raises(LeaseLost):
        await slow.beat_lease()


async def slow_beat(store: Store) -> None:
    """A heartbeat does not wait for what its own process is writing."""
    await asyncio.wait_for(
        store._db.read("SELECT 1 FROM lease WHERE owner = ? FOR NO KEY UPDATE", store._owner), 5
    )


@server
async def test_a_process_that_stands_still_in_the_middle_of_it_holds_up_nobody_for_long(
    two, opener, clock, monkeypatch
):
    monkeypatch.setattr("storage.postgres.BRISK", BRISK.replace("5000", "200"))
    one, still = two
    game = await begun(still, guild(2), 100)
    third = await opener()
    clock.now += STALE
    await one.beat_lease()
    with pytest.raises(FAILURES):
        async with still._db.transaction(game) as run:
            await run.write("UPDATE games SET seq = 7 WHERE id = ?", game)
            await asyncio.wait_for(third.take_lease(4, 2), 5)
            await run.read("SELECT 1")
    assert third.shards == HIGH and (await third.game(game)).seq == 1


@server
async def test_others_hear_of_a_game_once_it_is_written_and_after_a_lost_line_of_all(two):
    one, other = two
    heard: list[int] = []
    await other.listen(heard.append)
    assert heard == [0], "before that it may have missed some"
    game = await begun(one, guild(0), 100)
    await until(lambda: heard.count(game) == 2)  # it began, and went on
    heard.clear()
    with pytest.raises(RuntimeError):
        async with one._db.transaction(game) as run:
            await run.write("UPDATE games SET seq = 9")
            raise RuntimeError
    await Table(other).act(game)
    await asyncio.sleep(0.1)
    assert heard == [], "neither what was not written, nor what it has written itself"
    await one._db.read(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE query = 'LISTEN \"umpire ' || current_schema() || '\"'"
    )
    await until(lambda: 0 in heard)
    await one.set_setting("game", game, "thread", 5)
    await until(lambda: game in heard)


async def until(holds) -> None:
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nothing was heard")


@server
async def test_a_bot_alone_tells_nobody(store):
    await store.take_lease()
    assert not store.shared and store.shards.whole
