"""The sequence of play: nine phases, eleven seasons, five ways to win."""

import pytest

import engine
from engine import Game
from engine.core.entries import Lost, Marked, Played, Rolled
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.show.view import IronBloodView
from tests.iron_blood.table import (
    asked,
    empty,
    hands,
    kinds,
    look,
    names,
    places,
    prompt,
    refused,
    table,
    told,
    words,
)


def view(game: Game) -> IronBloodView:
    found = game.view(None)
    assert isinstance(found, IronBloodView)
    return found


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


# phase 5 and the end ------------------------------------------------------------------------


def won(game: Game) -> tuple[tuple[str, ...], str] | None:
    result = game.result()
    return None if result is None else (result.winners, result.reason)


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


# phase 7 -----------------------------------------------------------------------------------


def test_fleets_and_air_units_go_back() -> None:
    """§phase7: those that have not come yet stay away"""
    game = empty(
        "put axis_fleet 0203",
        "put axis_air_1 0404",
        "put axis_air_2 sea_box",
        "put soviet_fleet 0608",
        "put soviet_air_1 0803",
        *hands(),
        "at 1941_clear axis supply",
    )
    assert places(game, "axis_fleet", "soviet_fleet") == ["box_ostsee", "box_chernoye_more"]
    assert places(game, "axis_air_1", "axis_air_2") == ["box_axis_air"] * 2
    assert places(game, "soviet_air_1", "soviet_air_2") == ["box_soviet_air", "box_soviet_pool"]


# phase 8 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("season", [s.id for s in BOARD.seasons])
def test_reinforcements_of_every_season(season: str) -> None:
    """§phase8.reinforcements, seasons"""
    game = empty("put soviet_infantry_12 0802", *hands(), f"at {season} axis reinforce")
    kind = season.split("_")[1]
    air = places(game, "soviet_air_2")
    assert air == (["box_soviet_air"] if kind == "mud" else ["box_soviet_pool"])
    if kind == "snow":
        assert view(game).phase == "Reinforcements" and "place" not in names(game, "soviet")
        return
    due = {"mud": {"1inf"}, "clear": {"1inf", "1tk"}}[kind]
    assert words(game, "soviet", "place ") == due
    assert refused(game, "soviet", "place 2inf 0506") == "phase8.reinforcements"
    assert refused(game, "soviet", "place soviet_infantry_1 0504") == "phase8.reinforcements"
    game.submit("soviet", "place soviet_infantry_1 0707")
    if kind == "clear":
        assert refused(game, "soviet", "place 1tk 0607") == "phase8.reinforcements"
        game.submit("soviet", "place 1tk 0406")
    assert words(game, "soviet", "place ") == set()


def test_a_new_air_unit_flies_in_the_next_season() -> None:
    """§phase8.reinforcements, phase1"""
    game = empty(
        "put soviet_infantry_12 0802",
        "put axis_infantry_1 0104",
        *hands(),
        "at 1942_mud axis reinforce",
    )
    game.submit("soviet", "place soviet_infantry_1 0707")
    game.submit("gm", "at 1942_clear soviet support")
    assert "2 air units" in prompt(game)


def test_a_reinforcement_without_a_hex_stays_away() -> None:
    """§phase8.reinforcements: ib-18"""
    lost = [
        f"mark {p.id} control axis"
        for p in BOARD.locations
        if p.territory == 1 and p.id != "moscow"
    ]
    taken = [f"put soviet_infantry_{n} {h}" for n, h in enumerate(("0802", "0803", "0903"), 1)]
    game = empty(*lost, *taken, *hands(), "dice partisans 3", "at 1942_clear axis reinforce")
    assert names(game, "soviet") == {"partisan"}


