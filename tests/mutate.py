"""Would the tests see a change of the rules? `python -m tests.mutate --game iron_blood`.

Changes one spot of one module of a game's rules (a comparison, a number, `and` for `or`, a
statement left out …), runs that game's tests on it up to the first that fails, and prints a table.
A change that no test sees is a survivor: it wants a test or, in `tests/GAME/mutants.txt`, a
reason:

    movement.py: if cost > left: => if cost >= left: -- equal costs never meet here, since …

The files stay as they are: the changed module is compiled in a child process alone. A child runs
the quickest tests that reach the changed function first, whole games (golden, fuzz) last: where
only these see the change the table says so.
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis
import pytest

import engine.core.fuzz  # noqa: F401 - loaded once for all children; no game is

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "engine" / "games"

NOT_RULES = {
    *("practice", "umpire", "show", "data"),
    *("advice", "appraisal", "edit", "edit_marks", "edit_numbers", "labels", "load", "load_map"),
    *("load_pieces", "overlays", "scatter", "schema", "schema_pieces", "telling", "view", "words"),
}
"""Folders and modules of a game that hold no rule: advice, edit lines, pictures, data."""

WHOLE_GAMES = ("test_golden", "tests/fuzz/", "test_advice", "test_counts")
"""Tests that see nearly any change, and say little about which rule it broke."""

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed module: `old` and `new` are the changed line, `first` its function's line.

    `spot` is the changed node and `variant` what it became, both counted from the top.
    """

    path: Path
    spot: int
    variant: int
    line: int
    first: int
    function: str
    old: str
    new: str

    @property
    def key(self) -> str:
        """How `mutants.txt` names it."""
        return f"{self.path.name}: {self.old} => {self.new}"

    def tree(self) -> ast.Module:
        """The changed module."""
        tree = ast.parse(self.path.read_text("utf-8"))
        place, node, *_ = list(places(tree))[self.spot]
        _put(place, list(variants(node))[self.variant])
        return ast.fix_missing_locations(tree)


# the changes --------------------------------------------------------------------


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What a node can be changed to."""
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for other in COMPARED[type(op)]:
                    ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(ast.Not()):
            yield node.operand
        case ast.BinOp() if type(node.op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(node.op)](), node.right)
        case ast.Constant(bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(int()):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.If() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.comprehension() if node.ifs:
            yield ast.comprehension(node.target, node.iter, [], node.is_async)
        case ast.Call(ast.Name(name)) if name in NAMED:
            yield ast.Call(ast.Name(NAMED[name], ast.Load()), node.args, node.keywords)
        case ast.Expr(ast.Call()) if not ast.unparse(node).startswith("t.note(Noted("):
            yield ast.Pass()
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()


def _skipped(parent: ast.AST, name: str) -> bool:
    """Types, decorators, assertions, `strict=` and the like of classes are no rules."""
    return (
        name in ("annotation", "returns", "decorator_list")
        or (isinstance(parent, ast.ClassDef) and name == "keywords")
        or isinstance(parent, ast.Assert)
        or (isinstance(parent, ast.keyword) and parent.arg == "strict")
    )


Place = tuple[ast.AST, str, int | None]
"""A parent, its field, and the index where the field is a list."""


def places(
    node: ast.AST, statement: ast.stmt | None = None, inside: tuple[ast.FunctionDef, ...] = ()
) -> Iterator[tuple[Place, ast.AST, ast.stmt, tuple[ast.FunctionDef, ...]]]:
    """Every node that may change: where it stands, its statement and the functions around it."""
    if isinstance(node, ast.FunctionDef):
        inside = (*inside, node)
    for name, value in ast.iter_fields(node):
        if _skipped(node, name):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                around = child if isinstance(child, ast.stmt) else statement
                if around is not None:
                    yield (node, name, at), child, around, inside
                yield from places(child, around, inside)


def _put(place: Place, new: ast.AST) -> None:
    parent, name, at = place
    if at is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[at] = new


def _changed_line(before: str, after: str) -> tuple[str, str]:
    """The first line that differs, in both."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next((old.strip(), new.strip()) for old, new in pairs if old != new)


def mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Every change of one module."""
    for spot, (place, node, statement, inside) in enumerate(list(places(ast.parse(text)))):
        for variant, new in enumerate(variants(node)):
            before = ast.unparse(statement)
            _put(place, new)
            dropped = node is statement and isinstance(new, ast.Pass)
            after = ast.unparse(new if node is statement else statement)
            _put(place, node)
            old, changed = (before, after) if dropped else _changed_line(before, after)
            line = getattr(node, "lineno", statement.lineno)
            first = inside[-1].lineno if inside else 0
            name = ".".join(function.name for function in inside)
            yield Mutant(path, spot, variant, line, first, name, old, changed)


def modules(game: str) -> list[Path]:
    """The modules that hold a game's rules."""
    room = GAMES / game
    found = []
    for path in sorted(room.rglob("*.py")):
        words = {*path.relative_to(room).parent.parts, path.stem}
        if not words & NOT_RULES:
            found.append(path)
    return found


def chosen(game: str, number: int, seed: int) -> list[Mutant]:
    """So many changes of a game's rules, each as likely as any other."""
    found = [m for path in modules(game) for m in mutants(path, path.read_text("utf-8"))]
    rng = random.Random(f"{game} {seed}")
    picked = rng.sample(range(len(found)), min(number, len(found)))
    return [found[at] for at in sorted(picked)]


# running the tests ----------------------------------------------------------------


