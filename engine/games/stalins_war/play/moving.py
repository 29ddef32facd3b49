"""Movement in an Action Round (7.2.5, 7.3.3, 10.1, 10.2) and the works that OPS pay for.

Each order is one unit's; the core takes whole stacks apart into such orders.
"""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence

import msgspec

from engine.board.bits import Members, members
from engine.board.occupancy import Occupancy
from engine.core.frames import Choice, Done, Frame, Outcome
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import HEXES
from engine.games.stalins_war.law import crowding, movement, strategic
from engine.games.stalins_war.play import digging
from engine.games.stalins_war.state import MOVED, RAILED, SAILED, StalinsWar, turn
from engine.games.stalins_war.words import label


class Moves(Choice, kw_only=True, tag="sw.moves"):
    """All that a side moves and builds in its Action Round, in any order. Units not named stand."""

    careful: list[int] = msgspec.field(default_factory=list)
    """Hexes where an OPS more is paid for a Trench (§23.1.3)."""

    def prompt(self, t: T) -> tuple[str, str]:
        ops = movement.purse(t.s)
        kept = " One is kept for Backhand Blow." if movement.why_kept(t.s) else ""
        return f"Move, then end movement. OPS left: {ops}.{kept}{starves(t)}", "7.2.5"

    def may_hold(self, t: T) -> bool:
        return self.acted

    def verbs(self, t: T) -> Sequence[Verb]:
        make = t.lasting
        return (
            make(move_verb),
            make(rail_verb),
            make(sail_verb),
            *digging.verbs(t, self.careful),
            self._end(t),
        )

    def _end(self, t: T) -> Verb:
        blocked = None
        if crowded := crowding.can_clear(t.s, t.d):
            where = ", ".join(map(label, members(crowded)))
            blocked = Why(f"Too many units stand in {where}: move some.", "9.1.4")

        def end() -> Outcome:
            return Done(list[int | str](self.careful))

        hint = "You have moved all that you want to move."
        return Verb("end movement", end, rule="7.3.5", hint=hint, ends=True, blocked=blocked)


# on the ground --------------------------------------------------------------------------


def move_verb(t: T) -> Verb:
    """`move U P..`: hexes on the way where the way matters."""

    def units(_: Picks) -> Collection[Value]:
        return t.once("movable", crowding.movable, t.s, t.d)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return crowding.why_no_move(t.s, t.d, int(unit))

    def places(picks: Picks) -> Collection[Value]:
        return crowding.Onward(t.s, t.d, number(picks, 0), numbers(picks, 1))

    def why_place(picks: Picks, place: Value) -> Why | None:
        return crowding.why_not(t.s, t.d, number(picks, 0), numbers(picks, 1), int(place))

    def stop(picks: Picks) -> Why | None:
        return crowding.why_full(t.s, t.d, number(picks, 0), numbers(picks, 1)[-1])

    def via(picks: Picks, place: Value) -> Sequence[Value]:
        found = movement.march(t.s, t.d, number(picks, 0), numbers(picks, 1))
        return found.path(int(place))[:-1]

    def do(unit: int, path: list[int]) -> Outcome:
        acts.pay(t, movement.price(t.s, t.d, [unit]))
        acts.go(t, unit, [t.s.place[unit], *path], "moves", MOVED, "10.1.3")
        return None

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="10.1.3"),
        Slot(
            "hex",
            "place",
            places,
            many=True,
            stop=stop,
            why_not=on_map(why_place),
            via=via,
            rule="10.1.3",
        ),
    )
    hint = "A unit moves; name hexes on the way where the way matters."
    return Verb("move", do, slots, rule="10.1.3", hint=hint)


# by rail and sea ------------------------------------------------------------------------


def rail_verb(t: T) -> Verb:
    """`rail U P`: an SCU for 1 OPS (§10.2.1 to §10.2.4)."""

    def do(unit: int, place: int) -> Outcome:
        _pay_trip(t, unit)
        acts.carry(t, unit, place, "goes by rail", RAILED, "10.2.2")
        return None

    hint = "A small unit goes by rail for 1 OPS; then it neither moves nor attacks."
    slots = _trip(t, "rail", crowding.railable, crowding.rail_ends, crowding.why_not_rail, "10.2.2")
    return Verb("rail", do, slots, rule="10.2.2", hint=hint)


def sail_verb(t: T) -> Verb:
    """`sail U P`: an SCU for 1 OPS (§10.2.5, §10.2.6)."""

    def do(unit: int, place: int) -> Outcome:
        sea = strategic.sea_at(t.s.place[unit])
        assert sea is not None
        _pay_trip(t, unit)
        t.s.sailed[t.s.side] |= 1 << sea.index
        acts.carry(t, unit, place, "goes by sea", SAILED, "10.2.1")
        return None

    hint = "A small unit goes by sea for 1 OPS; then it neither moves nor attacks."
    slots = _trip(t, "sail", crowding.sailable, crowding.sea_ends, crowding.why_not_sea, "10.2.1")
    return Verb("sail", do, slots, rule="10.2.1", hint=hint)


def _pay_trip(t: T, unit: int) -> None:
    acts.pay(t, crowding.fare(t.s, t.d, unit))


def _trip(
    t: T,
    name: str,
    able: Callable[[StalinsWar, Occupancy], Collection[Value]],
    ends: Callable[[StalinsWar, Occupancy, int], int],
    why_not: Callable[[StalinsWar, Occupancy, int, int], Why | None],
    rule: str,
) -> tuple[Slot, Slot]:
    def units(_: Picks) -> Collection[Value]:
        return t.once((name, "units"), able, t.s, t.d)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        why = crowding.why_no_fare(t.s, t.d, int(unit))
        if why is None and name == "rail":
            why = strategic.why_no_train(t.s, t.d, int(unit))
        elif why is None:
            why = strategic.why_no_sea(t.s, int(unit))
        return why or Why(f"{BOARD.units[int(unit)].name} has nowhere to go.", rule)

    def places(picks: Picks) -> Collection[Value]:
        return Members(ends(t.s, t.d, number(picks, 0)))

    def why_place(picks: Picks, place: Value) -> Why | None:
        return why_not(t.s, t.d, number(picks, 0), int(place))

    return (
        Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule=rule),
        Slot("hex", "place", places, why_not=on_map(why_place), rule=rule),
    )


# words ----------------------------------------------------------------------------------


def where_of(t: T) -> Callable[[Picks, Value], str]:
    """The label of a unit: the hex that it stands in."""
    return lambda _, unit: name_of(t.s.place[int(unit)])


def starves(t: T) -> str:
    """A word of warning in the last Action Round of a side (§6.0 B)."""
    last = t.s.round == turn(t.s).rounds
    return " After this round who is out of supply is lost." if last else ""


def on_map(why: Callable[[Picks, Value], Why | None]) -> Callable[[Picks, Value], Why | None]:
    """`why` for hexes; a box is none."""

    def ask(picks: Picks, place: Value) -> Why | None:
        if int(place) >= HEXES:
            return Why("That is no hex.", "10.1.3")
        return why(picks, place)

    return ask


FRAMES: tuple[type[Frame], ...] = (Moves,)
