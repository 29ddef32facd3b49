"""Movement (§8.0): where a unit can go, what it costs, and why not elsewhere.

A move is written as waypoints. Between two of them a unit takes the cheapest
quiet way: one that enters no enemy Zone of Control and no city or oil field of
the other side. Where a place can only be reached through one such site it is
reached through it; where several would do, the player names the one he wants (nr-55).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.board.reach import Bars, Reach, ground, reach
from engine.core.tell import several
from engine.core.verbs import Sieve, Why
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import FINLAND, HEXES, MUD, NOWHERE, ON_MAP
from engine.games.no_retreat.state import OIL, NoRetreat, enemy, face, held, weather

UNSUPPLIED_CAP = 3
"""Movement Allowance of an Unsupplied unit (§6.5.2)."""

CROSS, CROSS_ON = 1, 2
"""Values of `sneak`: from one enemy zone to another; and on from the first that is entered."""

NEAR = tuple(sum(1 << other for other in others) for others in BOARD.passable)
"""Place -> mask of the hexes and areas across open sides."""

_AREAS = sum(1 << area.place for area in BOARD.areas)
_FINLAND = 1 << FINLAND
_SITES = sum(1 << site.place for site in BOARD.sites if site.place != FINLAND)
_ENTER = tuple(
    sum(1 << area.place for area in BOARD.areas if unit.nationality in area.enter)
    for unit in BOARD.units
)
"""Unit -> mask of the areas that its nation may enter (§8.6, §8.7)."""


_MOVEMENT = tuple(tuple(face.movement for face in unit.faces) for unit in BOARD.units)


_GROUNDS = tuple(ground(BOARD.passable, costs) for costs in BOARD.cost)
"""[armor] -> what steps cost."""


# what a unit has ------------------------------------------------------------------


def mobile(s: NoRetreat, unit: int) -> bool:
    """Has the unit as it stands a Movement Allowance at all (§8.0)?"""
    return _MOVEMENT[unit][s.face[unit]] > 0


def allowance(s: NoRetreat, unit: int) -> int:
    """The Movement Allowance of a unit now: 0 if it can never move (§8.1, §8.2, §6.5.2)."""
    points = _MOVEMENT[unit][s.face[unit]]
    if not points:
        return 0
    if s.mp:
        points += s.mp.get(str(unit), 0)
    cap = BOARD.weathers[weather(s)].cap  # §8.2; nr-56
    if cap and points > cap:
        points = cap
    if s.unsupplied[unit] and points > UNSUPPLIED_CAP:
        points = UNSUPPLIED_CAP  # §6.5.2
    if s.mp_all and BOARD.units[unit].side == s.phasing:
        points += s.mp_all  # nr-56
    return max(points, 1)


def areas_open(s: NoRetreat) -> int:
    """Mask of the areas that may be entered at all: the Balkans from the turn after 1018 (§8.7)."""
    return _AREAS if 0 < s.triggered[OIL] < s.turn or s.happened[OIL] else _FINLAND


def enterable(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the places that a unit may enter from next to them, ZOCs apart (§8.4, §8.6, §8.7)."""
    areas = _ENTER[unit]
    ground = BOARD.land | (areas & areas_open(s)) if areas else BOARD.land
    return ground & ~d.present[enemy(BOARD.units[unit].side)]


def _cost(s: NoRetreat, unit: int, place: int) -> int:
    return BOARD.cost[face(s, unit).armor][place]


def _loud(s: NoRetreat, side: int) -> int:
    """Mask of the cities and oil fields that change hands when the side enters them."""
    return _SITES & ~held(s, side)


