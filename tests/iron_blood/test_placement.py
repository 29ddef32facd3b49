"""Set-up, phase 1 and phase 8: where units may be placed."""

import pytest

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, INFANTRY, PARTISAN, SOVIET, TANK
from engine.games.iron_blood.law.reinforce import (
    home_city_hexes,
    in_reserve,
    partisan_hexes,
    reinforcement_hexes,
    stalin_cities,
    why_not_home_city,
    why_not_partisan,
    why_not_reinforce,
    why_not_stalin,
)
from engine.games.iron_blood.law.setup import SUGGESTED, setup_hexes, to_deploy, why_not_setup
from engine.games.iron_blood.law.support import (
    air_places,
    disrupts,
    fleet_hexes,
    free_air,
    why_not_air,
    why_not_fleet,
)
from engine.games.iron_blood.state import Occupancy, new_state
from tests.iron_blood.positions import Position, hex_of, ids, unit
from tests.iron_blood.test_movement import rule


def test_suggested_setup_is_legal() -> None:
    """§setup.axis"""
    state = new_state()
    assert len(to_deploy(state)) == 13
    for counter, hex_ in SUGGESTED:
        assert hex_ in setup_hexes(Occupancy(state), counter)
        state.at[counter] = hex_
    assert to_deploy(state) == []


def test_free_setup() -> None:
    """§setup.axis, §map.border"""
    position = Position(axis={"0105": "tank"})
    tank, infantry = unit("axis_tank_2"), unit("axis_infantry_1")
    assert rule(why_not_setup(position.occ, tank, hex_of("0105"))) == "map.stacking"
    assert rule(why_not_setup(position.occ, tank, hex_of("0207"))) == "map.terrain"
    assert rule(why_not_setup(position.occ, tank, hex_of("0204"))) == "setup.axis"
    assert hex_of("0207") in setup_hexes(position.occ, infantry)
    assert hex_of("0207") not in setup_hexes(position.occ, tank)


def test_example_ib_01_fleet_and_air() -> None:
    """§phase1, §phase1.disrupt: ib-06"""
    state = new_state()
    for counter, hex_ in SUGGESTED:
        state.at[counter] = hex_
    assert hex_of("0203") in fleet_hexes(state, AXIS)
    sea = hex_of("box_chernoye_more")
    for place in (sea, hex_of("0608"), hex_of("0707")):
        assert place in air_places(state, AXIS)
    occ = Occupancy(state)
    assert disrupts(state, occ, AXIS, sea) and not disrupts(state, occ, AXIS, hex_of("0608"))
    state.disrupted = [0, 1]
    assert fleet_hexes(state, SOVIET) == []
    assert rule(why_not_fleet(state, SOVIET, hex_of("0608"))) == "phase1.disrupt"
    assert hex_of("0203") in air_places(state, SOVIET)
    assert len(free_air(state, SOVIET)) == 1


def test_a_fleet_stays_in_its_sea() -> None:
    """phase1, §map.coastal"""
    position = Position()
    assert set(ids(fleet_hexes(position.state, SOVIET))) == set(ids(BOARD.seas[SOVIET].hexes))
    assert rule(why_not_fleet(position.state, AXIS, hex_of("0608"))) == "map.coastal"
    position.state.at[unit("axis_fleet")] = hex_of("0203")
    assert fleet_hexes(position.state, AXIS) == []
    assert rule(why_not_fleet(position.state, AXIS, hex_of("0202"))) == "phase1"


def test_no_air_units_in_snow() -> None:
    """seasons, phase1"""
    position = Position(season="1941_snow")
    assert air_places(position.state, AXIS) == []
    assert rule(why_not_air(position.state, AXIS, hex_of("0304"))) == "seasons"
    assert fleet_hexes(position.state, AXIS) != []


def test_air_units_only_over_clear_land_and_the_enemy_fleet() -> None:
    """§map.terrain, §phase1.disrupt: ib-23"""
    position = Position()
    for swamp_or_mountain in ("0305", "0207", "0609"):
        assert rule(why_not_air(position.state, AXIS, hex_of(swamp_or_mountain))) == "map.terrain"
    assert rule(why_not_air(position.state, AXIS, BOARD.sea_box[AXIS])) == "phase1"
    position.state.at[unit("soviet_fleet")] = hex_of("0508")
    assert BOARD.sea_box[SOVIET] in air_places(position.state, AXIS)
    assert disrupts(position.state, position.occ, AXIS, BOARD.sea_box[SOVIET])
    assert disrupts(position.state, position.occ, AXIS, hex_of("0508"))
    position.state.at[unit("soviet_fleet")] = hex_of("0910")  # ib-27
    assert BOARD.sea_box[SOVIET] not in air_places(position.state, AXIS)
    assert rule(why_not_air(position.state, AXIS, BOARD.sea_box[SOVIET])) == "map.terrain"


