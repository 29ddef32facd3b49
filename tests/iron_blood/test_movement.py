"""Phase 2: advance, convoy, blitz, disengagement."""

from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, SOVIET
from engine.games.iron_blood.law.movement import (
    advances,
    convoy,
    destinations,
    disengagement,
    movable,
    next_hexes,
    ways,
    why_not_advance,
    why_not_blitz,
    why_not_destination,
    why_not_end,
    why_not_move,
    why_not_next,
)
from tests.iron_blood.positions import Position, hex_of, ids


def rule(refusal: Why | None) -> str:
    assert refusal is not None
    return refusal.rule


def start() -> Position:
    """The suggested set-up."""
    position = Position()
    position.state.at = list(BOARD.start)
    for unit, hex_ in BOARD.suggested:
        position.state.at[unit] = hex_
    return position


def may_go(position: Position, path: str, side: int = AXIS) -> bool:
    """Whether the unit in the first hex may move along the others, each a pick of its own."""
    first, *others = path.split()
    unit = position.at(first, side)
    hexes = [hex_of(id_) for id_ in others]
    return (
        all(
            hex_ in next_hexes(position.state, position.occ, unit, hexes[:number])
            for number, hex_ in enumerate(hexes)
        )
        and why_not_end(position.occ, unit, hexes) is None
    )


def example_ib_02() -> Position:
    position = start()
    for path in (
        "0104 0204",
        "0106 0205 0204 0303",
        "0105 0205 0204 0304",
        "0205 0204 0303 0403",
        "0103 0203",
    ):
        assert may_go(position, path), path
        position.move(path)
    return position


def test_example_ib_02_northern_moves() -> None:
    """§phase2.advance, §phase2.convoy, §phase2.blitz"""
    position = start()
    assert not may_go(position, "0106 0205 0204 0303")  # 0204 is still empty
    position = example_ib_02()
    tank = position.at("0304")
    assert rule(why_not_advance(position.state, position.occ, tank, hex_of("0405"))) == (
        "map.terrain"
    )
    assert hex_of("0404") in advances(position.state, position.occ, tank)
    assert why_not_blitz(position.state, position.occ, tank) is None


def test_example_ib_03_southern_moves() -> None:
    """§phase2.convoy"""
    position = example_ib_02()
    for path in ("0308 0408", "0509 0508", "0409 0408 0508 0608"):
        assert may_go(position, path), path
        position.move(path)


def test_example_ib_04_soviet_move() -> None:
    """§phase2.disengage"""
    position = example_ib_02()
    assert may_go(position, "0404 0304", SOVIET)
    held = position.at("0203", SOVIET)
    assert disengagement(position.state, position.occ, held) == "roll"
    assert disengagement(position.state, position.occ, position.at("0404", SOVIET)) == "free"


def test_example_ib_09_long_convoy() -> None:
    """§phase2.convoy, §phase2.blitz"""
    chain = dict.fromkeys(("0205", "0204", "0303", "0403", "0503", "0502"), "infantry")
    position = Position(axis={"0105": "tank"} | chain)
    assert may_go(position, "0105 0205 0204 0303 0403 0503 0502 0601")
    tank = position.at("0105")
    for swamp in ("0602", "0501"):
        refusal = why_not_destination(position.state, position.occ, tank, hex_of(swamp))
        assert rule(refusal) == "map.terrain"
    found = ways(position.state, position.occ, tank, [hex_of("0601")])
    assert [ids(way) for way in found] == [
        ["0105", "0205", "0204", "0303", "0403", "0503", "0502", "0601"]
    ]
    position.move("0105 0205 0204 0303 0403 0503 0502 0601")
    assert why_not_blitz(position.state, position.occ, tank) is None


def test_example_ib_11_convoy_out_of_a_swamp() -> None:
    """§obstacles: a convoy may begin in a swamp and not pass one"""
    position = Position(axis={"0305": "infantry", "0306": "infantry", "0304": "tank"})
    infantry = position.at("0305")
    refusal = why_not_next(position.state, position.occ, infantry, [], hex_of("0306"))
    assert rule(refusal) == "obstacles"
    assert may_go(position, "0305 0304 0404")
    assert may_go(position, "0305 0405")


