"""What tests of every game ask of a game: who is asked, what is offered, refused and told."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

import engine
from engine import Game, Receipt
from engine.core.entries import AnyEntry

SECRET = bytes(range(32))


def raw(game: Game) -> Any:
    """A dump, decoded, to be changed and loaded: as older versions wrote it, with no checksum."""
    fields = json.loads(game.dump())
    del fields["sum"]
    return fields


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


def round_trip(game: Game, line: str, what: str = "") -> None:
    """What a `mark` or `set` line sets can be read, and what was read can be set again.

    `what` is what is looked at (the line's own words by default, without verb and value).
    """
    *head, value = line.split()
    what = what or " ".join(head[1:])
    before, was = msgspec.json.encode(game.table.s), look(game, what)
    game.submit("gm", line)
    assert look(game, what) == value, line
    game.submit("gm", line)
    assert look(game, what) == value, line
    game.submit("gm", " ".join([*head, was]))
    assert look(game, what) == was and msgspec.json.encode(game.table.s) == before, line


def round_trips(game: Game, lines: Sequence[str]) -> None:
    """Each line and back; every mark and number that the game has is among them."""
    editor = game.table.rules.editor
    for line in lines:
        round_trip(game, line)
    marks = {line.split()[2] for line in lines if line.startswith("mark ")}
    names = [line.split()[1] for line in lines if line.startswith("set ")]
    heads = {name.partition(".")[0] + "." * ("." in name) for name in names}
    tables = (editor.marks, editor.settings)
    assert [marks, heads] == [{n for n, row in table.items() if row.put} for table in tables]


def piles_round_trip(game: Game, card_for: Callable[[str], str]) -> None:
    """A card is put on each pile, looked at there, and who knows it is set and read."""
    for pile in game.table.rules.editor.piles:
        card = card_for(pile)
        if not card:
            continue
        game.submit("gm", f"cards {pile} {card} ...")
        assert look(game, f"{pile} cards").split(",")[0] == card
        assert look(game, pile) == str(len(look(game, f"{pile} cards").split(",")))
        for side in game.sides:
            game.submit("gm", f"see {side} {card}")
        assert look(game, f"{card} seen") == ",".join(game.sides)
    for purpose, faces in game.table.rules.editor.faces.items():
        assert look(game, f"dice {purpose}") == "none"
        shown = [str(face) for face in sorted(set(faces))]
        game.submit("gm", f"dice {purpose} {' '.join(shown)}")
        assert look(game, f"dice {purpose}") == ",".join(shown)
