"""The bot is killed with SIGKILL at random moments: no acknowledged order is lost."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import msgspec
import pytest

from bot.house.rules import AT_ONCE, HOUSE
from bot.house.watch import Watch
from engine.core.entries import decode, public
from storage import Store
from tests.postgres import fresh

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("UMPIRE_KILLS", "60"))
"""`make fuzz` asks for more."""
MOST_HEARD = 8
LONGEST = 0.05
"""Seconds between the last word that is waited for and the kill."""
STARTING = 0.3
"""The same for a bot that is killed while it starts."""


class Nursery:
    """The process that forks the bots; what they say comes in line by line."""

    def __init__(
        self,
        database: str,
        lull: float,
        shards: int = 1,
        silence: float = 0.0,
        module: str = "tests.bot.kill_child",
    ) -> None:
        given = [database, *map(str, (lull, shards, silence))]
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *given],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.said: Queue[list[str]] = Queue()
        self.heard: list[list[str]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line.split())
        self.said.put(["ENDED"])

    def start(self, word: str) -> int:
        """Fork a bot; its process id."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return int(self.until("PID")[1])

    def until(self, *wanted: str, timeout: float = 60) -> list[str]:
        """Listen until one of these words."""
        while True:
            try:
                words = self.said.get(timeout=timeout)
            except Empty:
                raise AssertionError(f"no {wanted}; last: {self.heard[-5:]}") from None
            self.heard.append(words)
            if words[0] in wanted:
                return words
            assert words[0] != "ENDED", f"no {wanted}; last: {self.heard[-5:]}"

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)


def kill_again_and_again(database: str, kills: int, lull: float) -> list[list[str]]:
    """Start and kill bots at random moments, so often at least and until enough was done and
    offered, then let one finish; all that they said."""
    nursery = Nursery(database, lull)
    dice = random.Random(20260101)
    for count in range(3 * kills):
        done = len(acknowledged(nursery.heard)) > kills
        if count >= kills and done and len(offered(nursery.heard)) > few(kills):
            break
        bot = nursery.start("go")
        heard = dice.randint(0, MOST_HEARD)
        for _ in range(heard):
            nursery.until("ACK", "POST")
        time.sleep(dice.uniform(0, LONGEST if heard else STARTING))
        os.kill(bot, signal.SIGKILL)
        nursery.until("DEAD")
    nursery.start("finish")
    nursery.until("DEAD")
    nursery.close()
    return nursery.heard


def acknowledged(heard: list[list[str]]) -> list[list[str]]:
    """The orders that were answered."""
    return [words for words in heard if words[0] == "ACK"]


def offered(heard: list[list[str]]) -> list[list[str]]:
    """The offers among what bots said."""
    return [words for words in heard if words[0] == "OFFER"]


def few(kills: int) -> float:
    """So many offers in so many lives, or fewer, prove nothing."""
    return kills / 20 - 1


async def look_at(store: Store, game: int, bots: int = 1) -> None:
    """Timers and offers of a game as they must be, whenever the process ended.

    One of two bots may have left the other a word to look at it, which is due at once.
    """
    row, log = await store.game(game), await store.actions(game)
    assert len({action.cause for action in log}) == len(log)
    rollbacks = [action for action in log if action.kind == "rollback"]
    for action in rollbacks:  # each once: what it voids is void, and nothing else
        to = int(action.line.split()[1])
        void = [a for a in log if to < a.seq < action.seq]
        assert all(a.undone_by is not None and a.undone_by <= action.seq for a in void)
    settings = await store.settings("game", game)
    watch = msgspec.convert(settings["watch"], Watch)
    assert watch.clocks is not None
    timers = [timer for timer in await store.timers_of(game) if timer.kind == "watch"]
    if row.status == "running":
        assert watch.calls and len(timers) <= 1
        assert timers or watch.paused
    else:
        assert not watch.calls
        assert not timers or (bots > 1 and timers[0].due < time.time() + 60)


@pytest.mark.parametrize("lull", [AT_ONCE.lull, HOUSE.lull])
async def test_no_acknowledged_order_is_lost_and_all_is_posted(tmp_path: Path, lull: float) -> None:
    """Posted at once, and with the usual moment in which further orders are waited for."""
    kills = KILLS // 3 if lull else KILLS  # these take longer
    await all_is_there(str(tmp_path / "umpire.db"), kills, lull)


async def test_none_is_lost_on_postgres_either() -> None:
    await all_is_there(fresh(), KILLS // 5, AT_ONCE.lull)


async def all_is_there(database: str, kills: int, lull: float) -> None:
    """Kill bots on a database, and look at what is left."""
    heard = kill_again_and_again(database, kills, lull)
    assert len(offered(heard)) > few(kills), "hardly anything was offered"
    await look_at_all(database, heard, kills)


async def look_at_all(database: str, heard: list[list[str]], kills: int, bots: int = 1) -> None:
    """What bots that were killed have left, and what they said."""
    answered = acknowledged(heard)
    posted = {post for words in heard if words[0] == "POST" for post in words[1:]}
    assert len(answered) > kills, "the bots did too little to prove anything"
    async with await Store.open(database) as store:
        logs: dict[int, dict[int, str]] = {}
        for _, game, seq, position in answered:
            if int(game) not in logs:
                logs[int(game)] = {a.seq: a.hash for a in await store.actions(int(game))}
            if int(seq):
                assert logs[int(game)].get(int(seq)) == position
        for game in logs:
            await look_at(store, game, bots)
        waiting = await store._db.read("SELECT id FROM outbox WHERE next_try IS NOT NULL")
        told = {
            f"{game}:{action.seq}"
            for game in logs
            for action in await store.actions(game)
            if action.kind == "undo" or public(decode(action.entries))
        }
    assert waiting == [] and told <= posted, told - posted
