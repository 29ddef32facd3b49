"""What comes and goes at the start of an impulse: points, marshals, withdrawals (18 to 21)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.core.entries import Lost, Placed
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, changed, eliminate, lose_step, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    GERMAN,
    HEXES,
    IN_HAND,
    MARSHAL,
    PANZER,
    PARTISAN,
    REMOVED,
    SIDES,
    SOVIET,
    SURRENDERED,
    URALS,
    WAITING,
    WEC,
    WITHDRAWN,
)
from engine.games.russia_besieged.law import economy
from engine.games.russia_besieged.law.movement import ends, why_still
from engine.games.russia_besieged.law.supply import general
from engine.games.russia_besieged.play.staging import where_of
from engine.games.russia_besieged.state import (
    FREE,
    RussiaBesieged,
    bodies,
    controls,
    rails,
    turn,
    zoc,
)
from engine.games.russia_besieged.words import IDS, account_name

DIE = range(1, 11)
_GROUND = BOARD.ground
_CITY = _GROUND.city_index
_NATION = {4: "bucharest", 5: "bucharest", 6: "budapest", 7: "budapest", 8: "helsinki"}
_OWNERS = {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}
_RUMANIAN_ARMOR = BOARD.piece_index["rum_mech_1"]
_GARRISON = BOARD.piece_index["berlin_garrison"]
_LEAVES = BOARD.turn_index["sep_oct_1944"]  # 17.61
_URALS = BOARD.piece_index["wec_urals"]
_FULL = BOARD.turn_index["may_jun_1943"]  # 20.4
_OVER = BOARD.turn_index["jan_feb_1945"]
_MAIN_LINE = BOARD.turn_index["jan_feb_1942"]  # 20.7


# points -------------------------------------------------------------------------------


def receive_points(t: T) -> None:
    """The first impulse of a turn brings points, to spend or to save (19.0, 19.07, 19.2)."""
    if t.s.side == AXIS:
        _axis_points(t)
    else:
        _russian_points(t)


def _axis_points(t: T) -> None:
    s = t.s
    if s.turn >= _OVER:  # 19.14
        s.points[:10] = [0] * 10
        return
    received = list(turn(s).points)
    ploesti = controls(s, AXIS, _CITY["ploesti"])
    for account in range(10):
        owner = _OWNERS.get(account, GERMAN)
        capital = _NATION.get(account, "berlin")
        gone = s.surrendered >> owner & 1 or not controls(s, AXIS, _CITY[capital])
        if gone or (account in (1, 3, 5, 7) and not ploesti):  # 19.11, 21.3, 21.31
            received[account] = 0
    if s.place[_RUMANIAN_ARMOR] == SURRENDERED[AXIS]:  # 19.18
        received[4] += turn(s).months[0] == "jul" and turn(s).year >= 1942
        received[4] += s.points[5] // 3
        s.points[5], received[5] = 0, 0
    if economy.tanks_come(s):  # 21.2, 21.22
        received[1] += s.promised_oil
        s.promised_oil = 0
    _receive(t, enumerate(received))


def _receive(t: T, received: enumerate[int] | Sequence[tuple[int, int]]) -> None:
    words = []
    for account, points in received:
        t.s.points[account] += points
        if points:
            words.append(f"{account_name(account)} {points}")
    if words:
        say(t, f"Replacement points: {', '.join(words)}.", "19.0")


def _russian_points(t: T) -> None:
    s = t.s
    joined = economy.linked(s, t.d)
    for well in _GROUND.wells:  # 21.06, 21.23
        if well.index not in joined and well.side == SOVIET:
            s.frozen[well.index] += economy.growth(s, well)
    infantry, armor = economy.factories(s), _oil(t)
    if economy.FIRST_LOAN <= s.turn <= economy.LAST_LOAN:  # 20.5, 20.53
        (roll,) = t.roll("lend", 1, DIE, SIDES[SOVIET])
        shares = economy.lend_lease(s, t.d, roll)
        tanks = economy.armor_share(sum(shares))
        names = ("Persia", "Murmansk", "Archangel")
        words = ", ".join(f"{name} {n}" for name, n in zip(names, shares, strict=True))
        say(t, f"Lend-Lease: {words}; {tanks} of them armor.", "20.5")
        infantry, armor = infantry + sum(shares) - tanks, armor + tanks
    _receive(t, [(10, infantry), (11, armor)])


def _oil(t: T) -> int:
    """The wells that give to the Russians, those beyond a cut by the die (21.05, 21.33)."""
    s = t.s
    whole, cut = economy.oil(s, t.d)
    if not cut:
        s.cut = -1
    elif s.cut < 0:
        (roll,) = t.roll("oil", 1, DIE, SIDES[SOVIET])
        s.cut = economy.cut_off(cut, roll)
        say(t, f"{cut} oil points are cut off: {s.cut} come.", "21.05")
    else:
        s.cut = economy.still_cut_off(s.cut, cut)
    gained = sum(
        2
        for well in _GROUND.wells
        if well.side == AXIS and s.captured >> well.index & 1 and not economy.resting(s, well)
    )
    return whole + max(s.cut, 0) + gained


# what comes by itself -----------------------------------------------------------------


def come(t: T) -> None:
    """Marshals, partisans and what was away come; marshals are withdrawn (14.2, 16.12, 18.5)."""
    s = t.s
    for number in _BY_THEMSELVES[s.side]:
        piece = BOARD.pieces[number]
        date = piece.arrival
        if piece.type == MARSHAL and s.place[number] == IN_HAND[s.side] and piece.leaves == s.turn:
            _gone(t, number, REMOVED, "18.5")
        due = date is not None and (date.turn, date.impulse) <= (s.turn, s.impulse)
        if not due or s.place[number] != WAITING:
            continue
        if piece.type in (MARSHAL, PARTISAN):
            if piece.type == MARSHAL and s.surrendered >> 3 & 1 and piece.id == "fm_mannerheim":
                continue
            _put(t, number, IN_HAND[s.side], "14.26" if piece.type == MARSHAL else "16.12")
        elif piece.type == WEC and piece.area == "urals_box":
            _put(t, number, URALS, "20.4")
            s.points[10] += piece.faces[s.step[number]].combat
    if s.side == SOVIET and s.turn == _FULL and s.impulse == 1 and s.step[_URALS]:
        s.step[_URALS] = 0
        s.points[10] += BOARD.pieces[_URALS].faces[0].combat - BOARD.pieces[_URALS].faces[1].combat
        say(t, "The Urals reach full production.", "20.4")
    if s.side == AXIS and s.turn >= _LEAVES and s.place[_GARRISON] < HEXES:
        eliminate(t, _GARRISON, "withdrawn", "17.61")
    _late(t)


_BY_THEMSELVES = tuple(
    tuple(n for n in mine if BOARD.pieces[n].type in (MARSHAL, PARTISAN, WEC))
    for mine in BOARD.of_side
)
"""Those of each side that nobody places."""


def _late(t: T) -> None:
    """What was away comes back (11.16, 20.65, 26.15)."""
    s, kept = t.s, []
    for piece, when, place in s.late:
        if BOARD.pieces[piece].side != s.side or (when, 1) > (s.turn, s.impulse):
            kept.append([piece, when, place])
            continue
        if place == STEP:
            _step_back(t, piece)
            continue
        where = WAITING if place < 0 else place
        _put(t, piece, where, "20.65" if where == URALS else "11.16")
        s.flags[piece] |= FREE if where == WAITING else 0  # 7.09: it is a reinforcement now
        if where == URALS and s.impulse == 1:
            s.points[10] += BOARD.pieces[piece].faces[s.step[piece]].combat  # 20.66
    s.late = kept


STEP = -2
"""In `late`: a step that comes back to a unit where it stands (18.22)."""


def _step_back(t: T, unit: int) -> None:
    if t.s.place[unit] < HEXES and t.s.step[unit]:
        t.s.step[unit] -= 1
        changed(t, unit)
        say(t, f"{BOARD.pieces[unit].name} gets its withdrawn step back.", "18.22")


def _put(t: T, number: int, where: int, rule: str) -> None:
    set_place(t, number, where)
    t.note(Placed(unit=BOARD.pieces[number].id, place=IDS[where], rule=rule))


def _gone(t: T, number: int, where: int, rule: str) -> None:
    before = IDS[t.s.place[number]]
    set_place(t, number, where)
    t.note(Lost(unit=BOARD.pieces[number].id, place=before, how="withdrawn", rule=rule))


# withdrawals --------------------------------------------------------------------------


def leaving(s: RussiaBesieged) -> list[int]:
    """The corps that the German card takes in this impulse (18.3)."""
    return list(_LEAVING.get((s.turn, s.impulse), ())) if s.side == AXIS else []


_DATES = {w[:2] for piece in BOARD.pieces for w in piece.withdrawals}
_LEAVING = {
    date: tuple(p.index for p in BOARD.pieces if any(w[:2] == date for w in p.withdrawals))
    for date in _DATES
}


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

    STEPS: ClassVar[tuple[str, ...]] = ("count", "air", "next", "chosen", "fill", "leave")

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
        found = [
            u
            for u in BOARD.of_side[AXIS]
            if BOARD.pieces[u].type == AIRCRAFT
            and (t.s.place[u] < HEXES or t.s.place[u] == WAITING)
        ]
        if self.planes <= 0 or not found:
            return None
        text = "An Air unit is withdrawn for good: choose it."
        return Call(Withdraw(side=self.side, units=found, text=text, rule="18.1"), then="air")

    def next(self, t: T) -> Outcome:
        """18.21, 18.31, 18.32, 18.42: the corps itself, or another in its place."""
        if not self.corps:
            return Done()
        unit, *self.corps = self.corps
        _, _, whole, back = _terms(t, unit)
        if not whole:
            return self._one_step(t, unit, back)
        if _can_go(t, unit):
            self.ret = unit
            self.unit = unit
            return None
        found = _substitutes(t, unit)
        self.unit = unit
        if not found:
            say(t, f"No corps can be withdrawn for {BOARD.pieces[unit].name}.", "18.32")
            self.step = "next"
            return self.next(t)
        text = f"{BOARD.pieces[unit].name} cannot be withdrawn: choose a corps in its place."
        choice = Withdraw(side=self.side, units=found, text=text, rule="18.32", only_name=True)
        return Call(choice)

    def _one_step(self, t: T, unit: int, back: int) -> Outcome:
        found = [unit] if _can_go(t, unit) else _substitutes(t, unit)
        self.step = "next"
        if not found:
            return self.next(t)
        lose = found[0]
        if t.s.step[lose] == len(BOARD.pieces[lose].faces) - 1:
            _gone(t, lose, WITHDRAWN[AXIS], "18.22")
            if back:
                t.s.late = [*t.s.late, [lose, back, -1]]
        else:
            lose_step(t, lose, "18.22")
            if back:
                t.s.late = [*t.s.late, [lose, back, STEP]]
        return self.next(t)

    def chosen(self, t: T) -> Outcome:
        back = _terms(t, self.unit)[3]
        self.unit = self.handed()
        self.ret = None
        it = BOARD.pieces[self.unit]
        self.owed = it.faces[0].combat - it.faces[t.s.step[self.unit]].combat
        if back:
            t.s.late = [*t.s.late, [self.unit, back, -1]]
        for account in (3, 1) if it.ss else (1,):  # 18.33, 18.43
            paid = min(self.owed, t.s.points[account])
            t.s.points[account] -= paid
            self.owed -= paid
        return None

    def fill(self, t: T) -> Outcome:
        if isinstance(self.ret, int):
            self.owed -= self.ret
            self.ret = None
        others = [
            u
            for u in BOARD.of_side[AXIS]
            if BOARD.pieces[u].type == PANZER and t.s.place[u] < HEXES and u != self.unit
        ]
        if self.owed <= 0 or not others:
            return None
        text = f"{self.owed} factors are missing: take steps of other armor."
        choice = Withdraw(side=self.side, units=others, text=text, rule="18.33", steps=True)
        return Call(choice, then="fill")

    def leave(self, t: T) -> Outcome:
        t.s.step[self.unit] = 0
        _gone(t, self.unit, WITHDRAWN[AXIS], "18.26")
        self.step = "next"
        return self.next(t)


def _terms(t: T, unit: int) -> tuple[int, int, bool, int]:
    now = (t.s.turn, t.s.impulse)
    return next(w for w in BOARD.pieces[unit].withdrawals if w[:2] == now)


def _can_go(t: T, unit: int) -> bool:
    """18.24, 18.25: on the map, in general supply, and not held by enemy zones."""
    s = t.s
    if s.place[unit] >= HEXES or not general(s, t.d, unit):
        return False
    held = zoc(t.d, SOVIET) >> s.place[unit] & 1
    return why_still(s, t.d, unit) is None and (not held or ends(s, t.d, unit) != 0)


def _substitutes(t: T, unit: int) -> list[int]:
    """18.32, 18.42: other Panzer corps of at least its strength, or the strongest there are."""
    piece = BOARD.pieces[unit]
    whole = piece.faces[0].combat
    there = [
        other
        for other in BOARD.of_side[AXIS]
        if BOARD.pieces[other].type == PANZER and other != unit and _can_go(t, other)
    ]
    if piece.ss and (same := [other for other in there if BOARD.pieces[other].ss]):
        return same
    if strong := [other for other in there if BOARD.pieces[other].faces[0].combat >= whole]:
        return strong
    most = max((BOARD.pieces[other].faces[0].combat for other in there), default=0)
    return [other for other in there if BOARD.pieces[other].faces[0].combat == most]


class Withdraw(Choice, kw_only=True, tag="rb.withdraw"):
    """The owner names what goes."""

    units: list[int]
    text: str
    rule: str
    steps: bool = False
    """One step of it goes, not the whole."""
    only_name: bool = False

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
            _gone(t, unit, REMOVED, self.rule)
            return Done(unit)

        slot = Slot("unit", "unit", units, why_not=why_not, label=where_of(t), rule=self.rule)
        hint = "It leaves the east."
        return (Verb("withdraw", do, (slot,), rule=self.rule, hint=hint),)


# the emergency line -------------------------------------------------------------------


def note_cut(t: T) -> None:
    """20.71: the Axis has cut the line from Murmansk, whether the Russians open it again or not."""
    open_main, _ = economy.routes(t.s, t.d)
    if not open_main and not t.s.murmansk:
        t.s.murmansk = t.s.turn


def emergency_line(t: T) -> None:
    """20.7: the line of Archangel to 0107 is built after the main one is cut, or a part (20.75)."""
    s, line = t.s, tuple(reversed(_GROUND.emergency))
    note_cut(t)
    if not 0 < s.murmansk < s.turn or s.turn < _MAIN_LINE or s.emergency == len(line):
        return
    shut = zoc(t.d, AXIS) | bodies(t.d, AXIS)
    shut |= _GROUND.rails & ~rails(s, SOVIET)  # 20.71: 0107 must be theirs
    before = s.emergency
    while s.emergency < len(line) and not shut >> line[s.emergency] & 1:
        s.emergency += 1
    if s.emergency > before:
        end = IDS[line[s.emergency - 1]]
        say(t, f"The emergency line from Archangel reaches {end}.", "20.71")


FRAMES: tuple[type[Frame], ...] = (Withdrawals, Withdraw)
