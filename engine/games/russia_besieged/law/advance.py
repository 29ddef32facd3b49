"""Advance after combat and by Blitzkrieg (9.21, 10.8, 10.94 to 10.96)."""

from collections.abc import Sequence

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    CLEAR,
    MINOR_MECHANIZED,
    POLICE,
    Piece,
)
from engine.games.russia_besieged.law.contact import SECTORS, trespass
from engine.games.russia_besieged.law.movement import allowance, apart, barred, terrain
from engine.games.russia_besieged.law.stacking import why_over, why_partisan
from engine.games.russia_besieged.state import (
    TOOK,
    RussiaBesieged,
    attacks,
    bodies,
    enemy,
    has,
    marker,
    mates,
)

_GROUND = BOARD.ground


def armored(piece: Piece) -> bool:
    """Does it go on as armor after a Blitzkrieg (10.93, note)?"""
    return piece.armor or piece.type in (MINOR_MECHANIZED, POLICE)


def hexes(s: RussiaBesieged, unit: int, blitz: int, open_: bool) -> int:
    """Hexes that a unit goes beyond the defender's hex (10.95, 10.96): -1 if not even into it."""
    if not blitz:
        return 0
    it = BOARD.pieces[unit]
    if not armored(it):
        return 0 if open_ else -1
    most = min(blitz, allowance(s, unit, 2))  # 10.96e
    return most if open_ else most - 1  # rb-81


def onward(
    s: RussiaBesieged, d: Occupancy, unit: int, path: Sequence[int], goals: Sequence[int], far: int
) -> int:
    """Mask of the hexes that an advance goes on to after `path`; terrain bars as in moves (10.85).

    `goals`: the hexes that were attacked; `far`: hexes beyond them. An advance begins in one of
    those, or beyond where the unit stands in one already. Through a hex where it may not stop it
    goes only if it can go on.
    """
    found = _steps(s, d, unit, path, goals, far)
    for where, _ in apart(s, BOARD.pieces[unit]):
        for hex_ in members(found & where):
            if not onward(s, d, unit, (*path, hex_), goals, far):
                found &= ~(1 << hex_)
    return found


def _steps(
    s: RussiaBesieged, d: Occupancy, unit: int, path: Sequence[int], goals: Sequence[int], far: int
) -> int:
    it, here = BOARD.pieces[unit], path[-1] if path else s.place[unit]
    near = (_GROUND.dry[here] | _GROUND.wet[here]) & ~bodies(d, enemy(it.side))
    for where, _ in shut(s, d, it):
        near &= ~where
    inside = here in goals
    if not path and not inside:
        return near & mask(goals) if far >= 0 else 0
    used = len(path) - (1 if path and path[0] in goals and s.place[unit] not in goals else 0)
    if used >= far or halted(s, d, it, here):
        return 0
    strait = set(_GROUND.strait)
    return near & ~mask(h for h in members(near) if {here, h} == strait)  # 10.96d


def shut(s: RussiaBesieged, d: Occupancy, it: Piece) -> list[tuple[int, Why]]:
    """Masks of where a unit does not advance, each with the reason: as in a move of its own will.

    An automatic victory belongs to the movement: who advances by it in May 1941 keeps to his
    sector (24.1, rb-86).
    """
    found = barred(s, d, it)
    if has(s, it.index, TOOK):
        found.append((trespass(s, d, (it.index,)), SECTORS))
    return found


def why_no_way(
    s: RussiaBesieged,
    d: Occupancy,
    unit: int,
    path: Sequence[int],
    goals: Sequence[int],
    far: int,
    hex_: int,
    rule: str,
) -> Why:
    """Why an advance does not go on to a hex after `path`; see `onward`. `rule`: of its table."""
    it, here, ids = BOARD.pieces[unit], path[-1] if path else s.place[unit], _GROUND.grid.ids
    if far < 0:
        return Why(f"{it.name} is no armor: it enters only where all steps were lost.", "10.95")
    if hex_ == here:
        return Why("It stands there.", rule)
    if not (_GROUND.dry[here] | _GROUND.wet[here]) >> hex_ & 1:
        return Why(f"{ids[hex_]} is not next to {ids[here]}.", rule)
    if bodies(d, enemy(it.side)) >> hex_ & 1:
        return Why("An enemy unit stands there.", rule)
    for where, why in (*shut(s, d, it), *apart(s, it)):  # 10.85, 25.1
        if where >> hex_ & 1:
            return why
    if not path and here not in goals:
        return Why(f"It goes into {' or '.join(ids[goal] for goal in goals)} first.", rule)
    if not far:
        return Why("It goes no farther than the defender's hex.", rule)
    if terrain(s, here) != CLEAR:
        return Why(f"Armor stops in {ids[here]}, which is not clear.", "10.96")
    if halted(s, d, it, here):
        return Why(f"Armor stops in {ids[here]}, next to enemy armor.", "10.96")
    return Why(f"It goes {far} on at most, and not over the strait.", "10.96")


def halted(s: RussiaBesieged, d: Occupancy, it: Piece, here: int) -> bool:
    """Does a Blitzkrieg end in a hex: terrain, or the zone of an armor unit (10.96)?"""
    if terrain(s, here) != CLEAR:
        return True
    return bool(armor_zone(s, d, enemy(it.side)) >> here & 1)


def armor_zone(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    """Mask of the zones of a side's armor type units (10.96c)."""
    return d.once(("armor zone", side), lambda: _armor_zone(s, d, side))


def _armor_zone(s: RussiaBesieged, d: Occupancy, side: int) -> int:
    found = 0
    for place in members(bodies(d, side)):
        if any(BOARD.pieces[unit].armor and not marker(s, unit) for unit in d.units(side, place)):
            found |= 1 << place
    return found | _GROUND.zone.spread(found)


def why_no_room(s: RussiaBesieged, d: Occupancy, units: Sequence[int], place: int) -> Why | None:
    """Why these cannot all stop in a hex beside who is there; None if they can (5.02, 9.21)."""
    side = BOARD.pieces[units[0]].side
    there = [piece for piece in mates(d, side, place) if piece.index not in units]
    together = [*there, *(BOARD.pieces[unit] for unit in units)]
    return why_over(together, place) or why_partisan(s, together)


def may(s: RussiaBesieged, unit: int) -> bool:
    """Can a unit advance at all?"""
    return attacks(s, unit)
