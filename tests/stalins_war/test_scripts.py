"""Play scripts: worked examples of the rulebook and the sheet, with their rule ids."""

from pathlib import Path

import pytest

import engine

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    engine.play(script.read_text("utf-8"))


def test_the_room_stands_in_the_workshop() -> None:
    """It can be played by tests, and nobody is offered it."""
    assert engine.rules("stalins_war").title == "Stalin's War"
    assert "stalins_war" not in engine.catalogue()


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
