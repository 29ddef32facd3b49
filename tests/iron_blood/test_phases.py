"""The sequence of play: set-up, placing and moving; what the view says of a phase."""

import pytest

import engine
from engine.core.entries import Marked, Rolled
from engine.games.iron_blood.data.board import BOARD
from tests.iron_blood.table import (
    asked,
    empty,
    hands,
    kinds,
    look,
    names,
    places,
    refused,
    table,
    view,
    words,
)

# the view ----------------------------------------------------------------------------------

CLASH = (
    "put axis_tank_1 0404",
    "put soviet_tank_1 0404",
    "put axis_tank_2 0604",
    "put soviet_tank_2 0604",
    "put soviet_infantry_3 0803",
    "put axis_infantry_1 0104",
    "put soviet_infantry_1 0203",
)
STATIONS = [
    ("axis setup", "Set-up", "axis"),
    ("axis support", "Fleet and air support", "axis"),
    ("soviet support", "Fleet and air support", "soviet"),
    ("axis move", "Movement", "axis"),
    ("soviet move", "Movement", "soviet"),
    ("axis combat", "Combat", "axis"),
    ("axis reinforce", "Reinforcements", "soviet"),
]


@pytest.mark.parametrize(("station", "phase", "side"), STATIONS)
def test_the_view_names_the_phase_and_combats_show_in_their_phase_alone(
    station: str, phase: str, side: str
) -> None:
    """initiative, phase1, phase2, phase3"""
    game = empty(*CLASH, f"at 1941_clear {station}")
    assert asked(game) == [side]
    assert view(game).phase == phase
    assert len(view(game).open_combats) == (2 if phase == "Combat" else 0)


# set-up ------------------------------------------------------------------------------------


def test_the_tokens_are_laid_out() -> None:
    """§setup.axis, §setup.soviet, §generals: after the deployment (ib-38), which is then final"""
    game = table()
    assert view(game).hand_sizes == [0, 0] and not any(view(game).track)
    game.submit("axis", "setup suggested")
    with pytest.raises(engine.Illegal):
        game.undo("axis")
    mud = [season.index for season in BOARD.seasons if season.season == "mud"]
    snow = [season.index for season in BOARD.seasons if season.season == "snow"]
    found = view(game)
    assert [n for n, token in enumerate(found.track) if token] == sorted(mud + snow)
    assert found.hand_sizes == [1, 0] and found.removed == 1
    assert len(game.hand("axis")) == 1 and game.hand("soviet") == ()


def test_free_deployment() -> None:
    """§setup.axis, §map.stacking, §map.terrain: any legal hex, all thirteen, then the end"""
    game = table()
    assert refused(game, "axis", "end setup") == "setup.axis"
    assert refused(game, "axis", "place 1pz 0207") == "map.terrain"
    assert refused(game, "axis", "place 1pz 0204") == "setup.axis"
    game.submit("axis", "place 1pz 0105")
    assert refused(game, "axis", "place 2pz 0105") == "map.stacking"
    assert refused(game, "axis", "place 1pz 0205") == "setup.axis"
    assert refused(game, "axis", "setup suggested") == "setup.axis"
    with pytest.raises(engine.OutOfTurn):
        game.submit("soviet", "place 1tk 0404")
    free = iter(
        (
            "0103",
            "0104",
            "0106",
            "0107",
            "0108",
            "0109",
            "0205",
            "0206",
            "0207",
            "0208",
            "0308",
            "0309",
        )
    )
    rest = BOARD.of_kind[0][1][1:]
    clear = ["0103", "0104", "0106", "0107", "0108"]
    for unit, hex_ in zip(rest, clear, strict=True):
        game.submit("axis", f"place {BOARD.units[unit].id} {hex_}")
    left = [hex_ for hex_ in free if hex_ not in clear]
    for unit, hex_ in zip(BOARD.of_kind[0][0], left, strict=True):
        game.submit("axis", f"place {BOARD.units[unit].id} {hex_}")
    game.submit("axis", "end setup")
    assert view(game).phase == "Fleet and air support"


def test_no_order_of_deployment_leaves_a_tank_without_a_hex() -> None:
    """§setup.axis: infantry on clear hexes only still leaves room for all tanks"""
    clear = (BOARD.clear & BOARD.territory[0]).bit_count()
    assert clear - len(BOARD.of_kind[0][0]) >= len(BOARD.of_kind[0][1])


