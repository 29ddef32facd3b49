"""The simulated Discord, and every touch of simcord that is not its public face.

simcord is pinned exactly; `tests/bot/test_simulated.py` fails if one of the
private touches below stops working.
"""

import asyncio
import contextlib
import marshal
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from simcord.backend.errors import BackendError, SetupError
from simcord.env import Env
from simcord.http import router
from simcord.preview import _messages, _queries

BEAT = 0.4
"""Seconds between two looks whether a page must be brought up to date."""
TICK = 5.0
"""Seconds between two moves of the simulated clock."""
PATIENCE = 60.0
"""Seconds that a press and all that comes of it may take: a busy machine draws slowly."""
WORDS = 1_000
"""Messages whose parts are remembered."""
REMEMBERED = 20
"""Showings of a page that are remembered: whoever is further behind has to load it anew."""


@contextmanager
def short_settle(idle: float = 0.002) -> Iterator[None]:
    """Let simcord look every `idle` seconds whether the bot has finished, instead of every 0.05."""
    settle: Any = getattr(Env._settle_internal, "__wrapped__", Env._settle_internal)
    defaults = settle.__kwdefaults__
    before = defaults["idle"]
    defaults["idle"] = idle
    try:
        yield
    finally:
        defaults["idle"] = before


@contextmanager
def words_read_once() -> Iterator[None]:
    """Let simcord take a message apart once, and not anew whenever a page is brought up to date.

    What it hands out is a copy each time: it marks it up further.
    """
    places: tuple[Any, ...] = (_messages, _queries)
    real = places[0].markdown_tokens
    known: OrderedDict[tuple[str, str, str], bytes] = OrderedDict()

    def tokens(value: Any, profile: str = "message", *, context: Any = None) -> Any:
        key = (str(value), profile, repr(context))
        if value is None or key not in known:
            found = real(value, profile, context=context)
            known[key] = marshal.dumps(found)
            if len(known) > WORDS:
                known.popitem(last=False)
            return found
        return marshal.loads(known[key])

    for place in places:
        place.markdown_tokens = tokens
    try:
        yield
    finally:
        for place in places:
            place.markdown_tokens = real


def use_present_time(env: Env) -> None:
    """Let the simulated clock show the present and not the first of January 2026.

    What was created before keeps its ids: a world that is built first has the
    same people and channels at every start. Once the bot runs, the clock may only
    be put right by seconds: loops catch up with every beat that they missed.
    """
    env.backend.clock._epoch = datetime.now(UTC) - timedelta(seconds=env.backend.clock.elapsed)


def name_bot(env: Env, name: str) -> None:
    """What the bot is called in this world."""
    env.backend.bot_user.name = name


def thread_in(env: Env, channel: Any, name: str, owner: Any) -> Any:
    """A public thread of a channel, begun by a person."""
    made = env.backend.create_thread(channel.id, name, owner.id)
    return next(thread for thread in channel.threads if thread.id == made.id)


