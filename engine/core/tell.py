"""Entries of the log in plain words; a game may bring words of its own."""

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


def name(rules: Rules[Any, Any], kind: str, word: str) -> str:
    """The full name of a unit, place or card given by its id."""
    values = rules.lexicons[kind].read(word) if kind in rules.lexicons else ()
    return rules.lexicons[kind].name(values[0]) if values else word


def short(rules: Rules[Any, Any], line: str) -> str:
    """A canonical line in the short words that people type: `move 1pz 0204`."""
    return " ".join(_short_word(rules, word) for word in line.split(" "))


def _short_word(rules: Rules[Any, Any], word: str) -> str:
    for lexicon in rules.lexicons.values():
        for value in lexicon.read(word):
            if lexicon.write(value) == word:
                return lexicon.short(value)
    return word


def side(word: str) -> str:
    """A side as people write it."""
    return word.replace("_", " ").title()


def _common(rules: Rules[Any, Any], entry: AnyEntry) -> str:
    match entry:
        case Ordered(side=who, line=line, auto=auto):
            return f"{side(who)}: {short(rules, line)}{' (by itself)' if auto else ''}"
        case Phased(turn=turn, phase=phase, side=who):
            return f"{turn}: {phase}{', ' + side(who) if who else ''}."
        case Moved(unit=unit, places=places, how=how):
            ways = " – ".join(name(rules, "place", place) for place in places)
            return f"{name(rules, 'unit', unit)}: {how} {ways}."
        case Rolled(values=values, purpose=purpose, queued=queued):
            set_by = " (set by the umpire)" if queued else ""
            return f"Dice for {purpose}: {', '.join(map(str, values))}{set_by}."
        case Shuffled():
            return ""
        case Fought(places=places, sides=sides, scores=scores, result=result):
            score = ", ".join(f"{side(s)} {n}" for s, n in zip(sides, scores, strict=True))
            where = ", ".join(name(rules, "place", place) for place in places)
            return f"Battle of {where}: {score}. {result}"
        case Lost(unit=unit, place=place, how=how):
            return f"{name(rules, 'unit', unit)} in {name(rules, 'place', place)}: {how}."
        case Placed(unit=unit, place=place):
            return f"{name(rules, 'unit', unit)} is placed in {name(rules, 'place', place)}."
        case Marked(place=place, mark=mark, value=value):
            return f"{name(rules, 'place', place)}: {mark} {value}."
        case Played(side=who, card=card, how=how):
            return f"{side(who)} plays {name(rules, 'card', card)}: {how}."
        case Noted(text=text):
            return text
        case Ended(winners=winners, reason=reason):
            won = " and ".join(side(w) for w in winners)
            return f"{won or 'Nobody'} won: {reason.rstrip('.')}."
