"""Entries of the log in the words of Stalin's War."""

from engine.core.entries import (
    AnyEntry,
    Ended,
    Fought,
    Lost,
    Marked,
    Moved,
    Placed,
    Played,
    Rolled,
)
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import BOXES, HEXES, SIDES, TRACK
from engine.games.stalins_war.words import PLACES, label, unit_name, worth

DICE = {
    "fire.axis": "Axis fire",
    "fire.soviet": "Soviet fire",
    "trench": "Die for a Trench",
}
PEOPLE = ("Axis", "Soviets")
_LOST = {
    "eliminated": "is eliminated",
    "reduced": "loses a step",
    "overrun": "is overrun",
    "cannot be placed": "finds no place and leaves the game",
    "exchanged": "gives way to another and leaves the game",
    "surrenders": "surrenders",
    "out of supply": "is out of supply and lost",
    "cannot retreat": "has no way to retreat and is lost",
}
_SUPPLY = {
    "out": "is out of supply",
    "limited": "is fed for defence alone",
    "full": "is in full supply again",
}
_MARKS = {
    "trench": "a Trench",
    "festung": "a Festung",
    "fortified_zone": "a Fortified Zone",
    "combat": "a Combat marker",
    "blitz": "a Blitz marker",
    "fortress": "a fortress",
}


def tell(entry: AnyEntry) -> str:
    """One sentence about an entry; "" where the common words will do."""
    match entry:
        case Rolled(purpose="partisan", values=[unit]):
            return f"Drawn from the Partisans: {unit_name(unit)}."
        case Rolled(purpose=purpose, values=values, queued=queued) if purpose in DICE:
            set_by = ", set by the umpire" if queued else ""
            return f"{DICE[purpose]}: {', '.join(map(str, values))}{set_by}."
        case Moved(unit=unit, places=places, how=how):
            return f"{_unit(unit)} {how} from {_place(places[0])} to {_place(places[-1])}."
        case Placed(unit=unit, place=place):
            return f"{_unit(unit)} comes to {_place(place)}."
        case Lost(unit=unit, place=place, how=how):
            where = f" in {_place(place)}" if _at(place) < HEXES else ""
            stood = " The defenders stand." if entry.rule == "11.4.3" else ""
            return f"{_unit(unit)}{where} {_LOST.get(how, f'is lost: {how}')}.{stood}"
        case Fought():
            return _fought(entry)
        case Marked():
            return _marked(entry)
        case Played(side=side, card=card, how=how):
            it = BOARD.cards[BOARD.card_index[card]]
            who = f"The {PEOPLE[SIDES.index(side)]}"
            how = f"played for {worth(it)}" if how == "played for RP" else how
            return f"{who}: card {it.number}, {it.name}, {how}."
        case Ended(winners=[side], reason=reason):
            verb = "has" if side == "axis" else "have"
            return f"The {PEOPLE[SIDES.index(side)]} {verb} won: {reason.rstrip('.')}."
    return ""


def _fought(entry: Fought) -> str:
    """Who lost how many steps by the Loss Numbers, who won, and how far the defender retreats."""
    (one, other), (ours, theirs) = entry.sides, entry.scores  # a score is what the other loses
    where = " and ".join(map(_place, entry.places))
    losses = f"Loss Number {ours} for the {PEOPLE[SIDES.index(other)]}"
    losses += f", {theirs} for the {PEOPLE[SIDES.index(one)]}"
    if not entry.winner:
        return f"{where}: {losses}. Nobody wins."
    verb = "wins" if entry.winner == "axis" else "win"
    far = {"retreat 1": "a hex", "retreat 2": "two hexes"}.get(entry.result)
    after = f" The defenders retreat {far}." if far else ""
    won = f"The {PEOPLE[SIDES.index(entry.winner)]} {verb}."
    return f"{where}: {losses}. {won}{after}"


def _marked(entry: Marked) -> str:
    place, mark, value = entry.place, entry.mark, entry.value
    if mark == "supply":
        return f"{_unit(place)} {_SUPPLY[value]}."
    if mark == "control":
        whose = ("Axis", "Soviet")[SIDES.index(value)]
        return f"{_place(place)} is {whose} now."
    if mark == "partisan":
        if value == "none":
            return f"The Inactive Partisan in {_place(place)} goes."
        return f"An Inactive Partisan is placed in {_place(place)}."
    if mark == "fortress" and value == "destroyed":
        return f"The fortress of {_place(place)} is destroyed."
    what = _MARKS.get(mark, mark.replace("_", " "))
    if value == "none":
        return f"{_place(place)}: {what} is taken off."
    return f"{_place(place)}: {what} is placed."


def called(kind: str, word: str) -> str:
    """A unit with its nation, a place with its hex."""
    if kind == "unit":
        return _unit(word)
    return _place(word) if kind == "place" else ""


def _unit(id_: str) -> str:
    return unit_name(BOARD.unit_index[id_])


def _at(id_: str) -> int:
    if id_ in BOXES:
        return HEXES + BOXES.index(id_)
    if id_.startswith("turn_"):
        return TRACK + int(id_.removeprefix("turn_"))
    return int(PLACES.read(id_)[0])


def _place(id_: str) -> str:
    return label(_at(id_))
