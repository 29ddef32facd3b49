"""Phase 3: combat, hex by hex in the order that the initiative player chooses."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.entries import Fought, Marked, Moved, Noted
from engine.core.frames import Call, Choice, Done, Outcome, Proc, Window
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Verb
from engine.games.iron_blood.acts import T, eliminate, first, second, set_place, side_of
from engine.games.iron_blood.cards import generals
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import NOWHERE, SIDES, SOVIET
from engine.games.iron_blood.law import combat
from engine.games.iron_blood.law.retreat import retreats, why_not_retreat
from engine.games.iron_blood.state import Occupancy


class Combat(Proc, kw_only=True, tag="ib.combat"):
    """Combat is mandatory wherever regular or fortress units oppose each other (§phase3)."""

    PHASE: ClassVar[str] = "Combat"

    STEPS: ClassVar[tuple[str, ...]] = ("pick", "fight")

    def pick(self, t: T) -> Outcome:
        if not combat.combat_hexes(t.s, t.d):
            return Done()
        return Call(Pick(side=first(t)))  # §initiative: decides the order

    def fight(self, t: T) -> Outcome:
        return Call(Battle(hex=self.handed()), then="pick")


class Pick(Choice, kw_only=True, tag="ib.pick"):
    """Which combat is resolved next?"""

    def prompt(self, t: T) -> tuple[str, str]:
        left = len(combat.combat_hexes(t.s, t.d))
        return f"Choose the combat to resolve next; {left} are open.", "phase3"

    def verbs(self, t: T) -> Sequence[Verb]:
        slot = pick(
            "hex", "place", lambda: combat.combat_hexes(t.s, t.d), keep=t, rule="phase3",
            why_not=lambda hex_: combat.why_not_fight(t.s, t.d, hex_),
            label=lambda hex_: f"{BOARD.place_names[hex_]}, {odds(t, hex_)}",
        )  # fmt: skip
        hint = "Resolve the combat in a hex."
        return (Verb("fight", Done, (slot,), rule="phase3", hint=hint),)


def odds(t: T, hex_: int) -> str:
    """The dice of both sides in words."""
    counts = [combat.total(combat.dice(t.s, t.d, hex_, side)) for side in range(len(SIDES))]
    return f"{counts[0]} Axis dice, {counts[1]} Soviet dice"


class Battle(Proc, kw_only=True, tag="ib.battle"):
    """One combat: dice, tokens, result, retreat."""

    hex: int
    axis: list[int] = []
    soviet: list[int] = []
    extra: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Dice added by tokens before the roll."""
    hits: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Hits added by tokens after it."""
    played: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> 1 once it has played its one token of this combat (§generals)."""
    winner: int = NOWHERE
    eliminated: bool = False
    STEPS: ClassVar[tuple[str, ...]] = (
        "commit", "roll", "rolled", "resolve", "fortress", "defeat", "close",
    )  # fmt: skip

    def commit(self, t: T) -> Outcome:
        counts = []
        for side, name in enumerate(SIDES):
            items = combat.dice(t.s, t.d, self.hex, side)
            why_ = ", ".join(f"{item.reason}: {item.dice}" for item in items)
            counts.append(f"{name.title()} {combat.total(items)} dice ({why_})")
        text = f"Combat in {BOARD.label(self.hex)}: {'; '.join(counts)}."
        t.note(Noted(text=text, rule="phase3.dice"))
        return Call(Commit(sides=[second(t), first(t)], hex=self.hex))  # §generals

    def roll(self, t: T) -> Outcome:
        for side, name in enumerate(SIDES):
            count = combat.total(combat.dice(t.s, t.d, self.hex, side)) + self.extra[side]
            setattr(self, name, t.roll(f"combat.{name}", count, BOARD.faces, name))
        return None

    def rolled(self, t: T) -> Outcome:
        return Call(Rolled(sides=[second(t), first(t)], hex=self.hex))  # §generals

    def resolve(self, t: T) -> Outcome:
        axis, soviet = self.scores()
        result = combat.outcome(t.s, axis, soviet)
        self.winner, self.eliminated = result.winner, result.eliminated
        t.s.fought = [*t.s.fought, self.hex]
        words = f"{SIDES[self.winner].title()} wins"
        if axis == soviet:
            words += " the tie by initiative"
        if self.eliminated:
            words += " with twice the hits"
        t.note(
            Fought(
                places=[BOARD.places[self.hex]],
                sides=list(SIDES),
                scores=[axis, soviet],
                winner=SIDES[self.winner],
                result=words + ".",
                rule="phase3.resolution",
            )
        )
        return None

    def fortress(self, t: T) -> Outcome:
        fortress = BOARD.hexes[self.hex].fortress
        if fortress >= 0 and self.winner != SOVIET and not t.s.destroyed[fortress]:
            t.s.destroyed[fortress] = 1  # §phase3.fortress: clear terrain from now on
            t.d = Occupancy(t.s)
            place = BOARD.places[self.hex]
            t.note(Marked(place=place, mark="fortress", value="destroyed", rule="phase3.fortress"))
        return None

    def defeat(self, t: T) -> Outcome:
        loser = 1 - self.winner
        unit = t.d.regular_at(loser, self.hex)
        if unit == NOWHERE:
            return None  # a fortress alone
        if self.eliminated:
            eliminate(t, [unit], "eliminated, twice as many hits", "phase3.resolution")
        elif not retreats(t.s, t.d, unit):
            eliminate(t, [unit], "eliminated, no retreat", "phase3.retreat")
        else:
            return Call(Retreat(side=SIDES[loser], unit=unit))
        return None

    def close(self, t: T) -> Outcome:
        return Done()

    def scores(self) -> tuple[int, int]:
        """Hits of the Axis and of the Soviets, tokens counted."""
        return sum(self.axis) + self.hits[0], sum(self.soviet) + self.hits[1]


