"""What is made once for a game: verbs that find what they offer when they are asked."""

import subprocess
import sys
from pathlib import Path

from engine.core.table import Table
from tests.core.play import new

HOUSE = Path(__file__).parents[2]


def test_what_lasts_is_made_once_and_goes_with_the_game() -> None:
    t: Table = new().table  # type: ignore[type-arg]
    made: list[tuple[object, ...]] = []

    def make(table: object, *about: str | int) -> list[object]:
        assert table is t
        made.append(about)
        return list(about)

    first = t.lasting(make, "red", 1)
    assert t.lasting(make, "red", 1) is first and first == ["red", 1]
    assert t.lasting(make, "red", 2) == ["red", 2] and t.lasting(make, "blue") == ["blue"]
    assert made == [("red", 1), ("red", 2), ("blue",)]
    t.end(["red"], "the end")
    assert t.lasting(make, "red", 1) is not first


def test_games_are_freed_without_a_search() -> None:
    """Those that are over, and those that are put away while they go on, of every room."""
    ran = [sys.executable, "-m", "tests.core.freed"]
    waiting = subprocess.run(ran, cwd=HOUSE, capture_output=True, text=True, check=True)
    assert waiting.stdout == ""
