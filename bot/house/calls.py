"""Who is asked in a game, since when, and how often they were reminded.

Kept by comparing with the open questions, so that it can be put right at any time: told twice it
changes nothing, and after a crash it is told again.
"""

from collections.abc import Mapping

import msgspec

from bot.house.reminders import Quiet, due


class Call(msgspec.Struct, frozen=True):
    """A seat that is asked: whom, since when, and the reminders of it that went out."""

    user: int
    since: float
    sent: int = 0
    snoozed: float = 0.0
    """No reminder before that."""

    def reminder(self, left: float | None, quiet: Quiet, acted: float = 0.0) -> float | None:
        """When the next reminder goes out. `left` is the clock as it stood at `since`, if any."""
        return due(self.since, left, sent=self.sent, quiet=quiet, snoozed=self.snoozed, acted=acted)

    def reminded(self) -> "Call":
        """One more went out."""
        return msgspec.structs.replace(self, sent=self.sent + 1)

    def snooze(self, until: float) -> "Call":
        """None before that."""
        return msgspec.structs.replace(self, snoozed=until)


Calls = dict[str, Call]
"""By side."""


def compared(calls: Mapping[str, Call], asked: Mapping[str, int], now: float) -> Calls:
    """The calls as they are once these sides (with who has them) are asked.

    Who was asked already is not called anew, whatever is asked; somebody new in the seat is.

    >>> calls = compared(compared({}, {"axis": 7}, 10.0), {"axis": 7, "soviet": 8}, 20.0)
    >>> {side: (call.user, call.since) for side, call in calls.items()}
    {'axis': (7, 10.0), 'soviet': (8, 20.0)}
    """
    return {
        side: calls[side] if side in calls and calls[side].user == user else Call(user, now)
        for side, user in asked.items()
    }


def fresh(before: Mapping[str, Call], after: Mapping[str, Call]) -> Calls:
    """The calls that are new."""

    def known(side: str, call: Call) -> bool:
        return side in before and (before[side].user, before[side].since) == (call.user, call.since)

    return {side: call for side, call in after.items() if not known(side, call)}
