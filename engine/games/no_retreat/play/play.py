"""An event is played (§5.3): its card leaves the hand, may be cancelled, and then works."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar

from engine.core.entries import Noted, Played
from engine.core.frames import Become, Call, Done, Frame, Outcome, Window
from engine.core.picks import number
from engine.core.verbs import Pick, Picks, Slot, Value, Verb, Why, once, remembered
from engine.games.no_retreat.acts import JOKER, T, foe, side_of
from engine.games.no_retreat.cards.hand import when
from engine.games.no_retreat.cards.moments import (
    ARGUMENTS,
    ATTACK,
    ATTACK_ROLL,
    CANCEL,
    DEFEND,
    DEFEND_ROLL,
    HANDLERS,
    UNUSABLE,
    Args,
    Moment,
    Playing,
    asked,
    could_hold,
    kinds_of,
    timely,
    ways,
    why_not,
    why_not_unit,
    word,
)
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES, CardHalf, Op
from engine.games.no_retreat.law.fight import battle as fight
from engine.games.no_retreat.play import deck
from engine.games.no_retreat.words import CARDS, LEXICONS, PLACES, UNITS, card_name

CANCELLED = "cancelled"
"""What a cancelling event hands down when it worked."""


class Play(Playing, kw_only=True, tag="nr.play"):
    """An event takes its course; the other side may cancel it, and that too (nr-24, nr-91)."""

    kind: str
    option: int = 0
    """Which of several uses of the card it is."""
    place: int = NOWHERE
    unit: int = NOWHERE
    event: int = NOWHERE
    """The event that this one cancels."""

    STEPS: ClassVar[tuple[str, ...]] = ("answer", "work")

    @property
    def half(self) -> CardHalf:
        """The event of the side that played the card."""
        return BOARD.card(self.card).halves[side_of(self.side)]

    @property
    def moment(self) -> Moment:
        """When it was played."""
        return Moment(side_of(self.side), self.kind, self.place, self.unit, self.event)

    @property
    def number(self) -> int:
        """The event, as in `used`."""
        return 2 * self.card + side_of(self.side)

    def answer(self, t: T) -> Outcome:
        return Call(Cancel(sides=[foe(self.side)], event=self.number))

    def work(self, t: T) -> Outcome:
        if self.ret == CANCELLED:
            t.note(Noted(text=f"{self.half.name} is cancelled.", rule="5.3.1"))
            return Done()
        t.s.used = [*t.s.used, self.number]  # §5.0: once is enough
        outcome: Outcome = None
        for op in self.ops():
            outcome = HANDLERS[op.op].work(t, self, op) or outcome
        return outcome

    def ops(self) -> Iterator[Op]:
        """The operations of the use that was chosen."""
        for op in self.half.ops:
            if op.op == "choice":
                yield from op.of[self.option]
            else:
                yield op


class Cancel(Window, kw_only=True, tag="nr.cancel"):
    """The other side may cancel the event as it is played."""

    event: int
    POLICY: ClassVar[str] = CANCEL

    def moment(self, side: str) -> Moment:
        """The moment of the side that is asked."""
        return Moment(side_of(side), CANCEL, event=self.event)

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Cancel {event_name(self.event)}?", "5.3.1"

    def possible(self, t: T, side: str) -> bool:
        return could_hold(t, side, CANCEL, event=self.event)

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        return play_verbs(t, self.moment(side), become=True)

    def line(self, t: T, card: int) -> str:
        return armed_line(t, self.moment(self.side), card)


def event_name(event: int) -> str:
    """The name of an event, as numbered in `used`."""
    return BOARD.card(event // 2).halves[event % 2].name


# the verb ----------------------------------------------------------------------------------


def play_verbs(t: T, m: Moment, *, become: bool = False) -> Sequence[Verb]:
    """`play CARD [args]` for the hand of a side; () when it has no cards.

    With `become` the event takes the place of the frame that asked: it answers it.
    """
    pile = t.pos.piles.get(f"hand.{SIDES[m.side]}")
    if pile is None or not pile.ids:
        return ()
    return (_Hand(t, m, pile.ids, become=become).verb(),)


class _Hand:
    """The play verb of a hand at a moment; nothing is worked out before it is asked for."""

    def __init__(self, t: T, m: Moment, cards: list[int], *, become: bool) -> None:
        self.t, self.m, self.become = t, m, become
        self.cards = cards
        fitting = timely(m.side, m.kind)
        self.timely = [card for card in cards if card in fitting]
        named = {name for card in self.timely for name in _ARGS[m.side][card]}
        self.names = [name for name in ("word", *ARGUMENTS) if name in named]
        self.known: dict[int, list[tuple[Op, ...]]] = {}

    def verb(self) -> Verb:
        """The verb, with a slot for each argument that a card of the hand may take."""
        slots = [
            Slot(
                "card",
                "card",
                once(self.playable),
                why_not=self.why_card,
                label=lambda _, card: card_name(int(card), self.m.side),
                rule="5.3",
            )
        ]
        for index, name in enumerate(self.names, start=1):
            slots.append(self.slot(index, name))
        hint = "Play the event of a card."
        return Verb("play", self.do, tuple(slots), hint=hint, rule="5.3", own=True)

    def half(self, card: int) -> CardHalf:
        """The own event of a card."""
        return BOARD.card(card).halves[self.m.side]

    def playable(self) -> list[int]:
        """The cards that can be played now."""
        return [c for c in self.timely if why_not(self.t, self.half(c), self.m) is None]

    def why_card(self, _: Picks, card: Value) -> Why | None:
        """Why a card can't be played now."""
        number_ = int(card)
        if number_ not in self.cards:
            return Why(f"{CARDS.name(card)} is not in your hand.", "5.3")
        half = self.half(number_)
        if number_ not in self.timely:
            text = f"{half.name} is for another moment ({when(half)}): {half.text}"
            return Why(text, "5.0")
        refusal = why_not(self.t, half, self.m)
        if refusal and refusal.rule == UNUSABLE:  # or has a unit a rule of its own?
            barred = (why_not_unit(self.t, half, unit) for unit in BOARD.of_side[self.m.side])
            refusal = next(filter(None, barred), refusal)
        return refusal

    def ways(self, card: int) -> list[tuple[Op, ...]]:
        """The ways of using a card."""
        if card not in self.known:
            self.known[card] = ways(self.t, self.half(card), self.m)
        return self.known[card]

    def slot(self, index: int, name: str) -> Slot:
        """The slot of an argument; passed over by the cards that don't take it."""

        @remembered
        def values(picks: Picks) -> Collection[Value]:
            return self.values(name, picks[:index])

        def missing(picks: Picks) -> Why | None:
            if name == "other" or not values(picks[:index]):
                return None
            return Why(f"{self.half(number(picks, 0)).name} needs a {_SAY[name]}.", "5.3.1")

        def why_not(picks: Picks, value: Value) -> Why | None:
            if value in values(picks[:index]):
                return None
            half, named = self.half(number(picks, 0)), LEXICONS[_LEXICON[name]].name(value)
            barred = why_not_unit(self.t, half, int(value)) if _LEXICON[name] == "unit" else None
            if barred:
                return barred
            if name == "place":
                named = BOARD.label(int(value))
            return Why(f"{named} can't be named for {half.name} now: {half.text}", "5.3.1")

        return Slot(
            _SAY[name], _LEXICON[name], values, stop=missing, why_not=why_not, optional=True,
            rule="5.3.1",
        )  # fmt: skip

    def values(self, name: str, picks: Picks) -> Collection[Value]:
        """What may be named for an argument of the card picked."""
        options = self.ways(number(picks, 0))
        if name == "word":
            return [word(ops) for ops in options] if len(options) > 1 else ()
        told = dict(zip(self.names, picks[1:], strict=False))
        args = {key: int(value) for key, value in told.items() if isinstance(value, int)}
        for ops in options:
            if len(options) == 1 or word(ops) == told.get("word"):
                return asked(self.t, ops, self.m, name, args) or ()
        return ()

    def do(self, card: int, *rest: Pick) -> Outcome:
        """The card is played."""
        told = dict(zip(self.names, rest, strict=True))
        args = {key: value for key, value in told.items() if isinstance(value, int)}
        pick = told.get("word")
        frame = begin(self.t, self.m, card, args, pick if isinstance(pick, str) else "")
        return Become(frame) if self.become else Call(frame)


