"""What can be laid over the map: chains to supply bases, control, where an army could go.

All of it is open to everybody.
"""

from collections.abc import Callable, Iterable

from engine.board.bits import mask, members
from engine.core.overlay import Area, Label, Overlay, shown
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, NOWHERE
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.law.reaction import strikes
from engine.games.race_to_moscow.state import active, in_play, playing


def movers(t: T) -> list[int]:
    """The armies on the map."""
    return [unit.index for unit in BOARD.units if unit.kind != "fleet" and in_play(t.s, unit.index)]


def _places(areas: Iterable[int]) -> tuple[str, ...]:
    return tuple(BOARD.places[area] for area in areas)


def _supply(t: T) -> Overlay:
    """Own areas with a chain to a base, those that trains reach hatched, and those without
    (§11).
    """
    areas, cut = [], 0
    track = mask(area for area, laid in enumerate(t.s.track) if laid)
    for colour in playing(t.s):
        name, own = COLOURS[colour], t.d.held[colour]
        joined = linked(colour, own)
        cut |= own & ~joined
        by_road = _places(members(joined & ~track))
        areas.append(Area(name, f"{name}, joined to a base", by_road))
        areas.append(Area(name, "with track", _places(members(joined & track)), marked=True))
    hungry = ", ".join(BOARD.units[unit].name for unit in movers(t) if t.s.halted[unit])
    areas.append(Area("bad", "cut off from its base", _places(members(cut)), marked=True))
    return Overlay(
        title="Supply",
        text=f"Without food: {hungry}." if hungry else "No army is without food.",
        areas=shown(areas),
    )


def _control(t: T) -> Overlay:
    """Areas by colour; hatched where a counter-attack of this turn could come (§18.1)."""
    threatened = strikes(t.s, t.d, active(t.s))
    areas = []
    for colour in range(len(COLOURS)):
        held, name = t.d.held[colour], COLOURS[colour]
        areas.append(Area(name, name, _places(members(held & ~threatened))))
        open_ = _places(members(held & threatened))
        areas.append(Area(name, f"{name}, open to counter-attack", open_, marked=True))
    areas.append(Area("soviet", "Soviet marker", _places(members(t.d.soviet))))
    count = ", ".join(
        f"{COLOURS[colour].title()} {t.d.held[colour].bit_count()}" for colour in playing(t.s)
    )
    return Overlay(
        title="Control",
        text=f"Areas held: {count}; {t.d.free.bit_count()} are nobody's.",
        areas=shown(areas),
    )


def _reach(t: T, unit: int) -> Overlay:
    """Own areas it can pass, and areas that it would enter, with the ammo that bunkers cost."""
    army, here = BOARD.units[unit], t.s.at[unit]
    most = max(0, move.reach(t.s, unit, 0, False, False, hand=True))
    near, far = _steps(t, unit, most)
    own = [area for area in near if t.s.control[area] == army.colour]
    new = [area for area in near if t.s.control[area] == NOWHERE and not t.s.soviet[area]]
    met = [area for area in near if t.s.soviet[area]]
    areas = (
        Area("good", "own area", _places(own)),
        Area("reach", "a Pursuit card waits", _places(new)),
        Area("soviet", "a Soviet card waits", _places(met), marked=True),
    )
    refusal = move.why_not_activate(t.s, t.d, unit, army.colour)
    return Overlay(
        title=f"Reach of {army.name}",
        text=f"{army.name} could go {most} area{'' if most == 1 else 's'} far."
        + (f" Not now: {refusal.text}" if refusal else ""),
        areas=shown(areas),
        labels=tuple(Label(BOARD.places[area], str(far[area])) for area in near),
        focus=_places([here, *near]),
        unit=army.id,
    )


def _steps(t: T, unit: int, most: int) -> tuple[list[int], dict[int, int]]:
    """The areas that an army can be in, the nearest first, and in how many steps."""
    far = {t.s.at[unit]: 0}
    spare = {t.s.at[unit]: move.at_hand(t.s, unit, AMMO)}
    ring = list(far)
    for area in ring:
        if far[area] == most:
            continue
        for near in BOARD.roads[BOARD.units[unit].colour][area]:
            left = spare[area] - move.fort_price(t.s, unit, near)
            if near not in far and not move.why_not_enter(t.s, t.d, unit, area, near, left):
                far[near], spare[near] = far[area] + 1, left
                ring.append(near)
    return ring[1:], far


KINDS: dict[str, Callable[..., Overlay]] = {
    "supply": _supply,
    "control": _control,
    "reach": _reach,
}
