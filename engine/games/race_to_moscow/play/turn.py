"""Rounds and turns, chapter 5."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Phased
from engine.core.frames import Call, Choice, Done, Frame, Goto, Outcome, Proc
from engine.core.playing import play_verbs
from engine.core.verbs import Verb
from engine.games.race_to_moscow.acts import T, colour_of
from engine.games.race_to_moscow.cards.air import air_verbs
from engine.games.race_to_moscow.cards.decks import discard
from engine.games.race_to_moscow.cards.events import NO_CARD, moment
from engine.games.race_to_moscow.cards.okh import okh_verbs
from engine.games.race_to_moscow.cards.partisans import CalledOff
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.law.rail import railheads
from engine.games.race_to_moscow.law.shut import ACTIONS, shut
from engine.games.race_to_moscow.law.victory import finish
from engine.games.race_to_moscow.play.bases import loading_verbs, supply_verbs
from engine.games.race_to_moscow.play.encounter import Fight
from engine.games.race_to_moscow.play.excess import Excess
from engine.games.race_to_moscow.play.fleet import fleet_verbs
from engine.games.race_to_moscow.play.march import move_verbs
from engine.games.race_to_moscow.play.railhead import Railhead
from engine.games.race_to_moscow.play.react import Reaction
from engine.games.race_to_moscow.play.take import take_verbs
from engine.games.race_to_moscow.play.transport import Transport, transport_verbs
from engine.games.race_to_moscow.play.winter import Defend, form_again, may_arm
from engine.games.race_to_moscow.state import active, room

REGULAR = (move_verbs, transport_verbs, fleet_verbs, supply_verbs, take_verbs)
"""Each gives the verbs of one kind of regular action (§5)."""


_END = Verb("end actions", Done, hint="You are done for this turn.", rule="5", ends=True)
_USED_UP = shut(ACTIONS, "Your actions of this turn are used up.", "5")
_NO_TRACK_YET = shut(("rail",), "Track is laid after your actions: `end actions` first.", "17")


class Rounds(Proc, kw_only=True, tag="rm.rounds"):
    """Round after round, one turn each, in turn order (§5)."""

    enter: str = ""
    """The step at which the first turn is entered: that of a station."""
    STEPS: ClassVar[tuple[str, ...]] = ("turn", "next")

    def turn(self, t: T) -> Outcome:
        step, self.enter = self.enter, ""
        return Call(Turn(side=COLOURS[active(t.s)], step=step))

    def next(self, t: T) -> Outcome:
        t.s.turn = (t.s.turn + 1) % len(t.s.order)
        if t.s.last_round and not t.s.turn:
            finish(t)  # §6.1, rm-25
        t.s.round += not t.s.turn
        return Goto("turn")


class Turn(Proc, kw_only=True, tag="rm.turn"):
    """The actions of a player (§5)."""

    side: str
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "act", "railhead", "react", "close")

    def ambient(self, t: T, side: str) -> Sequence[Verb]:
        if side != self.side or len(t.pos.lanes) > 1:
            return ()  # the turn is paused while a Theater Re-Organization lasts (§14)
        # no actions, at any time (§11, §16)
        play = play_verbs(t, moment(t, side)) or NO_CARD
        found = [*loading_verbs(t, side), *okh_verbs(t, side), *play]
        top = t.pos.lanes[0].stack[-1]
        return found if type(top) is Actions else _asides(t, top, found)

    def begin(self, t: T) -> Outcome:
        t.player_turn()
        t.s.actions = BOARD.actions
        t.s.moved = [0] * len(BOARD.units)
        t.s.auxiliary = t.s.frontline = False
        form_again(t, colour_of(self.side))
        t.note(Phased(turn=f"Round {t.s.round}", phase="actions", side=self.side, rule="5"))
        return None

    def act(self, t: T) -> Outcome:
        return Call(Actions(side=self.side))

    def railhead(self, t: T) -> Outcome:
        t.s.actions = 0
        return Call(Railhead(side=self.side)) if railheads(t.s, active(t.s)) else None

    def react(self, t: T) -> Outcome:
        return Call(Reaction(side=self.side))

    def close(self, t: T) -> Outcome:
        t.s.pioneers = t.s.quick = NOWHERE
        t.s.big_trucks = False
        for card in list(t.ids(f"kept.{self.side}")):
            if not BOARD.cards[card].hand:
                discard(t, card)  # used in the turn it came, or lost (§7, rm-21)
        return None


def _asides(t: T, question: Frame, verbs: list[Verb]) -> list[Verb]:
    """Those of the verbs that go with a question in the midst of an action.

    Where they can't change its answer, one with a single answer resolves itself.
    """
    turns = bool(moment(t, "").kind)
    match question:
        case CalledOff():
            return [verb for verb in verbs if verb.name != "play"]  # it has a `play` of its own
        case Transport() if question.overfull(t):
            return [verb for verb in verbs if verb.name != "unload"]
        case Excess(area=area):
            verbs = [verb for verb in verbs if verb.name != "unload"]
            army = t.d.army_in[area]
            turns = army != NOWHERE and room(t.s, BOARD.card_store(army)) > 0
        case Fight():
            turns = question.encounter(t).helped(t)
        case Defend(army=army):
            turns = may_arm(t, army)
    return verbs if turns else [msgspec.structs.replace(verb, own=True) for verb in verbs]


class Actions(Choice, kw_only=True, tag="rm.actions"):
    """Two regular actions in any order, additional ones beside them (§5, rm-27)."""

    PHASE: ClassVar[str] = "Actions"

    def prompt(self, t: T) -> tuple[str, str]:
        left = t.s.actions
        if not left:
            return "Your actions are done; end your turn.", "5"
        return f"Take {'1 action' if left == 1 else f'{left} actions'}.", "5"

    def verbs(self, t: T) -> Sequence[Verb]:
        regular: Sequence[Verb] = _USED_UP
        if t.s.actions:
            regular = [verb for verbs in REGULAR for verb in verbs(t, self.side)]
        return [*regular, *air_verbs(t, self.side), _END, *_NO_TRACK_YET]
