"""Games that last for months: calls, reminders, clocks, days off, pauses; end to end."""

from contextlib import suppress
from itertools import pairwise
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.house.rules import DAY, HOUR
from bot.play.keeper import Keeper
from storage import Loaded, Store
from tests.bot.test_lobby import said
from tests.bot.world import World, quiet_moves

BANK = 28
"""Hours that each side has once both have sealed their plan: the bank and one bonus."""


def dms(who) -> list[str]:
    """What somebody got by direct message."""
    channel = who.user.dm_channel
    return [message.content for message in channel.history()] if channel else []


def public(world: World) -> list[str]:
    return [post.content for post in world.posts()]


async def hours(world: World, count: float) -> None:
    await world.wait(count / 24)


async def until(world: World, words: str) -> int:
    """Wait until something is said in public; the hours it took."""
    for count in range(40):
        if any(words in text for text in public(world)):
            return count
        await hours(world, 1)
    raise AssertionError(f"nobody said {words!r}")


def asked_on(world: World) -> str:
    """The panel, among messages that have buttons too."""
    return next(post.content for post in world.panels() if "Asked" in post.content)


async def begun(world: World, **options: object):
    """anna (red) is asked; boris waits."""
    table = await world.begin("skirmish", **options)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan bold")
    return table


async def asked(world: World):
    """Who is asked, and who is not."""
    side = (await world.table()).running().pending()[0].side
    return (world.anna, world.boris) if side == "red" else (world.boris, world.anna)


@pytest.fixture
async def war(world: World, skirmish: str) -> World:
    await begun(world, clock="fast")
    return world


async def test_a_clock_is_chosen_at_the_start_and_shows(world: World, skirmish: str) -> None:
    await world.slash(world.anna, "game new", game=skirmish, clock="48+12 up to 96", claim="win")
    assert "48 h, and 12 h for each move, up to 96 h" in world.panel().content
    assert "the others win" in said(await world.slash(world.clara, "game status"))
    await world.slash(world.boris, "game join")
    await world.slash(world.anna, "game start")
    end = int(world.now() + 48 * HOUR)
    shown = world.panel().content
    assert any(f"has until <t:{end + late}:f>" in shown for late in range(-3, 3)), shown
    assert "has until" in said(await world.slash(world.clara, "game status"))


@pytest.mark.parametrize("typed", ["soon", "0+0 up to 0", "48+12 up to 12", "9999+1 up to 9999"])
async def test_what_is_no_clock_is_refused(world: World, skirmish: str, typed: str) -> None:
    refused = said(await world.slash(world.anna, "game new", game=skirmish, clock=typed))
    assert "is no clock" in refused and "48+12 up to 96" in refused


async def test_clocks_are_offered_and_a_typed_one_is_read_back(world: World) -> None:
    offered = await world.anna.autocomplete(
        world.channel, "game new", "clock", "", game="iron_blood"
    )
    assert [choice["value"] for choice in offered] == ["none", "fast", "normal", "slow"]
    typed = await world.anna.autocomplete(
        world.channel, "game new", "clock", "48+12 up to 96", game="iron_blood"
    )
    assert [choice["name"] for choice in typed] == ["48 h, and 12 h for each move, up to 96 h"]


async def test_without_a_clock_people_are_reminded_after_three_days_and_then_weekly(
    world: World, skirmish: str
) -> None:
    await begun(world)
    who, _ = await asked(world)
    counts = []
    for _ in range(50):
        await world.wait(1)
        counts.append(sum("waits for you" in text for text in public(world)))
    days = [day + 1 for day in range(49) if counts[day] > (counts[day - 1] if day else 0)]
    assert len(days) == 5 == counts[-1]
    assert [later - sooner for sooner, later in pairwise(days)] == [7] * 4
    assert world.called()[-1] == [who.id]


