"""Army movement, chapter 7: one armored army, or all field armies, area by area."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

import msgspec

from engine.core.frames import Become, Call, Choice, Done, Goto, Outcome, Proc
from engine.core.picks import pick
from engine.core.verbs import Slot, Value, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, go, pay, spend_action, stored
from engine.games.race_to_moscow.cards.events import Marching, ready
from engine.games.race_to_moscow.cards.okh import arms, within_reach
from engine.games.race_to_moscow.cargo import Offer, cargo_slot, counted
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.labels import army_label, entry_label
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.law.shut import under_way
from engine.games.race_to_moscow.law.victory import at_once
from engine.games.race_to_moscow.play.bases import load
from engine.games.race_to_moscow.play.encircle import capture
from engine.games.race_to_moscow.play.encounter import Encounter, Met
from engine.games.race_to_moscow.state import room

Walk = Callable[..., Outcome]
_UNDER_WAY = under_way("move")
_FUEL, _FOOD = (1, 0, 0), (0, 0, 1)


class March(Marching, kw_only=True, tag="rm.march"):
    """An army goes along `way`; what stops it drops the rest; its player decides anew (rm-41)."""

    way: list[int]
    cargo: list[int] = msgspec.field(default_factory=list)
    """Fuel, ammo and food that it takes along from where it starts."""
    gone: int = 0
    """Areas entered so far."""
    came: int = -1
    air: bool = False
    """Air support is left for the combat in the area just entered."""
    stopped: bool = False
    """Going on takes 1 fuel."""
    pioneers: bool = False
    """Bunkers cost nothing (§16)."""
    quick: bool = False
    """It may enter a fourth area (§16)."""
    STEPS: ClassVar[tuple[str, ...]] = ("activate", "enter", "meet", "settle", "onward", "go_on")

    def activate(self, t: T) -> Outcome:
        t.s.moved[self.army] = 1
        self.pioneers, self.quick = t.s.pioneers == self.army, t.s.quick == self.army
        t.s.pioneers = NOWHERE if self.pioneers else t.s.pioneers
        t.s.quick = NOWHERE if self.quick else t.s.quick
        if move.armored(self.army):
            pay(t, self.army, _FUEL)
        if any(self.cargo):
            load(t, self.army, self.cargo)
        return None

    def enter(self, t: T) -> Outcome:
        area, colour = self.way.pop(0), BOARD.units[self.army].colour
        if self.stopped:
            pay(t, self.army, _FUEL)
            self.stopped = False
        elif self.gone and not move.armored(self.army):
            pay(t, self.army, _FOOD)  # forced march
        fort = move.fort_price(t.s, self.army, area, self.pioneers)
        saved = t.s.bunker[area] and not fort and not self.pioneers
        self.air = move.air_over(t.s, colour, area) and not saved
        pay(t, self.army, (0, fort, 0))
        self.came = t.s.at[self.army]
        self.gone += 1
        go(t, self.army, area, "moves", "7")
        return Goto("onward") if t.s.control[area] == colour else None

    def meet(self, t: T) -> Outcome:
        area = t.s.at[self.army]
        return Call(Encounter(army=self.army, area=area, came=self.came, air=self.air))

    def settle(self, t: T) -> Outcome:
        if self.ret == Met.LOST:
            return Done()
        capture(t, t.s.at[self.army], BOARD.units[self.army].colour, "7")
        at_once(t, self.army)
        self.stopped = self.ret == Met.STOPPED
        if self.ret == Met.FOUND and room(t.s, BOARD.card_store(self.army)) > 0:
            self.way = []  # its player may want to pick it up first (§7)
        return None

    def open(self, t: T) -> bool:
        """Can it go on, with what it can load first and Schnellkampfgruppe (§7, §16)?

        There is always an area to go to: the one that it came from.
        """
        side, quick = COLOURS[BOARD.units[self.army].colour], self.quick
        if self.may_hurry():
            quick = "schnellkampfgruppe" in within_reach(t, side)
        return move.reach(t.s, self.army, self.gone, self.stopped, quick, hand=True) > 0

    def may_hurry(self) -> bool:
        return move.armored(self.army) and not self.quick

    def hurry(self) -> None:
        self.quick = True

    def onward(self, t: T) -> Outcome:
        if self.way and not self.stopped and self.way[0] in self.ways(t):
            return Goto("enter")
        self.way = []
        if not self.open(t):
            return Done()
        side = COLOURS[BOARD.units[self.army].colour]
        return Call(Onward(side=side, army=self.army, pioneers=self.pioneers))

    def go_on(self, t: T) -> Outcome:
        self.way = self.handed_list()
        return Goto("enter") if self.way else Done()

    def left(self, t: T, hand: bool = False) -> int:
        """How many more areas it can enter; with `hand` it reckons with what it can load first."""
        return move.reach(t.s, self.army, self.gone, self.stopped, self.quick, hand)

    def ways(self, t: T) -> list[int]:
        """The areas that it can enter next."""
        here = [t.s.at[self.army]]
        return move.ways(t.s, t.d, self.army, here, self.pioneers) if self.left(t) > 0 else []


class Onward(Choice, kw_only=True, tag="rm.onward"):
    """`move ARMY area..` goes on, `done` ends the move of the army."""

    army: int
    pioneers: bool

    def prompt(self, t: T) -> tuple[str, str]:
        unit, here = BOARD.units[self.army].name, BOARD.place_names[t.s.at[self.army]]
        march = self._march(t)
        if march.left(t, hand=True) <= 0:
            return f"{unit} is in {here}: Schnellkampfgruppe can move it on, or it stays.", "16"
        price = " for 1 fuel" if march.stopped else ""
        if march.gone and not move.armored(self.army):
            price = " for 1 food"
        return f"{unit} is in {here}: move it on{price}, or leave it there.", "7"

    def _march(self, t: T) -> March:
        frame = t.pos.lanes[0].stack[-2]
        assert isinstance(frame, March)
        return frame

    def verbs(self, t: T) -> Sequence[Verb]:
        def walk(_: int, way: list[int]) -> Outcome:
            return Done(list(way))

        def why(army: int) -> Why:
            if army == self.army:
                return Why("It can go no further.", "7")
            return Why(f"{BOARD.units[self.army].name} is under way; end that first.", "5")

        march = self._march(t)

        def open_ways(army: int, way: list[int]) -> list[int]:
            return _next(t, army, way, march.left(t), self.pioneers)

        slots = (
            pick("army", "unit", [self.army] if open_ways(self.army, []) else [], why, rule="7"),
            _way_slot(t, open_ways, self.pioneers),
        )
        return (
            Verb("move", walk, slots, hint="Move the army on.", rule="7"),
            Verb("done", Done, hint="The army stays here.", rule="7"),
            *_UNDER_WAY,
        )


class Field(Proc, kw_only=True, tag="rm.field"):
    """All field armies, one after the other: one action (§7)."""

    side: str
    army: int
    way: list[int]
    STEPS: ClassVar[tuple[str, ...]] = ("march", "ask", "more")

    def march(self, t: T) -> Outcome:
        way, self.way = self.way, []
        return Call(March(army=self.army, way=way))

    def ask(self, t: T) -> Outcome:
        return Call(NextField(side=self.side)) if _another(t, self.side) else Done()

    def more(self, t: T) -> Outcome:
        if not self.ret:
            return Done()
        self.army, *self.way = self.handed_list()
        return Goto("march")


def _another(t: T, side: str) -> bool:
    """Can another field army set out, with what it can load first and cards within reach (§16)?"""
    if ready(t, side, armored=False):
        return True
    colour, pioneers = colour_of(side), "pionieren" in within_reach(t, side)
    for army in BOARD.groups[colour].armies:
        if move.armored(army) or move.why_not_activate(t.s, t.d, army, colour, pioneers=True):
            continue
        ammo = move.at_hand(t.s, army, AMMO) + arms(t, army)
        if pioneers or move.ways(t.s, t.d, army, [t.s.at[army]], ammo=ammo):
            return True
    return False


class NextField(Choice, kw_only=True, tag="rm.next_field"):
    """`move ARMY area..` with another field army, or `done`."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Move another field army, or end this action.", "7"

    def verbs(self, t: T) -> Sequence[Verb]:
        def walk(army: int, way: list[int]) -> Outcome:
            return Done([army, *way])

        return (
            _move_verb(t, self.side, lambda: ready(t, self.side, armored=False), walk),
            Verb("done", Done, hint="No more field armies move.", rule="7"),
            *_UNDER_WAY,
        )


