"""Retreats (10.7): the attacker picks the ways, the owner the order."""

from collections.abc import Collection, Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Moved
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, hold, set_place, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import DICTATOR, SIDES, WEC
from engine.games.russia_besieged.law import retreat
from engine.games.russia_besieged.play.losses import Losses, alive
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.state import ASHORE, RETREATED, has, steps_left
from engine.games.russia_besieged.words import IDS, label, names


class Retreats(Proc, kw_only=True, tag="rb.retreats"):
    """The units of one hex retreat one by one; what cannot is lost (10.71 to 10.78)."""

    side: str
    units: list[int]
    start: int
    least: int
    most: int
    went: list[int] = []
    """Those that have retreated."""
    picker: str = ""
    """Who picks the hexes; by default the side whose turn it is."""
    toll: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """A step for each hex of the way in an enemy zone (10.77), and for the strait (6.26)."""

    STEPS: ClassVar[tuple[str, ...]] = ("stay", "order", "next", "pay", "close")

    def stay(self, t: T) -> Outcome:
        """Factories and Dictators never retreat (14.15, 20.23), nor does who has landed (8.50)."""
        for unit in self.units:
            kind = BOARD.pieces[unit].type
            if kind in (WEC, DICTATOR):
                rule = "20.23" if kind == WEC else "14.15"
                eliminate(t, unit, "lost, it cannot retreat", rule)
            elif has(t.s, unit, ASHORE):
                eliminate(t, unit, "lost, it has just landed", "8.50")
        self.units = alive(t, self.units)
        return Done() if not self.units or t.pos.winners is not None else None

    def order(self, t: T) -> Outcome:
        if len(self.units) < 2:
            return None
        return Call(Order(side=self.side, units=self.units))

    def next(self, t: T) -> Outcome:
        if isinstance(self.ret, list):
            self.units = [int(unit) for unit in self.ret]
        way = self.ret if isinstance(self.ret, str) else ""
        self.ret = None
        while self.units:
            unit = self.units[0]
            last = sum(steps_left(t.s, u) for u in alive(t, [*self.went, *self.units])) < _MANY
            open_ = retreat.ways(t.s, t.d, unit, self.start, self.least, self.most, last)
            if len(open_) > 1 and not way:
                choice = Way(
                    side=self.side,
                    unit=unit,
                    start=self.start,
                    least=self.least,
                    most=self.most,
                    last=last,
                )
                return Call(choice, then="next")
            if open_:
                goes = Retreat(
                    side=self.picker or SIDES[t.s.side],
                    unit=unit,
                    start=self.start,
                    least=self.least,
                    most=self.most,
                    last=last,
                    way=way,
                )
                self.units, self.went = self.units[1:], [*self.went, unit]
                return Call(goes, then="pay")
            eliminate(t, unit, "eliminated, no retreat", "10.73")
            self.units = self.units[1:]
            if t.pos.winners is not None:
                return Done()
        return Call(self._losses(t), then="close")

    def pay(self, t: T) -> Outcome:
        """A unit has gone: what its way costs is noted."""
        route = tuple(self.handed_list())
        self.ret = None
        side = side_of(self.side)
        costs = [int(retreat.through_zones(t.d, side, (hex_,)) > 0) for hex_ in route]
        costs += [0] * (2 - len(costs)) + [int(retreat.crosses_strait(self.start, route))]
        self.toll = [max(pair) for pair in zip(self.toll, costs, strict=True)]
        self.step = "next"
        return self.next(t)

    def close(self, t: T) -> Outcome:
        return Done()

    def _losses(self, t: T) -> Losses:
        rule = "6.26" if self.toll[2] else "10.77"
        return Losses(side=self.side, units=alive(t, self.went), steps=sum(self.toll), rule=rule)


_MANY = 2
"""Steps of a stack of which one may be lost (6.26)."""


class Order(Choice, kw_only=True, tag="rb.order"):
    """The owner says in which order his units retreat (10.71)."""

    units: list[int]
    POLICY: ClassVar[str] = "order"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"In which order do they retreat: {names(self.units)}?", "10.71"

    def default(self, t: T) -> str:
        """Armies first, the strongest of them: they find the most room."""
        found = sorted(self.units, key=lambda unit: (-BOARD.pieces[unit].size, unit))
        return "in order " + " ".join(BOARD.pieces[unit].id for unit in found)

    def verbs(self, t: T) -> Sequence[Verb]:
        def left(picks: Picks) -> Collection[Value]:
            return [unit for unit in self.units if unit not in numbers(picks, 0)]

        def why_not(picks: Picks, unit: Value) -> Why | None:
            if unit in left(picks):
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} has no retreat to make now.", "10.71")

        def all_(picks: Picks) -> Why | None:
            return Why("Name all of them, in order.", "10.71") if left(picks) else None

        slot = Slot("unit", "unit", left, many=True, stop=all_, why_not=why_not, rule="10.71")
        return (
            Verb("in order", Done, (slot,), rule="10.71", hint="The first one retreats first."),
        )


