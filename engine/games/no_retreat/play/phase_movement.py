"""The Movement Phase (§8.0), with entraining (§9.1), the Strategic Reserve and support."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import ClassVar

import msgspec

from engine.board.bits import Members
from engine.core.entries import Marked
from engine.core.events import Moment
from engine.core.frames import Become, Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.playing import play_verbs
from engine.core.verbs import Verb, Why
from engine.games.no_retreat import options
from engine.games.no_retreat.acts import T, entrain, foe, go, side_of, spend
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.cards.effects_units import extra_movers
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import OWN_MOVEMENT
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import FINLAND, MARKER, NOWHERE, ON_MAP, SIDES, SOVIET
from engine.games.no_retreat.law import movement, rail, stacking
from engine.games.no_retreat.play import shed
from engine.games.no_retreat.play.windows import window


class Movement(Proc, kw_only=True, tag="nr.movement"):
    """A side moves its units, then the other may answer."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "moves", "answer", "close")

    def begin(self, t: T) -> Outcome:
        t.s.moved = [0] * len(BOARD.units)
        t.s.rail_bought = 0
        t.s.support[side_of(self.side)] = NOWHERE  # §15.3.4
        return Call(window("movement_start", [foe(self.side)]))

    def moves(self, t: T) -> Outcome:
        return Call(Moves(side=self.side))

    def answer(self, t: T) -> Outcome:
        """The other side's events once movement is over."""
        return Call(window("movement", [foe(self.side)]))

    def close(self, t: T) -> Outcome:
        shed.lone_reserve(t)
        return None


class Moves(Choice, kw_only=True, tag="nr.moves"):
    """A side moves and entrains its units one by one; reserve and support come last."""

    closed: bool = False
    """The marker of §14.12 or §15.3 has been placed: movement itself is over."""
    reserved: bool = False

    def prompt(self, t: T) -> tuple[str, str]:
        if self.closed:
            return "Your units have moved; end movement.", "8.0"
        return "Move or entrain your units, then end movement.", "8.0"

    def may_hold(self, t: T) -> bool:
        return self.acted or EVENTS.could_hold(
            t, Moment(self.side, OWN_MOVEMENT)
        )  # once acted, it is asked anyway

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        found = [t.lasting(_moves, self.side), t.lasting(_entrain, self.side)]
        if self.closed:
            over = Why("The markers of the end of movement are placed.", "8.0")
            found = [Verb(verb.name, Done, rule=verb.rule, blocked=over) for verb in found]
        if side == SOVIET and t.s.turn >= rail.RESERVE_TURN and not self.reserved:
            found.append(self._reserve(t))
        if options.LOCAL_SUPPORT in t.s.options and t.s.support[side] == NOWHERE:
            found.append(self._support(t))
        hint = "You have moved all that you want to move."
        found.append(Verb("end movement", Done, rule="8.0", hint=hint, ends=True))
        return found if self.closed else [*found, *play_verbs(t, Moment(self.side, OWN_MOVEMENT))]

    def _reserve(self, t: T) -> Verb:
        def do(unit: int) -> Outcome:
            if t.s.at[unit] < ON_MAP:
                entrain(t, unit, "14.12.1")
            t.s.reserve = unit
            id_ = BOARD.units[unit].id
            t.note(Marked(place=id_, mark="reserve", value="on", rule="14.12.1"))
            self.closed = self.reserved = True
            return None

        slot = pick(
            "unit", "unit", lambda: rail.reservable(t.s, t.d), keep=t, rule="14.12.1",
            why_not=lambda unit: rail.why_not_reserve(t.s, t.d, unit), label=partial(unit_label, t),
        )  # fmt: skip
        hint = "The last act of movement: a supplied unit becomes the Strategic Reserve."
        return Verb("reserve", do, (slot,), rule="14.12.1", hint=hint)

    def _support(self, t: T) -> Verb:
        side = side_of(self.side)

        def why(unit: int) -> Why:
            return Why(f"{BOARD.units[unit].name} is no supplied unit of yours.", "15.3.1")

        def do(unit: int) -> Outcome:
            t.s.support[side] = unit
            id_ = BOARD.units[unit].id
            t.note(Marked(place=id_, mark="support", value="on", rule="15.3.2"))
            self.closed = True
            return None

        units = [
            unit
            for unit in BOARD.of_side[side]
            if t.s.at[unit] < ON_MAP
            and not t.s.unsupplied[unit]
            and BOARD.units[unit].faces[0].type != MARKER
        ]
        slot = pick("unit", "unit", units, why, label=partial(unit_label, t), rule="15.3.1")
        hint = "The last act of movement: local support for a supplied unit."
        return Verb("support", do, (slot,), rule="15.3", hint=hint)


# moving ----------------------------------------------------------------------------


def _moves(t: T, name: str) -> Verb:
    return move_verb(t, name, lambda: movement.movable(t.s, t.d, side_of(name)))


