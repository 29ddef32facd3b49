"""The Pursuit card Partisans (7, 20.6)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, set_track
from engine.games.race_to_moscow.board import BOARD
from engine.games.race_to_moscow.state import RaceToMoscow, printed, rivals


def tracks(state: RaceToMoscow, colour: int) -> list[int]:
    """The areas whose track a card of this colour can break: rivals', alone one's own (7).

    Printed track is never broken.
    """
    others = rivals(state, colour)
    return [
        area
        for area, track in enumerate(state.track)
        if track and not printed(area) and state.control[area] in others
    ]


class Partisans(Proc, kw_only=True, tag="rm.partisans"):
    """The drawer names a target, with a Soviet player he does (20.6)."""

    side: str
    STEPS: ClassVar[tuple[str, ...]] = ("aim", "cut")

    def aim(self, t: T) -> Outcome:
        if not tracks(t.s, colour_of(self.side)):
            return Done()
        return Call(Aim(side="soviet" if t.s.soviet_player else self.side, drawer=self.side))

    def cut(self, t: T) -> Outcome:
        assert isinstance(self.ret, int)
        set_track(t, self.ret, False, "7.cards")
        return None


class Aim(Choice, kw_only=True, tag="rm.aim"):
    """`cut AREA`."""

    drawer: str

    def prompt(self, t: T) -> tuple[str, str]:
        return "Partisans: break the track of an area.", "20.6" if t.s.soviet_player else "7.cards"

    def verbs(self, t: T) -> Sequence[Verb]:
        found = tracks(t.s, colour_of(self.drawer))

        def why_area(picks: Picks, area: Value) -> Why | None:
            if area in found:
                return None
            return Why(f"{BOARD.place_names[int(area)]} has no track to break.", "7.cards")

        slot = Slot("area", "place", lambda _: found, why_not=why_area, rule="7.cards")
        return (Verb("cut", Done, (slot,), hint="Break a track.", rule="7.cards"),)


FRAMES = (Partisans, Aim)
VERBS = {"cut": "7.cards"}
