"""`make bench`: the figures to beat, as a table and as one line of JSON. Nothing is asserted."""

import asyncio
import io
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
from PIL import Image

import engine
import renderer
from bot.channel import outbox
from bot.channel.pictures import Warm
from engine.core.entries import AnyEntry
from renderer.base import printing
from renderer.base.chart import Chart
from renderer.games import CHARTS
from renderer.page import draw
from renderer.page.windows import CORNERS
from tests import bench_board, bench_replay
from tests.bot.world import World, world
from tests.pace import pace
from tests.renderer.positions import crowd
from tests.russia_besieged import pace as storms

CHESS = 24_490
"""Random plies a second of python-chess on the machine where the bars were measured.

Rates are held to their bars "on the same machine in the same minute": python-chess is
run beside each game, and the bar moves with it.
"""
RATES = {
    "iron_blood": 10_000,
    "race_to_moscow": 10_000,
    "no_retreat": 5_000,
    "stalins_war": 5_000,
    "russia_besieged": 3_000,
}
"""Random actions a second that a game must reach, where python-chess reaches `CHESS`."""
LARGE = "russia_besieged"
"""Its view may take twice as long."""
PACE = {"stalins_war": (2, 4)}
"""Hand-offs a player turn, median and 90th percentile, where the bar is another than 3 and 6."""
LONGEST = {"no_retreat": "campaign"}
"""The scenario in which the pace is measured, where it is not the first."""
SECONDS = 4
ORDERS = 60


@dataclass(frozen=True)
class Figure:
    """A measured value with its bar; `most`: the bar is the most that it may be."""

    name: str
    value: float
    bar: float
    unit: str
    most: bool = True
    note: str = ""

    @property
    def holds(self) -> bool:
        return self.value <= self.bar if self.most else self.value >= self.bar


def plies(seconds: float = 2) -> float:
    """Random plies a second of python-chess, here and now."""
    rng, board, count = random.Random(1), chess.Board(), 0
    begun = time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < seconds:
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        count += 1
    return count / elapsed


