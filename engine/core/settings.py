"""What the umpire sets and reads, as one table a game: its numbers, its marks, flags of units.

A row says what it is about, in which words its value is written, and how it is found and
changed. So what can be set can be read, in the words that set it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import Malformed
from engine.core.lexicon import Lexicon, number
from engine.core.table import Table
from engine.core.verbs import Value

T = Table[Any, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """How a value is written: `usage` where a line is explained, `read` a word (Malformed when
    it means nothing), `write` the canonical one."""

    usage: str
    read: Callable[[T, str], Any]
    write: Callable[[T, Any], str] = lambda t, value: str(value)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. Its value is written in `words`, one each, and any number of the last if `many`.

    `get(table, about)` finds the value (a tuple or list where there are several) and
    `put(table, about, *values)` changes it; without `put` it can only be looked at. `about`
    is what the word of `of` means: a side, a place, a unit (None without). `default` has the
    last words of the value, where they may be left out. The value of a `hidden` one is nobody's
    to read in the log: not all sides may know it.
    """

    words: tuple[Word, ...]
    get: Callable[[T, Any], Any]
    put: Callable[..., None] | None = None
    of: Word | None = None
    default: str = ""
    many: bool = False
    hidden: bool = False

    def about(self, t: T, word: str) -> Any:
        """What it is about."""
        return self.of.read(t, word) if self.of else None

    def read(self, t: T, about: Any) -> str:
        """The value as it would be written, several parted by commas ("none": there is none)."""
        found = self.get(t, about)
        values = found if isinstance(found, tuple | list) else (found,)
        words = zip(self._row(values), values, strict=False)
        return ",".join(word.write(t, value) for word, value in words) or "none"

    def write(self, t: T, about: Any, line: str, value: str) -> None:
        """Set it; Malformed, with the form of the `line`, where words are missing or left over."""
        values = value.replace(",", " ").split()
        missing = len(self.words) - len(values)
        if missing > 0:
            values += self.default.split()[-missing:]
        words = self._row(values)
        if not self.put or len(words) != len(values):
            raise Malformed(f"It reads: {line} {self.usage}")
        self.put(t, about, *(w.read(t, v) for w, v in zip(words, values, strict=True)))

    @property
    def usage(self) -> str:
        """The words of its value, as a line is explained."""
        spare = len(self.words) - len(self.default.split())
        told = [f"[{w.usage}]" if i >= spare else w.usage for i, w in enumerate(self.words)]
        return " ".join(told) + " .." * self.many

    def _row(self, values: Sequence[Any]) -> tuple[Word, ...]:
        """The word for each value."""
        return self.words + self.words[-1:] * (len(values) - len(self.words)) * self.many


Settings = Mapping[str, Setting]
"""By name; a name that ends in a point goes on with what the setting is of (`trucks.gray`)."""


def named(settings: Settings, name: str) -> tuple[Setting | None, str]:
    """The setting of a name, and what it is of."""
    head, _, tail = name.partition(".")
    return (settings.get(f"{head}."), tail) if tail else (settings.get(name), "")


def names(settings: Settings) -> str:
    """Those that can be set, to be told."""
    told = (n + s.of.usage if s.of and n[-1] == "." else n for n, s in settings.items() if s.put)
    return ", ".join(told)


# words ---------------------------------------------------------------------------------

PLAIN = Word("VALUE", lambda t, word: word)


def whole(allowed: range) -> Word:
    """A number that there can be; `none` is 0."""

    def read(t: T, word: str) -> int:
        size = number("0" if word == "none" else word.removeprefix("-"))
        found = -size if size is not None and word.startswith("-") else size
        if found is None or found not in allowed:
            usage = f"from {allowed[0]} to {allowed[-1]}"
            raise Malformed(f"It is a number {usage}; not `{word[:30]}`.")
        return found

    return Word("N", read)


def one_of(*names: str, first: int = 0, also: Mapping[str, int] | None = None) -> Word:
    """One of some words: the first means `first`, each next one more. `also` are other words."""
    known = {name: value for value, name in enumerate(names, first)} | dict(also or {})

    def read(t: T, word: str) -> int:
        if word not in known:
            raise Malformed(f"It is {' or '.join(names)}; not `{word[:30]}`.")
        return known[word]

    return Word("|".join(names), read, lambda t, value: names[int(value) - first])


def _switch(t: T, word: str) -> bool:
    if word in ("on", "1", "yes", "true"):
        return True
    if word in ("off", "0", "no", "false", "none"):
        return False
    raise Malformed(f"It is on or off; not `{word[:30]}`.")


SWITCH = Word("on|off", _switch, lambda t, value: str(int(value)))
"""A flag."""


def term(
    usage: str,
    lexicon: Lexicon,
    fits: Callable[[Value], bool] = lambda value: True,
    none: int | None = None,
) -> Word:
    """A word of a lexicon for a value that fits; `none` is the value that `none` stands for."""

    def read(t: T, word: str) -> Value:
        if none is not None and word == "none":
            return none
        return meant(lexicon, usage.lower(), word, fits)

    def write(t: T, value: Value) -> str:
        return "none" if value == none else lexicon.write(value)

    return Word(usage, read, write)


def meant(
    lexicon: Lexicon, noun: str, word: str, fits: Callable[[Value], bool] = lambda value: True
) -> Value:
    """What a word stands for; Malformed when it is unknown, or not one thing alone."""
    found = list(dict.fromkeys(filter(fits, lexicon.read(word))))
    if not found:
        raise Malformed(f"There is no {noun} `{word[:30]}`.")
    if len(found) > 1:
        raise Malformed(f"`{word}` could be {', '.join(map(lexicon.write, found))}.")
    return found[0]


def value_of(t: T, kind: str, word: str) -> Value:
    """What a word means in one of the game's lexicons."""
    return meant(t.rules.lexicons[kind], kind, word)


# rows ----------------------------------------------------------------------------------


def field(name: str, word: Word) -> Setting:
    """A field of the state."""

    def put(t: T, _: None, value: Any) -> None:
        setattr(t.s, name, type(getattr(t.s, name))(value))

    return Setting((word,), lambda t, _: getattr(t.s, name), put)


def row(name: str, word: Word, of: Word, default: str = "") -> Setting:
    """An element of a list of the state, by what its index stands for."""

    def put(t: T, index: int, value: Any) -> None:
        getattr(t.s, name)[index] = type(getattr(t.s, name)[index])(value)

    return Setting((word,), lambda t, index: getattr(t.s, name)[index], put, of, default)


def element(name: str, of: Word, word: Word = SWITCH) -> Setting:
    """Whether something is in a list of the state."""

    def put(t: T, item: int, there: bool) -> None:
        rest = [other for other in getattr(t.s, name) if other != item]
        setattr(t.s, name, [*rest, item] if there else rest)

    return Setting((word,), lambda t, item: item in getattr(t.s, name), put, of, "on")


def seen(get: Callable[[T, Any], object], of: Word | None = None) -> Setting:
    """What the rules say, to be looked at."""
    return Setting((PLAIN,), get, of=of)
