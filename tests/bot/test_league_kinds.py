"""/league from sign-up to the next season: Swiss in groups, each against each twice, games of
four; and groups that come in again from their CSV."""

from collections import Counter
from typing import Any

from bot.play import leagues
from bot.play.leagues import Season
from tests.bot.test_league import made
from tests.bot.test_league_season import HOUR, beats, season
from tests.bot.world import DAY, World, said


async def judged(world: World, outcomes: list[str]) -> list[Season]:
    """The whole season: dora, who plays nowhere, decides every game, by these outcomes in turn."""
    dora = world.guild.add_member(world.env.create_user("dora"))
    world.let_manage(dora)
    await world.slash(world.anna, "league start")
    await beats(world)
    rounds, count = [], 0
    while (at := await season(world)).league.status != "over":
        assert all(one.game for one in at.now if "" not in one.seats)
        for one in at.now:
            if "" not in one.seats:
                outcome = outcomes[count % len(outcomes)]
                count += 1
                options: dict[str, Any] = {"game": one.id, "outcome": outcome, "reason": "short"}
                answer = said(await world.slash(dora, "league adjudicate", **options))
                assert "Done" in answer, answer
        await beats(world)
        rounds.append(await season(world))
        await world.wait(HOUR / DAY)
        await beats(world)
    return rounds


def pools(at: Season) -> list[tuple[int, int]]:
    return [(e.user, e.pool) for e in at.entrants]


async def test_swiss_in_groups_from_sign_up_to_the_next_season(world: World) -> None:
    await made(world, 9, system="swiss", group=4, moves=2)
    rounds = await judged(world, ["axis", "soviet", "draw"])
    at = rounds[-1]
    assert [Counter(e.pool for e in at.entrants)[pool] for pool in (1, 2)] == [5, 4]
    for one in at.pairings:
        assert len({at.entrant(n).pool for n in one.seats.values()}) == 1, "within the group"
    met = [frozenset(one.seats.values()) for one in at.pairings if "" not in one.seats]
    assert len(met) == len(set(met))
    text = said(await world.slash(world.anna, "league table"))
    assert "**Group 1**" in text and "**Group 2**" in text
    upper, lower = ([row.number for row in rows] for rows in at.tables)
    answer = await world.slash(world.anna, "league export", form="csv")
    [file] = answer.response.attachments
    data = await file.read()
    await world.slash(world.anna, "league next")
    wanted = [*upper[:3], *lower[:2], *upper[3:], *lower[2:]]
    after = await season(world)
    assert [e.user for e in after.entrants] == [at.entrant(n).user for n in wanted]
    await world.slash(world.anna, "league start")
    await beats(world)
    here = await season(world)
    assert [e.pool for e in here.entrants] == [1] * 5 + [2] * 4

    world.later += DAY / 24  # one may not have people called so often
    there = world.guild.create_text_channel("second")
    options = {"game": "iron_blood", "title": "Again", "system": "swiss", "moves": 2}
    file = ("x.csv", data)
    said(await world.anna.slash(there, "league import", file=file, clock="none", **options))
    await beats(world)
    store = world.bot.desk.store
    found = await store.league_in(there.id)
    assert found is not None
    again = await leagues.season(store, found)
    assert again.meetings == at.meetings and again.players == at.players
    assert again.tables == at.tables and again.league.status == "over"
    await world.anna.slash(there, "league next")
    await world.anna.slash(there, "league start")
    await beats(world)
    found = await store.league_in(there.id)
    assert found is not None and found.season == 2
    assert pools(await leagues.season(store, found)) == pools(here), "the groups are as there"


async def test_each_meets_each_twice_with_sides_changed(world: World) -> None:
    await made(world, 3, system="double")
    at = (await judged(world, ["axis", "axis", "soviet"]))[-1]
    games = [one for one in at.pairings if "" not in one.seats]
    assert len(games) == 6 and at.last == 6
    ways = Counter((one.seats["axis"], one.seats["soviet"]) for one in games)
    assert len(ways) == 6 and set(ways.values()) == {1}
    [rows] = at.tables
    assert sum(row.points for row in rows) == 6
    won = {row.number: sum(o.points.get(str(row.number), 0.0) for o in games) for row in rows}
    assert {row.number: row.points for row in rows} == won
    assert all(row.played == 4 and row.rests == 2 for row in rows)


async def test_games_of_four_by_drawn_tables(world: World) -> None:
    await made(
        world,
        9,
        game="race_to_moscow",
        system="tables",
        rounds=2,
        options="sides=gray,white,brown soviet=on",
    )
    at = (await judged(world, ["gray > white = brown > soviet", "soviet"]))[-1]
    games = [one for one in at.pairings if "" not in one.seats]
    assert [len(one.seats) for one in games] == [4, 4, 4, 4]
    assert [one.points[str(one.seats[side])] for one in games[:1] for side in one.seats] == [
        *(3.0, 1.5, 1.5, 0.0)
    ]
    last = [games[1].points[str(n)] for n in games[1].seats.values()]
    assert sorted(last) == [1.0, 1.0, 1.0, 3.0]
    rests = [one for one in at.pairings if "" in one.seats]
    assert len({one.seats[""] for one in rests}) == 2, "each rests once at most"
    [rows] = at.tables
    assert sum(row.points for row in rows) == 4 * 6 + 2 * 1.5
    shared = Counter(
        frozenset((a, b))
        for one in games
        for a in one.seats.values()
        for b in one.seats.values()
        if a < b
    )
    assert max(shared.values()) <= 2
