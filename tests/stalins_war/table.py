"""Positions for tests: a few units on the map of a turn, sites as they are named."""

from collections.abc import Iterable, Mapping, Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, FULL, HEXES, RESERVE, SIDES
from engine.games.stalins_war.state import StalinsWar, new, occupancy

at = BOARD.ground.index


def unit(id_: str) -> int:
    return BOARD.unit_index[id_]


def units(*ids: str) -> tuple[int, ...]:
    return tuple(map(unit, ids))


def site(id_: str) -> int:
    return BOARD.ground.site(id_).place


def card(id_: str) -> int:
    return BOARD.card_index[id_]


def ids(places: int | Iterable[int]) -> set[str]:
    """Hex ids of a mask or of places."""
    found = members(places) if isinstance(places, int) else places
    return {BOARD.ground.grid.ids[h] for h in found}


def names(found: Iterable[int]) -> set[str]:
    """Unit ids."""
    return {BOARD.units[u].id for u in found}


def rule(why: Why | None) -> str:
    """The rule of a reason, "" where there is none."""
    return why.rule if why else ""


def table(
    placed: Mapping[str, str] | None = None,
    turn: int = 6,
    side: str = "axis",
    round_: int = 3,
    axis: Iterable[str] = (),
    soviet: Iterable[str] = (),
    supply: Mapping[str, int] | None = None,
    played: Sequence[str] = (),
) -> tuple[StalinsWar, Occupancy]:
    """Units (`id` or `id/steps` -> hex) on an empty map, in full supply unless it is said.

    A unit's own place is its side's. `axis`, `soviet`: more sites that are a side's; `played`:
    events.
    """
    s = new(0)
    s.turn, s.round, s.side = turn, round_, SIDES.index(side)
    s.place = [p if p >= HEXES else RESERVE for p in s.place]
    for name, hex_ in (placed or {}).items():
        id_, _, steps = name.partition("/")
        s.place[unit(id_)] = at(hex_)
        s.supply[unit(id_)] = FULL
        if steps:
            s.step[unit(id_)] = int(steps)
    for id_, level in (supply or {}).items():
        s.supply[unit(id_)] = level
    sites = int(s.axis, 16)
    for number, place in enumerate(s.place):
        if place < HEXES and (here := BOARD.ground.site_at[place]) >= 0:
            mine = BOARD.units[number].side == AXIS
            sites = sites | 1 << here if mine else sites & ~(1 << here)
    for id_ in axis:
        sites |= 1 << BOARD.ground.site_index[id_]
    for id_ in soviet:
        sites &= ~(1 << BOARD.ground.site_index[id_])
    s.axis = f"{sites:x}"
    by_event = {c.event: c.index for c in BOARD.cards}
    s.played = [by_event[event] for event in played]
    return s, occupancy(s)


def start() -> tuple[StalinsWar, Occupancy]:
    """The set-up of June 1941."""
    s = new(0)
    return s, occupancy(s)
