"""Automatic victory (9.0): when an attack is one, and who covers the other enemies (9.5)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import ARTILLERY, FREELY, HEXES, NEVER
from engine.games.russia_besieged.law.contact import (
    able,
    attack_face,
    bonus,
    claims,
    most_air,
    next_to_all,
    planes,
    why_barred,
)
from engine.games.russia_besieged.law.odds import HIGHEST, Attack, final, ladder
from engine.games.russia_besieged.law.odds import why_not as why_no_attack
from engine.games.russia_besieged.law.plans import fewest, flights, flights_left, wings
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.state import (
    VICTOR,
    RussiaBesieged,
    bodies,
    has,
    lamed,
    turn,
    weather,
)

_GROUND, _CHARTS = BOARD.ground, BOARD.charts


def candidates(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the enemy hexes that all that stands next to them might overwhelm now.

    A bound that leaves out none: the undoubled defence against every factor beside it,
    with as many air units as fly and what else shifts the odds (14.15b).
    """
    if turn(s).victory[s.side] == NEVER or lamed(s, s.side):
        return 0
    key = ("candidates", s.turn, s.impulse, weather(s), bonus(s))
    return d.once(key, lambda: _candidates(s, d))


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
        if ladder(strength, least) + air + guns + bonus(s) >= HIGHEST:
            found |= 1 << target
    return found


def why_no_victory(s: RussiaBesieged, d: Occupancy, attack: Attack) -> Why | None:
    """Why an attack is no automatic victory (9.1, 9.3, 9.5); None if it is."""
    when = turn(s).victory[s.side]
    if lamed(s, s.side):
        return Why("Without its Dictator your side attacks nobody in this impulse.", "14.15")
    if when == NEVER:
        return Why("Your side may not use automatic victory in this turn.", "9.31")
    guns = any(BOARD.pieces[unit].type == ARTILLERY for unit in attack.units)
    if when != FREELY and not (attack.air or guns):
        return Why("Until 1944 it takes an air or an artillery unit.", "9.31")  # 11.72, 12.06
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
    return why_uncovered(s, d, attack)


def _beside(places: int) -> int:
    """Mask of the hexes from which units attack these: next to them, or over the strait."""
    return _GROUND.walk.spread(places)


# whole attacks ------------------------------------------------------------------------


def conquest(
    s: RussiaBesieged, d: Occupancy, targets: Sequence[int], units: Sequence[int] = ()
) -> Attack | None:
    """An automatic victory over these hexes that these units are part of; None if there is none.

    All that can help does; whoever must cover another enemy is left out one by one (9.5).
    """
    pool = [
        unit
        for unit in next_to_all(s, d, targets)
        if able(s, unit)
        and not has(s, unit, VICTOR)
        and all(why_barred(s, d, unit, target) is None for target in targets)
    ]
    there = bodies(d, 1 - s.side)
    if len(set(targets)) < len(targets) or any(not there >> target & 1 for target in targets):
        return None
    if any(unit not in pool for unit in units):
        return None
    crowd = stacked(s, pool, units)
    if any(unit not in crowd for unit in units):
        return None  # 9.11
    return _conquest(s, d, tuple(targets), tuple(units), crowd)


def strongest(
    s: RussiaBesieged, d: Occupancy, targets: Sequence[int], units: Sequence[int]
) -> tuple[Attack, Why | None]:
    """The attack of these units with as many air units as the cover of other enemies leaves, and
    why it is no automatic victory (9.5).
    """
    most = most_air(s, d, targets, units)
    whole = Attack(tuple(targets), tuple(units), most, shifts=bonus(s))
    first = why_no_victory(s, d, whole)
    why, attack = first, whole
    while why and why.rule == "9.5" and attack.air:
        attack = replace(attack, air=attack.air - 1)
        why = why_no_victory(s, d, attack)
    return (attack, None) if why is None else (whole, first)


def stacked(s: RussiaBesieged, pool: Sequence[int], first: Sequence[int]) -> list[int]:
    """As many of these as may stand where they are, the strongest first (9.11)."""
    chosen: list[int] = []
    order = sorted(pool, key=lambda unit: (unit not in first, -attack_face(s, unit), unit))
    for unit in order:
        mates = [BOARD.pieces[u] for u in (*chosen, unit) if s.place[u] == s.place[unit]]
        if why_over(mates, s.place[unit]) is None:
            chosen.append(unit)
    return chosen


