"""What several units do alike by one order, in one sentence.

An army that moves by stacks would fill the channel otherwise: three rows for each order.
"""

from collections.abc import Iterable
from typing import TypeGuard

from engine.core.entries import AnyEntry, Moved, Ordered
from engine.core.tell import listed

_ARE = {"is": "are", "goes": "go", "has": "have", "does": "do"}


def together(told: Iterable[tuple[AnyEntry, str]]) -> list[str]:
    """Entries with their sentences, in order; one where units of an order go the same way."""
    found: list[str] = []
    alike: dict[tuple[str, ...], tuple[int, list[str]]] = {}
    for entry, text in told:
        if isinstance(entry, Ordered):
            alike = {}
        if not _goes(entry):
            found.append(text)
            continue
        name, _, rest = text.partition(f" {entry.how} ")
        if not name or not rest:
            found.append(text)
            continue
        did = f"{entry.how} {rest}"
        row, names = alike.setdefault((*entry.places, did), (len(found), []))
        names.append(name)
        if len(names) == 1:
            found.append(text)
        else:
            found[row] = f"{_names(names)} {_plural(did)}"
    return found


def _goes(entry: AnyEntry) -> TypeGuard[Moved]:
    """Does a unit go from one place to another by it?"""
    return isinstance(entry, Moved) and len(entry.places) > 1


def _names(names: list[str]) -> str:
    """Names in a list; words that all begin or end with are said once.

    >>> _names(["2 Infantry Corps", "10 Infantry Corps"]), _names(["4th Army", "1st Corps"])
    ('2 and 10 Infantry Corps', '4th Army and 1st Corps')
    """
    words = [name.split() for name in names]
    most = min(map(len, words)) - 1
    first = _alike(words, most)
    last = _alike([row[::-1] for row in words], most - first)
    middles = [" ".join(row[first : len(row) - last]) for row in words]
    return " ".join([*words[0][:first], listed(middles), *words[0][len(words[0]) - last :]])


def _alike(rows: list[list[str]], most: int) -> int:
    """With how many words all begin, at most so many."""
    count = 0
    while count < most and len({row[count] for row in rows}) == 1:
        count += 1
    return count


def _plural(rest: str) -> str:
    """What one unit does, said of several.

    >>> _plural("moves from 0101"), _plural("goes by rail"), _plural("is shipped")
    ('move from 0101', 'go by rail', 'are shipped')
    """
    verb, _, more = rest.partition(" ")
    if verb in _ARE:
        return f"{_ARE[verb]} {more}"
    if verb.endswith(("shes", "ches", "sses", "xes")):
        return f"{verb[:-2]} {more}"
    return f"{verb.removesuffix('s')} {more}"
