"""What campaigns by advice show of Stalin's War's reconstructed data (SPEC). Nothing asserted.

Bands that betray a wrong guess: a VP level of 10 to 16 at the end of turn 4, above 9 at the end
of turn 10 in about half of the games, seven to nine stars of the Soviet Union Axis at the end of
turn 8, the Paulus Line crossed by turn 4 nearly always, Total War mostly from turn 6 to 9,
neither side above 65 %. `--random N` plays each side against orders at random instead, with
`--side` that one alone.
"""

import argparse
import json
import random
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import engine
from engine import Game
from engine.core.entries import Phased
from engine.games.stalins_war.data.facts import AXIS, SIDES
from engine.games.stalins_war.law.control import stars_in_union
from engine.games.stalins_war.state import StalinsWar
from tests.pace import Pace
from tests.practice import play_out


@dataclass
class Signs:
    """What one game by advice shows."""

    winner: str = ""
    reason: str = ""
    last: int = 0
    """The turn in which it ended."""
    level: dict[int, int] = field(default_factory=dict)
    """Turn -> VP level at its end."""
    stars: dict[int, int] = field(default_factory=dict)
    """Turn -> stars of the Soviet Union that are Axis at its end."""
    crossed: int = 0
    """The turn in which the Axis crossed the Paulus Line, 0 if it never did."""
    total_war: int = 0
    """The turn in which Total War began, 0 if it never did."""
    hand_offs: list[int] = field(default_factory=list)
    """Of each Action Round of a side."""
    orders: int = 0


def campaign(seed: int, scenario: str = "campaign") -> Signs:
    """A game by advice, to its end."""
    game = engine.new_game("stalins_war", scenario, secret=b"signs%027d" % seed)
    found, last, phase = Signs(), "", ("", "")
    while not game.result():
        s: StalinsWar = game.table.s
        turn, side = s.turn, game.pending()[0].side
        found.hand_offs[-1:] = [count + (side != last) for count in found.hand_offs[-1:]]
        last = side
        for entry in game.submit(side, game.auto(side)).entries:
            if isinstance(entry, Phased) and (entry.turn, entry.side) != phase:
                phase = entry.turn, entry.side
                found.hand_offs += [0] if entry.side else []
        found.orders += 1
        _note(found, game, turn)
    result = game.result()
    assert result
    found.winner, found.reason = "+".join(result.winners), result.reason
    return found


def _note(found: Signs, game: Game, turn: int) -> None:
    s: StalinsWar = game.table.s
    found.last = turn
    found.crossed = found.crossed or turn * s.crossed
    found.total_war = found.total_war or turn * s.total_war
    if game.result() or s.turn != turn:
        found.level[turn] = s.vp
        found.stars[turn] = stars_in_union(s, AXIS)


def told(games: list[Signs]) -> dict[str, Any]:
    """The figures over all games."""
    found: dict[str, Any] = {"games": len(games)}
    for side in SIDES:
        found[f"won by {side}"] = sum(one.winner == side for one in games)
    for why, count in Counter(one.reason for one in games).most_common():
        found[f"  {why}"] = count
    found["ended in turn"] = _spread(one.last for one in games)
    found["VP level at the end of turn 4 (10 to 16)"] = _at(4, games, "level")
    found["Axis stars of the Soviet Union, turn 8 (7 to 9)"] = _at(8, games, "stars")
    found["VP level at the end of turn 10 (half above 9)"] = _at(10, games, "level")
    tenth = [one.level[10] for one in games if 10 in one.level]
    found["  games above 9"] = f"{sum(level > 9 for level in tenth)} of {len(tenth)}"
    found["Paulus Line crossed by turn 4"] = sum(0 < one.crossed <= 4 for one in games)
    begun = Counter(one.total_war for one in games)
    found["Total War by turn (0: never)"] = dict(sorted(begun.items()))
    pace = Pace(tuple(count for one in games for count in one.hand_offs))
    found["hand-offs of a round, median and 90th"] = (pace.median, pace.most)
    found["orders a game"] = _spread(one.orders for one in games)
    return found


def _at(turn: int, games: list[Signs], what: str) -> str:
    return _spread(getattr(one, what)[turn] for one in games if turn in getattr(one, what))


def _spread(values: Iterable[float]) -> str:
    listed = sorted(values)
    if not listed:
        return "in no game"
    tenths = statistics.quantiles(listed, n=10) if len(listed) > 1 else listed
    middle = f"{statistics.median(listed):g}, mean {statistics.mean(listed):.1f}"
    return f"{middle} ({listed[0]:g} to {listed[-1]:g}, 8 of 10 {tenths[0]:g} to {tenths[-1]:g})"


def against_chance(side: str, seed: int) -> bool:
    """Does a side by advice win a campaign against orders at random?"""
    rng = random.Random(seed)
    game = engine.new_game("stalins_war", secret=rng.randbytes(32))
    result = play_out(game, (side,), rng).result()
    assert result
    return result.winners == (side,)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--side", choices=SIDES)
    asked = parser.parse_args()
    if asked.random:
        for side in [asked.side] if asked.side else SIDES:
            seeds = range(asked.seed, asked.seed + asked.random)
            won = sum(against_chance(side, seed) for seed in seeds)
            print(f"{side} by advice wins {won} of {asked.random} against orders at random")
        return
    games = []
    for seed in range(asked.seed, asked.seed + asked.games):
        games.append(one := campaign(seed, asked.scenario))
        print(f"{seed}: {one.winner} in turn {one.last}, {one.level}, {one.reason}", flush=True)
    found = told(games)
    for name, value in found.items():
        print(f"{name:52} {value}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
