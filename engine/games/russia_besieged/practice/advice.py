"""The practice opponent's lines."""

from engine.games.russia_besieged.acts import T


def advise(t: T, side: str) -> str:
    """A line for a side ("": any legal one). It is to be written."""
    return ""
