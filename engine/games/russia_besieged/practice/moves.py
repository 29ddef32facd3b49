"""The Movement Phase of the practice opponent: who attacks where, who stands where."""

from collections.abc import Iterable, Sequence

from engine.board.bits import mask, members
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    CAVALRY,
    DICTATOR,
    FOREST,
    GUARDS_TANK,
    HEXES,
    MECHANIZED,
    MINOR_MECHANIZED,
    MOUNTAIN,
    PANZER,
    PANZERGRENADIER,
    SHOCK,
    SWAMP,
)
from engine.games.russia_besieged.law import air, contact, leaders, movement, overwhelm, rail, sea
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.stacking import overstacked
from engine.games.russia_besieged.play import shed
from engine.games.russia_besieged.play.phase_movement import Moves
from engine.games.russia_besieged.play.travel import free
from engine.games.russia_besieged.practice import economy, occasions
from engine.games.russia_besieged.practice.appraisal import Field
from engine.games.russia_besieged.practice.operations import OPENED, Operation, Staff, room
from engine.games.russia_besieged.practice.pockets import ZONE, reopened
from engine.games.russia_besieged.state import CAME, FLOWN, has, mates, stand
from engine.games.russia_besieged.words import IDS

GAIN = 0.5
"""What a move must be worth more than to stay."""
ENTANGLED = 9.0
"""What it costs to stand where an attack is owed that promises nothing."""
NEAR = 5
"""Hexes from the enemy at which a Dictator leaves."""
FAR = 6
"""Hexes from the enemy from which on units go by rail."""
CAUTION = (0.5, 0.45)
"""What it costs to stand where the enemy may come at two to one and better, for each to one."""
NOTABLE = 0.6
"""What a cut must be worth to be looked at."""
WHOLE = 2.0
"""What a cut is worth that starves a whole unit, of five factors."""
_QUICK = (PANZER, PANZERGRENADIER, MINOR_MECHANIZED, CAVALRY, MECHANIZED, GUARDS_TANK, SHOCK)
_GROUND = BOARD.ground
_ROUGH = {FOREST: 0.5, SWAMP: 0.5, MOUNTAIN: 1.2}


def moves(t: T, choice: Moves, side: int) -> str:
    """The first thing that is worth doing, in this order; then the end."""
    field = Field(t.s, t.d, side)
    first = (_dictator, economy.spending, economy.arrivals, _aboard, _home)
    for look in (*first, *occasions.FIRST, _came, _stage, _overwhelm):
        if line := look(t, field):
            return line
    staff = Staff(t, field)
    if line := _bar(t, field, staff):
        return line
    engaged: set[int] = set()
    for operation in staff.operations():
        if line := _gather(t, operation):
            return line
        engaged |= set(operation.ready)
    return (
        _spearhead(t, field, staff, engaged)
        or _train(t, field, engaged)
        or _stand(t, field, staff, engaged)
        or _crowded(t, field)
        or _follow(t, field)
        or next(filter(None, (look(t, field) for look in occasions.LAST)), "")
        or "end movement"
    )


def said(verb: str, units: Sequence[int], path: Sequence[int]) -> str:
    """An order line for units."""
    words = [verb, *(BOARD.pieces[unit].id for unit in units), *(IDS[hex_] for hex_ in path)]
    return " ".join(words)


# attacks ----------------------------------------------------------------------------


def _overwhelm(t: T, field: Field) -> str:
    """An automatic victory that is there for the taking, by as few as it needs."""
    s, d = t.s, t.d
    for target in members(overwhelm.candidates(s, d)):
        found = overwhelm.conquest(s, d, (target,))
        if found is None:
            continue
        units = list(found.units)
        for unit in sorted(units, key=lambda u: (contact.attack_face(s, u), u)):
            fewer = [other for other in units if other != unit]
            flights = min(found.air, len(fewer))
            less = Attack(found.targets, tuple(fewer), flights, shifts=found.shifts)
            if fewer and overwhelm.why_no_victory(s, d, less) is None:
                units = fewer
        attack = Attack(found.targets, tuple(units), min(found.air, len(units)))
        line = f"av {IDS[target]} with {' '.join(BOARD.pieces[unit].id for unit in units)}"
        if ready := overwhelm.wing(s, d, attack):
            line += " air " + " ".join(BOARD.pieces[plane].id for plane in ready)
        return line
    return ""


