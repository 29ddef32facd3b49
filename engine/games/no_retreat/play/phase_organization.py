"""The Organization Phase (§7.0): its three steps, each a choice of the phasing side."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, ClassVar

from engine.board.bits import Members
from engine.core.entries import Lost, Noted, Placed
from engine.core.events import Moment
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.playing import play_verbs
from engine.core.tell import several
from engine.core.verbs import Slot, Verb, Why
from engine.games.no_retreat import options
from engine.games.no_retreat.acts import (
    T,
    flip,
    foe,
    lose_step,
    mark,
    place,
    set_place,
    side_of,
    spend,
)
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.cards.arrival import arrive
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import OWN_ORGANIZATION, Paid
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    CADRES,
    DESTROYED,
    NOWHERE,
    RAIL,
    REMOVED,
    SOVIET,
    SURRENDERED,
    TRACK,
    WAITING,
)
from engine.games.no_retreat.law import organization, rail, stacking
from engine.games.no_retreat.play import shed
from engine.games.no_retreat.play.phase_movement import unit_label
from engine.games.no_retreat.play.windows import window


class Organization(Proc, kw_only=True, tag="nr.organization"):
    """Flips, then placement, then reorganization (§7.0 A, B, C)."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "flips", "placement", "reorganization")

    def begin(self, t: T) -> Outcome:
        t.s.educated = 0
        return None

    def flips(self, t: T) -> Outcome:
        return Call(Flips(side=self.side))

    def placement(self, t: T) -> Outcome:
        if over := shed.shed_if_needed(t):  # §8.4.3: the Flip Step is over
            return Call(over.frame, then="placement")
        arrivals(t, side_of(self.side))
        return Call(Placement(side=self.side))

    def reorganization(self, t: T) -> Outcome:
        if over := shed.shed_if_needed(t):
            return Call(over.frame, then="reorganization")
        return Call(Reorganization(side=self.side))


def arrivals(t: T, side: int) -> None:
    """Counters that come to their own boxes: cadres, Rezervy, partisans (§14.9.1, §15.8, §15.9)."""
    due = range(TRACK + 1, TRACK + t.s.turn + 1)
    for unit in BOARD.of_side[side]:
        if BOARD.units[unit].cadre and t.s.at[unit] in due:
            _to_box(t, unit, CADRES[side], "14.9.1")
    if side != SOVIET:
        return
    for unit, option, box, rule in (
        (stacking.REZERVY, options.REZERVY, DESTROYED[SOVIET], "15.8"),
        (rail.PARTISAN, options.PARTISAN, RAIL[SOVIET], "15.9"),
    ):
        new = t.s.at[unit] == WAITING and t.s.turn >= BOARD.units[unit].entry_turn
        if option in t.s.options and (new or t.s.at[unit] in due):
            _to_box(t, unit, box, rule)


def _to_box(t: T, unit: int, box: int, rule: str) -> None:
    set_place(t, unit, box)
    t.note(Placed(unit=BOARD.units[unit].id, place=BOARD.places[box], rule=rule))


# payments ---------------------------------------------------------------------------


def hand(t: T, side: str) -> Sequence[int]:
    """The cards that a side could pay with."""
    return t.ids(f"hand.{side}")


def _payment(t: T, side: str, cost: Callable[[int], int], rule: str) -> Slot:
    """`pay CARD..`: exactly as many cards as `cost(unit)` says, none at all for 0."""

    def cards(*picks: Any) -> Sequence[int]:
        unit, *_, paid = picks
        if len(paid) >= cost(unit):
            return ()
        return [card for card in hand(t, side) if card not in paid]

    def why_not(*picks: Any) -> Why | None:
        unit, *_, paid, card = picks
        return deck.why_not_pay(hand(t, side), paid, cost(unit), card, rule)

    def unpaid(*picks: Any) -> Why | None:
        unit, *_, paid = picks
        missing = cost(unit) - len(paid)
        return Why(f"Pay {several(missing, 'card')} more.", rule) if missing > 0 else None

    return pick(
        "card", "card", cards, stop=unpaid, why_not=why_not, key="pay", rule=rule, many=True,
        optional=True,
    )  # fmt: skip


