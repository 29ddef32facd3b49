"""The simulated Discord, and every touch of simcord that is not its public face.

simcord is pinned exactly; `tests/bot/test_simulated.py` fails if one of the four
private touches below stops working.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from typing import Any

import discord
from simcord.backend.errors import SetupError
from simcord.env import Env

BEAT = 2.0
"""Seconds of wall-clock time between two moves of the simulated clock."""


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


def use_present_time(env: Env) -> None:
    """Let the simulated clock start now and not on the first of January 2026.

    Only before `env.start()`. What was created before keeps its ids: a world that
    is built first has the same people and channels at every start.
    """
    env.backend.clock._epoch = datetime.now(UTC)


@asynccontextmanager
async def running(env: Env) -> AsyncIterator[Env]:
    """The bot of `env` logged in, until the end of the block."""
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()


async def show(env: Env, channel: Any, viewer: Any) -> str:
    """Serve one more page on loopback, for one viewer of one channel; its URL.

    simcord has one preview for a world; the guard is private and keeps nothing else.
    """
    env._preview = None
    preview = env.preview(channel, viewers=[viewer], layout="channel")
    await preview.__aenter__()
    return preview.url


async def drive_clock(env: Env) -> None:
    """Move the simulated clock with the clock on the wall, until cancelled."""
    last = time.perf_counter()
    while True:
        await asyncio.sleep(BEAT)
        now = time.perf_counter()
        # A click on a page holds the world for a moment: the next beat catches up.
        with contextlib.suppress(SetupError):
            await env.advance_time(now - last)
            last = now


def env_for(bot: discord.Client) -> Env:
    """A world around `bot`, not started. Bot errors are left to the bot's own log."""
    return Env(bot, check_errors=False)
