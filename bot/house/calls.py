"""Who is asked in a game, since when, and how often they were reminded.

Kept by comparing with the open questions, so that it can be put right at any time: told twice it
changes nothing, and after a crash it is told again.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.house.person import Person
from bot.house.reminders import JUST_NOW, MOST, reminders

BESIDE = "+"
"""Behind a side: who shares it with its holder, and is called by their own choice."""


def beside(partners: Mapping[str, int]) -> dict[str, int]:
    """Who shares a side, under the keys of their calls."""
    return {f"{side}{BESIDE}": user for side, user in partners.items()}


def seat(key: str) -> str:
    """The side of a call.

    >>> seat("axis+"), seat("axis")
    ('axis', 'axis')
    """
    return key.removesuffix(BESIDE)


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that is asked: whom, since when, and what they have heard of it.

    `total` is what their clock had when they were asked (0: there is none). `told`: they were
    called for it, or will read of it in their digest; `panel`: by the panel in the channel.
    `sent` reminders went out; none comes before `snoozed`.
    """

    user: int
    since: float
    total: float = 0.0
    told: bool = False
    panel: bool = False
    sent: int = 0
    snoozed: float = 0.0

    def due(
        self, person: Person, ends: float | None, *, stands: bool = False, acted: float = 0.0
    ) -> float | None:
        """When they hear of it next: the call itself, or a reminder; None for never.

        `ends` is when their clock runs out, if they have one. While it `stands` nobody is
        reminded, nor within half an hour of an order given since they were asked. What falls
        into their quiet hours or days off comes after them.
        """
        if not self.told:
            return person.reachable(self.since)
        if stands or self.sent >= MOST:
            return None
        planned = reminders(self.since, ends, self.total)[self.sent]
        playing = acted + JUST_NOW if acted > self.since else 0.0
        return person.reachable(max(planned, self.snoozed, playing))

    def heard(self) -> "Call":
        """They were called, or reminded once more."""
        if not self.told:
            return msgspec.structs.replace(self, told=True)
        return msgspec.structs.replace(self, sent=self.sent + 1)

    def snooze(self, until: float) -> "Call":
        """No reminder before that."""
        return msgspec.structs.replace(self, snoozed=until)

    def later(self, seconds: float) -> "Call":
        """As if it had been asked so much later: the time in between counts for nobody."""
        return msgspec.structs.replace(self, since=self.since + seconds)


def on_deck(sides: Sequence[str], asked: Collection[str]) -> str:
    """Who comes after the one side that is asked, by the order of the sides; "" if several are.

    >>> on_deck(["gray", "white", "brown"], ["brown"]), on_deck(["axis", "soviet"], [])
    ('gray', '')
    """
    if len(asked) != 1 or len(sides) < 2:
        return ""
    [now] = asked
    return sides[(sides.index(now) + 1) % len(sides)] if now in sides else ""


Calls = dict[str, Call]
"""By side, and by side with `BESIDE` for who shares it."""


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
