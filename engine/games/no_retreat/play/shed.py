"""Units over the stacking limit leave the map (§8.4.3); Rezervy stays with others (§15.8)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.no_retreat.acts import T, acting, destination, eliminate, shatter, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    DESTROYED,
    NOWHERE,
    ON_MAP,
    REMOVED,
    SIDES,
    SOVIET,
)
from engine.games.no_retreat.law.stacking import REZERVY, overstacked
from engine.games.no_retreat.state import NoRetreat, face, steps


def shed_if_needed(t: T) -> Call | None:
    """What is to be done at the end of a phase, step or battle (§8.4.3), None if nothing is."""
    return Call(Shed()) if overstacked(t.s, t.d) else None


class Shed(Proc, kw_only=True, tag="nr.shed"):
    """Owners take their excess units off the map, the phasing side first (§8.4.3)."""

    STEPS: ClassVar[tuple[str, ...]] = ("pick",)

    def pick(self, t: T) -> Outcome:
        places = overstacked(t.s, t.d)
        if not places:
            return Done()
        first = max(t.s.phasing, AXIS)
        place = min(places, key=lambda at: (_owner(t, at) != first, at))
        return Call(Excess(side=SIDES[_owner(t, place)], place=place), then="pick")


def _owner(t: T, place: int) -> int:
    return BOARD.units[t.d.at[place][0]].side


class Excess(Choice, kw_only=True, tag="nr.excess"):
    """The owner chooses the unit that leaves an overstacked place (§8.4.3)."""

    place: int
    POLICY: ClassVar[str] = "shed"

    def prompt(self, t: T) -> tuple[str, str]:
        where = BOARD.label(self.place)
        return f"Too many units in {where}: choose one that leaves the map.", "8.4.3"

    def units(self, t: T) -> list[int]:
        """The units that could go."""
        return [unit for unit in t.d.units(side_of(self.side), self.place) if unit != REZERVY]

    def default(self, t: T) -> str:
        """The cheapest goes, one that comes back before one that does not."""
        if acting(t, self.side):
            return ""
        return f"shed {BOARD.units[min(self.units(t), key=lambda unit: worth(t, unit))].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        units = self.units(t)

        def why(unit: int) -> Why:
            where = BOARD.label(self.place)
            return Why(f"{BOARD.units[unit].name} is not one too many in {where}.", "8.4.3")

        def shed(unit: int) -> Outcome:
            shed_unit(t, unit)
            return Done()

        slot = pick("unit", "unit", units, why, rule="8.4.3")
        hint = "It goes to the Shattered box; unsupplied units and Forts are destroyed."
        return (Verb("shed", shed, (slot,), rule="8.4.3", hint=hint),)


def worth(t: T, unit: int) -> tuple[bool, bool, int, int, int]:
    """How dear it is to shed a unit: what never comes back, what costs a card to have back,
    steps, then strength; ties by number.
    """
    box = destination(t, unit, False) if _is_destroyed(t.s, unit) else NOWHERE
    paid = box == DESTROYED[BOARD.units[unit].side]
    return box == REMOVED, paid, steps(t.s, unit), face(t.s, unit).strength, unit


def _is_destroyed(s: NoRetreat, unit: int) -> bool:
    """Is the unit destroyed where others are shattered (§8.4.3)?"""
    return bool(s.unsupplied[unit]) or face(s, unit).fort


def shed_unit(t: T, unit: int) -> None:
    """An excess unit is shattered; Unsupplied and Fortified ones are destroyed (§8.4.3)."""
    if _is_destroyed(t.s, unit):
        t.s.unsupplied[unit] = 0  # the Destroyed box; nr-63
        eliminate(t, unit, "overstacked", "8.4.3")
    else:
        shatter(t, unit, "8.4.3")


def lone_reserve(t: T) -> None:
    """Rezervy without a unit to stack with is destroyed after a Movement Phase (§15.8)."""
    place = t.s.at[REZERVY]
    if place < ON_MAP and len(t.d.units(SOVIET, place)) == 1:
        t.s.unsupplied[REZERVY] = 0
        eliminate(t, REZERVY, "alone at the end of movement", "15.8")
