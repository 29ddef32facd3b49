"""How fast a game runs, measured the same way for every game.

An action is: ask what is pending, find one random line, submit it, take the
mover's view. A click is what a server does for one: load the row, act, dump,
and take both views.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from engine.core.game import Game

Maker = Callable[[random.Random], Game]
Loader = Callable[[bytes], Game]


def run(make: Maker, load: Loader, seconds: float, seed: int = 1) -> dict[str, Any]:
    """The figures as plain numbers; times in milliseconds, sizes in bytes."""
    actions, games = _actions(make, seconds / 2, seed)
    clicks, views, rows = _clicks(make, load, seconds / 2, seed)
    return {
        "actions_per_second": round(actions),
        "games": games,
        "view_ms": round(sum(views) / len(views), 4),
        "view_ms_p99": round(_at(views, 0.99), 4),
        "click_ms_mean": round(sum(clicks) / len(clicks), 4),
        "click_ms_p99": round(_at(clicks, 0.99), 4),
        "row_bytes": round(_at(rows, 0.5)),
        "row_bytes_p99": round(_at(rows, 0.99)),
    }


def _actions(make: Maker, seconds: float, seed: int) -> tuple[float, int]:
    rng = random.Random(seed)
    game = make(rng)
    count = games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        if game.result():
            games += 1
            game = make(rng)
        side = rng.choice(game.pending()).side
        game.submit(side, game.sample(side, rng))
        game.view(side)
        count += 1
    return count / elapsed, games


def _clicks(
    make: Maker, load: Loader, seconds: float, seed: int
) -> tuple[list[float], list[float], list[float]]:
    rng = random.Random(seed)
    game = make(rng)
    clicks, views, rows = [], [], []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if game.result():
            game = make(rng)
        side = rng.choice(game.pending()).side
        line, row = game.sample(side, rng), game.dump()
        start = time.perf_counter()
        game = load(row)
        game.submit(side, line)
        row = game.dump()
        acted = time.perf_counter()
        for seat in game.sides:
            game.view(seat)
        done = time.perf_counter()
        clicks.append((done - start) * 1e3)
        views.append((done - acted) * 1e3 / len(game.sides))
        rows.append(float(len(row)))
    return clicks, views, rows


def _at(values: list[float], share: float) -> float:
    """The value below which this share of `values` lies."""
    return sorted(values)[int(share * (len(values) - 1))]
