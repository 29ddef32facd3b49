"""Events (7.5.1): when their conditions hold, and what each may be played on.

Domains alone; who chooses and what then happens is the procedures' part. A card whose
condition is no prerequisite may be played for nothing (7.5.1b, ruling sw-27).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.board.reach import Bars, Ground, Reach, ground, reach
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    BUNKER,
    CLEAR,
    ELIMINATED,
    FULL,
    GERMAN,
    HEXES,
    HUNGARIAN,
    INFANTRY,
    MOUNTAIN_CORPS,
    NOWHERE,
    OTHER_FRONTS,
    PANZER,
    RUSSIAN,
    SOVIET,
    Card,
)
from engine.games.stalins_war.law import operations, strategic, works
from engine.games.stalins_war.law.attack import restricted
from engine.games.stalins_war.law.movement import barred
from engine.games.stalins_war.law.stacking import why_over
from engine.games.stalins_war.law.supply import fed, landed
from engine.games.stalins_war.state import (
    ADVANCED,
    StalinsWar,
    face,
    has,
    held,
    holds,
    on_map,
)

_GROUND = BOARD.ground
_WARSAW, _MOSCOW = (_GROUND.site(id_).place for id_ in ("warsaw", "moscow"))
_BLACK = next(sea for sea in _GROUND.seas if sea.id == "black_sea")
_MARITIME = next(unit for unit in BOARD.units if unit.maritime)
UPRISING = 3
"""Hexes from a supplied Soviet unit to Warsaw (card Soviet 51)."""
SIBERIA = 4
"""Hexes from Moscow (card Soviet 16)."""
_SLY = "clarification_soviet_48"
MASKIROVKA = 6
"""Hexes that units move (card Soviet 48)."""


# conditions -------------------------------------------------------------------------------


def caught(s: StalinsWar, d: Occupancy) -> list[int]:
    """Hexes with a Soviet unit that advanced or exploited in the round just before.

    Those that the Axis may attack at all, with an Axis unit next to them: one of them
    is enough (clarification_axis_33).
    """
    found = []
    for place in members(d.present[SOVIET] & ~restricted(s)):
        moved = any(has(s, unit, ADVANCED) for unit in d.units(SOVIET, place))
        if moved and mask(_GROUND.foot[place]) & d.present[AXIS]:
            found.append(place)
    return found


def _supplied_near(s: StalinsWar, place: int, hexes: int) -> bool:
    return any(
        on_map(s, unit)
        and s.supply[unit] == FULL
        and _GROUND.grid.distance(s.place[unit], place) <= hexes
        for unit in BOARD.of_side[SOVIET]
    )


def _supplied_in(s: StalinsWar, d: Occupancy, country: str) -> bool:
    where = members(d.present[SOVIET] & _GROUND.countries[country])
    return any(s.supply[unit] == FULL for place in where for unit in d.units(SOVIET, place))


_CONDITIONS: Mapping[str, Callable[[StalinsWar, Occupancy], bool]] = {
    "backhand_blow": lambda s, d: bool(caught(s, d)),
    "volkssturm": lambda s, d: bool(d.present[SOVIET] & _GROUND.germany),
    "eastern_priority": lambda s, d: OTHER_FRONTS in s.place,
    "the_bunker": lambda s, d: holds(s, AXIS, "berlin"),
    "margarethe": lambda s, d: HUNGARIAN not in s.surrendered,
    "stavka": lambda s, d: operations.stalin_in_moscow(s),
    "black_sea_black_death": lambda s, d: bool(landings(s, d)),
    "industrial_evacuation": lambda s, d: holds(s, SOVIET, "moscow"),
    "romania_defects": lambda s, d: _supplied_in(s, d, "romania"),
    "big_three": lambda s, d: holds(s, SOVIET, "stalingrad") and holds(s, SOVIET, "moscow"),
    "warsaw_uprising": lambda s, d: (
        holds(s, AXIS, "warsaw") and _supplied_near(s, _WARSAW, UPRISING)
    ),
}
"""Event -> its condition, for the cards that have one."""


def applies(s: StalinsWar, d: Occupancy, card: Card) -> bool:
    """Does the condition of an event hold now? Where it has none, yes."""
    condition = _CONDITIONS.get(card.event)
    return condition is None or condition(s, d)


def why_not_now(s: StalinsWar, d: Occupancy, card: Card) -> Why | None:
    """Why a card may not be played as an event now; None if it may (§7.5.1b)."""
    if why := operations.why_no_event(s, card):
        return why
    if card.must and not applies(s, d, card):
        return Why(f"{card.name} asks for this: {card.condition}.", "7.5.1a")
    return None


# hexes ------------------------------------------------------------------------------------


def trench_hexes(s: StalinsWar, d: Occupancy, card: Card) -> list[int]:
    """Where a card places Trenches: with an LCU in full supply (§10.3.2, §10.3.3).

    *Hedgehogs* and *East Wall* with a German one, the latter in the Soviet Union.
    """
    side = card.side
    found = []
    for place in members(d.present[side]):
        large = [u for u in d.units(side, place) if BOARD.units[u].lcu and s.supply[u] == FULL]
        if side == AXIS:
            large = [u for u in large if BOARD.units[u].nation == GERMAN]
        if card.event == "east_wall" and not _GROUND.union >> place & 1:
            continue
        if large and works.why_no_trench(s, d, side, place) is None:
            found.append(place)
    return found


def zone_hexes(s: StalinsWar, d: Occupancy) -> list[int]:
    """Where a Fortified Zone is placed: with a Soviet unit in full supply (card Soviet 23).

    A Partisan may stand in a hex that the Axis holds.
    """
    if len(s.zones) >= BOARD.charts.markers["fortified_zone"]:
        return []
    return [
        place
        for place in members(d.present[SOVIET] & ~held(s, AXIS))
        if place not in s.zones  # §9.1.3
        and any(s.supply[unit] == FULL for unit in d.units(SOVIET, place))
    ]


def fortress_hexes(s: StalinsWar, d: Occupancy) -> list[int]:
    """Where *The Volga Has Only One Bank* builds its fortress (§16.2.3)."""
    return [p for p in members(held(s, SOVIET)) if works.why_no_fortress(s, d, p) is None]


def bridge_hexes(s: StalinsWar, d: Occupancy) -> list[int]:
    """Hexes with Axis units out of supply, one of which *Air Bridge* feeds."""
    return [
        place
        for place in members(d.present[AXIS])
        if any(s.supply[unit] != FULL for unit in d.units(AXIS, place))
    ]


def _empty(s: StalinsWar, d: Occupancy) -> int:
    taken = d.present[AXIS] | d.present[SOVIET] | mask(s.partisans)
    return _GROUND.land & ~taken


def drop_hexes(s: StalinsWar, d: Occupancy) -> list[int]:
    """Where *Airborne Corps* puts its partisan: in any clear hex without units.

    The other limits of 16.1 do not hold, but that of six on the map does (clarification_soviet_20).
    """
    if works.partisans_left(s) <= 0:
        return []
    return members(_empty(s, d) & _GROUND.of_terrain[CLEAR])


def uprising_hexes(s: StalinsWar, d: Occupancy) -> list[int]:
    """Where *Warsaw Uprising* puts its partisan: in Warsaw, or next to it if that holds a unit."""
    if works.partisans_left(s) <= 0:
        return []
    free = _empty(s, d)
    if free >> _WARSAW & 1:
        return [_WARSAW]
    return [place for place in _GROUND.foot[_WARSAW] if free >> place & 1]


def landings(s: StalinsWar, d: Occupancy) -> list[int]:
    """Where the Maritime Army lands (§7.5.4, clarification_soviet_10, ruling sw-24).

    From a friendly port of the Black Sea to a coastal hex without a unit; in June 1941 not in
    Romania (§4.4.4, ruling sw-15).
    """
    place = s.place[_MARITIME.index]
    if place not in _BLACK.ports or not held(s, SOVIET) >> place & 1:
        return []
    free = _GROUND.coasts[_BLACK.index] & ~d.present[AXIS] & ~d.present[SOVIET]
    for where, _ in barred(s, _MARITIME):
        free &= ~where
    return [hex_ for hex_ in members(free) if landed(s, hex_)]


# units ------------------------------------------------------------------------------------


def rebuilt(s: StalinsWar, d: Occupancy, card: Card) -> list[int]:
    """Units of which a card flips a step back, never one with an asterisk (§2.2.1, §14.1.6).

    *Panzer Refit* Panzers next to no Soviet unit, *Final Production Surge* any of them, *Siberians*
    Soviet units near Moscow; all in full supply.
    """
    found = []
    for unit in BOARD.of_side[card.side]:
        it = BOARD.units[unit]
        if not on_map(s, unit) or s.supply[unit] != FULL or s.step[unit] >= it.full:
            continue
        if it.faces[s.step[unit]].asterisk:
            continue
        place = s.place[unit]
        if card.side == AXIS:
            fits = it.type == PANZER
            if card.event == "panzer_refit":
                fits = fits and not mask(_GROUND.foot[place]) & d.present[SOVIET]
        else:
            fits = _GROUND.grid.distance(place, _MOSCOW) <= SIBERIA
        if fits:
            found.append(unit)
    return found


def sendable(s: StalinsWar, panzer: bool) -> list[int]:
    """German SCUs that the Axis player may send to the Other Fronts box (§3.0, ruling sw-31).

    `panzer`: a Panzer Corps is asked for; else any SCU, but for the Bunker that never moves.
    """
    return [
        unit
        for unit in BOARD.of_side[AXIS]
        if on_map(s, unit)
        and BOARD.units[unit].nation == GERMAN
        and not BOARD.units[unit].lcu
        and BOARD.units[unit].type != BUNKER
        and (not panzer or BOARD.units[unit].type == PANZER)
    ]


def to_send(s: StalinsWar, card: Card, panzer: bool) -> list[int]:
    """Whom the Axis player may send next because of a card."""
    if not panzer and card.event == "overlord":
        return overlord_third(s)
    return sendable(s, panzer)


def overlord_third(s: StalinsWar) -> list[int]:
    """The third unit of *Overlord*: an infantry corps, or a Panzer Corps where there is none."""
    kinds = (INFANTRY, MOUNTAIN_CORPS)
    foot = [unit for unit in sendable(s, panzer=False) if BOARD.units[unit].type in kinds]
    return foot or sendable(s, panzer=True)


def volkssturm(s: StalinsWar) -> list[int]:
    """Eliminated German infantry and mountain corps that come back with a step (card Axis 43)."""
    return [
        unit
        for unit in BOARD.of_side[AXIS]
        if s.place[unit] == ELIMINATED[AXIS]
        and BOARD.units[unit].nation == GERMAN
        and BOARD.units[unit].type in (INFANTRY, MOUNTAIN_CORPS)
    ]


def volkssturm_hexes(
    s: StalinsWar, d: Occupancy, unit: int, coming: Sequence[int] = (), to: int = NOWHERE
) -> list[int]:
    """Where one of them is put: Axis towns and cities of Germany in supply.

    `coming`: units that are to be put in the hex `to` before it.
    """
    found = []
    for place in members(held(s, AXIS) & _GROUND.germany & fed(s, d, GERMAN) & ~d.present[SOVIET]):
        there = [*d.units(AXIS, place), *(coming if place == to else ()), unit]
        if why_over(s, [BOARD.units[u] for u in there], place) is None:
            found.append(place)
    return found


def refuges(s: StalinsWar, d: Occupancy, unit: int) -> list[int]:
    """Ports with room to which *Naval Evacuation* takes an LCU (§10.2.7)."""
    found = []
    for place in members(strategic.refuges(s, d, unit)):
        there = [*d.units(AXIS, place), unit]
        if why_over(s, [BOARD.units[u] for u in there], place) is None:
            found.append(place)
    return found


def steppe_fox_hexes(s: StalinsWar, d: Occupancy, unit: int) -> list[int]:
    """Where the Afrika Pz Corps comes: with a German LCU in full supply (card Axis 10)."""
    it = BOARD.units[unit]
    found = []
    for place in members(d.present[AXIS]):
        there = [BOARD.units[u] for u in d.units(AXIS, place)]
        host = any(u.lcu and u.nation == GERMAN and s.supply[u.index] == FULL for u in there)
        if host and why_over(s, [*there, it], place) is None:
            found.append(place)
    return found


# Maskirovka -------------------------------------------------------------------------------


@cache
def _paces() -> Ground:
    """Hexes count, not points; no hexside but an impassable one stops anybody."""
    return ground(_GROUND.foot, [_GROUND.land >> place & 1 for place in range(HEXES)])


def masked(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int] = ()) -> Reach | None:
    """All that *Maskirovka* brings a unit to, six hexes past zones, from the end of its way so far.

    None if it does not move the unit. No OPS are paid for leaving a zone (clarification_soviet_48).
    """
    it = BOARD.units[unit]
    supplied = on_map(s, unit) and s.supply[unit] == FULL
    if it.side != SOVIET or not supplied or not face(s, unit).move:
        return None
    open_ = _GROUND.land & ~d.present[AXIS]
    for where, _ in barred(s, it):
        open_ &= ~where
    here, left = [s.place[unit], *path][-1], MASKIROVKA - len(path)
    return d.once(("masked", unit, *path), lambda: reach(_paces(), here, left, Bars(open_)))


def why_no_mask_end(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why its move may not end in a hex: out of full supply, or over-stacked (§9.1.4)."""
    if place == s.place[unit]:
        return Why("It stands there.", _SLY)
    if not fed(s, d, RUSSIAN) >> place & 1:
        return Why("It must end in full supply.", _SLY)
    there = [BOARD.units[u] for u in d.units(SOVIET, place)]
    return why_over(s, [*there, BOARD.units[unit]], place)


