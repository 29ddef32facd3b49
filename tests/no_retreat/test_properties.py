"""Random positions: what is offered is exactly what is not refused, and brute force agrees."""

import random
from collections.abc import Collection
from copy import deepcopy
from functools import lru_cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.board.bits import members
from engine.core.verbs import Why
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, FINLAND, HEXES, ON_MAP, SIDES, SOVIET
from engine.games.no_retreat.law import movement, organization, rail, stacking, supply, targets
from engine.games.no_retreat.play import retreat
from engine.games.no_retreat.state import enemy, occupancy
from tests.no_retreat.table import running

PLACES = range(ON_MAP)
UNITS = [unit.index for unit in BOARD.units]
BOTH = (AXIS, SOVIET)


@lru_cache(maxsize=4)
def position(seed: int) -> T:
    """A random legal position: a crowded front somewhere, at some turn."""
    rng = random.Random(seed)
    options = {name: rng.random() < 0.5 for name in ("rezervy", "partisan", "detachments")}
    game = engine.new_game("no_retreat", "campaign", options, rng.randbytes(32))
    game.submit("gm", "\n".join(game.table.rules.editor.scatter(game.table, rng)))
    return running(game)


positions = st.integers(0, 2**32).map(position)


def agree(offered: Collection[int], refusals: dict[int, Why | None]) -> None:
    """What is in a domain is what `why_not` has nothing against."""
    assert set(offered) == {value for value, refusal in refusals.items() if refusal is None}


@settings(deadline=None, max_examples=20)
@given(positions)
def test_targets_and_units_offered_if_and_only_if_not_refused(t: T) -> None:
    """§10.1, §8.0, §9.1, §9.2"""
    s, d = t.s, t.d
    for side in BOTH:
        agree(
            members(targets.targets(s, d, side)),
            {p: targets.why_not_target(s, d, side, p) for p in PLACES},
        )
        agree(
            members(targets.counterblows(s, d, side)),
            {p: targets.why_not_counterblow(s, d, side, p) for p in PLACES},
        )
        agree(
            movement.movable(s, d, side),
            {u: movement.why_not_unit(s, d, side, u) for u in UNITS},
        )
        for cards in (0, 2):
            agree(
                rail.entrainable(s, side, cards),
                {u: rail.why_not_entrain(s, side, u, cards) for u in UNITS},
            )
        agree(
            rail.detrainable(s, d, side),
            {u: rail.why_not_detrain(s, d, side, u) for u in UNITS},
        )


@settings(deadline=None, max_examples=20)
@given(positions)
def test_organization_offered_if_and_only_if_not_refused(t: T) -> None:
    """§7.1, §7.2, §7.5, §7.6"""
    s, d = t.s, t.d
    for side in BOTH:
        for cards in (0, 1, 3):
            agree(
                organization.improvable(s, d, side, cards),
                {u: organization.why_not_improve(s, d, side, u, cards) for u in UNITS},
            )
            agree(
                organization.fortifiable(s, side, cards),
                {u: organization.why_not_fort(s, side, u, cards) for u in UNITS},
            )
            placeable = organization.placeable(s, d, side, cards)
            agree(
                placeable,
                {u: organization.why_not_place(s, d, side, u, cards) for u in UNITS},
            )
        for unit in placeable:
            agree(
                members(organization.places(s, d, unit)),
                {p: organization.why_not_place_at(s, d, unit, p) for p in PLACES},
            )
    agree(
        organization.educable(s, d),
        {u: organization.why_not_educate(s, d, SOVIET, u) for u in BOARD.of_side[SOVIET]},
    )


@settings(deadline=None, max_examples=15)
@given(positions, st.integers(0, 2**32))
def test_moves_offered_if_and_only_if_not_refused_and_as_brute_force_finds(t: T, seed: int) -> None:
    """§8.1, §8.3, §8.5.1, §8.5.2, §8.5.3"""
    s, d, rng = t.s, t.d, random.Random(seed)
    for side in BOTH:
        able = [*movement.movable(s, d, side)]
        for unit in rng.sample(able, min(4, len(able))):
            found = movement.ways(s, d, unit)
            agree(
                members(found.ends),
                {p: movement.why_not_next(s, d, unit, [], p) for p in PLACES},
            )
            quiet, cheapest = brute_force(t, unit, quiet=True), brute_force(t, unit, quiet=False)
            assert set(quiet) <= {*found.costs(), *found.tied} <= set(cheapest)
            for place, cost in found.costs().items():
                assert cost == quiet[place] if place in quiet else cost >= cheapest[place]
                way = [s.at[unit], *found.way(place)]
                assert way[-1] == place and len(set(way)) == len(way)
                assert all(b in BOARD.passable[a] for a, b in pairwise(way))


