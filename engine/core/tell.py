"""Entries of the log in plain words; a game may bring words of its own."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.entries import (
    AnyEntry,
    Ended,
    Fought,
    Lost,
    Marked,
    Moved,
    Noted,
    Ordered,
    Phased,
    Placed,
    Played,
    Rolled,
    Shuffled,
)
from engine.core.rules import Rules


def tell(rules: Rules[Any, Any], entry: AnyEntry) -> str:
    """One sentence about an entry; "" for those that only matter to a checker."""
    return rules.tell(entry) or _common(rules, entry)


def several(count: int, one: str, more: str = "") -> str:
    """So many of a thing; `more` is its plural where that is not `one` with an s.

    >>> several(1, "hex", "hexes"), several(2, "hex", "hexes"), several(0, "unit")
    ('1 hex', '2 hexes', '0 units')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def called(rules: Rules[Any, Any], kind: str, word: str) -> str:
    """What a unit, place or card given by its id is called."""
    values = rules.lexicons[kind].read(word) if kind in rules.lexicons else ()
    return rules.called(kind, word) or (rules.lexicons[kind].name(values[0]) if values else word)


def short(rules: Rules[Any, Any], line: str) -> str:
    """A canonical line in the short words that people type: `move 1pz 0204`."""
    return " ".join(_short_word(rules, word) for word in line.split(" "))


def _short_word(rules: Rules[Any, Any], word: str) -> str:
    for lexicon in rules.lexicons.values():
        for value in lexicon.read(word):
            if lexicon.write(value) == word:
                return lexicon.short(value)
    return word


def side(names: Mapping[str, str], word: str) -> str:
    """A side as people write it; `names` are a game's own (`Rules.names`)."""
    return names.get(word) or word.replace("_", " ").title()


def listed(words: Iterable[str]) -> str:
    """Words as one says them: a, b and c.

    >>> listed(["Kiev", "Minsk", "Riga"])
    'Kiev, Minsk and Riga'
    """
    *most, last = [*words] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def _common(rules: Rules[Any, Any], entry: AnyEntry) -> str:
    def unit(word: str) -> str:
        return called(rules, "unit", word)

    def place(word: str) -> str:
        return called(rules, "place", word)

    match entry:
        case Ordered(side=who, line=line, auto=auto):
            return f"{side(rules.names, who)}: {short(rules, line)}{' (by itself)' if auto else ''}"
        case Phased(turn=turn, phase=phase, side=who):
            return f"{turn}: {phase}{', ' + side(rules.names, who) if who else ''}."
        case Moved(unit=who, places=places, how=how):
            start, *way = map(place, places)
            over = f" over {listed(way[:-1])}" if way[1:] else ""
            ways = f" from {start}{over} to {way[-1]}" if way else ""
            return f"{unit(who)} {how}{ways}."
        case Rolled(values=values, purpose=purpose, queued=queued):
            dice = rules.dice.get(purpose, f"Dice for {purpose}")
            set_by = ", set by the umpire" if queued else ""
            return f"{dice}: {', '.join(map(str, values))}{set_by}."
        case Shuffled():
            return ""
        case Fought(places=places, sides=sides, scores=scores, result=result):
            score = ", ".join(
                f"{side(rules.names, s)} {n}" for s, n in zip(sides, scores, strict=True)
            )
            return f"Battle of {', '.join(map(place, places))}: {score}. {result}"
        case Lost(unit=who, place=where, how=how):
            return f"{unit(who)} in {place(where)} is {how}."
        case Placed(unit=who, place=where):
            return f"{unit(who)} is placed: {place(where)}."
        case Marked(place=where, mark=mark, value=value):
            return f"{place(where)}: {mark} {value}."
        case Played(side=who, card=card, how=how):
            return f"{side(rules.names, who)} plays {called(rules, 'card', card)}: {how}."
        case Noted(text=text):
            return text
        case Ended(winners=winners, reason=reason):
            won = " and ".join(side(rules.names, w) for w in winners)
            return f"{won or 'Nobody'} won: {reason.rstrip('.')}."
