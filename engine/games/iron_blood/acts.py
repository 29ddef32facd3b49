"""What the procedures do to the pieces: each act changes the state and writes it down."""

from engine.core.entries import Lost, Marked, Moved, Placed
from engine.core.table import Table
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import NOWHERE, SIDES
from engine.games.iron_blood.state import IronBlood, Occupancy, initiative

T = Table[IronBlood, Occupancy]


def side_of(name: str) -> int:
    """The number of a side.

    >>> side_of("soviet")
    1
    """
    return SIDES.index(name)


def foe(name: str) -> str:
    """The other side's name."""
    return SIDES[1 - SIDES.index(name)]


def first(t: T) -> str:
    """The player with the initiative (§initiative)."""
    return SIDES[initiative(t.s)]


def second(t: T) -> str:
    """The player without the initiative."""
    return SIDES[1 - initiative(t.s)]


def set_place(t: T, unit: int, place: int) -> None:
    """Put a unit somewhere, without a word about it."""
    before, t.s.at[unit] = t.s.at[unit], place
    t.d.shift(t.s, unit, before)


def place(t: T, unit: int, where: int, rule: str) -> None:
    """A unit is put on a hex or box."""
    t.s.came[unit] = NOWHERE
    set_place(t, unit, where)
    t.note(Placed(unit=BOARD.units[unit].id, place=BOARD.places[where], rule=rule))


def go(t: T, unit: int, path: list[int], how: str, rule: str) -> None:
    """A unit goes along `path` (its own hex first) and lies as come from the last hex but one."""
    t.s.moved[unit] = 1
    t.s.came[unit] = path[-2]
    set_place(t, unit, path[-1])
    ids = [BOARD.places[hex_] for hex_ in path]
    t.note(Moved(unit=BOARD.units[unit].id, places=ids, how=how, rule=rule))


def eliminate(t: T, units: list[int], how: str, rule: str) -> None:
    """Units leave the map for the counters out of play (ib-18)."""
    for unit in units:
        counter = BOARD.units[unit]
        where = BOARD.places[t.s.at[unit]]
        set_place(t, unit, BOARD.reserve[counter.side])
        t.s.moved[unit] = 0
        t.s.came[unit] = NOWHERE
        t.note(Lost(unit=counter.id, place=where, how=how, rule=rule))


def mark_control(t: T, location: int, side: int) -> None:
    """A location changes hands (§phase5)."""
    t.s.control[location] = side
    record = BOARD.locations[location]
    t.note(Marked(place=record.id, mark="control", value=SIDES[side], rule="phase5"))