async def test_with_a_clock_at_a_half_and_at_nine_tenths_and_then_the_grace(war: World) -> None:
    late, other = await asked(war)
    assert BANK - 1 <= await until(war, "Once in a game") <= BANK + 1
    reminded = [text for text in public(war) if "waits for you" in text]
    assert len(reminded) == 2
    assert all(f"<@{late.id}>" in text and "runs out <t:" in text for text in reminded)
    assert 23 <= await until(war, "you decide") <= 25
    assert war.called()[-1] == [other.id]


async def test_nobody_is_reminded_while_they_are_playing_and_a_secret_order_does_not_show(
    war: World,
) -> None:
    late, other = await asked(war)
    await hours(war, BANK / 2 - 0.2)
    game = (await war.table()).running()
    side = game.pending()[0].side
    assert "Done" in await war.order(late, quiet_moves(game, side)[0])
    assert game.pending()[0].side == side, "it is the same question still"
    await hours(war, 0.25)
    assert "Done" in await war.order(other, "policy commit auto")
    assert not any("waits for you" in text for text in public(war))
    await hours(war, 0.4)
    assert sum("waits for you" in text for text in public(war)) == 1


@pytest.mark.parametrize("before", ["what is asked is compared", "its timer is dropped"])
async def test_a_game_that_ended_as_the_process_did_asks_nobody(
    war: World, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    async def nothing(*_: object, **__: object) -> None:
        """The process was killed before this."""

    desk = war.bot.desk
    with monkeypatch.context() as killed:
        if before == "its timer is dropped":
            killed.setattr(desk.store, "cancel_timer", nothing)
        else:
            killed.setattr(desk.games, "_follower", None)
        asked_to = await war.slash(war.boris, "game resign")
        await war.press(war.boris, asked_to.response, "Yes, resign")
    game = (await war.table()).id
    await war.restart()
    settings = await war.bot.desk.games.store.settings("game", game)
    timers = await war.bot.desk.games.store.timers_of(game)
    assert not settings["watch"].get("calls") and "watch" not in [one.kind for one in timers]


async def out_of_time(world: World):
    """The time of who is asked is out, grace and all; they, the others, and the question."""
    late, other = await asked(world)
    await hours(world, BANK + 0.1)
    await hours(world, 24.1)
    [post] = [post for post in world.posts() if "you decide" in post.content]
    return late, other, post


async def test_the_others_claim_the_seat_and_the_game_goes_on(war: World) -> None:
    late, other, post = await out_of_time(war)
    assert "for the other players" in said(await war.press(late, post, "Claim"))
    assert "for the other players" in said(await war.press(war.clara, post, "Claim"))
    assert "practice opponent" in said(await war.press(other, post, "Claim"))
    table = await war.table()
    assert late.id not in table.seats.values() and table.open
    assert "has time again" in said(await war.press(other, post, "Claim"))


async def test_the_others_claim_the_win(world: World, skirmish: str) -> None:
    await begun(world, clock="fast", claim="win")
    _, other, post = await out_of_time(world)
    assert "lost on time" in said(await world.press(other, post, "Claim"))
    table = await world.table()
    assert table.row.status == "resigned"
    result = table.game.result()
    assert result and set(result.winners) == set(table.sides_of(other.id))
    assert (await world.bot.desk.store.actions(table.id))[-1].kind == "resign"


async def test_the_others_give_more_time_or_wait(war: World) -> None:
    late, other, post = await out_of_time(war)
    assert "asked again in a day" in said(await war.press(other, post, "Wait"))
    await hours(war, 23)
    assert sum("you decide" in text for text in public(war)) == 1
    await hours(war, 1.1)
    assert sum("you decide" in text for text in public(war)) == 2
    assert "24 h more" in said(await war.press(other, post, "Give 24 h more"))
    assert any("gives" in text and "24 h more" in text for text in public(war))
    assert war.called()[-1] == [late.id]
    assert "has time again" in said(await war.press(other, post, "Wait"))
    await war.play_one(late)
    await hours(war, 20)
    assert sum("you decide" in text for text in public(war)) == 2


async def test_who_acts_late_but_before_a_claim_has_time_again(war: World) -> None:
    late, other, post = await out_of_time(war)
    await war.play_one(late)
    if (await asked(war))[0] is other:
        assert "has time again" in said(await war.press(other, post, "Claim"))
        assert late.id in (await war.table()).seats.values()


async def test_calls_by_direct_message_and_not_in_the_channel(war: World) -> None:
    late, other = await asked(war)
    await war.slash(other, "me notices", how="message")
    before = len(war.called())
    while (await asked(war))[0] is late:
        await war.play_one(late)
    await hours(war, 0.01)
    assert [text for text in dms(other) if "you are asked as" in text]
    assert "discord.com/channels" in dms(other)[-1]
    assert [other.id] not in war.called()[before:]
    assert len(dms(other)) == 1


async def test_who_wants_it_hears_that_they_are_next(war: World) -> None:
    """Once for a turn of the other, and nobody who does not want it."""
    late, other = await asked(war)
    answer = said(await war.slash(late, "me notices", on_deck=True))
    assert "when you are next" in answer
    turns = set()
    for _ in range(30):
        table = await war.table()
        if not table.open:
            break
        who, _ = await asked(war)
        if who is other and table.running().pending()[0].kind == "turn":
            turns.add(table.running().view(None).turn)
        await war.play_one(who)
        await hours(war, 0.01)
    told = [text for text in dms(late) if "you are next" in text]
    assert turns and 0 < len(told) <= len(turns)
    assert not [text for text in dms(other) if "you are next" in text]
    assert not any("you are next" in text for text in public(war))


async def test_closed_direct_messages_fall_back_to_the_channel(war: World) -> None:
    late, other = await asked(war)
    await war.slash(other, "me notices", how="message")
    war.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    while (await asked(war))[0] is late:
        await war.play_one(late)
    await hours(war, 0.01)
    assert dms(other) == []
    assert any(f"<@{other.id}>" in text and "you are asked as" in text for text in public(war))
    assert [other.id] in war.called()


async def test_a_digest_is_one_message_a_day(war: World) -> None:
    late, _ = await asked(war)
    await war.slash(late, "me notices", how="digest", digest="6:00")
    for _ in range(60):
        await hours(war, 1)
    digests = [text for text in dms(late) if text.startswith("You are asked in:")]
    assert 2 <= len(digests) <= 3
    assert "waits for you" in digests[0]


async def test_quiet_hours_move_a_call_to_the_morning(world: World, skirmish: str) -> None:
    await begun(world)
    late, other = await asked(world)
    now = discord.utils.utcnow().fromtimestamp(world.now())
    start = (now.hour - 1) % 24
    answer = await world.slash(other, "me notices", zone="UTC", quiet=f"{start}-{(start + 8) % 24}")
    assert "Not from" in said(answer)
    before = len(world.called())
    while (await asked(world))[0] is late:
        await world.play_one(late)
    assert world.called()[before:] == []
    await hours(world, 5)
    assert world.called()[before:] == []
    await hours(world, 4)
    assert world.called()[before:] == [[other.id]]


@pytest.mark.parametrize(
    ("option", "text", "says"),
    [
        ("zone", "Europe/Atlantis", "do not know the time zone"),
        ("quiet", "at night", "are no hours"),
        ("digest", "noon", "is no time"),
    ],
)
async def test_what_cannot_be_read_is_said(world: World, option, text, says) -> None:
    refused = said(await world.slash(world.anna, "me notices", **{option: text}))
    assert says in refused and text in refused


async def test_days_off_stop_the_clocks_and_end_by_themselves(war: World) -> None:
    late, other = await asked(war)
    assert "clocks stand" in said(await war.slash(late, "me vacation", days=3))
    await hours(war, 0.01)
    before = len(public(war))
    for _ in range(2):
        await war.wait(1)
    assert len(public(war)) == before
    assert " has 1 d " in said(await war.slash(other, "game status"))
    await war.wait(1.01)
    assert "has until" in said(await war.slash(other, "game status"))
    await hours(war, BANK)
    assert any("Once in a game" in text for text in public(war))


async def test_days_off_are_counted(world: World) -> None:
    assert "16.0 days left" in said(await world.slash(world.anna, "me vacation", days=14))
    assert "more than you have" not in said(await world.slash(world.anna, "me vacation", days=20))
    await world.wait(2)
    assert "28.0 days left" in said(await world.slash(world.anna, "me vacation", days=0))
    assert "not on vacation" in said(await world.slash(world.anna, "me vacation", days=0))
    assert "more than you have" in said(await world.slash(world.anna, "me vacation", days=29))


async def test_a_pause_by_consent_of_all(war: World) -> None:
    late, other = await asked(war)
    await war.slash(other, "game pause")
    [offer] = [post for post in war.posts() if "offers a pause" in post.content]
    await war.press(late, offer, "Agree")
    assert any("the game pauses" in text for text in public(war))
    assert "pauses" in asked_on(war)
    before = len(public(war))
    for _ in range(10):
        await war.wait(1)
    assert len(public(war)) == before
    assert "pauses already" in said(await war.slash(late, "game pause"))
    await war.slash(late, "game resume")
    offer = [post for post in war.posts() if "end the pause" in post.content][-1]
    await war.press(other, offer, "Agree")
    assert "has until" in asked_on(war)
    await hours(war, 23)
    assert not any("Once in a game" in text for text in public(war))


async def test_a_nudge_has_a_pace(war: World) -> None:
    late, other = await asked(war)
    assert "not long ago" in said(await war.slash(other, "nudge"))
    assert "Nobody else" in said(await war.slash(late, "nudge"))
    assert "Only the players" in said(await war.slash(war.clara, "nudge"))
    await hours(war, 12.1)
    assert "called once more" in said(await war.slash(other, "nudge"))
    assert war.called()[-1] == [late.id]
    assert "not long ago" in said(await war.slash(other, "nudge"))


async def test_a_snooze_is_for_who_was_reminded(world: World, skirmish: str) -> None:
    await begun(world)
    late, other = await asked(world)
    await world.wait(3.01)
    [post] = [post for post in world.posts() if "waits for you" in post.content]
    assert "somebody else" in said(await world.press(other, post, "Remind me"))
    assert "before tomorrow" in said(await world.press(late, post, "Remind me"))


async def test_my_games_and_those_of_a_server(war: World) -> None:
    late, other = await asked(war)
    mine = said(await war.slash(late, "games"))
    assert "you (" in mine and "until <t:" in mine and f"<#{war.channel.id}>" in mine
    theirs = said(await war.slash(other, "games", where="here"))
    assert f"<@{late.id}>" in theirs
    assert "no running game" in said(await war.slash(war.clara, "games"))
    assert "manages" in said(await war.slash(war.clara, "games", all=True))
    war.let_manage(war.clara)
    assert f"<@{late.id}>" in said(await war.slash(war.clara, "games", all=True))


async def test_time_without_the_bot_counts_for_nobody(war: World) -> None:
    await hours(war, 10)
    await war.bot.close()
    war.later += 2 * DAY
    war.bot = war.new_bot()
    await war.env.restart_bot(war.bot)
    await hours(war, 0.01)
    assert not any("Once in a game" in text for text in public(war))
    watch = await war.bot.desk.keeper.watch(await war.table())
    [end] = [end for side in watch.calls if (end := watch.ends(side))]
    assert (BANK - 10.1) * HOUR < end - war.now() < (BANK - 9.9) * HOUR
    await hours(war, BANK - 9.9)
    assert any("Once in a game" in text for text in public(war))


async def test_a_start_reads_no_game(war: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many run: what they have missed is counted when something is due in them."""
    await hours(war, 1)
    await war.bot.close()
    war.later += HOUR
    read: list[int] = []
    load = Store.load

    async def noted(store: Store, number: int) -> Loaded:
        read.append(number)
        return await load(store, number)

    monkeypatch.setattr(Store, "load", noted)
    war.bot = war.new_bot()
    await war.env.restart_bot(war.bot)
    await war.wait(0)
    assert read == []
    assert "has until" in said(await war.slash(war.clara, "game status"))
    assert read


async def test_times_without_the_bot_add_up_and_are_taken_off_once(war: World) -> None:
    before = (await war.bot.desk.keeper.watch(await war.table())).clocks
    for _ in range(3):
        await war.bot.close()
        war.later += 7 * DAY
        war.bot = war.new_bot()
        await war.env.restart_bot(war.bot)
        watch = await war.bot.desk.keeper.watch(await war.table())
        await war.bot.desk.keeper.change(await war.table(), lambda same, _: same)
    after = watch.clocks
    assert before is not None and after is not None
    for side, clock in before.seats.items():
        assert abs(clock.left - after.seats[side].at(war.now())) < 60


async def test_an_order_whose_note_was_lost_begins_no_clock_before_the_bot_is_back(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ended between the order and the note of who is asked now."""
    _, other = await asked(war)
    with monkeypatch.context() as lost:
        lost.setattr(war.bot.desk.games, "_follower", None)
        await war.play_on(lambda _, side: war.player(side) is other)
    await war.bot.close()
    war.later += 3 * DAY
    war.bot = war.new_bot()
    await war.env.restart_bot(war.bot)
    await war.wait(0)
    watch = await war.bot.desk.keeper.watch(await war.table())
    [(side, call)] = watch.calls.items()
    assert call.user == other.id and war.now() - call.since < 60
    assert watch.clocks is not None and watch.clocks.seats[side].at(war.now()) > (BANK - 1) * HOUR


@pytest.mark.parametrize("part", ["commit", "keep_watch"])
async def test_who_is_asked_is_noted_though_the_database_failed_once(
    war: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str], part: str
) -> None:
    """The order is written and nobody hears of it, or only what follows it fails."""
    before, other = await asked(war)
    real = getattr(Store, part)

    async def lost(store: Store, *given: Any, **named: Any) -> None:
        if part == "commit":
            await real(store, *given, **named)
        raise OSError("the connection went")

    async def later(*_: Any) -> None:
        """It is not written with the order."""

    with monkeypatch.context() as broken:
        broken.setattr(Store, part, lost)
        if part == "keep_watch":
            broken.setattr(Keeper, "foreseen", later)
        while (await asked(war))[0] is before:
            table = await war.table()
            line = table.running().auto(table.running().pending()[0].side)
            with suppress(OSError):
                await war.bot.desk.games.order(table, before.id, line, f"{table.row.seq}")
    assert incidents or part == "commit"
    incidents.clear()
    await war.env.advance_time(12)
    assert (await asked(war))[0] is other
    watch = await war.bot.desk.keeper.watch(await war.table())
    [call] = watch.calls.values()
    assert call.user == other.id
    assert watch.clocks is not None and list(watch.clocks.ends()) == list(watch.calls)
    timers = await war.bot.desk.store.timers_of((await war.table()).id)
    assert [timer.kind for timer in timers] == ["watch"]


async def test_an_undo_gives_no_bonus_and_calls_nobody_anew(world: World, skirmish: str) -> None:
    await begun(world, clock="fast")
    table = await world.table()
    who, _ = await asked(world)
    before = (await world.bot.desk.keeper.watch(table)).clocks
    await world.order(who, "dig 1" if who is world.anna else "dig 6")
    await world.undo(who)
    after = (await world.bot.desk.keeper.watch(table)).clocks
    assert before == after


async def test_who_is_asked_is_written_with_the_order(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post waits for no second transaction; whoever wants to hear that they are next, does so
    after it"""
    before, other = await asked(war)
    kept: list[int] = []
    real = Store.keep_watch

    async def counted(store: Store, game: int, *given: Any) -> None:
        kept.append(game)
        await real(store, game, *given)

    monkeypatch.setattr(Store, "keep_watch", counted)
    await war.play_on(lambda _, side: war.player(side) is other)
    assert not kept
    watch = await war.bot.desk.keeper.watch(await war.table())
    assert [call.user for call in watch.calls.values()] == [other.id]
    person = await war.bot.desk.keeper.person(before.id)
    await war.bot.desk.keeper.choose(before.id, replace(person, deck=True))
    await war.play_on(lambda _, side: war.player(side) is before)
    assert kept
