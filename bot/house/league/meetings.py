"""What the other modules speak of: people of a league, their meetings, and what a place earns."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

How = Literal["open", "stopped", "played", "adjudicated", "forfeit", "bye"]
"""How a meeting came to its points. `forfeit`: somebody did not turn up for it; `stopped`: it ended
without a result, and somebody has to say how it counts."""
System = Literal["robin", "double", "swiss", "tables"]
"""Each meets each (once, twice), pairs of those who stand alike, or drawn tables of 3 and 4."""

REST = ""
"""The side of somebody who has a round off."""


class Player(msgspec.Struct, frozen=True):
    """Somebody in a league. `side` is the one that they would rather play, "" for none.

    `group` counts from 1. `left` is the last round that they were there for; None: they stay.
    """

    number: int
    side: str = ""
    group: int = 1
    left: int | None = None


class Meeting(msgspec.Struct, frozen=True):
    """A game of a round, or a round off (its only side is `REST`): who has which side.

    `points` are what each number has earned, once it is known.
    """

    round: int
    seats: dict[str, int]
    group: int = 1
    how: How = "open"
    points: dict[int, float] = {}

    @property
    def rest(self) -> bool:
        """A round off."""
        return REST in self.seats

    @property
    def over(self) -> bool:
        """Whether its points are known."""
        return self.how not in ("open", "stopped")

    @property
    def met(self) -> bool:
        """Whether the people of it have met over the board."""
        return not self.rest and self.how != "forfeit"


def by_place(places: Mapping[str, int]) -> dict[str, float]:
    """Side -> its points: one for each side behind it, half of one for each beside it.

    Of two the winner has 1, a draw is half each; of three they have 2, 1 and 0.

    >>> by_place({"axis": 1, "soviet": 2}), by_place({"gray": 1, "white": 2, "brown": 2})
    ({'axis': 1.0, 'soviet': 0.0}, {'gray': 2.0, 'white': 0.5, 'brown': 0.5})
    """
    found = {}
    for side, place in places.items():
        others = [other for name, other in places.items() if name != side]
        found[side] = sum((place < other) + (place == other) / 2 for other in others)
    return found


def lost(seats: Mapping[str, int], sides: Collection[str]) -> dict[int, float]:
    """What each number has where these sides have lost and the others are level; nothing where all
    have.

    >>> lost({"gray": 1, "white": 2, "brown": 3}, ["white"]), lost({"axis": 1}, ["axis"])
    ({1: 1.5, 2: 0.0, 3: 1.5}, {1: 0.0})
    """
    if set(seats) <= set(sides):
        return dict.fromkeys(seats.values(), 0.0)
    worth = by_place({side: 2 if side in sides else 1 for side in seats})
    return {number: worth[side] for side, number in seats.items()}


def staying(players: Iterable[Player], round_: int) -> list[Player]:
    """Those who are there for a round."""
    return [one for one in players if one.left is None or one.left >= round_]


def met(meetings: Iterable[Meeting]) -> dict[frozenset[int], int]:
    """Pairs of people -> how often they were paired: whoever was meets no second time."""
    found: dict[frozenset[int], int] = {}
    for meeting in meetings:
        people = [] if meeting.rest else sorted(meeting.seats.values())
        for place, one in enumerate(people):
            for other in people[place + 1 :]:
                pair = frozenset((one, other))
                found[pair] = found.get(pair, 0) + 1
    return found


def rested(meetings: Iterable[Meeting]) -> dict[int, int]:
    """Number -> how many rounds off they had."""
    found: dict[int, int] = {}
    for meeting in meetings:
        if meeting.rest:
            number = meeting.seats[REST]
            found[number] = found.get(number, 0) + 1
    return found
