"""The numbered facts of the data sheet, and what board.py makes of the data."""

import pytest

from engine.board.bits import members
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import (
    AIR,
    AXIS,
    CLEAR,
    FLEET,
    FORTRESS,
    INFANTRY,
    MOUNTAIN,
    PARTISAN,
    SEA,
    SOVIET,
    SWAMP,
    TANK,
)
from engine.games.iron_blood.law.obstacles import ENTERABLE
from engine.games.iron_blood.law.setup import setup_hexes
from engine.games.iron_blood.law.supply import supplied
from engine.games.iron_blood.state import Occupancy, new_state
from tests.iron_blood.positions import hex_of, ids


def toward(id_: str, direction: str) -> str:
    return BOARD.places[BOARD.map.neighbour(hex_of(id_), direction)]


def adjacent(a: str, b: str) -> bool:
    return BOARD.map.adjacent(hex_of(a), hex_of(b))


def location(name: str) -> list[str]:
    return ids(BOARD.locations[BOARD.location_index[name]].hexes)


def terrain(id_: str) -> int:
    return BOARD.hexes[hex_of(id_)].terrain


def river(a: str, b: str) -> bool:
    return BOARD.rivers.marked(hex_of(a), hex_of(b))


def test_fact_1_konigsberg_touches_south_riga() -> None:
    assert location("konigsberg") == ["0103"]
    assert adjacent("0103", "0203")
    assert toward("0203", "NE") == "0202"
    assert set(location("riga")) == {"0202", "0203"}


def test_fact_2_hexes_between_warschau_and_minsk() -> None:
    assert adjacent("0204", "0205") and "0205" in location("warschau")
    assert toward("0203", "SE") == "0204"
    assert toward("0304", "W") == "0204"
    assert toward("0204", "W") == "0104" and BOARD.hexes[hex_of("0104")].territory == AXIS
    assert toward("0204", "NE") == "0303" == toward("0203", "E")
    assert adjacent("0303", "0304")
    assert toward("0303", "E") == "0403" and terrain("0403") == CLEAR


def test_fact_3_around_north_minsk() -> None:
    assert [toward("0304", d) for d in ("W", "NW", "SW", "SE")] == ["0204", "0303", "0305", "0405"]
    assert terrain("0305") == SWAMP == terrain("0405")
    assert set(location("minsk")) == {"0304", "0405"}
    assert BOARD.start[BOARD.unit_index["soviet_tank_1"]] == hex_of(toward("0304", "E"))
    assert terrain(toward("0305", "SE")) == SWAMP
    assert toward("0305", "NE") == "0304"


def test_fact_4_south_of_warschau() -> None:
    assert adjacent("0106", "0205") and terrain("0106") == CLEAR


def test_fact_5_around_smolensk() -> None:
    assert location("smolensk") == ["0603", "0604"]
    assert toward("0603", "W") == "0503"
    assert toward("0503", "SE") == "0504" and river("0503", "0504")
    assert toward("0503", "NW") == "0402"
    assert toward("0603", "NW") == "0502" and adjacent("0502", "0503")


def test_fact_6_moscow() -> None:
    assert set(location("moscow")) == {"0802", "0803", "0903"}
    assert toward("0802", "SW") == "0803"
    assert toward("0803", "W") == "0703" and adjacent("0703", "0603")
    assert BOARD.map.distance(hex_of("0803"), hex_of("0805")) == 2


def test_fact_7_coasts_and_example_ib_20() -> None:
    """§map.coastal"""
    ostsee, chernoye_more = BOARD.seas
    assert set(ids(ostsee.hexes)) == {
        "0103",
        "0202",
        "0203",
        "0401",
    }
    assert set(ids(chernoye_more.hexes)) == {
        "0410",
        "0508",
        "0509",
        "0608",
        "0708",
        "0809",
        "0909",
        "0910",
    }
    assert (ostsee.side, chernoye_more.side) == (AXIS, SOVIET)
    assert toward("0401", "SW") == "0302" and terrain("0302") == SWAMP
    assert terrain(toward("0302", "NW")) == SEA and adjacent("0302", "0202")
    assert BOARD.hexes[hex_of("0302")].coastal == -1  # ib-04


