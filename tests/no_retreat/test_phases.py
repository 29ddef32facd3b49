"""The name of the phase that runs, as people see it."""

import pytest

from engine.games.no_retreat.play.turn import NAMES
from tests.no_retreat.table import empty


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_the_phase_that_runs_is_named(phase: str) -> None:
    """§4.0: while a side is asked in it."""
    units = ("put army_4 1814", "put pz_1 1714", "put west 1914")
    game = empty("clear units", "clear cards", *units, f"at 8 axis {phase}", joker=False)
    assert game.pending() and game.view(None).phase == NAMES[phase]
