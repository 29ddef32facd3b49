"""The Combat Phase (10.0): who must attack does, in any order; who cannot surrenders (10.19)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import ClassVar

from engine.board.bits import mask
from engine.board.duties import Duties
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import DICTATOR, HEXES, SIDES, SOVIET
from engine.games.russia_besieged.law import contact, leaders, odds
from engine.games.russia_besieged.law.odds import LOWEST, Attack
from engine.games.russia_besieged.law.plans import NEVER, Plans, flights
from engine.games.russia_besieged.play import shed
from engine.games.russia_besieged.play.battle import Battle
from engine.games.russia_besieged.play.fall_back import FallBack
from engine.games.russia_besieged.play.overwhelm import why_no_plane
from engine.games.russia_besieged.play.staging import on_map, where_of
from engine.games.russia_besieged.state import BOUND, attacks
from engine.games.russia_besieged.words import IDS, label, names


class Combat(Proc, kw_only=True, tag="rb.combat"):
    """A side's battles of an impulse."""

    STEPS: ClassVar[tuple[str, ...]] = ("recoil", "helpless", "battles", "left", "shed")

    def recoil(self, t: T) -> Outcome:
        """Finns who would have to attack a Russian city with an army retreat one hex (25.2)."""
        units = contact.recoiling(t.s, t.d)
        return Call(FallBack(side=SIDES[t.s.side], units=units)) if units else None

    def helpless(self, t: T) -> Outcome:
        """Units that must attack and cannot reach 1-5 with all that helps surrender (10.19).

        Who relied on one of them to take on an enemy may be lost as well.
        """
        if t.s.bereft[t.s.side] == 2:
            return Done()  # 14.15b: they cannot attack
        while units := helpless(t):
            for unit in units:
                eliminate(t, unit, "surrendered: no attack is possible", "10.19", surrender=True)
        return None

    def battles(self, t: T) -> Outcome:
        """Who must attack and what must be attacked is settled as they begin (10.1, 10.11)."""
        owed = duties(t)
        for unit in owed.must:
            t.s.flags[unit] |= BOUND
        t.s.promised = f"{mask(target for target in owed.by if target not in owed.free):x}"
        t.s.settled = True
        return Call(Battles(side=SIDES[t.s.side]))

    def left(self, t: T) -> Outcome:
        """Units whose targets nobody can attack any more surrender too (10.19, rb-45)."""
        for unit in duties(t).must:
            eliminate(t, unit, "surrendered: no attack is possible", "10.19", surrender=True)
        return None

    def shed(self, t: T) -> Outcome:
        return Call(shed.Shed())  # 5.04


def duties(t: T) -> Duties:
    """What is owed now."""
    return plans(t).owed


def plans(t: T) -> Plans:
    """The attacks that are open now."""
    return t.once("plans", Plans, t.s, t.d)


def helpless(t: T) -> list[int]:
    """Units that must attack and can do so nowhere (10.19); who cannot attack at all need not."""
    return [] if t.s.bereft[t.s.side] == 2 else Plans(t.s, t.d).surrenders()


Group = tuple[int, ...]
"""Hexes that the same units attack together."""


def pressing(t: T) -> dict[int, Group]:
    """Hexes that must be attacked and still can be, each with those that the same units must attack
    with it: the phase cannot end before it.
    """
    return t.once("pressing", _pressing, t)


def _pressing(t: T) -> dict[int, Group]:
    owed = duties(t)
    found = {hex_: plans(t).joined((hex_,)) for hex_ in owed.by if hex_ not in owed.free}
    return {hex_: group for hex_, group in found.items() if group}


def restless(t: T) -> dict[int, list[Group]]:
    """Units that must attack though nothing next to them has to be attacked (10.11), each with the
    attacks of which it makes one.
    """
    return t.once("restless", _restless, t)


def _restless(t: T) -> dict[int, list[Group]]:
    owed, pressed = duties(t), pressing(t)
    found: dict[int, list[Group]] = {}
    for unit in owed.must:
        near = [hex_ for hex_, units in owed.by.items() if unit in units]
        if pressed.keys().isdisjoint(near):
            found[unit] = [plans(t).joined((hex_,), (unit,)) for hex_ in near]
    return {unit: list(filter(None, groups)) for unit, groups in found.items() if any(groups)}


