"""Random positions: what is offered is what no reason is given against, and nothing goes stale."""

import random
from itertools import pairwise

import msgspec
import pytest

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    HEXES,
    LIMITED,
    NATIONS,
    OUT,
    PARTISAN,
    RESERVE,
    SOVIET,
    Cell,
)
from engine.games.stalins_war.law import (
    advance,
    attack,
    crowding,
    exploitation,
    fire,
    losses,
    movement,
    replacements,
    retreat,
    stacking,
    strategic,
    supply,
    works,
)
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.state import StalinsWar, new, occupancy, stand, zoc

G = BOARD.ground
LAND = members(G.land)
SEEDS = range(12)


def scattered(seed: int) -> tuple[StalinsWar, Occupancy, random.Random]:
    """Units, sites and markers anywhere on a turn's map, within stacking; supply as traced."""
    dice = random.Random(seed)
    s = new(0)
    s.turn, s.round, s.side = dice.randint(1, 18), dice.randint(1, 5), dice.randint(0, 1)
    s.place = [RESERVE] * len(s.place)
    s.axis = f"{dice.getrandbits(len(G.sites)):x}"
    there: dict[int, list[int]] = {}
    for unit in BOARD.units:
        place = dice.choice(LAND)
        mates = [BOARD.units[other] for other in there.get(place, [])]
        if dice.random() < 0.2 or any(mate.side != unit.side for mate in mates):
            continue
        if stacking.why_over(s, [*mates, unit], place):
            continue
        there.setdefault(place, []).append(unit.index)
        s.place[unit.index] = place
        s.step[unit.index] = dice.randint(1, unit.full)
    sites = int(s.axis, 16)
    for place, units in there.items():
        if (site := G.site_at[place]) >= 0:
            mine = BOARD.units[units[0]].side == AXIS
            sites = sites | 1 << site if mine else sites & ~(1 << site)
    s.axis = f"{sites:x}"
    armies = [p for p, units in there.items() if any(BOARD.units[u].lcu for u in units)]
    for place in dice.sample(armies, min(6, len(armies))):
        s.trenches[BOARD.units[there[place][0]].side].append(place)
    empty = [place for place in LAND if place not in there]
    s.partisans = dice.sample(empty, 3)
    s.supply = [FULL] * len(s.place)
    d = occupancy(s)
    for side in (AXIS, SOVIET):
        for unit, level in supply.check(s, d, side).items():
            s.supply[unit] = level
    s.ops, s.activated = 3, dice.sample(sorted(there), 20)
    return s, occupancy(s), dice


def mine(s: StalinsWar) -> list[int]:
    return [unit for unit in BOARD.of_side[s.side] if s.place[unit] < HEXES]


