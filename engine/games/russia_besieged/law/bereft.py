"""The impulse after a side has lost its Dictator (14.15b): who falls back, how far others go."""

from collections.abc import Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import WEC
from engine.games.russia_besieged.law.movement import beside_enemies
from engine.games.russia_besieged.law.supply import rail_sources
from engine.games.russia_besieged.state import RussiaBesieged, bodies, fighter, lamed

_GROUND = BOARD.ground


def falling_back(s: RussiaBesieged, d: Occupancy, side: int) -> list[int]:
    """The units of a side next to enemies: they retreat one hex (14.15b i).

    Not factories: no combat result forces them to (20.13, 20.23).
    """
    near = beside_enemies(d, side) & bodies(d, side)
    there = [unit for hex_ in members(near) for unit in d.units(side, hex_)]
    return [u for u in there if fighter(s, u) and BOARD.pieces[u].type != WEC]


def no_farther(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> int:
    """Mask of the hexes where units of one hex may end a move (14.15b ii); all in other impulses.

    None is farther from their board edge or from a source of their supply than where they are.
    """
    piece = BOARD.pieces[units[0]]
    if not lamed(s, piece.side):
        return -1
    found = _as_near(_GROUND.borders[piece.side], s.place[units[0]])
    for nation in {BOARD.pieces[unit].nation for unit in units}:
        found &= _as_near(rail_sources(s, d, nation), s.place[units[0]])
    return found


def _as_near(sources: int, place: int) -> int:
    """Mask of the hexes that are as near to these on land as a place is."""
    seen = front = sources
    while front and not seen >> place & 1:
        front = _GROUND.walk.spread(front) & _GROUND.land & ~seen
        seen |= front
    return seen if seen >> place & 1 else -1
