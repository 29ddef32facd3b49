"""The log of a game as a play script: redacted while it is played, whole at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import engine
from bot.catalogue import phrase
from bot.play.table import Table
from engine import Logged
from engine.core.edit import SAID
from engine.core.entries import Noted, Ordered, decode, readable
from storage import Action, Insider


def script(
    table: Table,
    actions: Sequence[Action],
    user: int,
    renewed: Mapping[int, bytes],
    insiders: Sequence[Insider] = (),
) -> tuple[str, bytes, str]:
    """(file name, text, description) of the log as `user` may read it now.

    `insiders` tell from when on somebody else played a side.

    `renewed` are the positions at which other rules took the game over, by action.
    When the game is over everybody gets all of it with the secret of the dice,
    and `python -m engine verify` checks it.
    """
    game = table.played()
    whole = not table.open
    mine = set(table.sides_of(user))
    log: list[Logged] = []
    came = _came(insiders, game.sides)
    for action in actions:
        lines = action.line if whole or action.side in mine else _public_lines(action)
        if action.kind == "ruling":
            log.append(replace(_logged(action, ""), position=renewed[action.seq]))
        elif lines:
            log.append(_logged(action, lines))
        else:
            continue
        new = [side for when, side in came if when <= action.time]
        came = came[len(new) :]
        log[-1] = replace(log[-1], seats=tuple(dict.fromkeys(new)))
    text = engine.export(game, log, secret=whole)
    what = (
        phrase("The whole log")
        if whole
        else phrase("The log so far, without what you may not know")
    )
    return f"umpire-{game.id}-{table.id}.txt", text.encode(), what


def _came(insiders: Sequence[Insider], sides: Sequence[str]) -> list[tuple[float, str]]:
    """When sides got somebody else to play them: not at the start."""
    start = min((one.since for one in insiders), default=0.0)
    return sorted(
        (one.since, one.side) for one in insiders if one.since > start and one.side in sides
    )


def _logged(action: Action, lines: str) -> Logged:
    return Logged(action.side, lines, action.cause, action.hash, action.rules, action.record)


def _public_lines(action: Action) -> str:
    """The orders of an action as everybody may read them: a secret one only by its verb."""
    if action.kind in ("undo", "rollback", "draw"):
        return action.line
    entries = readable(decode(action.entries), None)
    if action.kind == "edit":  # as it was posted: without what it hides
        notes = [e.text for e in entries if isinstance(e, Noted)]
        return "\n".join(text.removeprefix(SAID) for text in notes if text.startswith(SAID))
    orders = [e for e in entries if isinstance(e, Ordered)]
    return "\n".join(e.line for e in orders if e.side == action.side and not e.auto)
