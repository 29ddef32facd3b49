"""Phase 3: dice, results, retreats."""

import pytest

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, NOWHERE, SOVIET
from engine.games.iron_blood.law.combat import (
    combat_hexes,
    dice,
    outcome,
    preview,
    total,
    why_not_fight,
)
from engine.games.iron_blood.law.retreat import homeward, retreats, why_not_retreat
from tests.iron_blood.positions import Position, hex_of, ids, unit
from tests.iron_blood.test_movement import example_ib_02, rule


def count(position: Position, id_: str, side: int) -> int:
    return total(dice(position.state, position.occ, hex_of(id_), side))


def example_ib_04() -> Position:
    """Turn 1 after all movement in the north and south."""
    position = example_ib_02()
    for path in ("0308 0408", "0509 0508", "0409 0408 0508 0608"):
        position.move(path)
    position.move("0404 0304", SOVIET)
    at = position.state.at
    at[unit("axis_fleet")] = hex_of("0203")
    at[unit("axis_air_1")] = hex_of("box_chernoye_more")
    at[unit("axis_air_2")] = at[unit("axis_air_3")] = hex_of("0608")
    at[unit("axis_air_4")] = hex_of("0707")
    at[unit("soviet_air_1")] = hex_of("0203")
    position.state.disrupted = [0, 1]
    return position


def test_example_ib_05_south_riga() -> None:
    """§phase3.dice, §phase3.resolution, §phase3.retreat"""
    position = example_ib_04()
    assert (count(position, "0203", AXIS), count(position, "0203", SOVIET)) == (5, 4)
    assert outcome(position.state, 8, 7) == (AXIS, False)
    loser = position.at("0203", SOVIET)
    assert ids(retreats(position.state, position.occ, loser)) == ["0202"]


def test_example_ib_06_north_minsk() -> None:
    """§phase3.dice, §phase3.retreat, §initiative: it wins ties"""
    position = example_ib_04()
    position.state.at[unit("soviet_infantry_1")] = hex_of("0202")
    assert (count(position, "0304", AXIS), count(position, "0304", SOVIET)) == (5, 4)
    assert outcome(position.state, 7, 7) == (AXIS, False)
    assert ids(retreats(position.state, position.occ, position.at("0304", SOVIET))) == ["0404"]
    assert retreats(position.state, position.occ, position.at("0304")) == []


def test_example_ib_03_no_retreat_from_odessa() -> None:
    """§phase3.retreat: 0707 holds an Axis air unit, 0708 is across the river, 0709 is sea"""
    position = example_ib_04()
    loser = position.at("0608", SOVIET)
    assert retreats(position.state, position.occ, loser) == []
    for id_, why in (("0707", "obstacles"), ("0708", "obstacles"), ("0709", "map.terrain")):
        assert rule(why_not_retreat(position.state, position.occ, loser, hex_of(id_))) == why
    position.state.at[unit("axis_air_4")] = BOARD.air_box[AXIS]
    assert ids(retreats(position.state, position.occ, loser)) == ["0707"]


def test_example_ib_13_south_west_moscow() -> None:
    """§phase3.dice, §phase3.resolution"""
    position = Position(
        axis={"0803": "tank, 2 air", "0703": "infantry"},
        soviet={"0803": "infantry", "0903": "infantry"},
    )
    assert (count(position, "0803", AXIS), count(position, "0803", SOVIET)) == (6, 4)
    assert outcome(position.state, 10, 5) == (AXIS, True)
    assert outcome(position.state, 9, 5) == (AXIS, False)
    reasons = dice(position.state, position.occ, hex_of("0803"), SOVIET)
    assert [item.dice for item in reasons] == [2, 1, 1]
    # An enemy air unit over the supporting infantry stops its support.
    covered = Position(
        axis={"0803": "tank, 2 air", "0703": "infantry", "0903": "air"},
        soviet={"0803": "infantry", "0903": "infantry"},
    )
    assert count(covered, "0803", SOVIET) == 3


