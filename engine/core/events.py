"""Events on cards and tokens: when they may be played, what they are told, what they do.

An event is a row of data (`Face`): its moments, and the ways of using it, each a list of
operations. What an operation needs and does is an `Effect`. The `Events` of a game hang on its
rules: nothing is registered, and no import has to come before another.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.core.entries import Noted
from engine.core.frames import Call, Done, Outcome, Proc
from engine.core.table import Table
from engine.core.verbs import Value, Why

T = Table[Any, Any]
Args = dict[str, Any]
"""What an event was told: argument -> a number or a word, as its lexicon has it, or a list."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's own use of a card; both sides may have one on it."""

    side: str
    card: int


class Moment(NamedTuple):
    """Who may play, in what kind of window or phase, and what it is about (-1, None: nothing)."""

    side: str
    kind: str
    place: int = -1
    unit: int = -1
    event: Event | None = None
    """The event under way that may be answered."""


Domain = Callable[[Any, Moment, Any, Args], Collection[Value] | None]
"""(table, moment, operation, what is told already) -> what may be named; None: nothing is asked."""
Reason = Callable[[Any, Moment, Any, Args, Any], Why | None]
"""(table, moment, operation, what is told already, a value) -> the rule that keeps it out."""


def _always(t: T, m: Moment, op: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Effect:
    """One operation: when it may be used, what it must be told, and what it does.

    `do` works on the table and returns nothing, or an Outcome: a `Call` is carried out before
    the operations that follow. Frames of rooms above are reached by their tag (`Rules.frame`).
    """

    do: Callable[[Any, "Play", Any], Outcome]
    may: Callable[[Any, Moment, Any], bool] = _always
    why: Callable[[Any, Moment, Any], Why | None] | None = None
    """Why it may not, or finds nothing to name, where a rule of its own says so; asked on
    refusal alone."""
    args: Mapping[str, Domain] = field(default_factory=dict)
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    """Argument -> why a value can't be named, where a rule of its own says so."""
    implied: Callable[[Any, Moment, Any], Args] | None = None
    """Arguments that follow from the moment; they are fixed when the card is played."""


class Way(NamedTuple):
    """One way of using an event: operations in printed order, and the word that picks it."""

    ops: tuple[tuple[Effect, Any], ...]
    word: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """An event as it is printed: in what kinds of moment it is played, and its ways."""

    event: Event
    name: str
    kinds: tuple[str, ...]
    ways: tuple[Way, ...]
    text: str = ""
    when: str = ""
    """When it is played, in words."""
    rule: str = ""

    @property
    def args(self) -> frozenset[str]:
        """All arguments that one of its ways may take."""
        return frozenset(name for way in self.ways for effect, _ in way.ops for name in effect.args)


class Argument(NamedTuple):
    """An argument of events: its name, the word for people, and its lexicon.

    One that is `more` may be left out though there is something to name; one that is `many` is a
    list, whose domain is asked again after each value (it finds those before it in what is told).
    What `holder` alone can say is never filled in for an armed card.
    """

    name: str
    said: str
    lexicon: str
    more: bool = False
    holder: bool = False
    many: bool = False


EFFECT = Argument("", "use", "effect")
"""The word that picks one of several ways."""
CANCELLED = "cancelled"
"""What an event hands down that undoes the one below it."""


class Play(Proc, kw_only=True):
    """An event under way: its card has left the hand, it may be answered, then it works."""

    side: str
    card: int
    kind: str
    option: int = 0
    """Which of the ways of the event it is."""
    args: Args = {}
    place: int = -1
    unit: int = -1
    event: Event | None = None
    """The event that this one answers."""
    done: int = 0
    """Operations that have worked."""

    STEPS: ClassVar[tuple[str, ...]] = ("answer", "work", "rest")

    @property
    def moment(self) -> Moment:
        """When it was played."""
        return Moment(self.side, self.kind, self.place, self.unit, self.event)

    def face(self, t: T) -> Face:
        """The event, as it is printed."""
        return t.rules.events.face(self.side, self.card)

    def way(self, t: T) -> Way:
        """The way that was chosen."""
        return self.face(t).ways[self.option]

    def answer(self, t: T) -> Outcome:
        return t.rules.events.answer(t, self)

    def work(self, t: T) -> Outcome:
        if self.ret == CANCELLED:
            t.note(Noted(text=f"{self.face(t).name} is cancelled.", rule=self.face(t).rule))
            return Done()
        t.rules.events.happens(t, self)
        return self.rest(t)

    def rest(self, t: T) -> Outcome:
        ops = self.way(t).ops
        while self.done < len(ops):
            effect, op = ops[self.done]
            self.done += 1
            outcome = effect.do(t, self, op)
            if isinstance(outcome, Call):
                return Call(outcome.frame, then="rest")
            if outcome is not None:
                return outcome
        return None


class Events:
    """The events of a game. Games say what they add by its hooks, the last methods of it."""

    ARGUMENTS: ClassVar[tuple[Argument, ...]] = ()
    """In the order of an order line."""
    RULE: ClassVar[str] = ""
    """The rule of playing a card."""
    TIMING: ClassVar[str] = ""
    """The rule of when, where it isn't that of the event."""
    HINT: ClassVar[str] = "Play the event of a card."
    SECRET: ClassVar[bool] = True
    """Do hands hold what others don't know?"""

    def __init__(self, faces: Iterable[Face] = ()) -> None:
        self.faces = {(face.event.side, face.event.card): face for face in faces}
        self._all = (EFFECT, *self.ARGUMENTS)
        self._asks = {key: tuple(self._asked(face)) for key, face in self.faces.items()}
        self._of_kind: dict[tuple[str, str], tuple[Face, ...]] = {}
        for face in sorted(self.faces.values(), key=self._length):  # the cheapest are asked first
            for kind in face.kinds:
                key = face.event.side, kind
                self._of_kind[key] = (*self._of_kind.get(key, ()), face)

        self._cards = {
            key: frozenset(face.event.card for face in faces)
            for key, faces in self._of_kind.items()
        }

    def _asked(self, face: Face) -> Iterator[Argument]:
        named = {*face.args, EFFECT.name} if len(face.ways) > 1 else face.args
        return (one for one in self._all if one.name in named)

    def _length(self, face: Face) -> int:
        return sum(len(effect.args) for way in face.ways for effect, _ in way.ops)

    def face(self, side: str, card: int) -> Face:
        """The event of a side on a card."""
        return self.faces[side, card]

    def takes(self, side: str, card: int) -> tuple[Argument, ...]:
        """The arguments that one of its ways may take, and the word that picks one of several."""
        return self._asks[side, card]

    def asked_of(self, side: str, cards: Iterable[int]) -> tuple[Argument, ...]:
        """The arguments that these cards may take, in the order of an order line."""
        named = {one for card in cards for one in self._asks[side, card]}
        return tuple(one for one in self._all if one in named)

    def of_kind(self, side: str, kind: str) -> tuple[Face, ...]:
        """The events of a side for this kind of moment; those told least come first."""
        return self._of_kind.get((side, kind), ())

    # may it be played ---------------------------------------------------------------------

    def asked(self, t: T, way: Way, m: Moment, name: str, args: Args) -> Collection[Value] | None:
        """What may be named for an argument after those before it; None: it is not asked for."""
        for effect, op in way.ops:
            ask = effect.args.get(name)
            found = None if ask is None else ask(t, m, op, args)
            if found is not None:
                return found
        return None

    def _opens(self, t: T, face: Face, way: Way, m: Moment) -> bool:
        """May all of it be used, and is there something to name first, if something must be?"""
        for effect, op in way.ops:
            if not effect.may(t, m, op):
                return False
        for one in self._asks[face.event.side, face.event.card]:
            found = self.asked(t, way, m, one.name, {})
            if found is not None:
                return bool(found)
        return True

    def ways(self, t: T, face: Face, m: Moment) -> list[Way]:
        """The ways in which an event can be used now."""
        return [way for way in face.ways if self._opens(t, face, way, m)]

    def why_not(self, t: T, face: Face, m: Moment) -> Why | None:
        """Why an event of this kind of moment can't be played now; None if it can."""
        barred = self.bars(t, face, m)
        if barred is not None:
            return barred
        for way in face.ways:
            if self._opens(t, face, way, m):
                return None
        return Why(f"{face.name} can't be used here: {face.text}", face.rule)

    def playable(self, t: T, m: Moment, cards: Iterable[int]) -> list[int]:
        """Those of these cards that a side can play now."""
        return [card for card in cards if self.why_not(t, self.faces[m.side, card], m) is None]

    def why_useless(self, t: T, face: Face, m: Moment) -> Why | None:
        """The rule of its own that leaves an event nothing to work on, if there is one."""
        for way in face.ways:
            for effect, op in way.ops:
                if effect.why and (found := effect.why(t, m, op)):
                    return found
        return None

    # what everyone may know ---------------------------------------------------------------

    def held(self, t: T, side: str, kind: str) -> Sequence[Face]:
        """The events for which a side is asked that it could hold, for all that everyone knows.

        It counts the size of the hand and the cards that all have seen, in it or elsewhere.
        """
        return t.dealt(("held", side, kind), self._held, t, side, kind)

    def _held(self, t: T, side: str, kind: str) -> list[Face]:
        hidden, shown, elsewhere = t.dealt(("shown", side), _shown, t, side)
        return [
            face
            for face in self.calls(side, kind)
            if (card := face.event.card) in shown or (hidden and card not in elsewhere)
        ]

    def could_hold(self, t: T, m: Moment) -> bool:
        """Could its side play an event at a moment, for all that everyone knows?

        The conditions of the events are public; what the hand holds is not looked at.
        """
        return any(self.why_not(t, face, m) is None for face in self.held(t, m.side, m.kind))

    # hooks --------------------------------------------------------------------------------

    def calls(self, side: str, kind: str) -> Sequence[Face]:
        """The events for which a side is asked at this kind of moment."""
        return self.of_kind(side, kind)

    def timely(self, side: str, kind: str) -> Collection[int]:
        """The cards that may be played there, conditions apart."""
        return self._cards.get((side, kind), ())

    def bars(self, t: T, face: Face, m: Moment) -> Why | None:
        """Why a condition that is not of its effects keeps an event from being played."""
        return None

    def verb(self, kind: str) -> str:
        """The verb with which a card is played at this kind of moment."""
        return "play"

    def hint(self, kind: str) -> str:
        """What a newcomer is told of that verb."""
        return self.HINT

    def label(self, face: Face) -> str:
        """What a list shows beside a card."""
        return face.name

    def named(self, t: T, argument: Argument, value: Value) -> str:
        """A value of an argument, for people."""
        return t.rules.lexicons[argument.lexicon].name(value)

    def play(self, t: T, m: Moment, face: Face, way: Way, args: Args) -> Outcome:
        """The card is played, its arguments told."""
        raise NotImplementedError

    def answer(self, t: T, play: Play) -> Outcome:
        """Ask others whether they answer an event under way."""
        return None

    def happens(self, t: T, play: Play) -> None:
        """An event was not cancelled: it is about to work."""


def implied(t: T, m: Moment, way: Way) -> Args:
    """The arguments that follow from the moment."""
    found: Args = {}
    for effect, op in way.ops:
        if effect.implied:
            found |= effect.implied(t, m, op)
    return found


def _shown(t: T, side: str) -> tuple[bool, set[int], set[int]]:
    """Does a hand hold what not all have seen, what of it have they, and which cards elsewhere?"""
    names, everyone = t.rules.hands(side), t.everyone
    hidden, shown, elsewhere = False, set[int](), set[int]()
    for name, pile in t.pos.piles.items():
        open_ = pile.seen.count(everyone)
        if open_:
            known: Iterable[int] = pile.ids
            if open_ < len(pile.ids):
                known = compress(known, map(everyone.__eq__, pile.seen))
            (shown if name in names else elsewhere).update(known)
        hidden = hidden or (name in names and open_ < len(pile.ids))
    return hidden, shown, elsewhere


def under_way(t: T) -> Iterator[Play]:
    """The events under way, in all lanes."""
    for lane in t.pos.lanes:
        for frame in lane.stack:
            if isinstance(frame, Play):
                yield frame
