"""The set-up of a scenario (§3.0): the state, the piles, and the cards dealt before play."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.entries import Noted
from engine.core.frames import Become, Call, Choice, Done, Outcome, Proc
from engine.core.rules import OptionValue
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, NOWHERE, SIDES, SOVIET, TRACK, Scenario
from engine.games.no_retreat.law.victory import FIRST_1945
from engine.games.no_retreat.options import JOKER, chosen
from engine.games.no_retreat.play import events
from engine.games.no_retreat.play.turn import Campaign
from engine.games.no_retreat.state import NoRetreat
from engine.games.no_retreat.words import turn_name

PILES = ("deck", "discard", "hand.axis", "hand.soviet", "out", "green")
OPEN_PILES = ("discard", "out", "green")


def new_state(scenario: Scenario, options: Mapping[str, OptionValue]) -> NoRetreat:
    """The state of a scenario before its first procedure."""
    units = len(BOARD.units)
    sign = 1 if scenario.initiative == AXIS else -1
    state = NoRetreat(
        scenario=BOARD.scenario_index[scenario.id],
        turn=scenario.first_turn,
        phasing=NOWHERE,
        initiative=scenario.initiative,
        at=list(scenario.places),
        face=list(scenario.faces),
        unsupplied=[0] * units,
        disorganized=[0] * units,
        moved=[0] * units,
        fought=[0] * units,
        control=list(scenario.control),
        weather=[turn.weather for turn in BOARD.turns],
        event_vp=sign * scenario.event_vp,
        high_tide=scenario.high_tide,
        berlin=scenario.first_turn >= FIRST_1945,
        options=chosen(options),
        play_on=bool(options.get("play_on")),
    )
    turn = BOARD.turn(state.turn)
    state.blitz, state.shock = turn.blitz, turn.shock
    for unit in BOARD.units:  # §15.8, §15.9
        if unit.option and unit.id in state.options:
            later = unit.entry_turn >= state.turn
            state.at[unit.index] = TRACK + unit.entry_turn if later else unit.entry_place
    events.remember(state)
    return state


def lay_out(t: T) -> None:
    """The piles of the scenario, nothing shuffled and nothing dealt yet."""
    scenario = BOARD.scenarios[t.s.scenario]
    late = scenario.deck_1945
    for card in BOARD.deck_1945 if late else BOARD.base_deck:
        t.pile("deck").push(card, 0)
    for card in BOARD.red_barred if late else ():  # §5.5
        t.pile("out").push(card, t.everyone)
    for card in () if late else BOARD.green_circled:
        t.pile("green").push(card, t.everyone)
    if JOKER in t.s.options and scenario.joker != NOWHERE:  # §15.7; nr-25
        t.pile(f"hand.{SIDES[scenario.joker]}").push(BOARD.joker, t.everyone)
    else:
        t.pile("out").push(BOARD.joker, t.everyone)


class Opening(Proc, kw_only=True, tag="nr.opening"):
    """Cards are dealt, then the first turn begins where the scenario says."""

    PHASE: ClassVar[str] = "Set-up"

    STEPS: ClassVar[tuple[str, ...]] = ("deal", "keep_axis", "keep_soviet", "begin")

    def deal(self, t: T) -> Outcome:
        scenario = BOARD.scenarios[t.s.scenario]
        t.note(Noted(text=f"{scenario.name}: {turn_name(t.s.turn)}.", rule="3.0"))
        t.shuffle("deck")
        for side in (AXIS, SOVIET):
            deck.draw(t, side, scenario.draw[side])
        return None

    def keep_axis(self, t: T) -> Outcome:
        return _keep(t, AXIS)

    def keep_soviet(self, t: T) -> Outcome:
        return _keep(t, SOVIET)

    def begin(self, t: T) -> Outcome:
        scenario = BOARD.scenarios[t.s.scenario]
        if scenario.first_side == AXIS:
            return Become(Campaign())  # the Housekeeping of the first turn is still to come
        return Become(Campaign(step="soviet"))


def _keep(t: T, side: int) -> Outcome:
    scenario = BOARD.scenarios[t.s.scenario]
    count = scenario.draw[side] - scenario.keep[side]
    return Call(Keep(side=SIDES[side], count=count)) if count > 0 else None


class Keep(Choice, kw_only=True, tag="nr.keep"):
    """Some of the cards dealt before play are given back (set-up)."""

    count: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Discard {self.count} of the cards dealt to you.", "3.0"

    def verbs(self, t: T) -> Sequence[Verb]:
        hand = deck.hand(t, side_of(self.side))

        def why(taken: list[int], card: int) -> Why | None:
            if card == BOARD.joker:
                return Why("The Joker is none of the cards dealt.", "15.7")
            if len(taken) >= self.count:
                return Why(f"No more than {several(self.count, 'card')} can be given back.", "3.0")
            return deck.why_not_pay(hand, taken, self.count, card, "3.0")

        def discard(chosen_cards: list[int]) -> Outcome:
            for card in chosen_cards:
                deck.discard(t, side_of(self.side), card)
            return Done()

        slot = deck.discards_slot(hand, self.count, why, "3.0")
        hint = "They go to the discard pile, face up."
        return (Verb("discard", discard, (slot,), secret=True, rule="3.0", hint=hint),)
