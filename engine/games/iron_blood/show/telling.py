"""Entries of the log in the words of Iron, Blood, Snow & Mud."""

from engine.core.entries import AnyEntry, Marked
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SOVIET

DICE = {
    "combat.axis": "Axis dice",
    "combat.soviet": "Soviet dice",
    "blitz": "Blitz die",
    "disengage": "Disengagement die",
    "partisans": "Partisan die",
    "stalin": "Stalin's die",
    "reroll": "Rolled again",
}


def tell(entry: AnyEntry) -> str:
    """One sentence about an entry; "" where the common words will do."""
    match entry:
        case Marked(place=place, mark="control", value=value):
            return f"{_location(place)} is now under {value.title()} control."
        case Marked(place=place, mark="stalin"):
            return f"Stalin has left Moscow for {_location(place)}. The Axis has the initiative."
        case Marked(place=place, mark="fortress"):
            return f"The fortress of {called('place', place)} is destroyed."
        case Marked(place=place, mark="fleet"):
            return f"The fleet in the {called('place', place)} is disrupted for this season."
    return ""


def called(kind: str, word: str) -> str:
    """A place with its number, a Soviet unit with its side."""
    if kind == "place":
        return BOARD.label(BOARD.place_index[word])
    if kind == "unit" and (unit := BOARD.units[BOARD.unit_index[word]]).side == SOVIET:
        return f"Soviet {unit.name}"
    return ""


def _location(id_: str) -> str:
    return BOARD.locations[BOARD.location_index[id_]].name
