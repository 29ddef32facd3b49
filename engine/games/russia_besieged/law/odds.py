"""Odds, shifts and modifiers of an attack (10.2 to 10.5, 10.9, 11.5, 12.0)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ARTILLERY,
    AXIS,
    CLEAR,
    DICTATOR,
    FINNISH,
    FIRST_WINTER,
    FOREST,
    FREELY,
    GUARDS_TANK,
    LIGHT_MUD,
    MINOR_MECHANIZED,
    MOUNTAIN,
    MOUNTAIN_INFANTRY,
    NEVER,
    SOVIET,
    SWAMP,
)
from engine.games.russia_besieged.law.movement import terrain
from engine.games.russia_besieged.law.supply import always_in_combat_supply, in_combat_supply
from engine.games.russia_besieged.state import (
    RETREATED,
    RussiaBesieged,
    attacks,
    face,
    fighter,
    first_impulse,
    first_turn,
    has,
    marker,
    snow,
    turn,
    weather,
    winter,
)

LOWEST, HIGHEST = -4, 9
"""1-5 and 10-1 as steps of the ladder, on which 1-1 is 0 (10.18, 10.22)."""
_GROUND, _CHARTS = BOARD.ground, BOARD.charts
_STRAIT = mask(_GROUND.strait)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is declared: target hexes, units, air units, and what else it uses."""

    targets: tuple[int, ...]
    units: tuple[int, ...]
    air: int = 0
    blitz: bool = False
    marshals: int = 0
    """Die roll modifier of both sides' Field Marshals together (14.22)."""
    partisans: int = 0
    """That of the partisans (16.51)."""
    shifts: int = 0
    """Other shifts: 14.15 after the loss of a Dictator."""


# the ladder ---------------------------------------------------------------------


def ladder(attack: int, defence: int) -> int:
    """Raw odds as steps from 1-1, rounded down (10.21a).

    >>> [name(ladder(*pair)) for pair in ((11, 4), (4, 11), (19, 2), (1, 6))]
    ['2-1', '1-3', '9-1', '1-6']
    """
    if attack <= 0:
        return -99
    if defence <= 0:
        return HIGHEST
    return attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)


def name(step: int) -> str:
    """Odds as people read them."""
    return f"{step + 1}-1" if step >= 0 else f"1-{1 - step}"


def column(step: int, blitz: bool) -> str:
    """The column of the table for final odds (10.22, rb-28)."""
    if blitz and step >= HIGHEST:
        return "10-1"
    return name(min(step, 6))


def result(step: int, blitz: bool, roll: int) -> str:
    """What a modified roll gives; rolls beyond the table count as 1 and 10 (rb-22)."""
    table = _CHARTS.bat if blitz else _CHARTS.crt
    return table[column(step, blitz)][min(max(roll, 1), 10) - 1]


# factors ------------------------------------------------------------------------