class Way(Choice, kw_only=True, tag="rb.way"):
    """The owner may send a unit home, or past friends in enemy zones (10.78, 25.4)."""

    unit: int
    start: int
    least: int
    most: int
    last: bool = False
    """Is its step the last of those that retreat together (10.74)?"""
    POLICY: ClassVar[str] = "order"

    def prompt(self, t: T) -> tuple[str, str]:
        name = BOARD.pieces[self.unit].name
        return f"{name} retreats: by the usual priorities, or your own way?", "10.78"

    def ways(self, t: T) -> dict[str, list[retreat.Route]]:
        """The choices that there are."""
        span = (self.unit, self.start, self.least, self.most, self.last)
        return t.once(("ways", *span), retreat.ways, t.s, t.d, *span)

    def default(self, t: T) -> str:
        if side_of(self.side) == t.s.side:
            return ""
        return f"go {retreat.usual_way(t.s, t.d, self.unit, self.ways(t))}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, way: Value) -> Why | None:
            if way in self.ways(t):
                return None
            if way == retreat.HOME:
                return Why("Only allies of the Axis may always go home.", "25.4")
            return Why("The usual way keeps it in supply and finds room.", "10.78")

        slot = Slot(
            "way", "way", lambda _: list(self.ways(t)), why_not=why_not, rule="10.78",
            label=lambda _, way: _WAYS[str(way)],
        )  # fmt: skip
        return (Verb("go", Done, (slot,), rule="10.78", hint="Then the enemy picks the hexes."),)


_WAYS = {
    retreat.USUAL: "by the usual priorities",
    retreat.HOME: "toward its capital or into its country",
    retreat.THROUGH: "past friends in enemy zones, for a step each hex",
}


class Retreat(Choice, kw_only=True, tag="rb.retreat"):
    """The attacker picks the way of a unit (10.7)."""

    unit: int
    start: int
    least: int
    most: int
    last: bool = False
    way: str = ""
    """What its owner has chosen (10.78, 25.4)."""

    def prompt(self, t: T) -> tuple[str, str]:
        name = BOARD.pieces[self.unit].name
        return f"Choose where {name} retreats from {label(self.start)}.", "10.7"

    def routes(self, t: T) -> list[retreat.Route]:
        """The ways that the priorities leave."""
        span = (self.unit, self.start, self.least, self.most, self.last)
        found = t.once(("ways", *span), retreat.ways, t.s, t.d, *span)
        return found[self.way or retreat.USUAL]

    def verbs(self, t: T) -> Sequence[Verb]:
        def onward(picks: Picks) -> Collection[Value]:
            path = tuple(numbers(picks, 1))
            found = dict.fromkeys(
                route[len(path)]
                for route in self.routes(t)
                if len(route) > len(path) and route[: len(path)] == path
            )
            return list(found)

        def whole(picks: Picks) -> Why | None:
            if tuple(numbers(picks, 1)) in self.routes(t):
                return None
            return Why("The retreat goes on.", "10.76")

        def why_not(picks: Picks, hex_: Value) -> Why | None:
            if hex_ in onward(picks):
                return None
            route = (*numbers(picks, 1), int(hex_))
            why = retreat.why_not(t.s, t.d, number(picks, 0), self.start, route, *self._span())
            return why or Why("No retreat goes there.", "10.76")

        def do(unit: int, path: list[int]) -> Outcome:
            fall_back(t, unit, path)
            return Done(list[int | str](path))

        slots = (
            Slot("unit", "unit", lambda _: (self.unit,), label=where_of(t), rule="10.7"),
            Slot(
                "hex", "place", onward, many=True, stop=whole, why_not=on_map(why_not), rule="10.76"
            ),
        )
        hint = "The beaten unit goes this way."
        return (Verb("retreat", do, slots, rule="10.7", hint=hint),)

    def _span(self) -> tuple[int, int, bool]:
        return self.least, self.most, self.last


def fall_back(t: T, unit: int, path: Sequence[int]) -> None:
    """A unit retreats along a path; it converts no rails, a city on it is its side's (4.1)."""
    s, it = t.s, BOARD.pieces[unit]
    s.flags[unit] |= RETREATED
    ids = [IDS[hex_] for hex_ in (s.place[unit], *path)]
    set_place(t, unit, path[-1])
    t.note(Moved(unit=it.id, places=ids, how="retreats", rule="10.7"))
    for hex_ in path:
        hold(t, unit, hex_)


FRAMES: tuple[type[Frame], ...] = (Retreats, Order, Way, Retreat)
