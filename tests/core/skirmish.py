"""Skirmish: a game small enough to be read in a minute, with all that the core can do.

Eight places in a row; red holds the left, blue the right. Each turn both sides
seal a plan at the same time, then each in turn draws a card, moves, digs in and
attacks. Declared targets must be attacked. `plus` cards are played before the
die, a `cancel` answers a card and can be answered itself, a `stir` shuffles the
deck, a `fog` lets a beaten unit stand. A three is a counterattack: a brand new
battle.
"""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Fought, Lost, Moved, Phased
from engine.core.frames import Become, Call, Choice, Done, Fork, Goto, Outcome, Proc, Window
from engine.core.table import Table
from engine.core.verbs import Picks, Slot, Value, Verb, Why

PLACES = 8
UNITS = ("r1", "r2", "r3", "b1", "b2", "b3")
CARDS = ("plus", "cancel", "stir", "plus2", "cancel2", "stir2", "fog", "fog2")
GONE = PLACES
LAST_TURN = 3
SIDES = ("red", "blue")


class Field(msgspec.Struct, forbid_unknown_fields=True):
    """State of the toy: unit -> place, units moved, plans, points and fuel of the sides, forts."""

    at: list[int]
    moved: list[int]
    plans: list[str]
    points: list[int]
    fuel: list[int]
    forts: list[int]
    watched: int = -1
    turn: int = 1


T = Table[Field, dict[int, list[int]]]


def owner(unit: int) -> str:
    return SIDES[unit >= 3]


def other(side: str) -> str:
    return SIDES[side == "red"]


def standing(t: T, place: int, side: str) -> list[int]:
    return [u for u in t.d.get(place, []) if owner(u) == side]


def holds(t: T, side: str, kind: str) -> list[int]:
    """Cards of a kind in a hand: its owner's secret."""
    return [c for c in t.pile(f"hand.{side}").ids if CARDS[c].startswith(kind)]


def may_hold(t: T, side: str, kind: str) -> bool:
    """Could a hand hold such a card, for all that everyone knows?"""
    open_to_all = [c for pile in ("discard", "out") for c in t.pile(pile).ids]
    left = [c for c, name in enumerate(CARDS) if name.startswith(kind) and c not in open_to_all]
    return bool(left and t.pile(f"hand.{side}").ids)


def put(t: T, unit: int, place: int) -> None:
    t.s.at[unit] = place
    t.d = t.rules.derive(t.s)


# procedures ----------------------------------------------------------------------


class Round(Proc, kw_only=True, tag="toy.round"):
    STEPS: ClassVar = ("plans", "seal", "lead", "follow", "over")

    def plans(self, t: T) -> Outcome:
        t.note(Phased(turn=str(t.s.turn), phase="plans"))
        return Fork((Plan(side="red"), Plan(side="blue")))

    def seal(self, t: T) -> Outcome:
        assert isinstance(self.ret, list)
        t.s.plans = [str(plan) for plan in self.ret]
        t.door(t.everyone)
        return None

    def lead(self, t: T) -> Outcome:
        return Call(Turn(side=order(t)[0]))

    def follow(self, t: T) -> Outcome:
        return Call(Turn(side=order(t)[1]))

    def over(self, t: T) -> Outcome:
        t.s.turn += 1
        if t.s.turn > LAST_TURN:
            best = max(t.s.points)
            scores = dict(zip(SIDES, t.s.points, strict=True))
            t.end([s for s, n in scores.items() if n == best], "points", scores)
        return Goto("plans")


def order(t: T) -> list[str]:
    """Who moves first is an option."""
    sides = t.pos.options["order"]
    assert isinstance(sides, list)
    return sides


class Plan(Choice, kw_only=True, tag="toy.plan"):
    def prompt(self, t: T) -> tuple[str, str]:
        return "Seal a plan.", "1"

    def verbs(self, t: T) -> Sequence[Verb]:
        slot = Slot("plan", "plan", lambda _: ("bold", "wary"))
        return (Verb("plan", lambda plan: Done(plan), (slot,), secret=True, rule="1"),)


