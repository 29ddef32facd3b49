"""How many orders are legal at pinned positions: a change of any rule shows here."""

from collections.abc import Callable

import pytest

from engine import Game
from tests.counted import counts
from tests.russia_besieged.staged import EMPTY, PANZERS, game
from tests.russia_besieged.test_behind_the_lines import SECOND


def opening() -> Game:
    """The first impulse of the war."""
    return game()


def winter() -> Game:
    """The Russians in the snow of January 1942, points to spend, paratroops in Moscow."""
    return game(
        "set weather.1 snow", "set weather.2 snow", "put rus_para_1 moscow", "put rus_inf_18 pool",
        "set points.russian_infantry 9", "set points.russian_armor 3", "at 5 soviet movement",
    )  # fmt: skip


def battle() -> Game:
    """Two hexes to be attacked from two, with a Stuka and a Field Marshal at hand."""
    return game(
        *EMPTY, *PANZERS, "put ger_inf_1 0720", "put rus_inf_18 0819", "put rus_inf_7 0719",
        "put stuka_1 riga", "mark riga control axis", "at 2 axis combat",
    )  # fmt: skip


def breakthrough() -> Game:
    """After a Blitzkrieg: who advances, and where to."""
    found = game(*EMPTY, *PANZERS, "put rus_inf_18 0819", "dice combat 10", "at 2 axis combat")
    found.submit("axis", "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48 bat")
    return found


def partisans() -> Game:
    """Partisans of both stages at the end of a Russian turn of 1943."""
    return game(*SECOND, "put partisan_1 1624 stage2=1", "at 12/2 soviet supply")


@pytest.mark.parametrize(
    ("make", "side", "expected"),
    [
        (opening, "axis", {"move": 3283, "rail": 2177, "stage": 108, "end movement": 1}),
        (
            winter,
            "soviet",
            {
                "move": 1421,
                "rail": 16335,
                "sail": 10,
                "invade": 60,
                "evacuate": 3,
                "ice": 2,
                "para": 190,
                "place": 1867,
                "build": 62,
                "ship": 5,
                "form": 36,
                "end movement": 1,
            },
        ),
        (battle, "axis", {"attack": 143}),
        (breakthrough, "axis", {"advance": 3, "done": 1}),
        (partisans, "soviet", {"partisan": 476, "recall": 1, "creep": 6, "end partisans": 1}),
    ],
)
def test_counts(make: Callable[[], Game], side: str, expected: dict[str, int]) -> None:
    assert counts(make(), side) == expected