def slice_of(game_id: str) -> tuple[dict[str, float], float]:
    """What the engine says of itself, and python-chess before and after it."""
    before = plies(1)
    command = [sys.executable, "-m", "engine", "bench", "--game", game_id]
    command += ["--seconds", str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found, (before + plies(1)) / 2


def of_engine(game_id: str) -> list[Figure]:
    """The middle one of five slices: a machine that is shared changes its speed meanwhile."""
    slices = [slice_of(game_id) for _ in range(5)]
    slices.sort(key=lambda one: one[0]["actions_per_second"] / one[1])
    found, here = slices[2]
    rate, view = RATES[game_id], 0.06 if game_id == LARGE else 0.03
    note = f"{rate:,} where python-chess makes {CHESS:,}; here {here:,.0f}"
    bar = round(rate * here / CHESS)
    rate_here = found["actions_per_second"]
    return [
        Figure(f"{game_id} random actions", rate_here, bar, "/s", most=False, note=note),
        Figure(f"{game_id} view, mean", found["view_ms"], view, "ms"),
        Figure(f"{game_id} server click, mean", found["click_ms_mean"], 0.5, "ms"),
        Figure(f"{game_id} server click, p99", found["click_ms_p99"], 2.0, "ms"),
        Figure(f"{game_id} state row", found["row_bytes"] / 1024, 12, "KB"),
    ]


def positions(game_id: str, count: int) -> Iterator[tuple[engine.Game, list[AnyEntry]]]:
    """Positions of one game with what happened last."""
    game = engine.new_game(game_id, secret=b"bench" * 6)
    for _ in range(count):
        if game.result() is not None:
            return
        side = game.pending()[0].side
        yield game, game.submit(side, game.auto(side)).entries


def of_renderer(game_id: str) -> list[Figure]:
    """Crop and whole map, in time and size."""
    figures = of_mode(game_id, "crop", 60, 0.2)
    return figures + of_mode(game_id, "full", 150, 0.6)


def of_sectors(game_id: str) -> list[Figure]:
    """A quarter of a map with 150 stacks: processor time with encoding, and size; the largest."""
    chart, scene = CHARTS[game_id](), crowd(game_id)
    times, sizes = [], []
    for corner in CORNERS:
        for _ in range(4):  # the first has letters and counters to draw
            begun = time.process_time()
            png = renderer.encode(draw.MODES[corner](chart, scene, False))
            took = (time.process_time() - begun) * 1000
        times.append(took)
        sizes.append(len(png) / 1e6)
    return [
        Figure(f"{game_id} sector picture", max(times), 150, "ms"),
        Figure(f"{game_id} sector picture, size", max(sizes), 0.6, "MB"),
    ]


def of_mode(game_id: str, mode: str, most_ms: float, most_mb: float) -> list[Figure]:
    """One mode, beside a plain copy-and-encode of the same pictures; processor time of both."""
    times, floors, sizes = [], [], []
    for game, entries in positions(game_id, 40):
        view = game.view(None)
        begun = time.process_time()
        picture = renderer.render(view, entries, mode)
        times.append((time.process_time() - begun) * 1000)
        floors.append(floor_ms(picture))
        sizes.append(len(picture.png) / 1e6)
    took = statistics.median(times)
    name = f"{game_id} {mode}"
    figures = [
        Figure(f"{name} picture, median", took, most_ms, "ms"),
        Figure(f"{name} picture, size", statistics.median(sizes), most_mb, "MB"),
    ]
    if mode == "full":
        ratio = took / statistics.median(floors)
        figures.append(Figure(f"{name} picture, of the floor", ratio, 1.5, "x"))
    return figures


def of_base(game_id: str, chart: Callable[[], Chart]) -> Figure:
    """A base drawn anew: the time of this process, for others may be at work.

    The best of three, for a shared machine can only add to it.
    """
    times = []
    for _ in range(3):
        begun = time.process_time()
        printing.build(chart())
        times.append(time.process_time() - begun)
    return Figure(f"{game_id} base, processor", min(times), 2.0, "s")


_MEMORY = """
import renderer
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6
before = resident()
for board in renderer.BOARDS:
    renderer.warm(board)
print(resident() - before)
"""


def of_memory() -> Figure:
    """What a process grows by that holds the maps of all boards (on Linux)."""
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True
    )
    return Figure("maps of all boards, memory", float(done.stdout), 150, "MB")


async def of_loop(game_id: str) -> list[Figure]:
    """How long the event loop waits while the painter works beside it."""
    shown = [(game.view(None), entries) for game, entries in positions(game_id, 40)]
    loop, waits = asyncio.get_running_loop(), []

    async def wait() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.001)
            waits.append((time.perf_counter() - begun - 0.001) * 1000)

    waiting = asyncio.create_task(wait())
    with ThreadPoolExecutor(1) as painter:
        for view, entries in shown:
            await loop.run_in_executor(painter, renderer.render, view, entries, "full")
    waiting.cancel()
    waits.sort()
    held = waits[int(len(waits) * 0.99)]
    return [Figure(f"{game_id} loop held while painting, p99", held, 25, "ms")]


def floor_ms(picture: renderer.Picture) -> float:
    """What copying and encoding the finished picture takes: no way to draw it is faster."""
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    begun = time.process_time()
    renderer.encode(image.copy())
    return (time.process_time() - begun) * 1000


