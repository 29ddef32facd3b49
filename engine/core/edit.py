"""The umpire's edit lines: eight verbs that build any position.

    clear [units|marks|cards|SIDE]     put U.. PLACE [flag[=value]..]
    mark PLACE KIND [VALUE|none]       set NAME VALUE
    cards PILE CARD.. [...]            see SIDE|none CARD..
    dice PURPOSE N..                   at TURN SIDE PHASE

They go through `submit` like orders, are logged and posted. A batch is done as a
whole or not at all, and what it leaves can go on: the game's invariants are checked
at its end, each card in the kind of pile that it belongs to, and that nothing has
changed under a procedure that counts on the pieces as they are. A line `force` skips
stacking and counter limits, never references. What can be set can be read (`read`),
in the words that set it. Tests, bug reports and corrections use them.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.core import dice, orders, runner
from engine.core.entries import Noted
from engine.core.errors import Illegal, Malformed, OrderError
from engine.core.frames import Frame, Join, Window
from engine.core.lexicon import fold, number
from engine.core.piles import Pile
from engine.core.table import Table
from engine.core.verbs import Value, has_line

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
    flags: Collection[str] = ()
    marks: Collection[str] = ()
    numbers: Collection[str] = ()
    """What `put`, `mark` and `set` take, by name; numbers that each side or turn has end in `.`"""
    holds: Mapping[type[Frame], Callable[[Any, Any], bool]] = {}
    """Frame that remembers something -> can it (table, frame) still go on? Under one that is
    not named here nothing on the board may change."""
    gripped: Collection[str] = ()
    """Piles that such a frame counts on, as it does on the board."""
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

    def misfit(self, t: Table[S, D], pile: str, card: int) -> str:
        """Why a card can't lie in a pile, as a sentence ("": it can)."""
        return ""

    def known(self, t: Table[S, D], pile: str, card: int) -> int:
        """The sides (as bits) that know a card because of where it lies."""
        if pile in self.open_piles:
            return t.everyone
        side = pile.removeprefix("hand.")
        return t.bit(side) if pile != side else 0

    def scatter(self, t: Table[S, D], rng: random.Random) -> list[str]:
        """Edit lines for a random legal position at a random station; [] where a game has none."""
        return []

    def where(self, t: Table[S, D], unit: Value) -> Value:
        """The place of a unit."""
        raise NotImplementedError

    def station(self, t: Table[S, D], turn: str, side: str, phase: str) -> Frame:
        """The root frame of a phase entered cold."""
        raise NotImplementedError


def run(t: T, text: str) -> tuple[list[str], list[str]]:
    """Carry out a batch of edit lines."""
    try:
        return _run(t, text)
    except OrderError:
        raise
    except runner.DeadEnd as error:
        raise Illegal("The open question has no answer there; end the batch with `at`.") from error
    except Exception as error:  # rules code meets what no game can come to
        raise Illegal(
            "The game cannot go on from the position that these lines make "
            f"({type(error).__name__}); is something missing in it?"
        ) from error


def _run(t: T, text: str) -> tuple[list[str], list[str]]:
    ran = []
    force = False
    stationed = False
    cards, grip = _lying(t), _grip(t)
    for words in filter(None, (fold(row).split() for row in orders.rows(text, LONGEST))):
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
    if not stationed and not (grip == _grip(t) and _goes_on(t)):
        raise Illegal(
            "What is being resolved now counts on the pieces as they are: let it end first, "
            "or end the batch with `at`."
        )
    _same_cards(t, cards)
    broken = t.rules.check(t, force)
    if broken:
        raise Illegal("That position breaks a rule: " + "; ".join(broken))
    runner.settle(t)
    _answerable(t)
    t.pos.edited = True
    t.pos.revision += 1
    t.pos.last = ""
    t.pos.chain = dice.link(t.secret, t.pos.chain, "gm", *ran)
    for lane in t.pos.lanes:
        lane.ask = t.pos.chain[:8]
    t.door(t.everyone)
    return ran, []


