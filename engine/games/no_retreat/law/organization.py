"""Organization (§7.0): flips, where units come on, what they cost, and splits (§15.1, §15.2).

`cards` is the number of cards in the hand of the side: what it could pay.
"""

from collections.abc import Callable, Collection, Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.tell import several
from engine.core.verbs import Sieve, Why
from engine.games.no_retreat import options
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    DESTROYED,
    GREATER_GERMANY,
    HEXES,
    INFANTRY,
    NOWHERE,
    ON_MAP,
    REGIONAL,
    REMOVED,
    SHATTERED,
    SOUTHERN_BALKANS,
    SOVIET,
    SS_RESERVE,
    SURRENDERED,
    TRACK,
    USSR,
    WAITING,
    WESTERN_BALKANS,
)
from engine.games.no_retreat.law import stacking, supply, victory
from engine.games.no_retreat.law.movement import NEAR
from engine.games.no_retreat.state import NoRetreat, enemy, face, held, steps

AXIS_REPLACE_FROM = 5
"""First turn in which the Axis pay for Replacements and Improvements (§7.9.1)."""
AXIS_IMPROVE_UNTIL = 23
"""Last turn of Axis Improvements (§13.5)."""
SOVIET_IMPROVE_FROM = 17
"""First turn of Soviet Improvements, and of two-step fronts (§7.1, §7.3)."""
FORTS_FROM = 3
"""First turn of Fortress conversion (§13.5)."""
EDUCATION_FROM = 6
EXPERIENCE = range(13, 18)
"""Turns with a second free upgrade (§7.2.1)."""
SS_RETURN_FROM, SS_PRICE = 23, 2
"""The SS Panzer Army comes back for Victory Points (§13.5)."""

NOT_DUE, RECOVERY, REINFORCEMENT, REPLACEMENT, SS_RETURN = range(5)
"""How a unit comes on the map."""

_PARTISAN = BOARD.unit_index["partisan"]
_RULES = ("7.6", "7.7", "7.8", "7.9", "13.5")
_BALKANS = (WESTERN_BALKANS, SOUTHERN_BALKANS)
_SEVASTOPOL = BOARD.unit_index["sevastopol"]
_SEVASTOPOL_HEX = BOARD.sites[BOARD.site_index["sevastopol"]].place
_CADRES = tuple(
    tuple(unit for unit in BOARD.of_side[side] if BOARD.units[unit].cadre)
    for side in (AXIS, SOVIET)
)
_TWO_SIDED = tuple(
    tuple((u, BOARD.units[u].reduced) for u in BOARD.of_side[side] if BOARD.units[u].two_sided)
    for side in (AXIS, SOVIET)
)
_CONVERTIBLE = tuple(
    unit.index
    for unit in BOARD.units
    if unit.faces[0].type == REGIONAL or unit.nationality == "yugoslav"
)


# the Flip Step -----------------------------------------------------------------------


def is_regional(unit: int) -> bool:
    """A Regional infantry unit, with a Fort on its other side (§14.1)."""
    return BOARD.units[unit].faces[0].type == REGIONAL


def is_yugoslav(unit: int) -> bool:
    """A Yugoslav army, which has a Fort side too (§14.8; nr-54)."""
    return BOARD.units[unit].nationality == "yugoslav"


def _why_not_mine(s: NoRetreat, side: int, unit: int) -> Why | None:
    name = BOARD.units[unit].name
    if BOARD.units[unit].side != side:
        return Why(f"{name} is not yours.", "7.0")
    if s.at[unit] >= ON_MAP:
        return Why(f"{name} is not on the map.", "7.0")
    return None


