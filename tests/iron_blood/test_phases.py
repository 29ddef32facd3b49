"""The sequence of play: nine phases, eleven seasons."""

import pytest

from engine.games.iron_blood.view import IronBloodView
from tests.iron_blood.table import asked, empty


def view(game) -> IronBloodView:
    found = game.view(None)
    assert isinstance(found, IronBloodView)
    return found


CLASH = ("put axis_tank_1 0404", "put soviet_tank_1 0404", "put 2inf 0304")
STATIONS = [
    ("axis setup", "Set-up", "axis"),
    ("axis support", "Fleet and air support", "axis"),
    ("soviet support", "Fleet and air support", "soviet"),
    ("axis move", "Movement", "axis"),
    ("soviet move", "Movement", "soviet"),
    ("axis combat", "Combat", "axis"),
    ("axis reinforce", "Reinforcements", "soviet"),
]


@pytest.mark.parametrize(("station", "phase", "side"), STATIONS)
def test_the_view_names_the_phase_and_combats_show_in_their_phase_alone(
    station: str, phase: str, side: str
) -> None:
    """initiative, phase1, phase2, phase3"""
    clash = ("put axis_tank_1 0404", "put soviet_tank_1 0404", "put axis_tank_2 0604",
             "put soviet_tank_2 0604", "put soviet_infantry_3 0803", "put axis_infantry_1 0104",
             "put soviet_infantry_1 0203")  # fmt: skip
    game = empty(*clash, f"at 1941_clear {station}")
    assert asked(game) == [side]
    assert view(game).phase == phase
    assert len(view(game).open_combats) == (2 if phase == "Combat" else 0)
