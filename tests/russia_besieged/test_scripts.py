"""Play scripts: worked examples of the rulebook and the sheet, with their rule ids."""

from pathlib import Path

import pytest

import engine

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    engine.play(script.read_text("utf-8"))
