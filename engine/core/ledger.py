"""Duties that span several orders: every declared target is attacked, every unit in a
zone of control attacks, every enemy-held hex is fought for.

The ledger lists what is still owed. `end PHASE` is refused while something is,
and a pick is offered only if the rest can still be matched with what is left.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from engine.core.verbs import Why


class Ledger(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What is still owed in a phase, as ids of places or units; `rule` demands it."""

    owed: list[int]
    rule: str = ""

    def pay(self, *duties: int) -> None:
        """Strike out duties that have been done or are void."""
        self.owed = [duty for duty in self.owed if duty not in duties]

    def why_open(self, say: Callable[[list[int]], str]) -> Why | None:
        """None when nothing is owed, else why the phase cannot end yet."""
        return Why(say(self.owed), self.rule) if self.owed else None


def matched(duties: Iterable[int], means: Mapping[int, Collection[int]]) -> bool:
    """Can every duty get a means of its own? `means[duty]` are the units that could do it.

    Where one unit may meet several duties at once (one battle against two hexes),
    it is enough that each duty has a means left.

    >>> matched([1, 2], {1: [7], 2: [7, 8]})
    True
    >>> matched([1, 2], {1: [7], 2: [7]})
    False
    """
    taken: dict[int, int] = {}

    def place(duty: int, tried: set[int]) -> bool:
        for unit in means.get(duty, ()):
            if unit in tried:
                continue
            tried.add(unit)
            if unit not in taken or place(taken[unit], tried):
                taken[unit] = duty
                return True
        return False

    return all(place(duty, set()) for duty in duties)