def _gather(t: T, operation: Operation) -> str:
    """The next units on their way to an attack, those of a hex together."""
    if not operation.moves:
        return ""
    first, hex_ = operation.moves[0]
    here = t.s.place[first]
    group = [unit for unit, goal in operation.moves if goal == hex_ and t.s.place[unit] == here]
    while True:
        found = movement.march(t.s, t.d, group, ())
        if found.ends >> hex_ & 1 and not overwhelm.why_needed(t.s, t.d, group):
            return said("move", group, found.path(hex_))
        group.pop()


# where units stand ------------------------------------------------------------------


class _Worth:
    """What hexes are worth to one unit, with all others where they are."""

    def __init__(self, t: T, field: Field, unit: int) -> None:
        self.t, self.field, self.unit = t, field, unit
        s, d = t.s, t.d
        self.here = s.place[unit]
        self.it = BOARD.pieces[unit]
        self.factor = contact.attack_face(s, unit)
        own = field.own
        if len(d.units(field.side, self.here)) == 1:
            own &= ~(1 << self.here)
        self.covered = _GROUND.zone.spread(own) | own
        self.mates = own

    def of(self, hex_: int) -> float:
        field, t = self.field, self.t
        bit = 1 << hex_
        near = field.to_foe[hex_]
        total = -0.9 * field.goal[hex_] if field.bold else -0.15 * field.home[hex_]
        if field.wanted & bit and not field.enemies & bit:
            total += 6.0 if _GROUND.majors & bit else 3.0
        cover = (ZONE[hex_] & field.front & ~self.covered).bit_count() if self.it.full_zone else 0
        total += (0.35 if field.bold else 0.9) * cover
        if not field.bold:
            total -= 0.5 * max(0, near - 4)
            total += _ROUGH.get(_GROUND.terrain[hex_], 0.0)
        if field.kept & bit and (field.exposed & bit or near <= (4 if field.bold else 6)):
            total += self._guard(hex_)
        if not field.fed & bit:
            total -= 8.0 if t.s.impulse == 2 else 1.0 if field.soon & bit else 5.0
        if not field.warm & bit:
            total -= 2.0
        if field.bound & bit:
            total -= ENTANGLED
        company = self.mates & bit
        stand: float = self.factor
        if company:
            stand = t.d.factor(hex_) + (self.factor if hex_ != self.here else 0)
        stand *= 2 if _GROUND.majors & bit else 1
        stand /= 1 if field.warm & bit else 2
        risk = min(field.threat[hex_], 50) / max(stand, 1)
        total -= min(max(risk - 2, 0), 6) * CAUTION[field.bold]
        if company:
            total -= 0.6 if field.bold else 0.2
        if field.pests and ZONE[hex_] & field.pests:
            total += 2.5
        if field.bold and rail.converts(self.it):
            total += 0.7 * (field.unlaid >> hex_ & 1)
            total += 0.4 * (ZONE[hex_] & field.lifelines & ~self.covered).bit_count()
        return total

    def _guard(self, hex_: int) -> float:
        """A city that the enemy could reach wants a unit, a major one near him two."""
        others = len(mates(self.t.d, self.field.side, hex_)) - (hex_ == self.here)
        if not _GROUND.majors >> hex_ & 1:
            return 1.5 if others < 1 else 0.0
        want = 2 if self.field.to_foe[hex_] <= NEAR else 1
        return 0.0 if others >= want else 3.0 if others else OPENED

    def best(self, hexes: int) -> tuple[float, int]:
        """The hex of some that is worth most and has room; the first of equals."""
        ranked = sorted(((self.of(hex_), -hex_) for hex_ in members(hexes)), reverse=True)
        for worth, hex_ in ranked:
            if room(self.t, self.field, self.unit, -hex_):
                return worth, -hex_
        return -99.0, -1


def _stand(t: T, field: Field, staff: Staff, engaged: set[int]) -> str:
    """The first unit that stands better elsewhere goes there."""
    crowded = overstacked(t.d, field.side)
    for unit, ends in staff.ends.items():
        if unit in engaged:
            continue
        worth = _Worth(t, field, unit)
        here = worth.of(worth.here)
        if crowded >> worth.here & 1:
            here -= 50
        open_ = ends & (~field.bound | _GROUND.majors)
        value, goal = worth.best(open_)
        if goal >= 0 and value > here + GAIN and not _frees(t, field, unit, goal):
            return said("move", [unit], _path(t, field, unit, goal))
    return ""


