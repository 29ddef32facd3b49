"""Advance After Combat (§10.8): how far, and the choice of the victor."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Sequence
from typing import ClassVar

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.frames import Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import OIL, T, foe, go, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import CITY, ON_MAP, SOVIET, SS_PANZER
from engine.games.no_retreat.law.movement import NEAR, enterable
from engine.games.no_retreat.law.stacking import named, tanks_stack
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import NoRetreat, enemy, face, weather

Way = tuple[int, ...]


def may_advance(s: NoRetreat, unit: int) -> bool:
    """Disorganized, Fortified and white-strength units never advance (§10.8)."""
    up = face(s, unit)
    return s.at[unit] < ON_MAP and not (s.disorganized[unit] or up.white or up.fort)


def length(s: NoRetreat, unit: int, changes: Sequence[int]) -> int:
    """Hexes that a unit may advance (§10.8.1, §10.8.2; nr-80), events as played (§5.0)."""
    now = BOARD.weathers[weather(s)]
    most = now.armor_advance if has_bonus(s, unit) else now.advance
    if s.unsupplied[unit]:
        most = 1  # §6.5.4
    for change in changes:
        most = most + change if change > 0 else min(most, 1)
    return most


def has_bonus(s: NoRetreat, unit: int) -> bool:
    """The Armor Advance Bonus (§10.8.2, §13.5)."""
    up = face(s, unit)
    if BOARD.units[unit].side == SOVIET:
        return up.tank and tanks_stack(s)  # from turn 11
    return up.armor and (not s.happened[OIL] or up.type == SS_PANZER)


def ways(
    s: NoRetreat, d: Occupancy, unit: int, vacated: Sequence[int], changes: Sequence[int]
) -> dict[int, Way]:
    """Place -> the shortest way there, of all that a unit may advance to (§10.8.1)."""
    found: dict[int, Way] = {}
    open_ = enterable(s, d, unit)
    front: list[Way] = [(p,) for p in members(NEAR[s.at[unit]] & open_ & mask(vacated))]
    for _ in range(length(s, unit, changes)):
        longer: list[Way] = []
        for way in front:
            if way[-1] in found:
                continue
            found[way[-1]] = way
            if not BOARD.terrains[BOARD.terrain[way[-1]]].stops_advance:
                longer += [(*way, place) for place in members(NEAR[way[-1]] & open_)]
        front = longer
    found.pop(s.at[unit], None)
    return found


class Field:
    """The advance of one unit: what may be named next after some places."""

    def __init__(self, t: T, unit: int, vacated: list[int], changes: list[int]) -> None:
        self.t, self.unit, self.vacated = t, unit, vacated
        self.most = length(t.s, unit, changes)
        self.whole = ways(t.s, t.d, unit, vacated, changes)

    def onward(self, way: list[int]) -> list[int]:
        """The places that may be named after these."""
        if not way:
            return list(self.whole)
        if len(way) >= self.most or BOARD.terrains[BOARD.terrain[way[-1]]].stops_advance:
            return []
        near = NEAR[way[-1]] & enterable(self.t.s, self.t.d, self.unit)
        return [place for place in members(near) if place not in way]

    def via(self, way: list[int], place: int) -> Way:
        """The places that lead to the first one named."""
        return () if way else self.whole[place][:-1]

    def why_not(self, way: list[int], place: int) -> Why | None:
        """Why the advance may not go on to a place; None if it may."""
        if place in self.onward(way):
            return None
        s, d, name, where = self.t.s, self.t.d, BOARD.units[self.unit].name, BOARD.label(place)
        if d.units(enemy(BOARD.units[self.unit].side), place):
            return Why(f"An enemy unit is in {where}.", "10.8.1")
        if len(way) >= self.most:
            hexes = "1 hex" if self.most == 1 else f"{self.most} hexes"
            return Why(f"{name} advances {hexes} at most.", "10.8.1")
        if way and BOARD.terrains[BOARD.terrain[way[-1]]].stops_advance:
            return Why(f"{name} must stop in {BOARD.label(way[-1])}.", "10.8.1")
        if not enterable(s, d, self.unit) >> place & 1:
            return Why(f"{name} can't enter {where}.", "10.8.1")
        if way:
            return Why(f"{where} is not next to {BOARD.label(way[-1])}.", "10.8.1")
        first = " or ".join(BOARD.label(hex_) for hex_ in self.vacated)
        return Why(f"{name} can't get to {where}: the advance goes through {first}.", "10.8.1")


class Advance(Proc, kw_only=True, tag="nr.advance"):
    """The victors advance, one after the other; cities on their way are captured."""

    side: str
    units: list[int]
    vacated: list[int]
    changes: list[int] = []
    seen: int = 0
    """Sites captured in this player turn that were offered to a card before."""

    STEPS: ClassVar[tuple[str, ...]] = ("pick", "moved", "captured")

    def pick(self, t: T) -> Outcome:
        self.seen = len(t.s.captured)
        self.units = [unit for unit in self.units if may_advance(t.s, unit)]
        if not any(ways(t.s, t.d, unit, self.vacated, self.changes) for unit in self.units):
            return Done()
        follow = Follow(
            side=self.side, units=self.units, vacated=self.vacated, changes=self.changes
        )
        return Call(follow)

    def moved(self, t: T) -> Outcome:
        if not isinstance(self.ret, int):
            return Done()
        self.units = [unit for unit in self.units if unit != self.ret]
        return None

    def captured(self, t: T) -> Outcome:
        while self.seen < len(t.s.captured):
            site = BOARD.sites[t.s.captured[self.seen]]
            self.seen += 1
            if site.terrain == CITY:
                card = window("capture", [foe(self.side)], place=site.place)
                return Call(card, then="captured")
        return Goto("pick")


class Follow(Choice, kw_only=True, tag="nr.follow"):
    """Which unit advances now, and how far?"""

    units: list[int]
    vacated: list[int]
    changes: list[int]
    POLICY: ClassVar[str] = "advance"

    def prompt(self, t: T) -> tuple[str, str]:
        hexes = " and ".join(BOARD.label(place) for place in self.vacated)
        return f"Advance into {hexes}?", "10.8"

    def default(self, t: T) -> str:
        """Nobody advances; in the own turn its side is asked."""
        return "" if side_of(self.side) == t.s.phasing else "end advance"

    def verbs(self, t: T) -> Sequence[Verb]:
        fields: dict[int, Field] = {}

        def field(unit: int) -> Field:
            if unit not in fields:
                fields[unit] = Field(t, unit, self.vacated, self.changes)
            return fields[unit]

        def movers() -> list[int]:
            return [unit for unit in self.units if field(unit).whole]

        def why_unit(unit: int) -> Why:
            return Why(f"{BOARD.units[unit].name} can't advance now.", "10.8")

        def do(unit: int, way: list[int]) -> Outcome:
            go(t, unit, [t.s.at[unit], *way], "advances", "10.8")
            return Done(unit)

        slots = (
            pick("unit", "unit", movers, why_unit, keep=t, rule="10.8"),
            pick("place", "place", lambda unit, way: field(unit).onward(way), rule="10.8.1",
                 why_not=lambda unit, way, place: field(unit).why_not(way, place),
                 via=lambda unit, way, place: field(unit).via(way, place),
                 label=lambda unit, _, place: named(t.s, t.d, unit, place) or BOARD.places[place],
                 many=True),
        )  # fmt: skip
        hint = "A unit follows into the hex that was lost, and maybe on."
        return (
            Verb("advance", do, slots, rule="10.8", hint=hint),
            Verb("end advance", Done, ends=True, rule="10.8", hint="Nobody else advances."),
        )
