"""Chains of own areas, as chapters §6.2, 11 and §18.2 ask for them."""

from functools import lru_cache

from engine.board.bits import members
from engine.games.race_to_moscow.data.board import BOARD


def flood(seeds: int, among: int, near: tuple[int, ...]) -> int:
    """The areas of `among` that `near` joins, one after the other, to a seed among them.

    All are masks of areas; `near[area]` are those next to it.
    """
    found = fresh = seeds & among
    while fresh:
        reached = 0
        for area in members(fresh):
            reached |= near[area]
        fresh = reached & among & ~found
        found |= fresh
    return found


@lru_cache(1024)  # masks change seldom, and are asked about after each order
def linked(colour: int, own: int, frontline: bool = True) -> int:
    """Those of the areas `own` that lines of the colour join to its supply base.

    For trains (§11) and counter-attacks (§18.2) brown's Frontline Supply Base counts
    too, for victory (§6.2) the Main Supply Base alone.
    """
    seeds = _BASES[colour] if frontline else 1 << BOARD.groups[colour].base
    return flood(seeds, own, BOARD.road_near[colour])


_BASES = tuple(
    sum(1 << a.index for a in BOARD.areas if a.base and a.printed == group.colour)
    for group in BOARD.groups
)
