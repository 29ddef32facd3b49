"""One combat, step by step (11.2.1), with the Combat Cards of both sides (7.5.5)."""

from collections import Counter
from typing import ClassVar

import msgspec

from engine.core.entries import Fought, Noted
from engine.core.frames import Call, Done, Frame, Goto, Outcome
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import clash, combat
from engine.games.stalins_war.cards.clash import FIRST, REVIVE, Fight
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import FULL, OUT, PANZER, SIDES, STALIN, Cell
from engine.games.stalins_war.law import losses, retreat, supply
from engine.games.stalins_war.law.attack import defenders
from engine.games.stalins_war.law.fire import Fire, fires
from engine.games.stalins_war.play.advancing import Advance, advancing
from engine.games.stalins_war.play.answering import Answer, Hit, Spare, Withdraw
from engine.games.stalins_war.play.retreats import Retreats, Stand, standing, stay, why_no_stand
from engine.games.stalins_war.play.toll import Toll
from engine.games.stalins_war.state import FOUGHT, enemy, in_effect

DIE = range(1, 7)


class Battle(Fight, kw_only=True, tag="sw.battle"):
    """An attack on a hex (§11.2.1)."""

    numbers: list[int] = msgspec.field(default_factory=list)
    """Loss Numbers of attacker and defender, each with 1 after it for an asterisk."""
    starts: list[int] = msgspec.field(default_factory=list)
    """The hexes that the attackers come from, unit by unit."""
    levels: list[int] = msgspec.field(default_factory=list)
    """Their supply when it began."""
    hits: list[int] = msgspec.field(default_factory=list)
    """Who has lost a step, as often as it did."""
    winner: int = losses.NOBODY
    hexes: int = 0
    """How far the defender retreats."""
    worked: int = 0
    """How many of the cards used have taken their steps."""
    zhukov: bool = False
    """It is legal by *Zhukov* alone, which costs a step more (clarification_soviet_09)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "designate",
        "first_attack",
        "withdraw",
        "leave",
        "attack_cards",
        "defence_cards",
        "fire",
        "defender",
        "revive",
        "attacker",
        "outcome",
        "card_losses",
        "card_gains",
        "settle",
        "stand",
        "fall_back",
        "advance",
    )
    ASIDE: ClassVar[tuple[str, ...]] = ("off", "card_loss", "card_gain")

    def designate(self, t: T) -> Outcome:
        """Step 1: the defenders' supply is found out (§13.1.1)."""
        s = t.s
        everyone = t.d.units(enemy(s.side), self.target)
        acts.fix_supply(t, supply.fixed(s, t.d, everyone))
        self.defending, _ = defenders(s, t.d, self.target)
        self.fed = combat.why_mute(self.clash(t), enemy(s.side)) is None
        self.starts = [s.place[unit] for unit in self.units]
        self.levels = [s.supply[unit] for unit in self.units]
        for unit in self.units:
            s.flags[unit] |= FOUGHT
        s.attacked = [*s.attacked, self.target]
        hand = f"hand.{SIDES[s.side]}"
        for card in self.cards:
            if card in t.ids(hand):
                t.reveal(hand, card)
        return None

    def first_attack(self, t: T) -> Outcome:
        """Cards for the whole round (§7.5.5b)."""
        return self._ask(t, FIRST)

    def _ask(self, t: T, kind: str) -> Outcome:
        return Call(Answer(kind=kind, sides=[SIDES[enemy(t.s.side)]], place=self.target))

    def withdraw(self, t: T) -> Outcome:
        """*Sleighride*: before any other step, in each attack of the round."""
        foe = enemy(t.s.side)
        if not in_effect(t.s, "sleighride") or retreat.ignores(t.s, foe, self.target):
            self.ret = None
            return None
        return Call(Withdraw(side=SIDES[foe], place=self.target))

    def leave(self, t: T) -> Outcome:
        """The attack is off: its cards are not used, and nobody advances (sw-50)."""
        if self.ret != 1:
            return None
        self.ret = None
        t.note(Noted(text="The defenders withdraw; the attack is off.", rule="7.5.5b"))
        back = Retreats(side=SIDES[enemy(t.s.side)], start=self.target, length=1)
        return Call(back, then="off")

    def off(self, t: T) -> Outcome:
        return Done()

    def attack_cards(self, t: T) -> Outcome:
        """Step 3: the attacker's cards first (§7.5.5a)."""
        for card in self.cards:
            clash.use(t, self, card)
        return None

    def defence_cards(self, t: T) -> Outcome:
        return self._ask(t, clash.kind_of(t, self))

    def fire(self, t: T) -> Outcome:
        """Steps 2, 4 and 5: both fire from the strengths of now (sw-06)."""
        s = t.s
        helps = combat.helps(self.clash(t), self.played)
        both = fires(s, t.d, self.units, self.target, helps)
        cells = [_shoot(t, fire) for fire in sorted(both, key=lambda fire: fire.side)]
        ours, theirs = cells[s.side], cells[enemy(s.side)]
        self.numbers = [theirs.loss, int(theirs.scu), ours.loss, int(ours.scu)]
        if any(BOARD.units[unit].type == PANZER for unit in self.defending):
            s.panzers_hit = True
        return None

    def cells(self) -> tuple[Cell, Cell]:
        """The Loss Numbers of attacker and defender (§11.3.1)."""
        ours, ours_scu, theirs, theirs_scu = self.numbers
        return Cell(ours, bool(ours_scu)), Cell(theirs, bool(theirs_scu))

    def defender(self, t: T) -> Outcome:
        """Step 6: the defender loses first; who retreated into the hex is lost (§11.4.5)."""
        s, cell = t.s, self.cells()[1]
        foe = enemy(s.side)
        if losses.overrun(cell):
            for unit in t.d.units(foe, self.target):
                if unit not in self.defending:
                    acts.eliminate(t, unit, "eliminated", t.s.supply[unit] == OUT, "11.4.5")
        return Call(self._toll(t, foe, self.defending, cell, False))

    def revive(self, t: T) -> Outcome:
        """*Kampfgruppe*, once the last small unit there is lost (clarification_axis_11)."""
        self._note_hits()
        return self._ask(t, REVIVE)

    def attacker(self, t: T) -> Outcome:
        return Call(self._toll(t, t.s.side, self.units, self.cells()[0], True))

    def _toll(self, t: T, side: int, units: list[int], cell: Cell, attacks: bool) -> Toll:
        steps = losses.owed(t.s, units, cell, attacks)
        return Toll(side=SIDES[side], units=units, steps=steps, scu=cell.scu, attacks=attacks)

    def _note_hits(self) -> None:
        self.hits, self.ret = [*self.hits, *self.handed_list()], None

    def outcome(self, t: T) -> Outcome:
        """Step 7: who has won, by the Loss Numbers; cards that take steps come after (§11.3.5)."""
        self._note_hits()
        s = t.s
        ours, theirs = self.cells()
        left = t.d.units(enemy(s.side), self.target)
        alive = acts.survivors(t, self.units)
        found = losses.outcome(s, alive, left, self.target, (ours, theirs))
        self.winner, self.hexes = found.winner, found.retreat
        if self.hexes:
            self.hexes = combat.retreat_hexes(self.played, self.hexes)
        t.note(
            Fought(
                places=[name_of(self.target)],
                sides=[SIDES[s.side], SIDES[enemy(s.side)]],
                scores=[theirs.loss, ours.loss],
                winner=SIDES[self.winner] if self.winner != losses.NOBODY else "",
                result=f"retreat {self.hexes}" if self.hexes else "",
                rule="11.2.1",
            )
        )
        return None

    def card_losses(self, t: T) -> Outcome:
        """Steps that cards take, in the order in which they were used (§11.3.5)."""
        c = self.clash(t)
        takers = [*self.used, combat.ZHUKOV] if self.zhukov else self.used
        while self.worked < len(takers):
            card = takers[self.worked]
            self.worked += 1
            for loss in combat.extra_losses(c, [BOARD.cards[card]]):
                fought = self.units if loss.side == t.s.side else self.defending
                pool = losses.exposed(t.s, fought, loss.units, Counter(self.hits))
                if pool:
                    hit = Hit(side=SIDES[loss.chooser], units=pool, card=card)
                    return Call(hit, then="card_loss")
        return None

    def card_loss(self, t: T) -> Outcome:
        unit = self.handed()
        self.hits, self.ret = [*self.hits, unit], None
        level = t.s.supply[unit]
        attacks = unit in self.units
        acts.lose_step(t, unit, "11.3.5", level != FULL if attacks else level == OUT)
        return Goto("card_losses")

    def card_gains(self, t: T) -> Outcome:
        """*Penal Battalions* take a step loss back, one by a card too (sw-51)."""
        lost = sorted({unit for unit in self.hits if unit in self.units})
        if not lost or not combat.cancelled_losses(self.played):
            return None
        return Call(Spare(side=SIDES[t.s.side], units=lost), then="card_gain")

    def card_gain(self, t: T) -> Outcome:
        unit = self.handed()
        self.ret = None
        index = self.units.index(unit)
        acts.restore_step(t, unit, self.starts[index], self.levels[index], "11.3.5")
        return Goto("settle")

    def settle(self, t: T) -> Outcome:
        """The winner keeps his cards, a tie costs both theirs (§7.5.5b, §7.5.5c)."""
        clash.settle(t, self, self.winner)
        if not t.d.units(enemy(t.s.side), self.target):
            return Goto("advance")
        ignored = retreat.ignores(t.s, enemy(t.s.side), self.target)  # §11.4.1
        return Done() if not self.hexes or ignored else None

    def stand(self, t: T) -> Outcome:
        """Step 8: a step more cancels the retreat, where terrain or a card allows it (§11.4.3)."""
        foe = enemy(t.s.side)
        if self.promise == "give way" or why_no_stand(t, self, t.d.units(foe, self.target)):
            return None
        if self.promise == "stand":
            stay(t, losses.cheapest(t.s, standing(t, foe, self.target)))
            return Done()
        return Call(Stand(side=SIDES[foe], place=self.target))

    def fall_back(self, t: T) -> Outcome:
        """The defenders go; attackers never do (§11.4.7)."""
        if self.ret == 1:
            return Done()
        self.ret = None
        return Call(Retreats(side=SIDES[enemy(t.s.side)], start=self.target, length=self.hexes))

    def advance(self, t: T) -> Outcome:
        """Step 9: into the vacated hex; Stalin alone holds nobody up (§16.4.3)."""
        left = t.d.units(enemy(t.s.side), self.target)
        if any(BOARD.units[unit].type != STALIN for unit in left):
            return Done()
        if not advancing(t, self.units, self.target):
            return Done()
        mine = [card for card in self.played if card.side == t.s.side]
        more, free = combat.exploitation(mine)
        return Call(
            Advance(
                side=SIDES[t.s.side],
                units=self.units,
                target=self.target,
                origins=sorted(set(self.starts)),
                no_blitz=combat.forbids_blitz(self.played),
                more=more,
                free=free,
            )
        )


def _shoot(t: T, fire: Fire) -> Cell:
    """A side's die, and what it finds on its table; tables and shifts are written down."""
    side = SIDES[fire.side]
    [roll] = t.roll(f"fire.{side}", 1, DIE, side)
    table = "LCU" if fire.large else "SCU"
    moved = [f"{name.replace('_', ' ')} {shift:+}" for name, shift in fire.shifts]
    shifts = ", ".join(moved) or "no shift"
    cell = fire.result(roll)
    number = f"{cell.loss}{'*' if cell.scu else ''}"
    text = f"{side.title()}: strength {fire.strength}, {table} table, {shifts}: {number}."
    t.note(Noted(text=text, rule="11.2.1"))
    return cell


FRAMES: tuple[type[Frame], ...] = (Battle,)