def _spearhead(t: T, field: Field, staff: Staff, engaged: set[int]) -> str:
    """Armor that no attack needs goes where it stands across the enemy's supply."""
    quick = (u for u in staff.ends if u not in engaged and BOARD.pieces[u].type in _QUICK)
    return _across(t, field, staff, quick, NOTABLE)


def _bar(t: T, field: Field, staff: Staff) -> str:
    """Whoever can starve a whole enemy unit by standing in its way does, before any attack."""
    return _across(t, field, staff, staff.ends, WHOLE)


def _across(t: T, field: Field, staff: Staff, units: Iterable[int], least: float) -> str:
    """The best way in which some units can stand across the enemy's supply."""
    if not field.bold:
        return ""
    cuts: dict[int, float] = {}
    best, line = GAIN, ""
    for unit in units:
        worth = _Worth(t, field, unit)
        here = worth.of(worth.here)
        for hex_ in members(staff.ends[unit] & ~field.bound & ~(1 << worth.here)):
            if hex_ not in cuts:
                cuts[hex_] = field.prey.cut([hex_])
            if cuts[hex_] < least:
                continue
            gain = worth.of(hex_) + cuts[hex_] - here
            if gain > best and room(t, field, unit, hex_) and not _frees(t, field, unit, hex_):
                best, line = gain, said("move", [unit], _path(t, field, unit, hex_))
    return line


def _frees(t: T, field: Field, unit: int, hex_: int) -> bool:
    """Would the enemy be fed again if a unit went to a hex?"""
    moved = t.d.after(unit, t.s.place[unit], hex_, stand(t.s, unit))
    return reopened(t.s, t.d, moved, field.side) > NOTABLE


def _path(t: T, field: Field, unit: int, goal: int) -> list[int]:
    """A way through what the enemy has left open: cities and junctions of railways."""
    whole = movement.march(t.s, t.d, [unit], ())
    if not rail.converts(BOARD.pieces[unit]):
        return whole.path(goal)
    prizes = (field.wanted | _GROUND.junctions & field.unlaid) & whole.ends & ~field.enemies
    found, most = whole.path(goal), 0
    for by in members(prizes):
        first = whole.path(by)
        onward = movement.march(t.s, t.d, [unit], first)
        if by == goal or not onward.ends >> goal & 1:
            continue
        path = first + onward.path(goal)
        taken = mask(path) & prizes
        if taken.bit_count() > most:
            found, most = path, taken.bit_count()
    return found


def _came(t: T, field: Field) -> str:
    """What has just come goes on by rail, or on foot."""
    s, d = t.s, t.d
    for unit in BOARD.of_side[field.side]:
        if s.place[unit] >= HEXES or not has(s, unit, CAME) or not BOARD.pieces[unit].ground:
            continue
        ends = rail.ends(s, d, unit, free(s, unit))
        worth = _Worth(t, field, unit)
        value, goal = worth.best(ends & field.fed & ~field.bound)
        if goal >= 0 and value > worth.of(worth.here) + GAIN:
            return said("rail", [unit], [goal])
    return ""


def _aboard(t: T, field: Field) -> str:
    """Whoever came to a port to sail does."""
    for unit in movement.aboard(t.s, t.d):
        goals = [
            city.place
            for city in _GROUND.cities
            if city.area >= 0 and sea.why_no_transport(t.s, t.d, unit, city.place) is None
        ]
        if goals:
            goal = min(goals, key=lambda place: (field.goal[place], place))
            return said("sail", [unit], [goal])
    return ""


def _home(t: T, field: Field) -> str:
    """Allies that were forced out of their lands go back first (25.2, 25.3)."""
    s, d = t.s, t.d
    for unit, out in sea.strays(s, d).items():
        goal = members(out)[0]
        if movement.ends(s, d, unit) >> goal & 1:
            return said("move", [unit], movement.march(s, d, [unit], ()).path(goal))
        if rail.ends(s, d, unit) >> goal & 1:
            return said("rail", [unit], [goal])
        ship = "evacuate" if sea.why_no_transport(s, d, unit, goal) else "sail"
        return said(ship, [unit], [goal])
    return ""


