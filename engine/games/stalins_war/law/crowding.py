"""Where units can go in an Action Round: way, price and room together (7.3.3, 9.1.4, 10)."""

from collections.abc import Collection, Iterator, Sequence
from random import Random

from engine.board.bits import mask, members, nth
from engine.board.occupancy import Occupancy
from engine.core.verbs import Sieve, Value, Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, HEXES
from engine.games.stalins_war.law import movement, strategic
from engine.games.stalins_war.law.stacking import fits, overstacked, why_not_beside, why_over
from engine.games.stalins_war.state import WEIGHTS, StalinsWar

TRIP = 1
"""OPS of Strategic Movement (§7.3.3)."""

_GROUND = BOARD.ground
_SMALL = [[u for u in units if not BOARD.units[u].lcu] for units in BOARD.of_side]
"""Side -> its SCUs: they alone use Strategic Movement (§10.2.1)."""


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
    if fits(d.factor(place) + WEIGHTS[unit]):
        return None  # whoever stays
    staying = (other for other in _staying(s, d, place) if other != unit)
    return why_over(s, [BOARD.units[other] for other in (*staying, unit)], place)


def _staying(s: StalinsWar, d: Occupancy, place: int) -> list[int]:
    """The units of the active player that will surely stay in a hex."""
    units = d.units(s.side, place)
    key = "staying", s.side, place, *_known(s)
    return d.once(key, lambda: [unit for unit in units if settled(s, d, unit)])


def _tight(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes in which stacking has something against a unit if nobody leaves them."""
    weight = WEIGHTS[unit]

    def full() -> int:
        return mask(p for p in members(d.present[s.side]) if not fits(d.factor(p) + weight))

    return d.once(("tight", s.side, weight), full)


def _free(s: StalinsWar, d: Occupancy) -> int:
    """Mask of the hexes with neither a unit of the active player nor an Inactive Partisan."""
    return ~(d.present[s.side] | mask(s.partisans))


def _roomy(s: StalinsWar, d: Occupancy, unit: int, ends: int) -> int:
    """Those of the hexes in which there is room for a unit."""
    found = ends
    for place in members(ends & (_tight(s, d, unit) | mask(s.partisans))):
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
    return s.ops, s.owing, *s.bank, *s.partisans, -1, *s.in_round, -1, *s.flags


def _active(s: StalinsWar) -> Sequence[int]:
    """The units that the active player may move at all."""
    return () if s.side == AXIS and s.turn == 1 else BOARD.of_side[s.side]  # §4.4.2


def movable(s: StalinsWar, d: Occupancy) -> Collection[int]:
    """The units of the active player that can move now."""
    place, flags = s.place, s.flags
    fresh = [u for u in _active(s) if place[u] < HEXES and not flags[u] & movement.STILL]
    return Sieve(fresh, lambda unit: can_move(s, d, unit))


def can_move(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    """Is there nothing against a move? A free hex beside it is enough."""
    if s.place[unit] >= HEXES or s.flags[unit] & movement.STILL or movement.why_still(s, unit):
        return False
    steps = movement.first_steps(s, d, unit)
    if not steps or (not movement.spare(s) and movement.price(s, d, [unit])):
        return False
    return bool(steps & _free(s, d) or _roomy(s, d, unit, movement.ends(s, d, unit)))


def why_no_move(s: StalinsWar, d: Occupancy, unit: int) -> Why | None:
    """Why a unit can move nowhere; None if it can."""
    if why := movement.why_still(s, unit) or movement.why_no_step(s, d, unit):
        return why
    if why := movement.why_dear(s, d, [unit]):
        return why
    if not can_move(s, d, unit):
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
    way = movement.march(s, d, unit, path)
    beyond = movement.onward(way, place, way.budget - way.cost(place))
    return bool(_roomy(s, d, unit, beyond.ends))


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
        if not isinstance(place, int) or place < 0:
            return False
        if self._all >= 0:
            return self._all >> place & 1 == 1
        if not movement.march(s, d, unit, path).ends >> place & 1:
            return False
        return why_full(s, d, unit, place) is None or _passes(s, d, unit, path, place)

    def __iter__(self) -> Iterator[Value]:
        return iter(members(self._bits()))

    def __len__(self) -> int:
        return self._bits().bit_count()

    def __bool__(self) -> bool:
        way = movement.march(self._s, self._d, self._unit, self._path)
        return bool(way.ends & _free(self._s, self._d) or self._bits())

    def draw(self, rng: Random) -> int:
        """One of them, each as likely as the others; IndexError where there is none."""
        left = movement.march(self._s, self._d, self._unit, self._path).ends
        while True:
            place = nth(left, int(rng.random() * left.bit_count()))
            if place in self:
                return place
            left ^= 1 << place


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


def railable(s: StalinsWar, d: Occupancy) -> Collection[int]:
    """The units of the active player that can go by rail now."""
    small = _SMALL[s.side] if movement.spare(s) and _active(s) else ()
    waiting = [u for u in small if s.place[u] < HEXES and not s.flags[u] & movement.STILL]
    return Sieve(waiting, lambda unit: _can_rail(s, d, unit))


def _can_rail(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    place = s.place[unit]
    if not _GROUND.rails >> place & 1:
        return False
    stops = _GROUND.rail_steps.near(place) & strategic.rails(s, d, unit)
    if not stops or why_no_fare(s, d, unit) or strategic.why_no_train(s, d, unit):
        return False
    return bool((stops & _free(s, d) and unit != BOARD.stalin) or rail_ends(s, d, unit))


def sailable(s: StalinsWar, d: Occupancy) -> Collection[int]:
    """The units of the active player that can go by sea now."""
    return Sieve(_active(s) if movement.spare(s) else (), lambda unit: _can_sail(s, d, unit))


def _can_sail(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    return bool(_GROUND.ports >> s.place[unit] & 1 and sea_ends(s, d, unit))


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
