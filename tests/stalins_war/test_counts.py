"""How many orders are legal at pinned positions: a change of any rule shows here."""

from collections.abc import Callable

import pytest

import engine
from engine import Game
from tests.counted import counts


def made(*lines: str) -> Game:
    """The set-up of June 1941, and what the umpire changes."""
    game = engine.new_game("stalins_war", "campaign", secret=bytes(32))
    game.submit("gm", "\n".join(lines))
    return game


def action() -> Game:
    """What a round may be: two events, a Combat Card, a reinforcement."""
    return made("cards hand.axis axis_04 axis_09 axis_16 axis_25", "at 2/1 axis round")


def movement() -> Game:
    """The Soviets of the set-up, in turn 2 without OPS."""
    return made("at 2/1 soviet movement")


def markers() -> Game:
    """Three OPS in June 1941."""
    return made("set ops 3", "at 1 axis combat")


def attacks() -> Game:
    """The first attacks of June 1941, with three Combat Cards in the hand."""
    cards = "cards hand.axis axis_09 axis_12 axis_18"
    return made(
        "mark 1623 combat", "mark 1720 combat", "mark 1622 combat", cards, "at 1 axis attacks"
    )


def exploitation() -> Game:
    """Two Blitz markers and one Front in the way."""
    return made(
        "clear soviet", "put su_west_front 2020", "mark 1723 blitz", "mark 1820 blitz",
        "put ge_3_pz_corps 1723", "put ge_39_pz_corps 1820", "at 3/2 axis exploitation",
    )  # fmt: skip


def replacements() -> Game:
    """Four points for two units of the box and a reduced one."""
    return made(
        "put su_west_front eliminated_soviet", "put su_20r_army eliminated_soviet",
        "put su_4m_corps 1724 s=1", "set points.su 8", "at 5 axis replacement",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("make", "side", "expected"),
    [
        (action, "axis", {"ops": 4, "rp": 4, "event": 3, "zero move": 1, "zero rest": 5}),
        (movement, "soviet", {"move": 374, "end movement": 1}),
        (markers, "axis", {"activate": 11, "end activation": 1}),
        (attacks, "axis", {"attack": 71, "end combat": 1}),
        (exploitation, "axis", {"exploit": 184, "end exploitation": 1}),
        (replacements, "soviet", {"rebuild": 256, "end replacements": 1}),
    ],
)
def test_counts(make: Callable[[], Game], side: str, expected: dict[str, int]) -> None:
    assert counts(make(), side) == expected
