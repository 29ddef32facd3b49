"""How an event is played: the verb of a hand, the line of an armed card, the window."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from engine.core.events import EFFECT, Args, Argument, Event, Events, Face, Moment, Way
from engine.core.frames import Outcome, Window
from engine.core.picks import number
from engine.core.table import Table
from engine.core.verbs import Pick, Picks, Slot, Value, Verb, Why

T = Table[Any, Any]
_SOME = 5
"""Values that are named where one is missing."""


def play_verbs(t: T, m: Moment) -> Sequence[Verb]:
    """`play CARD` with the arguments that the events of a moment may take; () without cards."""
    return t.lasting(_offered, m) if t.lasting(_Playing, m).hand() else ()


def _offered(t: T, m: Moment) -> tuple[Verb]:
    return (t.lasting(_Playing, m).verb(),)


class _Playing:
    """The play verb of a side at a moment: it lasts, and asks what is in the hand."""

    def __init__(self, t: T, m: Moment) -> None:
        self.t, self.m = t, m
        self.events: Events = t.rules.events
        self.timely = self.events.timely(m.side, m.kind)
        self.asks = self.events.asked_of(m.side, self.timely)

    def hand(self) -> list[int]:
        """The hand of its side."""
        return self.t.dealt(("hand", self.m.side), self.t.held, self.m.side)

    def _cards(self) -> list[int]:
        """Those of the hand that are for this moment."""
        return [card for card in self.hand() if card in self.timely]

    def verb(self) -> Verb:
        """The verb, with a slot for each argument."""
        rule = self.events.RULE
        card = Slot(
            "card",
            "card",
            lambda _: self.playable(),
            why_not=self.why_card,
            label=lambda _, card: self.events.label(self.face(int(card))),
            rule=rule,
        )
        slots = (card, *(self.slot(index, one) for index, one in enumerate(self.asks, start=1)))
        events, name = self.events, self.events.verb(self.m.kind)
        hint = events.hint(self.m.kind)
        return Verb(name, self.do, slots, hint=hint, rule=rule, own=events.SECRET)

    def face(self, card: int) -> Face:
        """The own event of a card."""
        return self.events.face(self.m.side, card)

    def playable(self) -> Sequence[int]:
        """The cards that can be played now."""
        t, m = self.t, self.m
        cards = t.dealt(("timely", m), self._cards)
        return t.once(("playable", m), self.events.playable, t, m, cards) if cards else ()

    def why_card(self, _: Picks, value: Value) -> Why | None:
        """Why a card can't be played now."""
        card = int(value)
        if card not in self.hand():
            name = self.t.rules.lexicons["card"].name(card)
            return Why(f"{name} is not in your hand.", self.events.RULE)
        face = self.face(card)
        if card not in self.timely:
            text = f"{face.name} is for another moment ({face.when}): {face.text}"
            return Why(text, self.events.TIMING or face.rule)
        if barred := self.events.bars(self.t, face, self.m):
            return barred
        refusal = self.events.why_not(self.t, face, self.m)
        return refusal and (self.events.why_useless(self.t, face, self.m) or refusal)

    def ways(self, card: int) -> list[Way]:
        """The ways of using a card."""
        t, m = self.t, self.m
        return t.once(("ways", m, card), self.events.ways, t, self.face(card), m)

    def slot(self, index: int, argument: Argument) -> Slot:
        """The slot of an argument; passed over by the cards that don't take it."""

        def values(picks: Picks) -> Collection[Value]:
            if argument not in self.events.takes(self.m.side, number(picks, 0)):
                return ()
            told = picks[: index + argument.many]
            return self.t.once(
                ("values", self.m, index, repr(told)), self.values, argument.name, told
            )

        def missing(picks: Picks) -> Why | None:
            found = () if argument.more else values(picks)
            if not found:
                return None
            short = self.t.rules.lexicons[argument.lexicon].short
            some = ", ".join(map(short, islice(found, _SOME)))
            end = " …" if len(found) > _SOME else "."
            rule = self.face(number(picks, 0)).rule
            return Why(f"Name the {argument.said} too: {some}{end}", rule)

        def why_not(picks: Picks, value: Value) -> Why | None:
            if value in values(picks):
                return None
            face = self.face(number(picks, 0))
            if own := self.reason(argument.name, picks[: index + argument.many], value):
                return own
            named = self.events.named(self.t, argument, value)
            return Why(f"{named} can't be named for {face.name} now: {face.text}", face.rule)

        return Slot(
            argument.said, argument.lexicon, values, many=argument.many, stop=missing,
            why_not=why_not, optional=True, rule=self.events.RULE,
        )  # fmt: skip

    def told(self, picks: Picks) -> tuple[Way | None, Args]:
        """The way that was picked, None as long as there are several, and what was told."""
        said = {
            one.name: pick for one, pick in zip(self.asks, picks[1:], strict=False) if pick != []
        }
        word, ways = said.pop(EFFECT.name, ""), self.ways(number(picks, 0))
        fitting = [way for way in ways if len(ways) == 1 or way.word == word]
        return fitting[0] if fitting else None, said

    def values(self, name: str, picks: Picks) -> Collection[Value]:
        """What may be named for an argument of the card picked."""
        if name == EFFECT.name:
            ways = self.ways(number(picks, 0))
            return [way.word for way in ways] if len(ways) > 1 else ()
        way, args = self.told(picks)
        return (way and self.events.asked(self.t, way, self.m, name, args)) or ()

    def reason(self, name: str, picks: Picks, value: Value) -> Why | None:
        """The rule of its own that keeps a value from being named."""
        way, args = self.told(picks)
        for effect, op in way.ops if way else ():
            ask = effect.reasons.get(name)
            if ask and (found := ask(self.t, self.m, op, args, value)):
                return found
        return None

    def do(self, card: int, *rest: Pick) -> Outcome:
        """The card is played."""
        way, args = self.told([card, *rest])
        face = self.face(card)
        return self.events.play(self.t, self.m, face, way or face.ways[0], args)


