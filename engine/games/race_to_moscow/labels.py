"""What stands beside the words that can be picked: where an army is, what lies in an area."""

from collections.abc import Callable

from engine.core.tell import several
from engine.games.race_to_moscow.acts import T, stored
from engine.games.race_to_moscow.cargo import written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.state import room


def army_label(t: T, army: int) -> str:
    """Its name, where it is and what is on its card."""
    where, load = BOARD.place_names[t.s.at[army]], stored(t, BOARD.card_store(army))
    return f"{BOARD.units[army].name} in {where}: {written(load)}"


def entry_label(t: T) -> Callable[..., str]:
    """What waits for an army in the area that is picked last."""

    def label(*picks: int) -> str:
        area, name = picks[-1], BOARD.place_names[picks[-1]]
        if area >= len(BOARD.areas):
            return name
        parts = [COLOURS[t.s.control[area]]] if t.s.control[area] >= 0 else []
        parts += ["Soviet marker"] if t.s.soviet[area] else []
        parts += ["bunker"] if t.s.bunker[area] else []
        parts += [several(t.s.medals[area], "medal")] if t.s.medals[area] else []
        return f"{name}: {', '.join(parts)}" if parts else name

    return label


def stock_label(t: T, area: int) -> str:
    """What lies in an area."""
    return f"{BOARD.place_names[area]}: {written(stored(t, area))}"


def room_label(t: T, area: int) -> str:
    """How much an area still takes."""
    return f"{BOARD.place_names[area]}: room for {max(0, room(t.s, area))}"
