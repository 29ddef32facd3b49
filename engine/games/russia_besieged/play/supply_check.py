"""The supply check at the end of a side's turn (3.0, 13.13, 13.4)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, mark
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SIDES
from engine.games.russia_besieged.law import upkeep
from engine.games.russia_besieged.law.rations import share
from engine.games.russia_besieged.play.staging import where_of
from engine.games.russia_besieged.words import label


class SupplyCheck(Proc, kw_only=True, tag="rb.supply"):
    """Units without general supply go; those that live on a cut-off city are marked."""

    starved: list[int] = []
    """Those whom their owner has named, to go together (13.41)."""

    STEPS: ClassVar[tuple[str, ...]] = ("excess", "judge")

    def excess(self, t: T) -> Outcome:
        """13.41, 13.45: the owner says who starves where a city cannot feed all: the excess."""
        self.starved = [*self.starved, *self.handed_list()]
        self.ret = None
        shares = share(upkeep.check(t.s, t.d, t.s.side).near, self.starved)
        if shares.hungry:
            side, units = SIDES[t.s.side], list(shares.hungry)
            return Call(Starve(side=side, place=shares.place, units=units), then="excess")
        return None

    def judge(self, t: T) -> Outcome:
        s = t.s
        found = upkeep.check(s, t.d, s.side)
        markers = [
            (unit, upkeep.next_marker(s, t.d, city, unit), "13.42")
            for unit, city in share(found.near, self.starved).fed.items()
        ]
        markers += [(unit, upkeep.raid_marker(s, unit), "13.61") for unit in found.raiders]
        for unit in found.supplied:
            mark(t, unit, 0, "13.43")
        for unit in (*self.starved, *found.lost):
            rule = "13.41" if unit in self.starved else "13.13"
            eliminate(t, unit, "out of supply", rule)
            if t.pos.winners is not None:
                return Done()
        for unit, number, rule in markers:
            if number:
                mark(t, unit, number, rule)
            else:
                eliminate(t, unit, "surrendered, out of supply", rule, surrender=True)
            if t.pos.winners is not None:
                return Done()
        return Done()


class Starve(Choice, kw_only=True, tag="rb.starve"):
    """A cut-off city feeds two armies or three corps; one more unit must go (13.41)."""

    place: int
    units: list[int]

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{label(self.place)} cannot feed all: choose a unit that is lost.", "13.41"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.units:
                return None
            name = BOARD.pieces[int(unit)].name
            return Why(f"{name} is fed, goes already, or lives elsewhere.", "13.45")

        def do(unit: int) -> Outcome:
            return Done([unit])

        slot = Slot("unit", "unit", lambda _: self.units, why_not=why_not, label=where_of(t),
                    rule="13.41")  # fmt: skip
        hint = "It goes to the Replacement Pool; the others are fed."
        return (Verb("starve", do, (slot,), rule="13.41", hint=hint),)


FRAMES: tuple[type[Frame], ...] = (SupplyCheck, Starve)
