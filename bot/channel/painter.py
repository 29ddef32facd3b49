"""Paints in one process beside the bot: one picture at a time, fair between those who wait.

Drawing takes the processor for a tenth of a second; beside the bot it holds no
order up, and a picture that takes the painter down takes nothing else with it.
The two talk over the painter's standard input and output (`channel.easel`), so that the
painter ends with the bot however that ends.
"""

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

import renderer
from bot.channel.easel import receive, send
from bot.channel.pictures import Drawn, Warm, Work
from bot.house import tally

log = logging.getLogger(__name__)

LONGEST = 30.0
"""Seconds that a picture may take, the drawing of an empty map included."""

_HANDS_BACK = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""The C library keeps what pictures took and gave back, a third of all memory, unless told not to
(glibc; others pay no heed)."""


class NoPicture(Exception):
    """It could not be painted; the text says why, for the log."""


class Painter:
    """The process, and the queue before it."""

    def __init__(self) -> None:
        self._own: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._free = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "painter")
        """Waits for the process, so that the event loop need not."""
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @asynccontextmanager
    async def turn(self, who: int) -> AsyncIterator[None]:
        """The painter for oneself. `who` is a channel, or a person for what only they see.

        Each stands in the queue once only, so that a busy channel holds up nobody else.
        """
        own = self._own.setdefault(who, asyncio.Lock())
        async with own, self._free:
            yield

    async def paint(self, what: Drawn, who: int) -> renderer.Picture:
        """A picture, when it is `who`'s turn. NoPicture when it cannot be painted."""
        async with self.turn(who):
            return await self.work(what)

    def warm(self, games: Sequence[str]) -> None:
        """Have the empty maps of games drawn; pictures that are asked for come between them."""
        if games:
            self._thread.submit(self._warm, games)

    def _warm(self, games: Sequence[str]) -> None:
        try:
            if isinstance(answer := self._ask(Warm(games[0])), str):
                raise NoPicture(answer)
        except Exception:
            if self._closed:
                return
            log.exception("the map of %s could not be drawn", games[0])
        with suppress(RuntimeError):  # closed meanwhile
            self.warm(games[1:])

    async def work(self, what: Drawn) -> renderer.Picture:
        """Within a turn: let the process do it; where it is gone, a new one."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LONGEST), tally.timed("drawing"):
                answer = await loop.run_in_executor(self._thread, self._ask, what)
        except TimeoutError:
            self._kill()
            raise NoPicture(f"it took more than {LONGEST:.0f} s") from None
        except asyncio.CancelledError:
            self._kill()  # nobody waits for its answer
            raise
        if isinstance(answer, str):
            raise NoPicture(answer)
        assert isinstance(answer, renderer.Picture)
        return answer

    def close(self) -> None:
        """Let the process end."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._closed = True
        self._kill()

    def _ask(self, what: Work) -> Any:
        """In the thread: what the process answers."""
        data = pickle.dumps(what)
        try:
            process = self._running()
            send(process.stdin, data)
        except BrokenPipeError:  # it ended while nobody asked
            self._kill()
            process = self._running()
            send(process.stdin, data)
        answer = receive(process.stdout)
        if answer is None:
            self._kill()
            raise NoPicture("the painter's process ended")
        return pickle.loads(answer)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise NoPicture("the bot is closing")
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "bot.channel.easel"]
            pipe = subprocess.PIPE
            # in a session of its own: what a terminal signals is for the bot, which ends it
            self._process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=pipe,
                start_new_session=True,
                env=os.environ | _HANDS_BACK,
            )
        return self._process

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
