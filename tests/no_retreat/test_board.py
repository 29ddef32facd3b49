"""The map against what the rulebook says of it."""

import json
from importlib.resources import files

from engine.board.bits import Steps, members
from engine.games.no_retreat.data import schema
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CITY,
    CLEAR,
    COLUMNS,
    FINLAND,
    FOREST,
    GREATER_GERMANY,
    HEXES,
    LAKE,
    MARSH,
    MOUNTAIN,
    NEVER,
    OIL_FIELD,
    ON_MAP,
    PLACES,
    ROWS,
    SEA,
    SEAS,
    SOUTHERN_BALKANS,
    SOVIET,
    TRACK,
    USSR,
    WAITING,
    WESTERN_BALKANS,
    WITH_LENINGRAD,
    Face,
    Unit,
)


def at(id_: str) -> int:
    return BOARD.place_index[id_]


def site(id_: str) -> str:
    return BOARD.places[BOARD.sites[BOARD.site_index[id_]].place]


def unit(id_: str) -> Unit:
    return BOARD.units[BOARD.unit_index[id_]]


def front(id_: str) -> Face:
    return unit(id_).faces[0]


def back(id_: str) -> Face:
    return unit(id_).faces[1]


def adjacent(a: str, b: str) -> bool:
    return at(b) in BOARD.adjacent[at(a)]


def toward(a: str, direction: str) -> str:
    return BOARD.places[BOARD.grid.neighbour(at(a), direction)]


def terrain(id_: str) -> int:
    return BOARD.terrain[at(id_)]


def cost(id_: str, armor: bool = False) -> int:
    return BOARD.cost[armor][at(id_)]


def distance(a: str, b: str) -> int:
    """Hexes of the shortest Supply Path on an empty map."""
    reached, steps = 1 << at(a), 0
    while not reached >> at(b) & 1:
        reached |= BOARD.supply.spread(reached)
        steps += 1
    return steps


def flooded(start: int, steps: Steps) -> int:
    """Everything that is reached from the hexes of a mask."""
    reached = start
    while True:
        more = reached | steps.spread(reached)
        if more == reached:
            return reached
        reached = more


def ids(bits: int) -> list[str]:
    return [BOARD.places[hex_] for hex_ in members(bits)]


# Map


def test_every_rule_of_the_index_is_named_once() -> None:
    rules = json.loads((files("engine.games.no_retreat") / "data/rules_index.json").read_text())
    names = [rule["id"] for rule in rules]
    assert len(names) == len(set(names)) and {"6.1", "10.7.5", "14.14.3"} <= set(names)


def test_every_record_has_a_source() -> None:
    assert sum(BOARD.sources.values()) > 900
    kinds = ("rulebook", "public", "reconstructed")
    assert all(any(kind in source for kind in kinds) for source in BOARD.sources)


def test_numbers_are_dense_and_words_are_unique() -> None:
    assert (COLUMNS, ROWS, HEXES) == (28, 20, 560) and ON_MAP == 563
    assert len(BOARD.hexes) == HEXES and len(BOARD.places) == PLACES
    assert at("0101") == 0 and at("0102") == COLUMNS and at("2820") == HEXES - 1
    assert at("finland") == FINLAND and at("southern_balkans") == SOUTHERN_BALKANS
    assert at("waiting") == WAITING and at("t:1") == TRACK + 1 and at("t:28") == PLACES - 1
    assert BOARD.label(at("1401")) == "1401 Leningrad" and BOARD.label(FINLAND) == "Finland"
    assert [BOARD.site_at[site.place] for site in BOARD.sites] == list(range(34))


def test_land_and_water() -> None:
    """§2.0: 385 hexes for units, one lake, 40 sea hexes."""
    assert BOARD.land.bit_count() == 385
    assert [hex_.id for hex_ in BOARD.hexes if hex_.terrain == LAKE] == ["1501"]
    assert sum(hex_.terrain == SEA for hex_ in BOARD.hexes) == 40
    assert BOARD.countries[GREATER_GERMANY] & BOARD.countries[USSR] == 0
    assert BOARD.land & ~(BOARD.countries[GREATER_GERMANY] | BOARD.countries[USSR]) == 0


