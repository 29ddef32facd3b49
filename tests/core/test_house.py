"""What holds for every file of the house."""

import re
from pathlib import Path

HOUSE = Path(__file__).parents[2]
ROOMS = ("engine", "renderer", "storage", "bot", "tests")
LONGEST = 600
"""Lines; what has more is more than one thing."""


def test_no_file_is_too_long() -> None:
    long = {
        str(path.relative_to(HOUSE)): lines
        for room in ROOMS
        for path in (HOUSE / room).rglob("*.py")
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert not long, long


def test_each_ruling_has_a_number_of_its_own() -> None:
    for path in (HOUSE / "engine/games").glob("*/RULINGS.md"):
        numbers = re.findall(r"^- \*\*([a-z]+-\d+)\*\*", path.read_text("utf-8"), re.MULTILINE)
        twice = {number for number in numbers if numbers.count(number) > 1}
        assert numbers and not twice, (path.parent.name, twice)
