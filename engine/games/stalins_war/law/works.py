"""Trenches (10.3), partisans (16.1), fortresses (16.2) and Festungs (16.3)."""

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FOREST,
    FULL,
    OUT,
    REMOVED,
    RUSSIAN,
    SOVIET,
    SWAMP,
)
from engine.games.stalins_war.law.supply import at, fed, nations_at
from engine.games.stalins_war.state import (
    MOVED,
    RAILED,
    SAILED,
    StalinsWar,
    active_partisans,
    fortresses,
    has,
    held,
    played,
)

DUG = 3
"""§10.3.1: an attempt succeeds on this or less."""
CARE = 3
"""§23.1.3: what one OPS more takes off the die."""
ON_MAP, AT_ONCE = 6, 2
"""§16.1.2: partisans on the map, and for 1 OPS."""

_GROUND = BOARD.ground
_MAY_DIG = ("hedgehogs", "people_s_militia")
"""Side -> the event after which it may try (§10.3.1)."""
_DENS = _GROUND.of_terrain[FOREST] | _GROUND.of_terrain[SWAMP]


# trenches -------------------------------------------------------------------------


def trenches_left(s: StalinsWar) -> int:
    """Trench markers still in the box: both sides share them (§10.3.2)."""
    return BOARD.charts.markers["trench"] - len(s.trenches[AXIS]) - len(s.trenches[SOVIET])


def why_no_trench(s: StalinsWar, d: Occupancy, side: int, place: int) -> Why | None:
    """Why no marker may be placed in a hex at all (§10.3.2, §10.3.3); None if one may."""
    if not any(BOARD.units[unit].lcu for unit in d.units(side, place)):
        return Why("A Trench needs one of your LCUs in the hex.", "10.3.3")
    if place in s.trenches[side]:
        return Why("There is a Trench already.", "10.3.1")
    if not trenches_left(s):
        return Why("All Trench markers are on the map.", "10.3.2")
    return None


def why_no_dig(s: StalinsWar, d: Occupancy, place: int) -> Why | None:
    """Why the active player may not try to entrench in a hex; None if he may (§10.3.1)."""
    side = s.side
    if not played(s, _MAY_DIG[side]):
        event = "Hedgehogs" if side == AXIS else "People's Militia"
        return Why(f"{event} has not been played.", "10.3.1")
    if why := why_no_trench(s, d, side, place):
        return why
    if place in s.digging:
        return Why("One attempt a hex in each Action Round.", "10.3.1")
    if len(s.digging) >= trenches_left(s):
        return Why("There is no Trench marker for one more attempt.", "10.3.2")
    lcu = next(unit for unit in d.units(side, place) if BOARD.units[unit].lcu)
    if has(s, lcu, MOVED | RAILED | SAILED):
        return Why("Its LCU has moved in this round.", "10.3.1")
    if s.supply[lcu] != FULL:
        return Why("Units out of supply do not entrench.", "13.3.3")
    return None


def diggable(s: StalinsWar, d: Occupancy) -> list[int]:
    """Hexes in which the active player may try to entrench."""
    if not played(s, _MAY_DIG[s.side]):
        return []
    return [place for place in members(d.present[s.side]) if why_no_dig(s, d, place) is None]


# partisans ------------------------------------------------------------------------


def partisans_on_map(s: StalinsWar) -> int:
    """Active and Inactive ones (§16.1.2)."""
    return len(s.partisans) + len(active_partisans(s))


def partisans_left(s: StalinsWar) -> int:
    """Counters that may still be placed: six on the map, and none of those eliminated."""
    alive = sum(s.place[unit] != REMOVED for unit in BOARD.partisans)  # §16.1.6
    return min(ON_MAP, alive) - partisans_on_map(s)


def nearer_axis(d: Occupancy) -> int:
    """Mask of the land strictly nearer to an Axis than to a Soviet unit (§16.1.3).

    By number of hexes across no impassable hexside; a tie fails (ruling sw-14).
    """
    fronts = [d.present[AXIS], d.present[SOVIET]]
    seen = list(fronts)
    found = fronts[AXIS] & ~fronts[SOVIET]
    while fronts[AXIS]:
        for side in (AXIS, SOVIET):
            fronts[side] = _GROUND.walk.spread(fronts[side]) & ~seen[side]
            seen[side] |= fronts[side]
        found |= fronts[AXIS] & ~seen[SOVIET]
    return found


