"""Groups of a league, and who goes up and down between them after a season."""

from collections.abc import Sequence
from itertools import pairwise


def parted(people: Sequence[int], size: int) -> list[list[int]]:
    """People in the order of their seeds as groups of about `size`, the first the strongest.

    Groups differ by one person at most; 0 is one group of all.

    >>> parted([1, 2, 3, 4, 5, 6, 7], 3)
    [[1, 2, 3, 4], [5, 6, 7]]
    """
    if not people:
        return []
    count = max(1, len(people) // size) if size else 1
    each, more = divmod(len(people), count)
    found, start = [], 0
    for group in range(count):
        end = start + each + (group < more)
        found.append(list(people[start:end]))
        start = end
    return found


def moved(groups: Sequence[Sequence[int]], places: int) -> list[int]:
    """The seeds of the next season, of the final order of each group of this one.

    The last `places` of a group change places with the first of the one below it: the better
    they did, the higher they come in the new one. Groups too small for that move half of them.

    >>> moved([[1, 2, 3], [4, 5, 6]], 1)
    [1, 2, 4, 3, 5, 6]
    """
    found = [list(group) for group in groups]
    for upper, lower in pairwise(found):
        moves = min(places, len(upper) // 2, len(lower) // 2)
        if moves:
            down, up = upper[-moves:], lower[:moves]
            upper[-moves:], lower[:moves] = up, down
    return [number for group in found for number in group]
