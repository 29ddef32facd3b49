"""Order lines: reading, writing, completing and sampling them.

All four walk the same tree of verbs and slots. A line is a verb and words
parted by spaces; lines part at newline or `;`; `#` starts a comment.
"""

import difflib
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NoReturn

import msgspec

from engine.core.errors import Ambiguous, Illegal, Malformed, OrderError, Unfinished
from engine.core.lexicon import Lexicon, Numbers, fold
from engine.core.nearest import nearest_first
from engine.core.table import Table
from engine.core.typed import plain, tidy
from engine.core.verbs import (
    Pick,
    Picks,
    Slot,
    Value,
    Verb,
    Why,
    has_line,
    may_leave_out,
    may_stop,
)

T = Table[Any, Any]

LONGEST = 4_000
"""Characters in one submitted text: as many as a box of Discord takes."""


class Item(msgspec.Struct, frozen=True):
    """`value` is the whole line so far with the offered word in it; `label` is for people."""

    value: str
    label: str


class Completions(msgspec.Struct, frozen=True):
    """What may come next. `complete`: the text is already a legal order. `hint`: what is asked."""

    items: tuple[Item, ...]
    complete: bool
    hint: str


def rows(text: str, longest: int = LONGEST) -> Iterator[str]:
    """The lines of a text without their comments."""
    if len(text) > longest:
        raise Malformed(f"An order has at most {longest} characters; this has {len(text)}.")
    for row in text.replace(";", "\n").splitlines():
        yield row.split("#", 1)[0]


def split(text: str) -> list[list[str]]:
    """The words of each line of a text, tidied and folded; empty lines left out.

    >>> split("move 1pz 0204; - end movement.  # done")
    [['move', '1pz', '0204'], ['end', 'movement']]
    """
    if plain(text) and len(text) <= LONGEST:
        return [fold(text).split()]
    lines = [words for row in rows(text) if (words := words_of(row))]
    if not lines:
        raise Malformed("The order is empty.")
    return lines


def words_of(row: str) -> list[str]:
    """The words of one line or its beginning, as they are compared."""
    return fold(tidy(row)).split()


# reading -----------------------------------------------------------------------


def read(t: T, side: str, verbs: Sequence[Verb], words: list[str]) -> tuple[Verb, Picks]:
    """The order that `words` give. Malformed, Illegal or Ambiguous when they give none."""
    line, known, picks = t.found.pop("sampled", _NOTHING)
    if line == " ".join(words) and known in verbs:
        return known, picks
    words = meant(t, verbs, words)
    verb = _verb(t, verbs, words)
    if verb.blocked:
        raise Illegal(verb.blocked.text, verb.blocked.rule)
    reader = _Reader(t, side, verb, words)
    try:
        return verb, reader.read()
    except OrderError as error:
        error.word = reader.word_read
        raise


_NOTHING: tuple[str, Any, Picks] = "", None, []


def _verb(t: T, verbs: Sequence[Verb], words: list[str]) -> Verb:
    for size in reversed(t.rules.verb_sizes.get(words[0], (1,))):
        name = " ".join(words[:size])
        for verb in verbs:
            if verb.name == name:
                return verb
    known = known_verb(t, words)
    raise Illegal(f"`{known}` can't be ordered now. {_now(verbs)}", t.rules.verbs.get(known, ""))


def meant(t: T, verbs: Sequence[Verb], words: list[str]) -> list[str]:
    """The words, a synonym at their head replaced by the verb that it stands for now."""
    if len(words) > 1 and words[0] in _COMMANDS and words[0] not in t.rules.verb_sizes:
        words = words[1:]
    for size in t.rules.synonym_sizes.get(words[0] if words else "", ()):
        stands = t.rules.synonyms.get(" ".join(words[:size]))
        if stands:
            names = [verb.name for verb in verbs]
            verb = next((name for name in stands if name in names), stands[0])
            return [*verb.split(), *words[size:]]
    return words


_COMMANDS = ("order", "orders", "choose")
"""Commands that take a line, which people write before it."""


def known_verb(t: T, words: list[str]) -> str:
    """The verb of this game that a line begins with, whether it is open now or not."""
    line = " ".join(meant(t, (), words)) + " "
    for name in t.rules.verbs:
        if line.startswith(name + " "):
            return name
    near = _nearest(" ".join(words), t.rules.verbs)
    error = Malformed(f"There is no order `{_short(words[0])}` in {t.rules.title}.{near}")
    error.word = words[0]
    raise error


