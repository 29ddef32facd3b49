"""What a player turn costs in waiting (SPEC 2): nobody is asked off turn but for a major city."""

from engine import Game
from engine.core.entries import Fought
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SIDES

_MAJORS = {city.place for city in BOARD.ground.cities if city.major}


def turns(game: Game) -> list[tuple[int, int]]:
    """Of each player turn of a game by advice: how often the decision passes to another side,
    the first time included, and how many major cities were stormed."""
    found: dict[tuple[int, int], list[int]] = {}
    last = ""
    while not game.result():
        s, side = game.table.s, game.pending()[0].side
        count = found.setdefault((s.turn, s.side), [1, 0])
        count[0] += side not in (last, SIDES[s.side])
        last = side
        for entry in game.submit(side, game.auto(side)).entries:
            if isinstance(entry, Fought):
                count[1] += len({BOARD.ground.index(place) for place in entry.places} & _MAJORS)
    return [(asked, stormed) for asked, stormed in found.values()]


def most(counted: list[tuple[int, int]]) -> int:
    """Hand-offs of the slowest turn, without one for each major city stormed."""
    return max(asked - stormed for asked, stormed in counted)
