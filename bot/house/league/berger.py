"""Each meets each: the Berger tables of FIDE's handbook (C.05, annex 1)."""

from collections.abc import Sequence

from bot.house.league.meetings import Player

Pair = tuple[int, int]
"""Places from 1 in the table: who has the first side, who the second."""


def rounds(people: int, *, twice: bool = False) -> int:
    """How many rounds it takes."""
    once = people - 1 + people % 2
    return 2 * once if twice else once


def berger(people: int, round_: int) -> list[Pair]:
    """A round (from 1) of the table for so many; after one whole turn the sides are changed.

    An odd number is the table of one more; who meets that last number has the round off.
    Whoever has the last number changes sides from round to round, against who is next in turn.

    >>> [berger(4, round_) for round_ in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    size = people + people % 2
    turn, round_ = divmod(round_ - 1, size - 1)
    first = (round_ * (size // 2)) % (size - 1)  # who meets the last number, from 0
    pairs = [(size, first + 1) if round_ % 2 else (first + 1, size)]
    for step in range(1, size // 2):
        one, other = ((first + way * step) % (size - 1) + 1 for way in (1, -1))
        pairs.append((one, other))
    return [(other, one) for one, other in pairs] if turn % 2 else pairs


def placed(people: Sequence[Player], sides: Sequence[str]) -> list[Player]:
    """In which order people stand in the table, of an order drawn by lot.

    Of an even number the first half has the first side once more than the second, and the others
    the second side: so those who would rather have one stand there, as far as there is room.

    >>> order = placed([Player(1, "soviet"), Player(2), Player(3, "axis")], ["axis", "soviet"])
    >>> [one.number for one in order]
    [3, 2, 1]
    """
    wish = {sides[0]: 0, sides[1]: 2}
    return sorted(people, key=lambda one: wish.get(one.side, 1))
