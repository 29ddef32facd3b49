"""The state of a game, and who stands where, derived from it.

A state is small, flat and integer; places, units, locations and fortresses are
indices of `BOARD`. General tokens are in the piles of the core, not here.
"""

import msgspec

from engine.board.bits import mask
from engine.games.iron_blood.board import (
    AIR,
    AXIS,
    BOARD,
    FLEET,
    FORTRESS,
    INFANTRY,
    NOWHERE,
    SOVIET,
)

_HEXES = len(BOARD.hexes)
_BIT = tuple(1 << hex_ for hex_ in range(_HEXES))
# (unit, side, kind, regular) once, flat: occupancy is built thousands of times a second.
_UNITS = tuple((u.index, u.side, u.kind, u.regular) for u in BOARD.units)
_FORTRESS_OF = {fortress.unit: fortress.index for fortress in BOARD.fortresses}


class IronBlood(msgspec.Struct):
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


def new_state(anti_partisan: bool = False) -> IronBlood:
    """The start, before the Axis deploys its regular units (setup.axis, setup.soviet)."""
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
        return AXIS  # initiative; ib-19
    return BOARD.seasons[state.season].initiative  # initiative


def on_map(state: IronBlood, unit: int) -> bool:
    """Whether the unit stands in a hex."""
    return state.at[unit] < _HEXES


class Occupancy:
    """Who stands where; lists and masks by side, hexes only.

    A destroyed fortress and a disrupted fleet do not count (phase1.disrupt,
    phase3.fortress). Built from a state, never stored; build it again after
    `at`, `destroyed` or `disrupted` changed.
    """

    __slots__ = ("air", "all", "infantry", "present", "regular", "regulars", "solid")

    regular: tuple[dict[int, int], dict[int, int]]
    """side -> hex -> its regular unit."""
    regulars: list[int]
    """side -> mask of hexes with a regular unit."""
    infantry: list[int]
    """side -> mask of hexes with an infantry unit."""
    present: list[int]
    """side -> mask of hexes with any unit, regular or support."""
    solid: list[int]
    """side -> mask of hexes with a regular unit or a fortress: what combat is about."""
    air: tuple[dict[int, int], dict[int, int]]
    """side -> hex -> number of its air units."""
    all: int
    """Mask of hexes with any unit of either side."""

    def __init__(self, state: IronBlood) -> None:
        regular: tuple[dict[int, int], dict[int, int]] = ({}, {})
        air: tuple[dict[int, int], dict[int, int]] = ({}, {})
        infantry, others, forts = [0, 0], [0, 0], [0, 0]
        at = state.at
        for unit, side, kind, is_regular in _UNITS:
            hex_ = at[unit]
            if hex_ >= _HEXES:
                continue
            if is_regular:
                regular[side][hex_] = unit
                if kind == INFANTRY:
                    infantry[side] |= _BIT[hex_]
                continue
            if kind == AIR:
                air[side][hex_] = air[side].get(hex_, 0) + 1
            elif kind == FLEET:
                if state.disrupted[side]:
                    continue
            elif kind == FORTRESS:
                if state.destroyed[_FORTRESS_OF[unit]]:
                    continue
                forts[side] |= _BIT[hex_]
            others[side] |= _BIT[hex_]
        regulars = [mask(regular[AXIS]), mask(regular[SOVIET])]
        self.regular = regular
        self.regulars = regulars
        self.infantry = infantry
        self.present = [regulars[AXIS] | others[AXIS], regulars[SOVIET] | others[SOVIET]]
        self.solid = [regulars[AXIS] | forts[AXIS], regulars[SOVIET] | forts[SOVIET]]
        self.air = air
        self.all = self.present[AXIS] | self.present[SOVIET]

    def regular_at(self, side: int, hex_: int) -> int:
        """The regular unit of a side in a hex, -1 for none."""
        return self.regular[side].get(hex_, NOWHERE)


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side
