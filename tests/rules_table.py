"""Which rule of a rulebook is cited by which test: `python -m tests.rules_table`.

A test cites the rule ids that its docstring begins with, parted by commas, up
to a colon: `phase2.convoy, phase2.blitz: no more after a failure`. A play script
cites those of its comment lines and of its refusals (`… -- phase2.convoy`).
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import engine.games
from engine.games import ROOMS

TESTS = Path(__file__).parent
GAMES = Path(engine.games.__file__).parent

EXCUSED: dict[str, dict[str, str]] = {
    "no_retreat": {"15.10": "the five counters belong to a solitaire module, not to this game"},
}
"""Game -> rule id -> why no test can show it."""


def rule_ids(text: str) -> list[str]:
    """The words that may be rule ids at the beginning of a docstring or comment.

    >>> rule_ids("phase2.convoy, seasons: none in Mud")
    ['phase2.convoy', 'seasons']
    """
    return [word.strip() for word in text.partition(":")[0].replace("\n", " ").split(",")]


def citations(tests: Path) -> Iterator[tuple[str, str]]:
    """(rule id, test that cites it) below a folder; words that are no ids among them."""
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for word in rule_ids(ast.get_docstring(node) or ""):
                    yield word, f"{path.stem}::{node.name}"
    for path in sorted(tests.rglob("*.txt")):
        for row in path.read_text("utf-8").splitlines():
            if row.startswith("#"):
                for word in rule_ids(row.lstrip("# ")):
                    yield word, path.stem
            elif " -- " in row:
                yield row.rpartition(" -- ")[2].strip(), path.stem


def table(index: list[dict[str, str]], tests: Path) -> dict[str, list[str]]:
    """Rule id -> the tests that cite it, in the order of the index."""
    found: dict[str, list[str]] = {rule["id"]: [] for rule in index}
    for word, test in citations(tests):
        if word in found and test not in found[word]:
            found[word].append(test)
    return found


def missing(found: dict[str, list[str]], excused: dict[str, str]) -> list[str]:
    """What is wrong: rules that no test cites, and excuses that are not needed."""
    bare = [
        f"{rule} is cited by no test" for rule in found if not found[rule] and rule not in excused
    ]
    idle = [f"{rule} is excused and needs no excuse" for rule in excused if found.get(rule, [""])]
    return bare + idle


def main() -> int:
    """Print the table of every game; 1 when a rule is neither cited nor excused."""
    faults = []
    for game in ROOMS:
        index = json.loads((GAMES / game / "data" / "rules_index.json").read_text("utf-8"))
        found = table(index, TESTS / game)
        excused = EXCUSED.get(game, {})
        print(f"{game}: {len(found)} rules")
        for rule in index:
            by = found[rule["id"]]
            first = by[0] if by else excused.get(rule["id"], "NOT CITED")
            print(f"  {rule['id']:<24} {len(by):>3}  {rule['words'][:34]:<34}  {first}")
        faults += [f"{game}: {fault}" for fault in missing(found, excused)]
    print("\n".join(faults) or "Every rule is cited by a test or excused.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
