"""The Pursuit card Partisans (§7, §20.6)."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.core.entries import Noted
from engine.core.events import Effect, Moment, Play
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.playing import EventWindow
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, set_track
from engine.games.race_to_moscow.cards.okh import within_reach
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.labels import entry_label
from engine.games.race_to_moscow.state import RaceToMoscow, playing, printed, rivals


def tracks(state: RaceToMoscow, colour: int) -> list[int]:
    """The areas whose track a card of this colour can break: rivals', alone one's own (§7, rm-42).

    A Soviet player chooses among those of all players (§20.6). Printed track is never broken.
    """
    others = playing(state) if state.soviet_player else rivals(state, colour)
    return [
        area
        for area, track in enumerate(state.track)
        if track and not printed(area) and state.control[area] in others
    ]


def why_not_cut(state: RaceToMoscow, area: int) -> Why:
    """Why the track of an area that is not among `tracks` can't be broken."""
    name = BOARD.place_names[area]
    if area >= len(BOARD.areas) or not state.track[area]:
        return Why(f"There is no track in {name}.", "7.cards")
    if printed(area):
        return Why(f"The track in {name} is printed: it can't be broken.", "7.cards")
    return Why(f"The track in {name} is your own: partisans hit that of another player.", "7.cards")


class Partisans(Proc, kw_only=True, tag="rm.partisans"):
    """The drawer names a target, with a Soviet player he does (§20.6)."""

    side: str
    area: int = NOWHERE
    """The target."""
    STEPS: ClassVar[tuple[str, ...]] = ("aim", "aimed", "cut")

    def aim(self, t: T) -> Outcome:
        if not tracks(t.s, colour_of(self.side)):
            return Done()
        return Call(Aim(side="soviet" if t.s.soviet_player else self.side, drawer=self.side))

    def aimed(self, t: T) -> Outcome:
        self.area, self.ret = self.handed(), None
        return Call(CalledOff(sides=self._answering(t), area=self.area))

    def _answering(self, t: T) -> list[str]:
        """Who may call them off: anybody with the card, the owner of the target first (rm-51).

        Who aimed at the track of another player has nothing to answer.
        """
        owner = COLOURS[t.s.control[self.area]]
        sides = [owner, *(COLOURS[colour] for colour in t.s.order if COLOURS[colour] != owner)]
        if owner != self.side and not t.s.soviet_player:
            sides.remove(self.side)
        return sides

    def cut(self, t: T) -> Outcome:
        if self.ret != CALLED_OFF:
            set_track(t, self.area, False, "7.cards")
        return None


class Aim(Choice, kw_only=True, tag="rm.aim"):
    """`cut AREA`."""

    drawer: str

    def prompt(self, t: T) -> tuple[str, str]:
        return "Partisans: break the track of an area.", "20.6" if t.s.soviet_player else "7.cards"

    def verbs(self, t: T) -> Sequence[Verb]:
        found = tracks(t.s, colour_of(self.drawer))
        why, label = partial(why_not_cut, t.s), entry_label(t)
        slot = pick("area", "place", found, why, label=label, rule="7.cards")
        return (Verb("cut", Done, (slot,), hint="Break a track.", rule="7.cards"),)


CALLED_OFF = "called off"


def _call_off(t: T, play: Play, op: None) -> Outcome:
    kept = f"The partisans are called off; the track in {BOARD.place_names[play.place]} stays."
    t.note(Noted(text=kept, rule="16"))
    return Done(CALLED_OFF)


CALL_OFF = Effect(_call_off)


class CalledOff(EventWindow, kw_only=True, tag="rm.called_off"):
    """Who has Sicherungs-Division, or can take it now, may answer (§16, rm-51)."""

    area: int
    POLICY: ClassVar[str] = "partisans"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Partisans aim at {BOARD.place_names[self.area]}: call them off?", "16"

    def moment(self, side: str) -> Moment:
        return Moment(side, self.POLICY, self.area)

    def possible(self, t: T, side: str) -> bool:
        return "sicherungs_division" in within_reach(t, side)  # it lies open: `okh` takes it

    def places(self, t: T) -> Sequence[int]:
        return [self.area]
