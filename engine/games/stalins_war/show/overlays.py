"""What can be laid over the map: supply, zones, control, railways, reach. All of it is public."""

import copy
from collections.abc import Callable, Iterable

from engine.board.bits import mask, members, union
from engine.core.overlay import Area, Label, Line, Overlay, parted, shown, threat
from engine.core.tell import listed, several
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    GERMAN,
    HUNGARIAN,
    LIMITED,
    OUT,
    PARTISAN,
    ROMANIAN,
    RUSSIAN,
    SIDES,
    SOVIET,
    STALIN,
)
from engine.games.stalins_war.law import (
    advance,
    crowding,
    exploitation,
    movement,
    strategic,
    supply,
)
from engine.games.stalins_war.law.control import stars_in_union
from engine.games.stalins_war.play.advancing import Exploitation
from engine.games.stalins_war.state import (
    ROUND_FLAGS,
    StalinsWar,
    face,
    held,
    occupancy,
    on_map,
    zoc,
)
from engine.games.stalins_war.words import unit_name

_GROUND = BOARD.ground
_PEOPLE = ("Axis", "Soviet")
_AXIS = (GERMAN, ROMANIAN, HUNGARIAN)
"""Nations with supply sources of their own (13.2)."""


def movers(t: T) -> list[int]:
    """The units on the map that can ever go anywhere."""
    return [
        unit.index
        for unit in BOARD.units
        if on_map(t.s, unit.index) and (unit.type == STALIN or face(t.s, unit.index).move)
    ]


def _places(places: int | Iterable[int]) -> tuple[str, ...]:
    found = members(places) if isinstance(places, int) else places
    return tuple(map(name_of, found))


def _split(pair: tuple[int, int], text: str) -> tuple[Area, ...]:
    """Hexes of one side alone, of the other, and of both."""
    axis, soviet = pair
    return (
        Area(SIDES[AXIS], f"{text}, Axis", _places(axis & ~soviet)),
        Area(SIDES[SOVIET], f"{text}, Soviet", _places(soviet & ~axis)),
        Area("reach", f"{text}, both", _places(axis & soviet)),
    )


# supply ---------------------------------------------------------------------------------


def _supply(t: T) -> Overlay:
    """The three levels (§13.2), traced now; units keep theirs until the next check (sw-09)."""
    s, d = t.s, t.d
    fielded = [u.index for u in BOARD.units if on_map(s, u.index)]
    levels = supply.levels(s, d, (u for u in fielded if BOARD.units[u].type != PARTISAN))
    where = {level: mask(s.place[u] for u in levels if levels[u] == level) for level in range(3)}
    fed = union(supply.fed(s, d, nation) for nation in _AXIS), supply.fed(s, d, RUSSIAN)
    areas = (
        *_split(fed, "full supply"),
        Area("good", "units fed for defence alone", _places(where[LIMITED]), marked=True),
        Area("bad", "units out of supply", _places(where[OUT]), marked=True),
    )
    lines = [
        Line(SIDES[side], _places(path))
        for side in (AXIS, SOVIET)
        for place in members(d.present[side] & where[FULL])
        if len(path := supply.line(s, d, _nation(d.units(side, place), levels), place)) > 1
    ]
    told = [
        f"{head}: {listed(unit_name(u) for u in levels if levels[u] == level)}."
        for level, head in ((OUT, "Out of supply now"), (LIMITED, "Fed for defence alone"))
        if where[level]
    ]
    told = told or ["Every unit is in full supply now."]
    if kept := sum(s.supply[unit] != level for unit, level in levels.items()):
        told.append(f"{several(kept, 'unit')} will find it out at the next check.")
    text = " ".join(told)
    return Overlay(title="Supply", text=text, areas=shown(areas), lines=tuple(lines))


def _nation(units: list[int], levels: dict[int, int]) -> int:
    """That of the unit of a hex whose line is shown."""
    best = next((unit for unit in units if levels.get(unit, FULL) == FULL), units[0])
    return BOARD.units[best].nation


# zones, control, railways -----------------------------------------------------------------


def _zoc(t: T) -> Overlay:
    """Zones of control (§8.1, §8.2)."""
    zones = zoc(t.s, t.d, AXIS), zoc(t.s, t.d, SOVIET)
    text = (
        f"Axis zones cover {several(zones[AXIS].bit_count(), 'hex', 'hexes')}, Soviet zones "
        f"{zones[SOVIET].bit_count()}. Units that are not in full supply have none."
    )
    areas = parted(
        (SIDES[AXIS], "zone of control, Axis", _places(zones[AXIS])),
        (SIDES[SOVIET], "zone of control, Soviet", _places(zones[SOVIET])),
        "zones of both",
    )
    return Overlay(title="Zones of control", text=text, areas=areas)


def _control(t: T) -> Overlay:
    """Who controls what (§3.0), stars hatched (§5.1.1)."""
    s = t.s
    areas = []
    for side in (AXIS, SOVIET):
        mine = held(s, side)
        name, tone = _PEOPLE[side], SIDES[side]
        areas.append(Area(tone, f"{name} places", _places(mine & ~_GROUND.stars)))
        areas.append(Area(tone, f"{name} stars", _places(mine & _GROUND.stars), marked=True))
    text = (
        f"The VP level is {s.vp}. Of the stars in the Soviet Union the Axis holds "
        f"{stars_in_union(s, AXIS)}, the Soviets {stars_in_union(s, SOVIET)}."
    )
    return Overlay(title="Control", text=text, areas=shown(areas))


