"""The practice opponent's lines. To be written; until then any legal line is taken."""

from random import Random

from engine.games.russia_besieged.acts import T


def advise(t: T, side: str, rng: Random) -> str:
    """A line for a side ("": any legal one)."""
    return ""
