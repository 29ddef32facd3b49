"""Questions that a policy answers in the turns of others."""

from engine.core.frames import Choice
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.state import acting


class OffTurn(Choice, kw_only=True):
    """One that comes in the turn of another player as a rule; in its side's own it is asked."""

    def usual(self, t: T) -> str:
        """The published answer."""
        raise NotImplementedError

    def default(self, t: T) -> str:
        return "" if acting(t.s, self.side) else self.usual(t)
