"""The Combat Phase (§10.0): declaring, Counterblows, battles in any order."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from engine.board.bits import Members
from engine.core.entries import Marked
from engine.core.events import Moment
from engine.core.frames import Call, Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.playing import play_verbs
from engine.core.position import Arm
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, foe, score, side_of, spend
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import ATTACK
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS
from engine.games.no_retreat.law import odds, targets
from engine.games.no_retreat.play import replies
from engine.games.no_retreat.play.battle import battle_preview, marker_slot, new_battle, promises
from engine.games.no_retreat.play.replies import Answered
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import enemy
from engine.games.no_retreat.words import CARDS, card_name


class CombatPhase(Answered, kw_only=True, tag="nr.combat"):
    """All targets are declared before the first battle (§10.1); each must be attacked."""

    side: str
    due: list[int] = []
    """Counterblow markers of this phase, those of the last player turn too."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin", "declare", "answer", "counterblows", "battles", "close",
    )  # fmt: skip

    def begin(self, t: T) -> Outcome:
        side = side_of(self.side)
        t.s.placed = [0, 0]
        t.s.placed[side] = len(t.s.targets)
        t.s.placed[enemy(side)] = len(t.s.blows)  # §10.1: they lie on the map since the last turn
        return None

    def declare(self, t: T) -> Outcome:
        return Call(Declare(side=self.side))

    def answer(self, t: T) -> Outcome:
        """Events of the other side, once the targets are named."""
        return Call(window("combat_start", [foe(self.side)]))  # nr-84

    def counterblows(self, t: T) -> Outcome:
        return Call(Counterblow(side=foe(self.side)))

    def battles(self, t: T) -> Outcome:
        self.due = list(t.s.blows)
        return Call(Battles(side=self.side))

    def close(self, t: T) -> Outcome:
        """Markers that nobody could answer are void; those of CB results stay (§10.7.3)."""
        unmark(t, [*t.s.targets, *self.due])
        if t.s.duty > 0:  # card 20
            t.s.duty = 0
            score(t, AXIS, 2, "the Major Offensive had too few attacks", "5.3.1")
        return None


def unmark(t: T, places: Iterable[int]) -> None:
    """Target and Counterblow markers are taken up."""
    for place in places:
        id_ = BOARD.places[place]
        if place in t.s.targets:
            t.s.targets = [other for other in t.s.targets if other != place]
            t.note(Marked(place=id_, mark="target", value="none", rule="10.1"))
        if place in t.s.blows:
            t.s.blows = [other for other in t.s.blows if other != place]
            t.note(Marked(place=id_, mark="counterblow", value="none", rule="10.7.3"))


class Declare(Choice, kw_only=True, tag="nr.targets"):
    """The phasing side marks the hexes that it will attack of its own will (§10.1.1)."""

    def may_hold(self, t: T) -> bool:
        return EVENTS.could_hold(t, Moment(self.side, "combat"))

    def prompt(self, t: T) -> tuple[str, str]:
        left = targets.left(t.s, side_of(self.side))
        return f"Declare your targets; {left} marker{'s' * (left != 1)} left.", "10.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)

        def more(named: list[int]) -> list[int]:
            if len(named) >= targets.left(t.s, side):
                return []
            return [p for p in Members(targets.targets(t.s, t.d, side)) if p not in named]

        def why_not(named: list[int], place: int) -> Why | None:
            if len(named) >= targets.left(t.s, side):
                return Why("That is one target more than there are markers.", "10.1")
            if place in named:
                return Why(f"{BOARD.label(place)} is named twice.", "10.1")
            return targets.why_not_target(t.s, t.d, side, place)

        def label(_: list[int], place: int) -> str:
            return f"{BOARD.label(place)}: {_names(t.d.units(enemy(side), place))}"

        def do(places: list[int]) -> Outcome:
            for place in places:
                id_ = BOARD.places[place]
                t.note(Marked(place=id_, mark="target", value=self.side, rule="10.1"))
            t.s.targets = [*t.s.targets, *places]
            t.s.placed[side] += len(places)
            return None

        slot = pick("hex", "place", more, why_not=why_not, label=label, rule="10.1", many=True)
        hint = "Mark hexes that you will attack."
        return (
            Verb("target", do, (slot,), rule="10.1", hint=hint),
            Verb("end targets", Done, ends=True, rule="10.1.1", hint="All targets are declared."),
            *play_verbs(t, Moment(self.side, "combat")),
        )


