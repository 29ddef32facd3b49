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
    """Whose move it is, or how the game ended."""
    if view.winners is not None:
        winners = " and ".join(side_name(side) for side in view.winners) or "Nobody"
        reason = f": {view.reason.rstrip('.')}" if view.reason else ""
        return f"{winners} wins{reason}"
    if not view.asked:
        return "Nobody is to act"
    sides = list(dict.fromkeys(side_name(asked.side) for asked in view.asked))
    if len(sides) > 1:
        return " and ".join(sides) + " are to act"
    prompt = view.asked[0].prompt.rstrip(".")
    return f"{sides[0]} to act: {prompt}" if prompt else f"{sides[0]} is to act"


def news(told: Sequence[AnyEntry]) -> list[str]:
    """One sentence for each thing that happened; the order itself only if nothing else is said."""
    lines = [line for entry in told if (line := _line(entry))]
    if lines:
        return lines
    return [f"{side_name(e.side)}: {e.line}." for e in told if isinstance(e, Ordered)]


def _line(entry: AnyEntry) -> str:
    match entry:
        case Moved(unit=unit, places=places, how=how):
            way = [place_name(place) for place in places]
            by = f" by {', '.join(places[1:-1])}" if len(places) > 2 else ""
            verb = f" ({how})" if how else ""
            return f"{unit_name(unit)} goes from {way[0]}{by} to {way[-1]}{verb}."
        case Fought():
            score = ", ".join(
                f"{side_name(side)} {score}"
                for side, score in zip(entry.sides, entry.scores, strict=False)
            )
            where = place_name(entry.places[0]) if entry.places else "the field"
            result = f"; {entry.result}" if entry.result else ""
            return f"Battle at {where}: {score}, {side_name(entry.winner)} wins{result}."
        case Lost(unit=unit, place=place, how=how):
            return f"{unit_name(unit)} is lost at {place_name(place)}{f' ({how})' if how else ''}."
        case Placed(unit=unit, place=place):
            return f"{unit_name(unit)} is placed at {place_name(place)}."
        case Marked(place=place, mark=mark, value=value):
            shown = side_name(value) if value != "none" else "removed"
            return f"{place_name(place)}: {mark} {shown}."
        case Rolled(purpose=purpose, values=values):
            return f"Dice for {purpose}: {', '.join(map(str, values))}."
        case Played(side=side, card=card, how=how):
            return f"{side_name(side)} plays {_token_name(card)}{f': {how}' if how else ''}."
        case Phased(turn=turn, phase=phase):
            if turn in BOARD.season_index:
                turn = season_name(BOARD.season_index[turn])
            return f"{turn}: {phase_name(phase)} begins."
        case Noted(text=text):
            return text
        case Ended(winners=winners, reason=reason):
            names = " and ".join(side_name(side) for side in winners)
            return f"The game is over: {names} wins. {reason}".strip()
        case _:
            return ""


def _token_name(card: str) -> str:
    if card in BOARD.token_index:
        return f"“{BOARD.tokens[BOARD.token_index[card]].name}”"
    return card