def brute_force(t: T, unit: int, *, quiet: bool) -> dict[int, int]:
    """Place -> the least Movement Points, straight from the wording of the rules.

    `quiet` ways enter no city or oil field of the other side but at their end.
    """
    s, d = t.s, t.d
    side = BOARD.units[unit].side
    zone, friends = d.zone(enemy(side)), d.present[side]
    budget, start = movement.allowance(s, unit), s.at[unit]
    open_ = movement.enterable(s, d, unit)
    armor = BOARD.units[unit].faces[s.face[unit]].armor
    best: dict[int, int] = {}
    waiting = [(int(bool(zone >> start & 1)), start)]
    spent = {start: waiting[0][0]}
    while waiting:
        waiting.sort()
        cost, here = waiting.pop(0)
        if here != start and zone >> here & 1:
            continue  # §8.5.1
        site = BOARD.site_at[here]
        loud = here not in (start, FINLAND) and site >= 0 and s.control[site] != side
        if quiet and loud:
            continue
        for there in BOARD.passable[here]:
            if not open_ >> there & 1 or there == start:
                continue
            if zone >> here & 1 and zone >> there & 1 and not friends >> there & 1:
                continue  # §8.5.3
            price = cost + BOARD.cost[armor][there]
            if price > budget and here == start:
                best.setdefault(there, budget)  # §8.3
            if price <= budget and price < spent.get(there, 99):
                spent[there] = best[there] = price
                waiting.append((price, there))
    return best


@settings(deadline=None, max_examples=20)
@given(positions)
def test_overland_supply_is_what_brute_force_finds(t: T) -> None:
    """§6.1, §6.3"""
    s, d = t.s, t.d
    for side in BOTH:
        foe = enemy(side)

        def passable(place: int, side: int = side, foe: int = foe) -> bool:
            site = BOARD.site_at[place]
            city = site >= 0 and bool(BOARD.cities >> place & 1)
            hostile = city and s.control[site] != side
            zoned = d.zone(foe) >> place & 1 and not d.present[side] >> place & 1
            return not (hostile or zoned or d.present[foe] >> place & 1)

        sources = {
            place
            for place in range(HEXES)
            if BOARD.edges[side] >> place & 1
            or (supply.supplied_cities(s, d, side) & ~supply._dry(s)) >> place & 1
        }
        for unit in BOARD.of_side[side]:
            here = s.at[unit]
            if here >= HEXES or not passable(here):
                continue
            front = {here}
            for _ in range(supply.LIMIT):
                front |= {p for q in front for p in BOARD.paths[q] if passable(p)}
            reached = any(place in sources and passable(place) for place in front)
            assert supply.overland(s, d, unit) == reached, BOARD.units[unit].id


@settings(deadline=None, max_examples=15)
@given(positions)
def test_retreats_offered_if_and_only_if_not_refused(t: T) -> None:
    """§10.7.5: and every way that is begun can be ended"""
    s, d = t.s, t.d
    for unit in UNITS:
        if s.at[unit] >= ON_MAP:
            continue
        legal = retreat.ways(s, d, unit)
        for way in legal:
            for count in range(len(way)):
                begun = list(way[:count])
                agree(
                    [
                        p
                        for p in retreat.onward(legal, begun)
                        if p in BOARD.passable[begun[-1] if begun else s.at[unit]]
                    ],
                    {
                        p: retreat.why_not_retreat(s, d, unit, begun, p, 2, 2)
                        for p in BOARD.passable[begun[-1] if begun else s.at[unit]]
                    },
                )


@settings(deadline=None, max_examples=15)
@given(positions, st.integers(0, 2**32))
def test_a_retreat_is_judged_as_it_will_have_been_made(t: T, seed: int) -> None:
    """§10.7.5, §6.1, §12.7.1: the unit has left its hex, and the cities on its way are its own."""
    rng = random.Random(seed)
    able = [u for u in UNITS if t.s.at[u] < ON_MAP and retreat.ways(t.s, t.d, u)]
    for unit in rng.sample(able, min(3, len(able))):
        fed = []
        open_ = retreat.open_ways(t.s, t.d, unit)
        for way in open_:
            then = deepcopy(t.s)
            then.at[unit] = way[-1]
            for place in way:
                if (site := BOARD.site_at[place]) >= 0 and place != FINLAND:
                    then.control[site] = BOARD.units[unit].side
            if supply.supplied(then, occupancy(then), unit):
                fed.append(way)
        assert retreat.ways(t.s, t.d, unit) == (fed or open_)


@settings(deadline=None, max_examples=20)
@given(positions)
def test_random_positions_keep_the_invariants(t: T) -> None:
    """§8.4: nobody is overstacked; whoever is asked has something to say"""
    assert t.rules.check(t) == []
    assert stacking.overstacked(t.s, t.d) == []
    game = engine.load(t.rules.codec.encode(t.pos))
    for pending in game.pending():
        assert pending.side in SIDES and game.auto(pending.side)


def test_the_occupancy_kept_move_by_move_is_the_one_built_anew() -> None:
    """§8.4, §8.5"""
    rng = random.Random(5)
    game = engine.new_game("no_retreat", "citadel", {"partisan": True}, rng.randbytes(32))
    for _ in range(600):
        if game.result():
            break
        side = rng.choice(game.pending()).side
        game.submit(side, game.sample(side, rng))
        kept, anew = game.table.d, occupancy(game.table.s)
        assert [kept.at, kept.present, *map(kept.zone, (0, 1))] == [
            anew.at,
            anew.present,
            *map(anew.zone, (0, 1)),
        ]
    assert game.revision > 200
