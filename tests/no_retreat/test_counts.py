"""How many orders are legal at pinned positions: a change of any rule shows here."""

from collections.abc import Callable

import pytest

from engine import Game
from tests.counted import counts
from tests.no_retreat.table import bare, table
from tests.no_retreat.test_supply import T1


def opening() -> Game:
    """The first move of the campaign."""
    game = table()
    game.submit("gm", "clear cards\nat 1 axis movement")
    return game


def targets() -> Game:
    """The first targets, had nobody moved."""
    game = table()
    game.submit("gm", "clear cards\nat 1 axis combat")
    return game


def example() -> Game:
    """The example of chapter 6, in Snow."""
    return bare(*T1, "at 4 axis movement")


def battles() -> Game:
    """Two targets of the campaign's first turn, to be attacked."""
    game = targets()
    game.submit("axis", "target 0909")
    game.submit("axis", "end targets")
    return game


def flips() -> Game:
    """A Soviet Organization Phase with three cards."""
    return bare(
        "put west destroyed", "put south surrendered", "put kalinin 1502", "put leningrad 1401",
        "put reserve shattered", "cards hand.soviet 1 4 7", "at 7 soviet organization",
    )  # fmt: skip


def placement() -> Game:
    """Its Placement Step: reinforcements, recovery, replacements."""
    game = flips()
    game.submit("soviet", "end flips")
    return game


def detraining() -> Game:
    """A front to be detrained, with a Panzer Army about."""
    return bare("put west rail", "put kalinin 1502", "put pz_1 1606", "at 7 soviet detraining")


@pytest.mark.parametrize(
    ("make", "side", "expected"),
    [
        (opening, "axis", {"move": 294, "end movement": 1}),
        (targets, "axis", {"target": 3, "end targets": 1}),
        (example, "axis", {"move": 33, "entrain": 3, "end movement": 1}),
        (battles, "axis", {"battle": 16}),  # each with the Joker or without
        (flips, "soviet", {"educate": 2, "fort": 3, "end flips": 1}),
        (placement, "soviet", {"place": 188}),
        (detraining, "soviet", {"detrain": 286, "end detraining": 1}),
    ],
)
def test_counts(make: Callable[[], Game], side: str, expected: dict[str, int]) -> None:
    assert counts(make(), side) == expected