def test_directions() -> None:
    """§2.1, §6.1: rows run east and west, so a hex has neighbours W, SW, NW, E, SE and NE."""
    assert set(BOARD.grid.directions) == {"W", "SW", "NW", "E", "SE", "NE"}
    assert toward("1401", "E") == "1501" and toward("1401", "SE") == "1402"
    assert toward("1402", "SE") == "1503" and toward("1402", "NW") == "1401"
    assert toward("1312", "SE") == "1413"


def test_neighbours_are_those_of_the_data() -> None:
    """§6.1: even rows lie half a hex to the east."""
    grid = schema.DATA.read(schema.MapFile, "map.json").grid
    for hex_ in BOARD.hexes:
        column, row = int(hex_.id[:2]), int(hex_.id[2:])
        steps = grid.neighbours_odd_row if row % 2 else grid.neighbours_even_row
        for direction, (right, down) in steps.items():
            there = f"{column + right:02}{row + down:02}"
            other = BOARD.grid.neighbour(hex_.index, direction)
            assert (BOARD.places[other] if other >= 0 else "") == (
                there if there in BOARD.place_index else ""
            )


def test_sixteenth_army_and_riga() -> None:
    """§6.1, §6.3: four hexes to Riga, and only over the lake sides of Lake Peipus."""
    assert distance("1302", "1004") == 4
    dry = Steps(
        [
            [other for other in BOARD.paths[hex_] if not BOARD.prohibited.marked(hex_, other)]
            for hex_ in range(HEXES)
        ]
    )
    reached = 1 << at("1302")
    for _ in range(4):
        reached |= dry.spread(reached)
    assert not reached >> at("1004") & 1
    for a, b in (("1202", "1302"), ("1202", "1303"), ("1203", "1303"), ("1204", "1303")):
        assert at(b) in BOARD.paths[at(a)] and at(b) not in BOARD.passable[at(a)]


def test_armies_before_leningrad() -> None:
    """§6.1: who touches whom in the example."""
    assert adjacent("1402", "1302") and adjacent("1402", "1401")
    assert adjacent("1503", "1402") and not adjacent("1503", "1302")
    assert distance("1503", "1507") == 4 and site("smolensk") == "1507"


def test_lake_ladoga() -> None:
    """§6.1, §6.3: nobody enters it, a Supply Path may."""
    ladoga = at("1501")
    assert BOARD.cost[0][ladoga] == BOARD.cost[1][ladoga] == 0
    assert not BOARD.passable[ladoga] and not BOARD.adjacent[ladoga]
    assert all(ladoga not in row for row in BOARD.passable)
    assert {at("1401"), at("1502")} <= set(BOARD.paths[ladoga])
    assert not adjacent("1502", "1401")
    east = min(distance("1502", BOARD.places[edge]) for edge in members(BOARD.east))
    assert east <= 4


def test_no_zone_reaches_over_water() -> None:
    """§8.5: neither into the lake nor across lake and sea hexsides."""
    assert not BOARD.ground.spread(1 << at("1401")) >> at("1501") & 1
    assert not BOARD.ground.spread(1 << at("1202")) >> at("1302") & 1
    assert not BOARD.ground.spread(1 << at("1617")) >> at("1618") & 1
    assert BOARD.ground.spread(1 << at("1718")) >> at("1618") & 1


def test_seas() -> None:
    """§6.2: whom which sea supplies, and that it has a coast."""
    assert tuple(sea.id for sea in BOARD.seas) == SEAS
    assert all(sea.coast and sea.coast & ~BOARD.land == 0 for sea in BOARD.seas)
    baltic, _, caspian, azov = BOARD.seas
    assert baltic.supply[SOVIET] == WITH_LENINGRAD and caspian.supply[AXIS] == NEVER
    assert azov.supply == (NEVER, NEVER)
    assert baltic.coast >> at("1401") & 1


def test_sea_sides_close_a_path() -> None:
    """§6.3: only lakes are open to a Supply Path."""
    for a, b in (("1617", "1618"), ("1717", "1718"), ("1818", "1918"), ("1916", "2016")):
        assert at(b) not in BOARD.paths[at(a)] and at(b) not in BOARD.passable[at(a)]
    assert at("1717") in BOARD.paths[at("1618")]