def test_fact_8_odessa_and_dnipropetrovsk() -> None:
    assert location("odessa") == ["0508", "0608"]
    assert location("dnipropetrovsk") == ["0607", "0707"]
    assert toward("0607", "E") == "0707"
    east = [toward("0608", d) for d in ("E", "NE", "SE")]
    assert east == ["0708", "0707", "0709"]
    assert river("0608", "0708") and not river("0608", "0707") and terrain("0709") == SEA


def test_fact_9_types_of_locations() -> None:
    """§map.urban"""
    industrial = {place.id for place in BOARD.locations if place.industrial}
    assert industrial == {"moscow", "kiev", "kharkov", "stalingrad", "gorky"}  # ib-20
    sizes = {place.id: len(place.hexes) for place in BOARD.locations}
    assert sizes.pop("konigsberg") == 1
    assert sizes.pop("moscow") == 3
    assert set(sizes.values()) == {2}


def test_fact_10_number_of_locations() -> None:
    assert [place.territory for place in BOARD.locations].count(SOVIET) == 14
    axis = [place.id for place in BOARD.locations if place.territory == AXIS]
    assert axis == ["konigsberg", "warschau", "bucuresti"]  # ib-24
    assert all(place.start == place.territory for place in BOARD.locations)


def test_fact_11_counters() -> None:
    """§counters.regular, §counters.support"""
    counts = [[len(units) for units in BOARD.of_kind[side]] for side in (AXIS, SOVIET)]
    assert counts == [[7, 6, 4, 1, 0, 0], [12, 7, 4, 1, 8, 2]]
    kinds = {kind: {u.regular for u in BOARD.units if u.kind == kind} for kind in range(6)}
    assert kinds[INFANTRY] == kinds[TANK] == {True}
    assert kinds[AIR] == kinds[FLEET] == kinds[PARTISAN] == kinds[FORTRESS] == {False}


def test_fact_12_soviet_start() -> None:
    """§setup.soviet"""
    state = new_state()
    occ = Occupancy(state)
    places = sorted(ids(list(occ.regular[SOVIET])))
    assert places == ["0203", "0404", "0406", "0407", "0603", "0608", "0802", "0803"]
    start = [
        sum(state.at[u] != BOARD.reserve[SOVIET] for u in BOARD.of_kind[SOVIET][kind])
        for kind in (INFANTRY, TANK, AIR)
    ]
    arrivals = [sum(season.arrivals[kind] for season in BOARD.seasons) for kind in range(3)]
    assert start == [5, 3, 1] and arrivals == [7, 4, 3]
    assert [a + b for a, b in zip(start, arrivals, strict=True)] == [12, 7, 4]
    assert ids([state.at[place.unit] for place in BOARD.fortresses]) == ["0401", "0809"]
    assert BOARD.locations[state.stalin].id == "moscow"


def test_fact_13_seasons() -> None:
    """seasons, generals"""
    assert len(BOARD.seasons) == 11
    names = [season.season for season in BOARD.seasons]
    assert names == ["clear", "snow", *["mud", "clear", "snow"] * 3]
    for season in BOARD.seasons:
        assert season.convoy == season.blitz == (season.season != "mud")
        assert season.air == (season.season != "snow")
        assert season.generals == (season.season == "mud", season.season == "snow")
        expected = {"mud": (1, 0, 1), "clear": (1, 1, 0), "snow": (0, 0, 0)}
        assert season.arrivals == expected[season.season]
    assert [season.last for season in BOARD.seasons] == [False] * 10 + [True]
    axis, soviet = BOARD.token_setup
    assert (len(axis.spaces), axis.in_hand, axis.removed) == (3, 1, 1)
    assert (len(soviet.spaces), soviet.in_hand, soviet.removed) == (4, 0, 0)
    assert all(BOARD.seasons[space].generals[AXIS] for space in axis.spaces)
    assert all(BOARD.seasons[space].generals[SOVIET] for space in soviet.spaces)
    assert [token.side for token in BOARD.tokens] == [AXIS] * 5 + [SOVIET] * 4


