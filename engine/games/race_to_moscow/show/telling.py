"""The game's own words for what happened."""

from engine.core.entries import AnyEntry, Fought, Lost, Marked, Played
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.words import title


def tell(entry: AnyEntry) -> str:
    """An entry in a sentence ("": the common words will do)."""
    match entry:
        case Fought(places=places, sides=sides, scores=scores, winner=winner):
            end = "wins" if winner == sides[0] else "is beaten"
            paid, price = scores
            return f"{title(sides[0])} pays {paid} of {price} in {_place(places[0])} and {end}."
        case Lost(unit=unit, place=place):
            return f"{_thing(unit)} is lost in {_place(place)}."
        case Played(side=side, card=card, how=how):
            return f"{title(side)} {how} {_card(card)}."
        case Marked(place=place, mark="control", value=colour, rule="9"):
            return f"{_place(place)} is cut off: {title(colour)} controls it."
        case Marked(place=place, mark=mark, value=value):
            return _mark(place, mark, value)
    return ""


_MARKS = {
    "control": ("{who} controls {where}.", "Nobody controls {where} any more."),
    "track": ("There is track in {where} now.", "The track in {where} is broken."),
    "soviet": ("A Soviet marker is put in {where}.", "The Soviet marker in {where} is taken off."),
    "halt": ("{owner} has no food: HALT.", "{owner} has food again."),
    "eat": ("{thing} eats in {where}.",),
    "take": ("{where} gets {value}.",),
    "lost": ("{where} loses {value} to the stock.",),
    "load": ("{thing} takes {rest} in {where}.",),
    "unload": ("{thing} leaves {rest} in {where}.",),
}
"""Mark -> what is said when it is set, and when it is taken off."""


def _mark(place: str, mark: str, value: str) -> str:
    where = _place(place)
    first, _, rest = value.partition(" ")
    match mark:
        case "medal":
            medals = "1 medal" if rest == "1" else f"{rest} medals"
            return f"{title(first)} wins {medals} in {where}."
        case "transport":
            return f"{title(place)} takes {_counted(value)} from the Transportation Stock."
        case "air" if rest:
            return f"The air support of {title(first)} returns, used."
        case "air":
            return f"{title(first)} sends air support: {_over(place)}."
    said = _MARKS.get(mark)
    if said is None:
        return ""
    return said[value == "none"].format(
        where=where, value=value, rest=rest, who=title(first), owner=_thing(place),
        thing=_thing(first),
    )  # fmt: skip


def called(kind: str, word: str) -> str:
    """A unit, what carries supplies, a place or a card."""
    return {"unit": _thing, "place": _place}.get(kind, _card)(word)


def _thing(id_: str) -> str:
    """An army, the fleet, or what carries supplies."""
    unit = BOARD.unit_index.get(id_)
    return BOARD.units[unit].name if unit is not None else f"A {id_.replace('_', ' ')}"


def _place(id_: str) -> str:
    place = BOARD.place_index.get(id_)
    return BOARD.place_names[place] if place is not None else id_


def _over(id_: str) -> str:
    """What an air support marker lies on: a deck, or an area (§20.5)."""
    deck, _, colour = id_.partition(".")
    if deck == "pursuit":
        return f"the Pursuit deck of {title(colour)}"
    return "the Soviet deck" if id_ == "soviet" else _place(id_)


def _counted(value: str) -> str:
    """`3 trucks, 0 trains` without what is none, and one of a kind as one."""
    parts = [part.split() for part in value.split(", ")]
    return " and ".join(
        f"{count} {what.removesuffix('s') if count == '1' else what}"
        for count, what in parts
        if count != "0"
    )


def _card(id_: str) -> str:
    item = BOARD.item_index[id_]
    if item < len(BOARD.cards):
        return BOARD.cards[item].name
    armor = BOARD.markers[item - BOARD.markers[0].index].armor
    return f"a Soviet marker: {'armor' if armor else 'infantry'}"
