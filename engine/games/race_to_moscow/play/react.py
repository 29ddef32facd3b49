"""The Soviet Reaction that ends every turn, chapter 18; §19.2, §19.3, §20.8."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.board.bits import members
from engine.core.entries import Noted, Phased
from engine.core.frames import Become, Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, may_place, place_marker
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.labels import entry_label
from engine.games.race_to_moscow.law.reaction import (
    best_places,
    best_strikes,
    places,
    strikes,
    why_not_place,
    why_not_strike,
)
from engine.games.race_to_moscow.play.offturn import OffTurn
from engine.games.race_to_moscow.play.soviet_player import Discard, place_verb
from engine.games.race_to_moscow.play.winter import Strike
from engine.games.race_to_moscow.state import active, left_of


class Reaction(Proc, kw_only=True, tag="rm.reaction"):
    """By the Front card of the player whose turn it was, or freely (§19.3, §20.8)."""

    side: str
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "strike", "place")
    ASIDE: ClassVar[tuple[str, ...]] = ("struck", "strike_over", "placed", "discarded")
    PHASE: ClassVar[str] = "Soviet reaction"

    def begin(self, t: T) -> Outcome:
        t.note(Phased(turn=f"Round {t.s.round}", phase=self.PHASE, side=self.side, rule="18"))
        if not t.s.soviet_pool:
            t.s.last_round = True  # §6.1, rm-28
        if not (t.s.abwehr or t.s.soviet_player):
            return None
        chooser = "soviet" if t.s.soviet_player else self.side
        targets = members(strikes(t.s, t.d, colour_of(self.side)))
        free = members(places(t.d)) if may_place(t) else []
        if not targets and not free:
            return self._discard(t)
        return Call(FreeReaction(side=chooser, strikes=targets, places=free), then="placed")

    def strike(self, t: T) -> Outcome:
        targets = best_strikes(t.s, t.d, colour_of(self.side))
        return self._settle(t, "strike", targets, "struck") if targets else None

    def struck(self, t: T) -> Outcome:
        return Call(Strike(area=self.handed()), then="strike_over")

    def strike_over(self, t: T) -> Outcome:
        self._run_out(t)  # in winter it may have placed a marker
        both = t.s.reverse and BOARD.fronts[colour_of(self.side)].reverse_both  # §19.2
        return Goto("place") if both else Done()

    def place(self, t: T) -> Outcome:
        areas = best_places(t.d, colour_of(self.side), t.s.reverse) if may_place(t) else []
        if not areas:
            return self._discard(t)
        return self._settle(t, "place", areas, "placed")

    def placed(self, t: T) -> Outcome:
        if isinstance(self.ret, int):
            place_marker(t, self.ret, "18.1")
        self._run_out(t)
        return Done()

    def _settle(self, t: T, act: str, areas: list[int], then: str) -> Outcome:
        """The one area; else the player to the left decides, alone he himself (§18.2, rm-12)."""
        if len(areas) == 1:
            self.ret = areas[0]
            return Goto(then)
        left = COLOURS[left_of(t.s, colour_of(self.side))]
        return Call(React(side=left, act=act, areas=areas), then=then)

    def _discard(self, t: T) -> Outcome:
        """No marker can be placed: one goes to the box (§18.1, rm-38)."""
        if not may_place(t):
            return Done()
        if t.s.soviet_player:
            return Call(Discard(side="soviet"), then="discarded")
        t.s.soviet_pool -= 1
        return Goto("discarded")

    def discarded(self, t: T) -> Outcome:
        t.note(Noted(text="A Soviet marker goes to the box.", rule="18.1"))
        self._run_out(t)
        return Done()

    def _run_out(self, t: T) -> None:
        if not t.s.soviet_pool:
            t.s.last_round = True  # §6.1


class React(OffTurn, kw_only=True, tag="rm.react"):
    """The player to the left decides where the Front card leaves it open (§18.2)."""

    act: str
    areas: list[int]
    POLICY: ClassVar[str] = "react"

    def prompt(self, t: T) -> tuple[str, str]:
        if self.act == "strike":
            return "The Front card leaves it open: where do the Soviets counter-attack?", "18.2"
        return "The Front card leaves it open: where does the Soviet marker come?", "18.2"

    def usual(self, t: T) -> str:
        return f"react {self.act} {BOARD.places[self.areas[0]]}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def settle(_: str, area: int) -> Outcome:
            return Done(area)

        def why_area(_: str, area: int) -> Why:
            left = ", ".join(BOARD.place_names[one] for one in self.areas)
            return Why(f"The Front card leaves the choice between these: {left}.", "18.2")

        return (react_verb(t, settle, {self.act: self.areas}, why_area, "18.2"),)


class FreeReaction(Choice, kw_only=True, tag="rm.free_reaction"):
    """A counter-attack or a marker, as the chooser likes (§19.3, §20.8, rm-38)."""

    strikes: list[int]
    places: list[int]

    def prompt(self, t: T) -> tuple[str, str]:
        text = "Counter-attack, or put a Soviet marker down."
        if not self.places:
            text = "Counter-attack: no Soviet marker can be put down."
        if not self.strikes:
            text = "Put a Soviet marker down: no counter-attack is possible."
        return text, "20.8" if self._secret(t) else "19.3"

    def may_hold(self, t: T) -> bool:
        return self._secret(t)  # which kinds are left is its secret

    def _secret(self, t: T) -> bool:
        return bool(t.s.soviet_player)

    def verbs(self, t: T) -> Sequence[Verb]:
        def react(act: str, area: int) -> Outcome:
            return Become(Strike(area=area)) if act == "strike" else Done(area)

        def place(kind: str, area: int) -> Outcome:
            place_marker(t, area, "20.8", armor=kind == "armor")
            return Done()

        def why_area(act: str, area: int) -> Why:
            if act == "place":
                return why_not_place(t.d, area)
            return why_not_strike(t.s, t.d, active(t.s), area)

        acts = {"strike": self.strikes}
        if not self._secret(t):
            return (react_verb(t, react, {**acts, "place": self.places}, why_area, "19.3"),)
        found = [react_verb(t, react, acts, why_area, "20.8")]
        if self.places:
            found.append(
                place_verb(t, self.places, place, lambda area: why_area("place", area), "20.8")
            )
        return found


def react_verb(
    t: T,
    do: Callable[[str, int], Outcome],
    acts: dict[str, list[int]],
    why: Callable[[str, int], Why],
    rule: str,
) -> Verb:
    """`react place AREA`, `react strike AREA`; `why(act, area)` for areas not among these."""
    open_acts = {act: areas for act, areas in acts.items() if areas}

    def why_act(act: str) -> Why:
        if act == "strike" and act not in acts:
            return Why("The Front card wants a marker put down: `react place AREA`.", rule)
        if act == "strike":
            return Why("No player's marker lies open to a counter-attack now.", "18.1")
        if act in acts:
            return Why("There is no area where a Soviet marker could be put now.", "18.1")
        if rule == "18.2":
            return Why("The Front card wants a counter-attack: `react strike AREA`.", rule)
        return Why("You put a marker down with `place infantry AREA` or `place armor AREA`.", rule)

    slots = (
        pick("act", "act", list(open_acts), why_act, rule=rule),
        pick("area", "place", open_acts.__getitem__, why, label=entry_label(t), rule=rule),
    )
    return Verb("react", do, slots, hint="Where the Soviets react.", rule=rule)
