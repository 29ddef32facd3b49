"""Play scripts: the worked examples of the rulebook and the sheet, with their rule ids."""

from pathlib import Path

import pytest

import engine

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    game = engine.play(script.read_text("utf-8"))
    assert game.check() == []


def test_every_example_has_a_script() -> None:
    found = {path.stem[:5] for path in SCRIPTS if path.stem[3:5].isdigit()}
    assert found == {f"rm_{number:02d}" for number in range(1, 21)}