def move_verbs(t: T, side: str) -> Sequence[Verb]:
    """`move ARMY area..`: one armored army, or the first of all field armies (§7)."""
    return (t.lasting(_first_move, side),)


def _first_move(t: T, side: str) -> Verb:
    def walk(army: int, way: list[int], cargo: list[Value]) -> Outcome:
        spend_action(t)
        if move.armored(army):
            return Call(March(army=army, way=list(way), cargo=_taken(t, army, way, cargo)))
        return Call(Field(side=side, army=army, way=list(way)))

    return _laden(t, _move_verb(t, side, lambda: ready(t, side), walk))


def _laden(t: T, verb: Verb) -> Verb:
    """The same order, with what the army takes along."""
    return msgspec.structs.replace(verb, slots=(*verb.slots, _take_along(t)))


def _take_along(t: T) -> Slot:
    """`load ammo 1`: what an armored army takes where it starts, once its fuel is paid (§7, §8).

    Room is kept for the ammo that the bunkers on its way take beyond what it has.
    """

    def offer(army: int, way: list[int], named: list[Value]) -> Offer:
        if not move.armored(army):
            return (0, 0, 0), 0
        have, free = stored(t, t.s.at[army]), room(t.s, BOARD.card_store(army)) + sum(_FUEL)
        load = counted(named)
        kept = max(0, _lacking(t, army, way) - load[AMMO])
        if len(named) % 2:
            return have, free if named[-1] == SUPPLIES[AMMO] else free - kept
        return (have if free - sum(load) > kept else (0, have[AMMO], 0)), free

    def bar(army: int, way: list[int]) -> Why | None:
        if move.armored(army):
            return None
        first = f"`load {BOARD.units[army].short} …`"
        return Why(f"A field army takes supplies before it moves: order {first} first.", "7")

    return cargo_slot(offer, "2.2", bar, key="load", optional=True)


