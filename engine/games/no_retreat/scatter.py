"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Sequence
from random import Random

from engine.games.no_retreat.acts import T


def scatter(rng: Random, stations: Sequence[str], t: T) -> list[str]:
    """A crowded front somewhere, on some turn, at some station."""
    return []
