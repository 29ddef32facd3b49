"""Victory in the Campaign Game (27.0), each condition at its moment."""

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, REMOVED, SOVIET
from engine.games.russia_besieged.state import RussiaBesieged, axis_cities, controls, turn

SETS = (
    ("leningrad", "moscow", "stalingrad"),
    ("baku", "astrakhan", "stalingrad", "voronezh"),
)
"""27.1: cities that win once they have been held for one more complete turn."""

_GROUND = BOARD.ground
_STALIN, _HITLER = BOARD.piece_index["stalin"], BOARD.piece_index["hitler"]
_MAJORS = sum(1 << city.index for city in _GROUND.cities if city.major)


def axis_majors(s: RussiaBesieged) -> int:
    """Major cities that the Axis controls, those of its allies too (27.2, rb-10)."""
    return (axis_cities(s) & _MAJORS).bit_count()


def _mine(s: RussiaBesieged, side: int, city: str) -> bool:
    return controls(s, side, _GROUND.city_index[city])


def at_once(s: RussiaBesieged) -> int:
    """Side that has won by a capital and its Dictator's end, -1 for none (27.1, 27.2)."""
    if _mine(s, AXIS, "moscow") and s.place[_STALIN] == REMOVED:
        return AXIS
    if _mine(s, SOVIET, "berlin") and s.place[_HITLER] == REMOVED:
        return SOVIET
    return -1


def peace(s: RussiaBesieged, place: int) -> bool:
    """27.2: does Hitler's end on this hex, outside Germany in 1944 or 1945, end the war?"""
    return turn(s).year >= 1944 and not _GROUND.countries["germany"] >> place & 1


def noted(s: RussiaBesieged) -> list[int]:
    """`since` as it is after a change of control: when each set of cities came to be held."""
    held = [all(_mine(s, AXIS, city) for city in cities) for cities in SETS]
    return [(now or s.turn) if whole else 0 for whole, now in zip(held, s.since, strict=True)]


def at_end_of_turn(s: RussiaBesieged) -> tuple[int, str]:
    """Side that has won at the end of the Russian player turn and why, (-1, "") for none."""
    least = turn(s).minimum
    if least >= 0 and axis_majors(s) < least:
        return SOVIET, f"the Axis holds {axis_majors(s)} major cities of {least}"
    for cities, since in zip(SETS, s.since, strict=True):
        if since and s.turn > since:  # rb-09
            names = ", ".join(_GROUND.cities[_GROUND.city_index[city]].name for city in cities)
            return AXIS, f"it has held {names} for one more turn"
    if s.turn == BOARD.turns[-1].number:
        return AXIS, "May/June 1945 has passed without a Russian victory"
    return -1, ""
