"""One attack: what is added to it, the die, losses, retreats, advance (10.2 to 10.9)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.board.bits import mask
from engine.core.entries import Fought
from engine.core.frames import Call, Choice, Done, Frame, Goto, Outcome, Proc, Window
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import (
    T,
    eliminate,
    lose_step,
    release_garrison,
    say,
    side_of,
)
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import DICTATOR, SIDES, SOVIET
from engine.games.russia_besieged.law import contact, leaders, odds, results, supply
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.results import ALL, Result
from engine.games.russia_besieged.play.advance import Advance
from engine.games.russia_besieged.play.losses import Losses, alive
from engine.games.russia_besieged.play.overwhelm import fly
from engine.games.russia_besieged.play.retreats import Retreats
from engine.games.russia_besieged.state import (
    CAME,
    FOUGHT,
    RETREATED,
    SPENT,
    fighter,
    has,
    steps_left,
)
from engine.games.russia_besieged.words import IDS, label, sums

DIE = range(1, 11)
_GROUND = BOARD.ground


class Battle(Proc, kw_only=True, tag="rb.battle"):
    """An attack from its declaration to the advance, on either table (10.92)."""

    targets: list[int]
    units: list[int]
    air: list[int] = []
    blitz: bool = False
    marshal: int = -1
    """The attacker's Field Marshal."""
    against: int = -1
    """The defender's."""
    partisans: int = 0
    """1 when they help their side."""
    at: str = ""
    """Lower odds that were chosen (10.21a)."""
    code: str = ""
    """The cell of the table."""
    defenders: list[int] = []
    held: int = 0
    """Step losses that the defenders could take before the battle (10.82)."""
    own: int = 0
    """Those that the attackers could."""
    bases: list[int] = []
    """The hexes from which they attack (10.34)."""
    cut_off: list[int] = []
    """Units that trace no general supply at this moment (10.68)."""
    hexes: list[int] = []
    """From where units are still to retreat."""
    stays: list[int] = []
    """Hexes whose units have paid a step to stay (10.33)."""
    guarded: list[int] = []
    """Dictators beside whom another defender stands as the battle begins (14.15)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin", "answer", "roll", "attackers_lose", "defenders_lose", "lone",
        "defenders_go", "defender_goes", "attackers_go", "attacker_goes", "advance", "close",
    )  # fmt: skip

    def attack(self, t: T) -> Attack:
        """The attack with all that counts for its odds and modifiers."""
        side = t.s.side
        field = (1 if self.marshal >= 0 else 0) - (1 if self.against >= 0 else 0)
        help_ = self.partisans * (1 if side == SOVIET else -1)
        return Attack(
            tuple(self.targets),
            tuple(self.units),
            len(self.air),
            self.blitz,
            marshals=field,
            partisans=help_,
            shifts=contact.bonus(t.s),
        )

    def begin(self, t: T) -> Outcome:
        s = t.s
        self.defenders = [
            unit
            for target in self.targets
            for unit in t.d.units(1 - s.side, target)
            if fighter(s, unit)
        ]
        self.guarded = [unit for unit in self._dictators() if len(self._with(t, unit)) > 1]
        self.held = results.total_steps(s, self.defenders)
        self.own = results.total_steps(s, self.units)
        self.bases = list(dict.fromkeys(s.place[unit] for unit in self.units))
        promised = int(s.promised, 16)
        for unit in self.units:
            promised |= contact.city_bound(s, t.d, unit) & ~mask(self.targets)  # 10.1
            s.flags[unit] = (s.flags[unit] | FOUGHT) & ~CAME
        s.promised = f"{promised & ~mask(self.targets):x}"
        s.fought = f"{int(s.fought, 16) | mask(self.targets):x}"
        fly(t, self.air)
        if self.marshal >= 0:
            s.flags[self.marshal] |= SPENT
        if self.partisans:
            s.helped = 1
        release_garrison(t, self.targets)
        return None

    def answer(self, t: T) -> Outcome:
        foe = SIDES[1 - t.s.side]
        return Call(Answer(sides=[foe], targets=self.targets, units=self.units))

    def roll(self, t: T) -> Outcome:
        s, side = t.s, t.s.side
        answered = self.ret if isinstance(self.ret, list) else []
        if answered:
            self.against = int(answered[0])
            if int(answered[1]):
                self.partisans = s.helped = 1
            if self.against >= 0:
                s.flags[self.against] |= SPENT
        attack = self.attack(t)
        step = odds.final(s, t.d, attack)
        if self.at:
            step = next(n for n in range(odds.LOWEST, step) if odds.name(n) == self.at)
        listed = odds.modifiers(s, t.d, attack)
        total = odds.total(listed)
        strength = sum(odds.attack_factor(s, t.d, unit) for unit in self.units)
        defence = odds.defence(s, t.d, attack)
        where = " and ".join(label(hex_) for hex_ in self.targets)
        more = sums(listed)
        table = "Blitzkrieg " if self.blitz else ""
        text = f"{table}{odds.name(step)} on {where}: {strength} to {defence}"
        say(t, f"{text}{'; ' + more if more else ''}.", "10.21")
        (die,) = t.roll("combat", 1, DIE, SIDES[side])
        self.code = odds.result(step, self.blitz, die + total)
        self.cut_off = [
            unit for unit in (*self.units, *self.defenders) if not supply.traces(s, t.d, unit)
        ]
        result = self._result(t)
        won = result.losses[1] > result.losses[0] or result.code == results.DEFENDERS_RETREAT
        t.note(
            Fought(
                places=[IDS[hex_] for hex_ in self.targets],
                sides=[SIDES[side], SIDES[1 - side]],
                scores=[strength, defence],
                winner=SIDES[side if won else 1 - side],
                result=self.code,
                rule="10.6",
            )
        )
        if result.losses == (1, 1) and result.only_retreat:
            text = "In forest or a major city it costs each side a step, and who is there stays."
            say(t, text, "10.34")
        return None

    def _result(self, t: T) -> Result:
        """What the cell asks for, by who stood where before anybody was lost."""
        found = results.exchanged(results.read(self.code), self.own, self.held)
        return results.battle(t.s, found, self.bases, self.targets)

    # losses ---------------------------------------------------------------------

    def attackers_lose(self, t: T) -> Outcome:
        return self._lose(t, t.s.side, self.units, self._result(t).losses[0])

    def defenders_lose(self, t: T) -> Outcome:
        return self._lose(t, 1 - t.s.side, self.defenders, self._result(t).losses[1])

    def _lose(self, t: T, side: int, units: list[int], steps: int) -> Outcome:
        if not steps:
            return None
        if steps == ALL:
            star = results.read(self.code).star
            for unit in alive(t, units):
                gone = star and unit in self.cut_off
                how = "surrendered" if gone else "eliminated"
                eliminate(t, unit, how, "10.68" if gone else "10.67", surrender=gone)
                if t.pos.winners is not None:
                    return Done()
            return None
        other = self.defenders if side == t.s.side else self.units
        both = results.has_armor(units) and results.has_armor(other)
        fresh = [unit for unit in units if not has(t.s, unit, RETREATED)] or units
        first = results.required(t.s, fresh, both)
        return Call(Losses(side=SIDES[side], units=units, steps=steps, before=first))

    def lone(self, t: T) -> Outcome:
        self._left_alone(t)
        return Done() if t.pos.winners is not None else None

    def _left_alone(self, t: T) -> None:
        """A Dictator whose companions are gone is lost (14.15); not who stood by himself."""
        for unit in alive(t, self.guarded):
            if len(self._with(t, unit)) == 1:
                eliminate(t, unit, "lost, left alone", "14.15")

    def _dictators(self) -> list[int]:
        return [unit for unit in self.defenders if BOARD.pieces[unit].type == DICTATOR]

    def _with(self, t: T, unit: int) -> list[int]:
        """The defenders that are left in a unit's hex, itself too."""
        return [u for u in alive(t, self.defenders) if t.s.place[u] == t.s.place[unit]]

    # retreats -------------------------------------------------------------------

    def defenders_go(self, t: T) -> Outcome:
        most = self._result(t).retreat[1][1]
        self.hexes = list(self.targets) if most else []
        return None

    def defender_goes(self, t: T) -> Outcome:
        return self._leave(t, 1 - t.s.side, self.defenders, self._result(t).retreat[1])

    def attackers_go(self, t: T) -> Outcome:
        if self.hexes:
            return Goto("defender_goes")
        if t.pos.winners is not None:
            return Done()
        most = self._result(t).retreat[0][1]
        self.hexes = list(self.bases) if most else []
        return None

    def attacker_goes(self, t: T) -> Outcome:
        return self._leave(t, t.s.side, self.units, self._result(t).retreat[0])

    def _leave(self, t: T, side: int, units: list[int], span: tuple[int, int]) -> Outcome:
        """The units of the next hex stay or retreat (10.33, 10.34)."""
        if self.ret == Hold.STAYS:
            self.stays, self.hexes = [*self.stays, self.hexes[0]], self.hexes[1:]
            self.ret = None
            self._left_alone(t)
            if t.pos.winners is not None:
                return Done()
        elif self.ret == Hold.GOES:
            hex_, *self.hexes = self.hexes
            self.ret = None
            return Call(self._retreats(t, side, units, hex_, span), then=self.step)
        while self.hexes:
            hex_ = self.hexes[0]
            here = [unit for unit in alive(t, units) if t.s.place[unit] == hex_]
            if not here or results.stays_in_forest(t.s, side, hex_):
                self.hexes = self.hexes[1:]
                continue
            if results.may_hold(t.s, side, hex_):
                if self._result(t).only_retreat:  # 10.34: they do not retreat
                    self.hexes = self.hexes[1:]
                    continue
                return Call(Hold(side=SIDES[side], hex=hex_, units=here), then=self.step)
            self.hexes = self.hexes[1:]
            return Call(self._retreats(t, side, units, hex_, span), then=self.step)
        return None

    def _retreats(
        self, t: T, side: int, units: list[int], hex_: int, span: tuple[int, int]
    ) -> Retreats:
        here = [unit for unit in alive(t, units) if t.s.place[unit] == hex_]
        return Retreats(side=SIDES[side], units=here, start=hex_, least=span[0], most=span[1])

    # advance --------------------------------------------------------------------

    def advance(self, t: T) -> Outcome:
        if self.hexes:
            return Goto("attacker_goes")
        self._forsake(t)
        if t.pos.winners is not None:
            return Done()
        result = self._result(t)
        open_ = results.opens(results.read(self.code), self.held)
        left = alive(t, self.units)
        if not left or not (open_ or (self.blitz and result.advance)):
            return None
        blitz = result.advance if self.blitz else 0
        return Call(
            Advance(side=SIDES[t.s.side], units=left, hexes=self.targets, blitz=blitz, open=open_)
        )

    def _forsake(self, t: T) -> None:
        """14.15: a Dictator from whose hex all attackers are gone is lost too."""
        for hex_ in self.bases:
            there = [unit for unit in t.d.units(t.s.side, hex_) if fighter(t.s, unit)]
            if len(there) == 1 and BOARD.pieces[there[0]].type == DICTATOR:
                eliminate(t, there[0], "lost, left alone", "14.15")

    def close(self, t: T) -> Outcome:
        return Done()


