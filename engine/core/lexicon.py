"""Words of the order lines and what they stand for.

Case and accents do not count. A value has one canonical word (its id), a short
one for people, and a name.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.verbs import Value


def fold(text: str) -> str:
    """A word as it is compared: lower case, without accents.

    >>> fold("Königsberg")
    'konigsberg'
    """
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in parts if not unicodedata.combining(c))
    return plain.casefold()  # a letter that stands for another may have become a capital


@dataclass(frozen=True, slots=True)
class Term:
    """A value with its words. `side` owns the short ("" for all)."""

    value: Value
    id: str
    short: str = ""
    name: str = ""
    side: str = ""
    also: tuple[str, ...] = ()
    """Other names that people know it by."""


class Lexicon:
    """The terms of one kind: units, hexes, cards …"""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms: dict[Value, Term] = {}
        self._by_word: dict[str, list[Term]] = {}
        self._plain: dict[str, tuple[Value, ...]] = {}
        """The words with one meaning."""
        for term in terms:
            self.terms[term.value] = term
            for word in dict.fromkeys(map(fold, _words(term))):
                self._by_word.setdefault(word, []).append(term)
        self._by_word |= self._spellings()
        for word, meant in self._by_word.items():
            if len(meant) == 1:
                self._plain[word] = (meant[0].value,)

    def _spellings(self) -> dict[str, list[Term]]:
        """Other ways to write the words, where they are no word of their own."""
        found: dict[str, list[Term]] = {}
        for term in self.terms.values():
            words = [*_words(term), *(name.replace(" ", "_") for name in term.also)]
            for way in dict.fromkeys(way for word in words for way in _ways(word)):
                if way not in self._by_word:
                    found.setdefault(way, []).append(term)
        return found

    def begins(self, value: Value, start: str) -> bool:
        """Does any word for a value, its name too, begin like this?"""
        term = self.terms[value]
        words = (*_words(term), term.name, *term.also)
        return any(way.startswith(start) for word in words for way in _ways(word))

    def read(self, word: str, side: str = "") -> tuple[Value, ...]:
        """What a word may mean; where both sides have such a short, the own one comes first."""
        found = self._plain.get(word)
        if found is not None:
            return found
        terms = self._by_word.get(fold(word), ())
        return tuple(t.value for t in sorted(terms, key=lambda t: t.side not in (side, "")))

    def write(self, value: Value) -> str:
        """The canonical word of a value."""
        return self.terms[value].id

    def short(self, value: Value) -> str:
        """The word for people."""
        term = self.terms[value]
        return term.short or term.id

    def name(self, value: Value) -> str:
        """The full name."""
        term = self.terms[value]
        return term.name or term.short or term.id


def number(word: str) -> int | None:
    """The number that a word writes in at most six digits, None where it writes none.

    >>> number("07"), number("-1"), number("9" * 5000)
    (7, None, None)
    """
    return int(word) if word.isdecimal() and len(word) < 7 else None


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WRITTEN_OUT = re.compile("([aou])e")


def _words(term: Term) -> list[str]:
    """The words of a term, its name as one of them."""
    return [word for word in (term.id, term.short, term.name.replace(" ", "_")) if word]


def _ways(word: str) -> tuple[str, ...]:
    """How a word may be written: umlauts as two letters or without their dots, and without
    the points and quotes in it.

    >>> _ways("Königsberg"), _ways("Koenigsberg")
    (('konigsberg', 'koenigsberg'), ('koenigsberg', 'konigsberg'))
    """
    ways = (
        fold(word),
        fold(word.casefold().translate(_UMLAUTS)),
        _WRITTEN_OUT.sub(r"\1", fold(word)),
        re.sub(r"[^\w +-]", "", fold(word)),
    )
    return tuple(dict.fromkeys(way for way in ways if way))


class Numbers(Lexicon):
    """Plain numbers: they mean themselves."""

    def __init__(self) -> None:
        super().__init__(())

    def read(self, word: str, side: str = "") -> tuple[Value, ...]:
        found = number(word)
        return () if found is None else (found,)

    def write(self, value: Value) -> str:
        return str(value)

    short = name = write

    def begins(self, value: Value, start: str) -> bool:
        return str(value).startswith(start)


def words(*known: str) -> Lexicon:
    """A lexicon of fixed words that mean themselves."""
    return Lexicon(Term(value=word, id=word) for word in known)
