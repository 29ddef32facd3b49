"""The cards before the first turn (4.3, 23.1.1, 23.1.2)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, REINFORCES, SIDES, SOVIET


class Opening(Proc, kw_only=True, tag="sw.opening"):
    """Cards are set aside, picked and dealt; the Axis decides first (§23.1.1)."""

    PHASE: ClassVar[str] = "Set-up"

    STEPS: ClassVar[tuple[str, ...]] = ("pick_axis", "pick_soviet", "deal")

    def pick_axis(self, t: T) -> Outcome:
        return _pick(t, AXIS)

    def pick_soviet(self, t: T) -> Outcome:
        return _pick(t, SOVIET)

    def deal(self, t: T) -> Outcome:
        for side in (AXIS, SOVIET):
            deck.deal(t, side)
        return None


def _pick(t: T, side: int) -> Outcome:
    return Call(Pick(side=SIDES[side])) if deck.picks(t, side) else None


class Pick(Choice, kw_only=True, tag="sw.pick"):
    """A side may take one Blitzkrieg card of its choice before the deal."""

    def prompt(self, t: T) -> tuple[str, str]:
        side = SIDES.index(self.side)
        if deck.pick_price(t, side):
            return "Take a card of your choice for 1 VP, or none.", "23.1.1"
        return "Take a card of your choice, or none.", "4.3.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = SIDES.index(self.side)
        _, rule = self.prompt(t)

        def why_not(_: Picks, value: Value) -> Why | None:
            card = BOARD.cards[int(value)]
            if int(value) in deck.picks(t, side):
                return None
            if card.side != side:
                return Why("It is a card of the other side.", rule)
            if card.total_war:
                return Why("It comes with Total War.", "4.3.3")
            if card.type == REINFORCES:
                return Why("Of the reinforcements card 4 alone may be taken.", "4.3.1")
            return Why("It is not among the cards to take.", rule)

        def take(card: int) -> Outcome:
            if price := deck.pick_price(t, side):
                acts.score(t, price, "a card was taken", "23.1.1")
            deck.take(t, side, card)
            return Done()

        slot = Slot("card", "card", lambda _: deck.picks(t, side), why_not=why_not, rule=rule)
        hint = "It goes to your hand; you are dealt one card less."
        return (
            Verb("take", take, (slot,), secret=True, rule=rule, hint=hint),
            Verb("done", Done, rule=rule, hint="You take no card and are dealt six."),
        )


FRAMES: tuple[type[Frame], ...] = (Opening, Pick)