def _lacking(t: T, army: int, way: list[int]) -> int:
    """The ammo that the bunkers on a way take beyond what is on the army's card; below 0 there
    is more than enough."""
    return move.toll(t.s, army, way, t.s.pioneers == army) - move.on_card(t.s, army, AMMO)


def _taken(t: T, army: int, way: list[int], words: list[Value]) -> list[int]:
    """What is named to be taken along, and ammo for the bunkers on the way (§7)."""
    fuel, ammo, food = counted(words)
    return [fuel, max(ammo, _lacking(t, army, way)), food]


def _move_verb(t: T, side: str, armies: Callable[[], list[int]], walk: Walk) -> Verb:
    def why(army: int) -> Why:
        refusal = move.why_not_activate(t.s, t.d, army, colour_of(side))
        return refusal or Why("Only field armies move in this action.", "7")

    def open_ways(army: int, way: list[int]) -> list[int]:
        left = move.reach(t.s, army, 0, False, t.s.quick == army)
        return _next(t, army, way, left, t.s.pioneers == army, move.setting_out(t.s, army))

    slots = (
        pick("army", "unit", armies, why, label=partial(army_label, t), rule="7", keep=t),
        _way_slot(t, open_ways),
    )
    return Verb("move", walk, slots, hint="Move an army, area by area.", rule="7")


def _next(
    t: T, army: int, way: list[int], left: int, pioneers: bool, ammo: int | None = None
) -> list[int]:
    """The areas that may follow the way of an army."""
    if len(way) >= left:
        return []
    return move.ways(t.s, t.d, army, [t.s.at[army], *way], pioneers, ammo)


def _way_slot(
    t: T, open_ways: Callable[[int, list[int]], list[int]], under_way: bool | None = None
) -> Slot:
    """`under_way`: the army is on the march, with or without pioneers."""

    def why(army: int, way: list[int], area: int) -> Why:
        pioneers, ammo = under_way, move.on_card(t.s, army, AMMO)
        if under_way is None:
            pioneers, ammo = t.s.pioneers == army, move.setting_out(t.s, army)
        path = [t.s.at[army], *way]
        if area >= len(BOARD.areas):
            return Why(f"{BOARD.place_names[area]} is no area on land.", "7")
        spare = ammo - move.toll(t.s, army, [*way, area], bool(pioneers))
        refusal = move.why_not_enter(t.s, t.d, army, path[-1], area, spare)
        return refusal or Why(f"{BOARD.units[army].name} can't move that far.", "7")

    label = entry_label(t)
    return pick("area", "place", open_ways, why, label=label, rule="7", many=True, keep=t)


class ExtraMarch(Choice, kw_only=True, tag="rm.extra_march"):
    """`move ARMY area..` with one army that has not moved: Auftragstaktik (§16)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Auftragstaktik: move one army that has not moved this turn.", "16"

    def verbs(self, t: T) -> Sequence[Verb]:
        def walk(army: int, way: list[int], cargo: list[Value]) -> Outcome:
            return Become(March(army=army, way=list(way), cargo=_taken(t, army, way, cargo)))

        return (_laden(t, _move_verb(t, self.side, lambda: ready(t, self.side), walk)),)
