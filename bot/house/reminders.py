"""When somebody is reminded that a game waits for them: seldom, never at night, and not for ever.

Times are seconds since 1970 (UTC). Nights are a person's own, in their time zone, right over
daylight saving.
"""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from bot.house.rules import DAY

MOST = 5
"""Reminders of one question."""
JUST_NOW = 30 * 60.0
"""Where somebody has acted within this, nobody is reminded: they are playing."""
FIRST_WITHOUT_CLOCK = 3 * DAY
THEN_WITHOUT_CLOCK = 7 * DAY


def reminders(since: float, ends: float | None = None, total: float = 0.0) -> list[float]:
    """All reminders of a question that has been open since then, in order.

    With a clock that `ends` then and had `total` seconds when it was asked: at a half and at nine
    tenths, and then daily. Without one (None): after three days and then weekly.

    >>> [when / DAY for when in reminders(0.0, 10 * DAY, 10 * DAY)]
    [5.0, 9.0, 10.0, 11.0, 12.0]
    >>> [when / DAY for when in reminders(0.0)]
    [3.0, 10.0, 17.0, 24.0, 31.0]
    """
    if ends is None:
        return [since + FIRST_WITHOUT_CLOCK + n * THEN_WITHOUT_CLOCK for n in range(MOST)]
    late = ends - 0.1 * total
    return [ends - 0.5 * total] + [late + n * DAY for n in range(MOST - 1)]


class Quiet(msgspec.Struct, frozen=True):
    """Hours of a person's day in which they are not called, in minutes after their midnight.

    `zone` is an IANA name. `start` after `end` goes over midnight; equal means none.
    """

    zone: str = "UTC"
    start: int = 0
    end: int = 0

    def after(self, when: float) -> float:
        """The first moment at or after `when` outside these hours.

        >>> night = Quiet("Europe/Berlin", 22 * 60, 7 * 60)
        >>> evening = datetime(2026, 10, 24, 23, 30, tzinfo=ZoneInfo("Europe/Berlin"))
        >>> (night.after(evening.timestamp()) - evening.timestamp()) / 3600  # an hour is set back
        8.5
        """
        if self.start == self.end:
            return when
        local = datetime.fromtimestamp(when, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.start < self.end:
            quiet, tomorrow = self.start <= minute < self.end, False
        else:
            quiet, tomorrow = minute >= self.start or minute < self.end, minute >= self.start
        if not quiet:
            return when
        return max(when, _at(local, self.end, days=int(tomorrow)))


class Daily(msgspec.Struct, frozen=True):
    """A moment of a person's day (minutes after midnight) in their zone: of a digest, say."""

    zone: str = "UTC"
    minute: int = 8 * 60

    def after(self, when: float) -> float:
        """The next such moment, later than `when`."""
        local = datetime.fromtimestamp(when, ZoneInfo(self.zone))
        return next(at for days in range(3) if (at := _at(local, self.minute, days)) > when)


def _at(local: datetime, minute: int, days: int) -> float:
    """A time of day by the wall clock, `days` later; one that it leaves out is an hour on."""
    day = local.date() + timedelta(days=days)
    wall = datetime.combine(day, time(minute // 60, minute % 60), local.tzinfo)
    return wall.timestamp()
