"""Retreats (§10.7.5): the ways out of a lost hex, and the choice among them."""

import copy
from collections.abc import Sequence
from typing import ClassVar

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.frames import Become, Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import (
    T,
    acting,
    eliminate,
    foe,
    go,
    shatter,
    side_of,
    site_to_take,
)
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import CITY, HEXES
from engine.games.no_retreat.law.fight import LENGTH
from engine.games.no_retreat.law.movement import NEAR, enterable
from engine.games.no_retreat.law.stacking import named
from engine.games.no_retreat.law.supply import flow, supplied
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import NoRetreat, after, enemy, face

Way = tuple[int, ...]
"""The places of a retreat, the hex that is left not among them."""


def ways(s: NoRetreat, d: Occupancy, unit: int, low: int = LENGTH, high: int = LENGTH) -> list[Way]:
    """All ways that a unit may retreat; [] when it cannot (§10.7.5).

    If some end in supply, by a path or an Alternate Source, the others are left out (nr-72).
    """

    def known() -> list[Way]:
        found = open_ways(s, d, unit, low, high)
        return [way for way in found if _in_supply_after(s, d, unit, way)] or found

    return d.once(("ways", unit, low, high), known)


def _in_supply_after(s: NoRetreat, d: Occupancy, unit: int, way: Way) -> bool:
    """Would the unit be in supply once it stands at the end of the way (§6.1, §6.2)?

    By then it has left its hex, and the cities that it went through are its side's (§6.1, §12.7.1).
    """
    side, end = BOARD.units[unit].side, way[-1]
    sites = [site for place in way if (site := site_to_take(s, side, place)) >= 0]

    def known() -> bool:
        then = copy.copy(s)
        then.at = [*s.at]
        then.at[unit] = end
        then.control = [side if site in sites else now for site, now in enumerate(s.control)]
        return supplied(then, after(then, d, unit, s.at[unit]), unit)

    return d.once(("after", unit, end, *sites), known)


def open_ways(
    s: NoRetreat, d: Occupancy, unit: int, low: int = LENGTH, high: int = LENGTH
) -> list[Way]:
    """The ways that enemies, their zones and the map leave open (§10.7.5)."""
    if not face(s, unit).movement:
        return []  # nr-73: Forts and Volkssturm never leave
    side = BOARD.units[unit].side
    origin = s.at[unit]
    open_ = enterable(s, d, unit) & (~d.zone(enemy(side)) | d.present[side])  # §8.5.4
    found: list[Way] = []
    front: list[Way] = [()]
    for length in range(1, high + 1):
        longer: list[Way] = []
        least = length if origin < HEXES else min(length, 2)
        for way in front:
            here = way[-1] if way else origin
            for place in members(NEAR[here] & open_):
                if place == origin or place in way:
                    continue
                if place < HEXES and _apart(origin, place) < least:
                    continue  # each hex leads farther away
                area = place >= HEXES
                if area or length >= low:
                    found.append((*way, place))
                if not area:
                    longer.append((*way, place))
        front = longer
    return found


def _apart(origin: int, place: int) -> int:
    """Hexes between the hex that is left and another place; an area touches its hexes."""
    if origin < HEXES and place < HEXES:
        return BOARD.grid.distance(origin, place)
    return 1 if NEAR[origin] >> place & 1 else 2


def why_not_retreat(
    s: NoRetreat, d: Occupancy, unit: int, way: list[int], place: int, low: int, high: int
) -> Why | None:
    """Why a retreat may not go on to a place; None if it may."""
    legal = ways(s, d, unit, low, high)
    if place in onward(legal, way):
        return None
    name, where = BOARD.units[unit].name, BOARD.label(place)
    side = BOARD.units[unit].side
    here = way[-1] if way else s.at[unit]
    if not legal:
        return Why(f"{name} has no way to retreat.", "10.7.5")
    if d.units(enemy(side), place):
        return Why(f"An enemy unit is in {where}.", "10.7.5")
    if d.zone(enemy(side)) >> place & 1 and not d.present[side] >> place & 1:
        return Why(
            f"{where} is in an enemy Zone of Control and no unit of yours is there.", "10.7.5"
        )
    if not enterable(s, d, unit) >> place & 1:
        return Why(f"{name} can't enter {where}.", "10.7.5")
    if NEAR[here] >> place & 1 and _apart(s.at[unit], place) <= len(way):
        return Why(f"{where} is no farther from the battle.", "10.7.5")
    unfed = all(other[-1] != place for other in legal)
    if unfed and _apart(s.at[unit], place) <= high:
        return Why(f"{name} must retreat towards supply; {where} has no Supply Path.", "10.7.5")
    return Why(f"No retreat of {name} goes to {where}.", "10.7.5")


def onward(legal: Sequence[Way], way: Sequence[int]) -> list[int]:
    """What may be named next after the places of `way`: the next hex, or where it all ends."""
    done = tuple(way)
    found: dict[int, None] = {}
    for other in legal:
        if len(other) > len(done) and other[: len(done)] == done:
            found[other[len(done)]] = None
            found[other[-1]] = None
    return list(found)


