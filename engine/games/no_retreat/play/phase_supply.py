"""The Supply Check Phase (§6.4): both sides, the phasing player first."""

from typing import ClassVar

from engine.board.occupancy import Occupancy
from engine.core.frames import Call, Outcome, Proc
from engine.games.no_retreat.acts import T, foe, mark, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import MARKER, ON_MAP
from engine.games.no_retreat.law.supply import flow, supplied
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import NoRetreat, enemy


class SupplyCheck(Proc, kw_only=True, tag="nr.supply"):
    """Unsupplied markers are placed; they take the Zone of Control away at once."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("sources", "phasing", "other", "relief")

    def sources(self, t: T) -> Outcome:
        """Cards that cut a source, before anybody traces."""
        return Call(window("supply", [foe(self.side)]))

    def phasing(self, t: T) -> Outcome:
        check(t, side_of(self.side))
        return None

    def other(self, t: T) -> Outcome:
        check(t, enemy(side_of(self.side)))  # nr-08: without the ZOC of the units just marked
        return None

    def relief(self, t: T) -> Outcome:
        """Cards that take a marker off, where there is one."""
        if not marked(t.s, side_of(self.side)):
            return None
        return Call(window("own_supply", [self.side]))


def unsupplied(s: NoRetreat, d: Occupancy, side: int) -> list[int]:
    """The units of a side on the map that are in no supply now."""
    fed = flow(s, d, side).fed
    return [
        unit
        for unit in BOARD.of_side[side]
        if s.at[unit] < ON_MAP
        and not fed >> s.at[unit] & 1
        and BOARD.units[unit].faces[0].type != MARKER
        and not supplied(s, d, unit)
    ]


def marked(s: NoRetreat, side: int) -> list[int]:
    """The units of a side with an Unsupplied marker."""
    return [unit for unit in BOARD.of_side[side] if s.unsupplied[unit]]


def check(t: T, side: int) -> None:
    """Mark the units of a side that cannot trace (§6.4)."""
    for unit in unsupplied(t.s, t.d, side):
        mark(t, unit, "unsupplied", True, "6.4")
