"""Stacking at the end of movement and exploitation (9.1.4)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.board.bits import members
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war.acts import T, eliminate
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import OUT, SIDES
from engine.games.stalins_war.law.stacking import overstacked, why_over
from engine.games.stalins_war.words import label


class Crowded(Proc, kw_only=True, tag="sw.crowded"):
    """Hex by hex, until all stack as they may: who could go nowhere is lost (ruling sw-48)."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("pick",)

    def pick(self, t: T) -> Outcome:
        crowded = members(overstacked(t.s, t.d, SIDES.index(self.side)))
        if not crowded:
            return Done()
        return Call(Excess(side=self.side, place=crowded[0]), then="pick")


def excess(t: T, side: int, place: int) -> list[int]:
    """The units of an overstacked hex of which one goes: those without which less is wrong.

    A unit that counts for nothing (§9.1.3, §16.4.4) is never one of them.
    """
    units = [BOARD.units[unit] for unit in t.d.units(side, place)]
    why = why_over(t.s, units, place)
    if why is None:
        return []
    if why.rule == "9.1.1":
        return [unit.index for unit in units if unit.stacks]
    if why.rule == "9.1.2":
        return [unit.index for unit in units if unit.lcu]
    return [unit.index for unit in units]


class Excess(Choice, kw_only=True, tag="sw.excess"):
    """The owner names the unit that is lost."""

    place: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Too many units in {label(self.place)}: choose one that is lost.", "9.1.4"

    def verbs(self, t: T) -> Sequence[Verb]:
        found = excess(t, SIDES.index(self.side), self.place)

        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in found:
                return None
            return Why(f"{BOARD.units[int(unit)].name} is not one too many there.", "9.1.4")

        def do(unit: int) -> Outcome:
            starved = t.s.supply[unit] == OUT
            eliminate(t, unit, "overstacked", starved, "9.1.4")
            return Done()

        slot = Slot("unit", "unit", lambda _: found, why_not=why_not, rule="9.1.4")
        return (Verb("shed", do, (slot,), rule="9.1.4", hint="The unit is lost."),)


FRAMES: tuple[type[Frame], ...] = (Crowded, Excess)
