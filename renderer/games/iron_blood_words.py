"""What happened in a game of Iron, Blood, Snow & Mud, in plain words."""

from collections.abc import Sequence

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
)  # fmt: skip
from engine.games.iron_blood.board import BOARD
from engine.games.iron_blood.view import IronBloodView

NAMES = ("Axis", "Soviet")

_SIDE = {"axis": "Axis", "soviet": "Soviet"}
_PHASES = {
    "fleet_air_support": "Fleet and air support",
    "movement": "Movement",
    "combat": "Combat",
    "anti_partisan": "Anti-partisan activity",
    "control_victory": "Control and victory check",
    "supply": "Supply",
    "recall": "Fleet and air recall",
    "reinforcements": "Reinforcements",
    "calendar": "Calendar",
}


def season_name(season: int) -> str:
    """For instance "1941 Clear"."""
    record = BOARD.seasons[season]
    return f"{record.year} {record.season.capitalize()}"


def phase_name(phase: str) -> str:
    """The phase as people call it; what is no id is left as it is."""
    return _PHASES.get(phase, phase.replace("_", " ").capitalize())


def side_name(side: str) -> str:
    return _SIDE.get(side, side)


def unit_name(unit: str) -> str:
    """Name and short, "Panzergruppe 1 (1pz)", or the word itself."""
    if unit not in BOARD.unit_index:
        return unit
    record = BOARD.units[BOARD.unit_index[unit]]
    side = "" if record.side == 0 else "Soviet "
    return f"{side}{record.name} ({record.short})"


def place_name(place: str) -> str:
    """Name and number, "Minsk North 0304"; a city or box by its name."""
    if place in BOARD.location_index:
        return BOARD.locations[BOARD.location_index[place]].name
    if place not in BOARD.place_index:
        return place
    index = BOARD.place_index[place]
    name = BOARD.place_names[index]
    return f"{name} {place}" if index < len(BOARD.hexes) else name


def todo(view: IronBloodView) -> str:
    """Whose move it is and what is asked, or how the game ended."""
    if view.winners is not None:
        winners = " and ".join(side_name(side) for side in view.winners) or "Nobody"
        reason = f": {view.reason.rstrip('.')}" if view.reason else ""
        return f"{winners} wins{reason}"
    sides = list(dict.fromkeys(side_name(asked.side) for asked in view.asked))
    if not sides:
        return "Nobody is to act"
    if len(sides) > 1:
        return " and ".join(sides) + " are to act"
    prompt = view.asked[0].prompt.rstrip(".")
    return f"{sides[0]} to act: {prompt}" if prompt else f"{sides[0]} is to act"


def news(told: Sequence[AnyEntry]) -> list[str]:
    """Sentences about what happened, the weightiest kind alone.

    What changes the map or ends the game leaves out remarks and dice; without
    it those are told, and the bare order only if there is nothing else. Of
    several phases that began only the last is news.
    """
    phases = [entry for entry in told if isinstance(entry, Phased)][-1:]
    if any(isinstance(entry, Ended) for entry in told):
        phases = []
    for kinds in (_CHANGES, (Noted, Rolled), (Ordered,)):
        lines = [_line(entry) for entry in told if isinstance(entry, kinds)]
        if lines or (phases and kinds is not _CHANGES):
            return lines + [_line(entry) for entry in phases]
    return []


_CHANGES = (Moved, Fought, Lost, Marked, Placed, Played, Ended)


def _line(entry: AnyEntry) -> str:
    match entry:
        case Moved(unit=unit, places=places, how=how):
            by = f" by {', '.join(places[1:-1])}" if len(places) > 2 else ""
            ends = f"from {place_name(places[0])}{by} to {place_name(places[-1])}"
            return f"{unit_name(unit)} {how or 'goes'} {ends}."
        case Fought(places=places, winner=winner, result=result):
            scores = ", ".join(
                f"{side_name(side)} {score}"
                for side, score in zip(entry.sides, entry.scores, strict=False)
            )
            where = ", ".join(place_name(place) for place in places)
            outcome = result.rstrip(".") or f"{side_name(winner)} wins"
            return f"Battle at {where}: {scores}. {outcome}."
        case Lost(unit=unit, place=place, how=how):
            return f"{unit_name(unit)} at {place_name(place)}: {how or 'lost'}."
        case Placed(unit=unit, place=place):
            return f"{unit_name(unit)} is placed at {place_name(place)}."
        case Marked(place=place, mark=mark, value=value):
            shown = "removed" if value == "none" else side_name(value)
            return f"{place_name(place)}: {mark} {shown}."
        case Rolled(purpose=purpose, values=values):
            what = ", ".join(side_name(word) for word in purpose.split("."))
            return f"Dice ({what}): {', '.join(map(str, values))}."
        case Played(side=side, card=card, how=how):
            return f"{side_name(side)} plays {_token_name(card)}{f': {how}' if how else ''}."
        case Phased(turn=turn, phase=phase):
            if turn in BOARD.season_index:
                turn = season_name(BOARD.season_index[turn])
            return f"{turn}: {phase_name(phase)} begins."
        case Noted(text=text):
            return text
        case Ended():
            return "The game is over."
        case Ordered(side=side, line=line):
            return f"{side_name(side)}: {line}."
        case _:
            return ""


def _token_name(card: str) -> str:
    if card in BOARD.token_index:
        return f"“{BOARD.tokens[BOARD.token_index[card]].name}”"
    return card
