"""Two bots on one PostgreSQL, each killed at random moments: each goes on where the other was."""

import os
import random
import signal
import time

from tests.bot.test_kill import Nursery, look_at_all
from tests.postgres import fresh

KILLS = int(os.environ.get("UMPIRE_KILLS_OF_TWO", "12"))
"""`make fuzz` asks for more."""
SILENCE = float(os.environ.get("UMPIRE_SILENCE_OF_TWO", "0"))
"""Seconds without a heartbeat after which a bot counts as gone; 0: at once, for it is on this
machine. `make fuzz` takes the time that it is on others."""
SHORT = 3.0
TAKEOVER = 15.0
"""Seconds within which somebody has the shards of a process that was killed."""


class Pair:
    """Two nurseries, each with a bot; what both said."""

    def __init__(self, database: str, silence: float) -> None:
        self.nurseries = [Nursery(database, 0.0, 2, silence) for _ in range(2)]
        self.bots = [nursery.start("go") for nursery in self.nurseries]
        self.shards = [self._taken(which) for which in range(2)]
        self.took: list[float] = []
        """How long the shards of a killed bot were nobody's."""

    def _taken(self, which: int) -> int:
        return int(self.nurseries[which].until("SHARD")[1])

    @property
    def heard(self) -> list[list[str]]:
        for nursery in self.nurseries:
            while not nursery.said.empty():
                nursery.heard.append(nursery.said.get())
        return [words for nursery in self.nurseries for words in nursery.heard]

    def kill(self, which: int) -> None:
        """One of them; the next one of its nursery follows."""
        os.kill(self.bots[which], signal.SIGKILL)
        began = time.monotonic()
        self.nurseries[which].until("DEAD")
        self.bots[which] = self.nurseries[which].start("go")
        self.shards[which] = self._taken(which)
        self.took.append(time.monotonic() - began)

    def finish(self) -> None:
        """What waits is posted, and both end."""
        self._end()
        self.bots = [nursery.start("finish") for nursery in self.nurseries]
        for nursery in self.nurseries:
            nursery.until("DRAINED")
        self._end()
        for nursery in self.nurseries:
            nursery.close()

    def _end(self) -> None:
        for which, nursery in enumerate(self.nurseries):
            os.kill(self.bots[which], signal.SIGKILL)
            nursery.until("DEAD")


def kill_one_or_the_other(database: str) -> Pair:
    """Again and again, at random moments; then let both finish."""
    pair, dice = Pair(database, SILENCE), random.Random(20260101)
    for _ in range(KILLS):
        which = dice.randint(0, 1)
        for _ in range(dice.randint(0, 5)):
            pair.nurseries[which].until("ACK", "POST")
        time.sleep(dice.uniform(0, 0.1))
        pair.kill(which)
        assert set(pair.shards) == {0, 1}
    pair.finish()
    return pair


async def test_two_bots_lose_nothing_and_do_nothing_twice() -> None:
    database = fresh()
    pair = kill_one_or_the_other(database)
    heard = pair.heard
    await look_at_all(database, heard, KILLS, bots=2)
    assert max(pair.took) < TAKEOVER
    assert not any(words[0] == "LOST" for words in heard)
    assert any(words[0] == "ELSEWHERE" for words in heard), "none came to the other one's games"
    sent: dict[str, str] = {}
    for _, first, *rows in (words for words in heard if words[0] == "SENT"):
        for row in rows:  # each under one nonce, and none again once it was noted
            assert sent.setdefault(row, first) == first


async def test_a_bot_that_stood_still_too_long_writes_nothing_any_more() -> None:
    """As a machine that slept: another has its shards when it wakes."""
    database = fresh()
    pair, third = Pair(database, SHORT), Nursery(database, 0.0, 2, SHORT)
    first = pair.nurseries[0]
    first.until("ACK", "POST")
    os.kill(pair.bots[0], signal.SIGSTOP)
    follower = third.start("go")
    assert int(third.until("SHARD")[1]) == pair.shards[0]
    third.until("ACK")
    os.kill(pair.bots[0], signal.SIGCONT)
    first.until("LOST")
    first.until("DEAD")
    third.until("ACK")
    os.kill(follower, signal.SIGKILL)
    third.until("DEAD")
    third.close()
    pair.bots[0] = first.start("go")
    pair.finish()
    await look_at_all(database, pair.heard + third.heard, 0, bots=2)
