"""`umpire` or `python -m bot` runs the bot; `--local`: in a simulated Discord in the browser."""

import argparse
import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import aiohttp
import discord

import engine
from bot.client import Umpire
from bot.settings import BadSettings, LogFormat, Settings, load
from storage import StoreError

log = logging.getLogger("bot")

DRAIN = 9.0
"""Seconds that a stop may take: those who stop us kill after ten."""


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 at an orderly end, 1 when it cannot go on, 2 for bad settings."""
    options = _parser().parse_args(arguments)
    try:
        if options.local:
            return _local(options.db, options.port)
        settings = load()
        _log_to_stderr(settings.log, settings.log_format)
        return asyncio.run(run(settings))
    except BadSettings as error:
        print("Umpire cannot start:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="umpire", description=__doc__)
    parser.add_argument("--local", action="store_true", help="a simulated Discord, no token")
    parser.add_argument("--db", help="with --local: keep the games there (a file, or an address)")
    parser.add_argument(
        "--port", type=_port, default=0, help="with --local: port of the index page"
    )
    return parser


def _port(text: str) -> int:
    """A port's number; 0: any that is free."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port (0 to 65535)")
    return int(text)


def _local(database: str | None, port: int) -> int:
    try:
        from bot.local import play as local
    except ImportError as error:
        print(f"The simulated Discord is not installed ({error.name}): say `make venv`, "
              "or pip install -e '.[play]'.", file=sys.stderr)  # fmt: skip
        return 2
    _log_to_stderr("warning")
    try:
        asyncio.run(local.play(database, port))
    except (StoreError, OSError) as error:
        print(f"Umpire cannot start: {error}", file=sys.stderr)
        return 1
    return 0


async def run(settings: Settings) -> int:
    """The real bot until it is stopped."""
    bot = Umpire(
        settings.database,
        settings.guild,
        house=settings.house,
        shards=settings.shards,
        each=settings.shards_each,
    )
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # where there are no signals
        loop.add_signal_handler(signal.SIGTERM, _drain, bot, loop)
    try:
        async with bot:
            await bot.open()
            keep_still()
            async with _watched(bot, settings.health_port):
                await bot.start(settings.token.get_secret_value())
    except StoreError as error:
        if bot.ends and not bot.failed:  # asked to stop while it waited for shards
            return 0
        return _stop(str(error), 1)
    except discord.LoginFailure:
        return _stop("Discord refused DISCORD_TOKEN: make a new one at "
                     "https://discord.com/developers and put it into .env.", 2)  # fmt: skip
    except (aiohttp.ClientConnectionError, OSError) as error:
        return _stop(f"Discord cannot be reached: {error}", 1)
    except discord.HTTPException as error:
        return _stop(f"Discord did not let the bot start: {error}", 1)
    return 1 if bot.failed else 0


def _drain(bot: Umpire, loop: asyncio.AbstractEventLoop) -> None:
    """End in good order, or at once when that takes too long."""
    loop.remove_signal_handler(signal.SIGTERM)  # a second one ends it at once
    log.info("asked to stop: what is under way comes to its end")
    loop.call_later(DRAIN, _cut_short)
    bot.end()


def _cut_short() -> None:
    """What was acknowledged is on the disk, and what waits goes out at the next start."""
    log.warning("not all came to its end in %s s; it goes on at the next start", DRAIN)
    os._exit(0)


@contextlib.asynccontextmanager
async def _watched(bot: Umpire, port: int | None) -> AsyncIterator[None]:
    """With `/healthz` and `/metrics` at a port, if there is one. Raises BadSettings."""
    if port is None:
        yield
        return
    from bot import health  # what it needs is in memory only then

    async with health.served(bot, port):
        yield


def keep_still() -> None:
    """Take what is loaded once out of the collector's sight.

    A full collection that looks through all maps and rules holds the loop for 0.1 s.
    """
    engine.catalogue()
    gc.collect()
    gc.freeze()


def _stop(why: str, code: int) -> int:
    print(f"Umpire stops: {why}", file=sys.stderr)
    return code


def _log_to_stderr(level: str, form: LogFormat = "lines") -> None:
    """Only the bot's own log is ever at debug: the libraries' own would show all that passes
    through them, hands and the secret of the dice too."""
    wanted = getattr(logging, level.upper())
    discord.utils.setup_logging(
        formatter=_Json() if form == "json" else discord.utils.MISSING,
        level=max(wanted, logging.INFO),
        root=True,
    )
    log.setLevel(wanted)


class _Json(logging.Formatter):
    """A record as one line of JSON: time (UTC), level, logger, message, and any traceback."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
