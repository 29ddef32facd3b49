"""Whole attacks: which hexes together and with whom, so that nothing owed is left (10.11)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations

from engine.board.bits import members
from engine.board.duties import Duties
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT
from engine.games.russia_besieged.law.air import missions
from engine.games.russia_besieged.law.contact import (
    attack_face,
    bonus,
    city_bound,
    duties,
    most_air,
    planes,
)
from engine.games.russia_besieged.law.odds import LOWEST, Attack, final
from engine.games.russia_besieged.state import RussiaBesieged

NEVER = 99
"""Air units that are never enough."""
_FEW = 6
"""Of so many units that others need too, all choices are tried."""
_MOST = 1000
"""So many ways are looked at before a search is given up."""


class Plans:
    """The attacks that are open as all stand, and what each leaves to the others.

    An attack is open if all else that must be attacked still can be, at 1-5 or better, and all
    else who must attack still can (10.1, 10.11, 10.18). What could not be had before it is no
    reason against it (rb-45).
    """

    def __init__(self, s: RussiaBesieged, d: Occupancy) -> None:
        self.s, self.d = s, d
        self.owed: Duties = duties(s, d)
        self._must = frozenset(self.owed.must)
        self._at: dict[int, list[int]] = {}
        for target, units in self.owed.by.items():
            for unit in units:
                self._at.setdefault(unit, []).append(target)
        self._reach: dict[tuple[int, int], bool] = {}
        self._need: dict[object, int] = {}
        self._hopes: dict[int, bool] = {}
        self._needed = frozenset(self.owed.by).difference(self.owed.free)
        self._alone: dict[int, int] = {}
        """Unit -> a hex that it could take on alone, for as many hexes as it goes."""
        for hex_ in sorted(self._needed):
            self._assign(hex_, self._alone, (), set())
        short = self._needed.difference(self._alone.values())
        self._lost = frozenset(hex_ for hex_ in short if self._too_strong(hex_))
        """Hexes that must be attacked and cannot, with all who are next to them (rb-45)."""
        self._needed -= self._lost
        self._short = short & self._needed
        """Hexes for which one unit each is not enough."""

    # one attack -----------------------------------------------------------------

    def muster(self, targets: Sequence[int], units: Sequence[int] = ()) -> Attack:
        """The strongest attack that these units can be part of and that leaves no duty undone."""
        others = [unit for unit in self.owed.common(targets) if unit not in units]
        shared = [unit for unit in others if self.others(targets, (unit,))]
        first = [*units, *(unit for unit in others if unit not in shared)]
        shared.sort(key=lambda unit: -attack_face(self.s, unit))
        best = self._attack(targets, self._greedy(targets, first, shared))
        left_out = len(best.units) < len(first) + len(shared)
        if left_out and len(shared) <= _FEW and final(self.s, self.d, best) < LOWEST:
            for some in _subsets(shared):
                attack = self._attack(targets, (*first, *some))
                if attack.air >= 0 and final(self.s, self.d, attack) >= LOWEST:
                    return attack
        return best

    def _greedy(self, targets: Sequence[int], chosen: list[int], more: list[int]) -> list[int]:
        found = list(chosen)
        for unit in more:
            if self.leaves(targets, (*found, unit)):
                found.append(unit)
        return found

    def _attack(self, targets: Sequence[int], units: Sequence[int]) -> Attack:
        air = self.air(targets, units)
        return Attack(tuple(targets), tuple(units), air, shifts=bonus(self.s))

    def possible(self, targets: Sequence[int], units: Sequence[int] = ()) -> bool:
        """Can these hexes be attacked together at 1-5 or better (10.18), by these among others?"""
        attack = self.muster(targets, units)
        return bool(attack.units) and self.whole(targets, attack.units)

    def whole(self, targets: Sequence[int], units: Sequence[int]) -> bool:
        """May just these units attack the hexes, with as many air units as they may have?"""
        attack = self._attack(targets, units)
        if attack.air < 0 or self.owed.idle(targets, units):
            return False
        return final(self.s, self.d, attack) >= LOWEST

    def joined(self, targets: Sequence[int], units: Sequence[int] = ()) -> tuple[int, ...]:
        """These hexes, and those that the same units must attack together with them (10.11, 10.14).

        Who alone stands before several enemies attacks them all at once. () if that is not to be
        had at 1-5 or better, by these units among others.
        """
        return self._joined(tuple(targets), tuple(units), set())

    def _joined(
        self, targets: tuple[int, ...], units: tuple[int, ...], tried: set[frozenset[int]]
    ) -> tuple[int, ...]:
        tried.add(frozenset(targets))
        if self.possible(targets, units):
            return targets
        if any(map(self._too_strong, targets)):
            return ()  # further hexes make it no weaker
        more: dict[int, None] = {}
        for unit in self.owed.common(targets):
            others = self.others(targets, (unit,))
            if self._hopeless(others):
                others = self._starved(targets, (unit,))
            more.update(dict.fromkeys(others))
        for hex_ in more:
            together = self.owed.common((*targets, hex_))
            if not together or any(unit not in together for unit in units):
                continue
            if {*targets, hex_} in tried:
                continue
            if found := self._joined((*targets, hex_), units, tried):
                return found
        return ()

    def surrenders(self) -> list[int]:
        """Units that must attack and are part of no attack at 1-5 with all that helps (10.19)."""
        return [unit for unit in self.owed.must if not self._finds(unit)]

    def _finds(self, unit: int) -> bool:
        """Is there an attack for a unit, whoever else it is made with?"""
        mine = [hex_ for hex_ in self._at[unit] if hex_ in self._needed]
        if mine and not self._hopeless(mine) and self._lost.isdisjoint(self._at[unit]):
            return True
        return any(self.joined((target,), (unit,)) for target in self._at[unit])

    # what it leaves -------------------------------------------------------------

    def leaves(
        self, targets: Sequence[int], units: Sequence[int], flying: Sequence[int] = ()
    ) -> bool:
        """Can all else that must be attacked still be, with these units and air units here?"""
        return self._spare(targets, units, len(flying), flying)

    def air(self, targets: Sequence[int], units: Sequence[int]) -> int:
        """How many air units may help these at most: others may need some; -1 if it cannot be."""
        most = most_air(self.s, self.d, targets, units)
        while most >= 0 and not self._spare(targets, units, most):
            most -= 1
        return most

    def _spare(
        self, targets: Sequence[int], units: Sequence[int], air: int, flying: Sequence[int] = ()
    ) -> bool:
        rest = self.others(targets, units)
        if not self._lost.isdisjoint(rest) and self._starved(targets, units, self._lost):
            return False
        rest = [hex_ for hex_ in rest if hex_ not in self._lost]
        if air:
            rest = sorted({*rest, *self._short}.difference(targets))
        if not rest:
            return True
        if self._hopeless(rest):  # rb-45
            return not self._starved(targets, units)
        need = self._needs(targets, units, rest)
        attack = Attack(tuple(targets), tuple(units), air)
        if not need or need <= flights_left(self.s, self.d, rest, attack, flying):
            return True
        return need < NEVER and self._torn(attack, rest) and not self._starved(targets, units)

    def _torn(self, attack: Attack, rest: Sequence[int]) -> bool:
        """Does an attack that is owed take no more air units than it needs, where there never were
        enough for it and the others (rb-45)?
        """
        mine = self._needed.intersection(attack.targets)
        if not mine or attack.air > flights(self.s, self.d, attack.targets, attack.units):
            return False
        all_ = sorted(mine.union(rest))
        there = flights_left(self.s, self.d, all_, Attack((), ()), ())
        return self._needs((), (), all_) > there

    def others(self, targets: Collection[int], units: Sequence[int]) -> list[int]:
        """The other hexes that must be attacked and that some of these could attack (10.1)."""
        found: set[int] = set()
        for unit in units:
            found.update(hex_ for hex_ in self._at.get(unit, ()) if hex_ not in self.owed.free)
            found.update(members(city_bound(self.s, self.d, unit)))
        return sorted(found.difference(targets))

    def _starved(
        self, targets: Collection[int], units: Sequence[int], among: Collection[int] | None = None
    ) -> list[int]:
        """The other hexes, or those of them, that would be left to nobody."""
        return [
            hex_
            for hex_ in self.others(targets, units)
            if (among is None or hex_ in among)
            and all(one in units for one in self.owed.by.get(hex_, ()))
        ]

    def _needs(self, targets: Sequence[int], units: Sequence[int], rest: Sequence[int]) -> int:
        """The fewest air units that others need for these hexes and all that hangs on them."""
        tied = frozenset(unit for unit in units if self.others(targets, (unit,)))
        key = frozenset(targets), tied, tuple(rest)
        if key not in self._need:
            self._need[key] = (
                0 if self._rearranged(targets, units, rest) else self._fewest(targets, units, rest)
            )
        return self._need[key]

    def _hopeless(self, hexes: Sequence[int]) -> bool:
        """Could these and all that hangs on them not be attacked even by all?"""
        return any(self._hope_lost(hex_) for hex_ in hexes if hex_ in self._needed)

    def _hope_lost(self, hex_: int) -> bool:
        if hex_ not in self._hopes:
            part = self._part((hex_,), (), ())
            need = self._needs((), (), sorted(part))
            self._hopes.update(dict.fromkeys(part, need >= NEVER))
        return self._hopes[hex_]

    def _part(
        self, hexes: Collection[int], targets: Collection[int], units: Collection[int]
    ) -> set[int]:
        """All that must be attacked and hangs together with these hexes, without these."""
        found, new = set(hexes), set(hexes)
        while new:
            near = {unit for hex_ in new for unit in self.owed.by.get(hex_, ())}.difference(units)
            new = {hex_ for unit in near for hex_ in self._at[unit] if hex_ in self._needed}
            new -= found.union(targets)
            found |= new
        return found

    def _fewest(self, targets: Sequence[int], units: Sequence[int], rest: Sequence[int]) -> int:
        by = {
            hex_: [unit for unit in able if unit not in units]
            for hex_, able in self.owed.by.items()
            if hex_ not in targets
        }
        hexes = self._part(rest, targets, units)
        if any(not by.get(hex_) for hex_ in hexes):
            return NEVER
        return fewest(self.s, self.d, sorted(hexes), by, self._must)

    # one unit each: the quick way -------------------------------------------------

    def _enough(self, unit: int, target: int) -> bool:
        """Does a unit alone come to 1-5 against a hex, without air units?"""
        key = unit, target
        if key not in self._reach:
            alone = Attack((target,), (unit,), shifts=bonus(self.s))
            self._reach[key] = final(self.s, self.d, alone) >= LOWEST
        return self._reach[key]

    def _rearranged(
        self, targets: Sequence[int], units: Sequence[int], rest: Sequence[int]
    ) -> bool:
        """Does a unit of its own attack each other hex still, once these are gone?"""
        kept = {
            unit: hex_
            for unit, hex_ in self._alone.items()
            if unit not in units and hex_ not in targets
        }
        held = set(kept.values())
        return all(hex_ in held or self._assign(hex_, kept, units, set()) for hex_ in rest)

    def _too_strong(self, hex_: int) -> bool:
        """Could not all who are next to a hex attack it together?"""
        key = "all", hex_
        if key not in self._need:
            self._need[key] = flights(self.s, self.d, (hex_,), tuple(self.owed.by[hex_]))
        return self._need[key] >= NEVER

    def _assign(self, hex_: int, plan: dict[int, int], gone: Sequence[int], seen: set[int]) -> bool:
        """Find a unit for a hex, by giving others another one where that is needed."""
        for unit in self.owed.by.get(hex_, ()):
            if unit in seen or unit in gone or not self._enough(unit, hex_):
                continue
            seen.add(unit)
            if unit not in plan or self._assign(plan[unit], plan, gone, seen):
                plan[unit] = hex_
                return True
        return False


# many attacks ---------------------------------------------------------------------


def fewest(
    s: RussiaBesieged,
    d: Occupancy,
    hexes: Sequence[int],
    by: Mapping[int, Sequence[int]],
    must: Collection[int] = (),
) -> int:
    """The fewest air units with which all these can be attacked, alone or several together (10.14),
    each unit in one attack (10.16); `NEVER` for never.

    `by`: who may attack each hex, these and others. `must`: who is not left out (10.11). What is
    left for the hexes after the first is found once, however the first are attacked. A search that
    grows too long finds that none are needed: nobody is refused what may be allowed.
    """
    tries = 0
    at: dict[int, set[int]] = {}
    for hex_, units_ in by.items():
        for unit in units_:
            at.setdefault(unit, set()).add(hex_)

    @cache
    def flights_of(lot: tuple[int, ...], units: tuple[int, ...]) -> int:
        return flights(s, d, lot, units)

    @cache
    def idle(lot: tuple[int, ...]) -> bool:
        """Is somebody who must attack next to some of these alone, and to nothing else?"""
        near = {unit for hex_ in lot for unit in by[hex_]}
        return any(unit in must and at[unit] < {*lot} for unit in near)

    @cache
    def least(left: tuple[int, ...], spent: frozenset[int]) -> int:
        nonlocal tries
        if not left:
            return 0
        first, *others = left
        mine = [unit for unit in by[first] if unit not in spent]
        near = [hex_ for hex_ in others if any(hex_ in at[unit] for unit in mine)]
        found = NEVER
        for lot in _subsets(near):
            if lot and idle((first, *lot)):
                continue
            rest = tuple(other for other in others if other not in lot)
            later = {unit for hex_ in rest for unit in by[hex_]}
            free = [unit for unit in mine if all(other in at[unit] for other in lot)]
            sure = [unit for unit in free if unit not in later]  # nobody else needs them
            enough: list[set[int]] = []
            for more in _subsets([unit for unit in free if unit in later]):
                tries += 1
                if tries > _MOST:
                    return 0
                if any(some <= {*more} for some in enough):
                    continue  # fewer do as well
                units = tuple(sorted((*sure, *more)))
                need = flights_of((first, *lot), units) if units else NEVER
                if not need:
                    enough.append({*more})
                if need < found:
                    found = min(found, need + least(rest, (spent | {*more}) & later))
                if not found:
                    return 0
        return found

    return least(tuple(_knotted(s, d, hexes, by)), frozenset())


def _knotted(
    s: RussiaBesieged, d: Occupancy, hexes: Sequence[int], by: Mapping[int, Sequence[int]]
) -> list[int]:
    """Those of these hexes that need units whom others need as well."""
    left = list(hexes)
    while True:
        count: dict[int, int] = {}
        for hex_ in left:
            for unit in by[hex_]:
                count[unit] = count.get(unit, 0) + 1
        sole = {hex_: [unit for unit in by[hex_] if count[unit] == 1] for hex_ in left}
        rest = [hex_ for hex_ in left if flights(s, d, (hex_,), sole[hex_])]
        if len(rest) == len(left):
            return left
        left = rest


def _subsets(some: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All choices of these, the smallest first."""
    return chain.from_iterable(combinations(some, count) for count in range(len(some) + 1))


def flights(s: RussiaBesieged, d: Occupancy, targets: Sequence[int], units: Sequence[int]) -> int:
    """The air units that an attack needs to come to 1-5 (10.18, 11.5)."""
    if not units:
        return NEVER
    short = LOWEST - final(s, d, Attack(tuple(targets), tuple(units), shifts=bonus(s)))
    return max(0, short) if short <= most_air(s, d, targets, units) else NEVER


def flights_left(
    s: RussiaBesieged, d: Occupancy, hexes: Sequence[int], attack: Attack, gone: Sequence[int]
) -> int:
    """Air units that are left to fly to these hexes: the attack is helped by others if it can."""
    near = wings(s, d, hexes).difference(gone)
    others = set(planes(s, d, attack.targets)) - near
    named = sum(BOARD.pieces[unit].type == AIRCRAFT for unit in gone)
    lent = max(0, attack.air - named - len(others.difference(gone)))
    return max(0, min(missions(s) - attack.air, len(near) - lent))


def wings(s: RussiaBesieged, d: Occupancy, hexes: Sequence[int]) -> set[int]:
    """The air units that reach one of these hexes."""
    return {plane for hex_ in hexes for plane in planes(s, d, (hex_,))}