class Turn(Proc, kw_only=True, tag="toy.turn"):
    side: str
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "move", "declare", "attack", "close")

    def ambient(self, t: T, side: str) -> Sequence[Verb]:
        index = SIDES.index(side)
        if side != self.side or not t.s.fuel[index]:
            return ()

        def do() -> Outcome:
            t.s.fuel[index] -= 1
            t.s.moved = [0 if owner(u) == side else m for u, m in enumerate(t.s.moved)]
            return None

        return (Verb("refuel", do, hint="Move again."),)

    def begin(self, t: T) -> Outcome:
        t.player_turn()
        t.s.moved = [0] * len(UNITS)
        if t.pile("deck").ids:
            t.draw("deck", f"hand.{self.side}", self.side)
        return None

    def move(self, t: T) -> Outcome:
        return Call(Move(side=self.side))

    def declare(self, t: T) -> Outcome:
        return Call(Declare(side=self.side))

    def attack(self, t: T) -> Outcome:
        owed = self.ret if isinstance(self.ret, list) else []
        return Call(Attacks(side=self.side, owed=[int(p) for p in owed]))

    def close(self, t: T) -> Outcome:
        return None


class OneTurn(Turn, kw_only=True, tag="toy.one_turn"):
    """A station: one side's turn entered at its declaration."""

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "attack", "rest")

    def rest(self, t: T) -> Outcome:
        return Become(Round(step="follow" if self.side == order(t)[0] else "over"))


class Move(Choice, kw_only=True, tag="toy.move"):
    def prompt(self, t: T) -> tuple[str, str]:
        return "Move your units.", "2"

    def verbs(self, t: T) -> Sequence[Verb]:
        mine = [u for u in range(6) if owner(u) == self.side and t.s.at[u] < PLACES]
        free = [u for u in mine if not t.s.moved[u] and steps(t, u, t.s.at[u])]
        path = Slot(
            "place",
            "place",
            lambda picks: onward(t, picks),
            many=True,
            stop=lambda picks: None,
            via=lambda picks, value: between(t, picks, value),
            why_not=lambda picks, value: why_not(t, picks, value),
            rule="2",
        )

        def move(unit: int, places: list[int]) -> Outcome:
            way = [str(p) for p in (t.s.at[unit], *places)]
            t.note(Moved(unit=UNITS[unit], places=way, how="moves"))
            put(t, unit, places[-1])
            t.s.moved[unit] = 1
            return None

        who = Slot("unit", "unit", lambda _: free, rule="2")
        return (
            Verb("move", move, (who, path), rule="2"),
            dig_in(t, self.side),
            watch(t),
            *peek(t, self.side),
            *stir(t, self.side),
            Verb("end movement", Done, ends=True, rule="2"),
        )


def dig_in(t: T, side: str) -> Verb:
    """`dig 1+2 [level N] [by UNIT]`: a fort on one or two places of unmoved units."""

    def idle(place: int) -> list[int]:
        return [u for u in standing(t, place, side) if not t.s.moved[u]]

    def places(picks: Picks) -> list[int]:
        named = picks[0]
        assert isinstance(named, list)
        if len(named) == 2:
            return []
        return [p for p in range(PLACES) if p not in named and not t.s.forts[p] and idle(p)]

    def diggers(picks: Picks) -> list[int]:
        named = picks[0]
        assert isinstance(named, list)
        return idle(int(named[0])) if len(named) == 1 else []

    def dig(named: list[int], level: int | list[int], by: int | list[int]) -> Outcome:
        for place in named:
            t.s.forts[place] = level if isinstance(level, int) else 1
            t.s.moved[by if isinstance(by, int) else idle(place)[0]] = 1
        return None

    slots = (
        Slot("place", "place", places, many=True, joined=True, rule="2.1"),
        Slot("level", "number", lambda _: (1, 2), key="level", optional=True, rule="2.1"),
        Slot("digger", "unit", diggers, key="by", optional=True, rule="2.1"),
    )
    return Verb("dig", dig, slots, rule="2.1")


def watch(t: T) -> Verb:
    """`watch UNIT`, of either side: all eyes are on it."""

    def do(unit: int) -> Outcome:
        t.s.watched = unit
        return None

    others = [u for u in range(6) if t.s.at[u] < PLACES and u != t.s.watched]
    return Verb("watch", do, (Slot("unit", "unit", lambda _: others, rule="2.2"),), rule="2.2")


def peek(t: T, side: str) -> Sequence[Verb]:
    """Look at the top card of the deck, alone, for fuel."""
    index = SIDES.index(side)

    def do() -> Outcome:
        t.s.fuel[index] -= 1
        t.reveal("deck", t.pile("deck").ids[0], t.bit(side))
        return None

    return (Verb("peek", do, rule="2.3"),) if t.s.fuel[index] and t.pile("deck").ids else ()


def stir(t: T, side: str) -> Sequence[Verb]:
    """A `stir` card shuffles the deck."""
    cards = holds(t, side, "stir")

    def do(card: int) -> Outcome:
        t.play(f"hand.{side}", "discard", card)
        t.shuffle("deck")
        return None

    slot = Slot("card", "card", lambda _: cards, rule="4")
    return (Verb("play", do, (slot,), own=True, rule="4"),) if cards else ()