# armed cards ---------------------------------------------------------------------------------


def armed_line(t: T, m: Moment, card: int) -> str:
    """The line that an armed card plays at a moment, "" when it does not apply.

    What it must be told and was not is the first that is possible; the place is that of
    `arm … if PLACE`, if one was named.
    """
    events: Events = t.rules.events
    face = events.face(m.side, card)
    if m.kind not in face.kinds or events.why_not(t, face, m) is not None:
        return ""
    ways = events.ways(t, face, m)
    args = filled(t, ways[0], m, _armed_place(t, m, card))
    if args is None:
        return ""
    words = [events.verb(m.kind), t.rules.lexicons["card"].write(card)]
    if len(ways) > 1:
        words.append(ways[0].word)
    words += [
        t.rules.lexicons[one.lexicon].write(args[one.name])
        for one in events.ARGUMENTS
        if one.name in args
    ]
    return " ".join(words)


def _armed_place(t: T, m: Moment, card: int) -> int:
    for arm in t.pos.arms:
        if (arm.side, arm.card, arm.kind) == (m.side, card, m.kind):
            return arm.place
    return -1


def filled(t: T, way: Way, m: Moment, place: int = -1) -> Args | None:
    """The first arguments with which an event can be played, those of its holder apart; None
    when it can't be played at the place asked for.
    """
    events: Events = t.rules.events
    names = [one.name for one in events.ARGUMENTS if not (one.more or one.holder or one.many)]
    return _fill(t, way, m, place, names, {})


def _fill(t: T, way: Way, m: Moment, place: int, names: list[str], args: Args) -> Args | None:
    if not names:
        return args
    name, *others = names
    values = t.rules.events.asked(t, way, m, name, args)
    if values is None:
        return _fill(t, way, m, place, others, args)
    if name == "place" and place >= 0:
        values = [place] if place in values else []
    tries = (_fill(t, way, m, place, others, {**args, name: value}) for value in values)
    return next((found for found in tries if found is not None), None)


class EventWindow(Window, kw_only=True):
    """A side may play events of one kind here, until it passes."""

    place: int = -1
    unit: int = -1
    event: Event | None = None

    def moment(self, side: str) -> Moment:
        """The moment of the side that is asked."""
        return Moment(side, self.question, self.place, self.unit, self.event)

    def possible(self, t: T, side: str) -> bool:
        found: bool = t.rules.events.could_hold(t, self.moment(side))
        return found

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        return play_verbs(t, self.moment(side))

    def line(self, t: T, card: int) -> str:
        return armed_line(t, self.moment(self.side), card)
