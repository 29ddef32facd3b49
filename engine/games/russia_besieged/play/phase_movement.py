"""The Movement Phase of an impulse (3.0, 6.0): ground moves, and how the phase ends."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import Members
from engine.core.frames import Call, Choice, Done, Frame, Outcome
from engine.core.picks import numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.law import marches, movement, sea
from engine.games.russia_besieged.law import overwhelm as overwhelm_law
from engine.games.russia_besieged.law.arrivals import waiting
from engine.games.russia_besieged.law.stacking import overstacked
from engine.games.russia_besieged.play import arrivals, industry, overwhelm, shed, staging, travel
from engine.games.russia_besieged.play.march import March
from engine.games.russia_besieged.state import CAME, MOVED
from engine.games.russia_besieged.words import label, month_name, names


class Moves(Choice, kw_only=True, tag="rb.moves"):
    """All that a side does in its Movement Phase, in any order (3.0). Units not named stand."""

    def prompt(self, t: T) -> tuple[str, str]:
        left = len(t.once("can arrive", waiting, t.s))
        more = f" {left} can arrive." if left else ""
        return f"{month_name(t.s.turn, t.s.impulse)}: move, then end movement.{more}", "3.0"

    def may_hold(self, t: T) -> bool:
        return self.acted

    def verbs(self, t: T) -> Sequence[Verb]:
        make = t.lasting
        return (
            make(move_verb, self.side),
            *travel.verbs(t, self.side),
            make(staging.stage_verb, self.side),
            make(overwhelm.verb, self.side),
            *arrivals.verbs(t, self.side),
            *industry.verbs(t, self.side),
            *shed.verbs(t, self.side),
            self._end(t),
        )

    def _end(self, t: T) -> Verb:
        blocked = None
        if crowded := overstacked(t.d, t.s.side):  # 5.03: those that came too
            where = ", ".join(label(hex_) for hex_ in Members(crowded))
            blocked = Why(f"Too many units stand in {where}: move or shed some.", "5.04")
        elif ships := sea.must_sail(t.s, t.d):
            blocked = Why(f"These came to a port to go on by sea: {names(ships)}.", "8.32")
        elif astray := list(sea.strays(t.s, t.d)):
            rule = movement.stray_rule(t.s, BOARD.pieces[astray[0]])
            blocked = Why(f"These must first move back where they may be: {names(astray)}.", rule)
        hint = "You have moved all that you want to move."
        return Verb("end movement", Done, rule="3.0", hint=hint, ends=True, blocked=blocked)


# moving ----------------------------------------------------------------------------


def movable(t: T) -> Collection[Value]:
    """The units of the phasing side that can still move on the ground."""
    return t.once("movable", marches.movable, t.s, t.d)


def move_verb(t: T, side: str) -> Verb:
    """`move U.. P..`: units of one hex go together; hexes on the way where the way matters."""

    def units(picks: Picks) -> Collection[Value]:
        chosen = numbers(picks, 0)
        if not chosen:
            return movable(t)
        s, d = t.s, t.d
        return [
            unit
            for unit in d.units(s.side, s.place[chosen[0]])
            if unit not in chosen
            and not movement.why_still(s, d, unit)
            and marches.ends(s, d, [*chosen, unit])
        ]

    def why_unit(picks: Picks, unit: Value) -> Why | None:
        unit, chosen = int(unit), numbers(picks, 0)
        if unit in chosen:
            return Why("It is named twice.", "6.0")
        if why := movement.why_still(t.s, t.d, unit):
            return why
        if chosen and t.s.place[unit] != t.s.place[chosen[0]]:
            return Why("Only units of one hex move together; give the others a line too.", "6.0")
        if why := overwhelm_law.why_needed(t.s, t.d, [*chosen, unit]):
            return why
        if not marches.ends(t.s, t.d, [*chosen, unit]):
            return Why(f"{BOARD.pieces[unit].name} has nowhere to go.", "6.0")
        return None

    def places(picks: Picks) -> Collection[Value]:
        units, path = numbers(picks, 0), numbers(picks, 1)
        return t.once(("places", *units, -1, *path), marches.farther, t.s, t.d, units, path)

    def why_place(picks: Picks, place: Value) -> Why | None:
        units, path = numbers(picks, 0), numbers(picks, 1)
        if why := movement.why_not_march(t.s, t.d, units, path, int(place)):
            return why
        open_ = marches.onward(t.s, t.d, units, path) >> int(place) & 1
        return None if open_ else marches.why_no_end(t.s, t.d, units, int(place))

    def stop(picks: Picks) -> Why | None:
        units, end = numbers(picks, 0), numbers(picks, 1)[-1]
        if marches.ends(t.s, t.d, units) >> end & 1:
            return None
        return marches.why_no_end(t.s, t.d, units, end)

    def via(picks: Picks, place: Value) -> Sequence[Value]:
        return movement.way_on(t.s, t.d, numbers(picks, 0), numbers(picks, 1), int(place))

    def do(chosen: list[int], path: list[int]) -> Outcome:
        for unit in chosen:
            t.s.flags[unit] = (t.s.flags[unit] | MOVED) & ~CAME
        return Call(March(units=chosen, path=path))

    slots = (
        Slot(
            "unit",
            "unit",
            units,
            many=True,
            why_not=why_unit,
            label=staging.where_of(t),
            rule="6.0",
        ),
        Slot(
            "hex",
            "place",
            places,
            many=True,
            why_not=staging.on_map(why_place),
            via=via,
            stop=stop,
            rule="6.0",
        ),
    )
    hint = "Units of a hex go on the ground; name hexes on the way where the way matters."
    return Verb("move", do, slots, rule="6.0", hint=hint)


FRAMES: tuple[type[Frame], ...] = (Moves,)
