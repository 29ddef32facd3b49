"""Combat of the practice opponent: which attack, with whom, on which table; what follows."""

from itertools import chain

from engine.board.bits import members
from engine.board.duties import Duties
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SOVIET
from engine.games.russia_besieged.law import contact, leaders, odds
from engine.games.russia_besieged.law import retreat as retreats
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.law.supply import unlimited
from engine.games.russia_besieged.play.advance import Advance
from engine.games.russia_besieged.play.phase_combat import (
    Battles,
    duties,
    plans,
    pressing,
    restless,
)
from engine.games.russia_besieged.play.retreats import Retreat
from engine.games.russia_besieged.practice.appraisal import (
    STANDARD,
    Field,
    distances,
    outcome,
    per_step,
    prize,
)
from engine.games.russia_besieged.practice.operations import PRICES
from engine.games.russia_besieged.state import bodies, mates
from engine.games.russia_besieged.words import IDS

WILLING = 0.3
"""What an attack must promise that nobody has to make."""
_GROUND = BOARD.ground


def battles(t: T, choice: Battles, side: int) -> str:
    """The attack that promises most; what is owed at last."""
    owed = duties(t)
    forced = {*pressing(t), *(group[0] for group in chain(*restless(t).values()))}
    best, line = -99.0, "end combat"
    for target in owed.by:
        targets = plans(t).joined((target,))
        if not targets:
            continue
        attack = _force(t, owed, targets)
        gain, blitz = _gain(t, side, attack)
        if target not in forced and gain < WILLING:
            continue
        if gain > best:
            best, line = gain, _said(t, attack, blitz, side)
    return line


def _force(t: T, owed: Duties, targets: tuple[int, ...]) -> Attack:
    """As many as bring the best table, the strongest and their help first."""
    s, d = t.s, t.d
    full = plans(t).muster(targets)
    units, most = list(full.units), full.air
    for unit in sorted(units, key=lambda u: (contact.attack_face(s, u), u)):
        fewer = [other for other in units if other != unit]
        if not fewer or not plans(t).whole(targets, fewer):
            continue
        planes = plans(t).air(targets, fewer)
        attack = Attack(targets, tuple(fewer), planes, shifts=full.shifts)
        if odds.final(s, d, attack) >= STANDARD:
            units, most = fewer, planes
    for planes in range(most + 1):
        attack = Attack(targets, tuple(units), planes, shifts=full.shifts)
        if odds.final(s, d, attack) >= STANDARD:
            return attack
    return Attack(targets, tuple(units), most, shifts=full.shifts)


def _gain(t: T, side: int, attack: Attack) -> tuple[float, bool]:
    """What an attack promises, and whether it is better as a Blitzkrieg."""
    s, d = t.s, t.d
    kill, own = PRICES[side]
    theirs = [u for hex_ in attack.targets for u in d.units(1 - side, hex_)]
    kill, own = kill * per_step(s, theirs), own * per_step(s, attack.units)
    found = []
    for blitz in (False, True):
        asked = Attack(attack.targets, attack.units, attack.air, blitz, shifts=attack.shifts)
        if blitz and odds.why_not_blitz(s, d, asked):
            continue
        lost, killed, opened, beyond = outcome(s, d, asked, odds.final(s, d, asked))
        value = kill * killed - own * lost + opened * prize(s, attack.targets[0]) + 0.9 * beyond
        found.append((value, blitz))
    return max(found)


def _said(t: T, attack: Attack, blitz: bool, side: int) -> str:
    targets = "+".join(IDS[hex_] for hex_ in attack.targets)
    line = f"attack {targets} with {' '.join(BOARD.pieces[u].id for u in attack.units)}"
    if attack.air:
        planes = contact.planes(t.s, t.d, attack.targets)[: attack.air]
        line += " air " + " ".join(BOARD.pieces[plane].id for plane in planes)
    if blitz:
        line += " bat"
    full = Attack(attack.targets, attack.units, attack.air, blitz, shifts=attack.shifts)
    unsure = odds.defence(t.s, t.d, full) >= GREAT and odds.final(t.s, t.d, full) < STANDARD
    if unsure and (found := leaders.marshals(t.s, t.d, side, full)):
        line += f" marshal {BOARD.pieces[found[0]].id}"
    if side == SOVIET and not t.s.helped and leaders.helpers(t.s, t.d, attack.targets):
        line += " guerrilla"
    return line


GREAT = 10
"""Factors of the defence from which on an attack is worth a Field Marshal."""


def retreat(t: T, choice: Retreat, side: int) -> str:
    """The enemy goes where he has no supply, the own units where they have it and find room."""
    it = BOARD.pieces[choice.unit]
    fed = unlimited(t.s, t.d, it.nation)
    near = distances(bodies(t.d, 1 - it.side))

    def rank(route: retreats.Route) -> tuple[bool, bool, int, retreats.Route]:
        end = route[-1]
        full = why_over([*mates(t.d, it.side, end), it], end) is not None
        supplied = bool(fed >> end & 1)
        if it.side == side:
            return full, not supplied, -min(near[end], 4), route
        return not full, supplied, near[end], route

    way = min(choice.routes(t), key=rank)
    return f"retreat {it.id} {' '.join(IDS[hex_] for hex_ in way)}"


def advance(t: T, choice: Advance, side: int) -> str:
    """Into cities and forward, in supply, but not alone among enemies; armor round behind them."""
    field = Field(t.s, t.d, side)
    best: tuple[float, str] = (0.0, "done")
    for unit in choice.units:
        here = t.s.place[unit]
        for path in _paths(t, choice, unit):
            end = path[-1]
            gain = _worth(t, field, unit, end) - _worth(t, field, unit, here)
            if gain > best[0]:
                words = " ".join(IDS[hex_] for hex_ in path)
                best = gain, f"advance {BOARD.pieces[unit].id} {words}"
    return best[1]


def _paths(t: T, choice: Advance, unit: int) -> list[list[int]]:
    """The ways of an advance, one to each hex."""
    found: dict[int, list[int]] = {}
    queue: list[list[int]] = [[]]
    while queue:
        path = queue.pop(0)
        for hex_ in members(choice.ends(t, unit, path)):
            if hex_ not in found and hex_ != t.s.place[unit]:
                found[hex_] = [*path, hex_]
                queue.append(found[hex_])
    return list(found.values())


def _worth(t: T, field: Field, unit: int, hex_: int) -> float:
    bit = 1 << hex_
    total = -0.5 * field.goal[hex_]
    if field.wanted & bit:
        total += 6 if _GROUND.majors & bit else 3
    if not field.fed & bit:
        total -= 2
    there = [p for p in mates(t.d, field.side, hex_) if p.index != unit]
    if len(there) > 1:
        total -= 2
    total += field.prey.cut([hex_])
    stand = contact.attack_face(t.s, unit) + sum(p.faces[t.s.step[p.index]].combat for p in there)
    if field.bound & bit:
        foes = members(contact.binding(t.d, field.foe, hex_))
        against = sum(t.d.factor(foe) * (1 + (_GROUND.majors >> foe & 1)) for foe in foes)
        total -= 1.5 + 1.5 * min(max(against / max(stand, 1) - 0.5, 0), 4)
    total -= min(max(field.threat[hex_] / max(stand, 1) - 2, 0), 6) * 0.3
    return total
