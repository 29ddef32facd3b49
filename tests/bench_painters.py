"""A pool of painters beside one: `python -m tests.bench_painters`; `docs/scale.md` has figures.

Channels want pictures without a pause, one of them as many at once as a film has; each waits for
its own before it wants the next. What counts is how many are made a second, how long a channel
waits, whether the greedy one holds up the others, and the memory of the processes.
"""

import asyncio
import itertools
import json
import os
import statistics
import time
from collections.abc import Sequence

from bot.channel.painter import Painter
from bot.channel.pictures import Painting, Warm
from tests.bench import positions

TITLES = ("iron_blood", "race_to_moscow", "no_retreat")
CHANNELS, GREEDY, SECONDS = 8, 20, 20.0


async def measured(many: int, pictures: Sequence[Painting]) -> dict[str, float]:
    """With so many processes: pictures a second, waits in ms, MB of the processes."""
    painter = Painter(many)
    for title in TITLES:  # each process has drawn each map before the clock runs
        await asyncio.gather(*(painter._done(Warm(title)) for _ in range(many)))
    waits: list[float] = []
    greedy: list[float] = []
    end = time.perf_counter() + SECONDS

    async def wants(channel: int, took: list[float]) -> None:
        for picture in itertools.islice(itertools.cycle(pictures), channel, None):
            begun = time.perf_counter()
            if begun >= end:
                return
            await painter.paint(picture, channel)
            took.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(
        *(wants(channel, waits) for channel in range(1, CHANNELS)),
        *(wants(0, greedy) for _ in range(GREEDY)),
    )
    held = sum(easel.held for easel in painter.easels)
    painter.close()
    return {
        "painters": many,
        "pictures_per_second": round((len(waits) + len(greedy)) / SECONDS, 1),
        "wait_median_ms": round(statistics.median(waits)),
        "wait_p95_ms": round(statistics.quantiles(waits, n=20)[-1]),
        "greedy_share": round(len(greedy) / (len(waits) + len(greedy)), 3),
        "own_mb": round(held),
    }


async def main() -> None:
    """One, as many as there are processors, and twice as many."""
    pictures = [
        Painting(game.view(None), entries, "crop")
        for title in TITLES
        for game, entries in positions(title, 20)
    ]
    here = os.cpu_count() or 1
    for many in (1, here, 2 * here):
        print(json.dumps(await measured(many, pictures)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
