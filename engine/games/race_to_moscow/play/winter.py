"""A Soviet counter-attack: a marker goes, and in winter an army defends it (§18.1, §19.4)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from engine.core.entries import Lost, Placed
from engine.core.frames import Become, Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import (
    T,
    feed,
    go,
    id_of,
    may_place,
    pay,
    place_marker,
    put,
    remove_control,
    shift,
    stored,
)
from engine.games.race_to_moscow.cards.okh import arms
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, NOWHERE
from engine.games.race_to_moscow.law.reaction import WINTER
from engine.games.race_to_moscow.play.offturn import OffTurn
from engine.games.race_to_moscow.play.soviet_player import place_verb
from engine.games.race_to_moscow.state import RaceToMoscow

_HOLD = (0, 1, 0)


class Stand(StrEnum):
    """What becomes of an army that is struck and does not withdraw."""

    HELD = "held"
    LOST = "lost"


class Strike(Proc, kw_only=True, tag="rm.strike"):
    """The counter-attack on one area."""

    area: int
    STEPS: ClassVar[tuple[str, ...]] = ("hit", "lost", "marker")
    ASIDE: ClassVar[tuple[str, ...]] = ("answered", "formed")

    def hit(self, t: T) -> Outcome:
        army = t.d.army_in[self.area]
        if army == NOWHERE:
            return None
        colour = BOARD.units[army].colour
        if not (holds(t.s, army) or refuges(t, army, [self.area]) or may_arm(t, army)):
            _lose(t, army)
            return None
        defend = Defend(side=COLOURS[colour], army=army)
        return Call(defend, then="answered")

    def answered(self, t: T) -> Outcome:
        if self.ret == Stand.LOST:
            _lose(t, t.d.army_in[self.area])
        return Done() if self.ret == Stand.HELD else Goto("lost")

    def lost(self, t: T) -> Outcome:
        remove_control(t, self.area, "18.1")
        return None

    def marker(self, t: T) -> Outcome:
        """In winter a Soviet marker comes to the lost area, if one may be placed (§19.4, rm-31)."""
        if not (t.s.winter and WINTER >> self.area & 1) or not may_place(t):
            return Done()
        if t.s.soviet_player:
            return Call(WinterMarker(side="soviet", area=self.area), then="formed")
        place_marker(t, self.area, "19.4")
        return Done()

    def formed(self, t: T) -> Outcome:
        return Done()


class WinterMarker(Choice, kw_only=True, tag="rm.winter_marker"):
    """The Soviet player chooses the kind of the marker (§19.4, §20.1)."""

    area: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Put a Soviet marker in {BOARD.place_names[self.area]}.", "19.4"

    def may_hold(self, t: T) -> bool:
        return True  # which kinds are left is a secret

    def verbs(self, t: T) -> Sequence[Verb]:
        def place(kind: str, area: int) -> Outcome:
            place_marker(t, area, "19.4", armor=kind == "armor")
            return Done()

        def why_not(area: int) -> Why:
            return Why(f"The marker comes to {BOARD.place_names[self.area]}.", "19.4")

        return (place_verb(t, [self.area], place, why_not, "19.4"),)


def holds(state: RaceToMoscow, army: int) -> bool:
    """Has the army the ammo to hold its area?"""
    return state.supply[AMMO][BOARD.card_store(army)] > 0


def may_arm(t: T, army: int) -> bool:
    """Could Panzerhaubitzen, within its player's reach, give it the ammo that it lacks to hold?

    For an army that was activated in this turn (§16), so in the game of one player.
    """
    return bool(t.s.moved[army]) and not holds(t.s, army) and arms(t, army)


def refuges(t: T, army: int, lost: list[int]) -> list[int]:
    """Where an army can withdraw to: own areas next to it, not those in `lost`.

    An own army there must be able to withdraw first (§19.4).
    """
    colour, here = BOARD.units[army].colour, t.s.at[army]
    found = []
    for area in BOARD.roads[colour][here]:
        if t.s.control[area] != colour or area in lost:
            continue
        other = t.d.army_in[area]
        if other == NOWHERE or refuges(t, other, [*lost, area]):
            found.append(area)
    return found


class Defend(OffTurn, kw_only=True, tag="rm.defend"):
    """`hold ARMY` for 1 ammo, or `withdraw ARMY area` and lose the area (§19.4).

    `done` where it can do neither, but a card within reach could let it hold.
    """

    army: int
    POLICY: ClassVar[str] = "winter"

    def prompt(self, t: T) -> tuple[str, str]:
        unit, where = BOARD.units[self.army].name, BOARD.place_names[t.s.at[self.army]]
        return f"Winter counter-attack on {unit} in {where}: hold or withdraw?", "19.4"

    def usual(self, t: T) -> str:
        unit = BOARD.units[self.army].id
        if holds(t.s, self.army):
            return f"hold {unit}"
        here = t.s.at[self.army]
        if not refuges(t, self.army, [here]):
            return "done"
        return f"withdraw {unit} {id_of(_first(t, self.army, [here]))}"

    def verbs(self, t: T) -> Sequence[Verb]:
        here = t.s.at[self.army]

        def hold(army: int) -> Outcome:
            pay(t, army, _HOLD)
            return Done(Stand.HELD)

        def why(army: int) -> Why:
            if army != self.army:
                return Why(f"{BOARD.units[army].name} is not under attack.", "19.4")
            return Why(f"{BOARD.units[self.army].name} has no ammo to hold its area.", "19.4")

        able = [self.army] if holds(t.s, self.army) else []
        slot = pick("army", "unit", able, why, rule="19.4")
        hint = "Pay 1 ammo of its card and stay."
        found = [
            Verb("hold", hold, (slot,), hint=hint, rule="19.4"),
            withdraw_verb(t, self.army, [here]),
        ]
        if not (able or refuges(t, self.army, [here])):
            hint = "The army is lost, and formed again in its base."
            found.append(Verb("done", lambda: Done(Stand.LOST), hint=hint, rule="19.4"))
        return found


def _first(t: T, army: int, lost: list[int]) -> int:
    """The published default: an empty area before one that must be cleared."""
    ways = refuges(t, army, lost)
    return min(ways, key=lambda area: t.d.army_in[area] != NOWHERE)


def withdraw_verb(t: T, army: int, lost: list[int]) -> Verb:
    """`withdraw ARMY area`: to an own area next to it, which its army leaves first."""

    def why_army(other: int) -> Why:
        if other != army:
            return Why(f"It is {BOARD.units[army].name} that must withdraw.", "19.4")
        return Why("It can withdraw nowhere.", "19.4")

    def why_area(_: int, area: int) -> Why:
        name = BOARD.place_names[area]
        return Why(f"{name} is no area of yours next to it that it could withdraw to.", "19.4")

    def label(_: int, area: int) -> str:
        other = t.d.army_in[area]
        first = f": {BOARD.units[other].name} goes first" if other != NOWHERE else ""
        return BOARD.place_names[area] + first

    def withdraw(who: int, area: int) -> Outcome:
        return Become(Withdrawal(army=who, area=area, lost=lost))

    ways = refuges(t, army, lost)
    slots = (
        pick("army", "unit", [army] if ways else [], why_army, rule="19.4"),
        pick("area", "place", lambda _: ways, why_area, label=label, rule="19.4"),
    )
    hint = "Leave the area to the Soviets."
    return Verb("withdraw", withdraw, slots, hint=hint, rule="19.4")


class Withdrawal(Proc, kw_only=True, tag="rm.withdrawal"):
    """An army goes to the area, once an own army that is in its way has gone (§19.4)."""

    army: int
    area: int
    lost: list[int]
    """Areas that nobody withdraws to: the one under attack, and those being cleared."""
    STEPS: ClassVar[tuple[str, ...]] = ("clear", "walk")

    def clear(self, t: T) -> Outcome:
        other = t.d.army_in[self.area]
        if other == NOWHERE:
            return None
        side = COLOURS[BOARD.units[other].colour]
        return Call(MakeRoom(side=side, army=other, lost=[*self.lost, self.area]))

    def walk(self, t: T) -> Outcome:
        go(t, self.army, self.area, "withdraws", "19.4")
        feed(t, self.area)  # §14
        return None


class MakeRoom(OffTurn, kw_only=True, tag="rm.make_room"):
    """An army in the way of another one's withdrawal goes first (§19.4)."""

    army: int
    lost: list[int]
    POLICY: ClassVar[str] = "winter"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"{BOARD.units[self.army].name} makes room: where does it go?", "19.4"

    def usual(self, t: T) -> str:
        where = id_of(_first(t, self.army, self.lost))
        return f"withdraw {BOARD.units[self.army].id} {where}"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (withdraw_verb(t, self.army, self.lost),)


def _lose(t: T, army: int) -> None:
    """An army that can neither hold nor withdraw is formed again in its base, its card empty."""
    unit, where = BOARD.units[army], id_of(t.s.at[army])
    card = BOARD.card_store(army)
    shift(t, stored(t, card), card, BOARD.stock_store)
    put(t, army, BOARD.pool)
    t.s.halted[army] = 0
    t.s.waiting.append(army)
    t.note(Lost(unit=unit.id, place=where, how="lost", rule="19.4"))
    form_again(t, unit.colour)


def form_again(t: T, colour: int) -> None:
    """A lost army comes to its Main Supply Base, at once or in a later turn (§19.4, rm-31)."""
    base = BOARD.groups[colour].base
    for army in list(t.s.waiting):
        if BOARD.units[army].colour == colour and t.d.army_in[base] == NOWHERE:
            t.s.waiting.remove(army)
            put(t, army, base)
            t.note(Placed(unit=BOARD.units[army].id, place=id_of(base), rule="19.4"))
