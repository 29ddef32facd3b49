"""Supply (chapter 6): paths, cities, alternate sources, what blocks, the two checks."""

import pytest

from engine import Game
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, SOVIET
from engine.games.no_retreat.law import supply
from tests.no_retreat.table import empty, ids, look, place, running, unit

T1 = (
    "put army_16 1302",
    "put army_18 1402 back",
    "put pz_4 1503",
    "put fin_army finland",
    "put kalinin 1502",
    "put leningrad 1401 back",
    "put west 1507",
    "mark riga control axis",
    "mark minsk control axis",
    "mark lvov control axis",
)
"""The example of chapter 6."""


def supplied(game: Game, *units: str) -> list[str]:
    """The units of these that are in supply."""
    return [word for word in units if look(game, f"{word} supplied") == "1"]


def overland(game: Game, *units: str) -> list[str]:
    return [word for word in units if look(game, f"{word} overland") == "1"]


def site(id_: str) -> int:
    return BOARD.site_index[id_]


def city(t: T, id_: str, side: int) -> bool:
    return bool(supply.supplied_cities(t.s, t.d, side) >> BOARD.sites[site(id_)].place & 1)


def test_example_of_supply() -> None:
    """§6.1, §6.2, §6.3, §6.0: T1, the 16th over Lake Peipus, the 18th next to it, the 4th cut
    off.
    """
    game = empty(*T1)
    axis = ("army_16", "army_18", "pz_4", "fin_army")
    soviet = ("kalinin", "leningrad", "west")
    assert overland(game, *axis, *soviet) == ["army_16", "kalinin", "leningrad", "west"]
    assert supplied(game, *axis) == ["army_16", "army_18", "fin_army"]
    assert supplied(game, *soviet) == list(soviet)
    t = running(game)
    path = supply.line(t.s, t.d, unit("army_16"))
    assert len(path) == 5 and ids(path)[0] == "1302" and ids(path)[-1] == "1004"


def test_four_hexes() -> None:
    """§6.1: at most four hexes from the unit to its source."""
    for steps, hex_ in ((1, "1308"), (4, "1608"), (5, "1708")):
        there = empty(f"put pz_1 {hex_}", "mark minsk control axis")
        t = running(there)
        assert BOARD.grid.distance(place(hex_), place("1208")) == steps
        assert overland(there, "pz_1") == (["pz_1"] if steps <= 4 else [])
        path = supply.line(t.s, t.d, unit("pz_1"))
        assert len(path) == (steps + 1 if steps <= 4 else 0)


def test_directions_of_city_paths() -> None:
    """§6.1: a city of the Axis traces west only, one of the Soviets east only."""
    t = running(empty())
    for record in BOARD.sites:
        if record.terrain != BOARD.sites[site("minsk")].terrain:
            continue
        side = t.s.control[record.index]
        assert city(t, record.id, side), record.name
        assert not city(t, record.id, 1 - side)
    walled = running(
        empty("mark sevastopol control axis", "mark odessa control axis", "put rum_3 1717")
    )
    assert not city(walled, "sevastopol", AXIS)  # nr-21: it has no way west
    assert city(walled, "odessa", AXIS)


def test_direct_supply_from_the_edge() -> None:
    """§6.1: a unit may trace to its map edge itself; a unit on it is at the edge."""
    edge = BOARD.south
    hex_ = next(h for h in range(len(BOARD.hexes)) if edge >> h & 1 and BOARD.land >> h & 1)
    game = empty(f"put west {BOARD.places[hex_]}", "mark krasnodar control axis")
    assert overland(game, "west") == ["west"]
    t = running(game)
    assert supply.line(t.s, t.d, unit("west")) == [hex_]


def test_zones_block_unless_a_friend_is_there() -> None:
    """§6.3, §8.5.4: an enemy zone blocks a path unless a friendly unit is in that hex."""
    base = ("mark minsk control axis", "put pz_1 1408")
    ring = ("put central 1307", "put bryansk 1309")
    assert overland(empty(*base), "pz_1") == ["pz_1"]
    assert not supplied(empty(*base, *ring), "pz_1")
    friends = ("put army_9 1308", "put army_16 1208")
    assert overland(empty(*base, *ring, *friends), "pz_1") == ["pz_1"]
    assert not overland(empty(*base, *ring, friends[0]), "pz_1")  # Minsk itself is in a zone
    assert not overland(empty(*base, *ring, friends[1]), "pz_1")


def test_enemy_units_and_cities_block() -> None:
    """§6.3: enemy units, and cities that the enemy controls, always block."""
    t = running(empty("put west 1108"))
    passable = supply.flow(t.s, t.d, AXIS).passable
    assert not passable >> place("1108") & 1
    free = running(empty())
    for name in ("riga", "kiev", "smolensk"):
        where = BOARD.sites[site(name)].place
        assert not supply.flow(free.s, free.d, AXIS).passable >> where & 1
        assert supply.flow(free.s, free.d, SOVIET).passable >> where & 1


