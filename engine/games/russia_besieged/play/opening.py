"""Set-up (23.0): the Russians first, then the Axis; or as the sheet suggests."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.board.bits import Members
from engine.core.entries import Phased
from engine.core.frames import Become, Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, place, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, SIDES, SOVIET
from engine.games.russia_besieged.law import setup
from engine.games.russia_besieged.law.stacking import overstacked
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.play.war import War
from engine.games.russia_besieged.words import label, turn_name


class Opening(Proc, kw_only=True, tag="rb.opening"):
    """The set-up in the printed order (23.01, 23.02), then the war."""

    STEPS: ClassVar[tuple[str, ...]] = ("russians", "axis", "begin")

    PHASE: ClassVar[str] = "Set-up"

    def russians(self, t: T) -> Outcome:
        return _deploy(t, SOVIET)

    def axis(self, t: T) -> Outcome:
        return _deploy(t, AXIS)

    def begin(self, t: T) -> Outcome:
        return Become(War())


_RULES = ("23.04", "23.03")
"""The rule of each side's set-up."""


def _deploy(t: T, side: int) -> Outcome:
    """A side's turn to set up, told to both."""
    turn, rule = turn_name(t.s.turn), _RULES[side]
    t.note(Phased(turn=turn, phase="set-up", side=SIDES[side], rule=rule))
    return Call(Deploy(side=SIDES[side]))


class Deploy(Choice, kw_only=True, tag="rb.deploy"):
    """All stand as the sheet suggests; a side may put its units elsewhere in their areas."""

    def prompt(self, t: T) -> tuple[str, str]:
        text = "Put your units where you like in their areas, then end setup."
        return text, _RULES[side_of(self.side)]

    def verbs(self, t: T) -> Sequence[Verb]:
        crowded = overstacked(t.d, side_of(self.side))
        blocked = None
        if crowded:
            where = ", ".join(label(hex_) for hex_ in Members(crowded))
            blocked = Why(f"Too many units stand in {where}.", _RULES[side_of(self.side)])
        hint = "Your units stand as you want them."
        return (
            t.lasting(deploy_verb, self.side),
            Verb("end setup", Done, rule="23.0", hint=hint, ends=True, blocked=blocked),
        )


def deploy_verb(t: T, side: str) -> Verb:
    """`deploy U P` (23.03, 23.04)."""

    def units(_: Picks) -> Collection[Value]:
        return setup.movable(t.s, side_of(side))

    rule = _RULES[side_of(side)]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        it = BOARD.pieces[int(unit)]
        if it.side != side_of(side):
            return Why("It is not yours to set up.", "23.0")
        if t.s.place[it.index] >= HEXES:
            return Why(f"{it.name} comes later.", rule)
        return Why(f"{it.name} has a place of its own.", rule)

    def hexes(picks: Picks) -> Collection[Value]:
        unit = number(picks, 0)
        return Members(setup.hexes(t.s, t.d, unit) & ~(1 << t.s.place[unit]))

    def why_hex(picks: Picks, hex_: Value) -> Why | None:
        if hex_ in hexes(picks):
            return None
        return setup.why_not(t.s, t.d, number(picks, 0), int(hex_))

    def do(unit: int, hex_: int) -> Outcome:
        place(t, unit, hex_, rule)
        return None

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule=rule),
        Slot("hex", "place", hexes, why_not=on_map(why_hex), rule=rule),
    )
    return Verb("deploy", do, slots, rule="23.0", hint="A unit goes elsewhere in its area.")


FRAMES: tuple[type[Frame], ...] = (Opening, Deploy)
