"""The standing orders of a side as they are, and what its policies did or would have done."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.core import runner, standing
from engine.core.answers import Receipt
from engine.core.frames import Choice, Window
from engine.core.game import Game
from engine.core.position import Arm
from engine.core.table import Table

T = Table[Any, Any]


class Armed(msgspec.Struct, frozen=True):
    """What is played by itself when its moment comes; for its side's eyes alone.

    `word` is what orders call it, "" where nothing is to be played; `place` is "" where any will
    do. One that is not `loose` was said in answer to a question and stands until its moment.
    """

    word: str
    name: str
    kind: str
    place: str
    loose: bool


class Met(msgspec.Struct, frozen=True):
    """A question of a `kind` that a policy can answer. `asked`: its side was asked it.

    `line` is what was answered by itself, or where it was asked, what policy `auto` would have
    given then; "" stands for nothing played.
    """

    kind: str
    asked: bool
    line: str


def armed(game: Game, side: str) -> tuple[Armed, ...]:
    """All that a side has armed, and its replies.

    >>> import engine
    >>> armed(engine.new_game("iron_blood", secret=bytes(32)), "axis")
    ()
    """
    t = game.table
    return tuple(_armed(t, arm) for arm in standing.kept(t) if arm.side == side)


def _armed(t: T, arm: Arm) -> Armed:
    cards, places = t.rules.lexicons[t.rules.armed], t.rules.lexicons["place"]
    return Armed(
        word=cards.short(arm.card) if arm.card >= 0 else "",
        name=cards.name(arm.card) if arm.card >= 0 else "",
        kind=arm.kind,
        place=places.name(arm.place) if arm.place >= 0 else "",
        loose=arm in t.pos.arms,
    )


def met(game: Game, side: str, played: Iterable[Receipt]) -> list[Met]:
    """The questions of `side` that policies speak of, as a stretch of `game` is played again.

    Each receipt of `played` comes when its order has been carried out on `game`. Questions of
    a side's own turn that are asked whatever the policy says are none of them.
    """
    found: list[Met] = []
    open_before = _look(game, side, [], found)
    for receipt in played:
        for one in receipt.settled:
            if one.side == side:
                found.append(Met(one.kind, asked=False, line=one.line))
        open_before = _look(game, side, open_before, found)
    return found


def _look(game: Game, side: str, before: list[Choice], found: list[Met]) -> list[Choice]:
    """Note the questions that are new; those that are open now."""
    t = game.table
    now = [c for _, c in runner.waiting(t) if c.side == side and c.question in t.rules.policies]
    for choice in now:
        if all(choice is not known for known in before):
            line = _default(t, choice)
            if line is not None:
                found.append(Met(choice.question, asked=True, line=line))
    return now


def _default(t: T, choice: Choice) -> str | None:
    """What policy `auto` would give here; None: its side would have been asked all the same."""
    if isinstance(choice, Window):
        return None if t.rules.own_turn(t, choice.side) else ""
    return choice.default(t) or None
