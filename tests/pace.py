"""Hand-offs: how often the decision passes to another side in a player turn, by advice.

A game by chat waits at each of them until somebody looks in again. The first one is that
its side is asked at all.
"""

import statistics
from dataclasses import dataclass

import engine
from engine import Game
from engine.core.entries import Phased


@dataclass(frozen=True)
class Pace:
    """Hand-offs in each of so many player turns."""

    counts: tuple[int, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.counts)

    @property
    def most(self) -> int:
        """The 90th percentile: so many, or fewer, in nine of ten."""
        return sorted(self.counts)[len(self.counts) * 9 // 10]


def pace(game_id: str, games: int, scenario: str | None = None) -> Pace:
    """Of whole games by advice, under the policies that a game begins with."""
    counts: list[int] = []
    for number in range(games):
        counts += hand_offs(engine.new_game(game_id, scenario, secret=b"pace%028d" % number))
    return Pace(tuple(counts))


def hand_offs(game: Game) -> list[int]:
    """Of each player turn of a game, played to its end."""
    counts: list[int] = []
    last, turn = "", ("", "")
    while not game.result():
        side = game.pending()[0].side
        if turn[1]:
            counts[-1] += side != last
        last = side
        for entry in game.submit(side, game.auto(side)).entries:
            if isinstance(entry, Phased) and (entry.turn, entry.side) != turn:
                turn = entry.turn, entry.side
                counts += [0] if entry.side else []
    return counts
