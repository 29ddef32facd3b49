"""The map, tables and counters against what the rulebook says of them."""

import json
from importlib.resources import files

import pytest

from engine.board.bits import Steps, members
from engine.games.no_retreat.data import schema
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    ARMOR,
    AXIS,
    CA,
    CADRES,
    CB,
    CITY,
    CLEAR,
    COLUMNS,
    DS,
    EX,
    FINLAND,
    FOREST,
    FORT,
    GREATER_GERMANY,
    HEXES,
    LAKE,
    MARSH,
    MECHANIZED,
    MOUNTAIN,
    MUD,
    NEVER,
    NOWHERE,
    OIL_FIELD,
    ON_MAP,
    PLACES,
    REGIONAL,
    ROWS,
    SEA,
    SEAS,
    SHOCK,
    SNOW,
    SOUTHERN_BALKANS,
    SOVIET,
    TO_DESTROYED,
    TO_REMOVED,
    TO_TRACK,
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


# Tables


def result(side: int, column: str, roll: int) -> int:
    return BOARD.tables[side][BOARD.columns.index(column)][roll - 1]


def test_columns() -> None:
    """§10.5, §10.6.4: nine columns, from 1:3 to 6:1."""
    assert BOARD.columns == ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert all(len(column) == 6 for table in BOARD.tables for column in table)


def test_cells_of_the_examples() -> None:
    """§10.7, §16.0: the results that the examples of play name."""
    assert result(AXIS, "3:2", 3) == CB and result(AXIS, "1:1", 1) == CA
    assert result(SOVIET, "1:2", 5) == CB and result(AXIS, "1:2", 1) == CA
    assert result(SOVIET, "3:2", 4) == EX and result(AXIS, "5:1", 3) == DS
    assert result(SOVIET, "1:1", 3) == CB and result(SOVIET, "1:1", 2) == CA


def test_turn_five_supports() -> None:
    """§13.3: no Blitz! and three Shock! on turn 5."""
    assert (BOARD.turn(5).blitz, BOARD.turn(5).shock) == (0, 3)


def test_sudden_death_turns() -> None:
    """§12.2, §13.2: more than 23 on turn 6; on turn 12 both sides are checked."""
    assert BOARD.turn(6).sudden_death == (23, -1)
    assert min(BOARD.turn(12).sudden_death) > 0
    before = [turn.sudden_death for turn in BOARD.turns[:11]]
    after = [turn.sudden_death for turn in BOARD.turns[12:]]
    assert {pair[SOVIET] for pair in before} == {-1} == {pair[AXIS] for pair in after}


def test_victory_constants() -> None:
    """§12.3, §12.7.4: total victory at 34, at most 6 event VP."""
    assert (BOARD.vp.soviet_total, BOARD.vp.event_max) == (34, 6)


def test_red_turns() -> None:
    """§5.2.1, §12.8, §13.4: three red events up to turn 10, and turn 14 is red."""
    red = [turn.turn for turn in BOARD.turns if turn.red_event]
    assert len([turn for turn in red if turn <= 10]) == 3 and 14 in red
    assert all(
        (turn.red_event.vp, turn.red_event.discard) == (1, 1)
        for turn in BOARD.turns
        if turn.red_event
    )


def test_weather_of_the_track() -> None:
    """§13.1, §13.5, §14.14.1: where the three markers start, and Snow on turn 5."""
    starts = [(marker.turns[0], marker.default) for marker in BOARD.weather_markers]
    assert starts == [(3, MUD), (4, SNOW), (6, MUD)]
    assert BOARD.turn(5).weather == SNOW
    for marker in BOARD.weather_markers:
        for turn in marker.turns:
            assert BOARD.turn(turn).marker == marker.index
            assert BOARD.turn(turn).weather == marker.default
    assert sum(len(marker.turns) for marker in BOARD.weather_markers) == sum(
        turn.marker != NOWHERE for turn in BOARD.turns
    )


