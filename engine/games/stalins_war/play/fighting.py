"""Combat markers (7.3.5) and which attacks are made (11.1)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from engine.board.bits import mask, members
from engine.core.entries import Marked
from engine.core.frames import Call, Choice, Done, Frame, Outcome
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import clash, combat, events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import SIDES
from engine.games.stalins_war.law import attack
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.movement import purse
from engine.games.stalins_war.play.battle import Battle
from engine.games.stalins_war.play.moving import on_map, where_of
from engine.games.stalins_war.state import enemy, mud

RETREAT = 2
"""Hexes that a defender retreats at most (§11.4.2)."""

# markers --------------------------------------------------------------------------------


def activable(t: T) -> list[int]:
    """Hexes of the active player from which somebody could attack, without a marker yet."""
    if not purse(t.s) or mud(t.s):
        return []
    near = BOARD.ground.walk.spread(t.d.present[enemy(t.s.side)])
    return _armed(t, near)


def _armed(t: T, near: int) -> list[int]:
    """Those of some hexes without a marker in which a unit stands that may attack yet (sw-58)."""
    s, side = t.s, t.s.side
    return [
        place
        for place in members(t.d.present[side] & near & ~mask(s.activated))
        if any(attack.why_spent(s, unit) is None for unit in t.d.units(side, place))
    ]


def markable(t: T) -> list[int]:
    """Hexes where a marker can be of use: an enemy may retreat two hexes and stand next to them.

    §7.3.5 allows any hex; elsewhere it would be an OPS for nothing (sw-58).
    """
    if not activable(t):
        return []
    near = t.d.present[enemy(t.s.side)]
    for _ in range(1 + RETREAT):
        near |= BOARD.ground.walk.spread(near)
    return _armed(t, near)


class Marks(Choice, kw_only=True, tag="sw.marks"):
    """The active player activates hexes for combat, an OPS each (§7.3.5)."""

    def prompt(self, t: T) -> tuple[str, str]:
        ops = purse(t.s)
        return f"Activate hexes whose units may attack, 1 OPS each. OPS left: {ops}.", "7.3.5"

    def may_hold(self, t: T) -> bool:
        return self.acted

    def needed(self, t: T, named: Sequence[int]) -> list[int]:
        """Hexes of which one still needs a marker because of *Backhand Blow*."""
        if striking(t, [*t.s.activated, *named]):
            return []
        return striking(t, activable(t))

    def verbs(self, t: T) -> Sequence[Verb]:
        def hexes(picks: Picks) -> Collection[Value]:
            named = numbers(picks, 0)
            left = purse(t.s) - len(named)
            if left <= 0:
                return []
            able = [place for place in markable(t) if place not in named]
            if left == 1 and t.s.owing and (needed := self.needed(t, named)):
                return needed
            return able

        def why_not(picks: Picks, value: Value) -> Why | None:
            place, named = int(value), numbers(picks, 0)
            if place in hexes(picks):
                return None
            if place in t.s.activated or place in named:
                return Why("There is a Combat marker already.", "7.3.5")
            if len(named) >= purse(t.s):
                return Why(f"You have {purse(t.s)} OPS left.", "7.3.5")
            if place in markable(t):
                return BACKHAND
            return Why("Nobody there can attack an enemy in this round.", "7.3.5")

        def do(places: list[int]) -> Outcome:
            acts.pay(t, len(places))
            t.s.activated = [*t.s.activated, *places]
            for place in places:
                t.note(Marked(place=name_of(place), mark="combat", value=self.side, rule="7.3.5"))
            return None

        slot = Slot("hex", "place", hexes, many=True, why_not=why_not, rule="7.3.5")
        hint = "The units in it may attack, together or apart."
        return (
            Verb("activate", do, (slot,), rule="7.3.5", hint=hint),
            Verb(
                "end activation",
                Done,
                rule="7.3.5",
                hint="No further marker.",
                ends=True,
                blocked=BACKHAND if t.s.owing and self.needed(t, ()) else None,
            ),
        )


# attacks --------------------------------------------------------------------------------


class Combats(Choice, kw_only=True, tag="sw.combat"):
    """The active player makes his attacks one by one; none is a duty (§7.3.5, §11.1).

    But for one of *Backhand Blow*.
    """

    def prompt(self, t: T) -> tuple[str, str]:
        return "Attack, or end combat.", "11.1.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        hint = "You make no further attack in this round."
        owed = t.s.owing and not set(owed_targets(t)).isdisjoint(attack.targets(t.s, t.d))
        end = Verb(
            "end combat",
            Done,
            rule="11.1.1",
            hint=hint,
            ends=True,
            blocked=BACKHAND if owed else None,
        )
        return t.lasting(attack_verb), end


BACKHAND = Why(
    "Backhand Blow: attack a hex with a unit that advanced in the round before.",
    "clarification_axis_33",
)


def owed_targets(t: T) -> list[int]:
    """Hexes of which one is still to be attacked because of *Backhand Blow*."""
    return events.caught(t.s, t.d) if t.s.owing else []


def striking(t: T, hexes: Sequence[int]) -> list[int]:
    """Hexes whose units could attack one of those by themselves, if they had a marker."""
    marked = replace(t.s, activated=[*t.s.activated, *hexes])
    found = []
    for place in hexes:
        units = t.d.units(t.s.side, place)
        alone = (Attack(target, (unit,)) for target in owed_targets(t) for unit in units)
        if any(attack.why_not(marked, t.d, one) is None for one in alone):
            found.append(place)
    return found


def combat_cards(t: T) -> list[int]:
    """The active player's cards that serve in some attack: of one unit, or of all that join."""
    held, found = t.held(SIDES[t.s.side]), set[int]()
    for target in attack.targets(t.s, t.d):
        whole: list[int] = []
        alone = list(attack.joiners(t.s, t.d, target, []))
        while more := attack.joiners(t.s, t.d, target, whole):
            whole.append(next(iter(more)))
        for units in (whole, *([unit] for unit in alone)):
            fought = attack.designated(t.s, target, units)
            if attack.why_not(t.s, t.d, fought) is None:
                c = combat.clash(t.s, t.d, Attack(target, tuple(units)))
                found.update(u for u in held if clash.why_not(t, c, t.s.side, u) is None)
    return [card for card in held if card in found]


