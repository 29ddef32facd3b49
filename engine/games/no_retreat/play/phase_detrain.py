"""The Detraining Phase (§9.2), with the Strategic Reserve (§14.12.2) and partisans (§15.9)."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.board.bits import Members
from engine.core.entries import Placed
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, detrain, foe, mark, set_place, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SOVIET
from engine.games.no_retreat.law import rail
from engine.games.no_retreat.play.phase_movement import unit_label
from engine.games.no_retreat.play.windows import window


class Detraining(Proc, kw_only=True, tag="nr.detraining"):
    """The side's units come off the rails; the Strategic Reserve may in either side's turn."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("held", "detrain", "reserve")

    def held(self, t: T) -> Outcome:
        """The other side's events against it."""
        return Call(window("detrain", [foe(self.side)]))

    def detrain(self, t: T) -> Outcome:
        return Call(Detrain(side=self.side))

    def reserve(self, t: T) -> Outcome:
        unit = t.s.reserve
        if self.side == "soviet" or unit == NOWHERE:
            return None
        return Call(Reserve(side="soviet")) if can_leave(t, unit) else None


def can_leave(t: T, unit: int) -> bool:
    """Could the unit of the box detrain now?"""
    return rail.why_not_detrain(t.s, t.d, BOARD.units[unit].side, unit) is None


class Detrain(Choice, kw_only=True, tag="nr.detrain"):
    """None, any or all units of the Rail Movement Box come back (§9.2)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Detrain the units that you want on the map, then end detraining.", "9.2"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        found = [t.lasting(_detrain, side, False)]
        if side == SOVIET and rail.partisan_targets(t.s, t.d):
            found.append(_partisan(t))
        hint = "The others stay in the Rail Movement Box."
        return [*found, Verb("end detraining", Done, rule="9.2", hint=hint, ends=True)]


class Reserve(Choice, kw_only=True, tag="nr.reserve"):
    """The Strategic Reserve may come back at the end of the enemy's turn (§14.12.2)."""

    POLICY: ClassVar[str] = "reserve"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Detrain your Strategic Reserve, or keep it.", "14.12.2"

    def default(self, t: T) -> str:
        return "done"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (
            t.lasting(_detrain, SOVIET, True),
            Verb("done", Done, rule="14.12.2", hint="It stays in the box."),
        )


def _detrain(t: T, side: int, reserve: bool) -> Verb:
    """`detrain U hex` for the units of a side, or for its reserve, which ends the choice."""

    def units() -> list[int]:
        return [t.s.reserve] if reserve else rail.detrainable(t.s, t.d, side)

    def why(unit: int) -> Why:
        refusal = rail.why_not_detrain(t.s, t.d, side, unit)
        return refusal or Why(f"{BOARD.units[unit].name} may not detrain now.", "9.2")

    def do(unit: int, where: int) -> Outcome:
        detrain(t, unit, where)
        return Done() if reserve else None

    slots = (
        pick("unit", "unit", units, why, label=partial(unit_label, t), rule="9.2", keep=t),
        pick("place", "place", lambda unit: Members(rail.detrain_places(t.s, t.d, unit)), keep=t,
             why_not=lambda unit, at: rail.why_not_detrain_at(t.s, t.d, unit, at), rule="9.2"),
    )  # fmt: skip
    return Verb("detrain", do, slots, rule="9.2", hint="A unit comes off the rails in a hex.")


def _partisan(t: T) -> Verb:
    def do(unit: int) -> Outcome:
        where = t.s.at[unit]
        set_place(t, rail.PARTISAN, where)
        id_ = BOARD.units[rail.PARTISAN].id
        t.note(Placed(unit=id_, place=BOARD.places[where], rule="15.9"))
        mark(t, unit, "disorganized", True, "15.9")
        return None

    slot = pick(
        "unit", "unit", lambda: rail.partisan_targets(t.s, t.d), keep=t, rule="15.9",
        why_not=lambda unit: rail.why_not_raid(t.s, t.d, unit), label=partial(unit_label, t),
    )  # fmt: skip
    hint = "The Paratroop/Partisan marker disorganizes an Axis unit."
    return Verb("partisan", do, (slot,), rule="15.9", hint=hint)
