"""Who may attack what (11.1)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    HUNGARIAN,
    MECH,
    OPS_ROUND,
    PANZER,
    PARTISAN,
    ROMANIAN,
    SOVIET,
    Unit,
)
from engine.games.stalins_war.state import (
    FOUGHT,
    PLACED,
    RAILED,
    RESTRICTIONS,
    RETREATED,
    SAILED,
    StalinsWar,
    enemy,
    face,
    has,
    holds,
    in_effect,
    mud,
    played,
)

ZHUKOV_HEXES = 2
"""clarification_soviet_09."""

_GROUND = BOARD.ground
_NAMES = {"nordlicht": "Nordlicht", "taifun": "Taifun", "blau": "Blau"}


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is designated (§11.2.1 step 1)."""

    target: int
    units: tuple[int, ...]
    zhukov: bool = False
    """It uses the exemption of *Zhukov* from §11.1.3 and costs one step more."""


def pieces(units: Collection[int]) -> list[Unit]:
    """Units by their facts."""
    return [BOARD.units[unit] for unit in units]


# targets ------------------------------------------------------------------------


def restricted(s: StalinsWar) -> int:
    """Mask of the hexes that the Axis may not attack yet (§11.1.9)."""
    found = 0
    for event in RESTRICTIONS:
        if event not in s.lifted and not played(s, event):
            found |= _GROUND.restricted[event]
    return found


def why_no_target(s: StalinsWar, d: Occupancy, target: int) -> Why | None:
    """Why the active player may attack no unit in a hex; None if he may."""
    foe = enemy(s.side)
    if mud(s):
        return Why("Nobody fights in a Rasputitsa round.", "15.1.1")
    if not d.present[foe] >> target & 1:
        if s.side == AXIS and target in s.partisans:
            return Why("Inactive Partisans may not be attacked.", "16.1.4")
        return Why("No enemy unit stands there: empty hexes are not attacked.", "11.1.4")
    if target in s.attacked:
        return Why("It has been attacked in this Action Round.", "11.1.4")
    if s.side == AXIS and restricted(s) >> target & 1:
        event = next(e for e in RESTRICTIONS if _GROUND.restricted[e] >> target & 1)
        return Why(f"{_NAMES[event]} has not been played.", "11.1.9")
    if s.side == SOVIET and s.turn == 1 and _GROUND.countries["romania"] >> target & 1:
        return Why("Soviet units do not attack into Romania in June 1941.", "4.4.4")
    return None


# attackers ----------------------------------------------------------------------


