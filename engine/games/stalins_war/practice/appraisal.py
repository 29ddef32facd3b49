"""What a place is worth to a unit, an attack to its attacker, a card to its holder.

Rough figures for the practice opponent, from open facts and its own hand alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    HEXES,
    HUNGARIAN,
    NATIONS,
    PZ,
    ROMANIAN,
    SOVIET,
    SU,
    TERRAINS,
    WHOLE,
    Card,
    Site,
)
from engine.games.stalins_war.law import attack, odds, supply
from engine.games.stalins_war.law.control import stars_in_union
from engine.games.stalins_war.law.replacements import price
from engine.games.stalins_war.law.victory import TURN_10_LEVEL
from engine.games.stalins_war.state import (
    FOUGHT,
    PLACED,
    RAILED,
    SAILED,
    StalinsWar,
    enemy,
    face,
    has,
    held,
    on_map,
    zoc,
)

AXIS_LAST, SOVIET_FIRST = 12, 14
"""Up to this turn the Axis goes forward; from that one on the Soviets do."""
_FAR = 40
_THREAT = 5
"""Hexes from the enemy up to which a place is guarded."""
_FRONT = 3
"""Hexes from the enemy up to which a line is of use."""
_WALK = 3
"""Hexes from which somebody can walk into an empty place."""
_LINE = 0.25
"""What each hex of the front is worth that nobody else holds or has in his zone."""
_GARRISON, _AT_THE_GATES = 1.2, 2
"""What a unit in an empty place of its side is worth by the worth of the place. While a side goes
forward, weak units see to it until the enemy is so near."""
_CROWD, _STAR = 0.5, 2.0
"""Goals that others go for are that much farther for each of them, stars nearer."""
_GROUND = BOARD.ground
_STILL = FOUGHT | PLACED | RAILED | SAILED


# places ---------------------------------------------------------------------------------


@cache
def site_worth(site: int) -> float:
    """What it is worth to take a place."""
    it: Site = BOARD.ground.sites[site]
    worth = 1.0 + 2.0 * it.city + 6.0 * it.star + 4.0 * it.oil + 1.0 * it.port
    return worth


@cache
def _worths() -> tuple[float, ...]:
    """Place -> worth of its site."""
    found = [0.0] * HEXES
    for site in _GROUND.sites:
        found[site.place] = site_worth(site.index)
    return tuple(found)


_AT_HOME = (ROMANIAN, HUNGARIAN)
"""Nations that stay near their capitals, for they leave the war with them (§19.3.1)."""


@cache
def _capitals() -> tuple[int, ...]:
    return tuple(_GROUND.site(id_).place for id_ in ("bucharest", "buda", "berlin"))


@cache
def _cover() -> tuple[float, ...]:
    """Place -> how much its terrain helps who stands there."""
    ways = BOARD.charts.ways
    return tuple(1.0 + 0.25 * ways[TERRAINS[kind]].shift if kind < 6 else 1.0
                 for kind in _GROUND.terrain)  # fmt: skip


@lru_cache(maxsize=128)
def distances(goals: int) -> tuple[int, ...]:
    """Place -> steps on foot to the nearest of some places; kept, since few orders change them."""
    found = [_FAR] * HEXES
    front, reached, steps = goals & _GROUND.land, 0, 0
    while front:
        for place in members(front):
            found[place] = steps
        reached |= front
        front = _GROUND.walk.spread(front) & _GROUND.land & ~reached
        steps += 1
    return tuple(found)


def _spots(unit: int, place: int) -> int:
    """Mask of the hexes that a unit in a place keeps the enemy from passing."""
    return 1 << place | (_GROUND.walk.near(place) if BOARD.units[unit].zoc else 0)


def _within(steps: int, places: int) -> int:
    """Mask of the land up to so many steps from some places."""
    for _ in range(steps):
        places |= _GROUND.walk.spread(places)
    return places & _GROUND.land


def bold(s: StalinsWar, side: int) -> bool:
    """Does this side go forward now?"""
    return s.turn <= AXIS_LAST if side == AXIS else s.turn >= SOVIET_FIRST


class Field:
    """The map as one side sees it before an order: where to go, where it is dangerous."""

    def __init__(self, s: StalinsWar, d: Occupancy, side: int) -> None:
        self.s, self.d, self.side, self.bold = s, d, side, bold(s, side)
        foe = enemy(side)
        self.own = _strengths(s, d, side)
        self.foes = _strengths(s, d, foe)
        self.mine = d.present[side]
        self.zone = zoc(s, d, foe)
        self.fed = [supply.fed(s, d, nation) for nation in range(len(NATIONS))]
        theirs, mine = held(s, foe), held(s, side)
        self.wanted = theirs & ~d.present[foe]
        prizes = theirs & (_GROUND.stars | _GROUND.oil | _GROUND.cities)
        if side == AXIS:
            prizes &= ~attack.restricted(s)
        self.hurry = 1.0 + 2.0 * _last_star(s, side) + 1.0 * _behind(s, side)
        self.to_foe = distances(d.present[foe])
        dear = mine & (_GROUND.stars | _GROUND.oil | _GROUND.cities)
        self.threatened = mask(p for p in members(dear) if self.to_foe[p] <= _THREAT)
        self.bare = self.threatened & ~self.mine
        self.far = self.bare & ~_within(_WALK, self.mine) if self.bare else 0
        self.doomed = mask(
            p for p in members(mine & _GROUND.stars) if self.to_foe[p] <= _AT_THE_GATES
        )
        self.free = self._liberties(zoc(s, d, side))
        self.cross = _GROUND.beyond if side == AXIS and 2 <= s.turn <= 4 and not s.crossed else 0
        self.vital = mask(p for p in _capitals() if mine >> p & 1 and self.to_foe[p] <= 4)
        self.vital = self.vital if side == AXIS else 0
        guarded = self.threatened | self.vital or dear or mine
        self.ahead = self._shared(prizes or theirs) if self.bold else {}
        self.behind = distances(guarded) if self.bold else ()
        self.posts = {} if self.bold else self._shared(guarded)
        self.front = _within(_FRONT, d.present[foe]) & ~d.present[foe]
        self.once, self.twice = self._covered()

    def _shared(self, goals: int) -> dict[int, tuple[int, ...]]:
        """Place of own units -> distances to the goal that is theirs: near, and not crowded."""
        ways = [distances(1 << goal) for goal in members(goals)]
        far = [-_STAR * (_GROUND.stars >> goal & 1) for goal in members(goals)]
        crowd = 0.0 if _last_star(self.s, self.side) else _CROWD  # all together for the first one
        found = {}
        for place in self.own:
            length = [way[place] + more for way, more in zip(ways, far, strict=True)]
            goal = length.index(min(length))
            far[goal] += crowd * len(self.d.units(self.side, place))
            found[place] = ways[goal]
        return found

    def _covered(self) -> tuple[int, int]:
        """Masks of the hexes that one own unit holds or has in its zone (§8.1), and several do."""
        once = twice = 0
        for place in self.own:
            for unit in self.d.units(self.side, place):
                spots = _spots(unit, place)
                twice |= once & spots
                once |= spots
        return once, twice

    def _liberties(self, mine: int) -> dict[int, int]:
        """Hexes of the enemy -> mask of those next to them that he can still go to."""
        open_ = _GROUND.land & ~self.d.present[self.side] & ~mine
        return {place: mask(_GROUND.foot[place]) & open_ for place in self.foes}

    def _closing(self, unit: int, place: int) -> float:
        """How far it would close a ring round those near: the last ways out count most."""
        took = 1 << place
        if BOARD.units[unit].zoc:
            took |= mask(_GROUND.foot[place])
        total = 0.0
        for other in _GROUND.foot[place]:
            if free := self.free.get(other):
                closed = (free & took).bit_count()
                total += closed / free.bit_count() * min(self.foes[other][1], 6) * 0.25
        return total

    def value(self, unit: int, place: int) -> float:
        """What it is worth to have the unit there, with all others where they are."""
        s, it, here = self.s, BOARD.units[unit], self.s.place[unit]
        up = face(s, unit)
        mine = up.attack, up.defence
        base = self.own.get(place, (0, 0, 0))
        if place == here:
            base = base[0] - mine[0], base[1] - mine[1], base[2] - it.lcu
        bold = self.bold and it.nation not in _AT_HOME
        if bold:
            total = -0.5 * (1 + self.hurry) * self.ahead[here][place]
        else:
            total = -0.7 * (self.behind if self.bold else self.posts[here])[place]
        total += _LINE * (_spots(unit, place) & self.front & ~self._by_others(unit)).bit_count()
        if not self.fed[it.nation] >> place & 1:
            total -= 10 + 0.5 * distances(self.fed[it.nation])[place]
        if self.wanted >> place & 1:
            total += (1.5 if self.bold else 0.5) * self.hurry * _worths()[place]
        if self.threatened >> place & 1 and not base[1]:
            here_first = not bold or self.to_foe[place] <= _AT_THE_GATES
            total += _GARRISON * _worths()[place] / (1 if here_first else max(mine[0], 1))
        if self.vital >> place & 1 and not base[1]:
            total += 10.0
        if base[1] and not it.lcu and base[2]:
            total += 0.3  # under an LCU it fires on the better table
        total += self._contact(mine, base, place, here)
        if self.bold:
            total += self._closing(unit, place)
        if self.cross >> place & 1:
            total += 6.0
        company = mask(_GROUND.foot[place]) & self.mine & ~(1 << here)
        if company:
            total += 0.6
        elif not _GROUND.walk.spread(mask(_GROUND.foot[place])) & self.mine & ~(1 << here):
            total -= 2.0  # alone, and soon cut off
        return total

    def _by_others(self, unit: int) -> int:
        """Mask of the hexes that others than this unit hold or have in their zones."""
        return self.twice | self.once & ~_spots(unit, self.s.place[unit])

    def _contact(
        self, mine: tuple[int, int], base: tuple[int, int, int], place: int, here: int
    ) -> float:
        """What it threatens there, and what threatens it."""
        best, threat = 0.0, 0
        for other in _GROUND.foot[place]:
            foes = self.foes.get(other)
            if foes is None:
                continue
            threat += foes[0]
            force = mine[0] + base[0]
            for spot in _GROUND.foot[other]:
                if spot != place and spot in self.own:
                    force += self.own[spot][0] // 2 - (mine[0] // 2 if spot == here else 0)
            hard = foes[1] * _cover()[other]
            best = max(best, min(force / max(hard, 1), 3.0) - 0.9)
        stand = (mine[1] + base[1]) * _cover()[place]
        risk = max(0.0, threat / max(stand, 1) - 1.2)
        eager = 2.2 if self.bold else 0.6
        return eager * best - min(risk, 3.0) * (0.5 if self.bold else 1.2)

    def best(self, unit: int, places: Collection[int]) -> tuple[float, int]:
        """The best of some places for a unit with what it is worth; the first of equals."""
        return max(((self.value(unit, p), -p) for p in places), default=(-99.0, 0))


def _last_star(s: StalinsWar, side: int) -> bool:
    """Does the Axis hold no more than one star in the Soviet Union, which it needs (§5.1.3)?"""
    return side == AXIS and 2 <= s.turn <= 12 and stars_in_union(s, AXIS) < 2


def _behind(s: StalinsWar, side: int) -> bool:
    """Would the VP level lose the war for the Axis at the end of turn 10 (§5.1.3)?"""
    return side == AXIS and 5 <= s.turn <= 10 and s.vp <= TURN_10_LEVEL


def _strengths(s: StalinsWar, d: Occupancy, side: int) -> dict[int, tuple[int, int, int]]:
    """Place -> attack and defence of the units there, and how many LCUs."""
    found = {}
    for place in members(d.present[side]):
        units = d.units(side, place)
        faces = [face(s, unit) for unit in units]
        found[place] = (
            sum(up.attack for up in faces),
            sum(up.defence for up in faces),
            sum(BOARD.units[unit].lcu for unit in units),
        )
    return found


# attacks --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack that could be made, with the hexes to be activated for it."""

    score: float
    target: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]