def first_steps(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the places next to a unit on the map that it may move to."""
    sneak = s.sneak.get(str(unit), 0) if s.sneak else 0
    side, allowed = BOARD.units[unit].side, enterable(s, d, unit)
    return _steps_from(d, side, s.at[unit], allowed, sneak)


def _steps_from(d: Occupancy, side: int, place: int, allowed: int, sneak: int) -> int:
    """Where a unit may step to that has not been stopped in `place`."""
    near = NEAR[place] & allowed
    zone = d.zone(enemy(side))
    if zone >> place & 1 and not sneak:
        near &= ~zone | d.present[side]  # §8.5.3, §8.5.4
    return near


# where it can go --------------------------------------------------------------------


@dataclass(slots=True)
class Ways:
    """All that a unit can reach by quiet ways, and by those through one site that changes hands."""

    quiet: Reach
    ends: int
    """Every place that can be named next."""
    through: dict[int, Reach] = field(default_factory=dict)
    """Place -> the reach from the one site that leads to it, for those with no quiet way."""
    tied: dict[int, list[int]] = field(default_factory=dict)
    """Place -> the sites that lead to it, where there are several."""

    def cost(self, place: int) -> int:
        """Points that it takes to `place`, one of `ends`."""
        via = self.through.get(place)
        if via is None:
            return self.quiet.cost(place)
        return self.quiet.cost(via.origin) + via.cost(place)

    def costs(self) -> dict[int, int]:
        """Place -> points, for all of `ends`."""
        return {place: self.cost(place) for place in members(self.ends)}

    def way(self, goal: int) -> list[int]:
        """The places from the origin, left out, to `goal`."""
        if via := self.through.get(goal):
            return [*self.way(via.origin), *via.path(goal)]
        return [goal] if NEAR[self.quiet.origin] >> goal & 1 else self.quiet.path(goal)


def after(s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int]) -> tuple[int, int]:
    """Points left after the places of `path`, and what `sneak` still allows; -1 when stopped."""
    left = allowance(s, unit)
    sneak = s.sneak.get(str(unit), 0) if s.sneak else 0
    if not path:
        return left, sneak
    zone = d.zone(enemy(BOARD.units[unit].side))
    left -= zone >> s.at[unit] & 1  # §8.5.2; nr-57
    for place in path:
        left -= _cost(s, unit, place)
        if zone >> place & 1:  # §8.5.1
            if sneak != CROSS_ON:
                return 0, NOWHERE
            sneak = CROSS
    return max(left, 0), sneak


def ways(s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int] = ()) -> Ways:
    """Where a unit on the map can go on to after the places of `path`, its whole way so far.

    Remembered with the occupancy, under all that may change without it.
    """
    left, sneak = after(s, d, unit, path)
    if left <= 0 or sneak == NOWHERE:
        return _STOPPED
    key = ("ways", unit, tuple(path), left, sneak)
    return d.once(key, lambda: _ways(s, d, unit, path, left, sneak))


_STOPPED = Ways(reach(_GROUNDS[0], 0, 0, Bars(allowed=0)), 0)
"""Those of a unit that goes no further."""


def _ways(
    s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int], left: int, sneak: int
) -> Ways:
    costs, origin = _GROUNDS[face(s, unit).armor], path[-1] if path else s.at[unit]
    side = BOARD.units[unit].side
    zone, loud, allowed = d.zone(enemy(side)), _loud(s, side), enterable(s, d, unit)
    bars = Bars(
        allowed,
        halt=zone | loud,
        first=_steps_from(d, side, origin, allowed, sneak),
        toll=0 if path else zone >> origin & 1,  # §8.5.2
        least_one=not path,  # §8.3
    )
    quiet = reach(costs, origin, left, bars)
    found = Ways(quiet, quiet.ends)
    if gates := found.ends & loud & ~zone:
        _pass_gates(found, members(gates), left)
    return found


def _pass_gates(found: Ways, gates: list[int], budget: int) -> None:
    """Add what is reached only through one site that changes hands."""
    quiet = found.quiet
    known = found.ends | 1 << quiet.origin
    for gate in gates:
        left = budget - quiet.cost(gate)
        if left <= 0:
            continue
        beyond = reach(quiet.ground, gate, left, Bars(quiet.bars.allowed, quiet.bars.halt))
        for place in members(beyond.ends & ~known):
            other = found.through.pop(place, None)
            if place in found.tied:
                found.tied[place].append(gate)
            elif other is not None:
                found.tied[place] = [other.origin, gate]
            else:
                found.through[place] = beyond
    found.ends |= mask(found.through)


def movable(s: NoRetreat, d: Occupancy, side: int) -> Sieve[int]:
    """The units of a side that have not moved and can go somewhere."""
    at, up, moved, sneak = s.at, s.face, s.moved, s.sneak
    foe, zone = d.present[enemy(side)], d.zone(enemy(side))
    land, areas = BOARD.land & ~foe, areas_open(s) & ~foe
    entered = ~zone | d.present[side]  # §8.5.3, §8.5.4

    def may_move(unit: int) -> bool:
        place = at[unit]
        if place >= ON_MAP or moved[unit] or not _MOVEMENT[unit][up[unit]]:
            return False
        near = NEAR[place] & (land | areas & _ENTER[unit])
        if zone >> place & 1 and not (sneak and str(unit) in sneak):
            near &= entered
        return bool(near)

    return Sieve(BOARD.of_side[side], may_move)


# why not ----------------------------------------------------------------------------


def why_not_unit(s: NoRetreat, d: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit may not be moved by this side now; None if it may."""
    if refusal := why_not_mobile(s, side, unit):
        return refusal
    if s.moved[unit]:
        return Why(f"{BOARD.units[unit].name} has moved in this phase.", "8.0")
    if not first_steps(s, d, unit):
        return Why(f"{BOARD.units[unit].name} has no place to move to.", "8.5.3")
    return None


def why_not_mobile(s: NoRetreat, side: int, unit: int) -> Why | None:
    """Why a unit can neither move nor entrain: not the side's, off the map, or immobile (§8.0)."""
    name = BOARD.units[unit].name
    if BOARD.units[unit].side != side:
        return Why(f"{name} is not yours.", "8.0")
    if s.at[unit] >= ON_MAP:
        return Why(f"{name} is not on the map.", "8.0")
    if not mobile(s, unit):
        return Why(f"{name} can't move: it has no Movement Allowance.", "8.0")
    return None


def why_not_next(
    s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int], place: int
) -> Why | None:
    """Why a unit can't go on to a place after `path`; None if one word is enough for it."""
    found = ways(s, d, unit, path)
    if place < ON_MAP and found.ends >> place & 1:
        return None
    if refusal := why_not_enter(s, d, unit, place):
        return refusal
    origin = path[-1] if path else s.at[unit]
    label = BOARD.label(place)
    name = BOARD.units[unit].name
    if place == origin:
        return Why(f"{name} is in {label} already.", "8.0")
    if after(s, d, unit, path)[1] == NOWHERE:
        return Why(f"{name} must stop in {BOARD.label(origin)}: an enemy Zone of Control.", "8.5.1")
    if place in found.tied:
        return Why(f"{label} lies beyond several cities; name the one to go through.", "8.0")
    return _why_out_of_reach(s, d, unit, path, place)


