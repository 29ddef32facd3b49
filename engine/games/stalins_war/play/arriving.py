"""Units that a card brings (7.5.2): reinforcements, and what other events place like them."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    NOT_EXCHANGED,
    OTHER_FRONTS,
    REINFORCEMENT,
    RESERVE,
)
from engine.games.stalins_war.law import operations, replacements
from engine.games.stalins_war.play.moving import on_map
from engine.games.stalins_war.state import PLACED


def exchanges(unit: int) -> bool:
    """Does it take the place of another (§7.5.2c)?"""
    return BOARD.units[unit].exchange != NOT_EXCHANGED


def can_come(t: T, unit: int) -> bool:
    """Is there a place for it now, or somebody to replace?"""
    if exchanges(unit):
        return bool(replacements.replaceable(t.s, unit))
    return bool(replacements.doors(t.s, t.d, unit))


class Arrivals(Proc, kw_only=True, tag="sw.arrivals"):
    """One by one in any order; who finds no place at last leaves the game (§7.5.2b, sw-23).

    Units of the Other Fronts box stay there then (sw-55).
    """

    side: str
    units: list[int]

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        self.units = [unit for unit in self.units if t.s.place[unit] in (RESERVE, OTHER_FRONTS)]
        if any(can_come(t, unit) for unit in self.units):
            return Call(Arrive(side=self.side, units=self.units), then="next")
        for unit in self.units:
            if t.s.place[unit] == RESERVE:
                acts.drop(t, unit, "7.5.2b")
        return Done()


class Arrive(Choice, kw_only=True, tag="sw.arrive"):
    """Its owner places a unit, or exchanges it for one on the map."""

    units: list[int]

    def prompt(self, t: T) -> tuple[str, str]:
        names = ", ".join(BOARD.units[unit].name for unit in self.units)
        return f"Place your reinforcements: {names}.", "7.5.2c"

    def able(self, t: T, exchanged: bool) -> Sieve[int]:
        """Those to place, or those to exchange."""
        units = [unit for unit in self.units if exchanges(unit) == exchanged]
        return t.once(("arrivals", exchanged), Sieve, units, partial(can_come, t))

    def verbs(self, t: T) -> Sequence[Verb]:
        return self._place(t), self._exchange(t)

    def _unit(self, t: T, exchanged: bool) -> Slot:
        def why_not(_: Picks, value: Value) -> Why | None:
            unit = int(value)
            if unit in self.able(t, exchanged):
                return None
            if unit not in self.units:
                return Why("It is none of those that are still to be placed.", "7.5.2a")
            if exchanges(unit) != exchanged:
                how = "is exchanged" if exchanges(unit) else "is placed, not exchanged"
                return Why(f"{BOARD.units[unit].name} {how}.", "7.5.2c")
            return Why("There is no room for it, or nobody to replace, now.", "7.5.2b")

        return Slot(
            "unit", "unit", lambda _: self.able(t, exchanged), why_not=why_not, rule="7.5.2c"
        )

    def _place(self, t: T) -> Verb:
        def places(picks: Picks) -> Collection[Value]:
            return replacements.doors(t.s, t.d, number(picks, 0))

        def why_not(picks: Picks, place: Value) -> Why | None:
            return replacements.why_no_place(t.s, t.d, number(picks, 0), int(place))

        def do(unit: int, place: int) -> Outcome:
            mobilized = operations.mobilizes(t.s, REINFORCEMENT)
            acts.place_unit(t, unit, place, "7.5.2c", PLACED if mobilized else 0)
            return Done()

        slot = Slot("hex", "place", places, why_not=on_map(why_not), rule="7.5.2c")
        hint = "A new unit enters in a supplied city of its country, or a Soviet town."
        return Verb("place", do, (self._unit(t, False), slot), rule="7.5.2c", hint=hint)

    def _exchange(self, t: T) -> Verb:
        def others(picks: Picks) -> Collection[Value]:
            return replacements.replaceable(t.s, number(picks, 0))

        def why_not(picks: Picks, unit: Value) -> Why | None:
            if unit in others(picks):
                return None
            return Why("It gives way to a supplied unit of its kind on the map.", "7.5.2c")

        def do(new: int, old: int) -> Outcome:
            acts.exchange(t, new, old)
            return Done()

        slot = Slot("unit", "unit", others, key="for", why_not=why_not, rule="7.5.2c")
        hint = "It takes the place of another at full strength, which leaves the game."
        return Verb("exchange", do, (self._unit(t, True), slot), rule="7.5.2c", hint=hint)


FRAMES: tuple[type[Frame], ...] = (Arrivals, Arrive)
