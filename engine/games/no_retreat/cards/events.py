"""The events of the cards (§5.3): when they may be played, and how one takes its course."""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import product

from engine.core import events
from engine.core.entries import Played
from engine.core.events import Args, Argument, Event, Events, Face, Moment, Way
from engine.core.frames import Become, Call, Outcome
from engine.core.playing import EventWindow
from engine.core.verbs import Value, Why
from engine.games.no_retreat.acts import JOKER, T, foe, side_of
from engine.games.no_retreat.cards import deck, effects_battle, effects_cards, effects_units
from engine.games.no_retreat.cards.hand import when
from engine.games.no_retreat.cards.moments import (
    ANY,
    ATTACK,
    ATTACK_ROLL,
    BATTLE,
    CANCEL,
    DEFEND,
    DEFEND_ROLL,
    KINDS,
    WINDOWS,
    kinds,
)
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, ON_MAP, SIDES, CardHalf, Op
from engine.games.no_retreat.law.fight import battle as fight
from engine.games.no_retreat.law.victory import symbol

_EFFECTS = effects_battle.EFFECTS | effects_units.EFFECTS | effects_cards.EFFECTS
_WORDS = {"remove_marker": "marker", "free_entrain": "rail"}
"""First operation of a way -> the word that picks it, where a card offers several."""
_BEFORE_DIE, _AFTER_DIE = (ATTACK, DEFEND), (ATTACK_ROLL, DEFEND_ROLL)


def _ways(half: CardHalf) -> tuple[Way, ...]:
    """The ways of using an event: a choice among its operations makes several."""
    parts: list[tuple[tuple[Op, ...], ...]] = [op.of or ((op,),) for op in half.ops]
    found = []
    for chosen in product(*parts):
        ops = [op for part in chosen for op in part]
        word = _WORDS.get(ops[0].op, ops[0].op)
        found.append(Way(tuple((_EFFECTS[op.op], op) for op in ops), word))
    return tuple(found)


def _face(half: CardHalf) -> Face:
    return Face(
        event=Event(SIDES[half.side], half.card),
        name=half.name,
        kinds=kinds(half.card, half.side),
        ways=_ways(half),
        text=half.text,
        when=when(half),
        rule="5.3.1",
    )