def owing(t: T) -> list[Group]:
    """The attacks that are owed, and those of which one is."""
    return _unlike([*pressing(t).values(), *chain(*restless(t).values())])


def _unlike(groups: Iterable[Group]) -> list[Group]:
    return list({frozenset(group): group for group in groups}.values())


def demands(t: T, told: Callable[[Group], str]) -> str:
    """What is owed, in words: attacks, and units with the attacks of which they make one."""
    choices: dict[tuple[Group, ...], list[int]] = {}
    for unit, groups in restless(t).items():
        choices.setdefault(tuple(groups), []).append(unit)
    one_of = [f"{' or '.join(map(told, all_))} with {names(who)}" for all_, who in choices.items()]
    return ", ".join([*map(told, _unlike(pressing(t).values())), *one_of])


def together(hexes: Sequence[int]) -> str:
    """Hexes of one attack, as they are ordered."""
    return "+".join(map(label, hexes))


def best(t: T, hexes: tuple[int, ...]) -> str:
    """The best odds that can be had against hexes together."""
    return odds.name(odds.final(t.s, t.d, plans(t).muster(hexes)))


class Battles(Choice, kw_only=True, tag="rb.battles"):
    """The phasing side names its attacks, one by one, in any order."""

    def may_hold(self, t: T) -> bool:
        return False

    def prompt(self, t: T) -> tuple[str, str]:
        owed = demands(t, lambda group: f"{together(group)} (up to {best(t, group)})")
        if not owed:
            return "Attack where you like, or end combat.", "10.0"
        return f"You must attack {owed}.", "10.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        owed = demands(t, together)
        blocked = Why(f"You must still attack {owed}.", "10.11") if owed else None
        hint = "All that you have to attack and want to attack is fought."
        return (
            t.lasting(attack_verb, self.side),
            Verb("end combat", Done, rule="10.0", hint=hint, ends=True, blocked=blocked),
        )


def _places(hexes: Iterable[int]) -> str:
    return ", ".join(label(hex_) for hex_ in hexes)


