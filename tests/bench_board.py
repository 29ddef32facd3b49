"""How fast the board room is on the largest map (1,966 hexes), for `make bench`."""

import random
import time
from collections.abc import Callable, Iterator

from engine.board.bits import Steps, mask, nth
from engine.board.hexgrid import HexMap, from_offset
from engine.board.occupancy import Occupancy, Roster, Stand, Zone
from engine.board.reach import Bars, ground, reach
from engine.board.supply import supplied, tracing
from engine.games.russia_besieged.data.schema import load
from engine.games.russia_besieged.state import new, occupancy

UNITS = 209
CALLS = 2_000
COSTS = {"clear": 1, "forest": 2, "swamp": 3, "mountain": 3}


def whole_map() -> tuple[HexMap, list[int]]:
    """Every hex of the full rectangle in its place, water too; and its cost, 0 for water.

    Columns are counted westward, odd rows lie half a hex to the east.
    """
    sheet = load()
    costs = {hex_.id: COSTS[hex_.terrain] for hex_ in sheet.hexes}
    ids = sorted({*costs, *(water.id for water in sheet.water_hexes)})
    grid = from_offset([(id_, -int(id_[2:]), int(id_[:2])) for id_ in ids], "odd-r")
    return grid, [costs.get(id_, 0) for id_ in grid.ids]


def microseconds(work: Callable[[], object]) -> float:
    """Mean of many calls."""
    begun = time.process_time()
    for _ in range(CALLS):
        work()
    return (time.process_time() - begun) / CALLS * 1e6


def measured() -> Iterator[tuple[str, float, float]]:
    """(what, microseconds, the most that it may take) where python-chess makes 24,490 plies."""
    grid, costs = whole_map()
    rng = random.Random(1)
    land = [place for place, cost in enumerate(costs) if cost]
    steps = Steps(grid.neighbours)
    roster = Roster([unit % 2 for unit in range(UNITS)], 2, len(grid), (Zone(steps),))
    at = [rng.choice(land) for _ in range(UNITS)]
    stands = [Stand(1, unit % 9) for unit in range(UNITS)]
    d = Occupancy(roster, at, stands.__getitem__)
    rivers = [(grid.index[r.a], grid.index[r.b]) for r in load().river_hexsides]
    over = ground(grid.neighbours, costs, [(1, rivers)])
    zone, foes = d.zone(1), d.present[1]
    bars = Bars(allowed=mask(land) & ~foes, halt=zone, least_one=True)
    passable = mask(land) & ~foes & ~(zone & ~d.present[0])
    sources = mask(place for place in land if grid.ids[place].endswith("40"))
    front = d.present[0]
    yield "a step over the map", microseconds(lambda: steps.spread(front)), 8
    yield "reach with 8 points", microseconds(lambda: reach(over, rng.choice(at), 8, bars)), 60
    yield "supply of 8 hexes for all", microseconds(lambda: tracing(steps, front, passable, 8)), 60
    yield "supply over the map", microseconds(lambda: supplied(steps, sources, passable)), 400
    yield "a pick by rank", microseconds(lambda: nth(passable, rng.randrange(900))), 6
    yield "a unit moves", microseconds(lambda: d.after(0, at[0], land[7], Stand(1, 4))), 20
    start = new(0)
    yield "who stands where, anew", microseconds(lambda: occupancy(start)), 41


if __name__ == "__main__":
    for what, took, most in measured():
        print(f"{what:<28} {took:8.1f} us, at most {most}")