def why_cannot_fight(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may attack nothing in this round; None if it may."""
    it = BOARD.units[unit]
    if it.side != s.side:
        return Why("It is not yours.", "11.1.2")
    if s.place[unit] not in s.activated:
        return Why(f"There is no Combat marker on the hex of {it.name}.", "11.1.1")
    return why_spent(s, unit)


def why_spent(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may attack no more in this round, with a marker or without; None if it may."""
    it = BOARD.units[unit]
    if has(s, unit, FOUGHT):
        return Why(f"{it.name} has fought in this Action Round.", "11.1.6")
    if has(s, unit, RAILED | SAILED):
        return Why("It has used Strategic Movement in this round.", "10.2.1")
    if has(s, unit, PLACED):
        return Why("It came in this round and may move, not attack.", "4.5.1")
    if not face(s, unit).attack:  # sw-39
        return Why(f"{it.name} has no attack strength.", "16.4.1")
    return None


def why_not_against(s: StalinsWar, unit: int, target: int) -> Why | None:
    """Why a unit may not attack over to a hex from where it stands; None if it may."""
    place = s.place[unit]
    if target not in _GROUND.foot[place]:
        return Why("The hexes are not next to each other, or water parts them.", "11.1.3")
    volga = BOARD.units[unit].side == AXIS and (place, target) in _GROUND.volga
    if volga and not holds(s, AXIS, "moscow") and not holds(s, AXIS, "stalingrad"):
        return Why("Over the Volga there you attack once Moscow or Stalingrad is yours.", "11.1.10")
    return None


def only_panzers(s: StalinsWar, d: Occupancy, target: int) -> bool:
    """Are all units in a hex German Panzer Corps (§4.4.7)?"""
    return all(BOARD.units[unit].type == PANZER for unit in d.units(AXIS, target))


def why_not(s: StalinsWar, d: Occupancy, attack: Attack) -> Why | None:
    """Why an attack may not be designated so; None if it may."""
    if why := why_no_target(s, d, attack.target):
        return why
    for unit in attack.units:
        if why := why_cannot_fight(s, unit) or why_not_against(s, unit, attack.target):
            return why
    if not attack.units:
        return Why("Name the units that attack.", "11.1.1")
    return why_not_together(s, d, attack)


def why_not_together(s: StalinsWar, d: Occupancy, attack: Attack) -> Why | None:
    """Why these units may not attack together; None if they may, each of them being able."""
    units = pieces(attack.units)
    if sum(unit.lcu for unit in units) > 1:
        return Why("One LCU attacks.", "11.1.3")
    if len(units) > 1 and any(unit.type == PARTISAN for unit in units):
        return Why("Partisans never attack with other Soviet units.", "11.1.7")
    if {HUNGARIAN, ROMANIAN} <= {unit.nation for unit in units}:
        return Why("No combat has both Hungarians and Romanians.", "19.2.1")
    if s.side == SOVIET and s.turn <= 2 and only_panzers(s, d, attack.target):
        if any(unit.lcu for unit in units):
            return Why("Fronts do not attack Panzer Corps that stand alone yet.", "4.4.7")
        if len({s.place[unit.index] for unit in units if unit.type == MECH}) > 1:
            return Why("Mech Corps of several hexes do not attack Panzer Corps yet.", "4.4.8")
    return why_not_from(s, attack)


def why_not_from(s: StalinsWar, attack: Attack) -> Why | None:
    """§11.1.3: each hex but one brings a Panzer, Tank or Mechanized unit; *Zhukov* excepts two."""
    hexes = {s.place[unit] for unit in attack.units}
    armored = {s.place[unit.index] for unit in pieces(attack.units) if unit.armor}
    if len(hexes - armored) <= 1:
        return None
    if attack.zhukov and len(hexes) == ZHUKOV_HEXES and exempts(s):
        return None
    return Why("Each further hex brings a Panzer, Tank or Mechanized unit.", "11.1.3")


def exempts(s: StalinsWar) -> bool:
    """Does *Zhukov* work now: in its own round, and in each later Soviet OPS round of the turn?"""
    if s.side != SOVIET:
        return False
    if any(BOARD.cards[card].event == "zhukov" for card in s.in_round):
        return True
    return s.boxes[s.side][-1:] == [OPS_ROUND] and in_effect(s, "zhukov")


def needs_zhukov(s: StalinsWar, units: Sequence[int]) -> bool:
    """Would the attack be legal by the exemption of *Zhukov* alone?"""
    plain = Attack(0, tuple(units))
    exempt = Attack(0, tuple(units), zhukov=True)
    return why_not_from(s, plain) is not None and why_not_from(s, exempt) is None


def joiners(s: StalinsWar, d: Occupancy, target: int, units: Sequence[int] = ()) -> list[int]:
    """Units that may be named next in an attack on a hex: of a hex not all need fight (§11.1.5).

    A unit without armour from a further hex may be named as long as somebody there can
    still bring armour, so every list that is offered can be completed.
    """
    found = []
    for place in members(d.present[s.side]):
        if target not in _GROUND.foot[place] or place not in s.activated:
            continue
        for unit in d.units(s.side, place):
            if unit in units or why_cannot_fight(s, unit) or why_not_against(s, unit, target):
                continue
            if completes(s, d, Attack(target, (*units, unit))):
                found.append(unit)
    return found


def completes(s: StalinsWar, d: Occupancy, attack: Attack) -> bool:
    """Is the attack legal, or would it be with more armour from the hexes it comes from?

    One of them may do without, which it is to be matters where Mech Corps stay apart (§4.4.8).
    """
    if why_not_together(s, d, designated(s, attack.target, attack.units)) is None:
        return True
    armored = {s.place[unit.index] for unit in pieces(attack.units) if unit.armor}
    bare = {s.place[unit] for unit in attack.units} - armored
    able = {place: _armour(s, d, place, attack.target) for place in bare}
    for without in bare:
        more = [unit for place in bare - {without} for unit in able[place]]
        full = designated(s, attack.target, [*attack.units, *more])
        if why_not_together(s, d, full) is None:
            return True
    return False


def _armour(s: StalinsWar, d: Occupancy, place: int, target: int) -> list[int]:
    """A unit with armour that can attack a hex from another; none where there is none."""
    return [
        unit
        for unit in d.units(s.side, place)
        if BOARD.units[unit].armor
        and why_cannot_fight(s, unit) is None
        and why_not_against(s, unit, target) is None
    ][:1]


def designated(s: StalinsWar, target: int, units: Sequence[int]) -> Attack:
    """The attack of these units; it uses *Zhukov* where nothing else makes it legal."""
    return Attack(target, tuple(units), zhukov=needs_zhukov(s, units))


def targets(s: StalinsWar, d: Occupancy) -> list[int]:
    """The hexes that somebody of the active player can attack now."""
    near = 0
    for place in s.activated:
        near |= _GROUND.walk.spread(1 << place)
    return [
        place
        for place in members(near & d.present[enemy(s.side)])
        if why_no_target(s, d, place) is None and joiners(s, d, place)
    ]


def defenders(s: StalinsWar, d: Occupancy, target: int) -> tuple[list[int], list[int]]:
    """The units in a hex that defend, and those that retreated into it (§11.1.4, §11.4.5).

    If all of them retreated into it, nobody's strength defends.
    """
    units = d.units(enemy(s.side), target)
    active = [unit for unit in units if not has(s, unit, RETREATED)]
    return active, [unit for unit in units if has(s, unit, RETREATED)]
