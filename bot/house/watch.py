"""All that waits in one game: who is called and reminded, and whose time runs out.

A value, kept with its game and compared with the open questions. What is to be said comes out as
notices: whoever says them keeps the value that is given with them only afterwards, so that what
was lost in between is said again.
"""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from bot.house import clocks as clockwork
from bot.house.calls import Call, Calls, beside, compared, seat
from bot.house.clocks import Clocks
from bot.house.person import Person
from bot.house.rules import DAY

Claim = Literal["seat", "win"]
"""What a claim gives the others once a seat's time is out: somebody else in it, or the win."""

NUDGE = DAY / 2
"""Between two nudges of a game, and from the question to the first."""

WAITS = DAY
"""After "wait" the others are asked again so much later."""

EVERYBODY = Person()


class Watch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept. `seats`: who had each side when it was looked at last (0: no person).

    `out`: seats without time, and when the others are asked what is to happen. `paused`: by
    consent of all, until they go on.
    """

    seats: dict[str, int] = {}
    calls: Calls = {}
    clocks: Clocks | None = None
    claim: Claim = "seat"
    out: dict[str, float] = {}
    paused: bool = False
    locked: bool = False
    """By moderators, until they unlock it."""
    nudged: float = 0.0
    """When somebody last had those who are asked called."""
    counted: float = 0.0
    """Until when times without the bot are taken off."""
    deck: str = ""
    """Of which turn of whom the next one was told that they are next."""

    def ends(self, side: str) -> float | None:
        """When a seat's clock runs out, if it runs."""
        return self.clocks.seats[seat(side)].ends if self.clocks else None

    def stands(self, side: str) -> bool:
        """Whether nothing counts against a seat now."""
        return self.paused or self.locked or bool(self.clocks and self.clocks.stands(seat(side)))


class Notice(msgspec.Struct, frozen=True):
    """Something to be said to whoever has a seat, or (`out`) to the others of its game.

    `deck`: that they are next.
    """

    kind: Literal["called", "reminded", "graced", "out", "deck"]
    side: str
    user: int
    number: int = 0
    """Of a reminder: which one."""


People = Mapping[int, Person]


def turned(
    watch: Watch,
    asked: Collection[str],
    seats: Mapping[str, int],
    people: People,
    now: float,
    *,
    earned: bool = True,
    partners: Mapping[str, int] | None = None,
) -> Watch:
    """These sides are asked now, and these users have the seats; `partners` share them.

    Whom the panel calls in the channel at once has been called by that.
    """
    for side, before in watch.seats.items():
        if seats.get(side, before) != before:
            watch = handed_over(watch, side, now)
    called = {side: seats[side] for side in asked if seats.get(side)}
    clocks = watch.clocks
    if clocks is not None:
        clocks = clockwork.passed(clocks, called, now, earned=earned)
        for side, user in called.items():
            if people.get(user, EVERYBODY).away(now) and not clocks.stands(side):
                clocks = clockwork.stop(clocks, vacation(user), [side], now)
    sharing = {side: user for side, user in (partners or {}).items() if side in called}
    calls = compared(watch.calls, {**called, **beside(sharing)}, now)
    for side, call in calls.items():
        if side in watch.calls and watch.calls[side] == call:
            continue
        person = people.get(call.user, EVERYBODY)
        total = clocks.seats[seat(side)].at(now) if clocks else 0.0
        by_panel = person.notice == "channel" and person.reachable(now) == now
        told = by_panel or person.notice == "digest"
        calls[side] = msgspec.structs.replace(call, total=total, told=told, panel=by_panel)
    out = {side: when for side, when in watch.out.items() if side in called}
    return msgspec.structs.replace(watch, seats=dict(seats), calls=calls, clocks=clocks, out=out)


def wound(control: clockwork.Control, sides: Collection[str], claim: Claim) -> Watch:
    """The watch of a game with clocks that waits for its players."""
    return Watch(clocks=clockwork.begin(control, sides), claim=claim)


def vacation(user: int) -> str:
    """Why a person's clocks stand while they are away."""
    return f"vacation:{user}"


def due(watch: Watch, people: People, acted: float = 0.0) -> float | None:
    """When the next thing is to be looked at; None for never. `acted`: the newest order."""
    moments = []
    for side, call in watch.calls.items():
        person = people.get(call.user, EVERYBODY)
        ends = watch.ends(side)
        moments.append(call.due(person, ends, stands=watch.stands(side), acted=acted))
        if side == seat(side):
            moments.append(watch.out.get(side, ends))
    return min((moment for moment in moments if moment is not None), default=None)


def looked(
    watch: Watch, people: People, now: float, acted: float = 0.0
) -> tuple[Watch, list[Notice]]:
    """What is to be said by now, and the watch once it is said; `acted`: the newest order."""
    notices: list[Notice] = []
    for side in watch.calls:
        watch, said = _call(watch, people, side, now, acted)  # first: a grace moves reminders on
        notices += said
        watch, said = _clock(watch, side, now) if side == seat(side) else (watch, [])
        notices += said
    return watch, notices


