"""General tokens: timing, one use, one a combat, and what each of the nine does."""

import pytest

import engine
from engine import Game
from engine.core.entries import Played, Rolled
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
    words,
)

DUEL = (
    "put axis_infantry_1 0404 moved from=0304",
    "put soviet_infantry_1 0404 moved from=0503",
    "put axis_infantry_2 0104",
    "put soviet_infantry_2 0802",
)
"""One combat of 2 dice a side, away from everything."""

SECOND_DUEL = (
    "put axis_infantry_3 0604 moved from=0605",
    "put soviet_infantry_3 0604 moved from=0704",
)


def duel(*more: str, season: str = "1941_clear", axis: str = "", soviet: str = "") -> Game:
    """The combat phase with one combat, these tokens in hand."""
    return empty(*DUEL, *hands(axis, soviet), *more, f"at {season} axis combat")


def dice(game: Game, *lines: str) -> None:
    game.submit("gm", "\n".join(f"dice {line}" for line in lines))


def used(game: Game) -> list[str]:
    return game.view(None).used


# one token a combat, the side without the initiative first --------------------------------


@pytest.mark.parametrize(
    ("season", "order"), [("1941_clear", ["soviet", "axis"]), ("1943_clear", ["axis", "soviet"])]
)
def test_the_side_without_the_initiative_is_asked_first(season: str, order: list[str]) -> None:
    """generals, initiative"""
    game = duel(season=season, axis="hits", soviet="reroll")
    seen = []
    for _ in range(4):  # before the roll and after it
        seen += asked(game)
        game.submit(asked(game)[0], "pass")
    assert seen == order * 2


def test_an_extra_die_for_each_side() -> None:
    """§generals.axis, §generals.soviet, §phase3.dice"""
    game = duel(axis="die", soviet="die")
    dice(game, "combat.axis 1 1 1", "combat.soviet 1 1 2")
    first = game.submit("soviet", "play die")
    assert kinds(first.entries, Played)
    refused(game, "soviet", "play die")  # its moment has passed, and it is spent
    receipt = game.submit("axis", "play die")
    rolls = {roll.side: roll.values for roll in kinds(receipt.entries, Rolled)}
    assert rolls == {"axis": [1, 1, 1], "soviet": [1, 1, 2]}
    assert used(game) == ["soviet_general_die", "axis_general_die"]
    assert places(game, "axis_infantry_1") == ["0304"]  # 3 hits to 4, back to its hex of entry


@pytest.mark.parametrize("played", ["die", "hits", "reroll 1"])
def test_one_token_a_side_in_a_combat_and_the_next_combat_has_its_own(played: str) -> None:
    """generals"""
    game = empty(*DUEL, *SECOND_DUEL, *hands("die hits reroll"), "at 1941_clear axis combat")
    dice(game, "combat.axis 1 1" + (" 1" if played == "die" else ""), "combat.soviet 2 2")
    game.submit("axis", "fight 0404")
    if played != "die":
        game.submit("axis", "pass")
    game.submit("axis", f"play {played}")
    # No second question: the next combat has begun, where another token may be played.
    assert "0604" in prompt(game)
    if played == "die":  # that token is gone for all to see: nothing to ask before the roll
        assert names(game, "axis") == {"pass", "play hits", "play reroll"}
    else:
        assert names(game, "axis") == {"pass", "play die"}
    refused(game, "axis", f"play {played}")  # spent


