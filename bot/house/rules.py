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


HOUSE = House()
"""As it is where the owner has set nothing."""
