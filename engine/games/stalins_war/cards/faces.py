"""The events of an Action Round (7.5.1): when a card is played as one, and how it takes its course.

What its operations are told and do is in `effects.py`. The Combat Cards of a defender (7.5.5)
are played in windows of their own, see `clash.py`.
"""

from typing import ClassVar

from engine.core import events
from engine.core.events import Args, Argument, Event, Events, Face, Moment, Way
from engine.core.frames import Become, Done, Outcome
from engine.core.verbs import Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import clash, deck
from engine.games.stalins_war.cards.effects import EFFECTS, RULE, Op
from engine.games.stalins_war.cards.events import why_not_now
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import COMBAT_CARD, REINFORCES, SIDES, Card
from engine.games.stalins_war.law import operations

ROUND = "round"
"""The moment in which a side says what its Action Round is."""


class Play(events.Play, kw_only=True, tag="sw.play"):
    """An event takes its course; it hands down the card by which the round goes on."""

    STEPS: ClassVar[tuple[str, ...]] = (*events.Play.STEPS, "report")

    def report(self, t: T) -> Outcome:
        """A second card (*Steppe Fox*) has handed down its own."""
        acts.refresh(t)
        return Done(self.ret if isinstance(self.ret, int) else self.card)


class CardEvents(Events):
    """The events of both sides, played as the action of a round or in the defence."""

    ARGUMENTS = (
        Argument("unit", "unit", "unit"),
        Argument("units", "unit", "unit", more=True, many=True),
        Argument("hex", "hex", "place"),
        Argument("hexes", "hex", "place", more=True, many=True),
        Argument("each", "hex", "place", many=True),
        Argument("other", "unit", "unit", more=True),
        Argument("there", "hex", "place"),
    )
    RULE, TIMING = "7.1.4", "7.5.5a"
    HINT = "What the card says happens; units move if it says so, or gives OPS."

    def verb(self, kind: str) -> str:
        return "event" if kind == ROUND else "play"

    def hint(self, kind: str) -> str:
        return self.HINT if kind == ROUND else "You use the card in this combat."

    def bars(self, t: T, face: Face, m: Moment) -> Why | None:
        card = BOARD.cards[face.event.card]
        return why_not_now(t.s, t.d, card) if m.kind == ROUND else clash.why_no_answer(t, card)

    def play(self, t: T, m: Moment, face: Face, way: Way, args: Args) -> Outcome:
        """The card leaves the hand, the round is one of its kind; then it works.

        A defender's goes to the table, and the window asks on (§7.5.5a).
        """
        card = BOARD.cards[face.event.card]
        if m.kind != ROUND:
            clash.answer(t, card.index, args)
            return None
        if any(events.under_way(t)):
            acts.untake_round(t)
        deck.spend(t, card.side, card.index)
        acts.take_round(t, operations.kind_of_event(card), card)
        return Become(Play(side=m.side, card=card.index, kind=m.kind, args=args))


def _face(card: Card) -> Face:
    plays = card.type != COMBAT_CARD
    ops = tuple((EFFECTS[effect.op], Op(card, effect.says)) for effect in card.effects if plays)
    return Face(
        event=Event(SIDES[card.side], card.index),
        name=card.name,
        kinds=(ROUND,) if plays else clash.kinds(card),
        ways=(Way(ops) if plays else clash.way(card),),
        text=card.text,
        when="as the action of a round" if plays else clash.when(card),
        rule="7.5.2c" if card.type == REINFORCES else RULE if plays else "7.5.5a",
    )


EVENTS = CardEvents(map(_face, BOARD.cards))