class Answer(Window, kw_only=True, tag="rb.answer"):
    """The defender may place a Field Marshal (14.23), the Russian partisans (16.51)."""

    targets: list[int]
    units: list[int]
    POLICY: ClassVar[str] = "marshal"

    def possible(self, t: T, side: str) -> bool:
        """Could the side add anything?"""
        return bool(self._marshals(t, side) or self._helpers(t, side))

    def _attack(self) -> Attack:
        return Attack(tuple(self.targets), tuple(self.units))

    def _marshals(self, t: T, side: str) -> list[int]:
        return leaders.marshals(t.s, t.d, side_of(side), self._attack())

    def _helpers(self, t: T, side: str) -> list[int]:
        if side != SIDES[SOVIET] or t.s.helped:
            return []
        return [piece.index for piece in leaders.helpers(t.s, t.d, tuple(self.targets))]

    def prompt(self, t: T) -> tuple[str, str]:
        where = " and ".join(label(hex_) for hex_ in self.targets)
        return f"{where} is attacked: place a Field Marshal, use partisans, or pass.", "14.23"

    def places(self, t: T) -> list[int]:
        return self.targets

    def line(self, t: T, card: int) -> str:
        """An armed marshal takes armed partisans along; each serves where he can."""
        near = self._helpers(t, self.side)
        if card in near:
            return "guerrilla"
        if card not in self._marshals(t, self.side):
            return ""
        both = any(
            arm.card in near and (arm.place < 0 or arm.place in self.targets)
            for arm in t.pos.arms
            if arm.side == self.side
        )
        return f"marshal {BOARD.pieces[card].id}{' guerrilla' if both else ''}"

    def plays(self, t: T, side: str) -> Sequence[Verb]:
        def marshals(_: Picks) -> Collection[Value]:
            return self._marshals(t, side)

        def why_not(_: Picks, marshal: Value) -> Why | None:
            return leaders.why_not_his(t.s, t.d, int(marshal), self._attack(), side_of(side))

        def flag(_: Picks) -> Collection[Value]:
            return ("guerrilla",) if self._helpers(t, side) else ()

        def do(marshal: int, help_: str | list[str]) -> Outcome:
            return Done([marshal, int(help_ == "guerrilla")])

        slots = (
            Slot("marshal", "unit", marshals, why_not=why_not, rule="14.2"),
            Slot("partisans", "guerrilla", flag, key="guerrilla", flag=True, optional=True,
                 rule="16.51"),
        )  # fmt: skip
        found = [Verb("marshal", do, slots, rule="14.23", hint="A Field Marshal: one off the die.")]
        if self._helpers(t, side):
            hint = "Partisans near by: one off the die."
            found.append(Verb("guerrilla", lambda: Done([-1, 1]), rule="16.51", hint=hint))
        return found