def between(legal: Sequence[Way], way: Sequence[int], place: int) -> Way:
    """The places that lead to `place`, as the first such way has them."""
    done = tuple(way)
    for other in sorted(legal, key=len):
        if other[: len(done)] == done and place in other[len(done) :]:
            return other[len(done) : other.index(place)]
    return ()


class Retreats(Proc, kw_only=True, tag="nr.retreats"):
    """The units of a hex retreat, one after the other as their owner likes.

    Those that cannot are eliminated (§10.7.5); those in `shattered` leave the map
    once they have retreated (§10.7.6).
    """

    side: str
    units: list[int]
    shattered: list[int] = []
    low: int = LENGTH
    high: int = LENGTH
    free: bool = False
    """Of their own will (card 47): those that cannot retreat stay."""

    STEPS: ClassVar[tuple[str, ...]] = ("turn",)

    def turn(self, t: T) -> Outcome:
        if isinstance(self.ret, int) and self.ret in self.units:
            self.units = [unit for unit in self.units if unit != self.ret]
            if self.ret in self.shattered:
                shatter(t, self.ret, "10.7.6")
            self.ret = None
        if any(ways(t.s, t.d, unit, self.low, self.high) for unit in self.units):
            choice = Retreat(
                side=self.side, units=self.units, low=self.low, high=self.high, free=self.free
            )
            return Call(choice, then="turn")
        for unit in () if self.free else self.units:
            eliminate(t, unit, "eliminated, no retreat", "10.7.5")
        return Done()


class Retreat(Choice, kw_only=True, tag="nr.retreat"):
    """Which unit retreats now, and where to?"""

    units: list[int]
    low: int
    high: int
    free: bool = False
    """Of their own will, as in `Retreats`."""
    POLICY: ClassVar[str] = "retreat"

    def prompt(self, t: T) -> tuple[str, str]:
        names = " and ".join(BOARD.units[unit].name for unit in self.units)
        count = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
        return f"Retreat {names} by {count} hex{'es' if self.high > 1 else ''}.", "10.7.5"

    def ways(self, t: T, unit: int) -> list[Way]:
        """The ways of one of the units."""
        return ways(t.s, t.d, unit, self.low, self.high)

    def default(self, t: T) -> str:
        """The shortest way, to a hex of its own if it can be, near supply; in the own turn its
        side is asked, and as it falls back by its own event.
        """
        side = side_of(self.side)
        if side == t.s.phasing or (self.free and acting(t, self.side)):
            return ""
        unit = next(unit for unit in self.units if self.ways(t, unit))
        crowd, reach = t.d.present[side], flow(t.s, t.d, side).reach

        def price(way: Way) -> tuple[int, int, int, Way]:
            end = way[-1]
            far = sum(not places >> end & 1 for places in reach)  # hexes to a source
            return len(way), crowd >> end & 1, far, way

        way = min(self.ways(t, unit), key=price)
        places = " ".join(BOARD.places[place] for place in way)
        return f"retreat {BOARD.units[unit].id} {places}"

    def verbs(self, t: T) -> Sequence[Verb]:
        legal: dict[int, list[Way]] = {}

        def of(unit: int) -> list[Way]:
            if unit not in legal:
                legal[unit] = self.ways(t, unit)
            return legal[unit]

        def stop(unit: int, way: list[int]) -> Why | None:
            if tuple(way) in of(unit):
                return None
            long = several(self.low, "hex", "hexes")
            return Why(f"The retreat goes on: it is {long} long.", "10.7.5")

        def why_unit(unit: int) -> Why:
            return Why(f"{BOARD.units[unit].name} has no retreat to make now.", "10.7.5")

        def why_not_place(unit: int, way: list[int], place: int) -> Why | None:
            return why_not_retreat(t.s, t.d, unit, way, place, self.low, self.high)

        def do(unit: int, way: list[int]) -> Outcome:
            before = len(t.s.captured)
            go(t, unit, [t.s.at[unit], *way], "retreats", "10.7.5")
            taken = [BOARD.sites[site] for site in t.s.captured[before:]]
            cities = [site.place for site in taken if site.terrain == CITY]
            if cities:
                return Become(Fallen(side=self.side, unit=unit, cities=cities))
            return Done(unit)

        slots = (
            pick("unit", "unit", lambda: [unit for unit in self.units if of(unit)], why_unit,
                 rule="10.7.5", keep=t),
            pick("place", "place", lambda unit, way: onward(of(unit), way), stop=stop,
                 via=lambda unit, way, place: between(of(unit), way, place),
                 why_not=why_not_place, rule="10.7.5", many=True,
                 label=lambda unit, _, place: named(t.s, t.d, unit, place) or BOARD.places[place]),
        )  # fmt: skip
        hint = "A unit falls back, away from the battle."
        return (Verb("retreat", do, slots, rule="10.7.5", hint=hint),)


class Fallen(Proc, kw_only=True, tag="nr.fallen"):
    """The other side may answer as cities fall to a unit that retreats (§5.3.1, §12.7.1)."""

    side: str
    unit: int
    cities: list[int]

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        if not self.cities:
            return Done(self.unit)
        city, *self.cities = self.cities
        return Call(window("capture", [foe(self.side)], place=city), then="next")
