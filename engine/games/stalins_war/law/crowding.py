"""Where units can go in an Action Round: way, price and room together (7.3.3, 9.1.4, 10)."""

from collections.abc import Collection, Iterator, Sequence

from engine.board.bits import mask, members, nth
from engine.board.occupancy import Occupancy
from engine.core.verbs import Gradual, Value, Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, HEXES, NATIONS
from engine.games.stalins_war.law import movement, strategic
from engine.games.stalins_war.law.stacking import fits, overstacked, why_not_beside, why_over
from engine.games.stalins_war.state import BREAKS_OUT, StalinsWar, enemy, face, has, zoc

TRIP = 1
"""OPS of Strategic Movement (§7.3.3)."""

_GROUND = BOARD.ground
_NEAR = [_GROUND.walk.near(place) for place in range(HEXES)]


# room -----------------------------------------------------------------------------------


def settled(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    """Will it surely stay where it stands in this round?"""
    rich = movement.spare(s) > 0
    walks = movement.why_still(s, unit) is None and movement.first_steps(s, d, unit)
    if walks and (rich or movement.why_dear(s, d, [unit]) is None):
        return False
    return not rich or strategic.why_not_strategic(s, unit) is not None


def why_full(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why there is no room for a unit among those that stay in a hex; None if there is (sw-48)."""
    if why := why_not_beside(s, unit, place):
        return why
    there = [other for other in d.units(s.side, place) if other != unit]
    if fits((*there, unit)):
        return None  # whoever stays
    staying = [other for other in there if settled(s, d, other)]
    return why_over(s, [BOARD.units[other] for other in (*staying, unit)], place)


def _roomy(s: StalinsWar, d: Occupancy, unit: int, ends: int) -> int:
    """Those of the hexes in which there is room for a unit."""
    found = ends
    for place in members(ends & (d.present[s.side] | mask(s.partisans))):
        if why_full(s, d, unit, place):
            found &= ~(1 << place)
    return found


def can_clear(s: StalinsWar, d: Occupancy) -> int:
    """Mask of the overstacked hexes of the active player that somebody can still leave."""
    found = 0
    for place in members(overstacked(s, d, s.side)):
        if any(can_leave(s, d, unit) for unit in d.units(s.side, place)):
            found |= 1 << place
    return found


def can_leave(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    """Is any way out of its hex open to a unit?"""
    return bool(why_no_move(s, d, unit) is None or rail_ends(s, d, unit) or sea_ends(s, d, unit))


# on the ground --------------------------------------------------------------------------


def _known(s: StalinsWar) -> tuple[object, ...]:
    """All that ways and room hang on, beside who stands where."""
    return s.ops, *s.bank, *s.partisans, -1, *s.flags


def movable(s: StalinsWar, d: Occupancy) -> Collection[Value]:
    """The units of the active player that can move now."""

    def able(unit: int) -> bool:
        return why_no_move(s, d, unit) is None

    return d.once(("movable", *_known(s)), lambda: Gradual(_movable(s, d), able))


def _movable(s: StalinsWar, d: Occupancy) -> Iterator[int]:
    if s.side == AXIS and s.turn == 1:  # §4.4.2
        return
    foe, shut = enemy(s.side), [movement.shut(s, s.side, nation) for nation in range(len(NATIONS))]
    open_ = _GROUND.land & ~d.present[foe]
    empty = open_ & ~(d.present[s.side] | mask(s.partisans))
    traps = s.festungs if s.side == AXIS else ()
    zone, broke = zoc(s, d, foe), not movement.spare(s)
    for unit in standing(s, d, s.side):
        place = s.place[unit]
        if s.flags[unit] & movement.STILL or place in traps or not face(s, unit).move:
            continue
        steps = _NEAR[place] & open_ & ~shut[BOARD.units[unit].nation]
        if zone >> place & 1 and not has(s, unit, BREAKS_OUT):
            steps &= ~zone
            if steps and broke and movement.why_dear(s, d, [unit]):
                continue
        if steps & empty or (steps and why_no_move(s, d, unit) is None):
            yield unit


def standing(s: StalinsWar, d: Occupancy, side: int) -> list[int]:
    """The units of a side on the map."""
    places = s.place
    return d.once(("standing", side), lambda: [u for u in BOARD.of_side[side] if places[u] < HEXES])


def why_no_move(s: StalinsWar, d: Occupancy, unit: int) -> Why | None:
    """Why a unit can move nowhere; None if it can."""
    if why := movement.why_still(s, unit) or movement.why_dear(s, d, [unit]):
        return why
    if not movement.first_steps(s, d, unit) or not _roomy(s, d, unit, movement.ends(s, d, unit)):
        return Why(f"{BOARD.units[unit].name} has nowhere to go.", "10.1.4")
    return None


def ends(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int]) -> int:
    """Mask of the hexes that a unit can go on to along `path`.

    One without room is a hex on the way if the unit can go on from it to one with room.
    """
    key = "goes on", unit, *path, -1, *_known(s)
    return d.once(key, lambda: _ends(s, d, unit, path))


def _ends(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int]) -> int:
    open_ = movement.march(s, d, unit, path).ends
    roomy = _roomy(s, d, unit, open_)
    through = (p for p in members(open_ & ~roomy) if _passes(s, d, unit, path, p))
    return roomy | mask(through)


def _passes(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int], place: int) -> bool:
    """Can it go on, from a hex that it reaches, to one with room?"""
    way = [*path, *movement.march(s, d, unit, path).path(place)]
    return bool(_roomy(s, d, unit, movement.march(s, d, unit, way).ends))


class Onward(Collection[Value]):
    """Where a unit can go on to along `path`; whether one hex is among it is asked of it alone."""

    __slots__ = ("_all", "_d", "_path", "_s", "_unit")

    def __init__(self, s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int]) -> None:
        self._s, self._d, self._unit, self._path = s, d, unit, path
        self._all = -1

    def _bits(self) -> int:
        if self._all < 0:
            self._all = ends(self._s, self._d, self._unit, self._path)
        return self._all

    def __contains__(self, place: object) -> bool:
        s, d, unit, path = self._s, self._d, self._unit, self._path
        if self._all >= 0 or not isinstance(place, int) or place < 0:
            return isinstance(place, int) and self._bits() >> place & 1 == 1
        if not movement.march(s, d, unit, path).ends >> place & 1:
            return False
        return why_full(s, d, unit, place) is None or _passes(s, d, unit, path, place)

    def __iter__(self) -> Iterator[Value]:
        return iter(members(self._bits()))

    def __len__(self) -> int:
        return self._bits().bit_count()

    def nth(self, rank: int) -> int:
        """The hex with so many below it."""
        return nth(self._bits(), rank)


def why_not(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int], place: int) -> Why | None:
    """Why a unit may not go on to a hex; None if it may."""
    if ends(s, d, unit, path) >> place & 1:
        return None
    if path and movement.march(s, d, unit, path).ends >> place & 1:
        return why_full(s, d, unit, place)
    if path:
        return movement.why_not_on(s, d, unit, path, place)
    return movement.why_not(s, d, unit, place) or why_full(s, d, unit, place)


# by rail and sea ------------------------------------------------------------------------


def fare(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """OPS for Strategic Movement, and for leaving a zone where nobody stays who began there."""
    return TRIP + movement.price(s, d, [unit])


def why_no_fare(s: StalinsWar, d: Occupancy, unit: int) -> Why | None:
    """Why a unit cannot pay for Strategic Movement; None if it can."""
    if why := strategic.why_not_strategic(s, unit):
        return why
    price = fare(s, d, unit)
    if price <= movement.spare(s):
        return None
    return movement.why_kept(s) or Why(f"It costs {price} OPS.", "7.3.3")


def rail_ends(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes with room that a unit can pay to go to by rail."""
    if not movement.spare(s) or why_no_fare(s, d, unit):
        return 0
    return _roomy(s, d, unit, strategic.rail_ends(s, d, unit))


def railable(s: StalinsWar, d: Occupancy) -> Iterator[int]:
    """The units of the active player that can go by rail now."""
    if not movement.spare(s):
        return
    empty = ~(d.present[s.side] | mask(s.partisans))
    lines: dict[int, int] = {}
    for unit in standing(s, d, s.side):
        it, place = BOARD.units[unit], s.place[unit]
        if it.lcu or s.flags[unit] & movement.STILL or not _GROUND.rails >> place & 1:
            continue
        if it.nation not in lines:
            lines[it.nation] = strategic.rails(s, d, unit)
        stops = _GROUND.rail_steps.near(place) & lines[it.nation]
        if not stops or why_no_fare(s, d, unit) or strategic.why_no_train(s, d, unit):
            continue
        if (stops & empty and unit != BOARD.stalin) or rail_ends(s, d, unit):
            yield unit


def sailable(s: StalinsWar, d: Occupancy) -> Iterator[int]:
    """The units of the active player that can go by sea now."""
    if not movement.spare(s):
        return
    for unit in standing(s, d, s.side):
        if _GROUND.ports >> s.place[unit] & 1 and sea_ends(s, d, unit):
            yield unit


def sea_ends(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes with room that a unit can pay to go to by sea."""
    if not movement.spare(s) or why_no_fare(s, d, unit):
        return 0
    return _roomy(s, d, unit, strategic.sea_ends(s, d, unit))


def why_not_rail(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not go by rail to a hex; None if it may."""
    if why := why_no_fare(s, d, unit) or strategic.why_not_rail(s, d, unit, place):
        return why
    return why_full(s, d, unit, place)


def why_not_sea(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not go by sea to a hex; None if it may."""
    if why := why_no_fare(s, d, unit) or strategic.why_not_sea(s, d, unit, place):
        return why
    return why_full(s, d, unit, place)
