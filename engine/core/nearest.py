"""What a list shows first: the nearest, and the front before the rear.

A unit is as near as the enemy is to it. A place is as near as it is to the unit or the
place picked before it; of two that are as near the one towards the enemy comes first.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.verbs import Picks, Slot, Value, Verb

T = Table[Any, Any]

FAR = 1_000
"""Steps to what lies beside the map."""


def nearest_first(
    t: T, side: str, verb: Verb, slot: Slot, picks: Picks, values: Collection[Value]
) -> Sequence[Value]:
    """What a slot offers after these picks, in the order for people."""
    beside = slot.kind not in ("unit", "place") or not t.rules.near
    if beside or slot.ranked or len(values) < 2:
        return tuple(values)
    front = _steps(t.rules, t.rules.hostile(t, side))
    where = t.rules.editor.where
    if slot.kind == "unit":
        return sorted(values, key=lambda unit: front.get(int(where(t, unit)), FAR))
    start = _start(t, verb, picks)
    if start < 0:
        return sorted(values, key=lambda place: front.get(int(place), FAR))
    about = _steps(t.rules, 1 << start)
    return sorted(
        values, key=lambda place: (about.get(int(place), FAR), front.get(int(place), FAR))
    )


def _start(t: T, verb: Verb, picks: Picks) -> int:
    """The place that was picked last, or that of the unit; -1 for none on the map."""
    for slot, pick in reversed(list(zip(verb.slots, picks, strict=False))):
        values = pick if isinstance(pick, list) else [pick]
        if slot.kind in ("unit", "place") and values:
            last = t.rules.editor.where(t, values[-1]) if slot.kind == "unit" else values[-1]
            return int(last) if int(last) < len(t.rules.near) else -1
    return -1


@lru_cache(maxsize=32)
def _steps(rules: Rules[Any, Any], start: int) -> dict[int, int]:
    """Place -> steps from the nearest of the places in a mask; kept, since fronts last."""
    near = rules.near
    marks = enumerate(reversed(f"{start:b}"))
    layer = [place for place, mark in marks if mark == "1" and place < len(near)]
    found = dict.fromkeys(layer, 0)
    steps = 0
    while layer:
        steps += 1
        further = []
        for place in layer:
            for other in near[place]:
                if other not in found:
                    found[other] = steps
                    further.append(other)
        layer = further
    return found
