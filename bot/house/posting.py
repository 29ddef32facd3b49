"""How much is posted in a channel: which orders share a message, and how long it grows."""

from typing import Literal, NamedTuple, get_args

How = Literal["every", "phase", "turn"]
"""Every act a message of its own, or one message a phase, or one a turn."""

USUAL: How = "phase"

GROWS = 3600.0
"""Seconds for which a message grows: Discord takes few edits of older ones."""


class Key(NamedTuple):
    """What an order belongs to: who gave it, and when in the game."""

    turn: str
    phase: str
    side: str


def how(chosen: object) -> How:
    """A channel's choice, from what is stored."""
    return next((known for known in get_args(How) if known == chosen), USUAL)


def shares(how: How, last: Key, following: Key, *, quiet: bool = False) -> bool:
    """Does an order go into the message of the one before it? A hand-off begins a new one.

    A phase that was `quiet`, with nothing to be seen on the map, needs no message of its own.

    >>> last = Key("May", "Movement", "axis")
    >>> [shares(how, last, Key("May", "Combat", "axis")) for how in get_args(How)]
    [False, False, True]
    >>> [shares(how, last, Key("May", "Movement", "soviet")) for how in get_args(How)]
    [False, False, False]
    """
    if how == "every" or (last.turn, last.side) != (following.turn, following.side):
        return False
    return how == "turn" or quiet or last.phase == following.phase


def grows(since: float, now: float) -> bool:
    """Is a message that was posted at `since` still young enough? Not by a clock set back."""
    return 0 <= now - since <= GROWS


Split = Literal["none", "log", "pictures"]
"""What of a game goes into a thread of its own: nothing, the words, or the pictures."""


def split(chosen: object) -> Split:
    """A channel's choice, from what is stored."""
    return next((known for known in get_args(Split) if known == chosen), "none")