def attack_verb(t: T, side: str) -> Verb:
    """`attack hex[+hex] with U.. [air A..] [bat] [marshal FM] [guerrilla] [at n-m]`.

    Units of a hex may attack different hexes (10.13), or several together (10.14).
    """

    def chosen(picks: Picks) -> Attack:
        air = len(numbers(picks, 2)) if len(picks) > 2 else 0
        units = numbers(picks, 1) if len(picks) > 1 else []
        blitz = len(picks) > 3 and picks[3] == "bat"
        bonus = contact.bonus(t.s)
        return Attack(tuple(numbers(picks, 0)), tuple(units), air, blitz=blitz, shifts=bonus)

    def hexes(picks: Picks) -> Collection[Value]:
        return t.once(("targets", *numbers(picks, 0)), _targets, t, numbers(picks, 0))

    def why_hex(picks: Picks, hex_: Value) -> Why | None:
        if hex_ in hexes(picks):
            return None
        return _why_no_target(t, numbers(picks, 0), int(hex_))

    def enough_hexes(picks: Picks) -> Why | None:
        if plans(t).possible(numbers(picks, 0)):
            return None
        group = "+".join(IDS[hex_] for hex_ in plans(t).joined(numbers(picks, 0)))
        return Why(f"The same units must attack more hexes: name them together, {group}.", "10.11")

    def units(picks: Picks) -> Collection[Value]:
        targets, listed = numbers(picks, 0), numbers(picks, 1)
        return t.once(("attackers", *targets, -1, *listed), _attackers, t, targets, listed)

    def why_unit(picks: Picks, unit: Value) -> Why | None:
        if unit in units(picks):
            return None
        return _why_no_attacker(t, numbers(picks, 0), numbers(picks, 1), int(unit))

    def enough(picks: Picks) -> Why | None:
        targets, listed = numbers(picks, 0), numbers(picks, 1)
        if idle := duties(t).idle(targets, listed):
            return Why(f"{names(idle)} must attack too and would have no other target.", "10.11")
        if not plans(t).leaves(targets, listed):
            needed = _places(plans(t).others(targets, listed))
            return Why(f"More units must join it: those left cannot all attack {needed}.", "10.11")
        air = plans(t).air(targets, listed)
        attack = Attack(tuple(targets), tuple(listed), air, shifts=contact.bonus(t.s))
        if odds.final(t.s, t.d, attack) < LOWEST:
            return Why("The odds are below 1-5.", "10.18")
        return None

    def planes(picks: Picks) -> Collection[Value]:
        targets, listed, air = numbers(picks, 0), numbers(picks, 1), numbers(picks, 2)
        if len(air) >= plans(t).air(targets, listed):
            return ()
        return [
            plane
            for plane in contact.planes(t.s, t.d, targets)
            if plane not in air and plans(t).leaves(targets, listed, (*air, plane))
        ]

    def why_plane(picks: Picks, plane: Value) -> Why | None:
        targets, listed, air = numbers(picks, 0), numbers(picks, 1), numbers(picks, 2)
        if why := why_no_plane(t, targets, listed, air, int(plane)):
            return why
        needed = Why("It is needed against another enemy that must be attacked.", "10.11")
        return None if int(plane) in planes(picks) else needed

    def enough_air(picks: Picks) -> Why | None:
        if odds.final(t.s, t.d, chosen(picks)) < LOWEST:
            return Why("The odds are below 1-5.", "10.18")
        return None

    def blitz(picks: Picks) -> Collection[Value]:
        attack = chosen(picks)
        return ("bat",) if odds.why_not_blitz(t.s, t.d, attack) is None else ()

    def why_blitz(picks: Picks, _: Value) -> Why | None:
        return odds.why_not_blitz(t.s, t.d, chosen(picks))

    def marshals(picks: Picks) -> Collection[Value]:
        return leaders.marshals(t.s, t.d, side_of(side), chosen(picks))

    def why_marshal(picks: Picks, marshal: Value) -> Why | None:
        return leaders.why_not_his(t.s, t.d, int(marshal), chosen(picks), side_of(side))

    def guerrilla(picks: Picks) -> Collection[Value]:
        if side_of(side) != SOVIET or t.s.helped:
            return ()
        found = leaders.helpers(t.s, t.d, tuple(numbers(picks, 0)))
        return ("guerrilla",) if found else ()

    def why_guerrilla(picks: Picks, _: Value) -> Why | None:
        if guerrilla(picks):
            return None
        if t.s.helped:
            return Why("Partisans have helped in this impulse.", "16.51")
        return Why("No second-stage partisan is near enough to all defenders.", "16.51")

    def lower(picks: Picks) -> Collection[Value]:
        least = 0 if chosen(picks).blitz else LOWEST
        final = odds.final(t.s, t.d, chosen(picks))
        return [odds.name(step) for step in range(least, final)]

    def why_lower(picks: Picks, word: Value) -> Why | None:
        if word in lower(picks):
            return None
        return Why("Only lower odds may be chosen, down to the least of the table.", "10.21")

    def do(
        targets: list[int],
        listed: list[int],
        air: list[int],
        bat: str | list[str],
        marshal: int | list[int],
        help_: str | list[str],
        at: str | list[str],
    ) -> Outcome:
        return Call(
            Battle(
                targets=targets,
                units=listed,
                air=air,
                blitz=bat == "bat",
                marshal=marshal if isinstance(marshal, int) else -1,
                partisans=int(help_ == "guerrilla"),
                at=at if isinstance(at, str) else "",
            )
        )

    def foes(_: Picks, hex_: Value) -> str:
        return f"{label(int(hex_))}: {names(t.d.units(1 - t.s.side, int(hex_)))}"

    def odds_with(picks: Picks, unit: Value) -> str:
        listed = (*numbers(picks, 1), int(unit))
        attack = Attack(tuple(numbers(picks, 0)), listed, shifts=contact.bonus(t.s))
        return f"{BOARD.pieces[int(unit)].name}: {odds.name(odds.final(t.s, t.d, attack))}"

    slots = (
        Slot(
            "hex", "place", hexes, many=True, joined=True, stop=enough_hexes,
            why_not=on_map(why_hex),
            label=foes, rule="10.1",
        ),
        Slot(
            "unit", "unit", units, many=True, key="with", stop=enough, why_not=why_unit,
            label=odds_with, rule="10.11",
        ),
        Slot(
            "air unit", "unit", planes, many=True, key="air", optional=True, stop=enough_air,
            why_not=why_plane, label=where_of(t), rule="10.4",
        ),
        Slot("table", "bat", blitz, key="bat", flag=True, optional=True, why_not=why_blitz,
             rule="10.91"),
        Slot("marshal", "unit", marshals, key="marshal", optional=True, why_not=why_marshal,
             rule="14.2"),
        Slot("partisans", "guerrilla", guerrilla, key="guerrilla", flag=True, optional=True,
             why_not=why_guerrilla, rule="16.51"),
        Slot("odds", "odds", lower, key="at", optional=True, why_not=why_lower, rule="10.21"),
    )  # fmt: skip
    hint = "One attack: the hexes, the units, air units, the Blitzkrieg table, a Field Marshal."
    return Verb("attack", do, slots, rule="10.1", hint=hint)