def _now(verbs: Sequence[Verb]) -> str:
    names = [f"`{verb.name}`" for verb in verbs if not verb.free and has_line(verb)]
    return f"What you can order now: {', '.join(names)}." if names else ""


def _nearest(word: str, known: Iterable[str]) -> str:
    """A question that names the words nearest to one that was mistyped ("": none is near)."""
    start, words = fold(word)[:40], list(known)
    near = [one for one in words if start and fold(one).startswith(start)][:3]
    near = near or difflib.get_close_matches(start, words, 3)
    return f" Did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""


def _short(word: str) -> str:
    return word if len(word) <= 30 else word[:29] + "…"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def _plainly(words: list[str], keys: Collection[str]) -> list[str]:
    """`U to P via A B` as the grammar has it: `U A B P`."""
    if "via" in words and "via" not in keys:
        at = words.index("via")
        end = next((i for i in range(at, len(words)) if words[i] in keys), len(words))
        words = [*words[: at - 1], *words[at + 1 : end], *words[at - 1 : at], *words[end:]]
    return [word for word in words if word != "to"] if "to" in words and "to" not in keys else words


class _Reader:
    """Reads the words of one line into picks, slot by slot."""

    def __init__(self, t: T, side: str, verb: Verb, words: list[str]) -> None:
        self.t = t
        self.side = side
        self.verb = verb
        self.words = "+".join(words).split("+")
        self.via = "via" in words and "via" not in self._keys()
        if self.via or "to" in words:
            self.words = _plainly(self.words, self._keys())
        self.at = verb.name.count(" ") + 1
        self.word_read = ""
        self.picks: Picks = []

    def read(self) -> Picks:
        """The picks of a whole order."""
        for slot in self.verb.slots:
            if (slot.key or slot.optional) and not self._enter(slot):
                self._leave_out(slot)
                continue
            self._fill(slot)
            self._close(slot)
        if self._more():
            self._one_too_many()
        return self.picks

    def _one_too_many(self) -> NoReturn:
        """A word is left; where the last slot would take such words, it says why not this one."""
        word = self.word_read = self.words[self.at]
        slot = self.verb.slots[-1] if self.verb.slots else None
        if slot and slot.optional and not slot.key and slot.why_not and self.picks[-1] == []:
            meant = self.t.rules.lexicons[slot.kind].read(word, self.side)
            picks = self.picks if slot.many else self.picks[:-1]
            why = slot.why_not(picks, meant[0]) if meant else None
            if why:
                raise Illegal(why.text, why.rule)
        raise Malformed(f"`{_short(word)}` is one word too many{self._why_too_many(word)}.")

    def _why_too_many(self, word: str) -> str:
        """A keyword that stands too late or twice; a value more where a slot takes one."""
        slots, keys, read = self.verb.slots, self._keys(), self.words[: self.at]
        if word in read and word in (*keys, self.verb.name):
            return ": it stands in a line once"
        if word in keys:
            later = [key for key in keys[keys.index(word) :] if key in read]
            return f": it goes before `{later[0]}`" if later else ""
        filled = [slot for slot, pick in zip(slots, self.picks, strict=True) if pick != []]
        if filled and not filled[-1].many and self.t.rules.lexicons[filled[-1].kind].read(word):
            return f": only one {filled[-1].name} can be named"
        return ""

    def open_slot(self) -> Slot | None:
        """Read what is there; the slot that takes the next word, its list begun in the picks."""
        for slot in self.verb.slots:
            passed = slot.optional and not slot.key and self._empty(slot)
            if passed or (self._more() and not self._enter(slot)):
                self._leave_out(slot)
                continue
            if not self._more():
                if slot.many:
                    self.picks.append([])
                return slot
            self._fill(slot)
            if slot.many and not self._more():
                return slot
            self._close(slot)
        return None

    def _keys(self) -> list[str]:
        """The keywords of the order: words that stand for no value."""
        return [slot.key for slot in self.verb.slots if slot.key]

    def _more(self) -> bool:
        return self.at < len(self.words)

    def _enter(self, slot: Slot) -> bool:
        """Step over the keyword; False when an optional slot is left out."""
        if not slot.key:
            left_out = not self._more() or self.words[self.at] in self._keys()
            return not (slot.optional and (left_out or self._empty(slot)))
        if self._more() and self.words[self.at] == slot.key:
            self.at += not slot.flag
            return True
        if slot.optional:
            return False
        raise Malformed(f"`{self.verb.name}` needs `{slot.key}` and {_a(slot.name)}.")

    def _empty(self, slot: Slot) -> bool:
        """Does the slot offer nothing after these picks? (A card that takes no place.)"""
        return not slot.domain([*self.picks, []] if slot.many else self.picks)

    def _leave_out(self, slot: Slot) -> None:
        self.picks.append([])
        why = may_leave_out(slot, self.picks)
        if why:
            raise Illegal(why.text, why.rule)

    def _fill(self, slot: Slot) -> None:
        """Take the words of a slot: one, or all up to the next keyword."""
        if not slot.many:
            if not self._more():
                raise Malformed(f"`{self.verb.name}` needs {_a(slot.name)}.")
            self.picks.append(self._value(slot))
            return
        listed: list[Value] = []
        self.picks.append(listed)
        keys, later = self._keys(), self._may_follow(slot)
        for word in self.words[self.at :]:
            if word in keys or (later and listed and self._ends(slot, word, later)):
                break
            value = self._value(slot)
            if slot.via:
                listed.extend(slot.via(self.picks, value))
            listed.append(value)

    def _may_follow(self, slot: Slot) -> Slot | None:
        """The next slot, if its words tell it from this one, and no keyword does."""
        slots = self.verb.slots
        if slot is slots[-1]:
            return None
        later = slots[slots.index(slot) + 1]
        return None if later.key or later.kind == slot.kind else later

    def _ends(self, slot: Slot, word: str, later: Slot) -> bool:
        """Does a word end a list, since it is one for the next slot alone? (`move U.. P`)"""
        known = self.t.rules.lexicons
        return not known[slot.kind].read(word) and bool(known[later.kind].read(word))

    def _close(self, slot: Slot) -> None:
        """What comes after a list takes it for whole: it may end here, or the line is refused."""
        why = may_stop(slot, self.picks) if slot.many else None
        if why:
            raise Illegal(why.text, why.rule)

    def _value(self, slot: Slot) -> Value:
        """What the next word stands for in this slot."""
        word = self.word_read = self.words[self.at]
        self.at += 1
        lexicon = self.t.rules.lexicons[slot.kind]
        meant = lexicon.read(word, self.side)
        if not meant:
            self._unknown(slot, word)
        domain = slot.domain(self.picks)
        if len(meant) == 1 and meant[0] in domain:
            return meant[0]
        inside = [value for value in meant if value in domain]
        if len(inside) == 1:
            return inside[0]
        if inside:
            ways = tuple((value,) for value in inside)
            raise Ambiguous(f"`{_short(word)}` could be several.", self._lines(lexicon, ways))
        self._refuse(slot, lexicon, meant[0])

    def _refuse(self, slot: Slot, lexicon: Lexicon, value: Value) -> NoReturn:
        why = slot.why_not(self.picks, value) if slot.why_not else None
        if why is None:
            name = lexicon.name(value)
            why = Why(f"{name} is no {slot.name} for `{self.verb.name}` now.", slot.rule)
        if why.ways:
            raise Ambiguous(why.text, self._lines(lexicon, why.ways), why.rule)
        raise Illegal(why.text, why.rule)

    def _lines(self, lexicon: Lexicon, ways: tuple[tuple[Value, ...], ...]) -> tuple[str, ...]:
        head, tail = self.words[: self.at - 1], self.words[self.at :]
        return tuple(
            " ".join([*head, *(self.word(lexicon, v) for v in way), *tail]) for way in ways
        )

    def word(self, lexicon: Lexicon, value: Value, domain: Collection[Value] | None = None) -> str:
        """The short of a value, or its id where the short could be read as another one too."""
        short = lexicon.short(value)
        meant = lexicon.read(short, self.side)
        if len(meant) > 1 and domain is not None:
            meant = tuple(other for other in meant if other in domain)
        return short if len(meant) < 2 else lexicon.write(value)

    def _unknown(self, slot: Slot, word: str) -> NoReturn:
        lexicon = self.t.rules.lexicons[slot.kind]
        others = (lex for lex in self.t.rules.lexicons.values() if not isinstance(lex, Numbers))
        if any(other.read(word) for other in others):
            raise Illegal(f"`{_short(word)}` is no {slot.name}.", slot.rule)
        open_words = [lexicon.short(value) for value in slot.domain(self.picks)]
        near = _nearest(word, open_words)
        raise Malformed(f"There is no {slot.name} `{_short(word)}`.{near}")


