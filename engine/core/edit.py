"""The umpire's edit lines: eight verbs that build any position.

    clear [units|marks|cards|SIDE]     put U.. PLACE [flag[=value]..]
    mark PLACE KIND [VALUE|none]       set NAME VALUE
    cards PILE CARD.. [...]            see SIDE|none CARD..
    dice PURPOSE N..                   at TURN SIDE PHASE [N]

They go through `submit` like orders, are logged and posted, and the game's
invariants are checked at the end of the batch. A line `force` skips stacking
and counter limits, never references. Tests, bug reports and corrections use them.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.core import dice, orders, runner
from engine.core.entries import Noted
from engine.core.errors import Illegal, Malformed
from engine.core.frames import Frame
from engine.core.piles import Pile
from engine.core.table import Table
from engine.core.verbs import Value

LONGEST = 50_000
"""Characters in one batch: a whole position of the largest game."""

S = TypeVar("S")
D = TypeVar("D")
T = Table[Any, Any]


class Editor(Generic[S, D]):
    """What a game brings for the edit lines. Each hook raises an OrderError on a bad reference."""

    piles: Collection[str] = ()
    open_piles: Collection[str] = ()
    """Those that lie face up: everyone knows what is in them."""
    faces: Mapping[str, Collection[int]] = {}
    """Purpose of a roll -> the results it can have."""
    stations: Collection[str] = ()

    def clear(self, t: Table[S, D], what: str) -> None:
        """Take off units, marks, cards or the pieces of a side ("": all of it)."""
        raise NotImplementedError

    def place(self, t: Table[S, D], unit: Value, word: str) -> Value:
        """The place that a word means for this unit; games have words for boxes of either side."""
        return value_of(t, "place", word)

    def put(self, t: Table[S, D], unit: Value, place: Value, flags: Mapping[str, str]) -> None:
        """Put a unit on a place; the flags named replace all old ones."""
        raise NotImplementedError

    def mark(self, t: Table[S, D], place: str, kind: str, value: str) -> None:
        """Put a marker on a place, or take it off (`none`)."""
        raise NotImplementedError

    def set(self, t: Table[S, D], name: str, value: str) -> None:
        """Set one number or flag."""
        raise NotImplementedError

    def read(self, t: Table[S, D], name: str, words: Sequence[str]) -> str:
        """The value that `set NAME` or `mark PLACE KIND` would write, for `=` in scripts."""
        raise NotImplementedError

    def scatter(self, t: Table[S, D], rng: random.Random) -> list[str]:
        """Edit lines for a random legal position at a random station; [] where a game has none."""
        return []

    def where(self, t: Table[S, D], unit: Value) -> Value:
        """The place of a unit."""
        raise NotImplementedError

    def station(self, t: Table[S, D], turn: str, side: str, phase: str, n: int) -> Frame:
        """The root frame of a phase entered cold."""
        raise NotImplementedError


def run(t: T, text: str) -> tuple[list[str], list[str]]:
    """Carry out a batch of edit lines."""
    ran = []
    force = False
    stationed = False
    for words in orders.split(text, LONGEST):
        verb = words[0]
        if verb == "force" and len(words) == 1:
            force = True
            ran.append("force")
            continue
        act = _VERBS.get(verb)
        if act is None:
            raise Malformed(f"The umpire's verbs are {', '.join(_VERBS)}; not `{words[0][:30]}`.")
        if stationed:
            raise Malformed("`at` must be the last line of a batch.")
        act(t, words[1:])
        stationed = verb == "at"
        line = " ".join(words)
        ran.append(line)
        hidden = verb in ("cards", "see") and len(words) > 1
        t.note(Noted(text=f"Umpire: {' '.join(words[:2]) if hidden else line}"))
    if ran in ([], ["force"]):
        raise Malformed("There is no edit line.")
    t.settle_on(t.pos)
    broken = t.rules.check(t, force)
    if broken:
        raise Illegal("That position breaks a rule: " + "; ".join(broken))
    try:
        runner.settle(t)
    except runner.DeadEnd as error:
        raise Illegal("The open question has no answer there; end the batch with `at`.") from error
    t.pos.edited = True
    t.pos.revision += 1
    t.pos.last = ""
    t.pos.chain = dice.link(t.secret, t.pos.chain, "gm", *ran)
    for lane in t.pos.lanes:
        lane.ask = t.pos.chain[:8]
    t.door(t.everyone)
    return ran, []


def _need(words: Sequence[str], least: int, usage: str) -> None:
    if len(words) < least:
        raise Malformed(f"It reads: {usage}")


def value_of(t: T, kind: str, word: str) -> Value:
    """What a word stands for; Malformed when it is unknown, or not one thing alone."""
    found = t.rules.lexicons[kind].read(word)
    if not found:
        raise Malformed(f"There is no {kind} `{word[:30]}`.")
    if len(found) > 1:
        ids = ", ".join(t.rules.lexicons[kind].write(value) for value in found)
        raise Malformed(f"`{word}` could be {ids}.")
    return found[0]


def _clear(t: T, words: Sequence[str]) -> None:
    what = words[0] if words else ""
    if what not in ("", "units", "marks", "cards", *t.pos.sides):
        raise Malformed("It reads: clear [units|marks|cards|SIDE]")
    t.rules.editor.clear(t, what)


def _put(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "put U.. PLACE [flag[=value]..]")
    units = []
    rest = list(words)
    while rest and t.rules.lexicons["unit"].read(rest[0]):
        units.append(value_of(t, "unit", rest.pop(0)))
    if not units or not rest:
        raise Malformed(f"There is no unit or place `{(rest or words)[0][:30]}`.")
    word = rest.pop(0)
    flags = {key: value for key, _, value in (word.partition("=") for word in rest)}
    for unit in units:
        t.rules.editor.put(t, unit, t.rules.editor.place(t, unit, word), flags)


def _mark(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "mark PLACE KIND [VALUE|none]")
    t.rules.editor.mark(t, words[0], words[1], words[2] if len(words) > 2 else "")


def _set(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "set NAME VALUE")
    t.rules.editor.set(t, words[0], " ".join(words[1:]))


def _cards(t: T, words: Sequence[str]) -> None:
    _need(words, 1, "cards PILE CARD.. [...]")
    name = words[0]
    if name not in t.rules.editor.piles:
        raise Malformed(f"There is no pile `{name[:30]}`; there are {_list(t.rules.editor.piles)}.")
    rest = words[-1] == "..."
    named = [value_of(t, "card", word) for word in (words[1:-1] if rest else words[1:])]
    below = t.pile(name) if rest else Pile.of([])
    for pile in t.pos.piles.values():
        for card in named:
            if card in pile.ids:
                pile.remove(int(card))
    bit = t.everyone if name in t.rules.editor.open_piles else 0
    if name.startswith("hand."):
        bit = t.bit(name.removeprefix("hand."))
    top = Pile.of([int(card) for card in named], bit)
    t.pos.piles[name] = Pile(ids=top.ids + below.ids, seen=top.seen + below.seen)


def _see(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "see SIDE|none CARD..")
    who = words[0]
    if who != "none" and who not in t.pos.sides:
        raise Malformed(f"There is no side `{who[:30]}`.")
    for word in words[1:]:
        card = int(value_of(t, "card", word))
        holding = [pile for pile in t.pos.piles.values() if card in pile.ids]
        if not holding:
            raise Malformed(f"`{word[:30]}` lies in no pile.")
        for pile in holding:
            index = pile.ids.index(card)
            pile.seen[index] = 0 if who == "none" else pile.seen[index] | t.bit(who)


def _dice(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "dice PURPOSE N..")
    purpose = words[0]
    faces = t.rules.editor.faces
    if purpose not in faces:
        raise Malformed(f"Dice are rolled for {_list(faces)}; not `{purpose[:30]}`.")
    for word in words[1:]:
        if not word.isdecimal() or int(word) not in faces[purpose]:
            possible = ", ".join(str(face) for face in sorted(set(faces[purpose])))
            raise Malformed(f"A die for {purpose} shows {possible}; not `{word[:30]}`.")
    t.pos.queue.setdefault(purpose, []).extend(int(word) for word in words[1:])


def _at(t: T, words: Sequence[str]) -> None:
    _need(words, 3, "at TURN SIDE PHASE [N]")
    turn, side, phase = words[:3]
    if side not in t.pos.sides:
        raise Malformed(f"There is no side `{side[:30]}`.")
    if phase not in t.rules.editor.stations:
        raise Malformed(f"The stations are {_list(t.rules.editor.stations)}; not `{phase[:30]}`.")
    n = int(words[3]) if len(words) > 3 and words[3].isdecimal() else 0
    t.pos.winners = None
    t.pos.reason = ""
    t.pos.scores = {}
    t.settle_on(t.pos)
    frame = t.rules.editor.station(t, turn, side, phase, n)
    t.pos.lanes = [t.rules.codec.lane(stack=[frame])]


def _list(names: Collection[str]) -> str:
    return ", ".join(sorted(names))


_VERBS = {
    "clear": _clear,
    "put": _put,
    "mark": _mark,
    "set": _set,
    "cards": _cards,
    "see": _see,
    "dice": _dice,
    "at": _at,
}