def test_weather_effects() -> None:
    """§8.2, §13.1: caps, tables, rivers, advances and targets."""
    clear, mud, snow, winter = BOARD.weathers
    assert [weather.cap for weather in BOARD.weathers] == [0, 3, 4, 4]
    assert [weather.armor_bonus for weather in BOARD.weathers] == [True, False, True, False]
    assert [weather.axis_table for weather in BOARD.weathers] == [AXIS, AXIS, SOVIET, SOVIET]
    assert [weather.rivers for weather in BOARD.weathers] == [True, True, False, False]
    assert (clear.advance, clear.armor_advance, mud.advance) == (2, 3, 1)
    assert (snow.advance, snow.armor_advance, winter.advance) == (2, 2, 1)
    assert (snow.axis_shift, snow.axis_shift_turn_5, winter.axis_targets) == (-1, -2, 3)


def test_turn_effects() -> None:
    """§13.5: what the boxes of the track say."""
    turns = BOARD.event_turns
    assert turns["limited_rail"] == (1, 2) and turns["no_axis_replacements"] == (1, 2, 3, 4)
    assert turns["german_extra_card"] == (8, 9) and turns["initiative_shift"] == (12,)
    first = {
        "begin_soviet_fortifying": 3,
        "begin_german_replacements": 5,
        "two_shift_penalty": 5,
        "begin_free_soviet_upgrade": 6,
        "soviet_tank_advance": 11,
        "soviet_tank_stacking": 11,
        "begin_second_soviet_upgrade": 13,
        "remove_ita_8": 15,
        "remove_pz_2": 16,
        "soviet_two_steps": 17,
        "remove_ss_panzer": 18,
        "stop_soviet_experience": 18,
        "axis_three_targets": 20,
        "soviet_extra_card": 21,
        "soviet_stacking": 23,
        "reich_defenses": 23,
        "end_german_improvement": 24,
        "axis_one_target": 26,
        "remove_berlin_garrison": 28,
    }
    assert {event: turns[event][0] for event in first} == first


def test_draws_and_targets() -> None:
    """§5.2, §10.1: four cards but where the track says otherwise; five targets, later three,
    one.
    """
    assert [turn.draw[AXIS] for turn in BOARD.turns if turn.draw[AXIS] != 4] == [5, 5, 1]
    assert [turn.draw[SOVIET] for turn in BOARD.turns] == [4] * 20 + [5] * 8
    assert [turn.targets[AXIS] for turn in BOARD.turns] == [5] * 19 + [3] * 6 + [1] * 3


# Counters


def strengths(id_: str) -> tuple[int, ...]:
    return tuple(face.strength for face in unit(id_).faces)


def test_german_counters() -> None:
    """§2.3, §6.1, §10.7, §16.0: strengths that the examples name."""
    for id_ in ("army_4", "army_6", "army_9", "army_11", "army_17"):
        assert (front(id_).strength, front(id_).movement) == (4, 4)
    assert strengths("army_6")[1] == 3 and strengths("pz_1")[0] == 7
    assert strengths("pz_3")[1] == 5 and strengths("pz_4")[0] == 6
    assert strengths("army_16")[0] == 3 and strengths("army_18")[1] == 2
    attack = strengths("pz_4")[0] + strengths("army_16")[0] + strengths("army_9")[0]
    assert attack + strengths("army_18")[1] == 15
    german = [u for u in BOARD.units if u.nationality == "german" and u.two_sided]
    assert all((u.full, u.reduced) == (0, 1) for u in german)
    assert all([face.steps for face in u.faces] == [(2, 2), (1, 1)] for u in german)


def test_soviet_counters() -> None:
    """§2.3, §6.1, §10.7, §16.0: strengths that the examples name."""
    assert strengths("central")[0] == 5 and strengths("south")[0] == 3
    assert strengths("bryansk")[0] == 3 and front("bryansk").type == MECHANIZED
    assert strengths("northwest")[0] == 3 and strengths("kalinin")[0] == 4
    assert strengths("volkhov")[0] == 4 and strengths("kalinin")[1] in (7, 8)
    assert back("kalinin").name == "1st Baltic" and back("steppe").name == "2nd Ukraine"
    assert strengths("tank_3")[0] + strengths("steppe")[1] == 12


def test_soviet_steps() -> None:
    """§7.2.2, §7.3, §7.5: red is brittle up to turn 16; a Fort always has two steps."""
    assert [face.steps for face in unit("west").faces] == [(1, 1), (1, 2)]
    assert [face.steps for face in unit("leningrad").faces] == [(1, 1), (2, 2)]
    assert [face.steps for face in unit("ostatky_1").faces] == [(1, 1)]
    assert (unit("west").full, unit("west").reduced) == (1, 0)
    assert [face.steps for face in unit("yugoslav_1").faces] == [(2, 2), (1, 1)]


