"""Units that fall back without a battle: the Dictator is lost (14.15b), Finns at a city (25.2)."""

from typing import ClassVar

from engine.core.frames import Call, Done, Frame, Outcome, Proc
from engine.games.russia_besieged.acts import T, foe
from engine.games.russia_besieged.play import shed
from engine.games.russia_besieged.play.losses import alive
from engine.games.russia_besieged.play.retreats import Retreats


class FallBack(Proc, kw_only=True, tag="rb.fall_back"):
    """Each of these units retreats one hex, those of a hex together; the enemy picks the ways."""

    side: str
    units: list[int]

    STEPS: ClassVar[tuple[str, ...]] = ("next", "shed")

    def next(self, t: T) -> Outcome:
        self.units = alive(t, self.units)
        if t.pos.winners is not None:
            return Done()
        if not self.units:
            return None
        start = t.s.place[self.units[0]]
        together = [unit for unit in self.units if t.s.place[unit] == start]
        self.units = [unit for unit in self.units if unit not in together]
        retreats = Retreats(
            side=self.side, units=together, start=start, least=1, most=1, picker=foe(self.side)
        )
        return Call(retreats, then="next")

    def shed(self, t: T) -> Outcome:
        return Call(shed.Shed())  # 5.04


FRAMES: tuple[type[Frame], ...] = (FallBack,)
