"""`python -m bot` runs the bot; `--local` runs it in a simulated Discord in the browser."""

import argparse
import asyncio
import contextlib
import gc
import logging
import signal
import sys
from pathlib import Path

import aiohttp
import discord

import engine
from bot.client import Umpire
from bot.settings import BadSettings, Settings, load
from storage import StoreError

log = logging.getLogger("bot")


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 at an orderly end, 1 when it cannot go on, 2 for bad settings."""
    options = _parser().parse_args(arguments)
    try:
        if options.local:
            return _local(options.db, options.port)
        settings = load()
        _log_to_stderr(settings.log)
        return asyncio.run(run(settings))
    except BadSettings as error:
        print("Umpire cannot start:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    parser.add_argument("--local", action="store_true", help="a simulated Discord, no token")
    parser.add_argument("--db", type=Path, help="with --local: keep the games in this file")
    parser.add_argument(
        "--port", type=_port, default=0, help="with --local: port of the index page"
    )
    return parser


def _port(text: str) -> int:
    """A port's number; 0: any that is free."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port (0 to 65535)")
    return int(text)


def _local(database: Path | None, port: int) -> int:
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
    bot = Umpire(settings.database, settings.guild, house=settings.house)
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # where there are no signals
        loop.add_signal_handler(signal.SIGTERM, lambda: loop.create_task(bot.close()))
    try:
        async with bot:
            await bot.open()
            keep_still()
            await bot.start(settings.token.get_secret_value())
    except StoreError as error:
        return _stop(str(error), 1)
    except discord.LoginFailure:
        return _stop("Discord refused DISCORD_TOKEN: make a new one at "
                     "https://discord.com/developers and put it into .env.", 2)  # fmt: skip
    except (aiohttp.ClientConnectionError, OSError) as error:
        return _stop(f"Discord cannot be reached: {error}", 1)
    except discord.HTTPException as error:
        return _stop(f"Discord did not let the bot start: {error}", 1)
    return 1 if bot.failed else 0


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


def _log_to_stderr(level: str) -> None:
    """Only the bot's own log is ever at debug: the libraries' own would show all that passes
    through them, hands and the secret of the dice too."""
    wanted = getattr(logging, level.upper())
    discord.utils.setup_logging(level=max(wanted, logging.INFO), root=True)
    log.setLevel(wanted)


if __name__ == "__main__":
    sys.exit(main())
