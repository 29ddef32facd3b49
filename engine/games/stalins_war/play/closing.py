"""The End of Turn Phase (6.0 E): markers taken off, minors, ways to win, the next turn."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.facts import AXIS, SIDES, SOVIET
from engine.games.stalins_war.law import control, victory


class EndTurn(Proc, kw_only=True, tag="sw.end_turn"):
    """Axis markers first, then Soviet ones; the checks of 5.1 come after all changes."""

    PHASE: ClassVar[str] = "End of Turn Phase"

    STEPS: ClassVar[tuple[str, ...]] = (
        "lift_axis",
        "lift_soviet",
        "lose",
        "surrender",
        "bleed",
        "check",
        "advance",
    )

    def lift_axis(self, t: T) -> Outcome:
        return _lift(t, AXIS)

    def lift_soviet(self, t: T) -> Outcome:
        return _lift(t, SOVIET)

    def lose(self, t: T) -> Outcome:
        """§18.1.2, §7.5.5d: banked OPS are lost, kept Combat Cards discarded."""
        t.s.bank = [0, 0]
        deck.lay_down(t)
        return None

    def surrender(self, t: T) -> Outcome:
        for nation in control.leaving(t.s, t.d):  # §19.3.1
            acts.surrender(t, nation)
        return None

    def bleed(self, t: T) -> Outcome:
        acts.bleed(t)  # §24.0
        return None

    def check(self, t: T) -> Outcome:
        if won := victory.end_of_turn(t.s, t.d):
            t.end([SIDES[won.winner]], won.reason)
        t.s.oil_held = victory.all_oil(t.s)  # §5.1.2: for the next one
        return None

    def advance(self, t: T) -> Outcome:
        t.s.turn += 1
        acts.open_turn(t)
        return None


def liftable(t: T, side: int) -> list[int]:
    """Hexes whose Trench, or for the Soviets Inactive Partisan, a side may take off."""
    dens = t.s.partisans if side == SOVIET else []  # §16.1.5
    return sorted({*t.s.trenches[side], *dens})


def _lift(t: T, side: int) -> Outcome:
    return Call(Lift(side=SIDES[side])) if liftable(t, side) else None


class Lift(Choice, kw_only=True, tag="sw.lift"):
    """A side may take off its Trenches (§10.3.2) and its Inactive Partisans (§16.1.5)."""

    POLICY: ClassVar[str] = "lift"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Take off markers of yours, or end it.", "10.3.2"

    def default(self, t: T) -> str:
        return "end lifting"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = SIDES.index(self.side)

        def hexes(picks: Picks) -> list[int]:
            named = numbers(picks, 0)
            return [place for place in liftable(t, side) if place not in named]

        def why_not(picks: Picks, place: Value) -> Why | None:
            if place in hexes(picks):
                return None
            return Why("There is no marker of yours to take off.", "10.3.2")

        def lift(places: list[int]) -> Outcome:
            for place in places:
                if place in t.s.trenches[side]:
                    acts.fill(t, side, place)
                if side == SOVIET and place in t.s.partisans:
                    acts.remove_partisan(t, place, "16.1.5")
            return Done()

        slot = Slot("hex", "place", hexes, many=True, why_not=why_not, rule="10.3.2")
        return (
            Verb("lift", lift, (slot,), rule="10.3.2", hint="They may be used again."),
            Verb("end lifting", Done, rule="10.3.2", hint="All markers stay.", ends=True),
        )


FRAMES: tuple[type[Frame], ...] = (EndTurn, Lift)