def test_air_on_an_own_unit_in_the_fleets_hex_leaves_the_fleet_alone() -> None:
    """§phase1.disrupt: ib-39, the air unit in south Riga of the Example of Play"""
    position = Position(axis={"0203": "fleet"}, soviet={"0203": "infantry"})
    assert not disrupts(position.state, position.occ, SOVIET, hex_of("0203"))
    assert disrupts(position.state, position.occ, SOVIET, BOARD.sea_box[AXIS])
    alone = Position(axis={"0203": "fleet"}, soviet={"0202": "infantry"})
    assert disrupts(alone.state, alone.occ, SOVIET, hex_of("0203"))


def test_no_air_unit_left() -> None:
    """phase1"""
    position = Position()
    for plane in free_air(position.state, AXIS):
        position.state.at[plane] = hex_of("0404")
    assert air_places(position.state, AXIS) == []
    assert rule(why_not_air(position.state, AXIS, hex_of("0404"))) == "phase1"


def test_reinforcements() -> None:
    """§phase8.reinforcements, and example ib_07: the tank in Kiev, the infantry in
    Dnipropetrovsk
    """
    position = Position(
        axis={"0304": "tank"}, soviet={"0406": "infantry"}, control={"odessa": "axis"}
    )
    infantry = ids(reinforcement_hexes(position.state, position.occ, INFANTRY))
    assert "0707" in infantry and "0405" in infantry  # infantry may arrive in the swamp
    assert not {"0304", "0406", "0508", "0103"} & set(infantry)
    tanks = ids(reinforcement_hexes(position.state, position.occ, TANK))
    assert "0506" in tanks and "0607" not in tanks
    assert len(tanks) == 3 + 2 * 4 - 1
    for id_ in ("0304", "0406", "0508", "0103", "0404"):
        refusal = why_not_reinforce(position.state, position.occ, INFANTRY, hex_of(id_))
        assert rule(refusal) == "phase8.reinforcements"
    assert in_reserve(position.state, SOVIET, INFANTRY)[0] == unit("soviet_infantry_2")


def test_partisans_on_empty_soviet_hexes() -> None:
    """§phase8.partisans, §map.border: ib-14"""
    position = Position(axis={"0404": "air"}, soviet={"0406": "infantry", "0504": "partisan"})
    found = ids(partisan_hexes(position.occ))
    assert {"0607", "0305", "1310"} <= set(found)  # urban hexes, swamp and mountain included
    assert not {"0404", "0406", "0504", "0401", "0104", "0609"} & set(found)
    assert rule(why_not_partisan(position.occ, hex_of("0104"))) == "map.border"
    assert rule(why_not_partisan(position.occ, hex_of("0404"))) == "phase8.partisans"
    assert len(in_reserve(position.state, SOVIET, PARTISAN)) == 7
    open_ = Position(fortresses=False)
    assert hex_of("0401") in partisan_hexes(open_.occ)


def test_stalin_goes_to_a_soviet_city_once() -> None:
    """§phase8.stalin: ib-19"""
    position = Position(control={"minsk": "axis"})
    names = {BOARD.locations[place].id for place in stalin_cities(position.state)}
    assert names == {
        "riga",
        "smolensk",
        "dnipropetrovsk",
        "odessa",
        "rostov",
        "voronezh",
        "saratov",
        "krasnodar",
    }
    for other in ("kiev", "minsk", "moscow", "warschau"):
        refusal = why_not_stalin(position.state, BOARD.location_index[other])
        assert rule(refusal) == "phase8.stalin"
    position.state.stalin_moved = True
    assert stalin_cities(position.state) == []


@pytest.mark.parametrize("fought_over", [False, True])
def test_fresh_infantry_in_home_cities(fought_over: bool) -> None:
    """§generals.axis, §optional.anti_partisan: where an own regular unit is not (ib-30)"""
    soviet = {"0205": "infantry"} if fought_over else {}
    position = Position(axis={"0105": "tank"}, soviet=soviet)
    assert ids(home_city_hexes(position.occ)) == ["0103", "0205", "0309", "0409"]
    assert rule(why_not_home_city(position.occ, hex_of("0105"))) == "map.stacking"
    assert rule(why_not_home_city(position.occ, hex_of("0104"))) == "generals.axis"
    assert len(in_reserve(position.state, AXIS, INFANTRY)) == 7
