"""Advance after combat, Blitz markers (11.5) and exploitation (chapter 12)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import Members, members
from engine.core.entries import Marked
from engine.core.frames import Choice, Done, Frame, Outcome
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.law import advance, exploitation
from engine.games.stalins_war.play.moving import on_map, starves, where_of
from engine.games.stalins_war.state import ADVANCED, EXPLOITED
from engine.games.stalins_war.words import label

# advance --------------------------------------------------------------------------------


def advancing(t: T, units: Sequence[int], target: int) -> list[int]:
    """The surviving attackers that may advance into a hex (§11.5.1)."""
    alive = acts.survivors(t, units)
    return [unit for unit in alive if advance.why_no_advance(t.s, t.d, unit, target) is None]


class Advance(Choice, kw_only=True, tag="sw.advance"):
    """Those who fought may enter the vacated hex, with a Blitz marker where one may be placed."""

    units: list[int]
    target: int
    origins: list[int]
    """The hexes that the attack came from."""
    no_blitz: bool = False
    """A card keeps Blitz markers out (*Pakfront*)."""
    more: int = 0
    """Hexes more for who exploits by the marker (*Guderian*, *Vatutin*)."""
    free: bool = False
    """Terrain is ignored by them."""

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Advance into {label(self.target)}, or stay.", "11.5.1"

    def why_no_blitz(self, t: T, units: Sequence[int]) -> Why | None:
        """Why the advance of these brings no Blitz marker."""
        if self.no_blitz:
            return Why("Pakfront keeps Blitz markers out.", "7.5.5a")
        coming = [(unit, t.s.place[unit]) for unit in units]
        return advance.why_no_blitz(t.s, self.target, coming, self.origins)

    def why_not(self, t: T, units: Sequence[int]) -> Why | None:
        """Why these may not advance together, with or without a marker."""
        why = advance.why_too_many(t.s, t.d, units, self.target, blitz=False)
        return why if why and self.why_no_blitz(t, units) else None

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(picks: Picks) -> Collection[Value]:
            named = numbers(picks, 0)
            return [
                unit
                for unit in advancing(t, self.units, self.target)
                if unit not in named and self.why_not(t, [*named, unit]) is None
            ]

        def why_unit(picks: Picks, value: Value) -> Why | None:
            unit, named = int(value), numbers(picks, 0)
            if unit in units(picks):
                return None
            if unit in named:
                return Why("It is named twice.", "11.5.1")
            if unit not in acts.survivors(t, self.units):
                return Why("Only those who fought advance.", "11.1.8")
            why = advance.why_no_advance(t.s, t.d, unit, self.target)
            return why or self.why_not(t, [*named, unit])

        def markers(picks: Picks) -> Collection[Value]:
            return [] if self.why_no_blitz(t, numbers(picks, 0)) else ["blitz"]

        def why_marker(picks: Picks, _: Value) -> Why | None:
            return self.why_no_blitz(t, numbers(picks, 0))

        def needed(picks: Picks) -> Why | None:
            return advance.why_too_many(t.s, t.d, numbers(picks, 0), self.target, blitz=False)

        def do(chosen: list[int], blitz: str | list[str]) -> Outcome:
            if blitz:
                t.s.blitz = [*t.s.blitz, self.target]
                if self.more or self.free:
                    t.s.haste = [*t.s.haste, [self.target, self.more, int(self.free)]]
                where = name_of(self.target)
                t.note(Marked(place=where, mark="blitz", value=self.side, rule="11.5.2"))
            for unit in chosen:
                way = [t.s.place[unit], self.target]
                acts.go(t, unit, way, "advances", ADVANCED, "11.5.1")
            return Done()

        slots = (
            Slot(
                "unit",
                "unit",
                units,
                many=True,
                why_not=why_unit,
                label=where_of(t),
                rule="11.5.1",
            ),
            Slot(
                "blitz",
                "blitz",
                markers,
                flag=True,
                optional=True,
                stop=needed,
                why_not=why_marker,
                rule="11.5.2",
            ),
        )
        hint = "They enter the hex; with blitz a marker comes, and stacking waits."
        return (
            Verb("advance", do, slots, rule="11.5.1", hint=hint),
            Verb("end advance", Done, rule="11.5.1", hint="Nobody advances.", ends=True),
        )


# exploitation ---------------------------------------------------------------------------


class Exploitation(Choice, kw_only=True, tag="sw.exploit"):
    """After all combats units in or next to a Blitz marker may go on (§12.2.1)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Exploit, or end exploitation.{starves(t)}", "12.2.1"

    def may_hold(self, t: T) -> bool:
        return self.acted

    def verbs(self, t: T) -> Sequence[Verb]:
        blocked = None
        if crowded := exploitation.can_clear(t.s, t.d):
            where = ", ".join(map(label, members(crowded)))
            blocked = Why(f"Too many units stand in {where}: some must go on.", "9.1.4")
        hint = "No unit goes on."
        end = Verb("end exploitation", Done, rule="12.2.1", hint=hint, ends=True, blocked=blocked)
        return t.lasting(exploit_verb), end


def exploit_verb(t: T) -> Verb:
    """`exploit U P..`: hexes on the way where the way matters."""

    def units(_: Picks) -> Collection[Value]:
        return t.once("exploiters", exploitation.able, t.s, t.d)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        why = advance.why_no_exploit(t.s, int(unit))
        return why or Why(f"{BOARD.units[int(unit)].name} has nowhere to go.", "12.2.2")

    def places(picks: Picks) -> Collection[Value]:
        return Members(exploitation.ends(t.s, t.d, number(picks, 0), numbers(picks, 1)))

    def why_place(picks: Picks, place: Value) -> Why | None:
        return exploitation.why_not(t.s, t.d, number(picks, 0), numbers(picks, 1), int(place))

    def stop(picks: Picks) -> Why | None:
        return exploitation.why_full(t.s, t.d, number(picks, 0), numbers(picks, 1)[-1])

    def via(picks: Picks, place: Value) -> Sequence[Value]:
        found = exploitation.march(t.s, t.d, number(picks, 0), numbers(picks, 1))
        return found.path(int(place))[:-1]

    def do(unit: int, path: list[int]) -> Outcome:
        flags = EXPLOITED | ADVANCED
        acts.go(t, unit, [t.s.place[unit], *path], "exploits", flags, "12.2.2")
        return None

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="12.1.1"),
        Slot(
            "hex",
            "place",
            places,
            many=True,
            stop=stop,
            why_not=on_map(why_place),
            via=via,
            rule="12.2.2",
        ),
    )
    hint = "A unit goes on by half its allowance in hexes, past enemy zones."
    return Verb("exploit", do, slots, rule="12.2.2", hint=hint)


FRAMES: tuple[type[Frame], ...] = (Advance, Exploitation)
