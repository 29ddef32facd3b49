"""The sequence of play (3.0): weather, two impulses of each side, the end of the turn."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.entries import Phased
from engine.core.frames import Call, Done, Frame, Goto, Outcome, Proc
from engine.core.tell import several
from engine.games.russia_besieged.acts import (
    T,
    ally_leaves,
    convert,
    forget,
    say,
    side_of,
    take_city,
)
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, IN_HAND, SIDES, SOVIET, WEATHERS
from engine.games.russia_besieged.law import air, bereft, control, leaders, rail, victory
from engine.games.russia_besieged.law.arrivals import fed_cities, waiting
from engine.games.russia_besieged.play import arrivals, partisans, returns, turncoats, withdrawals
from engine.games.russia_besieged.play.fall_back import FallBack
from engine.games.russia_besieged.play.phase_combat import Combat
from engine.games.russia_besieged.play.phase_movement import Moves
from engine.games.russia_besieged.play.supply_check import SupplyCheck
from engine.games.russia_besieged.state import (
    EVACUATED,
    EVACUATED_BEFORE,
    FLOWN,
    IMPULSE_FLAGS,
    LANDED,
    LANDED_BEFORE,
    PAID,
    SPENT,
    VICTOR,
    first_turn,
    lamed,
    turn,
)
from engine.games.russia_besieged.words import month_name, names, turn_name

DIE = range(1, 11)
PHASES = ("begin", "movement", "combat", "rails", "supply")
"""Those of an impulse that can be entered cold."""


class War(Proc, kw_only=True, tag="rb.war"):
    """Game turns until somebody has won."""

    phase: str = ""
    """The phase at which an impulse is entered cold."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "weather", "axis_first", "axis_second", "axis_end",
        "soviet_first", "soviet_second", "soviet_end", "next",
    )  # fmt: skip

    def weather(self, t: T) -> Outcome:
        s = t.s
        t.note(Phased(turn=turn_name(s.turn), phase="weather", rule="3.0"))
        for piece in BOARD.pieces:  # 11.9; 9.32 is by game turn
            s.flags[piece.index] &= ~(FLOWN | VICTOR)
        if leaders.year_ends(s):  # 14.21
            for piece in BOARD.pieces:
                s.flags[piece.index] &= ~SPENT
        for nation in control.leaving_by_date(s):
            ally_leaves(t, nation, "26.31" if nation == 4 else "26.12")
        roll = 1 if first_turn(s) else t.roll("weather", 1, DIE, SIDES[AXIS])[0]  # 24.4
        s.weather = list(air.rolled(s, roll))
        words = [WEATHERS[one].replace("_", " ") for one in s.weather]
        months = [month_name(s.turn, impulse).split()[0] for impulse in (1, 2)]
        text = ", ".join(f"{month}: {word}" for month, word in zip(months, words, strict=True))
        say(t, f"Weather in {text}.", "3.0")
        return None

    def axis_first(self, t: T) -> Outcome:
        return Call(self._impulse(AXIS, 1))

    def axis_second(self, t: T) -> Outcome:
        return Call(self._impulse(AXIS, 2))

    def axis_end(self, t: T) -> Outcome:
        partisans.burden(t)  # 16.52
        returns.note_cut(t)  # 20.71
        return self._allies(t, AXIS)

    def soviet_first(self, t: T) -> Outcome:
        return Call(self._impulse(SOVIET, 1))

    def soviet_second(self, t: T) -> Outcome:
        return Call(self._impulse(SOVIET, 2))

    def soviet_end(self, t: T) -> Outcome:
        return self._allies(t, SOVIET)

    def _allies(self, t: T, side: int) -> Outcome:
        if t.pos.winners is not None:
            return Done()
        rules = {3: "26.11", 2: "26.21", 1: "26.41"}
        for nation in control.leaving(t.s, t.d, side):
            ally_leaves(t, nation, rules.get(nation, "26.14"))
        if turncoats.waiting(t.s):
            return Call(turncoats.Turncoats(side=SIDES[SOVIET]))
        return None

    def _impulse(self, side: int, number: int) -> "Impulse":
        phase, self.phase = self.phase, ""
        return Impulse(side=SIDES[side], number=number, step=phase)

    def next(self, t: T) -> Outcome:
        """The end of the turn: who has won by now (27.0)?"""
        s = t.s
        winner, reason = victory.at_end_of_turn(s)
        if winner >= 0:
            t.end([SIDES[winner]], reason, victory.scores(s))
            return Done()
        s.turn += 1
        return Goto("weather")