# phase 1 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("season", "stalin", "order"),
    [
        ("1941_clear", "", ["axis", "soviet"]),
        ("1943_mud", "", ["soviet", "axis"]),
        ("1943_mud", "mark minsk stalin", ["axis", "soviet"]),
    ],
)
def test_the_initiative_player_places_first_and_moves_first(
    season: str, stalin: str, order: list[str]
) -> None:
    """initiative, phase1, phase2"""
    units = ("put axis_infantry_1 0104", "put soviet_infantry_1 0802")
    edits = [*units, *([stalin] if stalin else []), *hands(), f"at {season} axis support"]
    game = empty(*edits)
    if order[0] == "soviet":
        game.submit("gm", f"at {season} soviet support")
    seen = []
    for _ in range(2):
        (side,) = asked(game)
        seen.append(side)
        game.submit(side, "fleet " + {"axis": "0203", "soviet": "0608"}[side])
        while "air" in names(game, side):
            game.submit(side, "air 0605")
        game.submit(side, "end support")
    for _ in range(2):
        (side,) = asked(game)
        seen.append(side)
        game.submit(side, "end movement")
    assert seen == order * 2


@pytest.mark.parametrize(("first", "second"), [("axis", "soviet"), ("soviet", "axis")])
@pytest.mark.parametrize("target", ["sea", "hex"])
def test_either_side_disrupts_the_others_fleet(first: str, second: str, target: str) -> None:
    """§phase1.disrupt, §phase6, §phase7: the first in the sea box, the second on its coast"""
    coast = {"axis": "0203", "soviet": "0608"}
    sea = {"axis": "ostsee", "soviet": "chernoye_more"}
    season = "1941_clear" if first == "axis" else "1943_clear"
    game = empty(
        "put axis_infantry_1 0104",
        "put soviet_infantry_1 0802",
        *hands(),
        f"at {season} {first} support",
    )
    game.submit(first, f"fleet {coast[first]}")
    victim = second if target == "sea" else first
    if target == "sea":
        game.submit(first, f"air {sea[second]}")
    while "air" in names(game, first):
        game.submit(first, "air 0605")
    game.submit(first, "end support")
    if target == "sea":
        assert refused(game, second, f"fleet {coast[second]}") == "phase1.disrupt"
    else:
        game.submit(second, f"fleet {coast[second]}")
        receipt = game.submit(second, f"air {coast[first]}")
        assert any(entry.value == "disrupted" for entry in kinds(receipt.entries, Marked))
    assert look(game, f"{sea[victim]} fleet") == "disrupted"
    assert look(game, f"{sea[first if victim == second else second]} fleet") == "none"
    game.submit("gm", f"at {season} axis control")  # the season ends
    assert look(game, f"{sea[victim]} fleet") == "none"
    assert places(game, f"{victim}_fleet") == [f"box_{sea[victim]}"]


def test_a_disrupted_fleet_gives_neither_die_nor_supply_and_is_no_obstacle() -> None:
    """§phase1.disrupt, §phase3.dice, §phase6: ib-28"""
    game = empty(
        "put axis_fleet 0203",
        "put axis_infantry_1 0203",
        "put soviet_infantry_1 0203",
        *hands(),
        "at 1941_clear axis reinforce",
    )
    assert look(game, "0203 dice axis") == "3"
    game.submit("gm", "put axis_infantry_1 0202\nput soviet_infantry_1 1003")
    game.submit("gm", "put soviet_partisan_1 0302\nput soviet_partisan_2 0303")
    game.submit("gm", "put soviet_partisan_3 0203")
    assert look(game, "axis_infantry_1 supply") == "in"
    game.submit("gm", "put soviet_partisan_3 pool")
    assert "0203" not in words(game, "soviet", "place 2inf ")
    game.submit("gm", "mark ostsee fleet disrupted")
    assert "0203" in words(game, "soviet", "place 2inf ")
    game.submit("gm", "put soviet_partisan_3 0203")
    assert look(game, "axis_infantry_1 supply") == "out"
    game.submit("gm", "put axis_infantry_1 0203\nput soviet_infantry_1 0203")
    assert look(game, "0203 dice axis") == "2"


def test_air_goes_onto_the_fleet_or_onto_an_own_unit_beside_it() -> None:
    """§phase1.disrupt, §phase3.dice: in the hex of combat it gives its die either way (ib-39)"""
    game = empty(
        "put axis_fleet 0203",
        "put axis_infantry_1 0203 from=0103",
        "put soviet_infantry_1 0203",
        *hands(),
        "at 1941_clear soviet support",
    )
    assert words(game, "soviet", "air ") >= {"ostsee", "0203"}
    game.submit("soviet", "fleet 0608")
    labels = {i.value: i.label for i in game.complete("soviet", "air ").items}
    assert [word for word in labels if "on the enemy fleet" in labels[word]] == ["air ostsee"]
    game.submit("soviet", "air ostsee")
    assert look(game, "box_ostsee fleet") == "disrupted"
    assert places(game, "soviet_air_1") == ["0203"]
    assert (look(game, "0203 dice axis"), look(game, "0203 dice soviet")) == ("2", "4")
    other = empty(
        "put axis_fleet 0203",
        "put axis_infantry_1 0203 from=0103",
        "put soviet_infantry_1 0203",
        *hands(),
        "at 1941_clear soviet support",
    )
    other.submit("soviet", "fleet 0608")
    other.submit("soviet", "air 0203")
    assert (look(other, "0203 dice axis"), look(other, "0203 dice soviet")) == ("3", "4")


