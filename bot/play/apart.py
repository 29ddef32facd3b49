"""An export is checked in a process of its own (`python -m bot.play.apart`): it takes up to a
minute of the processor, and orders come first.

It is asked on standard input and answers on standard output, a pickle each way.
"""

import asyncio
import os
import pickle
import subprocess
import sys

import engine
from bot.catalogue import LANGUAGE, speaking
from bot.play import archive
from bot.play.archive import LONGEST, Archive
from bot.words.refusal import Refusal

STARTING = 30.0
"""Seconds that the process may take beside the check itself."""
NICE = 5


async def read(data: bytes) -> Archive:
    """The game of an export. Refusal, with the reason, where it is none or does not hold."""
    process = _started()
    asked = pickle.dumps((LANGUAGE.get(), data))
    try:
        out, _ = await asyncio.to_thread(process.communicate, asked, LONGEST + STARTING)
    except subprocess.TimeoutExpired:
        raise Refusal(archive.too_long()) from None
    finally:
        process.kill()
    answer = await asyncio.to_thread(pickle.loads, out)
    if isinstance(answer, str):
        raise Refusal(answer)
    state, *rest = answer
    return Archive(await asyncio.to_thread(engine.load, state), *rest)


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot.play.apart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def main() -> None:
    """The process: one answer, the parts of an archive or why there is none."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    os.nice(NICE)
    language, data = pickle.load(sys.stdin.buffer)
    answer: object
    with speaking(language):
        try:
            found = archive.read(data)
            answer = (found.game.dump(), found.start, found.log, found.verdict)
        except Refusal as error:
            answer = str(error)
    answers.write(pickle.dumps(answer))
    answers.flush()


if __name__ == "__main__":
    main()
