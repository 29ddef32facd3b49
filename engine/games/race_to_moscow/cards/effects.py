"""What Pursuit cards without an enemy bring, chapter 7."""

from collections.abc import Callable

from engine.core.entries import Marked
from engine.core.frames import Call, Outcome
from engine.games.race_to_moscow.acts import T, id_of, lend, shift
from engine.games.race_to_moscow.cards.medals import MoveMedal, possible
from engine.games.race_to_moscow.cards.partisans import Partisans
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, FOOD, FUEL, SUPPLIES
from engine.games.race_to_moscow.state import room

Effect = Callable[[T, str, int], Outcome]
"""(table, side, area just entered) -> what is to be done; None: nothing more."""


def overfull(t: T, side: str, area: int) -> Outcome:
    """An area that got more than it may hold puts the question to its controller (§12)."""
    if room(t.s, area) >= 0:
        return None
    return Call(t.rules.frame("rm.excess", side=side, area=area))


def _found(kind: int) -> Effect:
    """A token comes to the area just entered; the card is one while the stock has none (§7)."""

    def effect(t: T, side: str, area: int) -> Outcome:
        if not t.s.supply[kind][BOARD.stock_store]:
            lend(t, kind)
        load = [int(kind == other) for other in range(len(SUPPLIES))]
        t.note(Marked(place=id_of(area), mark="take", value=f"1 {SUPPLIES[kind]}", rule="7"))
        shift(t, load, BOARD.stock_store, area)
        return overfull(t, side, area)

    return effect


def _medal(colours: int) -> Effect:
    """A medal goes from an area to one of the same colours, if that can be (§7, rm-36)."""

    def effect(t: T, side: str, area: int) -> Outcome:
        question = MoveMedal(side=side, colours=colours, but=area)
        return Call(question) if possible(t.s, colours, area) else None

    return effect


def _partisans(t: T, side: str, area: int) -> Outcome:
    return Call(Partisans(side=side))


def _nothing(t: T, side: str, area: int) -> Outcome:
    return None


EFFECTS: dict[str, Effect] = {
    "captured_stock": _found(AMMO),
    "captured_supplies": _found(FUEL),
    "requisitions": _found(FOOD),
    "befehl_halder": _medal(1),
    "fuehrerbefehl": _medal(2),
    "partisans": _partisans,
    "no_effect": _nothing,
}
FINDS = ("captured_stock", "captured_supplies", "requisitions")
"""They bring supplies that the army can pick up before it goes on (§7)."""
STOPS = ("soviet_bombers", "mud")
"""They stop the army (§7)."""
KEPT = ("recon", "axis_auxiliaries")  # rm-35
"""They come to the player's resources, for an additional action (§7)."""
