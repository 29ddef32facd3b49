"""What only all people of a game together may do: how far an offer of it is agreed to.

An offer holds as long as the questions that were open when it was made.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any

from engine import Pending


def moment(asked: Iterable[Pending]) -> str:
    """The questions that are open. Secret orders change none, so an offer does not tell of them."""
    return "-".join(pending.id for pending in asked)


@dataclass(frozen=True)
class Offer:
    """A deed with its words (`seat axis 7`), offered at a moment, and who has agreed to it."""

    when: str
    what: str
    by: tuple[int, ...] = ()

    def agreed(self, user: int) -> "Offer":
        """The same once `user` has agreed too."""
        return Offer(self.when, self.what, (*self.by, user))

    def left(self, people: Set[int]) -> set[int]:
        """Who has still to agree."""
        return {*people} - {*self.by}

    def kept(self) -> dict[str, Any]:
        """As it is stored with its game."""
        return {"when": self.when, "what": self.what, "by": list(self.by)}


def standing(kept: dict[str, Any] | None, when: str, what: str) -> Offer:
    """The offer of `what` at the moment `when` with those who agreed so far, from what is stored.

    Nobody has, where something else is stored, or the game has gone on.
    """
    if kept is not None and (kept["when"], kept.get("what", "end")) == (when, what):
        return Offer(when, what, tuple(kept["by"]))
    return Offer(when, what)
