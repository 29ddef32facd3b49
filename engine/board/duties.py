"""Duties of a combat phase, both ways: who must attack, and what must be attacked.

Each attacker fights once and each target is attacked once, several targets by units that
are next to all of them. So all duties can be met as long as every target still has
an attacker that has not fought, and every attacker that must fight still has a
target that was not attacked: whoever shares a target can join its attack or
split it. Only the neighbours of an attack need to be looked at again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Duties:
    """What is owed now. What nobody can do is left out: it is no duty.

    >>> owed = Duties({1: (7,), 2: (7, 8)}, must=(8,))
    >>> owed.starved((2,), (7,)), owed.starved((2,), (8,))
    ([1], [])
    >>> owed.idle((2,), (7,)), owed.idle((2,), (8,))
    ([8], [])
    """

    by: Mapping[int, Collection[int]]
    """Target -> the units that could attack it now."""
    must: Collection[int] = ()
    """Units that must attack something."""
    free: Collection[int] = ()
    """Targets in `by` that nobody has to attack."""

    def common(self, targets: Collection[int]) -> list[int]:
        """The units next to all of these targets."""
        first, *rest = (self.by.get(target, ()) for target in targets)
        return [unit for unit in first if all(unit in others for others in rest)]

    def starved(self, targets: Collection[int], units: Collection[int]) -> list[int]:
        """The other targets that nobody would be left for, if these units attack here."""
        return [
            target
            for target, others in self.by.items()
            if target not in targets
            and target not in self.free
            and all(unit in units for unit in others)
        ]

    def idle(self, targets: Collection[int], units: Collection[int]) -> list[int]:
        """The other units that must attack and would have no target left after this attack."""
        near = {unit for target in targets for unit in self.by.get(target, ())}
        left = {
            unit for target, others in self.by.items() if target not in targets for unit in others
        }
        return [
            unit for unit in self.must if unit in near and unit not in units and unit not in left
        ]

    def more_targets(self, targets: Collection[int]) -> list[int]:
        """The targets that may be added to those of one attack."""
        if not targets:
            return list(self.by)
        return [t for t in self.by if t not in targets and self.common((*targets, t))]

    def attackers(self, targets: Collection[int], units: Collection[int]) -> list[int]:
        """The units that may join an attack on these targets and leave no other to nobody."""
        return [
            unit
            for unit in self.common(targets)
            if unit not in units and not self.starved(targets, (*units, unit))
        ]

    def whole(self, targets: Collection[int]) -> bool:
        """Can somebody attack these targets together without leaving another to nobody?"""
        return bool(self.attackers(targets, ()))