def test_areas_block_but_units_in_them_trace_out() -> None:
    """§6.3, §8.6: no path goes through Finland; one may begin there (nr-30)."""
    game = empty("put crimean finland")
    assert overland(game, "crimean") == ["crimean"]
    cut = empty("put crimean finland", "put army_16 1401", "put army_18 1601", "put pz_4 1701")
    assert not supplied(cut, "crimean")
    near = empty("put army_9 finland", "mark leningrad control axis")
    assert overland(near, "army_9") == ["army_9"]
    far = empty("put army_9 finland", "mark kalinin control axis")  # 1601 and four hexes more
    assert not overland(far, "army_9")


def test_lakes_are_open_and_seas_closed() -> None:
    """§6.3: Lake Ladoga and lake sides do not block; sea sides stop a path (nr-04)."""
    ladoga = place("1501")
    t = running(empty())
    assert ladoga in BOARD.paths[place("1401")]
    assert supply.flow(t.s, t.d, SOVIET).passable >> ladoga & 1
    assert place("1502") not in BOARD.passable[ladoga]


def test_no_zone_reaches_the_lake() -> None:
    """§8.5, §6.3: no Zone of Control reaches the lake, so Leningrad keeps its way out (nr-05)."""
    game = empty("put pz_4 1502", "put leningrad 1401 back", "put kalinin 1602")
    t = running(game)
    assert not t.d.zone(AXIS) >> place("1501") & 1


def test_seas() -> None:
    """§6.2: Black Sea for both, Caspian for the Soviets, Baltic for the Axis, Azov for nobody."""
    seas = {sea.id: sea.supply for sea in BOARD.seas}
    assert set(seas) == {"baltic_sea", "black_sea", "caspian_sea", "sea_of_azov"}
    port = "put rum_3 1619"  # Sevastopol
    cut = "put caucasus 1618"
    assert supplied(empty(port, cut), "rum_3") == ["rum_3"]
    assert not overland(empty(port, cut), "rum_3")
    t = running(empty())
    azov = next(sea for sea in BOARD.seas if sea.id == "sea_of_azov").coast
    black = next(sea for sea in BOARD.seas if sea.id == "black_sea").coast
    only = azov & ~black & BOARD.land
    for side in (AXIS, SOVIET):
        flow = supply.flow(t.s, t.d, side)
        assert only and not flow.sea & only
        assert flow.sea & black == black


def test_baltic_needs_leningrad() -> None:
    """§6.2: the Soviets use the Baltic only while Leningrad is theirs and supplied."""
    baltic = next(sea for sea in BOARD.seas if sea.id == "baltic_sea").coast
    free = running(empty())
    assert supply.flow(free.s, free.d, SOVIET).sea & baltic == baltic
    lost = running(empty("mark leningrad control axis"))
    assert not supply.flow(lost.s, lost.d, SOVIET).sea & baltic
    assert supply.flow(lost.s, lost.d, AXIS).sea & baltic == baltic


def test_adjacent_units_do_not_chain() -> None:
    """§6.2: a unit next to one with an Overland Supply Path is in supply, the next one is not."""
    game = empty(*T1)
    assert supplied(game, "army_18") and not overland(game, "army_18")
    assert not supplied(game, "pz_4")


def test_minor_countries() -> None:
    """§6.2, §14.8: the Finns in Finland and the Yugoslavs in the Balkans are always in supply."""
    game = empty("put fin_army finland", "put yugoslav_1 southern_balkans", "put army_2 finland")
    assert supplied(game, "fin_army", "yugoslav_1") == ["fin_army", "yugoslav_1"]


def test_a_city_that_supplies_nobody() -> None:
    """§5.3, §6.1: a city with the Scorched Earth marker is no source."""
    lines = ("put pz_1 1608", "mark minsk control axis")
    assert overland(empty(*lines), "pz_1")
    assert not overland(empty(*lines, "mark minsk scorched soviet"), "pz_1")


@pytest.mark.parametrize(("phasing", "west"), [("axis", "0"), ("soviet", "1")])
def test_two_checks_in_order(phasing: str, west: str) -> None:
    """§6.4, §6.5.3: the phasing side is marked first and loses its zones before the other
    traces.
    """
    game = empty("put pz_1 1415", "put west 1316", f"at 3 {phasing} supply")
    assert look(game, "pz_1 unsupplied") == "1"
    assert look(game, "west unsupplied") == west  # only the zone of the Panzer Army cut it off


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_places_agree_with_units(side: int) -> None:
    """§6.1: what is said of an empty place is what a unit finds that is put there."""
    mover = ("pz_1", "central")[side]
    base = ("put army_16 1302", "put west 1507", "put south 1416", "put army_11 1313")
    t = running(empty(*base))
    open_places = supply.overland_places(t.s, t.d, side)
    for hex_ in ("1303", "1205", "1409", "1607", "1413", "1802", "1212", "2110", "1315"):
        if t.d.at.get(place(hex_)) or BOARD.site_at[place(hex_)] >= 0:
            continue
        there = running(empty(*base, f"put {mover} {hex_}"))
        expected = supply.overland(there.s, there.d, unit(mover))
        assert bool(open_places >> place(hex_) & 1) == expected, hex_