def _conquest(
    s: RussiaBesieged,
    d: Occupancy,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    chosen: Sequence[int],
) -> Attack | None:
    if not chosen:
        return None
    attack, why = strongest(s, d, targets, chosen)
    if why is None:
        return attack
    if why.rule != "9.5":
        return None
    near = _beside(_owed(s, d, attack))
    for unit in chosen:  # one of them is the cover, or is bound where nobody else is
        if unit not in units and near >> s.place[unit] & 1:
            rest = [other for other in chosen if other != unit]
            if found := _conquest(s, d, targets, units, rest):
                return found
    return None


# cover ----------------------------------------------------------------------------------


def uncovered(s: RussiaBesieged, d: Occupancy, attack: Attack) -> int:
    """Mask of the other enemies that bind these units: others must attack them now (9.5, 10.1)."""
    found = 0
    for unit in attack.units:
        found |= claims(s, d, unit)
    return found & ~mask(attack.targets)


def _owed(s: RussiaBesieged, d: Occupancy, attack: Attack) -> int:
    """Mask of all that others must attack after this one, for earlier victories too."""
    owed = int(s.promised, 16) | uncovered(s, d, attack)
    return owed & bodies(d, 1 - s.side) & ~mask(attack.targets)


def why_uncovered(s: RussiaBesieged, d: Occupancy, attack: Attack) -> Why | None:
    """9.5: other enemies that bind these units need other units next to them already."""
    lacking = _lacking(s, d, _owed(s, d, attack), attack)
    if lacking < 0:
        return None
    name = _GROUND.grid.ids[lacking]
    return Why(f"No other unit is there to attack {name} at 1-5 or better.", "9.5")


def spares(s: RussiaBesieged, d: Occupancy, attack: Attack, air: Sequence[int]) -> bool:
    """Do others still attack what they must if just these air units help an attack (9.5)?"""
    return _lacking(s, d, _owed(s, d, attack), attack, air) < 0


def wing(s: RussiaBesieged, d: Occupancy, attack: Attack) -> list[int]:
    """As many air units as help an attack, of those that it may have."""
    found: list[int] = []
    for plane in planes(s, d, attack.targets):
        air = (*found, plane)
        if len(found) < attack.air and spares(s, d, replace(attack, air=len(air)), air):
            found.append(plane)
    return found


def pledged(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """The units without which what is promised could not be attacked: they stay, Air units too
    (9.5).
    """
    owed = int(s.promised, 16) & bodies(d, 1 - s.side)
    if _lacking(s, d, owed, _NOTHING) >= 0:
        return []
    near = members(_beside(owed) & bodies(d, s.side))
    units = [unit for hex_ in near for unit in d.units(s.side, hex_) if able(s, unit)]
    units += sorted(wings(s, d, members(owed)))
    return [unit for unit in units if _lacking(s, d, owed, _NOTHING, (unit,)) >= 0]


def why_needed(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> Why | None:
    """Why these may not all go, though each may: what is promised needs one of them (9.5)."""
    if s.promised == "0" or len(units) < _MANY:
        return None
    owed = int(s.promised, 16) & bodies(d, 1 - s.side)
    if _lacking(s, d, owed, _NOTHING) >= 0 or _lacking(s, d, owed, _NOTHING, units) < 0:
        return None
    return Why("Not all of them may go: the others could not attack what was promised.", "9.5")


_MANY = 2
_NOTHING = Attack((), ())


def _lacking(
    s: RussiaBesieged, d: Occupancy, owed: int, attack: Attack, gone: Sequence[int] = ()
) -> int:
    """One of these enemy hexes that cannot be attacked too at legal odds; -1 if all can.

    By units that stand next to them already within the limits of their hex, beside those of an
    attack, with the air units that it leaves. Who is `gone` counts for nothing.
    """
    if not owed:
        return -1
    hexes = members(owed)
    near = members(_beside(owed) & bodies(d, s.side))
    pool = [unit for hex_ in near for unit in d.units(s.side, hex_) if able(s, unit)]
    taken = attack.units
    crowd = stacked(s, [*taken, *(u for u in pool if u not in (*taken, *gone))], taken)
    by = {
        hex_: [
            unit
            for unit in next_to_all(s, d, (hex_,))
            if unit in crowd and unit not in taken and why_barred(s, d, unit, hex_) is None
        ]
        for hex_ in hexes
    }
    left = flights_left(s, d, hexes, attack, gone)
    for hex_ in hexes:
        if flights(s, d, (hex_,), by[hex_]) > left:
            return hex_
    if len(hexes) == 1 or fewest(s, d, hexes, by) <= left:
        return -1
    return hexes[-1]
