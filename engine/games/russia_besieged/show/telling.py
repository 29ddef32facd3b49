"""Entries of the log in the words of Russia Besieged."""

from engine.core.entries import AnyEntry, Fought, Lost, Marked, Moved, Placed, Rolled
from engine.core.tell import several
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES, SIDE_NAMES, SIDES
from engine.games.russia_besieged.words import IDS, label

_DICE = {
    "weather": "Weather die",
    "combat": "Die",
    "sea": "Sea die",
    "ice": "Ice road die",
    "lend": "Lend-Lease die",
    "oil": "Oil die",
    "dictator": "Flight die",
}
_PLACES = {id_: place for place, id_ in enumerate(IDS)}
_BOXES = {
    "pool_axis": "the Replacement Pool",
    "pool_soviet": "the Replacement Pool",
    "in_hand_axis": "the leaders at hand",
    "in_hand_soviet": "what is at hand",
    "urals": "the Urals",
    "waiting": "the reinforcements",
}
_RESULTS = {
    "AE*": "the attackers are eliminated, surrounded ones surrender",
    "AE": "the attackers are eliminated",
    "AR": "the attackers retreat",
    "BR": "the battle rages, each side loses a step",
    "X2": "exchange, each side loses two steps",
    "DR": "the defenders retreat",
    "DE": "the defenders are eliminated",
    "DE*": "the defenders are eliminated, surrounded ones surrender",
}


def tell(entry: AnyEntry) -> str:
    """One sentence about an entry; "" where the common words will do."""
    match entry:
        case Rolled(purpose=purpose, values=values, queued=queued):
            set_by = ", set by the umpire" if queued else ""
            return f"{_DICE[purpose]}: {', '.join(map(str, values))}{set_by}."
        case Moved(unit=unit, places=places, how=how):
            return f"{_unit(unit)} {how} from {_place(places[0])} to {_place(places[-1])}."
        case Placed(unit=unit, place="in_hand_axis" | "in_hand_soviet"):
            return f"{_unit(unit)} is at hand."
        case Placed(unit=unit, place=place) if _PLACES[place] >= HEXES:
            return f"{_unit(unit)} comes to {_BOXES.get(place, _place(place))}."
        case Placed(unit=unit, place=place, rule="23.03" | "23.04"):
            return f"{_unit(unit)} is set up in {_place(place)}."
        case Placed(unit=unit, place=place):
            return f"{_unit(unit)} comes to {_place(place)}."
        case Lost(unit=unit, place=place, how=how):
            where = f" in {_place(place)}" if _PLACES[place] < HEXES else ""
            return f"{_unit(unit)}{where}: {how}."
        case Fought(places=places, result="automatic victory"):
            return f"Automatic victory in {' and '.join(map(_place, places))}."
        case Fought(places=places, result=code):
            return f"{' and '.join(map(_place, places))}: {_result(code)}."
        case Marked(place=place, mark="control", value=value):
            city = BOARD.ground.cities[BOARD.ground.city_index[place]].name
            return f"{city} is {SIDE_NAMES[SIDES.index(value)]} now."
        case Marked(place=place, mark="converting", value=value):
            return f"The railway in {place} is becoming {SIDE_NAMES[SIDES.index(value)]}."
        case Marked(place=place, mark="oos", value="none"):
            return f"{_unit(place)} is in supply again."
        case Marked(place=place, mark="oos", value=value):
            return f"{_unit(place)} is out of supply: marker {value}."
        case Marked(place=place, mark="stage"):
            return f"{_unit(place)} rise to their second stage."
    return ""


def _result(code: str) -> str:
    cell, _, more = code.partition("-Adv")
    text = _RESULTS.get(cell)
    if text is None:
        who = "attackers lose" if cell[0] == "A" else "defenders lose"
        text = f"the {who} {several(int(cell[1:]), 'step')} and retreat"
    on = f"; armor goes on up to {several(int(more), 'hex', 'hexes')}" if more else ""
    return f"{code}, {text}{on}"


def _unit(id_: str) -> str:
    piece = BOARD.pieces[BOARD.piece_index[id_]]
    return piece.name if piece.side == 0 else f"Russian {piece.name}"


def _place(id_: str) -> str:
    return label(_PLACES[id_])
