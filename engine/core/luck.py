"""The luck of the dice: what a side rolled, held against what its dice give on average.

A roll in the log says its purpose and its results; which faces its dice have, and whether a high
one is wanted, the rules know by the purpose. What the umpire had set is no luck.
"""

import math
from collections.abc import Iterable
from statistics import fmean, pvariance

import msgspec

from engine.core.entries import AnyEntry, Rolled
from engine.core.game import Game


class Luck(msgspec.Struct, frozen=True):
    """The dice of a side of which more is better: how many, and the sum of what they showed above
    the average, with the variance that such a sum has.
    """

    dice: int = 0
    above: float = 0.0
    variance: float = 0.0

    def __add__(self, more: "Luck") -> "Luck":
        return Luck(
            dice=self.dice + more.dice,
            above=self.above + more.above,
            variance=self.variance + more.variance,
        )

    @property
    def spread(self) -> float:
        return math.sqrt(self.variance)

    @property
    def deviations(self) -> float:
        """How many standard deviations above the average; 0 of no dice."""
        return self.above / self.spread if self.variance else 0.0


def luck(game: Game, entries: Iterable[AnyEntry]) -> dict[str, Luck]:
    """Side -> its luck in `entries` of a log of `game`; of sides that rolled none of these, zero.

    >>> import engine
    >>> entries = [Rolled(n=1, purpose="battle", values=[6, 5], side="axis")]
    >>> luck(engine.new_game("no_retreat"), entries)["axis"].above
    4.0
    """
    rules = game.table.rules
    found = dict.fromkeys(game.sides, Luck())
    for entry in entries:
        if not isinstance(entry, Rolled) or entry.queued:
            continue
        if entry.purpose in rules.high and entry.side in found:
            faces = list(rules.editor.faces[entry.purpose])
            dice = len(entry.values)
            found[entry.side] += Luck(
                dice=dice,
                above=sum(entry.values) - dice * fmean(faces),
                variance=dice * pvariance(faces),
            )
    return found
