"""What can be laid over the map: supply, zones of control, control, where a unit could go.

All of it is open to everybody: nothing on the map of this game is hidden.
"""

from collections.abc import Callable, Iterable

from engine.board.bits import members
from engine.core.overlay import Area, Label, Line, Overlay, shown, threat
from engine.core.tell import listed, several
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, FINLAND, HEXES, ON_MAP, SIDES, SOVIET
from engine.games.no_retreat.law import supply, victory
from engine.games.no_retreat.law.movement import allowance, ways
from engine.games.no_retreat.play.phase_supply import unsupplied
from engine.games.no_retreat.state import face
from engine.games.no_retreat.words import unit_name

_LAND = BOARD.land
_NAMES = ("the Axis", "the Soviets")


def movers(t: T) -> list[int]:
    """The units on the map that have a Movement Allowance."""
    return [
        unit.index
        for unit in BOARD.units
        if t.s.at[unit.index] < ON_MAP and face(t.s, unit.index).movement
    ]


def _places(places: Iterable[int]) -> tuple[str, ...]:
    return tuple(BOARD.places[place] for place in places)


def _hexes(bits: int) -> tuple[str, ...]:
    return _places(members(bits & _LAND))


def _split(pair: list[int], text: str) -> tuple[Area, ...]:
    """Hexes of one side, of the other, and of both."""
    axis, soviet = pair
    areas = (
        Area("axis", f"{text}, Axis", _hexes(axis & ~soviet)),
        Area("soviet", f"{text}, Soviet", _hexes(soviet & ~axis)),
        Area("good", f"{text}, both", _hexes(axis & soviet)),
    )
    return shown(areas)


def _supply(t: T) -> Overlay:
    """Hexes with an Overland Supply Path, a path for each unit, and who would be marked (§6.4)."""
    s, d = t.s, t.d
    reached = [supply.overland_places(s, d, side) for side in (AXIS, SOVIET)]
    lines = []
    for side in (AXIS, SOVIET):
        for place in members(d.present[side]):
            unit = d.units(side, place)[0]
            path = supply.line(s, d, unit)
            if len(path) > 1:
                lines.append(Line(SIDES[side], _places(path)))
    cut = [unit for side in (AXIS, SOVIET) for unit in unsupplied(s, d, side)]
    names = listed(unit_name(unit, s.face[unit]) for unit in cut)
    areas = _split(reached, "overland supply")
    if cut:
        areas += (Area("bad", "cut off", _places(s.at[unit] for unit in cut), marked=True),)
    return Overlay(
        title="Supply",
        text=f"Cut off now: {names}." if cut else "Every unit is in supply now.",
        areas=areas,
        lines=tuple(lines),
    )


def _zoc(t: T) -> Overlay:
    """Zones of Control (§8.5)."""
    zones = [t.d.zone(side) for side in (AXIS, SOVIET)]
    counts = [len(members(zone & ((1 << HEXES) - 1))) for zone in zones]
    return Overlay(
        title="Zones of Control",
        text=f"The zones of the Axis cover {several(counts[AXIS], 'hex', 'hexes')}, "
        f"those of the Soviets {counts[SOVIET]}. "
        "Forts, unsupplied and parenthesized units have none.",
        areas=_split(zones, "Zone of Control"),
    )


def _control(t: T) -> Overlay:
    """Sites in the colour of who controls them, Objectives that count hatched (§12.1, §12.7)."""
    s, d = t.s, t.d
    areas = []
    for side in (AXIS, SOVIET):
        held = [site.place for site in BOARD.sites if victory.holder(s, d, site.index) == side]
        goals = victory.objectives(s, d, side)
        plain = [place for place in held if place not in goals and place != FINLAND]
        areas.append(Area(SIDES[side], f"held by {_NAMES[side]}", _places(plain)))
        text = f"Objective of {_NAMES[side]}, held in supply"
        areas.append(Area(SIDES[side], text, _places(goals), marked=True))
    points = victory.both(s, d)
    goals = [len(victory.objectives(s, d, side)) for side in (AXIS, SOVIET)]
    return Overlay(
        title="Control",
        text=f"The Axis have {points[AXIS]} VP and {goals[AXIS]} Objectives, the Soviets "
        f"{points[SOVIET]} VP and {goals[SOVIET]}. {victory.terms(s)}",
        areas=shown(areas),
    )


def _threat(t: T) -> Overlay:
    """All places that units of each side could move to from where they stand (§8.0)."""
    found: tuple[set[int], set[int]] = set(), set()
    for unit in movers(t):
        found[BOARD.units[unit].side].update(ways(t.s, t.d, unit).costs())
    axis, soviet = (_places(sorted(places)) for places in found)
    return threat(("axis", _NAMES[AXIS], axis), ("soviet", _NAMES[SOVIET], soviet))


def _reach(t: T, unit: int) -> Overlay:
    """Where a unit could go from where it stands, and what that costs (§8.1 to §8.7)."""
    here, name = t.s.at[unit], unit_name(unit, t.s.face[unit])
    costs = ways(t.s, t.d, unit).costs()
    zone = t.d.zone(1 - BOARD.units[unit].side)
    free = [place for place in costs if not zone >> place & 1]
    stops = [place for place in costs if zone >> place & 1]
    areas = (
        Area("reach", "it can go there", _places(free)),
        Area("reach", "it stops there, in an enemy zone", _places(stops), marked=True),
    )
    moved = " It has moved in this phase." if t.s.moved[unit] else ""
    return Overlay(
        title=f"Reach of {name}",
        text=f"{name} has {several(allowance(t.s, unit), 'Movement Point')} and could go to "
        f"{several(len(costs), 'place')}.{moved}",
        areas=shown(areas),
        labels=tuple(Label(BOARD.places[place], str(cost)) for place, cost in costs.items()),
        focus=_places([here, *costs]),
        unit=BOARD.units[unit].id,
    )


KINDS: dict[str, Callable[..., Overlay]] = {
    "supply": _supply,
    "zoc": _zoc,
    "control": _control,
    "threat": _threat,
    "reach": _reach,
}
