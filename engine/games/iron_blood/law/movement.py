"""Phase 2: advance, convoy, blitz and disengagement.

A move is written as the hexes that it goes to: the last is where the unit ends
by an advance, those before are hexes of a convoy chain. Chain hexes hold a
friendly regular unit and end hexes never do, so a path says by itself where
the convoy stops. Between two hexes that are named, the shortest chain is taken.
"""

from collections.abc import Sequence
from typing import Literal

from engine.board.bits import Members, mask, members
from engine.board.paths import flood, path_back
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import INFANTRY, NOWHERE, TANK
from engine.games.iron_blood.law.obstacles import (
    BIT,
    ENTERABLE,
    NEAR,
    barred_between,
    enemy_regular,
    enterable,
    lanes,
    why_not_enter,
)
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy, on_map

Disengagement = Literal["free", "automatic", "roll"]

_HEXES = len(NEAR)
_REACH = tuple(tuple(near & terrain for near in NEAR) for terrain in ENTERABLE)
"""kind -> hex -> mask of the adjacent hexes whose terrain it may enter."""
_MOVERS = tuple(
    tuple((unit, _REACH[BOARD.units[unit].kind]) for unit in regulars)
    for regulars in BOARD.regulars
)
"""side -> (regular unit, its row of `_REACH`)."""


def advances(state: IronBlood, occ: Occupancy, unit: int) -> list[int]:
    """Hexes that a unit on the map may advance into; also those of a blitz or a token."""
    return members(_ends(occ, unit, state.at[unit]))


