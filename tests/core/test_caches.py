"""What is remembered: when it is found anew, and that docs/caches.md names every place."""

import ast
import itertools
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import msgspec
import pytest

import engine
from engine import Game
from engine.core.errors import OrderError
from engine.core.frames import Outcome
from engine.core.verbs import Pick, Verb
from tests.core.play import new
from tests.core.test_events import game as ambush

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "caches.md").read_text("utf-8")
WAYS = {"cache", "lru_cache", "cached_property"}


def finder(game: Game) -> Callable[[], int]:
    """How often something has been found before: the same number while nothing changes."""
    count = itertools.count()
    return lambda: game.table.once("test", next, count)


def ordered(game: Game) -> str:
    """The next line of the practice opponent, carried out."""
    side = game.pending()[0].side
    game.submit(side, game.auto(side))
    return side


def test_what_was_found_is_kept_until_something_changes() -> None:
    game = new()
    found = finder(game)
    assert found() == found() == 0
    for side in game.sides:
        game.view(side), game.verbs(side), game.complete(side, "")
    assert found() == 0, "looking changes nothing"
    ordered(game)
    assert found() == found() == 1, "an order"
    with pytest.raises(OrderError):
        game.submit(game.pending()[0].side, "no such order")
    now = found()
    assert now == found()
    game.submit("gm", "dice battle 6")
    assert found() == found() > now, "an edit line"


def test_within_an_order_what_is_asked_after_its_changes_is_found_anew() -> None:
    game = new()
    found = finder(game)
    before, seen = found(), []
    side = game.pending()[0].side
    line = game.auto(side)
    key = next(key for key in game.table.found if isinstance(key, int))

    def watched(verb: Verb) -> Verb:
        def do(*picks: Pick) -> Outcome:
            outcome = verb.do(*picks)
            seen.append(found())
            return outcome

        return msgspec.structs.replace(verb, do=do)

    game.table.found[key] = [watched(verb) for verb in game.table.found[key]]
    game.submit(side, line)
    assert seen and seen[0] > before and found() > seen[-1]


def test_questions_and_verbs_are_those_of_the_moment() -> None:
    """After each order and undo as in a loaded game, which remembers nothing."""
    for game_id in ("iron_blood", "no_retreat", "race_to_moscow"):
        game = engine.new_game(game_id, secret=bytes(32))
        for _ in range(60):
            if not game.pending():
                break
            side = ordered(game)
            if game.steps:
                _same(game, engine.load(game.dump()))
                game.undo(side)
                _same(game, engine.load(game.dump()))
                ordered(game)
            _same(game, engine.load(game.dump()))


def _same(game: Game, fresh: Game) -> None:
    assert game.pending() == fresh.pending()
    for side in game.sides:
        assert game.verbs(side) == fresh.verbs(side)
        for verb in game.verbs(side):
            assert game.complete(side, f"{verb.name} ") == fresh.complete(side, f"{verb.name} ")


def test_standing_orders_show_among_the_verbs_at_once() -> None:
    game = ambush(blue="salvo")
    assert all(verb.name != "disarm" for verb in game.verbs("blue"))
    game.submit("blue", "arm salvo at ambush")
    assert any(verb.name == "disarm" for verb in game.verbs("blue"))


def test_the_page_names_every_module_that_remembers_by_value() -> None:
    """And no module that it names is gone, nor is a method kept alive by what it remembers."""
    patterns = re.findall(r"`((?:engine|renderer|bot|storage)/[^`]*\.py)`", PAGE)
    found = {path.relative_to(ROOT).as_posix(): names for path, names in _remembering()}
    assert len(found) > 20
    for path, names in found.items():
        assert any(fnmatch(path, pattern) for pattern in patterns), (path, names)
    for pattern in patterns:
        assert list(ROOT.glob(pattern)), pattern


def _remembering() -> Iterator[tuple[Path, set[str]]]:
    for room in ("engine", "renderer", "bot", "storage"):
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            names = {
                name.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module == "functools"
                for name in node.names
            } & WAYS
            if names:
                yield path, names
            for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
                for method in kind.body:
                    for way in getattr(method, "decorator_list", ()):
                        way = way.func if isinstance(way, ast.Call) else way
                        assert getattr(way, "id", "") not in {"cache", "lru_cache"}, (path, kind)