class Changed(importlib.machinery.SourceFileLoader):
    """Loads one module from a tree instead of its file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        """The code of the tree."""
        return compile(self.tree, self.path, "exec")


class Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = ".".join(mutant.path.relative_to(ROOT).with_suffix("").parts)

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Its spec, for its name alone."""
        if name != self.name:
            return None
        file = str(self.mutant.path)
        loader = Changed(name, file, self.mutant.tree())
        return importlib.util.spec_from_file_location(name, file, loader=loader)


@dataclass(slots=True)
class Survey:
    """A plugin: what each test calls (`file:line` of functions) and how long it takes."""

    room: str
    calls: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Around a test with its fixtures."""
        seen: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                seen.add(frame.f_code)

        began = time.perf_counter()
        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.perf_counter() - began
            ours = [code for code in seen if self.room in code.co_filename]
            self.calls[item.nodeid] = sorted({_spot(code) for code in ours})


def _spot(code: CodeType) -> str:
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}"


@dataclass(slots=True)
class Trial:
    """A plugin: the tests in the order that finds a change soonest; none runs for ever."""

    order: dict[str, tuple[Any, ...]]
    seconds: dict[str, float]
    failed: str = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort them."""
        items.sort(key=lambda item: self.order.get(item.nodeid, (False, False, 0.0)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Around a test: an alarm where it takes many times its time."""
        signal.alarm(int(10 + 10 * self.seconds.get(item.nodeid, 1)))
        try:
            return (yield)
        finally:
            signal.alarm(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Which test saw it."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def _too_long(*_: object) -> None:
    pytest.fail("takes too long")


def folders(game: str) -> list[str]:
    """Where a game's tests are."""
    return [f"tests/{game}", f"tests/fuzz/test_{game}.py"]


def in_child(act: Callable[[], object], seconds: float) -> Any:
    """What `act` returns (as JSON) in a process of its own; None when it died or took too long."""
    with tempfile.TemporaryFile("w+") as answer:
        child = os.fork()
        if child == 0:
            try:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                json.dump(act(), answer)
                answer.flush()
            finally:
                os._exit(0)
        end = time.monotonic() + seconds
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return None
            time.sleep(0.02)
        answer.seek(0)
        text = answer.read()
    return json.loads(text) if text else None


def _pytest(game: str, plugin: object) -> int:
    hypothesis.settings.register_profile("still", deadline=None, database=None, derandomize=True)
    hypothesis.settings.load_profile("still")
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *folders(game)], [plugin]))


def survey(game: str) -> tuple[dict[str, list[str]], dict[str, float]]:
    """What each test calls, and its seconds. SystemExit where the tests fail by themselves."""

    def look() -> object:
        plugin = Survey(f"engine/games/{game}/")
        return [_pytest(game, plugin), plugin.calls, plugin.seconds]

    found = in_child(look, 1800)
    if found is None or found[0]:
        raise SystemExit(f"The tests of {game} fail without any change.")
    return found[1], found[2]


def try_out(
    game: str, mutant: Mutant, calls: dict[str, list[str]], seconds: dict[str, float]
) -> str | None:
    """The test that saw the change, "(import)" where nothing could be loaded, None: nobody."""
    spot = f"{mutant.path.name}:{mutant.first}"
    order = {
        test: (any(word in test for word in WHOLE_GAMES), spot not in calls[test], seconds[test])
        for test in seconds
    }

    def run() -> object:
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
        signal.signal(signal.SIGALRM, _too_long)
        sys.meta_path.insert(0, Finder(mutant))
        plugin = Trial(order, seconds)
        return [_pytest(game, plugin), plugin.failed]

    found = in_child(run, 60 + 3 * sum(seconds.values()))
    if found is None:
        return "(time or memory)"
    return None if found[0] == 0 else found[1] or "(import)"


# the table ------------------------------------------------------------------------


def reasons(game: str) -> dict[str, str]:
    """Mutant -> why no test can see it, from `tests/GAME/mutants.txt`."""
    path = ROOT / "tests" / game / "mutants.txt"
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    split = [row.partition(" -- ") for row in rows if row.strip() and not row.startswith("#")]
    return {key: reason for key, _, reason in split}


def idle(game: str, excused: dict[str, str]) -> list[str]:
    """Reasons for changes that the code has no more."""
    keys = {m.key for path in modules(game) for m in mutants(path, path.read_text("utf-8"))}
    return [key for key in excused if key not in keys]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a change survived without a reason."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    os.chdir(ROOT)
    os.nice(10)
    excused = reasons(options.game)
    calls, seconds = survey(options.game)
    tally = {"killed": 0, "whole game": 0, "reason": 0, "SURVIVED": 0}
    survivors = []
    for mutant in chosen(options.game, options.mutants, options.seed):
        by = None if mutant.key in excused else try_out(options.game, mutant, calls, seconds)
        if by is not None:
            fate = "whole game" if any(word in by for word in WHOLE_GAMES) else "killed"
        else:
            fate = "reason" if mutant.key in excused else "SURVIVED"
        tally[fate] += 1
        where = f"{mutant.path.name}:{mutant.line}"
        print(f"{fate:<10} {where:<28} {mutant.old} => {mutant.new}")
        print(f"{'':<10} {mutant.function}: {by or excused.get(mutant.key, 'no test sees it')}")
        sys.stdout.flush()
        if fate == "SURVIVED":
            survivors.append(mutant)
    print("\n" + ", ".join(f"{count} {fate}" for fate, count in tally.items()))
    for mutant in survivors:
        print(f"{mutant.path.relative_to(ROOT)}:{mutant.line} {mutant.key}")
    lost = idle(options.game, excused)
    print("".join(f"a reason for no change: {key}\n" for key in lost), end="")
    return 1 if survivors or lost else 0


if __name__ == "__main__":
    sys.exit(main())