def attack_verb(t: T) -> Verb:
    """`attack P with U.. play CARD..`: the attacker's Combat Cards are named at once (§7.5.5a)."""

    def hexes(_: Picks) -> Collection[Value]:
        return t.once("targets", attack.targets, t.s, t.d)

    def why_hex(_: Picks, value: Value) -> Why | None:
        place = int(value)
        if place in hexes([]):
            return None
        why = attack.why_no_target(t.s, t.d, place)
        return why or Why("No unit with a Combat marker can attack it.", "11.1.1")

    def units(picks: Picks) -> Collection[Value]:
        return attack.joiners(t.s, t.d, number(picks, 0), numbers(picks, 1))

    def why_unit(picks: Picks, value: Value) -> Why | None:
        unit, target, named = int(value), number(picks, 0), numbers(picks, 1)
        if unit in units(picks):
            return None
        if unit in named:
            return Why("It is named twice.", "11.1.6")
        why = attack.why_cannot_fight(t.s, unit) or attack.why_not_against(t.s, unit, target)
        together = attack.designated(t.s, target, [*named, unit])
        why = why or attack.why_not_together(t.s, t.d, together)
        return why or Why("It cannot join this attack.", "11.1.3")

    def stop(picks: Picks) -> Why | None:
        found = attack.designated(t.s, number(picks, 0), numbers(picks, 1))
        return attack.why_not(t.s, t.d, found)

    def seen(picks: Picks) -> combat.Clash:
        return combat.clash(t.s, t.d, Attack(number(picks, 0), tuple(numbers(picks, 1))))

    def cards(picks: Picks) -> Collection[Value]:
        named, c = numbers(picks, 2), seen(picks)
        held = t.held(SIDES[t.s.side])
        return [
            card
            for card in held
            if card not in named and clash.why_not(t, c, t.s.side, card) is None
        ]

    def why_card(picks: Picks, card: Value) -> Why | None:
        if card in numbers(picks, 2):
            return Why("It is named twice.", "7.5.5a")
        return clash.why_not(t, seen(picks), t.s.side, int(card))

    def do(target: int, chosen: list[int], named: list[int]) -> Outcome:
        if target in owed_targets(t):
            t.s.owing = False
        zhukov = attack.needs_zhukov(t.s, chosen)
        return Call(Battle(target=target, units=chosen, cards=named, zhukov=zhukov))

    slots = (
        Slot("hex", "place", hexes, why_not=on_map(why_hex), rule="11.1.4"),
        Slot(
            "unit",
            "unit",
            units,
            many=True,
            key="with",
            stop=stop,
            why_not=why_unit,
            label=where_of(t),
            rule="11.1.3",
        ),
        Slot(
            "card",
            "card",
            cards,
            many=True,
            key="play",
            optional=True,
            why_not=why_card,
            rule="7.5.5a",
            ever=lambda: t.once("combat cards", combat_cards, t),
        ),
    )
    return Verb(
        "attack", do, slots, rule="11.2.1", hint="Both sides fire, the defender loses first."
    )


FRAMES: tuple[type[Frame], ...] = (Marks, Combats)