class CardEvents(Events):
    """The events of both sides on the cards. Once in a player turn is enough for each (§5.0)."""

    ARGUMENTS = (
        Argument("unit", "unit", "unit"),
        Argument("other", "unit", "unit", more=True),
        Argument("place", "place", "place"),
        Argument("card", "card", "card", holder=True),
    )
    RULE, TIMING = "5.3", "5.0"

    def calls(self, side: str, kind: str) -> Sequence[Face]:
        own = self.of_kind(side, kind)
        if kind in WINDOWS and not kind.startswith("own_"):
            return own
        return (*self.of_kind(side, ANY), *own)

    def timely(self, side: str, kind: str) -> Collection[int]:
        """Those for any time too."""
        return _timely(side, kind)

    def bars(self, t: T, face: Face, m: Moment) -> Why | None:
        if barred := self.spent(t, face):
            return barred
        if m.kind == CANCEL and face.event.card in promised(t, m.side):
            return Why("That card is to pay for an event under way.", "5.4")
        if m.kind in BATTLE and m.kind in face.kinds:
            battle = fight(t)
            if battle is None:
                return Why(f"{face.name} is played in a battle.", "10.5")
            side = side_of(m.side)
            if m.kind in _BEFORE_DIE and battle.cards[side] != NOWHERE:
                return Why("You have played your one event of this battle.", "10.5")
            if m.kind in _AFTER_DIE and battle.late[side] != NOWHERE:
                return Why("You have played your one event after this roll.", "10.5")
        return None

    def spent(self, t: T, face: Face) -> Why | None:
        """What keeps an event from being played at any moment of this player turn."""
        symbol_ = _HALVES[face.event].symbol
        if symbol_ not in (NOWHERE, symbol(t.s)):
            holder = SIDES[symbol_].title()
            text = f"{face.name} can be played only while the {holder} symbol counts."
            return Why(text, "5.3.3")
        if face.event in t.s.used:
            text = f"{face.name} has been played in this player turn; once is enough."
            return Why(text, "5.0")
        return None

    def could_promise(self, t: T, side: str, kind: str) -> bool:
        """Could the side name an event of this kind for a battle to come (§10.5)?

        As `could_hold`, before there is a battle that could put conditions on it.
        """
        return any(self.spent(t, face) is None for face in self.held(t, side, kind))

    def named(self, t: T, argument: Argument, value: Value) -> str:
        return (
            BOARD.label(int(value))
            if argument.name == "place"
            else super().named(t, argument, value)
        )

    def play(self, t: T, m: Moment, face: Face, way: Way, args: Args) -> Outcome:
        """The card leaves the hand for all to see: on the discards, the Joker to the other side.

        The event takes the place of the window in which it answers another.
        """
        card = face.event.card
        frame = Play(
            side=m.side,
            card=card,
            kind=m.kind,
            option=face.ways.index(way),
            args=args | events.implied(t, m, way),
            place=m.place,
            unit=m.unit,
            event=m.event,
        )
        battle = fight(t) if m.kind in face.kinds else None
        if battle is not None and m.kind in _BEFORE_DIE:
            battle.cards = _played(battle.cards, m.side, card)
        elif battle is not None and m.kind in _AFTER_DIE:
            battle.late = _played(battle.late, m.side, card)
        named = frame.args.get("card", NOWHERE)
        if named in t.ids(f"hand.{m.side}"):
            t.reveal(f"hand.{m.side}", named)  # the order names the card that pays: all know it now
        t.note(Played(side=m.side, card=str(card), how=_said(face), rule="5.3"))
        if card == JOKER:
            deck.hand_over(t, side_of(m.side))
        else:
            deck.on_discards(t, f"hand.{m.side}", card)
        return Become(frame) if m.event else Call(frame)

    def answer(self, t: T, play: events.Play) -> Outcome:
        """The other side may cancel it, and that too (nr-24, nr-91)."""
        event = Event(play.side, play.card)
        return Call(CardWindow(kind=CANCEL, sides=[foe(play.side)], event=event))

    def happens(self, t: T, play: events.Play) -> None:
        t.s.used = [*t.s.used, Event(play.side, play.card)]  # §5.0: once is enough


@cache
def _timely(side: str, kind: str) -> frozenset[int]:
    fits, number = {kind} if kind == CANCEL else {kind, ANY}, side_of(side)
    return frozenset(c.number for c in BOARD.cards if fits.intersection(kinds(c.number, number)))


def _played(cards: list[int], side: str, card: int) -> list[int]:
    return [card if number == side_of(side) else old for number, old in enumerate(cards)]


_HALVES = {Event(SIDES[half.side], half.card): half for card in BOARD.cards for half in card.halves}


def _said(face: Face) -> str:
    """What an event says, for the log."""
    if face.event.card == JOKER:  # §15.7: of its uses only this one is an event
        return f"{face.name}: one column in their favour; it goes to the other side"
    return f"{face.name}: {face.text.rstrip('.')}"


def promised(t: T, side: str) -> list[int]:
    """Cards that are to pay for an event under way, if it is not cancelled (card 20; nr-106)."""
    return [
        play.args["card"]
        for play in events.under_way(t)
        if play.side == side and "card" in play.args
    ]


class Play(events.Play, kw_only=True, tag="nr.play"):
    """An event takes its course."""


class CardWindow(EventWindow, kw_only=True, tag="nr.window"):
    """A side may answer with an event (§5.0)."""

    kind: str

    @property
    def question(self) -> str:
        return self.kind

    def prompt(self, t: T) -> tuple[str, str]:
        kind = KINDS[self.kind]
        ask = kind.ask.format(
            place=BOARD.label(self.place) if self.place != NOWHERE else "",
            unit=BOARD.units[self.unit].name,
            event=_HALVES[self.event].name if self.event else "",
        )
        return ask, kind.rule

    def places(self, t: T) -> Sequence[int]:
        return [self.place] if self.place != NOWHERE else range(ON_MAP)


EVENTS = CardEvents(_face(half) for card in BOARD.cards for half in card.halves)
