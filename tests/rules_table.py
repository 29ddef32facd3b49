"""Where each rule of a rulebook stands in code and data, and which tests cite it:
`python -m tests.rules_table`, or `python -m tests.rules_table 8.5.4` for all lines of one.

A line of code carries the rule ids in its comment or string: one that is a string of its
own, stands in brackets or at the beginning of a comment, parted by commas from others; an
id with a dot may stand anywhere in them. In data it stands in a text. A test cites the ids
that its docstring begins with, parted by commas, up to a colon: `phase2.convoy, phase2.blitz:
no more after a failure`. A play script cites those of its comment lines and of its refusals
(`… -- phase2.convoy`).
"""

import ast
import json
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

import engine.games
from engine.games import ROOMS

TESTS = Path(__file__).parent
GAMES = Path(engine.games.__file__).parent

EXCUSED: dict[str, dict[str, str]] = {
    "no_retreat": {"15.10": "the five counters belong to a solitaire module, not to this game"},
    "russia_besieged": {"28.0": "the credits: nothing is played by them"},
    "stalins_war": {
        "2.4": "where to write to about parts that are missing",
        "7.3.4": "Move markers help players to count OPS; the umpire counts them",
    },
}
"""Game -> rule id -> why no test can show it."""


def rule_ids(text: str) -> list[str]:
    """The words that may be rule ids at the beginning of a docstring or comment, without their §.

    >>> rule_ids("§phase2.convoy, §seasons: none in Mud")
    ['phase2.convoy', 'seasons']
    """
    words = text.partition(":")[0].replace("\n", " ").split(",")
    return [word.strip().removeprefix("§") for word in words]


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


def carriers(index: list[dict[str, str]], room: Path) -> dict[str, list[str]]:
    """Rule id -> the lines of a game's code and the files of its data that carry it."""
    found: dict[str, list[str]] = {rule["id"]: [] for rule in index}
    whole = re.compile(
        r"(?<![\w.-])(" + "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
        + r")(?![\w-]|\.\d)"
    )  # fmt: skip
    for path in sorted(room.rglob("*.py")):
        for line, text in _said(path):
            for id_ in found.keys() & _ids(text, whole):
                found[id_].append(f"{path.relative_to(room)}:{line}")
    for path in sorted((room / "data").glob("*.json")):
        if path.name != "rules_index.json":
            for id_ in set(whole.findall(path.read_text("utf-8"))) & found.keys():
                if "." in id_ or not id_.isdecimal():
                    found[id_].append(f"data/{path.name}")
    return found


def _said(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and strings of a module, by line."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield from enumerate(token.string.split("\n"), start=token.start[0])


def _ids(text: str, whole: "re.Pattern[str]") -> set[str]:
    """What may be a rule id in a line of a comment or string.

    >>> sorted(_ids('# 7, 18.2: 12 tokens (11, rm-08), as 20.4 says', re.compile(r"20\\.4")))
    ['11', '18.2', '20.4', '7', 'rm-08']
    """
    bare = text.strip(" #\"'.,§")
    lists = [bare.partition(":")[0], *re.findall(r"\(([^()]*)\)", text)]
    words = {word.strip(" .§") for one in lists for word in re.split(r"[,;]| with | and ", one)}
    return words | {id_ for id_ in whole.findall(text) if not id_.isdecimal()}


def table(index: list[dict[str, str]], tests: Path) -> dict[str, list[str]]:
    """Rule id -> the tests that cite it, in the order of the index."""
    found: dict[str, list[str]] = {rule["id"]: [] for rule in index}
    for word, test in citations(tests):
        if word in found and test not in found[word]:
            found[word].append(test)
    return found


def missing(
    found: dict[str, list[str]], carried: dict[str, list[str]], excused: dict[str, str]
) -> list[str]:
    """What is wrong: rules that no line carries or no test cites, and excuses not needed."""
    bare = [f"{rule} stands on no line of code or data" for rule in carried if not carried[rule]]
    bare += [
        f"{rule} is cited by no test" for rule in found if not found[rule] and rule not in excused
    ]
    idle = [f"{rule} is excused and needs no excuse" for rule in excused if found.get(rule, [""])]
    return bare + idle


def main(wanted: Sequence[str] = ()) -> int:
    """Print the table of every game, or the lines of the rules wanted; 1 when one is missing."""
    faults = []
    for game in ROOMS:
        index = json.loads((GAMES / game / "data" / "rules_index.json").read_text("utf-8"))
        found, carried = table(index, TESTS / game), carriers(index, GAMES / game)
        excused = EXCUSED.get(game, {})
        for id_ in wanted:
            for line in carried.get(id_, ()):
                print(f"{game}/{line}")
            for test in found.get(id_, ()):
                print(f"tests/{game}: {test}")
        faults += [f"{game}: {fault}" for fault in missing(found, carried, excused)]
        if wanted:
            continue
        print(f"{game}: {len(found)} rules, on so many lines and cited by so many tests")
        for rule in index:
            by, on = found[rule["id"]], carried[rule["id"]]
            first = by[0] if by else excused.get(rule["id"], "NOT CITED")
            row = f"  {rule['id']:<24} {len(on):>3} {len(by):>3}  {rule['words'][:34]:<34}"
            print(f"{row}  {on[0] if on else 'NO LINE':<26} {first}")
    print("\n".join(faults) or "Every rule stands on a line and is cited by a test or excused.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
