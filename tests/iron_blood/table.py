"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

from collections.abc import Sequence

import pytest

import engine
from engine import Game, Receipt
from engine.core.entries import AnyEntry

SECRET = bytes(range(32))


def table(*edits: str, option: bool = False) -> Game:
    """A fresh game after these edit lines; `option` is the Anti-Partisan Division."""
    game = engine.new_game("iron_blood", options={"anti_partisan": option}, secret=SECRET)
    if edits:
        game.submit("gm", "\n".join(edits))
    return game


def empty(*edits: str, option: bool = False) -> Game:
    """An empty map (the fortresses stand), all else as these edit lines say."""
    return table("clear units", *edits, option=option)


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


def hands(axis: str = "", soviet: str = "", used: str = "") -> list[str]:
    """Edit lines that deal these tokens, by their last words (`used` by whole ids)."""
    lines = ["clear cards"]
    for side, kinds_ in (("axis", axis), ("soviet", soviet)):
        tokens = " ".join(f"{side}_general_{kind}" for kind in kinds_.split())
        lines.append(f"cards hand.{side} {tokens}".strip())
    return [*lines, f"cards used {used}".strip()]