def test_both_sides_play_one_each_and_the_result_counts_all_of_it() -> None:
    """§generals, §phase3.resolution: tokens count before hits are compared (ib-12)"""
    game = duel(axis="hits", soviet="reroll")
    dice(game, "combat.axis 1 1", "combat.soviet 1 1", "reroll 3")
    game.submit("soviet", "pass")
    game.submit("axis", "pass")
    assert "Axis 2 hits, Soviets 2" in prompt(game)
    game.submit("soviet", "play reroll 2")
    assert "Axis 2 hits, Soviets 4" in prompt(game)
    game.submit("axis", "play hits")  # 4 to 4: the initiative wins
    assert places(game, "axis_infantry_1") == ["0404"]
    assert places(game, "soviet_infantry_1") != ["0404"]


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_combat_die_is_rolled_again(side: str) -> None:
    """§generals.axis, §generals.soviet"""
    game = duel(**{side: "reroll"})
    dice(game, "combat.axis 1 2", "combat.soviet 1 2", "reroll 3")
    game.submit(side, "pass")
    assert words(game, side, "play reroll ") == {"1", "2"}
    refused(game, side, "play reroll 3")
    receipt = game.submit(side, "play reroll 1")
    assert next(roll.values for roll in kinds(receipt.entries, Rolled)) == [3]
    loser = {"axis": "soviet_infantry_1", "soviet": "axis_infantry_1"}[side]
    assert places(game, loser) != ["0404"]
    assert used(game) == [f"{side}_general_reroll"]


def test_two_hits_can_eliminate() -> None:
    """§generals.axis, §phase3.resolution"""
    game = duel(axis="hits")
    dice(game, "combat.axis 1 1", "combat.soviet 1 1")
    game.submit("axis", "pass")
    game.submit("axis", "play hits")
    assert places(game, "soviet_infantry_1") == ["box_soviet_pool"]


# re-rolls of single dice -------------------------------------------------------------------

ADVANCED = ("put axis_tank_1 0104", "put axis_infantry_2 0106", "put soviet_infantry_2 0802")


def test_a_blitz_is_rolled_again() -> None:
    """§generals, §phase2.blitz: ib-21"""
    game = empty(
        *ADVANCED, *hands("reroll"), "dice blitz 1", "dice reroll 2", "at 1941_clear axis move"
    )
    game.submit("axis", "move 1pz 0204")
    game.submit("axis", "blitz")
    assert game.pending()[0].kind == "window"
    game.submit("axis", "play reroll 1")
    assert names(game, "axis") == {"advance", "done"}


@pytest.mark.parametrize(("again", "where"), [(3, "0204"), (2, "0404")])
def test_a_disengagement_is_rolled_again(again: int, where: str) -> None:
    """generals, §phase2.disengage"""
    game = empty(
        "put axis_infantry_1 0404",
        "put soviet_infantry_1 0404",
        "put 1pz 0104",
        "put soviet_infantry_2 0802",
        *hands(soviet="reroll"),
        "dice disengage 2",
        f"dice reroll {again}",
        "at 1941_clear soviet move",
    )
    game.submit("soviet", "move soviet_infantry_1 0504")
    game.submit("soviet", "play reroll 1")
    assert places(game, "soviet_infantry_1") == ["0504" if again == 3 else "0404"]
    assert look(game, "soviet_infantry_1 moved") == "1" or again == 3


def test_the_partisan_die_is_rolled_again() -> None:
    """§generals.soviet, §phase8.partisans"""
    game = empty(
        *hands(soviet="reroll"), "dice partisans 1", "dice reroll 3", "at 1941_snow axis reinforce"
    )
    game.submit("soviet", "play reroll 1")
    assert prompt(game) == "Place 3 partisan units."


def test_the_roll_for_stalin_is_rolled_again() -> None:
    """§generals.soviet, §phase8.stalin"""
    game = empty(
        *hands(soviet="reroll"),
        "dice partisans 3",
        "dice stalin 1",
        "dice reroll 2",
        "at 1941_snow axis reinforce",
    )
    game.submit("soviet", "partisan 0504 0505 0604")
    game.submit("soviet", "end partisans")
    game.submit("soviet", "stalin")
    game.submit("soviet", "play reroll 1")
    assert names(game, "soviet") == {"stalin", "done"}


