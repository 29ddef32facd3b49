"""Stacking (§8.4): how many units a place can have."""

from collections.abc import Iterable

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, SOVIET
from engine.games.no_retreat.state import NoRetreat, face

REZERVY = BOARD.unit_index["rezervy"]
LIMIT = 2
"""Units in one hex at the most (§8.4.1)."""

TANKS_FROM, SOVIETS_FROM = 11, 23
"""Turns from which Soviet tank units, and all Soviet units, may stack (§13.5)."""


def tanks_stack(s: NoRetreat) -> bool:
    """Soviet tank units may stack from the Soviet player turn of turn 11 on (§13.5)."""
    return s.turn > TANKS_FROM or (s.turn == TANKS_FROM and s.phasing == SOVIET)


def fits(s: NoRetreat, side: int, units: Iterable[int]) -> bool:
    """May these units of a side be in one hex at the end of a phase (§8.4.1, §8.4.2)?"""
    counted = [unit for unit in units if unit != REZERVY]  # §15.8: it stacks for free
    if len(counted) < 2 or side == AXIS:
        return len(counted) <= LIMIT
    if len(counted) > LIMIT or (s.turn < SOVIETS_FROM and not tanks_stack(s)):
        return False
    if s.turn >= SOVIETS_FROM:
        return True
    faces = [face(s, unit) for unit in counted]
    return any(up.tank for up in faces) and not any(up.fort for up in faces)


def full(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the places of its own side where the unit has no room."""
    side = BOARD.units[unit].side
    if unit == REZERVY:
        return 0  # §15.8

    def crowded() -> int:
        return mask(
            place
            for place, units in d.at.items()
            if BOARD.units[units[0]].side == side and not fits(s, side, [unit, *units])
        )

    if side == SOVIET and tanks_stack(s):
        return crowded()
    return d.once(("full", side), crowded)  # the same for all units of the side


def named(s: NoRetreat, d: Occupancy, unit: int, place: int) -> str:
    """The name of a place, "" for none, as a unit is shown it: with a word where it has no room."""
    room = not full(s, d, unit) >> place & 1
    name = BOARD.place_names[place]
    return name if room else f"{name}, full".removeprefix(", ")


def overstacked(s: NoRetreat, d: Occupancy) -> list[int]:
    """The places with more units than may be there."""
    return [
        place
        for place, units in d.at.items()
        if len(units) > 1 and not fits(s, BOARD.units[units[0]].side, units)
    ]
