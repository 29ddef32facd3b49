"""Who has won, who controls what, and supply: phases 5 and 6."""

import pytest

import engine
from engine.core.entries import Lost
from engine.games.iron_blood.data.board import BOARD
from tests.iron_blood.table import (
    empty,
    hands,
    kinds,
    look,
    places,
    told,
    won,
)

# phase 5 and the end ------------------------------------------------------------------------


MOSCOW = ("put axis_tank_1 0802", "put axis_tank_2 0803", "put axis_tank_3 0903")


def test_the_axis_wins_where_stalin_is() -> None:
    """§victory, §phase5: the first way"""
    game = empty(*MOSCOW, "at 1942_clear axis control")
    found = won(game)
    assert found and found[0] == ("axis",) and "Moscow" in found[1]
    assert game.pending() == () and game.verbs("axis") == ()
    with pytest.raises(engine.Over):
        game.submit("axis", "end movement")


def test_moscow_without_stalin_is_no_victory() -> None:
    """victory, §phase8.stalin"""
    game = empty(
        *MOSCOW,
        "put soviet_infantry_1 1103",
        "mark saratov stalin",
        *hands(),
        "at 1942_clear axis control",
    )
    assert won(game) is None and look(game, "moscow control") == "axis"
    there = empty(
        "put axis_tank_1 1205",
        "put axis_tank_2 1305",
        "mark saratov stalin",
        "at 1942_clear axis control",
    )
    found = won(there)
    assert found and found[0] == ("axis",) and "Saratov" in found[1]


def test_the_soviets_win_in_an_axis_city() -> None:
    """§victory, §phase5: the second way"""
    game = empty("put soviet_infantry_1 0103", "at 1942_clear axis control")
    found = won(game)
    assert found and found[0] == ("soviet",)
    half = empty("put soviet_infantry_1 0105", *hands(), "at 1942_clear axis control")
    assert won(half) is None


@pytest.mark.parametrize(
    ("season", "stalin", "winner"),
    [
        ("1942_clear", "", "axis"),
        ("1943_clear", "", "soviet"),
        ("1943_clear", "mark saratov stalin", "axis"),
    ],
)
def test_both_in_one_season_the_initiative_wins(season: str, stalin: str, winner: str) -> None:
    """§victory, §phase5, §initiative: the third"""
    units = [*MOSCOW] if not stalin else ["put axis_tank_1 1205", "put axis_tank_2 1305", stalin]
    game = empty(*units, "put soviet_infantry_1 0103", f"at {season} axis control")
    found = won(game)
    assert found and found[0] == (winner,)


CENTRES = ("kiev", "kharkov", "gorky", "stalingrad")


@pytest.mark.parametrize(
    ("fallen", "held", "winner"),
    [
        (True, ("moscow",), "axis"),
        (True, CENTRES[:3], "axis"),
        (True, CENTRES[:2], "soviet"),
        (False, ("moscow", *CENTRES), "soviet"),
        (True, (), "soviet"),
        (True, ("minsk", "riga", "odessa", "kiev"), "soviet"),
    ],
)
def test_the_end_of_1944(fallen: bool, held: tuple[str, ...], winner: str) -> None:
    """§victory, §phase9: the fourth and fifth, a fortress and Moscow or three centres"""
    marks = [f"mark {place} control axis" for place in held]
    if fallen:
        marks.append("mark sevastopol fortress destroyed")
    if "moscow" in held:
        marks.append("mark saratov stalin")
    game = empty(
        "put axis_infantry_1 0104",
        "put soviet_infantry_1 1003",
        *marks,
        *hands(),
        "at 1944_snow axis calendar",
    )
    found = won(game)
    assert found and found[0] == (winner,)


