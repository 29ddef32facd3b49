"""One battle, step by step (10.5), from the strengths to the advance."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.frames import Frame, Outcome, Proc
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.facts import NOWHERE


def _nobody() -> list[int]:
    return [NOWHERE, NOWHERE]


class Battle(Proc, kw_only=True, tag="nr.battle"):
    """A battle; a counterattack becomes a new one (10.7.2).

    Event cards write into the fields from `shifts` on; what they may read of the
    rest is who fights whom. Results are numbers (`facts.RESULTS`), cards are ids.
    """

    side: str
    """The attacker."""
    units: list[int]
    """The attacking units."""
    targets: list[int]
    """The hexes (or areas) attacked."""
    foes: list[int]
    """The units that defend and suffer all results; others there only retreat (10.7.2)."""
    bare: list[int] = []
    """Targets whose terrain does not count: Counterblows and counterattacks (10.1.2, 10.7.2)."""
    counter: int = 0
    """How many counterattacks led to this battle."""
    support: str = ""
    """`blitz` or `shock` once committed (10.6.2)."""
    terrain: int = NOWHERE
    """The target hex whose terrain counts, as the defender chose (10.6.1)."""
    shifts: list[list[int]] = []
    """[columns, card]: to the right is positive, for the attacker."""
    ignored: list[str] = []
    """Shifts that do not count: river, city, objective, armor_bonus, unsupplied_defender."""
    auto_result: str = ""
    """A result that needs no die (`DR`), as in `facts.RESULTS`."""
    doubled: list[int] = []
    """Units that count twice."""
    dice: int = 1
    chooser: str = ""
    """The side that picks the die that counts when two are rolled."""
    again: bool = False
    """Set by a card that has the die rolled again; the new roll opens the windows anew."""
    convert: list[list[int]] = []
    """[result, what it becomes, card], in the order of play."""
    advance: list[int] = []
    """In the order of play: +1 is a hex more, -1 limits the advance to one hex (5.0)."""
    retreat_min: int = 2
    retreat_max: int = 2
    withdrawn: bool = False
    """The defenders fall back one hex before the roll and the attack ends (card 47)."""
    cards: list[int] = msgspec.field(default_factory=_nobody)
    """Side -> the card it played before the roll; one each (10.5)."""
    late: list[int] = msgspec.field(default_factory=_nobody)
    """Side -> the card it played since the last roll."""
    fallen: int = NOWHERE
    """Where a two-sided unit was just eliminated to fulfil a step loss (14.9.2)."""
    fallen_side: str = ""
    odds: list[int] = []
    """Initial and final column, and the roll, once known; -1 for an automatic CA."""
    roll: list[int] = []
    result: int = NOWHERE

    STEPS: ClassVar[tuple[str, ...]] = ("strength",)

    def strength(self, t: T) -> Outcome:
        raise NotImplementedError


def battle(t: T) -> Battle | None:
    """The battle that is being fought, the uppermost on the stack."""
    for lane in t.pos.lanes:
        found = _uppermost(lane.stack)
        if found:
            return found
    return None


def _uppermost(stack: Sequence[Frame]) -> Battle | None:
    for frame in reversed(stack):
        if isinstance(frame, Battle):
            return frame
    return None


FRAMES: tuple[type[Frame], ...] = (Battle,)
