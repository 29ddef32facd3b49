"""The state of a game, and who stands where, derived from it.

A state is small, flat and integer; places, units, locations and fortresses are
indices of `BOARD`. General tokens are in the piles of the core, not here.
"""

import msgspec

from engine.board.bits import mask
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import (
    AIR,
    AXIS,
    FLEET,
    INFANTRY,
    NOWHERE,
    PARTISAN,
    SOVIET,
    TANK,
)

_HEXES = len(BOARD.hexes)
_BIT = tuple(1 << hex_ for hex_ in range(_HEXES))


class IronBlood(msgspec.Struct, forbid_unknown_fields=True):
    """One game of Iron, Blood, Snow & Mud."""

    season: int
    """Index into `BOARD.seasons`."""
    at: list[int]
    """Unit -> place."""
    moved: list[int]
    """Unit -> 1 once it has moved this season."""
    came: list[int]
    """Unit -> hex from which it entered its hex this season, -1 for none."""
    control: list[int]
    """Location -> side."""
    destroyed: list[int]
    """Fortress -> 1 once destroyed; its counter stays in its hex."""
    stalin: int
    """Location where Stalin is."""
    stalin_moved: bool
    stalin_tried: bool
    """This season."""
    disrupted: list[int]
    """Side -> 1 while its fleet is disrupted."""
    fought: list[int]
    """Hexes whose combat has been resolved this season."""
    anti_partisan: bool
    """Whether the optional Anti-Partisan Division is played."""
    blitzing: int = NOWHERE
    """Tank that has just advanced and may try a blitz, -1 for none."""
    mover: int = NOWHERE
    """Unit that has just moved, before the next one does (ib-31); -1 for none."""


def new_state(anti_partisan: bool = False) -> IronBlood:
    """The start, before the Axis deploys its regular units (§setup.axis, §setup.soviet)."""
    return IronBlood(
        season=0,
        at=list(BOARD.start),
        moved=[0] * len(BOARD.units),
        came=[NOWHERE] * len(BOARD.units),
        control=[location.start for location in BOARD.locations],
        destroyed=[0] * len(BOARD.fortresses),
        stalin=BOARD.stalin,
        stalin_moved=False,
        stalin_tried=False,
        disrupted=[0, 0],
        fought=[],
        anti_partisan=anti_partisan,
    )


def initiative(state: IronBlood) -> int:
    """The side that holds the initiative now."""
    if state.stalin_moved:
        return AXIS  # §initiative; ib-19
    return BOARD.seasons[state.season].initiative  # §initiative


def on_map(state: IronBlood, unit: int) -> bool:
    """Whether the unit stands in a hex."""
    return state.at[unit] < _HEXES


class Occupancy:
    """Who stands where; lists and masks by side, hexes only.

    A destroyed fortress and a disrupted fleet do not count (§phase1.disrupt,
    §phase3.fortress). Built from a state, never stored. Call `shift` after a unit
    went from place to place, and build it again after `destroyed` or `disrupted` changed.
    """

    __slots__ = ("air", "all", "forts", "infantry", "present", "regular", "regulars", "support")

    regular: tuple[dict[int, int], dict[int, int]]
    """side -> hex -> its regular unit."""
    regulars: list[int]
    """side -> mask of hexes with a regular unit."""
    infantry: list[int]
    """side -> mask of hexes with an infantry unit."""
    present: list[int]
    """side -> mask of hexes with any unit, regular or support."""
    forts: int
    """Mask of the fortresses that stand."""
    support: list[int]
    """side -> mask of hexes with a support unit, fortresses too."""
    air: tuple[dict[int, int], dict[int, int]]
    """side -> hex -> number of its air units."""
    all: int
    """Mask of hexes with any unit of either side."""

    def __init__(self, state: IronBlood) -> None:
        self.regular, self.air = ({}, {}), ({}, {})
        self.regulars, self.infantry = [0, 0], [0, 0]
        self.present, self.support = [0, 0], [0, 0]
        self.forts = 0
        for fortress in BOARD.fortresses:
            if not state.destroyed[fortress.index]:
                self.forts |= _BIT[fortress.hex]
        for side in (AXIS, SOVIET):
            self._count_regulars(state, side)
            self._count_support(state, side)
            self.present[side] = self.regulars[side] | self.support[side]
        self.all = self.present[AXIS] | self.present[SOVIET]

    def _count_regulars(self, state: IronBlood, side: int) -> None:
        at, regular = state.at, self.regular[side]
        regular.clear()
        for kind in (INFANTRY, TANK):
            for unit in BOARD.of_kind[side][kind]:
                if (hex_ := at[unit]) < _HEXES:
                    regular[hex_] = unit
            if kind == INFANTRY:
                self.infantry[side] = mask(regular)
        self.regulars[side] = mask(regular)

    def _count_support(self, state: IronBlood, side: int) -> None:
        at, air = state.at, self.air[side]
        found = self.forts if side == SOVIET else 0
        air.clear()
        for unit in BOARD.of_kind[side][AIR]:
            if (hex_ := at[unit]) < _HEXES:
                air[hex_] = air.get(hex_, 0) + 1
                found |= _BIT[hex_]
        for unit in BOARD.of_kind[side][PARTISAN]:
            if (hex_ := at[unit]) < _HEXES:
                found |= _BIT[hex_]
        fleet = at[BOARD.of_kind[side][FLEET][0]]
        if fleet < _HEXES and not state.disrupted[side]:
            found |= _BIT[fleet]
        self.support[side] = found

    def shift(self, state: IronBlood, unit: int, before: int) -> None:
        """A unit has gone from the place `before` to where it is now."""
        counter, now = BOARD.units[unit], state.at[unit]
        side = counter.side
        regular = self.regular[side]
        if not counter.regular:
            self._count_support(state, side)
        elif regular.get(before, unit) != unit or now in regular:
            self._count_regulars(state, side)  # the umpire has forced two into a hex
        else:
            change = 0
            if before < _HEXES:
                del regular[before]
                change = _BIT[before]
            if now < _HEXES:
                regular[now] = unit
                change ^= _BIT[now]
            self.regulars[side] ^= change
            if counter.kind == INFANTRY:
                self.infantry[side] ^= change
        self.present[side] = self.regulars[side] | self.support[side]
        self.all = self.present[AXIS] | self.present[SOVIET]

    def regular_at(self, side: int, hex_: int) -> int:
        """The regular unit of a side in a hex, -1 for none."""
        return self.regular[side].get(hex_, NOWHERE)


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side
