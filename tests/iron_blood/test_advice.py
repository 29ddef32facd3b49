"""The practice opponent: always a legal line, from facts its side may know, to the end."""

import random

import pytest

import engine
from engine import Game
from tests.iron_blood.table import empty, hands, table
from tests.practice import play_out, sees_only_its_own


def played(seed: int, auto: tuple[str, ...]) -> Game:
    """A whole game; sides that are not automatic order at random."""
    rng = random.Random(seed)
    options = {"anti_partisan": seed % 2 == 0}
    game = engine.new_game("iron_blood", options=options, secret=rng.randbytes(32))
    return play_out(game, auto, rng)


@pytest.mark.parametrize("auto", [("axis",), ("soviet",), ("axis", "soviet")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_to_the_end(auto: tuple[str, ...], seed: int) -> None:
    result = played(seed, auto).result()
    assert result and result.reason and "resigned" not in result.reason


def test_it_beats_orders_at_random() -> None:
    wins = [played(seed, ("soviet",)).result() for seed in range(10, 14)]
    assert [result.winners for result in wins if result] == [("soviet",)] * 4


def test_it_does_not_look_at_what_it_may_not_know() -> None:
    """§generals: with the others' tokens exchanged it gives the same line"""
    game = engine.new_game("iron_blood", secret=bytes(32))
    sees_only_its_own(game, 250)


def test_it_deploys_as_suggested_or_completes_what_was_begun() -> None:
    """§setup.axis"""
    game = table()
    assert game.auto("axis") == "setup suggested"
    game.submit("axis", "place 1pz 0105")
    while game.view(None).phase == "Set-up":
        game.submit("axis", game.auto("axis"))
    assert game.check() == []


def test_it_fights_where_it_has_more_dice_and_keeps_in_supply() -> None:
    """phase2, phase6"""
    for enemy, attacked in (("soviet_infantry_1", True), ("soviet_tank_1", False)):
        game = empty(
            "put axis_tank_1 0403",
            f"put {enemy} 0503",
            "put soviet_infantry_2 0802",
            *hands(),
            "at 1941_clear axis move",
        )
        assert (game.auto("axis") == "move axis_tank_1 0503") == attacked
    # East of the upper Volga there is no supply: the tank doesn't go for Gorky that way.
    alone = empty(
        "put axis_tank_1 1003", "put soviet_infantry_2 0802", *hands(), "at 1941_clear axis move"
    )
    line = alone.auto("axis")
    alone.submit("axis", line)
    assert alone.look(["axis_tank_1", "supply"]) == ("in",)


def test_it_uses_its_tokens() -> None:
    """generals"""
    game = empty(
        "put axis_infantry_1 0404 moved from=0304",
        "put soviet_infantry_1 0404",
        "put axis_infantry_2 0104",
        "put soviet_infantry_2 0802",
        *hands("die"),
        "at 1941_clear axis combat",
    )
    assert game.auto("axis") == "play die"
    fresh = empty("put soviet_infantry_2 0802", *hands("infantry"), "at 1941_clear axis move")
    assert fresh.auto("axis").startswith("play infantry")
