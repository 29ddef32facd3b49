"""Clocks of games that last for months: how much time a seat has left, and when it runs out.

A bank a seat, in seconds. It runs only while the seat is asked, and several seats that are asked
at once each have their own. A move earns its bonus when the question has passed to somebody else.
Times are seconds since 1970 (UTC), so no change of a local clock touches them.
"""

import re
from collections.abc import Collection, Mapping

import msgspec

from bot.house.rules import HOUR


class Control(msgspec.Struct, frozen=True):
    """What a seat begins with, what a move earns, and what a bank holds at most, in seconds.

    >>> PRESETS["fast"]
    Control(bank=86400.0, bonus=14400.0, most=259200.0)
    """

    bank: float
    bonus: float
    most: float


PRESETS: Mapping[str, Control] = {
    "fast": Control(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "normal": Control(72 * HOUR, 12 * HOUR, 120 * HOUR),
    "slow": Control(72 * HOUR, 36 * HOUR, 240 * HOUR),
}
"""Beside them `none`, a game without clocks, and what people set themselves."""

LONGEST = 2_400
"""Hours that somebody may set at most."""

_OWN = re.compile(
    r"\s*(\d+)\s*h?\s*\+\s*(\d+)\s*h?\s*(?:,|up to|to|max|<=|≤)?\s*(\d+)\s*h?\s*", re.IGNORECASE
)


def control(text: str) -> Control | None:
    """The clocks that somebody set themselves, in hours; None where that is not one.

    >>> control("48h + 12h up to 96h") == Control(48 * HOUR, 12 * HOUR, 96 * HOUR)
    True
    """
    found = _OWN.fullmatch(text)
    bank, bonus, most = map(int, found.groups()) if found else (0, 0, 0)
    if not 0 < bank <= most <= LONGEST or bonus > most:
        return None
    return Control(bank * HOUR, bonus * HOUR, most * HOUR)


GRACE = 24 * HOUR
"""What a seat gets the first time that its bank is empty; once a game."""


class Clock(msgspec.Struct, frozen=True):
    """A seat's clock. `left` is the bank as it was at `since`, from when it runs; or it stands.

    `asked` says whether the seat is asked, whether or not its clock runs (it stands while the
    game pauses or its person is on vacation). `grace`: it can still get the grace of the game.
    """

    left: float
    since: float | None = None
    asked: bool = False
    grace: bool = True

    def at(self, now: float) -> float:
        """What is left now; below 0 is how long ago it ran out.

        >>> Clock(100.0, since=1000.0).at(1030.0)
        70.0
        """
        return self.left if self.since is None else self.left - max(0.0, now - self.since)

    @property
    def ends(self) -> float | None:
        """When it runs out, if it runs."""
        return None if self.since is None else self.since + self.left

    def stand(self, now: float) -> "Clock":
        """It stands from now on."""
        return msgspec.structs.replace(self, left=self.at(now), since=None)

    def run(self, now: float) -> "Clock":
        """It runs from now on, if its seat is asked."""
        if not self.asked or self.since is not None:
            return self
        return msgspec.structs.replace(self, since=now)

    def gain(self, seconds: float, now: float) -> "Clock":
        """As much more as that; an empty bank is filled from nothing, not from its debt."""
        left = max(0.0, self.at(now)) + seconds
        return msgspec.structs.replace(self, left=left, since=None if self.since is None else now)


class Clocks(msgspec.Struct, frozen=True):
    """All clocks of a game. `stopped` names why seats' clocks stand: reason -> sides."""

    control: Control
    seats: dict[str, Clock]
    stopped: dict[str, list[str]] = {}

    def stands(self, side: str) -> bool:
        """Whether something keeps a seat's clock from running."""
        return any(side in sides for sides in self.stopped.values())

    def ends(self) -> dict[str, float]:
        """The clocks that run, and when each runs out."""
        return {side: end for side, clock in self.seats.items() if (end := clock.ends) is not None}

    def empty(self, now: float) -> list[str]:
        """The seats that are asked and have no time left."""
        return [side for side, end in self.ends().items() if end <= now]


def begin(control: Control, sides: Collection[str]) -> Clocks:
    """The clocks of a new game; nobody is asked yet."""
    return Clocks(control, {side: Clock(control.bank) for side in sides})


def passed(clocks: Clocks, asked: Collection[str], now: float, *, earned: bool = True) -> Clocks:
    """The questions that are open have changed: these sides are asked now.

    Who is asked no more stops, and has earned a bonus unless it was an undo that took the
    question away. Told a second time it changes nothing.

    >>> clocks = passed(begin(PRESETS["fast"], ["axis", "soviet"]), ["axis"], 0.0)
    >>> clocks = passed(clocks, ["soviet"], 2 * HOUR)
    >>> [clocks.seats[side].at(3 * HOUR) / HOUR for side in clocks.seats]
    [26.0, 23.0]
    """
    seats = {}
    for side, clock in clocks.seats.items():
        seats[side] = clock
        if clock.asked and side not in asked:
            still = clock.stand(now)
            bank = max(still.left, 0.0)
            if earned:  # a cap never takes away what somebody has
                bank = max(bank, min(bank + clocks.control.bonus, clocks.control.most))
            seats[side] = msgspec.structs.replace(still, left=bank, asked=False)
        elif side in asked and not clock.asked:
            called = msgspec.structs.replace(clock, asked=True)
            seats[side] = called if clocks.stands(side) else called.run(now)
    return msgspec.structs.replace(clocks, seats=seats)


def stop(clocks: Clocks, reason: str, sides: Collection[str], now: float) -> Clocks:
    """The clocks of these sides stand for that reason (a pause, a person's vacation)."""
    stopped = {**clocks.stopped, reason: sorted({*clocks.stopped.get(reason, ()), *sides})}
    seats = {
        side: clock.stand(now) if side in sides else clock for side, clock in clocks.seats.items()
    }
    return msgspec.structs.replace(clocks, seats=seats, stopped=stopped)


def resume(clocks: Clocks, reason: str, now: float) -> Clocks:
    """That reason is gone: what no other keeps standing runs again."""
    stopped = {why: sides for why, sides in clocks.stopped.items() if why != reason}
    freed = msgspec.structs.replace(clocks, stopped=stopped)
    seats = {
        side: clock if freed.stands(side) else clock.run(now)
        for side, clock in clocks.seats.items()
    }
    return msgspec.structs.replace(freed, seats=seats)


def missed(clocks: Clocks, since: float, until: float) -> Clocks:
    """Nobody's clock ran from then until then; one that was begun after that is as it was.

    >>> clocks = missed(passed(begin(PRESETS["fast"], ["axis"]), ["axis"], 0.0), HOUR, 3 * HOUR)
    >>> [clocks.seats["axis"].at(hour * HOUR) / HOUR for hour in (3, 4)]
    [23.0, 22.0]
    """
    seats = {
        side: msgspec.structs.replace(clock, left=clock.at(since), since=until)
        if clock.since is not None and clock.since < until
        else clock
        for side, clock in clocks.seats.items()
    }
    return msgspec.structs.replace(clocks, seats=seats)


def graced(clocks: Clocks, side: str, now: float) -> Clocks:
    """The seat gets the grace of the game. ValueError if it had it."""
    clock = clocks.seats[side]
    if not clock.grace:
        raise ValueError(f"{side} has had its grace")
    gained = msgspec.structs.replace(clock.gain(GRACE, now), grace=False)
    return _with(clocks, side, gained)


def extended(clocks: Clocks, side: str, seconds: float, now: float) -> Clocks:
    """The others give a seat more time, whatever a bank holds at most."""
    return _with(clocks, side, clocks.seats[side].gain(seconds, now))


def renewed(clocks: Clocks, side: str, now: float) -> Clocks:
    """Somebody new has the seat: a full bank, and a grace of their own."""
    clock = clocks.seats[side]
    fresh = Clock(clocks.control.bank, since=None, asked=clock.asked)
    return _with(clocks, side, fresh if clocks.stands(side) else fresh.run(now))


def _with(clocks: Clocks, side: str, clock: Clock) -> Clocks:
    return msgspec.structs.replace(clocks, seats={**clocks.seats, side: clock})
