"""Back to an earlier position, over doors, where all people of a game agree.

What was rolled and drawn since then is void, and known: so the count of the rolls is never set
back (the same dice do not come again), and whatever nobody had seen is shuffled anew.
"""

from collections.abc import Sequence
from typing import Any

from engine.core import dice, standing
from engine.core.entries import AnyEntry
from engine.core.errors import Illegal
from engine.core.game import Game, load_game
from engine.core.table import Table

ROLLBACK = "rollback"
"""The word for it in a log."""


def go_back(game: Game, earlier: bytes, cause: str) -> tuple[Game, list[AnyEntry]]:
    """The game as it goes on from an earlier dump of it, and what is to be written down.

    Policies and armed cards stay as they are now, the armed ones as far as their side holds
    them still. Nothing can be undone before it. Illegal where the dump is another game's,
    Unreadable where it is none.
    """
    now = game.table.pos
    position = load_game(game.table.rules, earlier).table.pos
    if (position.secret, position.game) != (now.secret, now.game):
        raise Illegal("That is a position of another game.")
    if position.revision > now.revision:
        raise Illegal("That position is not an earlier one.")
    position.rolls, position.revision = now.rolls, now.revision + 1
    position.policy, position.coming, position.arms = now.policy, now.coming, now.arms
    position.queue, position.edited = now.queue, now.edited
    position.chain, position.last = dice.link(game.secret, now.chain, ROLLBACK, cause), ""
    for lane in position.lanes:
        lane.ask = position.chain[:8]
    table = Table(game.table.rules, position)
    table.cause = cause or position.chain
    for names in _families(table):
        table.mix(names)
    standing.prune(table)
    return load_game(table.rules, Game(table).dump()), table.log


def _families(table: Table[Any, Any]) -> Sequence[list[str]]:
    """The piles in which something lies that nobody has seen, by family."""
    found: dict[str, list[str]] = {}
    for name, pile in sorted(table.pos.piles.items()):
        if 0 in pile.seen:
            found.setdefault(table.rules.pile_family(name), []).append(name)
    return list(found.values())
