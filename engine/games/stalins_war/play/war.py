"""The sequence of play (6.0): the set-up, then turn after turn."""

from typing import ClassVar

from engine.core.entries import Phased
from engine.core.frames import Call, Done, Frame, Goto, Outcome, Proc
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.facts import AXIS, SIDES, SOVIET
from engine.games.stalins_war.law import victory
from engine.games.stalins_war.play.closing import EndTurn
from engine.games.stalins_war.play.drawing import Drawing
from engine.games.stalins_war.play.opening import Opening
from engine.games.stalins_war.play.replacing import Replacing
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.state import turn
from engine.games.stalins_war.words import turn_name

HALVES = {
    "round": "open",
    "movement": "move",
    "combat": "mark",
    "attacks": "fight",
    "exploitation": "exploit",
}
"""Where the umpire can let an Action Round begin: his word -> the step of the Half."""
TURNS = {"replacement": "replace", "draw": "draw", "end": "end"}
"""The same for the other phases of a turn."""


class War(Proc, kw_only=True, tag="sw.war"):
    """The whole game. `side` and `phase`: where the umpire lets it go on, "" as it comes."""

    side: str = ""
    phase: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("cards", "turns")

    def cards(self, t: T) -> Outcome:
        deck.lay_out(t)
        return Call(Opening())

    def turns(self, t: T) -> Outcome:
        side, phase, self.side, self.phase = self.side, self.phase, "", ""
        if phase in TURNS:
            return Call(GameTurn(step=TURNS[phase]), then="turns")
        return Call(GameTurn(step=side, phase=phase), then="turns")


class GameTurn(Proc, kw_only=True, tag="sw.turn"):
    """One turn: Action Rounds with Attrition after the last of each side, then the phases."""

    phase: str = ""
    """Where its first Action Round begins, as in `HALVES`."""

    PHASE: ClassVar[str] = "Action Phase"

    STEPS: ClassVar[tuple[str, ...]] = (
        "axis",
        "axis_attrition",
        "soviet",
        "soviet_attrition",
        "again",
        "replace",
        "draw",
        "end",
    )

    def axis(self, t: T) -> Outcome:
        return self._half(t, AXIS)

    def axis_attrition(self, t: T) -> Outcome:
        return _attrition(t, AXIS)

    def soviet(self, t: T) -> Outcome:
        return self._half(t, SOVIET)

    def soviet_attrition(self, t: T) -> Outcome:
        if won := victory.after_soviet_round(t.s):  # §5.1.3: after each of his rounds
            t.end([SIDES[won.winner]], won.reason)
            return Done()
        return _attrition(t, SOVIET)

    def again(self, t: T) -> Outcome:
        if not _last(t):
            t.s.round += 1
            return Goto("axis")
        if won := victory.after_last_action(t.s):
            t.end([SIDES[won.winner]], won.reason)
            return Done()
        return None

    def replace(self, t: T) -> Outcome:
        return None if t.s.turn == 1 else Call(Replacing())  # §4.4.1

    def draw(self, t: T) -> Outcome:
        return Call(Drawing())

    def end(self, t: T) -> Outcome:
        return Call(EndTurn())

    def _half(self, t: T, side: int) -> Outcome:
        name, phase = SIDES[side], f"Action Round {t.s.round}"
        t.note(Phased(turn=turn_name(t.s.turn), phase=phase, side=name, rule="6.0"))
        step, self.phase = HALVES.get(self.phase, ""), ""
        return Call(Half(side=name, step=step))


def _last(t: T) -> bool:
    return t.s.round >= turn(t.s).rounds


def _attrition(t: T, side: int) -> Outcome:
    """§6.0 B: at once after the last Action Round of a side."""
    if _last(t):
        acts.attrition(t, side)
    return None


FRAMES: tuple[type[Frame], ...] = (War, GameTurn)
