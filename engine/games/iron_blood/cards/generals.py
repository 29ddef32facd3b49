"""General tokens: what everyone may know of them, and the windows in which they are played.

A token is used once, one a side in a combat; the player without the initiative
plays first (§generals). Whether a window opens depends on public facts alone:
the size of a hand and the tokens that everyone has seen go.
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Played
from engine.core.frames import Call, Done, Outcome, Proc, Window
from engine.core.picks import pick
from engine.core.verbs import Slot, Verb
from engine.games.iron_blood.acts import T
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SIDES

_TOKEN = {
    (SIDES[token.side], token.id.rsplit("_", 1)[1]): number
    for number, token in enumerate(BOARD.tokens)
}


def token(side: str, kind: str) -> int:
    """The token of a side by its last word, -1 when that side has none such."""
    return _TOKEN.get((side, kind), -1)


def holds(t: T, side: str, kind: str) -> bool:
    """Does the side hold that token? Secret: only for verbs that the side alone sees."""
    return token(side, kind) in t.ids(f"hand.{side}")


def could_hold(t: T, side: str, *kinds: str) -> bool:
    """Could it, for all that everyone knows? Used tokens, and the division's, are seen by all."""
    if not t.ids(f"hand.{side}"):
        return False
    gone = t.ids("used")
    for kind in kinds:
        item = token(side, kind)
        if item < 0 or item in gone or (t.s.anti_partisan and item == BOARD.division_token):
            continue
        return True
    return False


def spend(t: T, side: str, kind: str, how: str) -> None:
    """Play a token: everyone sees it, and it is used (§generals)."""
    item = token(side, kind)
    t.play(f"hand.{side}", "used", item)
    t.note(Played(side=side, card=BOARD.tokens[item].id, how=how, rule=f"generals.{side}"))


def reroll_slot(count: int, rule: str) -> Slot:
    """Which of `count` dice to roll again, 1 for the first."""
    return pick("die", "number", range(1, count + 1), rule=rule)


class Reroll(Window, kw_only=True, tag="ib.reroll"):
    """After a roll of one die, its player may roll it again (§generals; ib-21)."""

    purpose: str
    POLICY: ClassVar[str] = "reroll"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Play a General token to roll the {self.purpose} die again?", "generals"

    def possible(self, t: T, side: str) -> bool:
        return could_hold(t, side, "reroll")

    def line(self, t: T, card: int) -> str:
        return "play reroll 1" if card == token(self.side, "reroll") else ""

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        if not holds(t, side, "reroll"):
            return ()

        def do(_: int) -> Outcome:
            spend(t, side, "reroll", f"the {self.purpose} die is rolled again")
            return Done(t.roll("reroll", 1, BOARD.faces, side)[0])

        hint = "Roll the die again."
        rule = f"generals.{side}"
        slots = (reroll_slot(1, rule),)
        return (Verb("play reroll", do, slots, hint=hint, rule=rule, own=True),)


class Attempt(Proc, kw_only=True, tag="ib.attempt"):
    """One die that must show `least` or more, with the chance of a re-roll; returns the die."""

    side: str
    purpose: str
    least: int
    die: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "again", "close")

    def roll(self, t: T) -> Outcome:
        self.die = t.roll(self.purpose, 1, BOARD.faces, self.side)[0]
        return Done(self.die) if self.die >= self.least else None

    def again(self, t: T) -> Outcome:
        return Call(Reroll(sides=[self.side], purpose=self.purpose))

    def close(self, t: T) -> Outcome:
        return Done(self.ret if isinstance(self.ret, int) else self.die)