_IMPULSES = {1: "first impulse", 2: "second impulse"}
_PHASES = {"shaken": "Combat", "rails": "Combat", "supply": "Combat", "close": "Supply"}
"""The step of an impulse that comes next -> the phase that runs, where it is not movement."""


class Impulse(Proc, kw_only=True, tag="rb.impulse"):
    """One impulse of a side: movement, combat, railheads; after the second one supply."""

    side: str
    number: int

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin", "withdrawals", "movement", "moves", "moved", "combat", "shaken", "rails",
        "supply", "close",
    )  # fmt: skip

    PHASE: ClassVar[str] = "Impulse"

    def in_phase(self) -> str:
        """By the step that comes next; a side has each phase but the last twice in a turn (3.0)."""
        return f"{_PHASES.get(self.step, 'Movement')}, {_IMPULSES[self.number]}"

    def begin(self, t: T) -> Outcome:
        open_impulse(t, side_of(self.side), self.number)
        return None

    def withdrawals(self, t: T) -> Outcome:
        return Call(withdrawals.Withdrawals(side=self.side))  # 18.0

    def movement(self, t: T) -> Outcome:
        self._phase(t, "movement")
        return self._fall_back(t) if lamed(t.s, t.s.side) else None  # 14.15b i

    def moves(self, t: T) -> Outcome:
        if t.pos.winners is not None:
            return Done()
        return Call(Moves(side=self.side))

    def moved(self, t: T) -> Outcome:
        if t.pos.winners is not None:
            return Done()
        if t.s.side == AXIS:
            partisans.drive_off(t)  # 16.31: not after Russian movement
        partisans.leave(t)  # 16.11, 16.46
        return None

    def combat(self, t: T) -> Outcome:
        self._phase(t, "combat")
        return Call(Combat())

    def shaken(self, t: T) -> Outcome:
        """The Dictator was lost in this second impulse (14.15b, exception)."""
        lost = self.number == 2 and t.s.bereft[t.s.side] == 3
        return self._fall_back(t) if lost and t.pos.winners is None else None

    def rails(self, t: T) -> Outcome:
        if t.pos.winners is not None:
            return Done()
        adjust(t)
        return None

    def supply(self, t: T) -> Outcome:
        if t.pos.winners is not None:
            return Done()
        if self.number == 1:
            return Goto("close")
        self._phase(t, "supply")
        if self.side == SIDES[SOVIET]:
            return Call(PartisansThenSupply())
        return Call(SupplyCheck())

    def close(self, t: T) -> Outcome:
        if t.s.bereft[t.s.side] == 2:
            t.s.bereft[t.s.side] = 0  # 14.15b: this impulse only
        if t.s.bereft[1 - t.s.side] == 4:
            t.s.bereft[1 - t.s.side] = 0
        return Done()

    def _fall_back(self, t: T) -> Outcome:
        units = bereft.falling_back(t.s, t.d, t.s.side)
        if units:
            say(t, f"Without its Dictator the {self.side} side falls back.", "14.15")
        return Call(FallBack(side=self.side, units=units)) if units else None

    def _phase(self, t: T, name: str) -> None:
        phase = f"{name}, {_IMPULSES[self.number]}"
        t.note(Phased(turn=turn_name(t.s.turn), phase=phase, side=self.side, rule="3.0"))


class PartisansThenSupply(Proc, kw_only=True, tag="rb.partisan_phase"):
    """The Russian end of turn: partisans, the emergency line, supply (3.0)."""

    STEPS: ClassVar[tuple[str, ...]] = ("partisans", "line", "supply")

    def partisans(self, t: T) -> Outcome:
        partisans.disband(t)
        places = [t.s.place[unit] for unit in partisans.ALL]
        if not any(place < HEXES or place == IN_HAND[SOVIET] for place in places):
            return Goto("line")
        if not leaders.axis_left_in_russia(t.d):
            return Goto("line")
        return Call(partisans.Partisans(side=SIDES[SOVIET]))

    def line(self, t: T) -> Outcome:
        returns.emergency_line(t)  # 20.7
        return None

    def supply(self, t: T) -> Outcome:
        return Call(SupplyCheck())


