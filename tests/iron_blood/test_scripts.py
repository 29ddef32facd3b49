"""Play scripts: the worked examples of the rulebook and the sheet, with their rule ids."""

from pathlib import Path

import pytest

import engine

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    engine.play(script.read_text("utf-8"))


def test_every_example_of_the_sheet_has_a_script() -> None:
    text = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    numbers = (1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15, 16, 17, 19, 20, 21)
    assert [n for n in numbers if f"ib_{n:02d}" not in text] == []
