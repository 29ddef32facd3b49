"""Railhead advancement, chapter 17."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, set_track
from engine.games.race_to_moscow.law.rail import railheads, why_not_rail
from engine.games.race_to_moscow.law.shut import ACTIONS, shut

_ACTIONS_OVER = shut(ACTIONS, "Your actions of this turn are over; track can be laid.", "17")


class Railhead(Choice, kw_only=True, tag="rm.railhead"):
    """`rail AREA`, once, or `end railhead`."""

    PHASE: ClassVar[str] = "Railhead"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Lay track in an area next to your track.", "17"

    def verbs(self, t: T) -> Sequence[Verb]:
        colour = colour_of(self.side)
        areas = railheads(t.s, colour)

        def rail(area: int) -> Outcome:
            set_track(t, area, True, "17")
            return Done()

        def why_not(area: int) -> Why | None:
            return why_not_rail(t.s, area, colour)

        slot = pick("area", "place", areas, why_not=why_not, rule="17")
        return (
            Verb("rail", rail, (slot,), hint="Turn a marker to its track side.", rule="17"),
            Verb("end railhead", Done, hint="Lay no track.", rule="17", ends=True),
            *_ACTIONS_OVER,
        )