def test_finland() -> None:
    """§8.6: exactly three hexes touch Finland; no Supply Path goes there."""
    assert ids(BOARD.areas[0].hexes) == ["1401", "1601", "1701"]
    assert set(BOARD.passable[FINLAND]) == {at("1401"), at("1601"), at("1701")}
    assert FINLAND in BOARD.passable[at("1601")]
    assert BOARD.ground.spread(1 << FINLAND) == BOARD.areas[0].hexes
    assert all(other < HEXES for row in BOARD.paths for other in row)
    assert set(BOARD.areas[0].enter) == {"german", "finnish", "soviet"}


def test_balkans() -> None:
    """§8.7: the two areas touch each other; Yugoslavs are at home in both."""
    assert WESTERN_BALKANS in BOARD.passable[SOUTHERN_BALKANS]
    assert adjacent("0718", "western_balkans") and adjacent("0718", "southern_balkans")
    assert adjacent("1019", "southern_balkans")
    yugoslavs = (unit("yugoslav_1").index, unit("yugoslav_2").index)
    assert [area.home for area in BOARD.areas[1:]] == [yugoslavs, yugoslavs]


def test_passable_goes_both_ways() -> None:
    """§10.7.5: what is open one way is open the other way."""
    for table in (BOARD.passable, BOARD.adjacent, BOARD.paths):
        for place, row in enumerate(table):
            assert all(place in table[other] for other in row)


def test_movement_example() -> None:
    """§8.3, §14.3: the costs of the example."""
    assert cost("1402") == 1
    assert terrain("1403") == MARSH and cost("1403") == 2
    for forest in ("1503", "1603"):
        assert terrain(forest) == FOREST and cost(forest) == 1 and cost(forest, armor=True) == 2
    assert all(adjacent(a, b) for a, b in (("1606", "1605"), ("1605", "1604"), ("1604", "1603")))
    assert adjacent("1503", "1603") and adjacent("1403", "1503") and adjacent("1302", "1402")


def test_terrain_stops_and_shifts() -> None:
    """§10.8.1, §10.6.1: mountain, forest and marsh stop an advance."""
    stops = {kind.index for kind in BOARD.terrains if kind.stops_advance}
    assert {MOUNTAIN, FOREST, MARSH} <= stops and CITY not in stops
    shifts = [BOARD.terrains[kind].shift for kind in (CLEAR, FOREST, MARSH, MOUNTAIN, CITY)]
    assert shifts == [0, -1, -1, -2, -1]
    assert [kind.index for kind in BOARD.terrains if kind.armor_bonus] == [CLEAR, OIL_FIELD]


def test_stalingrad() -> None:
    """§10.6.1: a city attacked across river and Objective sides at once."""
    stalingrad = at("2413")
    assert terrain("2413") == CITY and site("stalingrad") == "2413"
    for attacker in (at("2412"), at("2513")):
        assert BOARD.river(stalingrad, attacker)
        assert BOARD.objective_side(stalingrad, attacker)
        assert not BOARD.objective_side(attacker, stalingrad)


def test_objective_sides_protect_objectives() -> None:
    """§10.6.1: every side of an Objective that can be attacked, and no other hex."""
    wanted = BOARD.objectives[AXIS] | BOARD.objectives[SOVIET]
    for target in members(BOARD.land):
        for other in BOARD.passable[target]:
            if other < HEXES:
                assert BOARD.objective_side(target, other) == bool(wanted >> target & 1)


def test_counterblow_example() -> None:
    """§10.7, §10.1.2: who touches whom before Leningrad, and what the terrain gives."""
    assert adjacent("1402", "1401") and adjacent("1402", "1502")
    assert adjacent("1506", "1505") and not adjacent("1506", "1404")
    for target in ("1502", "1504"):
        assert BOARD.terrains[terrain(target)].shift == -1


