"""The painter's process (`python -m bot.channel.easel`), with no more in its memory than painting
needs.

It is asked on standard input and answers on standard output, a pickle behind its length each way.
"""

import gc
import os
import pickle
import struct
import sys
import traceback
from typing import IO, NamedTuple

import renderer
from bot.channel.pictures import Warm, Work

_LENGTH = struct.Struct(">I")


class Answer(NamedTuple):
    """What became of what was asked for; the text of an error where it could not be painted."""

    made: renderer.Picture | str | None
    held: float
    """MB that are the process's own by now, 0.0 where the system does not say."""


def send(pipe: IO[bytes] | None, data: bytes) -> None:
    """One pickle. BrokenPipeError when the other end is gone."""
    assert pipe is not None
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes] | None) -> bytes | None:
    """The next pickle, None at the end."""
    assert pipe is not None
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return data if len(data) == length else None


def held() -> float:
    """MB of memory that are this process's own: without code and maps, which others share."""
    try:
        with open("/proc/self/statm", "rb") as file:
            _, resident, shared, *_ = map(int, file.read().split())
    except OSError:
        return 0.0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    """The process: paints what it is asked for until its input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    while (asked := receive(sys.stdin.buffer)) is not None:
        what: Work = pickle.loads(asked)
        try:
            made: renderer.Picture | str | None = what.paint()
        except Exception:
            made = traceback.format_exc()
        if isinstance(what, Warm):
            gc.collect()  # the map stays: to look through it again takes as long as a picture
            gc.freeze()
        send(answers, pickle.dumps(tuple(Answer(made, held()))))


if __name__ == "__main__":
    main()
