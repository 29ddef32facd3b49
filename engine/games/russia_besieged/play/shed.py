"""Units over the stacking limit leave the map (5.04)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.board.bits import members
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, SIDES, SOVIET
from engine.games.russia_besieged.law.results import price
from engine.games.russia_besieged.law.stacking import counted, overstacked
from engine.games.russia_besieged.play.staging import where_of
from engine.games.russia_besieged.state import mates
from engine.games.russia_besieged.words import IDS, label


def too_many(t: T, side: int, place: int) -> list[int]:
    """The units of which one must leave an overstacked hex."""
    if not overstacked(t.d, side) >> place & 1:
        return []
    there = mates(t.d, side, place)
    count = len(counted(there, place))
    return [
        piece.index
        for piece in there  # of several guns each may be the one that counts for nothing (12.02)
        if len(counted([other for other in there if other is not piece], place)) < count
    ]


def verbs(t: T, side: str) -> Sequence[Verb]:
    """`shed U`, where too many stand."""
    return (t.lasting(shed_verb, side),) if overstacked(t.d, side_of(side)) else ()


def shed_verb(t: T, side: str) -> Verb:
    """A unit is given up, since too many stand in its hex (5.04)."""

    def units(_: Picks) -> Collection[Value]:
        mine = side_of(side)
        found = [u for hex_ in members(overstacked(t.d, mine)) for u in too_many(t, mine, hex_)]
        return [unit for unit in found if unit not in t.s.pledged]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        name = BOARD.pieces[int(unit)].name
        if unit in t.s.pledged:
            return Why(f"{name} is needed to attack what was promised.", "9.5")
        return Why(f"{name} is not one too many in its hex.", "5.04")

    def do(unit: int) -> Outcome:
        eliminate(t, unit, "overstacked", "5.04")
        return None

    slot = Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="5.04")
    hint = "A unit over the stacking limit goes to the Replacement Pool."
    return Verb("shed", do, (slot,), rule="5.04", hint=hint)


class Shed(Proc, kw_only=True, tag="rb.shed"):
    """At the end of a phase both sides bring each hex within its limit (5.04, 10.73)."""

    STEPS: ClassVar[tuple[str, ...]] = ("pick",)

    def pick(self, t: T) -> Outcome:
        for side in (t.s.side, AXIS + SOVIET - t.s.side):
            if crowded := overstacked(t.d, side):
                place = members(crowded)[0]
                return Call(Excess(side=SIDES[side], place=place), then="pick")
        return Done()


class Excess(Choice, kw_only=True, tag="rb.excess"):
    """The owner chooses the unit that leaves."""

    place: int
    POLICY: ClassVar[str] = "shed"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Too many units in {label(self.place)}: choose one that leaves the map.", "5.04"

    def default(self, t: T) -> str:
        """The one that is cheapest to have back; in the own turn its side is asked."""
        side = side_of(self.side)
        if side == t.s.side:
            return ""
        unit = min(too_many(t, side, self.place), key=lambda u: (*price(t.s, u, whole=True), u))
        return f"shed {BOARD.pieces[unit].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        found = too_many(t, side_of(self.side), self.place)

        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in found:
                return None
            text = f"{BOARD.pieces[int(unit)].name} is not one too many in {IDS[self.place]}."
            return Why(text, "5.04")

        def do(unit: int) -> Outcome:
            eliminate(t, unit, "overstacked", "5.04")
            return Done()

        slot = Slot("unit", "unit", lambda _: found, why_not=why_not, rule="5.04")
        hint = "It goes to the Replacement Pool."
        return (Verb("shed", do, (slot,), rule="5.04", hint=hint),)


FRAMES: tuple[type[Frame], ...] = (Shed, Excess)
