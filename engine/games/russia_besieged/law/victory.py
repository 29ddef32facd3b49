"""Victory in the Campaign Game (27.0), each condition at its moment."""

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, NOWHERE, REMOVED, SOVIET
from engine.games.russia_besieged.state import RussiaBesieged, axis_cities, controls, turn

SETS = (
    ("leningrad", "moscow", "stalingrad"),
    ("baku", "astrakhan", "stalingrad", "voronezh"),
)
"""27.1: cities that win once they have been held for one more complete turn."""

_GROUND = BOARD.ground
_STALIN, _HITLER = BOARD.piece_index["stalin"], BOARD.piece_index["hitler"]
_MAJORS = sum(1 << city.index for city in _GROUND.cities if city.major)
_VALUED = tuple(city for city in _GROUND.cities if city.start != NOWHERE)


def axis_majors(s: RussiaBesieged) -> int:
    """Major cities that the Axis controls, those of its allies too (27.2, rb-10)."""
    return (axis_cities(s) & _MAJORS).bit_count()


def _mine(s: RussiaBesieged, side: int, city: str) -> bool:
    return controls(s, side, _GROUND.city_index[city])


def at_once(s: RussiaBesieged) -> int:
    """Side that has won by a capital and its Dictator's end, -1 for none (27.1, 27.2)."""
    if _mine(s, AXIS, "moscow") and s.place[_STALIN] == REMOVED:
        return AXIS
    counted = BOARD.starts[s.scenario].threshold  # there Russians win by the count alone (rb-27)
    if not counted and _mine(s, SOVIET, "berlin") and s.place[_HITLER] == REMOVED:
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
    start = BOARD.starts[s.scenario]
    least = -1 if start.tournament else turn(s).minimum
    if least >= 0 and axis_majors(s) < least:
        return SOVIET, f"the Axis holds {axis_majors(s)} major cities of {least}"
    for cities, since in zip(SETS, s.since, strict=True) if not start.tournament else ():
        if since and s.turn > since:  # rb-09
            names = ", ".join(_GROUND.cities[_GROUND.city_index[city]].name for city in cities)
            return AXIS, f"it has held {names} for one more turn"
    if s.turn == start.last_turn and (need := threshold(s)):
        side = AXIS if points(s) >= need else SOVIET
        return side, f"the Axis has {points(s)} victory points of {need}"
    if s.turn == BOARD.turns[-1].number:
        return AXIS, "May/June 1945 has passed without a Russian victory"
    return -1, ""


def points(s: RussiaBesieged) -> int:
    """Victory points of the Axis in a tournament or Fall Blau (rb-27).

    2 a major and 1 a minor city of the east, 1 an oil well there, 1 more for Moscow once held;
    the same is taken off for what the Russians hold in the west. Tabriz is nobody's.
    """
    east = _GROUND.countries["russia"]
    found = int(s.moscow)
    for city in _VALUED:
        value, russian = 2 if city.major else 1, bool(east >> city.place & 1)
        if controls(s, AXIS, city.index):
            found += value if russian else 0
        else:
            found -= 0 if russian else value
    for well in _GROUND.wells:
        changed = bool(s.captured >> well.index & 1)
        if well.side == SOVIET:
            found += changed
        else:
            found -= changed
    return found


def scores(s: RussiaBesieged) -> dict[str, int]:
    """What is said beside the result."""
    if threshold(s):
        return {"axis": points(s)}
    return {"axis": axis_majors(s)}


def threshold(s: RussiaBesieged) -> int:
    """Points that the Axis needs, 0 in the Campaign Game and what is played by its rules."""
    need = BOARD.starts[s.scenario].threshold
    return need + s.bid if need else 0
