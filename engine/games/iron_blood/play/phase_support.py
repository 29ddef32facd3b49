"""Phase 1: fleet and air support."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Marked
from engine.core.frames import Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.verbs import Pick, Verb, Why
from engine.games.iron_blood.acts import T, foe, place, side_of
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AIR, AXIS, FLEET, SOVIET
from engine.games.iron_blood.law import support
from engine.games.iron_blood.state import Occupancy


class Support(Choice, kw_only=True, tag="ib.support"):
    """All available fleet and air units of a side are placed (§phase1)."""

    PHASE: ClassVar[str] = "Fleet and air support"

    def prompt(self, t: T) -> tuple[str, str]:
        parts = self._left(t)
        if not parts:
            return "Fleet and air units are placed; end support when you are content.", "phase1"
        return f"Place your {' and '.join(parts)}.", "phase1"

    def _left(self, t: T) -> list[str]:
        """What is still to be placed, in words."""
        side = side_of(self.side)
        parts = ["fleet"] if support.fleet_hexes(t.s, side) else []
        planes = len(support.free_air(t.s, side))
        if planes and support.air_places(t.s, side):
            parts.append(f"{planes} air units" if planes > 1 else "air unit")
        return parts

    def verbs(self, t: T) -> Sequence[Verb]:
        left = self._left(t)
        blocked = Why(f"Your {' and '.join(left)} must be placed first.", "phase1")
        return (
            self._fleet(t),
            self._air(t),
            Verb("end support", Done, rule="phase1", blocked=blocked if left else None, ends=True,
                 hint="Fleet and air units stand."),
        )  # fmt: skip

    def _fleet(self, t: T) -> Verb:
        side = side_of(self.side)

        def do(where: int) -> Outcome:
            place(t, BOARD.of_kind[side][FLEET][0], where, "phase1")
            return None

        slot = pick(
            "hex", "place", lambda: support.fleet_hexes(t.s, side), keep=t, rule="map.coastal",
            why_not=lambda where: support.why_not_fleet(t.s, side, where),
        )  # fmt: skip
        return Verb("fleet", do, (slot,), rule="phase1", hint="Place your fleet on a coastal hex.")

    def _air(self, t: T) -> Verb:
        side = side_of(self.side)
        planes = support.free_air(t.s, side)

        def do(where: int, count: Pick) -> Outcome:
            disrupts = support.disrupts(t.s, t.d, side, where)
            for unit in planes[: count if isinstance(count, int) else 1]:
                place(t, unit, support.landing(t.s, side, where), "phase1")
            if disrupts:
                _disrupt(t, foe(self.side))
            return None

        def label(where: int) -> str:
            fleet = ", on the enemy fleet" if support.disrupts(t.s, t.d, side, where) else ""
            return BOARD.place_names[where] + fleet

        slots = (
            pick("place", "place", lambda: support.air_places(t.s, side), keep=t, label=label,
                 why_not=lambda where: support.why_not_air(t.s, side, where), rule="phase1"),
            pick("number", "number", range(1, len(planes) + 1), optional=True, rule="phase1"),
        )  # fmt: skip
        return Verb("air", do, slots, rule="phase1", hint="Place one or more air units together.")


def _disrupt(t: T, whose: str) -> None:
    """The fleet is disrupted for the rest of the season (§phase1.disrupt)."""
    side = side_of(whose)
    if t.s.disrupted[side]:
        return
    t.s.disrupted[side] = 1
    t.d = Occupancy(t.s)
    box = BOARD.seas[side].box
    t.note(Marked(place=BOARD.places[box], mark="fleet", value="disrupted", rule="phase1.disrupt"))


def recall(t: T) -> None:
    """Phase 7: air units and fleets go back to their boxes (§phase7)."""
    for side in (AXIS, SOVIET):
        t.s.at[BOARD.of_kind[side][FLEET][0]] = BOARD.sea_box[side]
        for unit in BOARD.of_kind[side][AIR]:
            if t.s.at[unit] != BOARD.reserve[side]:
                t.s.at[unit] = BOARD.air_box[side]
    t.s.disrupted = [0, 0]
    t.d = Occupancy(t.s)
