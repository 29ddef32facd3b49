"""What a place is worth to a unit, a battle to its attacker, a card to its holder.

Rough figures for the practice opponent, from open facts and its own hand alone.
"""

from collections.abc import Sequence

from engine.board.bits import mask, members
from engine.board.duties import Duties
from engine.board.occupancy import Occupancy
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.cards.moments import kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import HEXES, ON_MAP, SIDES
from engine.games.no_retreat.law import odds, stacking, supply, targets
from engine.games.no_retreat.law.crt import DIE, result, worth
from engine.games.no_retreat.law.movement import NEAR
from engine.games.no_retreat.play.battle import battle_preview
from engine.games.no_retreat.play.replies import span
from engine.games.no_retreat.state import NoRetreat, enemy, face

TWO_TO_ONE = BOARD.columns.index("2:1")
_FAR = 30
STAKE = 5
"""Strength Points of the stronger side from which on a battle is worth an event."""
BAD = 2
"""The mean result for the attacker above which the defender wants one."""
_KIND_VALUES = {
    "attack_roll": 6, "defend_roll": 6, "attack": 5, "defend": 5, "own_organization": 5,
    "cancel": 4, "result": 3, "own_movement": 2,
}  # fmt: skip
_JOKER_VALUE = 9


def card_value(card: int, side: int) -> int:
    """How gladly a card is kept; the least is paid first."""
    if card == BOARD.joker:
        return _JOKER_VALUE
    return max((_KIND_VALUES.get(kind, 3) for kind in kinds(card, side)), default=0)


def cheapest(hand: Sequence[int], side: int, count: int) -> list[int]:
    """The cards of a hand that are missed least."""
    return sorted(hand, key=lambda card: (card_value(card, side), card))[:count]


def expected(seen: odds.Preview) -> float:
    """The mean result of a battle for its attacker: CA 0, CB 2, EX 3, DR 4, DD 6."""
    return sum(worth(result) * count for result, count in seen.chances) / seen.of


def distances(goals: int) -> list[int]:
    """Place -> steps over open hexsides to the nearest of some places."""
    found = [_FAR] * ON_MAP
    front, reached, steps = goals, 0, 0
    while front:
        for place in members(front):
            found[place] = steps
        reached |= front
        front = BOARD.ground.spread(front) & (BOARD.land | goals) & ~reached
        steps += 1
    return found


