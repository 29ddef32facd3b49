"""Positions of random games: brute force agrees, nothing is lost, offers and refusals fit."""

import random
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.bits import members
from engine.core.game import Game, new_game
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.law.move import fort_price, on_card, ways
from engine.games.race_to_moscow.law.rail import railheads
from engine.games.race_to_moscow.law.reaction import (
    best_places,
    best_strikes,
    places,
    strikes,
)
from engine.games.race_to_moscow.play import transport
from engine.games.race_to_moscow.play.encircle import cut_off
from engine.games.race_to_moscow.rules import RULES
from engine.games.race_to_moscow.state import Situation, in_play, playing

AREAS = range(len(BOARD.areas))
AMMO = 1
LINES: dict[int, set[int]] = {area: set() for area in AREAS}
"""Area -> the areas at the other end of its lines, of whatever colour."""
OWN: dict[tuple[int, int], set[int]] = {(c, area): set() for c in range(3) for area in AREAS}
"""Colour and area -> the same, for lines of this colour."""
for line in BOARD.connections:
    for a, b in ((line.a, line.b), (line.b, line.a)):
        LINES[a].add(b)
        for colour in line.colours:
            OWN[colour, a].add(b)

MIXES = (["gray", "white", "brown"], ["gray", "brown"], ["white"], ["gray", "white"])


@lru_cache(maxsize=4)
def position(seed: int) -> Game:
    """A random game, some way on."""
    rng = random.Random(seed)
    options: dict[str, object] = {
        "sides": rng.choice(MIXES),
        "soviet": rng.random() < 0.3,
        "winter": rng.random() < 0.3,
    }
    game = new_game(RULES, None, options, rng.randbytes(32))
    for _ in range(rng.randrange(150)):
        side = game.pending()[0].side
        game.submit(side, game.sample(side, rng))
        if game.result():
            break
    return game


positions = st.integers(0, 2**32).map(position)


def uncontrolled(t: T) -> set[int]:
    return {area for area in AREAS if t.s.control[area] == NOWHERE}


def reached(t: T, area: int) -> set[int]:
    """All that a Soviet chain from this uncontrolled area reaches, step by step (§9)."""
    fleet, free = t.s.at[BOARD.fleet], uncontrolled(t)
    open_seas = {sea.place: sea for sea in BOARD.seas if sea.place != fleet}
    found, todo = {area}, [area]
    while todo:
        here = todo.pop()
        after: set[int] = set()
        if here in open_seas:
            sea = open_seas[here]
            after |= {place for place in sea.adjacent if place in open_seas}
            after |= {harbour for harbour in sea.harbours if harbour in free}
        else:
            after |= LINES[here] & free
            sea_place = BOARD.areas[here].sea
            if sea_place in open_seas:
                after.add(sea_place)
        todo += after - found
        found |= after
    return found


@settings(deadline=None, max_examples=25)
@given(positions)
def test_what_is_cut_off(game: Game) -> None:
    """§9, §3.3, rm-17, rm-18: area by area, with every way over land and sea"""
    t = game.table
    expected = [
        area
        for area in sorted(uncontrolled(t))
        if not any(BOARD.areas[a].victors for a in reached(t, area) if a < len(BOARD.areas))
    ]
    assert members(cut_off(t.d.free, t.s.at[BOARD.fleet])) == expected


@settings(deadline=None, max_examples=25)
@given(positions)
def test_chains_to_the_bases(game: Game) -> None:
    """§6.2, §11: by lines of one's own colour over one's own areas"""
    t = game.table
    for colour in playing(t.s):
        own = {area for area in AREAS if t.s.control[area] == colour}
        for frontline in (False, True):
            bases = {
                area
                for area in own
                if BOARD.areas[area].base == "main" or (frontline and BOARD.areas[area].base)
            }
            found = set(bases)
            while more := {b for a in found for b in OWN[colour, a] & own} - found:
                found |= more
            assert set(members(linked(colour, t.d.held[colour], frontline))) == found


def starting(area: int) -> bool:
    return BOARD.areas[area].army >= 0


@settings(deadline=None, max_examples=25)
@given(positions)
def test_where_the_soviets_react(game: Game) -> None:
    """§18.1, §19.4: each condition of a counter-attack and of a new marker by itself"""
    t, s = game.table, game.table.s
    armies = {place for place in s.at if place < len(BOARD.areas)}
    for colour in playing(s):
        targets = []
        for area in AREAS:
            owner = s.control[area]
            rival = owner in s.order and (owner != colour or len(s.order) == 1)
            if not rival or BOARD.areas[area].printed >= 0:
                continue
            around = LINES[area]
            near = {area} | around
            cold = s.winter and BOARD.areas[area].winter
            if any(starting(a) for a in near) or (near & armies and not cold):
                continue
            if any(s.control[a] == NOWHERE or s.soviet[a] for a in around):
                targets.append(area)
        assert members(strikes(s, t.d, colour)) == targets
        best = best_strikes(s, t.d, colour)
        assert set(best) <= set(targets) and bool(best) == bool(targets)
    assert members(places(t.d)) == [
        area
        for area in AREAS
        if s.control[area] == NOWHERE
        and not s.soviet[area]
        and any(s.soviet[a] for a in LINES[area])
    ]