def _entrain(t: T, name: str) -> Verb:
    side = side_of(name)

    def hand() -> Sequence[int]:
        return t.ids(f"hand.{name}")

    def unpaid(*_: object) -> Why | None:
        if rail.price(t.s):
            return Why("Only the first rail move is free: pay a card for this one.", "9.1.1")
        return None

    def do(unit: int, card: int | list[int]) -> Outcome:
        if isinstance(card, int):
            spend(t, name, [card], "pays for a rail move", "9.1.1")
        elif t.s.rail_bought:
            t.s.free_rail -= 1
        t.s.rail_bought += 1
        entrain(t, unit, "9.1")
        return None

    slots = (
        pick("unit", "unit", lambda: rail.entrainable(t.s, side, len(hand())), keep=t,
             why_not=lambda unit: rail.why_not_entrain(t.s, side, unit, len(hand())),
             label=partial(unit_label, t), rule="9.1"),
        pick("card", "card", lambda _: hand() if rail.price(t.s) else (), stop=unpaid,
             why_not=lambda _, card: deck.why_not_pay(
                 hand(), (), rail.price(t.s), card, "9.1.1"),
             key="pay", optional=True, rule="9.1.1"),
    )  # fmt: skip
    hint = "Instead of moving, a unit goes to the Rail Movement Box."
    return Verb("entrain", do, slots, rule="9.1", hint=hint)


def move_verb(t: T, side: str, units: Callable[[], Collection[int]]) -> Verb:
    """`move U hex..` for these units; also a card that lets one unit move uses it."""

    def why(unit: int) -> Why:
        refusal = movement.why_not_unit(t.s, t.d, side_of(side), unit)
        return refusal or Why(f"{BOARD.units[unit].name} may not move now.", "8.0")

    def ways(unit: int, path: list[int]) -> movement.Ways:
        return movement.ways(t.s, t.d, unit, path)

    def label(unit: int, path: list[int], place: int) -> str:
        found, name = ways(unit, path), stacking.named(t.s, t.d, unit, place)
        price = f"{found.cost(place)} of {found.quiet.budget} MP"
        return f"{name}, {price}" if name else price

    def do(unit: int, path: list[int]) -> Outcome:
        t.s.moved[unit] = 1
        return Call(March(unit=unit, path=path))

    slots = (
        pick("unit", "unit", units, why, label=partial(unit_label, t), rule="8.0", keep=t),
        pick("place", "place", lambda unit, path: Members(ways(unit, path).ends),
             via=lambda unit, path, place: ways(unit, path).way(place)[:-1],
             why_not=partial(_why_not_place, t), label=label, rule="8.0", keep=t, many=True),
    )  # fmt: skip
    hint = "A unit goes to a hex; name hexes on the way where the way matters."
    return Verb("move", do, slots, rule="8.0", hint=hint)


def _why_not_place(t: T, unit: int, path: list[int], place: int) -> Why | None:
    refusal = movement.why_not_next(t.s, t.d, unit, path, place)
    if refusal is None:
        return None
    gates = movement.gates_to(t.s, t.d, unit, path, place) if place < ON_MAP else []
    return Why(refusal.text, refusal.rule, tuple((gate, place) for gate in gates))


def unit_label(t: T, unit: int) -> str:
    """What a list shows beside a unit: its name and where it is."""
    return f"{BOARD.units[unit].name} in {BOARD.label(t.s.at[unit])}"


class March(Proc, kw_only=True, tag="nr.march"):
    """A unit goes along `path`; the other side may answer each capture (§8.0, §12.7.1)."""

    unit: int
    path: list[int]
    """The places still to enter."""

    STEPS: ClassVar[tuple[str, ...]] = ("go",)

    def go(self, t: T) -> Outcome:
        if not self.path:
            return Done()
        side = BOARD.units[self.unit].side
        count = 1 + next(
            (n for n, place in enumerate(self.path) if _captures(t, side, place)),
            len(self.path) - 1,
        )
        stretch, self.path = self.path[:count], self.path[count:]
        captures = _captures(t, side, stretch[-1])
        go(t, self.unit, [t.s.at[self.unit], *stretch], "moves", "8.0")
        if not captures:
            return Done()
        other = foe(SIDES[side])
        return Call(window("capture", [other], place=stretch[-1]), then="go")


def _captures(t: T, side: int, place: int) -> bool:
    """Does a place change hands when a unit of the side enters it?"""
    site = BOARD.site_at[place]
    return site >= 0 and place != FINLAND and t.s.control[site] != side


class ExtraMove(Choice, kw_only=True, tag="nr.extra_move"):
    """One unit moves in the enemy's turn (card 22)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Move one supplied unit, or leave it at that.", "5.3.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        units = extra_movers(t, side_of(self.side))
        verb = move_verb(t, self.side, lambda: units)

        def do(unit: int, path: list[int]) -> Outcome:
            return Become(March(unit=unit, path=path))

        return (
            msgspec.structs.replace(verb, do=do),
            Verb("done", Done, rule="5.3.1", hint="No unit moves."),
        )