def hasty(verb: Verb, offered: Sequence[Verb]) -> Unfinished | None:
    """What a person is asked before `verb`: does it end a phase while more could be ordered?

    One that does the work itself (`setup suggested`), or passes what was just read, does not.
    """
    left = left_by(offered) if verb.ends and verb.name.split()[0] in _CLOSE else ()
    return Unfinished(verb.name, left) if left else None


_CLOSE = ("end", "done")


def left_by(offered: Sequence[Verb]) -> tuple[str, ...]:
    """The orders that are open beside those that end something."""
    return tuple(v.name for v in offered if not (v.free or v.ends) and has_line(v))


# writing -----------------------------------------------------------------------


def write(t: T, verb: Verb, picks: Picks) -> str:
    """The canonical line of an order: ids and full paths. Reading it gives the same picks."""
    if not verb.slots:
        return verb.name
    words, lexicons = [verb.name], t.rules.lexicons
    for index, slot in enumerate(verb.slots):
        pick = picks[index]
        if slot.optional and pick == []:
            continue
        if slot.key and not slot.flag:
            words.append(slot.key)
        word_of = lexicons[slot.kind].write
        if not isinstance(pick, list):
            words.append(word_of(pick))
        elif slot.joined:
            words.append("+".join(map(word_of, pick)))
        else:
            words.extend(map(word_of, pick))
    return " ".join(words)


