"""Where moves on the ground may end, and go on: all that binds units beside their points.

After the loss of a Dictator (14.15b), in the sectors of May 1941 (24.1), for allies (25.0).
"""

from collections.abc import Collection, Sequence

from engine.board.bits import Late, Members, mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Sieve, Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import FINNISH
from engine.games.russia_besieged.law import bereft, contact, movement, overwhelm
from engine.games.russia_besieged.state import RussiaBesieged, first_impulse, lamed

_FARTHER = Why(
    "Without its Dictator your side goes no farther from its edge or its supply.", "14.15"
)


def movable(s: RussiaBesieged, d: Occupancy) -> Collection[int]:
    """The units of the phasing side that can still move on the ground."""
    narrow = lamed(s, s.side) or first_impulse(s)

    def goes(unit: int) -> bool:
        bound = narrow or unit in movement.ALLIES
        return movement.goes(s, d, unit) and not (bound and not ends(s, d, [unit]))

    return Sieve(BOARD.of_side[s.side], goes)


def ends(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> int:
    """Mask of the hexes where units of one hex may end their move (14.15b, 24.1, chapter 25)."""
    hangs_on = s.cities, s.rails, s.converting, s.bereft[s.side], s.promised, contact.spent(s)
    return d.once(("ends", *hangs_on, *units), lambda: _ends(s, d, units))


def _ends(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> int:
    if overwhelm.why_needed(s, d, units):
        return 0
    found = movement.march(s, d, units, ()).ends & bereft.no_farther(s, d, units)
    return movement.stays(s, units, found) & ~contact.trespass(s, d, units)


def farther(
    s: RussiaBesieged, d: Occupancy, units: Sequence[int], path: Sequence[int]
) -> Collection[int]:
    """The hexes of `onward`. Of a whole way that was written out, the next is known at a step."""
    if not path:
        return Members(onward(s, d, units, path))

    def sure(hex_: int) -> bool:
        whole = movement.march(s, d, units, ())
        return bool(ends(s, d, units) >> hex_ & 1) and movement.steps_on(whole, path, hex_)

    return Late(lambda: onward(s, d, units, path), sure)


def onward(s: RussiaBesieged, d: Occupancy, units: Sequence[int], path: Sequence[int]) -> int:
    """Mask of the hexes to which they may go on: the move may end there or farther on."""
    found, good = movement.march(s, d, units, path), ends(s, d, units)
    over = [
        hex_
        for hex_ in members(found.ends & ~good)
        if movement.march(s, d, units, (*path, *found.path(hex_))).ends & good
    ]
    return found.ends & good | mask(over)


def why_no_end(s: RussiaBesieged, d: Occupancy, units: Sequence[int], place: int) -> Why:
    """Why these may not end a move in a hex to which they can go."""
    if why := overwhelm.why_needed(s, d, units):
        return why
    if not bereft.no_farther(s, d, units) >> place & 1:
        return _FARTHER
    if contact.trespass(s, d, units) >> place & 1:
        return contact.SECTORS
    rule = "25.2" if any(BOARD.pieces[unit].nation == FINNISH for unit in units) else "25.1"
    return Why("Not all of these units may stop there.", rule)
