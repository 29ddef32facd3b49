"""The windows in which a side may answer with an event (§5.0), one class a kind.

`window(kind, sides, place=…, unit=…)` makes the frame; it closes by itself where no
event could be played for all that everyone knows. `could_hold` says so beforehand
(it is also what `may_hold` of an own choice asks), and `verbs_at` gives the `play`
verb of a choice. Kinds of own phases: own_organization, own_movement; for any other
choice of the own turn name the phase (`combat`): only events for any time are
offered there.
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Frame, Window
from engine.core.verbs import Verb
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards.moments import (
    ATTACK,
    ATTACK_ROLL,
    DEFEND,
    DEFEND_ROLL,
    RESULT,
    Moment,
    could_hold,
)
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, ON_MAP
from engine.games.no_retreat.law import crt, odds
from engine.games.no_retreat.law.fight import battle as fight
from engine.games.no_retreat.law.fight import fighting
from engine.games.no_retreat.play import replies
from engine.games.no_retreat.play.play import armed_line, play_verbs

__all__ = ["could_hold", "verbs_at", "window"]


def verbs_at(
    t: T, side: str, kind: str, *, place: int = NOWHERE, unit: int = NOWHERE
) -> Sequence[Verb]:
    """The `play` verb of a side at a moment; () when its hand is empty."""
    return play_verbs(t, Moment(side_of(side), kind, place, unit))


class CardWindow(Window, kw_only=True):
    """A side may play events of one kind here, until it passes."""

    place: int = NOWHERE
    unit: int = NOWHERE
    ASK: ClassVar[str] = ""
    RULE: ClassVar[str] = "5.0"

    def moment(self, side: str) -> Moment:
        """The moment of the side that is asked."""
        return Moment(side_of(side), self.POLICY, self.place, self.unit)

    def prompt(self, t: T) -> tuple[str, str]:
        return self.ASK, self.RULE

    def possible(self, t: T, side: str) -> bool:
        return could_hold(t, side, self.POLICY, place=self.place, unit=self.unit)

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        return play_verbs(t, self.moment(side))

    def places(self, t: T) -> Sequence[int]:
        return range(ON_MAP)

    def line(self, t: T, card: int) -> str:
        return armed_line(t, self.moment(self.side), card)


class BattleWindow(CardWindow, kw_only=True):
    """A window in a battle: its places are the target hexes."""

    RULE: ClassVar[str] = "10.5"

    def prompt(self, t: T) -> tuple[str, str]:
        """The question, the battle, its odds or what was rolled."""
        now = fighting(t)
        where = ", ".join(BOARD.label(place) for place in now.targets)
        if now.result == NOWHERE:
            seen = odds.preview(t.s, t.d, now)
            state = f"{seen.attack} against {seen.defence}, {crt.name(seen.final)}"
        else:
            state = f"{crt.name(now.final)}, {crt.result_name(now.result)}"
        return f"{self.ASK} {where}: {state}.", self.RULE

    def places(self, t: T) -> Sequence[int]:
        battle = fight(t)
        return battle.targets if battle else ()


class AttackWindow(BattleWindow, kw_only=True, tag="nr.attack_window"):
    POLICY: ClassVar[str] = ATTACK
    ASK: ClassVar[str] = "Attacker: play an event before the die?"


class DefendWindow(BattleWindow, kw_only=True, tag="nr.defend_window"):
    POLICY: ClassVar[str] = DEFEND
    ASK: ClassVar[str] = "Defender: play an event before the die?"

    def reply(self, t: T) -> str:
        return replies.line(t, fighting(t))


class AttackRollWindow(BattleWindow, kw_only=True, tag="nr.attack_roll"):
    POLICY: ClassVar[str] = ATTACK_ROLL
    ASK: ClassVar[str] = "Attacker: play an event after the die?"


class DefendRollWindow(BattleWindow, kw_only=True, tag="nr.defend_roll"):
    POLICY: ClassVar[str] = DEFEND_ROLL
    ASK: ClassVar[str] = "Defender: play an event after the die?"


class ResultWindow(BattleWindow, kw_only=True, tag="nr.result_window"):
    """Both sides may change the advance; events count in the order played (§5.0)."""

    POLICY: ClassVar[str] = RESULT
    ASK: ClassVar[str] = "Play an event on the advance?"

    def possible(self, t: T, side: str) -> bool:
        if side in self.sides[: self.asked]:  # asked a second time: only to answer an event
            battle = fight(t)
            if battle is None or not battle.advance:
                return False
        return super().possible(t, side)


class SupplyWindow(CardWindow, kw_only=True, tag="nr.supply_window"):
    POLICY: ClassVar[str] = "supply"
    ASK: ClassVar[str] = "Play an event before the enemy's supply is checked?"


class OwnSupplyWindow(CardWindow, kw_only=True, tag="nr.own_supply_window"):
    POLICY: ClassVar[str] = "own_supply"
    ASK: ClassVar[str] = "Play an event for your Unsupplied units?"


class OrganizationWindow(CardWindow, kw_only=True, tag="nr.organization_window"):
    POLICY: ClassVar[str] = "organization"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Make the Replacement of {BOARD.units[self.unit].name} dearer?", "5.0"


class MovementStartWindow(CardWindow, kw_only=True, tag="nr.movement_start_window"):
    POLICY: ClassVar[str] = "movement_start"
    ASK: ClassVar[str] = "Play an event before the enemy moves?"


class MovementWindow(CardWindow, kw_only=True, tag="nr.movement_window"):
    POLICY: ClassVar[str] = "movement"
    ASK: ClassVar[str] = "The enemy has moved. Play an event?"


class CombatStartWindow(CardWindow, kw_only=True, tag="nr.combat_start_window"):
    POLICY: ClassVar[str] = "combat_start"
    ASK: ClassVar[str] = "The enemy has named his targets. Play an event?"


class OwnRemovalWindow(CardWindow, kw_only=True, tag="nr.own_removal_window"):
    POLICY: ClassVar[str] = "own_removal"
    ASK: ClassVar[str] = "Play an event before Unsupplied units are removed?"


class RemovalWindow(CardWindow, kw_only=True, tag="nr.removal_window"):
    POLICY: ClassVar[str] = "removal"
    ASK: ClassVar[str] = "Play an event before Unsupplied units are removed?"


class DetrainWindow(CardWindow, kw_only=True, tag="nr.detrain_window"):
    POLICY: ClassVar[str] = "detrain"
    ASK: ClassVar[str] = "Play an event before the enemy detrains?"


class CaptureWindow(CardWindow, kw_only=True, tag="nr.capture_window"):
    POLICY: ClassVar[str] = "capture"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{BOARD.label(self.place)} has fallen. Play an event?", "5.0"

    def places(self, t: T) -> Sequence[int]:
        return [self.place]


class EliminatedWindow(CardWindow, kw_only=True, tag="nr.eliminated_window"):
    POLICY: ClassVar[str] = "eliminated"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{BOARD.units[self.unit].name} is lost. Play an event?", "14.9.2"

    def places(self, t: T) -> Sequence[int]:
        return [self.place]


class VictoryWindow(CardWindow, kw_only=True, tag="nr.victory_window"):
    POLICY: ClassVar[str] = "victory"
    ASK: ClassVar[str] = "Play an event before victory is checked?"
    RULE: ClassVar[str] = "12.2"


class CardPhaseWindow(CardWindow, kw_only=True, tag="nr.card_phase_window"):
    POLICY: ClassVar[str] = "card_phase"
    ASK: ClassVar[str] = "You have drawn. Play an event?"
    RULE: ClassVar[str] = "5.2"


_ALL: tuple[type[CardWindow], ...] = (
    AttackWindow,
    DefendWindow,
    AttackRollWindow,
    DefendRollWindow,
    ResultWindow,
    SupplyWindow,
    OwnSupplyWindow,
    OrganizationWindow,
    MovementStartWindow,
    MovementWindow,
    CombatStartWindow,
    OwnRemovalWindow,
    RemovalWindow,
    DetrainWindow,
    CaptureWindow,
    EliminatedWindow,
    VictoryWindow,
    CardPhaseWindow,
)
_CLASSES = {one.POLICY: one for one in _ALL}


def window(
    kind: str, sides: Sequence[str], *, place: int = NOWHERE, unit: int = NOWHERE
) -> CardWindow:
    """The window of a kind for these sides, one after the other (§5.0).

    `result` asks the first side again when the other one has answered.
    """
    order = [*sides, sides[0]] if kind == RESULT and len(sides) > 1 else list(sides)
    return _CLASSES[kind](sides=order, place=place, unit=unit)


FRAMES: tuple[type[Frame], ...] = _ALL
