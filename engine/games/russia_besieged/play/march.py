"""Units go along a path; enemy air bases on it are driven off as they come (11.16)."""

from typing import ClassVar

from engine.core.frames import Call, Done, Frame, Goto, Outcome, Proc
from engine.games.russia_besieged.acts import T, go
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SIDES
from engine.games.russia_besieged.play.staging import DrivenOff


class March(Proc, kw_only=True, tag="rb.march"):
    """A move or an advance, in one stretch unless bases stand in the way."""

    units: list[int]
    path: list[int]
    """The hexes still to enter."""
    how: str = "moves"
    rule: str = "6.0"

    STEPS: ClassVar[tuple[str, ...]] = ("go",)

    def go(self, t: T) -> Outcome:
        if not self.path:
            return Done()
        side = BOARD.pieces[self.units[0]].side
        bases = t.d.present[1 - side]
        last = len(self.path) - 1
        count = 1 + next((n for n, hex_ in enumerate(self.path) if bases >> hex_ & 1), last)
        stretch, self.path = self.path[:count], self.path[count:]
        for unit in self.units:
            go(t, unit, [t.s.place[unit], *stretch], self.how, self.rule)
            if t.pos.winners is not None:
                return Done()
        if bases >> stretch[-1] & 1:
            return Call(DrivenOff(side=SIDES[1 - side]), then="go")
        return Goto("go") if self.path else Done()


FRAMES: tuple[type[Frame], ...] = (March,)
