"""`make signs`: what campaigns by advice show of the reconstructed data (SPEC 6). Nothing asserted.

Wrong guesses show in whole games: Axis major cities never near 17, 10 and 5 at the ends of 1942,
1943 and 1944, automatic victories on the first turn in nearly none or all games, a winter that
costs the Axis nothing, Russian points that nobody spends. `--random N` plays each side against
orders at random instead.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import engine
from engine import Game
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, SOVIET, WEC
from engine.games.russia_besieged.law import victory
from engine.games.russia_besieged.state import RussiaBesieged
from tests.practice import play_out

ENDS = {1942: 10, 1943: 16, 1944: 22}
"""The last turn of each year in which the Axis must hold so many major cities (27.2)."""
NEAR = {1942: 17, 1943: 10, 1944: 5}
WINTER = (4, 5)
"""November 1941 to February 1942."""
_MINE = {side: BOARD.of_side[side] for side in (AXIS, SOVIET)}


@dataclass
class Signs:
    """What one game by advice shows."""

    winner: str
    reason: str
    last: int = 0
    """The turn in which it ended."""
    majors: dict[int, int] = field(default_factory=dict)
    """Turn -> Axis major cities at its end."""
    strength: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Turn -> combat factors on the map at its end, by side."""
    points: dict[int, int] = field(default_factory=dict)
    """Turn -> Russian points that are left at its end."""
    overwhelmed: int = 0
    """Automatic victories on the first turn."""
    attacks: int = 0
    """Attacks of the Axis on the first turn beside them."""
    orders: int = 0
    advice_ms: float = 0.0
    """Processor time of an advice, mean."""


def factors(s: RussiaBesieged, side: int) -> int:
    """Combat factors of a side on the map, without factories."""
    units = (u for u in _MINE[side] if s.place[u] < HEXES and BOARD.pieces[u].type != WEC)
    return sum(BOARD.pieces[u].faces[s.step[u]].combat for u in units if BOARD.pieces[u].faces)


def campaign(scenario: str, seed: int) -> Signs:
    """A game by advice, to its end."""
    game = engine.new_game("russia_besieged", scenario, secret=b"signs%027d" % seed)
    found, spent = Signs("", ""), 0.0
    while not game.result():
        s: RussiaBesieged = game.table.s
        turn, side = s.turn, game.pending()[0].side
        begun = time.process_time()
        line = game.auto(side)
        spent += time.process_time() - begun
        game.submit(side, line)
        found.orders += 1
        if turn == 1 and side == "axis":
            found.overwhelmed += line.startswith("av ")
            found.attacks += line.startswith("attack ")
        if game.result() or game.table.s.turn != turn:
            _note(found, game, turn)
    result = game.result()
    assert result
    found.winner, found.reason = "+".join(result.winners), result.reason
    found.advice_ms = 1000 * spent / found.orders
    return found


def _note(found: Signs, game: Game, turn: int) -> None:
    s: RussiaBesieged = game.table.s
    found.last = turn
    found.majors[turn] = victory.axis_majors(s)
    found.strength[turn] = factors(s, AXIS), factors(s, SOVIET)
    found.points[turn] = s.points[10] + s.points[11]


def told(games: list[Signs]) -> dict[str, Any]:
    """The figures over all games."""
    found: dict[str, Any] = {"games": len(games)}
    for side in ("axis", "soviet"):
        found[f"won by {side}"] = sum(one.winner == side for one in games)
    for year, turn in ENDS.items():
        found[f"Axis major cities at the end of {year} (near {NEAR[year]})"] = _spread(
            one.majors[turn] for one in games if turn in one.majors
        )
    first = [one for one in games if 1 in one.majors]
    if first:
        all_ = sum(one.overwhelmed + one.attacks for one in first)
        share = sum(one.overwhelmed for one in first) / all_
        found["share of automatic victories in the attacks of turn 1"] = round(share, 2)
        found["automatic victories on turn 1"] = _spread(one.overwhelmed for one in first)
    before, after = WINTER[0] - 1, WINTER[1]
    found["factors that the Axis loses from November 1941 to February 1942"] = _spread(
        one.strength[before][AXIS] - one.strength[after][AXIS]
        for one in games
        if before in one.strength and after in one.strength
    )
    found["Russian points left at the end"] = _spread(one.points[one.last] for one in games)
    found["orders a game"] = _spread(one.orders for one in games)
    found["advice, processor ms"] = _spread(round(one.advice_ms, 1) for one in games)
    return found


def _spread(values: Iterable[float]) -> str:
    listed = sorted(values)
    if not listed:
        return "in no game"
    mean = statistics.mean(listed)
    return f"{mean:.1f} ({listed[0]:g} to {listed[-1]:g}, {len(listed)} games)"


def against_chance(side: str, seed: int) -> bool:
    """Does a side by advice win a campaign against orders at random?"""
    rng = random.Random(seed)
    game = engine.new_game("russia_besieged", secret=rng.randbytes(32))
    result = play_out(game, (side,), rng).result()
    assert result
    return result.winners == (side,)


def _each(work: Callable[..., Any], *arguments: Iterable[Any]) -> Iterable[Any]:
    with ProcessPoolExecutor() as pool:
        yield from pool.map(work, *arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=0, metavar="N")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + (asked.random or asked.games))
    if asked.random:
        won = {
            side: sum(_each(against_chance, [side] * len(seeds), seeds))
            for side in ("axis", "soviet")
        }
        for side, count in won.items():
            print(f"{side} by advice wins {count} of {len(seeds)} against orders at random")
        print(json.dumps(won))
        return
    games = []
    for seed, one in zip(seeds, _each(campaign, [asked.scenario] * len(seeds), seeds), strict=True):
        games.append(one)
        print(f"{seed}: {one.winner} on turn {one.last}, {one.reason}", flush=True)
    found = told(games)
    for name, value in found.items():
        print(f"{name:68} {value}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
