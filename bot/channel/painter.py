"""Paints in processes beside the bot, each a picture at a time, in turn between those who wait.

Drawing takes the processor for a tenth of a second; beside the bot it holds no
order up, and a picture that takes its process down takes nothing else with it.
The two talk over the process's standard input and output (`channel.easel`), so that it
ends with the bot however that ends.
"""

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import renderer
from bot.channel.easel import Answer, receive, send
from bot.channel.pictures import Drawn, Warm, Work, game_of
from bot.house import tally

log = logging.getLogger(__name__)

LONGEST = 30.0
"""Seconds that a picture may take, the drawing of an empty map included."""

MOST = 160.0
"""MB of its own with which a process is replaced after a picture. With all five games at hand it
holds some 110; only whole maps of several in a row, or a fault, bring it here."""

_HANDS_BACK = {"MALLOC_MMAP_THRESHOLD_": f"{8 << 20}", "MALLOC_TRIM_THRESHOLD_": f"{12 << 20}"}
"""The C library keeps what pictures took and gave back, a third of all memory, unless told not to
(glibc; others pay no heed). With lower bounds each picture asks for all its memory anew, a tenth
of its time; a whole map does so where what it leaves (8 MB) is handed back."""


class NoPicture(Exception):
    """It could not be painted; the text says why, for the log."""


class Died(Exception):
    """A process ended over a picture."""


class Easel:
    """One process, started when it is first asked."""

    def __init__(self) -> None:
        self.busy = False
        self.games: set[str] = set()
        """Those whose maps it has at hand."""
        self.held = 0.0
        """MB of its own, after the last picture."""
        self.process: subprocess.Popen[bytes] | None = None
        self._over = False

    def ask(self, what: Work) -> Answer:
        """In a thread: what the process answers. Raises Died."""
        process = self._started()
        try:
            send(process.stdin, pickle.dumps(what))
            answer = receive(process.stdout)
        except BrokenPipeError:
            answer = None
        if answer is None:
            raise Died
        return Answer(*pickle.loads(answer))

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            # in a session of its own: what a terminal signals is for the bot, which ends it
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot.channel.easel"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                env=os.environ | _HANDS_BACK,
            )
        if self._over:  # meanwhile
            self.end()
            raise Died
        return self.process

    @property
    def alive(self) -> bool:
        """Whether it can be asked, as far as is known."""
        return not self._over and (self.process is None or self.process.poll() is None)

    def end(self) -> None:
        """Whatever it is at."""
        self._over = True
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Painter:
    """The processes, `many` at most, and the queue before them."""

    def __init__(self, many: int = 1) -> None:
        self._own: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._turns = asyncio.Semaphore(many)
        """In the order in which they were asked for."""
        self._threads = ThreadPoolExecutor(many, "painter")
        """They wait for the processes, so that the event loop need not."""
        self.easels: list[Easel] = []
        """The one that has painted last stands at the end."""
        self._warming: set[asyncio.Task[None]] = set()
        self._closed = False

    @asynccontextmanager
    async def turn(self, who: int) -> AsyncIterator[bool]:
        """A process for oneself, and whether that took a wait. `who` is a channel, or a person for
        what only they see.

        Each stands in the queue once only, so that whoever wants many pictures holds up nobody
        else for longer than one.
        """
        own = self._own.setdefault(who, asyncio.Lock())
        waited = own.locked() or self._turns.locked()
        async with own, self._turns:
            yield waited

    async def paint(self, what: Drawn, who: int) -> renderer.Picture:
        """A picture, when it is `who`'s turn. NoPicture when it cannot be painted."""
        async with self.turn(who):
            return await self.work(what)

    def warm(self, games: Sequence[str]) -> None:
        """Have the empty maps of games at hand; pictures that are asked for come between them."""
        task = asyncio.create_task(self._warm(games))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    async def _warm(self, games: Sequence[str]) -> None:
        for game in games:
            async with self._turns:
                if any(game in easel.games for easel in self.easels):
                    continue
                try:
                    await self._done(Warm(game))
                except NoPicture:
                    log.exception("the map of %s could not be drawn", game)

    async def work(self, what: Drawn) -> renderer.Picture:
        """Within a turn: let a process do it."""
        async with tally.timed("drawing"):
            made = await self._done(what)
        assert isinstance(made, renderer.Picture)
        return made

    def close(self) -> None:
        """Let all processes end."""
        self._closed = True
        for task in self._warming:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for easel in self.easels:
            easel.end()

    async def _done(self, what: Work) -> renderer.Picture | None:
        """What comes of it; a process that dies over it has one successor. Raises NoPicture."""
        for number in (1, 2):
            try:
                made = await self._at(self._free(game_of(what)), what)
            except Died:
                log.warning("a painter's process ended over %s (%d)", type(what).__name__, number)
                tally.replaced("died")
            else:
                if isinstance(made, str):
                    raise NoPicture(made)
                return made
        raise NoPicture("the painter's process ended, and so did the one after it")

    def _free(self, game: str) -> Easel:
        """One that has nothing to do: best with that game's map, and else the one used last."""
        if self._closed:
            raise NoPicture("the bot is closing")
        self.easels = [easel for easel in self.easels if easel.busy or easel.alive]
        free = [easel for easel in self.easels if not easel.busy]
        easel = next((one for one in free if game in one.games), free[-1] if free else Easel())
        self.easels = [*(one for one in self.easels if one is not easel), easel]
        return easel

    async def _at(self, easel: Easel, what: Work) -> renderer.Picture | str | None:
        """Have one process paint. It ends where it holds too much, or nobody waits any more."""
        loop = asyncio.get_running_loop()
        easel.busy = True
        try:
            async with asyncio.timeout(LONGEST):
                made, easel.held = await loop.run_in_executor(self._threads, easel.ask, what)
        except TimeoutError:
            easel.end()
            tally.replaced("slow")
            raise NoPicture(f"it took more than {LONGEST:.0f} s") from None
        except BaseException:
            easel.end()
            raise
        finally:
            easel.busy = False
        easel.games.add(game_of(what))
        if easel.held > MOST:
            log.warning("a painter's process held %.0f MB: another takes its place", easel.held)
            tally.replaced("grown")
            easel.end()
        return made
