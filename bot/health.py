"""`/healthz` and `/metrics` on loopback, for whoever runs the bot.

Loaded only where `UMPIRE_HEALTH_PORT` is set: a bot without it has none of this in memory.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from bot.client import BEAT, Umpire
from bot.house import tally
from bot.settings import BadSettings

LOOPBACK = "127.0.0.1"

LONGEST_PAUSE = 6 * BEAT
"""Seconds since the last heartbeat after which a bot is not well."""

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds: from an order that waits for nobody to the longest that a picture may take."""


@asynccontextmanager
async def served(bot: Umpire, port: int) -> AsyncIterator[None]:
    """Meanwhile both can be read. Raises BadSettings where the port is not to be had."""
    figures = Figures()
    app = web.Application()

    async def healthz(_: web.Request) -> web.Response:
        ails = ailment(bot)
        return web.Response(text=f"{ails or 'ok'}\n", status=503 if ails else 200)

    async def metrics(_: web.Request) -> web.Response:
        text = await figures.text(bot)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            why = f"UMPIRE_HEALTH_PORT {port} cannot be used: {error.strerror}"
            raise BadSettings([why]) from error
        with tally.heard_by(figures):
            yield
    finally:
        await runner.cleanup()


def ailment(bot: Umpire) -> str:
    """Why the bot is not well, in a few words; "" when it is."""
    silent = bot.silent()
    if silent is None or not hasattr(bot, "desk"):
        return "not at work: it starts or ends"
    if silent > LONGEST_PAUSE:
        return f"no heartbeat came to its end for {silent:.0f} s: see the log"
    return "" if bot.is_ready() else "not connected to Discord"


class Figures:
    """All that is measured, in a registry of its own; the listener of `bot.house.tally`."""

    def __init__(self) -> None:
        self._all = CollectorRegistry()
        own = self._all
        self._orders = Counter(
            "umpire_orders", "Orders of people that are on the disk", ["game"], registry=own
        )
        self._refusals = Counter(
            "umpire_refusals",
            "Orders of people that were refused, by rule or kind of refusal",
            ["game", "rule"],
            registry=own,
        )
        self._steps = Histogram(
            "umpire_step_seconds",
            "How long steps took: order_to_commit, commit_to_post (at the first try), drawing",
            ["step"],
            registry=own,
            buckets=BUCKETS,
        )
        self._undelivered = Counter(
            "umpire_discord_failures", "Messages and answers not taken by Discord", registry=own
        )
        self._replaced = Counter(
            "umpire_painters_replaced",
            "Painters' processes in whose place another came: died, grown, slow",
            ["why"],
            registry=own,
        )
        self._waiting = Gauge("umpire_outbox_waiting", "Posts that wait to go out", registry=own)
        self._running = Gauge("umpire_games_running", "Games that are being played", registry=own)
        self._broken = Gauge(
            "umpire_database_failures",
            "Statements that the database failed at, since the start",
            registry=own,
        )
        self._healthy = Gauge("umpire_healthy", "1: as /healthz says 200", registry=own)

    def ordered(self, game: str) -> None:
        self._orders.labels(game).inc()

    def refused(self, game: str, rule: str) -> None:
        self._refusals.labels(game, rule).inc()

    def undelivered(self) -> None:
        self._undelivered.inc()

    def replaced(self, why: tally.Replaced) -> None:
        self._replaced.labels(why).inc()

    def took(self, step: tally.Step, seconds: float) -> None:
        self._steps.labels(step).observe(seconds)

    async def text(self, bot: Umpire) -> bytes:
        """All figures as Prometheus reads them; what the store knows is asked now."""
        self._healthy.set(not ailment(bot))
        if hasattr(bot, "desk"):
            store = bot.desk.store
            self._running.set(await store.running_games())
            self._waiting.set(await store.waiting_posts())
            self._broken.set(store.failures)
        return generate_latest(self._all)