def _rail(t: T) -> Overlay:
    """The net of each side for Strategic Movement (§10.2.3, §10.2.4)."""
    s, d = t.s, t.d
    nets = [strategic.net(s, d, side) & strategic.country(s, side) for side in (AXIS, SOVIET)]
    lines = [
        Line(SIDES[side], (name_of(place), name_of(other)))
        for side in (AXIS, SOVIET)
        for place in members(nets[side])
        for other in _GROUND.rail_links[place]
        if place < other and nets[side] >> other & 1
    ]
    areas = _split((nets[AXIS], nets[SOVIET]), "railway")
    text = (
        f"Small units go by rail for 1 OPS: the Axis over {nets[AXIS].bit_count()} rail hexes, "
        f"the Soviets over {nets[SOVIET].bit_count()}."
    )
    return Overlay(title="Railways", text=text, areas=shown(areas), lines=tuple(lines))


# reach ------------------------------------------------------------------------------------


def _fresh(s: StalinsWar, side: int) -> StalinsWar:
    """The state as it would be if a side could move now and had OPS enough."""
    found = copy.copy(s)
    if s.side != side:
        found.side = side
        found.flags = [flags & ~ROUND_FLAGS for flags in s.flags]
    found.ops = max(movement.purse(s), 1 + crowding.TRIP)
    return found


def _threat(t: T) -> Overlay:
    """All hexes that units of each side could move to on the ground (§7.3)."""
    found = []
    for side in (AXIS, SOVIET):
        s, ends = _fresh(t.s, side), 0
        d = occupancy(s)
        for unit in movers(t):
            if BOARD.units[unit].side == side and movement.why_still(s, unit) is None:
                ends |= crowding.ends(s, d, unit, [])
        found.append(_places(ends))
    axis, soviet = found
    return threat(("axis", "the Axis", axis), ("soviet", "the Soviets", soviet))


def _reach(t: T, unit: int) -> Overlay:
    """Where a unit could go on the ground, by rail and by sea, and what it costs (§7.3.3).

    While its side exploits, where it could exploit to.
    """
    if BOARD.units[unit].side == t.s.side and _exploiting(t):
        return _exploit(t, unit)
    s = _fresh(t.s, BOARD.units[unit].side)
    d = occupancy(s)
    name = unit_name(unit)
    here = 1 << s.place[unit]
    walks = movement.why_still(s, unit) is None
    ends = crowding.ends(s, d, unit, []) & ~here if walks else 0
    trains, ships = crowding.rail_ends(s, d, unit) & ~ends, crowding.sea_ends(s, d, unit) & ~ends
    found = movement.reached(s, d, unit)
    labels = [Label(name_of(place), str(found.cost(place))) for place in members(ends) if found]
    areas = (
        Area("good", f"by rail or sea, {crowding.fare(s, d, unit)} OPS", _places(trains | ships)),
        Area("reach", "on the ground, by movement points", _places(ends)),
    )
    return Overlay(
        title=f"Reach of {name}",
        text=_reach_text(s, unit, ends, trains, ships, movement.price(s, d, [unit])),
        areas=shown(areas),
        labels=tuple(labels),
        focus=_places((s.place[unit], *members(ends))),
        unit=BOARD.units[unit].id,
    )


def _exploiting(t: T) -> bool:
    return any(isinstance(frame, Exploitation) for lane in t.pos.lanes for frame in lane.stack)


def _exploit(t: T, unit: int) -> Overlay:
    """Where a unit could go in exploitation, by hexes (§12.2.2)."""
    s, d = t.s, t.d
    why = advance.why_no_exploit(s, unit)
    way = None if why else exploitation.march(s, d, unit, ())
    ends = exploitation.ends(s, d, unit, ()) if way else 0
    most = several(advance.exploit_hexes(s, unit), "hex", "hexes")
    text = why.text if why else f"It exploits up to {most}; {ends.bit_count()} are open to it."
    return Overlay(
        title=f"Exploitation of {unit_name(unit)}",
        text=text,
        areas=shown((Area("reach", "in exploitation, by hexes", _places(ends)),)),
        labels=tuple(Label(name_of(p), str(way.cost(p))) for p in members(ends) if way),
        focus=_places((s.place[unit], *members(ends))),
        unit=BOARD.units[unit].id,
    )


def _reach_text(s: StalinsWar, unit: int, ends: int, trains: int, ships: int, price: int) -> str:
    if why := movement.why_still(s, unit):
        text = why.text
    else:
        leaves = "Leaving costs 1 OPS" if price else "Leaving costs no OPS"
        points = several(movement.allowance(s, unit), "movement point")
        text = f"{points}, {several(ends.bit_count(), 'hex', 'hexes')}. {leaves}, as all stand."
    ways = [f"by {way} to {found.bit_count()} more" for way, found in
            (("rail", trains), ("sea", ships)) if found]  # fmt: skip
    return f"{text} {listed(ways).capitalize()}." if ways else text


KINDS: dict[str, Callable[..., Overlay]] = {
    "supply": _supply,
    "zoc": _zoc,
    "control": _control,
    "rail": _rail,
    "threat": _threat,
    "reach": _reach,
}
