"""Random positions: what is offered is exactly what is not refused, and brute force agrees."""

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import (
    AIR,
    AXIS,
    CLEAR,
    FLEET,
    FORTRESS,
    INFANTRY,
    NOWHERE,
    PARTISAN,
    SEA,
    SOVIET,
    TANK,
)
from engine.games.iron_blood.law import (
    combat,
    control,
    movement,
    reinforce,
    retreat,
    setup,
    supply,
    support,
)
from engine.games.iron_blood.state import IronBlood, Occupancy, new_state, on_map

HEXES = range(len(BOARD.hexes))
PLACES = range(len(BOARD.places))
LAND = [hex_.index for hex_ in BOARD.hexes if hex_.terrain != SEA]
CLEARS = [hex_.index for hex_ in BOARD.hexes if hex_.terrain == CLEAR]


def random_state(seed: int) -> IronBlood:
    """A position that keeps terrain and stacking limits, crowded in one part of the map."""
    dice = random.Random(seed)
    state = new_state()
    state.season = dice.randrange(len(BOARD.seasons))
    middle = dice.choice(LAND)
    near = [hex_ for hex_ in LAND if BOARD.map.distance(middle, hex_) <= dice.choice((3, 5, 20))]
    taken: set[tuple[int, int]] = set()
    for counter in BOARD.units:
        unit = counter.index
        if counter.kind == FORTRESS:
            continue
        state.at[unit] = BOARD.reserve[counter.side]
        if counter.kind == FLEET:
            state.at[unit] = dice.choice(
                (BOARD.sea_box[counter.side], *BOARD.seas[counter.side].hexes)
            )
            continue
        if counter.kind == AIR:
            state.at[unit] = BOARD.air_box[counter.side]
        if dice.random() < 0.3:
            continue
        spots = [h for h in near if h in CLEARS or counter.kind in (INFANTRY, PARTISAN)]
        spots = [h for h in spots if not counter.regular or (counter.side, h) not in taken]
        if not spots:
            continue
        state.at[unit] = dice.choice(spots)
        if counter.regular:
            taken.add((counter.side, state.at[unit]))
            state.moved[unit] = dice.randrange(2)
            if dice.random() < 0.5:
                state.came[unit] = dice.choice(BOARD.neighbours[state.at[unit]])
    for place in BOARD.locations:
        if dice.random() < 0.3:
            state.control[place.index] = 1 - state.control[place.index]
    state.destroyed = [dice.randrange(2) for _ in BOARD.fortresses]
    state.disrupted = [int(dice.random() < 0.2) for _ in range(2)]
    state.stalin_moved = dice.random() < 0.3
    return state


positions = st.integers(0, 2**32).map(random_state)


def regular_on_map(state: IronBlood) -> list[int]:
    return [u for side in (AXIS, SOVIET) for u in BOARD.regulars[side] if on_map(state, u)]


@settings(deadline=None)
@given(positions)
def test_offered_if_and_only_if_not_refused(state: IronBlood) -> None:
    occ = Occupancy(state)
    for side in (AXIS, SOVIET):
        fleets, planes = support.fleet_hexes(state, side), support.air_places(state, side)
        movable = movement.movable(state, occ, side)
        for place in PLACES:
            assert (place in fleets) == (support.why_not_fleet(state, side, place) is None)
            assert (place in planes) == (support.why_not_air(state, side, place) is None)
        for counter in BOARD.units:
            refusal = movement.why_not_move(state, occ, side, counter.index)
            assert (counter.index in movable) == (refusal is None)
    fights = combat.combat_hexes(state, occ)
    partisans, homes = reinforce.partisan_hexes(occ), reinforce.home_city_hexes(occ)
    for place in PLACES:
        assert (place in fights) == (combat.why_not_fight(state, occ, place) is None)
        assert (place in partisans) == (reinforce.why_not_partisan(occ, place) is None)
        assert (place in homes) == (reinforce.why_not_home_city(occ, place) is None)
        for kind in (INFANTRY, TANK):
            offered = place in reinforce.reinforcement_hexes(state, occ, kind)
            assert offered == (reinforce.why_not_reinforce(state, occ, kind, place) is None)
    for location in range(len(BOARD.locations)):
        offered = location in reinforce.stalin_cities(state)
        assert offered == (reinforce.why_not_stalin(state, location) is None)
    for unit in setup.to_deploy(state):
        offered_hexes = setup.setup_hexes(occ, unit)
        for place in PLACES:
            assert (place in offered_hexes) == (setup.why_not_setup(occ, unit, place) is None)