def dens(s: StalinsWar, d: Occupancy) -> int:
    """Mask of the hexes in which an Inactive Partisan may be placed (§16.1.1, §16.1.3)."""
    wild = _DENS & _GROUND.union & ~_GROUND.baltic
    free = wild & ~d.present[AXIS] & ~d.present[SOVIET] & ~mask(s.partisans)  # §9.1.3, §9.2.2
    cut = 0
    for place in members(free):
        if at(s, d, RUSSIAN, place) == OUT:
            cut |= 1 << place
    return free & (cut | nearer_axis(d))


def why_no_partisans(s: StalinsWar) -> Why | None:
    """Why the Soviets may not place partisans for 1 OPS now; None if they may."""
    if not played(s, "partisan_formation"):
        return Why("Partisan Formation has not been played.", "16.1.1")
    if s.partisans_paid:
        return Why("1 OPS a turn goes to partisans.", "16.1.2")
    if partisans_left(s) <= 0:
        return Why("Six partisans at most are on the map; those eliminated are gone.", "16.1.2")
    return None


def why_no_den(s: StalinsWar, d: Occupancy, place: int) -> Why | None:
    """Why no partisan may be placed in a hex; None if one may."""
    if dens(s, d) >> place & 1:
        return None
    if not _GROUND.union >> place & 1:
        return Why("Partisans are placed in the Soviet Union.", "16.1.1")
    if _GROUND.baltic >> place & 1:
        return Why("No partisans in the Baltic States.", "16.1.1")
    if not _DENS >> place & 1:
        return Why("Partisans are placed in forest and swamp.", "16.1.3")
    if d.present[AXIS] >> place & 1:
        return Why("An Axis unit stands there.", "16.1.3")
    if d.present[SOVIET] >> place & 1:
        return Why("Partisans share a hex with no other Soviet unit.", "9.2.2")
    if place in s.partisans:
        return Why("A hex holds one Partisan.", "9.1.3")
    return Why("The hex must be cut off, or nearer to an Axis than to a Soviet unit.", "16.1.3")


def rousable(s: StalinsWar, d: Occupancy) -> list[int]:
    """Inactive Partisans that an event may activate: with no Axis unit in the hex (§16.1.6)."""
    return [place for place in s.partisans if not d.present[AXIS] >> place & 1]


def found_out(s: StalinsWar, d: Occupancy) -> list[int]:
    """Inactive Partisans with a supplied Soviet unit in their hex: they go (§16.1.5)."""
    return [p for p in s.partisans if any(s.supply[u] == FULL for u in d.units(SOVIET, p))]


# fortresses and Festungs --------------------------------------------------------------


def why_no_fortress(s: StalinsWar, d: Occupancy, place: int) -> Why | None:
    """Why *The Volga Has Only One Bank* builds no fortress in a hex; None if it does (§16.2.3)."""
    site = _GROUND.site_at[place]
    if site < 0 or not _GROUND.sites[site].city or not held(s, SOVIET) >> place & 1:
        return Why("The fortress is built in a Soviet city.", "16.2.3")
    if fortresses(s, SOVIET) >> place & 1:
        return Why("There is a fortress already.", "16.2.3")
    if place in s.destroyed:
        return Why("A destroyed fortress is not replaced.", "16.2.2")
    if not fed(s, d, RUSSIAN) >> place & 1:
        return Why("The hex is out of supply.", "16.2.3")
    return None


def why_no_festung(s: StalinsWar, d: Occupancy, place: int) -> Why | None:
    """Why the Axis may build no Festung in a hex; None if it may (§16.3.2)."""
    if not played(s, "festung"):
        return Why("Festung has not been played.", "16.3.1")
    return why_no_festung_there(s, d, place)


def why_no_festung_there(s: StalinsWar, d: Occupancy, place: int) -> Why | None:
    """The same once the event allows it, or as it does (§16.3.2)."""
    if len(s.festungs) >= BOARD.charts.markers["festung"]:
        return Why("All Festungs are on the map.", "16.3.1")
    if _GROUND.site_at[place] < 0:
        return Why("A Festung is built in a town or city.", "16.3.2")
    if not held(s, AXIS) >> place & 1:
        return Why("The enemy controls it.", "16.3.2")
    if place in s.festungs:
        return Why("There is a Festung already.", "16.3.2")
    if d.present[SOVIET] >> place & 1:
        return Why("An enemy unit stands there.", "16.3.2")
    if not any(fed(s, d, nation) >> place & 1 for nation in nations_at(AXIS, place)):
        return Why("The hex is out of supply.", "16.3.2")
    return None
