"""A season of sixteen people, Swiss in five rounds, from sign-up to the final table.

The games are played to their end by the practice opponent's advice for both seats, in simulated
time, but for one that is adjudicated and one that is forfeit. Every table is held against one
computed here from the results alone.
"""

import re
from collections import defaultdict
from itertools import combinations
from typing import Any

import pytest

from bot.channel.painter import Painter
from bot.play import leagues
from bot.play.leagues import Season
from tests.bot.conftest import small_picture
from tests.bot.world import DAY, World, said

ROUNDS = 5
HOUR = DAY / 24


async def members(world: World, count: int) -> dict[int, Any]:
    """anna, boris, clara and others."""
    world.env.settle_timeout = 60.0  # a round begins many games in one beat
    people = [world.anna, world.boris, world.clara]
    for number in range(count - len(people)):
        name = f"player{number:02}"
        people.append(world.guild.add_member(world.env.create_user(name)))
    return {who.id: who for who in people}


async def season(world: World) -> Season:
    store = world.bot.desk.store
    league = await store.league_in(world.channel.id)
    assert league is not None
    return await leagues.season(store, league)


async def beats(world: World, count: int = 3) -> None:
    for _ in range(count):
        await world.env.advance_time(6)


async def play(world: World, thread: int, people: dict[int, Any], orders: int = 10_000) -> None:
    """Play the game of a thread by advice for both of its seats, and give up after `orders`."""
    games = world.bot.desk.games
    table = await games.at(thread)
    kick, games._kick = games._kick, lambda _: None
    for number in range(orders):
        if not table.open:
            break
        game = table.running()
        side = game.pending()[0].side
        await games.order(table, table.seats[side], game.auto(side), f"played-{number}")
    if table.open:
        side = table.running().pending()[0].side
        await games.order(table, table.seats[side], "resign", "given-up")
    games._kick = kick
    games._kick(thread)
    await world.bot.desk.outbox.drained(20)


# --- the table, from the results alone --------------------------------------------


def expected(at: Season) -> list[tuple[int, float, float, float]]:
    """(number, points, Buchholz, Sonneborn-Berger), best first, by another way than the house's:
    a cross table of lists, sorted once with head to head worked out for each set of equals."""
    numbers = [one.number for one in at.entrants]
    games: dict[int, list[tuple[str, int, float, float]]] = {n: [] for n in numbers}
    for one in at.pairings:
        if one.how in ("open", "stopped"):
            continue
        seats = list(one.seats.values())
        for number in seats:
            own = one.points.get(str(number), 0.0)
            [other] = [n for n in seats if n != number] or [0]
            theirs = one.points.get(str(other), 0.0)
            kind = one.how if other else "bye"
            games[number].append((kind, other, own, theirs))
    points = {n: sum(own for _, _, own, _ in games[n]) for n in numbers}

    def worth(n: int) -> tuple[float, float]:
        buchholz = berger = 0.0
        for kind, other, own, theirs in games[n]:
            against = points[n] if kind in ("bye", "forfeit") else points[other]
            buchholz += against
            lost_for_both = kind == "adjudicated" and own == theirs == 0
            berger += against * (0 if lost_for_both else own)
        return buchholz, berger

    def met(one: int, other: int) -> list[float]:
        return [own for kind, who, own, _ in games[one] if who == other and kind != "forfeit"]

    level: defaultdict[tuple[float, float, float], list[int]] = defaultdict(list)
    for n in numbers:
        level[(points[n], *worth(n))].append(n)
    rows = []
    for key in sorted(level, reverse=True):
        group = level[key]
        whole = all(met(a, b) for a, b in combinations(group, 2))
        direct = {n: sum(sum(met(n, m)) for m in group if m != n) if whole else 0 for n in group}
        wins = {n: sum(own == 1 for kind, *_, own, _ in games[n] if kind != "bye") for n in group}
        rows += [(n, *key) for n in sorted(group, key=lambda n: (-direct[n], -wins[n], n))]
    return rows


async def holds(world: World) -> Season:
    """The table of now is the one computed here, in the store's words and in the answer."""
    at = await season(world)
    [rows] = at.tables
    told = [(row.number, row.points, row.buchholz, row.berger) for row in rows]
    wanted = expected(at)
    assert [row[1:] for row in told] == [row[1:] for row in wanted]
    assert sorted(told) == sorted(wanted)
    places = [row.place for row in rows]
    assert places == sorted(places) and places[0] == 1
    text = said(await world.slash(world.clara, "league table"))
    assert [line.split(" · ")[0] for line in text.splitlines() if re.match(r"\d+\\?\.", line)] == [
        f"{row.place}\\. {at.name(row.number)}" for row in rows
    ]
    return at


def fair(at: Season) -> None:
    """No rematch, no second bye, sides even, nobody paired who has left."""
    met = [frozenset(one.seats.values()) for one in at.pairings if "" not in one.seats]
    assert len(met) == len(set(met))
    off = [one.seats[""] for one in at.pairings if "" in one.seats]
    assert len(off) == len(set(off))
    for entrant in at.entrants:
        own = [one for one in at.pairings if entrant.number in one.seats.values()]
        had = [one for one in own if one.how != "forfeit"]
        sides = [s for one in had for s, n in one.seats.items() if n == entrant.number and s]
        assert abs(sides.count("axis") - sides.count("soviet")) <= 2
        assert len({one.round for one in own}) == len(own)
        if entrant.gone is not None:
            assert max((one.round for one in own), default=0) <= entrant.gone


