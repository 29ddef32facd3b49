"""What autocomplete lists show: the referee's own completions, cut to Discord's measure."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from time import thread_time

from bot.catalogue import msgid, phrase
from bot.words.limits import CHOICE, CHOICES, cut
from bot.words.refusal import Refusal
from engine import Game, Item

Pair = tuple[str, str]
"""(label, value)"""

PEOPLE = 500
LOOKED_AT = 400
"""Completions asked of the referee for one list of whole lines."""
PATIENCE = 0.03
"""Seconds of the processor for such a list: meanwhile nobody else is answered."""


GOES_ON = " …"
TOO_LONG = msgid("too long for this list: use the button Give an order, or /orders")
NOTE = "…"
"""A row of a list that begins so only informs."""


def note(text: str) -> Pair:
    """A row that says something about its list. It is no order and stands for none."""
    return f"{NOTE} {text}", f"{NOTE} {text}"


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
        """The value behind a label that was offered to this person, else the text itself.

        Refusal where it is a row that only informs.
        """
        if text.lstrip().startswith(NOTE):
            raise Refusal(
                phrase(
                    "That row only says that the list is longer; nothing was done. "
                    "Type a word or a few letters of what you mean, and the list shows "
                    "what fits."
                )
            )
        return self._by_user.get(user, {}).get(text, text)


def lines(game: Game, side: str, current: str) -> list[Pair]:
    """Whole lines and beginnings (marked `…`) for what was typed so far, with names."""
    found = game.complete(side, current)
    typed = " ".join(current.split())
    items = list(found.items)
    if typed and (found.complete or [item.value.strip() for item in items] == [typed]):
        items = [Item(typed, typed)] if found.complete else []
        items += game.complete(side, f"{typed} ").items
    items = list({item.value.strip(): item for item in items}.values())
    fit = [item for item in items if len(item.value.strip()) <= CHOICE]
    pairs = [_pair(game, side, item) for item in fit[:CHOICES]]
    if len(fit) < len(items):
        return [*pairs[: CHOICES - 1], note(phrase(TOO_LONG))]
    return noted(pairs, len(fit))


def words(game: Game, side: str, starts: Sequence[str], current: str) -> list[Pair]:
    """What may follow one of the beginnings; the value is only what is added to it."""
    for start in starts:
        items = game.complete(side, f"{start} {current}").items
        if not items and current.strip():
            items = game.complete(side, f"{start} {current.strip()} ").items
        added = [item for item in items if item.value.strip() != start]
        if added:
            pairs = [_pair(game, side, item, start) for item in added[:CHOICES]]
            return noted(pairs, len(added))
    return []


def whole_lines(game: Game, side: str, current: str) -> list[Pair]:
    """Complete orders with the typed word in them, found by going down the referee's tree.

    Those that end a phase come last, and are always there. Where the tree is too large for all
    of it, its beginnings are there too; whoever types one on goes down from there.
    """
    verbs = game.verbs(side)
    free = {verb.name for verb in verbs if verb.free}
    ends = {verb.name for verb in verbs if verb.ends}
    word = current.strip().casefold()
    line_like = any(word == verb.name or word.startswith(f"{verb.name} ") for verb in verbs)
    begun = thread_time()
    found: list[Pair] = []
    endings: list[Pair] = []
    waiting = [Item("", "")]
    for _ in range(LOOKED_AT):
        if not waiting or len(found) > CHOICES:
            break
        line = waiting[0].value.strip()
        if line not in ends and thread_time() - begun > PATIENCE:
            break
        item = waiting.pop(0)
        completions = game.complete(side, f"{line} " if line else "")
        label = f"{line} {item.label}".casefold()
        if completions.complete and len(line) <= CHOICE and word in label:
            (endings if line in ends else found).append((_label(line, "", item), line))
        waiting += [
            one
            for one in completions.items
            if one.value.split()[0] not in free and (not line_like or _on_the_way(one, word))
        ]
        if not line:
            waiting.sort(key=lambda one: one.value.strip() not in ends)
    if waiting and len(found) <= CHOICES:
        room = CHOICES - 1 - len(endings)
        begins = [
            item for item in waiting if word in f"{item.value.strip()} {item.label}".casefold()
        ]
        found += [
            _pair(game, side, item)
            for item in begins[: max(0, room - len(found))]
            if len(item.value.strip()) <= CHOICE and item.value.strip() not in ends
        ]
        return [*found[:room], *endings, note(phrase("there may be more: type on"))]
    return noted(found, len(found), endings)


def _on_the_way(item: Item, typed: str) -> bool:
    """Does this beginning lead to the line that is typed, or go on from it?"""
    line = item.value.strip().casefold()
    return typed.startswith(line) or line.startswith(typed)


def marked(game: Game, side: str, line: str) -> str:
    """The mark of a beginning: an order goes on from here."""
    return "" if game.whole(side, line) else GOES_ON


def _pair(game: Game, side: str, item: Item, start: str = "") -> Pair:
    line = item.value.strip()
    value = line.removeprefix(start).strip()
    return _label(value, marked(game, side, line), item), value


def _label(words: str, mark: str, item: Item) -> str:
    """The words of an order, and what the last of them is."""
    word, _, text = item.label.partition(" · ")
    text = text or ("" if word in words or word.endswith(words) else word)
    return f"{words}{mark} · {text}" if text and text not in words else f"{words}{mark}"


def first_verb(game: Game, side: str, names: Sequence[str]) -> str:
    """The first of these verbs that is open now, else the last: its refusal tells why."""
    now = {verb.name for verb in game.verbs(side)}
    return next((name for name in names if name in now), names[-1])


def noted(pairs: Sequence[Pair], size: int, last: Sequence[Pair] = ()) -> list[Pair]:
    """At most 25 of so many, and `last` at their end; a row says how many more there are."""
    if size + len(last) <= CHOICES:
        return [*pairs, *last]
    room = CHOICES - 1 - len(last)
    return [
        *pairs[:room],
        *last,
        note(phrase("and {count} more: type on", count=size - room)),
    ]
