"""Partisans at the end of the Russian turn (16.12, 16.47), and how they are driven off (16.3)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import Members
from engine.core.frames import Choice, Done, Frame, Outcome
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, arrive, go, place, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, IN_HAND, PARTISAN, SOVIET
from engine.games.russia_besieged.law import leaders
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.play.travel import after_landing
from engine.games.russia_besieged.state import JOINED, MOVED, SECOND_STAGE, has, rails
from engine.games.russia_besieged.words import label

ALL = tuple(piece.index for piece in BOARD.pieces if piece.type == PARTISAN)


def leave(t: T) -> None:
    """16.46: second-stage partisans do not stay with others; 16.11: those of the first stage remain
    on what the Axis controls (rb-90).
    """
    for unit in ALL:
        here = t.s.place[unit]
        risen = here < HEXES and has(t.s, unit, SECOND_STAGE)
        if risen and any(other != unit for other in t.d.units(SOVIET, here)):
            _lift(t, unit, "16.46")
    for unit in _first_stage(t):
        if not leaders.remain(t.s, t.d) >> t.s.place[unit] & 1:
            _lift(t, unit, "16.11")


def drive_off(t: T) -> None:
    """16.31: first-stage partisans in an Axis zone or near the Polizei go."""
    for unit in _first_stage(t):
        if leaders.driven_off(t.s, t.d, t.s.place[unit]):
            _lift(t, unit, "16.31")


def _first_stage(t: T) -> list[int]:
    return [u for u in ALL if t.s.place[u] < HEXES and not has(t.s, u, SECOND_STAGE)]


def disband(t: T) -> None:
    """16.15: without Axis units in Russia there are no partisans, each worth a point."""
    if leaders.axis_left_in_russia(t.d):
        return
    for unit in ALL:
        if t.s.place[unit] < HEXES:
            t.s.points[10] += has(t.s, unit, SECOND_STAGE)
            _lift(t, unit, "16.15")


def _lift(t: T, unit: int, rule: str) -> None:
    here = t.s.place[unit]
    t.s.step[unit] = 1
    set_place(t, unit, IN_HAND[SOVIET])
    say(t, f"{BOARD.pieces[unit].name} leaves {label(here)}.", rule)


def burden(t: T) -> None:
    """16.5, 16.52: second-stage partisans on two Axis rail hexes cost it a rail move (rb-31)."""
    axis = rails(t.s, AXIS)
    on_rails = [u for u in ALL if has(t.s, u, SECOND_STAGE) and t.s.place[u] < HEXES]
    t.s.partisan_rail = int(len({t.s.place[u] for u in on_rails if axis >> t.s.place[u] & 1}) > 1)


class Partisans(Choice, kw_only=True, tag="rb.partisans"):
    """First-stage partisans are placed, those of the second stage go up to two hexes.

    Nobody has to raise one to the second stage (16.44).
    """

    def prompt(self, t: T) -> tuple[str, str]:
        return "Place partisans and move those of the second stage, then end partisans.", "16.1"

    def may_hold(self, t: T) -> bool:
        return self.acted

    def verbs(self, t: T) -> Sequence[Verb]:
        return (
            self._place(t),
            self._pool(t),
            self._creep(t),
            Verb("end partisans", Done, rule="16.1", hint="That is all.", ends=True),
        )

    def _place(self, t: T) -> Verb:
        def units(_: Picks) -> Collection[Value]:
            found = leaders.lairs(t.s, t.d)
            return [u for u in ALL if placeable(t, u) and found & ~(1 << t.s.place[u])]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in units([]):
                return None
            if int(unit) not in ALL or not placeable(t, int(unit)):
                return Why(f"{BOARD.pieces[int(unit)].name} cannot be placed now.", "16.12")
            return Why("No Axis railway or city is open to partisans.", "16.13")

        def hexes(picks: Picks) -> Collection[Value]:
            return Members(leaders.lairs(t.s, t.d) & ~(1 << t.s.place[number(picks, 0)]))

        def why_hex(_: Picks, hex_: Value) -> Why | None:
            if leaders.lairs(t.s, t.d) >> int(hex_) & 1:
                return Why("It stands there.", "16.14")
            return Why("Partisans go on open Axis rails and cities in Russia.", "16.11")

        def do(unit: int, hex_: int) -> Outcome:
            t.s.flags[unit] |= MOVED
            place(t, unit, hex_, "16.12")
            return None

        def why_lair(picks: Picks, hex_: Value) -> Why | None:
            return None if hex_ in hexes(picks) else why_hex(picks, hex_)

        slots = (
            Slot("partisans", "unit", units, why_not=why_unit, label=where_of(t), rule="16.12"),
            Slot("hex", "place", hexes, why_not=on_map(why_lair), rule="16.11"),
        )
        hint = "First-stage partisans appear behind the enemy."
        return Verb("partisan", do, slots, rule="16.1", hint=hint)

    def _pool(self, t: T) -> Verb:
        def units(_: Picks) -> Collection[Value]:
            return [u for u in ALL if placeable(t, u) and t.s.place[u] < HEXES]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in units([]):
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} cannot be taken up now.", "16.46")

        def do(unit: int) -> Outcome:
            _lift(t, unit, "16.14")
            t.s.flags[unit] |= MOVED
            return None

        slot = Slot("partisans", "unit", units, why_not=why_unit, label=where_of(t), rule="16.14")
        hint = "First-stage partisans are taken off the map."
        return Verb("recall", do, (slot,), rule="16.14", hint=hint)

    def _creep(self, t: T) -> Verb:
        def units(_: Picks) -> Collection[Value]:
            return [u for u in ALL if leaders.creeps(t.s, t.d, u, ())]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in units([]):
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} cannot move now.", "16.47")

        def hexes(picks: Picks) -> Collection[Value]:
            return Members(leaders.creeps(t.s, t.d, number(picks, 0), numbers(picks, 1)))

        def why_hex(picks: Picks, hex_: Value) -> Why | None:
            if hex_ in hexes(picks):
                return None
            return Why("Partisans go two hexes, past no enemy zone, in Russia.", "16.47")

        def stop(picks: Picks) -> Why | None:
            return leaders.why_no_stop(t.s, t.d, number(picks, 0), numbers(picks, 1))

        def do(unit: int, path: list[int]) -> Outcome:
            t.s.flags[unit] |= MOVED
            bases = after_landing(t, path[-1])  # 11.16
            if path[0] in BOARD.ground.foot[t.s.place[unit]]:
                go(t, unit, [t.s.place[unit], *path], "moves", "16.47")
            else:
                t.s.flags[unit] |= JOINED
                arrive(t, unit, path[0], "joins the Guards cavalry", "16.53")
            return bases

        slots = (
            Slot("partisans", "unit", units, why_not=why_unit, label=where_of(t), rule="16.47"),
            Slot(
                "hex", "place", hexes, many=True, stop=stop, why_not=on_map(why_hex), rule="16.47"
            ),
        )
        hint = "Partisans go up to two hexes, or one unit to the Guards cavalry without supply."
        return Verb("creep", do, slots, rule="16.47", hint=hint)


def placeable(t: T, unit: int) -> bool:
    """Can first-stage partisans be placed, or taken up, in this turn still?"""
    s = t.s
    if has(s, unit, SECOND_STAGE | MOVED):
        return False
    return s.place[unit] < HEXES or s.place[unit] == IN_HAND[SOVIET]


FRAMES: tuple[type[Frame], ...] = (Partisans,)