def steps(start: int, goals: set[int]) -> int:
    """Lines from an area to the nearest of these."""
    ring, seen, count = {start}, {start}, 0
    while ring and not ring & goals:
        ring = {b for a in ring for b in LINES[a]} - seen
        seen |= ring
        count += 1
    return count if ring else len(BOARD.areas)


@settings(deadline=None, max_examples=15)
@given(positions)
def test_where_a_front_card_places(game: Game) -> None:
    """§18.2, rm-12: an objective nearest to an army; else nearest to the city of the front"""
    t, s = game.table, game.table.s
    armies = {place for place in s.at if place < len(BOARD.areas)}
    found = members(places(t.d))
    objectives = [area for area in found if BOARD.areas[area].medals]
    for colour in playing(s):
        city = BOARD.fronts[colour].city

        def key(area: int, city: int = city) -> tuple[int, ...]:
            worth = steps(area, armies), int(not BOARD.areas[area].fortified)
            return worth if objectives else (steps(area, {city}), *worth)

        among = objectives or found
        least = min(map(key, among), default=())
        assert best_places(t.d, colour, reverse=False) == [
            area for area in among if key(area) == least
        ]


@settings(deadline=None, max_examples=25)
@given(positions)
def test_moves_track_and_transports(game: Game) -> None:
    """§7, §11, §17: what is offered, by the words of each rule"""
    t, s = game.table, game.table.s
    for colour in playing(s) if t.pos.lanes else ():  # a game that is over may stand in a battle
        own = {area for area in AREAS if s.control[area] == colour}
        assert railheads(s, colour) == [
            area
            for area in sorted(own)
            if not s.track[area] and any(s.track[a] for a in OWN[colour, area] & own)
        ]
        trucks = {
            area: [b for b in sorted(OWN[colour, area] & own) if not _truck(t, area, b)]
            for area in sorted(own)
            if s.trucks[colour]
        }
        runs = transport.runs(t, transport.TRUCK, colour)
        assert {a: sorted(ends) for a, ends in runs.items()} == {
            a: ends for a, ends in trucks.items() if ends
        }
        for army in BOARD.groups[colour].armies:
            if in_play(s, army):
                here = s.at[army]
                assert sorted(ways(s, t.d, army, [here])) == [
                    area for area in sorted(OWN[colour, here]) if _enters(t, army, area)
                ]


def _truck(t: T, a: int, b: int) -> bool:
    return any(BOARD.connection_at[a, b] in lines for lines in t.s.trucks_on)


def _enters(t: T, army: int, area: int) -> bool:
    colour, s = BOARD.units[army].colour, t.s
    if colour not in BOARD.areas[area].colours or area in s.at:
        return False
    if s.control[area] not in (NOWHERE, colour):
        return False
    return fort_price(s, army, area) <= on_card(s, army, AMMO)


@settings(deadline=None, max_examples=25)
@given(positions)
def test_nothing_is_lost(game: Game) -> None:
    """1, §4, §12: trains, trucks, supply tokens, Soviet markers and medals stay as many"""
    s = game.table.s
    players = playing(s)
    trains = s.stock_trains + s.reserve_trains + sum(s.trains) + len(s.trains_on)
    assert trains == BOARD.trains + BOARD.reserve[len(players)] + sum(
        BOARD.groups[colour].trains for colour in players
    )
    for colour in players:
        trucks = s.trucks[colour] + s.stock_trucks[colour] + len(s.trucks_on[colour])
        assert trucks == BOARD.groups[colour].trucks
    start = new_game(RULES, None, {"sides": [COLOURS[c] for c in players]}, bytes(32)).table.s
    for row, first, lent in zip(s.supply, start.supply, s.lent, strict=True):
        assert sum(row) == sum(first) + lent and min(row) >= 0
    assert sum(s.medals) + sum(s.won) == sum(start.medals) + sum(start.won)
    if not game.result():
        assert sum(s.soviet) + s.soviet_pool <= len(BOARD.markers)
    for area in AREAS:
        if s.control[area] in players:
            assert not s.medals[area] and not s.soviet[area]
            assert not s.bunker[area]
    assert game.check() == []


@pytest.mark.parametrize("sides", MIXES)
def test_nobody_is_cut_off_at_the_start(sides: list[str]) -> None:
    """§4.two_player, §4.solitaire, §9: the blocked areas leave every other one a chain"""
    t = new_game(RULES, None, {"sides": sides}, bytes(32)).table
    assert cut_off(t.d.free, t.s.at[BOARD.fleet]) == 0


@settings(deadline=None, max_examples=25)
@given(positions)
def test_what_is_derived_is_kept_up(game: Game) -> None:
    """§3.2: who stands where and who holds what, after orders as when a game is loaded"""
    kept, anew = game.table.d, Situation(game.table.s)
    for name in Situation.__slots__:
        assert getattr(kept, name) == getattr(anew, name), name
