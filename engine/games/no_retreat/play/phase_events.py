"""Decisions of the Housekeeping: where units of events appear (§13.5), Initiative (§15.11)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.board.bits import Members
from engine.core.entries import Noted
from engine.core.frames import Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, place, score, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, LAST_TURN, SIDES, SOVIET
from engine.games.no_retreat.law.victory import INITIATIVE_TURN
from engine.games.no_retreat.options import VARIABLE_INITIATIVE
from engine.games.no_retreat.play import events
from engine.games.no_retreat.state import enemy


class Arrivals(Choice, kw_only=True, tag="nr.arrivals"):
    """A side puts the units of an event on the map, as long as one has a place (§13.5)."""

    def prompt(self, t: T) -> tuple[str, str]:
        names = [BOARD.units[unit].name for unit in to_place(t, self.side)]
        return f"Place the units of the event: {', '.join(names)}.", "13.5"

    def verbs(self, t: T) -> Sequence[Verb]:
        units = to_place(t, self.side)

        def why(unit: int) -> Why:
            return Why(f"{BOARD.units[unit].name} does not appear by this event.", "13.5")

        def put(unit: int, where: int) -> Outcome:
            place(t, unit, where, "13.5", 0)
            return None if to_place(t, self.side) else Done()

        slots = (
            pick("unit", "unit", units, why, rule="13.5"),
            pick("place", "place", lambda unit: Members(events.arrival_places(t.s, t.d, unit)),
                 why_not=lambda unit, at: events.why_not_arrive(t.s, t.d, unit, at), keep=t,
                 rule="13.5"),
        )  # fmt: skip
        return (Verb("place", put, slots, rule="13.5", hint="Put a unit of the event on the map."),)


def to_place(t: T, side: str) -> list[int]:
    """Units whose event has happened and that have a place; the others wait (nr-31)."""
    return [
        unit for unit in events.waiting(t.s, side_of(side)) if events.arrival_places(t.s, t.d, unit)
    ]


class Shift(Choice, kw_only=True, tag="nr.shift"):
    """A side may pay an Event VP to have its event symbols for a turn more (§15.11)."""

    POLICY: ClassVar[str] = "shift"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"The Initiative counter is on turn {t.s.star_turn}. Pay a VP to move it?", "15.11"

    def default(self, t: T) -> str:
        return "pass"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)

        def shift() -> Outcome:
            t.s.star_turn += 1 if side == AXIS else -1
            score(t, enemy(side), 1, "paid to move the Initiative counter", "15.11")
            text = f"The Initiative counter is now on turn {t.s.star_turn}."
            t.note(Noted(text=text, rule="15.11"))
            return Done()

        return (
            Verb("shift", shift, rule="15.11", hint="Pay one Event VP and move the counter."),
            Verb("pass", Done, rule="15.11", ends=True, hint="Leave the counter where it is."),
        )


def may_shift(t: T) -> str:
    """The side that may move the Initiative counter this turn, "" for none (§15.11.2; nr-40)."""
    s = t.s
    if VARIABLE_INITIATIVE not in s.options:
        return ""
    if s.turn < INITIATIVE_TURN:  # §15.11.2
        able = s.star_turn > s.turn and s.event_vp < BOARD.vp.event_max
        return SIDES[SOVIET] if able else ""
    able = s.star_turn < LAST_TURN and -s.event_vp < BOARD.vp.event_max  # §15.11.3
    return SIDES[AXIS] if able else ""
