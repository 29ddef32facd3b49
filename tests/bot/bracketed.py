"""A language in which the bot's own words stand in brackets, so that what is said past the
catalogue can be seen."""

import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from importlib.resources import files
from typing import Any

import engine
from bot.catalogue import MARK

OPEN, SHUT = "‹", "›"
OWN = re.compile(rf"{OPEN}[^{OPEN}{SHUT}]*(?:{SHUT}|$)")
LINES = re.compile(r"`+[^`]*(?:`+|$)|<[^<>\s]*>|https?://\S+|[\w-]+\.\w{3,4}\b")
"""What is the same in all languages: order lines, mentions, addresses, names of files."""
RAW = re.compile(r"(<[^<>]*>|\{[^{}]*\}|`[^`]*`)")
"""What of a text is no word of it: mentions, values, order lines."""
SENTENCE = re.compile(r"\b[a-z]{2,}(?:, | )[a-z]{2,}\b")
"""Two plain words beside each other: names of places and units are none."""


class Bracketed(GNUTranslations):
    """Every text of the catalogue in brackets, its values outside of them."""

    def __init__(self) -> None:
        super().__init__()

    def gettext(self, message: str) -> str:
        return bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return bracketed(msgid1 if n == 1 else msgid2)


def bracketed(text: str) -> str:
    """
    >>> bracketed("{side} begins.")
    '{side}‹ begins.›'
    """
    parts = RAW.split(text)
    parts[::2] = [f"{OPEN}{p}{SHUT}" if re.search("[A-Za-z]", p) else p for p in parts[::2]]
    return "".join(parts)


def names() -> set[str]:
    """Names that are the same in all languages: of games and their sides, scenarios."""
    found = set()
    for info in engine.catalogue().values():
        found |= {info.title, *info.scenarios.values()}
        found |= {part for name in info.scenarios.values() for part in re.split(r": |, ", name)}
        rules = json.loads(
            (files(f"engine.games.{info.id}.data") / "rules_index.json").read_bytes()
        )
        found |= {engine.rule_name(rule["id"]) for rule in rules}
    return found


def escaped(text: str, known: set[str]) -> str:
    """What of a text is English and neither the catalogue's, nor marked, nor a name; "" if none.

    A mark holds for what a game says from there on, to the next words of the bot's own.

    >>> escaped("‹Now: ›[en] any time", set()), escaped("‹Now: ›any time", set())
    ('', 'any time')
    """
    for part in OWN.split(LINES.sub("", text)):
        plain = part.partition(MARK.strip())[0]
        for name in sorted(known, key=len, reverse=True):
            if re.search("[A-Za-z]{3}", name):
                plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", plain)
        if SENTENCE.search(plain):
            return plain.strip()
    return ""


def texts_of(body: Any, key: str = "") -> Iterator[str]:
    """All that people read of what is sent."""
    if isinstance(body, dict):
        body = {**body, "label": _without_lines(body)} if "label" in body else body
        for name, value in body.items():
            if name not in ("custom_id", "value", "nonce", "filename", "emoji", "url"):
                yield from texts_of(value, name)
    elif isinstance(body, list | tuple):
        for value in body:
            yield from texts_of(value, key)
    elif isinstance(body, str) and key in READ:
        yield body


def _without_lines(component: dict[str, Any]) -> str:
    """The label of a button or choice, without the order line that it gives."""
    given = str(component.get("custom_id") or component.get("value") or "").casefold()
    parts = re.split(f"({OPEN}[^{SHUT}]*{SHUT}?)", str(component["label"]))
    return "".join("" if part.strip(" …").casefold() in given else part for part in parts)


READ = {"content", "label", "placeholder", "description", "title", "name", "text"}