def plans(t: T, marked: bool) -> list[Plan]:
    """The best attack on each hex, best first; `marked`: from Combat markers alone."""
    s, d = t.s, t.d
    near = _GROUND.walk.spread(d.present[s.side])
    found = []
    for target in members(near & d.present[enemy(s.side)]):
        if attack.why_no_target(s, d, target) is None:
            found += best_attack(t, target, marked)
    return sorted(found, key=lambda plan: (-plan.score, plan.target))


def best_attack(t: T, target: int, marked: bool) -> list[Plan]:
    """The attack on a hex that promises most, in a list: none where nobody can make one."""
    s, d = t.s, t.d
    hexes: dict[int, list[int]] = {}
    for place in _GROUND.foot[target]:
        if marked and place not in s.activated:
            continue
        units = [u for u in d.units(s.side, place) if _fights(s, u, target)]
        if units:
            hexes[place] = sorted(units, key=lambda u: (-face(s, u).attack, u))
    best: Plan | None = None
    for first in hexes:
        found = _grown(t, target, hexes, first)
        if found and (best is None or found.score > best.score):
            best = found
    return [best] if best else []


def _fights(s: StalinsWar, unit: int, target: int) -> bool:
    return (
        not has(s, unit, _STILL)
        and face(s, unit).attack > 0
        and attack.why_not_against(s, unit, target) is None
    )


