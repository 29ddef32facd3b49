"""What the bot's owner has set for all games."""

from dataclasses import dataclass

HOUR = 3_600.0
DAY = 24 * HOUR
"""Seconds."""


@dataclass(frozen=True)
class House:
    """The rules of the house."""

    silence: int = 14
    """Days without an order of the seat that is asked, after which any player may end the game."""
    lobby: int = 14
    """Days that a game may wait for its players."""
    games: int = 5
    """Games that one person may have open on a server."""
    acts: int = 20
    """Commands and presses of one person in ten seconds, whatever they are."""
    lull: float = 0.15
    """Seconds without a further order after which a message that grows is edited: quick orders
    are one edit, and one picture. Nobody waits for a picture; what comes while one is painted or
    posted is gathered too."""
    painters: int = 1
    """Processes that paint, at most."""


def painters(processors: int) -> int:
    """How many paint where the owner has set nothing: one for two processors, one at least.

    A painter with a processor of its own makes some five pictures a second.

    >>> painters(1), painters(2), painters(8), painters(64)
    (1, 1, 4, 4)
    """
    return max(1, min(processors // 2, 4))


AT_ONCE = House(acts=1_000_000, lull=0.0)
"""For a simulated Discord: it waits until the bot has done all that it does by itself, and its
people do in a moment what takes others an hour."""

HOUSE = House()
"""As it is where the owner has set nothing."""