def battle(t: T) -> Battle:
    """The combat under way."""
    found = t.under_way(Battle)
    if found is None:
        raise LookupError("no combat is under way")
    return found


class Commit(Window, kw_only=True, tag="ib.commit"):
    """Before the dice are rolled: one more die (§generals)."""

    hex: int
    POLICY: ClassVar[str] = "commit"

    def prompt(self, t: T) -> tuple[str, str]:
        text = f"Combat in {BOARD.label(self.hex)}, {odds(t, self.hex)}: play a token for one more?"
        return text, "generals"

    def possible(self, t: T, side: str) -> bool:
        played = battle(t).played[side_of(side)]
        return not played and generals.could_hold(t, side, "die")

    def places(self, t: T) -> Sequence[int]:
        return [self.hex]

    def line(self, t: T, card: int) -> str:
        return "play die" if card == generals.token(self.side, "die") else ""

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        if not generals.holds(t, side, "die"):
            return ()

        def do() -> Outcome:
            fight = _use(t, side, "die", f"one more die in {BOARD.label(self.hex)}")
            fight.extra = _add(fight.extra, side, 1)
            return None

        rule = f"generals.{side}"
        return (Verb("play die", do, rule=rule, own=True, hint="Roll one more die."),)


class Rolled(Window, kw_only=True, tag="ib.rolled"):
    """After the dice are rolled: roll one again, or two more hits (§generals)."""

    hex: int
    POLICY: ClassVar[str] = "rolled"

    def prompt(self, t: T) -> tuple[str, str]:
        axis, soviet = battle(t).scores()
        where = BOARD.label(self.hex)
        return f"{where}: Axis {several(axis, 'hit')}, Soviets {soviet}. Play a token?", "generals"

    def possible(self, t: T, side: str) -> bool:
        played = battle(t).played[side_of(side)]
        return not played and generals.could_hold(t, side, "hits", "reroll")

    def places(self, t: T) -> Sequence[int]:
        return [self.hex]

    def line(self, t: T, card: int) -> str:
        """An armed token fires where it can better the result."""
        side = side_of(self.side)
        fight = battle(t)
        now = combat.outcome(t.s, *fight.scores())
        if card == generals.token(self.side, "hits"):
            better = list(fight.scores())
            better[side] += 2
            return "play hits" if combat.outcome(t.s, *better) != now else ""
        dice = fight.axis if side == 0 else fight.soviet
        if dice and card == generals.token(self.side, "reroll") and now.winner != side:
            better = list(fight.scores())
            better[side] += max(BOARD.faces) - min(dice)
            if combat.outcome(t.s, *better) != now:
                return f"play reroll {dice.index(min(dice)) + 1}"
        return ""

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        found = []
        if generals.holds(t, side, "hits"):
            found.append(self._hits(t, side))
        if generals.holds(t, side, "reroll"):
            found.append(self._reroll(t, side))
        return found

    def _hits(self, t: T, side: str) -> Verb:
        def do() -> Outcome:
            fight = _use(t, side, "hits", "two more hits")
            fight.hits = _add(fight.hits, side, 2)
            return None

        return Verb("play hits", do, rule="generals.axis", own=True, hint="Two hits: 2 hits more.")

    def _reroll(self, t: T, side: str) -> Verb:
        rule = f"generals.{side}"

        def do(which: int) -> Outcome:
            dice = list(getattr(battle(t), side))
            how = f"die {which} ({dice[which - 1]}) is rolled again"
            fight = _use(t, side, "reroll", how)
            dice[which - 1] = t.roll("reroll", 1, BOARD.faces, side)[0]
            setattr(fight, side, dice)
            return None

        slots = (generals.reroll_slot(len(getattr(battle(t), side)), rule),)
        hint = "Roll one of your dice again."
        return Verb("play reroll", do, slots, rule=rule, own=True, hint=hint)


