"""The table of rules and the tests that cite them."""

from pathlib import Path

from tests.rules_table import missing, rule_ids, table

INDEX = [{"id": rule, "words": ""} for rule in ("phase1", "phase2.convoy", "seasons", "victory")]


def test_who_cites_what(tmp_path: Path) -> None:
    code = '''
def test_a():
    """phase1, seasons: a sentence that says victory"""

def helper():
    """victory"""
'''
    (tmp_path / "test_x.py").write_text(code)
    (tmp_path / "y.txt").write_text("# seasons, phase1\naxis! move 1inf 0101 -- phase2.convoy\n")
    found = table(INDEX, tmp_path)
    assert found == {
        "phase1": ["test_x::test_a", "y"],
        "phase2.convoy": ["y"],
        "seasons": ["test_x::test_a", "y"],
        "victory": [],
    }
    assert missing(found, {}) == ["victory is cited by no test"]
    assert missing(found, {"victory": "why"}) == []
    assert missing(found, {"victory": "why", "phase1": "why"}) == [
        "phase1 is excused and needs no excuse"
    ]


def test_only_the_beginning_of_a_docstring_counts() -> None:
    assert rule_ids("phase2, phase3: seasons, victory") == ["phase2", "phase3"]
    assert rule_ids("Movement in phase2") == ["Movement in phase2"]
