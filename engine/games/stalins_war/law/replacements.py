"""Reinforcements (7.5.2), replacements (14), hands (7.6, 17.1) and automatic points (21.0)."""

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    FOR_ARMY,
    FOR_FRONT,
    FOR_TANK,
    FULL,
    GERMAN,
    HALF,
    HUNGARIAN,
    ITALIAN,
    NOWHERE,
    OTHER_FRONTS,
    OUT,
    PARTISAN,
    PZ,
    ROMANIAN,
    RUSSIAN,
    SOVIET,
    TANK,
    WHOLE,
    Unit,
)
from engine.games.stalins_war.law.stacking import fits, may_stack, why_over
from engine.games.stalins_war.law.supply import fed, key, oil_counts
from engine.games.stalins_war.state import (
    WEIGHTS,
    StalinsWar,
    fortresses,
    held,
    holds,
    on_map,
    played,
    turn,
)

HAND = 6
"""§4.1.2."""
AUTO = 3
"""Automatic RPs that a side receives in a turn at most (§21.0)."""
STANDARD = 6
"""Soviet automatic RPs of the standard game: 3 in turns 2 and 3 (§4.5.2)."""

_GROUND = BOARD.ground
_COUNTRIES = _GROUND.countries
_TOWNS = mask(site.place for site in _GROUND.sites)
_CAPITALS = mask(site.place for site in _GROUND.sites if site.capital)


# where units enter -------------------------------------------------------------------------


def home(nation: int) -> int:
    """Mask of a nation's land (§3.0, §7.5.2c)."""
    if nation == GERMAN:
        return _GROUND.germany
    if nation == ROMANIAN:
        return _COUNTRIES["romania"]
    if nation == HUNGARIAN:
        return _COUNTRIES["hungary"]
    return _GROUND.union if nation == RUSSIAN else 0


def entries(s: StalinsWar, d: Occupancy, nation: int) -> int:
    """Mask of the hexes where a nation's new units are placed (§7.5.2c); stacking apart.

    Its capital, friendly supply sources, cities and fortresses at home, in full supply; the
    Soviets in towns too; Italians in Bucharest and Odessa.
    """
    side = SOVIET if nation == RUSSIAN else AXIS
    mine = held(s, side)
    if nation == ITALIAN:
        doors = mask(_GROUND.site(id_).place for id_ in ("bucharest", "odessa"))
        return doors & mine & ~d.present[SOVIET]
    land = home(nation) & ~d.present[1 - side]
    towns = _TOWNS if nation == RUSSIAN else _GROUND.cities
    sources = _GROUND.sources.by_nation[nation] & ~held(s, 1 - side)
    places = towns & mine | fortresses(s, side) | sources
    found = places & land & fed(s, d, nation)
    return found | _CAPITALS & mine & land  # whatever its supply (sw-42)


