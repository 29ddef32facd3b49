"""The windows in which a side may answer with an event (§5.0): those of a battle, and all."""

from collections.abc import Sequence

from engine.games.no_retreat.acts import T
from engine.games.no_retreat.cards.events import CardWindow
from engine.games.no_retreat.cards.moments import BATTLE, DEFEND, RESULT
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE
from engine.games.no_retreat.law import crt, odds
from engine.games.no_retreat.law.fight import battle as fight
from engine.games.no_retreat.law.fight import fighting
from engine.games.no_retreat.play import replies


class BattleWindow(CardWindow, kw_only=True, tag="nr.battle_window"):
    """A window in a battle: its places are the target hexes."""

    def prompt(self, t: T) -> tuple[str, str]:
        """The question, the battle, its odds or what was rolled."""
        ask, rule = super().prompt(t)
        now = fighting(t)
        where = ", ".join(BOARD.label(place) for place in now.targets)
        if now.result == NOWHERE:
            seen = odds.preview(t.s, t.d, now)
            state = f"{seen.attack} against {seen.defence}, {crt.name(seen.final)}"
        else:
            state = f"{crt.name(now.final)}, {crt.result_name(now.result)}"
        return f"{ask} {where}: {state}.", rule

    def possible(self, t: T, side: str) -> bool:
        """Both sides may change the advance; events count in the order played (§5.0)."""
        if self.kind == RESULT and side in self.sides[: self.asked]:
            battle = fight(t)  # asked a second time: only to answer an event
            if battle is None or not battle.advance:
                return False
        return super().possible(t, side)

    def places(self, t: T) -> Sequence[int]:
        battle = fight(t)
        return battle.targets if battle else ()

    def reply(self, t: T) -> str:
        return replies.line(t, fighting(t)) if self.kind == DEFEND else ""


def window(
    kind: str, sides: Sequence[str], *, place: int = NOWHERE, unit: int = NOWHERE
) -> CardWindow:
    """The window of a kind for these sides, one after the other (§5.0).

    `result` asks the first side again when the other one has answered.
    """
    order = [*sides, sides[0]] if kind == RESULT and len(sides) > 1 else list(sides)
    make = BattleWindow if kind in BATTLE else CardWindow
    return make(kind=kind, sides=order, place=place, unit=unit)
