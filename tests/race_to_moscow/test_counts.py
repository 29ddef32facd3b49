"""How many orders are legal at pinned positions: a change of any rule shows here."""

from collections.abc import Callable

import pytest

from engine import Game
from engine.core.verbs import has_line
from tests.core.test_counts import orders_of
from tests.race_to_moscow.table import table


def counts(game: Game, side: str) -> dict[str, int]:
    """Verb -> how many orders there are with it."""
    return {
        verb.name: len(orders_of(verb))
        for verb in game.offers(side)
        if not verb.free and has_line(verb)
    }


def front() -> Game:
    """An armored army in Riga with 2 fuel and 3 ammo, supplies and track behind it."""
    return table(
        "mark riga control gray", "mark siaulai control gray", "mark kaunas control gray",
        "mark kaunas track", "put panzergruppe_4 riga fuel=2 ammo=3", "mark riga fuel 2",
        "at 2 gray actions",
    )  # fmt: skip


# A base holds 3 of each kind. On one line from it a train takes up to 6 tokens: 9 loads of
# one kind, 6 * 9 of two and 6 * 17 of three, in any order; a truck up to 4: 9 + 6 * 6 + 6 * 4.
TRAIN, TRUCK = 9 + 6 * 9 + 6 * 17, 9 + 6 * 6 + 6 * 4
# An empty one can go either way of each line: five lines of gray and of white, three of brown;
# in the front position trains have seven lines, trucks ten.
# A field army has 1 fuel, 3 ammo and 2 food to leave: 6, 22 and 36 loads; an armored one
# 3 fuel and 3 ammo: 6 and 18. What is too much in a base is dropped afterwards.
FIELD, ARMORED = 6 + 22 + 36, 6 + 18
# The stock has 1 of each kind: 3, 6 and 6 loads for each base, 2 and 2 without fuel.
ALWAYS = {"air": 2, "end actions": 1, "okh": 4, "transport": 2, "supply": 15}
PINNED: dict[str, dict[str, int]] = {
    "gray": {**ALWAYS, "move": 87, "train": TRAIN + 10, "truck": TRUCK + 10, "fleet": 1,
             "unload": 2 * FIELD + ARMORED},
    # two lines lead out of Warschau
    "white": {**ALWAYS, "move": 79, "train": 2 * TRAIN + 10, "truck": 2 * TRUCK + 10,
              "unload": 2 * FIELD + 2 * ARMORED},
    "brown": {**ALWAYS, "move": 46, "train": TRAIN + 6, "truck": TRUCK + 6, "supply": 2 * 15,
              "unload": 3 * FIELD + ARMORED},
    "front": {**ALWAYS, "move": 427, "train": TRAIN + 14, "truck": TRUCK + 2 + 20, "fleet": 1,
              "load": 1, "supply": 4, "unload": 145},
    # 20 symbols, two kinds of marker
    "soviet": {"place": 40},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "make", "side"),
    [
        ("gray", lambda: table("at 1 gray actions"), "gray"),
        ("white", lambda: table("at 1 white actions"), "white"),
        ("brown", lambda: table("at 1 brown actions"), "brown"),
        ("front", front, "gray"),
        ("soviet", lambda: table(soviet=True), "soviet"),
    ],
)
def test_pinned_counts(name: str, make: Callable[[], Game], side: str) -> None:
    """7, 10, 11, 12, 13, 15, 16, §20.3"""
    assert counts(make(), side) == PINNED[name]