def why_no_place(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a new unit may not be placed in a hex; None if it may (§4.5.1, §9.1.4)."""
    it = BOARD.units[unit]
    if not entries(s, d, it.nation) >> place & 1:
        return Why("New units enter in supplied cities of their own country.", "7.5.2c")
    return why_over(s, [*(BOARD.units[u] for u in d.units(it.side, place)), it], place)


def doors(s: StalinsWar, d: Occupancy, unit: int) -> list[int]:
    """The hexes in which a new unit may be placed; none: it leaves the game (§7.5.2b)."""
    it = BOARD.units[unit]
    alike = it.nation, it.lcu, it.stacks, it.type == PARTISAN  # what stacking asks of it
    return d.once(("doors", *alike, key(s)), lambda: _doors(s, d, it))


def _doors(s: StalinsWar, d: Occupancy, it: Unit) -> list[int]:
    found, weight = members(entries(s, d, it.nation)), WEIGHTS[it.index]
    return [
        place
        for place in found
        if fits(d.factor(place) + weight)
        or may_stack(s, (*d.units(it.side, place), it.index), place)
    ]


def replaceable(s: StalinsWar, unit: int) -> list[int]:
    """Units on the map that a new one may be exchanged for (§7.5.2c): in full supply."""
    kind = BOARD.units[unit].exchange
    return [
        other.index
        for other in BOARD.units
        if on_map(s, other.index) and s.supply[other.index] == FULL and _gives_way(other, kind)
    ]


def _gives_way(unit: Unit, kind: int) -> bool:
    if kind == FOR_FRONT:
        return unit.side == SOVIET and unit.blitzkrieg_front
    if kind == FOR_ARMY:
        return unit.side == SOVIET and unit.is_army
    return kind == FOR_TANK and unit.type == TANK


# replacements ------------------------------------------------------------------------------


def price(unit: Unit) -> int:
    """Halves of a Replacement Point for a step (§14.1.3)."""
    return WHOLE if unit.lcu else HALF


def why_no_rebuild(s: StalinsWar, unit: int) -> Why | None:
    """Why no step of a unit may be bought now; None if one may (§14.1, §14.2)."""
    it, place = BOARD.units[unit], s.place[unit]
    if it.rp == NOWHERE:
        return Why("No Replacement Points rebuild it.", "14.1.7")
    boxes = (ELIMINATED[it.side], OTHER_FRONTS)
    if not on_map(s, unit) and place not in boxes:
        return Why("It is neither on the map nor in a box of units to rebuild.", "14.1.2")
    if on_map(s, unit) and s.supply[unit] == OUT:
        return Why("It is out of supply.", "14.1.2")
    if s.step[unit] >= it.full:
        return Why("It is at full strength.", "14.1.2")
    if it.faces[s.step[unit]].asterisk:
        return Why("A step with an asterisk is never rebuilt.", "14.1.6")
    if it.rp == PZ and not holds(s, AXIS, "katowice_usir"):
        return Why("The Soviets control the Upper Silesian industry.", "14.2.2")
    if it.rp == PZ and pz_ended(s):
        return Why("After Final Production Surge no PZ points are spent.", "14.1.7")
    if s.rp[it.rp] < price(it):
        return Why("There are not enough Replacement Points of its kind.", "14.1.3")
    return None


def pz_ended(s: StalinsWar) -> bool:
    """Has *Final Production Surge* been played in an earlier turn?"""
    return played(s, "final_production_surge") and not any(
        BOARD.cards[card].event == "final_production_surge" for card in s.in_turn
    )


def recreated(s: StalinsWar, unit: int) -> bool:
    """Does its next step bring it back from the Eliminated Units box (§14.1.4)?"""
    return s.place[unit] == ELIMINATED[BOARD.units[unit].side]


# automatic points ----------------------------------------------------------------------------


def automatic(bid: int, bidder: int) -> list[int]:
    """Side -> automatic RPs of the game after a bid (§21.0, §4.5.2).

    A bid gives the other side points; one to play the Soviets cancels theirs first.

    >>> automatic(0, 0), automatic(2, 0), automatic(8, 1)
    ([0, 6], [0, 8], [2, 0])
    """
    if bidder == AXIS:
        return [0, STANDARD + bid]
    return [max(0, bid - STANDARD), max(0, STANDARD - bid)]


def comes_now(s: StalinsWar, side: int) -> int:
    """Automatic RPs that a side receives in this turn's Replacement Phase (§21.0)."""
    return min(AUTO, s.auto[side]) if s.turn > 1 else 0


# hands -----------------------------------------------------------------------------------------


def hand_size(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Cards that a side draws up to: 6, oil, events, then the limits (§7.6.1, §17.1.1, sw-10)."""
    oil, now = oil_counts(s, d, side), turn(s)
    if side == AXIS:
        by_oil = -1 if oil == 0 else 1 if oil >= 3 else 0  # §17.1.4, §17.1.5
    else:
        by_oil = {0: -2, 1: -1}.get(oil, 0)  # §17.1.6, §17.1.7
    size = HAND + by_oil + s.hand_change[side]
    return max(now.least[side], min(size, now.most))


def total_war_starts(s: StalinsWar) -> bool:
    """Does Total War begin in this Draw Phase (§7.6.4)?"""
    first, alone, both = BOARD.charts.total_war
    enough = max(s.stars) >= alone or sum(s.stars) >= both
    return not s.total_war and s.turn >= first and enough