@contextmanager
def patient(env: Env) -> Iterator[None]:
    """Let simcord wait as long at the start as later, and not five seconds: a bot that finds a
    game has its empty map drawn then, which takes a busy machine longer.
    """
    real = env._settle_internal

    async def settle(*, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109
        await real(timeout=max(timeout or PATIENCE, PATIENCE), **more)

    vars(env)["_settle_internal"] = settle
    try:
        yield
    finally:
        del vars(env)["_settle_internal"]


@asynccontextmanager
async def running(env: Env) -> AsyncIterator[Env]:
    """The bot of `env` logged in, until the end of the block."""
    with patient(env):
        await env.start()
    try:
        yield env
    finally:
        await env.shutdown()


class Window:
    """A page on loopback: one channel as one person sees it.

    simcord shows one page at a time and brings only that up to date; with its
    guard lifted it serves several, and `follow` keeps the others up to date.
    """

    def __init__(self, env: Env, channel: Any, viewer: Any, turn: asyncio.Lock) -> None:
        env._preview = None
        self._env = env
        self._channel = channel
        self._viewer = viewer
        self._turn = turn
        self._preview = env.preview(channel, viewers=[viewer], layout="channel")
        self._publish, self._act = self._preview._publish, self._preview._action
        vars(self._preview).update(_publish=self._shows, _action=self._acts)
        self._shown: dict[str, dict[int, dict[str, object]]] = {}

    async def open(self) -> str:
        """Begin to serve; the URL."""
        await self._preview.__aenter__()
        return self._preview.url

    async def close(self) -> None:
        """Serve no longer."""
        await self._preview.__aexit__(None, None, None)

    def follow(self) -> None:
        """Show in every browser what has come up elsewhere since it was last shown something.

        What is shown already is not shown again: each showing is a revision, and a page that
        knows an older one is refused what it does next.
        """
        now, pages = self._messages(), self._preview._pages
        self._shown = {name: past for name, past in self._shown.items() if name in pages}
        for page in tuple(pages.values()):
            if page is not self._preview._python and self._newest(page) != now:
                self._preview._publish(page, reason="refresh")

    def _shows(self, page: Any, **why: Any) -> None:
        """Publish to a page, and remember what."""
        self._preview._advance_presentation_time()
        self._publish(page, **why)
        past = self._shown.setdefault(page.id, {})
        past[page.revision] = self._messages()
        past.pop(page.revision - REMEMBERED, None)

    def _newest(self, page: Any) -> object:
        return self._shown.get(page.id, {}).get(page.revision)

    async def _acts(self, context: str | None, body: Any) -> Any:
        """What somebody does on a page: after what the world is doing, and not refused for it."""
        async with self._turn:
            return await self._act(context, self._brought_up(context, body))

    def _brought_up(self, context: str | None, body: Any) -> Any:
        """An action on an older page counts as one on the newest, as in Discord.

        Unless the message was edited that is pressed: another button may stand in its place.
        """
        page = self._preview._pages.get(context or "")
        if page is None or not isinstance(body, dict):
            return body
        before = self._shown.get(page.id, {}).get(body.get("published_revision", 0))
        message = str(body.get("target_id"))
        if before is None or before.get(message) != self._messages().get(message):
            return body
        return {**body, "published_revision": page.revision}

    def _messages(self) -> dict[str, object]:
        """The messages that this person sees, each with what is edited in it.

        When it was edited does not tell: the simulated clock stands still for seconds.
        """
        messages = self._env.backend.messages.get(self._channel.id, {}).values()
        return {
            str(message.id): (message.content, message.components, message.attachments)
            for message in messages
            if message.visible_to(self._viewer.id)
        }


async def drive(env: Env, windows: Sequence[Window], turn: asyncio.Lock) -> None:
    """Move the simulated clock with the clock on the wall and the pages with the world.

    simcord does one thing at a time and refuses a second; `turn` has them wait for each other.
    """
    use_present_time(env)  # logging in and opening the pages took a moment
    last = time.perf_counter()
    while True:
        await asyncio.sleep(BEAT)
        async with turn:
            for window in windows:
                window.follow()
            now = time.perf_counter()
            if now - last >= TICK:
                # a slow machine needs its time: the next beat catches up
                with contextlib.suppress(SetupError, TimeoutError):
                    await env.advance_time(now - last)
                    last = now


Between = Callable[[str, str, Any, Sequence[Any], Callable[[], Any]], Any]
"""Method, path, body and files of a call, and what carries it out; the answer."""


@contextmanager
def on_the_wire(between: Between) -> Iterator[None]:
    """Let `between` see every call of the bot, to answer or to refuse it in place of the world."""
    real = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **more: Any) -> Any:
        def send() -> Any:
            return real(backend, method, path, **more)

        return between(method, path, more.get("json"), more.get("files") or (), send)

    router.dispatch = dispatch
    try:
        yield
    finally:
        router.dispatch = real


def refusal(status: int, code: int = 0) -> Exception:
    """What `between` raises to have a call fail so."""
    return BackendError(status, code, "refused on the wire")


def env_for(bot: discord.Client) -> Env:
    """A world around `bot`, not started. Bot errors are left to the bot's own log."""
    return Env(bot, check_errors=False, settle_timeout=PATIENCE)
