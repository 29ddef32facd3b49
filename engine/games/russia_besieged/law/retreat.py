"""Retreats (10.7): where a beaten unit goes, and why not elsewhere."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    CAPITALS,
    FINNISH,
    GERMAN,
    HOMES,
    HUNGARIAN,
    PARTISAN,
    RUMANIAN,
    SOVIET,
    Piece,
)
from engine.games.russia_besieged.law.movement import homebound
from engine.games.russia_besieged.law.rail import joined
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.law.supply import (
    BAKU,
    baku_supplies,
    capital,
    passable,
    traced,
)
from engine.games.russia_besieged.law.upkeep import room
from engine.games.russia_besieged.state import (
    RussiaBesieged,
    bodies,
    enemy,
    first_turn,
    gone_finland,
    hungary_neutral,
    mates,
    rails,
    zoc,
    zones,
)

_GROUND = BOARD.ground
_COUNTRIES = _GROUND.countries
_FORWARD = (("e", "ne", "se"), ("w", "nw", "sw"))
"""Side -> directions that a retreat does not take (priority 5, rb-25)."""
Route = tuple[int, ...]
"""The hexes of a retreat in order, one or two."""


def why_no_step(s: RussiaBesieged, d: Occupancy, piece: Piece, here: int, there: int) -> Why | None:
    """Why a unit never retreats from one hex into the next (4.03, 8.64, 10.72)."""
    foe = enemy(piece.side)
    if there not in _GROUND.foot[here]:
        grid = _GROUND.grid
        if grid.distance(here, there) != 1:
            return Why(f"{grid.ids[there]} is not next to {grid.ids[here]}.", "10.72")
        return Why("No retreat crosses the coast, water or closed land.", "10.72")
    if bodies(d, foe) >> there & 1:
        return Why("An enemy unit stands there.", "10.72")
    if zoc(d, foe) >> there & 1 and not bodies(d, piece.side) >> there & 1:
        return Why("It is an empty hex in an enemy zone of control.", "10.72")
    if piece.side == SOVIET and hungary_neutral(s) and _COUNTRIES["hungary"] >> there & 1:
        return Why("No Russian unit retreats into Hungary yet.", "10.72")
    if piece.side == AXIS and gone_finland(s) >> there & 1:
        return Why("Finland has left the war.", "26.15")
    if (bound := homebound(piece)) and bound[0] >> there & 1:
        return bound[1]
    if piece.type == PARTISAN and not _COUNTRIES["russia"] >> there & 1:
        return Why("Partisans remain in Russia.", "16.11")
    return None


def _possible(
    s: RussiaBesieged, d: Occupancy, piece: Piece, start: int, lengths: range
) -> list[Route]:
    """All routes of these lengths by steps that may be taken at all."""
    found: list[Route] = []
    for first in _GROUND.foot[start]:
        if why_no_step(s, d, piece, start, first):
            continue
        if 1 in lengths:
            found.append((first,))
        if 2 in lengths:
            found += [
                (first, second)
                for second in _GROUND.foot[first]
                if second != start and not why_no_step(s, d, piece, first, second)
            ]
    if piece.side == AXIS and hungary_neutral(s):  # 24.12: only if no other way is open
        return [route for route in found if not _into_hungary(start, route)] or found
    return found


def _into_hungary(start: int, route: Route) -> bool:
    """Does a way come into Hungary from outside?"""
    inside = [_COUNTRIES["hungary"] >> hex_ & 1 for hex_ in (start, *route)]
    return any(after > before for before, after in pairwise(inside))


# priorities ---------------------------------------------------------------------------


def sources(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    """Mask of the legal supply sources of priority 3: rails to an edge, cities with room.

    For who may use them also the rails to his capital (13.34), and south of the Terek those to
    Baku while it supplies any number (13.81).
    """
    side = piece.side
    foe = enemy(side)
    free = rails(s, side) & ~zones(d, foe) & ~bodies(d, foe)  # 16.21: partisans cut rails
    ends = _GROUND.edges[side] | capital(s, piece.nation)
    if piece.nation in (FINNISH, GERMAN):
        ends |= _GROUND.northern | _GROUND.murmansk
    found = joined(ends, free)
    if side == SOVIET and baku_supplies(s, d):
        found |= joined(BAKU, free) & _GROUND.regions["caucasus"]
    return found | room(s, d, piece) & passable(s, d, side)


def _distances(s: RussiaBesieged, d: Occupancy, piece: Piece, ends: int) -> dict[int, int]:
    """End of a retreat -> hexes from it to the nearest legal source (priority 4)."""
    open_ = passable(s, d, piece.side)
    front = seen = sources(s, d, piece)
    found: dict[int, int] = {}
    steps = 0
    while front:
        found |= dict.fromkeys(members(front & ends), steps)
        front = _GROUND.walk.spread(front & open_) & _GROUND.land & ~seen
        seen |= front
        steps += 1
    return found


def routes(
    s: RussiaBesieged,
    d: Occupancy,
    unit: int,
    start: int,
    least: int,
    most: int,
    last: bool = False,
) -> list[Route]:
    """The routes among which the attacker chooses for a unit (10.76); none: it is lost (10.73).

    Each priority leaves what meets it best, in the order of the book; terrain counts for nothing
    (10.75), a way that destroys is none while another is open (10.74). With a retreat of 1 or
    2 hexes the sixth is not asked. `last`: no step is left in the stack but one of this unit.
    """
    piece = BOARD.pieces[unit]
    left = _possible(s, d, piece, start, range(least, most + 1))
    if last:  # 6.26, 10.74
        left = _best(left, lambda r: crosses_strait(start, r))
    zone = zoc(d, enemy(piece.side))
    left = _best(left, lambda r: any(zone >> hex_ & 1 for hex_ in r))  # 1, 7
    left = _best(left, lambda r: _abroad(piece, r[-1]))  # 2
    if not (first_turn(s) and s.side == AXIS and piece.side == SOVIET):  # 24.23
        ends = 0
        for route in left:
            ends |= 1 << route[-1]
        far = _distances(s, d, piece, ends)
        left = _best(left, lambda r: far.get(r[-1], 99))  # 3, 4
        left = _best(left, lambda r: _goes_forward(piece.side, start, r))  # 5
    if least == most == 2:
        left = _best(left, lambda r: r[-1] in _GROUND.foot[start])  # 6
    return left


USUAL, HOME, THROUGH = "usual", "home", "through"
"""What the owner may choose: the priorities, toward home (25.4), through enemy zones (10.78)."""


def ways(
    s: RussiaBesieged,
    d: Occupancy,
    unit: int,
    start: int,
    least: int,
    most: int,
    last: bool = False,
) -> dict[str, list[Route]]:
    """The owner's choices for a unit, each with the routes that the attacker then has.

    Empty: the unit is lost (10.73). What offers the same routes is no choice.
    """
    found = {USUAL: routes(s, d, unit, start, least, most, last)}
    if not found[USUAL]:
        return {}
    piece = BOARD.pieces[unit]
    every = _possible(s, d, piece, start, range(least, most + 1))
    if last:
        every = _best(every, lambda r: crosses_strait(start, r))
    if home := [route for route in every if _homeward(piece, start, route[-1])]:
        found[HOME] = home
    if through := _through(s, d, piece, start, every, found[USUAL]):
        found[THROUGH] = through
    return {
        name: listed
        for name, listed in found.items()
        if name == USUAL or set(listed) != set(found[USUAL])
    }


def _homeward(piece: Piece, start: int, end: int) -> bool:
    """25.4: does a retreat end in the home country, or nearer to the capital?"""
    if piece.nation not in HOMES:
        return False
    home = HOMES[piece.nation]
    capital = _GROUND.cities[_GROUND.city_index[CAPITALS[home]]].place
    nearer = _GROUND.grid.distance(end, capital) < _GROUND.grid.distance(start, capital)
    return nearer or bool(_COUNTRIES[home] >> end & 1)


def _through(
    s: RussiaBesieged,
    d: Occupancy,
    piece: Piece,
    start: int,
    every: Sequence[Route],
    usual: Sequence[Route],
) -> list[Route]:
    """10.78: past friends in enemy zones, to stay in supply or out of a hex that is full."""
    zone = zoc(d, enemy(piece.side))
    past = [route for route in every if any(zone >> hex_ & 1 for hex_ in route)]
    supplied = traced(s, d, piece.nation)
    kept = [route for route in past if supplied >> route[-1] & 1]
    if kept and not any(supplied >> route[-1] & 1 for route in usual):
        return kept
    if all(_full(d, piece, route[-1]) for route in usual):
        return [route for route in past if not _full(d, piece, route[-1])]
    return []


def _full(d: Occupancy, piece: Piece, hex_: int) -> bool:
    return why_over([*mates(d, piece.side, hex_), piece], hex_) is not None


def usual_way(s: RussiaBesieged, d: Occupancy, unit: int, open_: dict[str, list[Route]]) -> str:
    """The choice that is made without asking: to stay in supply, else what costs no step."""
    supplied = traced(s, d, BOARD.pieces[unit].nation)
    if any(supplied >> route[-1] & 1 for route in open_[USUAL]):
        return USUAL
    for name in (HOME, THROUGH):
        if any(supplied >> route[-1] & 1 for route in open_.get(name, ())):
            return name
    return USUAL


def _best(left: Sequence[Route], cost: Callable[[Route], int]) -> list[Route]:
    """The routes that cost least."""
    if not left:
        return []
    costs = [cost(route) for route in left]
    least = min(costs)
    return [route for route, price in zip(left, costs, strict=True) if price == least]


def _abroad(piece: Piece, end: int) -> bool:
    """Priority 2."""
    if piece.nation == RUMANIAN and _COUNTRIES["hungary"] >> end & 1:
        return True
    return piece.nation == HUNGARIAN and bool(_COUNTRIES["rumania"] >> end & 1)


def _goes_forward(side: int, start: int, route: Route) -> bool:
    """Has the route a step toward the enemy's edge (priority 5, rb-25)?"""
    grid, here = _GROUND.grid, start
    for there in route:
        way = grid.direction(here, there)
        if way >= 0 and grid.directions[way] in _FORWARD[side]:
            return True
        here = there
    return False


# what a retreat costs -------------------------------------------------------------------


def crosses_strait(start: int, route: Route) -> bool:
    """6.26: it costs one step of the stack."""
    strait = set(_GROUND.strait)
    return any({here, there} == strait for here, there in zip((start, *route), route, strict=False))


def through_zones(d: Occupancy, side: int, route: Route) -> int:
    """10.77: steps that those who fought together lose, one for each enemy-zone hex of friends."""
    return sum(zoc(d, enemy(side)) >> hex_ & 1 for hex_ in route)


def why_not(
    s: RussiaBesieged,
    d: Occupancy,
    unit: int,
    start: int,
    route: Route,
    least: int,
    most: int,
    last: bool = False,
) -> Why | None:
    """Why the attacker may not choose a route; None if he may."""
    piece = BOARD.pieces[unit]
    if route in (open_ := routes(s, d, unit, start, least, most, last)):
        return None
    here = start
    for there in route:
        if why := why_no_step(s, d, piece, here, there):
            return why
        here = there
    if last and crosses_strait(start, route) and not crosses_strait(start, open_[0]):
        return Why("It would be lost over the strait, and another way is open.", "10.74")
    return Why("A retreat of a higher priority is open.", "10.76")
