"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

from collections.abc import Sequence

import engine
from engine import Game
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from tests.table import SECRET, asked, kinds, look, names, places, prompt, refused, told, words

__all__ = [
    "SECRET",
    "asked",
    "bare",
    "changed",
    "empty",
    "ids",
    "kinds",
    "look",
    "names",
    "place",
    "places",
    "prompt",
    "refused",
    "running",
    "table",
    "told",
    "unit",
    "words",
]


def table(*edits: str, scenario: str = "campaign", **options: object) -> Game:
    """A fresh game after these edit lines."""
    game = engine.new_game("no_retreat", scenario, options, secret=SECRET)
    if edits:
        game.submit("gm", "\n".join(edits))
    return game


def empty(*edits: str, scenario: str = "campaign", **options: object) -> Game:
    """An empty map with the control of the scenario, all else as these edit lines say."""
    return table("clear units", *edits, scenario=scenario, **options)


def bare(*edits: str, scenario: str = "campaign", **options: object) -> Game:
    """An empty map and empty hands: no event can interfere."""
    return empty("clear cards", *edits, scenario=scenario, **{"joker": False, **options})


def changed(game: Game) -> T:
    """The table after a test has changed its state by hand: what was derived is built anew."""
    t = running(game)
    t.d = t.rules.derive(t.s)
    t.changed()
    return t


def running(game: Game) -> T:
    """The table, for pure functions."""
    found: T = game.table
    return found


def unit(id_: str) -> int:
    """The number of a unit by its id."""
    return BOARD.unit_index[id_]


def place(id_: str) -> int:
    """The number of a place by its id."""
    return BOARD.place_index[id_]


def ids(places: Sequence[int]) -> list[str]:
    """Places by their ids."""
    return [BOARD.places[place] for place in places]
