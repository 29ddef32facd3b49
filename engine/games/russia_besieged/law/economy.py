"""What the Russians receive: factories, oil, Lend-Lease (19.28, 20.5, 21.0)."""

from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, SOVIET, URALS, WAITING, WEC, Well
from engine.games.russia_besieged.law.rail import joined, left, usable
from engine.games.russia_besieged.law.supply import open_rails
from engine.games.russia_besieged.state import (
    DRY,
    RussiaBesieged,
    bodies,
    built,
    controls,
    face,
    rails,
    turn,
    zones,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_CITY = {id_: _GROUND.cities[number].place for id_, number in _GROUND.city_index.items()}
_MURMANSK, _ARCHANGEL, _TABRIZ = (_GROUND.index(id_) for id_ in ("0107", "0302", "6016"))
_SOUTH = _GROUND.index("0812")
"""Where the line from Murmansk ends (20.71)."""
FIRST_LOAN, LAST_LOAN = BOARD.turn_index["jan_feb_1942"], BOARD.turn_index["nov_dec_1944"]
"""20.5, 20.52."""
_EAST = _GROUND.edges[SOVIET]
_CONSOLIDATION, _PLENTY = BOARD.turn_index["jan_feb_1943"], 12


def factories(s: RussiaBesieged) -> int:
    """Points of WECs on the map and in the Urals, by their sides (19.28, 20.0, rb-33, rb-37)."""
    return sum(
        face(s, piece.index).combat
        for piece in BOARD.pieces
        if piece.type == WEC and (s.place[piece.index] < HEXES or s.place[piece.index] == URALS)
    )


# oil ----------------------------------------------------------------------------------


def worth(well: Well, number: int) -> int:
    """Points of a well in a turn, 1 to 25."""
    return next(
        value for since, value in reversed(well.values) if BOARD.turn_index[since] <= number
    )


def value(s: RussiaBesieged, well: Well) -> int:
    """What a well is worth to whoever has it, without the increases that it lost (21.06, 21.23)."""
    return max(0, worth(well, s.turn) - s.frozen[well.index])


def output(s: RussiaBesieged, well: Well) -> int:
    """What a captured well is worth to the Axis: in its own turn it has not grown yet (21.23)."""
    return max(0, value(s, well) - growth(s, well))


def growth(s: RussiaBesieged, well: Well) -> int:
    """By how much the well's schedule rises with this turn."""
    return worth(well, s.turn) - worth(well, s.turn - 1) if s.turn > 1 else 0


def resting(s: RussiaBesieged, well: Well) -> bool:
    """Does it give nothing yet, having changed hands too lately (21.24, 21.33)?"""
    return bool(s.taken[well.index]) and s.turn < s.taken[well.index] + 2


def why_no_shipping(s: RussiaBesieged, d: Occupancy, well: Well) -> Why | None:
    """Why the Axis may not take the oil of a well home now (21.2 to 21.23); None if it may."""
    if s.side != AXIS or well.side != SOVIET or not s.captured >> well.index & 1:
        return Why(f"{well.name} is no Russian well that you hold.", "21.2")
    if s.turn < s.taken[well.index] + 2:
        return Why("A captured well gives from the second turn on.", "21.21")
    if s.shipped[well.index] == turn(s).year:
        return Why("Its oil of this year is used.", "21.2")
    if not output(s, well):
        return Why("It gives nothing.", "21.2")
    if not joined(1 << well.place, usable(s, d, AXIS)) & _GROUND.edges[AXIS]:
        return Why("No open railway of yours leads from there to the west edge.", "21.22")
    if trains(s, well) > left(s):
        return Why("It takes a rail move for every two points.", "21.22")
    return None


_CAPITALS = {4: "bucharest", 5: "bucharest", 6: "budapest", 7: "budapest", 8: "helsinki"}
"""Account of an ally -> the city with which it is lost (19.11)."""


def has_capital(s: RussiaBesieged, account: int) -> bool:
    """Has the Axis the capital with which these points are lost (19.11)?"""
    return controls(s, AXIS, _GROUND.city_index[_CAPITALS.get(account, "berlin")])


def tanks_come(s: RussiaBesieged) -> bool:
    """Does Germany receive armor points in this turn, so that captured oil adds to them?

    In March, May, July and September (21.2), while it has Ploesti (21.3) and Berlin (19.11).
    """
    held = all(controls(s, AXIS, _GROUND.city_index[id_]) for id_ in ("ploesti", "berlin"))
    return held and turn(s).months[0] in ("mar", "may", "jul", "sep")


def trains(s: RussiaBesieged, well: Well) -> int:
    """Rail moves that the oil of a well costs now: one for every two points of an impulse."""
    return -(-(s.oiled + half(s, well)) // 2) - -(-s.oiled // 2)


def half(s: RussiaBesieged, well: Well) -> int:
    """What Germany gets of a captured well in a year (21.2)."""
    return -(-output(s, well) // 2)


def scarce(s: RussiaBesieged, d: Occupancy) -> bool:
    """21.4: from January 1943 on, do the Russian wells give less than 12 points a turn?

    Whether they are lost, cut off (21.05) or dry without Baku (21.1): rb-64.
    """
    if s.turn < _CONSOLIDATION:
        return False
    whole, cut = oil(s, d)
    return whole + (max(s.cut, 0) if cut else 0) < _PLENTY


def captured(s: RussiaBesieged, well: Well) -> bool:
    """Is the well its owner's no longer (21.07)? Nothing destroys it (21.03)."""
    return bool(s.captured >> well.index & 1)


def linked(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The Russian wells that lines join to the east edge (21.05)."""
    whole, baku = _whole(s, d)
    far = whole >> _CITY["astrakhan"] & 1
    return [
        well.index
        for well in _GROUND.wells
        if well.side == SOVIET
        and not s.captured >> well.index & 1
        and (whole >> well.place & 1 or (far and baku >> well.place & 1))
    ]


def _whole(s: RussiaBesieged, d: Occupancy) -> tuple[int, int]:
    open_ = open_rails(s, d, SOVIET)  # 21.05: they are rail supply paths (13.51)
    return joined(_EAST, open_), joined(1 << _CITY["baku"], open_)


def dry(s: RussiaBesieged, d: Occupancy) -> bool:
    """21.1: is Baku the Axis's, or retaken without a line to the east edge since?"""
    if controls(s, AXIS, _GROUND.city_index["baku"]):
        return True
    return s.cut == DRY and not _whole(s, d)[0] >> _CITY["baku"] & 1


def oil(s: RussiaBesieged, d: Occupancy) -> tuple[int, int]:
    """Points of the Russian wells joined to the east edge, and of those joined to Baku alone.

    None while Baku bars them (21.1). Rails in an Axis zone join as they do for supply (13.51).
    """
    if dry(s, d):
        return 0, 0
    whole, baku = _whole(s, d)
    edge = cut = 0
    for well in _GROUND.wells:
        if well.side != SOVIET or s.captured >> well.index & 1 or resting(s, well):
            continue
        points = value(s, well)
        if whole >> well.place & 1 or (baku >> well.place & 1 and whole >> _CITY["astrakhan"] & 1):
            edge += points
        elif baku >> well.place & 1:
            cut += points
    return edge, cut


def cut_off(points: int, roll: int) -> int:
    """What wells that reach Baku alone give in the turn in which they are cut off (21.05).

    >>> cut_off(8, 6)
    4
    """
    drm = next(drm for most, drm in _CHARTS.cut if roll <= most)
    return max(0, min(-(-points // 3) + drm, most_cut_off(points)))


def most_cut_off(points: int) -> int:
    """Two thirds, rounded up (21.05)."""
    return -(-2 * points // 3)


def still_cut_off(before: int, points: int) -> int:
    """What they give in each later turn: one more, up to two thirds (21.05).

    >>> [still_cut_off(4, 8), still_cut_off(5, 8), still_cut_off(6, 8), still_cut_off(5, 6)]
    [5, 6, 6, 4]
    """
    return min(before + 1, most_cut_off(points))


# Lend-Lease ---------------------------------------------------------------------------


def _beside_friends(s: RussiaBesieged, d: Occupancy) -> int:
    """Russian rails past Axis units and zones, those with a Russian unit left in (20.55)."""
    return rails(s, SOVIET) & ~bodies(d, AXIS) & (~zones(d, AXIS) | bodies(d, SOVIET))


def routes(s: RussiaBesieged, d: Occupancy) -> tuple[bool, bool]:
    """Are the ways from Murmansk and from Archangel open (20.54, 20.55, 20.56, 20.74)?"""
    whole = joined(_EAST, _beside_friends(s, d))  # 20.73: by the emergency line too
    return bool(whole >> _MURMANSK & 1), bool(whole >> _ARCHANGEL & 1)


def main_line_cut(s: RussiaBesieged, d: Occupancy) -> bool:
    """20.71: is the line from Murmansk cut between 0107 and 0812, wherever others are?"""
    return not joined(1 << _MURMANSK, _beside_friends(s, d) & ~built(s)) >> _SOUTH & 1


def persia(s: RussiaBesieged, d: Occupancy, points: int) -> int:
    """What comes by Persia; no unit of theirs helps against Axis zones there (20.57, rb-18)."""
    free = rails(s, SOVIET) & ~bodies(d, AXIS) & ~zones(d, AXIS)
    whole = joined(_EAST, free)
    to_baku = joined(1 << _TABRIZ, free) >> _CITY["baku"] & 1
    if whole >> _TABRIZ & 1 or (to_baku and whole >> _CITY["astrakhan"] & 1):
        return points
    return -(-points // 2) if to_baku else points // 2


def lend_lease(s: RussiaBesieged, d: Occupancy, roll: int) -> tuple[int, int, int]:
    """Points by Persia, Murmansk and Archangel for a roll of the die (20.51 to 20.58)."""
    if not FIRST_LOAN <= s.turn <= LAST_LOAN:
        return 0, 0, 0
    net = max(1, roll - 2) if turn(s).year == 1942 else roll  # 20.58
    south, murmansk, archangel = _CHARTS.lend[net - 1]
    open_murmansk, open_archangel = routes(s, d)
    return (
        persia(s, d, south),
        murmansk if open_murmansk else 0,
        archangel if open_archangel else 0,
    )


def armor_share(points: int) -> int:
    """How many of these may be armor points: one in five (20.5)."""
    return points // 5


# replacements -------------------------------------------------------------------------


def cost(piece: int, step: int, now: int | None = None) -> int:
    """Points that bring a unit to a step, one a factor (19.01): from the pool, or from its step.

    A step is worth the factors that it adds (18.43, 19.32); paratroops and others with a
    price of their own are built whole (19.33). 0: it is never built.
    """
    it = BOARD.pieces[piece]
    if not it.cost:
        return 0
    if now is not None:
        return it.faces[step].combat - it.faces[now].combat
    return it.cost if step == 0 else it.faces[step].combat


def due(s: RussiaBesieged, side: int) -> list[int]:
    """Pieces of a side that arrive by date in this impulse of the turn (17.0)."""
    return [
        piece
        for piece in BOARD.of_side[side]
        if s.place[piece] == WAITING
        and (date := BOARD.pieces[piece].arrival) is not None
        and (date.turn, date.impulse) == (s.turn, s.impulse)
    ]
