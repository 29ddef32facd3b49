"""What autocomplete lists show: the referee's own completions, cut to Discord's measure."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from bot.games import Table
from bot.limits import CHOICE, CHOICES, cut
from engine import Game

Pair = tuple[str, str]
"""(label, value)"""
Finder = Callable[[Table, str], list[Pair]]

PEOPLE = 500
LOOKED_AT = 400
"""Completions asked of the referee for one list of whole lines."""


class Offered:
    """Which label meant which value: clients sometimes send the label of a choice."""

    def __init__(self) -> None:
        self._by_user: OrderedDict[int, dict[str, str]] = OrderedDict()

    def remember(self, user: int, pairs: Iterable[Pair]) -> None:
        """What this person was offered last."""
        known = self._by_user.setdefault(user, {})
        known.update({cut(label, CHOICE): value for label, value in pairs if label != value})
        while len(known) > 4 * CHOICES:
            del known[next(iter(known))]
        self._by_user.move_to_end(user)
        if len(self._by_user) > PEOPLE:
            self._by_user.popitem(last=False)

    def meant(self, user: int, text: str) -> str:
        """The value behind a label that was offered to this person, else the text itself."""
        return self._by_user.get(user, {}).get(text, text)


def lines(game: Game, side: str, current: str) -> list[Pair]:
    """Beginnings of lines and whole lines for what was typed so far; label and value are one."""
    found = game.complete(side, current)
    values = [item.value.strip() for item in found.items]
    typed = " ".join(current.split())
    if typed and (found.complete or values == [typed]):
        after = [item.value.strip() for item in game.complete(side, f"{typed} ").items]
        values = ([typed] if found.complete else []) + after
    values = list(dict.fromkeys(values))
    fit = [value for value in values if len(value) <= CHOICE]
    pairs = [(value, value) for value in fit]
    if len(fit) < len(values):
        note = "Too long for this list: use the button Give an order, or /orders"
        return [*pairs[: CHOICES - 1], (note, cut(typed or fit[0], CHOICE))]
    return _with_note(pairs, typed)


def words(game: Game, side: str, starts: Sequence[str], current: str) -> list[Pair]:
    """What may follow one of the beginnings; the value is only what is added to it."""
    for start in starts:
        items = game.complete(side, f"{start} {current}").items
        if not items and current.strip():
            items = game.complete(side, f"{start} {current.strip()} ").items
        pairs = [(item.label, item.value.strip().removeprefix(start).strip()) for item in items]
        pairs = [(label, value) for label, value in pairs if value]
        if pairs:
            return _with_note(pairs, current.strip())
    return []


def whole_lines(game: Game, side: str, current: str) -> list[Pair]:
    """Complete orders with the typed word in them, found by going down the referee's tree."""
    free = {verb.name for verb in game.verbs(side) if verb.free}
    word = current.strip().casefold()
    found: list[Pair] = []
    waiting = [""]
    for _ in range(LOOKED_AT):
        if not waiting or len(found) > CHOICES:
            break
        line = waiting.pop(0)
        completions = game.complete(side, f"{line} " if line else "")
        if completions.complete and len(line) <= CHOICE and word in line.casefold():
            found.append((line, line))
        nexts = [item.value.strip() for item in completions.items]
        waiting += [value for value in nexts if value.split()[0] not in free]
    return _with_note(found, word)


def first_verb(game: Game, side: str, names: Sequence[str]) -> str:
    """The first of these verbs that is open now, else the last: its refusal tells why."""
    now = {verb.name for verb in game.verbs(side)}
    return next((name for name in names if name in now), names[-1])


def _with_note(pairs: list[Pair], typed: str) -> list[Pair]:
    """At most 25; the last one says how many more there are."""
    if len(pairs) <= CHOICES:
        return pairs
    more = len(pairs) - CHOICES + 1
    value = typed or pairs[CHOICES - 1][1]
    return [*pairs[: CHOICES - 1], (f"… and {more} more: type on", cut(value, CHOICE))]
