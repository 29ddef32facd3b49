"""The state of a game, and who stands where, derived from it.

Small, flat and integer: units, places, sites and cards are indices of `BOARD`, lists are by
unit unless they say otherwise. Supply is stored, since the rulebook fixes it at moments
(§13.1.1): zones of control need it, and it needs zones of control.
"""

from functools import lru_cache

import msgspec

from engine.board.bits import mask
from engine.board.occupancy import Occupancy, Roster, Stand, Zone
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    HEXES,
    HUNGARIAN,
    NOWHERE,
    OUT,
    PARTISAN,
    ROMANIAN,
    SOVIET,
    Face,
    Turn,
    Unit,
)

MOVED, RAILED, SAILED, FOUGHT, EXPLOITED = 1, 2, 4, 8, 16
"""What a unit has done in this Action Round of its side."""
RETREATED = 32
"""It retreated in this Action Round: it adds nothing where it stands (§11.4.5)."""
PLACED = 64
"""It came in this round by Soviet Mobilization and may not attack (§4.5.1)."""
ADVANCED = 128
"""It advanced or exploited in the last Action Round of its side (*Backhand Blow*)."""
DIGS = 256
"""An LCU that tries to entrench in this round and may not move (§10.3.1)."""
BREAKS_OUT = 512
"""It is out of supply and moves past zones with all its points (*Hube's Pocket*)."""
ROUND_FLAGS = MOVED | RAILED | SAILED | FOUGHT | EXPLOITED | RETREATED | PLACED | DIGS | BREAKS_OUT

RESTRICTIONS = ("nordlicht", "taifun", "blau")
"""Events without which the Axis may not attack some hexes (§11.1.9)."""


