"""Phases 4 to 6: partisans caught, control, victory, supply."""

import pytest

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, SOVIET
from engine.games.iron_blood.law.control import control_changes, final, victory
from engine.games.iron_blood.law.reinforce import caught_partisans
from engine.games.iron_blood.law.supply import out_of_supply, supply_path
from engine.games.iron_blood.state import initiative
from tests.iron_blood.positions import Position, hex_of, ids
from tests.iron_blood.test_combat import example_ib_04


def line(position: Position, id_: str, side: int = AXIS) -> list[str] | None:
    path = supply_path(position.state, position.occ, position.at(id_, side))
    return None if path is None else ids(path)


def changes(position: Position) -> list[tuple[str, int]]:
    return [
        (BOARD.locations[where].id, side)
        for where, side in control_changes(position.state, position.occ)
    ]


def test_example_ib_16_control_of_minsk() -> None:
    """phase5, §map.urban"""
    both = Position(axis={"0304": "tank", "0405": "infantry"})
    assert changes(both) == [("minsk", AXIS)]
    one = Position(axis={"0304": "tank", "0405": "air"})
    assert changes(one) == []
    back = Position(soviet={"0304": "tank", "0405": "infantry"}, control={"minsk": "axis"})
    assert changes(back) == [("minsk", SOVIET)]


def test_moscow_needs_three() -> None:
    """§phase5, §victory: ib-19"""
    position = Position(axis={"0802": "tank", "0803": "tank"})
    assert changes(position) == []
    position = Position(axis={"0802": "tank", "0803": "tank", "0903": "tank"})
    assert changes(position) == [("moscow", AXIS)]
    position.state.control[BOARD.location_index["moscow"]] = AXIS
    won = victory(position.state)
    assert won is not None and won.winner == AXIS and "Moscow" in won.reason
    position.state.stalin = BOARD.location_index["saratov"]
    assert victory(position.state) is None


def test_soviets_in_an_axis_city() -> None:
    """victory, phase5"""
    position = Position(soviet={"0103": "infantry"})
    assert changes(position) == [("konigsberg", SOVIET)]  # ib-26
    position.state.control[BOARD.location_index["konigsberg"]] = SOVIET
    won = victory(position.state)
    assert won is not None and won.winner == SOVIET and "Königsberg" in won.reason


@pytest.mark.parametrize(("season", "winner"), [("1942_clear", AXIS), ("1944_snow", SOVIET)])
def test_both_win_at_once(season: str, winner: int) -> None:
    """phase5, initiative"""
    control = {"moscow": "axis", "warschau": "soviet"}
    won = victory(Position(season=season, control=control).state)
    assert won is not None and won.winner == winner


def test_nobody_wins_at_the_start() -> None:
    """victory"""
    assert victory(Position().state) is None


def test_end_of_the_game() -> None:
    """§victory, §phase9: ib-20"""
    centres = {"kiev": "axis", "kharkov": "axis", "gorky": "axis"}
    position = Position(control=centres)
    assert final(position.state).winner == SOVIET  # no fortress destroyed
    position.state.destroyed = [0, 1]
    assert final(position.state).winner == AXIS
    two = Position(control={"kiev": "axis", "kharkov": "axis", "minsk": "axis"})
    two.state.destroyed = [1, 1]
    assert final(two.state).winner == SOVIET
    moscow = Position(control={"moscow": "axis"})
    moscow.state.destroyed = [1, 0]
    assert final(moscow.state).winner == AXIS


def test_example_ib_21_initiative() -> None:
    """initiative"""
    for season in BOARD.seasons:
        position = Position(season=season.id)
        assert initiative(position.state) == (SOVIET if season.year >= 1943 else AXIS)
        position.state.stalin_moved = True
        assert initiative(position.state) == AXIS


def test_example_ib_17_supply_west_of_the_dnepr() -> None:
    """phase6"""
    position = Position(axis={"0404": "tank"})
    assert out_of_supply(position.state, position.occ, AXIS) == []
    path = line(position, "0404")
    assert path is not None and path[0] == "0404"
    # Of the shortest lines the one by 0304 0204 0205 is as good as the coast at Riga.
    position.state.disrupted = [1, 0]
    assert line(position, "0404") == ["0404", "0304", "0204", "0205"]


def test_supply_through_a_swamp_to_the_coast() -> None:
    """§phase6, §map.coastal: the Axis tank beside Leningrad of the rulebook's example"""
    position = Position(axis={"0402": "tank", "0302": "infantry"}, soviet={"0303": "partisan"})
    assert line(position, "0402") == ["0402", "0302", "0202"]
    without = Position(axis={"0402": "tank"}, soviet={"0303": "partisan"})
    assert line(without, "0402") != ["0402", "0302", "0202"]
    assert line(without, "0402") != ["0402", "0401"]  # the fortress is an obstacle