def _clock(watch: Watch, side: str, now: float) -> tuple[Watch, list[Notice]]:
    """A seat whose time is out: its grace first, and then the others decide."""
    user, ends = watch.calls[side].user, watch.ends(side)
    if watch.clocks is None or ends is None or watch.out.get(side, ends) > now:
        return watch, []
    if watch.clocks.seats[side].grace:
        clocks = clockwork.graced(watch.clocks, side, ends)
        watch = msgspec.structs.replace(watch, clocks=clocks)
        if (later := watch.ends(side)) is not None and later > now:
            return watch, [Notice("graced", side, user)]
    out = {**watch.out, side: now + WAITS}
    return msgspec.structs.replace(watch, out=out), [Notice("out", side, user)]


def _call(
    watch: Watch, people: People, side: str, now: float, acted: float
) -> tuple[Watch, list[Notice]]:
    """A call or a reminder that is due; several that are overdue are one."""
    call, notices = watch.calls[side], []
    person, ends = people.get(call.user, EVERYBODY), watch.ends(side)
    stands = watch.stands(side)
    while (when := call.due(person, ends, stands=stands, acted=acted)) is not None and when <= now:
        kind: Literal["called", "reminded"] = "reminded" if call.told else "called"
        call = call.heard()
        notices = [Notice(kind, side, call.user, call.sent)]
    return with_call(watch, side, call), notices


def with_call(watch: Watch, side: str, call: Call) -> Watch:
    """The same with another call of a side."""
    return msgspec.structs.replace(watch, calls={**watch.calls, side: call})


def nudged(watch: Watch, now: float) -> Watch:
    """Somebody had those who are asked called."""
    return msgspec.structs.replace(watch, nudged=now)


def paused(watch: Watch, now: float, *, on: bool) -> Watch:
    """All clocks stand, or go on, by consent of all."""
    return msgspec.structs.replace(watch, clocks=_still(watch, "pause", now, on), paused=on)


def locked(watch: Watch, now: float, *, on: bool) -> Watch:
    """All clocks stand, or go on, as moderators decide."""
    return msgspec.structs.replace(watch, clocks=_still(watch, "lock", now, on), locked=on)


def _still(watch: Watch, why: str, now: float, on: bool) -> clockwork.Clocks | None:
    clocks = watch.clocks
    if clocks is None:
        return None
    if not on:
        return clockwork.resume(clocks, why, now)
    return clockwork.stop(clocks, why, list(clocks.seats), now)


def went_away(watch: Watch, user: int, sides: list[str], now: float) -> Watch:
    """A person is on vacation: the clocks of their seats stand."""
    if watch.clocks is None:
        return watch
    clocks = clockwork.stop(watch.clocks, vacation(user), sides, now)
    return msgspec.structs.replace(watch, clocks=clocks)


def came_back(watch: Watch, user: int, now: float) -> Watch:
    """They are back."""
    if watch.clocks is None:
        return watch
    clocks = clockwork.resume(watch.clocks, vacation(user), now)
    return msgspec.structs.replace(watch, clocks=clocks)


def handed_over(watch: Watch, side: str, now: float) -> Watch:
    """Somebody else has the seat: a clock of their own, and what the other one's held is gone."""
    clocks = watch.clocks
    if clocks is not None:
        stopped = {
            why: [other for other in sides if other != side or why in ("pause", "lock")]
            for why, sides in clocks.stopped.items()
        }
        clocks = msgspec.structs.replace(clocks, stopped=stopped)
        clocks = clockwork.renewed(clocks, side, now)
    out = {other: when for other, when in watch.out.items() if other != side}
    return msgspec.structs.replace(watch, clocks=clocks, out=out)


def extended(watch: Watch, side: str, now: float, seconds: float = DAY) -> Watch:
    """The others give a seat more time."""
    assert watch.clocks is not None
    clocks = clockwork.extended(watch.clocks, side, seconds, now)
    out = {other: when for other, when in watch.out.items() if other != side}
    return msgspec.structs.replace(watch, clocks=clocks, out=out)


def waited(watch: Watch, side: str, now: float) -> Watch:
    """The others wait; they are asked again later."""
    return msgspec.structs.replace(watch, out={**watch.out, side: now + WAITS})


def silence(watch: Watch, since: float, until: float) -> Watch:
    """The bot was away from `since` to `until`: that time counts for nobody.

    What began meanwhile (an order was on the disk when it went) counts from its end.
    """
    clocks = watch.clocks and clockwork.missed(watch.clocks, since, until)
    calls = {
        side: call.later(max(0.0, until - max(since, call.since))) if call.told else call
        for side, call in watch.calls.items()
    }
    out = {side: when + until - since for side, when in watch.out.items()}
    return msgspec.structs.replace(watch, clocks=clocks, calls=calls, out=out, counted=until)