_PLAIN = {name for kind in (Window, Join) for name in kind.__struct_fields__}
"""Fields that a frame has as such, whatever it is about."""


def _grip(t: T) -> tuple[bytes, ...]:
    """What the procedures under way count on: nothing, or the board as it is."""
    holds = t.rules.editor.holds
    if all(type(frame) in holds or _forgets(frame) for frame in _frames(t)):
        return ()
    piles = [list(t.ids(name)) for name in t.rules.editor.gripped]
    return msgspec.json.encode(t.s), msgspec.json.encode(piles)


def _frames(t: T) -> list[Frame]:
    return [frame for lane in t.pos.lanes for frame in lane.stack]


def _forgets(frame: Frame) -> bool:
    """Does it have no field of its own: is all that it does found in the position?"""
    return _PLAIN.issuperset(frame.__struct_fields__)


def _goes_on(t: T) -> bool:
    """Has each frame what it needs?"""
    holds = t.rules.editor.holds
    return all(holds[type(f)](t, f) for f in _frames(t) if type(f) in holds)


def _answerable(t: T) -> None:
    """Every open question has a line that answers it."""
    for lane, choice in runner.waiting(t):
        if not any(has_line(verb) for verb in runner.offers(t, lane)):
            raise runner.DeadEnd(f"{type(choice).__name__} offers {choice.side} nothing")


def _lying(t: T) -> Counter[int]:
    """How often each card lies in some pile."""
    return Counter(card for pile in t.pos.piles.values() for card in pile.ids)


def _same_cards(t: T, before: Counter[int]) -> None:
    """No card got lost or lies twice."""
    write, now = t.rules.lexicons["card"].write if before else str, _lying(t)
    lost = [write(card) for card in sorted(before - now)]
    if lost:
        raise Illegal(
            f"{', '.join(lost)} would lie in no pile: name a pile for it, "
            "or end `cards PILE …` with `...` to keep what lies there."
        )
    doubled = [write(card) for card in sorted(now - before)]
    if doubled:
        raise Illegal(f"{', '.join(doubled)} would lie there twice.")


def always(t: T, frame: Frame) -> bool:
    """For `Editor.holds`: the frame goes on whatever lies on the board."""
    return True


def on_off(value: str) -> bool:
    """A flag as people write it; Malformed when it is neither on nor off."""
    if value in ("on", "1", "yes", "true"):
        return True
    if value in ("off", "0", "no", "false", "none"):
        return False
    raise Malformed(f"It is on or off; not `{value[:30]}`.")


def whole(value: str, allowed: range) -> int:
    """A number as people write it; Malformed when it is none, or none that there can be."""
    size = number(value.removeprefix("-"))
    found = -size if size is not None and value.startswith("-") else size
    if found is None or found not in allowed:
        raise Malformed(f"It is a number from {allowed[0]} to {allowed[-1]}; not `{value[:30]}`.")
    return found


def bare(flags: Mapping[str, str], *names: str) -> None:
    """These flags take no value; Malformed when one has any."""
    for name in names:
        if flags.get(name):
            raise Malformed(f"The flag `{name}` takes no value.")


def look(t: T, words: Sequence[str]) -> str:
    """What `= …` asks: what `cards`, `see` and `dice` set, as `PILE cards`, `CARD seen` and
    `dice PURPOSE`, several in a row parted by commas; all else is the game's to read."""
    first, *rest = words
    if rest == ["cards"] and first in t.rules.editor.piles:
        return ",".join(map(t.rules.lexicons["card"].write, t.ids(first))) or "none"
    if rest == ["seen"]:
        card = int(value_of(t, "card", first))
        masks = [p.seen[p.ids.index(card)] for p in t.pos.piles.values() if card in p.ids]
        return ",".join(side for side in t.pos.sides if masks and masks[0] & t.bit(side)) or "none"
    if first == "dice" and len(rest) == 1:
        return ",".join(map(str, t.pos.queue.get(rest[0], ()))) or "none"
    return t.rules.editor.read(t, first, rest)


