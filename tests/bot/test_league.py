"""/league: what the season of sixteen does not show: groups, tables of three, import, crashes."""

from typing import Any

import discord
import pytest

from bot.play import seats
from bot.play.table import PRACTICE
from tests.bot.test_league_season import HOUR, beats, members, season
from tests.bot.world import DAY, World, said


async def made(world: World, people: int, **options: Any) -> dict[int, Any]:
    """A league that so many have joined."""
    found = await members(world, people)
    options = {"game": "iron_blood", "title": "Cup", "clock": "none", **options}
    said(await world.slash(world.anna, "league create", **options))
    for who in found.values():
        await world.slash(who, "league join")
    return found


async def begun(world: World, people: int, **options: Any) -> dict[int, Any]:
    """One whose first round has begun."""
    found = await made(world, people, **options)
    await world.slash(world.anna, "league start")
    await beats(world)
    return found


async def decide(world: World, outcome: str = "axis") -> None:
    """All games of the round, by who manages the channel."""
    for one in (await season(world)).now:
        if "" not in one.seats:
            await world.slash(
                world.clara, "league adjudicate", game=one.id, outcome=outcome, reason="short"
            )
    await beats(world)


async def test_groups_play_and_change_places(world: World) -> None:
    await begun(world, 6, system="robin", group=3)
    world.let_manage(world.clara)
    at = await season(world)
    assert at.last == 3 and sorted(e.pool for e in at.entrants) == [1, 1, 1, 2, 2, 2]
    assert len([one for one in at.now if "" in one.seats]) == 2
    clara = next(e.number for e in at.entrants if e.user == world.clara.id)
    for _ in range(3):
        own = [
            o for o in (await season(world)).now if clara in o.seats.values() and "" not in o.seats
        ]
        await decide(world)
        for one in own:  # clara does not decide her own game
            left = next(o for o in (await season(world)).pairings if o.id == one.id)
            assert left.how == "open"
            await world.slash(
                world.anna, "league adjudicate", game=one.id, outcome="draw", reason="x"
            )
            left = next(o for o in (await season(world)).pairings if o.id == one.id)
            if left.how == "open":  # nor anna hers
                world.let_manage(world.boris)
                await world.slash(
                    world.boris, "league adjudicate", game=one.id, outcome="draw", reason="x"
                )
        await beats(world)
        await world.wait(HOUR / DAY)
        await beats(world)
    at = await season(world)
    assert at.league.status == "over", [one.how for one in at.now]
    upper, lower = at.tables
    assert "Season 2" in said(await world.slash(world.anna, "league next"))
    after = await season(world)
    users = {e.number: e.user for e in at.entrants}
    order = [r.number for r in upper[:2]] + [lower[0].number, upper[2].number]
    order += [r.number for r in lower[1:]]
    assert [e.user for e in after.entrants] == [users[number] for number in order]
    assert "already" in said(
        await world.slash(world.anna, "league create", game="iron_blood", title="Other")
    )


async def test_three_armies_at_drawn_tables(world: World) -> None:
    assert "tables" in said(
        await world.slash(world.anna, "league create", game="race_to_moscow", title="Race")
    )
    people = await begun(world, 7, game="race_to_moscow", system="tables", rounds=2)
    at = await season(world)
    assert [len(one.seats) for one in at.now] == [3, 3, 1]
    dora = world.guild.add_member(world.env.create_user("dora"))
    world.let_manage(dora)
    one = at.now[0]
    wrong = await world.slash(dora, "league adjudicate", game=one.id, outcome="grey", reason="x")
    assert "is no outcome" in said(wrong)
    await world.slash(
        dora, "league adjudicate", game=one.id, outcome="gray > white = brown", reason="late"
    )
    await world.slash(
        dora, "league forfeit", player=people[at.entrant(at.now[1].seats["gray"]).user], reason="x"
    )
    await beats(world)
    at = await season(world)
    first, second, rest = at.now
    assert [first.points[str(n)] for n in first.seats.values()] == [2.0, 0.5, 0.5]
    assert [second.points[str(n)] for n in second.seats.values()] == [0.0, 1.5, 1.5]
    assert list(rest.points.values()) == [1.0]
    table = await world.bot.desk.games.get(first.game or 0)
    assert not table.open