class Hold(Choice, kw_only=True, tag="rb.hold"):
    """Units in a major city stay for one step more, or go (10.33)."""

    hex: int
    units: list[int]
    POLICY: ClassVar[str] = "stay"
    STAYS: ClassVar[int] = 1
    GOES: ClassVar[int] = 2

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Stay in {label(self.hex)} by one step loss more, or retreat?", "10.33"

    def default(self, t: T) -> str:
        """Stay while a step can be lost without losing the last unit."""
        steps = sum(steps_left(t.s, unit) for unit in self.units)
        if side_of(self.side) == t.s.side:
            return ""
        return self._stay(t) if steps > 1 else "go"

    def _stay(self, t: T) -> str:
        unit = min(self.units, key=lambda u: (*results.price(t.s, u), u))
        return f"stay {BOARD.pieces[unit].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.units:
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} is not there.", "10.33")

        def stay(unit: int) -> Outcome:
            lose_step(t, unit, "10.33")
            return Done(self.STAYS)

        slot = Slot("unit", "unit", lambda _: self.units, why_not=why_not, rule="10.33")
        return (
            Verb("stay", stay, (slot,), rule="10.33", hint="This unit loses a step, all stay."),
            Verb("go", lambda: Done(self.GOES), rule="10.33", hint="They retreat."),
        )


FRAMES: tuple[type[Frame], ...] = (Battle, Answer, Hold)
