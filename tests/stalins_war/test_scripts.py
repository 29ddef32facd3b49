"""Play scripts: worked examples of the rulebook and the sheet, with their rule ids."""

from pathlib import Path
from random import Random

import pytest

import engine
from engine.core import fuzz
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import REMOVED
from tests.stalins_war.table import at

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    engine.play(script.read_text("utf-8"))


def test_the_room_stands_on_the_shelf() -> None:
    """Everybody is offered it, with its scenarios."""
    found = engine.catalogue()["stalins_war"]
    assert found.title == "Stalin's War" and {*found.scenarios} == {"campaign", "tournament"}


def test_a_stored_game_goes_on() -> None:
    """A game is written and read within a round; each seat sees its own hand alone."""
    game = engine.new_game("stalins_war", "campaign", secret=bytes(32))
    game.submit("soviet", "done")
    assert [pending.side for pending in game.pending()] == ["axis"]
    again = engine.load(game.dump())
    assert again.hash == game.hash
    line = f"ops {game.hand('axis')[0].id}"
    game.submit("axis", line)
    again.submit("axis", line)
    assert again.hash == game.hash and len(game.hand("soviet")) == 6
    assert game.check() == []


def test_no_more_partisans_than_there_are() -> None:
    """16.1.2, 16.1.6: six on the map, and none of those that are gone."""
    game = engine.new_game("stalins_war", "campaign", secret=bytes(32))
    game.table.s.partisans = [at(hex_) for hex_ in ("2322", "2421", "2520", "2521", "2422", "2323")]
    assert game.check() == []
    for unit in BOARD.partisans[:3]:
        game.table.s.place[unit] = REMOVED
    assert game.check() == ["more Partisans are on the map than there may be"]


@pytest.mark.parametrize("seed", [4, 5, 7])
def test_random_games_with_all_checks(seed: int) -> None:
    """What is offered has no reason against it, and nobody can tell how hidden cards lie."""

    def make(_: Random, secret: bytes) -> engine.Game:
        return engine.new_game("stalins_war", "campaign", secret=secret)

    tally = fuzz.Tally()
    fuzz.play(make, engine.load, seed, tally)
    assert tally.games == 1 and tally.actions > 10


@pytest.mark.parametrize("seed", range(12))
def test_random_positions_break_no_rule(seed: int) -> None:
    """What `scatter` writes is a legal position at a station, and it can be played on."""
    rng = Random(seed)
    game = engine.new_game("stalins_war", "campaign", secret=rng.randbytes(32))
    lines = game.table.rules.editor.scatter(game.table, rng)
    game.submit("gm", "\n".join(lines))
    assert game.check() == [] and (game.pending() or game.result())
    for _ in range(8):
        if not game.result():
            side = game.pending()[0].side
            game.submit(side, game.sample(side, rng))
    assert game.check() == []
