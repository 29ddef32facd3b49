"""Rail movement (§9.0), the Strategic Reserve (§14.12) and the Partisan marker (§15.9)."""

from collections.abc import Collection
from functools import lru_cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Sieve, Why
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CLEAR_WEATHER,
    HEXES,
    ON_MAP,
    RAIL,
    SIDES,
    SOVIET,
    USSR,
)
from engine.games.no_retreat.law import movement, stacking, supply
from engine.games.no_retreat.state import NoRetreat, enemy, held, weather

CAPACITY = 3
"""Units in a Rail Movement Box (§9.1.2)."""

PATH = 3
"""Hexes of the Supply Path of a hex to detrain in (§9.2)."""

FIRST_TURN = 3
"""No Axis rail moves and no bought ones before it (§9.1.3)."""

RESERVE_TURN = 4
"""First turn of the Strategic Reserve (§14.12.1)."""

PARTISAN = BOARD.unit_index["partisan"]
_ROUND = {
    site.place: sum(1 << other for other in (site.place, *BOARD.adjacent[site.place]))
    for site in BOARD.sites
    if BOARD.cities >> site.place & 1
}
"""City hex -> mask of it and the hexes next to it."""


# entraining ---------------------------------------------------------------------


def riding(s: NoRetreat, side: int) -> list[int]:
    """The units in the Rail Movement Box of a side; markers there are none (nr-61)."""
    box = RAIL[side]
    return [u for u in BOARD.of_side[side] if s.at[u] == box and u != PARTISAN]


def price(s: NoRetreat) -> int:
    """Cards that the next entraining of this phase costs (§9.1, §9.1.1)."""
    return 0 if not s.rail_bought or s.free_rail else 1


def why_not_rail(s: NoRetreat, side: int, cards: int) -> Why | None:
    """Why a side with so many cards can entrain nothing now; None if it can."""
    if s.turn < FIRST_TURN and side == AXIS:
        return Why("The Axis make no rail moves on turns 1 and 2.", "9.1.3")
    if len(riding(s, side)) >= CAPACITY:  # nr-16
        return Why(f"The Rail Movement Box holds {CAPACITY} units already.", "9.1.2")
    if price(s):
        if s.turn < FIRST_TURN:
            return Why("On turns 1 and 2 the Soviets have only their free rail move.", "9.1.3")
        if not cards:
            return Why("A second rail move costs a card, and there is none left.", "9.1.1")
    return None


def why_not_entrain(s: NoRetreat, side: int, unit: int, cards: int) -> Why | None:
    """Why a unit can't be entrained now by a side with so many cards; None if it can."""
    return why_not_rail(s, side, cards) or why_not_board(s, side, unit)


def why_not_board(s: NoRetreat, side: int, unit: int) -> Why | None:
    """Why a unit itself can't go by rail, whatever the capacity (§9.1, §6.5.2; nr-58)."""
    if refusal := movement.why_not_mobile(s, side, unit):
        return refusal
    name = BOARD.units[unit].name
    if s.unsupplied[unit]:
        return Why(f"{name} is Unsupplied and can't entrain.", "6.5.2")
    if s.moved[unit]:
        return Why(f"{name} has moved; a unit entrains instead of moving.", "9.1")
    return None


def entrainable(s: NoRetreat, side: int, cards: int) -> Collection[int]:
    """The units that a side with so many cards can entrain now (§9.1)."""
    if why_not_rail(s, side, cards):
        return ()

    def may_board(unit: int) -> bool:
        free = s.at[unit] < ON_MAP and not (s.moved[unit] or s.unsupplied[unit])
        return free and movement.mobile(s, unit)

    return Sieve(BOARD.of_side[side], may_board)


# the Strategic Reserve ------------------------------------------------------------


def why_not_reserve(s: NoRetreat, d: Occupancy, unit: int) -> Why | None:
    """Why a unit can't get the Strategic Reserve marker now; None if it can (§14.12.1; nr-59)."""
    name = BOARD.units[unit].name
    if s.turn < RESERVE_TURN:
        return Why(f"The Strategic Reserve is there from turn {RESERVE_TURN} on.", "14.12.1")
    if unit == s.reserve:
        return Why(f"{name} is the Strategic Reserve already.", "14.12.1")
    if s.at[unit] == RAIL[SOVIET] and unit != PARTISAN:
        return None  # the marker passes between units in the box
    if refusal := movement.why_not_mobile(s, SOVIET, unit):
        return refusal
    if len(riding(s, SOVIET)) >= CAPACITY:
        return Why(f"The Rail Movement Box holds {CAPACITY} units already.", "9.1.2")
    if not supply.supplied(s, d, unit):
        return Why(f"{name} is not in supply.", "14.12.1")
    return None


def reservable(s: NoRetreat, d: Occupancy) -> list[int]:
    """The Soviet units that can get the Strategic Reserve marker now."""
    if s.turn < RESERVE_TURN:
        return []
    box, limit = RAIL[SOVIET], ON_MAP if len(riding(s, SOVIET)) < CAPACITY else 0
    return [
        unit
        for unit in BOARD.of_side[SOVIET]
        if unit != s.reserve
        and (
            (s.at[unit] == box and unit != PARTISAN)
            or (s.at[unit] < limit and movement.mobile(s, unit) and supply.supplied(s, d, unit))
        )
    ]


