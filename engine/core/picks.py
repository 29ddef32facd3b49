"""Small bridges between a game's pure rules and the slots of the core."""

from engine.core.verbs import Picks


def number(picks: Picks, index: int) -> int:
    """The pick of a slot that takes one number."""
    pick = picks[index]
    assert isinstance(pick, int)
    return pick


def numbers(picks: Picks, index: int) -> list[int]:
    """The picks so far of a slot that takes several (none where it is left out)."""
    pick = picks[index]
    assert isinstance(pick, list)
    return [int(value) for value in pick]
