"""Leagues, their people and the games of their rounds."""

import pytest
from msgspec.structs import replace

from storage import Entrant, NewLeague, Pairing

CUP = NewLeague(guild=10, channel=20, organiser=1, title="Cup", terms={"game": "iron_blood"})


async def test_a_league_is_kept_with_its_people_and_rounds(store):
    league = await store.create_league(CUP, [Entrant(1, 7, side="axis")])
    assert (await store.league_in(20)) == league == await store.league(league.id)
    assert await store.league_in(21) is None and await store.running_leagues() == []
    people = [Entrant(1, 8), Entrant(2, 7, "x", "axis", "fast", 2, 1)]
    pairings = [Pairing(0, 1, 1, {"axis": 1, "soviet": 2}), Pairing(0, 1, 1, {"": 3}, "bye")]
    later = replace(league, status="running", round=1, due=9.5, terms={"game": "x"})
    await store.change_league(later, people, pairings)
    assert await store.running_leagues() == [later]
    assert await store.entrants(league.id) == people
    first, second = await store.pairings(league.id)
    assert (first.seats, first.how, second.how) == ({"axis": 1, "soviet": 2}, "open", "bye")
    await store.change_league(replace(later, round=2))
    assert await store.entrants(league.id) == people, "those who are there stay"
    await store.set_entrants(league, people[:1])
    assert await store.entrants(league.id) == people[:1]
    assert (await store.league(league.id)).round == 2, "how far it has come stays"


async def test_a_pairing_is_found_by_its_game(store):
    league = await store.create_league(CUP, (), [Pairing(0, 1, 1, {"axis": 1, "soviet": 2})])
    [pairing] = await store.pairings(league.id)
    over = replace(
        pairing, how="adjudicated", points={"1": 0.5}, thread=5, game=6, judge=7, reason="late"
    )
    await store.set_pairing(over)
    assert await store.pairing_of(6) == (league.id, over)
    assert await store.pairing_of(7) is None
    assert await store.pairings(league.id) == [over]


async def test_somebodys_leagues_are_those_that_go_on(store):
    on = await store.create_league(CUP, [Entrant(1, 7)])
    await store.create_league(replace(CUP, status="over"), [Entrant(1, 7)])
    await store.create_league(CUP, [Entrant(1, 8)])
    assert await store.entered(7) == [on]
    with pytest.raises(KeyError):
        await store.league(99)


async def test_leagues_go_with_their_server(store):
    league = await store.create_league(CUP, [Entrant(1, 7)], [Pairing(0, 1, 1, {"": 1})])
    await store.forget_guild(10)
    assert await store.league_in(20) is None
    assert await store.entrants(league.id) == [] == await store.pairings(league.id)