class Field:
    """The map as one side sees it before an order: where to go, where it is dangerous."""

    def __init__(self, s: NoRetreat, d: Occupancy, side: int) -> None:
        self.s, self.d, self.side = s, d, side
        self.bold = s.initiative == side
        foe = enemy(side)
        self.own = self._strengths(side)
        self.foes = self._strengths(foe)
        self.wanted = self.kept = 0
        for site in BOARD.sites:
            bit = 1 << site.place
            if s.control[site.index] == side:
                self.kept |= bit
            elif not d.present[side] & bit:
                self.wanted |= bit
        self.prizes = BOARD.objectives[side]
        self.to_goal = distances(self.wanted & BOARD.land)
        self.to_foe = distances(self._mobile(foe))
        self.threatened = [p for p in members(self.kept) if p < ON_MAP and self.to_foe[p] <= 4]
        self.to_guard = distances(sum(1 << p for p in self.threatened))

    def _mobile(self, side: int) -> int:
        """Where the units stand that may come nearer."""
        units = [unit for place in members(self.d.present[side]) for unit in self.d.at[place]]
        return mask(self.s.at[unit] for unit in units if face(self.s, unit).movement)

    def _strengths(self, side: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for place in members(self.d.present[side]):
            found[place] = sum(face(self.s, u).strength for u in self.d.units(side, place))
        return found

    def value(self, unit: int, place: int) -> float:
        """What it is worth to have the unit there, with all others where they are."""
        s, here = self.s, self.s.at[unit]
        mine = face(s, unit).strength
        base = self.own.get(place, 0) - (mine if place == here else 0)
        total = -0.8 * self.to_goal[place] if self.bold else -0.4 * self.to_guard[place]
        if not supply.supplied_from(s, self.d, self.side, place):
            total -= 12
        if self._crowded(unit, place):
            total -= 30  # §8.4.3
        total += self._sites(place, base)
        total += self._contact(unit, mine, base, place)
        company = [p for p in self.own if p != place and (p != here or self.own[p] > mine)]
        if any(NEAR[place] >> p & 1 for p in company):
            total += 0.5
        elif company and not any(NEAR[p] & NEAR[place] for p in company):
            total -= 1.5  # a gap in the line
        return total

    def _crowded(self, unit: int, place: int) -> bool:
        """Would there be too many units with this one?"""
        if place != self.s.at[unit]:
            return bool(stacking.full(self.s, self.d, unit) >> place & 1)
        return place in self.d.at and not stacking.fits(self.s, self.side, self.d.at[place])

    def _sites(self, place: int, base: int) -> float:
        """To take a city, to guard one."""
        if self.wanted >> place & 1:
            return 16 if self.prizes >> place & 1 else 11
        if place in self.threatened and not base:
            return 6
        return 0

    def _contact(self, unit: int, mine: int, base: int, place: int) -> float:
        """Odds against what is next to it, and theirs against it."""
        here = self.s.at[unit]
        fighting = targets.volunteers(self.s, unit)
        best, threat = 0.0, 0
        for other in BOARD.passable[place]:
            foes = self.foes.get(other)
            if foes is None:
                continue
            threat += foes
            near = sum(
                strength - (mine if spot == here else 0)
                for spot, strength in self.own.items()
                if NEAR[other] >> spot & 1
            )
            hard = 1.0 + (0.4 if self._rough(other) else 0.0)
            best = max(best, _promise((near + mine) / hard / max(foes, 1)))
        gain = (3.0 if self.bold else 1.2) * best if fighting else 0.0
        stand = (mine + base) * (1.4 if self._rough(place) else 1.0)
        risk = max(0.0, threat / max(stand, 1) - 1.0)
        return gain - min(risk, 4.0) * (1.0 if self.bold else 2.2)

    def _rough(self, place: int) -> bool:
        return BOARD.terrains[BOARD.terrain[place]].shift < 0

    def best(self, unit: int, places: list[int]) -> tuple[float, int]:
        """The best of some places for a unit with what it is worth; the first of equals."""
        return max(((self.value(unit, p), -p) for p in places), default=(-99.0, 0))


def _promise(ratio: float) -> float:
    """How tempting odds are: nothing below 1:1, most from 4:1 on."""
    return min(ratio, 4.0) if ratio >= 2 else max(0.0, ratio - 1.0)


def attackers(t: T, side: int, place: int, taken: set[int]) -> list[int]:
    """The units that could attack a place of their own will and are not needed elsewhere."""
    return [
        unit
        for other in BOARD.passable[place]
        for unit in t.d.units(side, other)
        if unit not in taken and not t.s.fought[unit] and targets.volunteers(t.s, unit)
    ]


def next_target(t: T, side: int) -> int:
    """The target worth most that can be attacked at 2:1 or better besides those declared; -1."""
    taken: set[int] = set()
    for place in (*t.s.targets, *t.s.blows):
        taken.update(targets.able(t.s, t.d, side, place))
    top, found = 0.0, -1
    for place in members(targets.targets(t.s, t.d, side)):
        units = attackers(t, side, place, taken)
        if not units:
            continue
        seen = battle_preview(t.s, t.d, side, [place], units)
        if seen.final < TWO_TO_ONE:
            continue
        value = expected(seen) * (3 + seen.defence) + 10 * (
            place < HEXES and BOARD.site_at[place] >= 0
        )
        if value > top:
            top, found = value, place
    return found


def force(t: T, side: int, owed: Duties, places: list[int]) -> list[int]:
    """The units for a battle: the strongest first, as many as bring it to 3:1."""
    units: list[int] = []
    while more := owed.attackers(places, units):
        if units and battle_preview(t.s, t.d, side, places, units).final > TWO_TO_ONE:
            break
        units.append(max(more, key=lambda unit: (face(t.s, unit).strength, -unit)))
    return units


def worth_a_card(t: T, place: int) -> list[int]:
    """The columns possible for an attack on this target at which its defender wants an event."""
    side = t.s.phasing
    units = targets.able(t.s, t.d, side, place)
    foes = targets.defenders(t.s, t.d, side, [place])
    if max(odds.strength(t.s, units, []), odds.strength(t.s, foes, [])) < STAKE:
        return []
    now, used = span(t.s, t.d, side, place), odds.table(t.s, side)
    return [
        column for column in range(max(now.low, 0), now.marker + 1) if _mean(used, column) > BAD
    ]


def _mean(table: int, column: int) -> float:
    return sum(worth(result(table, column, roll)) for roll in DIE) / len(DIE)


def threatens(t: T, place: int) -> int:
    """Strength of the enemy next to a place of a side."""
    side = BOARD.units[t.d.at[place][0]].side
    near = [u for other in BOARD.passable[place] for u in t.d.units(enemy(side), other)]
    return odds.strength(t.s, near, [])


def hand_of(t: T, side: int) -> Sequence[int]:
    """The own hand."""
    return t.ids(f"hand.{SIDES[side]}")