def test_kiev_and_odessa() -> None:
    """§16.0: the hexes of the example."""
    assert site("kiev") == "1312" and toward("1312", "SE") == "1413"
    assert adjacent("1413", "1312") and adjacent("1413", "1313")
    assert terrain("1313") == CLEAR
    assert not BOARD.river(at("1313"), BOARD.grid.neighbour(at("1313"), "W"))
    assert site("odessa") == "1417"
    assert BOARD.seas[1].coast >> at("1417") & 1
    land = {BOARD.places[other] for other in BOARD.adjacent[at("1417")]}
    west = {toward("1417", "W"), toward("1417", "NW")}
    assert land == west | {"1416"}
    assert all(BOARD.river(at("1417"), at(other)) for other in west)
    assert not BOARD.river(at("1417"), at("1416"))
    assert site("lvov") == "1013"
    assert distance("1413", "1013") == 4 and distance("1313", "1013") == 3
    assert distance("1412", "1013") > 4


def test_cities_trace_east() -> None:
    """§6.1, §13.5: on an empty map every Soviet city reaches a red edge going east."""
    reached = flooded(BOARD.edges[SOVIET], BOARD.rails[SOVIET])
    campaign = BOARD.scenarios[BOARD.scenario_index["campaign"]]
    for place in BOARD.sites:
        if place.terrain == CITY and campaign.control[place.index] == SOVIET:
            assert reached >> place.place & 1, place.id


def test_cities_trace_west() -> None:
    """§6.1: on an empty map every city but Sevastopol reaches the west edge going west."""
    reached = flooded(BOARD.edges[AXIS], BOARD.rails[AXIS])
    cut = [place.id for place in BOARD.sites if place.terrain == CITY]
    assert [id_ for id_ in cut if not reached >> at(site(id_)) & 1] == ["sevastopol"]


def test_sevastopol_hangs_on_the_neck() -> None:
    """§13.5: its way out is 1618 and 1717."""
    steps = Steps(
        [
            [] if hex_ == at("1717") else [o for o in BOARD.paths[hex_] if o != at("1717")]
            for hex_ in range(HEXES)
        ]
    )
    crimea = ids(flooded(1 << at("1619"), steps))
    assert site("sevastopol") == "1619" and "1618" in crimea
    assert not flooded(1 << at("1619"), steps) & (BOARD.east | BOARD.south)


def test_objectives() -> None:
    """§12.1: five gray and four red ones."""
    assert BOARD.objectives[AXIS].bit_count() == 5 and BOARD.objectives[SOVIET].bit_count() == 4
    assert BOARD.objectives[AXIS] >> at(site("moscow")) & 1
    assert BOARD.objectives[SOVIET] >> at(site("berlin")) & 1
    near = distance(site("krasnodar"), site("caucasus_oil"))
    assert near <= 5 and site("krasnodar") == "2118"


def test_oil_fields() -> None:
    """§5.2, §11.3: the Rumanian one touches Bucharest, the other lies on the southeast edge."""
    assert adjacent(site("ploesti_oil"), site("bucharest"))
    assert BOARD.edges[SOVIET] >> at(site("caucasus_oil")) & 1
    assert terrain("1018") == terrain("2619") == OIL_FIELD


def test_map_edges() -> None:
    """§6.1: west is gray, east and south are red."""
    assert BOARD.edges == (BOARD.west, BOARD.east | BOARD.south)
    assert BOARD.west & ~BOARD.countries[GREATER_GERMANY] == 0
    assert (BOARD.east | BOARD.south) & ~BOARD.countries[USSR] == 0
    assert BOARD.west & BOARD.edges[SOVIET] == 0


def test_victory_point_hexes() -> None:
    """§12.7, §12.7.2, §12.7.3: 33 cities and oil fields of one VP each, and Finland."""
    assert len(BOARD.sites) == 34 and all(place.vp == 1 for place in BOARD.sites)
    assert BOARD.sites[-1].place == FINLAND
    german = [place for place in BOARD.sites if place.country == GREATER_GERMANY]
    assert len(german) == 11
    assert BOARD.cities.bit_count() == 31


def test_hexes_for_polish_and_balkan_events() -> None:
    """§13.5: Warsaw, Budapest and Berlin are where the events look."""
    assert (site("warsaw"), site("budapest"), site("berlin")) == ("0710", "0515", "0208")
    places = {unit(id_).entry_place for id_ in ("volks_1", "volks_2", "volks_3")}
    assert places == {at(site(id_)) for id_ in ("konigsberg", "breslau", "vienna")}
    assert unit("berlin_garrison").entry_place == at(site("berlin"))