def steps(t: T, unit: int, place: int) -> list[int]:
    """Neighbouring places without an enemy."""
    foe = other(owner(unit))
    return [p for p in (place - 1, place + 1) if 0 <= p < PLACES and not standing(t, p, foe)]


def onward(t: T, picks: Picks) -> list[int]:
    """At most three steps in one direction; any of them can be named."""
    unit, way = picks[0], picks[1]
    assert isinstance(unit, int) and isinstance(way, list)
    start = t.s.at[unit]
    done = [start, *(int(p) for p in way)]
    left = 3 - (len(done) - 1)
    found = []
    for sign in (-1, 1):
        if len(done) > 1 and (done[1] - done[0]) != sign:
            continue
        place = done[-1]
        for _ in range(left):
            place += sign
            if place not in steps(t, unit, place - sign):
                break
            found.append(place)
    return found


def between(t: T, picks: Picks, value: Value) -> list[int]:
    unit, way = picks[0], picks[1]
    assert isinstance(unit, int) and isinstance(way, list) and isinstance(value, int)
    last = int(way[-1]) if way else t.s.at[unit]
    sign = 1 if value > last else -1
    return list(range(last + sign, value, sign))


def why_not(t: T, picks: Picks, value: Value) -> Why | None:
    return None if value in onward(t, picks) else Why("That is out of reach.", "2")


