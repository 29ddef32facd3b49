"""The Replacement Phase (6.0 C, chapter 14, 21.0)."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.core.entries import Noted
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, HALF, RP_TYPES, SIDES, SOVIET, SU, WHOLE
from engine.games.stalins_war.law import replacements
from engine.games.stalins_war.state import StalinsWar, played
from engine.games.stalins_war.words import label


class Replacing(Proc, kw_only=True, tag="sw.replace"):
    """Automatic points come, then the Soviet player spends his, then the Axis player."""

    PHASE: ClassVar[str] = "Replacement Phase"

    STEPS: ClassVar[tuple[str, ...]] = ("points", "name", "soviet", "axis", "lose")

    def points(self, t: T) -> Outcome:
        """§4.5.2, §21.0, and those of *Industrial Evacuation* and *Totaler Krieg*."""
        s = t.s
        if coming := replacements.comes_now(s, SOVIET):
            s.auto[SOVIET] -= coming
            s.rp[SU] += WHOLE * coming
            t.note(Noted(text=f"The Soviets receive {coming} RPs.", rule="4.5.2"))
        for event, points in _EVENTS.items():
            if played(s, event) and not (event in _LATER and _in_turn(s, event)):
                acts.gain_rp(t, points)
                t.note(Noted(text=f"{_name(event)} brings Replacement Points.", rule="7.4.5"))
        return None

    def name(self, t: T) -> Outcome:
        """Points of a bid: the Axis player says of which kind each is (§21.0)."""
        coming = replacements.comes_now(t.s, AXIS)
        return Call(Naming(side=SIDES[AXIS], left=coming)) if coming else None

    def soviet(self, t: T) -> Outcome:
        return _spend(t, SOVIET)

    def axis(self, t: T) -> Outcome:
        return _spend(t, AXIS)

    def lose(self, t: T) -> Outcome:
        acts.lose_points(t)  # §14.1.5
        return None


_EVENTS = {"industrial_evacuation": (0, 0, 0, 1), "totaler_krieg": (1, 1, 0, 0)}
"""Points by kind of every Replacement Phase after an event."""
_LATER = ("industrial_evacuation",)
"""From the turn after the one in which it is played."""


def _name(event: str) -> str:
    return next(card.name for card in BOARD.cards if card.event == event)


def _in_turn(s: StalinsWar, event: str) -> bool:
    return any(BOARD.cards[card].event == event for card in s.in_turn)


def _spend(t: T, side: int) -> Outcome:
    return Call(Rebuilding(side=SIDES[side])) if buyable(t, side) else None


def buyable(t: T, side: int) -> Collection[int]:
    """Units of which a side can buy a step now; a recreated one needs a hex to enter (§14.1.4)."""
    return Sieve(BOARD.of_side[side], lambda unit: why_no_step(t, unit) is None)


def why_no_step(t: T, unit: int) -> Why | None:
    """Why no step of a unit can be bought; None if one can."""
    if why := replacements.why_no_rebuild(t.s, unit):
        return why
    if replacements.recreated(t.s, unit) and not replacements.doors(t.s, t.d, unit):
        return Why("There is no hex where it could be placed.", "14.1.4")
    return None


class Naming(Choice, kw_only=True, tag="sw.name_points"):
    """§21.0: the kind of each automatic point of the Axis."""

    left: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Say of which kind your {self.left} automatic points are.", "21.0"

    def verbs(self, t: T) -> Sequence[Verb]:
        kinds = [kind.lower() for kind in RP_TYPES[:SU]]

        def name(kind: str) -> Outcome:
            t.s.rp[kinds.index(kind)] += WHOLE
            t.s.auto[AXIS] -= 1
            self.left -= 1
            return None if self.left else Done()

        def why_not(_: Picks, value: Value) -> Why | None:
            return None if value in kinds else Why("It is ge, pz or ax.", "21.0")

        slot = Slot("kind", "points", lambda _: kinds, why_not=why_not, rule="21.0")
        return (Verb("name", name, (slot,), rule="21.0", hint="One point of this kind."),)


class Rebuilding(Choice, kw_only=True, tag="sw.rebuild"):
    """A side spends its Replacement Points step by step (§14.1.1)."""

    def prompt(self, t: T) -> tuple[str, str]:
        points = [
            f"{t.s.rp[kind] / WHOLE:g} {name}"
            for kind, name in enumerate(RP_TYPES)
            if t.s.rp[kind] >= HALF and (name == "SU") == (self.side == "soviet")
        ]
        return f"Spend {', '.join(points) or 'no points'} on steps; the rest is lost.", "14.1.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = SIDES.index(self.side)

        def units(_: Picks) -> Collection[Value]:
            return t.once("buyable", buyable, t, side)

        def why_unit(_: Picks, value: Value) -> Why | None:
            unit = int(value)
            if BOARD.units[unit].side != side:
                return Why("It is not yours.", "14.1.1")
            return why_no_step(t, unit)

        def cost(_: Picks, value: Value) -> str:
            it, where = BOARD.units[int(value)], label(t.s.place[int(value)])
            return f"{it.name}: {replacements.price(it) / WHOLE:g} RP, {where}"

        def places(picks: Picks) -> list[int]:
            unit = int(str(picks[0]))
            return replacements.doors(t.s, t.d, unit) if replacements.recreated(t.s, unit) else []

        def why_place(picks: Picks, value: Value) -> Why | None:
            unit = int(str(picks[0]))
            if not replacements.recreated(t.s, unit):
                return Why("It gets its step where it is.", "14.1.2")
            return replacements.why_no_place(t.s, t.d, unit, int(value))

        def must_say(picks: Picks) -> Why | None:
            if replacements.recreated(t.s, int(str(picks[0]))):
                return Why("Say where it enters: add `at` and a hex.", "14.1.4")
            return None

        def rebuild(unit: int, place: int | list[int]) -> Outcome:
            if isinstance(place, int):
                acts.rebuild(t, unit, place)
            else:
                acts.rebuild(t, unit)
            return None if buyable(t, side) else Done()

        slots = (
            Slot("unit", "unit", units, why_not=why_unit, label=cost, rule="14.1.2"),
            Slot(
                "place",
                "place",
                places,
                key="at",
                optional=True,
                stop=must_say,
                why_not=why_place,
                rule="14.1.4",
            ),
        )
        over = "Points that you have not spent are lost."
        return (
            Verb("rebuild", rebuild, slots, rule="14.1.3", hint="Buy a step."),
            Verb("end replacements", Done, rule="14.1.5", hint=over, ends=True),
        )


FRAMES: tuple[type[Frame], ...] = (Replacing, Naming, Rebuilding)
