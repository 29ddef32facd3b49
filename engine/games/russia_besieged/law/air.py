"""Air units: how many fly, where their bases go (11.0), and the weather (3.0, 24.4)."""

from collections.abc import Collection
from functools import lru_cache

from engine.board.bits import Steps, mask
from engine.board.occupancy import Occupancy
from engine.core.verbs import Sieve, Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, AXIS, FINE, HEXES, LIGHT_MUD
from engine.games.russia_besieged.law.stacking import room
from engine.games.russia_besieged.state import (
    FLOWN,
    FOUGHT,
    STAGED,
    RussiaBesieged,
    bodies,
    controlled,
    controls,
    enemy,
    first_impulse,
    first_turn,
    gone_finland,
    has,
    hungary_neutral,
    turn,
    weather,
)

STUKA_TO_RUMANIA, STUKA_TO_FINLAND, STUKA_OVER_HUNGARY = 8, 16, 32
"""Values of `entered` (24.11 to 24.13)."""
PLANES = tuple(
    tuple(unit for unit in mine if BOARD.pieces[unit].type == AIRCRAFT) for mine in BOARD.of_side
)
"""The Air units of each side."""
_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_HUNGARY, _RUMANIA, _FINLAND = (
    _GROUND.countries[name] for name in ("hungary", "rumania", "finland")
)
_AROUND = Steps(_GROUND.grid.neighbours)


def rolled(s: RussiaBesieged, roll: int) -> tuple[int, int]:
    """The weather of both impulses by the Axis die; turn 1 is clear (24.4)."""
    if first_turn(s):
        return FINE, FINE
    return _CHARTS.weather[turn(s).months[0]][roll - 1]


def missions(s: RussiaBesieged) -> int:
    """Missions that the phasing side may still fly in this impulse (10.41, 11.31, 11.32)."""
    now = turn(s)
    early = now.months[0] in ("jan", "mar")
    row = _CHARTS.bombers.get((s.side, now.year, early, s.weather[0], s.weather[1]))
    if row is None:
        return 0
    first, second, most = row
    if s.impulse == 1:
        return max(0, min(first, most) - s.flown[0])
    return max(0, min(second, most - s.flown[0]) - s.flown[1])


def why_no_mission(s: RussiaBesieged, plane: int, target: int) -> Why | None:
    """Why an air unit may not fly to a hex that is attacked (11.2, 11.41); None if it may."""
    it = BOARD.pieces[plane]
    if it.type != AIRCRAFT or it.side != s.side or s.place[plane] >= HEXES:
        return Why(f"{it.name} is not there to fly.", "11.11")
    if has(s, plane, FLOWN):
        return Why(f"{it.name} has flown in this turn.", "11.2")
    if has(s, plane, STAGED):
        return Why(f"The base of {it.name} has moved in this impulse.", "11.14")
    if not _CHARTS.air_per_attack[weather(s)]:
        return Why("Nothing flies in snow.", "11.2")
    if not missions(s):
        return Why("No more missions may be flown in this impulse.", "11.3")
    if _GROUND.grid.distance(s.place[plane], target) > _CHARTS.flight:
        where = _GROUND.grid.ids[target]
        return Why(f"{it.name} is more than {_CHARTS.flight} hexes from {where}.", "11.41")
    return None


def why_no_staging(
    s: RussiaBesieged, d: Occupancy, plane: int, place: int, forced: bool = False
) -> Why | None:
    """Why a base may not move to a city (11.1, 11.14, 11.15, 11.16); None if it may."""
    it, here = BOARD.pieces[plane], s.place[plane]
    city = _GROUND.city_at[place]
    if it.type != AIRCRAFT or here >= HEXES:
        return Why(f"{it.name} is not on the map.", "11.14")
    if city < 0 or not _GROUND.land >> place & 1 or not controls(s, it.side, city):
        return Why("A base stands in a city that you control.", "11.12")
    if bodies(d, enemy(it.side)) >> place & 1:  # partisans of the second stage take no city
        return Why("An enemy unit stands there.", "11.16")
    if place == here:
        return Why("It is there.", "11.14")
    if not forced:
        if it.side != s.side:
            return Why("It is not yours to move.", "3.0")
        if has(s, plane, STAGED | FOUGHT):
            return Why("It has flown or moved in this impulse.", "11.14")
        if why := why_pledged(s, plane):
            return why
        quick = s.side == AXIS and turn(s).year == 1941 and weather(s) <= LIGHT_MUD  # 11.15
        if not quick and not controlled(s, it.side, city):
            return Why("That city was not yours at the start of this impulse.", "11.14")
    far = _CHARTS.forced_staging if forced else _CHARTS.staging
    if _GROUND.grid.distance(here, place) > far:
        return Why(f"That city is more than {far} hexes away.", "11.16" if forced else "11.14")
    if room([BOARD.pieces[unit] for unit in d.units(it.side, place)], place) < 1:
        return Why("That city has no room for another base.", "11.13")
    return _why_border(s, it.mark, here, place) if it.side == AXIS else None