def _grown(t: T, target: int, hexes: dict[int, list[int]], first: int) -> Plan | None:
    """The attack out of a hex, with armour from others while that makes it better."""
    s, d = t.s, t.d
    units = _joined(t, target, [], hexes[first])
    if not units:
        return None
    best = _plan(t, target, units)
    others = sorted((p for p in hexes if p != first), key=lambda p: -face(s, hexes[p][0]).attack)
    for place in others[:3]:
        armed = [u for u in hexes[place] if BOARD.units[u].armor]
        more = _joined(t, target, list(best.units), armed)
        if len(more) > len(best.units):
            rest = [u for u in hexes[place] if u not in armed]
            found = _plan(t, target, _joined(t, target, more, rest))
            if found.score > best.score:
                best = found
    return (
        best if attack.why_not_together(s, d, attack.Attack(target, best.units)) is None else None
    )


def _joined(t: T, target: int, units: list[int], more: Sequence[int]) -> list[int]:
    """The units with those of `more` that may fight beside them."""
    found = list(units)
    for unit in more:
        whole = attack.Attack(target, (*found, unit))
        if attack.why_not_together(t.s, t.d, whole) is None:
            found.append(unit)
    return found


def _plan(t: T, target: int, units: Sequence[int]) -> Plan:
    hexes = tuple(sorted({t.s.place[unit] for unit in units}))
    price = 0.35 * len([place for place in hexes if place not in t.s.activated])
    return Plan(worth(t, target, units) - price, target, tuple(units), hexes)


