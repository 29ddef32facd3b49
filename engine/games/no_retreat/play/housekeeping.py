"""New Game Turn Housekeeping (§4.0, §13.0): events, then the Victory Phase."""

from typing import ClassVar

from engine.core.entries import Noted
from engine.core.frames import Call, Done, Outcome, Proc
from engine.games.no_retreat.acts import T, score
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, SIDES, SOVIET
from engine.games.no_retreat.law import victory
from engine.games.no_retreat.play import events
from engine.games.no_retreat.play.phase_events import Arrivals, Shift, may_shift, to_place
from engine.games.no_retreat.play.shed import shed_if_needed
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import enemy
from engine.games.no_retreat.words import PEOPLE


class Housekeeping(Proc, kw_only=True, tag="nr.housekeeping"):
    """What both players do before their player turns."""

    PHASE: ClassVar[str] = "Housekeeping"

    STEPS: ClassVar[tuple[str, ...]] = (
        "supports",
        "on_to_berlin",
        "removals",
        "reich",
        "axis_units",
        "soviet_units",
        "stack",
        "red_event",
        "shift",
        "cards",
        "checks",
    )

    def supports(self, t: T) -> Outcome:  # §13.3: what was left is lost (§10.6.2)
        turn = BOARD.turn(t.s.turn)
        t.s.blitz, t.s.shock = turn.blitz, turn.shock
        return None

    def on_to_berlin(self, t: T) -> Outcome:
        """The Operational Victory check, then the war goes on into 1945 (§12.4, §5.5)."""
        if t.s.turn != victory.FIRST_1945 or t.s.berlin:
            return None
        if victory.check_operational(t):
            return Done()
        events.reset_1945(t)
        deck.to_1945(t)
        return None

    def removals(self, t: T) -> Outcome:  # §13.5, §11.3
        events.remove_units(t)
        events.fire(t)
        if t.s.turn == victory.INITIATIVE_TURN:
            t.s.star_turn = victory.INITIATIVE_TURN  # §15.11.2
        return None

    def reich(self, t: T) -> Outcome:  # §13.5 Reich Defenses
        events.place_garrisons(t)
        return None

    def axis_units(self, t: T) -> Outcome:
        """Units of the GG and Oil events; the Axis place first (nr-23)."""
        return Call(Arrivals(side="axis")) if to_place(t, "axis") else None

    def soviet_units(self, t: T) -> Outcome:
        return Call(Arrivals(side="soviet")) if to_place(t, "soviet") else None

    def stack(self, t: T) -> Outcome:  # §8.4.3, at the end of the phase
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="stack")
        return None

    def red_event(self, t: T) -> Outcome:  # §13.4
        event = BOARD.turn(t.s.turn).red_event
        if event:
            score(t, SOVIET, event.vp, event.name, "13.4")
        return None

    def shift(self, t: T) -> Outcome:  # §15.11
        side = may_shift(t)
        return Call(Shift(side=side)) if side else None

    def cards(self, t: T) -> Outcome:
        """Cards of the Victory Phase; the side with the initiative first (§5.0)."""
        order = [SIDES[t.s.initiative], SIDES[enemy(t.s.initiative)]]
        return Call(window("victory", order))

    def checks(self, t: T) -> Outcome:
        """The Victory Phase (§12.1 to §12.3, §12.10)."""
        victory.check_objectives(t)
        events.sudden_death(t, AXIS)
        if t.s.turn == victory.INITIATIVE_TURN and t.pos.winners is None:
            events.shift_initiative(t)
        events.sudden_death(t, SOVIET)
        victory.check_total(t)
        scenario = BOARD.scenarios[t.s.scenario]
        ends = t.s.turn == scenario.last_turn == victory.INITIATIVE_TURN and scenario.sudden_death
        if ends and not t.s.play_on:  # the Tournament ends here
            victory.finish(t)
        if t.pos.winners is None:
            _tell(t)
        return None


def _tell(t: T) -> None:
    side = t.s.initiative
    text = f"The {PEOPLE[side]} have the initiative and {victory.marker(t.s, t.d)} VP."
    t.note(Noted(text=text, rule="12.7.5"))
