"""The practice opponent: always a legal line, from facts its side may know, to the end."""

import random

import pytest

import engine
from engine import Game
from tests.no_retreat.table import bare, look, table
from tests.practice import play_out, sees_only_its_own


def played(seed: int, auto: tuple[str, ...], scenario: str = "campaign") -> Game:
    """A whole game; sides that are not automatic order at random."""
    rng = random.Random(seed)
    game = engine.new_game("no_retreat", scenario, secret=rng.randbytes(32))
    return play_out(game, auto, rng)


@pytest.mark.parametrize("scenario", list(engine.rules("no_retreat").scenarios))
def test_it_plays_every_scenario_to_the_end(scenario: str) -> None:
    result = played(len(scenario), ("axis", "soviet"), scenario).result()
    assert result and result.reason and "resigned" not in result.reason


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_it_beats_orders_at_random(side: str) -> None:
    result = played(11, (side,)).result()
    assert result and result.winners == (side,)


def test_it_does_not_look_at_what_it_may_not_know() -> None:
    """§5.0: with the cards that it does not know exchanged it gives the same line"""
    game = engine.new_game("no_retreat", secret=bytes(32))
    sees_only_its_own(game, 150)


def test_it_attacks_at_good_odds_alone() -> None:
    """§10.1: a lone front beside a Panzer Army is a target, an army beside a red front is none"""
    game = bare("put pz_4 1503", "put kalinin 1502", "at 2 axis combat")
    assert game.auto("axis") == "end targets"  # 6 against 4 in the open
    game = bare("put pz_4 1503", "put pz_3 1402", "put kalinin 1502", "at 2 axis combat")
    assert game.auto("axis") == "target 1502"
    game.submit("axis", "target 1502\nend targets")
    assert game.auto("axis") == "battle 1502 with pz_3 pz_4 commit blitz"


def test_it_takes_cities_and_keeps_in_supply() -> None:
    """§8.0, §6.1: it goes for an open city; nobody goes where no supply reaches"""
    game = bare("put pz_1 1108", "put west 2105", "at 2 axis movement")
    assert game.auto("axis").split()[-1] == "1004"  # Riga
    lone = bare("put pz_1 1010", "put west 2105", "mark riga control soviet", "at 2 axis movement")
    line = lone.auto("axis")
    while line != "end movement":
        lone.submit("axis", line)
        line = lone.auto("axis")
    assert look(lone, "pz_1 supplied") == "1"


def test_it_brings_units_on_and_pays_with_what_it_misses_least() -> None:
    """§7.8, §7.9: reinforcements first, then the strongest that was lost, for its poorest card"""
    game = bare(
        "put kalinin 1502", "put west destroyed", "put sevastopol destroyed",
        "cards hand.soviet 1 4 7 8", "at 7 soviet organization",
    )  # fmt: skip
    while game.auto("soviet").startswith(("educate", "fort", "end flips", "play")):
        game.submit("soviet", game.auto("soviet"))
    assert game.auto("soviet").startswith("place west ")
    assert " pay " in game.auto("soviet")


def test_it_makes_room_where_it_must() -> None:
    """§8.4.3: it does not stack more than may stay"""
    game = table()
    for _ in range(200):
        side = game.pending()[0].side
        line = game.auto(side)
        assert not line.startswith("shed")
        game.submit(side, line)
