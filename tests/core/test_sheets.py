"""Data sheets: where their records are from, and ids that are given once."""

import pytest

from engine.core.sheets import Sheets, index, said


def test_sources_are_counted_through_all_records() -> None:
    found = Sheets("engine.games.iron_blood.data", "map.json", "dice.json").sources()
    assert sum(found.values()) > 130  # every hex has one
    assert "0 from public reports" not in said(found)
    assert said({"rulebook 1": 2, "rulebook 2": 1, "public": 4}) == (
        "Each record of the data says which: 3 come from the rulebook, "
        "4 from public reports, 0 are reconstructed."
    )


def test_an_id_stands_for_one_thing() -> None:
    assert index(("a", "b")) == {"a": 0, "b": 1}
    with pytest.raises(ValueError, match="twice"):
        index(["a", "b", "a"])
