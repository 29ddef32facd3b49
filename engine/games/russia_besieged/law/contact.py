"""Who must attack whom (10.1), and automatic victory (9.0)."""

from collections.abc import Sequence
from functools import partial

from engine.board.bits import mask, members
from engine.board.duties import Duties
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    CAVALRY,
    CLOSED_ZONE,
    FINNISH,
    FULL_ZONE,
    GERMAN,
    GUARDS_TANK,
    HEXES,
    HUNGARIAN,
    INFANTRY,
    MECHANIZED,
    PARTISAN,
    RUMANIAN,
    SHOCK,
    SOVIET,
)
from engine.games.russia_besieged.law.air import PLANES, missions, why_no_mission
from engine.games.russia_besieged.law.movement import homebound
from engine.games.russia_besieged.law.odds import (
    LOWEST,
    Attack,
    artillery,
    attack_factor,
    defence,
    guns_alone,
    ladder,
    why_sector,
)
from engine.games.russia_besieged.state import (
    BOUND,
    EVACUATED,
    FLOWN,
    FOUGHT,
    RETREATED,
    STAGED,
    TOOK,
    RussiaBesieged,
    attacks,
    bodies,
    fighter,
    finland_neutral,
    first_impulse,
    has,
    marker,
    weather,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_COUNTRIES = _GROUND.countries
_FINLAND = _COUNTRIES["finland"]
_FIRM = (INFANTRY, CAVALRY, MECHANIZED, GUARDS_TANK, SHOCK)


# duties -------------------------------------------------------------------------


def binding(d: Occupancy, foe: int, place: int) -> int:
    """Mask of the enemy hexes whose zones bind a unit on a place to attack (10.1).

    Zones over rivers bind nobody, nor do marked units, which have none.
    """
    near = _GROUND.dry[place]
    found = d.emitters(foe, FULL_ZONE) & near
    if closed := d.emitters(foe, CLOSED_ZONE) & near:
        found |= closed & (_FINLAND if _FINLAND >> place & 1 else ~_FINLAND)  # 24.13
    return found


def able(s: RussiaBesieged, unit: int) -> bool:
    """May a unit still attack in this impulse (8.33, 8.63, 9.4, 10.16)?"""
    done = FOUGHT | TOOK | EVACUATED
    return s.place[unit] < HEXES and attacks(s, unit) and not has(s, unit, done)


def why_unable(s: RussiaBesieged, unit: int) -> Why | None:
    """Why a unit that may attack at other times attacks no more in this impulse; see `able`."""
    name = BOARD.pieces[unit].name
    if has(s, unit, TOOK):
        return Why(f"{name} took part in an automatic victory in this impulse.", "9.4")
    if has(s, unit, EVACUATED):
        return Why(f"{name} was evacuated in this impulse.", "8.63")
    if has(s, unit, FOUGHT):
        return Why(f"{name} has fought in this impulse.", "10.16")
    return None


def bound(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of the enemy hexes that a unit must see attacked, as all stand (10.1)."""
    place = s.place[unit]
    if not able(s, unit) or _GROUND.majors >> place & 1:  # nobody in a major city must
        return 0
    return binding(d, 1 - s.side, place)


def beaten(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the hexes where all enemies have been attacked already and retreated (10.16)."""
    foe = 1 - s.side
    units = [unit for unit in BOARD.of_side[foe] if has(s, unit, RETREATED)]
    return mask(
        place
        for place in {s.place[unit] for unit in units if s.place[unit] < HEXES}
        if all(has(s, unit, RETREATED) for unit in d.units(foe, place) if fighter(s, unit))
    )


def duties(s: RussiaBesieged, d: Occupancy) -> Duties:
    """What the phasing side owes: units that must attack, hexes that must be attacked (10.11).

    As all stand until the battles begin; from then on what they began with (10.1).
    """
    by: dict[int, list[int]] = {}
    fought = int(s.fought, 16)  # 10.16
    must, owed = [], int(s.promised, 16)
    enemies = bodies(d, 1 - s.side) & ~fought & ~beaten(s, d)
    for place in members(bodies(d, s.side) & _beside(enemies)):
        near = (_GROUND.dry[place] | _GROUND.wet[place]) & enemies
        for unit in d.units(s.side, place):
            if not able(s, unit):
                continue
            open_ = [hex_ for hex_ in members(near) if why_barred(s, d, unit, hex_) is None]
            if s.settled:
                tied = has(s, unit, BOUND) and bool(open_)
            else:
                binds = bound(s, d, unit)
                owed |= binds
                tied = binds & mask(open_) != 0
            if tied:
                must.append(unit)
            for target in open_:
                by.setdefault(target, []).append(unit)
    return Duties(by, must, [target for target in by if not owed >> target & 1])


def why_barred(s: RussiaBesieged, d: Occupancy, unit: int, target: int) -> Why | None:
    """Why a unit may not attack a hex that it stands next to (16.43, 24.1, chapter 25)."""
    it = BOARD.pieces[unit]
    if it.nation == FINNISH:
        if finland_neutral(s):
            return Why("Finland is still neutral.", "24.13")
        if firm_city(d, target):
            return Why("Finns attack no Russian city that an army or a corps holds.", "25.2")
    elif it.side == AXIS and it.nation != GERMAN and _FINLAND >> target & 1:
        return Why(f"{it.name} attacks nothing in Finland.", "25.3")
    if it.nation == HUNGARIAN and _COUNTRIES["rumania"] >> target & 1:
        return Why("Hungarians attack nothing in Rumania.", "25.1")
    if it.nation == RUMANIAN and _COUNTRIES["hungary"] >> target & 1:
        return Why("Rumanians attack nothing in Hungary.", "25.1")
    if (bound := homebound(it)) and bound[0] >> target & 1:
        return Why(f"{it.name}: it attacks in its own country alone.", bound[1].rule)
    if it.type == PARTISAN and not _COUNTRIES["russia"] >> target & 1:
        return Why("Partisans attack in Russia alone.", "16.43")
    return why_sector(s, d, it.mark, target)


SECTORS = Why(
    "An enemy of another army group's sector is there: its units go next to him first.", "24.1"
)


def trespass(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> int:
    """24.1: mask of the hexes next to enemies whom these units' army group may not attack.

    An enemy next to whom stands a unit that may attack him already is nobody's bar, nor is one
    across a river.
    """
    if not first_impulse(s):
        return 0
    found = 0
    for mark in {BOARD.pieces[unit].mark for unit in units}:
        found |= d.once(("trespass", mark, *spent(s)), partial(_trespass, s, d, mark))
    return found


def spent(s: RussiaBesieged) -> tuple[int, ...]:
    """What `trespass` hangs on beside who stands where: who attacks no more."""
    return tuple(s.flags) if first_impulse(s) else ()


def _trespass(s: RussiaBesieged, d: Occupancy, mark: str) -> int:
    found = 0
    for target in members(d.emitters(SOVIET, FULL_ZONE) | d.emitters(SOVIET, CLOSED_ZONE)):
        if why_sector(s, d, mark, target) and not any(
            able(s, unit) and why_barred(s, d, unit, target) is None
            for unit in next_to_all(s, d, (target,))
        ):
            found |= _GROUND.dry[target]
    return found


def firm_city(d: Occupancy, target: int) -> bool:
    """Is it a city of Russia with a Russian army or corps, which no Finn attacks (25.2)?"""
    held = [BOARD.pieces[other] for other in d.units(SOVIET, target)]
    city = _GROUND.city_at[target] >= 0 and _COUNTRIES["russia"] >> target & 1
    return bool(city) and any(piece.size and piece.type in _FIRM for piece in held)


def recoiling(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The phasing side's Finns who would have to attack such a city: they retreat (25.2).

    Who is next to another enemy need not, if others can attack the city.
    """
    if s.side != AXIS or finland_neutral(s):
        return []
    finns = [u for u in BOARD.of_side[AXIS] if BOARD.pieces[u].nation == FINNISH and able(s, u)]
    return [unit for unit in finns if _must_storm(s, d, unit)]


def _must_storm(s: RussiaBesieged, d: Occupancy, finn: int) -> bool:
    tied = bound(s, d, finn)
    cities = [hex_ for hex_ in members(tied) if firm_city(d, hex_)]
    others = tied & ~mask(cities)
    return bool(cities) and not (others and all(_coverers(s, d, city, (finn,)) for city in cities))


def _coverers(s: RussiaBesieged, d: Occupancy, target: int, taken: Sequence[int]) -> list[int]:
    """Units next to an enemy hex that may attack it later and are not among these."""
    near = (_GROUND.dry[target] | _GROUND.wet[target]) & bodies(d, s.side)
    found = [unit for place in members(near) for unit in d.units(s.side, place)]
    free = [
        unit
        for unit in found
        if unit not in taken and able(s, unit) and why_barred(s, d, unit, target) is None
    ]
    strength = sum(attack_factor(s, d, unit) for unit in free)
    attack = Attack((target,), tuple(free))
    enough = ladder(strength, defence(s, d, attack)) + artillery(free) >= LOWEST if free else False
    return free if enough else []


def _beside(places: int) -> int:
    """Mask of the hexes from which units attack these: next to them, or over the strait."""
    return _GROUND.walk.spread(places)


def fliers(s: RussiaBesieged, place: int) -> list[int]:
    """The phasing side's air units that may fly to a hex now (11.2, 11.41, 11.81), limits apart."""
    grid = _GROUND.grid
    return [
        unit
        for unit in PLANES[s.side]
        if s.place[unit] < HEXES
        and not has(s, unit, STAGED | FLOWN)
        and grid.distance(s.place[unit], place) <= _CHARTS.flight
    ]


def planes(s: RussiaBesieged, d: Occupancy, targets: Sequence[int]) -> list[int]:
    """The air units that may help against all of these hexes now (11.4, 11.42, 24.1)."""
    if not targets or not missions(s) or not _CHARTS.air_per_attack[weather(s)]:
        return []
    return [
        plane
        for plane in fliers(s, targets[0])
        if all(why_no_mission(s, plane, target) is None for target in targets)
        and all(why_sector(s, d, BOARD.pieces[plane].mark, target) is None for target in targets)
    ]


def most_air(s: RussiaBesieged, d: Occupancy, targets: Sequence[int], units: Sequence[int]) -> int:
    """How many air units may help these units at most (10.42, 11.31, 11.53, 12.05)."""
    if guns_alone(units):
        return 0
    most = _CHARTS.air_per_attack[weather(s)]
    return min(most, missions(s), len(units), len(planes(s, d, targets)))


def city_bound(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of what a unit that attacks from a major city must see attacked (10.1)."""
    place = s.place[unit]
    if not _GROUND.majors >> place & 1:
        return 0
    all_ = d.once(("all round", s.side, place), lambda: _all_round(s, d, place))
    return all_ & ~beaten(s, d) & ~int(s.fought, 16)


def _all_round(s: RussiaBesieged, d: Occupancy, place: int) -> int:
    """Mask of the enemies next to a place, across no river: factories and such too, who have no
    zone there, but none that are marked.
    """
    foe = 1 - s.side
    near = bodies(d, foe) & _GROUND.dry[place]
    if finland_neutral(s):
        near &= _FINLAND if _FINLAND >> place & 1 else ~_FINLAND  # 24.13
    return mask(
        hex_
        for hex_ in members(near)
        if any(fighter(s, unit) and not marker(s, unit) for unit in d.units(foe, hex_))
    )


def claims(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of the enemies whom a unit that attacks must see attacked, by others too (10.1)."""
    return city_bound(s, d, unit) or bound(s, d, unit)


def bonus(s: RussiaBesieged) -> int:
    """14.15b: the column that the other side's loss of its Dictator gives in this impulse."""
    return int(s.bereft[1 - s.side] == 4)


def next_to_all(s: RussiaBesieged, d: Occupancy, targets: Sequence[int]) -> list[int]:
    """The phasing side's units next to all of these hexes."""
    near = -1
    for target in targets:
        near &= _GROUND.dry[target] | _GROUND.wet[target]
    return [unit for hex_ in members(near & bodies(d, s.side)) for unit in d.units(s.side, hex_)]


def attack_face(s: RussiaBesieged, unit: int) -> int:
    """The printed strength of the face that is up."""
    return BOARD.pieces[unit].faces[s.step[unit]].combat
