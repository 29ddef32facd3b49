"""What is asked about Combat Cards in a combat (7.5.5): windows, withdrawal, steps by cards."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Choice, Done, Frame, Outcome
from engine.core.playing import EventWindow
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.cards.clash import COMBAT, FIRST, MINOR, REVIVE, fighting
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import SIDES
from engine.games.stalins_war.law import losses
from engine.games.stalins_war.law.fire import fires
from engine.games.stalins_war.play.retreats import ways, why_no_stand, worth_holding
from engine.games.stalins_war.words import label

_ASKS = {
    COMBAT: "Use Combat Cards in the defence of {}?",
    MINOR: "Use Combat Cards in the defence of {}?",
    FIRST: "{} is attacked. Play a card that holds for the whole round?",
    REVIVE: "The last small unit in {} is lost. Bring one back?",
}


def _fire_now(t: T) -> str:
    """How both sides would fire, with the cards that are used already."""
    fight = fighting(t)
    helps = combat.helps(fight.clash(t), fight.played)
    both = fires(t.s, t.d, fight.units, fight.target, helps)
    said = (
        f"{SIDES[fire.side].title()} {fire.strength} on {'LCU' if fire.large else 'SCU'} "
        f"{fire.table[fire.column].label}"
        for fire in both
    )
    return f"Fire: {', '.join(said)}."


class Answer(EventWindow, kw_only=True, tag="sw.answer"):
    """The defender may use Combat Cards, after the attacker (§7.5.5a)."""

    kind: str

    @property
    def question(self) -> str:
        return self.kind

    def prompt(self, t: T) -> tuple[str, str]:
        ask = _ASKS[self.kind].format(label(self.place))
        if self.kind in (COMBAT, MINOR):
            ask += f" {t.once('fire now', _fire_now, t)}"
        return ask, "7.5.5a"

    def places(self, t: T) -> Sequence[int]:
        return [self.place]

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        found = super().plays(t, side)
        if self.kind not in (COMBAT, MINOR) or t.policy(side, "stand") != "ask":
            return found
        fight = fighting(t)
        blocked = why_no_stand(t, fight, fight.defending)

        def promised(answer: str) -> Outcome:
            fighting(t).promise = answer
            self.asked += 1
            return None

        return (
            *found,
            Verb(
                "pass stand",
                lambda: promised("stand"),
                rule="11.4.3",
                hint="Play nothing here, and lose a step rather than retreat.",
                blocked=blocked,
            ),
            Verb(
                "pass give way",
                lambda: promised("give way"),
                rule="11.4.1",
                hint="Play nothing here, and retreat if the attacker wins.",
                blocked=blocked,
            ),
        )


class Withdraw(Choice, kw_only=True, tag="sw.withdraw"):
    """*Sleighride*: all defenders may go back a hex, and the attack is off. Hands down 1 then."""

    place: int
    POLICY: ClassVar[str] = FIRST

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Withdraw from {label(self.place)} before the attack, or hold.", "7.5.5b"

    def default(self, t: T) -> str:
        """Withdraw if all have a way, but from no star, oil hex or fortress."""
        found = ways(t, self.side, self.place, 1)
        held = worth_holding(t, SIDES.index(self.side), self.place)
        return "hold" if held or not all(found.values()) else "withdraw"

    def verbs(self, t: T) -> Sequence[Verb]:
        hint = "All go back a hex; who cannot is lost. The attack is off, and nobody advances."
        return (
            Verb("withdraw", lambda: Done(1), rule="11.4.1", hint=hint),
            Verb("hold", lambda: Done(0), rule="7.5.5b", hint="The attack takes place."),
        )


class Hit(Choice, kw_only=True, tag="sw.hit"):
    """A side names the unit that loses a step by a card (§11.3.5, clarification_soviet_24)."""

    units: list[int]
    card: int
    POLICY: ClassVar[str] = "chosen_loss"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{BOARD.cards[self.card].name}: who loses a step?", "11.3.5"

    def default(self, t: T) -> str:
        """The dearest enemy, the cheapest of its own; in the own turn its side is asked."""
        side = SIDES.index(self.side)
        if side == t.s.side:
            return ""
        own = BOARD.units[self.units[0]].side == side
        unit = losses.cheapest(t.s, self.units) if own else losses.dearest(t.s, self.units)
        return f"hit {BOARD.units[unit].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (Verb("hit", Done, (_one_of(self.units),), rule="11.3.5", hint="It loses a step."),)


class Spare(Choice, kw_only=True, tag="sw.spare"):
    """*Penal Battalions*: the owner names a step that is not lost (§11.3.5)."""

    units: list[int]

    def prompt(self, t: T) -> tuple[str, str]:
        return "Penal Battalions: whose step is not lost?", "11.3.5"

    def verbs(self, t: T) -> Sequence[Verb]:
        hint = "It has the step again."
        return (Verb("spare", Done, (_one_of(self.units),), rule="11.3.5", hint=hint),)


def _one_of(units: Sequence[int]) -> Slot:
    def why_not(_: Picks, unit: Value) -> Why | None:
        return None if unit in units else Why("It is none of those in question.", "11.3.5")

    return Slot("unit", "unit", lambda _: units, why_not=why_not, rule="11.3.5")


FRAMES: tuple[type[Frame], ...] = (Answer, Withdraw, Hit, Spare)