def why_pledged(s: RussiaBesieged, plane: int) -> Why | None:
    """Does an Air unit stay for an attack that would be too weak without it (9.5)?"""
    if plane not in s.pledged:
        return None
    return Why(f"{BOARD.pieces[plane].name} is needed to attack what was promised.", "9.5")


def over_hungary(here: int, place: int) -> bool:
    """Does a base that goes to a city of Rumania have to pass over Hungary (24.12)?"""
    return bool((_RUMANIA & ~_around_hungary(here)) >> place & 1)


@lru_cache(maxsize=128)
def _around_hungary(here: int) -> int:
    """Mask of the hexes to which a base goes without flying over Hungary."""
    found = 1 << here
    for _ in range(_CHARTS.staging):
        found |= _AROUND.spread(found) & ~_HUNGARY
    return found


def _why_border(s: RussiaBesieged, mark: str, here: int, place: int) -> Why | None:
    """24.11 to 24.13: one Stuka from the South into Rumania, one from the North to Finland."""
    if gone_finland(s) >> place & 1:
        return Why("Finland has left the war.", "26.15")
    if not hungary_neutral(s):
        return None
    if _HUNGARY >> place & 1:
        return Why("No Stuka goes to Hungary yet.", "24.12")  # rb-52
    if s.entered & STUKA_OVER_HUNGARY and over_hungary(here, place):
        return Why("Only one Stuka may fly over Hungary to Rumania.", "24.12")
    if not first_impulse(s):
        return None
    if _RUMANIA >> place & 1 and mark != "R" and (mark != "S" or s.entered & STUKA_TO_RUMANIA):
        return Why("Only one Stuka of Army Group South may go to Rumania.", "24.11")
    if _FINLAND >> place & 1 and (mark != "N" or s.entered & STUKA_TO_FINLAND):
        return Why("Only one Stuka of Army Group North may go to Finland.", "24.13")
    return None


def movable(s: RussiaBesieged, d: Occupancy) -> Collection[int]:
    """The phasing side's Air units whose bases can go to some city."""

    ready = [p for p in PLANES[s.side] if s.place[p] < HEXES and not has(s, p, STAGED | FOUGHT)]
    return Sieve(ready, lambda plane: stages(s, d, plane))


@lru_cache(maxsize=2048)
def _within(here: int, hexes: int) -> tuple[int, ...]:
    """The cities so near to a hex."""
    grid = _GROUND.grid
    return tuple(c.place for c in _GROUND.cities if grid.distance(here, c.place) <= hexes)


@lru_cache(maxsize=512)
def in_flight(here: int) -> int:
    """Mask of the hexes to which an Air unit flies from a hex (11.41)."""
    return mask(_GROUND.grid.within(here, _CHARTS.flight))


def stages(s: RussiaBesieged, d: Occupancy, plane: int, forced: bool = False) -> Collection[int]:
    """The cities to which a base may move."""
    near = _within(s.place[plane], _CHARTS.forced_staging if forced else _CHARTS.staging)
    return Sieve(near, lambda place: why_no_staging(s, d, plane, place, forced) is None)


def driven_off(s: RussiaBesieged, d: Occupancy, side: int) -> list[int]:
    """Bases of a side in whose hex an enemy combat unit stands (11.16)."""
    foes = bodies(d, enemy(side))
    return [p for p in PLANES[side] if s.place[p] < HEXES and foes >> s.place[p] & 1]
