"""Days off: a person's clocks stand, in all their games, for so many days a year."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from bot.house.rules import DAY

DAYS_A_YEAR = 30


class Vacation(msgspec.Struct, frozen=True):
    """From `start` on, until `end` (seconds since 1970). It may be ended sooner."""

    start: float
    end: float


def spent(vacations: Iterable[Vacation], year: int) -> float:
    """Days of a year (UTC) that they take, to the second.

    >>> newyear = datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    >>> spent([Vacation(newyear - 2 * DAY, newyear + DAY)], 2026)
    2.0
    """
    first = datetime(year, 1, 1, tzinfo=UTC).timestamp()
    last = datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()
    seconds = sum(max(0.0, min(v.end, last) - max(v.start, first)) for v in vacations)
    return seconds / DAY


def left(vacations: Iterable[Vacation], year: int, allowed: float = DAYS_A_YEAR) -> float:
    """Days that are left of a year."""
    return max(0.0, allowed - spent(vacations, year))


def fits(vacations: Iterable[Vacation], wanted: Vacation, allowed: float = DAYS_A_YEAR) -> bool:
    """Whether one more keeps within each year's days, and meets no other."""
    taken = list(vacations)
    years = {datetime.fromtimestamp(at, UTC).year for at in (wanted.start, wanted.end)}
    apart = all(v.end <= wanted.start or wanted.end <= v.start for v in taken)
    return apart and all(spent([*taken, wanted], year) <= allowed for year in years)


def ended(vacation: Vacation, now: float) -> Vacation:
    """Somebody is back sooner: what is left of it is given back."""
    return Vacation(vacation.start, min(vacation.end, max(now, vacation.start)))
