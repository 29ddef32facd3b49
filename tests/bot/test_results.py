"""What a finished game leaves in the store, however it came to its end."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.play import back, seats
from bot.play.games import Games
from bot.play.results import settle_all
from bot.play.table import PRACTICE, Table
from storage import Result, Store
from tests.bot.released import unpack

ANNA, BORIS, CLARA = 1, 2, 3


class Hall:
    """A store and games in it, without Discord."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games = Games(store, lambda _: None)

    async def begin(self, *people: int, game: str = "iron_blood", channel: int = 5) -> Table:
        info = engine.catalogue()[game]
        options = {option.name: option.default for option in info.options}
        if game == "race_to_moscow":
            options["sides"] = ["gray", "white", "brown"]
        table = await self.games.create(
            guild=1,
            channel=channel,
            owner=ANNA,
            game=game,
            scenario=next(iter(info.scenarios)),
            options=options,
        )
        for side, user in zip(self.games.sides(table), people, strict=True):
            await self.games.take_seat(table, side, user)
        await self.games.start(table, ANNA)
        return table

    async def play(self, table: Table, orders: int = 2000) -> None:
        """So many orders, or to the end."""
        for _ in range(orders):
            if not table.open:
                return
            game = table.running()
            side = game.pending()[0].side
            setup = game.complete(side, "setup suggested").complete
            line = "setup suggested" if setup else game.auto(side)
            await self.games.order(table, table.seats[side], line, f"played-{table.row.seq}")

    async def result(self, table: Table) -> Result:
        found = await self.store.result(table.id)
        assert found is not None
        return found


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with await Store.open(tmp_path / "umpire.db") as store:
        yield Hall(store)


async def test_a_game_played_to_its_end(hall: Hall) -> None:
    table = await hall.begin(ANNA, BORIS)
    await hall.play(table)
    kept, end = await hall.result(table), table.played().result()
    assert end is not None and kept.how == "played" and kept.rated and not kept.edited
    assert (tuple(kept.winners), kept.reason, kept.scores) == (end.winners, end.reason, end.scores)
    log = await hall.games.log_of(table)
    for part in kept.parts:
        own = [a.time for a in log if a.side == part.side and a.user == part.user]
        assert (part.orders, part.since, part.until) == (len(own), own[0], own[-1])
        assert part.place == (1 if part.side in end.winners else 2)
    assert [(part.side, part.user) for part in kept.parts] == [("axis", ANNA), ("soviet", BORIS)]


@pytest.mark.parametrize("how", ["resigned", "time", "agreed", "edited"])
async def test_how_it_ended_is_kept(hall: Hall, how: str) -> None:
    table = await hall.begin(ANNA, BORIS)
    await hall.play(table, 6)
    if how == "resigned":
        await hall.games.order(table, BORIS, "resign", "r")
    elif how == "time":
        await hall.games.forfeit(table, "soviet", "t")
    elif how == "agreed":
        await back.end_drawn(hall.games, table, "d")
    else:
        table.running().submit("gm", "put axis_tank_1 pool")  # the umpire's hand
        await hall.games.order(table, BORIS, "resign", "r")
    kept = await hall.result(table)
    assert kept.how == ("resigned" if how == "edited" else how)
    assert kept.edited == (how == "edited") and kept.rated == (how != "edited")
    assert {p.place for p in kept.parts} == ({1} if how == "agreed" else {1, 2})


async def test_against_the_practice_opponent_nothing_is_rated(hall: Hall) -> None:
    table = await hall.begin(ANNA, PRACTICE)
    await hall.games.order(table, ANNA, "resign", "r")
    kept = await hall.result(table)
    assert not kept.rated
    assert {(p.side, p.user, p.place) for p in kept.parts if p.place} == {
        ("axis", ANNA, 2),
        ("soviet", PRACTICE, 1),
    }


async def test_a_substitute_takes_over_no_lost_game(hall: Hall) -> None:
    table = await hall.begin(ANNA, BORIS)
    await hall.play(table, 40)
    await seats.hand_over(hall.games, table, "axis", CLARA, "Clara plays on.")
    await hall.play(table, 3)
    await hall.games.order(table, CLARA, "resign", "r")
    parts = {(p.side, p.user): p for p in (await hall.result(table)).parts}
    assert parts["axis", ANNA].place == 2 and parts["axis", CLARA].place is None
    assert parts["axis", ANNA].until <= parts["axis", CLARA].since


async def test_a_seat_that_gave_no_order_has_its_result_too(hall: Hall) -> None:
    table = await hall.begin(ANNA, BORIS)
    await hall.games.order(table, ANNA, "resign", "r")
    kept = await hall.result(table)
    assert [(p.user, p.orders, p.place) for p in kept.parts] == [(ANNA, 0, 2), (BORIS, 0, 1)]
    assert kept.rated


async def test_three_seats_come_by_their_score(hall: Hall) -> None:
    table = await hall.begin(ANNA, BORIS, CLARA, game="race_to_moscow")
    await hall.play(table)
    kept = await hall.result(table)
    place = {p.side: p.place for p in kept.parts if p.place}
    assert len(place) == 3 and kept.rated
    for one in place:
        for other in place:
            if one not in kept.winners and kept.scores[one] < kept.scores[other]:
                assert place[one] > place[other]


async def test_games_that_ended_under_older_versions_get_their_results(tmp_path: Path) -> None:
    path = tmp_path / "umpire.db"
    unpack(next((Path(__file__).parent / "fixtures").glob("*.db.xz")), path)
    async with await Store.open(path) as store:
        hall = Hall(store)
        for row in await store.open_games():
            table = await hall.games.get(row.id)
            await hall.games.order(table, next(iter(table.people)), "resign", "r")
        assert await store.without_result() != []  # some had ended under the old version
        await settle_all(store, hall.games.get)
        before = await store.results()
        assert len(before) > 5
    with closing(sqlite3.connect(path)) as db:  # as a version without results left it
        db.execute("DELETE FROM results")
        db.execute("DELETE FROM parts")
        db.commit()
    async with await Store.open(path) as store:
        assert await store.results() == []
        await settle_all(store, Games(store, lambda _: None).get)
        assert await store.results() == before
        assert await store.without_result() == []
