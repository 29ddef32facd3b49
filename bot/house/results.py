"""What a finished game comes to: whose result a side's is, which places, and whether it counts."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

Acted = tuple[str, int, int]
"""A side, a user, and how many orders they gave for it."""


def owners(acted: Iterable[Acted], seats: Mapping[str, int]) -> dict[str, int]:
    """Side -> whose result it is: who gave most of its orders, of equals who has the seat at last.

    So a substitute takes over no lost game, and nobody gets rid of one by leaving.

    >>> owners([("axis", 1, 40), ("axis", 3, 12), ("soviet", 2, 50)], {"axis": 3, "soviet": 2})
    {'axis': 1, 'soviet': 2}
    """
    given: dict[str, dict[int, int]] = {side: {user: 0} for side, user in seats.items()}
    for side, user, orders in acted:
        given.setdefault(side, {})[user] = orders
    return {
        side: max(users, key=lambda user: (users[user], user == seats.get(side)))
        for side, users in given.items()
    }


def places(
    sides: Iterable[str], winners: Sequence[str], scores: Mapping[str, int]
) -> dict[str, int]:
    """Side -> its place from 1; equals share one. Where nobody won, all do.

    Those who did not win come by their score, and together where somebody has none.

    >>> places(["gray", "white", "brown"], ["white"], {"gray": 4, "white": 3, "brown": 2})
    {'gray': 2, 'white': 1, 'brown': 3}
    """
    sides = list(sides)
    won = winners or sides
    told = all(side in scores for side in sides)

    def rank(side: str) -> tuple[bool, int]:
        return (side not in won, -scores[side] if told and side not in won else 0)

    return {side: 1 + sum(rank(other) < rank(side) for other in sides) for side in sides}


def rated(owners: Iterable[int], *, edited: bool) -> bool:
    """Whether a game counts for ratings: of two people or more, and nobody's hand in it.

    The practice opponent is user 0.
    """
    return not edited and len(set(owners) - {0}) >= 2


def paces(answers: Iterable[tuple[str, int, float]]) -> dict[tuple[str, int], float]:
    """(side, user) -> the median of what their answers took, in seconds.

    >>> paces([("axis", 1, 60.0), ("axis", 1, 7200.0), ("axis", 1, 90.0)])
    {('axis', 1): 90.0}
    """
    found: dict[tuple[str, int], list[float]] = {}
    for side, user, seconds in answers:
        found.setdefault((side, user), []).append(seconds)
    return {who: median(taken) for who, taken in found.items()}
