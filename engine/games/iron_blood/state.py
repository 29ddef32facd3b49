"""The state of a game, and who stands where, derived from it.

A state is small, flat and integer; places, units, locations and fortresses are
indices of `BOARD`. General tokens are in the piles of the core, not here.
"""

import msgspec

from engine.games.iron_blood.board import AXIS, BOARD, INFANTRY, NOWHERE, SOVIET

_HEXES = len(BOARD.hexes)
_BIT = tuple(1 << hex_ for hex_ in range(_HEXES))


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
    blitzing: int = NOWHERE
    """Tank that has just advanced and may try a blitz, -1 for none."""


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
        at = state.at
        self.regular = ({}, {})
        self.air = ({}, {})
        self.regulars, self.infantry = [0, 0], [0, 0]
        self.present, self.support = [0, 0], [0, 0]
        for side in (AXIS, SOVIET):
            infantry, tanks, planes, fleets, partisans, _ = BOARD.of_kind[side]
            regular, air = self.regular[side], self.air[side]
            foot = others = forts = 0
            for unit in infantry:
                if (hex_ := at[unit]) < _HEXES:
                    regular[hex_] = unit
                    foot |= _BIT[hex_]
            regulars = foot
            for unit in tanks:
                if (hex_ := at[unit]) < _HEXES:
                    regular[hex_] = unit
                    regulars |= _BIT[hex_]
            for unit in planes:
                if (hex_ := at[unit]) < _HEXES:
                    air[hex_] = air.get(hex_, 0) + 1
                    others |= _BIT[hex_]
            for unit in partisans:
                if (hex_ := at[unit]) < _HEXES:
                    others |= _BIT[hex_]
            if not state.disrupted[side] and (hex_ := at[fleets[0]]) < _HEXES:
                others |= _BIT[hex_]
            if side == SOVIET:
                for fortress in BOARD.fortresses:
                    if not state.destroyed[fortress.index]:
                        forts |= _BIT[fortress.hex]
            self.regulars[side] = regulars
            self.infantry[side] = foot
            self.support[side] = others | forts
            self.present[side] = regulars | others | forts
        self.forts = forts  # those of the Soviets, who come last
        self.all = self.present[AXIS] | self.present[SOVIET]

    def shift(self, unit: int, before: int, now: int) -> None:
        """A regular unit has gone from one hex to another."""
        counter = BOARD.units[unit]
        side, change = counter.side, _BIT[before] | _BIT[now]
        del self.regular[side][before]
        self.regular[side][now] = unit
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