class Counterblow(Choice, kw_only=True, tag="nr.counterblow"):
    """The other side may force attacks on its own hexes, a card each (§10.1.2)."""

    POLICY: ClassVar[str] = "counterblow"

    def may_hold(self, t: T) -> bool:
        """That it ends itself would tell that all targets are answered."""
        return bool(replies.answerable(t))

    def prompt(self, t: T) -> tuple[str, str]:
        attacked = replies.said(t)
        if not attacked:
            return "Force Counterblows on hexes of yours, or say done.", "10.1.2"
        return f"Force Counterblows, reply, or say done. Odds up to {attacked}.", "10.1.2"

    def default(self, t: T) -> str:
        return "done"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        hand = t.ids(f"hand.{self.side}")

        def open_() -> Members:
            return Members(targets.counterblows(t.s, t.d, side) if hand else 0)

        def why_not(place: int) -> Why | None:
            if not hand:
                return Why("A Counterblow costs a card, and your hand is empty.", "10.1.2")
            return targets.why_not_counterblow(t.s, t.d, side, place)

        def why_not_card(_: int, card: int) -> Why | None:
            return deck.why_not_pay(hand, (), 1, card, "10.1.2")

        def do(place: int, card: int) -> Outcome:
            spend(t, self.side, [card], "a Counterblow", "10.1.2")
            t.s.blows = [*t.s.blows, place]
            t.s.placed[side] += 1
            id_ = BOARD.places[place]
            t.note(Marked(place=id_, mark="counterblow", value=self.side, rule="10.1.2"))
            return None

        slots = (
            pick("hex", "place", open_, why_not=why_not, rule="10.1.2", keep=t),
            pick("card", "card", hand, why_not=why_not_card, key="pay", optional=True,
                 stop=lambda *_: Why("A Counterblow costs one card.", "10.1.2"), rule="10.1.2"),
        )  # fmt: skip
        hint = "The enemy must attack this hex, which has no terrain."
        return (
            Verb("counter", do, slots, rule="10.1.2", hint=hint),
            *replies.verbs(t),
            Verb("done", Done, ends=True, rule="10.1.2", hint="No more Counterblows and replies."),
        )


class Battles(Choice, kw_only=True, tag="nr.battles"):
    """The phasing side resolves all battles in any order (§10.2)."""

    def may_hold(self, t: T) -> bool:
        if EVENTS.could_hold(t, Moment(self.side, "combat")):
            return True
        owed = targets.duties(t.s, t.d, side_of(self.side)).by
        return bool(owed) and EVENTS.could_promise(t, self.side, ATTACK)

    def prompt(self, t: T) -> tuple[str, str]:
        owed = targets.duties(t.s, t.d, side_of(self.side)).by
        if not owed:
            return "No target is left to attack.", "10.2"
        return f"Attack your targets: {_places(owed)}.", "10.2"

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        owed = targets.duties(t.s, t.d, side)

        def stop(places: list[int]) -> Why | None:
            if owed.whole(places):
                return None
            starved = owed.starved(places, owed.common(places)[:1])
            text = f"The same units must attack {_places(starved)} too: name them together."
            return Why(text, "10.3.1")

        def foes(_: list[int], place: int) -> str:
            return f"{BOARD.label(place)}: {_names(t.d.units(enemy(side), place))}"

        def odds_with(places: list[int], units: list[int], unit: int) -> str:
            seen = battle_preview(t.s, t.d, side, places, [*units, unit])
            return f"{BOARD.units[unit].name}: {odds.sentence(seen)}"

        def cards(places: list[int], units: list[int], marker: object) -> list[int]:
            return promises(t, new_battle(t.s, t.d, side, places, units))

        def why_card(*picks: Any) -> Why:
            text = f"{CARDS.name(picks[-1])} can't be played in this attack before the die."
            return Why(text, "10.5")

        def do(
            places: list[int], units: list[int], marker: str | list[str], card: int | list[int]
        ) -> Outcome:
            word = marker if isinstance(marker, str) else ""
            begun = new_battle(t.s, t.d, side, list(places), list(units), word)
            if isinstance(card, int):  # it plays itself when its moment comes
                t.pos.arms.insert(0, Arm(side=self.side, card=card, kind=ATTACK))
            volunteered = sum(place in t.s.targets for place in places)
            t.s.duty = max(0, t.s.duty - volunteered)  # card 20
            unmark(t, places)
            if combat := t.under_way(CombatPhase):
                combat.due = [place for place in combat.due if place not in places]
            return Call(begun)

        slots = (
            pick("hex", "place", owed.more_targets, stop=stop, label=foes, rule="10.2",
                 why_not=partial(targets.why_not_battle, t.s, t.d, side), many=True, joined=True),
            pick("unit", "unit", owed.attackers, label=odds_with, key="with", rule="10.3",
                 why_not=partial(targets.why_not_attack, t.s, t.d, side), many=True),
            marker_slot(t, side, lambda _, units: units),
            pick("card", "card", cards, why_card, keep=t, key="play", optional=True, rule="10.5",
                 label=lambda *picks: card_name(picks[-1], side)),
        )  # fmt: skip
        blocked = None
        if owed.by:
            blocked = Why(f"You must still attack {_places(owed.by)}.", "10.3.1")
        hint = "One battle: target hexes, the units that attack, a marker, an event."
        return (
            Verb("battle", do, slots, rule="10.2", hint=hint),
            Verb(
                "end combat", Done, ends=True, blocked=blocked, rule="10.2", hint="All is fought."
            ),
            *play_verbs(t, Moment(self.side, "combat")),
        )


def _names(units: Iterable[int]) -> str:
    return ", ".join(BOARD.units[unit].name for unit in units)


def _places(places: Iterable[int]) -> str:
    return ", ".join(BOARD.label(place) for place in places)
