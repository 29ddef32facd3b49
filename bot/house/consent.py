"""What only all people of a game together may do: how far an offer of it is agreed to.

An offer holds as long as the questions that were open when it was made, and a week at most.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any

from bot.house.rules import DAY
from engine import Pending

HOLDS = 7 * DAY
"""Seconds until an offer lapses by itself."""


def moment(asked: Iterable[Pending]) -> str:
    """The questions that are open. Secret orders change none, so an offer does not tell of them."""
    return "-".join(pending.id for pending in asked)


@dataclass(frozen=True)
class Offer:
    """A deed with its words (`seat axis 7`), offered at a moment, and who has agreed to it.

    `since` is when it was made.
    """

    when: str
    what: str
    by: tuple[int, ...] = ()
    since: float = 0.0

    def agreed(self, user: int) -> "Offer":
        """The same once `user` has agreed too."""
        return Offer(self.when, self.what, (*self.by, user), self.since)

    def left(self, people: Set[int]) -> set[int]:
        """Who has still to agree."""
        return {*people} - {*self.by}

    def kept(self) -> dict[str, Any]:
        """As it is stored with its game."""
        return {"when": self.when, "what": self.what, "by": list(self.by), "since": self.since}


def standing(kept: dict[str, Any] | None, when: str, what: str, now: float) -> Offer:
    """The offer of `what` at the moment `when` with those who agreed so far, from what is stored.

    Nobody has, where something else is stored, the game has gone on, or it was made long ago.
    """
    if kept is not None and (kept["when"], kept.get("what", "end")) == (when, what):
        since = kept.get("since", now)
        if now < since + HOLDS:
            return Offer(when, what, tuple(kept["by"]), since)
    return Offer(when, what, since=now)
