"""What a game answers: open questions, receipts, the result, verbs and cards for menus."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.entries import AnyEntry
from engine.core.lexicon import Lexicon
from engine.core.verbs import Value, Verb, has_line


class Pending(msgspec.Struct, frozen=True):
    """An open question, public. `id` changes whenever the question does."""

    id: str
    side: str
    kind: str
    prompt: str
    rule: str


class Settled(msgspec.Struct, frozen=True):
    """A question off its side's hands: its policy, or what it has armed or said before, answered.

    `line` is the order that this gave, "" where a window passed without one.
    """

    side: str
    kind: str
    line: str


class Receipt(msgspec.Struct, frozen=True):
    """What an order did: the canonical lines that ran, those left behind a door, and the log.

    `settled` is as secret as the hands of its sides.
    """

    ran: tuple[str, ...]
    left: tuple[str, ...]
    entries: list[AnyEntry]
    revision: int
    door: bool
    settled: tuple[Settled, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended; several winners share, none: nobody won."""

    winners: tuple[str, ...]
    reason: str
    scores: Mapping[str, int]


class SlotInfo(msgspec.Struct, frozen=True):
    """A slot, for menus."""

    name: str
    kind: str
    many: bool
    key: str
    optional: bool


class VerbInfo(msgspec.Struct, frozen=True):
    """A verb that a side may use now, for menus; `free` ones are open at all times."""

    name: str
    hint: str
    slots: tuple[SlotInfo, ...]
    secret: bool
    ends: bool
    free: bool


_GIVEN = ("discard", "pay")
"""Verbs that give cards away and play none."""


def playable(lexicons: Mapping[str, Lexicon], offers: Sequence[Verb], side: str) -> set[str]:
    """Ids of the cards that an order of this moment could play.

    By its name, its first slot, or one that says what it could ever take.
    """
    if "card" not in lexicons:
        return set()
    found: set[Value] = set()
    for verb in offers:
        if verb.free or verb.name in _GIVEN or not has_line(verb):
            continue
        for word in verb.name.split()[1:]:
            found.update(lexicons["card"].read(word, side))
        if verb.slots and verb.slots[0].kind == "card":
            first = verb.slots[0]
            found.update(first.domain([[]] if first.many else []))
        for slot in verb.slots:
            if slot.kind == "card" and slot.ever:
                found.update(slot.ever())
    return {lexicons["card"].write(value) for value in found}