@settings(deadline=None)
@given(positions)
def test_moves_and_retreats_offered_if_and_only_if_not_refused(state: IronBlood) -> None:
    occ = Occupancy(state)
    for unit in regular_on_map(state):
        args = (state, occ, unit)
        domains = (
            (movement.advances(*args), movement.why_not_advance),
            (movement.destinations(*args), movement.why_not_destination),
            (retreat.retreats(*args), retreat.why_not_retreat),
        )
        for offered, why_not in domains:
            for place in PLACES:
                assert (place in offered) == (why_not(*args, place) is None)


@settings(deadline=None)
@given(positions, st.integers(0, 2**32), st.booleans())
def test_every_path_that_is_begun_can_be_ended(state: IronBlood, seed: int, plain: bool) -> None:
    """Hex by hex as a player names them, the hexes passed between written into the path."""
    dice = random.Random(seed)
    occ = Occupancy(state)
    for unit in regular_on_map(state):
        path: list[int] = []
        legal = brute_force_ways(state, occ, unit)
        while offered := movement.next_hexes(state, occ, unit, path):
            assert len(offered) == len(set(offered))
            for place in PLACES:
                refusal = movement.why_not_next(state, occ, unit, path, place)
                assert (place in offered) == (refusal is None)
            named = movement.plain_next(state, occ, unit, path)
            assert named and set(named) <= set(offered)
            pick = dice.choice(list(named) if plain else offered)
            if movement.chain_hexes(state, occ, unit) >> pick & 1:
                path += movement.convoy_path(state, occ, unit, path, pick)
                continue
            found = movement.ways(state, occ, unit, [*path, pick])
            assert len(found) == 1 or pick not in named
            for way in found:
                assert way[: len(path) + 1] == [state.at[unit], *path] and way[-1] == pick
                assert len(way) == len(set(way)) and (way[-2], way[-1]) in legal
            path = dice.choice(found)[1:]
        assert (movement.why_not_end(occ, unit, path) is None) == bool(path)
        ends = movement.destinations(state, occ, unit)
        assert path[-1] in ends if path else ends == []


def brute_force_ways(state: IronBlood, occ: Occupancy, unit: int) -> set[tuple[int, int]]:
    """(hex before, end) of all moves, straight from the wording of the rules."""
    counter = BOARD.units[unit]
    foe = 1 - counter.side
    foot = counter.kind == INFANTRY
    found = set()
    waiting, seen = [state.at[unit]], {state.at[unit]}
    while waiting:
        here = waiting.pop()
        for there in HEXES:
            if BOARD.map.distance(here, there) != 1:
                continue
            hex_ = BOARD.hexes[there]
            friend = occ.regular_at(counter.side, there)
            if hex_.terrain == SEA or (hex_.terrain != CLEAR and not foot and friend < 0):
                continue
            if friend < 0:
                found.add((here, there))
                continue
            same = hex_.location >= 0 and hex_.location == BOARD.hexes[here].location
            if (
                BOARD.seasons[state.season].season != "mud"
                and hex_.terrain == CLEAR
                and not occ.present[foe] >> there & 1
                and not BOARD.rivers.marked(here, there)
                and not (same and state.control[hex_.location] == foe)
                and there not in seen
            ):
                seen.add(there)
                waiting.append(there)
    return found


@settings(deadline=None, max_examples=50)
@given(positions)
def test_moves_are_those_of_brute_force(state: IronBlood) -> None:
    occ = Occupancy(state)
    for unit in regular_on_map(state):
        expected = brute_force_ways(state, occ, unit)
        assert set(movement.destinations(state, occ, unit)) == {end for _, end in expected}
        for end in movement.destinations(state, occ, unit):
            entries = {way[-2] for way in movement.ways(state, occ, unit, [end])}
            possible = {before for before, other in expected if other == end}
            assert entries == ({state.at[unit]} if state.at[unit] in possible else possible)


@settings(deadline=None, max_examples=50)
@given(positions)
def test_supply_is_that_of_each_unit_s_own_line(state: IronBlood) -> None:
    occ = Occupancy(state)
    for side in (AXIS, SOVIET):
        out = supply.out_of_supply(state, occ, side)
        for unit in BOARD.regulars[side]:
            if not on_map(state, unit):
                assert unit not in out
                continue
            line = supply.supply_path(state, occ, unit)
            assert (line is None) == (unit in out)
            if line is None:
                continue
            assert line[0] == state.at[unit] and supply.sources(state, side) >> line[-1] & 1
            for here, there in itertools.pairwise(line):
                assert BOARD.map.adjacent(here, there) and not BOARD.rivers.marked(here, there)
                friend = occ.present[side] >> there & 1
                assert friend or (
                    BOARD.hexes[there].terrain == CLEAR and not occ.present[1 - side] >> there & 1
                )


