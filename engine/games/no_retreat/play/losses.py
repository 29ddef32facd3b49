"""Step losses (§10.7.1): whose choice, whose duty, and the cadres that fill the gap (§14.9.2).

Units alone lose steps, Local Combat Support markers none (§15.3.5).
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, acting, destination, lose_step, place, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import CADRES, NOWHERE, ON_MAP, REMOVED, SHOCK, SS_PANZER
from engine.games.no_retreat.law.stacking import REZERVY
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import NoRetreat, face, steps

_PANZERGRENADIER = BOARD.unit_index["ss_pzgren"]
_SS_PANZER = BOARD.unit_index["ss_panzer"]

ATTACKER, DEFENDER, EVERY = "attacker", "defender", "every"
"""Who loses: one unit of the attackers (EX), one of the defenders (EX), each of them (DD)."""


def dutiful(s: NoRetreat, units: list[int], role: str) -> list[int]:
    """Those of the units that must take a loss; all of them when nobody has the duty (nr-82)."""
    if role == EVERY:
        return units
    must = [u for u in units if BOARD.units[u].first_loss]  # §14.1: whoever attacks
    if role == ATTACKER:
        must += [u for u in units if face(s, u).type in (SS_PANZER, SHOCK)]  # §14.5, §14.7
    if _PANZERGRENADIER in units and not (role == ATTACKER and _SS_PANZER in units):
        must = [*must, _PANZERGRENADIER]  # §14.6
    return must or units


def spare(s: NoRetreat, units: Sequence[int]) -> list[int]:
    """Rezervy beside units that fight takes a loss of theirs, of an attack too (§15.8; nr-82)."""
    stands = s.at[REZERVY] in {s.at[unit] for unit in units}
    return [REZERVY] if stands and REZERVY not in units else []


def why_not_lose(s: NoRetreat, units: list[int], unit: int, role: str) -> Why:
    """Why a unit may not take the loss."""
    name = BOARD.units[unit].name
    if unit not in units:
        return Why(f"{name} suffers nothing in this battle.", "10.7.1")
    must = dutiful(s, units, role)[0]
    rule = "14.6" if must == _PANZERGRENADIER else "14.1"
    rule = {SS_PANZER: "14.5", SHOCK: "14.7"}.get(face(s, must).type, rule)
    return Why(f"{BOARD.units[must].name} must take this loss.", rule)


def cadres(s: NoRetreat, unit: int) -> list[int]:
    """The cadres that could take the place of a unit if it lost a step now (§14.9.2; nr-10)."""
    record = BOARD.units[unit]
    if steps(s, unit) > 1 or record.cadre or not record.two_sided:
        return []
    side = record.side
    return [u for u in BOARD.of_side[side] if BOARD.units[u].cadre and s.at[u] == CADRES[side]]


def price(t: T, unit: int) -> tuple[bool, int, bool, int]:
    """How dear the loss of a step is: what never comes back, Strength Points, the unit itself;
    ties by number.
    """
    record, strength = BOARD.units[unit], face(t.s, unit).strength
    if steps(t.s, unit) < 2:
        gone = destination(t, unit, bool(t.s.unsupplied[unit])) == REMOVED
        return gone, strength, True, unit
    return False, strength - record.faces[record.reduced].strength, False, unit


class Losses(Proc, kw_only=True, tag="nr.losses"):
    """One step loss of a side, or one of each of its units."""

    side: str
    units: list[int]
    role: str

    STEPS: ClassVar[tuple[str, ...]] = ("pick", "suffer", "more")

    def pick(self, t: T) -> Outcome:
        self.units = [unit for unit in self.units if t.s.at[unit] < ON_MAP]
        if not self.units:
            return Done()
        return Call(Lose(side=self.side, units=self.units, role=self.role))

    def suffer(self, t: T) -> Outcome:
        unit, cadre = self.handed_list()
        where = t.s.at[unit]
        self.units = [other for other in self.units if other != unit] if self.role == EVERY else []
        if not lose_step(t, unit, "10.7.1"):
            return Goto("more")
        if cadre != NOWHERE:
            place(t, cadre, where, "14.9.2")
        elif BOARD.units[unit].two_sided and not BOARD.units[unit].cadre:
            return Call(window("eliminated", [self.side], unit=unit, place=where))
        return None

    def more(self, t: T) -> Outcome:
        return Goto("pick") if self.units else Done()


class Lose(Choice, kw_only=True, tag="nr.lose"):
    """The owner names the unit that loses a step, and a cadre for it if it is eliminated."""

    units: list[int]
    role: str
    POLICY: ClassVar[str] = "losses"

    def prompt(self, t: T) -> tuple[str, str]:
        if self.role == EVERY:
            return "Each defending unit loses a step: name the next one.", "10.7.1"
        return "Choose the unit that loses a step.", "10.7.1"

    def default(self, t: T) -> str:
        """The cheapest step, and a cadre if there is one; in the own turn its side is asked,
        and as it strikes back.
        """
        strikes = self.role == ATTACKER and acting(t, self.side)
        if side_of(self.side) == t.s.phasing or strikes:
            return ""
        unit = min(dutiful(t.s, self.units, self.role), key=lambda u: price(t, u))
        line = f"lose {BOARD.units[unit].id}"
        if spare := cadres(t.s, unit):
            line += f" for {BOARD.units[spare[0]].id}"
        return line

    def verbs(self, t: T) -> Sequence[Verb]:
        able = dutiful(t.s, self.units, self.role)

        def why_unit(unit: int) -> Why:
            return why_not_lose(t.s, self.units, unit, self.role)

        def why_cadre(unit: int, cadre: int) -> Why:
            name, lost = BOARD.units[cadre].name, BOARD.units[unit].name
            return Why(f"{name} can't take the place of {lost}.", "14.9.2")

        def label(unit: int) -> str:
            how = "is reduced" if steps(t.s, unit) > 1 else "is eliminated"
            return f"{BOARD.units[unit].name}, {how}"

        def lose(unit: int, cadre: int | list[int]) -> Outcome:
            return Done([unit, cadre if isinstance(cadre, int) else NOWHERE])

        slots = (
            pick("unit", "unit", able, why_unit, label=label, rule="10.7.1"),
            pick("cadre", "unit", lambda unit: cadres(t.s, unit), why_cadre, key="for",
                 optional=True, rule="14.9.2"),
        )  # fmt: skip
        hint = "A step is lost; a cadre may take the place of a unit that is eliminated."
        return (Verb("lose", lose, slots, rule="10.7.1", hint=hint),)
