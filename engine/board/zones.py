"""Zones of control: the hexes next to a side's units, as masks."""

from collections.abc import Iterable

from engine.board.bits import Steps, mask
from engine.board.hexgrid import HexMap, Hexsides


class Zones:
    """Zones of control on one map; they don't reach across the `blocked` hexsides."""

    __slots__ = ("_steps",)

    def __init__(self, map_: HexMap, blocked: Hexsides | None = None) -> None:
        self._steps = Steps(map_.neighbours if blocked is None else blocked.open())

    def of(self, units: int) -> int:
        """Mask of the hexes next to a mask of units.

        A unit's own hex is in it only if a second unit is next to it.
        """
        return self._steps.spread(units)

    def around(self, hexes: Iterable[int]) -> int:
        """The same from a list of hexes with units."""
        return self._steps.spread(mask(hexes))