class StalinsWar(msgspec.Struct, forbid_unknown_fields=True):
    """One game of Stalin's War."""

    scenario: int
    turn: int
    """1 to 18."""
    round: int
    """Action Round, 1 to 5."""
    side: int
    """The active player: the Axis, then the Soviets in each Action Round (§7.2.2, §7.2.3)."""
    place: list[int]
    step: list[int]
    """Steps left; a unit that waits off the map has those with which it would come."""
    flags: list[int]
    supply: list[int]
    """Level when it was last fixed (§13.1.1)."""
    axis: str
    """Mask by site of those that the Axis controls, in hexadecimal (§3.0)."""
    vp: int
    ops: int = 0
    """OPS left in this Action Round, banked ones apart."""
    bank: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> banked OPS: they last the turn, and come by the rules alone (§18.1.3, §18.1.4)."""
    count: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> its Consecutive OPS marker (§7.3.2)."""
    rp: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    """Kind -> Replacement Points in halves (§14.1.3)."""
    auto: list[int] = msgspec.field(default_factory=lambda: [0, 6])
    """Side -> points that still come by themselves, at most 3 a turn (§4.5.2, §21.0)."""
    boxes: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    """Side -> the kinds of round it took in this turn (§7.2.4)."""
    trenches: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    """Side -> hexes with its Trench markers (§10.3)."""
    festungs: list[int] = []
    """Hexes with a Festung (§16.3)."""
    zones: list[int] = []
    """Hexes with a Soviet Fortified Zone (§8.2)."""
    fortress: int = NOWHERE
    """Hex of the fortress that the Soviets built (§16.2.3)."""
    destroyed: list[int] = []
    """Hexes of destroyed fortresses (§16.2.2)."""
    partisans: list[int] = []
    """Hexes with an Inactive Partisan; which counter it is, nobody knows (§16.1.3)."""
    partisans_paid: bool = False
    """The 1 OPS of this turn for partisans is spent (§16.1.2)."""
    activated: list[int] = []
    """Hexes with a Combat marker (§7.3.5)."""
    attacked: list[int] = []
    """Hexes attacked in this round (§11.1.4)."""
    panzers_hit: bool = False
    """A hex with a Panzer Corps has been attacked in this round (*Führer's Firemen*)."""
    blitz: list[int] = []
    """Hexes with a Blitz marker (§11.2.1)."""
    digging: list[int] = []
    """Hexes where an attempt to entrench is paid for (§10.3.1)."""
    sailed: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> mask of seas used: the Axis in this turn, the Soviets in this round (§10.2.5)."""
    stalin_moves: int = 0
    """0 to 2 (§16.4.6)."""
    lend_from: int = 0
    """First turn of Lend-Lease, 0 while it has not been played (§18.3.2)."""
    lent: int = 0
    """Lend-Lease OPS received in this turn (§11.2.1)."""
    convoy: int = 0
    """Turn in which Archangel sends nothing (*Convoy PQ-17*)."""
    lifted: list[str] = []
    """Restrictions of §11.1.9 that ended when a hex fell."""
    crossed: bool = False
    """A supplied Axis unit has been east of the Paulus Line (§5.1.3)."""
    oil_held: bool = False
    """The Axis held all oil at the last End of Turn Phase (§5.1.2)."""
    played: list[int] = []
    """Cards that have been played as events or in combat, each once."""
    stars: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> asterisked cards that it has removed so (§7.6.4)."""
    total_war: bool = False
    in_round: list[int] = []
    """Cards in effect to the end of this Action Round of the active player."""
    in_turn: list[int] = []
    """Cards in effect to the end of this turn."""
    owing: bool = False
    """An attack on units that advanced is still owed in this round (*Backhand Blow*)."""
    stormed: bool = False
    """A German unit has entered a Soviet star in this Action Round (*Zitadelle*)."""
    bridge: list[int] = []
    """Hexes that *Air Bridge* feeds in this turn."""
    hand_change: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> cards more or fewer at its next draw."""
    surrendered: list[int] = []
    """Nations that have left the war (§19.3.1)."""
    options: list[str] = []
    """Optional rules in force, by name (§23)."""
    spent: list[int] = []
    """Combat Cards used in this Action Round of both sides, once for each use (§7.5.5e, sw-05)."""
    haste: list[list[int]] = []
    """[hex, hexes more, 1 if terrain is ignored] of Blitz markers that a card helps (§12.1.4)."""


def new(scenario: int, options: list[str] | None = None) -> StalinsWar:
    """The set-up of a scenario, before any card (§4.1.3, §4.1.4, §4.2.1, §4.2.2).

    No marker is on the map yet (§2.2.2, §4.1.5).
    """
    start = BOARD.starts[scenario]
    return StalinsWar(
        scenario=scenario,
        turn=start.first_turn,
        round=1,
        side=AXIS,
        place=list(start.places),
        step=[unit.full - unit.reduced for unit in BOARD.units],  # §7.5.3
        flags=[0] * len(BOARD.units),
        supply=[FULL if place < HEXES else OUT for place in start.places],
        axis=f"{start.axis:x}",
        vp=start.vp,
        options=options or [],
    )


# what it says -------------------------------------------------------------------


def turn(s: StalinsWar) -> Turn:
    """The facts of the present turn."""
    return BOARD.turn(s.turn)


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side


def has(s: StalinsWar, unit: int, flag: int) -> bool:
    """Has the unit (one of) these flags?"""
    return s.flags[unit] & flag != 0


def on_map(s: StalinsWar, unit: int) -> bool:
    """Does it stand in a hex?"""
    return s.place[unit] < HEXES


def face(s: StalinsWar, unit: int) -> Face:
    """The step that is up."""
    return BOARD.units[unit].faces[s.step[unit] - 1]


def full(s: StalinsWar, unit: int) -> bool:
    """Was the unit in full supply when it was last asked (§13.1.1)?"""
    return s.supply[unit] == FULL


def mud(s: StalinsWar) -> bool:
    """Is this a Rasputitsa round (§15.1.1)?"""
    return s.round in turn(s).mud


def played(s: StalinsWar, event: str) -> bool:
    """Has this event been played?"""
    return any(BOARD.cards[card].event == event for card in s.played)


def in_effect(s: StalinsWar, event: str) -> bool:
    """Does this card still work in this round or turn?"""
    return any(BOARD.cards[card].event == event for card in (*s.in_round, *s.in_turn))


def axis_sites(s: StalinsWar) -> int:
    """Mask by site of those that the Axis controls."""
    return int(s.axis, 16)


def controls(s: StalinsWar, side: int, site: int) -> bool:
    """Does the side control a town or city (§3.0)?"""
    return (axis_sites(s) >> site & 1) == (side == AXIS)


def holds(s: StalinsWar, side: int, id_: str) -> bool:
    """Does the side control the place with this id?"""
    return controls(s, side, BOARD.ground.site_index[id_])


def held(s: StalinsWar, side: int) -> int:
    """Mask of the hexes with a town or city of the side."""
    return _held(s.axis)[side]


@lru_cache(maxsize=256)
def _held(axis: str) -> tuple[int, int]:
    """Control changes rarely, so the masks are kept from one position to the next."""
    sites, found = int(axis, 16), [0, 0]
    for site in BOARD.ground.sites:
        found[AXIS if sites >> site.index & 1 else SOVIET] |= 1 << site.place
    return found[AXIS], found[SOVIET]


def fortresses(s: StalinsWar, side: int) -> int:
    """Mask of the hexes with a standing fortress of the side (§16.2.1)."""
    return _fortresses(tuple(s.destroyed), s.fortress)[side]


@lru_cache(maxsize=64)
def _fortresses(destroyed: tuple[int, ...], built: int) -> tuple[int, int]:
    found = [0, 0]
    for site in BOARD.ground.sites:
        if site.fortress != NOWHERE and site.place not in destroyed:
            found[site.fortress] |= 1 << site.place
    if built != NOWHERE and built not in destroyed:
        found[SOVIET] |= 1 << built
    return found[AXIS], found[SOVIET]


def strongholds(s: StalinsWar, side: int) -> int:
    """Mask of the hexes with a fortress or Festung of the side."""
    return fortresses(s, side) | (mask(s.festungs) if side == AXIS else 0)


# who stands where ---------------------------------------------------------------

ZOC = 0
"""The one kind of zone of control."""

ROSTER = Roster(
    sides=tuple(unit.side for unit in BOARD.units),
    count=2,
    places=HEXES,
    zones=(Zone(BOARD.ground.walk),),
)


def _weight(unit: Unit) -> int:
    """All that stacking (chapter 9) asks of a unit, a byte for each count: an occupancy adds
    them up by hexes."""
    counts = (
        unit.stacks,
        unit.stacks and unit.lcu,
        unit.nation == HUNGARIAN,
        unit.nation == ROMANIAN,
        unit.type == PARTISAN,
    )
    return sum(count << 8 * place for place, count in enumerate(counts))


WEIGHTS = tuple(map(_weight, BOARD.units))
_WITHOUT = [Stand(factor=weight) for weight in WEIGHTS]
_WITH = [Stand(unit.zoc << ZOC, weight) for unit, weight in zip(BOARD.units, WEIGHTS, strict=True)]


def stand(s: StalinsWar, unit: int) -> Stand:
    """Its zone of control, by type, in full supply alone (§8.1, §13.3.6), and its weight."""
    return (_WITH if s.supply[unit] == FULL else _WITHOUT)[unit]


def occupancy(s: StalinsWar) -> Occupancy:
    """Who stands where now; units in boxes stand nowhere, nor do Inactive Partisans."""
    return Occupancy(ROSTER, s.place, lambda unit: stand(s, unit))


def zoc(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the zones of control of a side.

    §8.2: over no sea or lake, into no fortress or Festung; Axis ones into no Fortified Zone.
    """
    if not (s.festungs or s.zones or s.destroyed or s.fortress != NOWHERE):
        return d.zone(side, ZOC) & _PRINTED  # no marker is on the map
    zones = tuple(s.zones) if side == AXIS else ()
    return d.zone(side, ZOC) & ~_closed(tuple(s.destroyed), s.fortress, (*s.festungs, *zones))


@lru_cache(maxsize=64)
def _closed(destroyed: tuple[int, ...], built: int, marked: tuple[int, ...]) -> int:
    axis, soviet = _fortresses(destroyed, built)
    return axis | soviet | mask(marked)


_PRINTED = ~_closed((), NOWHERE, ())
"""Hexes without a printed fortress."""


def mates(d: Occupancy, side: int, place: int) -> list[Unit]:
    """The side's units on a place, in the order of their numbers."""
    return [BOARD.units[unit] for unit in d.units(side, place)]


def active_partisans(s: StalinsWar) -> list[int]:
    """The Active Partisans on the map."""
    return [unit for unit in BOARD.partisans if on_map(s, unit)]