def test_counter_sheets() -> None:
    """1.0: 69 units among the 88 square counters."""
    assert len(BOARD.units) == 69
    assert len({u.id for u in BOARD.units}) == 69
    words = {(u.side, u.short): u.id for u in BOARD.units}
    assert len(words) == 69
    found = [words[AXIS, word] for word in ("4pz", "16", "kg1")]
    assert [*found, words[SOVIET, "kal"]] == ["pz_4", "army_16", "kg_1", "kalinin"]


def test_white_and_parenthesized() -> None:
    """§2.3, §8.5, §14.1: who cannot attack, and who has neither movement nor ZOC."""
    white = {u.id for u in BOARD.units if u.faces[0].white}
    assert {"kg_1", "ostatky_1", "fin_army", "berlin_garrison", "volks_1"} <= white
    assert "fort_front_a" in white and "leningrad" not in white and back("leningrad").white
    for counter in BOARD.units:
        for face in counter.faces:
            if face.parenthesized:
                assert face.movement == 0 and not face.zoc and face.white
            if face.fort:
                assert face.parenthesized


def test_axis_allies() -> None:
    """§14.2, §7.4: strength 2, one step, back by the turn track; the Finns are a Fort."""
    allies = [u for u in BOARD.units if u.ally]
    assert len(allies) == 6
    for counter in allies:
        assert [face.strength for face in counter.faces] == [2]
        assert (counter.eliminated, counter.delay) == (TO_TRACK, 2)
    assert all(face.fort for face in unit("fin_army").faces)
    assert unit("fin_army").eliminated == TO_REMOVED and strengths("fin_army") == (3, 2)
    assert BOARD.areas[0].home == (unit("fin_army").index,)


def test_cadres() -> None:
    """§14.9, §14.9.1, §14.9.3: four Kampfgruppen and one Ostatky."""
    cadres = [u for u in BOARD.units if u.cadre]
    assert [u.side for u in cadres] == [AXIS] * 4 + [SOVIET]
    for counter in cadres:
        assert counter.entry_place == CADRES[counter.side] and counter.eliminated == TO_TRACK
        assert counter.delay == 1 and not counter.two_sided


def test_special_germans() -> None:
    """§14.5, §14.6, §14.10, §14.11: SS, Luftwaffe and Volkssturm."""
    assert unit("ss_panzer").improve_cost == unit("ss_pzgren").improve_cost == 1
    assert front("ss_panzer").armor and unit("pz_1").improve_cost == 2
    assert (unit("lw_field").eliminated, unit("lw_field").delay) == (TO_TRACK, 2)
    assert sum(u.volkssturm for u in BOARD.units) == 3
    assert unit("volks_1").eliminated == TO_REMOVED
    assert unit("festung").first_loss and unit("berlin_garrison").first_loss


def test_shock_units() -> None:
    """§14.7: two of them; two cards to replace or to flip."""
    shocks = [u for u in BOARD.units if len(u.faces) == 2 and u.faces[1].type == SHOCK]
    assert [u.id for u in shocks] == ["reserve", "voronezh"]
    for counter in shocks:
        assert (counter.improve_cost, counter.destroyed_cost) == (2, 2)


def test_armor_types() -> None:
    """§14.3, §14.4, §10.6.3: armor, and whom its bonus hits."""
    armor = {u.id for u in BOARD.units if u.faces[0].armor}
    assert armor == {f"pz_{n}" for n in range(1, 5)} | {"ss_panzer"} | {
        f"tank_{n}" for n in range(1, 5)
    }
    for counter in BOARD.units:
        for face in counter.faces:
            assert not (face.soft and (face.armor or face.type == MECHANIZED))
    assert back("bryansk").tank and not front("bryansk").tank and front("tank_1").type == ARMOR


def test_regional_units() -> None:
    """§14.1, §7.5: Leningrad, Moscow and Sevastopol have a Fort side that costs a card."""
    regional = [u for u in BOARD.units if u.faces[0].type == REGIONAL]
    assert [u.id for u in regional] == ["leningrad", "moscow", "sevastopol"]
    assert all(u.faces[1].type == FORT and u.improve_cost == 1 for u in regional)


