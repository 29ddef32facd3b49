"""Theater Re-Organization, chapter 14: it interrupts a turn, and every player has his part."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Marked, Noted, Phased
from engine.core.frames import Call, Done, Fork, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, id_of, shift
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, FOOD
from engine.games.race_to_moscow.play.offturn import OffTurn
from engine.games.race_to_moscow.state import AIR_READY, in_play, playing

_FOOD = (0, 0, 1)


class Reorganize(Proc, tag="rm.reorganize"):
    """All at once; afterwards the turn goes on where it was (rm-20)."""

    STEPS: ClassVar[tuple[str, ...]] = ("flip", "lines", "markers", "feed")
    PHASE: ClassVar[str] = "Theater Re-Organization"

    def flip(self, t: T) -> Outcome:
        t.note(Phased(turn=f"Round {t.s.round}", phase=self.PHASE, rule="14"))
        if t.s.level == 1:
            t.s.level = 2
            text = f"Level 2 for all; {t.s.reserve_trains} trains come from the reserve."
            t.note(Noted(text=text, rule="14"))
            t.s.stock_trains += t.s.reserve_trains  # once only
            t.s.reserve_trains = 0
        return None

    def lines(self, t: T) -> Outcome:
        for colour, lines in enumerate(t.s.trucks_on):
            t.s.stock_trucks[colour] += len(lines)
            lines.clear()
        t.s.stock_trains += len(t.s.trains_on)
        t.s.trains_on.clear()
        t.note(Noted(text="All trucks and trains on the map return to the stock.", rule="14"))
        return None

    def markers(self, t: T) -> Outcome:
        t.s.air = [AIR_READY] * len(COLOURS)
        t.s.hq = [int(c in t.s.order and not t.s.basic) for c in range(len(COLOURS))]
        return None

    def feed(self, t: T) -> Outcome:
        return Fork(tuple(Feeding(side=COLOURS[colour]) for colour in playing(t.s)))


class Feeding(Proc, kw_only=True, tag="rm.feeding"):
    """Each army of a player spends 1 food, of its card or its area, or is grounded (§14)."""

    side: str
    fed: list[int] = msgspec.field(default_factory=list)
    """Armies that are through."""
    STEPS: ClassVar[tuple[str, ...]] = ("eat", "eaten")

    def eat(self, t: T) -> Outcome:
        for army in hungry(t, colour_of(self.side), self.fed):
            stores = meals(t, army)
            if len(stores) < 2:
                consume(t, army, stores)
                self.fed.append(army)
        if hungry(t, colour_of(self.side), self.fed):
            return Call(Eat(side=self.side, fed=list(self.fed)))
        return Done()

    def eaten(self, t: T) -> Outcome:
        self.fed.append(self.handed())
        return Goto("eat")


class Eat(OffTurn, kw_only=True, tag="rm.eat"):
    """`eat ARMY card|area`, for armies that have food in both (rm-20)."""

    fed: list[int]
    POLICY: ClassVar[str] = "eat"

    def prompt(self, t: T) -> tuple[str, str]:
        armies = [
            f"{BOARD.units[army].name} in {BOARD.place_names[t.s.at[army]]}"
            for army in hungry(t, colour_of(self.side), self.fed)
        ]
        return f"From the card or from the area: what do these eat? {', '.join(armies)}.", "14"

    def usual(self, t: T) -> str:
        """What lies in the area can't move: it goes first."""
        army = hungry(t, colour_of(self.side), self.fed)[0]
        return f"eat {BOARD.units[army].id} area"

    def verbs(self, t: T) -> Sequence[Verb]:
        armies = hungry(t, colour_of(self.side), self.fed)

        def eat(army: int, where: str) -> Outcome:
            store = BOARD.card_store(army) if where == "card" else t.s.at[army]
            consume(t, army, [store])
            return Done(army)

        def why(army: int) -> Why:
            return Why(f"{BOARD.units[army].name} has nothing to decide.", "14")

        slots = (
            pick("army", "unit", armies, why, rule="14"),
            pick("card or area", "meal", ("card", "area"), rule="14"),
        )
        return (Verb("eat", eat, slots, hint="Feed an army.", rule="14"),)


def hungry(t: T, colour: int, fed: list[int]) -> list[int]:
    """Armies that still have to eat; grounded ones are left alone (§14)."""
    return [
        army
        for army in BOARD.groups[colour].armies
        if in_play(t.s, army) and not t.s.halted[army] and army not in fed
    ]


def meals(t: T, army: int) -> list[int]:
    """The stores with food that an army can eat from."""
    stores = (BOARD.card_store(army), t.s.at[army])
    return [store for store in stores if t.s.supply[FOOD][store]]


def consume(t: T, army: int, stores: list[int]) -> None:
    """An army eats from the first of these stores; without one it is grounded."""
    unit = BOARD.units[army]
    if stores:
        shift(t, _FOOD, stores[0], BOARD.stock_store)
        where = id_of(t.s.at[army])
        t.note(Marked(place=where, mark="eat", value=f"{unit.id} 1 food", rule="14"))
    else:
        t.s.halted[army] = 1
        t.note(Marked(place=unit.id, mark="halt", value="on", rule="14"))
