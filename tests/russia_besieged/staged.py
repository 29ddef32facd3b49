"""Games for tests: edit lines that build a position, and a battle about to be fought."""

import random
from collections.abc import Iterable

import engine
from engine import Game
from engine.games.russia_besieged.data.board import BOARD
from tests.table import asked, prompt

CAMPAIGN = "campaign"
RAILS = BOARD.ground.rails


def game(*edits: str, scenario: str = CAMPAIGN, **options: object) -> Game:
    """A game with these edit lines carried out."""
    found = engine.new_game("russia_besieged", scenario, options, bytes(32))
    if edits:
        found.submit("gm", "\n".join(edits))
    return found


def lines(hexes: Iterable[str], side: str = "axis") -> tuple[str, ...]:
    """Edit lines: these rails are a side's, and so are the cities on them."""
    ids = BOARD.ground.grid.ids
    cities = {ids[city.place]: city.id for city in BOARD.ground.cities}
    return tuple(
        f"mark {cities[hex_]} control {side}" if hex_ in cities else f"mark {hex_} rails {side}"
        for hex_ in hexes
    )


EMPTY = ("clear", "put hitler berlin", "put stalin moscow", "set weather.1 clear")
PANZERS = ("put ger_pz_14 0820", "put ger_pz_24 0820", "put ger_pz_48 0820")


def fight(die: int, *edits: str, turn: str = "2", side: str = "axis") -> Game:
    """A battle about to be fought in clear weather."""
    return game(*EMPTY, *edits, f"dice combat {die}", f"at {turn} {side} combat")


def answered(g: Game) -> Game:
    """The game after the first offer to each question about retreats and losses."""
    while "retreats" in prompt(g) or "order" in prompt(g):
        (side,) = asked(g)
        g.submit(side, g.sample(side, random.Random(1)))
    return g