def masked_ends(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int] = ()) -> list[int]:
    """Where *Maskirovka* takes a unit along a way: to hexes where its move may end."""
    found = masked(s, d, unit, path)
    ends = members(found.ends) if found else []
    return [place for place in ends if why_no_mask_end(s, d, unit, place) is None]


def masked_steps(s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int] = ()) -> list[int]:
    """The hexes that it may be sent to along a way: such an end, or one on the way to it."""
    found, ends = masked(s, d, unit, path), mask(masked_ends(s, d, unit, path))
    steps = members(found.ends) if found else []
    return [
        place
        for place in steps
        if ends >> place & 1 or (found and masked_ends(s, d, unit, [*path, *found.path(place)]))
    ]


def why_no_mask(
    s: StalinsWar, d: Occupancy, unit: int, path: Sequence[int], place: int
) -> Why | None:
    """Why *Maskirovka* does not take a unit to a hex along a way; None if it does."""
    found = masked(s, d, unit, path)
    if found is None:
        return Why("A Soviet unit in full supply moves.", _SLY)
    if place in masked_steps(s, d, unit, path):
        return None
    if not found.ends >> place & 1:
        return Why(f"It goes {MASKIROVKA} hexes, past no Axis unit.", _SLY)
    return why_no_mask_end(s, d, unit, place)


def control_after_defection(s: StalinsWar, d: Occupancy) -> list[int]:
    """Sites of Romania that *Romania Defects* gives the Soviets: those without an Axis unit.

    Romanian units are gone by then.
    """
    romania = _GROUND.countries["romania"]
    return [
        site.index
        for site in _GROUND.sites
        if romania >> site.place & 1
        and held(s, AXIS) >> site.place & 1
        and not d.present[AXIS] >> site.place & 1
    ]
