"""The attackers go into the hexes that they have won (9.21, 10.8, 10.9)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import members
from engine.core.frames import Call, Choice, Done, Frame, Outcome
from engine.core.picks import number, numbers
from engine.core.tell import several
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES
from engine.games.russia_besieged.law import advance
from engine.games.russia_besieged.law.movement import apart
from engine.games.russia_besieged.law.stacking import overstacked
from engine.games.russia_besieged.play.march import March
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.state import ASHORE, bodies, has
from engine.games.russia_besieged.words import label


class Advance(Choice, kw_only=True, tag="rb.advance"):
    """Who advances, and how far (10.81); `done` when that is all."""

    units: list[int]
    hexes: list[int]
    """Those that were attacked."""
    blitz: int = 0
    """Hexes of a Blitzkrieg, 0 for an advance into the defender's hexes alone."""
    open: bool = True
    """Is the defender's hex free for all (10.82, 10.94)?"""
    spent: list[int] = []
    """Units that have gone as far as they like or can."""

    def prompt(self, t: T) -> tuple[str, str]:
        where = " and ".join(label(hex_) for hex_ in self.hexes)
        full = overstacked(t.d, side_of(self.side))
        if crowded := [hex_ for hex_ in self.hexes if full >> hex_ & 1]:
            held = " and ".join(map(label, crowded))
            return (
                f"Too many stand in {held}; who is over the limit when combat ends is lost.",
                "5.04",
            )
        if self.blitz and self.open and self.stuck(t):
            return f"Blitzkrieg: advance into {where}, or stay; nobody goes on from there.", "10.96"
        if self.blitz:
            far = several(self.blitz, "hex", "hexes")
            if self.open:
                return f"Blitzkrieg: advance into {where}, armor up to {far} on, or stay.", "10.9"
            return f"Blitzkrieg: armor may go up to {far}, {where} the first, or stay.", "10.9"
        return f"Advance into {where}, or stay.", "10.8"

    def may_hold(self, t: T) -> bool:
        return self.acted and any(self.ends(t, unit, ()) for unit in self.units)

    def far(self, t: T, unit: int) -> int:
        """Hexes beyond the defender's."""
        return advance.hexes(t.s, unit, self.blitz, self.open)

    def stuck(self, t: T) -> bool:
        """Does the zone of enemy armor end the advance in the hex that was won (10.96)?"""
        foe = 1 - side_of(self.side)
        open_ = advance.armor_zone(t.s, t.d, foe) & ~bodies(t.d, foe)
        return all(open_ >> hex_ & 1 for hex_ in self.hexes)

    def ends(self, t: T, unit: int, path: Sequence[int]) -> int:
        """Where a unit may go on to."""
        s = t.s
        if s.place[unit] >= HEXES or unit in self.spent or has(s, unit, ASHORE):  # 8.49
            return 0
        if any(bodies(t.d, 1 - side_of(self.side)) >> hex_ & 1 for hex_ in self.hexes):
            return 0  # they hold it still
        found = advance.onward(s, t.d, unit, path, self.hexes, self.far(t, unit))
        if self.blitz:
            return found & ~(1 << s.place[unit])
        kept = 0
        for hex_ in members(found):
            if advance.why_no_room(s, t.d, [unit], hex_) is None:
                kept |= 1 << hex_
        return kept

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return [unit for unit in self.units if self.ends(t, unit, ())]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in units([]):
                return None
            name = BOARD.pieces[int(unit)].name
            if unit not in self.units:
                return Why(f"{name} did not take part.", "10.82")
            if has(t.s, int(unit), ASHORE):
                return Why(f"{name} landed in this impulse and does not advance.", "8.49")
            return Why(f"{name} advances no further.", "10.96" if self.blitz else "10.82")

        def places(picks: Picks) -> Collection[Value]:
            return members(self.ends(t, number(picks, 0), numbers(picks, 1)))

        def why_place(picks: Picks, hex_: Value) -> Why | None:
            unit, path = number(picks, 0), numbers(picks, 1)
            if hex_ in places(picks):
                return None
            found = advance.onward(t.s, t.d, unit, path, self.hexes, self.far(t, unit))
            if found >> int(hex_) & 1 and not self.blitz:
                why = advance.why_no_room(t.s, t.d, [unit], int(hex_))
                if why:
                    return why
            far, rule = self.far(t, unit), "10.96" if self.blitz else "10.82"
            return advance.why_no_way(t.s, t.d, unit, path, self.hexes, far, int(hex_), rule)

        def stop(picks: Picks) -> Why | None:
            unit, end = number(picks, 0), numbers(picks, 1)[-1]
            crowds = apart(t.s, BOARD.pieces[unit])
            return next((why for where, why in crowds if where >> end & 1), None)

        def do(unit: int, path: list[int]) -> Outcome:
            goals = self.hexes
            inside = t.s.place[unit] in goals
            beyond = len(path) - (0 if inside else 1)
            if (self.blitz and (beyond or inside or not self.far(t, unit))) or not self.blitz:
                self.spent = [*self.spent, unit]
            return Call(March(units=[unit], path=path, how="advances", rule="10.8"))

        slots = (
            Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="10.8"),
            Slot(
                "hex", "place", places, many=True, why_not=on_map(why_place), stop=stop, rule="10.8"
            ),
        )
        hint = "A unit goes into the hex that was won, armor further after a Blitzkrieg."
        return (
            Verb("advance", do, slots, rule="10.8", hint=hint),
            Verb("done", Done, rule="10.8", hint="The others stay.", ends=True),
        )


FRAMES: tuple[type[Frame], ...] = (Advance,)