def test_units_of_events() -> None:
    """§13.5: what GG, oil and Warsaw bring."""
    gg, oil, warsaw = ([BOARD.units[u].id for u in e.units] for e in BOARD.conditionals)
    assert gg == ["festung", "hun_1", "hun_3"] and warsaw == ["polish"]
    assert oil == ["group_e", "group_f", "sov_rumanian", "yugoslav_1", "yugoslav_2"]
    assert (unit("ita_8").removal_turn, unit("pz_2").removal_turn) == (15, 16)
    assert (unit("ss_panzer").removal_turn, unit("berlin_garrison").removal_turn) == (18, 28)


def test_optional_counters() -> None:
    """§15.1, §15.2, §15.8, §15.9: detachments 3-3 and 2-5, Fortified Fronts 3-2, Rezervy,
    Partisans.
    """
    optional = {u.id: (u.option, strengths(u.id)[0], front(u.id).movement) for u in BOARD.units}
    assert optional["abt_inf_a"] == optional["abt_inf_b"] == ("15.1", 3, 3)
    assert optional["abt_mech"] == ("15.1", 2, 5)
    assert optional["fort_front_a"] == optional["fort_front_b"] == ("15.2", 3, 2)
    assert optional["rezervy"] == ("15.8", 0, 3) and optional["partisan"][0] == "15.9"
    assert unit("partisan").delay == 4
    assert sum(bool(u.option) for u in BOARD.units) == 7


def test_destroyed_and_surrendered() -> None:
    """§7.9, §11.1: what a replacement costs; one-sided counters follow their backs."""
    for counter in BOARD.units:
        assert counter.surrendered_cost == 2
        if counter.two_sided and counter.nationality in ("german", "soviet"):
            fort = counter.faces[counter.full].fort and counter.side == AXIS
            assert counter.eliminated == (TO_REMOVED if fort else TO_DESTROYED)
        if counter.cadre or counter.ally:
            assert counter.eliminated == TO_TRACK


def test_reinforcements_agree_with_the_track() -> None:
    """§7.8: a unit's own turn of entry is the turn that lists it."""
    listed = {
        number: turn.turn for turn in BOARD.turns for side in turn.reinforcements for number in side
    }
    printed = {u.index: u.entry_turn for u in BOARD.units if u.entry == "reinforcement"}
    assert listed == printed


# Cards


def test_decks() -> None:
    """§5.5, §15.7: 41 cards to start, 13 go and 13 come in 1945, number 55 is the Joker."""
    assert len(BOARD.cards) == 55 and BOARD.joker == 55
    assert BOARD.base_deck == tuple(range(1, 42)) and len(BOARD.deck_1945) == 41
    assert len(BOARD.red_barred) == len(BOARD.green_circled) == 13
    assert not set(BOARD.red_barred) & set(BOARD.deck_1945)
    assert set(BOARD.green_circled) <= set(BOARD.deck_1945)
    assert [c.number for c in BOARD.cards if c.red_barred] == list(BOARD.red_barred)


def test_weather_cards() -> None:
    """§14.14.1, §14.14.2: numbers 32 to 35 and General Mud, all played as they are drawn."""
    assert [card.number for card in BOARD.cards if card.weather] == [12, 32, 33, 34, 35]
    assert BOARD.card(12).halves[SOVIET].name == "General Mud"
    for card in BOARD.cards:
        for half in card.halves:
            assert card.weather == (half.windows == ("immediate_on_draw",))


def number_of(side: int, name: str) -> int:
    return next(card.number for card in BOARD.cards if card.halves[side].name == name)


def test_card_names_and_pairs() -> None:
    """§5.0, §5.3, §5.3.3, §16.0: the cards that the rulebook names."""
    assert number_of(AXIS, "Erich von Manstein") == number_of(SOVIET, "STAVKA")
    assert BOARD.card(number_of(SOVIET, "Rasputitsa")).halves[SOVIET].symbol == AXIS
    assert {op.marker for op in BOARD.card(7).halves[SOVIET].ops} >= {"scorched_earth"}
    assert all(half.ops[0].marker == "defensive_works" for half in BOARD.card(41).halves)
    axis = ["Heinz Guderian", "Gott Mit Uns", "Inexperienced Soviet Officers", "General Staff"]
    soviet = ["Maskirovka", "Heroes of the Soviet Union", "Rasputitsa"]
    numbers = {number_of(AXIS, name) for name in axis}
    assert not numbers & {number_of(SOVIET, name) for name in soviet}


