"""The odds of a battle and what shifts them (10.5, 10.6): pure, for the battle, the
builder, `/odds` and the labels of lists alike.
"""

from typing import TYPE_CHECKING, NamedTuple

from engine.games.no_retreat.state import NoRetreat, Occupancy

if TYPE_CHECKING:
    from engine.games.no_retreat.battle import Battle


class Shift(NamedTuple):
    """Why the column moves: to the right is positive, for the attacker."""

    columns: int
    reason: str
    rule: str


class Preview(NamedTuple):
    """A battle as it would be rolled now. Columns are indices of `BOARD.columns`, -1 is CA."""

    attack: int
    defence: int
    table: int
    """The side whose table is used (13.1)."""
    initial: int
    shifts: tuple[Shift, ...]
    final: int
    chances: tuple[tuple[int, int], ...]
    """(result, sixths), of the results that can come up."""


def preview(s: NoRetreat, d: Occupancy, battle: "Battle") -> Preview:
    """What a battle would be rolled on as it stands, with all that was committed to it."""
    raise NotImplementedError
