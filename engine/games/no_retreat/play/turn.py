"""The sequence of play (§4.0): the campaign, and a player turn with its seven phases."""

from typing import ClassVar

from engine.core.entries import Phased
from engine.core.frames import Call, Done, Goto, Outcome, Proc
from engine.games.no_retreat.acts import T, mark, refresh, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, LAST_TURN, NOWHERE
from engine.games.no_retreat.law import victory
from engine.games.no_retreat.play.housekeeping import Housekeeping
from engine.games.no_retreat.play.phase_card import CardPhase
from engine.games.no_retreat.play.phase_combat import CombatPhase
from engine.games.no_retreat.play.phase_detrain import Detraining
from engine.games.no_retreat.play.phase_movement import Movement
from engine.games.no_retreat.play.phase_organization import Organization
from engine.games.no_retreat.play.phase_removal import Removal
from engine.games.no_retreat.play.phase_supply import SupplyCheck
from engine.games.no_retreat.play.shed import shed_if_needed
from engine.games.no_retreat.words import turn_name

PHASES = ("cards", "supply", "organization", "movement", "combat", "removal", "detraining")
NAMES = {
    "housekeeping": "Housekeeping",
    "cards": "Card Phase",
    "supply": "Supply Check Phase",
    "organization": "Organization Phase",
    "movement": "Movement Phase",
    "combat": "Combat Phase",
    "removal": "Marker and Unit Removal Phase",
    "detraining": "Detraining Phase",
}


_RUNNING = {"begin": "cards", "cards": "cards", "": PHASES[-1]}
_RUNNING |= zip((*PHASES[1:], "end"), PHASES, strict=True)
"""The step of a player turn that comes next -> the phase that runs."""


class Campaign(Proc, kw_only=True, tag="nr.campaign"):
    """Game turns until the game ends."""

    phase: str = ""
    """The phase at which a player turn is entered cold."""

    STEPS: ClassVar[tuple[str, ...]] = ("housekeeping", "axis", "soviet", "next")

    def housekeeping(self, t: T) -> Outcome:
        t.s.phasing = NOWHERE
        t.s.used = []  # §5.0: once is enough in a player turn
        note(t, "housekeeping", "")
        return Call(Housekeeping())

    def axis(self, t: T) -> Outcome:
        return Call(self._turn("axis"))

    def soviet(self, t: T) -> Outcome:
        return Call(self._turn("soviet"))

    def _turn(self, side: str) -> "PlayerTurn":
        phase, self.phase = self.phase, ""
        return PlayerTurn(side=side, step=phase)

    def next(self, t: T) -> Outcome:
        """§4.0.A: the marker goes on, unless this was the last turn."""
        if t.s.turn >= last_turn(t):
            victory.finish(t)
            return Done()
        t.s.turn += 1
        return Goto("housekeeping")


def last_turn(t: T) -> int:
    """The last turn of the scenario, or of the war where the players go on."""
    return LAST_TURN if t.s.play_on else BOARD.scenarios[t.s.scenario].last_turn


class PlayerTurn(Proc, kw_only=True, tag="nr.turn"):
    """The seven phases of a side. Overstacking is shed before the next one begins (§8.4.3)."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("begin", *PHASES, "end")

    PHASE: ClassVar[str] = "Player turn"

    def in_phase(self) -> str:
        """The phase before the step that comes next."""
        return NAMES[_RUNNING[self.step]]

    def begin(self, t: T) -> Outcome:
        begin_turn(t, self.side)
        return None

    def cards(self, t: T) -> Outcome:
        if first_axis_turn(t):
            return Goto("movement")  # the set-up: turn 1 has none of the three first phases
        note(t, "cards", self.side)
        return Call(CardPhase(side=self.side))

    def supply(self, t: T) -> Outcome:
        note(t, "supply", self.side)
        return Call(SupplyCheck(side=self.side))

    def organization(self, t: T) -> Outcome:
        note(t, "organization", self.side)
        return Call(Organization(side=self.side))

    def movement(self, t: T) -> Outcome:
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="movement")
        note(t, "movement", self.side)
        return Call(Movement(side=self.side))

    def combat(self, t: T) -> Outcome:
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="combat")
        end_movement(t)
        note(t, "combat", self.side)
        return Call(CombatPhase(side=self.side))

    def removal(self, t: T) -> Outcome:
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="removal")
        end_combat(t)
        note(t, "removal", self.side)
        return Call(Removal(side=self.side))

    def detraining(self, t: T) -> Outcome:
        note(t, "detraining", self.side)
        return Call(Detraining(side=self.side))

    def end(self, t: T) -> Outcome:
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="end")
        return None


def first_axis_turn(t: T) -> bool:
    """The Axis player turn of turn 1 begins with its Movement Phase (set-up; nr-35)."""
    return t.s.turn == 1 and t.s.phasing == AXIS


def note(t: T, phase: str, side: str) -> None:
    """A phase begins."""
    t.note(Phased(turn=turn_name(t.s.turn), phase=NAMES[phase], side=side, rule="4.0"))


def begin_turn(t: T, side: str) -> None:
    """A player turn begins: what the last one left is forgotten."""
    t.player_turn()
    s = t.s
    s.phasing = side_of(side)
    s.captured, s.used = [], []
    s.no_zoc, s.cut = [], []
    s.placed = [0, 0]
    s.rail_bought = s.free_rail = s.educated = 0
    s.free_upgrades = s.cheap_surrendered = 0
    s.held, s.duty = [], 0
    units = len(BOARD.units)
    s.moved, s.fought = [0] * units, [0] * units
    end_movement(t)
    end_combat(t)
    refresh(t)


def end_movement(t: T) -> None:
    """What a card gave for the Movement Phase is over."""
    s = t.s
    s.mp, s.mp_all, s.sneak = {}, 0, {}


def end_combat(t: T) -> None:
    """What a card gave for the Combat Phase is over."""
    t.s.hold = False
    if t.s.fortress_city != NOWHERE:
        for unit in t.s.lifted:
            if t.s.at[unit] == t.s.fortress_city:
                mark(t, unit, "unsupplied", True, "5.3.1")  # nr-105
        t.s.lifted, t.s.fortress_city = [], NOWHERE
        refresh(t)  # its supply is remembered
