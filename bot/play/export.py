"""The log of a game as a play script: redacted while it is played, whole at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import engine
from bot.catalogue import phrase
from bot.play.table import Table
from engine import Logged
from engine.core.entries import Ordered, decode, readable
from storage import Action


def script(
    table: Table, actions: Sequence[Action], user: int, renewed: Mapping[int, bytes]
) -> tuple[str, bytes, str]:
    """(file name, text, description) of the log as `user` may read it now.

    `renewed` are the positions at which other rules took the game over, by action.
    When the game is over everybody gets all of it with the secret of the dice,
    and `python -m engine verify` checks it.
    """
    game = table.played()
    whole = not table.open
    mine = set(table.sides_of(user))
    log = []
    for action in actions:
        lines = action.line if whole or action.side in mine else _public_lines(action)
        if action.kind == "ruling":
            log.append(replace(_logged(action, ""), position=renewed[action.seq]))
        elif lines:
            log.append(_logged(action, lines))
    text = engine.export(game, log, secret=whole)
    what = (
        phrase("The whole log")
        if whole
        else phrase("The log so far, without what you may not know")
    )
    return f"umpire-{game.id}-{table.id}.txt", text.encode(), what


def _logged(action: Action, lines: str) -> Logged:
    return Logged(action.side, lines, action.cause, action.hash, action.rules, action.record)


def _public_lines(action: Action) -> str:
    """The orders of an action as everybody may read them: a secret one only by its verb."""
    if action.kind == "undo":
        return action.line
    orders = [e for e in readable(decode(action.entries), None) if isinstance(e, Ordered)]
    return "\n".join(e.line for e in orders if e.side == action.side and not e.auto)
