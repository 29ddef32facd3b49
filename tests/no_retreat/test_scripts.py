"""Play scripts: worked examples, with their rule ids."""

from pathlib import Path

import pytest

import engine

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script: Path) -> None:
    engine.play(script.read_text("utf-8"))


def test_the_scripts_are_found() -> None:
    found = {path.stem[:3] for path in SCRIPTS}
    assert {"t01", "t02", "t08", "t09", "t10", "t11", "t12", "t13"} <= found