def why_not_enter(s: NoRetreat, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit can't enter a place now; None if it may (§8.3, §8.4, §8.6, §8.7; nr-15)."""
    record = BOARD.units[unit]
    if place >= ON_MAP:
        return Why("Units move on the map; to go by rail they entrain.", "8.0")
    label = BOARD.label(place)
    if place >= HEXES:
        rule = "8.6" if place == FINLAND else "8.7"
        if not _ENTER[unit] >> place & 1:
            return Why(f"{record.name} may not enter {label}.", rule)
        if not areas_open(s) >> place & 1:
            return Why(f"{label} is closed until the turn after Ploesti falls.", rule)
    elif not BOARD.land >> place & 1:
        return Why(f"No unit can enter {label}.", "8.3")
    if d.present[enemy(record.side)] >> place & 1:
        return Why(f"An enemy unit is in {label}.", "8.4")
    return None


def _why_out_of_reach(
    s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int], place: int
) -> Why:
    """Which of zones, points and barred hexsides keeps a unit from a place that it might enter."""
    origin = path[-1] if path else s.at[unit]
    name, label = BOARD.units[unit].name, BOARD.label(place)
    left = after(s, d, unit, path)[0]
    zone = d.zone(enemy(BOARD.units[unit].side))
    if NEAR[origin] >> place & 1 and zone >> origin & 1 and zone >> place & 1:
        return Why(
            f"{name} can't go from one enemy Zone of Control to another in {label}.", "8.5.3"
        )
    plain = reach(_GROUNDS[face(s, unit).armor], origin, left, Bars(enterable(s, d, unit))).ends
    if plain >> place & 1:
        if not (zone & plain or zone >> origin & 1):
            return Why(f"{label} lies beyond enemy cities; name those to go through.", "8.0")
        return Why(f"Enemy Zones of Control keep {name} from {label}.", "8.5.1")
    cap = BOARD.weathers[weather(s)].cap
    full = face(s, unit).movement + s.mp.get(str(unit), 0)
    if cap and allowance(s, unit) < full:
        season = "Mud" if weather(s) == MUD else "Snow"
        return Why(
            f"{label} is too far: in {season} {name} has {several(allowance(s, unit), 'point')}.",
            "8.2",
        )
    return Why(f"{label} is too far for {name}: {left} Movement Points left.", "8.1")


def gates_to(s: NoRetreat, d: Occupancy, unit: int, path: Sequence[int], place: int) -> list[int]:
    """The sites one of which must be named on the way to a place; [] where it is not so."""
    return ways(s, d, unit, path).tied.get(place, [])