def test_two_hexes_to_moscow_then_west() -> None:
    """§phase2.convoy, §phase2.blitz, §phase2.disengage: the Soviet tank of the rulebook's
    example
    """
    position = Position(
        axis={"0703": "infantry", "0603": "tank"},
        soviet={"0805": "tank", "0804": "infantry", "0803": "infantry"},
    )
    assert may_go(position, "0805 0804 0803 0703", SOVIET)
    position.move("0805 0804 0803 0703", SOVIET)
    tank = position.at("0703", SOVIET)
    assert disengagement(position.state, position.occ, tank) == "automatic"
    assert hex_of("0603") in advances(position.state, position.occ, tank)
    assert why_not_blitz(position.state, position.occ, tank) is None


def test_units_in_smolensk_and_a_convoy() -> None:
    """§obstacles: ib-08, one hex of an enemy city can be passed, not both"""
    position = Position(axis={"0503": "infantry", "0603": "tank", "0604": "infantry"})
    infantry = position.at("0503")
    assert may_go(position, "0503 0603 0703")
    assert hex_of("0604") not in convoy(position.state, position.occ, infantry)
    refusal = why_not_next(position.state, position.occ, infantry, [hex_of("0603")], hex_of("0604"))
    assert rule(refusal) == "obstacles"
    assert may_go(position, "0503 0504")  # an advance crosses the river
    taken = Position(
        axis={"0503": "infantry", "0603": "tank", "0604": "infantry"},
        control={"smolensk": "axis"},
    )
    assert may_go(taken, "0503 0603 0604 0605")


def test_ruling_8_advance_into_the_other_hex_of_the_same_location() -> None:
    """§phase2.convoy"""
    position = Position(axis={"0503": "infantry", "0603": "tank"})
    assert may_go(position, "0503 0603 0604")


def test_a_convoy_may_begin_in_an_enemy_location_but_not_go_on_inside() -> None:
    """obstacles"""
    position = Position(axis={"0603": "tank", "0604": "infantry"})
    tank = position.at("0603")
    assert hex_of("0604") not in convoy(position.state, position.occ, tank)
    assert hex_of("0703") in destinations(position.state, position.occ, tank)


def test_rivers_break_a_convoy_and_not_an_advance() -> None:
    """§map.rivers, obstacles"""
    position = Position(axis={"0503": "tank", "0504": "infantry"})
    tank = position.at("0503")
    assert list(convoy(position.state, position.occ, tank)) == [hex_of("0503")]
    refusal = why_not_next(position.state, position.occ, tank, [], hex_of("0504"))
    assert rule(refusal) == "obstacles" and "river" in refusal.text
    alone = Position(axis={"0503": "tank"})
    assert hex_of("0504") in advances(alone.state, alone.occ, alone.at("0503"))


def test_an_enemy_unit_of_any_kind_breaks_a_convoy() -> None:
    """§obstacles: the Soviet unit under an Axis air unit moves freely, nobody convoys over it"""
    position = Position(
        axis={"0704": "air"}, soviet={"0704": "infantry", "0705": "infantry", "0706": "tank"}
    )
    over = position.at("0705", SOVIET)
    assert rule(why_not_next(position.state, position.occ, over, [], hex_of("0704"))) == "obstacles"
    under = position.at("0704", SOVIET)
    assert disengagement(position.state, position.occ, under) == "free"
    assert may_go(position, "0704 0705 0605", SOVIET)


def test_no_convoy_and_no_blitz_in_mud() -> None:
    """seasons"""
    position = Position(
        axis={"0105": "tank", "0205": "infantry", "0204": "tank"}, season="1942_mud"
    )
    tank = position.at("0105")
    assert hex_of("0304") not in destinations(position.state, position.occ, tank)
    refusal = why_not_destination(position.state, position.occ, tank, hex_of("0304"))
    assert rule(refusal) == "seasons"
    assert rule(why_not_blitz(position.state, position.occ, position.at("0204"))) == "seasons"
    assert rule(why_not_next(position.state, position.occ, tank, [], hex_of("0205"))) == "seasons"
    snow = Position(axis={"0105": "tank", "0205": "infantry"}, season="1941_snow")
    assert hex_of("0204") in destinations(snow.state, snow.occ, snow.at("0105"))


def test_one_regular_unit_of_a_side_in_a_hex() -> None:
    """§map.stacking"""
    position = Position(
        axis={"0105": "tank", "0205": "infantry"}, soviet={"0106": "infantry, partisan"}
    )
    tank = position.at("0105")
    refusal = why_not_advance(position.state, position.occ, tank, hex_of("0205"))
    assert rule(refusal) == "map.stacking"
    assert why_not_advance(position.state, position.occ, tank, hex_of("0106")) is None


