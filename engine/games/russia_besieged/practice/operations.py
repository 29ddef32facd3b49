"""Attacks that a Movement Phase prepares: which enemy hex, by which units, from which hexes."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.board.bits import mask, members, union
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import ARTILLERY, AXIS, FREELY, HEXES, MOUNTAIN, NEVER
from engine.games.russia_besieged.law import bereft, contact, movement, odds
from engine.games.russia_besieged.law.air import missions
from engine.games.russia_besieged.law.odds import HIGHEST, Attack, ladder
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.practice.appraisal import (
    FAR,
    STANDARD,
    Field,
    outcome,
    per_step,
    prize,
)
from engine.games.russia_besieged.practice.pockets import ZONE
from engine.games.russia_besieged.state import first_turn, lamed, mates, turn

_GROUND = BOARD.ground
ENOUGH = (2.0, 0.5)
"""What an attack must promise to be prepared: by a side that holds its line, by a bold one."""
ELSEWHERE = 1.2
"""What each further enemy costs that an attack would have to take on."""
SPENT = 0.05
"""What a factor costs that is sent to an attack."""
RIDDEN = 0.35
"""What a quick unit costs beside it for each hex that it could stand nearer to a city."""
OPENED = 6.0
"""What it costs to leave a major city open to the enemy."""
DOOMED = 0.4
"""What the loss of an enemy is worth who starves anyway."""
_SOUND = 3
"""4-1: enough against who starves anyway."""
_NOTHING = -99.0
PERMANENT = 0.5
"""What it is worth more, as a share, when the enemy surrenders."""
LIFELINE = 0.8
"""What it is worth to drive an enemy from an own railway."""
WAY = 0.25
"""What it is worth to have won a hex that is nearer to a city, for each hex."""
FLIGHTS = 2
"""Air units that an attack in the making counts on."""
PRICES = ((1.0, 0.8), (1.5, 1.0))
"""Side -> worth of an enemy step that is lost, and of an own one."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An attack in the making: what it promises, who goes where, who stands ready."""

    target: int
    score: float
    step: int
    """Its odds."""
    moves: tuple[tuple[int, int], ...]
    ready: tuple[int, ...]

    @property
    def units(self) -> set[int]:
        """All who take part."""
        return {*self.ready, *(unit for unit, _ in self.moves)}


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
        self._lead: dict[int, int] = {}
        self._owed = -1
        self.spare = missions(t.s)
        """Air missions on which no attack counts yet."""

    def targets(self) -> list[int]:
        """Enemy hexes that could be attacked."""
        reached = mask(self.near) | self.field.own
        return members(self.field.enemies & _GROUND.walk.spread(reached))

    def operations(self) -> list[Operation]:
        """What promises enough, the best first; nobody is in two of them."""
        targets = self.targets()
        first = [target for target in targets if self.owed() >> target & 1]
        kept = self._chosen(first, _NOTHING, set())
        if kept and kept[-1].moves:
            return kept
        taken = {unit for one in kept for unit in one.units}
        others = [target for target in targets if target not in first]
        return kept + self._chosen(others, ENOUGH[self.field.bold], taken)

    def _chosen(self, targets: list[int], enough: float, taken: set[int]) -> list[Operation]:
        """Attacks on some of these by units that are not taken, up to the first one to be moved."""
        found = [self.operation(target, taken) for target in targets]
        open_ = [one for one in found if one.score > enough]
        kept = []
        for one in sorted(open_, key=lambda one: -one.score):
            if taken & one.units:
                one = self.operation(one.target, taken)
            if one.score > enough:
                taken = taken | one.units
                kept.append(one)
                self.spare = max(0, self.spare - FLIGHTS)
                if one.moves:
                    break  # it is ordered now; the rest is looked at afterwards
        return kept

    def owed(self) -> int:
        """Mask of the enemies that units which stay where they are have to attack."""
        if self._owed < 0:
            self._owed = self._find_owed()
        return self._owed

    def _find_owed(self) -> int:
        s, d = self.t.s, self.t.d
        return union(
            self.bound(hex_)
            for hex_ in members(self.field.own & self.field.bound)
            if any(u not in self.ends and contact.able(s, u) for u in d.units(s.side, hex_))
        )

    def operation(self, target: int, taken: Collection[int]) -> Operation:
        """The best attack on a hex by units that are not taken: by slow ones if they are enough."""
        hexes = self._hexes(target)
        want = self._want(target, hexes)
        slow = self._built(target, hexes, taken, want, slow=True)
        if slow.step >= want:
            return slow
        strong = self._built(target, hexes, taken, want, slow=False)
        return strong if strong.score > slow.score else slow

    def _built(
        self, target: int, hexes: list[int], taken: Collection[int], want: int, *, slow: bool
    ) -> Operation:
        s, d, side = self.t.s, self.t.d, self.field.side
        best = Operation(target, _NOTHING, -9, (), ())
        ready: list[int] = []
        moves: list[tuple[int, int]] = []
        goal, used, step = 1 << target, [], -9
        for hex_ in hexes:
            here = [u for u in d.units(side, hex_) if contact.able(s, u) and u not in taken
                    and contact.why_barred(s, d, u, target) is None]  # fmt: skip
            if not here and (step >= want or hex_ not in self.near):
                continue
            ready += here
            used.append(hex_)
            goal |= self.bound(hex_)
            moved = {unit for unit, _ in moves}
            pool = self._fill(hex_, target, {*taken, *moved, *ready}, slow) if step < want else []
            units, before = [*ready, *moved], -99
            for unit in (-1, *pool):
                if unit >= 0:
                    moves.append((unit, hex_))
                    units.append(unit)
                step = self._odds(target, goal, units, used)
                if units and step > before and (step > 0 or not moves):
                    before, score = step, self._score(target, goal, units, step, dict(moves))
                    if score > best.score:
                        best = Operation(target, score, step, tuple(moves), tuple(ready))
                if step >= want:
                    break
        return best

    def _hexes(self, target: int) -> list[int]:
        """From where it can be attacked: first where nobody else would have to be."""
        ring = (_GROUND.dry[target] | _GROUND.wet[target]) & self.field.contact
        wet, bit = _GROUND.wet[target], 1 << target
        return sorted(
            (h for h in members(ring) if h in self.near or self.field.own >> h & 1),
            key=lambda h: ((self.bound(h) & ~bit).bit_count(), wet >> h & 1, h),
        )

    def _want(self, target: int, hexes: list[int]) -> int:
        """The odds beyond which nobody more is sent: those of the best table, or the very best."""
        s, d, field = self.t.s, self.t.d, self.field
        if not field.feeds >> target & 1:
            return _SOUND
        if turn(s).victory[field.side] == NEVER:
            return STANDARD
        near = {unit for hex_ in hexes for unit in self.near.get(hex_, ())}
        near.update(unit for hex_ in hexes for unit in d.units(field.side, hex_))
        factors = sorted(contact.attack_face(s, u) for u in near if BOARD.pieces[u].faces)
        most = sum(factors[-3 * len(hexes) :])
        air = field.air(target, 4)
        free = air or turn(s).victory[field.side] == FREELY
        whole = ladder(most, self._defence(target, hexes)) + air >= HIGHEST
        return HIGHEST if free and whole else STANDARD

    def _fill(self, hex_: int, target: int, taken: Collection[int], slow: bool) -> list[int]:
        """The strongest units, or the slowest first, that can go to a hex and find room there."""
        s, d, side = self.t.s, self.t.d, self.field.side
        there = mates(d, side, hex_)
        chosen: list[int] = []
        pool = [u for u in self.near.get(hex_, ()) if u not in taken]

        def rank(unit: int) -> tuple[int, int, int]:
            face = BOARD.pieces[unit].faces[s.step[unit]]
            return face.move if slow else 0, -face.combat, unit

        for unit in sorted(pool, key=rank):
            together = [*there, *(BOARD.pieces[u] for u in (*chosen, unit))]
            if why_over(together, hex_) is None and not contact.why_barred(s, d, unit, target):
                chosen.append(unit)
                if len(chosen) + len(there) > 2:
                    break
        return chosen

    def bound(self, hex_: int) -> int:
        """Mask of the enemies that units in a hex would have to attack."""
        found = self._bound.get(hex_)
        if found is None:
            city = _GROUND.majors >> hex_ & 1
            found = 0 if city else contact.binding(self.t.d, self.field.foe, hex_)
            self._bound[hex_] = found
        return found

    def _odds(self, target: int, goal: int, units: list[int], hexes: list[int]) -> int:
        """Odds of an attack; all that binds the attackers is counted as one attack."""
        s, d, field = self.t.s, self.t.d, self.field
        strength = sum(odds.attack_factor(s, d, unit) for unit in units)
        if not strength:
            return -9
        defence = sum(self._defence(hex_, hexes) for hex_ in members(goal & field.enemies))
        step = ladder(strength, defence) + odds.artillery(units)
        air = field.air(target, len(units))
        if goal & field.enemies == 1 << target and step + air >= HIGHEST:
            return HIGHEST
        return min(HIGHEST, step + min(air, FLIGHTS, self.spare))

    def _score(
        self, target: int, goal: int, units: list[int], step: int, moves: Mapping[int, int]
    ) -> float:
        """What it promises at these odds; `moves`: who goes where for it."""
        s, d, field = self.t.s, self.t.d, self.field
        targets = members(goal & field.enemies)
        kill, own = PRICES[field.side]
        if not field.feeds >> target & 1:
            kill *= DOOMED
        value = -SPENT * sum(contact.attack_face(s, unit) for unit in units)
        if field.bold:
            value -= RIDDEN * sum(
                self._ridden(unit, moves.get(unit, s.place[unit])) for unit in units
            )
        value -= OPENED * self._opened(moves)
        value -= ELSEWHERE * (goal & ~self.owed() & ~(1 << target)).bit_count()
        lost, killed, opened, _ = outcome(s, d, Attack(tuple(targets), tuple(units)), step)
        kill *= killed * per_step(s, _facing(d, field.foe, targets))
        if step >= HIGHEST and len(targets) == 1 and self._may_overwhelm(units):
            return value + kill * (1 + PERMANENT) + self._way(target) + prize(s, target)
        value += kill - own * lost * per_step(s, units)
        return value + opened * (self._way(target) + sum(prize(s, hex_) for hex_ in targets))

    def _ridden(self, unit: int, hex_: int) -> int:
        """How many hexes nearer to a city than here a quick unit could stand, bound to nobody."""
        if not BOARD.pieces[unit].armor:
            return 0
        if unit not in self._lead:
            open_ = members(self.ends.get(unit, 0) & ~self.field.bound)
            self._lead[unit] = min((self.field.goal[there] for there in open_), default=FAR)
        return max(0, self.field.goal[hex_] - self._lead[unit])

    def _opened(self, moves: Mapping[int, int]) -> int:
        """How many own cities in reach of the enemy would stand open without these."""
        left = mask(self.t.s.place[unit] for unit in moves) & self.field.exposed
        return sum(
            all(unit in moves for unit in self.t.d.units(self.field.side, city) if fights(unit))
            for city in members(left)
        )

    def _way(self, target: int) -> float:
        """What it is worth that the way to what the side wants is free, and its own railways."""
        cuts = LIFELINE * bool(ZONE[target] & self.field.own_rails)
        return cuts + (WAY * max(0, 10 - self.field.goal[target]) if self.field.bold else 0.0)

    def _defence(self, hex_: int, hexes: list[int]) -> int:
        s, d = self.t.s, self.t.d
        strong = sum(odds.defence_factor(s, d, unit) for unit in d.units(self.field.foe, hex_))
        high = _GROUND.majors >> hex_ & 1 or _GROUND.terrain[hex_] == MOUNTAIN
        river = all(_GROUND.wet[hex_] >> h & 1 for h in hexes)
        river = river and not (s.side == AXIS and first_turn(s) and s.impulse == 1)
        return max(1, strong * (2 if high or river else 1))

    def _may_overwhelm(self, units: list[int]) -> bool:
        when = turn(self.t.s).victory[self.field.side]
        guns = any(BOARD.pieces[unit].type == ARTILLERY for unit in units)
        return when == FREELY or (when != NEVER and guns)


