"""A try-out: what lines would do, on a copy of the game that nobody keeps.

It stops at the first thing that cannot be taken back, before that happens: on a `Glass` table
no die falls, no card is drawn or shown, and no other side is asked or plays what it has armed.
So it tells only what its side could have worked out by itself.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core import orders, standing
from engine.core.entries import AnyEntry, Ordered, readable
from engine.core.errors import Malformed, OrderError
from engine.core.game import Game
from engine.core.groups import grouped
from engine.core.rules import Preview
from engine.core.table import Table
from engine.core.verbs import Why
from engine.core.view import View


class Stop(StrEnum):
    """Why a try-out goes no further."""

    DIE = "die"
    """A die would be rolled, or cards shuffled."""
    SHOWN = "shown"
    """Something hidden would be drawn or shown."""
    WINDOW = "window"
    """Another side may react."""
    PASSED = "passed"
    """The decision passes to another side."""
    END = "end"
    """The game would be over."""
    TURN = "turn"
    """Something else happens that no undo takes back."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A line of a try-out: `line` in canonical words where it was understood, else as read.

    `error` says why it would be refused, `stop` what happens in it or right after it that
    cannot be taken back. `entries` is what its side would read of it until then; `odds` what it
    would mean, from public facts; `left` the orders that it would leave undone. An order for
    several units stays as it was read; `behind` are those of its units behind a stop.
    """

    line: str
    odds: Preview
    error: OrderError | None = None
    stop: Stop | None = None
    entries: tuple[AnyEntry, ...] = ()
    left: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What was found. Lines that would be refused are passed over; `left` stand behind a stop.

    `view` is the board as everybody would see it then, `asked` the question that the side would
    be asked ("": none), `owed` why it could not end what it is doing.
    """

    lines: tuple[Tried, ...]
    left: tuple[str, ...]
    view: View
    asked: str
    owed: tuple[Why, ...]

    @property
    def good(self) -> bool:
        """Would none of the lines be refused, as far as can be seen?"""
        return all(line.error is None for line in self.lines)


class _Shut(Exception):
    """A door that a try-out does not open."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop = stop


class Glass(Table[Any, Any]):
    """A table on which nothing happens that cannot be taken back."""

    def door(self, learned: int = 0) -> None:
        raise _Shut(Stop.SHOWN if learned else Stop.TURN)

    def opens(self, side: str) -> None:
        if side != self.actor:
            raise _Shut(Stop.WINDOW)

    def passes(self) -> None:
        self.doors += 1  # the line itself is done, and what it did is known

    def end(self, *_: object, **__: object) -> None:
        raise _Shut(Stop.END)

    def _next_roll(self) -> int:
        raise _Shut(Stop.DIE)


def trial(game: Game, side: str, text: str) -> Trial:
    """Try the lines of `text` for `side`; the game stays as it is.

    Raises an OrderError where the text as a whole cannot be read, or has an order that needs no
    try-out because it is open at all times.

    >>> import engine
    >>> game = engine.new_game("iron_blood", secret=bytes(32))
    >>> [line] = trial(game, "axis", "setup suggested").lines
    >>> line.error is None, line.stop
    (True, <Stop.DIE: 'die'>)
    """
    lines = orders.split(text)
    free = next((words[0] for words in lines if standing.is_free(words)), None)
    if free:
        raise Malformed(f"`{free}` cannot be tried: it answers no question. Give it by itself.")
    rules = game.table.rules
    copy = Game(Glass(rules, rules.codec.decode(game.dump())))
    found: list[Tried] = []
    for words in lines:
        found.append(_tried(copy, side, words))
        if found[-1].stop:
            break
    asked = [pending.prompt for pending in copy.pending() if pending.side == side]
    owed = [verb.blocked for verb in copy.offers(side) if verb.ends and verb.blocked]
    return Trial(
        lines=tuple(found),
        left=(*found[-1].behind, *(" ".join(words) for words in lines[len(found) :])),
        view=copy.view(None),
        asked=asked[0] if asked else "",
        owed=tuple(dict.fromkeys(owed)),
    )


def _tried(copy: Game, side: str, words: list[str]) -> Tried:
    line, table = " ".join(words), copy.table
    odds, left = copy.preview(line), _left(copy, side, words)
    group = grouped(table, side, copy.offers(side), line)
    behind: tuple[str, ...] = ()
    try:
        receipt = copy.submit(side, line)
    except OrderError as error:
        return Tried(line, odds, error=error)
    except _Shut as shut:  # the copy is as it was before; what had happened stands in the log
        stop: Stop | None = shut.stop
        entries = readable(table.log, side)
        own = [e.line for e in entries if isinstance(e, Ordered) and e.side == side and not e.auto]
        line = own[-1] if own and not group else line
    else:
        stop = Stop.PASSED if receipt.door else None
        entries = readable(receipt.entries, side)
        line, behind = line if group else receipt.ran[0], receipt.left
    return Tried(line, odds, None, stop, tuple(entries), left, behind)


def _left(copy: Game, side: str, words: list[str]) -> tuple[str, ...]:
    """What a line that ends something would leave undone."""
    offered = copy.offers(side)
    try:
        verb, _ = orders.read(copy.table, side, offered, words)
    except OrderError:
        return ()
    hasty = orders.hasty(verb, offered)
    return hasty.left if hasty else ()
