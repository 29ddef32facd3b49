"""Slots as games write them: their functions take what was picked one by one."""

from __future__ import annotations  # not worked out each time a slot is made

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from engine.core.verbs import Picks, Slot, Value, Why, remembered

R = TypeVar("R")


def pick(
    name: str,
    kind: str,
    values: Collection[Value] | Callable[..., Collection[Value]],
    why: Callable[..., Why | None] | None = None,
    *,
    why_not: Callable[..., Why | None] | None = None,
    label: Callable[..., str] | None = None,
    stop: Callable[..., Why | None] | None = None,
    via: Callable[..., Sequence[Value]] | None = None,
    rule: str = "",
    keep: bool = False,
    many: bool = False,
    key: str = "",
    optional: bool = False,
    joined: bool = False,
    ranked: bool = False,
) -> Slot:
    """A slot: `pick("place", "place", lambda unit: …, why=lambda unit, place: …)`.

    `values` is what may be picked, or finds it from what was picked before; with `keep` it is
    found once (see `verbs.remembered`). `why` is asked of what is not among it alone, `why_not`
    judges any value for itself. What is picked as a list is handed on as it is, not to be kept.
    """

    found = _of(values) if callable(values) else _always(values)
    if keep:
        found = remembered(found)
    return Slot(
        name,
        kind,
        found,
        many=many,
        stop=stop and _of(stop),
        why_not=_about(why_not) if why_not else why and _outside(found, why),
        via=via and _about(via),
        label=label and _about(label),
        key=key,
        joined=joined,
        ranked=ranked,
        optional=optional,
        rule=rule,
    )


def _of(function: Callable[..., R]) -> Callable[[Picks], R]:
    return lambda picks: function(*picks)


def _about(function: Callable[..., R]) -> Callable[[Picks, Value], R]:
    return lambda picks, value: function(*picks, value)


def _always(values: R) -> Callable[[Picks], R]:
    return lambda _: values


def _outside(
    found: Callable[[Picks], Collection[Value]], why: Callable[..., Why | None]
) -> Callable[[Picks, Value], Why | None]:
    """The reason, for what is not among the found alone."""
    return lambda picks, value: None if value in found(picks) else why(*picks, value)


def number(picks: Picks, index: int) -> int:
    """The pick of a slot that takes one number."""
    pick = picks[index]
    assert isinstance(pick, int)
    return pick


def numbers(picks: Picks, index: int) -> list[int]:
    """The picks so far of a slot that takes several (none where it is left out)."""
    pick = picks[index]
    assert isinstance(pick, list)
    return [int(value) for value in pick]