@pytest.mark.incident
async def test_a_crash_in_mid_round_begins_each_game_once(
    world: World, incidents: list[str]
) -> None:
    await made(world, 4)
    games = world.bot.desk.games
    create, calls = games.create, []

    async def failing(*args: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("before the game is there")
        table = await create(*args, **options)
        if len(calls) == 2:
            raise RuntimeError("before its number is noted")
        return table

    games.create = failing  # type: ignore[method-assign]
    await world.slash(world.anna, "league start")
    await beats(world, 3)
    await world.wait(61 / DAY)
    assert len(calls) == 2 == len(incidents)
    incidents.clear()
    await world.restart()  # what it knew is gone
    for _ in range(4):
        await world.wait(61 / DAY)
    at = await season(world)
    assert all(one.game for one in at.now)
    assert len({one.game for one in at.now}) == 2 == len({one.thread for one in at.now})
    assert len(await world.bot.desk.store.open_games()) == 2
    assert sum("round 1 of" in m.content for m in world.posts()) == 1


async def test_a_game_that_ends_without_a_result_waits_for_whoever_organises(world: World) -> None:
    await begun(world, 4)
    at = await season(world)
    one = at.now[0]
    games = world.bot.desk.games
    await games.end(await games.get(one.game or 0), "Adjourned.")
    await beats(world)
    at = await season(world)
    assert at.now[0].how == "stopped" and at.league.due is None
    assert "without a result" in said(await world.slash(world.boris, "league pairings"))
    assert sum("/league adjudicate" in m.content for m in world.posts()) == 1


async def test_who_leaves_before_the_season_is_not_in_it(world: World) -> None:
    await made(world, 4)
    assert "not in this league any more" in said(await world.slash(world.boris, "league leave"))
    assert "You are not in this league." in said(await world.slash(world.boris, "league leave"))
    assert [e.number for e in (await season(world)).entrants] == [1, 2, 3]
    assert "takes 4 people" in said(await world.slash(world.anna, "league start"))
    assert "no such side" in said(await world.slash(world.boris, "league join", side="red"))
    assert "without clocks" in said(await world.slash(world.boris, "league join", pace="slow"))


async def test_a_slower_clock_counts_for_the_games_of_who_asked(world: World) -> None:
    people = await members(world, 4)
    await world.slash(world.anna, "league create", game="iron_blood", title="Cup", clock="fast")
    for number, who in enumerate(people.values()):
        await world.slash(who, "league join", pace="slow" if number == 0 else "")
    await world.slash(world.anna, "league start")
    await beats(world)
    at = await season(world)
    for one in at.now:
        table = await world.bot.desk.games.get(one.game or 0)
        watch = await world.bot.desk.keeper.watch(table)
        assert watch.clocks is not None and watch.claim == "win"
        slow = world.anna.id in table.people
        assert watch.clocks.control.bonus == (36 if slow else 4) * HOUR


async def test_a_league_from_elsewhere_goes_on(world: World) -> None:
    anna, boris, clara = world.anna.id, world.boris.id, world.clara.id
    text = (
        "round,table,side,player,points\n"
        f"1,1,axis,{anna},1\n1,1,soviet,<@{boris}>,0\n1,2,axis,{clara},½\n1,2,soviet,Dora,½\n"
        f"2,1,axis,{boris},\n2,1,soviet,{clara},\n2,2,axis,Dora,\n2,2,soviet,{anna},\n"
    )
    terms = {"game": "iron_blood", "title": "Old Cup", "system": "swiss", "rounds": 3}
    wrong = text.replace("½", "2")
    for data, why in ((wrong.encode(), "Row 4"), (b"\xff\xfe", "UTF-8"), (b"x", "no column")):
        answer = await world.slash(world.anna, "league import", file=("x.csv", data), **terms)
        assert why in said(answer)
    file = ("x.csv", text.encode())
    assert "by itself" in said(await world.slash(world.anna, "league import", file=file, **terms))
    await beats(world)
    at = await season(world)
    assert (at.league.round, at.last) == (2, 3)
    assert [bool(one.game) for one in at.now] == [True, False], "Dora is not here"
    rows = said(await world.slash(world.boris, "league table"))
    assert "Dora" in rows and f"<@{anna}> · 1 · 1-0-0" in rows


async def test_a_deletion_in_mid_league_opens_the_seat_and_counts_as_withdrawal(
    world: World,
) -> None:
    await begun(world, 5)
    boris = world.boris.id
    store, games = world.bot.desk.store, world.bot.desk.games
    at = await season(world)
    own = next(e for e in at.entrants if e.user == boris)
    [pairing] = [one for one in at.now if own.number in one.seats.values()]
    side = next(s for s, number in pairing.seats.items() if number == own.number)
    asked = await world.slash(world.boris, "privacy delete")
    assert "1 game" in said(asked) or not side
    await world.press(world.boris, asked.response, "Yes, delete it")
    assert await store.kept(boris) == {}
    at = await season(world)
    gone = at.entrant(own.number)
    assert gone.user < 0 and gone.gone == 1
    if side:  # the practice opponent stands in, until somebody takes it
        table = await games.get(pairing.game or 0)
        assert table.seats[side] == PRACTICE
        assert (await store.settings("game", table.id))["vacant"] == [side]
        assert table.open
    for one in at.now:
        if one.game and (table := await games.get(one.game)).open:
            other = next(user for user in table.seats.values() if user)
            await world.env.advance_time(6)
            await resign(world, table, other)
    await beats(world)
    at = await season(world)
    assert all(one.how in ("played", "bye") for one in at.now)
    if side:
        assert next(o for o in at.now if o.id == pairing.id).points[str(own.number)] == 1.0
    assert f"former player {-gone.user}" in said(await world.slash(world.anna, "league table"))
    await world.wait(HOUR / DAY)
    await beats(world)
    at = await season(world)
    assert at.league.round == 2
    assert all(own.number not in one.seats.values() for one in at.now)


async def resign(world: World, table: Any, user: int) -> None:
    await world.bot.desk.games.order(table, user, "resign", "given-up")
    await world.bot.desk.outbox.drained(20)


async def test_nobody_decides_a_game_in_which_they_came_to_have_a_part(world: World) -> None:
    """Not paired in it, but sharing a seat, or having shared it: the hand was seen."""
    people = await begun(world, 4, system="swiss", game="no_retreat")
    at = await season(world)
    [clara] = [one.number for one in at.entrants if one.user == world.clara.id]
    [pairing] = [one for one in at.now if clara not in one.seats.values()]
    world.let_manage(world.clara)
    table = await world.bot.desk.games.get(pairing.game or 0)
    side, user = next(iter(table.seats.items()))
    decides = {"game": pairing.id, "outcome": "draw", "reason": "late"}
    for partner in (world.clara.id, None):
        await seats.share(world.bot.desk.games, table, side, partner, "shared")
        told = said(await world.slash(world.clara, "league adjudicate", **decides))
        assert "saw a hand" in told
        late = {"player": people[user], "reason": "late"}
        assert "saw a hand" in said(await world.slash(world.clara, "league forfeit", **late))


async def test_a_league_whose_channel_is_gone_is_over(world: World, incidents: list[str]) -> None:
    await begun(world, 4, system="swiss")
    league = (await season(world)).league
    world.env.backend.delete_channel(world.channel.id)
    await beats(world)
    await world.wait(1)
    assert (await world.bot.desk.store.league(league.id)).status == "over"
    assert not incidents


async def test_what_waits_for_a_league_is_promised_first(world: World) -> None:
    """It may be opening threads just then, and Discord waits for three seconds."""
    people = await made(world, 4)
    since = len(world.env.http_requests)
    await world.slash(world.anna, "league start")
    await beats(world)
    one = next(o for o in (await season(world)).now)
    world.let_manage(world.clara)
    options: dict[str, Any] = {"game": one.id, "outcome": "draw", "reason": "x"}
    for command, given in (
        ("join", {}),
        ("adjudicate", options),
        ("forfeit", {"player": people[world.boris.id], "reason": "x"}),
        ("deadline", {"days": 9}),
        ("next", {}),
        ("untie", {"name": "Nobody"}),
    ):
        assert said(await world.slash(world.clara, f"league {command}", **given))
    calls = world.env.http_requests[since:]
    first = [call.json["type"] for call in calls if call.path.endswith("/callback")]
    assert first == [discord.InteractionResponseType.deferred_channel_message.value] * 7
