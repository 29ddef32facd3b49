"""Phase 2: advance, convoy, blitz, disengagement, and the tokens of this phase."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.core.entries import Noted
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Slot, Verb, Why
from engine.games.iron_blood.acts import T, go, place, side_of
from engine.games.iron_blood.cards import generals
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, INFANTRY, NOWHERE, SIDES
from engine.games.iron_blood.law import movement, reinforce
from engine.games.iron_blood.state import on_map


class Movement(Choice, kw_only=True, tag="ib.movement"):
    """A side moves its regular units, one after the other (§phase2)."""

    PHASE: ClassVar[str] = "Movement"

    def prompt(self, t: T) -> tuple[str, str]:
        if (tank := self._blitzing(t)) != NOWHERE:
            name = BOARD.units[tank].name
            return f"{name} may blitz; or move another unit, or end movement.", "phase2.blitz"
        return "Move your regular units, then end movement.", "phase2"

    def may_hold(self, t: T) -> bool:
        return generals.could_hold(t, self.side, "advance", "infantry")

    def verbs(self, t: T) -> Sequence[Verb]:
        found = [t.lasting(_move, side_of(self.side))]
        if (tank := self._blitzing(t)) != NOWHERE:
            found.append(_blitz(t, tank))
        found.append(t.lasting(_end))
        if generals.holds(t, self.side, "advance"):
            found.append(self._play_advance(t))
        if generals.holds(t, self.side, "infantry"):
            found.append(self._play_infantry(t))
        return found

    def _blitzing(self, t: T) -> int:
        """The tank of this side that may blitz, -1 for none."""
        return movement.blitzer(t.s, t.d, side_of(self.side))

    def _mover(self, t: T) -> int:
        """The unit of this side that has just moved, -1 for none."""
        unit = t.s.mover
        if unit == NOWHERE or BOARD.units[unit].side != side_of(self.side) or not on_map(t.s, unit):
            return NOWHERE
        return unit

    def _play_advance(self, t: T) -> Verb:
        """A unit advances once more, right after its movement, in Mud too (§generals.axis; ib-31).

        One that could not disengage has used its movement, but has not moved (ib-35).
        """
        rule, mover = "generals.axis", self._mover(t)
        units = [mover] if mover != NOWHERE and movement.advances(t.s, t.d, mover) else []

        def why_unit(unit: int) -> Why:
            name = BOARD.units[unit].name
            if unit == mover:
                return Why(f"There is no hex that {name} could advance into.", rule)
            return Why(f"{name} is not the unit that has just moved: the token is played "
                       "right after a unit's movement.", rule)  # fmt: skip

        def do(unit: int, hex_: int) -> Outcome:
            generals.spend(t, self.side, "advance", f"{BOARD.units[unit].name} advances again")
            return Call(Move(unit=unit, path=[hex_], blitz=t.s.blitzing == unit))

        label = partial(_unit_label, t)
        slots = (pick("unit", "unit", units, why_unit, label=label, rule=rule), _into(t, rule))
        hint = "The unit that has just moved advances one more hex."
        return Verb("play advance", do, slots, rule=rule, own=True, hint=hint)

    def _play_infantry(self, t: T) -> Verb:
        """An infantry unit off the board comes back in a home city (§generals.axis)."""
        reserve = reinforce.in_reserve(t.s, AXIS, INFANTRY)

        def hexes() -> list[int]:
            return reinforce.home_city_hexes(t.d) if reserve else []

        def why_not(hex_: int) -> Why | None:
            if not reserve:
                return Why("You have no infantry unit off the board.", "generals.axis")
            return reinforce.why_not_home_city(t.d, hex_)

        def do(hex_: int) -> Outcome:
            generals.spend(t, self.side, "infantry", f"{BOARD.units[reserve[0]].name} arrives")
            place(t, reserve[0], hex_, "generals.axis")
            return None

        slots = (pick("hex", "place", hexes, why_not=why_not, rule="generals.axis"),)
        hint = "Bring an infantry unit back in a home city."
        return Verb("play infantry", do, slots, rule="generals.axis", own=True, hint=hint)


def _end(t: T) -> Verb:
    def do() -> Outcome:
        t.s.blitzing = t.s.mover = NOWHERE
        return Done()

    hint = "You have moved all that you want to move."
    return Verb("end movement", do, rule="phase2", hint=hint, ends=True)


def _move(t: T, side: int) -> Verb:

    def why_not_hex(unit: int, path: list[int], hex_: int) -> Why | None:
        refusal = movement.why_not_next(t.s, t.d, unit, path, hex_)
        return refusal or _one_way(t, unit, path, hex_)

    def via(unit: int, path: list[int], hex_: int) -> Sequence[int]:
        here = path[-1] if path else t.s.at[unit]
        if movement.steps_to(t.s, t.d, unit, here, hex_):
            return ()
        return _ways(t, unit, path, hex_)[0][:-1]

    def do(unit: int, path: list[int]) -> Outcome:
        return Call(Move(unit=unit, path=path))

    slots = (
        pick("unit", "unit", lambda: movement.movable(t.s, t.d, side), keep=t,
             why_not=lambda unit: movement.why_not_move(t.s, t.d, side, unit),
             label=partial(_unit_label, t), rule="phase2"),
        pick("hex", "place", lambda unit, path: movement.plain_next(t.s, t.d, unit, path),
             stop=lambda unit, path: movement.why_not_end(t.d, unit, path), via=via,
             why_not=why_not_hex, rule="phase2", keep=t, many=True),
    )  # fmt: skip
    hint = "One hex is an advance; over friendly units it is a convoy with an advance."
    return Verb("move", do, slots, rule="phase2", hint=hint)


def _into(t: T, rule: str) -> Slot:
    """The hex that the unit picked advances into."""
    return pick(
        "hex", "place", lambda unit: movement.advances(t.s, t.d, unit), rule=rule,
        why_not=lambda unit, hex_: movement.why_not_advance(t.s, t.d, unit, hex_),
    )  # fmt: skip


def _ways(t: T, unit: int, path: list[int], hex_: int) -> list[list[int]]:
    """The hexes from the last one of `path` to `hex_`, for each way that matters."""
    if movement.chain_hexes(t.s, t.d, unit) >> hex_ & 1:
        return [movement.convoy_path(t.s, t.d, unit, path, hex_)]
    return [way[len(path) + 1 :] for way in movement.ways(t.s, t.d, unit, [*path, hex_])]


def _one_way(t: T, unit: int, path: list[int], hex_: int) -> Why | None:
    """The hex of entry decides the retreat, so the player names it where there are several."""
    ways = _ways(t, unit, path, hex_)
    if len(ways) == 1:
        return None
    text = f"{BOARD.label(hex_)} can be entered from several hexes; say from which."
    return Why(text, "phase3.retreat", tuple(tuple(way[-2:]) for way in ways))


def _unit_label(t: T, unit: int) -> str:
    return f"{BOARD.units[unit].name} in {BOARD.label(t.s.at[unit])}"


def _blitz(t: T, unit: int) -> Verb:
    def do() -> Outcome:
        return Call(Blitz(unit=unit))

    name = BOARD.units[unit].name
    return Verb("blitz", do, rule="phase2.blitz", hint=f"{name} tries to go on: 2 or 3 on a die.")


class Move(Proc, kw_only=True, tag="ib.move"):
    """A unit disengages if it must, convoys along `path` and advances into its last hex."""

    unit: int
    path: list[int]
    blitz: bool = True
    """May a blitz follow? Not when a token is played for a tank that could not go on (ib-31)."""
    STEPS: ClassVar[tuple[str, ...]] = ("disengage", "go")

    def disengage(self, t: T) -> Outcome:
        t.s.blitzing = t.s.mover = NOWHERE  # each completes its movement before the next (§phase2)
        return leave(t, self.unit)

    def go(self, t: T) -> Outcome:
        if self.ret is not None and not left(self.ret):
            return stay(t, self.unit)
        how = "advances" if len(self.path) == 1 else "convoys and advances"
        rule = "phase2.advance" if len(self.path) == 1 else "phase2.convoy"
        go(t, self.unit, [t.s.at[self.unit], *self.path], how, rule)
        t.s.mover = self.unit
        if self.blitz:
            offer_blitz(t, self.unit)
        return Done()


DISENGAGED = 3
"""Only this lets a unit leave an enemy unit (§phase2.disengage)."""

BLITZED = 2
"""This or more lets a tank go on (§phase2.blitz)."""


def leave(t: T, unit: int) -> Outcome:
    """The roll that a unit needs to leave its hex, if it needs one (§phase2.disengage)."""
    if movement.disengagement(t.s, t.d, unit) != "roll":
        return None
    side = SIDES[BOARD.units[unit].side]
    return Call(generals.Attempt(side=side, purpose="disengage", least=DISENGAGED))


def left(ret: object) -> bool:
    """Did the disengage roll succeed?"""
    return isinstance(ret, int) and ret >= DISENGAGED


def stay(t: T, unit: int) -> Outcome:
    """The unit could not disengage: it stays, and its movement is over."""
    t.s.moved[unit] = 1
    t.s.blitzing = NOWHERE
    name = BOARD.units[unit].name
    t.note(Noted(text=f"{name} can't disengage and stays.", rule="phase2.disengage"))
    return Done()


def offer_blitz(t: T, unit: int) -> None:
    """After an advance a tank may try a blitz, as long as nothing forbids it."""
    refusal: Why | None = movement.why_not_blitz(t.s, t.d, unit)
    t.s.blitzing = NOWHERE if refusal else unit


class Blitz(Proc, kw_only=True, tag="ib.blitz"):
    """A tank that has advanced tries to go on (§phase2.blitz)."""

    unit: int
    STEPS: ClassVar[tuple[str, ...]] = ("disengage", "roll", "choose")

    def disengage(self, t: T) -> Outcome:
        return leave(t, self.unit)  # an enemy tank in its hex must be left first

    def roll(self, t: T) -> Outcome:
        if self.ret is not None and not left(self.ret):
            return stay(t, self.unit)
        side = SIDES[BOARD.units[self.unit].side]
        return Call(generals.Attempt(side=side, purpose="blitz", least=BLITZED))

    def choose(self, t: T) -> Outcome:
        if not (isinstance(self.ret, int) and self.ret >= BLITZED):
            t.s.blitzing = NOWHERE
            name = BOARD.units[self.unit].name
            t.note(Noted(text=f"{name} gets no further.", rule="phase2.blitz"))
            return Done()
        return Call(BlitzTo(side=SIDES[BOARD.units[self.unit].side], unit=self.unit))


class BlitzTo(Choice, kw_only=True, tag="ib.blitz_to"):
    """The blitz succeeded: where does the tank go?"""

    unit: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{BOARD.units[self.unit].name} blitzes: advance it, or stay.", "phase2.blitz"

    def verbs(self, t: T) -> Sequence[Verb]:
        def advance(unit: int, hex_: int) -> Outcome:
            go(t, unit, [t.s.at[unit], hex_], "blitzes", "phase2.blitz")
            offer_blitz(t, unit)
            return Done()

        def done() -> Outcome:
            t.s.blitzing = NOWHERE
            return Done()

        slots = (pick("unit", "unit", (self.unit,), rule="phase2.blitz"), _into(t, "phase2.blitz"))
        return (
            Verb("advance", advance, slots, rule="phase2.blitz", hint="Go on into the next hex."),
            Verb("done", done, rule="phase2.blitz", hint="Stay after all."),
        )