@pytest.mark.parametrize(("die", "on_map", "due"), [(1, 0, 1), (3, 0, 3), (3, 6, 2), (2, 7, 1)])
def test_partisans_by_the_die_and_no_more_than_are_left(die: int, on_map: int, due: int) -> None:
    """§phase8.partisans: ib-14"""
    units = [f"put soviet_partisan_{n} 1{n % 3}0{2 + n // 3}" for n in range(1, on_map + 1)]
    game = empty(*units, *hands(), f"dice partisans {die}", "at 1941_snow axis reinforce")
    assert prompt(game) == f"Place {due} partisan unit{'' if due == 1 else 's'}."
    hexes = ["0504", "0505", "0506", "0404"]
    assert refused(game, "soviet", "end partisans") == "phase8.partisans"
    assert refused(game, "soviet", "partisan " + " ".join(hexes[: due + 1])) == "phase8.partisans"
    assert refused(game, "soviet", "partisan 0504 0504") == "phase8.partisans"
    assert refused(game, "soviet", "partisan 0104") == "map.border"
    assert refused(game, "soviet", "partisan 0609") == "phase8.partisans"
    game.submit("soviet", "partisan " + " ".join(hexes[:due]))
    game.submit("soviet", "end partisans")
    assert names(game, "soviet") == {"stalin", "end season"}


def test_no_partisans_left() -> None:
    """§phase8.partisans"""
    units = [f"put soviet_partisan_{n} 0{n}02" for n in range(2, 9)]
    game = empty(*units, "put soviet_partisan_1 0404", *hands(), "at 1941_snow axis reinforce")
    assert names(game, "soviet") == {"stalin", "end season"}


def stalin(*more: str, season: str = "1942_snow") -> Game:
    """The moment when Stalin may try."""
    game = empty(
        "put axis_infantry_1 0104",
        "put soviet_infantry_1 1003",
        *more,
        *hands(),
        "dice partisans 1",
        f"at {season} axis reinforce",
    )
    game.submit("soviet", "partisan 0504")
    game.submit("soviet", "end partisans")
    return game


@pytest.mark.parametrize(("die", "may"), [(1, False), (2, True), (3, True)])
def test_stalin_tries_once_a_season(die: int, may: bool) -> None:
    """§phase8.stalin"""
    game = stalin(f"dice stalin {die}")
    game.submit("soviet", "stalin")
    if may:
        assert refused(game, "soviet", "stalin kiev") == "phase8.stalin"
        assert refused(game, "soviet", "stalin warschau") == "phase8.stalin"
        game.submit("soviet", "done")
        assert refused(game, "soviet", "stalin") == "phase8.stalin"
        game.submit("soviet", "end season")
    assert look(game, "moscow stalin") == "1"
    assert look(game, "stalin_tried") == "0"  # the next season, another try


def test_stalin_moves_once_a_game_and_the_axis_has_the_initiative() -> None:
    """§phase8.stalin, initiative"""
    game = stalin("dice stalin 2", season="1943_snow")
    assert look(game, "initiative") == "soviet"
    game.submit("soviet", "stalin")
    receipt = game.submit("soviet", "stalin saratov")
    assert "initiative" in told(game, receipt)
    assert look(game, "initiative") == "axis" and look(game, "saratov stalin") == "1"
    game.submit("soviet", "end season")
    assert asked(game) == ["axis"]
    game.submit("gm", "dice partisans 1\nat 1944_mud axis reinforce")
    game.submit("soviet", "place soviet_infantry_2 0506")
    game.submit("soviet", "end reinforcements")
    game.submit("soviet", "partisan 0505")
    game.submit("soviet", "end partisans")
    assert look(game, "season") == "1944_clear"  # nobody was asked about Stalin


# phase 9 -----------------------------------------------------------------------------------


def test_the_calendar_runs_through_all_eleven_seasons() -> None:
    """phase9, seasons, generals"""
    for here, there in zip(BOARD.seasons, BOARD.seasons[1:], strict=False):
        game = table(f"at {here.id} axis calendar")
        assert look(game, "season") == there.id
        axis, soviet = (len(game.hand(side)) for side in ("axis", "soviet"))
        assert (axis, soviet) == (1 + there.generals[0], int(there.generals[1]))
        assert view(game).track[there.index] == 0


def test_units_turn_to_their_unmoved_side() -> None:
    """phase9"""
    game = empty(
        "put axis_tank_1 0404 moved from=0304 fought",
        "put soviet_infantry_1 0802",
        "set stalin_tried on",
        *hands(),
        "at 1941_clear axis calendar",
    )
    assert look(game, "axis_tank_1 moved") == "0" and look(game, "axis_tank_1 from") == "none"
    assert look(game, "stalin_tried") == "0"


