"""Combat between armies, fortresses and partisans: phases 3 and 4."""

import pytest

import engine
from tests.iron_blood.table import (
    asked,
    empty,
    hands,
    look,
    names,
    places,
    refused,
    view,
    words,
)

# phase 3 -----------------------------------------------------------------------------------

TWO = (
    "put axis_tank_1 0604 from=0605",
    "put soviet_infantry_1 0604 from=0704",
    "put axis_tank_2 0404 from=0304",
    "put soviet_infantry_2 0404 from=0503",
    "put soviet_tank_3 0802",
)


@pytest.mark.parametrize(("season", "who"), [("1941_clear", "axis"), ("1943_clear", "soviet")])
def test_the_initiative_player_chooses_the_order_of_combats(season: str, who: str) -> None:
    """§phase3, §initiative: and all are fought"""
    game = empty(*TWO, *hands(), f"at {season} axis combat")
    assert asked(game) == [who] and words(game, who, "fight ") == {"0404", "0604"}
    assert names(game, who) == {"fight"}  # combat is mandatory
    assert refused(game, who, "fight 0803") == "phase3"
    with pytest.raises(engine.OutOfTurn):
        game.submit("axis" if who == "soviet" else "soviet", "fight 0404")
    game.submit("gm", "dice combat.axis 2 2 1\ndice combat.soviet 2 2")
    game.submit(who, "fight 0404")
    assert view(game).open_combats == []  # the second is resolved too, there is no choice


@pytest.mark.parametrize(
    ("season", "loser"), [("1941_clear", "soviet_infantry_2"), ("1943_clear", "axis_tank_2")]
)
def test_the_initiative_wins_ties(season: str, loser: str) -> None:
    """initiative, §phase3.resolution"""
    game = empty(
        *TWO,
        *hands(),
        "dice combat.axis 2 1 1",
        "dice combat.soviet 2 2",
        f"at {season} axis combat",
    )
    game.submit(asked(game)[0], "fight 0404")
    assert places(game, loser) != ["0404"]


def test_the_owner_chooses_the_retreat_and_the_default_answers_for_who_wants() -> None:
    """§phase3.retreat: ib-09; the public policy `retreat`"""
    loser = (
        "put axis_tank_1 0604 from=0605",
        "put soviet_infantry_1 0604",
        "put soviet_tank_3 0802",
        *hands(),
        "dice combat.axis 1 1 1",
        "dice combat.soviet 1 1 1",
    )
    game = empty(*loser, "at 1941_clear axis combat")
    assert asked(game) == ["soviet"]
    assert words(game, "soviet", "retreat 1inf ") == {"0703", "0704", "0705"}
    assert refused(game, "soviet", "retreat 1inf 0603") == "phase3.retreat"
    game.submit("soviet", "retreat 1inf 0705")
    assert places(game, "soviet_infantry_1") == ["0705"]
    auto = empty(*loser, "at 1941_clear axis support")
    auto.submit("soviet", "policy retreat auto")
    auto.submit("gm", "at 1941_clear axis combat")
    assert places(auto, "soviet_infantry_1") == ["0704"]  # straight back


FORT = ("put soviet_tank_3 0802", "put axis_infantry_2 0104")


@pytest.mark.parametrize(
    ("fort", "hex_", "came"), [("leningrad", "0401", "0402"), ("sevastopol", "0809", "0708")]
)
@pytest.mark.parametrize("garrison", [True, False])
@pytest.mark.parametrize(
    ("axis", "soviet"),
    [("3 3 3", "1 1 1 1 1 1"), ("3 3 2", "1 1 1 1 1 1"), ("1 1 1", "1 1 1 1 1 1")],
)
def test_a_fortress_is_attacked(
    fort: str, hex_: str, came: str, garrison: bool, axis: str, soviet: str
) -> None:
    """§phase3.fortress, §phase3.resolution"""
    own = [f"put soviet_infantry_1 {hex_}"] if garrison else []
    game = empty(
        *FORT,
        *own,
        f"put axis_tank_1 {hex_} from={came}",
        *hands(),
        f"dice combat.axis {axis}",
        f"dice combat.soviet {soviet[: 11 if garrison else 7]}",
        "at 1941_clear axis combat",
    )
    hits = (sum(map(int, axis.split())), 6 if garrison else 4)
    won = hits[0] >= hits[1]  # the Axis has the initiative
    assert look(game, f"{fort} fortress") == ("destroyed" if won else "stands")
    if not won:
        twice = hits[1] >= 2 * hits[0]
        assert places(game, "axis_tank_1") == ["pool" if twice else came]
        assert not garrison or places(game, "soviet_infantry_1") == [hex_]
        return
    assert places(game, "axis_tank_1") == [hex_]
    if garrison:  # Leningrad has a way east, Sevastopol has none
        away = {"leningrad": "0501", "sevastopol": "box_soviet_pool"}[fort]
        assert places(game, "soviet_infantry_1") == [away]


def test_a_garrison_is_eliminated_with_its_fortress_by_twice_the_hits() -> None:
    """§phase3.fortress, §phase3.resolution"""
    game = empty(
        *FORT,
        "put soviet_infantry_1 0401",
        "put axis_tank_1 0401 from=0402",
        "put axis_air_1 0401",
        *hands(),
        "dice combat.axis 3 3 3 3",
        "dice combat.soviet 1 1 1 1 1 1",
        "at 1941_clear axis combat",
    )
    assert look(game, "leningrad fortress") == "destroyed"
    assert places(game, "soviet_infantry_1") == ["box_soviet_pool"]


def test_a_destroyed_fortress_is_clear_ground_and_counts_no_more() -> None:
    """§phase3.fortress, obstacles"""
    game = empty(
        *FORT,
        "mark leningrad fortress destroyed",
        "put soviet_partisan_1 0302",
        "put axis_tank_1 0402",
        "put soviet_infantry_1 0401",
        *hands(),
        "at 1941_clear axis move",
    )
    assert look(game, "0401 dice soviet") == "2"
    game.submit("axis", "move 1pz 0401")
    game.submit("gm", "put soviet_infantry_1 0502")
    game.submit("axis", "end movement")
    game.submit("soviet", "end movement")
    assert places(game, "axis_tank_1") == ["0401"]  # no combat with a ruin


def test_support_units_are_not_touched_by_a_combat_and_cause_none() -> None:
    """§phase3, §counters.support: ib-11"""
    game = empty(
        "put axis_air_1 0404",
        "put soviet_air_1 0404",
        "put soviet_partisan_1 0404",
        "put axis_tank_1 0604 from=0605",
        "put soviet_air_2 0604",
        "put soviet_tank_3 0802",
        *hands(),
        "dice partisans 3",
        "at 1941_clear axis combat",
    )
    assert view(game).phase == "Reinforcements"
    assert places(game, "soviet_air_2", "axis_tank_1") == ["box_soviet_air", "0604"]


# phase 4 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["axis_infantry_1", "axis_tank_1", "axis_air_1", "axis_fleet"])
def test_any_axis_unit_takes_partisans_off(unit: str) -> None:
    """§phase4: ib-15, before supply is checked"""
    game = empty(
        f"put {unit} 0203",
        "put soviet_partisan_1 0203",
        "put soviet_partisan_2 0204",
        "put soviet_infantry_1 0802",
        *hands(),
        "dice partisans 1",
        "at 1941_clear axis combat",
    )
    assert places(game, "soviet_partisan_1") == ["box_soviet_pool"]
    assert places(game, "soviet_partisan_2") == ["0204"]
