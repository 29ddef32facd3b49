"""An Action Round of a side (7.2): what it is, then movement, combat, exploitation."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Noted
from engine.core.events import Moment
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.playing import play_verbs
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import clash, deck
from engine.games.stalins_war.cards.effects import RULE
from engine.games.stalins_war.cards.faces import ROUND, Play
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    NOWHERE,
    OPS_ROUND,
    REPLACEMENT,
    SIDES,
    ZERO_MOVE,
    ZERO_REST,
)
from engine.games.stalins_war.law import operations, supply
from engine.games.stalins_war.law.attack import targets
from engine.games.stalins_war.law.operations import moves_units
from engine.games.stalins_war.play.advancing import Exploitation
from engine.games.stalins_war.play.crowding import Crowded
from engine.games.stalins_war.play.fighting import Combats, Marks, activable
from engine.games.stalins_war.play.moving import Moves
from engine.games.stalins_war.state import mud
from engine.games.stalins_war.words import worth


class Half(Proc, kw_only=True, tag="sw.half"):
    """One side's action of an Action Round (§7.2.1)."""

    side: str
    card: int = NOWHERE
    """The card that was played as an event."""
    careful: list[int] = msgspec.field(default_factory=list)
    """Hexes where an OPS more is paid for a Trench (§23.1.3)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "open",
        "choose",
        "heed",
        "move",
        "stack",
        "dig",
        "mark",
        "fight",
        "exploit",
        "settle",
        "close",
    )

    def open(self, t: T) -> Outcome:
        t.player_turn()
        acts.open_half(t, SIDES.index(self.side))
        return None

    def choose(self, t: T) -> Outcome:
        return Call(Choose(side=self.side))

    def heed(self, t: T) -> Outcome:
        """§7.2.5: an event has worked, before any movement; does it give OPS?"""
        if isinstance(self.ret, int):
            self.card, self.ret = self.ret, None
        return None

    def _moves(self, t: T) -> bool:
        card = BOARD.cards[self.card] if self.card != NOWHERE else None
        return moves_units(t.s, kind(t), card)

    def move(self, t: T) -> Outcome:
        if not self._moves(t):
            return None
        if t.s.side == AXIS and t.s.turn == 1:
            text = "Axis units do not move in June 1941; they attack, advance and exploit."
            t.note(Noted(text=text, rule="4.4.2"))
        return Call(Moves(side=self.side))

    def stack(self, t: T) -> Outcome:
        self.careful, self.ret = self.handed_list(), None
        return Call(Crowded(side=self.side))  # §9.1.4: at the end of movement

    def dig(self, t: T) -> Outcome:
        acts.try_trenches(t, self.careful)
        return None

    def mark(self, t: T) -> Outcome:
        """§7.3.5: markers first, then all combats."""
        return Call(Marks(side=self.side)) if self._moves(t) and activable(t) else None

    def fight(self, t: T) -> Outcome:
        return Call(Combats(side=self.side)) if targets(t.s, t.d) else None

    def exploit(self, t: T) -> Outcome:
        return Call(Exploitation(side=self.side)) if t.s.blitz else None

    def settle(self, t: T) -> Outcome:
        return Call(Crowded(side=self.side))  # §9.1.4: at the end of exploitation

    def close(self, t: T) -> Outcome:
        acts.judge(t)
        clash.end_round(t)
        acts.fix_supply(t, supply.relieved(t.s, t.d, t.s.side))  # §23.1.4
        return Done()


def kind(t: T) -> int:
    """The kind of the round that the active player takes (§7.2.4).

    An OPS Round where the umpire has set that he took none.
    """
    return [OPS_ROUND, *t.s.boxes[t.s.side]][-1]


class Choose(Choice, kw_only=True, tag="sw.choose"):
    """A card for OPS, for Replacement Points or as an event, or an Automatic 0 OPS Round
    (§2.3.2, §7.1.1, §7.1.4, §7.2.6).
    """

    second: bool = False
    """After *Steppe Fox* in June 1941 another card may follow."""

    def prompt(self, t: T) -> tuple[str, str]:
        if self.second:
            return "Play a second card, or end the event.", RULE
        if mud(t.s):
            text = "Rasputitsa, no OPS and no movement: play a card for RP or as an event, or rest."
            return text, "15.1.1"
        return "Play a card, or take a 0 OPS round.", "7.2.6"

    def may_hold(self, t: T) -> bool:
        return bool(self._hand(t))

    def _hand(self, t: T) -> Sequence[int]:
        return t.ids(f"hand.{self.side}")

    def verbs(self, t: T) -> Sequence[Verb]:
        cards = (
            self._card(t, "ops", OPS_ROUND, "7.3.1", "You get its OPS, less for each such round."),
            self._card(t, "rp", REPLACEMENT, "7.4.1", "Its points wait for the Replacement Phase."),
            *play_verbs(t, Moment(self.side, ROUND)),
        )
        if self.second:
            return *cards, Verb("end event", Done, rule=RULE, hint="No second card.", ends=True)
        return *cards, self._zero_move(t), self._zero_rest(t)

    def _card(self, t: T, name: str, round_: int, rule: str, hint: str) -> Verb:
        def play(card: int) -> Outcome:
            if self.second:
                acts.untake_round(t)
            deck.discard(t, t.s.side, card, f"played for {name.upper()}", rule)
            acts.take_round(t, round_, BOARD.cards[card])
            return Done()

        def label(_: Picks, card: Value) -> str:
            it = BOARD.cards[int(card)]
            ops = f"{operations.card_ops(t.s, it)} OPS"
            return f"{it.name}: {ops if round_ == OPS_ROUND else worth(it)}"

        slot = Slot(
            "card",
            "card",
            lambda _: self._hand(t),
            why_not=self._why_card(t),
            label=label,
            rule=rule,
        )
        blocked = operations.why_no_round(t.s, round_)
        return Verb(name, play, (slot,), rule=rule, hint=hint, blocked=blocked, own=True)

    def _zero_move(self, t: T) -> Verb:
        def take() -> Outcome:
            acts.take_round(t, ZERO_MOVE)
            return Done()

        hint = "You move; only banked OPS can be spent, and the count stays."
        blocked = operations.why_no_round(t.s, ZERO_MOVE)
        return Verb("zero move", take, rule="7.2.6", hint=hint, blocked=blocked)

    def _zero_rest(self, t: T) -> Verb:
        def cards(_: Picks) -> Collection[Value]:
            return self._hand(t)

        def rest(card: int | list[int]) -> Outcome:
            side = t.s.side
            acts.take_round(t, ZERO_REST)
            t.note(Noted(text="A 0 OPS round without movement or combat.", rule="7.2.6"))
            if isinstance(card, int):
                deck.discard(t, side, card, "discarded", "7.2.6")
                deck.draw_one(t, side)
            return Done()

        slot = Slot(
            "card",
            "card",
            cards,
            key="swap",
            optional=True,
            why_not=self._why_card(t),
            rule="7.2.6",
        )
        hint = "Nothing moves or fights; the count goes to 0, and you may swap a card."
        return Verb("zero rest", rest, (slot,), rule="7.2.6", hint=hint)

    def _why_card(self, t: T) -> Callable[[Picks, Value], Why | None]:
        def why_not(_: Picks, card: Value) -> Why | None:
            return None if card in self._hand(t) else Why("It is not in your hand.", "7.1.4")

        return why_not


FRAMES: tuple[type[Frame], ...] = (Half, Choose, Play)