def test_example_ib_15_fortress_dice() -> None:
    """§phase3.fortress"""
    with_infantry = Position(soviet={"0401": "infantry"})
    assert count(with_infantry, "0401", SOVIET) == 6
    alone = Position()
    assert count(alone, "0401", SOVIET) == 4
    destroyed = Position(fortresses=False)
    assert count(destroyed, "0401", SOVIET) == 0


def test_where_combat_is() -> None:
    """§phase3: regular units against regular units or a fortress; ib-11"""
    position = Position(
        axis={"0401": "tank", "0404": "infantry", "0405": "infantry", "0802": "air"},
        soviet={"0404": "tank", "0405": "partisan", "0802": "infantry"},
    )
    assert ids(combat_hexes(position.state, position.occ)) == ["0401", "0404"]
    assert rule(why_not_fight(position.state, position.occ, hex_of("0405"))) == "phase3"
    position.state.fought = [hex_of("0401")]
    assert ids(combat_hexes(position.state, position.occ)) == ["0404"]
    assert rule(why_not_fight(position.state, position.occ, hex_of("0401"))) == "phase3"
    position.state.destroyed = [1, 1]
    position.state.fought = []
    assert ids(combat_hexes(position.state, position.occ)) == ["0404"]


def test_infantry_supports_by_land_without_river() -> None:
    """§phase3.dice, §map.rivers: ib-13"""
    position = Position(
        axis={"0504": "tank", "0503": "infantry", "0604": "infantry"}, soviet={"0504": "infantry"}
    )
    assert count(position, "0504", AXIS) == 4  # 0503 is across the Dnepr, 0604 is not
    tanks = Position(axis={"0504": "tank", "0604": "tank"}, soviet={"0504": "infantry"})
    assert count(tanks, "0504", AXIS) == 3


def test_friendly_location_gives_its_die_to_who_controls_it() -> None:
    """§phase3.dice, §map.urban"""
    soviet = Position(axis={"0304": "infantry"}, soviet={"0304": "infantry"})
    assert (count(soviet, "0304", AXIS), count(soviet, "0304", SOVIET)) == (2, 3)
    axis = Position(
        axis={"0304": "infantry"}, soviet={"0304": "infantry"}, control={"minsk": "axis"}
    )
    assert (count(axis, "0304", AXIS), count(axis, "0304", SOVIET)) == (3, 2)
    leningrad = Position(axis={"0401": "infantry"})
    assert count(leningrad, "0401", SOVIET) == 4  # ib-02: no urban location


def test_a_disrupted_fleet_gives_no_die() -> None:
    """§phase1.disrupt"""
    position = Position(axis={"0203": "infantry, fleet"}, soviet={"0203": "infantry, air"})
    assert count(position, "0203", AXIS) == 3
    position.state.disrupted = [1, 0]
    assert count(position, "0203", AXIS) == 2


@pytest.mark.parametrize(
    ("season", "stalin_moved", "winner"),
    [("1941_clear", False, AXIS), ("1943_mud", False, SOVIET), ("1943_mud", True, AXIS)],
)
def test_example_ib_21_initiative_wins_ties(season: str, stalin_moved: bool, winner: int) -> None:
    """initiative"""
    position = Position(season=season)
    position.state.stalin_moved = stalin_moved
    assert outcome(position.state, 6, 6) == (winner, False)


def test_twice_as_many_hits() -> None:
    """§phase3.resolution: ib-12"""
    state = Position().state
    assert outcome(state, 4, 8) == (SOVIET, True)
    assert outcome(state, 4, 7) == (SOVIET, False)
    assert outcome(state, 3, 0) == (AXIS, True)


def test_retreat_to_the_hex_of_entry_first() -> None:
    """§phase3.retreat: ib-09"""
    position = Position(axis={"0404": "infantry"}, soviet={"0404": "tank"})
    loser = position.at("0404")
    assert ids(homeward(hex_of("0404"), AXIS)) == ["0304", "0403", "0405"]
    position.state.came[loser] = hex_of("0504")  # across the Dnepr: barred
    assert ids(retreats(position.state, position.occ, loser)) == ["0304", "0403", "0405"]
    position.state.came[loser] = hex_of("0503")  # east, and still the hex of entry
    assert ids(retreats(position.state, position.occ, loser)) == ["0503"]
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0304"))
    assert refusal and refusal.rule == "phase3.retreat" and "must go back there" in refusal.text
    position.state.came[loser] = NOWHERE
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0503"))
    assert refusal and refusal.rule == "phase3.retreat" and "does not lie west" in refusal.text