class Declare(Choice, kw_only=True, tag="toy.declare"):
    """Any number of enemy places next to own units, as long as each can be attacked."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Declare targets.", "3"

    def verbs(self, t: T) -> Sequence[Verb]:
        def domain(picks: Picks) -> list[int]:
            named = [int(p) for p in picks[0]] if isinstance(picks[0], list) else []
            return [
                p
                for p in targets(t, self.side)
                if p not in named
                and matched([*named, p], {q: near(t, self.side, q) for q in [*named, p]})
            ]

        slot = Slot("target", "place", domain, many=True, rule="3")
        return (
            Verb("target", lambda places: Done(list(places)), (slot,), rule="3"),
            Verb("end declaration", Done, ends=True, rule="3"),
        )


def near(t: T, side: str, place: int) -> list[int]:
    return [u for p in (place - 1, place + 1) for u in standing(t, p, side)]


def targets(t: T, side: str) -> list[int]:
    return [p for p in range(PLACES) if standing(t, p, other(side)) and near(t, side, p)]


def matched(duties: list[int], means: dict[int, list[int]]) -> bool:
    """Can every duty get a unit of its own?"""
    if not duties:
        return True
    first, *rest = duties
    return any(
        matched(rest, {d: [v for v in units if v != unit] for d, units in means.items()})
        for unit in means[first]
    )


class Attacks(Choice, kw_only=True, tag="toy.attacks"):
    owed: list[int]
    used: list[int] = []

    def prompt(self, t: T) -> tuple[str, str]:
        return "Attack your targets.", "3"

    def verbs(self, t: T) -> Sequence[Verb]:
        owed = self.owed = [p for p in self.owed if standing(t, p, other(self.side))]

        def with_whom(picks: Picks) -> list[int]:
            rest = [p for p in owed if p != picks[0]]
            able = {p: [u for u in near(t, self.side, p) if u not in self.used] for p in owed}
            return [
                u
                for u in able[int(str(picks[0]))]
                if matched(rest, {p: [v for v in able[p] if v != u] for p in rest})
            ]

        def attack(place: int, unit: int) -> Outcome:
            self.owed = [p for p in self.owed if p != place]
            self.used = [*self.used, unit]
            return Call(Battle(unit=unit, place=place))

        can = [p for p in owed if with_whom([p])]
        target = Slot("target", "place", lambda _: can, rule="3")
        unit = Slot("unit", "unit", with_whom, key="with", rule="3")
        blocked = Why(f"{len(owed)} targets must be attacked.", "3")
        return (
            Verb("attack", attack, (target, unit), rule="3"),
            Verb("end attacks", Done, ends=True, blocked=blocked if can else None, rule="3"),
        )


class Battle(Proc, kw_only=True, tag="toy.battle"):
    unit: int
    place: int
    die: int = 0
    STEPS: ClassVar = ("cards", "roll", "result")

    def cards(self, t: T) -> Outcome:
        side = owner(self.unit)
        return Call(Commit(sides=[side, other(side)], place=self.place))

    def roll(self, t: T) -> Outcome:
        self.die = t.roll("battle", 1, range(1, 7), owner(self.unit))[0]
        return None

    def result(self, t: T) -> Outcome:
        side = owner(self.unit)
        foes = standing(t, self.place, other(side))
        if not foes:
            return Done(0)
        hold = 3 + t.s.forts[self.place]
        scores = [self.die, hold]
        won = side if self.die > hold else other(side)
        t.note(
            Fought(
                places=[str(self.place)],
                sides=[side, other(side)],
                scores=scores,
                winner=won,
                result=f"{won} wins.",
            )
        )
        if self.die == 3:  # a counterattack is a brand new battle
            return Become(Battle(unit=foes[0], place=t.s.at[self.unit]))
        if won == side:
            return Call(Retreat(side=other(side), unit=foes[0]))
        return Done(0)


class Commit(Window, kw_only=True, tag="toy.commit"):
    place: int
    POLICY: ClassVar = "commit"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Play a card before the die?", "4"

    def possible(self, t: T, side: str) -> bool:
        return may_hold(t, side, "plus")

    def places(self, t: T) -> Sequence[int]:
        return [self.place]

    def line(self, t: T, card: int) -> str:
        return f"play {CARDS[card]}" if CARDS[card].startswith("plus") else ""

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        cards = holds(t, side, "plus")

        def play(card: int) -> Outcome:
            t.play(f"hand.{side}", "discard", card)
            return Call(Effect(side=side, card=card))

        slot = Slot("card", "card", lambda _: cards, rule="4")
        return (Verb("play", play, (slot,), own=True, rule="4"),) if cards else ()


class Effect(Proc, kw_only=True, tag="toy.effect"):
    """A played card waits for a cancelling card of the other side, which can be cancelled too.

    It hands down "cancelled" when it was a cancelling card that worked.
    """

    side: str
    card: int
    STEPS: ClassVar = ("answer", "work")

    def answer(self, t: T) -> Outcome:
        return Call(Cancel(sides=[other(self.side)]))

    def work(self, t: T) -> Outcome:
        if self.ret == "cancelled":
            return Done()
        if CARDS[self.card].startswith("cancel"):
            return Done("cancelled")
        t.s.points[SIDES.index(self.side)] += 1
        return None


class Cancel(Window, kw_only=True, tag="toy.cancel"):
    POLICY: ClassVar = "cancel"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Cancel that card?", "4.1"

    def possible(self, t: T, side: str) -> bool:
        return may_hold(t, side, "cancel")

    def line(self, t: T, card: int) -> str:
        return f"play {CARDS[card]}" if CARDS[card].startswith("cancel") else ""

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        cards = holds(t, side, "cancel")

        def play(card: int) -> Outcome:
            t.play(f"hand.{side}", "discard", card)
            return Become(Effect(side=side, card=card))

        slot = Slot("card", "card", lambda _: cards, rule="4.1")
        return (Verb("play", play, (slot,), own=True, rule="4.1"),) if cards else ()


class Retreat(Choice, kw_only=True, tag="toy.retreat"):
    unit: int
    POLICY: ClassVar = "retreat"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Retreat the beaten unit.", "5"

    def may_hold(self, t: T) -> bool:
        return may_hold(t, self.side, "fog")

    def ways(self, t: T) -> list[int]:
        return steps(t, self.unit, t.s.at[self.unit])

    def default(self, t: T) -> str:
        ways = self.ways(t)
        return f"retreat {ways[0]}" if ways else "give up"

    def verbs(self, t: T) -> Sequence[Verb]:
        def retreat(place: int) -> Outcome:
            put(t, self.unit, place)
            return Done(0)

        def give_up() -> Outcome:
            t.note(Lost(unit=UNITS[self.unit], place=str(t.s.at[self.unit]), how="lost"))
            put(t, self.unit, GONE)
            t.s.points[SIDES.index(other(self.side))] += 3 if t.s.watched == self.unit else 2
            return Done(0)

        def stand(card: int) -> Outcome:
            t.play(f"hand.{self.side}", "discard", card)
            return Done(0)

        ways = self.ways(t)
        slot = Slot("place", "place", lambda _: ways, rule="5")
        fog = holds(t, self.side, "fog")
        card = Slot("card", "card", lambda _: fog, rule="5.1")
        cards = (Verb("play", stand, (card,), own=True, rule="5.1"),) if fog else ()
        return (
            *cards,
            Verb("retreat", retreat, (slot,), rule="5"),
            Verb(
                "give up",
                give_up,
                rule="5",
                blocked=Why("It can still retreat.", "5") if ways else None,
            ),
        )
