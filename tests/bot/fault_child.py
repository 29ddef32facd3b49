"""One of the two bots of the fault run in a process of its own, with a Discord of its own.

Takes the database. Does what it reads from standard input, a line each, and says PID at each and
its word when that is done; ERROR for each error that is logged.

    begin SHARD     UP once it has its lease and a game is under way
    play SEED MANY  PLAYED after so many orders, amid failures
    calm            CALM once nothing waits: nothing fails any more
    look            FINE if all is as it must be
"""

import asyncio
import logging
import os
import sys
from pathlib import Path

import engine
from bot.channel.painter import Painter
from tests.bot.conftest import small_picture
from tests.bot.kill_child import say
from tests.bot.test_fault_run import all_stands, failing
from tests.bot.world import World
from tests.bot.world import world as make_world


async def asked(*word: str) -> list[str]:
    """The next line, which begins with that word; the rest of it."""
    line = (await asyncio.to_thread(sys.stdin.readline)).split()
    assert line[: len(word)] == [*word], line
    say("PID", os.getpid())
    return line[len(word) :]


async def bot(database: str) -> None:
    [shard] = map(int, await asked("begin"))
    own = f"{database}&application_name=fault-{os.getpid()}"
    async with make_world(Path(), database=own, shard=shard) as world:
        assert world.bot.shard_ids == [shard]
        await world.begin("iron_blood", clock="fast")
        say("UP")
        await played(world)


async def played(world: World) -> None:
    seed, orders = map(int, await asked("play"))
    with failing(world, seed) as run:
        await run.play(orders)
        say("PLAYED", len(run.done), run.others)
        await asked("calm")
        await run.calm()
        say("CALM")
        await asked("look")
        await all_stands(run)
        say("FINE")


class Incidents(logging.Handler):
    """Errors are said too, each with its traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        say("ERROR", self.format(record).replace("\n", " | "))


def main() -> None:
    Painter.work = small_picture  # type: ignore[assignment, method-assign]
    Painter.warm = lambda *_: None  # type: ignore[method-assign]
    logging.getLogger().addHandler(logging.NullHandler())  # warnings are many
    logging.getLogger("bot").addHandler(Incidents(level=logging.ERROR))
    engine.catalogue()
    asyncio.run(bot(sys.argv[1]))


if __name__ == "__main__":
    main()