def _targets(t: T, targets: Sequence[int]) -> list[int]:
    """The hexes that may be named after these."""
    more = duties(t).more_targets(targets)
    return [hex_ for hex_ in more if plans(t).joined((*targets, hex_))]


def _attackers(t: T, targets: Sequence[int], listed: Sequence[int]) -> list[int]:
    """The units that may be named after these."""
    return [
        unit
        for unit in duties(t).common(targets)
        if unit not in listed and plans(t).possible(targets, (*listed, unit))
    ]


def _why_no_target(t: T, targets: Sequence[int], hex_: int) -> Why:
    owed = duties(t)
    if hex_ in targets:
        return Why("It is named twice.", "10.1")
    if int(t.s.fought, 16) >> hex_ & 1:
        return Why("That hex has been attacked in this impulse.", "10.16")
    if not t.d.units(1 - t.s.side, hex_):
        return Why("No enemy unit stands there.", "10.1")
    if contact.beaten(t.s, t.d) >> hex_ & 1:
        return Why("Those who stand there have been attacked in this impulse.", "10.16")
    if hex_ not in owed.by:
        for unit in contact.next_to_all(t.s, t.d, (hex_,)):
            if contact.able(t.s, unit) and (why := contact.why_barred(t.s, t.d, unit, hex_)):
                return why
        return Why("No unit of yours that can still attack is next to it.", "10.11")
    if not owed.common((*targets, hex_)):
        return Why("No unit is next to all of these hexes.", "10.14")
    together_ = (*targets, hex_)
    if flights(t.s, t.d, together_, owed.common(together_)) >= NEVER:
        return Why("The odds are below 1-5 with all that could help.", "10.18")
    all_in = plans(t).muster(together_)
    if not all_in.units:
        return Why("Those who could attack it are needed for another hex.", "10.11")
    if idle := owed.idle(together_, all_in.units):
        return Why(f"{names(idle)} must attack too and would have no other target.", "10.11")
    return Why("Those who could attack it at 1-5 are needed for another hex.", "10.11")


def _why_no_attacker(t: T, targets: Sequence[int], units: Sequence[int], unit: int) -> Why:
    it = BOARD.pieces[unit]
    if unit in units:
        return Why("It is named twice.", "10.16")
    if it.side != t.s.side:
        return Why(f"{it.name} is the enemy's.", "10.1")
    if t.s.place[unit] >= HEXES:
        return Why(f"{it.name} is not on the map.", "10.1")
    if not attacks(t.s, unit):
        rule = "14.1" if it.type == DICTATOR else "10.1"
        return Why(f"{it.name} cannot attack.", rule)
    for target in targets:
        near = BOARD.ground.dry[target] | BOARD.ground.wet[target]
        if not near >> t.s.place[unit] & 1:
            return Why(f"{it.name} is not next to {odds.listed(targets)}.", "10.11")
        if why := contact.why_barred(t.s, t.d, unit, target):
            return why
    if why := contact.why_unable(t.s, unit):
        return why
    if not plans(t).leaves(targets, (*units, unit)):
        needed = plans(t).others(targets, (unit,))
        return Why(f"{it.name} is needed against {_places(needed)}.", "10.11")
    return Why(f"{it.name} cannot take part.", "10.11")


FRAMES: tuple[type[Frame], ...] = (Combat, Battles)