@pytest.mark.parametrize("seed", SEEDS)
def test_ways_to_go(seed: int) -> None:
    """8.3, 10.1.3, 10.1.4, 10.2.2, 10.2.5, 10.2.6, 16.3.4: by foot, rail and sea."""
    s, d, dice = scattered(seed)
    units = mine(s)
    for unit in dice.sample(units, min(8, len(units))):
        for ends, why in (
            (movement.ends, movement.why_not),
            (strategic.rail_ends, strategic.why_not_rail),
            (strategic.sea_ends, strategic.why_not_sea),
        ):
            found = ends(s, d, unit)
            assert not found & ~G.land and not found & d.present[1 - s.side]
            for place in range(HEXES):
                assert bool(found >> place & 1) == (why(s, d, unit, place) is None)
        way = movement.reached(s, d, unit)
        for place in members(way.ends) if way else ():
            path = [s.place[unit], *way.path(place)]
            assert all(b in G.foot[a] for a, b in pairwise(path))  # 10.1.3
            zone = zoc(s, d, 1 - s.side)
            assert not any(zone >> hex_ & 1 for hex_ in path[1:-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_who_can_go_at_all(seed: int) -> None:
    """10.1.4, 10.2.2, 10.2.5: short cuts find those for whom each way in turn finds a hex."""
    s, d, dice = scattered(seed)
    mine = BOARD.of_side[s.side]
    s.festungs = dice.sample(sorted(d.at), 5)
    s.ops = dice.randint(0, 2)
    assert list(crowding.movable(s, d)) == [u for u in mine if not crowding.why_no_move(s, d, u)]
    assert list(crowding.railable(s, d)) == [u for u in mine if crowding.rail_ends(s, d, u)]
    assert list(crowding.sailable(s, d)) == [u for u in mine if crowding.sea_ends(s, d, u)]
    for unit in mine:
        if movement.why_still(s, unit) is None:
            assert bool(movement.ends(s, d, unit)) == bool(movement.first_steps(s, d, unit))
        if s.place[unit] < HEXES:
            barred = mask(p for where, _ in movement.barred(s, BOARD.units[unit])
                          for p in members(where))  # fmt: skip
            assert movement.shut(s, s.side, BOARD.units[unit].nation) == barred


@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_that_are_offered(seed: int) -> None:
    """11.1.1, 11.1.3, 11.1.5, 11.2.1: each list can be completed; columns stay on the tables."""
    s, d, dice = scattered(seed)
    for target in attack.targets(s, d):
        chosen: list[int] = []
        for _ in range(dice.randint(1, 6)):
            if near := attack.joiners(s, d, target, chosen):
                chosen.append(dice.choice(near))
        while attack.why_not(s, d, Attack(target, tuple(chosen))):
            bare = {s.place[u] for u in chosen} - {
                s.place[u] for u in chosen if BOARD.units[u].armor
            }
            near = attack.joiners(s, d, target, chosen)
            arms = [u for u in near if BOARD.units[u].armor and s.place[u] in bare]
            assert arms, (target, chosen)
            chosen.append(arms[0])
        for side in fire.fires(s, d, chosen, target):
            assert 0 <= side.column < len(side.table)
            assert side.strength >= 0


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_find_somebody(seed: int) -> None:
    """11.3.2, 11.3.3, 11.3.4: as many steps as are owed can be taken one by one."""
    s, d, dice = scattered(seed)
    for place in members(d.present[s.side])[:20]:
        for attacks in (True, False):
            units = d.units(s.side, place)
            cell = Cell(dice.randint(1, 4), dice.random() < 0.3)
            owed, lost = losses.owed(s, units, cell, attacks), dict[int, int]()
            before = list(s.step)
            for _ in range(owed):
                pool = losses.candidates(s, units, lost, attacks, cell.scu)
                if not pool:
                    assert cell.scu or BOARD.stalin in units
                    break
                hit = dice.choice(pool)
                assert losses.why_not_hit(s, units, lost, attacks, cell.scu, hit) is None
                for other in set(units) - set(pool):
                    assert losses.why_not_hit(s, units, lost, attacks, cell.scu, other)
                s.step[hit] -= 1
                lost[hit] = lost.get(hit, 0) + 1
            s.step = before


@pytest.mark.parametrize("seed", SEEDS)
def test_retreats(seed: int) -> None:
    """11.4.4, 11.4.2: each route that is offered has no reason against it."""
    s, d, dice = scattered(seed)
    units = mine(s)
    for unit in dice.sample(units, min(15, len(units))):
        for length in (1, 2):
            start = s.place[unit]
            for route in retreat.routes(s, d, unit, start, length):
                assert retreat.why_not(s, d, unit, start, length, route) is None
                assert not d.present[1 - s.side] & mask(route)
                stopped = s.side == AXIS and route[-1] in s.partisans
                assert len(route) == length or stopped


@pytest.mark.parametrize("seed", SEEDS)
def test_exploitation(seed: int) -> None:
    """12.1.4, 12.2.2, 12.2.5: domain and reason agree."""
    s, d, dice = scattered(seed)
    s.blitz = [s.place[unit] for unit in mine(s) if BOARD.units[unit].exploits][:4]
    s.haste = [[place, 1, dice.randint(0, 1)] for place in s.blitz[:2]]
    for unit in [u for u in mine(s) if advance.why_no_exploit(s, u) is None][:5]:
        found = advance.exploits(s, d, unit)
        assert found is not None
        for place in range(HEXES):
            why = advance.why_not_exploit_to(s, d, unit, place)
            assert bool(found.ends >> place & 1) == (why is None)
        roomy = exploitation.ends(s, d, unit, ())
        for place in range(HEXES):
            why = exploitation.why_not(s, d, unit, (), place)
            assert bool(roomy >> place & 1) == (why is None)


@pytest.mark.parametrize("seed", SEEDS)
def test_supply_of_all_at_once_is_that_of_each(seed: int) -> None:
    """13.1.2, 13.1.3, 13.2.4: a level is full, limited or none; strongholds feed their own."""
    s, d, _ = scattered(seed)
    for nation in range(len(NATIONS)):
        whole = supply.fed(s, d, nation)
        assert not whole & ~G.land
        for place in LAND[::7]:
            level = supply.at(s, d, nation, place)
            assert (level == FULL) == bool(whole >> place & 1)
            assert level in (FULL, LIMITED, OUT)
    for unit in BOARD.partisans:
        if s.place[unit] < HEXES:
            assert supply.level(s, d, unit) == FULL  # 16.1.6
    for side in (AXIS, SOVIET):
        for unit in supply.starving(s, d, side):
            assert BOARD.units[unit].type != PARTISAN


@pytest.mark.parametrize("seed", SEEDS)
def test_dens_and_doors(seed: int) -> None:
    """7.5.2c, 16.1.3, 9.1.4: where partisans and new units come."""
    s, d, dice = scattered(seed)
    dens = works.dens(s, d)
    for place in range(HEXES):
        assert bool(dens >> place & 1) == (works.why_no_den(s, d, place) is None)
    for unit in dice.sample(range(len(BOARD.units)), 10):
        doors = replacements.doors(s, d, unit)
        for place in LAND:
            offered = place in doors
            assert offered == (replacements.why_no_place(s, d, unit, place) is None)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_stands_where_is_never_stale(seed: int) -> None:
    """8.1, 13.1.1: step by step as from nothing."""
    s, d, dice = scattered(seed)
    for _ in range(30):
        unit = dice.randrange(len(BOARD.units))
        before, now = s.place[unit], dice.choice([*LAND, RESERVE])
        s.place[unit], s.supply[unit] = now, dice.choice((OUT, LIMITED, FULL))
        d = d.after(unit, before, now, stand(s, unit))
    fresh = occupancy(s)
    assert (d.at, d.present) == (fresh.at, fresh.present)
    for side in (AXIS, SOVIET):
        assert zoc(s, d, side) == zoc(s, fresh, side)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_comes_back_as_it_was(seed: int) -> None:
    """2.0: and takes little room."""
    s, _, _ = scattered(seed)
    blob = msgspec.json.encode(s)
    assert msgspec.json.decode(blob, type=StalinsWar) == s
    assert len(blob) < 6_000
