"""The table of rules and the tests that cite them."""

from pathlib import Path

from tests.rules_table import carriers, missing, rule_ids, table

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
    assert missing(found, {}, {}) == ["victory is cited by no test"]
    assert missing(found, {}, {"victory": "why"}) == []
    assert missing(found, {}, {"victory": "why", "phase1": "why"}) == [
        "phase1 is excused and needs no excuse"
    ]


def test_only_the_beginning_of_a_docstring_counts() -> None:
    assert rule_ids("phase2, phase3: seasons, victory") == ["phase2", "phase3"]
    assert rule_ids("Movement in phase2") == ["Movement in phase2"]


def test_on_which_lines_a_rule_stands(tmp_path: Path) -> None:
    ids = ("7", "12", "18.2", "8.5", "phase2", "phase2.convoy", "14")
    index = [{"id": rule, "words": ""} for rule in ids]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "map.json").write_text('{"source": "chapter 14", "rule": "8.5"}')
    (tmp_path / "data" / "rules_index.json").write_text('[{"id": "14"}]')
    (tmp_path / "law.py").write_text(
        '"""Moves (7, rm-08)."""\n'
        "A = 12  # 18.2: 12 tokens at most\n"
        'B = "phase2.convoy"\n'
        "C = 18.2, 8.5, 7\n"
        'D = f"There are 7 (of 12 that fit)."\n'
    )
    assert carriers(index, tmp_path) == {
        "7": ["law.py:1"],
        "12": [],
        "18.2": ["law.py:2"],
        "8.5": ["data/map.json"],
        "phase2": [],
        "phase2.convoy": ["law.py:3"],
        "14": [],
    }
    assert missing({}, {"12": [], "7": ["law.py:1"]}, {}) == [
        "12 stands on no line of code or data"
    ]
