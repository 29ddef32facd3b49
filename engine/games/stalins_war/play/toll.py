"""The steps that a side loses by a Loss Number (11.3)."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.frames import Call, Choice, Done, Frame, Goto, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war.acts import T, lose_step
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import FULL, OUT, SIDES
from engine.games.stalins_war.law import losses


class Toll(Proc, kw_only=True, tag="sw.toll"):
    """Step by step, each from a unit that may take it (§11.3.2 to §11.3.4).

    Hands down who has lost a step.
    """

    side: str
    units: list[int]
    steps: int
    scu: bool
    attacks: bool
    hit: list[int] = msgspec.field(default_factory=list)
    """Who has lost a step, as often as it did."""

    STEPS: ClassVar[tuple[str, ...]] = ("pick", "suffer")

    def pick(self, t: T) -> Outcome:
        pool = losses.candidates(t.s, self.units, Counter(self.hit), self.attacks, self.scu)
        if not self.steps or not pool:
            return Done([*self.hit])
        return Call(
            Lose(side=self.side, units=self.units, hit=self.hit, attacks=self.attacks, scu=self.scu)
        )

    def suffer(self, t: T) -> Outcome:
        unit = self.handed()
        self.ret = None
        level = t.s.supply[unit]
        starved = level != FULL if self.attacks else level == OUT  # §13.2.4
        lose_step(t, unit, "11.3.2", starved)
        self.hit, self.steps = [*self.hit, unit], self.steps - 1
        return Goto("pick")


class Lose(Choice, kw_only=True, tag="sw.losses"):
    """The owner names the unit that loses the next step."""

    units: list[int]
    hit: list[int]
    attacks: bool
    scu: bool
    POLICY: ClassVar[str] = "losses"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Choose the unit that loses a step.", "11.3.2"

    def pool(self, t: T) -> list[int]:
        """Whom the step may hit."""
        return losses.candidates(t.s, self.units, Counter(self.hit), self.attacks, self.scu)

    def default(self, t: T) -> str:
        """A unit that lives on, small ones first; in the own turn its side is asked."""
        if SIDES.index(self.side) == t.s.side:
            return ""
        return f"lose {BOARD.units[losses.cheapest(t.s, self.pool(t))].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, unit: Value) -> Why | None:
            lost = Counter(self.hit)
            return losses.why_not_hit(t.s, self.units, lost, self.attacks, self.scu, int(unit))

        def label(_: Picks, unit: Value) -> str:
            return "eliminated" if t.s.step[int(unit)] == 1 else "reduced"

        slot = Slot(
            "unit", "unit", lambda _: self.pool(t), why_not=why_not, label=label, rule="11.3.2"
        )
        return (Verb("lose", Done, (slot,), rule="11.3.2", hint="It loses a step."),)


FRAMES: tuple[type[Frame], ...] = (Toll, Lose)