# detraining -------------------------------------------------------------------------


def detrainable(s: NoRetreat, d: Occupancy, side: int) -> list[int]:
    """The units of a side that can come off the rails now."""
    return [unit for unit in riding(s, side) if unit not in s.held and detrain_places(s, d, unit)]


def detrain_places(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the hexes where a unit of the Rail Movement Box may be put (§9.2; nr-50)."""
    side = BOARD.units[unit].side
    return _places(s, d, side) & ~stacking.full(s, d, unit)


def _places(s: NoRetreat, d: Occupancy, side: int) -> int:
    def found() -> int:
        return (_cities(s, d, side) | _open_hexes(s, d, side)) & ((1 << HEXES) - 1)

    return d.once(("detrain", side, len(s.captured), s.scorched), found)


def _cities(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Friendly cities with an Overland Supply Path, not captured in this player turn (§9.2)."""
    own = BOARD.cities & held(s, side) & ~_shut(s)
    return own & supply.overland_places(s, d, side)


def _open_hexes(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Hexes away from the enemy and his cities, with a path of three hexes (§9.2)."""
    barred = _hostile_round(s, side) | _shut(s) | d.zone(enemy(side)) | d.present[enemy(side)]
    return supply.overland_places(s, d, side, PATH) & BOARD.land & ~barred


def _shut(s: NoRetreat) -> int:
    """Mask of the sites where nobody detrains: captured in this player turn, or scorched (§9.2)."""
    shut = [*s.captured, s.scorched] if s.scorched >= 0 else s.captured  # cards 7, 53
    return mask(BOARD.sites[site].place for site in shut)  # nr-60


def _hostile_round(s: NoRetreat, side: int) -> int:
    """Mask of the cities of the other side and the hexes next to them."""
    return _round(BOARD.cities & ~held(s, side))


@lru_cache(maxsize=256)
def _round(cities: int) -> int:
    found = 0
    for place in members(cities):
        found |= _ROUND[place]
    return found


def why_not_detrain(s: NoRetreat, d: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit can't come off the rails now; None if it can."""
    name = BOARD.units[unit].name
    if unit not in riding(s, side):
        return Why(f"{name} is not in your Rail Movement Box.", "9.2")
    if unit in s.held:
        return Why(f"{name} is held up and can't detrain in this turn.", "9.2")
    if not detrain_places(s, d, unit):
        return Why(f"There is no place where {name} could detrain.", "9.2")
    return None


def why_not_detrain_at(s: NoRetreat, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit of the box can't be put there; None if it can (§9.2)."""
    if place < ON_MAP and detrain_places(s, d, unit) >> place & 1:
        return None
    if place >= HEXES or not BOARD.land >> place & 1:
        return Why("Units detrain in hexes of the map.", "9.2")
    side = BOARD.units[unit].side
    label, foe = BOARD.label(place), enemy(side)
    if d.present[foe] >> place & 1:
        return Why(f"An enemy unit is in {label}.", "8.4")
    if _places(s, d, side) >> place & 1:
        return Why(f"There is no room in {label}.", "8.4.1")
    site = BOARD.site_at[place]
    if site in s.captured:
        return Why(f"{label} was captured in this player turn.", "9.2")
    if _hostile_round(s, side) >> place & 1:
        return Why(f"{label} is an enemy city or next to one.", "9.2")
    if d.zone(foe) >> place & 1:
        return Why(f"{label} is in an enemy Zone of Control.", "9.2")
    return Why(f"{label} has no Overland Supply Path of {PATH} hexes.", "9.2")


# the Paratroop/Partisan marker -------------------------------------------------------


def partisan_targets(s: NoRetreat, d: Occupancy) -> list[int]:
    """The Axis units that the marker of the Soviet Rail Movement Box may be put on (§15.9)."""
    if s.at[PARTISAN] != RAIL[SOVIET] or weather(s) == CLEAR_WEATHER:
        return []
    return [unit for unit in BOARD.of_side[AXIS] if not why_not_raid(s, d, unit)]


def why_not_raid(s: NoRetreat, d: Occupancy, unit: int) -> Why | None:
    """Why the Paratroop/Partisan marker can't be put on a unit; None if it can (§15.9)."""
    name = BOARD.units[unit].name
    if weather(s) == CLEAR_WEATHER:
        return Why("The marker is used in Mud and Snow alone.", "15.9")
    if s.at[PARTISAN] != RAIL[SOVIET]:
        return Why("The Paratroop/Partisan marker is not in the Rail Movement Box.", "15.9")
    place = s.at[unit]
    if BOARD.units[unit].side != AXIS or place >= HEXES or BOARD.hexes[place].country != USSR:
        return Why(f"{name} is no {SIDES[AXIS].title()} unit in the USSR.", "15.9")
    near = members(movement.NEAR[place] & d.present[SOVIET])
    if not any(supply.supplied(s, d, other) for hex_ in near for other in d.units(SOVIET, hex_)):
        return Why(f"{name} is not next to a supplied Soviet unit.", "15.9")
    return None