def open_impulse(t: T, side: int, number: int) -> None:
    """An impulse begins: what the last one left is forgotten, what is due comes."""
    s = t.s
    s.side, s.impulse = side, number
    if number == 1:
        t.player_turn()
        s.railed, s.flown, s.landed, s.entered_lines = [0, 0], [0, 0], 0, "0"
        s.granted = s.built = s.reduced = s.dropped = s.isolated = 0
    for piece in BOARD.of_side[side]:
        if s.flags[piece]:
            s.flags[piece] = _aged(s.flags[piece], number)
    s.flags = [flags & ~IMPULSE_FLAGS for flags in s.flags]
    s.began, s.converting = s.cities, "0"
    s.sailed = s.helped = s.iced = s.oiled = 0
    s.fought = s.promised = "0"
    s.settled = False
    s.pledged = []
    if s.bereft[side] == 1:
        s.bereft[side] = 2
    if number == 1 and s.bereft[1 - side] == 3:
        s.bereft[1 - side] = 4
    forget(t)
    if number == 1:
        returns.receive_points(t)
        if side == SOVIET:
            returns.survey(t)
    returns.come(t)
    s.fed = fed_cities(s, t.d) if side == SOVIET else ["", ""]
    for text, rule in checklist(t):
        say(t, text, rule)


def _aged(flags: int, number: int) -> int:
    """A piece's flags at the start of its side's impulse: what it did is what it did before."""
    found = flags & ~(EVACUATED | EVACUATED_BEFORE)
    if flags & EVACUATED:
        found |= EVACUATED_BEFORE
    if number == 1:
        found &= ~(LANDED | LANDED_BEFORE | PAID)
        if flags & LANDED:
            found |= LANDED_BEFORE
    return found


def checklist(t: T) -> list[tuple[str, str]]:
    """What an impulse brings, to be seen to: arrivals, points, withdrawals, each with its rule."""
    s = t.s
    found = []
    if come := waiting(s):
        found.append((f"Can be placed now: {_some(come)}.", "17.0"))
    if s.impulse == 1 and (points := arrivals.summary(t)):
        found.append((f"To spend: {points}.", "19.0"))
    planes = turn(s).stukas_leave if s.side == AXIS and s.impulse == 1 else 0
    corps = withdrawals.leaving(s)
    if planes or corps:
        air_units = [several(planes, "Air unit")] if planes else []
        words = ", ".join([*air_units, *(BOARD.pieces[unit].name for unit in corps)])
        found.append((f"To be withdrawn: {words}.", "18.0"))
    return found


def _some(units: Sequence[int]) -> str:
    """Names of units, the first of many."""
    rest = len(units) - _NAMED
    return f"{names(units[:_NAMED])} and {rest} more" if rest > 0 else names(units)


_NAMED = 12
"""So many units of a list are named."""


def adjust(t: T) -> None:
    """The end of an impulse: cities by 24.7 and 7.26, rails that have converted (7.28)."""
    s = t.s
    partisans.drive_off(t)  # 16.31
    side = s.side
    follow(t, side)
    taken = control.starved(s, t.d)
    for city in BOARD.ground.cities:
        if taken >> city.index & 1:
            take_city(t, city.index, side, "24.7")
    won = rail.advanced(s, t.d, side)
    axis = int(s.rails, 16)
    s.converting = "0"
    s.rails = f"{axis | won if side == AXIS else axis & ~won:x}"
    forget(t)
    partisans.leave(t)  # 16.11, 16.46


def follow(t: T, side: int) -> None:
    """7.22, 7.26: what was not open when a unit came converts once it is."""
    more = True
    while more:
        more = False
        for added, cities in _opened(t, side):
            convert(t, side, added, cities)
            more = more or added | cities != 0


def _opened(t: T, side: int) -> Iterator[tuple[int, int]]:
    """Rails and cities that come now, each lot asked for when those before it have come."""
    for place in rail.idle(t.s, t.d, side):
        yield rail.conversion(t.s, t.d, side, place)
    yield rail.sweep(t.s, t.d, side)


FRAMES: tuple[type[Frame], ...] = (War, Impulse, PartisansThenSupply)
