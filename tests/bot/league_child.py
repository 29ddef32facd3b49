"""The leagues of a bot in a process of its own, to be killed at any moment.

Takes the database; a file beside it stands for Discord: the threads that were opened there outlive
the process, those whose answer it never heard too. Reads `go` from standard input and forks a life
for each, in which people give their games up at random; says PID, UP, OVER and DEAD.
"""

import asyncio
import os
import random
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import engine
from bot.house.league.swiss import swiss
from bot.house.person import Person
from bot.play.games import Games
from bot.play.keeper import Keeper
from bot.play.leagues import Season, season
from bot.play.results import settle_all
from bot.play.table import Table
from storage import Store

SPEED = 50_000.0
"""Simulated seconds in one of the clock: an hour's pause between two rounds is soon over."""


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def now() -> float:
    return time.time() * SPEED


class Town:
    """Discord, as far as leagues and notices ask: its threads stand in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def threads(self) -> list[tuple[int, str]]:
        """(id, name) of all that were opened."""
        rows = self._file.read_text().splitlines() if self._file.exists() else []
        return [(number, name) for number, name in enumerate(rows, 1000)]

    async def thread(self, place: int, name: str) -> int:
        await asyncio.sleep(random.uniform(0, 0.004))
        for number, known in self.threads():
            if known == name:
                return number
        with self._file.open("a") as file:
            file.write(f"{name}\n")
        await asyncio.sleep(random.uniform(0, 0.01))  # it is there, and nobody has heard of it
        return next(number for number, known in self.threads() if known == name)

    async def league(self, *_: Any) -> None:
        await asyncio.sleep(random.uniform(0, 0.002))

    def here(self, table: Table) -> bool:
        return True

    async def there(self, table: Table, user: int) -> bool:
        return True

    async def notice(self, table: Table, notice: object, person: Person, watch: object) -> None:
        return None


def slowed(own: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def late(*args: Any, **options: Any) -> Any:
        await asyncio.sleep(random.uniform(0, 0.006))
        found = await own(*args, **options)
        await asyncio.sleep(random.uniform(0, 0.006))
        return found

    return late


def slow(owner: Any, *names: str) -> None:
    """Have these take their time before and after, so that a kill finds the moment between two."""
    for name in names:
        setattr(owner, name, slowed(getattr(owner, name)))


async def life(database: Path, file: Path) -> None:
    """The bot until it is killed, or the season over."""
    store = await Store.open(database, now)
    seen, town = await store.take_lease(), Town(file)
    games = Games(store, lambda _: None)
    teller: Any = town
    slow(games, "create", "start")
    slow(store, "set_pairing", "change_league")
    keeper = Keeper(store, games, now, teller, teller)
    await settle_all(store, games.get)
    await keeper.absent(seen)
    say("UP")
    league = await store.league_in(1)
    assert league is not None
    while league.status != "over":
        await store.beat_lease()
        await keeper.beat()
        await asyncio.sleep(random.uniform(0, 0.004))
        await given_up(games, await season(store, league))
        league = await store.league(league.id)
    await keeper.leagues.close()
    await store.close()
    say("OVER")


async def given_up(games: Games, at: Season) -> None:
    """Somebody gives up a game of the round, or all do at once."""
    many = random.random() < 0.3
    for pairing in at.now:
        if pairing.game is None or not (many or random.random() < 0.3):
            continue
        table = await games.get(pairing.game)
        if table.row.status == "running":
            side = random.choice(list(table.seats))
            await games.order(table, table.seats[side], "resign", f"resigned-{table.id}")


def main() -> None:
    database = Path(sys.argv[1])
    assert swiss  # loaded once for all lives, as are the rules
    engine.catalogue()
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            say("PID", os.getpid())
            random.seed()
            try:
                asyncio.run(life(database, database.with_suffix(".threads")))
            except BaseException:
                traceback.print_exc()
                say("FAILED")
            os._exit(0)
        os.waitpid(child, 0)
        say("DEAD")


if __name__ == "__main__":
    main()
