"""What can be laid over the map: supply, zones, control, reach. All of it is public."""

from engine.board.bits import members
from engine.core.overlay import Area, Line, Overlay, shown
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    DICTATOR,
    GERMAN,
    HEXES,
    RUSSIAN,
    SIDE_NAMES,
    SIDES,
    SOVIET,
)
from engine.games.russia_besieged.law import movement, rail, supply
from engine.games.russia_besieged.state import axis_cities, rails, zones
from engine.games.russia_besieged.words import IDS

KINDS = {
    "supply": "General supply: who would starve now, and the rails that feed",
    "zoc": "Zones of control of both sides",
    "control": "Who controls the cities and the railways",
    "reach": "Where a unit could go in this impulse",
}
_GROUND = BOARD.ground


def overlay(t: T, kind: str, unit: int) -> Overlay:
    """One of `KINDS`."""
    if kind == "reach":
        return _reach(t, unit)
    return {"supply": _supply, "zoc": _zoc, "control": _control}[kind](t)


def movers(t: T) -> list[int]:
    """The ground units on the map."""
    return [
        piece.index
        for piece in BOARD.pieces
        if piece.type < DICTATOR and t.s.place[piece.index] < HEXES
    ]


def _places(hexes: int) -> tuple[str, ...]:
    return tuple(IDS[hex_] for hex_ in members(hexes))


def _supply(t: T) -> Overlay:
    s, d = t.s, t.d
    fed = [supply.unlimited(s, d, GERMAN), supply.unlimited(s, d, RUSSIAN)]
    bad = [
        unit
        for unit in movers(t)
        if BOARD.pieces[unit].type != AIRCRAFT and not supply.general(s, d, unit)
    ]
    lines = []
    for side, nation in ((AXIS, GERMAN), (SOVIET, RUSSIAN)):
        joined = supply.rail_sources(s, d, nation) & _GROUND.rails
        lines += [
            Line(SIDES[side], (IDS[hex_], IDS[other]))
            for hex_ in members(joined)
            for other in _GROUND.rail_links[hex_]
            if hex_ < other and joined >> other & 1
        ]
    where = 0
    for unit in bad:
        where |= 1 << s.place[unit]
    areas = (
        Area(SIDES[AXIS], "German units are in supply", _places(fed[AXIS] & ~fed[SOVIET])),
        Area(SIDES[SOVIET], "Russian units are in supply", _places(fed[SOVIET] & ~fed[AXIS])),
        Area("bad", "out of general supply", _places(where), marked=True),
    )
    names = ", ".join(BOARD.pieces[unit].name for unit in bad)
    text = f"Out of general supply now: {names}." if bad else "Every unit is in supply now."
    return Overlay(title="Supply", text=text, areas=shown(areas), lines=tuple(lines))


def _zoc(t: T) -> Overlay:
    mine = [zones(t.d, side) & _GROUND.land for side in (AXIS, SOVIET)]
    areas = (
        Area(SIDES[AXIS], "Axis zones", _places(mine[AXIS] & ~mine[SOVIET])),
        Area(SIDES[SOVIET], "Russian zones", _places(mine[SOVIET] & ~mine[AXIS])),
        Area("bad", "zones of both", _places(mine[AXIS] & mine[SOVIET]), marked=True),
    )
    text = "Zones of control do not reach over coasts, lakes or the strait of Kerch."
    return Overlay(title="Zones of control", text=text, areas=shown(areas))


def _control(t: T) -> Overlay:
    s = t.s
    areas = []
    for side in (AXIS, SOVIET):
        held = sum(
            1 << city.place
            for city in _GROUND.cities
            if (axis_cities(s) >> city.index & 1) == (side == AXIS)
        )
        lines = rails(s, side) & ~held
        areas.append(Area(SIDES[side], f"{SIDE_NAMES[side]} railways", _places(lines)))
        areas.append(Area(SIDES[side], f"{SIDE_NAMES[side]} cities", _places(held), marked=True))
    majors = sum(city.major and axis_cities(s) >> city.index & 1 for city in _GROUND.cities)
    return Overlay(
        title="Control", text=f"The Axis holds {majors} major cities.", areas=shown(areas)
    )


def _reach(t: T, unit: int) -> Overlay:
    s, d = t.s, t.d
    piece = BOARD.pieces[unit]
    ends = movement.ends(s, d, unit)
    trains = rail.ends(s, d, unit) if piece.side == s.side else 0
    areas = (
        Area("good", "by rail", _places(trains & ~ends)),
        Area("reach", "on the ground", _places(ends)),
    )
    why = movement.why_still(s, d, unit)
    count = ends.bit_count()
    text = f"It could reach {count} hex{'es' if count != 1 else ''}."
    return Overlay(
        title=f"Reach of {piece.name}",
        text=why.text if why else text,
        areas=shown(areas),
        focus=(IDS[s.place[unit]], *_places(ends)),
        unit=piece.id,
    )