def why_not_turn_up(s: NoRetreat, d: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit can't be turned to its stronger side at all (§7.0 A, §6.5.1)."""
    if refusal := _why_not_mine(s, side, unit):
        return refusal
    record = BOARD.units[unit]
    if not record.two_sided:
        return Why(f"{record.name} has one step alone.", "7.4")
    if s.face[unit] == record.full:
        return Why(f"{record.name} is on its stronger side already.", "7.1")
    if is_yugoslav(unit):
        return Why(f"{record.name} becomes a Fort by conversion alone.", "14.8")
    if s.unsupplied[unit]:
        return Why(f"{record.name} is Unsupplied.", "6.5.1")
    if not supply.overland(s, d, unit):
        return Why(f"{record.name} has no Overland Supply Path.", "7.0")
    return None


def why_not_improve(s: NoRetreat, d: Occupancy, side: int, unit: int, cards: int) -> Why | None:
    """Why a unit can't be improved for cards now; None if it can (§7.1)."""
    if side == AXIS and s.turn < AXIS_REPLACE_FROM:
        return Why(f"The Axis improve no units before turn {AXIS_REPLACE_FROM}.", "7.9.1")
    if side == AXIS and s.turn > AXIS_IMPROVE_UNTIL:
        return Why(f"The Axis improve no units after turn {AXIS_IMPROVE_UNTIL}.", "13.5")
    if side == SOVIET and s.turn < SOVIET_IMPROVE_FROM:
        return Why(f"The Soviets improve no units before turn {SOVIET_IMPROVE_FROM}.", "7.1")
    if refusal := why_not_turn_up(s, d, side, unit):
        return refusal
    record = BOARD.units[unit]
    if is_regional(unit):
        return Why(f"{record.name} becomes a Fort by conversion.", "7.5")
    if cards < record.improve_cost:
        return Why(f"{record.name} costs {several(record.improve_cost, 'card')} to improve.", "7.1")
    return None


def improvable(s: NoRetreat, d: Occupancy, side: int, cards: int) -> Collection[int]:
    """The units that can be improved for cards now."""
    if s.turn < (AXIS_REPLACE_FROM, SOVIET_IMPROVE_FROM)[side] or not cards:
        return []
    return _on_map(s, _reduced(s, side), lambda unit: why_not_improve(s, d, side, unit, cards))


def education(s: NoRetreat) -> int:
    """Free Soviet upgrades of an Organization Phase, those of cards left out (§7.2)."""
    if s.turn < EDUCATION_FROM:
        return 0
    return 2 if s.turn in EXPERIENCE else 1


def upgrades_left(s: NoRetreat) -> int:
    """Free upgrades that the Soviets still have in this phase."""
    return max(education(s) - s.educated, 0) + s.free_upgrades


def why_not_educate(s: NoRetreat, d: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit can't be upgraded for free now; None if it can (§7.2; nr-53)."""
    if side == AXIS:
        return Why("Free upgrades are Soviet.", "7.2")
    if not upgrades_left(s):
        if s.turn < EDUCATION_FROM:
            return Why(f"There are no free upgrades before turn {EDUCATION_FROM}.", "7.2.0")
        return Why("The free upgrades of this phase are used.", "7.2.1")
    return why_not_turn_up(s, d, side, unit)


def educable(s: NoRetreat, d: Occupancy) -> Collection[int]:
    """The Soviet units that can be upgraded for free now."""
    if not upgrades_left(s):
        return []
    return _on_map(s, _reduced(s, SOVIET), lambda unit: why_not_educate(s, d, SOVIET, unit))


def _on_map(s: NoRetreat, units: Sequence[int], why_not: Callable[[int], Why | None]) -> Sieve[int]:
    return Sieve(units, lambda unit: s.at[unit] < ON_MAP and not why_not(unit))


def _reduced(s: NoRetreat, side: int) -> list[int]:
    """The two-sided units of a side on their weaker side."""
    up = s.face
    return [unit for unit, weaker in _TWO_SIDED[side] if up[unit] == weaker]


def why_not_fort(s: NoRetreat, side: int, unit: int, cards: int) -> Why | None:
    """Why a unit can't be converted into a Fort for a card; None if it can (§7.5, §14.8; nr-03)."""
    if refusal := _why_not_mine(s, side, unit):
        return refusal
    if refusal := _why_no_conversion(s, unit):
        return refusal
    name = BOARD.units[unit].name
    if face(s, unit).fort:
        return Why(f"{name} is a Fort already.", "7.5")
    if s.turn < FORTS_FROM:
        return Why(f"No unit becomes a Fort before turn {FORTS_FROM}.", "13.5")
    if not cards:
        return Why("A Fort costs a card, and there is none left.", "7.5")
    return None


def _why_no_conversion(s: NoRetreat, unit: int) -> Why | None:
    name = BOARD.units[unit].name
    if is_yugoslav(unit):
        if s.at[unit] not in _BALKANS:
            return Why(f"{name} has a Fort side in the Balkans alone.", "14.8")
    elif not is_regional(unit):
        return Why(f"{name} is no Regional infantry unit.", "7.5")
    return None


def fortifiable(s: NoRetreat, side: int, cards: int) -> Collection[int]:
    """The units that can be made Forts for a card now."""
    if side == AXIS or not cards or s.turn < FORTS_FROM:
        return []
    return _on_map(s, _CONVERTIBLE, lambda unit: why_not_fort(s, side, unit, cards))


def why_not_unfort(s: NoRetreat, side: int, unit: int) -> Why | None:
    """Why a Fort can't be turned back for free; None if it can (§7.5)."""
    if refusal := _why_not_mine(s, side, unit):
        return refusal
    if refusal := _why_no_conversion(s, unit):
        return refusal
    if not face(s, unit).fort:
        return Why(f"{BOARD.units[unit].name} is no Fort.", "7.5")
    return None


def unfortifiable(s: NoRetreat, side: int) -> Collection[int]:
    """The Forts that can be turned back now."""
    if side == AXIS:
        return []
    return _on_map(s, _CONVERTIBLE, lambda unit: why_not_unfort(s, side, unit))


# the Placement Step --------------------------------------------------------------------


def how(s: NoRetreat, unit: int) -> int:
    """How a unit would come on the map now: RECOVERY … SS_RETURN, NOT_DUE if it would not."""
    place = s.at[unit]
    side = BOARD.units[unit].side
    if place < ON_MAP or unit == _PARTISAN:
        return NOT_DUE
    if place == SHATTERED[side]:
        return RECOVERY
    if place in (DESTROYED[side], SURRENDERED[side]):
        return REPLACEMENT
    if TRACK < place <= TRACK + s.turn and not BOARD.units[unit].cadre:
        return REINFORCEMENT
    if place == SS_RESERVE and s.turn >= SS_RETURN_FROM:
        return SS_RETURN
    return NOT_DUE


def rule_of(way: int) -> str:
    """The rule by which a unit comes on."""
    return _RULES[way]


def price(s: NoRetreat, unit: int) -> int:
    """Cards that it costs to put a unit on the map now (§7.7 to §7.9)."""
    if how(s, unit) != REPLACEMENT:
        return 0
    record = BOARD.units[unit]
    if s.at[unit] == DESTROYED[record.side]:
        return record.destroyed_cost  # nr-19
    return 1 if s.cheap_surrendered else record.surrendered_cost  # card 39


def places(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the hexes where a unit that is off the map may be put now (§7.6, §14.9.4; nr-50)."""
    way = how(s, unit)
    if way == NOT_DUE:
        return 0
    side = BOARD.units[unit].side
    found = sites(s, d, side, way == RECOVERY) & ~stacking.full(s, d, unit)
    if way in (RECOVERY, REPLACEMENT) and not BOARD.units[unit].cadre:
        found |= _cadre_hexes(s, d, unit)
    return found


def sites(s: NoRetreat, d: Occupancy, side: int, recovering: bool) -> int:
    """Cities and edge hexes that take units of a side, room apart (§7.6; nr-52)."""
    return d.once(("placement", side, recovering), lambda: _sites(s, d, side, recovering))


def _sites(s: NoRetreat, d: Occupancy, side: int, recovering: bool) -> int:
    own = BOARD.cities & held(s, side)
    quiet = ~d.zone(enemy(side))
    german, russian = BOARD.countries[GREATER_GERMANY], BOARD.countries[USSR]
    supplied = own & supply.supplied_cities(s, d, side)
    if side == AXIS:
        found = own & german & supply.overland_places(s, d, side) & quiet
        if recovering:
            found |= (supplied & russian | BOARD.west & german) & quiet
    else:
        found = supplied & russian | (BOARD.east | BOARD.south) & russian & quiet
        if recovering:
            found |= supplied & german & quiet
    return found & BOARD.land & ~d.present[enemy(side)]


def _cadre_hexes(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Hexes with a cadre on which a unit can be rebuilt (§14.9.4)."""
    found = 0
    for cadre in _CADRES[BOARD.units[unit].side]:
        if s.at[cadre] < HEXES and supply.overland(s, d, cadre):
            others = [u for u in d.at[s.at[cadre]] if u != cadre]
            if stacking.fits(s, BOARD.units[unit].side, [unit, *others]):
                found |= 1 << s.at[cadre]
    return found


def rebuilt_on(s: NoRetreat, d: Occupancy, unit: int, place: int) -> int:
    """The cadre that a unit put in a hex takes the place of, -1 for none (§14.9.4; nr-64)."""
    if how(s, unit) not in (RECOVERY, REPLACEMENT) or BOARD.units[unit].cadre:
        return NOWHERE
    if not _cadre_hexes(s, d, unit) >> place & 1:
        return NOWHERE
    return next(u for u in d.at[place] if BOARD.units[u].cadre)


def arrival_face(s: NoRetreat, unit: int, place: int) -> int:
    """The side of the counter with which a unit comes on (§7.7, §7.9.2, §7.2.2, §13.5)."""
    way, record = how(s, unit), BOARD.units[unit]
    if way == REPLACEMENT and record.faces[record.full].steps[s.turn >= SOVIET_IMPROVE_FROM] > 1:
        return record.reduced  # §7.9.2
    if way == REINFORCEMENT and unit == _SEVASTOPOL and place == _SEVASTOPOL_HEX:
        return record.full  # §13.5: in its own city it arrives as a Fort
    if way == SS_RETURN:
        return record.full  # §13.5
    return s.face[unit]


def why_not_place(s: NoRetreat, d: Occupancy, side: int, unit: int, cards: int) -> Why | None:
    """Why a unit can't be put on the map by a side with so many cards; None if it can."""
    record = BOARD.units[unit]
    name = record.name
    if record.side != side:
        return Why(f"{name} is not yours.", "7.6")
    if s.at[unit] < ON_MAP:
        return Why(f"{name} is on the map already.", "7.6")
    way = how(s, unit)
    if way == NOT_DUE:
        return Why(f"{name} is not due now.", "7.8")
    if way == REPLACEMENT and side == AXIS and s.turn < AXIS_REPLACE_FROM:
        return Why(f"The Axis replace no units before turn {AXIS_REPLACE_FROM}.", "7.9.1")
    cost = price(s, unit)
    if cost > cards:
        return Why(f"{name} costs {cost} card{'s' if cost > 1 else ''} to replace.", "7.9")
    if not places(s, d, unit):
        return Why(f"There is no place for {name} now.", _RULES[way])
    return None


def placeable(s: NoRetreat, d: Occupancy, side: int, cards: int) -> Sieve[int]:
    """The units that a side with so many cards can put on the map now."""
    return Sieve(_off_map(s, side), lambda unit: not why_not_place(s, d, side, unit, cards))


def _off_map(s: NoRetreat, side: int) -> list[int]:
    """The units of a side off the map that are neither out of play nor still to come."""
    at, latest = s.at, TRACK + s.turn
    return [
        unit
        for unit in BOARD.of_side[side]
        if ON_MAP <= at[unit] <= latest and at[unit] not in (WAITING, REMOVED)
    ]


def owed(s: NoRetreat, d: Occupancy, side: int) -> list[int]:
    """Units that come on for free and have a place: they must be placed (§7.7, §7.8; nr-51)."""

    def found() -> list[int]:
        ways = (RECOVERY, REINFORCEMENT)
        return [u for u in _off_map(s, side) if how(s, u) in ways and places(s, d, u)]

    return d.once(("owed", side), found)


def why_not_place_at(s: NoRetreat, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit can't be put there; None if it can (§7.6)."""
    if place < ON_MAP and places(s, d, unit) >> place & 1:
        return None
    side = BOARD.units[unit].side
    label = BOARD.label(place)
    if place >= HEXES or not BOARD.land >> place & 1:
        return Why(f"{label} takes no units.", "7.6")
    if d.present[enemy(side)] >> place & 1:
        return Why(f"An enemy unit is in {label}.", "8.4")
    if sites(s, d, side, how(s, unit) == RECOVERY) >> place & 1:
        return Why(f"There is no room in {label}.", "8.4.1")
    if side == AXIS and d.zone(SOVIET) >> place & 1:
        return Why(f"{label} is in an enemy Zone of Control.", "7.6")
    kind = "a supplied city or map edge hex of yours for this unit"
    return Why(f"{label} is not {kind}.", "7.6")


# splits (§15.1, §15.2) ---------------------------------------------------------------------


class Split:
    """A unit that may be broken up once in a game, and what comes of it."""

    __slots__ = ("first_turn", "option", "parts", "rule", "side")

    def __init__(self, side: int, option: str, rule: str, first_turn: int, parts: str) -> None:
        self.side, self.option, self.rule, self.first_turn = side, option, rule, first_turn
        self.parts = tuple(BOARD.unit_index[id_] for id_ in parts.split())


SPLITS = (
    Split(AXIS, options.DETACHMENTS, "15.1", 8, "abt_inf_a abt_inf_b"),
    Split(AXIS, options.DETACHMENTS, "15.1", 8, "abt_mech"),
    Split(SOVIET, options.FORTIFIED_FRONTS, "15.2", 5, "fort_front_a fort_front_b"),  # nr-108
)
_INFANTRY, _PANZER, _FRONT = SPLITS
_SHAPES = ((4, 4), (4, 3))
"""Side -> strength and movement of the infantry that may be split."""


def split_of(s: NoRetreat, unit: int) -> Split | None:
    """The split that a unit as it stands is made for, None for none (nr-62)."""
    record, up = BOARD.units[unit], face(s, unit)
    if record.nationality not in ("german", "soviet"):
        return None
    if record.side == AXIS and up.armor:
        return _PANZER
    if up.type == INFANTRY and (up.strength, up.movement) == _SHAPES[record.side]:
        return _FRONT if record.side == SOVIET else _INFANTRY
    return None


def why_not_split(s: NoRetreat, d: Occupancy, side: int, unit: int) -> Why | None:
    """Why a unit can't be split now; None if it can."""
    name = BOARD.units[unit].name
    if refusal := _why_not_mine(s, side, unit):
        return refusal
    split = split_of(s, unit)
    if split is None or split.option not in s.options:
        return Why(f"{name} can't be split up.", ("15.1", "15.2")[side])
    if s.turn < split.first_turn:
        return Why(f"No unit is split up before turn {split.first_turn}.", split.rule)
    if split.parts[0] in s.split:
        return Why("That has been done once in this game.", split.rule)
    if split is not _PANZER and (refusal := _why_not_whole(s, d, split, unit)):
        return refusal
    if not split_places(s, d, unit, ()):
        return Why(f"There is no room around {name}.", split.rule)
    return None


def _why_not_whole(s: NoRetreat, d: Occupancy, split: Split, unit: int) -> Why | None:
    """Infantry is split at full strength, in supply and alone; of a Panzer Army any (nr-62)."""
    name = BOARD.units[unit].name
    if s.face[unit] != BOARD.units[unit].full and split.side == AXIS:
        return Why(f"{name} is not at full strength.", split.rule)
    if s.unsupplied[unit] or not supply.supplied(s, d, unit):
        return Why(f"{name} is not in supply.", split.rule)
    if d.units(split.side, s.at[unit]) != [unit]:
        return Why(f"{name} is stacked with another unit.", split.rule)
    return None


def splittable(s: NoRetreat, d: Occupancy, side: int) -> Collection[int]:
    """The units that can be split now."""
    wanted = (options.DETACHMENTS, options.FORTIFIED_FRONTS)[side]
    if wanted not in s.options:
        return []
    return _on_map(s, BOARD.of_side[side], lambda unit: why_not_split(s, d, side, unit))


def split_places(s: NoRetreat, d: Occupancy, unit: int, taken: Sequence[int]) -> int:
    """Mask of the places for the next part of a unit, after those in `taken`: 0 when all are out.

    The unit's own hex, and those next to it without an enemy ZOC; each leaves a
    place for the parts that follow.
    """
    split = split_of(s, unit)
    if split is None or len(taken) >= len(split.parts):
        return 0
    side, here = BOARD.units[unit].side, s.at[unit]
    near = NEAR[here] & BOARD.land & ~d.zone(enemy(side)) & ~d.present[enemy(side)]
    last = len(taken) + 1 == len(split.parts)
    found = 0
    for place in (here, *members(near)):
        gone = place == here and (split is not _PANZER or steps(s, unit) < 2)
        there = [u for u in d.units(side, place) if not (gone and u == unit)]
        there += [part for part, at in zip(split.parts, taken, strict=False) if at == place]
        if stacking.fits(s, side, [*there, split.parts[len(taken)]]) and (
            last or split_places(s, d, unit, [*taken, place])
        ):
            found |= 1 << place
    return found


def why_not_split_at(
    s: NoRetreat, d: Occupancy, unit: int, taken: Sequence[int], place: int
) -> Why | None:
    """Why the next part can't be put there; None if it can."""
    if place < ON_MAP and split_places(s, d, unit, taken) >> place & 1:
        return None
    split = split_of(s, unit)
    rule = split.rule if split else "15.1"
    if split and len(taken) >= len(split.parts):
        return Why("All parts have their places.", rule)
    label = BOARD.label(place)
    return Why(f"{label} is not its hex or one next to it with room and no enemy ZOC.", rule)


# the Reorganization Step -------------------------------------------------------------------


def tired(s: NoRetreat, side: int) -> list[int]:
    """The units of a side on the map with a Disorganized marker."""
    return [u for u in BOARD.of_side[side] if s.disorganized[u] and s.at[u] < ON_MAP]


def worth(s: NoRetreat, side: int, card: int) -> int:
    """Disorganized markers that a card takes off: one, two for the right symbol (§7.10, §15.5)."""
    if options.FASTER_REORGANIZATION not in s.options:
        return 1
    return 2 if BOARD.card(card).halves[side].symbol == victory.symbol(s) else 1


def why_not_ready(s: NoRetreat, side: int, unit: int) -> Why | None:
    """Why a unit has no marker to take off; None if it has (§7.10)."""
    name = BOARD.units[unit].name
    if BOARD.units[unit].side != side:
        return Why(f"{name} is not yours.", "7.10")
    if not s.disorganized[unit] or s.at[unit] >= ON_MAP:
        return Why(f"{name} has no Disorganized marker.", "7.10")
    return None
