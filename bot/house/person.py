"""What somebody has chosen for themselves: how they are called, when not, and their days off."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal
from zoneinfo import available_timezones

import msgspec

from bot.house.reminders import Daily, Quiet
from bot.house.vacations import Vacation

Notice = Literal["channel", "message", "digest"]
"""In the game's channel, by direct message at once, or once a day in one message."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's choices, as they are kept; nobody who chose nothing has any.

    `quiet` and `digest` are in minutes after midnight of `zone`.
    """

    notice: Notice = "channel"
    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    digest: int = 8 * 60
    vacations: tuple[Vacation, ...] = ()
    deck: bool = False
    """Whether they want to hear when they are next: "on deck"."""
    language: str = ""
    """That of their Discord, "" for English; not chosen here, but as it was heard last."""

    @property
    def night(self) -> Quiet:
        """The hours in which they are not called."""
        return Quiet(self.zone, *self.quiet)

    @property
    def daily(self) -> Daily:
        """When their digest comes."""
        return Daily(self.zone, self.digest)

    def reachable(self, when: float) -> float:
        """The first moment from then on that is in none of their nights and days off."""
        while True:
            off = self.away(when)
            morning = self.night.after(off.end if off else when)
            if morning == when:
                return when
            when = morning

    def away(self, now: float) -> Vacation | None:
        """The vacation that they are on."""
        return next((v for v in self.vacations if v.start <= now < v.end), None)


_TIME = r"(\d{1,2})(?:[:.h]?(\d{2}))?"
_HOURS = re.compile(rf"\s*{_TIME}\s*(?:-|–|to|until)\s*{_TIME}\s*", re.IGNORECASE)


def hours(text: str) -> tuple[int, int] | None:
    """Hours of a day as people write them, in minutes; None where they are none.

    >>> hours("22-7"), hours("22:30 – 06:15"), hours("25-3")
    ((1320, 420), (1350, 375), None)
    """
    found = _HOURS.fullmatch(text)
    if found is None:
        return None
    first, minutes, last, more = (int(part or 0) for part in found.groups())
    if max(first, last) > 23 or max(minutes, more) > 59:
        return None
    return first * 60 + minutes, last * 60 + more


def minute(text: str) -> int | None:
    """A time of day in minutes; None where it is none.

    >>> minute("8"), minute("20:15"), minute("noon")
    (480, 1215, None)
    """
    found = re.fullmatch(rf"\s*{_TIME}\s*", text)
    pair = hours(f"{text}-0") if found else None
    return pair[0] if pair else None


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}


def zone(text: str) -> str | None:
    """The IANA name that is meant; None where it is none.

    >>> zone("europe/berlin"), zone("America/St Johns"), zone("Mars")
    ('Europe/Berlin', 'America/St_Johns', None)
    """
    return _zones().get(text.strip().casefold().replace(" ", "_"))


def zones(typed: str) -> Iterable[str]:
    """The names that what is typed may become: those that begin with it first.

    >>> list(zones("Berl"))
    ['Europe/Berlin']
    """
    wanted = typed.strip().casefold().replace(" ", "_")
    known = _zones()
    towns = [n for key, n in known.items() if key.rpartition("/")[2].startswith(wanted)]
    heads = [n for key, n in known.items() if key.startswith(wanted)]
    return dict.fromkeys([*heads, *towns])
