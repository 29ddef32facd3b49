"""Automatic victory in the Movement Phase (9.0)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.board.bits import mask, members
from engine.core.entries import Fought
from engine.core.frames import Call, Done, Frame, Outcome, Proc
from engine.core.picks import numbers
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, release_garrison, say
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, SIDES
from engine.games.russia_besieged.law import contact, odds, overwhelm
from engine.games.russia_besieged.law.air import why_no_mission
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.play.advance import Advance
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.state import CAME, FLOWN, FOUGHT, TOOK, VICTOR, bodies
from engine.games.russia_besieged.words import IDS, label, names


def verb(t: T, side: str) -> Verb:
    """`av hex[+hex] with U.. [air A..]`."""

    def hexes(picks: Picks) -> Collection[Value]:
        chosen = tuple(numbers(picks, 0))
        return t.once(("av", *chosen), _targets, t, chosen)

    def why_hex(picks: Picks, hex_: Value) -> Why | None:
        if overwhelm.conquest(t.s, t.d, (*numbers(picks, 0), int(hex_))):
            return None
        return _why_none(t, (*numbers(picks, 0), int(hex_)))

    def units(picks: Picks) -> Collection[Value]:
        targets, chosen = numbers(picks, 0), numbers(picks, 1)
        return [
            unit
            for unit in contact.next_to_all(t.s, t.d, targets)
            if unit not in chosen and overwhelm.conquest(t.s, t.d, targets, (*chosen, unit))
        ]

    def why_unit(picks: Picks, unit: Value) -> Why | None:
        targets, chosen, unit = numbers(picks, 0), numbers(picks, 1), int(unit)
        if unit in units(picks):
            return None
        attack = Attack(tuple(targets), (*chosen, unit), shifts=contact.bonus(t.s))
        if unit not in contact.next_to_all(t.s, t.d, targets):
            name = BOARD.pieces[unit].name
            return Why(f"{name} is not next to {odds.listed(targets)}.", "10.11")
        why = overwhelm.why_no_victory(t.s, t.d, attack)
        name = BOARD.pieces[unit].name
        return why or Why(f"{name} cannot take part in this automatic victory.", "9.1")

    def enough(picks: Picks) -> Why | None:
        targets, chosen = numbers(picks, 0), numbers(picks, 1)
        return overwhelm.strongest(t.s, t.d, targets, chosen)[1]

    def planes(picks: Picks) -> Collection[Value]:
        targets, chosen, air = numbers(picks, 0), numbers(picks, 1), numbers(picks, 2)
        if len(air) >= contact.most_air(t.s, t.d, targets, chosen):
            return ()
        ready = [plane for plane in contact.planes(t.s, t.d, targets) if plane not in air]
        return [plane for plane in ready if spared(picks, plane)]

    def spared(picks: Picks, plane: int) -> bool:
        air = (*numbers(picks, 2), plane)
        attack = Attack(tuple(numbers(picks, 0)), tuple(numbers(picks, 1)), len(air))
        return overwhelm.spares(t.s, t.d, attack, air)

    def why_plane(picks: Picks, plane: Value) -> Why | None:
        targets, chosen, air = numbers(picks, 0), numbers(picks, 1), numbers(picks, 2)
        if why := why_no_plane(t, targets, chosen, air, int(plane)):
            return why
        name = BOARD.pieces[int(plane)].name
        needed = Why(f"{name} is needed to attack another enemy.", "9.5")
        return None if spared(picks, int(plane)) else needed

    def enough_air(picks: Picks) -> Why | None:
        targets, chosen, air = numbers(picks, 0), numbers(picks, 1), numbers(picks, 2)
        attack = Attack(tuple(targets), tuple(chosen), len(air), shifts=contact.bonus(t.s))
        return _why(t, attack)

    def do(targets: list[int], chosen: list[int], air: list[int]) -> Outcome:
        return Call(Overwhelm(targets=targets, units=chosen, air=air))

    def foes(_: Picks, hex_: Value) -> str:
        return f"{label(int(hex_))}: {names(t.d.units(1 - t.s.side, int(hex_)))}"

    slots = (
        Slot(
            "hex", "place", hexes, many=True, joined=True, why_not=on_map(why_hex), label=foes,
            rule="9.1",
        ),
        Slot(
            "unit", "unit", units, many=True, key="with", stop=enough, why_not=why_unit,
            label=where_of(t), rule="9.12",
        ),
        Slot(
            "air unit", "unit", planes, many=True, key="air", optional=True, stop=enough_air,
            why_not=why_plane, label=where_of(t), rule="9.13",
        ),
    )  # fmt: skip
    hint = "Ten to one in the Movement Phase: the enemy surrenders at once."
    return Verb("av", do, slots, rule="9.0", hint=hint)


def _targets(t: T, chosen: Sequence[int]) -> Collection[int]:
    """The hexes that may be named after these."""
    near = overwhelm.candidates(t.s, t.d)
    if chosen:
        walk = BOARD.ground.walk.spread(BOARD.ground.walk.spread(mask(chosen[:1])))
        near = walk & bodies(t.d, 1 - t.s.side)
    near &= ~mask(chosen)
    return Sieve(members(near), lambda hex_: overwhelm.conquest(t.s, t.d, (*chosen, hex_)))


def why_no_plane(
    t: T, targets: Sequence[int], units: Sequence[int], air: Sequence[int], plane: int
) -> Why | None:
    """Why an air unit may not help against these hexes; None if it may."""
    if plane in air:
        return Why("It is named twice.", "11.2")
    for target in targets:
        if why := why_no_mission(t.s, plane, target):
            return why
        if why := odds.why_sector(t.s, t.d, BOARD.pieces[plane].mark, target):
            return why
    if odds.guns_alone(units):
        return odds.NO_GUNS_ALONE
    if len(air) >= contact.most_air(t.s, t.d, targets, units):
        if len(air) >= len(units):
            return Why("There may be no more air units than ground units.", "11.53")
        return Why("The weather and the chart allow no more air units.", "10.42")
    return None


def _why(t: T, attack: Attack) -> Why | None:
    return overwhelm.why_no_victory(t.s, t.d, attack)


def _why_none(t: T, targets: Sequence[int]) -> Why:
    """Why nobody can overwhelm these hexes now."""
    near = contact.next_to_all(t.s, t.d, targets)
    units = [unit for unit in near if contact.able(t.s, unit)]
    if any(not t.d.units(1 - t.s.side, target) for target in targets):
        return Why("No enemy unit stands there.", "9.1")
    if not units:
        return Why("No unit of yours stands next to all of it.", "10.11")
    why = overwhelm.strongest(t.s, t.d, targets, units)[1]
    return why or Why("Not all who would be needed may take part.", "9.1")


class Overwhelm(Proc, kw_only=True, tag="rb.overwhelm"):
    """The defenders surrender, those who took part may advance (9.2)."""

    targets: list[int]
    units: list[int]
    air: list[int]

    STEPS: ClassVar[tuple[str, ...]] = ("resolve", "advance")

    def resolve(self, t: T) -> Outcome:
        s, side = t.s, t.s.side
        air = len(self.air)
        attack = Attack(tuple(self.targets), tuple(self.units), air, shifts=contact.bonus(s))
        strength = sum(odds.attack_factor(s, t.d, unit) for unit in self.units)
        defence = odds.defence(s, t.d, attack)
        promised = int(s.promised, 16) | overwhelm.uncovered(s, t.d, attack)
        s.promised = f"{promised & ~mask(self.targets):x}"
        fly(t, self.air)
        release_garrison(t, self.targets)
        for unit in self.units:
            s.flags[unit] = (s.flags[unit] | TOOK | VICTOR) & ~CAME
        t.note(
            Fought(
                places=[IDS[hex_] for hex_ in self.targets],
                sides=[SIDES[side], SIDES[1 - side]],
                scores=[strength, defence],
                winner=SIDES[side],
                result="automatic victory",
                rule="9.2",
            )
        )
        for hex_ in self.targets:
            for unit in list(t.d.units(1 - side, hex_)):
                if BOARD.pieces[unit].type != AIRCRAFT:
                    eliminate(t, unit, "surrendered", "9.2", surrender=True)
                if t.pos.winners is not None:
                    return Done()
        return None

    def advance(self, t: T) -> Outcome:
        left = [unit for unit in self.units if t.s.place[unit] < len(IDS)]
        return Call(Advance(side=SIDES[t.s.side], units=left, hexes=self.targets))


def fly(t: T, planes: Sequence[int]) -> None:
    """Air units fly their mission of this turn and land (11.2, 11.6, 11.71)."""
    s = t.s
    for plane in planes:
        s.flags[plane] |= FLOWN | FOUGHT
    s.flown[s.impulse - 1] += len(planes)
    if planes:
        say(t, f"In the air: {names(planes)}.", "11.6")


FRAMES: tuple[type[Frame], ...] = (Overwhelm,)