def _need(words: Sequence[str], least: int, usage: str, most: int = LONGEST) -> None:
    if not least <= len(words) <= most:
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
    usage = "clear [units|marks|cards|SIDE]"
    _need(words, 0, usage, most=1)
    what = words[0] if words else ""
    if what not in ("", "units", "marks", "cards", *t.pos.sides):
        raise Malformed(f"It reads: {usage}")
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
    if len(flags) < len(rest):
        raise Malformed("A flag is named twice.")
    for unit in units:
        t.rules.editor.put(t, unit, t.rules.editor.place(t, unit, word), flags)


def _mark(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "mark PLACE KIND [VALUE|none]", most=3)
    t.rules.editor.mark(t, words[0], words[1], words[2] if len(words) > 2 else "")


def _set(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "set NAME VALUE")
    t.rules.editor.set(t, words[0], " ".join(words[1:]))


def _cards(t: T, words: Sequence[str]) -> None:
    _need(words, 1, "cards PILE CARD.. [...]")
    name = words[0]
    if name not in t.rules.editor.piles:
        raise Malformed(f"There is no pile `{name[:30]}`; there are {_list(t.rules.editor.piles)}.")
    rest = len(words) > 1 and words[-1] == "..."
    named = [value_of(t, "card", word) for word in (words[1:-1] if rest else words[1:])]
    if len(set(named)) < len(named):
        raise Illegal("A card is named twice.")
    for card in named:
        if misfit := t.rules.editor.misfit(t, name, int(card)):
            raise Illegal(misfit)
    below = t.pile(name) if rest else Pile.of([])
    for pile in t.pos.piles.values():
        for card in named:
            if card in pile.ids:
                pile.remove(int(card))
    ids = [int(card) for card in named]
    top = Pile(ids=ids, seen=[t.rules.editor.known(t, name, card) for card in ids])
    t.pos.piles[name] = Pile(ids=top.ids + below.ids, seen=top.seen + below.seen)


def _see(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "see SIDE|none CARD..")
    who = words[0]
    if who != "none" and who not in t.pos.sides:
        raise Malformed(f"There is no side `{who[:30]}`.")
    for word in words[1:]:
        card = int(value_of(t, "card", word))
        holding = [(name, pile) for name, pile in t.pos.piles.items() if card in pile.ids]
        if not holding:
            raise Malformed(f"`{word[:30]}` lies in no pile.")
        for name, pile in holding:
            index = pile.ids.index(card)
            known = t.rules.editor.known(t, name, card)
            if who == "none" and known == t.everyone:
                raise Illegal(f"`{word[:30]}` lies open: everyone sees it.")
            pile.seen[index] = known if who == "none" else pile.seen[index] | t.bit(who)


def _dice(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "dice PURPOSE N..")
    purpose = words[0]
    faces = t.rules.editor.faces
    if not faces:
        raise Malformed("No dice are rolled in this game.")
    if purpose not in faces:
        raise Malformed(f"Dice are rolled for {_list(faces)}; not `{purpose[:30]}`.")
    for word in words[1:]:
        if number(word) not in faces[purpose]:
            possible = ", ".join(str(face) for face in sorted(set(faces[purpose])))
            raise Malformed(f"A die for {purpose} shows {possible}; not `{word[:30]}`.")
    t.pos.queue.setdefault(purpose, []).extend(int(word) for word in words[1:])


def _at(t: T, words: Sequence[str]) -> None:
    _need(words, 3, "at TURN SIDE PHASE", most=3)
    turn, side, phase = words
    if side not in t.pos.sides:
        raise Malformed(f"There is no side `{side[:30]}`.")
    if phase not in t.rules.editor.stations:
        raise Malformed(f"The stations are {_list(t.rules.editor.stations)}; not `{phase[:30]}`.")
    t.pos.winners = None
    t.pos.reason = ""
    t.pos.scores = {}
    t.settle_on(t.pos)
    frame = t.rules.editor.station(t, turn, side, phase)
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