# completing --------------------------------------------------------------------


def complete(t: T, side: str, verbs: Sequence[Verb], text: str) -> Completions:
    """What may come after `text`, which ends in the word being typed (or a space)."""
    words = words_of(text)
    typing = "" if not words or text[-1].isspace() else words[-1]
    done = words[: len(words) - 1] if typing else words
    begun = " ".join(words)
    said = _stood_for(t, begun) if typing or " ".join(done) not in t.rules.verbs else ()
    done = meant(t, verbs, done)
    items: list[Item] = []
    hint = "Which order?"
    for verb in verbs:
        name = verb.name.split()
        if done[: len(name)] == name:
            if has_line(verb):
                found, hint = _next_words(t, side, verb, done, typing)
                items += found
            continue
        begins = verb.name in said or (verb.name.startswith(begun) and len(done) < len(name))
        if begins and has_line(verb):
            tail = " " if verb.slots else ""
            items.append(Item(verb.name + tail, verb.hint or verb.name))
    return Completions(tuple(items), is_order(t, side, verbs, text), hint)


def _stood_for(t: T, begun: str) -> Sequence[str]:
    """The verbs that a synonym with this beginning stands for."""
    synonyms = t.rules.synonyms.items() if begun else ()
    return [verb for word, stands in synonyms if word.startswith(begun) for verb in stands]


def is_order(t: T, side: str, verbs: Sequence[Verb], text: str) -> bool:
    """Is this one whole order?"""
    try:
        rows = split(text)
        read(t, side, verbs, rows[0])
    except (Malformed, Illegal, Ambiguous):
        return False
    return len(rows) == 1


def _next_words(
    t: T, side: str, verb: Verb, done: list[str], typing: str
) -> tuple[list[Item], str]:
    """The words that may follow `done` in an order with this verb, and what is asked."""
    joined, plus, typing = typing.rpartition("+")
    done = [*done, joined] if plus else done
    reader = _Reader(t, side, verb, done)
    if reader.via:
        return [], "Places on the way, in order."
    try:
        slot = reader.open_slot()
    except (Malformed, Illegal, Ambiguous) as error:
        return [], error.text
    if slot is None:
        return [], "That is all; send it."
    head, start = " ".join(done) + (plus or " "), typing
    listed = slot.many and bool(reader.picks[-1])
    inside = not slot.key or listed or done[-1] == slot.key
    hint = f"{slot.name}?" if inside else f"{slot.key}: {slot.name}"
    if inside:
        items = _values(reader, slot, head, start)
        if plus or (may_stop(slot, reader.picks) if listed else slot.key or _needed(reader, slot)):
            return items, hint
        return items + _keys(reader, slot, head, start, leave=True), hint
    return _keys(reader, slot, head, start, leave=False), hint