async def test_a_season_of_sixteen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)
    people = await members(world, 16)
    made = said(
        await world.slash(
            world.anna, "league create", game="iron_blood", title="Winter Cup", rounds=ROUNDS
        )
    )
    assert "Winter Cup" in made and "/league join" in made
    for number, who in enumerate(people.values()):
        side = ["", "axis", "soviet"][number % 3]
        pace = {"pace": "slow"} if number == 4 else {}
        assert "You are in" in said(await world.slash(who, "league join", side=side, **pace))
    assert "organises" in said(await world.slash(world.boris, "league start"))
    await world.slash(world.anna, "league start")
    gone: list[int] = []
    for round_ in range(1, ROUNDS + 1):
        await beats(world)
        at = await holds(world)
        assert (at.league.round, at.last) == (round_, ROUNDS)
        fair(at)
        here = [e.number for e in at.entrants if e.gone is None or e.gone >= round_]
        assert sorted(n for one in at.now for n in one.seats.values()) == sorted(here)
        games = [one for one in at.now if "" not in one.seats]
        assert all(one.thread and one.game for one in games)
        assert len({one.thread for one in games}) == len(games)
        decided = set()
        if round_ == 2:  # anna is the organiser: not her own game
            one = next(
                o
                for o in games
                if at.entrant(next(iter(o.seats.values()))).user != world.anna.id
                and all(at.entrant(n).user != world.anna.id for n in o.seats.values())
            )
            refused = said(
                await world.slash(
                    world.boris, "league adjudicate", game=one.id, outcome="draw", reason="x"
                )
            )
            assert "organises" in refused
            await world.slash(
                world.anna,
                "league adjudicate",
                game=one.id,
                outcome="draw",
                reason="both on holiday",
            )
            decided.add(one.id)
        if round_ == 3:
            one = next(
                o
                for o in games
                if all(at.entrant(n).user != world.anna.id for n in o.seats.values())
            )
            loser = at.entrant(next(iter(one.seats.values())))
            await world.slash(
                world.anna, "league forfeit", player=people[loser.user], reason="never came"
            )
            decided.add(one.id)
        for number, one in enumerate(games):
            if one.id not in decided:
                whole = round_ == 1 and number == 0
                await play(world, one.thread or 0, people, 10_000 if whole else 16)
        if round_ in (1, 3):  # one withdraws, another has their data deleted
            leaver = next(
                e
                for e in at.entrants
                if e.gone is None and e.user not in (world.anna.id, world.boris.id, world.clara.id)
            )
            gone.append(leaver.number)
            if round_ == 1:
                asked = await world.slash(people[leaver.user], "league leave")
                await world.press(people[leaver.user], asked.response, "Yes, withdraw")
            else:
                asked = await world.slash(people[leaver.user], "privacy delete")
                await world.press(people[leaver.user], asked.response, "Yes, delete it")
                assert await world.bot.desk.store.kept(leaver.user) == {}
        await beats(world)
        at = await holds(world)
        assert all(leagues.meeting(one).over for one in at.now)
        fair(at)
        if round_ < ROUNDS:
            assert at.league.round == round_ and at.league.due is not None
            if round_ == 2:
                await world.restart()
            await world.wait(HOUR / DAY)
    at = await holds(world)
    assert at.league.status == "over"
    assert [e.number for e in at.entrants if e.gone is not None] == sorted(gone)
    former = at.entrant(gone[1])
    assert former.user < 0 and former.name == ""
    [rows] = at.tables
    assert f"former player {-former.user}" in said(await world.slash(world.clara, "league table"))
    hows = [one.how for one in at.pairings]
    assert hows.count("adjudicated") == 1 and hows.count("forfeit") == 1 and "bye" in hows
    posts = [message.content for message in world.posts()]
    final = [text for text in posts if "season 1 is over" in text]
    assert len(final) == 1 and at.name(rows[0].number) in final[0]
    assert [sum(f"round {n} of 5 begins" in text for text in posts) for n in range(1, 6)] == [1] * 5
    shown = [m for m in world.posts() if "season 1 is over" in m.content]
    assert shown[0].attachments[0].filename == "table.png"
    await comes_back(world, at)


async def comes_back(world: World, at: Season) -> None:
    """The season goes out as CSV and JSON, and its CSV comes in as the same league."""
    from bot.house.league.standings import standings
    from bot.house.league.transfer import read

    for form in ("csv", "json"):
        await beats(world)
        answer = await world.slash(world.clara, "league export", form=form)
        [file] = answer.response.attachments
        data = await file.read()
        if form == "csv":
            sheet = read(data.decode(), at.terms.sides)
    assert sheet.meetings == at.meetings and sheet.players == at.players
    assert standings(sheet.players, sheet.meetings, "swiss") == at.tables
