"""Who must attack whom (10.1), and automatic victory (9.0)."""

from collections.abc import Sequence

from engine.board.bits import members
from engine.board.duties import Duties
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    ARTILLERY,
    CLOSED_ZONE,
    FREELY,
    FULL_ZONE,
    HEXES,
    NEVER,
)
from engine.games.russia_besieged.law.odds import (
    HIGHEST,
    LOWEST,
    Attack,
    artillery,
    attack_factor,
    attacks,
    defence,
    final,
    ladder,
    why_sector,
)
from engine.games.russia_besieged.law.odds import why_not as why_no_attack
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.state import (
    FLOWN,
    FOUGHT,
    STAGED,
    TOOK,
    VICTOR,
    RussiaBesieged,
    bodies,
    has,
    turn,
    weather,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_FINLAND = _GROUND.countries["finland"]


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
    """May a unit still attack in this impulse (9.4, 10.16)?"""
    return s.place[unit] < HEXES and attacks(s, unit) and not has(s, unit, FOUGHT | TOOK)


def bound(s: RussiaBesieged, d: Occupancy, unit: int) -> int:
    """Mask of the enemy hexes that a unit must see attacked; 0 in a major city (10.1)."""
    place = s.place[unit]
    if not able(s, unit) or _GROUND.majors >> place & 1:
        return 0
    return binding(d, 1 - s.side, place)


def duties(s: RussiaBesieged, d: Occupancy, fought: int = 0) -> Duties:
    """What the phasing side owes: units that must attack, hexes that must be attacked (10.11).

    `fought`: mask of the hexes attacked already in this impulse (10.16).
    """
    by: dict[int, list[int]] = {}
    must, owed = [], 0
    enemies = bodies(d, 1 - s.side) & ~fought
    for place in members(bodies(d, s.side) & _beside(enemies)):
        near = (_GROUND.dry[place] | _GROUND.wet[place]) & enemies
        for unit in d.units(s.side, place):
            if not able(s, unit):
                continue
            if tied := bound(s, d, unit) & ~fought:
                must.append(unit)
                owed |= tied
            for target in members(near):
                if why_sector(s, d, BOARD.pieces[unit].mark, target) is None:
                    by.setdefault(target, []).append(unit)
    return Duties(by, must, [target for target in by if not owed >> target & 1])


def _beside(places: int) -> int:
    """Mask of the hexes from which units attack these: next to them, or over the strait."""
    return _GROUND.walk.spread(places)


def why_city(s: RussiaBesieged, d: Occupancy, attack: Attack, others: int) -> Why | None:
    """10.1: who attacks from a major city attacks all dry neighbours that no others attack.

    `others`: mask of the hexes that other units attack in this phase.
    """
    chosen = sum(1 << target for target in attack.targets) | others
    for unit in attack.units:
        place = s.place[unit]
        if not _GROUND.majors >> place & 1:
            continue
        if not any(_GROUND.dry[place] >> target & 1 for target in attack.targets):
            continue
        if binding(d, 1 - s.side, place) & ~chosen:
            return Why("From a major city attack every enemy that is not across a river.", "10.1")
    return None


def surrenders(s: RussiaBesieged, d: Occupancy, air: int = 0) -> list[int]:
    """Units that must attack and cannot reach 1-5 with all that could help (10.19)."""
    owed = duties(s, d)
    most = min(air, _CHARTS.air_per_attack[weather(s)])
    lost = []
    for unit in owed.must:
        near = _GROUND.dry[s.place[unit]] | _GROUND.wet[s.place[unit]]
        helped = [
            Attack((target,), tuple(units), min(most, len(units)))
            for target, units in owed.by.items()
            if near >> target & 1 and unit in units
        ]
        if all(final(s, d, attack) < LOWEST for attack in helped):
            lost.append(unit)
    return lost


# automatic victory ---------------------------------------------------------------


def candidates(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the enemy hexes that all that stands next to them might overwhelm now.

    A bound that leaves out none: the undoubled defence against every factor beside it,
    with as many air units as fly.
    """
    if turn(s).victory[s.side] == NEVER:
        return 0
    return d.once(("candidates", s.turn, s.impulse, weather(s)), lambda: _candidates(s, d))


def _candidates(s: RussiaBesieged, d: Occupancy) -> int:
    own, foe = bodies(d, s.side), bodies(d, 1 - s.side)
    air = _CHARTS.air_per_attack[weather(s)]
    guns = 0
    for unit in BOARD.of_side[s.side]:
        guns += BOARD.pieces[unit].type == ARTILLERY and s.place[unit] < HEXES
    found = 0
    for target in members(foe & _beside(own)):
        strength = sum(
            d.factor(place) for place in members((_GROUND.dry[target] | _GROUND.wet[target]) & own)
        )
        least = -(-d.factor(target) // 2)
        if ladder(strength, least) + air + guns >= HIGHEST:
            found |= 1 << target
    return found


def why_no_victory(s: RussiaBesieged, d: Occupancy, attack: Attack, covered: int = 0) -> Why | None:
    """Why an attack is no automatic victory (9.1 to 9.5); None if it is.

    `covered`: mask of enemy hexes next to these units that others will attack.
    """
    when = turn(s).victory[s.side]
    if when == NEVER:
        return Why("Your side may not use automatic victory in this turn.", "9.31")
    guns = any(BOARD.pieces[unit].type == ARTILLERY for unit in attack.units)
    if when != FREELY and not (attack.air or guns):
        return Why("Until 1944 it takes an air or an artillery unit.", "9.31")
    for unit in attack.units:
        if has(s, unit, VICTOR):
            name = BOARD.pieces[unit].name
            return Why(f"{name} took part in an automatic victory in this turn.", "9.32")
    if why := why_no_attack(s, d, attack):
        return why
    if final(s, d, attack) < HIGHEST:
        return Why("The odds are below 10-1.", "9.1")
    for place in {s.place[unit] for unit in attack.units}:
        together = [BOARD.pieces[unit] for unit in attack.units if s.place[unit] == place]
        if why := why_over(together, place):
            return Why(why.text, "9.11")
    return why_uncovered(s, d, attack, covered)


def why_uncovered(s: RussiaBesieged, d: Occupancy, attack: Attack, covered: int = 0) -> Why | None:
    """9.5: other enemies that bind these units need other units next to them already."""
    chosen = sum(1 << target for target in attack.targets)
    for unit in attack.units:
        place = s.place[unit]
        if _GROUND.majors >> place & 1:
            continue
        for target in members(binding(d, 1 - s.side, place) & ~chosen & ~covered):
            if not _coverers(s, d, target, attack.units):
                name = _GROUND.grid.ids[target]
                return Why(f"No other unit is there to attack {name}.", "9.5")
    return None


def _coverers(s: RussiaBesieged, d: Occupancy, target: int, taken: Sequence[int]) -> list[int]:
    """Units next to an enemy hex that may attack it later and are not among these."""
    near = (_GROUND.dry[target] | _GROUND.wet[target]) & bodies(d, s.side)
    found = [unit for place in members(near) for unit in d.units(s.side, place)]
    free = [unit for unit in found if unit not in taken and able(s, unit)]
    strength = sum(attack_factor(s, d, unit) for unit in free)
    attack = Attack((target,), tuple(free))
    enough = ladder(strength, defence(s, d, attack)) + artillery(free) >= LOWEST if free else False
    return free if enough else []


def fliers(s: RussiaBesieged, place: int) -> list[int]:
    """The phasing side's air units that may fly to a hex now (11.2, 11.41), limits apart."""
    grid = _GROUND.grid
    return [
        unit
        for unit in BOARD.of_side[s.side]
        if BOARD.pieces[unit].type == AIRCRAFT
        and s.place[unit] < HEXES
        and not has(s, unit, STAGED | FLOWN)
        and grid.distance(s.place[unit], place) <= _CHARTS.flight
    ]
