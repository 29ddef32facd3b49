"""The sequence of play: nine phases a season, eleven seasons."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Noted, Phased, Played
from engine.core.frames import Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb
from engine.games.iron_blood.acts import T, eliminate, first, mark_control, place, second, side_of
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, INFANTRY, NOWHERE, SIDES
from engine.games.iron_blood.law import control, reinforce, supply
from engine.games.iron_blood.play.phase_combat import Combat
from engine.games.iron_blood.play.phase_movement import Movement
from engine.games.iron_blood.play.phase_reinforce import Reinforcements
from engine.games.iron_blood.play.phase_support import Support, recall
from engine.games.iron_blood.words import season_name


class Season(Proc, kw_only=True, tag="ib.season"):
    """One season after the other, until somebody has won."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "support", "support_second",
        "movement", "movement_second",
        "combat", "anti_partisan", "control", "supply", "recall",
        "reinforcements", "calendar", "division", "next",
    )  # fmt: skip

    def support(self, t: T) -> Outcome:  # phase 1, the initiative player first
        begin(t, "fleet and air support", first(t))
        return Call(Support(side=first(t)))

    def support_second(self, t: T) -> Outcome:
        begin(t, "fleet and air support", second(t))
        return Call(Support(side=second(t)))

    def movement(self, t: T) -> Outcome:  # phase 2, the initiative player first
        begin(t, "movement", first(t))
        return Call(Movement(side=first(t)))

    def movement_second(self, t: T) -> Outcome:
        begin(t, "movement", second(t))
        return Call(Movement(side=second(t)))

    def combat(self, t: T) -> Outcome:  # phase 3
        begin(t, "combat", first(t))
        return Call(Combat())

    def anti_partisan(self, t: T) -> Outcome:  # phase 4
        caught = reinforce.caught_partisans(t.s, t.d)
        if caught:
            begin(t, "anti-partisan activity", "axis")
            eliminate(t, caught, "removed", "phase4")
        return None

    def control(self, t: T) -> Outcome:  # phase 5
        begin(t, "control and victory check", "")
        for location, side in control.control_changes(t.s, t.d):
            mark_control(t, location, side)
        won = control.victory(t.s)
        if won:
            t.end([SIDES[won.winner]], won.reason)
        return None

    def supply(self, t: T) -> Outcome:  # phase 6, the player without the initiative first
        begin(t, "supply", "")
        for side in (second(t), first(t)):
            cut_off = supply.out_of_supply(t.s, t.d, side_of(side))
            eliminate(t, cut_off, "eliminated, out of supply", "phase6")
        return None

    def recall(self, t: T) -> Outcome:  # phase 7, both at once: nothing to decide
        recall(t)
        return None

    def reinforcements(self, t: T) -> Outcome:  # phase 8
        begin(t, "reinforcements", "soviet")
        return Call(Reinforcements())

    def calendar(self, t: T) -> Outcome:  # phase 9
        if BOARD.seasons[t.s.season].last:
            won = control.final(t.s)
            t.end([SIDES[won.winner]], won.reason)
            return Done()
        turn_over(t)
        take_tokens(t)
        return None

    def division(self, t: T) -> Outcome:
        """The optional Anti-Partisan Division arrives (§optional.anti_partisan)."""
        space = f"track.{BOARD.seasons[t.s.season].id}"
        if BOARD.division_token not in t.ids(space):
            return None
        t.play(space, "used", BOARD.division_token)
        reserve = reinforce.in_reserve(t.s, AXIS, INFANTRY)
        comes = bool(reserve and reinforce.home_city_hexes(t.d))
        how = "an infantry unit comes back" if comes else "no infantry unit can come back"
        token = BOARD.tokens[BOARD.division_token].id
        t.note(Played(side="axis", card=token, how=how, rule="optional.anti_partisan"))
        return Call(Division(side="axis", unit=reserve[0])) if comes else None

    def next(self, t: T) -> Outcome:
        return Goto("support")


def begin(t: T, phase: str, side: str) -> None:
    """A phase of a side begins; here the changed policies count (ib-32)."""
    t.player_turn()
    t.note(Phased(turn=season_name(t.s.season), phase=phase, side=side))


def turn_over(t: T) -> None:
    """All units are turned to their unmoved side and the marker goes on (§phase9)."""
    t.s.moved = [0] * len(BOARD.units)
    t.s.came = [NOWHERE] * len(BOARD.units)
    t.s.fought = []
    t.s.stalin_tried = False
    holder = first(t)
    t.s.season += 1
    if first(t) != holder:
        t.note(Noted(text=f"The initiative passes to the {first(t).title()} side.",
                     rule="initiative"))  # fmt: skip


def take_tokens(t: T) -> None:
    """The tokens on the new space go to their owners' hands (§phase9)."""
    season = BOARD.seasons[t.s.season]
    for side, due in enumerate(season.generals):
        space, name = f"track.{season.id}", SIDES[side]
        while due and t.ids(space):
            token = BOARD.tokens[t.draw(space, f"hand.{name}", name)]
            t.note(Noted(text=f"{name.title()} takes a General token.", rule="phase9"))
            text = f"You took {token.name}: {token.effect}"
            t.note(Noted(text=text, rule="phase9", to=name))


class Division(Choice, kw_only=True, tag="ib.division"):
    """Where does the Anti-Partisan Division come back?"""

    PHASE: ClassVar[str] = "Calendar"

    unit: int

    def prompt(self, t: T) -> tuple[str, str]:
        text = "The Anti-Partisan Division: place an infantry unit in a city of Axis territory."
        return text, "optional.anti_partisan"

    def verbs(self, t: T) -> Sequence[Verb]:
        rule = "optional.anti_partisan"

        def do(unit: int, where: int) -> Outcome:
            place(t, unit, where, rule)
            return Done()

        slots = (
            pick("unit", "unit", (self.unit,), rule=rule),
            pick("hex", "place", lambda _: reinforce.home_city_hexes(t.d), rule=rule,
                 why_not=lambda _, where: reinforce.why_not_home_city(t.d, where)),
        )  # fmt: skip
        return (Verb("place", do, slots, rule=rule, hint="Place the division."),)