def fights(unit: int) -> bool:
    """Has a piece a combat factor?"""
    return bool(BOARD.pieces[unit].faces)


def _facing(d: Occupancy, side: int, hexes: Collection[int]) -> list[int]:
    return [unit for hex_ in hexes for unit in d.units(side, hex_)]


def movers(t: T, field: Field) -> Iterator[tuple[int, int]]:
    """The units that can still move, with the hexes where they can end in supply."""
    s, d = t.s, t.d
    for unit in BOARD.of_side[field.side]:
        if s.place[unit] >= HEXES:
            continue
        ends = movement.ends(s, d, unit)
        if ends and lamed(s, field.side):
            ends &= bereft.no_farther(s, d, [unit])
        if not ends:
            continue
        fed = field.supplied(BOARD.pieces[unit].nation)
        if field.bold and s.impulse == 1 and BOARD.pieces[unit].armor:
            fed |= field.soon
        if kept := ends & fed:
            yield unit, kept
        elif not fed >> s.place[unit] & 1:
            yield unit, ends


def room(t: T, field: Field, unit: int, hex_: int) -> bool:
    """Does a unit find room in a hex?"""
    there = [piece for piece in mates(t.d, field.side, hex_) if piece.index != unit]
    return why_over([*there, BOARD.pieces[unit]], hex_) is None
