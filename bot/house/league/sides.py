"""Who has which side, so that over a season everybody has each about as often."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from bot.house.league.meetings import Meeting, Player

Had = dict[int, list[str]]
"""Number -> the sides that they had, oldest first."""


def had(meetings: Iterable[Meeting]) -> Had:
    """The sides of the meetings that took place, or are about to."""
    found: Had = {}
    for meeting in sorted(meetings, key=lambda one: one.round):
        for side, number in meeting.seats.items() if meeting.met else ():
            found.setdefault(number, []).append(side)
    return found


def seated(people: Sequence[Player], sides: Sequence[str], before: Had) -> dict[str, int]:
    """The people of a game on its sides: evenly over the season, then as they would like it.

    Where two ways are alike, people keep the order in which they are given.

    >>> anna, boris = Player(1), Player(2, side="axis")
    >>> seated([anna, boris], ["axis", "soviet"], {})
    {'axis': 2, 'soviet': 1}
    >>> seated([anna, boris], ["axis", "soviet"], {2: ["axis"], 1: ["soviet"]})
    {'axis': 1, 'soviet': 2}
    """

    def cost(order: Sequence[Player]) -> tuple[int, int, int]:
        seats = list(zip(sides, order, strict=True))
        past = [before.get(one.number, []) for _, one in seats]
        often = sum(_uneven(own, side, sides) for own, (side, _) in zip(past, seats, strict=True))
        third = sum(own[-2:] == [side] * 2 for own, (side, _) in zip(past, seats, strict=True))
        unlike = sum(one.side not in ("", side) for side, one in seats)
        return often, third, unlike

    best = min(permutations(people), key=cost)  # the first of equals
    return {side: one.number for side, one in zip(sides, best, strict=True)}


def _uneven(own: Sequence[str], side: str, sides: Sequence[str]) -> int:
    """How unevenly somebody would have had the sides."""
    counts = [own.count(other) + (other == side) for other in sides]
    return sum(count * count for count in counts)


def spread(counts: Mapping[int, Sequence[str]], sides: Sequence[str]) -> int:
    """The most by which anybody had one side more often than another.

    >>> spread({1: ["axis", "axis"], 2: ["soviet", "axis"]}, ["axis", "soviet"])
    2
    """
    found = [[own.count(side) for side in sides] for own in counts.values()]
    return max((max(own) - min(own) for own in found), default=0)
