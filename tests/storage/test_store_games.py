"""The contract of Store: games, seats, messages, settings."""

import pytest

from storage import ChannelBusy, Conflict, Post, SeatTaken, UnknownGame

BIG = 2**63 - 1  # Discord's ids are 64 bits long


async def test_a_new_game_is_in_the_lobby(table, clock):
    game = await table.lobby(channel=BIG)
    assert (game.guild, game.channel, game.owner) == (10, BIG, 1)
    assert (game.game, game.scenario, game.status) == ("iron_blood", "campaign", "lobby")
    assert game.options == {"anti_partisans": True, "sides": ["axis", "soviet"]}
    assert (game.rev, game.seq, game.commitment) == (0, 0, "")
    assert game.created == game.updated == clock.now
    loaded = await table.store.load(game.id)
    assert (loaded.game, loaded.state, loaded.steps) == (game, None, ())


async def test_a_channel_has_one_open_game(table):
    first = await table.lobby()
    with pytest.raises(ChannelBusy):
        await table.lobby()
    await table.store.start_game(first.id, 0, b"s", "c")
    with pytest.raises(ChannelBusy):
        await table.lobby()
    await table.store.close_game(first.id, 1)
    second = await table.lobby()
    assert second.id > first.id
    assert [game.id for game in await table.store.games_in(20)] == [second.id, first.id]


async def test_a_start_sets_state_commitment_and_post(table, clock):
    game = await table.lobby()
    clock.now += 60
    await table.store.start_game(game.id, 0, b"state 0", "c0ffee", [Post(20, "start", {"n": 1})])
    loaded = await table.store.load(game.id)
    assert (loaded.state, loaded.steps) == (b"state 0", ())
    assert (loaded.game.status, loaded.game.rev, loaded.game.seq) == ("running", 1, 0)
    assert loaded.game.commitment == "c0ffee"
    assert (loaded.game.created, loaded.game.updated) == (clock.now - 60, clock.now)
    [post] = await table.store.pending_posts(20)
    assert (post.game, post.seq, post.kind, post.payload) == (game.id, 0, "start", {"n": 1})
    kept = await table.store.snapshot(game.id, 0)
    assert kept is not None and (kept.state, kept.door) == (b"state 0", True)


async def test_a_game_starts_once(table):
    game = await table.running()
    for rev in (0, game.rev):
        with pytest.raises(Conflict):
            await table.store.start_game(game.id, rev, b"other", "other")
    assert (await table.store.load(game.id)).state == b"state 0"


async def test_a_lobby_can_be_closed_and_then_not_started(table):
    game = await table.lobby()
    await table.store.close_game(game.id, game.rev, [Post(20, "closed", {})])
    assert (await table.store.game(game.id)).status == "closed"
    assert [post.kind for post in await table.store.pending_posts(20)] == ["closed"]
    with pytest.raises(Conflict):
        await table.store.start_game(game.id, 1, b"s", "c")
    with pytest.raises(Conflict):
        await table.store.close_game(game.id, 1)


async def test_no_action_in_the_lobby(table, make_action):
    game = await table.lobby()
    with pytest.raises(Conflict):
        await table.store.commit(game.id, game.rev, b"s", make_action("c"), door=False)
    with pytest.raises(Conflict):
        await table.store.undo(game.id, game.rev, make_action("c"))


async def test_an_unknown_game_is_named(table, make_action):
    store = table.store
    for call in (
        store.game(7),
        store.load(7),
        store.start_game(7, 0, b"s", "c"),
        store.close_game(7, 0),
        store.commit(7, 0, b"s", make_action("c"), door=False),
        store.undo(7, 0, make_action("c")),
        store.take_seat(7, "axis", 1),
        store.hand_over(7, 0, "axis", 1),
        store.add_post(7, 1, Post(20, "reminder", {})),
    ):
        with pytest.raises(UnknownGame, match="no game 7"):
            await call
    assert await store.game_in(20) is None
    assert await store.games_in(20) == await store.games_of(1) == []
    assert await store.snapshot(7, 3) is await store.action(7, 3) is None
    assert await store.actions(7) == await store.seats(7) == await store.insiders(7) == []


async def test_the_game_of_a_channel_is_the_open_one_or_else_the_newest(table):
    first = await table.running()
    await table.store.close_game(first.id, first.rev)
    assert (await table.store.game_in(20)).id == first.id
    second = await table.running()
    await table.running(channel=21)
    assert (await table.store.game_in(20)).id == second.id
    await table.act(second.id, status="ended")
    assert (await table.store.game_in(20)).id == second.id


async def test_a_user_may_hold_several_seats(table):
    game, other = await table.running(), await table.running(channel=21)
    store = table.store
    await store.take_seat(game.id, "soviet", 5)
    await store.take_seat(game.id, "axis", 5)
    await store.take_seat(other.id, "axis", 6)
    seats = [(seat.game, seat.side, seat.user) for seat in await store.seats(game.id)]
    assert seats == [(game.id, "axis", 5), (game.id, "soviet", 5)]
    assert [each.id for each in await store.games_of(5)] == [game.id]


