"""What the German card takes out of the war at the start of an impulse (18.0)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.core.entries import Lost
from engine.core.frames import Call, Choice, Done, Frame, Goto, Outcome, Proc
from engine.core.tell import several
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, lose_step, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    GERMAN,
    HEXES,
    PANZER,
    PANZERGRENADIER,
    REMOVED,
    SOVIET,
    WAITING,
    WITHDRAWN,
)
from engine.games.russia_besieged.law.movement import ends, why_still
from engine.games.russia_besieged.law.supply import general
from engine.games.russia_besieged.play.staging import where_of
from engine.games.russia_besieged.state import STEP, RussiaBesieged, turn, zoc
from engine.games.russia_besieged.words import IDS


def leaving(s: RussiaBesieged) -> list[int]:
    """The corps that the German card takes in this impulse (18.3)."""
    return list(_LEAVING.get((s.turn, s.impulse), ())) if s.side == AXIS else []


_DATES = {w[:2] for piece in BOARD.pieces for w in piece.withdrawals}
_LEAVING = {
    date: tuple(p.index for p in BOARD.pieces if any(w[:2] == date for w in p.withdrawals))
    for date in _DATES
}


def gone(t: T, number: int, where: int, rule: str) -> None:
    """A piece is withdrawn, from wherever it is."""
    before = IDS[t.s.place[number]]
    t.s.late = [record for record in t.s.late if record[0] != number]
    set_place(t, number, where)
    t.note(Lost(unit=BOARD.pieces[number].id, place=before, how="withdrawn", rule=rule))


class Withdrawals(Proc, kw_only=True, tag="rb.withdrawals"):
    """The German card takes Air units and corps from the east (18.0, 18.3)."""

    side: str
    planes: int = -1
    """Air units still to go, -1 before they are counted."""
    corps: list[int] = []
    """Corps that go in this impulse, still to be dealt with."""
    unit: int = -1
    owed: int = 0
    """Factors that it takes to make it whole (18.33, 18.43)."""
    back: int = 0
    """Turn in which it comes back, 0 for never."""

    STEPS: ClassVar[tuple[str, ...]] = ("count", "air", "next", "chosen", "fill", "leave")
    ASIDE: ClassVar[tuple[str, ...]] = ("one_step",)

    def count(self, t: T) -> Outcome:
        s = t.s
        if s.side != AXIS:
            return Done()
        self.planes = turn(s).stukas_leave if s.impulse == 1 else 0
        self.corps = leaving(s)
        return None

    def air(self, t: T) -> Outcome:
        if isinstance(self.ret, int) and self.planes:
            self.planes -= 1
        self.ret = None
        found = _planes(t)
        if self.planes <= 0 or not found:
            return None
        text = "An Air unit is withdrawn for good: choose it."
        return Call(Withdraw(side=self.side, units=found, text=text, rule="18.1"), then="air")

    def next(self, t: T) -> Outcome:
        """18.21, 18.31, 18.32, 18.42: the corps itself, or another in its place."""
        self.ret = None
        if not self.corps:
            return Done()
        self.unit, *self.corps = self.corps
        whole = _terms(t, self.unit)[2]
        then, rule = ("chosen", "18.32") if whole else ("one_step", "18.42")
        if _can_go(t, self.unit):
            self.ret = self.unit
            return Goto(then)
        found = _substitutes(t, self.unit)
        name = BOARD.pieces[self.unit].name
        if not found:
            say(t, f"No corps can be withdrawn for {name}.", rule)
            return Goto("next")
        what = "a corps" if whole else "a corps that gives a step"
        text = f"{name} cannot be withdrawn: choose {what} in its place."
        choice = Withdraw(side=self.side, units=found, text=text, rule=rule, only_name=True)
        return Call(choice, then=then)

    def one_step(self, t: T) -> Outcome:
        """18.21, 18.22: a step of it, or the corps where no more is left; it comes back."""
        back = _terms(t, self.unit)[3]
        unit = self.handed()
        last = t.s.step[unit] == len(BOARD.pieces[unit].faces) - 1
        if last:
            gone(t, unit, WITHDRAWN[AXIS], "18.22")
        else:
            lose_step(t, unit, "18.22")
        if back:
            t.s.late = [*t.s.late, [unit, back, -1 if last else STEP]]
        return Goto("next")

    def chosen(self, t: T) -> Outcome:
        self.back = _terms(t, self.unit)[3]
        self.unit = self.handed()
        self.ret = None
        it = BOARD.pieces[self.unit]
        self.owed = it.faces[0].combat - it.faces[t.s.step[self.unit]].combat
        return None

    def fill(self, t: T) -> Outcome:
        """18.33, 18.43: points, steps of other armor, or both, as the owner likes."""
        if isinstance(self.ret, int):
            self.owed -= self.ret
            self.ret = None
        others = [u for u in _ARMOR if t.s.place[u] < HEXES and u != self.unit]
        accounts = (3, 1) if BOARD.pieces[self.unit].ss else (1,)
        purse = sum(t.s.points[account] for account in accounts)
        if not others:
            spend(t, accounts, self.owed)
        if self.owed <= 0 or not others:
            return None
        means = "take steps of other armor" + " or spend points" * bool(purse)
        text = f"{self.owed} factors are missing: {means}."
        choice = Withdraw(
            side=self.side, units=others, text=text, rule="18.33", steps=True,
            accounts=list(accounts), owed=self.owed,
        )  # fmt: skip
        return Call(choice, then="fill")

    def leave(self, t: T) -> Outcome:
        gone(t, self.unit, WITHDRAWN[AXIS], "18.26")
        t.s.step[self.unit] = 0
        if self.back:
            t.s.late = [*t.s.late, [self.unit, self.back, -1]]
        return Goto("next")


def _terms(t: T, unit: int) -> tuple[int, int, bool, int]:
    now = (t.s.turn, t.s.impulse)
    return next(w for w in BOARD.pieces[unit].withdrawals if w[:2] == now)


_ARMOR = tuple(
    piece.index
    for piece in BOARD.pieces
    if piece.nation == GERMAN and piece.type in (PANZER, PANZERGRENADIER)
)
"""German armor, which gives steps to a corps that goes (18.33)."""


def _planes(t: T) -> list[int]:
    """Air units of the Axis, those held off the map too (18.1, 11.16)."""
    away = [piece for piece, _, _ in t.s.late]
    return [
        u
        for u in BOARD.of_side[AXIS]
        if BOARD.pieces[u].type == AIRCRAFT
        and (t.s.place[u] < HEXES or t.s.place[u] == WAITING or u in away)
    ]


def _can_go(t: T, unit: int) -> bool:
    """18.24, 18.25: on the map, in general supply, and not held by enemy zones."""
    s = t.s
    if s.place[unit] >= HEXES or not general(s, t.d, unit):
        return False
    held = zoc(t.d, SOVIET) >> s.place[unit] & 1
    return why_still(s, t.d, unit) is None and (not held or ends(s, t.d, unit) != 0)


def _substitutes(t: T, unit: int) -> list[int]:
    """Other Panzer corps: for an SS corps another one, or the strongest there are (18.42); for
    others all of at least its strength (18.32).
    """
    piece = BOARD.pieces[unit]
    there = [
        other
        for other in BOARD.of_side[AXIS]
        if BOARD.pieces[other].type == PANZER and other != unit and _can_go(t, other)
    ]
    full = {other: BOARD.pieces[other].faces[0].combat for other in there}
    if piece.ss:
        strong = [other for other in there if BOARD.pieces[other].ss]
    else:
        strong = [other for other in there if full[other] >= piece.faces[0].combat]
    return strong or [other for other in there if full[other] == max(full.values())]


def spend(t: T, accounts: Sequence[int], owed: int) -> int:
    """Armor points go for the factors that a corps lacks (18.33, 18.43); how many."""
    left = owed
    for account in accounts:
        paid = min(left, t.s.points[account])
        t.s.points[account] -= paid
        left -= paid
    return owed - left


class Withdraw(Choice, kw_only=True, tag="rb.withdraw"):
    """The owner names what goes."""

    units: list[int]
    text: str
    rule: str
    steps: bool = False
    """One step of it goes, not the whole."""
    only_name: bool = False
    accounts: list[int] = []
    """Those whose points may be spent instead, for so many factors."""
    owed: int = 0

    def prompt(self, t: T) -> tuple[str, str]:
        return self.text, self.rule

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return self.units

        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.units:
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} is not among those.", self.rule)

        def do(unit: int) -> Outcome:
            if self.only_name:
                return Done(unit)
            if self.steps:
                it, step = BOARD.pieces[unit], t.s.step[unit]
                rest = it.faces[step + 1].combat if step + 1 < len(it.faces) else 0
                worth = it.faces[step].combat - rest
                lose_step(t, unit, self.rule)
                return Done(worth)
            gone(t, unit, REMOVED, self.rule)
            return Done(unit)

        def pay() -> Outcome:
            paid = spend(t, self.accounts, self.owed)
            say(t, f"{several(paid, 'armor point')} spent for it.", self.rule)
            return Done(paid)

        slot = Slot("unit", "unit", units, why_not=why_not, label=where_of(t), rule=self.rule)
        hint = "A step of it goes." if self.steps else "It leaves the east."
        found = [Verb("withdraw", do, (slot,), rule=self.rule, hint=hint)]
        if any(t.s.points[account] for account in self.accounts):
            hint = "Armor points take the place of steps, as far as they go."
            found.append(Verb("spend", pay, rule=self.rule, hint=hint))
        return found


FRAMES: tuple[type[Frame], ...] = (Withdrawals, Withdraw)
