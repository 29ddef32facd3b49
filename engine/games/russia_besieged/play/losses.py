"""Step losses (10.6): who must take them, and whom the owner may choose."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.frames import Call, Choice, Done, Frame, Goto, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, lose_step, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES
from engine.games.russia_besieged.law.results import price
from engine.games.russia_besieged.state import RETREATED, has, steps_left


class Losses(Proc, kw_only=True, tag="rb.losses"):
    """A side loses steps, those that the rules name first."""

    side: str
    units: list[int]
    steps: int
    before: list[list[int]] = msgspec.field(default_factory=list)
    """For each of the first losses the units among which the owner chooses (10.62 to 10.65)."""
    rule: str = "10.61"

    STEPS: ClassVar[tuple[str, ...]] = ("pick", "suffer")

    def pick(self, t: T) -> Outcome:
        left = alive(t, self.units)
        if not self.steps or not left or t.pos.winners is not None:
            return Done()
        named = alive(t, self.before[0]) if self.before else []
        self.before = self.before[1:]
        fresh = [unit for unit in left if not has(t.s, unit, RETREATED)]  # 10.16: they come last
        return Call(Lose(side=self.side, units=named or fresh or left, rule=self.rule))

    def suffer(self, t: T) -> Outcome:
        lose_step(t, self.handed(), self.rule)
        self.steps -= 1
        return Goto("pick")


def alive(t: T, units: Sequence[int]) -> list[int]:
    """Those that are still on the map."""
    return [unit for unit in units if t.s.place[unit] < HEXES]


class Lose(Choice, kw_only=True, tag="rb.lose"):
    """The owner names the unit that loses a step (10.66)."""

    units: list[int]
    rule: str
    POLICY: ClassVar[str] = "losses"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Choose the unit that loses a step.", self.rule

    def default(self, t: T) -> str:
        """What is cheapest to have back; in the own turn its side is asked."""
        if side_of(self.side) == t.s.side:
            return ""
        unit = min(self.units, key=lambda u: (*price(t.s, u), u))
        return f"lose {BOARD.pieces[unit].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.units:
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} does not take this loss.", "10.62")

        def text(_: Picks, unit: Value) -> str:
            last = steps_left(t.s, int(unit)) < 2
            return f"{BOARD.pieces[int(unit)].name} is {'eliminated' if last else 'reduced'}"

        slot = Slot(
            "unit", "unit", lambda _: self.units, why_not=why_not, label=text, rule=self.rule
        )
        return (Verb("lose", Done, (slot,), rule=self.rule, hint="A unit loses a step."),)


FRAMES: tuple[type[Frame], ...] = (Losses, Lose)