async def test_a_taken_seat_stays_taken(table):
    game = await table.lobby()
    store = table.store
    await store.take_seat(game.id, "axis", 5)
    await store.take_seat(game.id, "axis", 5)  # theirs already
    with pytest.raises(SeatTaken) as refusal:
        await store.take_seat(game.id, "axis", 6)
    assert refusal.value.user == 5
    assert not await store.leave_seat(game.id, "axis", 6)
    assert await store.leave_seat(game.id, "axis", 5)
    await store.take_seat(game.id, "axis", 6)
    assert [seat.user for seat in await store.seats(game.id)] == [6]


def inside(found):
    return [(insider.user, insider.side, insider.since) for insider in found]


async def test_who_held_a_side_since_the_start_stays_known(table, clock):
    game, store = await table.lobby(), table.store
    for side, user in (("axis", 5), ("soviet", 6)):
        await store.take_seat(game.id, side, user)
    await store.hand_over(game.id, 0, "soviet", 7)
    assert await store.insiders(game.id) == [], "nobody has seen anything in a lobby"
    await store.start_game(game.id, 1, b"s", "c")
    begun, clock.now = clock.now, clock.now + 60
    assert inside(await store.insiders(game.id)) == [(5, "axis", begun), (7, "soviet", begun)]
    await store.hand_over(game.id, 2, "soviet", 8, [Post(20, "seat", {"n": 1})])
    assert [seat.user for seat in await store.seats(game.id)] == [5, 8]
    known = [(5, "axis", begun), (7, "soviet", begun), (8, "soviet", clock.now)]
    assert inside(await store.insiders(game.id)) == known
    assert [post.kind for post in await store.pending_posts(20)] == ["seat"]
    clock.now += 60
    await store.hand_over(game.id, 3, "soviet", 7)
    assert inside(await store.insiders(game.id))[-1] == (7, "soviet", clock.now), "back again"


async def test_a_seat_is_handed_over_in_an_open_game_as_it_was_seen(table):
    game = await table.running()
    with pytest.raises(Conflict):
        await table.store.hand_over(game.id, game.rev - 1, "axis", 9, [Post(20, "seat", {})])
    await table.store.close_game(game.id, game.rev)
    with pytest.raises(Conflict):
        await table.store.hand_over(game.id, game.rev + 1, "axis", 9)
    assert await table.store.seats(game.id) == await table.store.pending_posts(20) == []


async def test_open_games_are_those_in_the_lobby_or_running(table):
    first, second = await table.lobby(), await table.running(channel=21)
    third = await table.running(channel=22)
    assert [game.id for game in await table.store.open_games()] == [first.id, second.id, third.id]
    await table.store.close_game(first.id, first.rev)
    await table.act(second.id, status="ended")
    assert [game.id for game in await table.store.open_games()] == [third.id]


async def test_user_settings(store):
    assert await store.user_settings(5) == {}
    await store.set_user_settings(5, {"colours": "dark", "dm": True})
    await store.set_user_settings(6, {"dm": False})
    await store.set_user_settings(5, {"quiet": [22, 7]})
    assert await store.user_settings(5) == {"quiet": [22, 7]}
    await store.set_user_settings(5, {})
    assert await store.user_settings(5) == {}
    assert await store.user_settings(6) == {"dm": False}
    assert await store.settings_of([5, 6, 7]) == {5: {}, 6: {"dm": False}, 7: {}}
    assert await store.settings_of([]) == {}


async def test_a_draft_is_kept_until_its_game_is_over(table):
    game = await table.running()
    other = await table.running(channel=21)
    assert await table.store.draft(game.id, 1) == ""
    await table.store.set_draft(game.id, 1, "move a\nmove b")
    await table.store.set_draft(game.id, 2, "pass")
    await table.store.set_draft(other.id, 1, "end movement")
    await table.store.set_draft(game.id, 1, "move a")
    assert await table.store.draft(game.id, 1) == "move a"
    assert await table.store.draft(game.id, 2) == "pass"
    await table.store.set_draft(game.id, 2, "")
    assert await table.store.draft(game.id, 2) == ""
    await table.store.close_game(game.id, (await table.store.game(game.id)).rev)
    assert await table.store.draft(game.id, 1) == ""
    assert await table.store.draft(other.id, 1) == "end movement"
    await table.store.set_draft(game.id, 1, "too late")
    assert await table.store.draft(game.id, 1) == ""


async def test_settings_have_a_scope(store):
    await store.set_setting("guild", 5, "picture", "full")
    await store.set_setting("guild", 5, "thread", BIG)
    await store.set_setting("channel", 5, "picture", "crop")
    await store.set_setting("guild", 6, "picture", "crop")
    await store.set_setting("guild", 5, "picture", {"mode": "supply"})
    assert await store.settings("guild", 5) == {"picture": {"mode": "supply"}, "thread": BIG}
    await store.set_setting("guild", 5, "picture", None)
    assert await store.settings("guild", 5) == {"thread": BIG}
    assert await store.settings("channel", 5) == {"picture": "crop"}
    assert await store.settings("game", 5) == {}
