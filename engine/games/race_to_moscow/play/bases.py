"""Take supplies, chapter 12; loading and unloading, chapters 7 and 11."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.entries import Marked
from engine.core.frames import Outcome
from engine.core.picks import pick
from engine.core.verbs import Value, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, id_of, shift, spend_action, supply_stock
from engine.games.race_to_moscow.cargo import Load, Offer, cargo_slot, counted, written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.labels import army_label, room_label
from engine.games.race_to_moscow.law.shut import shut
from engine.games.race_to_moscow.play.excess import excess
from engine.games.race_to_moscow.state import CAPACITY

_BASES = tuple(
    tuple(area.index for area in BOARD.areas if area.base and area.printed == colour)
    for colour in range(len(COLOURS))
)
"""Colour -> its supply bases."""
_CARDS = tuple(
    tuple((army, BOARD.card_store(army)) for army in group.armies) for group in BOARD.groups
)
"""Colour -> its armies, each with the store that is its card."""
_FIRST_SEA = len(BOARD.areas)
_NONE: Load = (0, 0, 0)


def supply_verbs(t: T, side: str) -> Sequence[Verb]:
    """`supply BASE fuel n ammo n food n`: from the stock to one base (§12, rm-04, rm-30)."""
    return (t.lasting(_supply_verb, side),) if any(supply_stock(t)) else _NO_STOCK


def _supply_verb(t: T, side: str) -> Verb:
    own = _BASES[colour_of(side)]

    def why_base(area: int) -> Why | None:
        if area not in own:
            return Why(f"{BOARD.place_names[area]} is no supply base of yours.", "12")
        if BOARD.areas[area].base == "frontline" and t.s.frontline:
            return Why("The Frontline Supply Base has been used this turn.", "12")
        return None

    def take(base: int, words: list[Value]) -> Outcome:
        load = counted(words)
        spend_action(t)
        if BOARD.areas[base].base == "frontline":
            t.s.frontline = True
        t.note(Marked(place=id_of(base), mark="take", value=written(load), rule="12"))
        shift(t, load, BOARD.stock_store, base)
        return excess(t, side, base)

    def bases() -> list[int]:
        return [area for area in own if why_base(area) is None]

    def offer(*_: object) -> Offer:
        stock = supply_stock(t)
        return stock, sum(stock)

    slots = (
        pick("base", "place", bases, why_base, label=partial(room_label, t), rule="12"),
        cargo_slot(offer, "12"),
    )
    hint = "Take supplies from the stock to your base."
    return Verb("supply", take, slots, hint=hint, rule="12")


_NO_STOCK = shut(("supply",), "The Supply Stock is empty.", "12")


def loading_verbs(t: T, side: str) -> Sequence[Verb]:
    """`load ARMY fuel n …`, `unload ARMY …`: at any time of one's own turn (§7, §11)."""
    loading, (load, unload) = t.lasting(_Loading, side), t.lasting(_load_and_unload, side)
    loading.look()
    return (
        *((load,) if loading.loadable else _NOTHING_TO_LOAD),
        *((unload,) if loading.unloadable else _NOTHING_TO_UNLOAD),
        *_NOTHING_TO_DROP,
    )


def _load_and_unload(t: T, side: str) -> tuple[Verb, Verb]:
    loading = t.lasting(_Loading, side)
    return loading.load_verb(), loading.unload_verb()


class _Loading:
    """The armies of a player that can load and unload; the verbs last, who can is found anew."""

    loadable: dict[int, Offer]
    """Army -> what lies in its area, and the room on its card."""
    unloadable: dict[int, Offer]
    """Army -> what is on its card, and how much of it may go: all (rm-30)."""

    def __init__(self, t: T, side: str) -> None:
        self.t, self.colour = t, colour_of(side)

    def look(self) -> None:
        """Find the armies again."""
        self.loadable, self.unloadable = self._found()

    def _found(self) -> tuple[dict[int, Offer], dict[int, Offer]]:
        s = self.t.s
        loadable: dict[int, Offer] = {}
        unloadable: dict[int, Offer] = {}
        fuel, ammo, food = s.supply
        for army, card in _CARDS[self.colour]:
            area = s.at[army]
            if area >= _FIRST_SEA:
                continue
            there = fuel[area], ammo[area], food[area]
            carried = fuel[card], ammo[card], food[card]
            if there != _NONE and (free := CAPACITY[card] - sum(carried)) > 0:
                loadable[army] = there, free
            if s.control[area] == self.colour and carried != _NONE:
                unloadable[army] = carried, sum(carried)
        return loadable, unloadable

    def load_verb(self) -> Verb:
        """`load`, for those that can."""
        t, colour = self.t, self.colour

        def take(army: int, words: list[Value]) -> Outcome:
            load(t, army, counted(words))
            return excess(t, COLOURS[colour], t.s.at[army])

        why = partial(_why_army, colour, Why("No supplies lie there, or its card is full.", "2.2"))
        label = partial(army_label, t)
        slots = (
            pick("army", "unit", lambda: self.loadable, why, label=label, rule="7"),
            cargo_slot(lambda army, _: self.loadable[army], "2.2"),
        )
        hint = "An army takes supplies of its area onto its card."
        return Verb("load", take, slots, hint=hint, rule="7")

    def unload_verb(self) -> Verb:
        """`unload`, for those that can."""
        t, colour = self.t, self.colour

        def unload(army: int, words: list[Value]) -> Outcome:
            cargo = counted(words)
            _tell(t, army, "unload", written(cargo))
            shift(t, cargo, BOARD.card_store(army), t.s.at[army])
            return excess(t, COLOURS[colour], t.s.at[army])

        why = partial(_why_army, colour, Why("Its card is empty, or its area is not yours.", "11"))
        label = partial(army_label, t)
        slots = (
            pick("army", "unit", lambda: self.unloadable, why, label=label, rule="11"),
            cargo_slot(lambda army, _: self.unloadable[army], "12"),
        )
        hint = "An army leaves supplies of its card in its area."
        return Verb("unload", unload, slots, hint=hint, rule="11")


_NOTHING_TO_LOAD = shut(
    ("load",), "No army of yours stands on supplies and has room on its card.", "7"
)
_NOTHING_TO_UNLOAD = shut(
    ("unload",), "No army of yours in an area of yours has supplies on its card.", "11"
)
_NOTHING_TO_DROP = shut(
    ("drop",), "No area holds too much. An army leaves supplies in its area by `unload`.", "12"
)


def _why_army(colour: int, why: Why, army: int) -> Why:
    """Why an army may not be named: it is not the player's, or `why`."""
    if army in BOARD.groups[colour].armies:
        return why
    return Why(f"{BOARD.units[army].name} is not an army of yours.", "7")


def load(t: T, army: int, cargo: Sequence[int]) -> None:
    """An army takes supplies of its area onto its card (§7)."""
    shift(t, cargo, t.s.at[army], BOARD.card_store(army))
    _tell(t, army, "load", written(cargo))


def _tell(t: T, army: int, mark: str, load: str) -> None:
    unit = BOARD.units[army].id
    t.note(Marked(place=id_of(t.s.at[army]), mark=mark, value=f"{unit} {load}", rule="7"))
