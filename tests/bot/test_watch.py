"""Those who watch: notices of turns and results, and a server's weekly recap."""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.channel.notices import Notices
from bot.house.rules import HOUR
from bot.words import limits, recap
from tests.bot.test_gm import hire
from tests.bot.test_months import dms, public
from tests.bot.world import DAY, World, said


@pytest.fixture
async def war(world: World, skirmish: str) -> World:
    await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan bold")
    return world


async def next_turn(world: World) -> str:
    """Play on until everybody sees another turn; its name."""
    before = (await world.table()).running().view(None).turn
    await world.play_on(lambda game, _: game.view(None).turn != before)
    return (await world.table()).running().view(None).turn


async def resign(world: World) -> None:
    asked = await world.slash(world.anna, "game resign")
    await world.press(world.anna, asked.response, "Yes, resign")


async def beat(world: World, hours: float = 0.0) -> None:
    await world.wait(hours / 24)


async def test_a_turn_is_told_once_and_so_is_the_result(war: World) -> None:
    answer = said(await war.slash(war.clara, "watch", what="turns"))
    assert "each turn, and the result" in answer
    await beat(war, 2)
    assert dms(war.clara) == [], "the turn in which one begins to watch is no news"
    turn = await next_turn(war)
    await beat(war)
    await beat(war, 5)
    [told] = dms(war.clara)
    assert f"{turn} has begun" in told and f"<#{war.channel.id}>" in told
    await resign(war)
    await beat(war)
    await beat(war, 5)
    assert len(dms(war.clara)) == 2 and "wins" in dms(war.clara)[-1]
    table = await war.table()
    assert await war.bot.desk.store.watchers(table.id) == []
    assert "is over" in said(await war.slash(war.clara, "watch", what="turns"))


async def test_who_wants_the_result_alone_hears_no_turn(war: World) -> None:
    await war.slash(war.clara, "watch", what="result")
    await next_turn(war)
    await beat(war, 2)
    assert dms(war.clara) == []
    await resign(war)
    await beat(war)
    assert ["wins" in text for text in dms(war.clara)] == [True]


async def test_off_is_off_and_the_choice_can_be_read(war: World) -> None:
    assert "hear nothing" in said(await war.slash(war.clara, "watch"))
    await war.slash(war.clara, "watch", what="turns")
    assert "each turn" in said(await war.slash(war.clara, "watch"))
    assert "the result alone" in said(await war.slash(war.clara, "watch", what="result"))
    await war.env.advance_time(11)
    assert "hear nothing" in said(await war.slash(war.clara, "watch", what="off"))
    await resign(war)
    await beat(war, 2)
    assert dms(war.clara) == []


