"""What stands beside the words that can be picked: where an army is, what lies in an area."""

from collections.abc import Callable

from engine.core.verbs import Picks, Value
from engine.games.race_to_moscow.acts import T, stored
from engine.games.race_to_moscow.cargo import written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.state import room

Label = Callable[[Picks, Value], str]


def army_label(t: T) -> Label:
    """Its name, where it is and what is on its card."""

    def label(_: Picks, army: Value) -> str:
        unit = BOARD.units[int(army)]
        where = BOARD.place_names[t.s.at[unit.index]]
        return f"{unit.name} in {where}: {written(stored(t, BOARD.card_store(unit.index)))}"

    return label


def entry_label(t: T) -> Label:
    """What waits for an army in an area."""

    def label(_: Picks, place: Value) -> str:
        area, name = int(place), BOARD.place_names[int(place)]
        if area >= len(BOARD.areas):
            return name
        parts = [f"{COLOURS[t.s.control[area]]}"] if t.s.control[area] >= 0 else []
        parts += ["Soviet marker"] if t.s.soviet[area] else []
        parts += ["bunker"] if t.s.bunker[area] else []
        if medals := t.s.medals[area]:
            parts.append("1 medal" if medals == 1 else f"{medals} medals")
        return f"{name}: {', '.join(parts)}" if parts else name

    return label


def stock_label(t: T) -> Label:
    """What lies in an area."""

    def label(_: Picks, place: Value) -> str:
        area = int(place)
        return f"{BOARD.place_names[area]}: {written(stored(t, area))}"

    return label


def room_label(t: T) -> Label:
    """How much an area still takes."""

    def label(_: Picks, place: Value) -> str:
        area = int(place)
        return f"{BOARD.place_names[area]}: room for {max(0, room(t.s, area))}"

    return label