def test_a_success_needs_no_second_roll() -> None:
    """§generals: the window opens where another number could be better"""
    game = empty(*ADVANCED, *hands("reroll"), "dice blitz 3", "at 1941_clear axis move")
    game.submit("axis", "move 1pz 0204")
    game.submit("axis", "blitz")
    assert names(game, "axis") == {"advance", "done"}
    partisans = empty(*hands(soviet="reroll"), "dice partisans 3", "at 1941_snow axis reinforce")
    assert "partisan" in names(partisans, "soviet")


# the Axis token "Advance" -------------------------------------------------------------------


@pytest.mark.parametrize("season", ["1941_clear", "1942_mud", "1941_snow"])
def test_a_unit_that_has_moved_advances_again(season: str) -> None:
    """§generals.axis, §seasons: in Mud too; a blitz may follow, but for Mud (ib-31)"""
    game = empty(*ADVANCED, *hands("advance"), f"at {season} axis move")
    refused(game, "axis", "play advance 1pz 0204")  # it has not moved
    game.submit("axis", "move 1pz 0204")
    assert words(game, "axis", "play advance ") == {"1pz"}
    assert refused(game, "axis", "play advance 1pz 0305") == "map.terrain"
    assert refused(game, "axis", "play advance 1pz 0404") == "phase2.advance"
    game.submit("axis", "play advance 1pz 0304")
    assert places(game, "axis_tank_1") == ["0304"]
    assert look(game, "axis_tank_1 from") == "0204"
    assert ("blitz" in names(game, "axis")) == (season != "1942_mud")
    assert "play advance" not in names(game, "axis")
    assert used(game) == ["axis_general_advance"]


def test_no_blitz_after_the_token_for_a_tank_that_has_failed_one() -> None:
    """§generals.axis, §phase2.blitz: it blitzes until it fails (ib-31)"""
    game = empty(*ADVANCED, *hands("advance"), "dice blitz 1", "at 1941_clear axis move")
    game.submit("axis", "move 1pz 0204")
    game.submit("axis", "blitz")
    game.submit("axis", "pass")  # no re-roll
    game.submit("axis", "play advance 1pz 0304")
    assert "blitz" not in names(game, "axis")


def test_a_tank_that_can_not_leave_for_its_blitz_has_moved_all_the_same() -> None:
    """§generals.axis, §phase2.disengage: the token gives it another roll, no blitz (ib-31,
    ib-35)
    """
    game = empty(
        "put axis_tank_1 0404",
        "put soviet_tank_1 0504",
        *hands("advance"),
        "dice disengage 1 3",
        "at 1941_clear axis move",
    )
    game.submit("axis", "move 1pz 0504")
    game.submit("axis", "blitz")
    game.submit("axis", "pass")  # no re-roll
    assert "blitz" not in names(game, "axis")
    game.submit("axis", "play advance 1pz 0604")
    assert places(game, "axis_tank_1") == ["0604"]
    assert "blitz" not in names(game, "axis")


def test_the_token_is_played_before_the_next_unit_moves() -> None:
    """§generals.axis, §phase2: each unit completes its movement before the next (ib-31)"""
    game = empty(
        "put axis_tank_1 0104",
        "put axis_infantry_1 0505",
        "put axis_infantry_2 0503 moved from=0403",
        "put soviet_infantry_1 0802",
        *hands("advance"),
        "set mover axis_infantry_2",
        "at 1941_clear axis move",
    )
    assert words(game, "axis", "play advance ") == {"2inf"}
    game.submit("axis", "move 1pz 0204")
    assert words(game, "axis", "play advance ") == {"1pz"}
    game.submit("axis", "move 1inf 0506")
    assert refused(game, "axis", "play advance 1pz 0304") == "generals.axis"
    assert words(game, "axis", "play advance ") == {"1inf"}
    game.submit("axis", "end movement")
    assert look(game, "mover") == "none"