_SAY = {"word": "use", "unit": "unit", "other": "unit", "place": "place", "card": "card"}
_LEXICON = {"word": "effect", "unit": "unit", "other": "unit", "place": "place", "card": "card"}
_ARGS: tuple[dict[int, tuple[str, ...]], dict[int, tuple[str, ...]]] = ({}, {})


def learn_arguments() -> None:
    """Note which arguments each event can take, once all operations are known."""
    for card in BOARD.cards:
        for half in card.halves:
            names: dict[str, None] = {}
            for op in half.ops:
                parts = [x for of in op.of for x in of] if op.op == "choice" else [op]
                if len(op.of) > 1:
                    names["word"] = None
                for part in parts:
                    names.update(dict.fromkeys(HANDLERS[part.op].args))
            _ARGS[half.side][card.number] = tuple(names)


def begin(t: T, m: Moment, card: int, args: Args, word_: str = "") -> Play:
    """The card leaves the hand for all to see: on the discards, the Joker to the other side."""
    side = SIDES[m.side]
    half = BOARD.card(card).halves[m.side]
    frame = Play(
        side=side,
        card=card,
        kind=m.kind,
        args=dict(args),
        option=_option(t, half, m, word_),
        place=m.place,
        unit=m.unit,
        event=m.event,
    )
    for op in frame.ops():
        if implied := HANDLERS[op.op].implied:
            frame.args.update(implied(t, m, op))
    battle = fight(t) if m.kind in kinds_of(half) else None
    if battle is not None and m.kind in (ATTACK, DEFEND):
        battle.cards = [card if n == m.side else old for n, old in enumerate(battle.cards)]
    elif battle is not None and m.kind in (ATTACK_ROLL, DEFEND_ROLL):
        battle.late = [card if n == m.side else old for n, old in enumerate(battle.late)]
    named = frame.args.get("card", NOWHERE)
    if named in t.pile(f"hand.{side}").ids:
        t.reveal(f"hand.{side}", named)  # the order names the card that pays: all know it now
    t.note(Played(side=side, card=str(card), how=said(half), rule="5.3"))
    if card == JOKER:
        deck.hand_over(t, m.side)
    else:
        deck.on_discards(t, f"hand.{side}", card)
    return frame