def halved(factor: int) -> int:
    """Half, rounded up, unit by unit (13.12, 13.73).

    >>> halved(5), halved(4)
    (3, 2)
    """
    return -(-factor // 2)


def defence_factor(s: RussiaBesieged, d: Occupancy, piece: int) -> int:
    """What a unit adds to the defence before terrain (13.73); nothing if it retreated (10.16)."""
    if has(s, piece, RETREATED) or not fighter(s, piece):
        return 0
    factor = face(s, piece).combat
    return factor if in_combat_supply(s, d, piece) else halved(factor)


def attack_factor(s: RussiaBesieged, d: Occupancy, piece: int) -> int:
    """What a unit adds to an attack (13.12, 13.73; rb-39: each of the two halves it)."""
    factor = face(s, piece).combat
    if not in_combat_supply(s, d, piece):
        factor = halved(factor)
    return halved(factor) if marker(s, piece) else factor


def behind_river(s: RussiaBesieged, target: int, units: Sequence[int]) -> bool:
    """Do all of these attack the hex across a river or the strait, so that it doubles (10.31)?"""
    russian = s.side == AXIS and first_turn(s)
    if russian and s.impulse == 1:
        return False  # 24.21
    if russian and any(BOARD.pieces[unit].nation == FINNISH for unit in units):
        return False  # to Finns no river counts, and one who crosses none is enough (10.31)
    wet = _GROUND.wet[target]
    return all(wet >> s.place[unit] & 1 for unit in units)


def multiplier(s: RussiaBesieged, target: int, units: Sequence[int]) -> int:
    """2 in mountains, in a major city and behind rivers, never more (10.3, 10.31, 10.32)."""
    high = _GROUND.terrain[target] == MOUNTAIN or _GROUND.majors >> target & 1
    return 2 if high or behind_river(s, target, units) else 1


def defence(s: RussiaBesieged, d: Occupancy, attack: Attack) -> int:
    """The defence of all target hexes, each with its own terrain (10.15, 10.36)."""
    foe = 1 - s.side
    return sum(
        multiplier(s, target, attack.units)
        * sum(defence_factor(s, d, piece) for piece in d.units(foe, target))
        for target in attack.targets
    )


def raw(s: RussiaBesieged, d: Occupancy, attack: Attack) -> int:
    """Odds before shifts: each unit whole (10.17), all of a side together (10.12, 10.15)."""
    strength = sum(attack_factor(s, d, unit) for unit in attack.units)
    return ladder(strength, defence(s, d, attack))


def artillery(units: Sequence[int]) -> int:
    """Shifts by artillery: one for each unit if others attack with it (12.03, 12.04, rb-35).

    With air units too (12.05), and never in defence (12.07).
    """
    return 0 if guns_alone(units) else sum(map(_is_gun, units))


def guns_alone(units: Sequence[int]) -> bool:
    """Is there none but artillery among these (12.04, 12.05)?"""
    return bool(units) and all(map(_is_gun, units))


def _is_gun(unit: int) -> bool:
    return BOARD.pieces[unit].type == ARTILLERY


NO_GUNS_ALONE = Why("Air units help artillery only where other units attack with it.", "12.05")


def final(s: RussiaBesieged, d: Occupancy, attack: Attack) -> int:
    """Odds with all shifts, 10-1 at most (10.21b, 10.22, 11.51)."""
    shifts = attack.air + artillery(attack.units) + attack.shifts
    return min(HIGHEST, raw(s, d, attack) + shifts)


# modifiers ----------------------------------------------------------------------


def modifiers(s: RussiaBesieged, d: Occupancy, attack: Attack) -> list[tuple[str, int]]:
    """The die roll modifiers of an attack by name, each once (10.21c, 10.36, 10.37, 10.5)."""
    found = []
    kinds = {terrain(s, target) for target in attack.targets}
    major = any(_GROUND.majors >> target & 1 for target in attack.targets)
    if not (s.side == AXIS and first_turn(s)):  # 24.6
        found += [name_ for kind, name_ in ((FOREST, "forest"), (SWAMP, "swamp")) if kind in kinds]
        if major:
            found.append("major_city")
    heights = [t for t in attack.targets if _GROUND.terrain[t] == MOUNTAIN]
    own = [BOARD.pieces[unit] for unit in attack.units]
    others = [BOARD.pieces[p] for t in attack.targets for p in d.units(1 - s.side, t)]
    touched = mask(heights) and any(  # rb-32
        piece.type == MOUNTAIN_INFANTRY and _beside(s.place[piece.index], heights) for piece in own
    )
    if touched:
        found.append("mountain_unit_attack")
    if any(p.type == MOUNTAIN_INFANTRY and s.place[p.index] in heights for p in others):
        found.append("mountain_unit_defence")
    if kinds == {CLEAR} and not major:
        armor, against = any(p.armor for p in own), any(p.armor for p in others)
        if armor != against:
            found.append("armor_attacking" if armor else "armor_defending")
    if s.side == AXIS and first_turn(s):
        found.append("shock_of_war")  # 24.22
    if s.side == AXIS and snow(s) and winter(s) == FIRST_WINTER and _cold(s, d, attack.units):
        found.append("first_winter")
    listed = [(name_, _CHARTS.drm[name_]) for name_ in found]
    if attack.partisans:
        listed.append(("partisan", attack.partisans))
    if extra := len(attack.targets) - 1:
        listed.append(("extra_defending_hex", extra * _CHARTS.drm["extra_defending_hex"]))
    if attack.marshals:
        listed.append(("field_marshal", attack.marshals))
    return listed


def _beside(place: int, hexes: Sequence[int]) -> bool:
    near = _GROUND.dry[place] | _GROUND.wet[place]
    return any(near >> hex_ & 1 for hex_ in hexes)


def _cold(s: RussiaBesieged, d: Occupancy, units: Sequence[int]) -> bool:
    """13.74: does some attacker that is in combat supply owe it to a city?"""
    return any(
        in_combat_supply(s, d, unit) and not always_in_combat_supply(BOARD.pieces[unit])
        for unit in units
    )


_UNCAPPED = ("extra_defending_hex", "field_marshal")


def total(listed: Sequence[tuple[str, int]]) -> int:
    """The sum: at most 2 either way but for further hexes and marshals (10.21c, 10.36, rb-06).

    >>> total([("forest", -1), ("swamp", -1), ("first_winter", -1), ("field_marshal", 1)])
    -1
    """
    capped = sum(value for name_, value in listed if name_ not in _UNCAPPED)
    free = sum(value for name_, value in listed if name_ in _UNCAPPED)
    return max(-_CHARTS.cap, min(_CHARTS.cap, capped)) + free


# what may be attacked, and how ---------------------------------------------------


def listed(hexes: Sequence[int]) -> str:
    """Hexes in a sentence.

    >>> listed([0]), listed([0, 1])
    ('0101', 'all of 0101, 0102')
    """
    ids = ", ".join(_GROUND.grid.ids[hex_] for hex_ in hexes)
    return f"all of {ids}" if len(hexes) > 1 else ids


_SECTORS = {"N": ("B", "riga"), "C": ("W", "minsk"), "S": ("K", "kiev")}


def why_sector(s: RussiaBesieged, d: Occupancy, mark: str, target: int) -> Why | None:
    """24.1: what an army group (its letter, as on its Stukas) may attack in the first impulse."""
    if not first_impulse(s) or mark not in _SECTORS:
        return None
    letter, city = _SECTORS[mark]
    centre = _GROUND.cities[_GROUND.city_index[city]]
    near = _GROUND.zone.spread(1 << centre.place) | 1 << centre.place
    units = [BOARD.pieces[piece] for piece in d.units(SOVIET, target)]
    if near >> target & 1 or any(piece.mark == letter for piece in units):
        return None
    return Why(f"That army group attacks only its own district and round {centre.name}.", "24.1")


def why_not(s: RussiaBesieged, d: Occupancy, attack: Attack) -> Why | None:
    """Why an attack may not be made so; None if it may. Who must attack is asked elsewhere."""
    for unit in attack.units:
        it, place = BOARD.pieces[unit], s.place[unit]
        if not attacks(s, unit):
            return Why(f"{it.name} cannot attack.", "14.1" if it.type == DICTATOR else "20.2")
        near = _GROUND.dry[place] | _GROUND.wet[place]
        if any(not near >> target & 1 for target in attack.targets):
            return Why(f"{it.name} is not next to {listed(attack.targets)}.", "10.11")
        for target in attack.targets:
            if why := why_sector(s, d, it.mark, target):
                return why
    if attack.air:
        if attack.air > _CHARTS.air_per_attack[weather(s)]:
            text = "The weather does not allow so many air units in an attack."
            return Why(text, "10.42")  # 11.52
        if attack.air > len(attack.units):
            return Why("There may be no more air units than ground units.", "11.53")
        if guns_alone(attack.units):
            return NO_GUNS_ALONE
    if final(s, d, attack) < LOWEST:
        return Why("The odds are below 1-5.", "10.18")
    return why_not_blitz(s, d, attack) if attack.blitz else None


def why_not_blitz(s: RussiaBesieged, d: Occupancy, attack: Attack) -> Why | None:
    """Why the Blitzkrieg Attack Table may not be used (10.93); None if it may."""
    own = [BOARD.pieces[unit] for unit in attack.units]
    when = turn(s).blitz[s.side]
    if weather(s) > LIGHT_MUD:
        return Why("Blitzkrieg needs clear weather or light mud.", "10.93")
    if len(attack.targets) > 1:
        return Why("Blitzkrieg strikes one hex.", "10.93")
    target = attack.targets[0]
    if terrain(s, target) != CLEAR or _GROUND.majors >> target & 1:
        return Why("Blitzkrieg strikes clear hexes and minor cities only.", "10.93")
    if when == NEVER:
        return Why("Your side may not attack so in this turn.", "10.93")
    guards = any(piece.type == GUARDS_TANK for piece in own)
    if when != FREELY and not (guards and attack.air):
        return Why("Until March 1944 it takes a Guards Tank Army and a Shturmovik.", "10.93")
    if any(_STRAIT >> target & _STRAIT >> s.place[unit] & 1 for unit in attack.units):
        return Why("Blitzkrieg does not cross the strait of Kerch.", "10.93")
    if not any(piece.armor and piece.type != MINOR_MECHANIZED for piece in own):
        return Why("Blitzkrieg takes an armor unit.", "10.93")
    if final(s, d, attack) < 0:
        return Why("The Blitzkrieg table begins at 1-1.", "10.9")
    return None