@pytest.mark.parametrize(("die", "where"), [(3, "0503"), (2, "0403")])
def test_the_extra_advance_out_of_a_hex_with_an_enemy_needs_a_disengagement(
    die: int, where: str
) -> None:
    """§generals.axis, §phase2.disengage: ib-31"""
    game = empty(
        "put axis_infantry_1 0303",
        "put soviet_infantry_1 0403",
        *hands("advance"),
        f"dice disengage {die}",
        "at 1941_clear axis move",
    )
    game.submit("axis", "move 1inf 0403")
    game.submit("axis", "play advance 1inf 0503")
    assert places(game, "axis_infantry_1") == [where]
    assert used(game) == ["axis_general_advance"]


def test_a_tank_leaves_an_infantry_by_the_token_without_a_roll() -> None:
    """§generals.axis, §phase2.disengage"""
    game = empty(
        "put axis_tank_1 0303",
        "put soviet_infantry_1 0403",
        *hands("advance"),
        "at 1942_mud axis move",
    )
    game.submit("axis", "move 1pz 0403")
    receipt = game.submit("axis", "play advance 1pz 0503")
    assert places(game, "axis_tank_1") == ["0503"]
    assert not kinds(receipt.entries, Rolled)


def test_a_unit_that_could_not_disengage_has_not_moved() -> None:
    """§generals.axis, §phase2.disengage: ib-35"""
    game = empty(
        "put axis_infantry_1 0404",
        "put soviet_infantry_1 0404",
        "put axis_infantry_2 0104",
        *hands("advance"),
        "dice disengage 1",
        "at 1943_clear axis move",
    )
    game.submit("axis", "move axis_infantry_1 0403")
    game.submit("axis", "pass")  # no re-roll
    assert look(game, "axis_infantry_1 moved") == "1"
    refused(game, "axis", "play advance axis_infantry_1 0403")
    game.submit("axis", "move axis_infantry_2 0204")
    assert words(game, "axis", "play advance ") == {"2inf"}


# the Axis token "Fresh infantry" ------------------------------------------------------------


def test_a_fresh_infantry_comes_to_a_home_city_and_may_move() -> None:
    """§generals.axis"""
    game = empty(
        "put axis_tank_1 0105",
        "put soviet_infantry_2 0802",
        *hands("infantry"),
        "at 1942_mud axis move",
    )
    assert words(game, "axis", "play infantry ") == {"0103", "0205", "0309", "0409"}
    assert refused(game, "axis", "play infantry 0105") == "map.stacking"
    assert refused(game, "axis", "play infantry 0104") == "generals.axis"
    assert refused(game, "axis", "play infantry 0304") == "generals.axis"
    game.submit("axis", "play infantry 0103")
    assert places(game, "axis_infantry_1") == ["0103"]
    game.submit("axis", "move axis_infantry_1 0203")
    assert places(game, "axis_infantry_1") == ["0203"]
    assert "play infantry" not in names(game, "axis")


def test_no_fresh_infantry_while_all_are_on_the_map() -> None:
    """§generals.axis: only a unit off the board"""
    game = engine.new_game("iron_blood")
    game.submit("axis", "setup suggested")
    game.submit("gm", "\n".join([*hands("infantry"), "at 1941_clear axis move"]))
    assert "play infantry" not in names(game, "axis")
    assert refused(game, "axis", "play infantry 0205") == "generals.axis"


def test_tokens_of_the_movement_phase_are_for_the_own_phase_alone() -> None:
    """§generals.axis"""
    game = empty(*ADVANCED, *hands("advance infantry"), "at 1941_clear soviet move")
    assert asked(game) == ["soviet"]
    with pytest.raises(engine.OutOfTurn):
        game.submit("axis", "play infantry 0103")
    combat = duel(axis="infantry advance")
    assert refused(combat, "axis", "play infantry 0103") == "generals.axis"


# the Soviet tokens --------------------------------------------------------------------------


