"""One combat, step by step (11.2.1); Combat Cards (7.5.5) are not in it yet."""

from typing import ClassVar

import msgspec

from engine.core.entries import Fought, Noted
from engine.core.frames import Call, Done, Frame, Goto, Outcome, Proc
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import OUT, PANZER, SIDES, STALIN, Cell
from engine.games.stalins_war.law import losses, retreat, supply
from engine.games.stalins_war.law.attack import Attack, defenders
from engine.games.stalins_war.law.fire import Fire, fires
from engine.games.stalins_war.play.advancing import Advance, advancing
from engine.games.stalins_war.play.retreats import Retreats, Stand
from engine.games.stalins_war.play.toll import Toll
from engine.games.stalins_war.state import FOUGHT, enemy

DIE = range(1, 7)


class Battle(Proc, kw_only=True, tag="sw.battle"):
    """An attack on a hex (§11.2.1)."""

    target: int
    units: list[int]
    """The attackers."""
    defending: list[int] = msgspec.field(default_factory=list)
    """Those whose strength defends: units that retreated into the hex are left out (§11.4.5)."""
    numbers: list[int] = msgspec.field(default_factory=list)
    """Loss Numbers of attacker and defender, each with 1 after it for an asterisk."""
    origins: list[int] = msgspec.field(default_factory=list)
    """The hexes that the attack comes from."""
    hexes: int = 0
    """How far the defender retreats."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "designate",
        "fire",
        "defender",
        "attacker",
        "outcome",
        "stand",
        "fall_back",
        "advance",
    )

    def designate(self, t: T) -> Outcome:
        """Step 1: the defenders' supply is found out (§13.1.1)."""
        s = t.s
        everyone = t.d.units(enemy(s.side), self.target)
        acts.fix_supply(t, supply.fixed(s, t.d, everyone))
        self.defending, _ = defenders(s, t.d, self.target)
        self.origins = sorted({s.place[unit] for unit in self.units})
        for unit in self.units:
            s.flags[unit] |= FOUGHT
        s.attacked = [*s.attacked, self.target]
        return None

    def fire(self, t: T) -> Outcome:
        """Steps 2, 4 and 5: both fire from the strengths of now (sw-06)."""
        s = t.s
        seen = combat.clash(s, t.d, Attack(self.target, tuple(self.units)))
        both = fires(s, t.d, self.units, self.target, combat.helps(seen, ()))
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
                    acts.eliminate(t, unit, "eliminated", _starved(t, unit), "11.4.5")
        return Call(self._toll(t, foe, self.defending, cell, False))

    def attacker(self, t: T) -> Outcome:
        return Call(self._toll(t, t.s.side, self.units, self.cells()[0], True))

    def _toll(self, t: T, side: int, units: list[int], cell: Cell, attacks: bool) -> Toll:
        steps = losses.owed(t.s, units, cell, attacks)
        return Toll(side=SIDES[side], units=units, steps=steps, scu=cell.scu, attacks=attacks)

    def outcome(self, t: T) -> Outcome:
        """Step 7: who has won."""
        s = t.s
        ours, theirs = self.cells()
        left = t.d.units(enemy(s.side), self.target)
        alive = acts.survivors(t, self.units)
        found = losses.outcome(s, alive, left, self.target, (ours, theirs))
        self.hexes = found.retreat
        t.note(
            Fought(
                places=[name_of(self.target)],
                sides=[SIDES[s.side], SIDES[enemy(s.side)]],
                scores=[theirs.loss, ours.loss],
                winner=SIDES[found.winner] if found.winner != losses.NOBODY else "",
                result=f"retreat {found.retreat}" if found.retreat else "",
                rule="11.2.1",
            )
        )
        if not left:
            return Goto("advance")
        ignored = retreat.ignores(s, enemy(s.side), self.target)  # §11.4.1
        return Done() if not self.hexes or ignored else None

    def stand(self, t: T) -> Outcome:
        """Step 8: a step more cancels the retreat, where the terrain allows it (§11.4.3)."""
        left = t.d.units(enemy(t.s.side), self.target)
        if retreat.why_not_stand(t.s, left, self.target):
            return None
        return Call(Stand(side=SIDES[enemy(t.s.side)], place=self.target))

    def fall_back(self, t: T) -> Outcome:
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
        return Call(
            Advance(
                side=SIDES[t.s.side], units=self.units, target=self.target, origins=self.origins
            )
        )


def _shoot(t: T, fire: Fire) -> Cell:
    """A side's die, and what it finds on its table; tables and shifts are written down."""
    side = SIDES[fire.side]
    [roll] = t.roll(f"fire.{side}", 1, DIE, side)
    table = "LCU" if fire.large else "SCU"
    shifts = ", ".join(f"{name} {shift:+}" for name, shift in fire.shifts) or "no shift"
    cell = fire.result(roll)
    number = f"{cell.loss}{'*' if cell.scu else ''}"
    text = f"{side.title()}: strength {fire.strength}, {table} table, {shifts}: {number}."
    t.note(Noted(text=text, rule="11.2.1"))
    return cell


def _starved(t: T, unit: int) -> bool:
    return t.s.supply[unit] == OUT


FRAMES: tuple[type[Frame], ...] = (Battle,)