def said(half: CardHalf) -> str:
    """What an event says, for the log."""
    if half.card == JOKER:  # §15.7: of its uses only this one is an event
        return f"{half.name}: one column in their favour; it goes to the other side"
    return f"{half.name}: {half.text.rstrip('.')}"


def _option(t: T, half: CardHalf, m: Moment, word_: str) -> int:
    """The option that was chosen, or the only one that there is."""
    for op in half.ops:
        for index, part in enumerate(op.of):
            fits = all(HANDLERS[inner.op].may(t, m, inner) for inner in part)
            if fits and word_ in ("", word(part)):
                return index
    return 0


# armed cards ---------------------------------------------------------------------------------


def armed_line(t: T, m: Moment, card: int) -> str:
    """The line that an armed card plays at this moment, "" when it does not apply.

    What it must be told and was not is the first that is possible; the place is
    that of `arm … if PLACE`, if one was named.
    """
    half = BOARD.card(card).halves[m.side]
    if m.kind not in kinds_of(half) or why_not(t, half, m) is not None:
        return ""
    found = ways(t, half, m)
    ops = found[0]
    words = [f"play {CARDS.write(card)}"]
    if len(found) > 1:
        words.append(word(ops))
    args = filled(t, ops, m, _armed_place(t, m, card))
    if args is None:
        return ""
    for name in ARGUMENTS:
        if name in args:
            words.append((PLACES if name == "place" else UNITS).write(args[name]))
    return " ".join(words)


def _armed_place(t: T, m: Moment, card: int) -> int:
    side = SIDES[m.side]
    for arm in t.pos.arms:
        if (arm.side, arm.card, arm.kind) == (side, card, m.kind):
            return arm.place
    return NOWHERE


def filled(t: T, ops: tuple[Op, ...], m: Moment, place: int = NOWHERE) -> Args | None:
    """The arguments of an armed card, None when it can't be played at the place asked for."""
    units = asked(t, ops, m, "unit", {})
    for unit in [NOWHERE] if units is None else units:
        args: Args = {} if unit == NOWHERE else {"unit": unit}
        places = asked(t, ops, m, "place", args)
        if places is None:
            return args
        if places and (place == NOWHERE or place in places):
            args["place"] = next(iter(places)) if place == NOWHERE else place
            return args
    return None


FRAMES: tuple[type[Frame], ...] = (Play, Cancel)
