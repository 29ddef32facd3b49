"""Who fights whom in a battle, and what was committed to it: what cards read and write.

It stands apart from the procedure in `battle` so that odds, cards and windows
can use it without that.
"""

import msgspec

from engine.core.frames import Proc
from engine.games.no_retreat.data.facts import NOWHERE
from engine.games.no_retreat.state import T, foe

LENGTH = 2
"""Hexes of a retreat (§10.7.5)."""


def _nobody() -> list[int]:
    return [NOWHERE, NOWHERE]


class Fight(Proc, kw_only=True):
    """The fields of a battle.

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
    """The units that defend and suffer all results; others there only retreat (§10.7.2)."""
    bare: list[int] = []
    """Targets whose terrain does not count: Counterblows and counterattacks (§10.1.2, §10.7.2)."""
    marked: bool = False
    """A Target marker lies here, which a CB turns to its Counterblow side."""
    counter: int = 0
    """How many counterattacks led to this battle."""
    support: str = ""
    """`blitz` or `shock` once committed (§10.6.2)."""
    terrain: int = NOWHERE
    """The target hex whose terrain counts, as the defender chose (§10.6.1)."""
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
    """In the order of play: +1 is a hex more, -1 limits the advance to one hex (§5.0)."""
    retreat_min: int = LENGTH
    retreat_max: int = LENGTH
    withdrawn: bool = False
    """The defenders fall back one hex before the roll and the attack ends (card 47)."""
    cards: list[int] = msgspec.field(default_factory=_nobody)
    """Side -> the card it played before the roll; one each (§10.5)."""
    late: list[int] = msgspec.field(default_factory=_nobody)
    """Side -> the card it played since the last roll."""
    rolled: list[int] = []
    roll: int = 0
    """The die that counts, 0 where none was rolled."""
    initial: int = NOWHERE
    final: int = NOWHERE
    result: int = NOWHERE
    """As rolled, then as cards have it."""
    at_hex: list[int] = []
    """Target by target what the result means there (§10.7.4)."""
    there: list[list[int]] = []
    """Target by target the defending side's units, as they stood when the result was found.

    It is theirs alone: who retreats into another target does not suffer its result too.
    """
    left: list[int] = []
    """Targets where it has still to be done."""
    losing: list[int] = []
    """Units that lose a step once they have retreated (DD)."""

    @property
    def foe(self) -> str:
        """The defender."""
        return foe(self.side)


def battle(t: T) -> Fight | None:
    """The battle that is being fought, the uppermost on the stack."""
    return t.under_way(Fight)


def fighting(t: T) -> Fight:
    """The battle that is being fought, where there must be one."""
    found = battle(t)
    assert found is not None
    return found


def new_roll(fight: Fight) -> None:
    """Nothing has been rolled and no card played on it."""
    fight.roll, fight.rolled, fight.again, fight.late = 0, [], False, _nobody()