# phase 2 in Mud and Snow --------------------------------------------------------------------


def test_no_convoy_and_no_blitz_in_mud() -> None:
    """seasons, §phase2.convoy, §phase2.blitz"""
    game = empty(
        "put axis_tank_1 0105",
        "put axis_infantry_1 0205",
        "put soviet_infantry_1 0802",
        *hands(),
        "at 1942_mud axis move",
    )
    assert refused(game, "axis", "move 1pz 0205 0204") == "seasons"
    game.submit("axis", "move 1pz 0104")
    assert "blitz" not in names(game, "axis")
    assert refused(game, "axis", "blitz") == "phase2.blitz"


@pytest.mark.parametrize("season", ["1941_snow", "1942_snow"])
def test_snow_lets_units_convoy_and_blitz_but_no_air_fly(season: str) -> None:
    """seasons"""
    game = empty(
        "put axis_tank_1 0105",
        "put axis_infantry_1 0205",
        "put soviet_infantry_1 0802",
        *hands(),
        f"at {season} axis support",
    )
    assert refused(game, "axis", "air 0404") == "seasons"
    game.submit("axis", "fleet 0203")
    game.submit("axis", "end support")
    assert refused(game, "soviet", "air 0404") == "seasons"
    game.submit("soviet", "fleet 0608")
    game.submit("soviet", "end support")
    game.submit("axis", "move 1pz 0205 0204")
    assert "blitz" in names(game, "axis")


@pytest.mark.parametrize(
    ("dice", "roll", "where"),
    [("blitz 1", True, "0404"), ("blitz 2", True, "0504"), ("disengage 2", False, "0404")],
)
def test_a_blitz_out_of_a_hex_with_an_enemy(dice: str, roll: bool, where: str) -> None:
    """§phase2.blitz, §phase2.disengage: leaving an infantry takes no roll, a tank a 3"""
    foe = "soviet_infantry_1" if roll else "soviet_tank_1"
    game = empty(
        "put axis_tank_1 0304",
        f"put {foe} 0404",
        "put soviet_infantry_2 0802",
        *hands(),
        f"dice {dice}",
        "at 1941_clear axis move",
    )
    game.submit("axis", "move 1pz 0404")
    receipt = game.submit("axis", "blitz")
    purposes = [entry.purpose for entry in kinds(receipt.entries, Rolled)]
    assert purposes == [dice.split()[0]]
    if where != "0404":
        game.submit("axis", f"advance 1pz {where}")
        assert "blitz" in names(game, "axis")  # again and again until it fails
    else:
        refused(game, "axis", "blitz")
    assert places(game, "axis_tank_1") == [where]


def test_a_tank_disengages_and_then_rolls_for_its_blitz() -> None:
    """§phase2.blitz, §phase2.disengage"""
    game = empty(
        "put axis_tank_1 0304",
        "put soviet_tank_1 0404",
        "put soviet_infantry_2 0802",
        *hands(),
        "dice disengage 3",
        "dice blitz 3",
        "at 1941_clear axis move",
    )
    game.submit("axis", "move 1pz 0404")
    game.submit("axis", "blitz")
    game.submit("axis", "advance 1pz 0504")
    assert places(game, "axis_tank_1") == ["0504"]


def test_a_blitz_is_over_when_another_unit_moves() -> None:
    """§phase2: each unit completes its movement before the next"""
    game = empty(
        "put axis_tank_1 0304",
        "put axis_tank_2 0105",
        "put soviet_infantry_2 0802",
        *hands(),
        "at 1941_clear axis move",
    )
    game.submit("axis", "move 1pz 0404")
    game.submit("axis", "move 2pz 0104")
    assert look(game, "blitzing") == "axis_tank_2"
    game.submit("axis", "end movement")
    assert look(game, "blitzing") == "none"


def test_support_units_do_not_move_and_every_unit_moves_once() -> None:
    """phase2, §counters.support, §counters.regular"""
    game = empty(
        "put axis_infantry_1 0104",
        "put axis_air_1 0304",
        "put axis_fleet 0203",
        "put soviet_infantry_2 0802",
        *hands(),
        "at 1941_clear axis move",
    )
    for unit in ("axis_air_1", "axis_fleet"):
        assert refused(game, "axis", f"move {unit} 0404") == "phase2"
    assert refused(game, "axis", "move soviet_infantry_2 0803") == "phase2"
    game.submit("axis", "move 1inf 0204")
    assert refused(game, "axis", "move 1inf 0304") == "phase2"