def worth(t: T, target: int, units: Sequence[int]) -> float:
    """What an attack promises without cards."""
    return value_of(t, target, odds.odds(t.s, t.d, units, target))


def value_of(t: T, target: int, found: odds.Odds) -> float:
    """Steps, ground and places that an attack may win against steps of its own."""
    s, d = t.s, t.d
    steps = sum(s.step[unit] for unit in d.units(enemy(s.side), target))
    dealt = min(found.dealt, steps)
    won = found.won / 36
    gain = 1.0 * dealt + 0.8 * won + 0.6 * (found.far / 36)
    if dealt >= 0.8 * steps:
        gain += 1.0
    site = _GROUND.site_at[target]
    if site >= 0:
        hurry = 2.5 if _last_star(s, s.side) and _GROUND.sites[site].star else 1.0
        gain += 0.35 * hurry * won * site_worth(site)
    return gain - (1.0 if bold(s, s.side) else 1.2) * found.taken


# cards ----------------------------------------------------------------------------------


def hand_of(t: T, side: int) -> list[int]:
    """The own hand."""
    return t.pile(f"hand.{('axis', 'soviet')[side]}").ids


@cache
def event_worth(number: int) -> float:
    """What the event of a card is worth when it can be played, in OPS."""
    return beside(number) + granted(number)


@cache
def granted(number: int) -> int:
    """OPS that the event of a card gives; the count takes nothing off them (§7.3.2)."""
    effects = BOARD.cards[number].effects
    return sum(int(str(e.says["amount"])) for e in effects if e.op == "grant_ops")


def beside(number: int) -> float:
    """What the event of a card is worth besides the OPS that it gives."""
    return _EVENTS.get(BOARD.cards[number].event, 1.0)


_EVENTS = {
    "taifun": 2.0, "nordlicht": 2.0, "blau": 2.0, "winter_uniforms": 5.0, "hedgehogs": 4.5,
    "hitler_takes_command": 5.0, "panzer_refit": 3.0, "totaler_krieg": 4.0, "speer": 3.5,
    "industrial_evacuation": 4.5, "lend_lease": 5.0, "people_s_militia": 2.5, "stavka": 2.5,
    "zhukov": 2.5, "siberians": 3.0, "partisan_formation": 2.0, "operation_bagration": 2.0,
    "festung": 1.5, "final_production_surge": 3.0, "romania_defects": 4.0, "big_three": 3.0,
    "overlord": 4.0, "husky": 3.0, "italy_surrenders": 2.5, "to_berlin": 2.0,
}  # fmt: skip
"""Events that are worth more, or less, than an OPS besides those that they give."""


def need(s: StalinsWar, side: int, kind: int) -> int:
    """Halves of Replacement Points of a kind that a side could use now, marked ones taken off."""
    wanted = 0
    for unit in BOARD.of_side[side]:
        it = BOARD.units[unit]
        if it.rp != kind or s.step[unit] >= it.full:
            continue
        gone = not on_map(s, unit) and s.place[unit] >= HEXES + 2
        if not gone and not it.faces[s.step[unit]].asterisk:
            wanted += price(it) * (it.full - s.step[unit])
    return wanted - s.rp[kind]


def rp_worth(s: StalinsWar, side: int, card: Card) -> float:
    """What the Replacement Points of a card are worth, in OPS."""
    kinds = (SU,) if side == SOVIET else range(SU)
    return sum(
        (1.3 if kind == PZ else 1.0)
        * max(0, min(WHOLE * card.rp[kind], need(s, side, kind)))
        / WHOLE
        for kind in kinds
    )


def late(s: StalinsWar, card: Card) -> bool:
    """Has the time of an event or Combat Card gone by?"""
    return card.turns[1] < s.turn or any(
        BOARD.cards[other].event in card.barred for other in s.played
    )
