"""Verbs with dependent slots: the one source of legality.

A verb's slots form a tree: what slot n offers depends on what was picked
before. Autocomplete, menus, typed orders, validation, the fuzzer and the
automatic opponent all walk this one tree, so they cannot disagree.
"""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from engine.core.frames import Outcome

Value = int | str
V = TypeVar("V", bound=Value)
Pick = Value | list[Value]
Picks = list[Pick]
"""One element a slot; a list for a `many` slot, also while it is being filled."""


class Why(msgspec.Struct, frozen=True):
    """Why something may not be: one plain sentence and the rule.

    `ways` are the ways that a value could be meant, as the words to write for
    it, when the trouble is that there is more than one.
    """

    text: str
    rule: str = ""
    ways: tuple[tuple[Value, ...], ...] = ()


class Slot(msgspec.Struct, frozen=True):
    """A place for a word (or, with `many`, one or more) in an order.

    `domain(picks)` is what may be picked next, asked again after each pick.
    Every offered prefix can be completed. `stop(picks)` says why a `many` list
    may not end here, or why an optional slot may not be left out (its pick is
    then []). `why_not(picks, value)` is asked on refusal alone and is
    None exactly when the value is in the domain. `via(picks, value)` names the
    values that the engine fills in before `value` (the quiet way between two
    waypoints). `label` is what a list shows beside the word. `key` is the keyword
    before the slot, if it has one; a `flag` is an optional keyword that is its
    own value (`bat`). A `joined` list is written a+b. Lists keep the order of a `ranked`
    domain. An optional slot that is left out is picked as []; one without a keyword
    that offers nothing is passed over (`play CARD` with the arguments that the card takes).
    `ever()` is what some order of the verb could name here, for what is shown of a hand.
    """

    name: str
    kind: str
    domain: Callable[[Picks], Collection[Value]]
    many: bool = False
    stop: Callable[[Picks], Why | None] | None = None
    why_not: Callable[[Picks, Value], Why | None] | None = None
    via: Callable[[Picks, Value], Sequence[Value]] | None = None
    label: Callable[[Picks, Value], str] | None = None
    key: str = ""
    flag: bool = False
    joined: bool = False
    ranked: bool = False
    optional: bool = False
    rule: str = ""
    ever: Callable[[], Collection[Value]] | None = None


class Verb(msgspec.Struct, frozen=True):
    """Something a side may do. `do(*picks)` does it and returns an Outcome.

    `name` may be several words (`end movement`). A `blocked` verb is not
    offered; typing it is refused with that reason. `secret` picks are shown to
    nobody else; all read the name of the verb, or `cover` where that would tell too much.
    `ends` marks a verb that closes a phase, so that a person can
    be asked first. `own` marks a verb that is there only because of a secret
    holding: it does not count when a choice is judged on public facts. `free`
    marks the orders that are open to a side at all times.
    """

    name: str
    do: Callable[..., Outcome]
    slots: tuple[Slot, ...] = ()
    hint: str = ""
    rule: str = ""
    blocked: Why | None = None
    secret: bool = False
    cover: str = ""
    ends: bool = False
    own: bool = False
    free: bool = False


class Sieve(Collection[V]):
    """Those of some values that pass a test, each tested when it is first asked about.

    Whether there is any order, which is asked of every verb after every order, costs the tests up
    to the first one that passes; whether one value is among them costs its own test, and a random
    one a few. It is good for one moment, as a list of it would be.

    >>> asked = []
    >>> found = Sieve(range(100), lambda n: asked.append(n) or n % 10 == 7)
    >>> bool(found), 17 in found, 18 in found, len(asked)
    (True, True, False, 10)
    >>> len(found), len(asked)
    (10, 100)
    """

    __slots__ = ("_any", "_passed", "_test", "_values")

    def __init__(self, values: Sequence[V], test: Callable[[V], object]) -> None:
        self._values, self._test = values, test
        self._passed: dict[V, bool] = {}
        self._any: bool | None = None

    def __iter__(self) -> Iterator[V]:
        return filter(self._passes, self._values)

    def __contains__(self, value: Any) -> bool:
        return value in self._values and self._passes(value)

    def __bool__(self) -> bool:
        if self._any is None:
            self._any = any(map(self._passes, self._values))
        return self._any

    def __len__(self) -> int:
        return sum(map(self._passes, self._values))

    def draw(self, rng: Random) -> V:
        """One of them, each as likely as the others; IndexError where there is none."""
        left = list(self._values)
        while True:
            value = left.pop(int(rng.random() * len(left)))
            if self._passes(value):
                return value

    def _passes(self, value: V) -> bool:
        found = self._passed.get(value)
        if found is None:
            found = self._passed[value] = bool(self._test(value))
        return found


def once(domain: Callable[[], Collection[Value]]) -> Callable[[Picks], Collection[Value]]:
    """A domain that depends on no pick, worked out when it is first asked for.

    It is for verbs that are made anew after every change: there it cannot grow stale.
    Those that last (`Table.lasting`) ask `Table.once`.
    """
    found: Collection[Value] | None = None

    def ask(_: Picks) -> Collection[Value]:
        nonlocal found
        if found is None:
            found = domain()
        return found

    return ask


packed = msgspec.msgpack.Encoder().encode
"""Picks as the key of a dict: a quarter of the time of tuples within a tuple."""


def remembered(
    domain: Callable[[Picks], Collection[Value]],
) -> Callable[[Picks], Collection[Value]]:
    """A domain that is worked out once for the same picks; see `once`."""
    known: dict[bytes, Collection[Value]] = {}

    def ask(picks: Picks) -> Collection[Value]:
        key = packed(picks)
        found = known.get(key)
        if found is None:
            found = known[key] = domain(picks)
        return found

    return ask


def may_stop(slot: Slot, picks: Picks) -> Why | None:
    """None when the `many` slot at the end of `picks` may end here, else why not."""
    if not picks[-1]:
        return Why(f"Name at least one {slot.name}.", slot.rule)
    return slot.stop(picks) if slot.stop else None


def may_leave_out(slot: Slot, picks: Picks) -> Why | None:
    """None when the slot may be left out, which its [] at the end of `picks` says, else why not."""
    if not slot.optional:
        return Why(f"Name a {slot.name}.", slot.rule)
    return slot.stop(picks) if slot.stop else None


def has_line(verb: Verb) -> bool:
    """Is there any order with this verb? (Its first required slot offers something.)"""
    if verb.blocked:
        return False
    if not verb.slots:
        return True
    first = verb.slots[0]
    if first.optional and may_leave_out(first, [[]]) is None:
        return True
    return bool(first.domain([[]] if first.many else []))


def only_picks(verb: Verb) -> Picks | None:
    """The picks of the single order that `verb` allows, or None when there is a choice."""
    picks: Picks = []
    for slot in verb.slots:
        if slot.optional and may_leave_out(slot, [*picks, []]) is None:
            if slot.domain([*picks, []] if slot.many else picks):
                return None
            picks.append([])
            continue
        if not slot.many:
            domain = slot.domain(picks)
            if len(domain) != 1:
                return None
            picks.append(next(iter(domain)))
            continue
        listed: list[Value] = []
        picks.append(listed)
        while True:
            domain = slot.domain(picks)
            ends = may_stop(slot, picks) is None
            if ends and not domain:
                break
            if ends or len(domain) != 1:
                return None
            value = next(iter(domain))
            if slot.via:
                listed.extend(slot.via(picks, value))
            listed.append(value)
    return picks