def test_the_initiative_passes_at_the_beginning_of_1943_and_everyone_is_told() -> None:
    """phase9, initiative"""
    game = table()
    receipt = game.submit("gm", "at 1942_snow axis calendar")
    assert "initiative passes to the Soviet" in told(game, receipt)
    game = table("mark minsk stalin")
    receipt = game.submit("gm", "at 1942_snow axis calendar")
    assert "initiative passes" not in told(game, receipt)


@pytest.mark.parametrize("space", ["1942_mud", "1941_snow"])
def test_a_space_without_a_token_gives_none(space: str) -> None:
    """§phase9: the umpire has taken it away"""
    before = BOARD.seasons[BOARD.season_index[space] - 1].id
    game = table("clear cards", f"at {before} axis calendar")
    assert look(game, "season") == space
    assert game.hand("axis") == game.hand("soviet") == ()


# the optional rule ---------------------------------------------------------------------------


def test_the_division_set_up() -> None:
    """§optional.anti_partisan: ib-22"""
    game = table(option=True)
    game.submit("axis", "setup suggested")
    found = view(game)
    assert found.track[BOARD.season_index["1943_clear"]] == 1 and found.removed == 0
    assert found.hand_sizes == [1, 0]
    assert all(card.id != "axis_general_infantry" for card in game.hand("axis"))


def division(*edits: str) -> tuple[Game, str]:
    game = table("clear units", "put soviet_infantry_1 0802", *edits, option=True)
    receipt = game.submit("gm", "at 1943_mud axis calendar")
    return game, told(game, receipt)


def test_the_division_comes_to_a_city_of_several_hexes() -> None:
    """§optional.anti_partisan"""
    game, text = division("put axis_tank_1 0105")
    assert "comes back" in text and asked(game) == ["axis"]
    assert words(game, "axis", "place 1inf ") == {"0103", "0205", "0309", "0409"}
    assert refused(game, "axis", "place 1inf 0105") == "map.stacking"
    assert refused(game, "axis", "place 1inf 0104") == "generals.axis"
    game.submit("axis", "place 1inf 0205")
    assert places(game, "axis_infantry_1") == ["0205"] and look(game, "season") == "1943_clear"
    assert view(game).used == ["axis_general_infantry"]
    assert view(game).phase == "Fleet and air support"


def test_the_division_without_an_eliminated_infantry_has_no_effect() -> None:
    """§optional.anti_partisan: and everyone is told"""
    units = [f"put axis_infantry_{n} 010{n + 2}" for n in range(1, 8)]
    game, text = division(*units)
    assert "no infantry unit can come back" in text
    assert asked(game) == ["soviet"] and view(game).used == ["axis_general_infantry"]


def test_the_division_goes_where_there_is_one_hex_left() -> None:
    """§optional.anti_partisan"""
    homes = ("0103", "0105", "0205", "0309")
    game, _ = division(*(f"put axis_tank_{n} {h}" for n, h in enumerate(homes, start=1)))
    assert places(game, "axis_infantry_1") == ["0409"]


def test_no_division_without_the_option() -> None:
    """§optional.anti_partisan"""
    game = table("clear units", "put soviet_infantry_1 0802")
    receipt = game.submit("gm", "at 1943_mud axis calendar")
    assert not kinds(receipt.entries, Played) and asked(game) == ["soviet"]


def test_the_dice_of_both_sides_are_told_before_a_combat() -> None:
    """§phase3.dice: in the list of combats and in the question about a token"""
    game = empty(
        "put axis_tank_1 0404",
        "put soviet_infantry_1 0404",
        "put axis_tank_2 0604",
        "put soviet_infantry_2 0604",
        *hands("die", "die"),
        "at 1941_clear axis combat",
    )
    labels = [item.label for item in game.complete("axis", "fight ").items]
    assert any(label.endswith("Borisov, 3 Axis dice, 2 Soviet dice") for label in labels)
    game.submit("axis", "fight 0404")
    assert "3 Axis dice, 2 Soviet dice" in prompt(game)


def test_the_reinforcements_of_the_season_are_told() -> None:
    """§phase8.reinforcements"""
    units = ("put soviet_infantry_12 0802", "put axis_infantry_1 0104", *hands())
    mud = empty(*units, "at 1942_mud axis reinforce")
    assert prompt(mud) == "Place your reinforcements: 1 infantry."
    clear = empty(*units, "at 1942_clear axis reinforce")
    assert prompt(clear) == "Place your reinforcements: 1 infantry and 1 tank."
