"""A round's end: clocks decide, whoever organises hears of the rest; and nobody waits for another
league."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.house.rules import DAY, HOUR
from bot.play import leagues
from bot.play.leagues import Season
from storage import NewLeague
from tests.bot.test_league import begun, made
from tests.bot.test_league_season import beats, season
from tests.bot.world import World, said


async def asked(world: World, pairing: Any) -> str:
    """The side that is to move in a game."""
    table = await world.bot.desk.games.get(pairing.game)
    return table.running().pending()[0].side


async def act(world: World, pairing: Any) -> None:
    """One order of whoever is asked."""
    games = world.bot.desk.games
    table = await games.get(pairing.game)
    side = table.running().pending()[0].side
    line = table.running().auto(side)
    await games.order(table, table.seats[side], line, f"played-{table.row.seq}")


async def over(world: World, days: float) -> Season:
    """So many days later."""
    world.later += days * DAY
    await beats(world, 3)
    return await season(world)


async def test_whose_clock_has_run_out_loses_at_the_end_of_the_round(world: World) -> None:
    """Nobody claims: in one game somebody never came, in the other both have played."""
    people = await made(world, 4, clock="fast", days=10)
    posts = [m.content for m in world.posts()]
    assert any("A round has 10 days. After that: whose clock has run out loses" in p for p in posts)
    del people
    await world.slash(world.anna, "league start")
    await beats(world)
    at = await season(world)
    assert at.league.ends == pytest.approx(world.now() + 10 * DAY, abs=HOUR)
    assert any("are to be over by <t:" in m.content for m in world.posts())
    never, played = at.now
    await act(world, played)
    await act(world, played)
    late = {one.id: await asked(world, one) for one in at.now}
    await over(world, 3)  # bank, and then the grace
    await over(world, 3)
    at = await over(world, 1)
    assert [one.how for one in at.now] == ["open", "open"], "nobody has claimed"
    at = await over(world, 4)
    assert [one.how for one in at.now] == ["forfeit", "adjudicated"]
    for one in at.now:
        side = late[one.id]
        assert one.points[str(one.seats[side])] == 0.0 and sum(one.points.values()) == 1.0
        assert one.judge is None and side.title() in one.reason
        assert not (await world.bot.desk.games.get(one.game or 0)).open
    assert at.league.due is not None and at.league.ends is None, "the next round begins"
    [told] = [m.content for m in world.posts() if "the time of round 1 of" in m.content]
    assert "Decided by the clock" in told and "Still open" not in told
    assert never.id == at.now[0].id


async def test_who_organises_hears_of_open_games_and_again_after_a_week(world: World) -> None:
    await begun(world, 4, days=7, late="report")
    at = await over(world, 8)
    assert [one.how for one in at.now] == ["open", "open"]
    assert [world.anna.id] in world.called()
    [told] = [m.content for m in world.posts() if "the time of round 1 of" in m.content]
    assert told.count("\n- ") == 2 and "/league deadline" in told
    await world.restart()
    await over(world, 1)
    reports = [m for m in world.posts() if "the time of round 1 of" in m.content]
    assert len(reports) == 1
    await over(world, 7)
    reports = [m for m in world.posts() if "the time of round 1 of" in m.content]
    assert len(reports) == 2
    assert "organises" in said(await world.slash(world.boris, "league deadline", days=9))
    await world.slash(world.anna, "league deadline", days=30)
    at = await season(world)
    assert at.league.ends == pytest.approx(world.now() + 30 * DAY, abs=HOUR)
    assert "It is to be over by" in said(await world.slash(world.boris, "league pairings"))
    await world.slash(world.anna, "league deadline", days=0)
    assert (await season(world)).league.ends is None


async def test_time_without_the_bot_does_not_count(world: World) -> None:
    await begun(world, 4, days=7, late="report")
    store, now = world.bot.desk.store, world.now()
    await over(world, 3)
    await store.add_silence(now + DAY, now + 3 * DAY, 0)
    at = await over(world, 5)
    assert not any("the time of round 1" in m.content for m in world.posts()), "a day is left"
    at = await over(world, 2)
    assert any("the time of round 1" in m.content for m in world.posts())
    assert all(one.how == "open" for one in at.now)


async def test_a_league_that_waits_for_discord_holds_up_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread hangs; another league begins, games are looked at, a command is answered."""
    await made(world, 4)
    desk = world.bot.desk
    herald, stuck, asked_for = desk.keeper.leagues._teller, asyncio.Event(), []
    opens = herald.thread

    async def thread(place: int, name: str) -> int:
        asked_for.append(name)
        if place == world.channel.id and not stuck.is_set():
            await world.env.external_wait(stuck.wait(), reason="Discord asks for patience")
        return await opens(place, name)

    monkeypatch.setattr(herald, "thread", thread)
    at = await season(world)
    there = world.guild.create_text_channel("second")
    terms = NewLeague(
        guild=at.league.guild,
        channel=there.id,
        organiser=1,
        title="Other",
        terms=at.league.terms,
        status="running",
        due=world.now(),
    )
    other = await desk.store.create_league(terms, [replace(e, gone=None) for e in at.entrants])
    await world.slash(world.anna, "league start")
    await beats(world, 2)
    assert len(asked_for) == 1, "the first league waits"
    await leagues.wake(desk.store, other.id, world.now())
    await beats(world, 3)
    second = await leagues.season(desk.store, await desk.store.league(other.id))
    assert second.league.round == 1 and all(one.game for one in second.now)
    assert "Round 1 of" in said(await world.slash(world.boris, "league pairings"))
    stuck.set()
    world.later += leagues.RETRY  # it was given up, and is tried again by itself
    await beats(world, 3)
    at = await season(world)
    assert all(one.game for one in at.now)
    assert len({one.thread for one in at.now}) == 2
