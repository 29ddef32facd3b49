"""Luck of the dice against what they give on average, by hand and over games that were played."""

import math

import pytest

import engine
from engine.core.entries import AnyEntry, Noted, Rolled
from engine.core.luck import Luck, luck
from engine.games.no_retreat.law import crt
from engine.games.russia_besieged.law import odds


def roll(purpose: str, values: list[int], side: str, *, queued: bool = False) -> Rolled:
    return Rolled(n=1, purpose=purpose, values=values, side=side, queued=queued)


def test_dice_of_six_by_hand() -> None:
    game = engine.new_game("no_retreat")
    log: list[AnyEntry] = [
        roll("battle", [6, 5], "axis"),
        Noted(text="between"),
        roll("battle", [1], "soviet"),
        roll("battle", [6], "soviet", queued=True),
        roll("random", [50], "soviet"),
        roll("battle", [6], ""),
    ]
    found = luck(game, log)
    assert found["axis"].dice == 2 and found["axis"].above == 4
    assert found["axis"].spread == pytest.approx(math.sqrt(2 * 35 / 12))
    assert found["axis"].deviations == pytest.approx(4 / math.sqrt(70 / 12))
    assert (found["soviet"].dice, found["soviet"].above) == (1, -2.5)


def test_dice_with_faces_of_their_own_and_of_ten() -> None:
    iron = luck(engine.new_game("iron_blood"), [roll("combat.axis", [1, 1, 3], "axis")])
    assert iron["axis"].above == pytest.approx(0) and iron["axis"].variance == pytest.approx(5 / 3)
    ten = luck(engine.new_game("russia_besieged"), [roll("combat", [10], "axis")])
    assert ten["axis"] == Luck(dice=1, above=4.5, variance=8.25)


def test_no_dice_are_no_luck() -> None:
    for name in engine.catalogue():
        game = engine.new_game(name)
        assert luck(game, []) == dict.fromkeys(game.sides, Luck())
    assert Luck().deviations == 0


def test_a_game_that_is_played_counts_each_of_its_dice() -> None:
    game = engine.new_game("iron_blood", secret=bytes(32))
    entries: list[AnyEntry] = []
    while not game.result() and len(entries) < 3_000:
        side = game.pending()[0].side
        setup = game.complete(side, "setup suggested").complete
        entries += game.submit(side, "setup suggested" if setup else game.auto(side)).entries
    found = luck(game, entries)
    for side in game.sides:
        dice = [v for e in entries if isinstance(e, Rolled) and e.side == side for v in e.values]
        assert len(dice) == found[side].dice > 5
        assert found[side].above == pytest.approx(sum(dice) - len(dice) * 5 / 3)


@pytest.mark.parametrize("name", engine.catalogue())
def test_what_counts_has_faces_and_a_game_tells_its_points(name: str) -> None:
    game = engine.new_game(name)
    rules = game.table.rules
    assert set(rules.high) <= set(rules.editor.faces)
    assert set(game.scores()) <= {*game.sides, "VP"}


def test_a_high_roll_is_the_better_one_on_every_column() -> None:
    for table in (0, 1):
        for column in range(9):
            worths = [crt.worth(crt.result(table, column, die)) for die in crt.DIE]
            assert worths[-1] >= max(worths[:-1]) and worths[0] <= worths[-1]
    for column in range(odds.LOWEST, odds.HIGHEST + 1):
        first, last = (odds.result(column, False, die) for die in (1, 10))
        assert first[0] in "AXBD" and "ABXD".index(first[0]) <= "ABXD".index(last[0])
