"""One catalogue of all that the bot itself says, in the language of whoever reads it.

A text stands in the code in English, as the key of the catalogue: `phrase("{side} begins.",
side=…)`; what counts has two forms, `counted(one, many, n)`. Whole sentences, never pieces glued
together; what changes are the named values. `msgid` marks a text that is kept first and said
later. `locale/umpire.pot` lists all of them (`python -m bot.catalogue`); a language is one more
file `locale/LANGUAGE.po` beside it, and nothing else. What the engine says (order lines, prompts,
the log) is English, and passes as a value. Words for the host, in the terminal and in the log of
the process, are not in it.
"""

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE = Path(__file__).parent / "locale"
TEMPLATE = LOCALE / "umpire.pot"

ENGLISH = "en"

LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language of whoever reads what is being said: `de`, or `de-AT` as Discord has it."""

MARK = "[en] "
"""Stands before what a game says, where people read another language."""

SERVERS: dict[int, str] = {}
"""Server -> its language, where that is not English, as it was heard last."""


def phrase(text: str, /, **values: object) -> str:
    """A text of the catalogue in the language of the moment, its named values filled in.

    >>> phrase("{side} begins.", side="Axis")
    'Axis begins.'
    """
    found = translations(LANGUAGE.get()).gettext(text)
    return found.format(**values) if values else found


def of_game(said: str) -> str:
    """A sentence of a game's own, which is English: marked as such in any other language."""
    english = not isinstance(translations(LANGUAGE.get()), GNUTranslations)
    return said if english or not said else f"{MARK}{said}"


def of_server(said: str, guild: int) -> str:
    """What was said to everybody on a server, in its language: marked where one reads another."""
    server, own = (name.partition("-")[0] for name in (language_of(guild), LANGUAGE.get()))
    return said if server == own or not said else f"[{server}] {said}"


def counted(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that counts, in the form for so many; `n` is `{n}` in it.

    >>> counted("{n} day", "{n} days", 1)
    '1 day'
    """
    found = translations(LANGUAGE.get()).ngettext(one, many, n)
    return found.format(n=n, **values)


def msgid(text: str) -> str:
    """A text of the catalogue that is kept as it is, for `phrase` later."""
    return text


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """What is said meanwhile is said in that language; "" is English."""
    before = LANGUAGE.set(language or ENGLISH)
    try:
        yield
    finally:
        LANGUAGE.reset(before)


def channel(guild: int) -> AbstractContextManager[None]:
    """What is said to everybody is in the language of their server, whoever brought it about."""
    return speaking(language_of(guild))


def language_of(guild: int) -> str:
    """Of a server, as it was heard last."""
    return SERVERS.get(guild) or ENGLISH


@cache
def translations(language: str) -> NullTranslations:
    """The texts of a language, English where it has none: from its `.po` file, read once."""
    for name in (language, language.partition("-")[0]):
        path = LOCALE / f"{name}.po"
        if path.exists():
            with path.open("rb") as file:
                return of(read_po(file))
    return NullTranslations()


def of(catalog: Catalog) -> NullTranslations:
    """A catalogue as gettext takes it."""
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


def template() -> Catalog:
    """All texts in the code, with the modules that say them."""
    found = Catalog(project="umpire", charset="utf-8")
    room = str(Path(__file__).parent)
    for name, _, text, comments, _ in extract_from_dir(
        room, [("**.py", "python")], keywords={"phrase": None, "msgid": None, "counted": (1, 2)}
    ):
        found.add(text, locations=[(name, 1)], auto_comments=comments)
    return found


def main() -> None:
    """Write the template anew; what is new in it goes into each language, without words yet."""
    found = template()
    with TEMPLATE.open("wb") as file:
        write_po(file, found, sort_output=True, omit_header=True, include_lineno=False)
    for path in LOCALE.glob("*.po"):
        with path.open("rb") as file:
            known = read_po(file, locale=path.stem)
        known.update(found, no_fuzzy_matching=True)
        known.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, known, sort_output=True, omit_header=True, include_lineno=False)


if __name__ == "__main__":
    main()
