"""Rounds of games for three and four: tables drawn so that people meet others than before."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from bot.house.league.meetings import REST, Meeting, Player, met, rested
from bot.house.league.sides import had, seated

TRIES = 40
"""Draws of which the best is taken; each is mended by swaps until none makes it better."""


def drawn(
    here: Sequence[Player], meetings: Sequence[Meeting], sides: Sequence[str], lots: Random
) -> list[dict[str, int]]:
    """The tables of a round, and who has it off: those who had the fewest rounds off, by lot.

    People share a table with as few as can be that they have met, and the less the oftener.
    """
    size, order = len(sides), lots.sample(list(here), len(here))
    off = rested(meetings)
    order.sort(key=lambda one: off.get(one.number, 0))
    resting, playing = order[: len(order) % size], order[len(order) % size :]
    often, before = met(meetings), had(meetings)
    draws = [_mended(lots.sample(playing, len(playing)), size, often) for _ in range(TRIES)]
    best = min(draws, key=lambda order: _again(order, size, often))
    tables = [best[start : start + size] for start in range(0, len(best), size)]
    found = [seated(table, sides, before) for table in tables]
    return [*found, *({REST: one.number} for one in resting)]


def _mended(order: list[Player], size: int, often: dict[frozenset[int], int]) -> list[Player]:
    """Two people of different tables change places as long as that makes it better."""
    now, better = _again(order, size, often), True
    while now and better:
        better = False
        for one, other in combinations(range(len(order)), 2):
            if one // size == other // size:
                continue
            order[one], order[other] = order[other], order[one]
            after = _again(order, size, often)
            if after < now:
                now, better = after, True
            else:
                order[one], order[other] = order[other], order[one]
    return order


def _again(order: Sequence[Player], size: int, often: dict[frozenset[int], int]) -> int:
    """How much people of these tables have met, squared: twice weighs four times as much."""
    return sum(
        often.get(frozenset((one.number, other.number)), 0) ** 2
        for start in range(0, len(order), size)
        for one, other in combinations(order[start : start + size], 2)
    )
