"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

from collections.abc import Sequence

import pytest

import engine
from engine import Game, Receipt
from engine.core.entries import AnyEntry
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.board import BOARD

SECRET = bytes(range(32))


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
    t.offers.clear()
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


def asked(game: Game) -> list[str]:
    """The sides that are asked, in order."""
    return [pending.side for pending in game.pending()]


def prompt(game: Game) -> str:
    """The one question that is open."""
    (pending,) = game.pending()
    return pending.prompt


def words(game: Game, side: str, text: str) -> set[str]:
    """The last words of what is offered after `text`."""
    return {item.value.split()[-1] for item in game.complete(side, text).items}


def names(game: Game, side: str) -> set[str]:
    """The verbs that a side is offered, those open at all times left out."""
    return {verb.name for verb in game.verbs(side) if not verb.free}


def refused(game: Game, side: str, text: str) -> str:
    """The rule that refuses a line; the game must be as it was."""
    before = game.dump()
    with pytest.raises(engine.OrderError) as error:
        game.submit(side, text)
    assert game.dump() == before
    assert error.value.text
    return error.value.rule


def places(game: Game, *units: str) -> list[str]:
    """Where units are: ids of places."""
    return [game.look([word, "at"])[0] for word in units]


def look(game: Game, text: str) -> str:
    """What a `=` line of a script sees."""
    return game.look(text.split())[0]


def kinds(entries: Sequence[AnyEntry], kind: type[AnyEntry]) -> list[AnyEntry]:
    """The entries of one type."""
    return [entry for entry in entries if isinstance(entry, kind)]


def told(game: Game, receipt: Receipt) -> str:
    """All that an order brought, in plain words."""
    return "\n".join(game.tell(entry) for entry in receipt.entries)