async def test_quick_turns_are_one_notice_an_hour(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    await next_turn(war)
    await beat(war)
    last = await next_turn(war)
    await beat(war, 0.5)
    assert len(dms(war.clara)) == 1
    await beat(war, 0.6)
    assert len(dms(war.clara)) == 2 and last in dms(war.clara)[-1]


async def test_nights_are_kept_also_those_chosen_meanwhile(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    now = int(war.now() % DAY // HOUR)
    await next_turn(war)
    await war.slash(war.clara, "me notices", zone="UTC", quiet=f"{now}-{(now + 8) % 24}")
    await beat(war, 6)
    assert dms(war.clara) == []
    await beat(war, 3)
    assert len(dms(war.clara)) == 1


async def test_who_takes_no_messages_hears_in_the_channel(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    war.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, message="Cannot")
    turn = await next_turn(war)
    await beat(war)
    await war.bot.desk.outbox.drained(10)
    assert any(f"<@{war.clara.id}>" in text and turn in text for text in public(war))
    assert [war.clara.id] in war.called()


async def test_a_notice_that_fell_into_a_restart_comes_once(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    await next_turn(war)
    table = await war.table()
    await war.bot.desk.store.cancel_timer(f"watcher:{table.id}:{war.clara.id}")  # killed before it
    await war.restart()
    await beat(war)
    await war.restart()
    await beat(war, 5)
    assert len(dms(war.clara)) == 1


async def test_who_left_the_server_hears_nothing_and_is_forgotten(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    war.env.inject_error(
        "GET", f"/guilds/*/members/{war.clara.id}", status=404, code=10007, message="Unknown"
    )
    await next_turn(war)
    await beat(war)
    assert dms(war.clara) == []
    assert await war.bot.desk.store.watchers((await war.table()).id) == []


async def test_who_cannot_see_the_channel_any_more_hears_that_it_ends(war: World) -> None:
    """And nothing else of the game; while Discord does not answer the notice waits."""
    await war.slash(war.clara, "watch", what="turns")
    turn = await next_turn(war)
    deny = discord.Permissions(view_channel=True).value
    war.env.backend.set_overwrite(
        war.channel.id, Overwrite(target_id=war.clara.id, type=1, allow=0, deny=deny)
    )
    await beat(war, 2)
    [told] = dms(war.clara)
    assert "cannot see any more" in told and turn not in told
    assert await war.bot.desk.store.watchers((await war.table()).id) == []
    await next_turn(war)
    await beat(war, 2)
    assert len(dms(war.clara)) == 1


async def test_a_notice_waits_while_rights_cannot_be_read(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await war.slash(war.clara, "watch", what="turns")
    turn = await next_turn(war)

    async def fails(*_: object) -> None:
        raise OSError("no way to Discord")

    with monkeypatch.context() as patch:
        patch.setattr(discord.Guild, "fetch_member", fails)
        await beat(war, 2)
        assert dms(war.clara) == []
    await beat(war)
    assert turn in dms(war.clara)[0]


async def test_privacy_lists_it_and_deletes_it(war: World) -> None:
    await war.slash(war.clara, "watch", what="turns")
    await next_turn(war)
    assert "1 game of which you asked to hear" in said(await war.slash(war.clara, "privacy show"))
    asked = await war.slash(war.clara, "privacy delete")
    await war.press(war.clara, asked.response, "Yes, delete it")
    assert await war.bot.desk.store.kept(war.clara.id) == {}
    await beat(war, 2)
    assert dms(war.clara) == []


@pytest.mark.parametrize("game", ["iron_blood", "no_retreat"])
async def test_a_notice_is_what_the_channel_sees_from_the_lobby_on(world: World, game: str) -> None:
    await world.slash(world.anna, "game new", game=game)
    await world.slash(world.clara, "watch", what="turns")
    await world.slash(world.boris, "game join")
    await world.slash(world.anna, "game start")
    await beat(world)
    table = await world.table()
    turn = table.running().view(None).turn
    assert dms(world.clara) == [f"**{table.title}** in <#{world.channel.id}>: {turn} has begun."]


# the recap -----------------------------------------------------------------------------


async def chosen(world: World):
    """olga, who manages the server, has chosen a channel of its own for it."""
    _, olga = hire(world)
    news = world.guild.create_text_channel("news")
    answer = said(await world.slash(olga, "gm recap", channel=news))
    assert f"<#{news.id}>" in answer and "once a week" in answer
    return olga, news


def recaps(world: World, news) -> list[str]:
    return [post.content for post in news.history(viewer=world.clara)]


async def test_a_recap_comes_each_week_with_what_became_of_the_games(war: World) -> None:
    await beat(war, 1)
    _, news = await chosen(war)
    turn = (await war.table()).running().view(None).turn
    await beat(war, 6.9 * 24)
    assert recaps(war, news) == []
    called = len(war.called())
    await beat(war, 0.2 * 24)
    await beat(war)
    [first] = recaps(war, news)
    assert "**Under way**" in first and turn in first and "since <t:" in first
    assert "**Begun**" not in first, "it had begun before"
    assert len(war.called()) == called, "a recap calls nobody"
    await resign(war)
    await war.slash(war.anna, "game new", game="skirmish")
    await war.slash(war.boris, "game join")
    await war.slash(war.anna, "game start")
    await war.order(war.anna, "plan bold")
    await beat(war, 7 * 24)
    assert len(recaps(war, news)) == 2
    second = recaps(war, news)[-1]
    begun, under_way, ended = (second.index(f"**{w}**") for w in ("Begun", "Under way", "Ended"))
    assert begun < under_way < ended and "wins" in second[ended:]
    assert f"<@{war.boris.id}>" in second[begun:under_way]
    await beat(war, 7 * 24)
    assert "**Ended**" not in recaps(war, news)[-1] and len(recaps(war, news)) == 3


async def test_a_recap_that_fell_into_an_absence_comes_once_and_the_day_stays(war: World) -> None:
    _, news = await chosen(war)
    timer = await war.bot.desk.store.timer(f"recap:{war.guild.id}")
    assert timer is not None
    await war.bot.close()
    war.later += 16 * DAY
    war.bot = war.new_bot()
    await war.env.restart_bot(war.bot)
    await beat(war)
    await war.restart()
    await beat(war)
    assert len(recaps(war, news)) == 1
    after = await war.bot.desk.store.timer(f"recap:{war.guild.id}")
    assert after is not None and after.due == timer.due + 14 * DAY


async def test_a_recap_said_but_not_noted_arrives_once(war: World) -> None:
    await chosen(war)
    store = war.bot.desk.store
    timer = await store.timer(f"recap:{war.guild.id}")
    assert timer is not None
    await beat(war, 7 * 24)
    sent = [r.json for r in war.env.http_requests if isinstance(r.json, dict) and "nonce" in r.json]
    await store.set_timer(timer.key, timer.due, timer.kind, timer.payload)  # killed before the note
    await war.restart()
    await beat(war)
    again = [
        r.json for r in war.env.http_requests if isinstance(r.json, dict) and "nonce" in r.json
    ]
    nonces = [body["nonce"] for body in again if str(body["nonce"]).startswith("recap:")]
    assert len(nonces) == 2 and len({*nonces}) == 1 and len(sent) < len(again)
    assert all(body.get("enforce_nonce") for body in again if body["nonce"] == nonces[0])


async def test_a_recap_that_may_be_out_is_not_said_again_after_an_outage(war: World) -> None:
    """Killed between saying and noting, and back when Discord has forgotten the nonce: the next
    one tells of that week too."""
    _, news = await chosen(war)
    store = war.bot.desk.store
    timer = await store.timer(f"recap:{war.guild.id}")
    assert timer is not None
    await beat(war, 7 * 24)
    assert len(recaps(war, news)) == 1
    tried = {**timer.payload, "tried": war.now()}
    await store.set_timer(timer.key, timer.due, timer.kind, tried)
    await war.bot.close()
    war.later += DAY
    war.bot = war.new_bot()
    await war.env.restart_bot(war.bot)
    await beat(war)
    assert len(recaps(war, news)) == 1
    after = await war.bot.desk.store.timer(timer.key)
    assert after is not None and after.due == timer.due + 7 * DAY
    assert after.payload["since"] == timer.payload["since"]
    await beat(war, 6.1 * 24)
    assert len(recaps(war, news)) == 2


async def test_a_recap_is_noted_as_tried_before_it_is_said(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, news = await chosen(war)
    key = f"recap:{war.guild.id}"
    before, seen = Notices.weekly, []

    async def weekly(teller: Notices, *given: Any) -> bool:
        timer = await war.bot.desk.store.timer(key)
        seen.append(timer.payload.get("tried") if timer else None)
        return await before(teller, *given)

    monkeypatch.setattr(Notices, "weekly", weekly)
    await beat(war, 7.1 * 24)
    assert seen and seen[0] is not None and len(recaps(war, news)) == 1


async def test_a_refused_recap_is_tried_again_each_day(war: World) -> None:
    _, news = await chosen(war)
    deny = Overwrite(target_id=war.guild.id, type=0, allow=0, deny=1 << 11)
    war.env.backend.set_overwrite(news.id, deny)
    first = await war.bot.desk.store.timer(f"recap:{war.guild.id}")
    assert first is not None
    await beat(war, 7.1 * 24)
    await beat(war, 25)
    assert recaps(war, news) == []
    war.env.backend.set_overwrite(news.id, replace(deny, deny=0))
    await beat(war, 25)
    assert len(recaps(war, news)) == 1
    after = await war.bot.desk.store.timer(f"recap:{war.guild.id}")
    assert after is not None and after.due == first.due + 7 * DAY, "the day stays"


async def test_the_choice_stands_in_the_log_of_moderation(war: World) -> None:
    olga, news = await chosen(war)
    await war.slash(olga, "gm recap", nowhere=True)
    log = said(await war.slash(olga, "gm log"))
    assert log.count("chooses where the weekly recap stands") == 2 and f"<#{news.id}>" in log


async def test_only_who_manages_the_server_chooses_and_can_end_it(war: World) -> None:
    olga, news = await chosen(war)
    refused = said(await war.slash(war.clara, "gm recap", nowhere=True))
    assert "manages the server" in refused
    assert "once a week" in said(await war.slash(war.clara, "gm recap"))
    assert "No recap" in said(await war.slash(olga, "gm recap", nowhere=True))
    await beat(war, 8 * 24)
    assert recaps(war, news) == []


async def test_a_channel_that_shuts_the_bot_out_is_refused_or_passed_over(war: World) -> None:
    olga, news = await chosen(war)
    war.env.backend.set_overwrite(
        news.id, Overwrite(target_id=war.guild.id, type=0, allow=0, deny=1 << 11)
    )
    assert "Send Messages" in said(await war.slash(olga, "gm recap", channel=news))
    await beat(war, 7.1 * 24)
    assert recaps(war, news) == []
    timer = await war.bot.desk.store.timer(f"recap:{war.guild.id}")
    assert timer is not None and timer.due > war.now()


async def test_a_server_without_games_has_no_recap(world: World) -> None:
    _, news = await chosen(world)
    await beat(world, 7.1 * 24)
    assert recaps(world, news) == []


@pytest.mark.parametrize("count", [1, 3, 40, 500])
def test_a_recap_is_one_message_and_counts_what_it_leaves_out(count: int) -> None:
    rows = [f"**Game {n}** <#123456789012345678>: " + "x" * (n % 400) for n in range(count)]
    text = recap.weekly(rows, rows[:2], rows)
    assert len(text) <= limits.MESSAGE
    left = sum(int(number) for number in re.findall(r"and (\d+) more game", text))
    assert text.count("<#") + left == 2 * count + min(count, 2)
