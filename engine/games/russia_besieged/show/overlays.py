"""What can be laid over the map, for one's own plans and against the enemy's. All is public."""

from collections.abc import Callable

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.overlay import Area, Label, Line, Overlay, parted, shown, threat
from engine.core.tell import several
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
from engine.games.russia_besieged.law import air, marches, movement, odds, rail, supply
from engine.games.russia_besieged.law.plans import Plans
from engine.games.russia_besieged.state import (
    FLOWN,
    STAGED,
    RussiaBesieged,
    axis_cities,
    built,
    has,
    occupancy,
    rails,
    zones,
)
from engine.games.russia_besieged.words import IDS

_GROUND = BOARD.ground


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
        joined = supply.rail_sources(s, d, nation) & (_GROUND.rails | built(s))
        lines += [
            Line(SIDES[side], (IDS[hex_], IDS[other]))
            for hex_ in members(joined)
            for other in _GROUND.tracks[hex_]
            if hex_ < other and joined >> other & 1
        ]
    where = 0
    for unit in bad:
        where |= 1 << s.place[unit]
    areas = (
        Area(SIDES[AXIS], "German units are in supply", _places(fed[AXIS] & ~fed[SOVIET])),
        Area(SIDES[SOVIET], "Russian units are in supply", _places(fed[SOVIET] & ~fed[AXIS])),
        Area("good", "units of both are in supply", _places(fed[AXIS] & fed[SOVIET]), marked=True),
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


def _sides(t: T) -> list[tuple[RussiaBesieged, Occupancy]]:
    """The state with the derived part as each side's units move: now, or in its next impulse."""
    states = [movement.fresh(t.s, side) for side in (AXIS, SOVIET)]
    return [(s, t.d if s is t.s else occupancy(s)) for s in states]


def _threat(t: T) -> Overlay:
    """All hexes that units of each side can enter on the ground (6.0)."""
    found = [0, 0]
    sides = _sides(t)
    for unit in movers(t):
        side = BOARD.pieces[unit].side
        s, d = sides[side]
        if movement.why_still(s, d, unit) is None:
            found[side] |= marches.ends(s, d, [unit])
    axis, soviet = map(_places, found)
    when = f"{SIDE_NAMES[t.s.side]} units in this impulse, the others in their next."
    return threat(("axis", "the Axis", axis), ("soviet", "the Russians", soviet), when)


def _duties(t: T) -> Overlay:
    """What the phasing side would owe if its battles began now (10.1), with the best odds."""
    s, d = t.s, t.d
    plans = Plans(s, d)
    owed = plans.owed
    must = [target for target in owed.by if target not in owed.free]
    labels = []
    for target in owed.by:
        best = plans.muster((target,))
        if best.units:
            labels.append(Label(IDS[target], odds.name(odds.final(s, d, best))))
    areas = (
        Area("reach", "may be attacked", _places(mask(owed.free))),
        Area("bad", "must be attacked", _places(mask(must)), marked=True),
        Area("good", "units that must attack", _places(mask(s.place[u] for u in owed.must))),
    )
    who = several(len(owed.must), f"{SIDE_NAMES[s.side]} unit")
    count = several(len(must), "hex", "hexes")
    text = f"As all stand {who} must attack, and {count} must be attacked; the best odds are shown."
    return Overlay(title="Duties", text=text, areas=shown(areas), labels=tuple(labels))


def _rail(t: T) -> Overlay:
    """The lines on which trains of each side go (7.03, 7.06), and how many are left (7.01)."""
    nets, lines, left = [0, 0], [], ""
    for side, (s, d) in enumerate(_sides(t)):
        for net in rail.networks(s, d, side):
            nets[side] |= net
        lines += [
            Line(SIDES[side], (IDS[hex_], IDS[other]))
            for hex_ in members(nets[side])
            for other in _GROUND.tracks[hex_]
            if hex_ < other and nets[side] >> other & 1
        ]
        count = several(rail.left(s), "more unit" if s is t.s else "unit")
        when = "in this impulse" if s is t.s else "in their next"
        left += f"{SIDE_NAMES[side]} trains take {count} {when}. "
    (axis, soviet) = nets
    areas = parted(
        ("axis", "Axis trains", _places(axis)),
        ("soviet", "Russian trains", _places(soviet)),
        "trains of both",
    )
    return Overlay(title="Railways", text=left.strip(), areas=areas, lines=tuple(lines))


def _air(t: T) -> Overlay:
    """The hexes within the range of each side's Air units (11.41); how many are ready by base."""
    found, ready = [0, 0], [0, 0]
    labels: dict[int, int] = {}
    for piece in BOARD.pieces:
        place = t.s.place[piece.index]
        if piece.type != AIRCRAFT or place >= HEXES:
            continue
        found[piece.side] |= air.in_flight(place)
        fit = not has(t.s, piece.index, FLOWN | STAGED)
        ready[piece.side] += fit
        labels[place] = labels.get(place, 0) + fit
    axis, soviet = (_places(mine & _GROUND.land) for mine in found)
    areas = parted(
        ("axis", "in range of the Axis", axis),
        ("soviet", "in range of the Russians", soviet),
        "in range of both",
    )
    text = f"Air units that have not flown: {ready[AXIS]} of the Axis, {ready[SOVIET]} Russian."
    shown_ = tuple(Label(IDS[place], str(count)) for place, count in sorted(labels.items()))
    return Overlay(title="Air range", text=text, areas=areas, labels=shown_)


def _reach(t: T, unit: int) -> Overlay:
    piece = BOARD.pieces[unit]
    s, d = _sides(t)[piece.side]
    why = movement.why_still(s, d, unit)
    ends = 0 if why else marches.ends(s, d, [unit])
    trains = rail.ends(s, d, unit)
    areas = (
        Area("good", "by rail", _places(trains & ~ends)),
        Area("reach", "on the ground", _places(ends)),
    )
    when = "" if piece.side == t.s.side else " in its next impulse"
    text = f"It could reach {several(ends.bit_count(), 'hex', 'hexes')}{when}."
    return Overlay(
        title=f"Reach of {piece.name}",
        text=why.text if why else text,
        areas=shown(areas),
        focus=(IDS[s.place[unit]], *_places(ends)),
        unit=piece.id,
    )


KINDS: dict[str, Callable[..., Overlay]] = {
    "supply": _supply,
    "zoc": _zoc,
    "control": _control,
    "threat": _threat,
    "duties": _duties,
    "rail": _rail,
    "air": _air,
    "reach": _reach,
}
