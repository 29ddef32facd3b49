"""A database as a released version leaves it, with games in the midst of everything.

`python -m tests.bot.released FILE` makes one with the code that it runs on, through the store as
the bot does. Before a version is released its own goes into `tests/bot/fixtures`, named by the
commit; `test_released.py` opens all that are there, plays every game on to its end and verifies it.
Games stop in mid-battle, in a window, with armed cards, with undo open: one of each for each
title that has it; the others are played to their end.

Positions lie uncompressed in the file, which is compressed as a whole: they differ little.
"""

import asyncio
import lzma
import sqlite3
import sys
import tempfile
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import engine
from bot.play.games import Games
from bot.play.table import Table
from storage import Store

ANNA, BORIS, CARLO = 1, 2, 3
EARLY = 20
"""Orders after which a game may stop."""
BATTLES = ("Battle", "Combat", "Commit", "Fight", "March", "Reaction")


def in_battle(game: engine.Game) -> bool:
    stacks = [frame for lane in game.table.pos.lanes for frame in lane.stack]
    return any(type(frame).__name__ in BATTLES for frame in stacks)


def in_window(game: engine.Game) -> bool:
    return any(pending.kind == "window" for pending in game.pending())


def armed(game: engine.Game) -> bool:
    return bool(game.table.pos.arms)


def undo_open(game: engine.Game) -> bool:
    return len(game.steps) > 1


STOPS: dict[str, Callable[[engine.Game], bool]] = {
    "battle": in_battle,
    "window": in_window,
    "armed": armed,
    "undo": undo_open,
}
TITLES = {
    "iron_blood": {},
    "no_retreat": {},
    "race_to_moscow": {"sides": ["gray", "brown"], "soviet": True},
}


async def play(games: Games, channel: int, title: str, stop: str) -> Table:
    """A game that has come to where it stops."""
    table = await games.create(
        guild=1, channel=channel, owner=ANNA, game=title, scenario=_first(title),
        options={o.name: o.default for o in engine.catalogue()[title].options} | TITLES[title],
    )  # fmt: skip
    for user, side in enumerate(games.sides(table), start=ANNA):
        await games.take_seat(table, side, user)
    await games.start(table, ANNA)
    for number in range(1500):
        game = table.running()
        if number >= EARLY and STOPS[stop](game):
            return table
        side = game.pending()[0].side
        line = game.auto(side)
        if stop == "armed" and number >= EARLY:
            side, line = next(((s, a) for s in game.sides for a in arms(game, s)), (side, line))
        await games.order(table, table.seats[side], line, f"{stop}-{number}")
        if not table.open:
            break
    print(f"{title} has never come to: {stop}")
    return table


def _first(title: str) -> str:
    return next(iter(engine.catalogue()[title].scenarios))


def arms(game: engine.Game, side: str) -> list[str]:
    """Lines that arm a card of a side."""
    if "arm" not in [verb.name for verb in game.verbs(side)]:
        return []
    lines = [item.value.strip() for item in game.complete(side, "arm ").items]
    return [item.value.strip() for line in lines
            for item in game.complete(side, f"{line} at ").items][:1]  # fmt: skip


async def fill(path: Path) -> None:
    async with await Store.open(path) as store:
        games = Games(store, lambda _: None)
        channel = 100
        for title in TITLES:
            for stop in STOPS:
                channel += 1
                table = await play(games, channel, title, stop)
                print(title, stop, table.row.seq)


def pack(path: Path) -> bytes:
    """The file without what was posted, in few bytes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.create_function("unpacked", 1, zlib.decompress)
        db.execute("UPDATE snapshots SET state = unpacked(state)")
        db.execute("DELETE FROM outbox")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    return lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def unpack(packed: Path, path: Path) -> None:
    """The file again."""
    path.write_bytes(lzma.decompress(packed.read_bytes()))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.create_function("packed", 1, lambda state: zlib.compress(state, 1))
        db.execute("UPDATE snapshots SET state = packed(state)")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "umpire.db"
        asyncio.run(fill(path))
        Path(sys.argv[1]).write_bytes(pack(path))


if __name__ == "__main__":
    main()
