"""The worked examples of chapter 10 (T2 and T4 to T7 of the sheet)."""

from itertools import pairwise

from engine.games.no_retreat.data.facts import AXIS, CA, CB, EX, NO_EFFECT, SOVIET
from engine.games.no_retreat.law import crt
from tests.no_retreat.combat import EXAMPLE, column, combat, declared, seen, shifts
from tests.no_retreat.table import asked, ids, look, names, places, prompt, refused, running, words

T5 = ("put army_6 2413 reduced", "put tank_3 2513", "put steppe 2412 red")


def test_odds_are_rounded_down_and_shifted() -> None:
    """§10.5: 12 to 9 is 1:1 and 14 to 9 is 3:2; 2:1, three right and one left, is 4:1 (T4)."""
    assert column(crt.column(12, 9)) == "1:1"
    assert column(crt.column(14, 9)) == "3:2"
    assert column(crt.shifted(crt.column(2, 1), 3 - 1)) == "4:1"


def test_stalingrad() -> None:
    """§10.6.1: city and Objective hexsides count, a frozen river does not (T5)."""
    game = combat(*T5, "mark 2413 target", "set shock 1", turn=11, side="soviet", weather="snow")
    preview = seen(game, "2413", "tank_3 steppe", "shock", side="soviet")
    assert (preview.attack, preview.defence, column(preview.initial)) == (12, 3, "4:1")
    assert shifts(preview) == {"City": -1, "Objective hexsides": -1, "Shock!": 1}
    assert column(preview.final) == "3:1"
    assert preview.table == SOVIET


def test_the_highest_column_comes_before_the_shifts() -> None:
    """§10.6.4: 24 to 2 counts as 6:1, less one for the city 5:1 (T6)."""
    edits = (
        "put rum_3 1915", "put west 2015 red", "put southwest 1914 red",
        "put kalinin 1814 red", "put northwest 1816",
    )  # fmt: skip
    game = combat(*edits, side="soviet")
    preview = seen(game, "1915", "west southwest kalinin northwest", side="soviet")
    assert (preview.attack, preview.defence, column(preview.initial)) == (24, 2, "6:1")
    assert shifts(preview) == {"City": -1}
    assert column(preview.final) == "5:1"


def test_the_counterblow_example() -> None:
    """§10.7, §10.7.2, §10.7.3, §10.1.2: the example of play on Counterblows, die by die (T7)."""
    game = combat(*EXAMPLE, "cards hand.soviet 14", "dice battle 3 1 5 1 4")
    game.submit("axis", "target 1502 1504")
    game.submit("axis", "end targets")
    assert refused(game, "soviet", "counter 1401 pay 14") == "10.1.2"  # white strength
    assert words(game, "soviet", "counter ") == {"1506"}
    game.submit("soviet", "counter 1506 pay 14")  # the last card: nothing else to say
    assert look(game, "discard") == "1"

    game.submit("axis", "battle 1502 with 9 16 18")  # 3:2, a 3: CB
    assert words(game, "axis", "mark ") == {"1402", "1503"}
    game.submit("axis", "mark 1402")
    assert look(game, "1402 counterblow") == "on"

    preview = seen(game, "1504", "pz_3")
    assert (column(preview.initial), column(preview.final)) == ("3:2", "1:1")
    game.submit("axis", "battle 1504 with 3pz")  # 1:1, a 1: CA
    assert asked(game) == ["soviet"]
    assert "3 against 5, 1:2: 1:2" in prompt(game)
    game.submit("soviet", "counterattack")  # 1:2, a 5: CB on the Axis unit
    assert look(game, "1404 counterblow") == "on"

    preview = seen(game, "1506", "army_4")
    assert (column(preview.initial), preview.shifts) == ("1:2", ())
    game.submit("axis", "battle 1506 with 4")  # 1:2, a 1: CA
    assert "7 against 4, 3:2: 3:2" in prompt(game)
    game.submit("soviet", "counterattack")  # 3:2, a 4: EX
    assert look(game, "army_4 face") == "reduced"
    assert places(game, "kalinin") == ["destroyed_soviet"]
    assert look(game, "kalinin face") == "red"

    assert ids(running(game).s.blows) == ["1402", "1404"]


def test_a_counterblow_is_answered_in_the_next_player_turn() -> None:
    """§10.7.3, §10.1.2: what a CB marked must be attacked by those next to it, a Fort too (T7)."""
    marks = ("mark 1402 counterblow", "mark 1404 counterblow")
    game = combat(*EXAMPLE[:-1], *marks, side="soviet")
    assert names(game, "soviet") == {"target", "end targets"}
    game.submit("soviet", "end targets")
    assert refused(game, "soviet", "end combat") == "10.3.1"
    offered = words(game, "soviet", "battle 1402 with ")
    assert offered == {"len", "vol"}
    assert seen(game, "1402", "leningrad volkhov", side="soviet").attack == 5 + 4
    assert shifts(seen(game, "1404", "northwest", side="soviet")) == {}  # the forest is nothing


def test_the_cells_that_the_rulebook_names() -> None:
    """§10.7: the results of the examples stand in the tables."""
    columns = {name: index for index, name in enumerate(crt.BOARD.columns)}
    for side, name, roll, result in (
        (AXIS, "3:2", 3, CB), (AXIS, "1:1", 1, CA), (SOVIET, "1:2", 5, CB), (AXIS, "1:2", 1, CA),
        (SOVIET, "3:2", 4, EX), (SOVIET, "1:1", 3, CB), (SOVIET, "1:1", 2, CA),
    ):  # fmt: skip
        assert crt.result(side, columns[name], roll) == result


def test_every_cell_is_no_better_for_lower_odds() -> None:
    """§10.7: both tables grow with the odds and with the roll."""
    for table in crt.BOARD.tables:
        for low, high in pairwise(table):
            assert all(crt.worth(a) <= crt.worth(b) for a, b in zip(low, high, strict=True))
        for cells in table:
            worths = [crt.worth(cell) for cell in cells]
            assert worths == sorted(worths)
    assert NO_EFFECT in crt.BOARD.tables[AXIS][0]


def test_a_declared_attack_needs_its_dice_only_once() -> None:
    """§10.2: battles are fought in any order; then the phase can end."""
    game = declared(*EXAMPLE, "dice battle 1 1", targets="1502 1504")
    assert refused(game, "axis", "end combat") == "10.3.1"
    game.submit("axis", "battle 1504 with 4 3pz")
    assert refused(game, "axis", "battle 1504 with 16") == "10.1"
    game.submit("axis", "battle 1502 with 9")
    game.submit("soviet", "decline")  # all is fought: the phase ends by itself
    assert asked(game) == ["soviet"]
