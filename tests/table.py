"""What tests of every game ask of a game: who is asked, what is offered, refused and told."""

from collections.abc import Sequence

import pytest

import engine
from engine import Game, Receipt
from engine.core.entries import AnyEntry

SECRET = bytes(range(32))


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
    return [game.look([unit, "at"])[0] for unit in units]


def look(game: Game, text: str) -> str:
    """What a `=` line of a script sees."""
    return game.look(text.split())[0]


def kinds(entries: Sequence[AnyEntry], kind: type[AnyEntry]) -> list[AnyEntry]:
    """The entries of one type."""
    return [entry for entry in entries if isinstance(entry, kind)]


def told(game: Game, receipt: Receipt) -> str:
    """All that an order brought, in plain words."""
    return "\n".join(game.tell(entry) for entry in receipt.entries)