def test_no_retreat_where_the_opponent_came_from() -> None:
    """§phase3.retreat"""
    position = Position(axis={"0404": "infantry"}, soviet={"0404": "tank"})
    loser = position.at("0404")
    position.state.came[position.at("0404", SOVIET)] = hex_of("0403")
    assert ids(retreats(position.state, position.occ, loser)) == ["0304", "0405"]
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0403"))
    assert rule(refusal) == "phase3.retreat"


def test_no_retreat_onto_units() -> None:
    """§obstacles, §map.stacking: own regular units, enemy units of any kind; own support is no
    bar
    """
    position = Position(
        axis={"0404": "infantry", "0304": "infantry", "0405": "infantry"},
        soviet={"0404": "tank", "0403": "partisan"},
    )
    loser = position.at("0404")
    assert retreats(position.state, position.occ, loser) == []
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0403"))
    assert rule(refusal) == "obstacles"
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0304"))
    assert rule(refusal) == "map.stacking"
    own = Position(
        axis={"0404": "infantry"},
        soviet={"0404": "infantry", "0503": "partisan"},
    )
    assert hex_of("0503") in retreats(own.state, own.occ, own.at("0404", SOVIET))


def test_tanks_do_not_retreat_into_swamp_and_infantry_does() -> None:
    """§map.terrain, obstacles"""
    for kind, options in (("tank", ["0304", "0403"]), ("infantry", ["0304", "0403", "0405"])):
        position = Position(axis={"0404": kind}, soviet={"0404": "infantry"})
        assert ids(retreats(position.state, position.occ, position.at("0404"))) == options


def test_no_retreat_inside_an_enemy_location() -> None:
    """obstacles, §map.urban"""
    position = Position(axis={"0604": "tank"}, soviet={"0604": "infantry"})
    loser = position.at("0604")
    assert hex_of("0603") not in retreats(position.state, position.occ, loser)
    position.state.came[loser] = hex_of("0603")
    refusal = why_not_retreat(position.state, position.occ, loser, hex_of("0603"))
    assert rule(refusal) == "obstacles"
    position.state.control[BOARD.location_index["smolensk"]] = AXIS
    assert ids(retreats(position.state, position.occ, loser)) == ["0603"]


def test_no_retreat_across_the_dnepr() -> None:
    """§obstacles: the Axis unit south-east of 0503 has no way back"""
    position = Position(axis={"0504": "infantry"}, soviet={"0504": "infantry"})
    loser = position.at("0504")
    position.state.came[loser] = hex_of("0503")
    assert retreats(position.state, position.occ, loser) == []


def test_a_preview_counts_every_die_and_all_chances() -> None:
    """§phase3.dice, §phase3.resolution: the preview is the referee's own arithmetic."""
    position = example_ib_04()
    axis, soviet, *chances = preview(position.state, position.occ, hex_of("0203"))
    assert axis.startswith("Axis: 5 dice (") and soviet.startswith("Soviet: 4 dice (")
    wins = [int(line.split("win ")[1].split("%")[0]) for line in chances]
    assert 99 <= sum(wins) <= 101 and wins[0] > wins[1]


@pytest.mark.parametrize(
    ("planes", "said"), [(1, "air unit in the hex"), (2, "air units in the hex")]
)
def test_what_gives_the_dice_is_said(planes: int, said: str) -> None:
    """§phase3.dice"""
    position = Position(
        axis={"0504": f"tank, {planes} air"}, soviet={"0504": "infantry"}, season="1941_clear"
    )
    items = dice(position.state, position.occ, hex_of("0504"), AXIS)
    assert (said, planes) in [(item.reason, item.dice) for item in items]
