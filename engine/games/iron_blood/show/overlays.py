"""What can be laid over the map: lines of supply, control, and where a unit could go.

All of it is open to everybody: nothing on the map of this game is hidden.
"""

from collections.abc import Callable

from engine.board.bits import members
from engine.core.overlay import Area, Label, Line, Overlay, shown, threat
from engine.core.tell import several
from engine.games.iron_blood.acts import T
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, SIDES, SOVIET, TANK
from engine.games.iron_blood.law.movement import advances, destinations
from engine.games.iron_blood.law.obstacles import NEAR, enterable
from engine.games.iron_blood.law.supply import out_of_supply, supplied, supply_path
from engine.games.iron_blood.state import on_map


def movers(t: T) -> list[int]:
    """The regular units on the map."""
    return [unit.index for unit in BOARD.units if unit.regular and on_map(t.s, unit.index)]


def _places(hexes: list[int]) -> tuple[str, ...]:
    return tuple(BOARD.places[hex_] for hex_ in hexes)


def _supply(t: T) -> Overlay:
    """What each side's lines of supply reach, and a line for each unit (§phase6)."""
    reached = [supplied(t.s, t.d, side) for side in (AXIS, SOVIET)]
    cut = [unit for side in (AXIS, SOVIET) for unit in out_of_supply(t.s, t.d, side)]
    lines = []
    for unit in movers(t):
        path = supply_path(t.s, t.d, unit)
        if path is not None:
            lines.append(Line(SIDES[BOARD.units[unit].side], _places(path)))
    names = ", ".join(BOARD.units[unit].name for unit in cut)
    alone = (members(reached[AXIS] & ~reached[SOVIET]), members(reached[SOVIET] & ~reached[AXIS]))
    areas = (
        Area("axis", "only the Axis can supply", _places(alone[AXIS])),
        Area("soviet", "only the Soviets can supply", _places(alone[SOVIET])),
        Area("bad", "out of supply", _places([t.s.at[unit] for unit in cut]), marked=True),
    )
    return Overlay(
        title="Supply",
        text=(f"Out of supply now: {names}." if cut else "Every unit is in supply now.")
        + " Lines lead from the units to what supplies them.",
        areas=shown(areas),
        lines=tuple(lines),
    )


def _control(t: T) -> Overlay:
    """Cities in the colour of who controls them, those that changed hands hatched (§phase5)."""
    areas = []
    for side, name in ((AXIS, "Axis"), (SOVIET, "Soviet")):
        held = [place for place in BOARD.locations if t.s.control[place.index] == side]
        taken = [place for place in held if place.start != side]
        kept = [hex_ for place in held if place.start == side for hex_ in place.hexes]
        changed = [hex_ for place in taken for hex_ in place.hexes]
        areas.append(Area(SIDES[side], f"{name} control", _places(kept)))
        areas.append(Area(SIDES[side], f"taken by the {name}", _places(changed), marked=True))
    count = [sum(now == side for now in t.s.control) for side in (AXIS, SOVIET)]
    return Overlay(
        title="Control",
        text=f"The Axis controls {several(count[AXIS], 'city', 'cities')}, "
        f"the Soviets {count[SOVIET]}.",
        areas=shown(areas),
    )


def _threat(t: T) -> Overlay:
    """All hexes into which units of each side could advance, by convoy too (§phase2)."""
    found: tuple[set[int], set[int]] = set(), set()
    for unit in movers(t):
        found[BOARD.units[unit].side].update(destinations(t.s, t.d, unit))
    axis, soviet = (_places(sorted(hexes)) for hexes in found)
    return threat(("axis", "the Axis", axis), ("soviet", "the Soviets", soviet), "Blitzes go on.")


def _reach(t: T, unit: int) -> Overlay:
    """Advances, convoys and, for tanks, where a blitz could go on to (§phase2)."""
    counter, here = BOARD.units[unit], t.s.at[unit]
    near = advances(t.s, t.d, unit)
    far = [hex_ for hex_ in destinations(t.s, t.d, unit) if hex_ not in near]
    ends = [*near, *far]
    blitz: list[int] = []
    if counter.kind == TANK and BOARD.seasons[t.s.season].blitz:  # §phase2.blitz
        beyond = 0
        for hex_ in ends:
            beyond |= NEAR[hex_]
        open_to = members(beyond & enterable(t.d, unit))
        blitz = [hex_ for hex_ in open_to if hex_ not in ends and hex_ != here]
    areas = [
        Area("reach", "advance", _places(near)),
        Area("good", "by convoy", _places(far)),
        Area("reach", "by blitz, if the die allows", _places(blitz), marked=True),
    ]
    moved = " It has moved this season." if t.s.moved[unit] else ""
    return Overlay(
        title=f"Reach of {counter.name}",
        text=f"It could advance into {_hexes(len(near))}, go by convoy to {_hexes(len(far))}"
        + (f" and blitz into {_hexes(len(blitz))}." if counter.kind == TANK else ".")
        + moved,
        areas=shown(areas),
        labels=tuple(Label(BOARD.places[hex_], "blitz") for hex_ in blitz),
        focus=_places([here, *ends, *blitz]),
        unit=counter.id,
    )


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"


KINDS: dict[str, Callable[..., Overlay]] = {
    "supply": _supply,
    "control": _control,
    "threat": _threat,
    "reach": _reach,
}
