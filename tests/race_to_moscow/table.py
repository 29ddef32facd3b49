"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

from collections.abc import Mapping, Sequence

import pytest

import engine
from engine import Game, Receipt
from engine.core.entries import AnyEntry
from engine.core.game import new_game
from engine.core.script import play
from engine.games.race_to_moscow.rules import RULES

SECRET = bytes(range(32))


def fresh(
    id_: str = "race_to_moscow",
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    secret: bytes = SECRET,
) -> Game:
    """A new game; `id_` is there for play scripts."""
    return new_game(RULES, scenario, options, secret)


def table(*edits: str, scenario: str = "standard", **options: object) -> Game:
    """A new game after these edit lines."""
    game = fresh(scenario=scenario, options=options)
    if edits:
        game.submit("gm", "\n".join(edits))
    return game


def empty(*edits: str, scenario: str = "standard", **options: object) -> Game:
    """An empty board with a full Supply Stock, all else as these edit lines say."""
    stock = ("set stock.fuel 20", "set stock.ammo 30", "set stock.food 15")
    return table("clear units", "clear marks", *stock, *edits, scenario=scenario, **options)


def run(script: str) -> Game:
    """Run a play script."""
    return play(script, fresh)


def asked(game: Game) -> list[str]:
    """The sides that are asked, in order."""
    return [pending.side for pending in game.pending()]


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


def look(game: Game, text: str) -> str:
    """What a `=` line of a script sees."""
    return game.look(text.split())[0]


def kinds(entries: Sequence[AnyEntry], kind: type[AnyEntry]) -> list[AnyEntry]:
    """The entries of one type."""
    return [entry for entry in entries if isinstance(entry, kind)]


def told(game: Game, receipt: Receipt) -> str:
    """All that an order brought, in plain words."""
    return "\n".join(game.tell(entry) for entry in receipt.entries)
