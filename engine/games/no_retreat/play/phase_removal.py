"""The Marker and Unit Removal Phase (§11.0)."""

from typing import ClassVar

from engine.core.entries import Marked
from engine.core.frames import Call, Outcome, Proc
from engine.games.no_retreat.acts import T, eliminate, foe, mark, refresh, set_place, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, LAST_TURN, NOWHERE, ON_MAP, REMOVED, TRACK
from engine.games.no_retreat.law.supply import supplied
from engine.games.no_retreat.play.phase_supply import marked
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import enemy

PARTISAN = BOARD.unit_index["partisan"]
_AWAY = 4
"""Turns until the Paratroop/Partisan marker is back (§15.9)."""


class Removal(Proc, kw_only=True, tag="nr.removal"):
    """Units that are still cut off surrender, then markers come off."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("cards", "replies", "phasing", "other", "markers")

    def cards(self, t: T) -> Outcome:
        """Cards that take an Unsupplied marker off, the phasing player's first."""
        if not marked(t.s, side_of(self.side)):
            return None
        return Call(window("own_removal", [self.side]))

    def replies(self, t: T) -> Outcome:
        if not marked(t.s, enemy(side_of(self.side))):
            return None
        return Call(window("removal", [foe(self.side)]))

    def phasing(self, t: T) -> Outcome:
        surrender(t, side_of(self.side))
        return None

    def other(self, t: T) -> Outcome:
        surrender(t, enemy(side_of(self.side)))
        return None

    def markers(self, t: T) -> Outcome:
        remove_markers(t, side_of(self.side))
        return None


def surrender(t: T, side: int) -> None:
    """Units of a side with a marker that still cannot trace are eliminated (§6.5.6, §11.1)."""
    lost = [unit for unit in marked(t.s, side) if not supplied(t.s, t.d, unit)]
    for unit in lost:
        eliminate(t, unit, "surrendered", "11.1", surrender=True)


def remove_markers(t: T, side: int) -> None:
    """Unsupplied, Disorganized and Target markers come off (§11.2), and those of cards."""
    s = t.s
    for marker, flags in (("unsupplied", s.unsupplied), ("disorganized", s.disorganized)):
        for unit in [unit for unit, on in enumerate(flags) if on]:
            mark(t, unit, marker, False, "11.2")
    s.targets = []
    s.blows = [place for place in s.blows if t.d.units(side, place)]  # §10.7.3: for the next turn
    if s.scorched != NOWHERE and (s.scorched_side, s.scorched_until) == (side, s.turn):
        site = BOARD.sites[s.scorched].id
        t.note(Marked(place=site, mark="scorched", value="none", rule="14.13"))
        s.scorched = s.scorched_side = NOWHERE
        s.scorched_until = 0
        refresh(t)  # the city is a supply source again
    if side == AXIS and s.at[PARTISAN] < ON_MAP:  # §15.9
        back = s.turn + _AWAY
        set_place(t, PARTISAN, TRACK + back if back <= LAST_TURN else REMOVED)
