"""Attacks that a Movement Phase prepares: which enemy hex, by which units, from which hexes."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.board.bits import mask, members
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import ARTILLERY, AXIS, HEXES, MOUNTAIN, NEVER
from engine.games.russia_besieged.law import contact, movement, odds
from engine.games.russia_besieged.law.odds import HIGHEST, Attack, ladder
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.law.supply import general, unlimited
from engine.games.russia_besieged.practice.appraisal import Field, outcome, prize
from engine.games.russia_besieged.state import mates, turn, zoc

_GROUND = BOARD.ground
ENOUGH = 0.7
"""What an attack must promise to be prepared."""
PRICES = ((1.0, 1.2), (1.5, 1.0))
"""Side -> worth of an enemy step that is lost, and of an own one."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An attack in the making: what it promises, who goes where, who stands ready."""

    target: int
    score: float
    moves: tuple[tuple[int, int], ...]
    ready: tuple[int, ...]


class Staff:
    """Who can go where in this Movement Phase, and what could be attacked from there."""

    def __init__(self, t: T, field: Field) -> None:
        self.t, self.field = t, field
        self.ends = dict(movers(t, field))
        self.near: dict[int, list[int]] = {}
        """Hex next to an enemy -> the units that can go there."""
        for unit, ends in self.ends.items():
            for hex_ in members(ends & field.contact):
                self.near.setdefault(hex_, []).append(unit)
        self._bound: dict[int, int] = {}

    def targets(self) -> list[int]:
        """Enemy hexes that could be attacked."""
        reached = mask(self.near) | self.field.own
        return members(self.field.enemies & _GROUND.walk.spread(reached))

    def operations(self) -> list[Operation]:
        """What promises enough, the best first; nobody is in two of them."""
        found = [self.operation(target, ()) for target in self.targets()]
        open_ = sorted((one for one in found if one.score > ENOUGH), key=lambda one: -one.score)
        taken: set[int] = set()
        kept = []
        for one in open_:
            units = {*one.ready, *(unit for unit, _ in one.moves)}
            if taken & units:
                one = self.operation(one.target, taken)
                units = {*one.ready, *(unit for unit, _ in one.moves)}
            if one.score > ENOUGH:
                taken |= units
                kept.append(one)
                if one.moves:
                    break  # it is ordered now; the rest is looked at afterwards
        return kept

    def operation(self, target: int, taken: Collection[int]) -> Operation:
        """The best attack on a hex by units that are not taken."""
        s, d, side = self.t.s, self.t.d, self.field.side
        ring = (_GROUND.dry[target] | _GROUND.wet[target]) & self.field.contact
        hexes = sorted(
            (h for h in members(ring) if h in self.near or self.field.own >> h & 1),
            key=lambda h: (
                (self.bound(h) & ~(1 << target)).bit_count(),
                _GROUND.wet[target] >> h & 1,
                h,
            ),
        )
        ready: list[int] = []
        moves: list[tuple[int, int]] = []
        best = Operation(target, 0.0, (), ())
        goal = 1 << target
        others = {unit for unit, _ in moves}
        for hex_ in hexes:
            here = [u for u in d.units(side, hex_) if contact.able(s, u) and u not in taken
                    and contact.why_barred(s, d, u, target) is None]  # fmt: skip
            ready += here
            fresh = self._fill(hex_, target, {*taken, *others, *ready})
            moves += [(unit, hex_) for unit in fresh]
            others |= set(fresh)
            if not here and not fresh:
                continue
            goal |= self.bound(hex_)
            score = self._score(target, goal, [*ready, *others], hexes[: hexes.index(hex_) + 1])
            if score > best.score:
                best = Operation(target, score, tuple(moves), tuple(ready))
        return best

    def _fill(self, hex_: int, target: int, taken: Collection[int]) -> list[int]:
        """The strongest units that can go to a hex and find room there."""
        s, d, side = self.t.s, self.t.d, self.field.side
        there = mates(d, side, hex_)
        chosen: list[int] = []
        pool = [u for u in self.near.get(hex_, ()) if u not in taken]
        for unit in sorted(pool, key=lambda u: (-contact.attack_face(s, u), u)):
            together = [*there, *(BOARD.pieces[u] for u in (*chosen, unit))]
            if why_over(together, hex_) is None and not contact.why_barred(s, d, unit, target):
                chosen.append(unit)
        return chosen

    def bound(self, hex_: int) -> int:
        """Mask of the enemies that units in a hex would have to attack."""
        found = self._bound.get(hex_)
        if found is None:
            city = _GROUND.majors >> hex_ & 1
            found = 0 if city else contact.binding(self.t.d, self.field.foe, hex_)
            self._bound[hex_] = found
        return found

    def _score(self, target: int, goal: int, units: list[int], hexes: list[int]) -> float:
        """What it promises; all that binds the attackers is counted as one attack."""
        s, d, field = self.t.s, self.t.d, self.field
        strength = sum(odds.attack_factor(s, d, unit) for unit in units)
        targets = members(goal & field.enemies)
        defence = sum(self._defence(hex_, hexes) for hex_ in targets)
        guns = odds.artillery(units)
        air = field.air(target, len(units))
        raw = ladder(strength, defence) + guns
        kill, own = PRICES[field.side]
        spent = 0.012 * strength
        alone = len(targets) == 1
        if alone and raw + air >= HIGHEST and self._may_overwhelm(units, air):
            steps = outcome(s, d, Attack((target,), tuple(units)), HIGHEST)[1]
            return kill * (steps + 3) + prize(s, target) - spent
        step = min(HIGHEST, raw + min(air, 2))
        lost, killed, opened, _ = outcome(s, d, Attack(tuple(targets), tuple(units)), step)
        value = kill * killed - own * lost + opened * sum(prize(s, h) for h in targets)
        return value - spent

    def _defence(self, hex_: int, hexes: list[int]) -> int:
        s, d = self.t.s, self.t.d
        strong = sum(odds.defence_factor(s, d, unit) for unit in d.units(self.field.foe, hex_))
        high = _GROUND.majors >> hex_ & 1 or _GROUND.terrain[hex_] == MOUNTAIN
        river = all(_GROUND.wet[hex_] >> h & 1 for h in hexes)
        river = river and not (s.side == AXIS and movement.first_turn(s) and s.impulse == 1)
        return max(1, strong * (2 if high or river else 1))

    def _may_overwhelm(self, units: list[int], air: int) -> bool:
        when = turn(self.t.s).victory[self.field.side]
        guns = any(BOARD.pieces[unit].type == ARTILLERY for unit in units)
        return when != NEVER and bool(air or guns or when == 2)


def movers(t: T, field: Field) -> Iterator[tuple[int, int]]:
    """The units that can still move, with the hexes where they can end in supply."""
    s, d = t.s, t.d
    for unit in BOARD.of_side[field.side]:
        if s.place[unit] >= HEXES:
            continue
        ends = movement.ends(s, d, unit)
        if not ends:
            continue
        fed = unlimited(s, d, BOARD.pieces[unit].nation)
        if kept := ends & fed:
            yield unit, kept
        elif not general(s, d, unit):
            yield unit, ends


def room(t: T, field: Field, unit: int, hex_: int) -> bool:
    """Does a unit find room in a hex?"""
    there = [piece for piece in mates(t.d, field.side, hex_) if piece.index != unit]
    return why_over([*there, BOARD.pieces[unit]], hex_) is None


def entangled(field: Field, place: int) -> bool:
    """Would a unit there have to attack somebody?"""
    return bool(field.bound >> place & 1)


def in_zone(field: Field, place: int) -> bool:
    """Does it stand in an enemy zone?"""
    return bool(zoc(field.d, field.foe) >> place & 1)