def _train(t: T, field: Field, engaged: set[int]) -> str:
    """Units far from the enemy go by rail to where they are wanted."""
    s, d = t.s, t.d
    if not rail.left(s):
        return ""
    open_ = rail.usable(s, d, field.side)
    for unit in BOARD.of_side[field.side]:
        here = s.place[unit]
        if here >= HEXES or unit in engaged or not open_ >> here & 1 or field.to_foe[here] < FAR:
            continue
        ends = rail.ends(s, d, unit) & field.fed & ~field.bound
        if not ends or BOARD.pieces[unit].type == DICTATOR:
            continue
        worth = _Worth(t, field, unit)
        value, goal = worth.best(ends)
        if goal >= 0 and value > worth.of(here) + 3:
            return said("rail", [unit], [goal])
    return ""


def _crowded(t: T, field: Field) -> str:
    """Nobody can go: one too many is given up."""
    for hex_ in members(overstacked(t.d, field.side)):
        open_ = [u for u in shed.too_many(t, field.side, hex_) if u not in t.s.pledged]  # 9.5
        if open_:
            unit = min(open_, key=lambda u: contact.attack_face(t.s, u))
            return f"shed {BOARD.pieces[unit].id}"
    return ""


# air and leaders --------------------------------------------------------------------


def _stage(t: T, field: Field) -> str:
    """A base from which nobody can be reached goes to where the enemy is."""
    for plane in air.movable(t.s, t.d):
        if _idle(t, plane) or _heat(t, field, plane, t.s.place[plane]):
            continue
        if line := _nearer(t, field, plane):
            return line
    return ""


def _follow(t: T, field: Field) -> str:
    """When all have moved, bases that fly no more in this impulse go after the front."""
    for plane in air.movable(t.s, t.d):
        if _idle(t, plane) and (line := _nearer(t, field, plane)):
            return line
    return ""


def _idle(t: T, plane: int) -> bool:
    return has(t.s, plane, FLOWN) or not air.missions(t.s)


def _nearer(t: T, field: Field, plane: int) -> str:
    """It moves to where more is to be done for it, if that is anywhere; close behind the front."""
    cities = air.stages(t.s, t.d, plane)

    def rank(city: int) -> tuple[float, int, int]:
        return _heat(t, field, plane, city), -field.to_foe[city], -city

    goal = max(cities, key=rank, default=-1)
    if goal < 0 or _heat(t, field, plane, goal) <= _heat(t, field, plane, t.s.place[plane]):
        return ""
    return said("stage", [plane], [goal])


def _heat(t: T, field: Field, plane: int, place: int) -> float:
    """How many enemies near the front are in flight of a place, for each base that is there.

    Those that starve count for a base that could still fly.
    """
    if field.to_foe[place] <= 2 and not field.own >> place & 1:
        return 0.0
    targets = air.in_flight(place) & field.enemies & field.busy
    if _idle(t, plane):
        targets &= field.feeds
    there = [u for u in t.d.units(field.side, place) if BOARD.pieces[u].type == AIRCRAFT]
    return targets.bit_count() / (1 + len({*there, plane}))


def _dictator(t: T, field: Field) -> str:
    """A Dictator leaves a city before the enemy comes: by rail, or by air once he is cut off."""
    s, d = t.s, t.d
    for unit in BOARD.of_side[field.side]:
        here = s.place[unit]
        if BOARD.pieces[unit].type != DICTATOR or here >= HEXES or field.to_foe[here] > NEAR:
            continue
        home = _GROUND.countries["germany" if field.side == AXIS else "russia"] & field.kept
        ways = (("rail", rail.ends(s, d, unit, True) & home), ("fly", 0))
        if leaders.why_no_flight(s, d, unit) is None:
            ways = (("rail", 0), ("fly", leaders.refuges(s, unit)))
        for verb, ends in ways:
            safe = [hex_ for hex_ in members(ends) if field.to_foe[hex_] > NEAR]
            if safe:
                goal = max(safe, key=lambda h: (_GROUND.majors >> h & 1, field.to_foe[h], -h))
                return said(verb, [unit], [goal])
    return ""
