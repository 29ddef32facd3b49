"""An action as it is written: with the hash of the position and the record after it."""

from collections.abc import Sequence

from bot.play.table import Table
from engine import Game
from engine.core import record
from engine.core.entries import AnyEntry, encode, public
from storage import Kind, NewAction, Status


def action(
    table: Table,
    kind: Kind,
    side: str,
    user: int | None,
    line: str,
    cause: str,
    entries: Sequence[AnyEntry],
) -> NewAction:
    """An action to be written, with the hash of the position and the record after it."""
    game = table.played()
    taken = ("undo", "ruling", "rollback")
    told = [record.told(side, line)] if kind in taken else entries
    return NewAction(
        kind=kind,
        side=side,
        user=user,
        line=line,
        pending="",
        cause=cause,
        rules=game.version,
        hash=game.hash,
        entries=encode(list(entries)),
        record=record.link(game.secret, table.record, side, cause, told),
        told=bool(public(list(entries))),
    )


def status(game: Game, action: NewAction) -> Status:
    """What has become of a game with its last action."""
    if game.result() is None:
        return "running"
    return "resigned" if action.kind == "resign" else "ended"
