"""Slots as games write them: their functions take what was picked one by one."""

from __future__ import annotations  # not worked out each time a slot is made

from collections.abc import Callable, Collection, Sequence

from engine.core.verbs import Picks, Slot, Value, Why, remembered


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

    def domain(picks: Picks) -> Collection[Value]:
        return values(*picks) if callable(values) else values

    found = remembered(domain) if keep else domain

    def refusal(picks: Picks, value: Value) -> Why | None:
        if why_not:
            return why_not(*picks, value)
        return None if value in found(picks) or why is None else why(*picks, value)

    def shown(picks: Picks, value: Value) -> str:
        return label(*picks, value) if label else ""

    def end(picks: Picks) -> Why | None:
        return stop(*picks) if stop else None

    def way(picks: Picks, value: Value) -> Sequence[Value]:
        return via(*picks, value) if via else ()

    return Slot(
        name,
        kind,
        found,
        many=many,
        stop=end if stop else None,
        why_not=refusal if why or why_not else None,
        via=way if via else None,
        label=shown if label else None,
        key=key,
        joined=joined,
        ranked=ranked,
        optional=optional,
        rule=rule,
    )


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
