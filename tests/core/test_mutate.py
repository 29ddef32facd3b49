"""The mutation run: what it changes, that the files stay, that a test which looks sees it."""

import ast
from pathlib import Path

import pytest

from tests import mutate

SOURCE = """
def law(left: int, cost: int, dry: bool) -> int:
    if cost > left or not dry:
        raise ValueError("no")
    note(cost)
    return min(cost, 3)
"""

CHANGES = {
    "if cost > left or not dry: => if cost >= left or not dry:",
    "if cost > left or not dry: => if cost <= left or not dry:",
    "if cost > left or not dry: => if cost > left and (not dry):",
    "if cost > left or not dry: => if cost > left or dry:",
    "if cost > left or not dry: => if not (cost > left or not dry):",
    "raise ValueError('no') => pass",
    "note(cost) => pass",
    "return min(cost, 3) => return max(cost, 3)",
    "return min(cost, 3) => return min(cost, 4)",
    "return min(cost, 3) => return min(cost, 2)",
}


def test_every_kind_of_change_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "law.py"
    path.write_text(SOURCE, "utf-8")
    found = list(mutate.mutants(path, SOURCE))
    assert {f"law.py: {change}" for change in CHANGES} == {mutant.key for mutant in found}
    assert {mutant.function for mutant in found} == {"law"}
    for mutant in found:
        changed = ast.unparse(mutant.tree())
        assert mutant.new in changed and changed != ast.unparse(ast.parse(SOURCE))
    assert path.read_text("utf-8") == SOURCE


def test_the_choice_is_the_same_for_a_seed_and_holds_rules_alone() -> None:
    once, again = mutate.chosen("iron_blood", 20, 3), mutate.chosen("iron_blood", 20, 3)
    assert once == again and len(once) == 20
    assert once != mutate.chosen("iron_blood", 20, 4)
    for game in ("iron_blood", "no_retreat", "race_to_moscow"):
        stems = {path.stem for path in mutate.modules(game)}
        assert not stems & mutate.NOT_RULES and len(stems) > 10


def test_a_child_loads_the_changed_module_and_the_file_stays() -> None:
    path = mutate.GAMES / "iron_blood" / "law" / "combat.py"
    text = path.read_text("utf-8")
    mutant = next(m for m in mutate.mutants(path, text) if m.function == "outcome")

    def code() -> object:
        spec = mutate.Finder(mutant).find_spec("engine.games.iron_blood.law.combat", None)
        return ast.unparse(spec.loader.tree)

    assert mutant.new in mutate.in_child(code, 30)
    assert mutate.Finder(mutant).find_spec("engine.games.iron_blood.law.movement", None) is None
    assert path.read_text("utf-8") == text


def test_a_child_that_dies_or_hangs_gives_nothing() -> None:
    def dies() -> object:
        raise SystemExit

    def hangs() -> object:
        while True:
            pass

    assert mutate.in_child(lambda: [1, "a"], 30) == [1, "a"]
    assert mutate.in_child(dies, 30) is None
    assert mutate.in_child(hangs, 0.2) is None


def test_reasons_are_read_and_idle_ones_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = mutate.chosen("iron_blood", 1, 1)[0].key
    folder = tmp_path / "tests" / "iron_blood"
    folder.mkdir(parents=True)
    (folder / "mutants.txt").write_text(f"# why\n{known} -- no play\nlaw.py: a => b -- old\n")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    excused = mutate.reasons("iron_blood")
    assert excused == {known: "no play", "law.py: a => b": "old"}
    assert mutate.idle("iron_blood", excused) == ["law.py: a => b"]
