"""`make bench`: the performance table, as text and, on the last line, as JSON.

Engine figures are of random play with full rules; picture figures of positions
from a game with a fixed seed; the bot's of real slash commands in the simulated
Discord, without its own waiting. Nothing here is a test: machines differ.
"""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
import renderer
from engine.core import bench
from engine.core.game import Game

SECONDS = 6.0
BARS = {
    "actions_per_second": {"iron_blood": 10_000},
    "view_ms": 0.03,
    "view_ms_p99": 0.3,
    "click_ms_mean": 0.5,
    "click_ms_p99": 2,
    "row_bytes": 12_288,
    "crop_ms": 60,
    "crop_kb": 200,
    "full_ms": 150,
    "full_kb": 600,
    "base_s": 2,
    "slash_to_picture_ms_p95": 250,
}


def main() -> None:
    """Measure everything, print the table, then one line of JSON."""
    found = {game: {**_engine(game), **_pictures(game), **_base(game)} for game in engine.ROOMS}
    found["iron_blood"] |= asyncio.run(_bot("iron_blood"))
    for game, figures in found.items():
        print(f"\n{engine.catalogue()[game].title}")
        for name, value in figures.items():
            print(f"  {name:28} {value:>12,}   {_bar(game, name)}")
    print(json.dumps(found))


def _bar(game: str, name: str) -> str:
    bar: Any = BARS.get(name)
    if isinstance(bar, dict):
        bar = bar.get(game)
        return f"bar: at least {bar:,}" if bar else ""
    return f"bar: at most {bar:,}" if bar else ""


def _engine(game: str) -> dict[str, float]:
    def make(rng: random.Random) -> Game:
        return engine.new_game(game, secret=rng.randbytes(32))

    return bench.run(make, engine.load, SECONDS)


def _pictures(game: str) -> dict[str, float]:
    """Medians over positions of one game; the floor is copying and encoding such a picture."""
    renderer.warm(game)
    scenes = _positions(game, 25)
    found: dict[str, float] = {}
    full = [_timed(lambda v=view, e=log: renderer.render(v, e, "full")) for view, log in scenes]
    crop = [_timed(lambda v=view, e=log: renderer.render(v, e, "crop")) for view, log in scenes]
    crop = [one for one in crop if one[1].width < full[0][1].width]  # something happened on the map
    for mode, timed in (("crop", crop), ("full", full)):
        found[f"{mode}_ms"] = round(statistics.median(ms for ms, _ in timed), 1)
        found[f"{mode}_kb"] = round(max(len(picture.png) for _, picture in timed) / 1000, 1)
    found["full_floor_ms"] = round(statistics.median(_floor(scenes[-1][0]) for _ in range(9)), 1)
    return found


def _floor(view: Any) -> float:
    import io

    from PIL import Image

    image = Image.open(io.BytesIO(renderer.render(view, [], "full").png))
    image.load()
    return _timed(lambda: renderer.encode(image.copy()))[0]


def _positions(game: str, count: int) -> list[tuple[Any, Any]]:
    rng = random.Random(7)
    g = engine.new_game(game, secret=bytes(32))
    found = []
    while not g.result():
        side = rng.choice(g.pending()).side
        receipt = g.submit(side, g.sample(side, rng))
        found.append((g.view(None), receipt.entries))
    return rng.sample(found, count)


def _timed(act: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    value = act()
    return (time.perf_counter() - start) * 1e3, value


_COLD = """
import resource, sys, time
import renderer
start = time.perf_counter()
renderer.warm(sys.argv[1])
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def _base(game: str) -> dict[str, float]:
    """A fresh process with an empty cache draws the base."""
    with tempfile.TemporaryDirectory() as cache:
        run = subprocess.run(
            [sys.executable, "-c", _COLD, game],
            env={**os.environ, "UMPIRE_CACHE": cache},
            capture_output=True,
            text=True,
            check=True,
        )
    seconds, memory = map(float, run.stdout.split())
    return {"base_s": round(seconds, 2), "renderer_mb": round(memory)}


async def _bot(game: str, orders: int = 60) -> dict[str, float]:
    """From the slash command to the picture in the channel, order by order."""
    from tests.bot.world import world

    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder)) as w:
            table = await w.begin(game)
            people = {
                side: (w.anna if user == w.anna.id else w.boris)
                for side, user in table.seats.items()
            }
            rng = random.Random(3)
            times = []
            while len(times) < orders:
                side = table.running().pending()[0].side
                line = table.running().sample(side, rng)
                before = len(w.pictures())
                start = time.perf_counter()
                await w.order(people[side], line)
                while len(w.pictures()) == before:  # noqa: ASYNC110 - the world has no event for it
                    await asyncio.sleep(0.001)
                times.append((time.perf_counter() - start) * 1e3)
    times.sort()
    return {
        "slash_to_picture_ms": round(statistics.median(times), 1),
        "slash_to_picture_ms_p95": round(times[int(0.95 * (len(times) - 1))], 1),
    }


if __name__ == "__main__":
    main()