async def of_bot(game_id: str) -> list[Figure]:
    """From the slash command to the picture in the channel, and to the private answer."""
    posted: list[float] = []
    say = outbox._say

    async def timed(*arguments: Any, **options: Any) -> int:
        message = await say(*arguments, **options)
        posted.append(time.perf_counter())
        return message

    outbox._say = timed
    times = []
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder)) as here:
            await here.begin(game_id)
            await here.every_act()
            painter = here.bot.desk.outbox.painter
            for board in engine.catalogue():  # as a bot is some seconds after its start
                await painter._done(Warm(board))
            for _ in range(ORDERS):
                times.append(await one_order(here, posted))
    outbox._say = say
    times.sort()
    return [
        Figure(f"{game_id} slash to picture, median", statistics.median(times), 250, "ms"),
        Figure(f"{game_id} slash to picture, p95", times[int(len(times) * 0.95)], 250, "ms"),
    ]


async def one_order(here: World, posted: list[float]) -> float:
    game = (await here.table()).running()
    side = game.pending()[0].side
    line = game.auto(side)
    posted.clear()
    begun = time.perf_counter()
    answer = await here.slash(here.player(side), "order", line=line)
    if not posted:  # what ends a phase is asked first
        begun = time.perf_counter()
        await here.press(here.player(side), answer.response, "Yes, ")
    return (posted[0] - begun) * 1000


def of_pace(game_id: str) -> list[Figure]:
    """How often the decision passes to another side in a player turn, by advice."""
    found = pace(game_id, 20, LONGEST.get(game_id))
    name = f"{game_id} hand-offs a player turn"
    median, most = PACE.get(game_id, (3, 6))
    return [
        Figure(f"{name}, median", found.median, median, ""),
        Figure(f"{name}, 90th percentile", found.most, most, ""),
    ]


def of_storms(games: int = 20, scenario: str = "campaign") -> list[Figure]:
    """Russia Besieged is asked off turn for major cities that are stormed, and for nothing else."""
    found = [
        storms.most(storms.turns(engine.new_game(LARGE, scenario, secret=b"pace%028d" % number)))
        for number in range(games)
    ]
    name = f"{LARGE} hand-offs a turn but for cities, most"
    return [Figure(name, max(found), 1, "")]


def of_game(game_id: str) -> Iterator[Figure]:
    """All figures of a game; the bot's where its players are two."""
    yield from of_engine(game_id)
    yield from of_storms() if game_id == LARGE else of_pace(game_id)
    if game_id not in renderer.GAMES:
        return
    yield from of_renderer(game_id)
    yield from asyncio.run(of_loop(game_id))
    if game_id in engine.ROOMS:
        here = plies(1)
        for what, took, most in asyncio.run(bench_replay.measured(game_id)):
            bar = most * CHESS / here
            yield Figure(f"{game_id} replay of a {what}", took, bar, "s", note=f"{most:g} s there")
    if len(engine.new_game(game_id).sides) == 2:
        yield from asyncio.run(of_bot(game_id))


def every_figure() -> Iterator[Figure]:
    """All games that can be played, and the bases of all boards."""
    for game_id in engine.ROOMS:
        yield from of_game(game_id)
    for game_id, chart in CHARTS.items():
        yield of_base(game_id, chart)
        yield from of_sectors(game_id)
    yield of_memory()
    here = plies(1)
    for what, took, most in bench_board.measured():
        yield Figure(f"board: {what}", took, most * CHESS / here, "us")


def main() -> None:
    figures = []
    for game_id in renderer.GAMES:  # the bot draws them all when it starts
        renderer.warm(game_id)
    for figure in every_figure():
        figures.append(figure)
        sign = "≤" if figure.most else "≥"
        mark = "" if figure.holds else "   MISSED"
        bar = f"{sign} {figure.bar:g} {figure.unit}"
        print(f"{figure.name:44} {figure.value:12,.3f} {figure.unit:4} {bar:>16}{mark}")
        if figure.note:
            print(f"  {figure.note}")
    found = {figure.name: figure.value for figure in figures}
    bars = {f"{figure.name}, bar": figure.bar for figure in figures if figure.note}
    print(json.dumps({**found, **bars}))


if __name__ == "__main__":
    main()
