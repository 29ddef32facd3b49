"""Orders that a player knows and can't give now: they are refused with the reason."""

from functools import cache

from engine.core.frames import Done
from engine.core.verbs import Verb, Why

ACTIONS = ("move", "train", "truck", "transport", "supply", "fleet")
"""The orders of regular actions (§5)."""


@cache
def shut(names: tuple[str, ...], text: str, rule: str) -> tuple[Verb, ...]:
    """The verbs of these names, all closed for the same reason."""
    return tuple(Verb(name, Done, rule=rule, blocked=Why(text, rule)) for name in names)


def under_way(*open_: str) -> tuple[Verb, ...]:
    """Other actions while one is not over (§5); the orders `open_` belong to it."""
    names = tuple(name for name in (*ACTIONS, "air", "end actions") if name not in open_)
    return shut(names, "An action is under way: end it with `done` first.", "5")


DROP_FIRST = shut(
    (*ACTIONS, "unload", "redeploy", "air", "done", "end actions", "rail", "end railhead"),
    "An area holds too much: `drop` what is to go first.",
    "12",
)
"""All else waits while an area is overfull; an army there can load what is too much."""
