"""The next round of a league, whatever its system."""

from collections.abc import Sequence
from random import Random

from bot.house.league import berger
from bot.house.league.meetings import REST, Meeting, Player, System, staying
from bot.house.league.tables import drawn

LEAST: dict[System, int] = {"robin": 3, "double": 2, "swiss": 4, "tables": 3}
"""People that a league takes."""


class NoRound(Exception):
    """There is no further round in which nobody meets twice."""


def rounds(system: System, people: int, wanted: int = 0) -> int:
    """How many rounds a season of a group of so many has; `wanted` counts where it is free.

    >>> rounds("robin", 5), rounds("double", 4), rounds("swiss", 16), rounds("swiss", 4, 9)
    (5, 6, 4, 3)
    """
    if system in ("robin", "double"):
        return berger.rounds(people, twice=system == "double")
    if system == "tables":
        return wanted or 3
    usual = max(people - 1, 1).bit_length()
    return min(wanted or usual, berger.rounds(people))


def paired(
    system: System,
    players: Sequence[Player],
    meetings: Sequence[Meeting],
    round_: int,
    last: int,
    sides: Sequence[str],
    lots: Random,
) -> list[Meeting]:
    """The meetings of a round of all groups, rounds off with their points.

    `players` stand in the order of their seeds; `last` is the last round of the season. Raises
    NoRound where a group has none.
    """
    found = []
    for group in sorted({one.group for one in players}):
        own = [one for one in players if one.group == group]
        numbers = {one.number for one in own}
        past = [one for one in meetings if numbers >= set(one.seats.values())]
        for seats in _group(system, own, past, round_, last, sides, lots):
            found.append(_meeting(system, seats, round_, group, len(sides)))
    return found


def _group(
    system: System,
    own: Sequence[Player],
    past: Sequence[Meeting],
    round_: int,
    last: int,
    sides: Sequence[str],
    lots: Random,
) -> list[dict[str, int]]:
    here = staying(own, round_)
    if system == "tables":
        return drawn(here, past, sides, lots) if len(here) >= len(sides) else []
    if system == "swiss":
        from bot.house.league.swiss import NoPairing, swiss  # its library takes its time to load

        if len(here) < 2:
            return []
        try:
            return swiss(own, here, past, round_, last, sides)
        except NoPairing as error:
            raise NoRound from error
    return _robin(system, own, here, round_, sides)


def _robin(
    system: System,
    own: Sequence[Player],
    here: Sequence[Player],
    round_: int,
    sides: Sequence[str],
) -> list[dict[str, int]]:
    """A round of the table; who would meet somebody who has left, or nobody, has it off."""
    if round_ > berger.rounds(len(own), twice=system == "double"):
        return []  # a smaller group is through
    table = dict(enumerate(berger.placed(own, sides), 1))
    found = []
    for pair in berger.berger(len(own), round_):
        seats = {
            side: table[place].number
            for side, place in zip(sides, pair, strict=True)
            if table.get(place) in here
        }
        if len(seats) == 1:
            seats = {REST: next(iter(seats.values()))}
        found += [seats] if seats else []
    return found


def _meeting(system: System, seats: dict[str, int], round_: int, group: int, size: int) -> Meeting:
    """A game to be played; a round off counts as won in a Swiss, as a middle place at tables, and
    as nothing where everybody meets everybody."""
    if REST not in seats:
        return Meeting(round_, seats, group)
    earned = {"swiss": 1.0, "tables": (size - 1) / 2}.get(system, 0.0)
    return Meeting(round_, seats, group, "bye", {seats[REST]: earned})
