"""What comes, goes and turns between seasons, and the optional division: phases 7 to 9."""

import pytest

from engine import Game
from engine.core.entries import Played
from engine.games.iron_blood.data.board import BOARD
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
    stalin,
    table,
    told,
    view,
    words,
)

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
