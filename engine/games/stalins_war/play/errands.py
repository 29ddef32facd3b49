"""What events ask of players step by step: units for the Other Fronts, and Maskirovka."""

from collections.abc import Collection, Sequence
from typing import ClassVar

import msgspec

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, OTHER_FRONTS, SIDES, SOVIET
from engine.games.stalins_war.play.moving import on_map, where_of
from engine.games.stalins_war.state import MOVED, face

OTHER = "3.0"
"""The rule of the Other Fronts box."""
SLY = "clarification_soviet_48"


class Sending(Proc, kw_only=True, tag="sw.sending"):
    """Units go to the Other Fronts: Panzer Corps first, as far as there are any (sw-31)."""

    card: int
    panzers: int
    others: int

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        while self.panzers or self.others:
            panzer = self.panzers > 0
            if panzer:
                self.panzers -= 1
            else:
                self.others -= 1
            if events.to_send(t.s, BOARD.cards[self.card], panzer):
                return Call(Send(side=SIDES[AXIS], card=self.card, panzer=panzer), then="next")
        return Done()


class Send(Choice, kw_only=True, tag="sw.send"):
    """The Axis player names the unit that goes."""

    card: int
    panzer: bool
    POLICY: ClassVar[str] = "send"

    def prompt(self, t: T) -> tuple[str, str]:
        what = "a Panzer Corps" if self.panzer else "a German unit"
        return f"{BOARD.cards[self.card].name}: send {what} to the Other Fronts.", OTHER

    def able(self, t: T) -> list[int]:
        """Those who may go."""
        return events.to_send(t.s, BOARD.cards[self.card], self.panzer)

    def default(self, t: T) -> str:
        """The weakest."""

        def worth(unit: int) -> tuple[int, int, int]:
            up = face(t.s, unit)
            return up.attack + up.defence, t.s.step[unit], unit

        return f"send {BOARD.units[min(self.able(t), key=worth)].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return self.able(t)

        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.able(t):
                return None
            what = "A Panzer Corps" if self.panzer else "A German SCU"
            return Why(f"{what} goes, from the map.", OTHER)

        def do(unit: int) -> Outcome:
            acts.box(t, unit, OTHER_FRONTS, OTHER)
            return Done()

        slot = Slot("unit", "unit", units, why_not=why_not, label=where_of(t), rule=OTHER)
        return (Verb("send", do, (slot,), rule=OTHER, hint="It leaves the map for the box."),)


class Maskirovka(Choice, kw_only=True, tag="sw.maskirovka"):
    """An LCU and some SCUs move unseen, one after the other (clarification_soviet_48)."""

    large: int
    small: int
    moved: list[int] = msgspec.field(default_factory=list)

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Move {self.large} LCU and {self.small} SCUs at most, or end movement.", SLY

    def may_hold(self, t: T) -> bool:
        return self.acted

    def why_not(self, t: T, unit: int) -> Why | None:
        """Why a unit may not move now."""
        it = BOARD.units[unit]
        if unit in self.moved:
            return Why("It has moved.", SLY)
        if not (self.large if it.lcu else self.small):
            return Why(f"No further {'LCU' if it.lcu else 'SCU'} moves.", SLY)
        if events.masked(t.s, t.d, unit) is None:
            return Why("A Soviet unit in full supply moves.", SLY)
        if not events.masked_ends(t.s, t.d, unit):
            return Why(f"{it.name} has nowhere to go.", SLY)
        return None

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return [unit for unit in BOARD.of_side[SOVIET] if self.why_not(t, unit) is None]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            return self.why_not(t, int(unit))

        def places(picks: Picks) -> Collection[Value]:
            unit, path = number(picks, 0), numbers(picks, 1)
            return t.once(("masked", unit, *path), events.masked_steps, t.s, t.d, unit, path)

        def why_place(picks: Picks, place: Value) -> Why | None:
            return events.why_no_mask(t.s, t.d, number(picks, 0), numbers(picks, 1), int(place))

        def stop(picks: Picks) -> Why | None:
            return events.why_no_mask_end(t.s, t.d, number(picks, 0), numbers(picks, 1)[-1])

        def via(picks: Picks, place: Value) -> Sequence[Value]:
            found = events.masked(t.s, t.d, number(picks, 0), numbers(picks, 1))
            return found.path(int(place))[:-1] if found else ()

        def do(unit: int, path: list[int]) -> Outcome:
            acts.go(t, unit, [t.s.place[unit], *path], "moves", MOVED, SLY)
            self.moved = [*self.moved, unit]
            if BOARD.units[unit].lcu:
                self.large -= 1
            else:
                self.small -= 1
            return None if self.large or self.small else Done()

        slots = (
            Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule=SLY),
            Slot(
                "hex",
                "place",
                places,
                many=True,
                stop=stop,
                why_not=on_map(why_place),
                via=via,
                rule=SLY,
            ),
        )
        hint = "It ends in full supply; name hexes on the way where the way matters."
        return (
            Verb("move", do, slots, rule=SLY, hint=hint),
            Verb("end movement", Done, rule=SLY, hint="Nobody else moves.", ends=True),
        )


FRAMES: tuple[type[Frame], ...] = (Sending, Send, Maskirovka)