def _unit(t: T, units: Callable[[], Collection[int]], why_not: Callable[[int], Why | None]) -> Slot:
    label = partial(unit_label, t)
    return pick("unit", "unit", units, why_not=why_not, label=label, rule="7.0", keep=t)


# the Flip Step ------------------------------------------------------------------------


class Flips(Choice, kw_only=True, tag="nr.flips"):
    """Improve, upgrade and convert units (§7.1 to §7.5)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Flip Step: turn units to their stronger side, or end flips.", "7.0"

    def may_hold(self, t: T) -> bool:
        return self.acted or EVENTS.could_hold(
            t, Moment(self.side, OWN_ORGANIZATION)
        )  # once acted, it is asked anyway

    def verbs(self, t: T) -> Sequence[Verb]:
        make, found = t.lasting, [t.lasting(_improve, self.side)]
        if side_of(self.side) == SOVIET:
            found += make(_educate), make(_fort, self.side), make(_unfort)
        end = Verb("end flips", Done, rule="7.0", hint="On to the Placement Step.", ends=True)
        return [*found, end, *play_verbs(t, Moment(self.side, OWN_ORGANIZATION))]


def _improve(t: T, by: str) -> Verb:
    side = side_of(by)

    def do(unit: int, cards: list[int]) -> Outcome:
        spend(t, by, cards, f"improves {BOARD.units[unit].name}", "7.1")
        flip(t, unit, BOARD.units[unit].full, "improved", "7.1")
        return None

    slots = (
        _unit(t, lambda: organization.improvable(t.s, t.d, side, len(hand(t, by))),
              lambda unit: organization.why_not_improve(t.s, t.d, side, unit, len(hand(t, by)))),
        _payment(t, by, lambda unit: BOARD.units[unit].improve_cost, "7.1"),
    )  # fmt: skip
    return Verb("improve", do, slots, rule="7.1", hint="A reduced unit gets its second step.")


def _educate(t: T) -> Verb:
    def do(unit: int) -> Outcome:
        if t.s.educated < organization.education(t.s):
            t.s.educated += 1
        else:
            t.s.free_upgrades -= 1  # cards 16, 26
        flip(t, unit, BOARD.units[unit].full, "upgraded", "7.2")
        return None

    slot = _unit(t, lambda: organization.educable(t.s, t.d),
                 lambda unit: organization.why_not_educate(t.s, t.d, SOVIET, unit))  # fmt: skip
    hint = "A unit is turned to its red side for free."
    return Verb("educate", do, (slot,), rule="7.2", hint=hint)


def _fort(t: T, by: str) -> Verb:
    def do(unit: int, cards: list[int]) -> Outcome:
        spend(t, by, cards, f"{BOARD.units[unit].name} fortifies", "7.5")
        flip(t, unit, 1 - t.s.face[unit], "now a Fort", "7.5")
        return None

    slots = (
        _unit(t, lambda: organization.fortifiable(t.s, SOVIET, len(hand(t, by))),
              lambda unit: organization.why_not_fort(t.s, SOVIET, unit, len(hand(t, by)))),
        _payment(t, by, lambda _: 1, "7.5"),
    )  # fmt: skip
    return Verb("fort", do, slots, rule="7.5", hint="A Regional unit becomes a Fort.")


def _unfort(t: T) -> Verb:
    def do(unit: int) -> Outcome:
        flip(t, unit, 1 - t.s.face[unit], "a Fort no longer", "7.5")
        return None

    slot = _unit(t, lambda: organization.unfortifiable(t.s, SOVIET),
                 lambda unit: organization.why_not_unfort(t.s, SOVIET, unit))  # fmt: skip
    return Verb("unfort", do, (slot,), rule="7.5", hint="A Fort is turned back for free.")


# the Placement Step ---------------------------------------------------------------------


class Placement(Choice, kw_only=True, tag="nr.placement"):
    """Recovering units, reinforcements and replacements come on the map (§7.6 to §7.9)."""

    def prompt(self, t: T) -> tuple[str, str]:
        due = organization.owed(t.s, t.d, side_of(self.side))
        if due:
            names = ", ".join(BOARD.units[unit].name for unit in due)
            return f"Placement Step: bring on {names}; take replacements.", "7.6"
        return "Placement Step: take replacements, or end placement.", "7.6"

    def may_hold(self, t: T) -> bool:
        asked = self.acted and not organization.owed(t.s, t.d, side_of(self.side))
        return asked or EVENTS.could_hold(
            t, Moment(self.side, OWN_ORGANIZATION)
        )  # `end placement` is open, as in Flips

    def verbs(self, t: T) -> Sequence[Verb]:
        side = side_of(self.side)
        found = [t.lasting(_place, self.side)]
        if organization.splittable(t.s, t.d, side):
            found.append(_split(t, side))
        due = organization.owed(t.s, t.d, side)
        blocked = None
        if due:
            rule = organization.rule_of(organization.how(t.s, due[0]))
            blocked = Why(f"{BOARD.units[due[0]].name} must be placed first.", rule)
        hint = "On to the Reorganization Step."
        end = Verb("end placement", Done, rule="7.6", hint=hint, ends=True, blocked=blocked)
        return [*found, end, *play_verbs(t, Moment(self.side, OWN_ORGANIZATION))]


def _place(t: T, by: str) -> Verb:
    side = side_of(by)

    def label(unit: int, where: int) -> str:
        name = BOARD.place_names[where]
        cadre = organization.rebuilt_on(t.s, t.d, unit, where)
        return name if cadre == NOWHERE else f"{name} on {BOARD.units[cadre].name}".strip()

    def do(unit: int, where: int, paid: list[int]) -> Outcome:
        if paid:
            if t.s.at[unit] == SURRENDERED[side] and t.s.cheap_surrendered:
                t.s.cheap_surrendered -= 1  # card 39
            spend(t, by, paid, f"replaces {BOARD.units[unit].name}", "7.9")
            return Call(Replacement(side=by, unit=unit, place=where))
        arrive(t, unit, where)
        return None

    slots = (
        _unit(t, lambda: organization.placeable(t.s, t.d, side, len(hand(t, by))),
              lambda unit: organization.why_not_place(t.s, t.d, side, unit, len(hand(t, by)))),
        pick("place", "place", lambda unit: Members(organization.places(t.s, t.d, unit)),
             why_not=lambda unit, at: organization.why_not_place_at(t.s, t.d, unit, at),
             label=label, rule="7.6", keep=t),
        _payment(t, by, lambda unit: organization.price(t.s, unit), "7.9"),
    )  # fmt: skip
    return Verb("place", do, slots, rule="7.6", hint="A unit comes on the map.")


class Replacement(Paid, kw_only=True, tag="nr.replacement"):
    """A Replacement that was paid for; the other side may make it dearer (card 14)."""

    side: str
    unit: int
    place: int

    STEPS: ClassVar[tuple[str, ...]] = ("answer", "surcharge", "put")

    def answer(self, t: T) -> Outcome:
        return Call(window("organization", [foe(self.side)], unit=self.unit))

    def surcharge(self, t: T) -> Outcome:
        return Call(Surcharge(side=self.side, unit=self.unit)) if self.extra else None

    def put(self, t: T) -> Outcome:
        if self.extra and not self.ret:
            name = BOARD.units[self.unit].name
            t.note(Noted(text=f"{name} stays in its box.", rule="5.3"))
        else:
            arrive(t, self.unit, self.place)
        return None


class Surcharge(Choice, kw_only=True, tag="nr.surcharge"):
    """One card more for a Replacement, or the unit stays in its box (card 14)."""

    unit: int

    def prompt(self, t: T) -> tuple[str, str]:
        return f"Pay one more card for {BOARD.units[self.unit].name}, or leave it.", "5.3"

    def verbs(self, t: T) -> Sequence[Verb]:
        def pay(card: int) -> Outcome:
            spend(t, self.side, [card], f"replaces {BOARD.units[self.unit].name}", "5.3")
            return Done(card)

        held = hand(t, self.side)
        slot = pick("card", "card", held, rule="5.3",
                    why_not=lambda card: deck.why_not_pay(held, (), 1, card, "5.3"))  # fmt: skip
        return (
            Verb("pay", pay, (slot,), rule="5.3", hint="The unit comes on."),
            Verb("decline", Done, rule="5.3", hint="The first card is lost."),
        )


def _split(t: T, side: int) -> Verb:
    """`split U hex..`: a unit is broken up, its parts in its hex or next to it (§15.1, §15.2)."""
    rule = ("15.1", "15.2")[side]

    def places(unit: int, taken: list[int]) -> Members:
        return Members(organization.split_places(t.s, t.d, unit, taken))

    def stop(unit: int, taken: list[int]) -> Why | None:
        split = organization.split_of(t.s, unit)
        if split and len(taken) < len(split.parts):
            return Why("Each part needs a place.", rule)
        return None

    def do(unit: int, where: list[int]) -> Outcome:
        split = organization.split_of(t.s, unit)
        assert split is not None
        record = BOARD.units[unit]
        if len(split.parts) == 1:
            lose_step(t, unit, rule)
        else:
            here = BOARD.places[t.s.at[unit]]
            set_place(t, unit, REMOVED)
            t.note(Lost(unit=record.id, place=here, how="split up", rule=rule))
        for part, hex_ in zip(split.parts, where, strict=True):
            place(t, part, hex_, rule)
        t.s.split = [*t.s.split, *split.parts]
        return None

    slots = (
        _unit(t, lambda: organization.splittable(t.s, t.d, side),
              lambda unit: organization.why_not_split(t.s, t.d, side, unit)),
        pick("place", "place", places, stop=stop, rule=rule, many=True,
             why_not=partial(organization.why_not_split_at, t.s, t.d)),
    )  # fmt: skip
    return Verb("split", do, slots, rule=rule, hint="Once a game: a unit is broken up.")


# the Reorganization Step -------------------------------------------------------------------


class Reorganization(Choice, kw_only=True, tag="nr.reorganization"):
    """Cards take Disorganized markers off at once (§7.10, §15.5)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Reorganization Step: ready disorganized units, or end organization.", "7.10"

    def verbs(self, t: T) -> Sequence[Verb]:
        hint = "On to the Movement Phase."
        end = Verb("end organization", Done, rule="7.10", hint=hint, ends=True)
        return [self._ready(t), end, *play_verbs(t, Moment(self.side, OWN_ORGANIZATION))]

    def _ready(self, t: T) -> Verb:
        side = side_of(self.side)
        tired = organization.tired(t.s, side)

        def value(cards: Sequence[int]) -> int:
            return sum(organization.worth(t.s, side, card) for card in cards)

        def units(named: list[int]) -> Sequence[int]:
            if len(named) >= value(hand(t, self.side)):
                return ()
            return [unit for unit in tired if unit not in named]

        def why_unit(named: list[int], unit: int) -> Why:
            if refusal := organization.why_not_ready(t.s, side, unit):
                return refusal
            if unit in named:
                return Why(f"{BOARD.units[unit].name} is named already.", "7.10")
            return Why("You have no card for another unit.", "7.10")

        def cards(named: list[int], paid: list[int]) -> Sequence[int]:
            if value(paid) >= len(named):
                return ()
            return [card for card in hand(t, self.side) if card not in paid]

        def why_card(_: list[int], paid: list[int], card: int) -> Why | None:
            return deck.why_not_pay(hand(t, self.side), paid, len(paid), card, "7.10")

        def unpaid(named: list[int], paid: list[int]) -> Why | None:
            if value(paid) >= len(named):
                return None
            return Why("Pay a card for each unit.", "7.10")

        def do(named: list[int], paid: list[int]) -> Outcome:
            spend(t, self.side, paid, "readies units", "7.10")
            for unit in named:
                mark(t, unit, "disorganized", False, "7.10")
            return None

        slots = (
            pick("unit", "unit", units, why_unit, label=lambda _, unit: unit_label(t, unit),
                 rule="7.10", many=True),
            pick("card", "card", cards, why_card, stop=unpaid, key="pay", rule="7.10", many=True),
        )  # fmt: skip
        hint = "A card makes a disorganized unit ready for combat."
        return Verb("ready", do, slots, rule="7.10", hint=hint)
