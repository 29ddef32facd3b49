"""What whoever runs the bot may count and time as it happens.

Nobody listens unless a setting asks for it (`bot/health.py`); then this is all it costs.
"""

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Literal, Protocol

from bot.words.refusal import Refusal
from engine.core.errors import OrderError, Unfinished

Step = Literal["order_to_commit", "commit_to_post", "drawing"]
Replaced = Literal["died", "grown", "slow"]
"""Over a picture, by its memory, over a picture that took too long."""

HOUSE = "house"
"""Stands for a rule's number where the bot itself said no: no seat, a locked game, a pause."""


class Listener(Protocol):
    """Counts and keeps."""

    def ordered(self, game: str) -> None:
        """People's order in a game of that title is on the disk."""

    def refused(self, game: str, rule: str) -> None:
        """An order was refused: by a rule's number, or by the kind of the refusal."""

    def undelivered(self) -> None:
        """Discord did not take a message or an answer."""

    def replaced(self, why: Replaced) -> None:
        """A painter's process was ended, or ended by itself, and another takes its place."""

    def took(self, step: Step, seconds: float) -> None:
        """How long something took that came to its end."""


_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Meanwhile somebody listens."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@asynccontextmanager
async def order(game: str) -> AsyncIterator[None]:
    """Around an order of a person, from the wait for its game to the disk."""
    began = time.perf_counter()
    try:
        yield
    except Unfinished:  # a question, not a refusal
        raise
    except OrderError as error:
        _refused(game, error.rule or type(error).__name__.lower())
        raise
    except Refusal:
        _refused(game, HOUSE)
        raise
    took("order_to_commit", time.perf_counter() - began)
    for listener in _listeners:
        listener.ordered(game)


@asynccontextmanager
async def timed(step: Step) -> AsyncIterator[None]:
    """Around something whose time counts, if it comes to its end."""
    began = time.perf_counter()
    yield
    took(step, time.perf_counter() - began)


def took(step: Step, seconds: float) -> None:
    for listener in _listeners:
        listener.took(step, seconds)


def undelivered() -> None:
    for listener in _listeners:
        listener.undelivered()


def replaced(why: Replaced) -> None:
    for listener in _listeners:
        listener.replaced(why)


def _refused(game: str, rule: str) -> None:
    for listener in _listeners:
        listener.refused(game, rule)
