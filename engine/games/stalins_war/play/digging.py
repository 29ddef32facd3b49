"""What OPS build during movement (sw-59): Trenches (10.3), Partisans (16.1), Festungs (16.3)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import members
from engine.core.frames import Outcome
from engine.core.picks import numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import HEXES, SOVIET
from engine.games.stalins_war.law import works
from engine.games.stalins_war.law.movement import spare, why_kept
from engine.games.stalins_war.state import DIGS, played

CAREFUL = "careful_trenches"
"""The option of §23.1.3."""
NO_HEX = Why("That is no hex.", "10.1.3")


def _poor(t: T) -> Why:
    return why_kept(t.s) or Why("You have no OPS left for it.", "7.3.1")


def verbs(t: T, careful: list[int]) -> Sequence[Verb]:
    """The works of the active player; `careful` takes the hexes with an OPS more (§23.1.3)."""
    own = partisan_verb(t) if t.s.side == SOVIET else festung_verb(t)
    return trench_verb(t, careful), own


def trench_verb(t: T, careful: list[int]) -> Verb:
    """`trench P [careful]`: an attempt whose die is rolled after all movement."""

    def places(_: Picks) -> Collection[Value]:
        if not spare(t.s):
            return []
        return t.once("diggable", works.diggable, t.s, t.d)

    def why_place(_: Picks, place: Value) -> Why | None:
        if int(place) >= HEXES:
            return NO_HEX
        return works.why_no_dig(t.s, t.d, int(place)) or (None if spare(t.s) else _poor(t))

    def cares(_: Picks) -> Collection[Value]:
        return ["careful"] if CAREFUL in t.s.options and spare(t.s) > 1 else []

    def why_care(_: Picks, word: Value) -> Why | None:
        if CAREFUL not in t.s.options:
            return Why("The option for careful trenches is not in force.", "23.1.3")
        return None if spare(t.s) > 1 else _poor(t)

    def do(place: int, care: str | list[str]) -> Outcome:
        acts.pay(t, 2 if care else 1)
        t.s.digging = [*t.s.digging, place]
        for unit in t.d.units(t.s.side, place):
            if BOARD.units[unit].lcu:
                t.s.flags[unit] |= DIGS
        if care:
            careful.append(place)
        return None

    slots = (
        Slot("hex", "place", places, why_not=why_place, rule="10.3.1"),
        Slot(
            "careful", "careful", cares, flag=True, optional=True, why_not=why_care, rule="23.1.3"
        ),
    )
    hint = "An LCU tries to entrench for 1 OPS and stays."
    if CAREFUL in t.s.options:
        hint = "An LCU tries to entrench for 1 OPS and stays; careful: 3 off the die for 1 more."
    return Verb("trench", do, slots, rule="10.3.1", hint=hint)


def partisan_verb(t: T) -> Verb:
    """`partisan P..`: two Inactive Partisans for the 1 OPS of a turn."""

    def places(picks: Picks) -> Collection[Value]:
        named = numbers(picks, 0)
        if len(named) >= min(works.AT_ONCE, works.partisans_left(t.s)):
            return []
        return [place for place in members(works.dens(t.s, t.d)) if place not in named]

    def why_place(picks: Picks, place: Value) -> Why | None:
        if place in places(picks):
            return None
        if int(place) >= HEXES:
            return NO_HEX
        if place in numbers(picks, 0):
            return Why("It is named twice.", "9.1.3")
        return works.why_no_den(t.s, t.d, int(place)) or Why("No more than two.", "16.1.2")

    def do(found: list[int]) -> Outcome:
        acts.pay(t, 1)
        t.s.partisans_paid = True
        for place in found:
            acts.place_partisan(t, place)
        return None

    blocked = works.why_no_partisans(t.s) or (None if spare(t.s) else _poor(t))
    slot = Slot("hex", "place", places, many=True, why_not=why_place, rule="16.1.2")
    hint = "Up to two Inactive Partisans, once a turn, for 1 OPS."
    return Verb("partisan", do, (slot,), rule="16.1.2", hint=hint, blocked=blocked)


def festung_verb(t: T) -> Verb:
    """`festung P`: a Festung for 1 OPS."""

    def places(_: Picks) -> Collection[Value]:
        if not played(t.s, "festung"):
            return []
        return [
            site.place
            for site in BOARD.ground.sites
            if works.why_no_festung(t.s, t.d, site.place) is None
        ]

    def why_place(_: Picks, place: Value) -> Why | None:
        return NO_HEX if int(place) >= HEXES else works.why_no_festung(t.s, t.d, int(place))

    def do(place: int) -> Outcome:
        acts.pay(t, 1)
        acts.build_festung(t, place)
        return None

    slot = Slot("hex", "place", places, why_not=why_place, rule="16.3.2")
    hint = "A Festung for 1 OPS: who stands in it never leaves."
    blocked = None if spare(t.s) else _poor(t)
    return Verb("festung", do, (slot,), rule="16.3.2", hint=hint, blocked=blocked)