def test_disengagement_table() -> None:
    """§phase2.disengage"""
    expected = {
        ("infantry", "infantry"): "roll",
        ("infantry", "tank"): "roll",
        ("tank", "infantry"): "automatic",
        ("tank", "tank"): "roll",
        ("tank", "partisan"): "free",
        ("infantry", "air"): "free",
    }
    for (mine, theirs), needed in expected.items():
        position = Position(axis={"0404": mine}, soviet={"0404": theirs})
        assert disengagement(position.state, position.occ, position.at("0404")) == needed
    fort = Position(axis={"0401": "infantry"})
    assert disengagement(fort.state, fort.occ, fort.at("0401")) == "free"


def test_only_tanks_blitz() -> None:
    """§phase2.blitz"""
    position = Position(axis={"0404": "infantry"})
    refusal = why_not_blitz(position.state, position.occ, position.at("0404"))
    assert rule(refusal) == "phase2.blitz"


def test_which_units_may_move() -> None:
    """phase2"""
    position = Position(axis={"0105": "tank", "0205": "infantry", "0304": "air"})
    tank, infantry = position.at("0105"), position.at("0205")
    position.state.moved[infantry] = 1
    assert movable(position.state, position.occ, AXIS) == [tank]
    for unit in (infantry, BOARD.unit_index["axis_air_1"], BOARD.unit_index["axis_tank_6"]):
        assert rule(why_not_move(position.state, position.occ, AXIS, unit)) == "phase2"
    assert rule(why_not_move(position.state, position.occ, SOVIET, tank)) == "phase2"


def test_ruling_33_a_move_does_not_end_where_it_began() -> None:
    """§phase2.convoy"""
    position = Position(axis={"0105": "tank", "0205": "infantry"})
    tank = position.at("0105")
    assert hex_of("0105") not in destinations(position.state, position.occ, tank)
    assert hex_of("0105") not in next_hexes(position.state, position.occ, tank, [hex_of("0205")])


def test_a_convoy_ends_with_an_advance() -> None:
    """§phase2.convoy"""
    position = Position(axis={"0105": "tank", "0205": "infantry"})
    refusal = why_not_end(position.occ, position.at("0105"), [hex_of("0205")])
    assert rule(refusal) == "phase2.convoy"


def test_a_hex_that_two_convoys_reach_is_ambiguous() -> None:
    """§phase2.convoy: the last hex of the chain counts for a retreat"""
    position = Position(axis={"0105": "tank", "0104": "infantry", "0205": "infantry"})
    tank = position.at("0105")
    found = ways(position.state, position.occ, tank, [hex_of("0204")])
    assert [ids(way) for way in found] == [["0105", "0205", "0204"], ["0105", "0104", "0204"]]
    through = ways(position.state, position.occ, tank, [hex_of("0104"), hex_of("0204")])
    assert [ids(way) for way in through] == [["0105", "0104", "0204"]]


def test_next_to_the_unit_the_plain_advance_is_meant() -> None:
    """§phase2.advance"""
    position = Position(axis={"0104": "infantry", "0205": "tank"})
    infantry = position.at("0104")
    found = ways(position.state, position.occ, infantry, [hex_of("0204")])
    assert [ids(way) for way in found] == [["0104", "0204"]]


def test_the_reason_of_a_refusal_is_the_true_one() -> None:
    """§map.stacking, §obstacles: an own unit in the way is named, also where an enemy is too"""
    for season, rules in ((0, "obstacles"), (2, "seasons")):
        position = Position(axis={"0404": "tank", "0403": "infantry"}, soviet={"0403": "infantry"})
        position.state.season = season
        tank = position.at("0404", AXIS)
        refusal = why_not_next(position.state, position.occ, tank, [], hex_of("0403"))
        assert rule(refusal) == rules
        there = BOARD.units[position.at("0403", AXIS)].name
        assert refusal and refusal.text.startswith(f"{there} is in 0403")


def test_nothing_follows_the_end_of_a_move() -> None:
    """§phase2: the refusal names the hex in which the move ends, and no other"""
    position = Position(axis={"0404": "tank", "0403": "infantry"}, soviet={"0802": "infantry"})
    tank, path = position.at("0404", AXIS), [hex_of("0403"), hex_of("0303")]
    refusal = why_not_next(position.state, position.occ, tank, path, hex_of("0304"))
    assert rule(refusal) == "phase2"
    assert refusal and refusal.text == f"The move ends in {BOARD.label(hex_of('0303'))}."