def _use(t: T, side: str, kind: str, how: str) -> Battle:
    """A token is spent, the one of its side in this combat (§generals)."""
    fight = battle(t)
    generals.spend(t, side, kind, how)
    fight.played = _add(fight.played, side, 1)
    return fight


def _add(pair: list[int], side: str, amount: int) -> list[int]:
    return [n + (amount if i == side_of(side) else 0) for i, n in enumerate(pair)]


class Retreat(Choice, kw_only=True, tag="ib.retreat"):
    """The owner of a defeated unit retreats it (§phase3.retreat)."""

    unit: int
    POLICY: ClassVar[str] = "retreat"

    def prompt(self, t: T) -> tuple[str, str]:
        unit = BOARD.units[self.unit]
        return f"Retreat {unit.name} from {BOARD.label(t.s.at[self.unit])}.", "phase3.retreat"

    def default(self, t: T) -> str:
        """The first legal hex: straight back, then north, then south."""
        hex_ = retreats(t.s, t.d, self.unit)[0]
        return f"retreat {BOARD.units[self.unit].id} {BOARD.places[hex_]}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def do(unit: int, hex_: int) -> Outcome:
            ids = [BOARD.places[t.s.at[unit]], BOARD.places[hex_]]
            t.s.came[unit] = NOWHERE
            set_place(t, unit, hex_)
            counter = BOARD.units[unit].id
            t.note(Moved(unit=counter, places=ids, how="retreats", rule="phase3.retreat"))
            return Done()

        rule = "phase3.retreat"
        slots = (
            pick("unit", "unit", (self.unit,), rule=rule),
            pick("hex", "place", lambda unit: retreats(t.s, t.d, unit), keep=t, rule=rule,
                 why_not=lambda unit, hex_: why_not_retreat(t.s, t.d, unit, hex_)),
        )  # fmt: skip
        return (Verb("retreat", do, slots, rule=rule, hint="Retreat the defeated unit."),)