def test_optional_division_tokens() -> None:
    """§optional.anti_partisan: ib-22, the other four Axis tokens are all used"""
    assert BOARD.tokens[BOARD.division_token].id == "axis_general_infantry"
    assert BOARD.seasons[BOARD.division_season].id == "1943_clear"
    setup = BOARD.division_setup
    assert len(setup.spaces) + setup.in_hand + setup.removed == 4 and setup.removed == 0


def test_fact_14_border() -> None:
    """§map.border"""
    for a, b in BOARD.border:
        assert {BOARD.hexes[a].territory, BOARD.hexes[b].territory} == {AXIS, SOVIET}
    sides = {frozenset(pair) for pair in BOARD.border}
    crossing = {
        frozenset((a, b))
        for a, others in enumerate(BOARD.neighbours)
        for b in others
        if BOARD.hexes[a].territory != BOARD.hexes[b].territory
    }
    assert sides == crossing
    axis_cities = [place for place in BOARD.locations if place.start == AXIS]
    assert all(BOARD.territory[AXIS] & place.mask == place.mask for place in axis_cities)


def test_ruling_5_bridges() -> None:
    """§map.rivers: 57 river sides, those between two urban hexes don't count"""
    assert len(BOARD.river_names) == 57
    assert not river("0506", "0607") and not river("0608", "0707")
    assert river("0504", "0603")


def test_terrain_and_entry() -> None:
    """§map.terrain"""
    for kind in (TANK, AIR):
        assert {BOARD.hexes[h].terrain for h in members(ENTERABLE[kind])} == {CLEAR}
    for kind in (INFANTRY, PARTISAN):
        found = {BOARD.hexes[h].terrain for h in members(ENTERABLE[kind])}
        assert found == {CLEAR, SWAMP, MOUNTAIN}
    for place in BOARD.fortresses:  # ib-03
        assert ENTERABLE[TANK] >> place.hex & 1 and BOARD.hexes[place.hex].location == -1  # ib-02


def test_grid_of_13_by_10() -> None:
    assert len(BOARD.hexes) == 130
    assert BOARD.places[:2] == ("0101", "0201") and BOARD.places[-1] == "pool"
    assert len(BOARD.places) == 130 + 5 + 1
    assert BOARD.map.directions == ("E", "NE", "NW", "W", "SW", "SE")


def test_shorts_are_what_players_type() -> None:
    axis, soviet = ({u.short: u.id for u in BOARD.units if u.side == side} for side in (0, 1))
    assert axis["1pz"] == "axis_tank_1" and axis["fleet"] == "axis_fleet"
    assert soviet["12inf"] == "soviet_infantry_12" and soviet["sev"] == "fortress_sevastopol"
    assert len(axis) == 18 and len(soviet) == 34


def test_every_record_has_a_source() -> None:
    records = [*BOARD.hexes, *BOARD.units, *BOARD.locations, *BOARD.fortresses, *BOARD.seas]
    records += [*BOARD.boxes, *BOARD.tokens, *BOARD.seasons]
    assert all(BOARD.sources)
    assert sum(BOARD.sources.values()) >= len(records)


def test_the_die() -> None:
    assert BOARD.faces == (1, 1, 1, 2, 2, 3)  # ib-01


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_ruling_25_who_is_without_supply_on_an_empty_map(side: int) -> None:
    """phase6"""
    state = new_state()
    for counter in BOARD.units:
        state.at[counter.index] = BOARD.reserve[counter.side]
    state.destroyed = [1, 1]
    reached = supplied(state, Occupancy(state), side)
    if side == AXIS:
        assert BOARD.territory[AXIS] & BOARD.clear & ~reached == 0
        # A unit makes its own swamp or mountain hex passable.
        for hex_ in setup_hexes(Occupancy(state), BOARD.of_kind[AXIS][INFANTRY][0]):
            state.at[BOARD.of_kind[AXIS][INFANTRY][0]] = hex_
            assert supplied(state, Occupancy(state), AXIS) >> hex_ & 1
    else:
        lost = []
        for hex_ in members(BOARD.territory[SOVIET]):
            state.at[BOARD.of_kind[SOVIET][INFANTRY][0]] = hex_
            if not supplied(state, Occupancy(state), SOVIET) >> hex_ & 1:
                lost.append(hex_)
        assert ids(lost) == ["1101", "1201", "1002", "1102", "1310"]
