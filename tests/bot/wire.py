"""What the simulated Discord leaves out of the real one: nonces, Attach Files; and failures."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from bot.local import simulated

REMEMBERED = 180.0
"""Seconds for which this Discord knows a nonce."""


class Wire:
    """Stands between the bot and the world.

    `share` of all calls fail with 500, every second one of them after it was carried
    out. `refuse` says of a call, by method, path, body and files, with which status and
    code it is refused.
    """

    def __init__(self, now: Callable[[], float], seed: int = 1) -> None:
        self.share = 0.0
        self.refuse: Callable[[str, str, Any, Sequence[Any]], tuple[int, int] | None] | None = None
        self.calls: list[tuple[float, str, str, Any, int]] = []
        """Time, method, path, body, bytes of files of what was asked for, in order."""
        self._now = now
        self._dice = random.Random(seed)
        self._known: dict[tuple[str, str], tuple[float, Any]] = {}

    def __call__(
        self, method: str, path: str, body: Any, files: Sequence[Any], send: Callable[[], Any]
    ) -> Any:
        size = sum(len(file.data) for file in files if hasattr(file, "data"))
        self.calls.append((self._now(), method, path, deepcopy(body), size))
        if self.refuse and (why := self.refuse(method, path, body, files)):
            raise simulated.refusal(*why)
        lot = self._dice.random()
        if lot < self.share / 2:
            raise simulated.refusal(500)
        answer = self._once(path, body, send)
        if lot < self.share:
            raise simulated.refusal(500)
        return answer

    def _once(self, path: str, body: Any, send: Callable[[], Any]) -> Any:
        """As Discord does with `enforce_nonce`: the second message is the first one again."""
        nonce = body.get("nonce") if isinstance(body, dict) else None
        if nonce is None:
            return send()
        assert body["enforce_nonce"] and len(str(nonce)) <= 25
        known = self._known.get((path, str(nonce)))
        if known and self._now() - known[0] < REMEMBERED:
            return deepcopy(known[1])
        answer = send()
        self._known[path, str(nonce)] = (self._now(), deepcopy(answer))
        return answer


@contextmanager
def wired(now: Callable[[], float], seed: int = 1) -> Iterator[Wire]:
    """A wire in its place."""
    wire = Wire(now, seed)
    with simulated.on_the_wire(wire):
        yield wire


def posts(method: str, path: str) -> bool:
    """Whether a call posts a message in a channel."""
    return method == "POST" and path.endswith("/messages")


def no_files(method: str, path: str, _: Any, files: Sequence[Any]) -> tuple[int, int] | None:
    """Without Attach Files."""
    return (403, 50013) if files and posts(method, path) else None


def too_large(_: str, __: str, ___: Any, files: Sequence[Any]) -> tuple[int, int] | None:
    """Every file is, for answers too."""
    return (413, 40005) if files else None
