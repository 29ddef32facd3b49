"""Supplies in an order line: `fuel 3 ammo 1`, a kind and how many of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

from engine.core.picks import pick
from engine.core.verbs import Slot, Value, Why
from engine.games.race_to_moscow.data.facts import SUPPLIES
from engine.games.race_to_moscow.words import MOST

Load = tuple[int, int, int]
"""Fuel, ammo and food tokens."""

Offer = tuple[Load, int]
"""The tokens to be had, and how many may be taken in all."""

_KIND: dict[Value, int] = {kind: number for number, kind in enumerate(SUPPLIES)}
_COUNTS = tuple(str(count) for count in range(1, MOST + 1))


def counted(words: Sequence[Value]) -> Load:
    """What the words of a slot mean; a kind that still waits for its number counts nothing.

    >>> counted(["fuel", "3", "food", "1", "ammo"])
    (3, 0, 1)
    """
    found = [0, 0, 0]
    for number in range(1, len(words), 2):
        found[_KIND[words[number - 1]]] = int(words[number])
    return found[0], found[1], found[2]


def written(load: Sequence[int]) -> str:
    """Supplies as people read them.

    >>> written((3, 0, 1))
    '3 fuel, 1 food'
    """
    parts = [f"{load[kind]} {name}" for kind, name in enumerate(SUPPLIES) if load[kind]]
    return ", ".join(parts) or "nothing"


def cargo_slot(
    offer: Callable[..., Offer],
    rule: str,
    bar: Callable[..., Why | None] = lambda *picks: None,
    key: str = "",
    optional: bool = False,
) -> Slot:
    """A slot for supplies out of `offer(*picks)`, the last one of its verb; `bar(*picks)` is why
    there can be none.
    """

    def domain(*picks: Any) -> Sequence[Value]:
        named = picks[-1]
        have, free = offer(*picks)
        if not named:
            return tuple(compress(SUPPLIES, have)) if free > 0 else ()
        for count in named[1::2]:
            free -= int(count)
        if len(named) % 2:
            return _COUNTS[: max(0, min(have[_KIND[named[-1]]], free))]
        return [kind for kind in compress(SUPPLIES, have) if kind not in named] if free > 0 else ()

    def stop(*picks: Any) -> Why | None:
        named = picks[-1]
        return Why(f"How many {named[-1]}?", rule) if len(named) % 2 else None

    def why(*picks: Any) -> Why:
        *_, named, value = picks
        if barred := bar(*picks[:-2]):
            return barred
        have, most = offer(*picks[:-1])
        if len(named) % 2:
            if value in SUPPLIES:
                return Why(f"How many {named[-1]}?", rule)
            there = have[_KIND[named[-1]]]
            if int(value) > there:
                return Why(f"There is {there} {named[-1]}, not {value}.", rule)
            return Why(f"There is room for {max(most - sum(counted(named)), 0)} more.", rule)
        if value not in SUPPLIES:
            return Why("Name fuel, ammo or food first, then how many: `fuel 3`.", rule)
        if value in named:
            return Why(f"You have named {value} already.", rule)
        if not have[_KIND[value]]:
            return Why(f"There is no {value} to be had.", rule)
        return Why("There is no room for more.", rule)

    return pick(
        "supply", "cargo", domain, why, stop=stop, rule=rule, many=True, key=key, optional=optional
    )
