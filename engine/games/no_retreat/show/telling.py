"""Entries of the log in the words of No Retreat!"""

from engine.core.entries import AnyEntry, Ended, Lost, Marked, Played, Rolled
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import HEXES, ON_MAP, SIDES, TRACK
from engine.games.no_retreat.words import PEOPLE, card_name, turn_name

DICE = {"battle": "Battle die", "random": "Die for a card at random"}
_HOLDERS = {"axis": "the Axis", "soviet": "the Soviets", "none": "nobody"}
_ON_UNITS = {
    "unsupplied": ("is Unsupplied", "is no longer Unsupplied"),
    "disorganized": ("is Disorganized", "is ready again"),
    "reserve": ("is the Strategic Reserve", "is no longer the Strategic Reserve"),
    "support": ("has the Local Support marker", "no longer has the Local Support marker"),
    "no_zoc": ("has no Zone of Control for this player turn", "has its Zone of Control again"),
}
"""Marker on a unit -> what it says when put on, and when taken off."""
_ON_HEXES = {
    "target": "Target marker",
    "counterblow": "Counterblow marker",
    "works": "Defensive Works",
    "scorched": "Scorched Earth marker",
    "no_sudden_death": "No Sudden Death marker",
}


def tell(entry: AnyEntry) -> str:
    """One sentence about an entry; "" where the common words will do."""
    match entry:
        case Rolled(purpose="random", values=values, queued=queued):  # counted from 0
            set_by = ", set by the umpire" if queued else ""
            return f"{DICE['random']}: {', '.join(str(value + 1) for value in values)}{set_by}."
        case Lost(unit=unit, place=place, how=how):
            verb = "loses a step" if how == "reduced" else f"is {how}"
            where = f" in {_place(place)}" if BOARD.place_index[place] < ON_MAP else ""
            return f"{_unit(unit)}{where} {verb}."
        case Marked():
            return _marked(entry)
        case Played(side=side, card=card, how=how):
            held = BOARD.card(int(card)).halves[SIDES.index(side)]
            who = f"The {PEOPLE[SIDES.index(side)]}"
            if how.startswith(f"{held.name}: "):  # played as an event
                return f"{who} play {how}."
            return f"{who} give card {card}, {card_name(int(card), held.side)}: {how}."
        case Ended(winners=[side], reason=reason):
            return f"The {PEOPLE[SIDES.index(side)]} have won: {reason}."
    return ""


def _marked(entry: Marked) -> str:
    place, mark, value = entry.place, entry.mark, entry.value
    off = value == "none"
    if mark in _ON_UNITS:
        return f"{_unit(place)} {_ON_UNITS[mark][off]}."
    if mark == "control":
        site = BOARD.sites[BOARD.site_index[place]]
        return f"{site.name} is now held by {_HOLDERS[value]}."
    if mark == "cut":
        return f"{_place(place)} supplies nobody in this player turn."
    if mark == "weather":
        turn = BOARD.place_index[place] - TRACK
        return f"The weather of {turn_name(turn)} turns to {value.replace('_', ' ').title()}."
    if mark in _ON_HEXES:
        where = _place(place)
        return f"{where}: {_ON_HEXES[mark]}{' taken off' if off else ''}."
    return ""


def called(kind: str, word: str) -> str:
    """A site by its name, a hex with its number."""
    return _place(word) if kind == "place" else ""


def _unit(id_: str) -> str:
    return BOARD.units[BOARD.unit_index[id_]].name


def _place(id_: str) -> str:
    if id_ in BOARD.site_index:
        return BOARD.sites[BOARD.site_index[id_]].name
    place = BOARD.place_index[id_]
    return BOARD.label(place) if place < HEXES else BOARD.place_names[place]
