"""How many orders are legal at pinned positions: a change of any rule shows here."""

import random
from collections.abc import Callable

import pytest

from engine import Game
from engine.core.verbs import Picks, Verb, has_line, may_stop
from tests.iron_blood.table import hands, table


def lines(verb: Verb) -> int:
    """The number of orders with this verb, every branch of its slots walked."""

    def rest(number: int, picks: Picks) -> int:
        if number == len(verb.slots):
            return 1
        slot = verb.slots[number]
        if not slot.many:
            found = sum(rest(number + 1, [*picks, value]) for value in slot.domain(picks))
            return found + (rest(number + 1, [*picks, []]) if slot.optional else 0)
        return many(number, picks, [])

    def many(number: int, picks: Picks, listed: list[int | str]) -> int:
        slot, whole = verb.slots[number], [*picks, listed]
        found = rest(number + 1, whole) if listed and may_stop(slot, whole) is None else 0
        for value in slot.domain(whole):
            passed = slot.via(whole, value) if slot.via else ()
            found += many(number, picks, [*listed, *passed, value])
        return found

    return rest(0, [])


def counts(game: Game, side: str) -> dict[str, int]:
    return {
        verb.name: lines(verb) for verb in game.offers(side) if not verb.free and has_line(verb)
    }


def start() -> Game:
    game = table()
    game.submit("axis", "setup suggested")
    game.submit("gm", "\n".join(hands("advance", "tank")))
    return game


def support() -> Game:
    game = start()
    game.submit("gm", "at 1941_clear axis support")
    return game


def movement() -> Game:
    game = start()
    game.submit("gm", "at 1941_clear axis move")
    return game


def midgame() -> Game:
    """Chains across White Russia and a broken front, in Snow."""
    game = start()
    game.submit(
        "gm",
        "\n".join(
            (
                "put axis_infantry_2 0204",
                "put axis_infantry_3 0303",
                "put axis_tank_1 0304",
                "put axis_tank_2 0403 moved from=0303",
                "put axis_infantry_4 0503",
                "put axis_tank_3 0404",
                "put soviet_tank_1 0404",
                "put soviet_partisan_1 0204",
                "put axis_tank_5 0508",
                "put axis_tank_4 0608",
                "put soviet_infantry_2 0707",
                "mark odessa control axis",
                "set mover axis_tank_2",
                "at 1942_snow axis move",
            )
        ),
    )
    return game


def combat() -> Game:
    game = midgame()
    game.submit("gm", "put axis_infantry_1 0203\nat 1942_snow axis combat")
    return game


PINNED = {
    # 7 infantry in 20 land hexes and 6 tanks in 15 clear ones; or the suggested set-up
    "setup": {"setup suggested": 1, "place": 7 * 20 + 6 * 15},
    # 4 coastal hexes; 99 clear hexes and a sea, each for 1 to 4 units or one unnamed
    "support": {"fleet": 4, "air": 100 * 5},
    "movement": {"move": 1279, "end movement": 1},
    "midgame": {"move": 402, "end movement": 1, "play advance": 1},
    "combat": {"fight": 2},
}


@pytest.mark.parametrize(
    ("name", "make", "side"),
    [
        ("setup", table, "axis"),
        ("support", support, "axis"),
        ("movement", movement, "axis"),
        ("midgame", midgame, "axis"),
        ("combat", combat, "axis"),
    ],
)
def test_pinned_counts(name: str, make: Callable[[], Game], side: str) -> None:
    """§setup.axis, phase1, phase2, §phase2.convoy, phase3"""
    assert counts(make(), side) == PINNED[name]


def test_what_is_counted_is_accepted() -> None:
    """§phase2: each sampled line is one of those counted, and legal"""
    for seed in range(40):
        game = midgame()
        assert game.submit("axis", game.sample("axis", random.Random(seed)))
