"""Who may be attacked, by whom, and what must still be attacked (§10.1 to §10.4): pure.

A hex with a Target marker (`targets`) or a Counterblow marker (`blows`) is a
duty as long as the phasing side can do it.
"""

from engine.board.bits import mask
from engine.board.duties import Duties
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, NOWHERE, ON_MAP
from engine.games.no_retreat.law.movement import NEAR
from engine.games.no_retreat.state import NoRetreat, enemy, face, weather

MARKERS = 5
"""Target and Counterblow markers of a side (§10.1)."""


def limit(s: NoRetreat, side: int) -> int:
    """Markers that a side may use in this player turn (§10.1, §13.1, §13.5; nr-79)."""
    most = min(MARKERS, BOARD.turn(s.turn).targets[side])
    cap = BOARD.weathers[weather(s)].axis_targets if side == AXIS else 0
    return min(most, cap) if cap else most


def left(s: NoRetreat, side: int) -> int:
    """Markers that a side can still place."""
    return max(0, limit(s, side) - s.placed[side])


def volunteers(s: NoRetreat, unit: int) -> bool:
    """May the unit attack of its own will (§10.1.1)?"""
    return not s.disorganized[unit] and not face(s, unit).white


# declaring ---------------------------------------------------------------------------


def targets(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Mask of the places that the phasing side may mark with a Target (§10.1, §10.1.1)."""
    if not left(s, side):
        return 0
    able = mask(
        s.at[unit]
        for unit in BOARD.of_side[side]
        if s.at[unit] < ON_MAP and not s.fought[unit] and volunteers(s, unit)
    )
    marked = mask(s.blows) | mask(s.targets)
    return BOARD.ground.spread(able) & d.present[enemy(side)] & ~marked


def why_not_target(s: NoRetreat, d: Occupancy, side: int, place: int) -> Why | None:
    """Why a place can't be marked with a Target now; None if it can."""
    if targets(s, d, side) >> place & 1:
        return None
    where = BOARD.label(place)
    if not d.units(enemy(side), place):
        return Why(f"No enemy unit is in {where}.", "10.1")
    if place in s.targets:
        return Why(f"{where} is a target already.", "10.1")
    if place in s.blows:
        return Why(f"{where} has a Counterblow marker: it will be attacked as it is.", "10.1")
    if not left(s, side):
        return Why(f"All {limit(s, side)} Target markers of this turn are used.", "10.1")
    near = _near(d, side, place)
    if not near:
        return Why(f"None of your units is next to {where} across an open hexside.", "10.1")
    if all(s.disorganized[unit] for unit in near):
        return Why(f"The units next to {where} are disorganized and can't attack.", "10.1.1")
    return Why(f"None of the units next to {where} may attack of its own will.", "10.1.1")


def counterblows(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Mask of the places that the other side than the phasing one may mark (§10.1.2)."""
    if not left(s, side):
        return 0
    phasing = enemy(side)
    near = (
        BOARD.ground.spread(d.present[phasing])
        & d.present[side]
        & ~mask(s.targets)
        & ~mask(s.blows)
    )
    found = 0
    for place in list(d.at):
        if near >> place & 1 and any(not face(s, u).white for u in d.units(side, place)):
            found |= 1 << place
    return found


def why_not_counterblow(s: NoRetreat, d: Occupancy, side: int, place: int) -> Why | None:
    """Why a place can't be marked with a Counterblow now; None if it can."""
    if counterblows(s, d, side) >> place & 1:
        return None
    where = BOARD.label(place)
    units = d.units(side, place)
    if not units:
        return Why(f"None of your units is in {where}.", "10.1.2")
    if place in s.targets or place in s.blows:
        return Why(f"{where} is marked already.", "10.1.2")
    if not left(s, side):
        return Why(f"All {limit(s, side)} Counterblow markers of this turn are used.", "10.1")
    if all(face(s, unit).white for unit in units):
        return Why(f"Only units with a white strength are in {where}.", "10.1.2")
    return Why(f"No enemy unit is next to {where} across an open hexside.", "10.1.2")


def _near(d: Occupancy, side: int, place: int) -> list[int]:
    """The units of a side next to a place across open sides."""
    return [unit for other in BOARD.passable[place] for unit in d.units(side, other)]


# attacking ---------------------------------------------------------------------------


def able(s: NoRetreat, d: Occupancy, side: int, place: int) -> list[int]:
    """The units that could attack a marked place now (§10.1.1, §10.1.2, §10.3.4)."""
    blow = place in s.blows
    return [
        unit
        for unit in _near(d, side, place)
        if not s.fought[unit] and (blow or volunteers(s, unit))
    ]


def duties(s: NoRetreat, d: Occupancy, side: int) -> Duties:
    """What the phasing side owes now (§10.3.1): the marked places that it can attack.

    What may be attacked together are its `more_targets` (§10.3.2, §10.3.3), who may join its
    `attackers` (§10.3.3 to §10.3.5; nr-76).
    """

    def owed() -> Duties:
        marked = [p for p in sorted({*s.targets, *s.blows}) if d.present[enemy(side)] >> p & 1]
        return Duties({p: units for p in marked if (units := able(s, d, side, p))})

    return d.once(("duties", side, tuple(s.targets), tuple(s.blows), tuple(s.fought)), owed)


def why_not_attack(
    s: NoRetreat, d: Occupancy, side: int, places: list[int], units: list[int], unit: int
) -> Why | None:
    """Why a unit may not join an attack on `places`; None if it may."""
    owed = duties(s, d, side)
    if unit in owed.attackers(places, units):
        return None
    name = BOARD.units[unit].name
    if BOARD.units[unit].side != side or s.at[unit] >= ON_MAP:
        return Why(f"{name} is no unit of yours on the map.", "10.0")
    if s.fought[unit]:
        return Why(f"{name} has attacked in this Combat Phase.", "10.3.4")
    for place in places:
        if not NEAR[place] >> s.at[unit] & 1:
            return Why(
                f"{name} is not next to {BOARD.label(place)} across an open hexside.", "10.3.3"
            )
    if unit not in owed.common(places):
        if s.disorganized[unit]:
            return Why(f"{name} is disorganized: it can only answer a Counterblow.", "10.1.1")
        return Why(f"{name} has a white strength: it can only answer a Counterblow.", "10.1.1")
    if unit in units:
        return Why(f"{name} is in this attack already.", "10.3.4")
    spoilt = BOARD.label(owed.starved(places, [*units, unit])[0])
    return Why(
        f"{name} is the last unit that could attack {spoilt}, which must be attacked.", "10.3.1"
    )


def why_not_battle(
    s: NoRetreat, d: Occupancy, side: int, places: list[int], place: int
) -> Why | None:
    """Why a place may not be attacked (with `places`); None if it may."""
    owed = duties(s, d, side)
    if place in owed.more_targets(places):
        return None
    where = BOARD.label(place)
    if place not in s.targets and place not in s.blows:
        return Why(f"{where} was not declared a target.", "10.1")
    if place in places:
        return Why(f"{where} is named twice.", "10.3.4")
    if place not in owed.by:
        return Why(f"No unit of yours can attack {where} any more.", "10.3.1")
    return Why(f"No unit is next to {where} and the other targets.", "10.3.3")


def defenders(s: NoRetreat, d: Occupancy, side: int, places: list[int]) -> list[int]:
    """The units that defend against an attack by `side` (§10.4).

    White strengths do not count in a hex under a Counterblow marker (§10.1.2),
    unless nobody else is there (nr-71).
    """
    found = []
    for place in places:
        units = d.units(enemy(side), place)
        if place in s.blows:
            units = [unit for unit in units if not face(s, unit).white] or units
        found += units
    return found


def hexes_of(s: NoRetreat, units: list[int]) -> list[int]:
    """The places where these units stand, each once, those off the map left out."""
    return [p for p in dict.fromkeys(s.at[unit] for unit in units) if NOWHERE < p < ON_MAP]
