"""20,000 servers with 100,000 running games, and 50 orders a second for a minute: `make community`.

The games are copies of one of each title some orders in, written by the store and multiplied in
the database. Each order is given in another game than the one before, so that each is read from the
database first. Nothing is painted or posted. `docs/scale.md` has the figures.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import engine
from bot.play.games import Games
from storage import Store, is_address
from tests.postgres import fresh
from tests.soak import OPTIONS, share

SERVERS, GAMES, RATE, SECONDS = 20_000, 100_000, 50.0, 60.0
OLD = 30
"""Orders that a game is old."""
AT_ONCE = 5_000
"""Games that are written in one transaction."""
COPIED = {
    "seats": ("side", "user"),
    "insiders": ("user", "side", "since"),
    "snapshots": ("seq", "door", "state"),
    "actions": (
        *("seq", "time", "undone_by", "kind", "side", "user", "line", "pending", "cause"),
        *("rules", "hash", "entries", "record", "told"),
    ),
}
"""What belongs to a game, by table."""
SHOWN = ("guild", "channel", "owner")
ROW = (
    *("game", "scenario", "options", "status", "rev", "seq", "door", "commitment", "created"),
    *("updated", "state"),
)


class Asked:
    """What the database was asked."""

    def __init__(self) -> None:
        self.statements = self.rows = 0

    @contextmanager
    def of(self, store: Store) -> Iterator[None]:
        read = store._db.read

        async def counted(sql: str, *values: Any) -> list[tuple[Any, ...]]:
            found = await read(sql, *values)
            self.statements, self.rows = self.statements + 1, self.rows + len(found)
            return found

        store._db.read = counted  # type: ignore[method-assign]
        yield
        store._db.read = read  # type: ignore[method-assign]


async def begun(games: Games, title: str, channel: int) -> tuple[int, str]:
    """One game of a title some orders in, and the order that is advised now."""
    info = engine.catalogue()[title]
    scenario = next(iter(info.scenarios))
    options = engine.new_game(title, scenario, OPTIONS.get(title, {})).options
    where = {"guild": channel, "channel": channel, "owner": 10}
    table = await games.create(**where, game=title, scenario=scenario, options=options)
    for seat, side in enumerate(games.sides(table)):
        await games.take_seat(table, side, 10 + seat)
    await games.start(table, 10)
    for number in range(OLD):
        user, line = advised(table)
        await games.order(table, user, line, f"begun-{number}")
    return table.id, advised(table)[1]


def advised(table: Any) -> tuple[int, str]:
    """Who is asked, and what they are advised."""
    game = table.running()
    side = game.pending()[0].side
    setup = game.complete(side, "setup suggested").complete
    return table.seats[side], "setup suggested" if setup else game.auto(side)


async def multiplied(store: Store, firsts: Sequence[int], many: int) -> None:
    """Copies of the first games until there are so many: game n is one of the n-th title."""
    numbers = (
        "WITH RECURSIVE n(i) AS (SELECT CAST(? AS BIGINT)"
        " UNION ALL SELECT i + ? FROM n WHERE i + ? < ?)"
    )
    step = len(firsts)
    for begin in range(max(firsts) + 1, many + 1, AT_ONCE):
        end = min(begin + AT_ONCE, many + 1)
        async with store._db.transaction(0) as run:
            for offset, first in enumerate(firsts):
                span = (begin + offset, step, step, end)
                if begin + offset >= end:
                    continue
                own = ", ".join(ROW)
                await run.write(
                    f"{numbers} INSERT INTO games (id, {', '.join(SHOWN)}, {own})"
                    f" SELECT i, i % {SERVERS}, i, 10, {own} FROM n JOIN games g ON g.id = ?",
                    *(*span, first),
                )
                for table, names in COPIED.items():
                    all_of = ", ".join(names)
                    await run.write(
                        f"{numbers} INSERT INTO {table} (game, {all_of})"
                        f" SELECT i, {all_of} FROM n JOIN {table} t ON t.game = ?",
                        *(*span, first),
                    )
                await run.write(
                    f"{numbers} INSERT INTO settings (scope, owner, key, value) SELECT scope, i,"
                    " key, value FROM n JOIN settings s ON s.scope = 'game' AND s.owner = ?",
                    *(*span, first),
                )


async def ordered(
    store: Store, lines: Sequence[str], many: int, rate: float, seconds: float
) -> Any:
    """Orders at their rate, each in another game; what they took and read."""
    games, asked = Games(store, lambda _: None), Asked()
    took: list[float] = []
    step = len(lines)

    async def one(number: int) -> None:
        begun_at = time.perf_counter()
        table = await games.get(number)
        side = table.running().pending()[0].side
        line = lines[(number - step - 1) % AT_ONCE % step]
        await games.order(table, table.seats[side], line, f"community-{number}")
        took.append(time.perf_counter() - begun_at)

    chosen = random.Random(1).sample(range(step + 1, many + 1), round(rate * seconds))
    used, start = time.process_time(), time.perf_counter()
    with asked.of(store):
        running = []
        for n, number in enumerate(chosen):
            await asyncio.sleep(max(0.0, start + n / rate - time.perf_counter()))
            running.append(asyncio.create_task(one(number)))
        await asyncio.gather(*running)
    used = time.process_time() - used
    return {
        "orders": len(took),
        "order to its commit, p50, ms": share(took, 0.5) * 1000,
        "order to its commit, p95, ms": share(took, 0.95) * 1000,
        "processor an order, ms": used / len(took) * 1000,
        "statements that read, an order": asked.statements / len(took),
        "rows read, an order": asked.rows / len(took),
    }


QUESTIONS = {
    "running games": "running_games",
    "titles played last": "titles",
    "servers": "guilds",
    "results to be kept": "without_result",
    "timers that are due": "due_timers",
    "channels that are due": "due_channels",
}
"""What is asked at a start, at a heartbeat, or for `/metrics`."""


async def size(store: Store, where: str) -> int:
    """Bytes of a file and what is not yet in it, or of the tables on a server."""
    if is_address(where):
        [(size,)] = await store._db.read(
            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c"
            " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'"
        )
        return int(size)
    return sum(part.stat().st_size for part in Path(where).parent.glob(f"{Path(where).name}*"))


async def community(where: str, many: int, rate: float, seconds: float) -> dict[str, float]:
    async with await Store.open(where) as store:
        games = Games(store, lambda _: None)
        firsts, lines = [], []
        for number, title in enumerate(engine.catalogue(), 1):
            game, line = await begun(games, title, 10**9 + number)
            firsts.append(game)
            lines.append(line)
        began = time.perf_counter()
        await multiplied(store, firsts, many)
        await store._db.write("ANALYZE")  # as a server has done of tables that have grown slowly
        found: dict[str, float] = {"games": many, "written in, s": time.perf_counter() - began}
        found["a game, kB"] = await size(store, where) / many / 1024
        rules = {title: engine.rules(title).version for title in engine.catalogue()}
        for name, method in QUESTIONS.items():
            began = time.perf_counter()
            await getattr(store, method)()
            found[f"{name}, ms"] = (time.perf_counter() - began) * 1000
        began = time.perf_counter()
        await store.outdated(rules)
        found["games of other rules, ms"] = (time.perf_counter() - began) * 1000
        return found | await ordered(store, lines, many, rate, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="a file; a new one in a temporary folder without it")
    parser.add_argument("--postgres", action="store_true", help="as tests.postgres starts it")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="umpire-community-") as folder:
        where = given.database or str(Path(folder) / "umpire.db")
        where = fresh() if given.postgres else where
        found = asyncio.run(community(where, given.games, given.rate, given.seconds))
    for name, value in found.items():
        print(f"{name:44} {value:12,.1f}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
