"""What must hold whatever happens: who can be where."""

from engine.board.bits import members
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, HEXES, SIDES, SOVIET
from engine.games.stalins_war.law import works


def broken(t: T, force: bool) -> list[str]:
    """Broken invariants, in words; `force` leaves out that both sides share no hex."""
    s, found = t.s, []
    for unit in BOARD.units:
        place, steps = s.place[unit.index], s.step[unit.index]
        if place < HEXES and not BOARD.ground.land >> place & 1:
            found.append(f"{unit.name} in {name_of(place)}")
        if place < HEXES and not 1 <= steps <= unit.full:
            found.append(f"{unit.name} has {steps} steps")
    for side in (AXIS, SOVIET):
        if s.bank[side] < 0 or s.ops < 0:
            found.append(f"{SIDES[side]} has spent more OPS than it had")
    if works.partisans_left(s) < 0:  # §16.1.2, §16.1.6
        found.append("more Partisans are on the map than there may be")
    if not force:
        for place in members(t.d.present[AXIS] & t.d.present[SOVIET]):
            found.append(f"units of both sides share {name_of(place)}")
    return found