def test_control_needs_all_hexes_of_each_location_and_gives_it_back() -> None:
    """§map.urban, phase5"""
    for place in BOARD.locations:
        if place.territory == 0:
            continue  # a Soviet unit in each would win the game
        units = [
            f"put axis_infantry_{n} {BOARD.places[hex_]}"
            for n, hex_ in enumerate(place.hexes, start=1)
        ]
        keep = ["mark minsk stalin"] if place.id == "moscow" else []
        whole = empty(
            *units, *keep, "put soviet_infantry_1 1310", *hands(), "at 1941_snow axis control"
        )
        assert look(whole, f"{place.id} control") == "axis"
        part = empty(*units[:-1], *keep, *hands(), "at 1941_snow axis control")
        assert look(part, f"{place.id} control") == "soviet"


# phase 6 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("season", "first"), [("1941_clear", "soviet"), ("1943_clear", "axis")])
def test_the_side_without_the_initiative_checks_supply_first(season: str, first: str) -> None:
    """§phase6, §initiative: what it loses no longer blocks the other"""
    # The Soviet infantry in 0109 and the Axis infantry in 1310 are both out.
    game = empty(
        "put soviet_infantry_1 0109",
        "put axis_infantry_1 1310",
        "put axis_tank_1 0108",
        "put axis_infantry_2 0110",
        "put axis_infantry_3 0209",
        "put axis_infantry_4 0208",
        *hands(),
    )
    receipt = game.submit("gm", f"at {season} axis supply")
    lost = [entry.unit.split("_")[0] for entry in kinds(receipt.entries, Lost)]
    assert lost and lost[0] == first


def test_units_out_of_supply_are_eliminated() -> None:
    """§phase6: and Soviet ones can come back (ib-18)"""
    game = empty("put axis_tank_1 1304", "put soviet_infantry_1 0802", *hands())
    receipt = game.submit("gm", "at 1941_clear axis supply")
    assert "out of supply" in told(game, receipt)
    assert places(game, "axis_tank_1", "soviet_infantry_1") == ["pool", "0802"]


FENCE = (
    "put axis_infantry_7 0404",
    "put soviet_partisan_1 0503",
    "put soviet_partisan_2 0403",
    "put soviet_partisan_3 0505",
    "put soviet_partisan_4 0405",
)


@pytest.mark.parametrize(
    "gate", ["", "soviet_infantry_1", "soviet_tank_1", "soviet_air_1", "soviet_partisan_8"]
)
@pytest.mark.parametrize("friend", ["", "axis_infantry_1", "axis_tank_1", "axis_air_1"])
def test_any_enemy_unit_bars_a_line_and_any_friendly_one_opens_it(gate: str, friend: str) -> None:
    """§phase6, §obstacles: the only way west of 0404 is 0304"""
    edits = [f"put {unit} 0304" for unit in (gate, friend) if unit]
    game = empty(*FENCE, *edits)
    assert look(game, "axis_infantry_7 supply") == ("out" if gate and not friend else "in")


def test_rivers_and_swamps_bar_a_line() -> None:
    """phase6, obstacles, §map.rivers, §map.terrain"""
    shut = (*FENCE[:3], "put soviet_partisan_5 0304")  # the swamp 0405 and the Dnepr are left
    assert look(empty(*shut), "axis_infantry_7 supply") == "out"
    assert look(empty(*shut, "put axis_infantry_1 0405"), "axis_infantry_7 supply") == "in"
    over_the_river = ("put soviet_partisan_6 0405", "put axis_tank_1 0504")
    assert look(empty(*shut, *over_the_river), "axis_infantry_7 supply") == "out"
    assert look(empty(*shut, *over_the_river), "axis_tank_1 supply") == "in"


def test_fleets_and_fortresses_bar_a_line() -> None:
    """§phase6, §obstacles: an Axis unit behind Sevastopol, and one behind the Soviet fleet"""
    for edits, supplied in ((("put soviet_fleet 0708",), "out"), ((), "in")):
        fence = [f"put soviet_partisan_{n} {h}" for n, h in enumerate(("0808", "0909"), start=1)]
        game = empty(
            "put axis_tank_1 0809",
            "mark sevastopol fortress destroyed",
            *fence,
            "put axis_infantry_1 0508",
            "put axis_infantry_2 0608",
            "put axis_tank_2 0707",
            *edits,
        )
        assert look(game, "axis_tank_1 supply") == supplied