@pytest.mark.parametrize("season", ["1942_mud", "1942_clear"])
def test_a_tank_instead_of_an_infantry(season: str) -> None:
    """§generals.soviet, §phase8.reinforcements"""
    game = empty(*hands(soviet="tank"), f"at {season} axis reinforce")
    game.submit("soviet", "play tank")
    assert words(game, "soviet", "place ") == {"1tk"}
    game.submit("soviet", "place 1tk 0506")
    if season == "1942_clear":
        game.submit("soviet", "place 2tk 0406")
    assert words(game, "soviet", "place ") == set()
    assert used(game) == ["soviet_general_tank"]


def test_the_tank_token_needs_an_infantry_that_is_due() -> None:
    """§generals.soviet, §seasons: none in Snow, none once the infantry is placed"""
    game = empty(*hands(soviet="tank"), "dice partisans 1", "at 1942_snow axis reinforce")
    assert "play tank" not in names(game, "soviet")
    later = empty(*hands(soviet="tank"), "at 1942_mud axis reinforce")
    later.submit("soviet", "place soviet_infantry_1 0506")
    assert refused(later, "soviet", "play tank") == "generals.soviet"


@pytest.mark.parametrize(
    ("season", "on_map", "offered"),
    [
        ("1942_mud", 6, True),
        ("1942_mud", 7, False),
        ("1942_clear", 5, True),
        ("1942_clear", 6, False),
    ],
)
def test_the_tank_token_needs_one_more_tank_than_is_due(
    season: str, on_map: int, offered: bool
) -> None:
    """§generals.soviet: "if available" (ib-37)"""
    tanks = [f"put soviet_tank_{n} 1{n % 3}0{3 + n // 3}" for n in range(1, on_map + 1)]
    game = empty(*tanks, *hands(soviet="tank"), f"at {season} axis reinforce")
    assert ("play tank" in names(game, "soviet")) == offered


def test_the_tank_token_needs_a_hex() -> None:
    """§generals.soviet: ib-37, no industrial centre is free"""
    full = ("kiev", "kharkov", "stalingrad", "gorky", "moscow")
    lost = [f"mark {place} control axis" for place in full[:-1]]
    taken = ["put soviet_infantry_1 0802", "put soviet_infantry_2 0803"]
    open_ = empty(*lost, *taken, *hands(soviet="tank"), "at 1942_mud axis reinforce")
    assert "play tank" in names(open_, "soviet")  # 0903 is left
    game = empty(
        *lost,
        *taken,
        "put soviet_infantry_3 0903",
        *hands(soviet="tank"),
        "at 1942_mud axis reinforce",
    )
    assert "play tank" not in names(game, "soviet")


def test_one_more_partisan() -> None:
    """§generals.soviet, §phase8.partisans"""
    game = empty(*hands(soviet="partisan"), "dice partisans 1", "at 1942_snow axis reinforce")
    game.submit("soviet", "pass")  # no re-roll
    assert refused(game, "soviet", "partisan 0504 0505") == "phase8.partisans"
    game.submit("soviet", "partisan 0504")
    assert prompt(game) == "No partisan unit is left to place; end partisans."
    game.submit("soviet", "play partisan")
    game.submit("soviet", "partisan 0505")
    assert places(game, "soviet_partisan_1", "soviet_partisan_2") == ["0504", "0505"]
    assert "play partisan" not in names(game, "soviet")


@pytest.mark.parametrize(("on_map", "offered"), [(6, True), (7, False), (8, False)])
def test_the_partisan_token_needs_a_counter_beside_those_rolled(on_map: int, offered: bool) -> None:
    """§generals.soviet: "if available" """
    units = [f"put soviet_partisan_{n} 0{n}06" for n in range(4, on_map + 1)]
    units += [f"put soviet_partisan_{n} 0{3 + n}02" for n in range(1, 4)]
    game = empty(
        *units, *hands(soviet="partisan"), "dice partisans 1", "at 1942_snow axis reinforce"
    )
    game.submit("soviet", "pass")  # no re-roll
    assert ("play partisan" in names(game, "soviet")) == offered