def test_operations_are_complete() -> None:
    """§5.3.1: every half says when and what; shifts know their direction."""
    for card in BOARD.cards:
        for side, half in enumerate(card.halves):
            assert half.card == card.number and half.side == side and half.text and half.ops
            assert half.windows
            for op in half.ops:
                if op.op == "odds_shift":
                    assert op.columns and (op.role or op.own_favour)
                    assert op.own_favour or (op.columns > 0) == (op.role == "attacker")
                if op.op == "convert_result":
                    assert op.convert
                assert (op.op == "choice") == bool(op.of)


# Scenarios


def test_campaign_set_up() -> None:
    """§3.0: who starts where, and who comes when."""
    campaign = BOARD.scenarios[BOARD.scenario_index["campaign"]]
    assert (campaign.first_turn, campaign.first_side, campaign.last_turn) == (1, AXIS, 28)
    assert campaign.places[unit("fin_army").index] == FINLAND
    assert campaign.places[unit("leningrad").index] == at("1401")
    assert campaign.places[unit("kalinin").index] == TRACK + 3
    assert campaign.places[unit("polish").index] == WAITING
    assert campaign.control.count(AXIS) == 11 and campaign.control.count(SOVIET) == 22
    assert (campaign.draw, campaign.keep) == ((6, 0), (4, 0))
    assert campaign.objectives and campaign.sudden_death and campaign.joker == AXIS


@pytest.mark.parametrize("scenario", BOARD.scenarios, ids=lambda scenario: scenario.id)
def test_scenarios_keep_the_rules(scenario) -> None:  # type: ignore[no-untyped-def]
    """§8.4.1, §12.8: stacking holds at the start, nobody stands in water, the VP add up."""
    stacks: dict[int, list[Unit]] = {}
    for counter in BOARD.units:
        place = scenario.places[counter.index]
        if place < ON_MAP:
            stacks.setdefault(place, []).append(counter)
    for place, stack in stacks.items():
        assert place >= HEXES or BOARD.land >> place & 1
        assert len({counter.side for counter in stack}) == 1 and len(stack) <= 2
        if scenario.first_turn < 11:
            assert stack[0].side == AXIS or len(stack) == 1
    counted = [
        place.vp
        for place in BOARD.sites
        if scenario.control[place.index] == scenario.initiative
        and (scenario.first_turn < 23 or place.country == GREATER_GERMANY)
    ]
    assert sum(counted) + scenario.event_vp == scenario.vp_marker


def test_units_that_wait_tell_which_events_are_to_come() -> None:
    """§13.5: before Na Berlin! GG and oil have happened, Warsaw has not."""
    for scenario in BOARD.scenarios:
        to_come = [
            event.id
            for event in BOARD.conditionals
            if all(scenario.places[number] == WAITING for number in event.units)
        ]
        assert to_come == (["warsaw"] if scenario.id == "na_berlin" else ["gg", "oil", "warsaw"])


def test_nobody_holds_an_enemy_city_at_the_start() -> None:
    """§12.7.1: a city belongs to the side whose units stand in it."""
    for scenario in BOARD.scenarios:
        for counter in BOARD.units:
            place = scenario.places[counter.index]
            if place < HEXES and BOARD.site_at[place] >= 0:
                assert scenario.control[BOARD.site_at[place]] == counter.side


def test_short_scenarios_have_goals_of_their_own() -> None:
    """§12.0: what else wins a scenario, and for whom the rest counts."""
    kinds = {s.id: (bool(s.goals), s.objectives, s.sudden_death) for s in BOARD.scenarios}
    assert kinds["campaign"] == kinds["na_berlin"] == (False, True, True)
    assert kinds["tournament"] == (False, True, True)
    assert {kinds[id_] for id_ in ("barbarossa", "fall_blau", "citadel")} == {(True, False, False)}
    barbarossa = BOARD.scenarios[BOARD.scenario_index["barbarossa"]]
    assert [goal.vp for goal in barbarossa.goals] == [24, 0] and barbarossa.goals[1].more == 1


def test_a_file_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        schema.SideRecord.model_validate(
            {"id": "x", "between": ["0101", "0201"], "kind": "river", "source": "", "ford": True}
        )
