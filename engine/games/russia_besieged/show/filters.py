"""Parts of an army of a hundred units: by sector, and by what is still to be done with them."""

from engine.games.russia_besieged.acts import T, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import COLUMNS, HEXES, MARSHAL
from engine.games.russia_besieged.law import contact
from engine.games.russia_besieged.play.phase_movement import movable

_SECTORS = {"north": (1, 20), "centre": (14, 30), "south": (26, 44), "caucasus": (38, 60)}
"""Hex rows, the first and the last."""

KINDS = {
    "not moved": "units that can still move on the ground",
    "must attack": "units that would have to attack as all stand",
    "can attack": "units with an enemy that they may attack",
    **{
        f"sector {name}": f"units in hex rows {first:02} to {last}"
        for name, (first, last) in _SECTORS.items()
    },
}


def picked(t: T, side: str, words: str) -> list[int]:
    """The units of a side that one of `KINDS` picks, from north to south."""
    number = side_of(side)
    if words.startswith("sector "):
        first, last = _SECTORS[words.removeprefix("sector ")]
        on_map = [u for u in BOARD.of_side[number] if t.s.place[u] < HEXES]
        units = [
            unit
            for unit in on_map
            if BOARD.pieces[unit].type != MARSHAL and first <= t.s.place[unit] // COLUMNS <= last
        ]
    elif number != t.s.side:
        units = []
    elif words == "not moved":
        units = [int(unit) for unit in movable(t)]
    else:
        owed = contact.duties(t.s, t.d)
        able = {unit for others in owed.by.values() for unit in others}
        units = [*owed.must] if words == "must attack" else [*able]
    return sorted(units, key=lambda unit: (t.s.place[unit], unit))