@settings(deadline=None, max_examples=50)
@given(positions)
def test_occupancy_against_the_plain_list(state: IronBlood) -> None:
    occ = Occupancy(state)
    for side in (AXIS, SOVIET):
        for hex_ in HEXES:
            here = [u for u in BOARD.units if u.side == side and state.at[u.index] == hex_]
            counted = [
                u
                for u in here
                if not (u.kind == FLEET and state.disrupted[side])
                and not (u.kind == FORTRESS and state.destroyed[BOARD.hexes[hex_].fortress])
            ]
            regular = [u.index for u in here if u.regular]
            assert occ.regular_at(side, hex_) == (regular[0] if regular else NOWHERE)
            assert occ.regulars[side] >> hex_ & 1 == bool(regular)
            assert occ.present[side] >> hex_ & 1 == bool(counted)
            assert occ.infantry[side] >> hex_ & 1 == any(u.kind == INFANTRY for u in here)
            assert occ.air[side].get(hex_, 0) == sum(u.kind == AIR for u in here)


def brute_force_retreats(state: IronBlood, occ: Occupancy, unit: int) -> set[int]:
    """Straight from the wording: entry hex first, then the own side; no obstacle."""
    counter = BOARD.units[unit]
    foe, here = 1 - counter.side, state.at[unit]
    opponent = occ.regular_at(foe, here)
    open_ = set()
    for there in HEXES:
        hex_ = BOARD.hexes[there]
        same = hex_.location >= 0 and hex_.location == BOARD.hexes[here].location
        barred = (
            BOARD.map.distance(here, there) != 1
            or hex_.terrain == SEA
            or (counter.kind == TANK and hex_.terrain != CLEAR)
            or BOARD.rivers.marked(here, there)
            or (same and state.control[hex_.location] == foe)
            or occ.present[foe] >> there & 1
            or occ.regular_at(counter.side, there) >= 0
            or (opponent >= 0 and state.came[opponent] == there)
        )
        if not barred:
            open_.add(there)
    if state.came[unit] in open_:
        return {state.came[unit]}
    way = 1 if counter.side == SOVIET else -1
    column = 2 * BOARD.map.axial[here][0] + BOARD.map.axial[here][1]  # type: ignore[index]
    return {
        there
        for there in open_
        if (2 * BOARD.map.axial[there][0] + BOARD.map.axial[there][1] - column) * way > 0  # type: ignore[index]
    }


@settings(deadline=None, max_examples=50)
@given(positions)
def test_retreats_are_those_of_brute_force(state: IronBlood) -> None:
    occ = Occupancy(state)
    for unit in regular_on_map(state):
        assert set(retreat.retreats(state, occ, unit)) == brute_force_retreats(state, occ, unit)


def brute_force_dice(state: IronBlood, occ: Occupancy, hex_: int, side: int) -> int:
    """Every unit of the side asked in turn."""
    count = 0
    for counter in BOARD.units:
        where = state.at[counter.index]
        if counter.side != side or where not in HEXES:
            continue
        if where == hex_:
            silent = (counter.kind == FLEET and state.disrupted[side]) or (
                counter.kind == FORTRESS and state.destroyed[BOARD.hexes[hex_].fortress]
            )
            count += 0 if silent else counter.dice
        elif counter.kind == INFANTRY and BOARD.map.distance(where, hex_) == 1:
            alone = not occ.present[1 - side] >> where & 1
            count += alone and not BOARD.rivers.marked(where, hex_)
    location = BOARD.hexes[hex_].location
    return count + (location >= 0 and state.control[location] == side)


@settings(deadline=None)
@given(positions)
def test_dice_are_those_of_brute_force(state: IronBlood) -> None:
    occ = Occupancy(state)
    for hex_ in combat.combat_hexes(state, occ):
        for side in (AXIS, SOVIET):
            items = combat.dice(state, occ, hex_, side)
            assert combat.total(items) == brute_force_dice(state, occ, hex_, side) >= 2
            assert all(item.dice > 0 and item.reason for item in items)


@given(st.integers(1, 40), st.integers(1, 40))
def test_one_side_wins_and_control_changes_need_every_hex(axis: int, soviet: int) -> None:
    state = new_state()
    won = combat.outcome(state, axis, soviet)
    assert won.winner == (AXIS if axis >= soviet else SOVIET)
    assert won.eliminated == (2 * min(axis, soviet) <= max(axis, soviet))
    assert control.control_changes(state, Occupancy(state)) == []