def _values(reader: _Reader, slot: Slot, head: str, start: str) -> list[Item]:
    """The values of a slot that begin like this, by any of their words."""
    lexicon = reader.t.rules.lexicons[slot.kind]
    domain = slot.domain(reader.picks)
    items = []
    for value in nearest_first(reader.t, reader.side, reader.verb, slot, reader.picks, domain):
        if not start or lexicon.begins(value, start):
            word = reader.word(lexicon, value, domain)
            label = slot.label(reader.picks, value) if slot.label else lexicon.name(value)
            items.append(Item(f"{head}{word}", f"{word} · {label}"))
    return items


def _keys(reader: _Reader, slot: Slot, head: str, start: str, *, leave: bool) -> list[Item]:
    """The keywords that may come next: of `slot` (or, when it is left, of those after it)
    up to the first slot that must be filled, and the values of one without a keyword."""
    items: list[Item] = []
    slots = reader.verb.slots
    if leave and not slot.many:
        reader.picks.append([])
    for later in slots[slots.index(slot) + leave :]:
        if later is not slot and later.many:
            reader.picks.append([])
        if not later.key:
            if leave and not slot.many:
                return items
            return items + _values(reader, later, head, start)
        if (later.key.startswith(start) or not later.optional) and later.domain(reader.picks):
            tail = "" if later.flag else " "
            items.append(Item(f"{head}{later.key}{tail}", f"{later.key} · {later.name}"))
        if _needed(reader, later):
            break
        if not later.many:
            reader.picks.append([])
    return items


def _needed(reader: _Reader, slot: Slot) -> bool:
    """May the slot that comes next not be left out?"""
    left_out = reader.picks if slot.many else [*reader.picks, []]
    return may_leave_out(slot, left_out) is not None


# sampling ----------------------------------------------------------------------


def sampled(t: T, rng: random.Random, verbs: Sequence[Verb]) -> str:
    """The line of a random legal order. Given next, as it mostly is, it need not be read."""
    verb, picks = sample(t, rng, verbs)
    line = write(t, verb, picks)
    t.found["sampled"] = line, verb, picks
    return line


def sample(
    t: T, rng: random.Random, verbs: Sequence[Verb], rarely: float = 0.15
) -> tuple[Verb, Picks]:
    """A random legal order. Verbs that end a phase come up `rarely` where others are open."""
    offered = [verb for verb in verbs if not verb.blocked and not verb.free]
    going_on = [verb for verb in offered if not verb.ends]
    if len(going_on) < len(offered) and rng.random() < rarely:
        going_on = []
    return fill(rng, _drawn(rng, going_on) or _drawn(rng, offered) or _none(verbs))


def _drawn(rng: random.Random, verbs: Sequence[Verb]) -> Verb | None:
    """One of those with a line, each as likely as the others; no more are asked than need be."""
    left = list(verbs)
    while left:
        verb = left.pop(int(rng.random() * len(left)))
        if has_line(verb):
            return verb
    return None


def _none(verbs: Sequence[Verb]) -> NoReturn:
    raise RuntimeError(f"none of {[verb.name for verb in verbs]} has a line")


def fill(rng: random.Random, verb: Verb) -> tuple[Verb, Picks]:
    """A random legal order with this verb."""
    picks: Picks = []
    for slot in verb.slots:
        picks.append(_sample_slot(rng, slot, picks))
    return verb, picks


def _sample_slot(rng: random.Random, slot: Slot, picks: Picks) -> Pick:
    if slot.optional and rng.random() < 0.5 and may_leave_out(slot, [*picks, []]) is None:
        return []
    if not slot.many:
        domain = slot.domain(picks)
        return _choice(rng, domain) if domain or not slot.optional else []
    listed: list[Value] = []
    whole: Picks = [*picks, listed]
    while True:
        ends = bool(listed) and may_stop(slot, whole) is None
        if ends and rng.random() < 0.5:
            return listed
        domain = slot.domain(whole)
        if not domain:
            return listed if ends or (slot.optional and not listed) else _stuck(slot)
        value = _choice(rng, domain)
        if slot.via:
            listed.extend(slot.via(whole, value))
        listed.append(value)


def _stuck(slot: Slot) -> NoReturn:
    raise RuntimeError(f"slot {slot.name} offered a prefix that nothing completes")


_LISTS = (list, tuple, range)


def _choice(rng: random.Random, domain: Collection[Value]) -> Value:
    draw: Callable[[random.Random], Value] | None = getattr(domain, "draw", None)
    if draw:  # it need not be listed
        return draw(rng)
    values = domain if isinstance(domain, _LISTS) else tuple(domain)
    return values[int(rng.random() * len(values))]