def test_example_ib_19_supply_past_partisans() -> None:
    """phase6, obstacles"""
    soviet = {"0204": "partisan", "0303": "partisan"}
    position = Position(axis={"0304": "tank", "0305": "infantry"}, soviet=soviet)
    assert line(position, "0304") == ["0304", "0305", "0205"]
    soviet |= {"0404": "partisan", "0403": "partisan"}
    alone = Position(axis={"0304": "tank"}, soviet=soviet)
    assert line(alone, "0304") is None
    assert out_of_supply(alone.state, alone.occ, AXIS) == [alone.at("0304")]


def test_any_friendly_unit_opens_a_hex() -> None:
    """§obstacles: an air unit over a partisan, phase1"""
    soviet = dict.fromkeys(("0204", "0303", "0404", "0403"), "partisan")
    position = Position(axis={"0304": "tank", "0204": "air"}, soviet=soviet)
    position.state.disrupted = [1, 0]
    assert line(position, "0304") == ["0304", "0204", "0205"]


def test_rivers_and_enemy_locations_block_supply() -> None:
    """§obstacles, §map.rivers: ib-17"""
    soviet = {"0404": "partisan", "0403": "partisan", "0303": "partisan"}
    fenced = Position(axis={"0405": "infantry"}, soviet=soviet | {"0406": "partisan"})
    # 0405 is the other hex of Minsk: no step to 0304 while Minsk is Soviet.
    assert line(fenced, "0405") is None
    inside = Position(axis={"0405": "infantry", "0406": "air"}, soviet=soviet)
    path = line(inside, "0405")
    assert path is not None and path[1] == "0406"
    taken = Position(axis={"0405": "infantry"}, soviet=soviet, control={"minsk": "axis"})
    path = line(taken, "0405")
    assert path is not None and path[1] == "0304"


def test_sources_of_supply() -> None:
    """§phase6, §phase1.disrupt: ib-16"""
    position = Position(axis={"0203": "infantry"}, control={"konigsberg": "soviet"})
    assert line(position, "0203") == ["0203"]  # a coastal hex
    position.state.disrupted = [1, 0]
    path = line(position, "0203")
    assert path is not None and path[-1] in ("0105", "0205")  # Warschau
    # A captured city is no source.
    far = Position(
        axis={"0405": "infantry"},
        soviet={"0304": "partisan", "0404": "partisan", "0406": "partisan"},
        control={"minsk": "axis"},
    )
    assert line(far, "0405") is None


def test_soviet_supply() -> None:
    """phase6"""
    position = Position(soviet={"0604": "infantry", "0208": "infantry"})
    assert line(position, "0604", SOVIET) == ["0604"]
    assert out_of_supply(position.state, position.occ, SOVIET) == []
    axis = dict.fromkeys(("0207", "0307", "0308", "0309"), "infantry") | {
        "0108": "tank",
        "0109": "tank",
    }
    cut = Position(axis=axis, soviet={"0208": "infantry"})
    assert line(cut, "0208", SOVIET) is None


def test_a_source_with_an_obstacle_is_none() -> None:
    """§phase6: the mountain coast of Sochi supplies only who has a unit there"""
    control = dict.fromkeys(
        (place.id for place in BOARD.locations if place.territory == SOVIET), "axis"
    )
    axis = {"1009": "tank", "1109": "tank"}
    position = Position(soviet={"1010": "infantry"}, axis=axis, control=control)
    assert line(position, "1010", SOVIET) is None
    both = {"1010": "infantry", "0910": "infantry"}
    position = Position(soviet=both, axis=axis, control=control)
    assert line(position, "1010", SOVIET) == ["1010", "0910"]


def test_ruling_25_beyond_the_volga() -> None:
    """phase6"""
    position = Position(axis={"1304": "tank"}, fortresses=False)
    assert line(position, "1304") is None
    taken = Position(axis={"1304": "tank"}, control={"saratov": "axis"}, fortresses=False)
    assert line(taken, "1304") is not None


def test_phase_4_takes_partisans_off() -> None:
    """§phase4: ib-15, air units and fleets catch them too"""
    position = Position(
        axis={"0304": "tank", "0404": "air", "0203": "fleet"},
        soviet={
            "0304": "partisan",
            "0404": "partisan",
            "0203": "partisan",
            "0504": "partisan",
        },
    )
    caught = caught_partisans(position.state, position.occ)
    assert ids([position.state.at[unit] for unit in caught]) == ["0304", "0404", "0203"]
    position.state.disrupted = [1, 0]
    caught = caught_partisans(position.state, position.occ)
    assert hex_of("0203") not in [position.state.at[unit] for unit in caught]  # ib-28


def test_example_ib_07_odessa_changes_hands() -> None:
    """phase5, phase6"""
    position = example_ib_04()
    position.state.at[position.at("0608", SOVIET)] = BOARD.reserve[SOVIET]
    position.state.at[position.at("0203", SOVIET)] = hex_of("0202")
    position.state.at[position.at("0304", SOVIET)] = hex_of("0404")
    assert changes(position) == [("odessa", AXIS)]
    position.state.control[BOARD.location_index["odessa"]] = AXIS
    assert out_of_supply(position.state, position.occ, AXIS) == []
    assert out_of_supply(position.state, position.occ, SOVIET) == []