def why_not_advance(state: IronBlood, occ: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a unit may not advance into a hex; None if it may."""
    if refusal := why_not_enter(occ, unit, hex_):
        return refusal
    here = state.at[unit]
    if not NEAR[here] & BIT[hex_]:
        return Why(f"{BOARD.label(hex_)} is not next to {BOARD.label(here)}.", "phase2.advance")
    return None


def _ends(occ: Occupancy, unit: int, origin: int) -> int:
    """Mask of the hexes to advance into from `origin`; rivers don't matter (§phase2.advance)."""
    return NEAR[origin] & enterable(occ, unit)


def chain_hexes(state: IronBlood, occ: Occupancy, unit: int) -> int:
    """Mask of hexes that a convoy of this unit could pass, linked to it or not."""
    if not BOARD.seasons[state.season].convoy:  # §seasons: no convoy in Mud
        return 0
    side = BOARD.units[unit].side
    # §phase2.convoy: a friendly regular unit and no obstacle; ib-07
    clean = BOARD.clear & ~occ.present[1 - side]
    return occ.regulars[side] & clean & ~BIT[state.at[unit]]


def convoy(state: IronBlood, occ: Occupancy, unit: int, path: Sequence[int] = ()) -> dict[int, int]:
    """Chain hexes that a unit reaches from its hex, or from the end of `path`; nearest first.

    Hex -> hex before it; the origin is in it too, with parent -1. A chain does
    not pass a hex of `path` again (ib-33), and one hex of a location may be in it (ib-08).
    """
    origin = path[-1] if path else state.at[unit]
    chain = chain_hexes(state, occ, unit) & ~mask(path)
    if not chain & NEAR[origin]:
        return {origin: NOWHERE}
    return flood([origin], lanes(state, BOARD.units[unit].side).links, chain)  # §obstacles


def destinations(state: IronBlood, occ: Occupancy, unit: int) -> list[int]:
    """All hexes where a unit may end its advance, by convoy or not (ib-33)."""
    return members(_destinations(occ, unit, convoy(state, occ, unit)))


def _destinations(occ: Occupancy, unit: int, origins: dict[int, int]) -> int:
    ends = 0
    for origin in origins:
        ends |= NEAR[origin]
    return ends & enterable(occ, unit)


def why_not_destination(state: IronBlood, occ: Occupancy, unit: int, hex_: int) -> Why | None:
    """Why a unit can't end in a hex by any advance or convoy; None if it can."""
    refusal = why_not_advance(state, occ, unit, hex_)
    if refusal is None or refusal.rule != "phase2.advance":
        return refusal
    if not BOARD.seasons[state.season].convoy:
        return Why(f"{refusal.text} There is no convoy in Mud.", "seasons")
    if any(NEAR[origin] & BIT[hex_] for origin in convoy(state, occ, unit)):
        return None
    return Why(
        f"No convoy of {BOARD.units[unit].name} ends next to {BOARD.label(hex_)}.", "phase2.convoy"
    )


def next_hexes(state: IronBlood, occ: Occupancy, unit: int, path: list[int]) -> list[int]:
    """What may follow the hexes of `path`: chain hexes still to pass, and hexes to end in.

    Every chain hex that is offered leads on to an end. Nothing follows an end.
    """
    if why_not_go_on(occ, unit, path):
        return []
    reached = convoy(state, occ, unit, path)
    ends = _destinations(occ, unit, reached)
    return members(_leading_on(state, occ, unit, path, reached) | ends)


def plain_next(state: IronBlood, occ: Occupancy, unit: int, path: list[int]) -> Members:
    """Those of `next_hexes` that one word names: there is one way, or the step is direct.

    An end that several chain hexes touch is entered by naming one of them first,
    since the hex of entry decides the retreat (§phase3.retreat).
    """
    if why_not_go_on(occ, unit, path):
        return Members(0)
    reached = convoy(state, occ, unit, path)
    free = enterable(occ, unit)
    direct = NEAR[path[-1] if path else state.at[unit]]
    if len(reached) == 1:
        return Members(direct & free)
    once = twice = 0
    for entry, before in reached.items():
        if before != NOWHERE:
            near = NEAR[entry]
            twice |= once & near
            once |= near
    ends = (direct | (once & ~twice)) & free
    return Members(_leading_on(state, occ, unit, path, reached) | ends)


def steps_to(state: IronBlood, occ: Occupancy, unit: int, here: int, hex_: int) -> bool:
    """Is `hex_` one step of a move from `here`: a link of the chain, or the advance itself?"""
    if occ.regulars[BOARD.units[unit].side] & BIT[hex_]:
        return hex_ in lanes(state, BOARD.units[unit].side).links[here]
    return bool(NEAR[here] & BIT[hex_])


def why_not_go_on(occ: Occupancy, unit: int, path: list[int]) -> Why | None:
    """Why nothing may follow a legal `path`: its last hex is an end. None if it is a chain hex."""
    if not path or _passes(occ, unit, path[-1]):
        return None
    return Why(f"The move ends in {BOARD.label(path[-1])}.", "phase2")


def _passes(occ: Occupancy, unit: int, hex_: int) -> bool:
    """Is a hex of a legal path one of the chain? Those hold a friendly unit, ends never do."""
    return occ.regulars[BOARD.units[unit].side] & BIT[hex_] != 0


def _leading_on(
    state: IronBlood, occ: Occupancy, unit: int, path: list[int], reached: dict[int, int]
) -> int:
    """Mask of the chain hexes of `reached`, without its origin, from where an end is reached."""
    free = enterable(occ, unit)
    good = 0
    for hex_, before in reached.items():
        if before == NOWHERE:
            continue
        if not NEAR[hex_] & free:
            way = [*path, *path_back(reached, hex_)[1:]]
            if not _destinations(occ, unit, convoy(state, occ, unit, way)):
                continue
        good |= BIT[hex_]
    return good


def convoy_path(
    state: IronBlood, occ: Occupancy, unit: int, path: list[int], hex_: int
) -> list[int]:
    """The shortest chain from the end of `path` to the chain hex `hex_`, which is its last."""
    return path_back(convoy(state, occ, unit, path), hex_)[1:]


def why_not_next(
    state: IronBlood, occ: Occupancy, unit: int, path: list[int], hex_: int
) -> Why | None:
    """Why a hex may not follow those of `path`; None if it may."""
    if hex_ in next_hexes(state, occ, unit, path):
        return None
    if refusal := why_not_go_on(occ, unit, path):
        return refusal
    if hex_ in path:
        return Why(f"The convoy has passed {BOARD.label(hex_)} already.", "phase2.convoy")
    origin = path[-1] if path else state.at[unit]
    side = BOARD.units[unit].side
    if 0 <= hex_ < len(BIT) and occ.regulars[side] & BIT[hex_] and hex_ != state.at[unit]:
        return _why_not_chain(state, occ, unit, path, hex_)
    if refusal := why_not_enter(occ, unit, hex_):
        return refusal
    if not path:
        return why_not_destination(state, occ, unit, hex_)
    return Why(
        f"No convoy by {BOARD.label(origin)} ends next to {BOARD.label(hex_)}.", "phase2.convoy"
    )


def _why_not_chain(state: IronBlood, occ: Occupancy, unit: int, path: list[int], hex_: int) -> Why:
    """Why neither a move ends in a hex that holds a friendly regular unit nor a convoy passes."""
    there = BOARD.units[occ.regular_at(BOARD.units[unit].side, hex_)].name
    bar = _chain_bar(state, occ, unit, path, hex_)
    text = f"{there} is in {BOARD.label(hex_)}, so no move ends there, and {bar.text}."
    return Why(text, bar.rule)


def _chain_bar(state: IronBlood, occ: Occupancy, unit: int, path: list[int], hex_: int) -> Why:
    """What keeps a convoy from passing a hex with a friendly regular unit, as half a sentence."""
    side = BOARD.units[unit].side
    origin = path[-1] if path else state.at[unit]
    if not BOARD.seasons[state.season].convoy:
        return Why("there is no convoy in Mud", "seasons")
    if not BOARD.clear & BIT[hex_]:
        return Why("no convoy passes swamp or mountain", "obstacles")
    if occ.present[enemy(side)] & BIT[hex_]:
        return Why("no convoy passes, for an enemy unit is there too", "obstacles")
    if NEAR[origin] & BIT[hex_] and (bar := barred_between(state, side, origin, hex_)):
        return Why(f"no convoy goes on to it, for {bar}", "obstacles")
    if hex_ in convoy(state, occ, unit, path):
        return Why("after a convoy over it there is no hex to advance into", "phase2.convoy")
    return Why(
        f"no chain of friendly units leads to it from {BOARD.label(origin)}", "phase2.convoy"
    )


def why_not_end(occ: Occupancy, unit: int, path: list[int]) -> Why | None:
    """Why a move may not stop after the last hex of a legal `path`; None if it may."""
    if not path:
        return Why("Say where the unit is to go.", "phase2")
    if _passes(occ, unit, path[-1]):
        return Why(
            f"A convoy ends with an advance out of {BOARD.label(path[-1])}.", "phase2.convoy"
        )
    return None


def ways(state: IronBlood, occ: Occupancy, unit: int, path: list[int]) -> list[list[int]]:
    """The full paths, from the unit's hex to its end, that a legal `path` can mean.

    Only the hex before the last matters for the rules, so there is one way, the
    shortest, for each. A last hex next to the one named before it is entered
    from there.
    """
    full: list[int] = []
    for hex_ in path[:-1]:
        full += convoy_path(state, occ, unit, full, hex_)
    goal = path[-1]
    start = state.at[unit]
    if NEAR[full[-1] if full else start] & BIT[goal]:
        return [[start, *full, goal]]
    reached = convoy(state, occ, unit, full)
    return [
        [start, *full, *path_back(reached, entry)[1:], goal]
        for entry in reached
        if NEAR[entry] & BIT[goal]
    ]


def disengagement(state: IronBlood, occ: Occupancy, unit: int) -> Disengagement:
    """What a unit needs to leave its hex: nothing, no roll although an enemy is there, or a 3."""
    foe = enemy_regular(state, occ, unit)
    if foe == NOWHERE:
        return "free"  # §phase2.disengage: support units hold nobody
    if BOARD.units[unit].kind == TANK and BOARD.units[foe].kind == INFANTRY:
        return "automatic"  # §phase2.disengage
    return "roll"  # §phase2.disengage


def movable(state: IronBlood, occ: Occupancy, side: int) -> list[int]:
    """The regular units of a side that may still move and have somewhere to go."""
    at, moved = state.at, state.moved
    free = ~occ.regulars[side]
    return [
        unit
        for unit, reach in _MOVERS[side]
        if not moved[unit]
        and (here := at[unit]) < _HEXES
        and (reach[here] & free or _can_go(state, occ, unit))
    ]


def _can_go(state: IronBlood, occ: Occupancy, unit: int) -> bool:
    if _ends(occ, unit, state.at[unit]):
        return True
    return bool(_destinations(occ, unit, convoy(state, occ, unit)))


def why_not_move(state: IronBlood, occ: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit may not be moved by this side now; None if it may."""
    counter = BOARD.units[unit]
    if counter.side != side:
        return Why(f"{counter.name} is not yours.", "phase2")
    if not counter.regular:
        return Why(f"{counter.name} is a support unit and doesn't move.", "phase2")
    if not on_map(state, unit):
        return Why(f"{counter.name} is not on the map.", "phase2")
    if state.moved[unit]:
        return Why(f"{counter.name} has moved this season.", "phase2")
    if not _can_go(state, occ, unit):
        return Why(f"{counter.name} has nowhere to go.", "phase2")
    return None


def why_not_blitz(state: IronBlood, occ: Occupancy, unit: int) -> Why | None:
    """Why a unit that has just advanced may not try a blitz; None if it may."""
    counter = BOARD.units[unit]
    if counter.kind != TANK:
        return Why("Only tanks can blitz.", "phase2.blitz")
    if not BOARD.seasons[state.season].blitz:
        return Why("There is no blitz in Mud.", "seasons")
    if not on_map(state, unit):
        return Why(f"{counter.name} is not on the map.", "phase2.blitz")
    if not _ends(occ, unit, state.at[unit]):
        return Why(f"There is no hex that {counter.name} could blitz into.", "phase2.blitz")
    return None


def blitzer(state: IronBlood, occ: Occupancy, side: int) -> int:
    """The tank of a side that has just advanced and may try a blitz, -1 for none."""
    tank = state.blitzing
    if tank == NOWHERE or BOARD.units[tank].side != side or not state.moved[tank]:
        return NOWHERE
    return NOWHERE if why_not_blitz(state, occ, tank) else tank
