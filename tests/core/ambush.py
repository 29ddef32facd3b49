"""Ambush: a toy of events alone. Red marches past blue's guns; both hold cards.

`salvo` hits a place and a unit there, `smoke` hides or moves, `halt` answers an event (and can
be answered), `march` lets red go again before its second operation counts a point.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from engine.core.edit import Editor
from engine.core.entries import Noted, Played
from engine.core.events import (
    CANCELLED,
    Args,
    Argument,
    Effect,
    Event,
    Events,
    Face,
    Moment,
    Play,
    Way,
)
from engine.core.frames import Become, Call, Choice, Done, Goto, Outcome, Proc
from engine.core.lexicon import Lexicon, Term, words
from engine.core.playing import EventWindow, play_verbs
from engine.core.rules import OptionValue, Rules
from engine.core.table import Table
from engine.core.verbs import Slot, Value, Verb, Why
from engine.core.view import View

SIDES = ("red", "blue")
CARDS = ("salvo", "smoke", "halt", "march", "halt2")
UNITS = ("r1", "r2")


class Road(msgspec.Struct, forbid_unknown_fields=True):
    """Unit -> place, points of red, units hit, events that have worked."""

    at: list[int]
    points: int = 0
    hit: list[int] = []
    hidden: list[int] = []
    used: list[Event] = []


T = Table[Road, None]


# effects -----------------------------------------------------------------------------


def seen(t: T, m: Moment, op: str, args: Args) -> Collection[int]:
    """Places with a unit that is not hidden."""
    return sorted({p for u, p in enumerate(t.s.at) if u not in t.s.hidden and u not in t.s.hit})


def there(t: T, m: Moment, op: str, args: Args) -> Collection[int] | None:
    if "place" not in args:
        return range(len(UNITS))
    return [u for u, p in enumerate(t.s.at) if p == args["place"] and u not in t.s.hidden]


def why_hidden(t: T, m: Moment, op: str, args: Args, unit: int) -> Why | None:
    return Why(f"{UNITS[unit]} is in the smoke.", "3") if unit in t.s.hidden else None


def why_all_hidden(t: T, m: Moment, op: str) -> Why | None:
    return None if seen(t, m, op, {}) else Why("There is nothing but smoke.", "3")


def hit(t: T, play: Play, op: str) -> Outcome:
    t.s.hit = [*t.s.hit, play.args["unit"]]
    return None


def hide(t: T, play: Play, op: str) -> Outcome:
    t.s.hidden = [*t.s.hidden, play.args["unit"]]
    return None


def gain(t: T, play: Play, op: str) -> Outcome:
    t.s.points += 1
    return None


def go_again(t: T, play: Play, op: str) -> Outcome:
    return Call(t.rules.frame("ambush.step", side=play.side))


def mine(t: T, m: Moment, op: str, args: Args) -> Collection[int]:
    return [u for u in range(len(UNITS)) if u not in t.s.hidden]


def halt(t: T, play: Play, op: str) -> Outcome:
    return Done(CANCELLED)


def unhidden(t: T, m: Moment, op: str, args: Args) -> Collection[int]:
    named = args.get("units", [])
    return [u for u in mine(t, m, op, args) if u not in named]


def screen(t: T, play: Play, op: str) -> Outcome:
    t.s.hidden = [*t.s.hidden, *play.args["units"]]
    return None


SALVO = Effect(
    hit, args={"place": seen, "unit": there}, reasons={"unit": why_hidden}, why=why_all_hidden
)
HIDE = Effect(hide, args={"unit": mine})
SCREEN = Effect(screen, args={"units": unhidden})
GAIN, AGAIN, HALT = Effect(gain), Effect(go_again), Effect(halt)


def one(*effects: Effect, word: str = "") -> Way:
    return Way(tuple((effect, "") for effect in effects), word)


def face(side: str, card: str, kind: str, *ways: Way) -> Face:
    event = Event(side, CARDS.index(card))
    return Face(event, card.title(), (kind,), ways, f"{card} it is.", f"at {kind}", "3")


class Road_(Events):
    ARGUMENTS = (
        Argument("place", "place", "place"),
        Argument("unit", "unit", "unit"),
        Argument("units", "unit", "unit", many=True),
    )
    RULE = "2"

    def bars(self, t: T, face: Face, m: Moment) -> Why | None:
        return Why("Once is enough.", "2.1") if face.event in t.s.used else None

    def play(self, t: T, m: Moment, face: Face, way: Way, args: Args) -> Outcome:
        card = face.event.card
        t.play(f"hand.{m.side}", "discard", card)
        t.note(Played(side=m.side, card=CARDS[card], how="event", rule="2"))
        frame = Told(
            side=m.side, card=card, kind=m.kind, option=face.ways.index(way), args=args,
            event=m.event,
        )  # fmt: skip
        return Become(frame) if m.event else Call(frame)

    def answer(self, t: T, play: Play) -> Outcome:
        other = SIDES[play.side == "red"]
        return Call(Answer(sides=[other], event=Event(play.side, play.card)))

    def happens(self, t: T, play: Play) -> None:
        t.s.used = [*t.s.used, Event(play.side, play.card)]


EVENTS = Road_(
    [
        face("blue", "salvo", "ambush", one(SALVO)),
        face(
            "red",
            "smoke",
            "march",
            one(HIDE, word="hide"),
            one(GAIN, word="dash"),
            one(SCREEN, word="screen"),
        ),
        face("red", "march", "march", one(AGAIN, GAIN)),
        *(face(side, card, "answer", one(HALT)) for side in SIDES for card in ("halt", "halt2")),
        *(face("red", card, "never") for card in ("salvo",)),
        *(face("blue", card, "never") for card in ("smoke", "march")),
    ]
)


# frames -------------------------------------------------------------------------------


class Told(Play, kw_only=True, tag="ambush.play"):
    """An event under way."""


class Answer(EventWindow, kw_only=True, tag="ambush.answer"):
    POLICY: ClassVar[str] = "answer"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Answer it?", "2"


class Guns(EventWindow, kw_only=True, tag="ambush.guns"):
    POLICY: ClassVar[str] = "ambush"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Fire?", "2"

    def places(self, t: T) -> Sequence[int]:
        return t.s.at


class March(Proc, kw_only=True, tag="ambush.march"):
    STEPS: ClassVar = ("advance", "guns", "again")

    def advance(self, t: T) -> Outcome:
        return Call(Step(side="red"))

    def guns(self, t: T) -> Outcome:
        return Call(Guns(sides=["blue"]))

    def again(self, t: T) -> Outcome:
        return Goto("advance")


class Step(Choice, kw_only=True, tag="ambush.step"):
    def prompt(self, t: T) -> tuple[str, str]:
        return "March.", "1"

    def verbs(self, t: T) -> Sequence[Verb]:
        def do(unit: int) -> Outcome:
            t.s.at[unit] += 1
            t.note(Noted(text=f"{UNITS[unit]} goes on.", rule="1"))
            return Done()

        slot = Slot("unit", "unit", lambda _: range(len(UNITS)))
        return (Verb("go", do, (slot,), rule="1"), *play_verbs(t, Moment("red", "march")))


class Ambush(Rules[Road, None]):
    id, title, version = "ambush", "Ambush", "1"
    scenarios = {"one": "One"}
    state = Road
    frames = (March, Step, Guns, Answer, Told)
    lexicons = {
        "unit": Lexicon(Term(u, name) for u, name in enumerate(UNITS)),
        "place": Lexicon(Term(p, f"p{p}") for p in range(9)),
        "card": Lexicon(Term(c, name) for c, name in enumerate(CARDS)),
        "effect": words("hide", "dash", "screen"),
    }
    verbs = {"go": "1", "play": "2", "pass": "2"}
    policies = {"ambush": "ask", "answer": "ask"}
    windows = ("ambush", "answer")
    events = EVENTS
    editor: Editor[Road, None] = Editor()

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> Road:
        return Road([0, 1])

    def open(self, t: T) -> March:
        return March()

    def derive(self, state: Road) -> None:
        return None

    def hostile(self, t: T, side: str) -> int:
        return 0

    def view(self, t: T, side: str | None) -> View:
        return View(game=self.id, seat=side or "", turn="", phase="", revision=0, asked=[])

    def movers(self, t: T) -> Sequence[Value]:
        return ()

    def check(self, t: Any, force: bool = False) -> list[str]:
        return []


RULES = Ambush()
