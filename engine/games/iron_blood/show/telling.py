"""Entries of the log in the words of Iron, Blood, Snow & Mud."""

from engine.core.entries import AnyEntry, Lost, Marked, Moved, Placed, Rolled
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS

_DICE = {
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
        case Rolled(purpose=purpose, values=values, queued=queued):
            set_by = ", set by the umpire" if queued else ""
            return f"{_DICE[purpose]}: {', '.join(map(str, values))}{set_by}."
        case Moved(unit=unit, places=places, how=how):
            over = [_place(place) for place in places[1:-1]]
            way = f" over {', '.join(over)}" if over else ""
            return f"{_unit(unit)} {how} from {_place(places[0])}{way} to {_place(places[-1])}."
        case Placed(unit=unit, place=place):
            return f"{_unit(unit)} is placed: {_place(place)}."
        case Lost(unit=unit, place=place, how=how):
            return f"{_unit(unit)} in {_place(place)} is {how}."
        case Marked(place=place, mark="control", value=value):
            return f"{_location(place)} is now under {value.title()} control."
        case Marked(place=place, mark="stalin"):
            return f"Stalin has left Moscow for {_location(place)}. The Axis has the initiative."
        case Marked(place=place, mark="fortress"):
            return f"The fortress of {_place(place)} is destroyed."
        case Marked(place=place, mark="fleet"):
            return f"The fleet in the {_place(place)} is disrupted for this season."
    return ""


def _unit(id_: str) -> str:
    unit = BOARD.units[BOARD.unit_index[id_]]
    return unit.name if unit.side == AXIS else f"Soviet {unit.name}"


def _place(id_: str) -> str:
    return BOARD.label(BOARD.place_index[id_])


def _location(id_: str) -> str:
    return BOARD.locations[BOARD.location_index[id_]].name
