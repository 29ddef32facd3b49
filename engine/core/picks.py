"""Slots as games write them: their functions take what was picked one by one."""

from __future__ import annotations  # not worked out each time a slot is made

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.verbs import Picks, Slot, Value, Why, packed

if TYPE_CHECKING:
    from engine.core.table import Table

V = TypeVar("V")


def pick(
    name: str,
    kind: str,
    values: Collection[Value] | Callable[..., Collection[Value]],
    why: Callable[..., Why | None] | None = None,
    why_not: Callable[..., Why | None] | None = None,
    label: Callable[..., str] | None = None,
    stop: Callable[..., Why | None] | None = None,
    via: Callable[..., Sequence[Value]] | None = None,
    rule: str = "",
    keep: Table[Any, Any] | None = None,
    many: bool = False,
    key: str = "",
    optional: bool = False,
    joined: bool = False,
    ranked: bool = False,
) -> Slot:
    """A slot: `pick("place", "place", lambda unit: …, why=lambda unit, place: …)`.

    `values` is what may be picked, or finds it from what was picked before; what is found is
    kept by the table `keep` until something changes, as by `Table.once`. `why` is asked of what
    is not among it alone, `why_not` judges any value for itself. What is picked as a list is
    handed on as it is, and not to be kept.
    """
    domain: Callable[[Picks], Collection[Value]]
    if not callable(values):
        domain = partial(_give, values)
    elif keep:
        domain = partial(_keep, keep.found, values)
    else:
        domain = partial(_ask, values)
    refusal = why_not and partial(_tell, why_not)
    if why:
        refusal = partial(_refuse, domain, why)
    return Slot(  # by position: it is made after every order
        name,
        kind,
        domain,
        many,
        stop and partial(_ask, stop),
        refusal,
        via and partial(_tell, via),
        label and partial(_tell, label),
        key,
        False,
        joined,
        ranked,
        optional,
        rule,
    )


def _give(values: Collection[Value], picks: Picks) -> Collection[Value]:
    return values


def _ask(function: Callable[..., V], picks: Picks) -> V:
    if not picks:
        return function()  # it costs a third of a call with a list that is spread
    return function(picks[0]) if len(picks) == 1 else function(*picks)


def _keep(
    known: dict[object, Any], values: Callable[..., Collection[Value]], picks: Picks
) -> Collection[Value]:
    key = (values, packed(picks)) if picks else values
    found: Collection[Value] | None = known.get(key)
    if found is None:
        found = known[key] = values(*picks)
    return found


def _tell(function: Callable[..., V], picks: Picks, value: Value) -> V:
    return function(*picks, value)


def _refuse(
    domain: Callable[[Picks], Collection[Value]],
    why: Callable[..., Why | None],
    picks: Picks,
    value: Value,
) -> Why | None:
    return None if value in domain(picks) else why(*picks, value)


def number(picks: Picks, index: int) -> int:
    """The pick of a slot that takes one number."""
    pick = picks[index]
    assert isinstance(pick, int)
    return pick


def numbers(picks: Picks, index: int) -> list[int]:
    """The picks so far of a slot that takes several (none where it is left out)."""
    pick = picks[index]
    assert isinstance(pick, list)
    return list(map(int, pick))
